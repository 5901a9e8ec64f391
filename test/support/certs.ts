// Certificates for tests: a CA and as many leaves as a test wants (EC P-256, about a millisecond each).
// In: names, and what shall be odd about the certificate. Out: PEM texts as a Kubernetes TLS Secret holds them.
// Must hold: every certificate is made in the run that uses it; no key of a test is kept in the repository.
import 'reflect-metadata';
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const hourMs = 3_600_000;

export interface Certificate {
  /** PEM, the leaf alone. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
  /** SHA-256 of the DER form in lower-case hex, to recognise it at the other end of a connection. */
  readonly sha256: string;
}

export interface CertificateAuthority extends Certificate {
  /** PEM of the CA itself: what a client trusts. Same as `cert`. */
  readonly ca: string;
  issue(options: LeafOptions): Promise<Certificate>;
  /** PEM of a revocation list that names these certificates. */
  revoke(certificates: readonly Certificate[]): Promise<string>;
}

export interface LeafOptions {
  /** DNS names and IP addresses for the subject alternative name. Absent: none. */
  readonly hosts?: readonly string[];
  /** Common name. Absent: the first host. */
  readonly commonName?: string;
  /** Organisations: the API server reads them as groups. */
  readonly organizations?: readonly string[];
  /** URI names, e.g. a SPIFFE id. */
  readonly uris?: readonly string[];
  /** What validity counts from; absent: now. */
  readonly nowMs?: number;
  /** Validity, relative to that. Absent: from an hour before to a day ahead. */
  readonly notBeforeMs?: number;
  readonly notAfterMs?: number;
  /** Extended key usages. Absent: server and client. */
  readonly usages?: readonly ('server' | 'client')[];
}

/** A self-signed CA. */
export async function createCa(commonName = 'nuncio test CA'): Promise<CertificateAuthority> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [commonName] }],
    ...validity({}),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const self = await pem(certificate, keys.privateKey);
  return {
    ...self,
    ca: self.cert,
    async issue(options) {
      const leafKeys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const leaf = await x509.X509CertificateGenerator.create({
        serialNumber: serial(),
        subject: subject(options),
        issuer: certificate.subjectName,
        ...validity(options),
        signingKey: keys.privateKey,
        publicKey: leafKeys.publicKey,
        signingAlgorithm: algorithm,
        extensions: leafExtensions(options),
      });
      return pem(leaf, leafKeys.privateKey);
    },
    async revoke(certificates) {
      const list = await x509.X509CrlGenerator.create({
        issuer: certificate.subjectName,
        thisUpdate: new Date(Date.now() - hourMs),
        nextUpdate: new Date(Date.now() + 24 * hourMs),
        entries: certificates.map(({ cert }) => ({
          serialNumber: new x509.X509Certificate(cert).serialNumber,
          revocationDate: new Date(Date.now() - hourMs),
          // Without one the library writes an empty list of extensions, which BoringSSL refuses.
          reason: x509.X509CrlReason.keyCompromise,
        })),
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
      });
      // The library's own label is `CRL`; OpenSSL, Envoy and Contour know this one (RFC 7468).
      return x509.PemConverter.encode(list.rawData, 'X509 CRL');
    },
  };
}

function subject({ commonName, hosts, organizations }: LeafOptions): x509.JsonName {
  const name = commonName ?? hosts?.[0];
  return [
    ...(organizations ?? []).map((organization) => ({ O: [organization] })),
    ...(name === undefined ? [] : [{ CN: [name] }]),
  ];
}

function leafExtensions({ hosts = [], uris = [], usages = ['server', 'client'] }: LeafOptions): x509.Extension[] {
  const names: x509.JsonGeneralNames = [
    ...hosts.map((host) => ({ type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const), value: host })),
    ...uris.map((uri) => ({ type: 'url' as const, value: uri })),
  ];
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension(
      usages.map((usage) => (usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth)),
    ),
    ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
  ];
}

function validity({ nowMs = Date.now(), notBeforeMs = -hourMs, notAfterMs = 24 * hourMs }: LeafOptions): {
  notBefore: Date;
  notAfter: Date;
} {
  return { notBefore: new Date(nowMs + notBeforeMs), notAfter: new Date(nowMs + notAfterMs) };
}

/** Positive and never zero at the front, as DER wants it. */
function serial(): string {
  return `01${randomBytes(15).toString('hex')}`;
}

async function pem(certificate: x509.X509Certificate, key: webcrypto.CryptoKey): Promise<Certificate> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', key);
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
    sha256: createHash('sha256').update(new Uint8Array(certificate.rawData)).digest('hex'),
  };
}

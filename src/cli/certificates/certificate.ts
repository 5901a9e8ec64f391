// Certificates for mutual TLS between nuncio and its Envoys: a CA and leaves that it signs, EC P-256 throughout.
// In: names and times. Out: PEM texts. Must hold: a leaf never outlives its CA; two CAs never share a name, so that a
// bundle of both is unambiguous. The times are the caller's: nothing here reads a clock.
import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';

export interface KeyPairPem {
  /** PEM, one certificate. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface CertificateFacts {
  /** When it was made: `notBefore` without the hour that we put before it. */
  readonly issuedAtMs: number;
  readonly notAfterMs: number;
  readonly dnsNames: readonly string[];
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** A machine whose clock is a little behind must not refuse a new certificate. */
const backdateMs = 3_600_000;

export async function makeCa(options: {
  readonly nowMs: number;
  readonly lifetimeMs: number;
  /** The beginning of its common name. */
  readonly name?: string | undefined;
}): Promise<KeyPairPem> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = new Date(options.nowMs).toISOString().slice(0, 10);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [`${options.name ?? 'nuncio xDS CA'} ${made} ${randomBytes(4).toString('hex')}`] }],
    ...validity(options.nowMs, options.nowMs + options.lifetimeMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return pem(certificate, keys.privateKey);
}

export interface LeafRequest {
  readonly nowMs: number;
  readonly lifetimeMs: number;
  /** The first name is the common name too, unless there are only URIs. */
  readonly dnsNames: readonly string[];
  readonly uris?: readonly string[];
}

/** Good for both sides of a connection. Ends with its CA at the latest. */
export async function issueLeaf(ca: KeyPairPem, request: LeafRequest): Promise<KeyPairPem> {
  const issuer = new x509.X509Certificate(ca.certificate);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(ca.key).export({ format: 'der', type: 'pkcs8' }),
    algorithm,
    false,
    ['sign'],
  );
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const endMs = Math.min(request.nowMs + request.lifetimeMs, issuer.notAfter.getTime());
  const { dnsNames, uris = [] } = request;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: dnsNames[0] === undefined ? [] : [{ CN: [dnsNames[0]] }],
    issuer: issuer.subjectName,
    ...validity(request.nowMs, endMs),
    signingKey,
    publicKey: keys.publicKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...dnsNames.map((value) => ({ type: 'dns' as const, value })),
        ...uris.map((value) => ({ type: 'url' as const, value })),
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return pem(certificate, keys.privateKey);
}

/** Undefined when the texts are not a certificate and its key. */
export function readPair({ certificate, key }: KeyPairPem): X509Certificate | undefined {
  try {
    const parsed = new X509Certificate(certificate);
    return parsed.checkPrivateKey(createPrivateKey(key)) ? parsed : undefined;
  } catch {
    // Damaged PEM; what becomes of it is the caller's decision.
    return undefined;
  }
}

export function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    issuedAtMs: certificate.validFromDate.getTime() + backdateMs,
    notAfterMs: certificate.validToDate.getTime(),
    dnsNames: (certificate.subjectAltName ?? '')
      .split(', ')
      .filter((name) => name.startsWith('DNS:'))
      .map((name) => name.slice('DNS:'.length)),
  };
}

export function isSignedBy(leaf: X509Certificate, ca: X509Certificate): boolean {
  return leaf.checkIssued(ca) && leaf.verify(ca.publicKey);
}

/** Each certificate of a PEM bundle by itself. */
export function splitBundle(bundle: string): string[] {
  return (bundle.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map((one) => `${one}\n`);
}

/** Certificates count in whole seconds. */
function validity(nowMs: number, endMs: number): { readonly notBefore: Date; readonly notAfter: Date } {
  const second = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000);
  return { notBefore: second(nowMs - backdateMs), notAfter: second(endMs) };
}

/** Positive, and never zero at the front, as DER wants it. */
function serial(): string {
  return `01${randomBytes(15).toString('hex')}`;
}

async function pem(certificate: x509.X509Certificate, key: webcrypto.CryptoKey): Promise<KeyPairPem> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', key);
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
  };
}

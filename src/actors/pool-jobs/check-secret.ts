// Pool job: looks into the certificates, keys, CA certificates and revocation lists of one Secret.
// In: PEM texts. Out: what is wrong and the few public facts that others need; never anything secret, also not in
// messages. Stricter than Contour where Envoy would refuse the secret anyway: the key must fit the certificate, and
// both must be of a type and size that Envoy loads.
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { dataPath, type SecretCheck, type SecretKey } from '../../model/kinds/secret.ts';
import type { Problem } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';

export interface CheckSecretInput {
  /** Key of the Secret object, for the problems. */
  readonly object: string;
  readonly data: Readonly<Partial<Record<SecretKey, string>>>;
  readonly nowMs: number;
}

type Report = (severity: Problem['severity'], code: ProblemCode, key: SecretKey, message: string) => void;

export default function checkSecret({ object, data, nowMs }: CheckSecretInput): SecretCheck {
  const problems: Problem[] = [];
  const report: Report = (severity, code, key, message) => {
    problems.push({ code, severity, object, path: dataPath(key), message });
  };
  const chain = checkCertificates(data['tls.crt'], 'tls.crt', nowMs, report);
  const leaf = chain[0];
  if (leaf) checkLeaf(leaf, report);
  const privateKey = checkPrivateKey(data['tls.key'], report);
  if (leaf && privateKey && !leaf.checkPrivateKey(privateKey))
    report(
      'error',
      'SecretNotValid',
      'tls.key',
      'this private key does not belong to the (first) certificate in tls.crt',
    );
  checkCertificates(data['ca.crt'], 'ca.crt', nowMs, report);
  checkRevocationLists(data['crl.pem'], nowMs, report);
  if (!leaf) return { problems, dnsNames: [] };
  return {
    problems,
    dnsNames: dnsNamesOf(leaf),
    notAfterMs: Math.min(...chain.map((certificate) => certificate.validToDate.getTime())),
    keyType: keyTypeOf(leaf.publicKey),
  };
}

interface PemBlock {
  readonly label: string;
  readonly pem: string;
}

function pemBlocks(text: string): PemBlock[] {
  const blocks = text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g);
  return [...blocks].map(([pem, label]) => ({ label: label ?? '', pem }));
}

/** Blocks of the one label that is right here, with an error for everything else. */
function blocksOf(text: string, label: string, key: SecretKey, report: Report): PemBlock[] {
  const blocks = pemBlocks(text);
  if (blocks.length === 0) {
    report('error', 'SecretNotValid', key, `holds no PEM block; must hold blocks of type ${label}`);
    return [];
  }
  const other = blocks.find((block) => block.label !== label);
  if (!other) return blocks;
  report('error', 'SecretNotValid', key, `holds a PEM block of type ${other.label}; must hold only ${label}`);
  return [];
}

/** The certificates, in order; none if one of them is bad. */
function checkCertificates(text: string | undefined, key: SecretKey, nowMs: number, report: Report): X509Certificate[] {
  if (!text) return [];
  const blocks = blocksOf(text, 'CERTIFICATE', key, report);
  const certificates: X509Certificate[] = [];
  for (const [index, block] of blocks.entries()) {
    const which = blocks.length === 1 ? 'the certificate' : `certificate ${index + 1} of ${blocks.length}`;
    let certificate: X509Certificate;
    try {
      certificate = new X509Certificate(block.pem);
    } catch {
      report('error', 'SecretNotValid', key, `${which} can not be parsed`);
      return [];
    }
    certificates.push(certificate);
    const from = certificate.validFromDate.getTime();
    const to = certificate.validToDate.getTime();
    if (to < nowMs)
      report(
        'warning',
        'CertificateExpired',
        key,
        `${which} is expired since ${isoTime(to)}; it is served all the same`,
      );
    else if (from > nowMs)
      report(
        'warning',
        'CertificateExpired',
        key,
        `${which} is valid only from ${isoTime(from)}; it is served all the same`,
      );
  }
  return certificates;
}

function checkLeaf(leaf: X509Certificate, report: Report): void {
  if (commonNameOf(leaf) === undefined && !leaf.subjectAltName)
    report(
      'error',
      'SecretNotValid',
      'tls.crt',
      'the certificate names nobody: it has neither a common name nor a SAN',
    );
  const refusal = refusalOf(leaf.publicKey);
  if (refusal) report('error', 'SecretNotValid', 'tls.crt', refusal);
}

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

/** Why Envoy would refuse a key, as its TLS context does; undefined: it takes it. */
function refusalOf(key: KeyObject): string | undefined {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'rsa') {
    const bits = details?.modulusLength ?? 0;
    return bits < 2048 ? `the certificate has an RSA key of ${bits} bits; Envoy wants 2048 or more` : undefined;
  }
  if (key.asymmetricKeyType === 'ec') {
    const curve = details?.namedCurve ?? 'unknown';
    return curve in curves ? undefined : `the certificate is on the curve ${curve}; Envoy takes P-256, P-384 and P-521`;
  }
  if (key.asymmetricKeyType === 'ed25519') return undefined;
  return `the certificate has a key of type ${keyTypeOf(key)}; Envoy takes RSA, ECDSA and Ed25519`;
}

const privateKeyLabels = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'];

function checkPrivateKey(text: string | undefined, report: Report): KeyObject | undefined {
  if (!text) return undefined;
  const wrong = (message: string) => {
    report('error', 'SecretNotValid', 'tls.key', message);
    return undefined;
  };
  // Files made by `openssl ecparam` begin with the curve, which the key names again.
  const blocks = pemBlocks(text).filter((block) => block.label !== 'EC PARAMETERS');
  const [first] = blocks;
  if (!first) return wrong('holds no private key; must hold one in PEM form');
  if (blocks.length > 1) return wrong(`holds ${blocks.length} PEM blocks; must hold exactly one private key`);
  if (first.label === 'ENCRYPTED PRIVATE KEY' || first.pem.includes('Proc-Type: 4,ENCRYPTED'))
    return wrong('the private key is locked with a password; must be without one');
  if (!privateKeyLabels.includes(first.label))
    return wrong(`holds a PEM block of type ${first.label}; must be ${privateKeyLabels.join(', ')}`);
  try {
    return createPrivateKey(first.pem);
  } catch {
    return wrong('the private key can not be parsed');
  }
}

/** node:crypto reads no revocation lists; their frame and the time of the next one are enough here. */
function checkRevocationLists(text: string | undefined, nowMs: number, report: Report): void {
  if (!text) return;
  const blocks = blocksOf(text, 'X509 CRL', 'crl.pem', report);
  for (const [index, block] of blocks.entries()) {
    const which = blocks.length === 1 ? 'the revocation list' : `revocation list ${index + 1} of ${blocks.length}`;
    const base64 = block.pem.replace(/-----[^-]+-----/g, '');
    const list = parseRevocationList(Buffer.from(base64, 'base64'));
    if (!list) report('error', 'SecretNotValid', 'crl.pem', `${which} can not be parsed`);
    else if (list.nextUpdateMs !== undefined && list.nextUpdateMs < nowMs)
      report('warning', 'CertificateExpired', 'crl.pem', `${which} is out of date since ${isoTime(list.nextUpdateMs)}`);
  }
}

interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
}

const derInteger = 0x02;
const derBitString = 0x03;
const derSequence = 0x30;
const derExtensions = 0xa0;
const derUtcTime = 0x17;
const derGeneralizedTime = 0x18;

/**
 * RFC 5280, 5.1: SEQUENCE { tbsCertList, signatureAlgorithm, signature }; the times follow the issuer's name. As strict as
 * BoringSSL where lists in the wild are not: one list that Envoy can't load makes it refuse the whole listener.
 */
function parseRevocationList(der: Buffer): { nextUpdateMs?: number } | undefined {
  const outer = derValues(der);
  const list = outer?.length === 1 && outer[0]?.tag === derSequence ? derValues(outer[0].content) : undefined;
  const [signed, algorithm, signature] = list ?? [];
  if (list?.length !== 3 || signed?.tag !== derSequence || signature?.tag !== derBitString) return undefined;
  const tbs = derValues(signed.content);
  if (!tbs) return undefined;
  const hasVersion = tbs[0]?.tag === derInteger;
  const [innerAlgorithm, issuer, ...rest] = hasVersion ? tbs.slice(1) : tbs;
  if (innerAlgorithm?.tag !== derSequence || issuer?.tag !== derSequence) return undefined;
  if (!algorithm || !innerAlgorithm.content.equals(algorithm.content)) return undefined;
  const times = rest.filter(isTime).map(derTimeMs);
  if (times.length === 0 || times.some(Number.isNaN)) return undefined;
  const [entries, extensions, ...more] = rest.slice(times.length).sort((a, b) => a.tag - b.tag);
  const lists = [entries, extensions].filter((each) => each !== undefined);
  if (more.length > 0 || lists.some((each) => each.tag !== derSequence && each.tag !== derExtensions)) return undefined;
  for (const each of lists) {
    // What is there must not be empty, but for the list of entries; extensions need version 2.
    const isGood =
      each.tag === derSequence
        ? derValues(each.content)?.every(isRevokedCertificate)
        : hasVersion && derValues(each.content)?.every(isFilledSequence);
    if (isGood !== true) return undefined;
  }
  return times[1] === undefined ? {} : { nextUpdateMs: times[1] };
}

/** SEQUENCE { serial, time, extensions OPTIONAL }. */
function isRevokedCertificate(value: DerValue): boolean {
  if (value.tag !== derSequence) return false;
  const [serial, time, extensions, ...more] = derValues(value.content) ?? [];
  if (serial?.tag !== derInteger || !time || !isTime(time) || more.length > 0) return false;
  return extensions === undefined || isFilledSequence(extensions);
}

function isFilledSequence({ tag, content }: DerValue): boolean {
  return tag === derSequence && (derValues(content)?.length ?? 0) > 0;
}

function isTime({ tag }: DerValue): boolean {
  return tag === derUtcTime || tag === derGeneralizedTime;
}

/** The values that stand one after the other in `bytes`; undefined if they don't fill it exactly. */
function derValues(bytes: Buffer): DerValue[] | undefined {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0;
    let start = at + 2;
    if (length > 0x80) {
      const size = length - 0x80;
      if (size > 4 || start + size > bytes.length) return undefined;
      length = bytes.readUIntBE(start, size);
      start += size;
    }
    if (start + length > bytes.length) return undefined;
    values.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return values;
}

/** `YYMMDDHHMMSSZ` (years up to 49 are of this century) or `YYYYMMDDHHMMSSZ`. */
function derTimeMs({ tag, content }: DerValue): number {
  const text = content.toString('latin1');
  const full = tag === derGeneralizedTime ? text : `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(full);
  if (!parts) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** DNS names of the SAN extension; without any, the common name. */
function dnsNamesOf(certificate: X509Certificate): string[] {
  const san = certificate.subjectAltName ?? '';
  const names = [...san.matchAll(/(?:^|, )DNS:("(?:[^"\\]|\\.)*"|[^,]+)/g)].map(([, name = '']) =>
    name.startsWith('"') ? (JSON.parse(name) as string) : name,
  );
  const commonName = commonNameOf(certificate);
  if (names.length === 0 && commonName !== undefined) names.push(commonName);
  return [...new Set(names.map((name) => name.toLowerCase()))].sort();
}

function commonNameOf(certificate: X509Certificate): string | undefined {
  return /(?:^|\n)CN=(.+)/.exec(certificate.subject ?? '')?.[1];
}

function keyTypeOf(key: KeyObject): string {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  const detail = modulusLength ?? namedCurve;
  return detail === undefined ? String(key.asymmetricKeyType) : `${key.asymmetricKeyType}-${detail}`;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19) + 'Z';
}

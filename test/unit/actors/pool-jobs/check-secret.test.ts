// What the look into a Secret finds, on certificates made here.
import 'reflect-metadata';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import test from 'ava';
import checkSecret from '../../../../src/actors/pool-jobs/check-secret.ts';
import type { SecretKey } from '../../../../src/model/kinds/secret.ts';
import { createCa } from '../../../support/certs.ts';

const hourMs = 3_600_000;
const ca = await createCa();
const leaf = await ca.issue({ hosts: ['Shop.example.com', '*.example.com', '10.0.0.1'] });

function check(data: Partial<Record<SecretKey, string>>) {
  return checkSecret({ object: 'Secret/shop/cert', data, nowMs: Date.now() });
}

/** `severity code path: message` of each problem. */
function problems(data: Partial<Record<SecretKey, string>>): string[] {
  return check(data).problems.map(({ severity, code, path, message }) => `${severity} ${code} ${path}: ${message}`);
}

/** A self-signed certificate with a key of another kind than those of the test CA. */
async function selfSigned(
  algorithm: webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams,
): Promise<{ cert: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=odd.example.com',
    notBefore: new Date(Date.now() - hourMs),
    notAfter: new Date(Date.now() + hourMs),
    keys,
    signingAlgorithm: { ...algorithm, hash: 'SHA-256' },
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}

test('a good certificate: names in lower case, key type, end of validity of the whole chain', async (t) => {
  const shortCa = await createCa('short');
  const intermediate = await shortCa.issue({ commonName: 'intermediate', notAfterMs: hourMs });
  const { problems: found, ...facts } = check({ 'tls.crt': leaf.cert + intermediate.cert, 'tls.key': leaf.key });
  t.deepEqual(found, []);
  t.deepEqual(facts.dnsNames, ['*.example.com', 'shop.example.com']);
  t.is(facts.keyType, 'ec-prime256v1');
  t.true((facts.notAfterMs ?? 0) <= Date.now() + hourMs);
});

test('without DNS names in the SAN, the common name counts', async (t) => {
  const named = await ca.issue({ commonName: 'old.example.com' });
  t.deepEqual(check({ 'tls.crt': named.cert, 'tls.key': named.key }).dnsNames, ['old.example.com']);
});

test('nothing to check', (t) => {
  t.deepEqual(check({}), { problems: [], dnsNames: [] });
});

test('a key of another certificate', async (t) => {
  const other = await ca.issue({ hosts: ['other.example.com'] });
  t.deepEqual(problems({ 'tls.crt': leaf.cert, 'tls.key': other.key }), [
    'error SecretNotValid data["tls.key"]: this private key does not belong to the (first) certificate in tls.crt',
  ]);
});

test('expired, and not valid yet: warnings, it is served all the same', async (t) => {
  const past = await ca.issue({ hosts: ['a.example.com'], notBeforeMs: -2 * hourMs, notAfterMs: -hourMs });
  const future = await ca.issue({ hosts: ['a.example.com'], notBeforeMs: hourMs, notAfterMs: 2 * hourMs });
  t.regex(
    problems({ 'tls.crt': past.cert, 'tls.key': past.key }).join(),
    /^warning CertificateExpired .*is expired since 20/,
  );
  t.regex(
    problems({ 'tls.crt': future.cert, 'tls.key': future.key }).join(),
    /^warning CertificateExpired .*is valid only from 20/,
  );
});

test('texts that are no certificates', (t) => {
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  t.deepEqual(problems({ 'tls.crt': 'hello' }), [
    'error SecretNotValid data["tls.crt"]: holds no PEM block; must hold blocks of type CERTIFICATE',
  ]);
  t.deepEqual(problems({ 'tls.crt': leaf.cert + leaf.key }), [
    'error SecretNotValid data["tls.crt"]: holds a PEM block of type PRIVATE KEY; must hold only CERTIFICATE',
  ]);
  t.deepEqual(problems({ 'tls.crt': leaf.cert + broken }), [
    'error SecretNotValid data["tls.crt"]: certificate 2 of 2 can not be parsed',
  ]);
  t.deepEqual(problems({ 'ca.crt': broken }), [
    'error SecretNotValid data["ca.crt"]: the certificate can not be parsed',
  ]);
});

test('a certificate that names nobody', async (t) => {
  const nameless = await ca.issue({ organizations: ['nobody'] });
  t.regex(problems({ 'tls.crt': nameless.cert, 'tls.key': nameless.key }).join(), /neither a common name nor a SAN/);
});

test('private keys: none, several, locked, unreadable, of every form', (t) => {
  const key = (text: string) => problems({ 'tls.key': text }).join();
  t.regex(key('hello'), /holds no private key/);
  t.regex(key(leaf.key + leaf.key), /holds 2 PEM blocks; must hold exactly one private key/);
  t.regex(key(leaf.cert), /of type CERTIFICATE; must be PRIVATE KEY/);
  t.regex(key('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'), /can not be parsed/);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const locked = rsa.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString();
  t.regex(key(locked), /locked with a password/);
  t.is(key(rsa.export({ type: 'pkcs1', format: 'pem' }).toString()), '');
  t.is(key(rsa.export({ type: 'pkcs8', format: 'pem' }).toString()), '');
  const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
  t.is(key(parameters + ec.export({ type: 'sec1', format: 'pem' }).toString()), '');
});

test('keys that Envoy refuses', async (t) => {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) };
  const small = await selfSigned({ ...rsa, modulusLength: 1024 });
  t.regex(
    problems({ 'tls.crt': small.cert, 'tls.key': small.key }).join(),
    /RSA key of 1024 bits; Envoy wants 2048 or more/,
  );
  const good = await selfSigned({ ...rsa, modulusLength: 2048 });
  t.deepEqual(problems({ 'tls.crt': good.cert, 'tls.key': good.key }), []);
  const curve = await selfSigned({ name: 'ECDSA', namedCurve: 'P-384' });
  t.deepEqual(problems({ 'tls.crt': curve.cert, 'tls.key': curve.key }), []);
});

test('revocation lists', async (t) => {
  const list = await ca.revoke([leaf]);
  t.deepEqual(problems({ 'crl.pem': list }), []);
  t.deepEqual(problems({ 'crl.pem': `${list}\n${list}` }), []);
  t.regex(problems({ 'crl.pem': leaf.cert }).join(), /of type CERTIFICATE; must hold only X509 CRL/);
  t.regex(
    problems({ 'crl.pem': '-----BEGIN X509 CRL-----\nMAAA\n-----END X509 CRL-----' }).join(),
    /can not be parsed/,
  );
  const late = checkSecret({ object: 'Secret/a/b', data: { 'crl.pem': list }, nowMs: Date.now() + 48 * hourMs });
  t.regex(late.problems[0]?.message ?? '', /out of date since/);
});

test('no message holds a part of a key', (t) => {
  const body = leaf.key.replaceAll(/-----[^-]+-----|\s/g, '');
  for (const text of [leaf.key, leaf.key.slice(0, 80), leaf.key + leaf.key, body]) {
    const said = JSON.stringify(check({ 'tls.crt': text, 'tls.key': text, 'ca.crt': text, 'crl.pem': text }));
    t.false(said.includes(body.slice(0, 12)));
  }
});

import { X509Certificate } from 'node:crypto';
import test from 'ava';
import { makeCa } from '../../../../src/cli/certificates/certificate.ts';
import { fleetCertificate } from '../../../../src/cli/provisioner/fleet-certificates.ts';
import type { FleetCertificate } from '../../../../src/cli/provisioner/plan.ts';

const dayMs = 24 * 3_600_000;
const nowMs = Date.parse('2030-01-01T00:00:00Z');
const identity = 'spiffe://nuncio/gateway/shop/web';
const caLifetimeMs = 3_650 * dayMs;

async function made(...parameters: Parameters<typeof fleetCertificate>): Promise<FleetCertificate> {
  const certificate = await fleetCertificate(...parameters);
  if ('mistake' in certificate) throw new Error(certificate.mistake);
  return certificate;
}

test('a certificate with the identity alone, kept as long as it will do', async (t) => {
  const ca = await makeCa({ nowMs, lifetimeMs: caLifetimeMs });
  const first = await made(ca, identity, undefined, nowMs);
  t.is(new X509Certificate(first.certificate).subjectAltName, `URI:${identity}`);
  t.is(first.bundle, ca.certificate);
  t.deepEqual(await made(ca, identity, first, nowMs + 300 * dayMs), first);
  const renewed = await made(ca, identity, first, nowMs + 336 * dayMs);
  t.not(renewed.certificate, first.certificate);
});

test('of another Gateway, damaged, or of another CA: made anew', async (t) => {
  const ca = await makeCa({ nowMs, lifetimeMs: caLifetimeMs });
  const first = await made(ca, identity, undefined, nowMs);
  const others = [
    await made(ca, `${identity}-2`, first, nowMs),
    await made(ca, identity, { ...first, key: '' }, nowMs),
    await made(await makeCa({ nowMs, lifetimeMs: caLifetimeMs }), identity, first, nowMs),
  ];
  for (const other of others) t.not(other.certificate, first.certificate);
});

test('a new CA is trusted at once and signs only when all know it', async (t) => {
  const before = await makeCa({ nowMs, lifetimeMs: caLifetimeMs });
  const first = await made(before, identity, undefined, nowMs);
  const laterMs = nowMs + 10 * dayMs;
  const ca = { ...(await makeCa({ nowMs: laterMs, lifetimeMs: caLifetimeMs })), previous: before };
  const introduced = await made(ca, identity, first, laterMs);
  t.is(introduced.certificate, first.certificate);
  t.is(introduced.bundle, ca.certificate + before.certificate);
  const switched = await made(ca, identity, introduced, laterMs + 2 * dayMs);
  t.true(new X509Certificate(switched.certificate).verify(new X509Certificate(ca.certificate).publicKey));
});

test('a CA that can’t be used is told', async (t) => {
  t.true('mistake' in (await fleetCertificate({ certificate: 'x', key: 'y' }, identity, undefined, nowMs)));
});

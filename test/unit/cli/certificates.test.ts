// Certificates of xDS: what is kept, renewed and made, and that no side ever meets a certificate that it doesn't trust
// while CAs come and go, however late it reads its files (up to the overlap).
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { factsOf, isSignedBy, readPair, splitBundle } from '../../../src/cli/certificates/certificate.ts';
import { renewInCluster } from '../../../src/cli/certificates/cluster.ts';
import { readFolder, writeFolder } from '../../../src/cli/certificates/folder.ts';
import { defaultDnsNames } from '../../../src/cli/certificates/names.ts';
import { leafNames, renewCertificates } from '../../../src/cli/certificates/renew.ts';
import type {
  CertificateSet,
  CompleteSet,
  LeafEntry,
  Renewal,
  RenewalPolicy,
} from '../../../src/cli/certificates/renew.ts';
import { secretManifest, secretRoles, setFromSecrets } from '../../../src/cli/certificates/secrets.ts';
import type { SecretClient } from '../../../src/sources/kubernetes/secret-client.ts';
import { createTempFolder } from '../../support/netns.ts';

const dayMs = 24 * 3_600_000;
const startMs = Date.UTC(2026, 0, 1);
const policy: RenewalPolicy = {
  lifetimeMs: 100 * dayMs,
  caLifetimeMs: 400 * dayMs,
  renewBeforeMs: 30 * dayMs,
  overlapMs: dayMs,
  dnsNames: defaultDnsNames('edge'),
  overwrite: false,
};

async function renewed(set: CertificateSet, nowMs: number, more: Partial<RenewalPolicy> = {}) {
  const renewal = await renewCertificates(set, { ...policy, ...more }, nowMs);
  if (!renewal.ok) throw new Error(`foreign: ${renewal.foreign.join()}`);
  return renewal;
}

const told = ({ changes }: Extract<Renewal, { ok: true }>): string[] =>
  changes.map(({ what, kind }) => `${what} ${kind}`);

function accepts(holder: LeafEntry, other: LeafEntry, nowMs: number): boolean {
  const certificate = new X509Certificate(other.certificate);
  const { notAfterMs } = factsOf(certificate);
  return (
    notAfterMs > nowMs &&
    splitBundle(holder.bundle).some((ca) => {
      const parsed = new X509Certificate(ca);
      return factsOf(parsed).notAfterMs > nowMs && isSignedBy(certificate, parsed);
    })
  );
}

test('from nothing: a CA, two leaves with their names, that fit', async (t) => {
  const made = await renewed({ leaves: {} }, startMs);
  t.deepEqual(told(made), ['ca made', 'nuncio made', 'envoy made']);
  const { nuncio, envoy } = made.set.leaves;
  t.true(accepts(nuncio, envoy, startMs) && accepts(envoy, nuncio, startMs));
  const facts = factsOf(readPair(nuncio)!);
  t.deepEqual(facts.dnsNames, ['nuncio', 'nuncio.edge', 'nuncio.edge.svc', 'nuncio.edge.svc.cluster.local']);
  t.is(facts.issuedAtMs, startMs);
  t.is(facts.notAfterMs, startMs + 100 * dayMs);
  t.is(made.nextDueMs, startMs + 70 * dayMs);
  t.is(new X509Certificate(nuncio.certificate).checkHost('nuncio'), 'nuncio');
});

test('kept until 30 days before the end, then renewed by the same CA', async (t) => {
  const { set } = await renewed({ leaves: {} }, startMs);
  t.deepEqual(told(await renewed(set, startMs + 69 * dayMs)), []);
  const later = await renewed(set, startMs + 70 * dayMs);
  t.deepEqual(told(later), ['nuncio renewed', 'envoy renewed']);
  t.is(later.set.ca.certificate, set.ca.certificate);
  t.true(accepts(set.leaves.envoy, later.set.leaves.nuncio, startMs + 70 * dayMs));
});

test('damaged, without a name, of another CA, ended: made anew', async (t) => {
  const { set } = await renewed({ leaves: {} }, startMs);
  const other = (await renewed({ leaves: {} }, startMs)).set;
  const with_ = (envoy: LeafEntry): CertificateSet => ({ ...set, leaves: { ...set.leaves, envoy } });
  const { envoy } = set.leaves;
  t.deepEqual(told(await renewed(with_({ ...envoy, certificate: 'x' }), startMs)), ['envoy renewed']);
  t.deepEqual(told(await renewed(with_({ ...envoy, key: set.leaves.nuncio.key }), startMs)), ['envoy renewed']);
  t.deepEqual(told(await renewed(with_(other.leaves.envoy), startMs)), ['envoy renewed']);
  t.deepEqual(told(await renewed(with_({ ...envoy, bundle: '' }), startMs)), ['envoy trust']);
  const dnsNames = { ...policy.dnsNames, nuncio: [...policy.dnsNames.nuncio, 'xds.example.com'] };
  t.deepEqual(told(await renewed(set, startMs, { dnsNames })), ['nuncio renewed']);
  const ended = await renewed(set, startMs + 500 * dayMs);
  t.deepEqual(told(ended), ['ca made', 'nuncio renewed', 'envoy renewed']);
  t.deepEqual(told(await renewed({ ...set, ca: { ...set.ca, key: 'x' } }, startMs)), [
    'ca made',
    'nuncio renewed',
    'envoy renewed',
  ]);
});

test('leaves without our CA are somebody else’s, unless told to overwrite', async (t) => {
  const { set } = await renewed({ leaves: {} }, startMs);
  const renewal = await renewCertificates({ leaves: set.leaves }, policy, startMs);
  t.deepEqual(renewal, { ok: false, foreign: ['nuncio', 'envoy'] });
  const taken = await renewed({ leaves: set.leaves }, startMs, { overwrite: true });
  t.deepEqual(told(taken), ['ca made', 'nuncio renewed', 'envoy renewed']);
});

test('overwrite: a new CA by the same stages', async (t) => {
  const { set } = await renewed({ leaves: {} }, startMs);
  const first = await renewed(set, startMs, { overwrite: true });
  t.deepEqual(told(first), ['ca renewed', 'nuncio renewed', 'envoy renewed']);
  // Who has not read its files yet trusts the new leaf, which the CA before has signed.
  t.true(accepts(set.leaves.envoy, first.set.leaves.nuncio, startMs));
  t.is(first.nextDueMs, startMs + dayMs);
  const second = await renewed(first.set, startMs + dayMs);
  t.deepEqual(told(second), ['nuncio renewed', 'envoy renewed']);
  t.deepEqual(told(await renewed(second.set, startMs + 1.5 * dayMs)), []);
  const third = await renewed(second.set, startMs + 2 * dayMs);
  t.deepEqual(told(third), ['ca retired', 'nuncio trust', 'envoy trust']);
  t.is(splitBundle(third.set.leaves.envoy.bundle).length, 1);
  t.is(third.set.ca.previous, undefined);
});

test('as Secrets and as files: what is written is what is read', async (t) => {
  const first = await renewed({ leaves: {} }, startMs);
  const rotating = await renewed(first.set, startMs, { overwrite: true });
  const folder = await createTempFolder();
  for (const { set } of [rotating, first]) {
    writeFolder(folder, set);
    t.deepEqual(readFolder(folder), set);
    const place = { namespace: 'edge', suffix: '-2' };
    const data = secretRoles.map((role) => {
      const manifest = secretManifest(role, set, place);
      const texts = Object.entries(manifest.data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]);
      return [role, Object.fromEntries(texts) as Record<string, string>];
    });
    t.deepEqual(setFromSecrets(Object.fromEntries(data) as Record<string, Record<string, string>>), set);
  }
  t.deepEqual((await readdir(folder)).sort(), [
    'ca.crt',
    'ca.key',
    'envoy.crt',
    'envoy.key',
    'nuncio.crt',
    'nuncio.key',
  ]);
  t.is((await stat(join(folder, 'nuncio.key'))).mode & 0o777, 0o600);
  await writeFile(join(folder, 'nuncio.crt'), 'half');
  t.deepEqual(told(await renewed(readFolder(folder), startMs)), ['nuncio renewed']);
});

test('law: whoever reads files at most an overlap late is understood, for years, through every rotation', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      // Hours between two looks, and how late each side reads (a part of the overlap).
      fc.array(fc.tuple(fc.integer({ min: 1, max: 24 * 20 }), fc.double({ min: 0, max: 0.99, noNaN: true })), {
        minLength: 40,
        maxLength: 80,
      }),
      fc.boolean(),
      async (looks, atDue) => {
        let nowMs = startMs;
        let { set, nextDueMs } = await renewed({ leaves: {} }, nowMs);
        const history: { readonly atMs: number; readonly set: CompleteSet }[] = [{ atMs: nowMs, set }];
        const readAt = (ms: number): CompleteSet => history.findLast(({ atMs }) => atMs <= ms)?.set ?? history[0]!.set;
        let cas = 1;
        for (const [hours, late] of looks) {
          nowMs = atDue ? Math.max(nextDueMs, nowMs + 60_000) : nowMs + hours * 3_600_000;
          const renewal = await renewed(set, nowMs);
          if (renewal.changes.some(({ what, kind }) => what === 'ca' && kind !== 'retired')) cas++;
          ({ set, nextDueMs } = renewal);
          history.push({ atMs: nowMs, set });
          // At once, and just before the latest moment at which the files must have been read.
          for (const atMs of [nowMs, nowMs + late * policy.overlapMs]) {
            for (const [one, other] of [
              [readAt(atMs), readAt(atMs - late * policy.overlapMs)],
              [readAt(atMs - late * policy.overlapMs), readAt(atMs)],
            ] as const) {
              if (!accepts(one.leaves.nuncio, other.leaves.envoy, atMs)) return false;
              if (!accepts(one.leaves.envoy, other.leaves.nuncio, atMs)) return false;
            }
          }
          for (const name of leafNames) if (readPair(set.leaves[name]) === undefined) return false;
        }
        return !atDue || cas > 2;
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
  t.pass();
});

/** Secrets of one namespace, with what happens after a read, which a real API server can't be made to do then. */
function secretsInMemory(afterRead: () => Promise<void>): SecretClient {
  const stored = new Map<string, { readonly resourceVersion: string; readonly data: Record<string, string> }>();
  let version = 0;
  const put: SecretClient['create'] = async ({ metadata: { name }, data }) => {
    const texts = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]);
    stored.set(name, { resourceVersion: String(++version), data: Object.fromEntries(texts) as Record<string, string> });
    return { ok: true, value: null };
  };
  const failure = { kind: 'http', status: 409, reason: 'Conflict', message: '', retryAfterMs: 0 } as const;
  const conflict = { ok: false, failure } as const;
  return {
    async read(_namespace, name) {
      const value = stored.get(name) ?? null;
      await afterRead();
      return { ok: true, value };
    },
    create: async (manifest) => (stored.has(manifest.metadata.name) ? conflict : put(manifest)),
    apply: async (manifest, resourceVersion) =>
      stored.get(manifest.metadata.name)?.resourceVersion === resourceVersion ? put(manifest) : conflict,
    close: () => {},
  };
}

test('another that makes all Secrets between two reads is not taken for somebody who has taken the CA away', async (t) => {
  for (const read of [1, 2, 3]) {
    const place = { namespace: 'edge', suffix: '' };
    let reads = 0;
    const client: SecretClient = secretsInMemory(async () => {
      if (++reads === read) t.true((await renewInCluster(client, place, () => policy, startMs)).ok);
    });
    t.like(await renewInCluster(client, place, () => policy, startMs), { ok: true, changes: [] }, `after read ${read}`);
  }
});

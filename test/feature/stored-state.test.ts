// A streamer whose sources don't sync serves what an earlier one has stored, over real gRPC streams and a real folder.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { connectAds } from '../support/ads-client.ts';
import { cluster, resource, scope } from '../unit/xds/stream/harness.ts';
import { startStreamer } from './streamer-rig.ts';
import type { StreamerRig } from './streamer-rig.ts';

const host = 'ingress_http||a.test';
const gone = 'ingress_http||gone.test';
const owned = (name: string, content: string, clusters: readonly string[]) => ({
  ...scope(name, content, clusters),
  owners: ['HTTPProxy/shop/a'],
});

async function stateFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'nuncio-state-'));
}

async function start(t: ExecutionContext, folder: string, synced: boolean, more: object = {}): Promise<StreamerRig> {
  const rig = await startStreamer({ synced, state: { folder, waitMs: 0, maxBytes: 1e9, ...more } });
  t.teardown(() => rig.stop());
  return rig;
}

function connect(t: ExecutionContext, rig: StreamerRig, protocol: 'delta' | 'sotw' = 'delta') {
  const client = connectAds({ target: rig.target, protocol });
  t.teardown(() => client.close());
  return client;
}

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

async function ready(rig: StreamerRig): Promise<unknown> {
  for (;;) {
    const answer = await rig.actor.query?.('ready', undefined);
    if (answer !== false) return answer;
    await new Promise(setImmediate);
  }
}

/** A streamer that has served this and ended. */
async function leave(t: ExecutionContext, folder: string, more: object = {}): Promise<void> {
  const rig = await start(t, folder, true, more);
  rig.put(cluster('a'), cluster('old'), owned(host, 'stored', ['a']), owned(gone, 'stored', ['old']));
  rig.put(resource('secret', 'shop/tls', 'key'));
  await rig.stop();
}

for (const protocol of ['delta', 'sotw'] as const) {
  test(`${protocol}: what was stored is served until the sources have synced; what is gone then goes`, async (t) => {
    const folder = await stateFolder();
    await leave(t, folder);
    const rig = await start(t, folder, false);
    t.regex(String(await ready(rig)), /^serves the state stored at 20/);
    t.regex((await rig.metrics.metrics()) ?? '', /nuncio_stored_state_served 1/);
    const client = connect(t, rig, protocol);
    client.subscribe('cluster');
    client.subscribe('scopedRoute');
    await client.until(() => client.held('scopedRoute').size === 2, 'both hosts');
    t.deepEqual([...client.held('cluster').keys()].sort(), ['a', 'old']);

    // The sources are back: one host has changed and needs another cluster, the other is gone.
    rig.put(cluster('a'), cluster('b'), owned(host, 'present', ['b']));
    t.is(client.held('scopedRoute').size, 2, 'nothing goes before all have synced');
    rig.sync();
    await client.until(
      () =>
        client.held('scopedRoute').size === 1 && text(client.held('scopedRoute').get(host)?.bytes).includes('present'),
      'the present state',
    );
    await client.until(() => !client.held('cluster').has('old'), 'its cluster is gone too');
    t.is(await ready(rig), true);
    t.regex((await rig.metrics.metrics()) ?? '', /nuncio_stored_state_served 0/);
    // Make before break: the cluster came before the route that needs it.
    const order = client.responses.flatMap(({ type, resources }) =>
      [...resources.keys()].map((name) => `${type}/${name}`),
    );
    t.true(order.indexOf('cluster/b') < order.lastIndexOf(`scopedRoute/${host}`));
  });
}

test('an Envoy that comes back keeps the secrets that were not stored', async (t) => {
  const folder = await stateFolder();
  await leave(t, folder);
  const rig = await start(t, folder, false);
  await ready(rig);
  const client = connect(t, rig);
  client.subscribe('secret', ['shop/tls'], { initialVersions: { 'shop/tls': 'key' } });
  client.subscribe('cluster');
  await client.until(() => client.held('cluster').size === 2, 'the clusters');
  rig.put(resource('secret', 'shop/tls', 'rotated'), cluster('a'));
  rig.sync();
  await client.until(
    () => text(client.held('secret').get('shop/tls')?.bytes).includes('rotated'),
    'the new certificate',
  );
  t.true(client.responses.every(({ removed }) => !removed.includes('shop/tls')));
});

test('with a key a fresh Envoy gets the secrets too', async (t) => {
  const folder = await stateFolder();
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, 'k'.repeat(40));
  await leave(t, folder, { keyFile });
  const rig = await start(t, folder, false, { keyFile });
  await ready(rig);
  const client = connect(t, rig);
  client.subscribe('secret', ['shop/tls']);
  await client.until(() => client.held('secret').has('shop/tls'), 'the secret');
  t.regex(text(client.held('secret').get('shop/tls')?.bytes), /key/);
});

test('sources that sync in time: the stored state is not served, and is replaced', async (t) => {
  const folder = await stateFolder();
  await leave(t, folder);
  const rig = await start(t, folder, false, { waitMs: 60_000 });
  rig.put(cluster('present'));
  rig.sync();
  const client = connect(t, rig);
  client.subscribe('cluster');
  await client.until(() => client.held('cluster').size === 1, 'the present clusters');
  t.deepEqual([...client.held('cluster').keys()], ['present']);
  await rig.stop();
  const next = await start(t, folder, false);
  await ready(next);
  t.deepEqual(
    next.dump({}).cluster.map(({ name }) => name),
    ['present'],
  );
});

test('a version in quarantine is not stored: the last good one is', async (t) => {
  const folder = await stateFolder();
  const rig = await start(t, folder, true);
  rig.put(cluster('a'), owned(host, 'good', ['a']));
  const client = connectAds({
    target: rig.target,
    protocol: 'delta',
    answer: ({ resources }) =>
      [...resources.values()].some(({ bytes }) => text(bytes).includes('bad')) ? { nack: 'no' } : 'ack',
  });
  t.teardown(() => client.close());
  client.subscribe('cluster');
  client.subscribe('scopedRoute');
  await client.until(() => client.held('scopedRoute').size === 1, 'the host');
  rig.put(owned(host, 'bad', ['a']));
  while (rig.rejections().size === 0) await new Promise(setImmediate);
  await rig.stop();
  const next = await start(t, folder, false);
  await ready(next);
  const late = connect(t, next);
  late.subscribe('cluster');
  late.subscribe('scopedRoute');
  await late.until(() => late.held('scopedRoute').size === 1, 'the host');
  t.regex(text(late.held('scopedRoute').get(host)?.bytes), /good/);
});

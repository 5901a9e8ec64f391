// A version that one client refuses is kept from all others, over real gRPC streams.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { connectAds } from '../support/ads-client.ts';
import type { AdsClientOptions } from '../support/ads-client.ts';
import { cluster, scope } from '../unit/xds/stream/harness.ts';
import { startStreamer } from './streamer-rig.ts';

async function start(t: ExecutionContext) {
  const rig = await startStreamer();
  t.teardown(() => rig.stop());
  const connect = (protocol: 'delta' | 'sotw', more: Partial<AdsClientOptions> = {}) => {
    const client = connectAds({ target: rig.target, protocol, ...more });
    t.teardown(() => client.close());
    return client;
  };
  return { rig, connect };
}

const isBad = (bytes: Uint8Array | undefined): boolean => Buffer.from(bytes ?? []).includes('broken');
const picky: Partial<AdsClientOptions> = {
  nodeId: 'picky',
  answer: ({ resources }) =>
    [...resources.values()].some(({ bytes }) => isBad(bytes)) ? { nack: 'pattern too large' } : 'ack',
};
const host = 'ingress_http||a.test';
const other = 'ingress_http||b.test';
const owned = (content: string) => ({ ...scope(host, content), owners: ['HTTPProxy/shop/a'] });
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** What the server does without a word to the client; the test's own limit ends it. */
async function soon(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

for (const protocol of ['delta', 'sotw'] as const) {
  test(`${protocol}: others get the last good version, siblings move, and the repair ends it`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(owned('good1'), scope(other, '1'));
    const first = connect(protocol, picky);
    first.subscribe('scopedRoute');
    await first.until(() => first.held('scopedRoute').size === 2, 'both scopes');
    rig.put(owned('broken'), scope(other, '2'));
    await first.until(() => text(first.held('scopedRoute').get(other)?.bytes).includes('2'), 'the sibling');
    await soon(() => rig.rejections().size === 1);
    t.like(rig.rejections().get(`scopedRoute/${host}`), {
      message: 'pattern too large',
      nodes: ['picky'],
      owners: ['HTTPProxy/shop/a'],
      served: 'lastGood',
    });
    const second = connect(protocol, { nodeId: 'second' });
    second.subscribe('scopedRoute');
    await second.until(() => second.held('scopedRoute').size === 2, 'both scopes');
    t.regex(text(second.held('scopedRoute').get(host)?.bytes), /good1/);
    t.regex((await rig.metrics.metrics()) ?? '', /nuncio_quarantined_resources\{type="scopedRoute"\} 1/);
    rig.put(owned('good2'));
    for (const client of [first, second])
      await client.until(() => text(client.held('scopedRoute').get(host)?.bytes).includes('good2'), 'the repair');
    t.is(rig.rejections().size, 0);
    t.regex(await rig.metrics.metrics(), /nuncio_quarantined_resources\{type="scopedRoute"\} 0/);
  });

  test(`${protocol}: what never was accepted answers 500, also to the client that refused it`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(owned('broken'), scope(other, '1'));
    const first = connect(protocol, picky);
    first.subscribe('scopedRoute');
    await first.until(() => first.held('scopedRoute').size === 2, 'both scopes');
    t.regex(text(first.held('scopedRoute').get(host)?.bytes), /can not be served/);
    rig.remove(`scopedRoute/${host}`);
    await first.until(() => first.held('scopedRoute').size === 1, 'the removal');
    t.is(rig.rejections().size, 0);
  });

  test(`${protocol}: what others have accepted is held for the one that refuses it alone`, async (t) => {
    const { rig, connect } = await start(t);
    const tolerant = connect(protocol, { nodeId: 'tolerant' });
    tolerant.subscribe('scopedRoute');
    rig.put(owned('broken'));
    await soon(() => rig.clients()[0]?.types[0]?.current === true);
    await tolerant.until(() => tolerant.held('scopedRoute').size === 1, 'the scope');
    const first = connect(protocol, picky);
    first.subscribe('scopedRoute');
    await soon(() => rig.rejections().size === 1);
    t.is(rig.rejections().get(`scopedRoute/${host}`)?.served, 'perClient');
    t.regex(text(tolerant.held('scopedRoute').get(host)?.bytes), /broken/);
    first.close();
    await soon(() => rig.rejections().size === 0);
  });

  test(`${protocol}: what an Envoy refused is over when it comes back and takes it, also if its old stream ends later`, async (t) => {
    const { rig, connect } = await start(t);
    const tolerant = connect(protocol, { nodeId: 'tolerant' });
    tolerant.subscribe('scopedRoute');
    rig.put(owned('broken'));
    await soon(() => rig.clients()[0]?.types[0]?.current === true);
    const before = connect(protocol, picky);
    before.subscribe('scopedRoute');
    await soon(() => rig.rejections().size === 1);
    const after = connect(protocol, { nodeId: 'picky' });
    after.subscribe('scopedRoute');
    await after.until(() => after.held('scopedRoute').size === 1, 'the scope');
    t.is(rig.rejections().size, 1);
    before.close();
    await soon(() => rig.clients().length === 2);
    t.is(rig.rejections().size, 0);
    after.close();
  });

  test(`${protocol}: a refused cluster is told to the owners of what needs it`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(cluster('c', 'broken', null), { ...scope(host, '1', ['c']), owners: ['HTTPProxy/shop/a'] });
    const first = connect(protocol, picky);
    first.subscribe('cluster');
    await soon(() => rig.rejections().size === 1);
    t.like(rig.rejections().get('cluster/c'), { owners: ['HTTPProxy/shop/a'], served: 'nothing' });
  });

  test(`${protocol}: a thousand refusals in a row leave a few lines and one rejection`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(owned('good'));
    const first = connect(protocol, picky);
    first.subscribe('scopedRoute');
    await first.until(() => first.held('scopedRoute').size === 1, 'the scope');
    for (let round = 1; round <= 1000; round++) {
      rig.put(owned(`broken${round}`));
      await soon(() => rig.clients()[0]?.nacks === round);
    }
    t.is(rig.rejections().size, 1);
    const lines = rig.logged.filter(({ level }) => Number(level) >= 30);
    t.true(lines.length < 40, `${lines.length} lines`);
    rig.put(owned('repaired'), scope(other, '1'));
    await first.until(() => text(first.held('scopedRoute').get(host)?.bytes).includes('repaired'), 'the repair');
  });
}

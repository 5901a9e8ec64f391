// Changes on trial over real gRPC streams: canaries get them first, others when nothing went wrong, and a refusal by a
// canary is told to the builder.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import type { CanaryReport } from '../../src/actors/streamer/canary.ts';
import { holdCauseKey } from '../../src/model/object.ts';
import { connectAds } from '../support/ads-client.ts';
import type { AdsClientOptions } from '../support/ads-client.ts';
import { cause, scope } from '../unit/xds/stream/harness.ts';
import { startStreamer, type RigOptions } from './streamer-rig.ts';

const host = 'ingress_http||a.test';
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

async function start(t: ExecutionContext, canary: NonNullable<RigOptions['canary']>) {
  const rig = await startStreamer({ canary });
  t.teardown(() => rig.stop());
  const connect = (nodeId: string, more: Partial<AdsClientOptions> = {}) => {
    const client = connectAds({ target: rig.target, protocol: 'delta', nodeId, userAgent: 'envoy', ...more });
    t.teardown(() => client.close());
    client.subscribe('scopedRoute');
    return client;
  };
  const report = () => rig.actor.query!('canary', undefined) as CanaryReport;
  return { rig, connect, report };
}

async function soon(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

const has = (client: ReturnType<typeof connectAds>, content: string): boolean =>
  text(client.held('scopedRoute').get(host)?.bytes).includes(content);
const named = { envoys: { nodeIds: 'canary-*' }, errorRise: 0.02, minRequests: 10 };

test('what canaries accept goes to all after a while', async (t) => {
  const { rig, connect, report } = await start(t, { ...named, timeMs: 300 });
  rig.putBecause(cause('one'), scope(host, 'first'));
  t.is(report().phase, 'idle', 'without a canary nothing is on trial');
  const [canary, other] = [connect('canary-1'), connect('other')];
  for (const client of [canary, other]) await client.until(() => has(client, 'first'), 'the first version');
  t.deepEqual(report().canaries, ['canary-1']);
  rig.putBecause(cause('two'), scope(host, 'second'));
  t.is(report().phase, 'trial');
  t.deepEqual(report().resources, [`scopedRoute/${host}`]);
  await canary.until(() => has(canary, 'second'), 'the second version');
  await other.until(() => has(other, 'second'), 'the second version');
  t.is(report().phase, 'idle');
  t.like(report().last, { outcome: 'promoted' });
  t.deepEqual(rig.verdicts, []);
});

test('what a canary refuses nobody else gets, and the builder is told which changes it was', async (t) => {
  const { rig, connect, report } = await start(t, { ...named, timeMs: 3_600_000 });
  rig.put(scope(host, 'first'));
  const canary = connect('canary-1', {
    answer: ({ resources }) =>
      [...resources.values()].some(({ bytes }) => text(bytes).includes('broken')) ? { nack: 'too large' } : 'ack',
  });
  const other = connect('other');
  for (const client of [canary, other]) await client.until(() => has(client, 'first'), 'the first version');
  rig.putBecause(cause('two'), scope(host, 'broken'));
  await soon(() => rig.verdicts.length > 0);
  t.like(rig.verdicts[0], { causeIds: ['two'], reason: `canary-1 refuses scopedRoute ${host}: too large` });
  t.is(report().phase, 'failed');
  t.deepEqual(rig.actor.query!('canaryCommand', { command: 'abort', by: 'ann' }), {
    ok: false,
    mistake: 'it is being taken back already',
  });
  // As the builder answers.
  rig.putBecause({ ...cause('undo'), key: holdCauseKey('rollback') }, scope(host, 'first'));
  t.is(report().phase, 'idle');
  rig.putBecause(cause('three'), scope(host, 'third'));
  await canary.until(() => has(canary, 'third'), 'the repair');
  t.true(has(other, 'first'), 'it is on trial');
  t.like(rig.actor.query!('canaryCommand', { command: 'promote', by: 'ann' }), { ok: true });
  await other.until(() => has(other, 'third'), 'the repair');
});

test('the first of many are canaries; when they leave, others are; who only looks is none', async (t) => {
  const { rig, connect, report } = await start(t, { ...named, envoys: { count: 1 }, timeMs: 3_600_000 });
  rig.put(scope(host, 'first'));
  const looks = connect('nuncio-xds', { userAgent: 'nuncio xds' });
  await looks.until(() => has(looks, 'first'), 'the first version');
  t.deepEqual(report().canaries, []);
  const first = connect('b');
  await first.until(() => has(first, 'first'), 'the first version');
  const second = connect('a');
  await second.until(() => has(second, 'first'), 'the first version');
  t.deepEqual(report().canaries, ['b']);
  first.close();
  await soon(() => report().canaries.includes('a'));
  rig.putBecause(cause('two'), scope(host, 'second'));
  await second.until(() => has(second, 'second'), 'the second version');
  t.true(has(looks, 'first'));
});

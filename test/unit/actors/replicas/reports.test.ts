// A replica that follows and one that leads, over a network that delays, breaks and loses sides, under simulated time: in the
// end the leader has what the follower has, and of one that is gone nothing.
import test from 'ava';
import * as fc from 'fast-check';
import pino from 'pino';
import { createKeyedInput } from '../../../../src/actors/keyed-input.ts';
import { createReportClient, type ReportClient } from '../../../../src/actors/replicas/report-client.ts';
import { createReportHub, type ReportHub } from '../../../../src/actors/replicas/report-hub.ts';
import { encodeMessage } from '../../../../src/actors/replicas/wire.ts';
import type { CloseCode, ConnectionHandlers } from '../../../../src/grpc/server.ts';
import { reportFormat, type ReplicaReport } from '../../../../src/messages/replica-reports.ts';
import { createNetwork } from '../../../simulation/network.ts';
import { createWorld, type World } from '../../../simulation/world.ts';

const log = pino({ enabled: false });

/** What the leader knows of each replica. */
type Known = Map<string, ReturnType<typeof createKeyedInput<ReplicaReport>>>;

function createLeader(world: World): { readonly hub: ReportHub; readonly known: Known; readonly gone: string[] } {
  const known: Known = new Map();
  const gone: string[] = [];
  const hub = createReportHub({
    identity: 'leader',
    clock: world.clock,
    log,
    fail(error) {
      throw error;
    },
    onBatch(replica, batch) {
      let input = known.get(replica);
      if (input === undefined) known.set(replica, (input = createKeyedInput()));
      input.apply(batch);
    },
    onGone(replica) {
      gone.push(replica);
      known.delete(replica);
    },
  });
  hub.lead(true);
  return { hub, known, gone };
}

const report = (revision: number): ReplicaReport => ({ says: 'x', revision });

interface Rig {
  readonly world: World;
  readonly state: Map<string, ReplicaReport>;
  readonly client: ReportClient;
  readonly leader: ReturnType<typeof createLeader>;
  readonly put: (key: string, revision: number) => void;
  readonly drop: (key: string) => void;
  /** Ends all streams. */
  readonly cut: () => void;
  /** What the leader knows of us, by key; undefined: nothing. */
  readonly told: () => Readonly<Record<string, ReplicaReport>> | undefined;
}

async function createRig(seed: number): Promise<Rig> {
  const world = createWorld(seed);
  const network = createNetwork(world, null);
  const leader = createLeader(world);
  const lives = ['leader', 'follower'].map((replica) => ({
    replica,
    alive: true,
    connections: new Set<() => void>(),
  }));
  const listener = await network.transportOf(lives[0]!).listen((connection) => leader.hub.open(connection));
  const state = new Map<string, ReplicaReport>();
  const client = createReportClient({
    identity: 'follower',
    transport: network.transportOf(lives[1]!),
    state: () => state,
    clock: world.clock,
    random: () => world.random.next(),
    log,
    fail(error) {
      throw error;
    },
  });
  client.follow({ identity: 'leader', address: listener.address });
  return {
    world,
    state,
    client,
    leader,
    put(key, revision) {
      state.set(key, report(revision));
      client.upsert(key, report(revision));
    },
    drop(key) {
      state.delete(key);
      client.remove(key);
    },
    cut() {
      for (const end of Array.from(lives[1]!.connections)) end();
    },
    told() {
      const input = leader.known.get('follower');
      return input && Object.fromEntries(input.values);
    },
  };
}

test('nothing counts before all is told; then every change does', async (t) => {
  const { world, client, put, drop, told, state } = await createRig(1);
  put('status/K/a/1', 1);
  await world.run(2000);
  t.is(told(), undefined);
  client.synced();
  await world.run(2000);
  t.deepEqual(told(), Object.fromEntries(state));
  put('status/K/a/2', 2);
  drop('status/K/a/1');
  await world.run(2000);
  t.deepEqual(told(), { 'status/K/a/2': report(2) });
});

test('a stream that breaks takes nothing away if it comes back soon; a replica that stays away is gone', async (t) => {
  const { world, client, put, cut, told, leader } = await createRig(2);
  put('status/K/a/1', 1);
  client.synced();
  await world.run(2000);
  cut();
  await world.run(50);
  t.deepEqual(told(), { 'status/K/a/1': report(1) });
  await world.run(20_000);
  t.deepEqual(leader.gone, []);
  client.stop();
  await world.run(7_000);
  t.deepEqual(leader.gone, ['follower']);
  t.deepEqual(leader.hub.replicas, []);
});

test('who does not lead any more knows nothing, and hears nobody until it leads again', async (t) => {
  const { world, client, put, told, leader } = await createRig(3);
  put('status/K/a/1', 1);
  client.synced();
  await world.run(2000);
  leader.hub.lead(false);
  t.is(told(), undefined);
  await world.run(20_000);
  t.is(told(), undefined);
  t.regex(client.trouble, /leader at leader:1: this replica does not lead/);
  leader.hub.lead(true);
  await world.run(20_000);
  t.deepEqual(told(), { 'status/K/a/1': report(1) });
  t.is(client.trouble, '');
});

test('whatever breaks and changes, in the end the leader has what the follower has', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), fc.array(fc.nat(9), { minLength: 5, maxLength: 60 }), async (seed, steps) => {
      const { world, client, put, drop, cut, told, state, leader } = await createRig(seed);
      for (const [index, step] of steps.entries()) {
        const key = `status/K/a/${world.random.below(5)}`;
        if (step < 5) put(key, index);
        else if (step === 5) drop(key);
        else if (step === 6) cut();
        else if (step === 7) client.startOver();
        else if (step === 8) leader.hub.lead(world.random.chance(0.5));
        else client.synced();
        await world.run(world.random.next() * 400);
      }
      leader.hub.lead(true);
      client.synced();
      await world.run(60_000);
      t.deepEqual(told(), Object.fromEntries(state));
      client.stop();
      await world.run(20_000);
      t.is(told(), undefined);
    }),
    { numRuns: 40 },
  );
});

/** A stream to the hub, without anybody behind it. */
function openTo({ hub }: ReturnType<typeof createLeader>): ConnectionHandlers & { readonly closed: string[] } {
  const closed: string[] = [];
  const handlers = hub.open({
    peer: 'p',
    peerNames: [],
    writable: true,
    write() {},
    close(code: CloseCode, message: string) {
      closed.push(`${code}: ${message}`);
    },
  });
  return { ...handlers, closed };
}

test('a replica that falls silent is gone, also if its stream does not break', async (t) => {
  const world = createWorld(4);
  const leader = createLeader(world);
  const stream = openTo(leader);
  stream.message(encodeMessage({ kind: 'hello', replica: 'b', format: reportFormat }));
  const upserts = [{ key: 'status/K/a/1', value: report(1), causes: [] }];
  stream.message(
    encodeMessage({ kind: 'batch', seq: 1, reset: true, synced: true, upserts, removals: [], sentAtMs: 0 }),
  );
  t.deepEqual(leader.hub.replicas, ['b']);
  await world.run(10_000);
  stream.message(encodeMessage({ kind: 'alive' }));
  await world.run(14_000);
  t.deepEqual(leader.hub.replicas, ['b']);
  await world.run(2_000);
  t.deepEqual(leader.gone, ['b']);
  t.deepEqual(stream.closed, ['unavailable: has said nothing for a while']);
});

test('who speaks another format, has our name, or says something else first, is sent away', (t) => {
  const leader = createLeader(createWorld(5));
  const says = (message: Parameters<typeof encodeMessage>[0]): readonly string[] => {
    const stream = openTo(leader);
    stream.message(encodeMessage(message));
    return stream.closed;
  };
  t.deepEqual(says({ kind: 'hello', replica: 'b', format: 99 }), ['unavailable: speaks format 99, here is 1']);
  t.deepEqual(says({ kind: 'hello', replica: 'leader', format: reportFormat }), [
    'unavailable: hello with a name that can not be',
  ]);
  t.deepEqual(says({ kind: 'alive' }), ['unavailable: it has not said hello']);
  // The gRPC server ends a stream whose handler throws.
  const stream = openTo(leader);
  for (const text of [
    'nonsense',
    '{"kind":"batch","seq":1}',
    '{"kind":"other"}',
    '{"kind":"batch","seq":1,"reset":true,"synced":true,"removals":[],"upserts":[{"key":"cluster/a","value":{},"causes":[]}]}',
  ])
    t.throws(() => stream.message(new TextEncoder().encode(text)), undefined, text);
});

// Leader election among replicas with clocks of their own, over one Lease that the test can make unreachable.
import test from 'ava';
import pino from 'pino';
import { createSimulatedClock } from '../../../../src/actors/clock.ts';
import { createLeaderElection } from '../../../../src/actors/status/leader-election.ts';
import type { LeaderElection } from '../../../../src/actors/status/leader-election.ts';
import type { SimulatedClock } from '../../../../src/actors/clock.ts';
import type { ApiFailure, ApiResult } from '../../../../src/sources/kubernetes/api-client.ts';
import type { Lease, LeaseClient, LeaseRecord } from '../../../../src/sources/kubernetes/lease-client.ts';
import { httpFailure, turns } from './status-rig.ts';

/** The API server's one Lease. */
interface LeaseServer {
  lease: Lease | null;
  version: number;
}

interface Replica {
  readonly election: LeaderElection;
  readonly clock: SimulatedClock;
  readonly changes: boolean[];
  readonly logged: string[];
  /** Requests so far. */
  readonly requests: string[];
  /** Every request ends so. */
  failure: ApiFailure | null;
  /** Requests wait until the replica gives up or stops. */
  stuck: boolean;
}

const newServer = (): LeaseServer => ({ lease: null, version: 0 });

function replica(server: LeaseServer, identity: string, startMs = 0): Replica {
  const clock = createSimulatedClock(startMs);
  const state: Replica = {
    clock,
    changes: [],
    logged: [],
    requests: [],
    failure: null,
    stuck: false,
    get election() {
      return election;
    },
  };
  const exchange = async <T>(
    name: string,
    signal: AbortSignal,
    deadlineMs: number,
    answer: () => ApiResult<T>,
  ): Promise<ApiResult<T>> => {
    state.requests.push(name);
    if (state.stuck) {
      return new Promise((resolve) => {
        const end = (failure: ApiFailure): void => resolve({ ok: false, failure });
        signal.addEventListener('abort', () => end({ kind: 'aborted' }));
        clock.setTimer(deadlineMs, () => end({ kind: 'timeout', message: 'no answer' }));
      });
    }
    await new Promise((resolve) => setImmediate(resolve));
    return state.failure === null ? answer() : { ok: false, failure: state.failure };
  };
  const store = ({ holder, durationMs, transitions, address }: LeaseRecord): ApiResult<Lease> => {
    server.version += 1;
    server.lease = {
      resourceVersion: String(server.version),
      holder,
      durationMs,
      transitions,
      address,
      acquireTime: '',
      renewTime: '',
      raw: {},
    };
    return { ok: true, value: server.lease };
  };
  const conflict = (): ApiResult<never> => ({ ok: false, failure: httpFailure(409, 'Conflict') });
  const lease: LeaseClient = {
    read: (signal, deadlineMs) => exchange('read', signal, deadlineMs, () => ({ ok: true, value: server.lease })),
    create: (record, signal, deadlineMs) =>
      exchange('create', signal, deadlineMs, () => (server.lease === null ? store(record) : conflict())),
    update: (known, record, signal, deadlineMs) =>
      exchange('update', signal, deadlineMs, () =>
        server.lease?.resourceVersion === known.resourceVersion ? store(record) : conflict(),
      ),
  };
  const election = createLeaderElection({
    lease,
    task: 'writes',
    leaseName: 'nuncio/nuncio',
    identity,
    leaseDurationMs: 15_000,
    renewDeadlineMs: 10_000,
    retryPeriodMs: 2_000,
    clock,
    random: () => 0,
    log: pino({}, { write: (line: string) => void state.logged.push((JSON.parse(line) as { msg: string }).msg) }),
    onChange: (leading) => void state.changes.push(leading),
  });
  return state;
}

/** Time passes for all alike, a second at a time. */
async function pass(seconds: number, ...replicas: readonly Replica[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    for (const { clock } of replicas) clock.advance(1_000);
    await turns();
  }
}

const leaders = (...replicas: readonly Replica[]): number =>
  replicas.filter(({ election }) => election.isLeading()).length;

test('the first takes the Lease, the second waits as long as it is renewed', async (t) => {
  const server = newServer();
  // Their clocks are an hour apart.
  const [a, b] = [replica(server, 'a'), replica(server, 'b', 3_600_000)];
  a.election.start();
  await turns();
  b.election.start();
  await pass(120, a, b);
  t.deepEqual([a.changes, b.changes], [[true], []]);
  t.is(b.election.holder, 'a');
  t.is(server.lease?.transitions, 0);
});

test('two that start together: one leads', async (t) => {
  const server = newServer();
  const all = ['a', 'b', 'c'].map((name) => replica(server, name));
  for (const { election } of all) election.start();
  await pass(60, ...all);
  t.is(leaders(...all), 1);
  t.deepEqual(
    all.flatMap(({ changes }) => changes),
    [true],
  );
});

test('a leader that died is followed within lease and retry period, and not before', async (t) => {
  const server = newServer();
  const [a, b] = [replica(server, 'a'), replica(server, 'b')];
  a.election.start();
  await turns();
  b.election.start();
  await pass(20, a, b);
  // Only the other's time goes on.
  await pass(13, b);
  t.deepEqual(b.changes, []);
  await pass(5, b);
  t.deepEqual(b.changes, [true]);
  t.is(server.lease?.transitions, 1);
  // The dead one was only asleep: it knows by its clock, before any timer has run, that it leads no more.
  a.clock.advance(0);
  t.true(a.election.isLeading(), 'its clock stood still: a frozen machine');
  await pass(12, a);
  t.false(a.election.isLeading());
  t.is(leaders(a, b), 1);
});

test('a leader cut off from the API server stops before another one starts', async (t) => {
  const server = newServer();
  const [a, b] = [replica(server, 'a'), replica(server, 'b')];
  a.election.start();
  await turns();
  b.election.start();
  await pass(20, a, b);
  for (const how of ['stuck', 'failing'] as const) {
    const [leader, other] = a.election.isLeading() ? [a, b] : [b, a];
    if (how === 'stuck') leader.stuck = true;
    else leader.failure = { kind: 'network', message: 'refused' };
    let most = 0;
    for (let second = 0; second < 30; second += 1) {
      await pass(1, a, b);
      most = Math.max(most, leaders(a, b));
    }
    t.is(most, 1, 'never two');
    t.false(leader.election.isLeading());
    t.true(other.election.isLeading());
    leader.stuck = false;
    leader.failure = null;
    await pass(60, a, b);
    t.true(other.election.isLeading(), 'the old one comes back as a follower');
  }
});

test('an hour without an API server: nobody leads, asked now and then; then one leads again', async (t) => {
  const server = newServer();
  const [a, b] = [replica(server, 'a'), replica(server, 'b')];
  for (const { election } of [a, b]) election.start();
  await pass(10, a, b);
  for (const each of [a, b]) each.failure = { kind: 'network', message: 'refused' };
  await pass(15, a, b);
  const before = a.requests.length;
  await pass(3_600, a, b);
  t.is(leaders(a, b), 0);
  t.true(a.requests.length - before <= 1_801);
  t.true(a.logged.filter((line) => line.includes('cannot')).length <= 1, 'said once');
  for (const each of [a, b]) each.failure = null;
  await pass(20, a, b);
  t.is(leaders(a, b), 1);
});

test('a clean end gives the Lease back, so the other leads at its next look', async (t) => {
  const server = newServer();
  const [a, b] = [replica(server, 'a'), replica(server, 'b')];
  a.election.start();
  await turns();
  b.election.start();
  await pass(10, a, b);
  await a.election.stop();
  t.deepEqual(a.changes, [true, false]);
  t.is(server.lease?.holder, '');
  await pass(3, b);
  t.deepEqual(b.changes, [true]);
  t.is(a.clock.pendingTimers, 0);
});

test('a follower that ends leaves the Lease alone; one that is stuck ends all the same', async (t) => {
  const server = newServer();
  const [a, b] = [replica(server, 'a'), replica(server, 'b')];
  a.election.start();
  await turns();
  b.election.start();
  await pass(10, a, b);
  const { version } = server;
  b.stuck = true;
  await pass(3, b);
  await b.election.stop();
  t.is(server.version, version);
  t.is(server.lease?.holder, 'a');
});

test('a thread that starts again takes its own Lease at once', async (t) => {
  const server = newServer();
  const a = replica(server, 'a');
  a.election.start();
  await pass(5, a);
  const again = replica(server, 'a');
  again.election.start();
  await pass(1, again);
  t.deepEqual(again.changes, [true]);
  t.is(server.lease?.transitions, 0);
});

test('a renewal whose answer was lost is looked up, and does not cost the leadership', async (t) => {
  const server = newServer();
  const a = replica(server, 'a');
  a.election.start();
  await pass(5, a);
  // It arrived, but the answer did not.
  server.version += 1;
  server.lease = { ...server.lease!, resourceVersion: String(server.version) };
  await pass(60, a);
  t.deepEqual(a.changes, [true]);
});

test('missing rights are said once, with what follows from them', async (t) => {
  const a = replica(newServer(), 'a');
  a.failure = httpFailure(403, 'leases is forbidden');
  a.election.start();
  await pass(60, a);
  const lines = a.logged.filter((line) => line.includes('cannot read or write the Lease nuncio/nuncio'));
  t.true(lines.length >= 1 && lines.length <= 2, lines.join('\n'));
  t.regex(lines[0] ?? '', /forbidden.*is no leader/);
});

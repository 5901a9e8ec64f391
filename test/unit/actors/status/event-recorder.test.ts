// Kubernetes Events against an API server played by a map.
import test from 'ava';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createSimulatedClock } from '../../../../src/actors/clock.ts';
import { createEventRecorder } from '../../../../src/actors/status/event-recorder.ts';
import type { EventRecorder } from '../../../../src/actors/status/event-recorder.ts';
import type { ActorContext } from '../../../../src/actors/actor.ts';
import type { SimulatedClock } from '../../../../src/actors/clock.ts';
import type { Problem } from '../../../../src/model/object.ts';
import type { ApiFailure } from '../../../../src/sources/kubernetes/api-client.ts';
import type { EventClient, StoredEvent } from '../../../../src/sources/kubernetes/event-client.ts';
import type { ObjectEvent } from '../../../../src/status/object-events.ts';
import { httpFailure, turns } from './status-rig.ts';

interface Server {
  readonly stored: Map<string, StoredEvent>;
  readonly requests: string[];
  readonly failures: ApiFailure[];
}

const newServer = (): Server => ({ stored: new Map(), requests: [], failures: [] });

interface Rig {
  readonly recorder: EventRecorder;
  readonly clock: SimulatedClock;
  readonly logged: string[];
  readonly end: () => void;
}

function start(server: Server, clock = createSimulatedClock(1_700_000_000_000)): Rig {
  const { stored, requests, failures } = server;
  const logged: string[] = [];
  const fail = (failure: ApiFailure) => Promise.resolve({ ok: false as const, failure });
  const good = <T>(value: T) => Promise.resolve({ ok: true as const, value });
  const client: EventClient = {
    create({ name, reason }, atMs) {
      requests.push(`create ${reason}`);
      const failure = failures.shift();
      if (failure !== undefined) return fail(failure);
      if (stored.has(name)) return fail(httpFailure(409, 'AlreadyExists'));
      stored.set(name, { count: 1, lastMs: atMs });
      return good(null);
    },
    read({ name, reason }) {
      requests.push(`read ${reason}`);
      const found = stored.get(name);
      return found === undefined ? fail(httpFailure(404)) : good(found);
    },
    repeat({ name, reason }, count, atMs) {
      requests.push(`repeat ${reason} ${count}`);
      if (!stored.has(name)) return fail(httpFailure(404));
      stored.set(name, { count, lastMs: atMs });
      return good(null);
    },
  };
  const context = {
    clock,
    log: pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
    metrics: new Registry(),
  } as unknown as ActorContext;
  const recorder = createEventRecorder(context, { client, random: () => 0 });
  const ending = new AbortController();
  recorder.start(ending.signal);
  return { recorder, clock, logged, end: () => ending.abort() };
}

const ref = (name: string) => ({
  object: `Ingress/shop/${name}`,
  apiVersion: 'networking.k8s.io/v1',
  uid: `u-${name}`,
});
const problem = (code: string): Problem => ({
  code,
  severity: 'error',
  object: 'Ingress/shop/i',
  path: '',
  message: code,
});
const flap = (name: string): ObjectEvent => ({
  ...ref('i'),
  name,
  type: 'Warning',
  reason: name,
  action: 'Compile',
  note: '',
});

test('a problem is told once, told again before it expires, and its end is told', async (t) => {
  const server = newServer();
  const { recorder, clock } = start(server);
  recorder.problems(ref('i'), [problem('A')]);
  recorder.problems(ref('i'), [problem('A')]);
  await turns();
  t.deepEqual(server.requests, ['create A']);
  for (let minutes = 0; minutes < 31; minutes += 1) {
    clock.advance(60_000);
    await turns();
  }
  t.deepEqual(server.requests, ['create A', 'repeat A 2']);
  recorder.problems(ref('i'), []);
  recorder.problems(ref('i'), []);
  await turns();
  t.deepEqual(server.requests.slice(2), ['create Valid']);
});

test('an Event that has expired is made anew', async (t) => {
  const server = newServer();
  const { recorder, clock } = start(server);
  recorder.problems(ref('i'), [problem('A')]);
  await turns();
  server.stored.clear();
  clock.advance(31 * 60_000);
  await turns();
  t.deepEqual(server.requests, ['create A', 'repeat A 2', 'create A']);
});

test('after a restart what was told lately is not told again', async (t) => {
  const server = newServer();
  const first = start(server);
  first.recorder.problems(ref('i'), [problem('A')]);
  await turns();
  first.end();
  const second = start(server, first.clock);
  second.recorder.problems(ref('i'), [problem('A')]);
  await turns();
  t.deepEqual(server.requests, ['create A', 'create A', 'read A']);
  t.is([...server.stored.values()][0]?.count, 1);
});

test('what happens again is counted, and an object that changes all the time tells little', async (t) => {
  const server = newServer();
  const { recorder, clock } = start(server);
  for (let times = 0; times < 40; times += 1) {
    recorder.tell(flap('Invalid'));
    await turns();
  }
  t.is(server.stored.get('Invalid')?.count, 10);
  clock.advance(60_000);
  recorder.tell(flap('Invalid'));
  await turns();
  t.is(server.stored.get('Invalid')?.count, 11);
});

test('a failure is tried again later; an Event that is not taken is dropped', async (t) => {
  const server = newServer();
  const { recorder, clock, logged } = start(server);
  server.failures.push({ kind: 'network', message: 'refused' }, httpFailure(422, 'Invalid'));
  recorder.tell(flap('A'));
  recorder.tell(flap('B'));
  await turns();
  clock.advance(100);
  await turns();
  t.deepEqual(server.requests, ['create A', 'create B', 'create A']);
  t.true(logged.some((line) => line.includes('could not be written')));
});

test('nothing is told after the end of the term', async (t) => {
  const server = newServer();
  const { recorder, clock, end } = start(server);
  end();
  recorder.problems(ref('i'), [problem('A')]);
  await turns();
  t.deepEqual(server.requests, []);
  t.is(clock.pendingTimers, 0);
});

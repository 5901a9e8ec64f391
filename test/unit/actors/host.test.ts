// A host in this process: actors, edges and failures without threads, on a simulated clock.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { ActorFactory, ActorName, EdgeName } from '../../../src/actors/actor.ts';
import { createSimulatedClock } from '../../../src/actors/clock.ts';
import type { SimulatedClock } from '../../../src/actors/clock.ts';
import { createHost } from '../../../src/actors/host.ts';
import type { Host } from '../../../src/actors/host.ts';
import { localPortPair } from '../../../src/actors/port.ts';
import { testConfig } from '../../threads/rig.ts';
import { createSteps } from './edge-rig.ts';
import type { Steps } from './edge-rig.ts';

interface HostRig {
  readonly host: Host;
  readonly steps: Steps;
  readonly clock: SimulatedClock;
  readonly failures: string[];
}

function createRig(
  actors: Partial<Record<ActorName, ActorFactory>>,
  edges: readonly EdgeName[] = ['watcher>builder'],
): HostRig {
  const steps = createSteps();
  const clock = createSimulatedClock();
  const failures: string[] = [];
  const host = createHost({
    actors: Object.entries(actors).map(([name, factory]) => ({ name: name as ActorName, load: () => factory })),
    edges,
    config: testConfig(),
    clock,
    log: pino({ enabled: false }),
    metrics: new Registry(),
    trace: { forActor: () => ({ enabled: false, event() {} }) },
    schedule: steps.schedule,
    onFail: (actor, error) => void failures.push(`${actor}: ${(error as Error).message}`),
  });
  return { host, steps, clock, failures };
}

/** Microtasks (the senders' flush) and deliveries until nothing moves. */
async function settle({ steps }: HostRig): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await Promise.resolve();
    steps.all();
  }
}

const watcher: ActorFactory = (context) => {
  const state = new Map([['a', 1]]);
  const sender = context.sender<number>('watcher>builder', { state: () => state });
  return {
    start: () => sender.synced(),
    query(name, argument) {
      if (name !== 'put') throw new Error(`unknown query ${name}`);
      state.set('b', argument as number);
      sender.upsert('b', argument as number, []);
      return state.size;
    },
  };
};

function builder(seen: number[], order: string[] = []): ActorFactory {
  return (context) => {
    context.receive<number>('watcher>builder', (batch) => {
      for (const { value } of batch.upserts) {
        if (value < 0) throw new Error('negative');
        seen.push(value);
      }
    });
    return { stop: () => void order.push('builder stopped') };
  };
}

test('actors of one host exchange values and become ready', async (t) => {
  const seen: number[] = [];
  const rig = createRig({ builder: builder(seen), watcher });
  await rig.host.start();
  const [before] = await rig.host.health();
  t.deepEqual(before?.missing, ['full state from watcher']);
  await settle(rig);
  t.is(rig.host.query('watcher', 'put', 2), 2);
  await settle(rig);
  t.deepEqual(seen, [1, 2]);
  const health = await rig.host.health();
  t.deepEqual(
    health.map(({ name, ready, missing }) => [name, ready, missing]),
    [
      ['builder', true, []],
      ['watcher', true, []],
    ],
  );
  await rig.host.stop();
});

test('an actor holds back readiness by its query', async (t) => {
  let ready = false;
  const rig = createRig({ status: () => ({ query: () => ready }) }, []);
  await rig.host.start();
  t.deepEqual((await rig.host.health())[0]?.missing, ['the actor itself says it is not ready']);
  ready = true;
  t.true((await rig.host.health())[0]?.ready);
});

test('a port that comes before the start is linked at the start', async (t) => {
  const seen: number[] = [];
  const rig = createRig({ builder: builder(seen) });
  const [senderPort, receiverPort] = localPortPair(rig.steps.schedule);
  rig.host.link('watcher>builder', 'receiver', receiverPort);
  senderPort.post({
    kind: 'batch',
    seq: 1,
    reset: true,
    synced: true,
    upserts: [{ key: 'a', value: 5, causes: [] }],
    removals: [],
    sentAtMs: 0,
  });
  await settle(rig);
  t.deepEqual(seen, []);
  await rig.host.start();
  await settle(rig);
  t.deepEqual(seen, [5]);
});

test('a handler that throws and a timer that throws fail their actor, once', async (t) => {
  const rig = createRig({ builder: builder([]), watcher });
  await rig.host.start();
  await settle(rig);
  rig.host.query('watcher', 'put', -1);
  await settle(rig);
  t.deepEqual(rig.failures, ['builder: negative']);
  const timers = createRig(
    {
      status: ({ clock }) => {
        for (const delayMs of [5, 6]) {
          clock.setTimer(delayMs, () => {
            throw new Error('late');
          });
        }
        return {};
      },
    },
    [],
  );
  await timers.host.start();
  timers.clock.advance(10);
  t.deepEqual(timers.failures, ['status: late']);
});

test('edges that are not the actor’s, not in the topology, opened twice or left out end the start', async (t) => {
  const fails = async (factory: ActorFactory, message: RegExp, is: ExecutionContext = t): Promise<void> => {
    await is.throwsAsync(createRig({ builder: factory }).host.start(), { message });
  };
  const noop = (): void => undefined;
  await fails(() => ({}), /builder doesn't open its input watcher>builder/);
  await fails((context) => {
    context.receive('builder>status', noop);
    return {};
  }, /opens edge builder>status, which is not in the topology/);
  await fails((context) => {
    context.sender('watcher>builder', { state: () => [] });
    return {};
  }, /opens edge watcher>builder as its sender, which is actor watcher/);
  await fails((context) => {
    context.receive('watcher>builder', noop);
    context.receive('watcher>builder', noop);
    return {};
  }, /opens edge watcher>builder twice/);
});

test('stop ends the actors in reverse order, also when one throws', async (t) => {
  const order: string[] = [];
  const rig = createRig({
    builder: builder([], order),
    watcher: (context) => ({
      ...watcher(context),
      stop() {
        order.push('watcher stopped');
        throw new Error('broken');
      },
    }),
  });
  await rig.host.start();
  await rig.host.stop();
  t.deepEqual(order, ['watcher stopped', 'builder stopped']);
});

test('a query for an actor that is elsewhere says who is here', async (t) => {
  const rig = createRig({ builder: builder([]) });
  await rig.host.start();
  t.throws(() => rig.host.query('streamer', 'address', null), {
    message: /no actor streamer on this thread \(has builder\)/,
  });
  t.throws(() => rig.host.query('builder', 'state', null), {
    message: /builder answers no queries \(asked for state\)/,
  });
});

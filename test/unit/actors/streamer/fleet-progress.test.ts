// How far the Envoys of each fleet are, from the marks of edges and the streams of clients.
import test from 'ava';
import { createSimulatedClock } from '../../../../src/actors/clock.ts';
import { createFleetProgress, type ProgressClient } from '../../../../src/actors/streamer/fleet-progress.ts';
import type { FleetProgress } from '../../../../src/messages/envoy-reports.ts';

interface TestClient extends ProgressClient {
  /** What its Envoy has accepted. */
  has: number;
}

function rig() {
  const clock = createSimulatedClock(0);
  const clients = new Set<TestClient>();
  const told: Record<string, FleetProgress['envoys'] | null> = {};
  const tracker = createFleetProgress({
    clock,
    edges: ['a', 'b'],
    clients,
    sender: {
      upsert: (key, value) => void (told[key] = value.envoys),
      remove: (key) => void (told[key] = null),
    },
  });
  const connect = (id: string, cluster: string, listens = true): TestClient => {
    let target = 0;
    const client: TestClient = {
      has: 0,
      stream: {
        node: { id, cluster, userAgent: '' },
        listens,
        reach: (revision) => void (target = revision),
        progress: () => Math.min(target, client.has),
      },
      connection: { peer: `${id}:1` },
      introduced: true,
      accepted: 0,
    };
    clients.add(client);
    tracker.look(client);
    clock.advance(1);
    return client;
  };
  return { clock, clients, told, tracker, connect };
}

test('a revision counts once every edge has delivered it', (t) => {
  const { clock, told, tracker, connect } = rig();
  const client = connect('one', 'envoy');
  t.deepEqual(told, { 'fleet/': [{ revision: 0, count: 1 }] });
  client.has = 9;
  tracker.marked('a', 5);
  clock.advance(1);
  t.deepEqual(told['fleet/'], [{ revision: 0, count: 1 }]);
  tracker.marked('b', 4);
  clock.advance(1);
  t.deepEqual(told['fleet/'], [{ revision: 4, count: 1 }]);
});

test('Envoys are counted by fleet; one with several streams once, and as far as the slowest of them', (t) => {
  const { clock, told, tracker, connect } = rig();
  tracker.marked('a', 5);
  tracker.marked('b', 5);
  const first = connect('one', 'gateway/shop/edge');
  const clusters = connect('two', 'gateway/shop/edge', false);
  const listeners = connect('two', 'gateway/shop/edge');
  connect('other', 'envoy');
  for (const client of [first, listeners]) {
    client.has = 5;
    tracker.look(client);
  }
  clock.advance(1);
  t.deepEqual(told['fleet/gateway/shop/edge'], [
    { revision: 5, count: 1 },
    { revision: 0, count: 1 },
  ]);
  t.deepEqual(told['fleet/'], [{ revision: 0, count: 1 }]);
  clusters.has = 5;
  listeners.has = 6;
  tracker.marked('a', 6);
  tracker.marked('b', 6);
  clock.advance(1);
  t.deepEqual(told['fleet/gateway/shop/edge'], [{ revision: 5, count: 2 }]);
});

test('who never asked for listeners is nobody, and a fleet without Envoys is told as gone', (t) => {
  const { clock, clients, told, tracker, connect } = rig();
  connect('reader', 'envoy', false);
  t.deepEqual(told, {});
  const client = connect('one', 'gateway/shop/edge');
  clients.delete(client);
  tracker.left(client);
  clock.advance(1);
  t.is(told['fleet/gateway/shop/edge'], null);
});

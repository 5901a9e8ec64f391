// Statuses that wait until Envoys have accepted what they say.
import test from 'ava';
import type { StatusValue } from '../../../../src/messages/statuses.ts';
import { fleetKey } from '../../../../src/messages/envoy-reports.ts';
import { statedKey, type ReplicaReport } from '../../../../src/messages/replica-reports.ts';
import { statusHash } from '../../../../src/status/replicas.ts';
import { keyOf, statusRig, type StatusRig } from './status-rig.ts';

const fleet = 'gateway/shop/edge';
const gatewayKey = keyOf('edge', 'Gateway');
const routeKey = keyOf('cart', 'HTTPRoute');
const controllerNames = ['nuncio.dev/gateway-controller'];

function gateway(revision: number, options: { generation?: number; attached?: number } = {}): StatusValue {
  const { generation = 1, attached = 0 } = options;
  const conditions = ['Accepted', 'Programmed'].map((type) => ({
    type,
    status: 'True',
    reason: type,
    message: 'compiled',
    observedGeneration: generation,
  }));
  const listeners = [{ name: 'http', attachedRoutes: attached, conditions }];
  const status = { conditions, listeners };
  const apiVersion = 'gateway.networking.k8s.io/v1';
  return {
    object: gatewayKey,
    apiVersion,
    generation,
    uid: 'uid-edge',
    status,
    problems: [],
    awaits: [fleet],
    revision,
  };
}

function route(revision: number): StatusValue {
  const conditions = [{ type: 'Accepted', status: 'True', reason: 'Accepted', message: '', observedGeneration: 1 }];
  const parents = [{ parentRef: { name: 'edge' }, controllerName: controllerNames[0]!, conditions }];
  const apiVersion = 'gateway.networking.k8s.io/v1';
  return {
    object: routeKey,
    apiVersion,
    generation: 1,
    uid: 'uid-cart',
    status: { parents },
    problems: [],
    controllerNames,
    awaits: [fleet],
    revision,
  };
}

interface Shown {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number;
}

/** `Programmed` of the Gateway and of its listener. */
function programmed(rig: StatusRig): string[] {
  const { conditions, listeners } = rig.status(gatewayKey) as {
    conditions: Shown[];
    listeners: { conditions: Shown[] }[];
  };
  return [conditions, ...listeners.map((each) => each.conditions)].map((list) => {
    const found = list.find(({ type }) => type === 'Programmed');
    return `${found?.status} ${found?.reason} ${found?.observedGeneration}: ${found?.message}`;
  });
}

async function led(options: { election?: boolean; reports?: boolean } = {}): Promise<StatusRig> {
  const rig = statusRig(options);
  if (options.election === true) await rig.lead(true);
  await rig.store('edge', undefined, { kind: 'Gateway' });
  await rig.store('cart', undefined, { kind: 'HTTPRoute' });
  return rig;
}

test('a new Gateway is pending at once, and programmed when all its Envoys have accepted; no write more', async (t) => {
  const rig = await led();
  await rig.send([gateway(5)]);
  t.deepEqual(programmed(rig), [
    'False Pending 1: Waiting for an Envoy: none is connected yet',
    'False Pending 1: Waiting for an Envoy: none is connected yet',
  ]);
  await rig.progress('gateway/shop/other', { revision: 9, count: 1 });
  await rig.progress(fleet, { revision: 5, count: 1 }, { revision: 4, count: 1 });
  t.is(programmed(rig)[0], 'False Pending 1: Waiting for Envoy: 1 of 2 Envoys accepted it so far');
  await rig.progress(fleet, { revision: 6, count: 1 }, { revision: 5, count: 1 });
  t.deepEqual(programmed(rig), [
    'True Programmed 1: Accepted by 2 of 2 Envoys',
    'True Programmed 1: Accepted by 2 of 2 Envoys',
  ]);
  t.is(rig.writes().length, 3);
});

test('Envoys that come and go later change nothing, nor does a change of something else', async (t) => {
  const rig = await led();
  await rig.progress(fleet, { revision: 5, count: 1 });
  await rig.send([gateway(5)]);
  t.is(programmed(rig)[0], 'True Programmed 1: Accepted by 1 of 1 Envoy');
  await rig.progress(fleet, { revision: 5, count: 1 }, { revision: 0, count: 3 });
  await rig.progress(fleet);
  t.is(rig.writes().length, 1);
  // The number of routes is written at once: it says nothing of Envoys.
  await rig.send([gateway(7, { attached: 3 })]);
  t.is(programmed(rig)[0], 'True Programmed 1: Accepted by 1 of 1 Envoy');
  t.is((rig.status(gatewayKey) as { listeners: { attachedRoutes: number }[] }).listeners[0]?.attachedRoutes, 3);
});

test('a changed Gateway is written once, when Envoys have accepted; if that takes long it says so', async (t) => {
  const rig = await led();
  await rig.progress(fleet, { revision: 5, count: 1 });
  await rig.send([gateway(5)]);
  await rig.send([gateway(8, { generation: 2 })]);
  t.is(rig.writes().length, 1);
  await rig.progress(fleet, { revision: 8, count: 1 });
  t.is(rig.writes().length, 2);
  t.is(programmed(rig)[0], 'True Programmed 2: Accepted by 1 of 1 Envoy');

  await rig.send([gateway(9, { generation: 3 })]);
  await rig.advance(500);
  t.is(programmed(rig)[0], 'False Pending 3: Waiting for Envoy: 0 of 1 Envoy accepted it so far');
});

test('a route is told when Envoys serve it, or after a while; without Envoys at once', async (t) => {
  const rig = await led();
  await rig.send([route(3)]);
  t.deepEqual(rig.writes(), [routeKey]);
  await rig.progress(fleet, { revision: 3, count: 1 });
  await rig.send([{ ...route(4), generation: 2, status: { parents: [] } }]);
  t.is(rig.writes().length, 1);
  await rig.progress(fleet, { revision: 4, count: 1 });
  t.is(rig.writes().length, 2);
  await rig.send([{ ...route(5), generation: 3 }]);
  t.is(rig.writes().length, 2);
  await rig.advance(6_000);
  // Who changes all the time does not wait for ever.
  await rig.send([{ ...route(6), generation: 4 }]);
  await rig.advance(4_000);
  t.is(rig.writes().length, 3);
  await rig.send([{ ...route(7), generation: 5, status: { parents: [] } }]);
  t.is(rig.writes().length, 4);
});

test('where other replicas may have the Envoys a Gateway does not stay pending', async (t) => {
  const rig = await led({ election: true });
  await rig.send([gateway(5)]);
  await rig.advance(9_000);
  t.regex(programmed(rig)[0]!, /^False Pending/);
  await rig.advance(1_000);
  t.is(
    programmed(rig)[0],
    'True Programmed 1: Ready for Envoys; none is connected to the replica of nuncio that says this',
  );
});

test('a new leader takes nothing back', async (t) => {
  const rig = await led({ election: true });
  await rig.progress(fleet, { revision: 5, count: 1 });
  await rig.send([gateway(5)]);
  await rig.lead(false);
  await rig.progress(fleet);
  await rig.send([gateway(9)]);
  await rig.lead(true);
  await rig.advance(60_000);
  t.is(programmed(rig)[0], 'True Programmed 1: Accepted by 1 of 1 Envoy');
  t.is(rig.writes().length, 1);
});

/** Another replica has so many Envoys, and they have accepted what it says in its revision 3 of the status. */
function told(status: StatusValue, count: number, revision = 3): Readonly<Record<string, ReplicaReport>> {
  return {
    [fleetKey(fleet)]: { fleet, envoys: [{ revision, count }] },
    [statedKey(status.object)]: { says: statusHash(status), revision: 3 },
  };
}

test('Envoys of other replicas are waited for, and count until their replica is gone', async (t) => {
  const rig = await led({ election: true, reports: true });
  await rig.advance(3_000);
  await rig.progress(fleet, { revision: 5, count: 1 });
  await rig.hear('b', told(gateway(5), 2, 2));
  await rig.send([gateway(5)]);
  t.is(programmed(rig)[0], 'False Pending 1: Waiting for Envoy: 1 of 3 Envoys accepted it so far');
  await rig.hear('b', told(gateway(5), 2));
  t.is(programmed(rig)[0], 'True Programmed 1: Accepted by 3 of 3 Envoys');

  // The other replica is behind: it says something else.
  await rig.send([gateway(6, { generation: 2 })]);
  await rig.progress(fleet, { revision: 6, count: 1 });
  await rig.advance(500);
  t.is(programmed(rig)[0], 'False Pending 2: Waiting for Envoy: 1 of 3 Envoys accepted it so far');
  await rig.hangUp('b');
  await rig.advance(4_000);
  t.regex(programmed(rig)[0]!, /1 of 3/);
  await rig.advance(2_000);
  t.is(programmed(rig)[0], 'True Programmed 2: Accepted by 1 of 1 Envoy');
});

test('a Gateway whose Envoys are all at another replica is not trusted, but known', async (t) => {
  const rig = await led({ election: true, reports: true });
  await rig.send([gateway(5)]);
  await rig.advance(20_000);
  t.is(programmed(rig)[0], 'False Pending 1: Waiting for an Envoy: none is connected yet');
  await rig.hear('b', told(gateway(5), 1));
  t.is(programmed(rig)[0], 'True Programmed 1: Accepted by 1 of 1 Envoy');
});

test('a new leader waits until others have had time to tell it', async (t) => {
  const rig = await led({ election: true, reports: true });
  await rig.progress(fleet, { revision: 5, count: 1 });
  await rig.send([gateway(5)]);
  await rig.advance(2_000);
  t.regex(programmed(rig)[0]!, /^False Pending/);
  await rig.hear('b', told(gateway(5), 1));
  await rig.advance(1_000);
  t.is(programmed(rig)[0], 'True Programmed 1: Accepted by 2 of 2 Envoys');
});

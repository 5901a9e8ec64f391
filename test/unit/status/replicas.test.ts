import test from 'ava';
import * as fc from 'fast-check';
import type { FleetProgress } from '../../../src/messages/envoy-reports.ts';
import type { RejectionValue } from '../../../src/messages/rejections.ts';
import type { StatusValue } from '../../../src/messages/statuses.ts';
import { acceptanceOf, mergeRejections, statusHash, type ReplicaProgress } from '../../../src/status/replicas.ts';

function replica(revision: number | null, fleets: Readonly<Record<string, FleetProgress['envoys']>>): ReplicaProgress {
  const of = (fleet: string): FleetProgress | undefined => {
    const envoys = fleets[fleet];
    return envoys && { fleet, envoys };
  };
  return { of, revision };
}

test('Envoys of all replicas count, each by the revisions of its own replica', (t) => {
  const here = replica(70, { '': [{ revision: 70, count: 2 }] });
  const there = replica(5, { '': [{ revision: 6, count: 1 }, { revision: 4, count: 1 }] }); // prettier-ignore
  t.deepEqual(acceptanceOf([''], [here, there]), { accepted: 3, connected: 4, done: false, absent: [] });
});

test('who says something else has Envoys that have not accepted it', (t) => {
  const here = replica(70, { '': [{ revision: 70, count: 1 }] });
  const behind = replica(null, { '': [{ revision: 99, count: 3 }] });
  t.deepEqual(acceptanceOf([''], [here, behind]), { accepted: 1, connected: 4, done: false, absent: [] });
});

test('a fleet that has an Envoy at another replica is not absent', (t) => {
  const here = replica(7, { 'gateway/a/b': [{ revision: 7, count: 1 }] });
  const there = replica(3, { '': [{ revision: 3, count: 1 }] });
  t.deepEqual(acceptanceOf(['', 'gateway/a/b'], [here, there]), { accepted: 2, connected: 2, done: true, absent: [] });
  t.deepEqual(acceptanceOf(['', 'gateway/a/b'], [here]), { accepted: 1, connected: 1, done: false, absent: [''] });
});

const status: StatusValue = {
  object: 'Gateway/a/b',
  apiVersion: 'gateway.networking.k8s.io/v1',
  generation: 3,
  uid: 'u',
  status: { conditions: [{ type: 'Accepted', status: 'True' }] },
  problems: [],
  awaits: [''],
  revision: 17,
};

test('the hash of a status is that of what it says, not of the revision', (t) => {
  t.is(statusHash(status), statusHash({ ...status, revision: 99 }));
  for (const other of [{ generation: 4 }, { uid: 'v' }, { status: {} }, { awaits: ['', 'x'] }])
    t.not(statusHash(status), statusHash({ ...status, ...other }), JSON.stringify(other));
});

const rejection: RejectionValue = {
  type: 'cluster',
  name: 'a',
  version: '1',
  message: 'no',
  by: 'client',
  nodes: ['envoy-b'],
  owners: ['HTTPProxy/x/y'],
  served: 'perClient',
};

test('what several replicas say of one version is one; the worst is what is served', (t) => {
  const there: RejectionValue = { ...rejection, nodes: ['envoy-a'], owners: ['HTTPProxy/x/z'], served: 'standIn' };
  t.deepEqual(mergeRejections([rejection, there]), [
    { ...rejection, nodes: ['envoy-a', 'envoy-b'], owners: ['HTTPProxy/x/y', 'HTTPProxy/x/z'], served: 'standIn' },
  ]);
  t.is(mergeRejections([rejection, { ...there, version: '2' }]).length, 2);
});

const anyRejection: fc.Arbitrary<RejectionValue> = fc.record({
  type: fc.constantFrom('cluster' as const, 'listener' as const),
  name: fc.constantFrom('a', 'b'),
  version: fc.constantFrom('1', '2'),
  message: fc.constantFrom('no', 'never'),
  by: fc.constantFrom('check' as const, 'client' as const),
  nodes: fc.subarray(['n1', 'n2', 'n3']),
  owners: fc.subarray(['K/a/1', 'K/a/2']),
  served: fc.constantFrom('lastGood' as const, 'standIn' as const, 'nothing' as const, 'perClient' as const),
});

test('the order of the replicas makes no difference, nor does it who is asked first', (t) => {
  fc.assert(
    fc.property(fc.array(anyRejection, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 8 }), (values, order) => {
      const shuffled = values
        .map((value, index) => [order[index] ?? 0, value] as const)
        .sort(([a], [b]) => a - b)
        .map(([, value]) => value);
      const normal = (list: readonly RejectionValue[]) =>
        list.map((each) => ({ ...each, nodes: each.nodes.toSorted(), owners: each.owners.toSorted() }));
      t.deepEqual(normal(mergeRejections(shuffled)), normal(mergeRejections(values)));
      t.deepEqual(normal(mergeRejections([...mergeRejections(values), ...values])), normal(mergeRejections(values)));
    }),
  );
});

// A change on trial, as laws: without a trial both stores are the same; during one `stable` is what it was, except for what
// goes to all; whatever happened, a promotion makes them the same again, and so does a rollback.
import test from 'ava';
import * as fc from 'fast-check';
import type { Batch, Cause } from '../../../../src/messages/edge.ts';
import type { EncodedResource, ResourceType } from '../../../../src/messages/resources.ts';
import { holdCauseKey } from '../../../../src/model/object.ts';
import { createCanary, errorsRose, type Canary } from '../../../../src/xds/stream/canary.ts';
import { createStore, type Store } from '../../../../src/xds/stream/store.ts';
import { cluster, resource, scope } from './harness.ts';

const edges = ['clusters', 'routes', 'endpoints', 'secrets'] as const;
const edgeOf: Partial<Record<ResourceType, (typeof edges)[number]>> = {
  cluster: 'clusters',
  scopedRoute: 'routes',
  endpoint: 'endpoints',
  secret: 'secrets',
};
const routing: Cause = { id: 'r', key: 'HTTPProxy/n/a', atMs: 0 };
const grant: Cause = { id: 'g', key: 'ReferenceGrant/n/a', atMs: 0 };
const rollback: Cause = { id: 'h', key: holdCauseKey('rollback'), atMs: 0 };

function createPair(): Canary {
  return createCanary(createStore(edges), createStore(edges));
}

function put(canary: Canary, value: EncodedResource, cause: Cause = routing): void {
  feed(canary, value.type, { upserts: [{ key: `${value.type}/${value.name}`, value, causes: [cause] }] });
}

function remove(canary: Canary, type: ResourceType, name: string, cause: Cause = routing): void {
  feed(canary, type, { removals: [{ key: `${type}/${name}`, causes: [cause] }] });
}

function feed(canary: Canary, type: ResourceType, part: Partial<Batch<EncodedResource>>): void {
  canary.take(edgeOf[type]!, batchOf(part), true);
}

function batchOf(part: Partial<Batch<EncodedResource>>): Batch<EncodedResource> {
  return { kind: 'batch', seq: 1, reset: false, synced: true, upserts: [], removals: [], sentAtMs: 0, ...part };
}

function seen(store: Store): Record<string, string> {
  const found: Record<string, string> = {};
  for (const type of Object.keys(edgeOf) as ResourceType[])
    for (const [name, { version, requires, frame }] of store.all(type))
      found[`${type}/${name}`] =
        `${version} ${requires.map(({ key }) => key).join()} ${Buffer.from(frame.slab.subarray(frame.valueStart, frame.end)).toString('hex')}`;
  return found;
}

const name = fc.constantFrom('a', 'b', 'c');
const content = fc.constantFrom('1', '2', '3');
const step = fc.oneof(
  fc.record({
    put: fc.tuple(
      fc.constantFrom('cluster', 'scopedRoute', 'endpoint', 'secret'),
      name,
      content,
      fc.subarray(['a', 'b', 'c']),
    ),
  }),
  fc.record({ remove: fc.tuple(fc.constantFrom('cluster', 'scopedRoute', 'endpoint', 'secret'), name) }),
  fc.constant('promote' as const),
  fc.constant('fail' as const),
);

/** As in the translators, the version of a scope tells the clusters that it needs. */
function make(type: string, of: string, version: string, clusters: readonly string[]): EncodedResource {
  if (type === 'cluster') return cluster(of, version);
  return type === 'scopedRoute'
    ? scope(of, [version, ...clusters].join('+'), clusters)
    : resource(type as ResourceType, of, version);
}

test('a promotion makes both the same; until then routes and clusters stay', (t) => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
      (steps, picks) => {
        const canary = createPair();
        for (const type of Object.keys(edgeOf) as ResourceType[]) feed(canary, type, { reset: true });
        if (canary.phase !== 'idle') t.fail('an empty start is no trial');
        let before = seen(canary.stable);
        for (const [index, each] of steps.entries()) {
          const cause = picks[index]! % 5 === 0 ? grant : routing;
          const wasIdle = canary.phase === 'idle';
          if (each === 'promote') canary.promote();
          else if (each === 'fail') canary.fail();
          else if ('put' in each) put(canary, make(...each.put), cause);
          else remove(canary, each.remove[0] as ResourceType, each.remove[1], cause);
          const [newest, stable] = [seen(canary.newest), seen(canary.stable)];
          if (canary.phase === 'idle') t.deepEqual(stable, newest);
          else if (cause === routing && !wasIdle && each !== 'promote') {
            const routes = (all: Record<string, string>): unknown =>
              Object.entries(all).filter(([key]) => key.startsWith('scopedRoute') || key.startsWith('cluster'));
            // What came back to what it was is no difference.
            t.deepEqual(routes(stable), routes(before));
          }
          for (const key of canary.onTrial) t.not(stable[key], newest[key]);
          before = stable;
        }
        canary.promote();
        t.is(canary.phase, 'idle');
        t.deepEqual(seen(canary.stable), seen(canary.newest));
        for (const type of Object.keys(edgeOf) as ResourceType[])
          t.is(canary.stable.setVersion(type), canary.newest.setVersion(type));
      },
    ),
    { numRuns: 300 },
  );
});

test('what a permission changes goes to all, with the clusters that it needs', (t) => {
  const canary = createPair();
  put(canary, cluster('old'));
  canary.promote();
  put(canary, cluster('new'));
  put(canary, scope('trial', '1', ['new']));
  t.deepEqual([...canary.onTrial], ['cluster/new', 'scopedRoute/trial']);
  put(canary, scope('granted', '1', ['new']), grant);
  t.deepEqual(Object.keys(seen(canary.stable)).sort(), ['cluster/new', 'cluster/old', 'scopedRoute/granted']);
  remove(canary, 'cluster', 'old', grant);
  t.false('cluster/old' in seen(canary.stable));
  t.deepEqual([...canary.onTrial], ['scopedRoute/trial']);
});

test('what goes along with a permission is taken away like everything else', (t) => {
  const canary = createPair();
  put(canary, cluster('old'));
  canary.promote();
  put(canary, cluster('new'));
  put(canary, scope('granted', '1', ['new']), grant);
  put(canary, scope('granted', '2', ['old']), grant);
  remove(canary, 'cluster', 'new', grant);
  t.deepEqual(Object.keys(seen(canary.stable)).sort(), ['cluster/old', 'scopedRoute/granted']);
  // Nor does it go with the edge of what needed it.
  put(canary, cluster('third'));
  put(canary, scope('granted', '3', ['third']), grant);
  feed(canary, 'scopedRoute', { reset: true });
  t.true('cluster/third' in seen(canary.stable));
});

test('a failed trial ends when the rollback has taken all of it back, and nobody else was served it', (t) => {
  const canary = createPair();
  put(canary, cluster('old'));
  put(canary, scope('a', '1', ['old']));
  canary.promote();
  put(canary, cluster('new'));
  put(canary, scope('a', '2', ['new']));
  remove(canary, 'cluster', 'old');
  const stable = seen(canary.stable);
  canary.fail();
  t.is(canary.phase, 'failed');
  put(canary, scope('a', '1', ['old']), rollback);
  t.is(canary.phase, 'settling');
  t.deepEqual(seen(canary.stable), stable);
  put(canary, cluster('old'), rollback);
  remove(canary, 'cluster', 'new', rollback);
  t.is(canary.phase, 'idle');
  t.deepEqual(seen(canary.stable), stable);
  t.deepEqual(seen(canary.newest), stable);
});

test('endpoints and secrets go to all, and what they lose stays as long as the trial', (t) => {
  const canary = createPair();
  put(canary, resource('endpoint', 'e', '1'));
  put(canary, resource('secret', 's', '1'));
  t.is(canary.phase, 'idle');
  put(canary, cluster('new'));
  put(canary, resource('endpoint', 'e', '2'));
  put(canary, resource('secret', 's', '2'));
  t.like(seen(canary.stable), {
    'endpoint/e': seen(canary.newest)['endpoint/e'],
    'secret/s': seen(canary.newest)['secret/s'],
  });
  remove(canary, 'endpoint', 'e');
  remove(canary, 'secret', 's');
  t.true('endpoint/e' in seen(canary.stable));
  t.true('secret/s' in seen(canary.stable));
  put(canary, resource('secret', 's', '2'));
  remove(canary, 'secret', 's', { ...grant, key: 'Secret/n/s' });
  t.false('secret/s' in seen(canary.stable), 'a Secret that is deleted is gone');
});

test('when errors have risen', (t) => {
  const count = (requests: number, errors: number) => ({ requests, errors });
  const limits = { rise: 0.05, minRequests: 10 };
  const rose = (before: [number, number], during: [number, number], others: [number, number]) =>
    errorsRose({ before: count(...before), during: count(...during), others: count(...others) }, limits);
  t.is(rose([100, 0], [9, 9], [0, 0]), undefined, 'too few');
  t.is(rose([100, 0], [10, 0], [0, 0]), false);
  t.is(rose([100, 0], [100, 5], [0, 0]), false);
  t.is(rose([100, 0], [100, 6], [0, 0]), true);
  t.is(rose([100, 50], [100, 52], [0, 0]), false, 'it was so before');
  t.is(rose([100, 0], [100, 52], [100, 50]), false, 'it is so everywhere');
});

// Versions that a client refuses before any has accepted them: what all others are served instead, and when that ends.
import test from 'ava';
import fc from 'fast-check';
import type { EncodedResource } from '../../../../src/messages/resources.ts';
import type { StoredResource } from '../../../../src/xds/stream/store.ts';
import { cluster, fedStore, listenerAt, resource, scope, testStream } from './harness.ts';

type Fed = ReturnType<typeof fedStore>;

const owned = (resource: EncodedResource, ...owners: readonly string[]): EncodedResource => ({ ...resource, owners });

function confirm({ store }: Fed, type: 'scopedRoute' | 'cluster', name: string): void {
  store.confirm(store.get(type, name)!);
}

const served = ({ store }: Fed): string => {
  const resource = store.get('scopedRoute', 's');
  return resource === undefined ? 'nothing' : resource.standIn ? 'stand-in' : resource.version;
};

test('the version that was accepted last is served to all, until there is a new one', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'));
  confirm(fed, 'scopedRoute', 's');
  fed.put(scope('s', '2'));
  t.is(served(fed), '2');
  t.is(fed.store.refuse('scopedRoute', 's', '2', 'no'), 'held');
  t.is(served(fed), '1');
  t.deepEqual(
    fed.store.takeChanges().map(({ name }) => name),
    ['s'],
  );
  t.like(fed.store.quarantined('scopedRoute').get('s'), { version: '2', message: 'no', by: 'client' });
  fed.put(scope('s', '3'));
  t.is(served(fed), '3');
  t.is(fed.store.quarantined('scopedRoute').size, 0);
  t.is(fed.store.refuse('scopedRoute', 's', '3', 'no'), 'held');
  t.is(served(fed), '1', 'the version before was accepted by nobody');
});

test('without an accepted version routes have a stand-in, clusters are left out', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'), cluster('c', '1'));
  fed.store.refuse('scopedRoute', 's', '1', 'no');
  fed.store.refuse('cluster', 'c', '1', 'no');
  t.is(served(fed), 'stand-in');
  t.is(fed.store.get('cluster', 'c'), undefined);
});

test('a client that asks for endpoints which another has refused gets none at once: its cluster must not wait', (t) => {
  const fed = fedStore();
  fed.put(resource('endpoint', 'c', '1'));
  fed.store.refuse('endpoint', 'c', '1', 'no');
  t.true(fed.store.get('endpoint', 'c')?.standIn);
  for (const protocol of ['delta', 'sotw'] as const) {
    const stream = testStream(protocol, null, fed);
    const [answer] = stream.subscribe('endpoint', ['c']);
    t.deepEqual(Object.keys(answer?.resources ?? {}), ['c'], protocol);
  }
});

test('what is left out is told at once to a client that asks for it by name', (t) => {
  const fed = fedStore();
  fed.put(resource('secret', 'c', '1'));
  fed.store.refuse('secret', 'c', '1', 'no');
  const [answer] = testStream('delta', null, fed).subscribe('secret', ['c']);
  t.deepEqual(answer?.removed, ['c']);
});

test('a version that some client has accepted is served on', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'));
  confirm(fed, 'scopedRoute', 's');
  fed.put(scope('s', '2'));
  const two = fed.store.get('scopedRoute', 's')!;
  fed.store.confirm(two);
  t.is(fed.store.refuse('scopedRoute', 's', '2', 'no'), 'accepted');
  t.is(served(fed), '2');
});

test('that one client has another listener at the address is no reason to keep it from the others', (t) => {
  const fed = fedStore();
  fed.put(listenerAt('a', 1), listenerAt('b', 2));
  const message =
    "Error adding/updating listener(s) a: 'a' has duplicate address '0.0.0.0:1' as existing listener\nb: bad\n";
  t.is(fed.store.refuse('listener', 'a', '1@1', message), 'accepted');
  t.is(fed.store.refuse('listener', 'b', '1@2', message), 'held');
  t.deepEqual([...fed.store.all('listener').keys()], ['a']);
});

test('who accepts later than another refuses ends the quarantine', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'));
  const one = fed.store.get('scopedRoute', 's')!;
  fed.store.refuse('scopedRoute', 's', '1', 'no');
  fed.store.takeChanges();
  fed.store.confirm(one);
  t.is(served(fed), '1');
  t.is(fed.store.takeChanges().length, 1);
});

test('what fails our own check is served to nobody from the start', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'));
  confirm(fed, 'scopedRoute', 's');
  fed.put({ ...scope('s', '2'), problem: 'must not' });
  t.is(served(fed), '1');
  t.like(fed.store.quarantined('scopedRoute').get('s'), { by: 'check', message: 'must not', served: 'lastGood' });
});

test('what was removed is gone, and comes back without its past', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'));
  confirm(fed, 'scopedRoute', 's');
  fed.put(scope('s', '2'));
  fed.store.refuse('scopedRoute', 's', '2', 'no');
  fed.remove('scopedRoute/s');
  t.is(served(fed), 'nothing');
  t.is(fed.store.quarantined('scopedRoute').size, 0);
  fed.put(scope('s', '2'));
  fed.store.refuse('scopedRoute', 's', '2', 'no');
  t.is(served(fed), 'stand-in', 'version 1 must not rise again');
});

test('who accepts late what was removed meanwhile does not bring it back', (t) => {
  const fed = fedStore();
  fed.put(scope('s', '1'));
  const one = fed.store.get('scopedRoute', 's')!;
  fed.remove('scopedRoute/s');
  fed.put(scope('s', '2'));
  fed.store.confirm(one);
  fed.store.refuse('scopedRoute', 's', '2', 'no');
  t.is(served(fed), 'stand-in');
});

test('a last good version goes when an object that made it is no longer part of the newest', (t) => {
  const fed = fedStore();
  fed.put(owned(scope('s', '1'), 'HTTPProxy/a/root', 'HTTPProxy/b/child'));
  confirm(fed, 'scopedRoute', 's');
  fed.put(owned(scope('s', '2'), 'HTTPProxy/a/root', 'HTTPProxy/b/child'));
  fed.store.refuse('scopedRoute', 's', '2', 'no');
  t.is(served(fed), '1');
  // The include of the child is withdrawn, and the rest is still refused.
  fed.put(owned(scope('s', '3'), 'HTTPProxy/a/root'));
  fed.store.refuse('scopedRoute', 's', '3', 'no');
  t.is(served(fed), 'stand-in');
});

test('a last good version whose cluster is gone is not served; when the cluster is back, it is', (t) => {
  const fed = fedStore();
  fed.put(cluster('a'), cluster('b'), scope('s', '1', ['a']));
  confirm(fed, 'scopedRoute', 's');
  fed.put(scope('s', '2', ['b']));
  fed.store.refuse('scopedRoute', 's', '2', 'no');
  t.is(served(fed), '1');
  const changes = fed.remove('cluster/a');
  t.true(changes.some(({ name }) => name === 's'));
  t.is(served(fed), 'stand-in');
  fed.put(cluster('a'));
  t.is(served(fed), '1');
});

test('a last good version whose part is gone is not served; when the part is back, it is', (t) => {
  const fed = fedStore();
  fed.put(scope('s /a'), { ...scope('s', '1'), requires: ['scopedRoute/s /a'] });
  confirm(fed, 'scopedRoute', 's');
  fed.put(scope('s', '2'));
  fed.store.refuse('scopedRoute', 's', '2', 'no');
  t.is(served(fed), '1');
  fed.remove('scopedRoute/s /a');
  t.is(served(fed), 'stand-in');
  fed.put(scope('s /a'));
  t.is(served(fed), '1');
});

test('ten thousand refusals in a row leave no more behind than one', (t) => {
  const fed = fedStore();
  fed.put(scope('s', 'good'));
  confirm(fed, 'scopedRoute', 's');
  for (let round = 0; round < 10_000; round++) {
    fed.put(scope('s', `v${round}`));
    fed.store.refuse('scopedRoute', 's', `v${round}`, 'no');
    fed.store.takeChanges();
  }
  t.is(served(fed), 'good');
  t.is(fed.store.quarantined('scopedRoute').size, 1);
  t.is(fed.store.all('scopedRoute').size, 1);
});

/** One event of a script about one scope. */
type Event =
  | { readonly kind: 'put'; readonly version: string; readonly owners: readonly string[]; readonly bad: boolean }
  | { readonly kind: 'remove' | 'refuse' }
  /** Of what was sent so many versions ago. */
  | { readonly kind: 'confirm'; readonly back: number };

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      version: fc.constantFrom('1', '2', '3', '4'),
      owners: fc.subarray(['HTTPProxy/a/a', 'HTTPProxy/b/b'], { minLength: 1 }),
      bad: fc.integer({ min: 0, max: 4 }).map((each) => each === 0),
    }),
    fc.constantFrom({ kind: 'remove' as const }, { kind: 'refuse' as const }, { kind: 'refuse' as const }),
    fc.record({ kind: fc.constant('confirm' as const), back: fc.integer({ min: 0, max: 2 }) }),
  ),
  { maxLength: 60, size: 'max' },
);

test('property: nothing is served that nobody accepted after a refusal, or that may not be used any more', (t) => {
  fc.assert(
    fc.property(events, (script) => {
      const fed = fedStore();
      const seen: StoredResource[] = [];
      let accepted = new Set<string>();
      let newest: { readonly version: string; readonly owners: readonly string[] } | null = null;
      for (const event of script) {
        switch (event.kind) {
          case 'put': {
            const { version, owners, bad } = event;
            fed.put({ ...owned(scope('s', version), ...owners), ...(bad && { problem: 'bad' }) });
            newest = { version, owners };
            break;
          }
          case 'remove':
            fed.remove('scopedRoute/s');
            newest = null;
            // A new life: who accepts late what was before it, accepts nothing.
            accepted = new Set();
            seen.length = 0;
            break;
          case 'refuse':
            if (newest !== null) fed.store.refuse('scopedRoute', 's', newest.version, 'no');
            break;
          case 'confirm': {
            const resource = seen.at(-1 - event.back);
            if (resource === undefined || resource.standIn) break;
            fed.store.confirm(resource);
            accepted.add(resource.version);
          }
        }
        const stored = fed.store.get('scopedRoute', 's');
        if (newest === null) {
          t.is(stored, undefined);
          continue;
        }
        if (stored === undefined) return t.fail('a scope has a stand-in at least');
        if (seen.at(-1) !== stored) seen.push(stored);
        const quarantine = fed.store.quarantined('scopedRoute').get('s');
        t.is(quarantine === undefined, stored.version === newest.version && stored.instead === null);
        if (quarantine === undefined || stored.standIn) continue;
        t.true(accepted.has(stored.version), 'some client has accepted it');
        t.true(
          stored.owners.every((owner) => newest?.owners.includes(owner)),
          'all that made it is still wanted',
        );
      }
      return undefined;
    }),
    { numRuns: 500 },
  );
});

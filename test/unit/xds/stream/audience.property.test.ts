// After any sequence of changes each audience sees what it would see from the start, and was told all that changed for it.
import test from 'ava';
import fc from 'fast-check';
import type { EncodedResource, ResourceType } from '../../../../src/messages/resources.ts';
import { createAudiences, type Audiences } from '../../../../src/xds/stream/audience.ts';
import { withUses } from '../../../../src/xds/resource.ts';
import { setVersionOf, type Store, type StreamStore } from '../../../../src/xds/stream/store.ts';
import { cluster, fedStore, resource } from './harness.ts';

const audiences = ['envoy', 'gateway/shop/web', 'gateway/shop/web2'];
const prefixes = ['ingress_http', 'gateway/shop/web/80', 'gateway/shop/web2/80', 'shared/shop/web/80', 'stats'];
const types: readonly ResourceType[] = ['listener', 'scopedRoute', 'cluster', 'secret'];
const clusters = ['a', 'b', 'c'];

const content = fc.constantFrom('1', '2');
const required = fc.subarray(clusters);
const change: fc.Arbitrary<{ readonly put: EncodedResource } | { readonly remove: readonly [ResourceType, string] }> =
  fc.oneof(
    fc
      .tuple(fc.constantFrom<ResourceType>('listener', 'scopedRoute'), fc.constantFrom(...prefixes), content, required)
      .map(([type, name, version, names]) => ({
        put: withUses(
          resource(type, name, version + names.join(''), names),
          names.map((secret) => `secret/${secret}`),
        ),
      })),
    fc
      .tuple(fc.constantFrom(...clusters), content)
      .map(([name, version]) => ({ put: resource('secret', name, version) })),
    fc.tuple(fc.constantFrom(...clusters), content).map(([name, version]) => ({ put: cluster(name, version) })),
    fc
      .tuple(fc.constantFrom<ResourceType>('listener', 'scopedRoute'), fc.constantFrom(...prefixes))
      .map((key) => ({ remove: key })),
    fc
      .tuple(fc.constantFrom<ResourceType>('cluster', 'secret'), fc.constantFrom(...clusters))
      .map((key) => ({ remove: key })),
  );

/** Type and name → version, by the rule as the documentation has it. */
function expected(store: Store, audience: string): Record<string, string> {
  const found: Record<string, string> = {};
  const isFleet = audience.startsWith('gateway/');
  for (const type of ['listener', 'scopedRoute'] as const) {
    for (const [name, { version, requires }] of store.all(type)) {
      const seen = isFleet
        ? name.startsWith(`${audience}/`) || (type === 'listener' && name === 'stats')
        : !name.startsWith('gateway/');
      if (!seen) continue;
      found[`${type} ${name}`] = version;
      for (const { name: needed } of requires) {
        for (const named of ['cluster', 'secret'] as const) {
          const stored = store.get(named, needed);
          if (stored !== undefined) found[`${named} ${needed}`] = stored.version;
        }
      }
    }
  }
  if (isFleet) return found;
  for (const type of ['cluster', 'secret'] as const) {
    for (const [name, { version }] of store.all(type)) found[`${type} ${name}`] = version;
  }
  return found;
}

function seenBy(store: StreamStore): Record<string, string> {
  const found: Record<string, string> = {};
  for (const type of types) for (const [name, { version }] of store.all(type)) found[`${type} ${name}`] = version;
  return found;
}

test('what audiences see and are told', (t) => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), (batches) => {
      const fed = fedStore();
      const kept: Audiences = createAudiences(fed.store);
      const stores = audiences.map((audience) => kept.storeFor(audience));
      const mirrors = audiences.map((): Record<string, string> => ({}));
      for (const batch of batches) {
        const changes = batch.flatMap((each) =>
          'put' in each ? fed.put(each.put) : fed.apply({ removals: [{ key: each.remove.join('/'), causes: [] }] }),
        );
        kept.changed(changes);
        for (const [index, store] of stores.entries()) {
          const mirror = mirrors[index]!;
          for (const { type, name } of kept.changesFor(store)) {
            const stored = store.get(type, name);
            if (stored === undefined) delete mirror[`${type} ${name}`];
            else mirror[`${type} ${name}`] = stored.version;
          }
          t.deepEqual(seenBy(store), mirror);
          t.deepEqual(seenBy(store), expected(fed.store, audiences[index]!));
          t.deepEqual(seenBy(createAudiences(fed.store).storeFor(audiences[index]!)), mirror);
          for (const type of types) t.is(store.setVersion(type), setVersionOf(store.all(type).values()));
        }
      }
    }),
    { numRuns: 60 },
  );
  t.pass();
});

test('a secret that only a chain of the fleet’s listener names is seen too', (t) => {
  const fed = fedStore();
  const line = JSON.stringify({ name: 'chain', owners: [], requires: [], uses: ['secret/a'] });
  fed.put(
    { ...resource('listener', 'gateway/shop/web/443'), parts: line },
    resource('secret', 'a'),
    resource('secret', 'b'),
  );
  const store = createAudiences(fed.store).storeFor('gateway/shop/web');
  t.deepEqual([...store.all('secret').keys()], ['a']);
  t.is(store.get('secret', 'b'), undefined);
});

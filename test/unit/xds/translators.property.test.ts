// Any way to a set of vertices gives the same resources as building them at once, byte for byte; what is published on
// the way adds up to them; and Envoy's own rules take every one of them.
import test from 'ava';
import * as fc from 'fast-check';
import type { Vertex } from '../../../src/dag/vertices.ts';
import { vertexKey } from '../../../src/dag/vertices.ts';
import type { EncodedResource } from '../../../src/messages/resources.ts';
import { createClusterTranslator } from '../../../src/xds/cluster.ts';
import { createListenerTranslator } from '../../../src/xds/listener-translator.ts';
import { createRouteTranslator } from '../../../src/xds/route-translator.ts';
import { createSecretTranslator } from '../../../src/xds/secret.ts';
import type { Translator } from '../../../src/xds/translator.ts';
import { violations } from './resource-json.ts';
import {
  cluster,
  filterChain,
  forward,
  listener,
  redirect,
  removal,
  respond,
  route,
  secret,
  upsert,
  virtualHost,
  weighted,
} from './vertex-fixtures.ts';

const clusterKeys = ['shop/web/80/1', 'shop/api/80/1', 'other/a-long-name-of-a-service-that-goes-on-and-on/8080/1'];
const action = fc.oneof(
  fc.constantFrom(...clusterKeys).map((key) => forward({ clusters: [weighted(key)] })),
  fc
    .uniqueArray(fc.constantFrom(...clusterKeys), { minLength: 2 })
    .map((keys) => forward({ clusters: keys.map((key) => weighted(key)) })),
  fc.constantFrom(200, 404).map((status) => respond('body', status)),
  fc.constant(redirect({ scheme: 'https' })),
);
const routes = fc.array(
  action.map((made) => route(made)),
  { maxLength: 3 },
);
const hosts = fc.constantFrom('a.test', 'b.test', '*.a.test', '*.b.test', '*');
const vertices: fc.Arbitrary<Vertex> = fc.oneof(
  fc.tuple(hosts, routes, fc.constantFrom('', 'c1', 'c2')).map(([host, list, chain]) => virtualHost(host, list, chain)),
  fc
    .tuple(fc.constantFrom('c1', 'c2'), fc.constantFrom(['a.test'], ['a.test', 'b.test'], ['*.b.test'], ['*']))
    .map(([id, names]) => filterChain(id, names)),
  fc.constantFrom('http' as const, 'https' as const).map((protocol) => listener(protocol)),
  fc
    .tuple(fc.constantFrom(...clusterKeys), fc.constantFrom('http1' as const, 'h2' as const))
    .map(([key, protocol]) => cluster({ key, protocol })),
  fc.tuple(fc.constantFrom('shop/c1', 'shop/c2'), fc.constantFrom('one', 'two')).map(([key, pem]) => secret(key, pem)),
);
const step = fc.record({ vertex: vertices, remove: fc.boolean(), publish: fc.boolean() });

function translators(mode: 'scoped' | 'single'): Translator[] {
  return [
    createListenerTranslator(mode),
    createRouteTranslator(mode),
    createClusterTranslator(),
    createSecretTranslator(),
  ];
}

function contents(resources: Iterable<readonly [string, EncodedResource]>): unknown {
  return [...resources]
    .map(([key, { version, bytes, requires }]) => [key, version, Buffer.from(bytes).toString('base64'), requires])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

for (const mode of ['scoped', 'single'] as const) {
  test(`${mode}: any order gives the same resources`, (t) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const changing = translators(mode);
        const wanted = new Map<string, Vertex>();
        const seen = new Map<string, EncodedResource>();
        for (const { vertex, remove, publish } of [
          ...steps,
          { vertex: listener('http'), remove: false, publish: true },
        ]) {
          if (remove) wanted.delete(vertexKey(vertex));
          else wanted.set(vertexKey(vertex), vertex);
          for (const translator of changing) {
            translator.apply(
              remove ? { upserts: [], removals: [removal(vertex)] } : { upserts: [upsert(vertex)], removals: [] },
            );
            if (!publish) continue;
            const { upserts, removals } = translator.publish();
            for (const { key, value } of upserts) {
              t.not(seen.get(key)?.version, value.version, 'only what differs is published');
              seen.set(key, value);
            }
            for (const { key } of removals) t.true(seen.delete(key), 'only what was there goes');
          }
        }
        const atOnce = translators(mode);
        for (const translator of atOnce) {
          translator.apply({
            upserts: [...wanted.values()].toReversed().map((vertex) => upsert(vertex)),
            removals: [],
          });
          translator.publish();
        }
        const expected = contents(atOnce.flatMap((translator) => [...translator.resources()]));
        t.deepEqual(contents(changing.flatMap((translator) => [...translator.resources()])), expected);
        t.deepEqual(contents(seen), expected);
        for (const resource of seen.values()) {
          const found = violations(resource);
          if (found.length > 0) t.fail(`${resource.type}/${resource.name}: ${JSON.stringify(found)}`);
        }
      }),
      { numRuns: 200 },
    );
  });
}

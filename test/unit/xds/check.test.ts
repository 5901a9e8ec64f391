// What breaks Envoy's rules never leaves the store, and its stand-in keeps them.
import test from 'ava';
import { cluster } from '../../../src/xds/cluster.ts';
import { scopedRoute } from '../../../src/xds/scoped-route.ts';
import { standInFor } from '../../../src/xds/stand-in.ts';
import { fedStore } from './stream/harness.ts';
import { violations } from './resource-json.ts';
import { cluster as clusterVertex, respond, route, virtualHost } from './vertex-fixtures.ts';

test('a good host and a good cluster have no problem', (t) => {
  t.is(scopedRoute(virtualHost('a.test', [route(respond('ok', 200))])).problem, undefined);
  t.is(cluster(clusterVertex({ key: 'shop/web/80/1' })).problem, undefined);
});

test('a host with a bad route is held back with the rule and the field, and answers 500 instead', (t) => {
  const bad = scopedRoute(virtualHost('a.test', [route(respond('ok', 200)), route(respond('no', 42))]));
  t.regex(
    bad.problem ?? '',
    /^routeConfiguration\.virtualHosts\[0\]\.routes\[1\]\.directResponse\.status must be .*42/,
  );
  const fed = fedStore();
  fed.put(bad);
  t.true(fed.store.get('scopedRoute', bad.name)?.standIn);
  fed.put(scopedRoute(virtualHost('a.test', [route(respond('ok', 200))])));
  t.false(fed.store.get('scopedRoute', bad.name)?.standIn);
});

test('a cluster that breaks a rule is left out', (t) => {
  const bad = cluster(clusterVertex({ key: 'shop/web/80/1', connectTimeoutMs: -1 }));
  t.regex(bad.problem ?? '', /connectTimeout/);
  const fed = fedStore();
  fed.put(bad);
  t.is(fed.store.get('cluster', bad.name), undefined);
});

test('stand-ins keep Envoy’s rules', (t) => {
  for (const type of ['scopedRoute', 'route', 'endpoint'] as const)
    t.deepEqual(violations(standInFor(type, 'ingress_http||a.test')!), []);
});

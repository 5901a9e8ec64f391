import test from 'ava';
import type { Vertex } from '../../../src/dag/vertices.ts';
import { createRouteTranslator } from '../../../src/xds/route-translator.ts';
import { toJson } from '../../../src/xds/proto/json.ts';
import { scopeWireName } from '../../../src/xds/names.ts';
import { touchScope } from '../../../src/xds/scope.ts';
import { scopedRoute } from '../../../src/xds/scoped-route.ts';
import type { Translator } from '../../../src/xds/translator.ts';
import { json, violations, type Fields } from './resource-json.ts';
import {
  filterChain,
  forward,
  listener,
  removal,
  respond,
  route,
  upsert,
  virtualHost,
  weighted,
} from './vertex-fixtures.ts';

function put(translator: Translator, ...vertices: readonly Vertex[]): Fields {
  translator.apply({ upserts: vertices.map((vertex) => upsert(vertex, vertex.key)), removals: [] });
  const { upserts } = translator.publish();
  return Object.fromEntries(upserts.map(({ key, value }) => [key, json(value)]));
}

/** Domains and, for each route, status or cluster, with `deeper` where a route is only for deeper hosts. */
function summary(routeConfiguration: Fields): unknown {
  return routeConfiguration.virtual_hosts.map(({ domains, routes }: Fields) => [
    domains.join(),
    ...routes.map(
      ({ match, direct_response: response, route: action }: Fields) =>
        `${response?.status ?? action.cluster}${match.headers === undefined ? '' : ' deeper'}`,
    ),
  ]);
}

test('scoped: the catch-all stays when wildcards cease to take any number of labels', (t) => {
  const translator = createRouteTranslator('scoped');
  const anyHost = virtualHost('*', [route(respond('any'))]);
  put(translator, { ...anyHost, anyDepth: true }, { ...virtualHost('*.example.com', []), anyDepth: true });
  const found = put(translator, anyHost, virtualHost('*.example.com', []));
  t.deepEqual(summary(found['scopedRoute/ingress_http||*']!.route_configuration), [['*', '200']]);
  t.deepEqual(
    [...translator.resources().keys()],
    ['scopedRoute/misdirected', 'scopedRoute/ingress_http||*', 'scopedRoute/ingress_http||*.example.com'],
  );
});

test('scoped: one scope a host, and the one for misdirected requests', (t) => {
  const translator = createRouteTranslator('scoped');
  const found = put(
    translator,
    virtualHost('a.test', [route(forward())]),
    virtualHost('*.b.test', [], 'c1'),
    listener('http'),
  );
  t.deepEqual(Object.keys(found), [
    'scopedRoute/misdirected',
    'scopedRoute/ingress_http||a.test',
    'scopedRoute/ingress_https|c1|*.b.test',
  ]);
  const { routes, ...host } = found['scopedRoute/ingress_http||a.test'].route_configuration.virtual_hosts[0];
  t.deepEqual(host, { name: 'a.test', domains: ['a.test'] });
  t.is(routes.length, 1);
  t.deepEqual(found['scopedRoute/ingress_http||a.test'], {
    name: scopeWireName('ingress_http||a.test'),
    key: { fragments: [{ string_key: 'ingress_http||a.test' }] },
    route_configuration: {
      name: 'ingress_http||a.test',
      ignore_port_in_host_matching: true,
      request_headers_to_remove: ['x-nuncio-scope'],
      typed_per_filter_config: {
        'nuncio.scope_fallback': { '@type': 'type.googleapis.com/envoy.config.route.v3.FilterConfig', disabled: true },
      },
      virtual_hosts: [{ ...host, routes }],
    },
  });
  t.is(found['scopedRoute/ingress_https|c1|*.b.test'].route_configuration.typed_per_filter_config, undefined);
  t.deepEqual(summary(found['scopedRoute/misdirected'].route_configuration), [['*', '421']]);
  for (const resource of translator.resources().values()) t.deepEqual(violations(resource), []);
});

test('scoped: a scope requires the clusters of its host, and bodies over 4096 bytes are allowed', (t) => {
  const translator = createRouteTranslator('scoped');
  const host = virtualHost('a.test', [
    route(forward({ clusters: [weighted('b/b/80/1'), weighted('a/a/80/1')] })),
    route(forward({ clusters: [weighted('b/b/80/1')] })),
    route(respond('x'.repeat(5_000))),
  ]);
  const found = put(translator, host);
  const resource = translator.resources().get('scopedRoute/ingress_http||a.test');
  t.deepEqual(resource?.requires, ['cluster/a/a/80/1', 'cluster/b/b/80/1']);
  t.is(found['scopedRoute/ingress_http||a.test'].route_configuration.max_direct_response_body_size_bytes, 5_000);
});

test('causes go along, once each; equal bytes say nothing', (t) => {
  const translator = createRouteTranslator('scoped');
  translator.publish();
  const host = virtualHost('a.test', [route(forward())]);
  translator.apply({ upserts: [upsert(host, 'one', 'two'), upsert(host, 'two', 'three')], removals: [] });
  t.deepEqual(
    translator.publish().upserts.map(({ causes }) => causes.map(({ id }) => id)),
    [['one', 'two', 'three']],
  );
  translator.apply({ upserts: [upsert({ ...host, routes: [...host.routes] }, 'four')], removals: [] });
  t.deepEqual(translator.publish(), { upserts: [], removals: [] });
  translator.apply({ upserts: [], removals: [removal(host, 'five')] });
  translator.apply({ upserts: [upsert(host, 'six')], removals: [] });
  t.deepEqual(translator.publish(), { upserts: [], removals: [] }, 'gone and back again');
  translator.apply({ upserts: [], removals: [removal(host, 'seven')] });
  t.deepEqual(
    translator.publish().removals.map(({ key, causes }) => [key, causes.map(({ id }) => id)]),
    [['scopedRoute/ingress_http||a.test', ['seven']]],
  );
});

test('single: hosts by name in one table per listener and chain', (t) => {
  const translator = createRouteTranslator('single');
  const found = put(
    translator,
    virtualHost('b.test', [route(respond('b', 201))]),
    virtualHost('a.test', [route(respond('a', 202))]),
    virtualHost('a.test', [route(respond('a', 203))], 'c1'),
    virtualHost('x.test', [route(respond('x', 204))], 'unknown'),
    listener('http'),
    listener('https'),
    filterChain('c1', ['a.test']),
    filterChain('any', ['*']),
  );
  t.deepEqual(Object.keys(found).sort(), ['route/ingress_http', 'route/ingress_https/any', 'route/ingress_https/c1']);
  t.deepEqual(summary(found['route/ingress_http']), [
    ['a.test', '202'],
    ['b.test', '201'],
  ]);
  t.true(found['route/ingress_http'].ignore_port_in_host_matching);
  t.deepEqual(summary(found['route/ingress_https/c1']), [
    ['a.test', '203'],
    ['*', '421'],
  ]);
  t.is(found['route/ingress_https/any'].virtual_hosts, undefined);
  for (const resource of translator.resources().values()) t.deepEqual(violations(resource), []);
});

test('single: a wildcard gives deeper hosts what the catch-all gives', (t) => {
  const translator = createRouteTranslator('single');
  const wildcard = virtualHost('*.b.test', [route(respond('b', 201))]);
  const catchAll = virtualHost('*', [route(respond('any', 203))]);
  const found = put(translator, listener('http'), wildcard);
  t.deepEqual(summary(found['route/ingress_http']), [['*.b.test', '404 deeper', '201']]);
  const [guard] = found['route/ingress_http'].virtual_hosts[0].routes[0].match.headers;
  t.deepEqual(guard, {
    name: ':authority',
    string_match: { safe_regex: { regex: '(?i)[^.:]+\\.b\\.test(:[0-9]+)?' } },
    invert_match: true,
  });

  t.deepEqual(summary(put(translator, catchAll)['route/ingress_http']), [
    ['*', '203'],
    ['*.b.test', '203 deeper', '404 deeper', '201'],
  ]);

  translator.apply({ upserts: [], removals: [removal(catchAll)] });
  const [back] = translator.publish().upserts;
  t.deepEqual(back && summary(json(back.value)), [['*.b.test', '404 deeper', '201']]);

  const onChain = put(translator, filterChain('c1', ['*.b.test']), virtualHost('*.b.test', [], 'c1'));
  t.deepEqual(summary(onChain['route/ingress_https/c1']), [
    ['*.b.test', '404 deeper'],
    ['*', '421'],
  ]);
});

test('single: a table goes with its listener or chain, and comes back with its hosts', (t) => {
  const translator = createRouteTranslator('single');
  const chain = filterChain('c1', ['a.test']);
  put(translator, chain, virtualHost('a.test', [route(respond('a', 203))], 'c1'));
  translator.apply({ upserts: [], removals: [removal(chain)] });
  t.deepEqual(
    translator.publish().removals.map(({ key }) => key),
    ['route/ingress_https/c1'],
  );
  t.deepEqual(summary(put(translator, chain)['route/ingress_https/c1']), [
    ['a.test', '203'],
    ['*', '421'],
  ]);
});

test('a touched scope differs in a name that means nothing', (t) => {
  const { name, bytes } = scopedRoute(virtualHost('a.test', [route(forward())]));
  const type = 'envoy.config.route.v3.ScopedRouteConfiguration';
  const before = toJson(type, bytes) as Fields;
  const after = toJson(type, touchScope(bytes, name, '7')) as Fields;
  t.is(after.route_configuration.name, 'ingress_http||a.test 7');
  t.deepEqual({ ...after, route_configuration: { ...after.route_configuration, name } }, before);
});

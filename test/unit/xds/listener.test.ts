import test from 'ava';
import type { Config } from '../../../src/model/config.ts';
import { createListenerTranslator } from '../../../src/xds/listener-translator.ts';
import { json, violations, type Fields } from './resource-json.ts';
import { filterChain, listener, removal, upsert } from './vertex-fixtures.ts';

function translate(
  vertices: readonly Parameters<typeof upsert>[0][],
  mode: Config['routeDiscovery'] = 'scoped',
): Fields {
  const translator = createListenerTranslator(mode);
  translator.apply({ upserts: vertices.map((vertex) => upsert(vertex)), removals: [] });
  const { upserts } = translator.publish();
  return Object.fromEntries(upserts.map(({ key, value }) => [key, json(value)]));
}

const managerOf = (chain: Fields): Fields => chain.filters[0].typed_config;

test('an http listener is there without hosts', (t) => {
  const { 'listener/ingress_http': found } = translate([listener('http')]);
  t.like(found, { name: 'ingress_http', address: { socket_address: { address: '0.0.0.0', port_value: 8080 } } });
  t.is(found.filter_chains.length, 1);
  t.is(found.listener_filters, undefined);
  t.deepEqual(
    found.socket_options.map(({ name, int_value: value }: Fields) => [name, value]),
    [
      ['9', '1'],
      ['4', '45'],
      ['5', '5'],
      ['6', '9'],
    ],
  );
  const manager = managerOf(found.filter_chains[0]);
  t.like(manager, {
    stat_prefix: 'ingress_http',
    use_remote_address: true,
    normalize_path: true,
    merge_slashes: true,
    preserve_external_request_id: true,
    strip_trailing_host_dot: true,
    http_protocol_options: { accept_http_10: true, default_host_for_http_10: 'no-host.invalid' },
  });
  t.is(manager.scoped_routes.name, 'nuncio');
  const filters = manager.http_filters.map(({ name }: Fields) => name);
  t.is(filters[0], 'nuncio.scope_fallback');
  t.is(filters.at(-1), 'envoy.filters.http.router');
  t.deepEqual(
    manager.early_header_mutation_extensions[0].typed_config.mutations.map(({ append }: Fields) => append),
    [
      {
        header: { key: 'x-nuncio-scope', value: 'ingress_http||%REQ(:AUTHORITY)%' },
        append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
      },
      { header: { key: 'x-request-start', value: 't=%START_TIME(%s.%3f)%' } },
    ],
  );
});

test('an address of all families', (t) => {
  const { 'listener/ingress_http': found } = translate([listener('http', { address: '::' })]);
  t.deepEqual(found.address, { socket_address: { address: '::', port_value: 8080, ipv4_compat: true } });
});

test('single mode: one route configuration, no scopes, no filter that looks for them', (t) => {
  const found = translate([listener('http'), listener('https'), filterChain('c1', ['a.test'])], 'single');
  const plain = managerOf(found['listener/ingress_http'].filter_chains[0]);
  t.is(plain.rds.route_config_name, 'ingress_http');
  const filters = plain.http_filters.map(({ name }: Fields) => name);
  t.false(filters.includes('nuncio.scope_fallback'));
  t.is(filters.at(-1), 'envoy.filters.http.router');
  const chain = managerOf(found['listener/ingress_https'].filter_chains[0]);
  t.is(chain.rds.route_config_name, 'ingress_https/c1');
});

test('scoped mode: chains name the connection manager that they share', (t) => {
  const found = translate([listener('https'), filterChain('c1', ['a.test']), filterChain('c2', ['*'])]);
  const adsSource = { ads: {}, resource_api_version: 'V3' };
  const managerType =
    'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
  t.deepEqual(
    found['listener/ingress_https'].filter_chains.map((chain: Fields) => chain.filters),
    ['ingress_https', 'ingress_https/any-name'].map((name) => [
      { name, config_discovery: { config_source: adsSource, type_urls: [managerType] } },
    ]),
  );
  const shared = found['extension/ingress_https'].typed_config;
  t.is(shared.stat_prefix, 'ingress_https');
  t.deepEqual(shared.early_header_mutation_extensions[0].typed_config.mutations[0].append.header, {
    key: 'x-nuncio-scope',
    value: 'ingress_https|%FILTER_CHAIN_NAME%|%REQ(:AUTHORITY)%',
  });
  const lastTry = (name: string): string =>
    found[`extension/${name}`].typed_config.http_filters[0].typed_config.default_filter_chain.filters.find(
      (filter: Fields) => filter.name === 'catch_all',
    ).typed_config.mutations.request_mutations[0].append.header.value;
  t.true(lastTry('ingress_https').endsWith(' : "misdirected")%'));
  t.true(lastTry('ingress_https/any-name').endsWith(' : "ingress_https|" + xds.filter_chain_name + "|" + "*")%'));
});

test('an https listener and what its chains share are there while it has a chain', (t) => {
  const translator = createListenerTranslator('scoped');
  const chain = filterChain('c1', ['a.test', 'b.test']);
  translator.apply({ upserts: [upsert(listener('https'))], removals: [] });
  t.deepEqual(translator.publish(), { upserts: [], removals: [] });
  translator.apply({ upserts: [upsert(chain, 'added')], removals: [] });
  const { upserts } = translator.publish();
  t.deepEqual(
    upserts.map(({ key, causes }) => [key, causes.map(({ id }) => id)]),
    ['listener/ingress_https', 'extension/ingress_https/any-name', 'extension/ingress_https'].map((key) => [
      key,
      ['added'],
    ]),
  );
  for (const { value } of upserts) t.deepEqual(violations(value), []);
  const [{ value }] = upserts as [(typeof upserts)[number]];
  t.deepEqual(value.requires, []);
  const found = json(value);
  t.deepEqual(
    found.listener_filters.map(({ name }: Fields) => name),
    ['envoy.filters.listener.tls_inspector'],
  );
  const [envoyChain] = found.filter_chains;
  t.deepEqual(envoyChain.filter_chain_match, { server_names: ['a.test', 'b.test'] });
  t.is(envoyChain.name, 'c1');
  t.deepEqual(envoyChain.transport_socket.typed_config.common_tls_context, {
    tls_certificate_sds_secret_configs: [{ name: 'shop/c1', sds_config: { ads: {}, resource_api_version: 'V3' } }],
    alpn_protocols: ['h2', 'http/1.1'],
  });
  translator.apply({ upserts: [upsert({ ...chain, minimumTlsVersion: '1.3' })], removals: [] });
  const [strict] = translator.publish().upserts;
  t.deepEqual(
    strict && json(strict.value).filter_chains[0].transport_socket.typed_config.common_tls_context.tls_params,
    { tls_minimum_protocol_version: 'TLSv1_3', tls_maximum_protocol_version: 'TLSv1_3' },
  );
  translator.apply({ upserts: [], removals: [removal(chain, 'gone')] });
  t.deepEqual(
    translator.publish().removals.map(({ key, causes }) => [key, causes[0]?.id]),
    ['listener/ingress_https', 'extension/ingress_https/any-name', 'extension/ingress_https'].map((key) => [
      key,
      'gone',
    ]),
  );
});

test('a chain for any name matches all of TLS', (t) => {
  const found = translate([listener('https'), filterChain('any', ['*']), filterChain('one', ['a.test'])]);
  const [any, one] = found['listener/ingress_https'].filter_chains;
  t.deepEqual(any.filter_chain_match, { transport_protocol: 'tls' });
  t.deepEqual(one.filter_chain_match, { server_names: ['a.test'] });
});

test('no two chains claim one server name', (t) => {
  const translator = createListenerTranslator('scoped');
  const names = (): unknown => {
    const found = translator.resources().get('listener/ingress_https');
    return (
      found && json(found).filter_chains.map((chain: Fields) => [chain.name, chain.filter_chain_match.server_names])
    );
  };
  const second = filterChain('c2', ['a.test', 'b.test']);
  translator.apply({ upserts: [upsert(listener('https')), upsert(second)], removals: [] });
  translator.publish();
  translator.apply({
    upserts: [upsert(filterChain('c1', ['a.test'])), upsert(filterChain('c3', ['b.test']))],
    removals: [],
  });
  translator.publish();
  t.deepEqual(names(), [
    ['c1', ['a.test']],
    ['c2', ['b.test']],
  ]);
  translator.apply({ upserts: [], removals: [removal(second)] });
  translator.publish();
  t.deepEqual(names(), [
    ['c1', ['a.test']],
    ['c3', ['b.test']],
  ]);
});

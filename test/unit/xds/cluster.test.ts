import test from 'ava';
import { cluster as clusterResource } from '../../../src/xds/cluster.ts';
import { json, violations, type Fields } from './resource-json.ts';
import { cluster } from './vertex-fixtures.ts';

const plain = {
  name: 'shop/web/80/da39a3ee5e',
  alt_stat_name: 'shop_web_80',
  type: 'EDS',
  eds_cluster_config: { eds_config: { ads: {}, resource_api_version: 'V3' }, service_name: 'shop/web/http' },
  connect_timeout: '2s',
  common_lb_config: { healthy_panic_threshold: {} },
};

const options = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';
const tls = {
  name: 'envoy.transport_sockets.tls',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext',
    common_tls_context: {
      tls_params: { tls_minimum_protocol_version: 'TLSv1_2', tls_maximum_protocol_version: 'TLSv1_3' },
    },
  },
};

const rows: readonly [title: string, vertex: Parameters<typeof cluster>[0], expected: Fields][] = [
  ['EDS on the same stream', {}, plain],
  [
    'an ExternalName Service by DNS',
    { target: { kind: 'dns', host: 'api.example.net', port: 8443 } },
    {
      ...plain,
      type: 'STRICT_DNS',
      eds_cluster_config: undefined,
      load_assignment: {
        cluster_name: 'shop/web/80/da39a3ee5e',
        endpoints: [
          {
            lb_endpoints: [
              { endpoint: { address: { socket_address: { address: 'api.example.net', port_value: 8443 } } } },
            ],
          },
        ],
      },
    },
  ],
  [
    'h2c',
    { protocol: 'h2c' },
    {
      ...plain,
      typed_extension_protocol_options: {
        [options]: {
          '@type': `type.googleapis.com/${options}`,
          explicit_http_config: { http2_protocol_options: {} },
        },
      },
    },
  ],
  [
    'idle connections of HTTP/1.1',
    { idleConnectionTimeoutMs: 1_500 },
    {
      ...plain,
      typed_extension_protocol_options: {
        [options]: {
          '@type': `type.googleapis.com/${options}`,
          common_http_protocol_options: { idle_timeout: '1.500s' },
          explicit_http_config: { http_protocol_options: {} },
        },
      },
    },
  ],
  [
    'TLS with a server name',
    { protocol: 'tls', sni: 'api.example.net' },
    {
      ...plain,
      transport_socket: { ...tls, typed_config: { ...tls.typed_config, sni: 'api.example.net' } },
    },
  ],
  [
    'h2: TLS that agrees on HTTP/2',
    { protocol: 'h2' },
    {
      ...plain,
      typed_extension_protocol_options: {
        [options]: {
          '@type': `type.googleapis.com/${options}`,
          explicit_http_config: { http2_protocol_options: {} },
        },
      },
      transport_socket: {
        ...tls,
        typed_config: {
          ...tls.typed_config,
          common_tls_context: { ...tls.typed_config.common_tls_context, alpn_protocols: ['h2'] },
        },
      },
    },
  ],
  ['least request', { loadBalancer: 'leastRequest' }, { ...plain, lb_policy: 'LEAST_REQUEST' }],
  ['random', { loadBalancer: 'random' }, { ...plain, lb_policy: 'RANDOM' }],
  [
    'circuit breakers',
    { circuitBreakers: { maxConnections: 10, maxRetries: 0, perHostMaxConnections: 5 } },
    {
      ...plain,
      circuit_breakers: {
        thresholds: [{ max_connections: 10, max_retries: 0, track_remaining: true }],
        per_host_thresholds: [{ max_connections: 5, track_remaining: true }],
      },
    },
  ],
];

for (const [title, vertex, expected] of rows) {
  test(title, (t) => {
    const resource = clusterResource(cluster(vertex));
    t.deepEqual(json(resource), JSON.parse(JSON.stringify(expected)));
    t.deepEqual(violations(resource), []);
    t.is(resource.name, expected.name);
    t.deepEqual(resource.requires, []);
  });
}

import test from 'ava';
import type { Route } from '../../../src/dag/vertices.ts';
import { encode } from '../../../src/xds/proto/codec.ts';
import { toJson } from '../../../src/xds/proto/json.ts';
import { validateMessage } from '../../../src/xds/proto/validate.ts';
import { largestBodyBytes, requiredClusters, routeMessage } from '../../../src/xds/route.ts';
import type { Fields } from './resource-json.ts';
import { forward, nothing, redirect, respond, route, weighted } from './vertex-fixtures.ts';

const metadata = {
  filter_metadata: {
    'envoy.access_loggers.file': {
      'io.projectcontour.kind': 'HTTPProxy',
      'io.projectcontour.namespace': 'shop',
      'io.projectcontour.name': 'web',
    },
  },
};
const match = { prefix: '/' };
const cluster = 'shop/web/80/da39a3ee5e';
const hello = { status: 200, body: { inline_string: 'hello' } };
const anyPath = { headers: [], queryParameters: [] };

const headerMatch = {
  name: 'x-a',
  kind: 'exact',
  value: 'v',
  invert: false,
  ignoreCase: false,
  treatMissingAsEmpty: false,
} as const;
const queryMatch = { name: 'q', kind: 'exact', value: 'v', ignoreCase: false } as const;

const rows: readonly [title: string, vertex: Route, expected: Fields][] = [
  ['one cluster', route(forward()), { match, route: { cluster } }],
  [
    'exact path',
    route(forward(), { path: { kind: 'exact', value: '/a' } }),
    { match: { path: '/a' }, route: { cluster } },
  ],
  [
    'prefix of segments',
    route(forward(), { path: { kind: 'segmentPrefix', value: '/a' } }),
    { match: { path_separated_prefix: '/a' }, route: { cluster } },
  ],
  [
    'prefix of no segment',
    route(forward(), { path: { kind: 'segmentPrefix', value: '/' } }),
    { match, route: { cluster } },
  ],
  [
    'regex path',
    route(forward(), { path: { kind: 'regex', value: '/a/[0-9]+' } }),
    { match: { safe_regex: { regex: '/a/[0-9]+' } }, route: { cluster } },
  ],
  [
    'headers',
    route(forward(), {
      ...anyPath,
      headers: [
        { ...headerMatch, kind: 'present', value: '' },
        { ...headerMatch, invert: true, treatMissingAsEmpty: true },
        { ...headerMatch, kind: 'contains', ignoreCase: true },
        { ...headerMatch, kind: 'regex', value: 'v+' },
        { ...headerMatch, kind: 'regex', value: 'v+', ignoreCase: true },
      ],
    }),
    {
      match: {
        ...match,
        headers: [
          { name: 'x-a', present_match: true },
          { name: 'x-a', string_match: { exact: 'v' }, invert_match: true, treat_missing_header_as_empty: true },
          { name: 'x-a', string_match: { contains: 'v', ignore_case: true } },
          { name: 'x-a', string_match: { safe_regex: { regex: 'v+' } } },
          { name: 'x-a', string_match: { safe_regex: { regex: '(?i)v+' } } },
        ],
      },
      route: { cluster },
    },
  ],
  [
    'query parameters',
    route(forward(), {
      ...anyPath,
      queryParameters: [
        { ...queryMatch, kind: 'present', value: '' },
        queryMatch,
        { ...queryMatch, kind: 'prefix', ignoreCase: true },
        { ...queryMatch, kind: 'suffix' },
        { ...queryMatch, kind: 'contains' },
        { ...queryMatch, kind: 'regex', value: 'v+' },
      ],
    }),
    {
      match: {
        ...match,
        query_parameters: [
          { name: 'q', present_match: true },
          { name: 'q', string_match: { exact: 'v' } },
          { name: 'q', string_match: { prefix: 'v', ignore_case: true } },
          { name: 'q', string_match: { suffix: 'v' } },
          { name: 'q', string_match: { contains: 'v' } },
          { name: 'q', string_match: { safe_regex: { regex: 'v+' } } },
        ],
      },
      route: { cluster },
    },
  ],
  [
    'several clusters, by name and weight',
    route(
      forward({
        clusters: [weighted('b/b/80/1', { weight: 3 }), weighted('a/a/80/1', { weight: 9 }), weighted('b/b/80/1')],
      }),
    ),
    {
      match,
      route: {
        weighted_clusters: {
          clusters: [
            { name: 'a/a/80/1', weight: 9 },
            { name: 'b/b/80/1', weight: 1 },
            { name: 'b/b/80/1', weight: 3 },
          ],
        },
      },
    },
  ],
  [
    'headers of a cluster',
    route(
      forward({
        clusters: [
          weighted(cluster, {
            requestHeaders: {
              set: [{ name: 'x-set', value: '1' }],
              add: [{ name: 'x-add', value: '2' }],
              remove: ['x-gone'],
            },
            responseHeaders: { ...nothing, set: [{ name: 'x-empty', value: '' }] },
            hostRewrite: 'api.example.net',
          }),
        ],
      }),
    ),
    {
      match,
      route: {
        weighted_clusters: {
          clusters: [
            {
              name: cluster,
              weight: 1,
              request_headers_to_add: [
                { header: { key: 'x-set', value: '1' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' },
                { header: { key: 'x-add', value: '2' } },
              ],
              request_headers_to_remove: ['x-gone'],
              response_headers_to_add: [
                { header: { key: 'x-empty' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD', keep_empty_value: true },
              ],
              host_rewrite_literal: 'api.example.net',
            },
          ],
        },
      },
    },
  ],
  [
    'headers of a route',
    route(forward(), {
      requestHeaders: { ...nothing, remove: ['x-gone'] },
      responseHeaders: { ...nothing, add: [{ name: 'x-add', value: '%REQ(X-Id)%' }] },
    }),
    {
      match,
      route: { cluster },
      request_headers_to_remove: ['x-gone'],
      response_headers_to_add: [{ header: { key: 'x-add', value: '%REQ(X-Id)%' } }],
    },
  ],
  [
    'rewrites',
    route(forward({ prefixRewrite: '/v2/', hostRewrite: { kind: 'header', value: 'x-host' } })),
    { match, route: { cluster, prefix_rewrite: '/v2/', host_rewrite_header: 'x-host' } },
  ],
  [
    'regex rewrite, literal host',
    route(
      forward({
        regexRewrite: { pattern: '^/a/(.*)$', substitution: '/b/\\1' },
        hostRewrite: { kind: 'literal', value: 'h.test' },
      }),
    ),
    {
      match,
      route: {
        cluster,
        regex_rewrite: { pattern: { regex: '^/a/(.*)$' }, substitution: '/b/\\1' },
        host_rewrite_literal: 'h.test',
      },
    },
  ],
  [
    'timeouts: 0 is none, not the default',
    route(forward({ timeoutMs: 0, idleTimeoutMs: 2_500 })),
    { match, route: { cluster, timeout: '0s', idle_timeout: '2.500s' } },
  ],
  [
    'retries',
    route(
      forward({
        retry: { retryOn: ['5xx', 'reset'], numRetries: 0, perTryTimeoutMs: 100, retriableStatusCodes: [503] },
      }),
    ),
    {
      match,
      route: {
        cluster,
        retry_policy: {
          retry_on: '5xx,reset',
          num_retries: 0,
          per_try_timeout: '0.100s',
          retriable_status_codes: [503],
        },
      },
    },
  ],
  [
    'mirrors',
    route(
      forward({
        mirrors: [
          { cluster: 'm/m/80/1', percent: 100 },
          { cluster: 'm/n/80/1', percent: 0.5 },
        ],
      }),
    ),
    {
      match,
      route: {
        cluster,
        request_mirror_policies: [
          { cluster: 'm/m/80/1', runtime_fraction: { default_value: { numerator: 100 } } },
          { cluster: 'm/n/80/1', runtime_fraction: { default_value: { numerator: 5000, denominator: 'MILLION' } } },
        ],
      },
    },
  ],
  [
    'WebSocket',
    route(forward({ websocket: true })),
    { match, route: { cluster, upgrade_configs: [{ upgrade_type: 'websocket' }] } },
  ],
  ['redirect to https', route(redirect({ scheme: 'https' })), { match, redirect: { scheme_redirect: 'https' } }],
  [
    'redirect elsewhere',
    route(redirect({ host: 'h.test', port: 8443, path: '/new', statusCode: 308 })),
    {
      match,
      redirect: {
        host_redirect: 'h.test',
        port_redirect: 8443,
        path_redirect: '/new',
        response_code: 'PERMANENT_REDIRECT',
      },
    },
  ],
  [
    'redirect of a prefix',
    route(redirect({ prefix: '/new', statusCode: 302 })),
    { match, redirect: { prefix_rewrite: '/new', response_code: 'FOUND' } },
  ],
  ['direct response', route(respond('hello')), { match, direct_response: hello }],
  ['direct response without a body', route(respond('', 404)), { match, direct_response: { status: 404 } }],
];

for (const [title, vertex, expected] of rows) {
  test(title, (t) => {
    const message = routeMessage(vertex, { routesTellOrigin: true });
    const bytes = encode('envoy.config.route.v3.Route', message);
    t.deepEqual(toJson('envoy.config.route.v3.Route', bytes), { ...expected, metadata });
    t.deepEqual(validateMessage('envoy.config.route.v3.Route', message), []);
  });
}

test('a route tells its object only where the access log asks', (t) => {
  t.is(routeMessage(route(forward())).metadata, undefined);
});

test('routes require the clusters that they forward and mirror to', (t) => {
  const routes = [
    route(
      forward({
        clusters: [weighted('b/b/80/1'), weighted('a/a/80/1')],
        mirrors: [{ cluster: 'm/m/80/1', percent: 100 }],
      }),
    ),
    route(redirect()),
  ];
  t.deepEqual(requiredClusters(routes), ['cluster/b/b/80/1', 'cluster/a/a/80/1', 'cluster/m/m/80/1']);
});

test('the largest body is counted in bytes', (t) => {
  t.is(largestBodyBytes([route(respond('äöü')), route(respond('ab')), route(forward())]), 6);
});

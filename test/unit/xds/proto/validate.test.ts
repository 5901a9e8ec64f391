// Envoy's validation rules: a table of small cases, and the corpus whose verdicts Envoy's Go validators gave.
import test from 'ava';
import { RE2JS } from 're2js';
import { any } from '../../../../src/xds/proto/codec.ts';
import type { Message, TypeName } from '../../../../src/xds/proto/descriptor.ts';
import rules from '../../../../src/xds/proto/generated/rules.json' with { type: 'json' };
import { compileChecks, messagesWithRules, validateMessage } from '../../../../src/xds/proto/validate.ts';
import { duration, wrap } from '../../../../src/xds/proto/values.ts';

const route: Message<'envoy.config.route.v3.Route'> = { match: { prefix: '/' }, route: { cluster: 'a' } };

function rejects<N extends TypeName>(title: string, name: N, message: Message<N>, ...expected: string[]) {
  test(`${name.split('.').at(-1)}: ${title}`, (t) => {
    t.deepEqual(
      validateMessage(name, message).map(({ path, message: text }) => `${path}: ${text}`),
      expected,
    );
  });
}

rejects('valid', 'envoy.config.route.v3.Route', route);
rejects(
  'match and action missing',
  'envoy.config.route.v3.Route',
  {},
  'match: is required',
  'action: one of route, redirect, directResponse, filterAction, nonForwardingAction is required',
);
rejects(
  'paths of nested fields',
  'envoy.config.route.v3.RouteConfiguration',
  {
    virtualHosts: [{ name: 'v', domains: ['*'], routes: [route, { ...route, match: { prefix: '/', headers: [{}] } }] }],
  },
  'virtualHosts[0].routes[1].match.headers[0].name: must have at least 1 characters, found 0',
);
rejects(
  'no domain',
  'envoy.config.route.v3.VirtualHost',
  { name: 'v', domains: [] },
  'domains: must have at least 1 items, found 0',
);
rejects(
  'a header value with a line break',
  'envoy.config.route.v3.Route',
  { ...route, requestHeadersToAdd: [{ header: { key: 'a\n', value: 'b' } }] },
  'requestHeadersToAdd[0].header.key: must hold no NUL, CR or LF, found "a\\n"',
);
rejects(
  'pattern',
  'envoy.config.route.v3.RouteMatch',
  { pathSeparatedPrefix: '/a/' },
  'pathSeparatedPrefix: must match ^[^?#]+[^?#/]$, found "/a/"',
);
rejects(
  'a duration must be positive, absent is fine',
  'envoy.config.cluster.v3.Cluster',
  { name: 'c', connectTimeout: duration(0) },
  'connectTimeout: must be greater than 0s, found 0s',
);
rejects('duration absent', 'envoy.config.cluster.v3.Cluster', { name: 'c' });
rejects(
  'an unknown enum number',
  'envoy.config.cluster.v3.Cluster',
  { name: 'c', dnsLookupFamily: 9 as 0 },
  'dnsLookupFamily: must be one of AUTO, V4_ONLY, V6_ONLY, V4_PREFERRED, ALL, found 9',
);
rejects(
  'a wrapper holding its default is checked',
  'envoy.config.core.v3.Http2ProtocolOptions',
  { maxConcurrentStreams: wrap(0) },
  'maxConcurrentStreams: must be at least 1, found 0',
);
rejects(
  'numbers',
  'envoy.config.core.v3.SocketAddress',
  { address: '', portValue: 65536 },
  'address: must have at least 1 characters, found 0',
  'portValue: must be at most 65535, found 65536',
);
rejects(
  'the inside of an Any',
  'envoy.config.listener.v3.Filter',
  {
    name: 'x',
    typedConfig: any('envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy', { statPrefix: '' }),
  },
  'typedConfig.statPrefix: must have at least 1 characters, found 0',
  'typedConfig.clusterSpecifier: one of cluster, weightedClusters is required',
);
rejects('an Any of an unknown type passes', 'envoy.config.listener.v3.Filter', {
  name: 'x',
  typedConfig: { typeUrl: 'type.googleapis.com/acme.Nobody', value: Uint8Array.of(255) },
});
rejects(
  'a map key',
  'envoy.config.core.v3.Metadata',
  { filterMetadata: { '': {} } },
  'filterMetadata[""]: must have at least 1 characters, found 0',
);
rejects('an enum value that is refused when absent', 'envoy.type.v3.HttpStatus', {}, 'code: must not be Empty');
rejects('const in a oneof', 'envoy.config.rbac.v3.Principal', { any: false }, 'any: must be true, found false');
rejects(
  'unique',
  'envoy.config.route.v3.InternalRedirectPolicy',
  { responseHeadersToCopy: ['a', 'a'] },
  'responseHeadersToCopy[1]: must not repeat an item, found "a"',
);
rejects(
  'a required duration',
  'envoy.config.core.v3.HealthCheck',
  {
    timeout: duration(1000),
    healthyThreshold: wrap(1),
    unhealthyThreshold: wrap(1),
    tcpHealthCheck: {},
  },
  'interval: is required',
);
rejects(
  'characters count, not UTF-16 units',
  'envoy.config.core.v3.HeaderValue',
  { key: '🙂'.repeat(8192), value: '' },
  'key: must have at most 16384 bytes, found 32768',
);

rejects(
  'either of two limits',
  'envoy.config.core.v3.QuicKeepAliveSettings',
  { initialInterval: duration(0.5), maxInterval: duration(0) },
  'initialInterval: must be at most 0s, found 0.0005s, or must be at least 0.001s, found 0.0005s',
);

test('an Any with broken bytes is a violation', (t) => {
  const typedConfig = { ...any('envoy.extensions.filters.http.router.v3.Router', {}), value: Uint8Array.of(10, 200) };
  const [violation] = validateMessage('envoy.config.listener.v3.Filter', { name: 'x', typedConfig });
  t.is(violation?.path, 'typedConfig');
  t.regex(violation?.message ?? '', /must hold the bytes of a type.googleapis.com\/envoy.extensions/);
});

test('every rule of the descriptor compiles', (t) => {
  t.true(messagesWithRules.length > 700);
  t.notThrows(() => compileChecks(messagesWithRules));
});

test('RE2 and JavaScript agree on every pattern', (t) => {
  const patterns = new Set<string>();
  JSON.stringify(rules, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    return value;
  });
  const samples = [
    '',
    'a',
    '/a',
    '/a/',
    '/a?b',
    'a.mmdb',
    'a\n',
    'a b',
    'a,b',
    '\u0000',
    '\u007f',
    'é',
    '🙂',
    'a-b_c',
    '/~:.',
    '"',
    '\\',
    'A',
    '/',
  ];
  for (const pattern of patterns) {
    const re2 = RE2JS.compile(pattern);
    for (const sample of samples)
      t.is(
        new RegExp(pattern, 'u').test(sample),
        re2.matcher(sample).find(),
        `${pattern} on ${JSON.stringify(sample)}`,
      );
  }
  t.true(patterns.size > 5);
});

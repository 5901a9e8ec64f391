// The table of the conversion, row by row, both ways. What only the annotation can bring back is in the property tests.
import test from 'ava';
import {
  convertEmissary,
  keptAnnotation,
  withoutOlderForms,
  type EmissaryVersion,
} from '../../../../src/model/kinds/emissary/convert.ts';

type Json = Readonly<Record<string, unknown>>;

function object(kind: string, version: string, spec: Json): Json {
  return { apiVersion: `getambassador.io/${version}`, kind, metadata: { name: 'o', namespace: 'n' }, spec };
}

function specIn(version: EmissaryVersion, raw: Json): unknown {
  const result = convertEmissary(raw, version);
  return result.ok ? result.object.spec : result;
}

const ids = { ambassador_id: ['--apiVersion-v3alpha1-only--default'] };

/** Kind, in v2, in v3alpha1. With `ambassador_id` as v3alpha1 gives it to v2, so that both ways hold without more. */
const rows: readonly (readonly [name: string, kind: string, v2: Json, v3: Json])[] = [
  ['host', 'Mapping', { host: 'a.test' }, { hostname: 'a.test' }],
  [
    'host that is a regular expression',
    'Mapping',
    { host: 'a.*', host_regex: true },
    { host: 'a.*', host_regex: true },
  ],
  ['no host', 'Mapping', {}, { hostname: '*' }],
  ['no host of v3alpha1', 'Mapping', { host: '_skip_mapping_with_empty_host_' }, {}],
  [
    'headers that must be there',
    'Mapping',
    { host: 'a', headers: { 'x-a': true, 'x-b': 'v' } },
    { hostname: 'a', headers: { 'x-b': 'v' }, regex_headers: { 'x-a': '.*' }, v2BoolHeaders: ['x-a'] },
  ],
  [
    'query parameters that must be there',
    'Mapping',
    { host: 'a', query_parameters: { q: true }, regex_query_parameters: { r: 'v.*' } },
    {
      hostname: 'a',
      query_parameters: {},
      regex_query_parameters: { q: '.*', r: 'v.*' },
      v2BoolQueryParameters: ['q'],
    },
  ],
  [
    'added headers',
    'Mapping',
    { host: 'a', add_request_headers: { a: 'v', b: null, c: { value: 'v', append: false } } },
    {
      hostname: 'a',
      add_request_headers: {
        a: { value: 'v', v2Representation: 'string' },
        b: { v2Representation: 'null' },
        c: { value: 'v', append: false },
      },
    },
  ],
  [
    'origins with commas',
    'Mapping',
    { host: 'a', cors: { origins: 'a,b' } },
    { hostname: 'a', cors: { origins: ['a', 'b'], v2CommaSeparatedOrigins: true } },
  ],
  [
    'labels',
    'Mapping',
    {
      host: 'a',
      labels: {
        d: [
          {
            g: [
              'source_cluster',
              'destination_cluster',
              'remote_address',
              'word',
              { k: { header: 'x-k', omit_if_not_present: true } },
              { generic_key: 'v' },
              { generic_key: 'v', v3Key: 'other' },
            ],
          },
        ],
      },
    },
    {
      hostname: 'a',
      labels: {
        d: [
          {
            g: [
              { source_cluster: { key: 'source_cluster' } },
              { destination_cluster: { key: 'destination_cluster' } },
              { remote_address: { key: 'remote_address' } },
              { generic_key: { value: 'word', v2Shorthand: true } },
              { request_headers: { key: 'k', header_name: 'x-k', omit_if_not_present: true } },
              { generic_key: { value: 'v' } },
              { generic_key: { value: 'v', key: 'other' } },
            ],
          },
        ],
      },
    },
  ],
  [
    'health checks and name of statistics',
    'Mapping',
    { host: 'a', v3health_checks: [{ interval: '1s' }], v3StatsName: 's' },
    { hostname: 'a', health_checks: [{ interval: '1s' }], stats_name: 's' },
  ],
  [
    'TLS by name of a context',
    'Mapping',
    { host: 'a', service: 'web', tls: 'context' },
    { hostname: 'a', service: 'web', tls: 'context', v2ExplicitTLS: {} },
  ],
  [
    'TLS by true',
    'Mapping',
    { host: 'a', service: 'http://web', tls: true },
    {
      hostname: 'a',
      service: 'https://web',
      v2ExplicitTLS: { tls: 'bool:true', serviceScheme: 'http://' },
    },
  ],
  [
    'TLS by false',
    'AuthService',
    { auth_service: 'web', tls: false, v3CircuitBreakers: [{ max_requests: 1 }] },
    { auth_service: 'web', v2ExplicitTLS: { tls: 'bool:false' }, circuit_breakers: [{ max_requests: 1 }] },
  ],
  [
    'TLS by true without a scheme',
    'AuthService',
    { auth_service: 'web', tls: true },
    { auth_service: 'https://web', v2ExplicitTLS: { tls: 'bool:true', serviceScheme: '' } },
  ],
  [
    'TLS empty',
    'RateLimitService',
    { service: 'https://web', tls: '', v3GRPC: { use_resource_exhausted_code: true }, failure_mode_deny: true },
    {
      service: 'https://web',
      v2ExplicitTLS: { tls: 'string' },
      grpc: { use_resource_exhausted_code: true },
      failure_mode_deny: true,
    },
  ],
  ['version of LogService', 'LogService', { v3ProtocolVersion: 'v3' }, { protocol_version: 'v3' }],
  ['revocation lists', 'TLSContext', { v3CRLSecret: 'crl' }, { crl_secret: 'crl' }],
  [
    'Host',
    'Host',
    { hostname: 'a', selector: { matchLabels: { a: 'b' } }, tls: { v3CRLSecret: 'crl' } },
    { hostname: 'a', mappingSelector: { matchLabels: { a: 'b' } }, tls: { crl_secret: 'crl' } },
  ],
  [
    'tags and ways of a trace',
    'TracingService',
    { v3CustomTags: [{ tag: 't' }], config: { v3PropagationModes: ['B3'], service_name: 's' } },
    { custom_tags: [{ tag: 't' }], config: { propagation_modes: ['B3'], service_name: 's' } },
  ],
  ['settings', 'Module', { config: { x: 1 } }, { config: { x: 1 } }],
];

for (const [name, kind, v2, v3] of rows) {
  test(`${kind}: ${name}`, (t) => {
    const newer = { ...v3, ambassador_id: ['default'] };
    t.deepEqual(specIn('v3alpha1', object(kind, 'v2', { ...v2, ...ids })), newer);
    t.deepEqual(specIn('v2', object(kind, 'v3alpha1', newer)), { ...v2, ...ids });
    if (kind === 'Host') return;
    t.deepEqual(specIn('v3alpha1', object(kind, 'v1', { ...v2, ...ids })), newer);
    const there = convertEmissary(object(kind, 'v3alpha1', newer), 'v1');
    t.true(there.ok);
    if (there.ok) t.deepEqual(there.object.metadata, { name: 'o', namespace: 'n' }, 'nothing had to be kept beside');
  });
}

test('gateways that know v2 only don’t take what was written in v3alpha1', (t) => {
  const result = convertEmissary(object('Module', 'v3alpha1', { config: {} }), 'v2');
  t.true(result.ok);
  if (!result.ok) return;
  t.deepEqual(result.object.spec, { config: {}, ...ids });
  const back = convertEmissary(result.object, 'v3alpha1');
  t.deepEqual(back.ok && back.object, object('Module', 'v3alpha1', { config: {} }));
});

test('a Host’s other name of ambassador_id, and tags of v2', (t) => {
  t.deepEqual(specIn('v3alpha1', object('Host', 'v2', { ambassador_id: 'a', ambassadorId: ['b'] })), {
    ambassador_id: ['a', 'b'],
  });
  t.deepEqual(specIn('v3alpha1', object('TracingService', 'v2', { ...ids, tag_headers: ['x-a'] })), {
    ambassador_id: ['default'],
    custom_tags: [{ tag: 'x-a', request_header: { name: 'x-a' } }],
  });
  t.deepEqual(specIn('v2', object('TracingService', 'v3alpha1', { tag_headers: ['x-a'] })), {
    ...ids,
    v3CustomTags: [{ tag: 'x-a', request_header: { name: 'x-a' } }],
  });
});

test('who changes to https in the new version gets it in the old one', (t) => {
  const first = convertEmissary(object('TCPMapping', 'v2', { ...ids, service: 'web', tls: false }), 'v3alpha1');
  t.true(first.ok);
  if (!first.ok) return;
  const edited = { ...first.object, spec: { ...(first.object.spec as object), service: 'https://web' } };
  t.deepEqual(specIn('v2', edited), { ...ids, service: 'https://web', tls: false });
});

test('what can’t be converted is told with its field', (t) => {
  t.deepEqual(convertEmissary(object('Listener', 'v3alpha1', {}), 'v2'), {
    ok: false,
    path: 'kind',
    message: 'Listener has no v2, only v3alpha1',
  });
  t.deepEqual(convertEmissary(object('Host', 'v1', {}), 'v2'), {
    ok: false,
    path: 'apiVersion',
    message: 'found "getambassador.io/v1"; Host has v3alpha1 and v2',
  });
  t.deepEqual(convertEmissary(object('Nothing', 'v2', {}), 'v2'), {
    ok: false,
    path: 'kind',
    message: 'found "Nothing"; getambassador.io has no such kind',
  });
});

test('for good: nothing of the older version is left', (t) => {
  const old = object('Mapping', 'v2', { prefix: '/', service: 'web', tls: true, headers: { a: true, b: false } });
  const newer = convertEmissary(old, 'v3alpha1');
  t.true(newer.ok);
  if (!newer.ok) return;
  t.truthy((newer.object.metadata as { annotations?: Json }).annotations?.[keptAnnotation]);
  t.deepEqual(withoutOlderForms(newer.object), {
    ...object('Mapping', 'v3alpha1', {
      prefix: '/',
      service: 'https://web',
      headers: {},
      hostname: '*',
      regex_headers: { a: '.*' },
    }),
  });
});

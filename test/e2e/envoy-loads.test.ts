// What our own checks say of expressions, scripts and durations is what a real Envoy says: it is asked about each.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RE2JS } from 're2js';
import { luaError } from '../../src/dag/compile/lua.ts';
import { patternError, regexError } from '../../src/dag/compile/regex.ts';
import { isStatusCode } from '../../src/dag/compile/status-code.ts';
import { formatMistake } from '../../src/model/access-log-format.ts';
import { bootstrap } from '../../src/xds/bootstrap.ts';
import { typeOf } from '../../src/xds/proto/descriptor.ts';
import { toJson } from '../../src/xds/proto/json.ts';
import { startFuzzedEnvoy } from '../fuzz/envoy.ts';
import type { RawObject } from '../fuzz/schema-objects.ts';
import { createWorld } from '../fuzz/world.ts';
import { resourceMessages } from '../support/compile.ts';
import { validateConfig } from '../support/envoy.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('envoy');

const prefix = 'type.googleapis.com/envoy.extensions.filters';

/** Undefined: Envoy takes it. */
async function refusal({
  expressions = [],
  formats = [],
  script,
}: {
  readonly expressions?: readonly string[];
  readonly formats?: readonly string[];
  readonly script?: string;
}): Promise<string | undefined> {
  const lua = {
    name: 'lua',
    typed_config: { '@type': `${prefix}.http.lua.v3.Lua`, default_source_code: { inline_string: script } },
  };
  const manager = {
    '@type': `${prefix}.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 'http',
    access_log: formats.map((text) => ({
      name: 'stdout',
      typed_config: {
        '@type': 'type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog',
        log_format: { text_format_source: { inline_string: text } },
      },
    })),
    route_config: {
      virtual_hosts: [
        {
          name: 'all',
          domains: ['*'],
          routes: expressions.map((regex) => ({ match: { safe_regex: { regex } }, direct_response: { status: 200 } })),
        },
      ],
    },
    http_filters: [
      ...(script === undefined ? [] : [lua]),
      { name: 'router', typed_config: { '@type': `${prefix}.http.router.v3.Router` } },
    ],
  };
  const { layered_runtime, default_regex_engine } = bootstrap({
    xdsAddress: '127.0.0.1',
    xdsPort: 1,
    admin: { kind: 'pipe', path: '/dev/null' },
  }) as { readonly layered_runtime: { readonly layers: readonly object[] }; readonly default_regex_engine: object };
  return validateConfig({
    default_regex_engine,
    layered_runtime: { layers: layered_runtime.layers.slice(0, 1) },
    static_resources: {
      listeners: [
        {
          name: 'http',
          address: { socket_address: { address: '127.0.0.1', port_value: 0 } },
          filter_chains: [{ filters: [{ name: 'http', typed_config: manager }] }],
        },
      ],
    },
  });
}

test('classes of characters: those that re2js knows and Envoy does not', async (t) => {
  t.timeout(120_000);
  const source = readFileSync(fileURLToPath(import.meta.resolve('re2js')), 'utf8');
  const words = new Set([...source.matchAll(/["\s.]([A-Z]\w{0,40})\b/g)].map(([, word]) => word!));
  const known = [...words].map((word) => `/\\p{${word}}`).filter(isOfRe2js);
  t.true(known.length > 150, `${known.length}`);
  const ours = known.filter((text) => regexError(text) === undefined);
  t.is(await refusal({ expressions: ours }), undefined);
  for (const text of known)
    if (!ours.includes(text)) t.regex((await refusal({ expressions: [text] })) ?? '', /invalid character class/, text);
});

function isOfRe2js(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}

test('expressions: syntax and size', async (t) => {
  t.timeout(120_000);
  const expressions = [
    '/(?P<a>x)',
    '/\\x{ff}',
    '/\\x{100}',
    '/\\Q(\\x{100}\\E',
    '/[^\\x{d800}]',
    '/é{2}[é-ü]',
    `/${'(?:😀){1000}'.repeat(90)}`,
    '/(?=x)',
    '/\\1',
    '/x{1001}',
    `/${'x{1000}'.repeat(490)}`,
    `/${'[ace]{1000}'.repeat(99)}`,
    `/${'\\pL{1000}'.repeat(33)}`,
    `/${'(x?){1000}'.repeat(120)}`,
  ];
  for (const text of expressions)
    t.is((await refusal({ expressions: [text] })) === undefined, patternError(text) === undefined, text.slice(0, 40));
  // Held back although Envoy takes some of them: what it has memory for is not a number that it tells.
  for (const text of [
    `/${'[ace]{1000}'.repeat(150)}`,
    `/${'\\pL{1000}'.repeat(60)}`,
    `/${'(x?){1000}'.repeat(200)}`,
    `/${'(?:😀){1000}'.repeat(180)}`,
  ]) {
    t.regex(patternError(text) ?? '', /instructions, at most 500000/);
    t.regex((await refusal({ expressions: [text] })) ?? '', /pattern too large/, text.slice(0, 40));
  }
});

test('Lua scripts that load, and that do not', async (t) => {
  t.timeout(120_000);
  const scripts = [
    'function envoy_on_response(handle) end',
    'function a() end function a() end',
    '',
    '#!/usr/bin/lua\nx = 1',
    '# x\nx = 1',
    '\ufeffx = 1',
    'local é = "é"',
    'x = 1;;',
    'local f = print\nlocal y = 1\nf\n(y)',
    'goto a ::a::',
    'goto a local b ::a::',
    'x = 0xffULL',
    'x = "\\z  \\x41\\u{48}\\\n"',
    'for i = 1, 2 do break end',
    'local a, b = ...',
    'if x then return end y = 1',
    'function envoy_on_response(handle) endfunction envoy_on_response(handle) end',
    'x',
    '{}',
    'break',
    'goto b',
    'local a <const> = 1',
    'x = 1 // 2',
    'x = 1 & 2',
    'function x() return ... end',
    'local goto = 1',
    '::a:: ::a::',
    'x = "\\q"',
    'x = "\\400"',
    'x = nil.y',
    'return return',
    'a = b:c',
    'x = ~1',
    'x = [[ unfinished',
    'x = "a\nb"',
    'f() = 1',
    'x = 3..2',
    '\u001bLJ\u0002\n',
  ];
  for (const script of scripts) {
    const found = await refusal({ script });
    t.is(
      found === undefined,
      luaError(script) === undefined,
      `${JSON.stringify(script)}: ${luaError(script)}, ${found}`,
    );
  }
  // Only Envoy can tell: it runs the script.
  t.is(luaError('nobody()'), undefined);
  t.regex((await refusal({ script: 'nobody()' })) ?? '', /attempt to call global 'nobody'/);
});

test('formats of log lines', async (t) => {
  t.timeout(120_000);
  const all = [
    'a%%b%DURATION%%PROTOCOL%',
    '%CUSTOM_FLAGS% %SPAN_ID% %UPSTREAM_HOSTS_ATTEMPTED% %UPSTREAM_DETECTED_CLOSE_TYPE%',
    '%REQ(a.b!?:c)%',
    '%REQ(x):99999%',
    '%START_TIME(%Y-%m)%',
    '%METADATA(VIRTUAL_HOST:a)%',
    '%ENVIRONMENT(A b):10%',
    '%DYNAMIC_METADATA(a:b):3%',
    '%FILTER_STATE(a:FIELD:x)%',
    '%UPSTREAM_FILTER_STATE(a)%',
    '%QUERY_PARAM(a b)%',
    '%START_TIME_LOCAL%%EMIT_TIME(%s)%%EMIT_TIME_LOCAL%',
    '%REQ(x',
    '%REQ(a?b?c)%',
    '%REQ(a b)%',
    '%REQ(a:b)%',
    '%REQ(é)%',
    '%REQ(a\n)%',
    '%REQ(x):999999999999999999999%',
    '%METADATA(x)%',
    '%METADATA(:a)%',
    '%DURATION:3%',
    '%DURATION(x)%',
    '%REQUESTED_SERVER_NAME:3%',
    '%FILTER_STATE(a:X)%',
    '%FILTER_STATE()%',
    '%START_TIME(%s):3%',
    '%NOPE%',
    '%',
    '%%%',
  ];
  const isGood = (text: string) => formatMistake(text) === undefined;
  t.is(await refusal({ formats: all.filter(isGood) }), undefined);
  t.is(all.filter(isGood).length, 12);
  for (const text of all) if (!isGood(text)) t.not(await refusal({ formats: [text] }), undefined, text);
});

test('status codes are those of the proto', (t) => {
  const { valuesById } = typeOf('envoy.type.v3.HttpStatus').lookupEnum('envoy.type.v3.StatusCode');
  for (let code = 1; code < 1000; code++) t.is(isStatusCode(code), valuesById[code] !== undefined, `${code}`);
});

test('the longest durations, wherever one may be written', async (t) => {
  t.timeout(120_000);
  const world = await createWorld();
  for (const object of longestDurations) t.deepEqual(world.put(object), { accepted: true, findings: [] }, object.kind);
  t.deepEqual(world.commit(), []);
  const resources = world.sendable();
  t.is(world.heldBack.size, 0);
  const text = [...resources.values()]
    .map(({ type, bytes }) => JSON.stringify(toJson(resourceMessages[type], bytes)))
    .join();
  t.is(text.split('"4294965600s"').length - 1, 41);
  const fuzzed = await startFuzzedEnvoy();
  t.teardown(async () => fuzzed.stop());
  await fuzzed.server.apply({
    upserts: [...resources].map(([key, value]) => ({ key, value, causes: [] })),
    removals: [],
  });
  t.deepEqual(fuzzed.server.refusals, []);
});

const hours = '1193046h';
const ms = 1_193_046 * 3_600_000;
const services = [{ name: 'web', port: 80 }];

function inFuzz(kind: string, apiVersion: string, name: string, spec: object): RawObject {
  return { apiVersion, kind, metadata: { name, namespace: 'fuzz' }, spec };
}

const longestDurations: readonly RawObject[] = [
  inFuzz('HTTPProxy', 'projectcontour.io/v1', 'proxy', {
    virtualhost: {
      fqdn: 'long.fuzz.test',
      tls: { secretName: 'tls' },
      jwtProviders: [
        {
          name: 'p',
          default: true,
          remoteJWKS: { uri: 'http://keys.fuzz.test/', timeout: hours, cacheDuration: hours },
        },
      ],
      corsPolicy: { allowOrigin: ['*'], allowMethods: ['GET'], maxAge: hours },
      authorization: { extensionRef: { name: 'extension', namespace: 'fuzz' }, responseTimeout: hours },
    },
    routes: [
      {
        services: [
          {
            ...services[0],
            slowStartPolicy: { window: hours },
            outlierDetectionPolicy: { interval: hours, baseEjectionTime: hours, maxEjectionTime: hours },
          },
        ],
        timeoutPolicy: { response: hours, idle: hours, idleConnection: hours },
        retryPolicy: { perTryTimeout: hours },
      },
    ],
  }),
  inFuzz('ExtensionService', 'projectcontour.io/v1alpha1', 'extension', {
    services,
    timeoutPolicy: { response: hours, idle: hours, idleConnection: hours },
  }),
  inFuzz('BackendPolicy', 'nuncio.dev/v1alpha1', 'backend', {
    targetRefs: [{ group: '', kind: 'Service', name: 'web' }],
    loadBalancing: { strategy: 'Cookie', cookie: { ttl: hours } },
    outlierDetection: { interval: hours, baseEjectionTime: hours, maxEjectionTime: hours },
    connection: { connectTimeout: hours, idleTimeout: hours },
  }),
  inFuzz('HTTPRoute', 'gateway.networking.k8s.io/v1', 'route', {
    parentRefs: [{ name: 'edge' }],
    hostnames: ['route.fuzz.test'],
    rules: [{ backendRefs: services }],
  }),
  inFuzz('TrafficPolicy', 'nuncio.dev/v1alpha1', 'traffic', {
    targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'route' }],
    timeouts: { request: hours, idle: hours },
    retry: { perTryTimeout: hours },
  }),
  inFuzz('Mapping', 'getambassador.io/v3alpha1', 'mapping', {
    hostname: '*',
    prefix: '/long/',
    service: 'web',
    resolver: 'endpoint',
    timeout_ms: ms,
    idle_timeout_ms: ms,
    connect_timeout_ms: ms,
    cluster_idle_timeout_ms: ms,
    cluster_max_connection_lifetime_ms: ms,
    retry_policy: { retry_on: '5xx', per_try_timeout: hours },
    load_balancer: { policy: 'ring_hash', cookie: { name: 'c', ttl: hours } },
    health_checks: [{ timeout: hours, interval: hours, health_check: { http: { path: '/' } } }],
  }),
  inFuzz('AuthService', 'getambassador.io/v3alpha1', 'auth', { auth_service: 'web', timeout_ms: ms }),
  inFuzz('RateLimitService', 'getambassador.io/v3alpha1', 'limit', { service: 'web', timeout_ms: ms }),
  inFuzz('LogService', 'getambassador.io/v3alpha1', 'log', { service: 'web', flush_interval_time: ms / 1000 }),
  inFuzz('Module', 'getambassador.io/v3alpha1', 'ambassador', {
    config: { listener_idle_timeout_ms: ms, cluster_request_timeout_ms: ms },
  }),
];

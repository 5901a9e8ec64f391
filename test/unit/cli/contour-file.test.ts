// Contour's configuration file, key by key: what a value becomes in the configuration, and what is refused.
import test from 'ava';
import { parse } from 'yaml';
import { applyContourConfiguration, contourEnvoySettings } from '../../../src/dag/compile/contour-configuration.ts';
import type { Config } from '../../../src/model/config.ts';
import { fileKeyOf, readContourFile } from '../../../src/cli/contour/file.ts';
import { defaultCompileConfig } from '../../support/compile.ts';

const base = { ...defaultCompileConfig, settings: contourEnvoySettings } as Config;

function load(text: string) {
  const file = readContourFile('c.yaml', parse(text));
  const applied = applyContourConfiguration(base, file.spec, fileKeyOf);
  const mistakes = [
    ...file.mistakes,
    ...applied.mistakes.map(({ severity, path, message }) => `${severity} ${path}: ${message}`),
  ];
  return { file, config: applied.config, mistakes, warnings: file.warnings };
}

function at(config: Config, path: string): unknown {
  let value: unknown = config;
  for (const part of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

/** File, path in the configuration, value there. */
const good: readonly (readonly [file: string, path: string, value: unknown])[] = [
  ['accesslog-format: json', 'settings.accessLog.format.kind', 'json'],
  ['accesslog-format: envoy', 'settings.accessLog.format', { kind: 'default' }],
  ['accesslog-format-string: "%DURATION%\\n"', 'settings.accessLog.format', { kind: 'text', text: '%DURATION%\n' }],
  [
    'accesslog-format: json\njson-fields: ["@timestamp", method, "a=%REQ(A)%"]',
    'settings.accessLog.format',
    { kind: 'json', fields: ['@timestamp', 'method', 'a=%REQ(A)%'] },
  ],
  ['accesslog-level: critical', 'settings.accessLog.level', 'critical'],
  ['accesslog-level: disabled', 'settings.accessLog.level', 'disabled'],
  ['tls: {minimum-protocol-version: "1.3"}', 'settings.tls.minimumVersion', '1.3'],
  ['tls: {maximum-protocol-version: 1.2}', 'settings.tls.maximumVersion', '1.2'],
  [
    'tls: {cipher-suites: [" AES128-SHA", AES128-SHA, "", "[AES256-SHA|AES128-SHA]"]}',
    'settings.tls.cipherSuites',
    ['AES128-SHA', '[AES256-SHA|AES128-SHA]'],
  ],
  ['tls: {ecdh-curves: [X25519, P-256]}', 'settings.tls.curves', ['X25519', 'P-256']],
  ['tls: {fallback-certificate: {name: c, namespace: n}}', 'fallbackCertificate', { name: 'c', namespace: 'n' }],
  ['tls: {fallback-certificate: {name: "", namespace: ""}}', 'fallbackCertificate', undefined],
  ['tls: {envoy-client-certificate: {name: c, namespace: n}}', 'envoyClientCertificate', { name: 'c', namespace: 'n' }],
  ['tls: {fingerprint: {ja3: true}}', 'settings.tls.ja3', true],
  ['tls: {fingerprint: {ja4: true}}', 'settings.tls.ja4', true],
  ['disablePermitInsecure: true', 'disablePermitInsecure', true],
  ['disableAllowChunkedLength: true', 'settings.http.allowChunkedLength', false],
  ['disableMergeSlashes: true', 'settings.http.mergeSlashes', false],
  ['compression: {algorithm: zstd}', 'compression', 'zstd'],
  ['serverHeaderTransformation: pass_through', 'settings.http.serverHeader', 'passThrough'],
  ['serverHeaderTransformation: append_if_absent', 'settings.http.serverHeader', 'appendIfAbsent'],
  ['enableExternalNameService: true', 'enableExternalNameService', true],
  ['timeouts: {request-timeout: 10s}', 'settings.http.requestTimeoutMs', 10_000],
  ['timeouts: {request-timeout: infinity}', 'settings.http.requestTimeoutMs', 0],
  ['timeouts: {request-timeout: 0s}', 'settings.http.requestTimeoutMs', undefined],
  ['timeouts: {connection-idle-timeout: 1m30s}', 'settings.http.connectionIdleTimeoutMs', 90_000],
  ['timeouts: {stream-idle-timeout: infinite}', 'settings.http.streamIdleTimeoutMs', 0],
  ['timeouts: {max-connection-duration: 1h}', 'settings.http.maxConnectionDurationMs', 3_600_000],
  ['timeouts: {delayed-close-timeout: 500ms}', 'settings.http.delayedCloseTimeoutMs', 500],
  ['timeouts: {connection-shutdown-grace-period: 7s}', 'settings.http.connectionShutdownGracePeriodMs', 7000],
  ['timeouts: {connect-timeout: 3s}', 'connectTimeoutMs', 3000],
  ['default-http-versions: [http/1.1]', 'settings.http.versions', ['http1']],
  ['default-http-versions: []', 'settings.http.versions', ['http1', 'http2']],
  ['cluster: {dns-lookup-family: v4}', 'settings.cluster.dnsLookupFamily', 'v4'],
  ['cluster: {max-requests-per-connection: 5}', 'settings.cluster.maxRequestsPerConnection', 5],
  ['cluster: {per-connection-buffer-limit-bytes: 5}', 'settings.cluster.bufferLimitBytes', 5],
  ['cluster: {circuit-breakers: {max-connections: 5, max-requests: 0}}', 'circuitBreakers', { maxConnections: 5 }],
  ['cluster: {circuit-breakers: {max-pending-requests: 5}}', 'circuitBreakers.maxPendingRequests', 5],
  ['cluster: {circuit-breakers: {max-retries: 5}}', 'circuitBreakers.maxRetries', 5],
  ['cluster: {circuit-breakers: {per-host-max-connections: 5}}', 'circuitBreakers.perHostMaxConnections', 5],
  ['cluster: {upstream-tls: {minimum-protocol-version: "1.3"}}', 'settings.cluster.tls.minimumVersion', '1.3'],
  ['cluster: {upstream-tls: {maximum-protocol-version: "1.2"}}', 'settings.cluster.tls.maximumVersion', '1.2'],
  ['cluster: {upstream-tls: {cipher-suites: [AES128-SHA]}}', 'settings.cluster.tls.cipherSuites', ['AES128-SHA']],
  ['cluster: {upstream-tls: {ecdh-curves: [P-521]}}', 'settings.cluster.tls.curves', ['P-521']],
  ['network: {num-trusted-hops: 2}', 'settings.http.xffTrustedHops', 2],
  ['network: {admin-port: 9002}', 'settings.operators.adminPort', 9002],
  ['network: {admin-port: 0}', 'settings.operators.adminPort', undefined],
  ['network: {strip-trailing-host-dot: true}', 'settings.http.stripTrailingHostDot', true],
  ['listener: {connection-balancer: exact}', 'settings.listener.connectionBalancer', 'exact'],
  ['listener: {max-requests-per-connection: 5}', 'settings.http.maxRequestsPerConnection', 5],
  ['listener: {per-connection-buffer-limit-bytes: 5}', 'settings.listener.bufferLimitBytes', 5],
  ['listener: {max-requests-per-io-cycle: 5}', 'settings.listener.maxRequestsPerIoCycle', 5],
  ['listener: {http2-max-concurrent-streams: 5}', 'settings.http.http2MaxConcurrentStreams', 5],
  ['listener: {max-connections-per-listener: 5}', 'settings.listener.maxConnections', 5],
  ['listener: {max-connections-to-accept-per-socket-event: 5}', 'settings.listener.maxConnectionsPerSocketEvent', 5],
  ['listener: {socket-options: {tos: 255}}', 'settings.listener.tos', 255],
  ['listener: {socket-options: {traffic-class: 4}}', 'settings.listener.trafficClass', 4],
  ['rateLimitService: {extensionService: n/s}', 'rateLimitService.domain', 'contour'],
  [
    'rateLimitService: {extensionService: n/s, domain: d, failOpen: true}',
    'rateLimitService.extensionService',
    { namespace: 'n', name: 's' },
  ],
  [
    'rateLimitService: {extensionService: n/s, enableXRateLimitHeaders: true}',
    'rateLimitService.enableXRateLimitHeaders',
    true,
  ],
  [
    'globalExtAuth: {extensionService: n/s, responseTimeout: 10s, serviceType: http, httpSettings: {pathprefix: /auth, allowedauthorizationheaders: []}, authPolicy: {context: {K: V}}}',
    'globalExtAuth',
    {
      extensionRef: { namespace: 'n', name: 's' },
      responseTimeout: '10s',
      serviceType: 'http',
      httpSettings: { pathPrefix: '/auth' },
      authPolicy: { context: { K: 'V' } },
    },
  ],
  [
    'policy: {applyToIngress: true, request-headers: {set: {K: V}, remove: [R]}, response-headers: {set: {S: V}}}',
    'headerPolicies',
    {
      requestHeaders: { set: { K: 'V' }, remove: ['R'] },
      responseHeaders: { set: { S: 'V' }, remove: [] },
      applyToIngress: true,
    },
  ],
  ['metrics: {envoy: {address: 1.2.3.4, port: 9}}', 'settings.operators.stats', { address: '1.2.3.4', port: 9 }],
  [
    'metrics: {envoy: {port: 9, server-certificate-path: c, server-key-path: k, ca-certificate-path: a}}',
    'settings.operators.stats.tls',
    { certFile: 'c', keyFile: 'k', caFile: 'a' },
  ],
  [
    'tracing: {extensionService: n/s, overallSampling: 5, includePodDetail: false, customTags: [{tagName: t, literal: l}]}',
    'settings.tracing',
    {
      extensionService: { namespace: 'n', name: 's' },
      serviceName: 'contour',
      overallSampling: 5,
      clientSampling: 100,
      randomSampling: 100,
      maxPathTagLength: 256,
      customTags: [{ name: 't', value: { kind: 'literal', text: 'l' } }],
    },
  ],
  ['omEnforcedHealthListener: {address: 0.0.0.0, port: 8}', 'settings.operators.overloadHealth.port', 8],
  ['runtime-settings: {a.b: "1"}', 'settings.runtime', { 'a.b': '1' }],
  ['ENABLEEXTERNALNAMESERVICE: true', 'enableExternalNameService', true],
  ['server: {xds-server-type: envoy}', 'settings', contourEnvoySettings],
  ['', 'settings', contourEnvoySettings],
];

for (const [text, path, value] of good) {
  test(`valid: ${text === '' ? 'an empty file' : text}`, (t) => {
    const { config, mistakes } = load(text);
    t.deepEqual(mistakes, []);
    t.deepEqual(at(config, path), value);
  });
}

/** File, what is said. */
const bad: readonly (readonly [file: string, message: RegExp])[] = [
  [
    'enableExternalNameServices: true',
    /enableExternalNameServices: there is no such key; the nearest is enableExternalNameService/,
  ],
  [
    'tls: {min-protocol-version: "1.3"}',
    /tls\.min-protocol-version: there is no such key; the nearest is tls\.minimum-protocol-version/,
  ],
  [
    'tls: {fallback-certificate: {nam: a}}',
    /tls\.fallback-certificate\.nam: there is no such key; the nearest is name/,
  ],
  ['enableExternalNameService: maybe', /enableExternalNameService: must be true or false, found "maybe"/],
  ['tls: 3', /tls: must hold further keys, found 3/],
  ['[a]', /the file: must hold further keys/],
  ['accesslog-format: xml', /accesslog-format: "xml" is none of envoy, json/],
  ['accesslog-format-string: "%NONSENSE%\\n"', /accesslog-format-string: %NONSENSE% is no operator/],
  ['accesslog-format-string: "%DURATION%"', /accesslog-format-string: must end with a line break/],
  ['accesslog-format-string: "100%\\n"', /accesslog-format-string: a "%" in "100%" begins no operator/],
  ['accesslog-format-string: "%REQ%\\n"', /needs an argument/],
  ['accesslog-format-string: "%START_TIME(%s):3%\\n"', /begins no operator|can't be cut/],
  [
    'accesslog-format: json\njson-fields: [durration]',
    /json-fields: "durration" is no access log field; .*the nearest is duration/,
  ],
  ['accesslog-level: warn', /accesslog-level: "warn" is none of info, error, critical, disabled/],
  ['tls: {minimum-protocol-version: "1.1"}', /tls\.minimum-protocol-version: "1\.1" is neither 1\.2 nor 1\.3/],
  [
    'tls: {minimum-protocol-version: "1.3", maximum-protocol-version: "1.2"}',
    /the minimum 1\.3 is above the maximum 1\.2/,
  ],
  ['tls: {cipher-suites: [RC4-SHA]}', /tls\.cipher-suites: "RC4-SHA" is no cipher suite/],
  ['tls: {ecdh-curves: [P-1]}', /tls\.ecdh-curves: "P-1" is no curve/],
  ['tls: {fallback-certificate: {name: c}}', /tls\.fallback-certificate: needs both name and namespace/],
  ['tls: {envoy-client-certificate: {namespace: c}}', /tls\.envoy-client-certificate: needs both/],
  ['compression: {algorithm: lzma}', /compression\.algorithm: must be one of gzip, brotli, zstd, disabled/],
  ['timeouts: {request-timeout: soon}', /timeouts\.request-timeout: "soon" is not a duration/],
  ['timeouts: {connect-timeout: infinity}', /timeouts\.connect-timeout: "infinity" is not a duration/],
  ['default-http-versions: [http/3]', /default-http-versions: "http\/3" is neither/],
  ['cluster: {dns-lookup-family: v5}', /cluster\.dns-lookup-family: "v5" is none of auto, v4, v6, all/],
  ['cluster: {max-requests-per-connection: 0}', /must be a whole number from 1 to/],
  ['cluster: {per-connection-buffer-limit-bytes: -1}', /must be a whole number from 1 to/],
  ['network: {num-trusted-hops: -1}', /network\.num-trusted-hops: must be a whole number/],
  ['listener: {connection-balancer: fair}', /listener\.connection-balancer: "fair" is not exact/],
  ['listener: {max-requests-per-connection: 0}', /must be a whole number from 1 to/],
  ['listener: {socket-options: {tos: 256}}', /must be a whole number from 0 to 255/],
  ['listener: {socket-options: {traffic-class: 256}}', /must be a whole number from 0 to 255/],
  ['globalExtAuth: {extensionService: s}', /globalExtAuth\.extensionService: must be namespace\/name/],
  ['globalExtAuth: {failOpen: true}', /needs both name and namespace/],
  ['rateLimitService: {extensionService: s}', /rateLimitService\.extensionService: must be namespace\/name/],
  ['metrics: {envoy: {port: 9, server-key-path: k}}', /needs both certFile and keyFile/],
  ['metrics: {envoy: {server-certificate-path: c, server-key-path: k}}', /another address or port than health/],
  ['tracing: {overallSampling: "5"}', /is required/],
  ['tracing: {extensionService: n/s, overallSampling: "500"}', /tracing\.overallSampling: "500" is not a percentage/],
  [
    'tracing: {extensionService: n/s, customTags: [{tagName: t}]}',
    /needs exactly one of literal and requestHeaderName/,
  ],
  [
    'tracing: {extensionService: n/s, customTags: [{tagName: t, literal: a}, {tagName: t, literal: b}]}',
    /tag t is there twice/,
  ],
  ['omEnforcedHealthListener: {port: 8}', /needs both address and port/],
  ['omEnforcedHealthListener: {address: 0.0.0.0, port: 8002}', /must differ from/],
  ['runtime-settings: {http.max_requests_per_io_cycle: "1"}', /warning runtime-settings: .* is set by/],
  ['featureFlags: [x]', /warning featureFlags: there is no feature flag "x"/],
];

for (const [text, message] of bad) {
  test(`refused: ${text}`, (t) => {
    const { mistakes } = load(text);
    t.true(mistakes.length >= 1, 'no mistake');
    t.regex(mistakes.join('\n'), message);
  });
}

test('an unknown serverHeaderTransformation is told and the default used, as the file always was read', (t) => {
  const { config, mistakes, warnings } = load('serverHeaderTransformation: upside_down');
  t.deepEqual(mistakes, []);
  t.is(config.settings?.http.serverHeader, 'overwrite');
  t.regex(warnings[0]!, /"upside_down" is none of overwrite, append_if_absent, pass_through/);
});

test('keys about the process', (t) => {
  const { process, mistakes } = readContourFile('c', parse('debug: true\nincluster: false\nkubeconfig: /k\n'));
  t.deepEqual(mistakes, []);
  t.deepEqual(process, { debug: true, incluster: false, kubeconfig: '/k' });
});

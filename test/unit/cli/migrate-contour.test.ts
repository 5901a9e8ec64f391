// Contour's file as nuncio's: what is printed is a configuration file that `serve` takes, and means the same.
import test from 'ava';
import { parse } from 'yaml';
import { migrateContour } from '../../../src/cli/contour/migrate.ts';
import { resolveSettings } from '../../../src/cli/resolve-settings.ts';
import { serveConfig } from '../../../src/cli/serve-config.ts';
import { serveSettings } from '../../../src/cli/settings.ts';

const file = `
debug: true
kubeconfig: /k
incluster: false
kubernetesClientQPS: 5
gateway: {gatewayRef: {name: g, namespace: n}}
ingress-status-address: 192.0.2.1
accesslog-format: json
json-fields: [method, duration]
tls:
  minimum-protocol-version: "1.3"
  fallback-certificate: {name: c, namespace: n}
  fingerprint: {ja3: true}
enableExternalNameService: true
compression: {algorithm: zstd}
timeouts: {request-timeout: infinity, connect-timeout: 3s}
policy: {request-headers: {set: {A: b}}, applyToIngress: true}
envoy-service-name: edge
cluster: {circuit-breakers: {max-connections: 7}, dns-lookup-family: v4}
network: {num-trusted-hops: 1, admin-port: 9001}
listener: {max-connections-per-listener: 10}
metrics: {contour: {port: 8010, server-certificate-path: /c, server-key-path: /k}, envoy: {address: 0.0.0.0, port: 8003}}
globalExtAuth:
  extensionService: n/auth
  serviceType: http
  failOpen: true
  responseTimeout: 3s
  authPolicy: {disabled: true}
  withRequestBody: {maxRequestBytes: 99, packAsBytes: true}
  httpSettings: {pathPrefix: /check, allowedAuthorizationHeaders: [{exact: x-a}, {prefix: x-b}], allowedUpstreamHeaders: [{suffix: c}, {contains: d}]}
runtime-settings: {a.b: "1"}
`;

test('every key becomes a setting or a comment', (t) => {
  const { text, mistakes } = migrateContour([{ name: 'c.yaml', content: parse(file) }]);
  t.deepEqual(mistakes, []);
  const comments = text.split('\n').filter((line) => line.startsWith('#'));
  t.deepEqual(comments, [
    '# c.yaml: incluster has no counterpart: found out by itself, unless a kubeconfig is named',
    '# c.yaml: kubernetesClientQPS has no counterpart: the client adapts by itself',
  ]);
  const resolved = resolveSettings(serveSettings, {
    flags: {},
    environment: {},
    file: { name: 'n.yaml', content: parse(text) },
  });
  const result = serveConfig(resolved, {
    isTerminal: false,
    envoyBinary: undefined,
    readFile: () => '',
    identity: 'me',
  });
  if (!result.ok) return t.fail(result.mistakes.join('\n'));
  const { config } = result;
  t.deepEqual(config.gateway?.ref, { namespace: 'n', name: 'g' });
  t.is(config.settings?.tls.minimumVersion, '1.3');
  t.true(config.settings?.tls.ja3);
  t.is(config.settings?.http.requestTimeoutMs, 0);
  t.is(config.settings?.http.xffTrustedHops, 1);
  t.deepEqual(config.settings?.accessLog.format, { kind: 'json', fields: ['method', 'duration'] });
  t.deepEqual(config.settings?.operators, { stats: { address: '0.0.0.0', port: 8003 }, adminPort: 9001 });
  t.deepEqual(config.settings?.runtime, { 'a.b': '1' });
  t.deepEqual(config.fallbackCertificate, { namespace: 'n', name: 'c' });
  t.is(config.compression, 'zstd');
  t.is(config.connectTimeoutMs, 3000);
  t.is(config.circuitBreakers?.maxConnections, 7);
  t.deepEqual(config.metrics, { address: '127.0.0.1', port: 8010, tls: { certFile: '/c', keyFile: '/k' } });
  t.deepEqual(config.globalExtAuth, {
    extensionRef: { namespace: 'n', name: 'auth' },
    serviceType: 'http',
    failOpen: true,
    responseTimeout: '3000ms',
    authPolicy: { disabled: true },
    withRequestBody: { maxRequestBytes: 99, allowPartialMessage: false, packAsBytes: true },
    httpSettings: {
      pathPrefix: '/check',
      allowedAuthorizationHeaders: [
        { exact: 'x-a', ignoreCase: true },
        { prefix: 'x-b', ignoreCase: true },
      ],
      allowedUpstreamHeaders: [
        { suffix: 'c', ignoreCase: true },
        { contains: 'd', ignoreCase: true },
      ],
    },
  });
  t.deepEqual(config.headerPolicies?.requestHeaders.set, { A: 'b' });
  return t.deepEqual(config.publishedAddress, { kind: 'fixed', addresses: ['192.0.2.1'] });
});

test('mistakes of the file are told', (t) => {
  const { mistakes } = migrateContour([{ name: 'c.yaml', content: { nonsense: 1 } }]);
  t.deepEqual(mistakes, ['c.yaml: nonsense: there is no such key']);
});

test('nothing gives nothing', (t) => {
  t.deepEqual(migrateContour([{ name: 'c.yaml', content: null }]), { text: '', mistakes: [] });
});

// Settings of `nuncio serve` about all Envoys, each with its place in the spec of a ContourConfiguration: what they mean
// and what is refused is said there once (src/dag/compile/contour-configuration.ts), for flags, files and objects alike.
import type { ContourConfigurationSpec } from '../model/kinds/contour-configuration.ts';
import type { SettingValue } from './resolve-settings.ts';
import type { Setting } from './settings.ts';
import { MAX_UINT32 } from '../model/uint32.ts';

type Row = readonly [path: string, key: string, flag: string, type: Setting['type'], help: string, group: string];

const text = { kind: 'string' } as const;
const list = { kind: 'list' } as const;
const boolean = { kind: 'boolean' } as const;
const port = { kind: 'integer', min: 0, max: 65535 } as const;
const count = { kind: 'integer', min: 1, max: MAX_UINT32 } as const;
const byte = { kind: 'integer', min: 0, max: 255 } as const;
const choice = (...choices: readonly string[]) => ({ kind: 'choice', choices }) as const;

const timeouts = 'Timeouts (of Envoy’s listeners; a duration, or infinity):';
const http = 'HTTP:';
const tls = 'TLS:';
const limits = 'Limits:';
const clusters = 'Upstreams:';
const logs = 'Access logs and tracing:';
const operators = 'Envoy’s pages for operators:';

const rows: readonly Row[] = [
  ['envoy.timeouts.requestTimeout', 'timeouts.request', 'request-timeout', text, 'for a whole request', timeouts],
  [
    'envoy.timeouts.connectionIdleTimeout',
    'timeouts.connectionIdle',
    'connection-idle-timeout',
    text,
    'for a connection without requests; default 60s',
    timeouts,
  ],
  [
    'envoy.timeouts.streamIdleTimeout',
    'timeouts.streamIdle',
    'stream-idle-timeout',
    text,
    'for a request without activity; else Envoy’s 5m',
    timeouts,
  ],
  [
    'envoy.timeouts.maxConnectionDuration',
    'timeouts.maxConnectionDuration',
    'max-connection-duration',
    text,
    'for a connection',
    timeouts,
  ],
  [
    'envoy.timeouts.delayedCloseTimeout',
    'timeouts.delayedClose',
    'delayed-close-timeout',
    text,
    'for the client to close a connection that Envoy closes; else Envoy’s 1s',
    timeouts,
  ],
  [
    'envoy.timeouts.connectionShutdownGracePeriod',
    'timeouts.connectionShutdownGrace',
    'connection-shutdown-grace-period',
    text,
    'for requests on a connection that is being closed; else Envoy’s 5s',
    timeouts,
  ],
  ['envoy.defaultHTTPVersions', 'http.versions', 'http-versions', list, 'HTTP/1.1, HTTP/2; default both', http],
  [
    'envoy.listener.http3.enabled',
    'http.http3',
    'http3',
    boolean,
    'hosts with TLS are served by HTTP/3 too, on the port of HTTPS of UDP',
    http,
  ],
  [
    'envoy.listener.http3.advertisedPort',
    'http.http3AdvertisedPort',
    'http3-advertised-port',
    { kind: 'integer', min: 1, max: 65535 },
    'port of UDP that clients are told; default 443',
    http,
  ],
  [
    'envoy.network.numTrustedHops',
    'http.trustedHops',
    'trusted-hops',
    { kind: 'integer', min: 0, max: 255 },
    'proxies in front of Envoy whose x-forwarded-for is believed',
    http,
  ],
  [
    'envoy.network.stripTrailingHostDot',
    'http.stripTrailingHostDot',
    'strip-trailing-host-dot',
    boolean,
    'a.example.com. is a.example.com; default true',
    http,
  ],
  [
    'envoy.listener.disableMergeSlashes',
    'http.disableMergeSlashes',
    'disable-merge-slashes',
    boolean,
    'keep // in paths',
    http,
  ],
  [
    'envoy.listener.disableAllowChunkedLength',
    'http.disableAllowChunkedLength',
    'disable-allow-chunked-length',
    boolean,
    'refuse requests with both content-length and chunked encoding',
    http,
  ],
  [
    'envoy.listener.serverHeaderTransformation',
    'http.serverHeader',
    'server-header',
    choice('overwrite', 'append_if_absent', 'pass_through'),
    'what happens to the server header of responses',
    http,
  ],
  [
    'httpproxy.disablePermitInsecure',
    'disablePermitInsecure',
    'disable-permit-insecure',
    boolean,
    'ignore permitInsecure of HTTPProxy routes',
    'Objects:',
  ],
  [
    'envoy.listener.tls.minimumProtocolVersion',
    'tls.minimumVersion',
    'tls-minimum-version',
    choice('1.2', '1.3'),
    'lower bound of every host',
    tls,
  ],
  [
    'envoy.listener.tls.maximumProtocolVersion',
    'tls.maximumVersion',
    'tls-maximum-version',
    choice('1.2', '1.3'),
    'upper bound of every host',
    tls,
  ],
  [
    'envoy.listener.tls.cipherSuites',
    'tls.cipherSuites',
    'tls-cipher-suites',
    list,
    'of TLS 1.2; [A|B] are equally good',
    tls,
  ],
  ['envoy.listener.tls.ecdhCurves', 'tls.curves', 'tls-curves', list, 'else Envoy’s', tls],
  ['envoy.listener.tls.fingerprint.ja3', 'tls.ja3', 'tls-ja3', boolean, 'fingerprint of clients for logs', tls],
  ['envoy.listener.tls.fingerprint.ja4', 'tls.ja4', 'tls-ja4', boolean, 'fingerprint of clients for logs', tls],
  [
    'envoy.listener.useProxyProtocol',
    'listeners.useProxyProtocol',
    'use-proxy-protocol',
    boolean,
    'every connection begins with a PROXY protocol header',
    'Envoy:',
  ],
  [
    'envoy.listener.connectionBalancer',
    'listeners.connectionBalancer',
    'connection-balancer',
    choice('exact'),
    'spread connections evenly over Envoy’s workers',
    limits,
  ],
  [
    'envoy.listener.maxRequestsPerConnection',
    'limits.requestsPerConnection',
    'max-requests-per-connection',
    count,
    'then a client’s connection is closed',
    limits,
  ],
  [
    'envoy.listener.per-connection-buffer-limit-bytes',
    'limits.connectionBufferBytes',
    'connection-buffer-bytes',
    count,
    'soft limit of a client connection’s buffers',
    limits,
  ],
  [
    'envoy.listener.maxRequestsPerIOCycle',
    'limits.requestsPerIoCycle',
    'max-requests-per-io-cycle',
    count,
    'of one connection, taken at once',
    limits,
  ],
  [
    'envoy.listener.httpMaxConcurrentStreams',
    'limits.http2Streams',
    'max-http2-streams',
    count,
    'of one HTTP/2 connection',
    limits,
  ],
  [
    'envoy.listener.maxConnectionsPerListener',
    'limits.connectionsPerListener',
    'max-connections-per-listener',
    count,
    'more are refused',
    limits,
  ],
  [
    'envoy.listener.maxConnectionsToAcceptPerSocketEvent',
    'limits.connectionsPerEvent',
    'max-connections-per-event',
    count,
    'taken at once',
    limits,
  ],
  ['envoy.listener.socketOptions.tos', 'listeners.tos', 'listener-tos', byte, 'IPv4 type of service', limits],
  [
    'envoy.listener.socketOptions.trafficClass',
    'listeners.trafficClass',
    'listener-traffic-class',
    byte,
    'IPv6 traffic class',
    limits,
  ],
  [
    'envoy.cluster.dnsLookupFamily',
    'cluster.dnsLookupFamily',
    'cluster-dns-lookup-family',
    choice('auto', 'v4', 'v6', 'all'),
    'addresses of ExternalName Services',
    clusters,
  ],
  [
    'envoy.cluster.maxRequestsPerConnection',
    'cluster.maxRequestsPerConnection',
    'cluster-max-requests-per-connection',
    count,
    'then a connection to an upstream is closed',
    clusters,
  ],
  [
    'envoy.cluster.per-connection-buffer-limit-bytes',
    'cluster.connectionBufferBytes',
    'cluster-connection-buffer-bytes',
    count,
    'soft limit of an upstream connection’s buffers',
    clusters,
  ],
  [
    'envoy.cluster.upstreamTLS.minimumProtocolVersion',
    'cluster.tls.minimumVersion',
    'cluster-tls-minimum-version',
    choice('1.2', '1.3'),
    'to upstreams',
    clusters,
  ],
  [
    'envoy.cluster.upstreamTLS.maximumProtocolVersion',
    'cluster.tls.maximumVersion',
    'cluster-tls-maximum-version',
    choice('1.2', '1.3'),
    'to upstreams',
    clusters,
  ],
  [
    'envoy.cluster.upstreamTLS.cipherSuites',
    'cluster.tls.cipherSuites',
    'cluster-tls-cipher-suites',
    list,
    'to upstreams, of TLS 1.2',
    clusters,
  ],
  ['envoy.cluster.upstreamTLS.ecdhCurves', 'cluster.tls.curves', 'cluster-tls-curves', list, 'to upstreams', clusters],
  [
    'envoy.logging.accessLogLevel',
    'accessLog.level',
    'access-log-level',
    choice('info', 'error', 'critical', 'disabled'),
    'error: status from 300 or a response flag; critical: from 500; default disabled',
    logs,
  ],
  [
    'envoy.logging.accessLogFormat',
    'accessLog.format',
    'access-log-format',
    choice('envoy', 'json'),
    'lines as Envoy writes them, or JSON',
    logs,
  ],
  [
    'envoy.logging.accessLogFormatString',
    'accessLog.text',
    'access-log-text',
    text,
    'a line of your own; ends with a line break',
    logs,
  ],
  [
    'envoy.logging.accessLogJSONFields',
    'accessLog.jsonFields',
    'access-log-json-fields',
    list,
    'names, or name=format',
    logs,
  ],
  [
    'envoy.http.accessLog',
    'accessLog.httpFile',
    'access-log-http-file',
    text,
    'of plain HTTP, as Envoy sees it; default /dev/stdout',
    logs,
  ],
  [
    'envoy.https.accessLog',
    'accessLog.httpsFile',
    'access-log-https-file',
    text,
    'of HTTPS; default /dev/stdout',
    logs,
  ],
  [
    'tracing.extensionService',
    'tracing.extensionService',
    'tracing-extension-service',
    text,
    'namespace/name of the ExtensionService that takes spans (OpenTelemetry)',
    logs,
  ],
  [
    'tracing.serviceName',
    'tracing.serviceName',
    'tracing-service-name',
    text,
    'what the Envoys are called in traces; default contour',
    logs,
  ],
  ['tracing.overallSampling', 'tracing.overallSampling', 'tracing-overall-sampling', text, 'percent', logs],
  ['tracing.clientSampling', 'tracing.clientSampling', 'tracing-client-sampling', text, 'percent', logs],
  ['tracing.randomSampling', 'tracing.randomSampling', 'tracing-random-sampling', text, 'percent', logs],
  ['tracing.maxPathTagLength', 'tracing.maxPathTagLength', 'tracing-max-path-tag-length', count, 'characters', logs],
  [
    'tracing.includePodDetail',
    'tracing.includePodDetail',
    'tracing-include-pod-detail',
    boolean,
    'tags with the Envoy’s pod; default true',
    logs,
  ],
  ['envoy.metrics.address', 'envoyStats.address', 'envoy-stats-address', text, 'where Envoys show /stats', operators],
  ['envoy.metrics.port', 'envoyStats.port', 'envoy-stats-port', port, 'its port', operators],
  [
    'envoy.metrics.tls.certFile',
    'envoyStats.certFile',
    'envoy-stats-cert-file',
    text,
    'certificate, as Envoy sees it',
    operators,
  ],
  ['envoy.metrics.tls.keyFile', 'envoyStats.keyFile', 'envoy-stats-key-file', text, 'its private key', operators],
  [
    'envoy.metrics.tls.caFile',
    'envoyStats.caFile',
    'envoy-stats-ca-file',
    text,
    'clients need a certificate of this CA',
    operators,
  ],
  [
    'envoy.health.address',
    'envoyHealth.address',
    'envoy-health-address',
    text,
    'where Envoys answer /ready',
    operators,
  ],
  ['envoy.health.port', 'envoyHealth.port', 'envoy-health-port', port, 'its port', operators],
  [
    'envoy.omEnforcedHealth.address',
    'envoyOverloadHealth.address',
    'envoy-overload-health-address',
    text,
    'where they answer /ready within their limit of connections',
    operators,
  ],
  [
    'envoy.omEnforcedHealth.port',
    'envoyOverloadHealth.port',
    'envoy-overload-health-port',
    port,
    'its port',
    operators,
  ],
  [
    'envoy.network.adminPort',
    'envoyAdminPages.port',
    'envoy-admin-pages-port',
    port,
    'port of 127.0.0.1 for the pages of the admin interface that change nothing',
    operators,
  ],
  ['envoy.runtimeSettings', 'envoyRuntime', 'envoy-runtime', { kind: 'map' }, 'values of Envoy’s runtime', 'Envoy:'],
];

export const envoySettings: readonly Setting[] = rows.map(([, key, flag, type, help, group]) => ({
  key,
  flag,
  type,
  help,
  group,
  ...(type.kind === 'string' || type.kind === 'list' ? { placeholder: type.kind === 'list' ? 'item,…' : 'text' } : {}),
}));

/** Path in the spec → key of the setting. */
export const settingKeyOfPath: ReadonlyMap<string, string> = new Map(rows.map(([path, key]) => [path, key]));

/** What is set, as a spec. References are `namespace/name` in a setting. */
export function specOfSettings(values: ReadonlyMap<string, SettingValue>): ContourConfigurationSpec {
  const spec: Record<string, unknown> = {};
  for (const [path, key] of rows) {
    const value = values.get(key);
    if (value === undefined) continue;
    const parts = path.split('.');
    let node = spec;
    for (const part of parts.slice(0, -1)) node = (node[part] ??= {}) as Record<string, unknown>;
    if (path.endsWith('.extensionService')) {
      const [namespace = '', ...name] = String(value).split('/');
      node[parts.at(-1)!] = { namespace, name: name.join('/') };
    } else node[parts.at(-1)!] = value;
  }
  return spec as ContourConfigurationSpec;
}

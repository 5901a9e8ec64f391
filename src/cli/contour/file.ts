// Contour's configuration file → the spec of a ContourConfiguration, and the few keys that are about the process.
// Keys count without regard to case; null, empty texts, lists and maps mean unset. Unknown keys and values of a wrong
// type are mistakes, each told with its key. What the values mean is the business of applyContourConfiguration.
import {
  contourConfigurationKind,
  serverHeaderTransformations,
  type ContourConfigurationSpec,
} from '../../model/kinds/contour-configuration.ts';
import { nearest } from '../../model/nearest.ts';
import type { SchemaNode } from '../../model/pick.ts';

export interface ContourFile {
  readonly spec: ContourConfigurationSpec;
  readonly process: ProcessKeys;
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
  /** Keys that were there, as written, → path in the spec; null: read and without effect here. */
  readonly keys: readonly FileKey[];
}

export interface FileKey {
  readonly key: string;
  readonly path: string | null;
}

export interface ProcessKeys {
  readonly debug?: boolean;
  readonly incluster?: boolean;
  readonly kubeconfig?: string;
}

/** Keys of the file → paths in the spec. A key of a subtree whose parts have the same names in both stands for all. */
const places: Readonly<Record<string, string>> = {
  'gateway.gatewayRef': 'gateway.gatewayRef',
  'ingress-status-address': 'ingress.statusAddress',
  'accesslog-format': 'envoy.logging.accessLogFormat',
  'accesslog-format-string': 'envoy.logging.accessLogFormatString',
  'json-fields': 'envoy.logging.accessLogJSONFields',
  'accesslog-level': 'envoy.logging.accessLogLevel',
  'tls.minimum-protocol-version': 'envoy.listener.tls.minimumProtocolVersion',
  'tls.maximum-protocol-version': 'envoy.listener.tls.maximumProtocolVersion',
  'tls.cipher-suites': 'envoy.listener.tls.cipherSuites',
  'tls.ecdh-curves': 'envoy.listener.tls.ecdhCurves',
  'tls.fallback-certificate': 'httpproxy.fallbackCertificate',
  'tls.envoy-client-certificate': 'envoy.clientCertificate',
  'tls.fingerprint': 'envoy.listener.tls.fingerprint',
  disablePermitInsecure: 'httpproxy.disablePermitInsecure',
  disableAllowChunkedLength: 'envoy.listener.disableAllowChunkedLength',
  disableMergeSlashes: 'envoy.listener.disableMergeSlashes',
  compression: 'envoy.listener.compression',
  serverHeaderTransformation: 'envoy.listener.serverHeaderTransformation',
  enableExternalNameService: 'enableExternalNameService',
  'timeouts.request-timeout': 'envoy.timeouts.requestTimeout',
  'timeouts.connection-idle-timeout': 'envoy.timeouts.connectionIdleTimeout',
  'timeouts.stream-idle-timeout': 'envoy.timeouts.streamIdleTimeout',
  'timeouts.max-connection-duration': 'envoy.timeouts.maxConnectionDuration',
  'timeouts.delayed-close-timeout': 'envoy.timeouts.delayedCloseTimeout',
  'timeouts.connection-shutdown-grace-period': 'envoy.timeouts.connectionShutdownGracePeriod',
  'timeouts.connect-timeout': 'envoy.timeouts.connectTimeout',
  'policy.request-headers': 'policy.requestHeaders',
  'policy.response-headers': 'policy.responseHeaders',
  'policy.applyToIngress': 'policy.applyToIngress',
  'envoy-service-name': 'envoy.service.name',
  'envoy-service-namespace': 'envoy.service.namespace',
  'default-http-versions': 'envoy.defaultHTTPVersions',
  'cluster.dns-lookup-family': 'envoy.cluster.dnsLookupFamily',
  'cluster.max-requests-per-connection': 'envoy.cluster.maxRequestsPerConnection',
  'cluster.per-connection-buffer-limit-bytes': 'envoy.cluster.per-connection-buffer-limit-bytes',
  'cluster.circuit-breakers.max-connections': 'envoy.cluster.circuitBreakers.maxConnections',
  'cluster.circuit-breakers.max-pending-requests': 'envoy.cluster.circuitBreakers.maxPendingRequests',
  'cluster.circuit-breakers.max-requests': 'envoy.cluster.circuitBreakers.maxRequests',
  'cluster.circuit-breakers.max-retries': 'envoy.cluster.circuitBreakers.maxRetries',
  'cluster.circuit-breakers.per-host-max-connections': 'envoy.cluster.circuitBreakers.perHostMaxConnections',
  'cluster.upstream-tls.minimum-protocol-version': 'envoy.cluster.upstreamTLS.minimumProtocolVersion',
  'cluster.upstream-tls.maximum-protocol-version': 'envoy.cluster.upstreamTLS.maximumProtocolVersion',
  'cluster.upstream-tls.cipher-suites': 'envoy.cluster.upstreamTLS.cipherSuites',
  'cluster.upstream-tls.ecdh-curves': 'envoy.cluster.upstreamTLS.ecdhCurves',
  'network.num-trusted-hops': 'envoy.network.numTrustedHops',
  'network.admin-port': 'envoy.network.adminPort',
  'network.strip-trailing-host-dot': 'envoy.network.stripTrailingHostDot',
  'listener.connection-balancer': 'envoy.listener.connectionBalancer',
  'listener.max-requests-per-connection': 'envoy.listener.maxRequestsPerConnection',
  'listener.per-connection-buffer-limit-bytes': 'envoy.listener.per-connection-buffer-limit-bytes',
  'listener.max-requests-per-io-cycle': 'envoy.listener.maxRequestsPerIOCycle',
  'listener.http2-max-concurrent-streams': 'envoy.listener.httpMaxConcurrentStreams',
  'listener.max-connections-per-listener': 'envoy.listener.maxConnectionsPerListener',
  'listener.max-connections-to-accept-per-socket-event': 'envoy.listener.maxConnectionsToAcceptPerSocketEvent',
  'listener.socket-options.tos': 'envoy.listener.socketOptions.tos',
  'listener.socket-options.traffic-class': 'envoy.listener.socketOptions.trafficClass',
  'rateLimitService.extensionService': 'rateLimitService.extensionService',
  'rateLimitService.domain': 'rateLimitService.domain',
  'rateLimitService.failOpen': 'rateLimitService.failOpen',
  'rateLimitService.enableXRateLimitHeaders': 'rateLimitService.enableXRateLimitHeaders',
  'rateLimitService.enableResourceExhaustedCode': 'rateLimitService.enableResourceExhaustedCode',
  'rateLimitService.defaultGlobalRateLimitPolicy': 'rateLimitService.defaultGlobalRateLimitPolicy',
  'globalExtAuth.extensionService': 'globalExtAuth.extensionRef',
  'globalExtAuth.serviceType': 'globalExtAuth.serviceType',
  'globalExtAuth.httpSettings': 'globalExtAuth.httpSettings',
  'globalExtAuth.authPolicy': 'globalExtAuth.authPolicy',
  'globalExtAuth.responseTimeout': 'globalExtAuth.responseTimeout',
  'globalExtAuth.failOpen': 'globalExtAuth.failOpen',
  'globalExtAuth.withRequestBody': 'globalExtAuth.withRequestBody',
  'metrics.contour.address': 'metrics.address',
  'metrics.contour.port': 'metrics.port',
  'metrics.contour.server-certificate-path': 'metrics.tls.certFile',
  'metrics.contour.server-key-path': 'metrics.tls.keyFile',
  'metrics.contour.ca-certificate-path': 'metrics.tls.caFile',
  'metrics.envoy.address': 'envoy.metrics.address',
  'metrics.envoy.port': 'envoy.metrics.port',
  'metrics.envoy.server-certificate-path': 'envoy.metrics.tls.certFile',
  'metrics.envoy.server-key-path': 'envoy.metrics.tls.keyFile',
  'metrics.envoy.ca-certificate-path': 'envoy.metrics.tls.caFile',
  'tracing.extensionService': 'tracing.extensionService',
  'tracing.serviceName': 'tracing.serviceName',
  'tracing.overallSampling': 'tracing.overallSampling',
  'tracing.clientSampling': 'tracing.clientSampling',
  'tracing.randomSampling': 'tracing.randomSampling',
  'tracing.maxPathTagLength': 'tracing.maxPathTagLength',
  'tracing.includePodDetail': 'tracing.includePodDetail',
  'tracing.customTags': 'tracing.customTags',
  featureFlags: 'featureFlags',
  'omEnforcedHealthListener.address': 'envoy.omEnforcedHealth.address',
  'omEnforcedHealthListener.port': 'envoy.omEnforcedHealth.port',
  'runtime-settings': 'envoy.runtimeSettings',
};

const processKeys = ['debug', 'incluster', 'kubeconfig'] as const;
/** Read and without effect: the client adapts by itself, and there is one kind of server only. */
const ignoredKeys = ['kubernetesClientQPS', 'kubernetesClientBurst', 'server'];

const known = new Map<string, string>();
for (const key of [...Object.keys(places), ...processKeys, ...ignoredKeys]) known.set(key.toLowerCase(), key);

/** The key of the file for a path of the spec, for messages. */
export function fileKeyOf(path: string): string {
  let best = '';
  for (const [key, place] of Object.entries(places))
    if ((path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)) && key.length > 0)
      best = key + path.slice(place.length);
  return best === '' ? path : best;
}

/** `name`: of the file, for messages. `content`: as YAML gives it; null for an empty file. */
export function readContourFile(name: string, content: unknown): ContourFile {
  const mistakes: string[] = [];
  const warnings: string[] = [];
  const keys: FileKey[] = [];
  const spec: Record<string, unknown> = {};
  const process: { debug?: boolean; incluster?: boolean; kubeconfig?: string } = {};
  const mistake = (key: string, message: string): undefined => {
    mistakes.push(`${name}: ${key}: ${message}`);
    return undefined;
  };

  const walk = (value: unknown, path: string): undefined => {
    const key = known.get(path.toLowerCase());
    if (key !== undefined) return take(key, path, value);
    const inner = path === '' || [...known.keys()].some((each) => each.startsWith(`${path.toLowerCase()}.`));
    if (!inner) {
      const guess = nearest(path, [...known.values()]);
      return mistake(path, `there is no such key${guess === undefined ? '' : `; the nearest is ${guess}`}`);
    }
    if (isEmpty(value)) return undefined;
    if (!isRecord(value))
      return mistake(path === '' ? 'the file' : path, `must hold further keys, found ${shown(value)}`);
    for (const [child, inside] of Object.entries(value)) walk(inside, path === '' ? child : `${path}.${child}`);
    return undefined;
  };

  const take = (key: string, written: string, value: unknown): undefined => {
    if (isEmpty(value)) return undefined;
    const processKey = processKeys.find((each) => each === key);
    if (processKey !== undefined || ignoredKeys.includes(key)) {
      keys.push({ key: written, path: null });
      if (processKey === undefined) return undefined;
      const wanted = processKey === 'kubeconfig' ? 'string' : 'boolean';
      if (typeof value === wanted) Object.assign(process, { [processKey]: value });
      else mistake(written, `must be ${wanted === 'string' ? 'a text' : 'true or false'}, found ${shown(value)}`);
      return undefined;
    }
    const path = places[key]!;
    keys.push({ key: written, path });
    const schema = schemaAt(path);
    let given = value;
    if (key.toLowerCase().endsWith('.extensionservice')) {
      const [namespace = '', service = '', ...rest] = typeof value === 'string' ? value.split('/') : [];
      if (namespace === '' || service === '' || rest.length > 0)
        return mistake(written, `must be namespace/name of an ExtensionService, found ${shown(value)}`);
      given = { namespace, name: service };
    }
    if (key === 'serverHeaderTransformation' && !serverHeaderTransformations.some((each) => each === value)) {
      const known = serverHeaderTransformations.join(', ');
      warnings.push(`${name}: ${written}: ${shown(value)} is none of ${known}; the default is used`);
      return undefined;
    }
    const normal = normalise(given, schema, written, mistake);
    if (normal !== undefined) put(spec, path, normal);
    return undefined;
  };

  walk(content ?? {}, '');
  return { spec: spec as ContourConfigurationSpec, process, mistakes, warnings, keys };
}

/** Fits a value to the schema: keys get their case, empty values go, scalars are checked. */
function normalise(
  value: unknown,
  schema: SchemaNode,
  at: string,
  mistake: (key: string, message: string) => undefined,
): unknown {
  if (isEmpty(value)) return undefined;
  if (schema.properties) {
    if (!isRecord(value)) return mistake(at, `must hold further keys, found ${shown(value)}`);
    const names = Object.keys(schema.properties);
    const out: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const name = names.find((each) => sameName(each, key));
      if (name === undefined) {
        const guess = nearest(key, names);
        mistake(`${at}.${key}`, `there is no such key${guess === undefined ? '' : `; the nearest is ${guess}`}`);
        continue;
      }
      const normal = normalise(inner, schema.properties[name]!, `${at}.${key}`, mistake);
      if (normal !== undefined) out[name] = normal;
    }
    return Object.keys(out).length > 0 ? out : undefined;
  }
  if (schema.additionalProperties) {
    if (!isRecord(value)) return mistake(at, `must be a map, found ${shown(value)}`);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, typeof inner === 'object' ? '' : String(inner)]),
    );
  }
  if (schema.items) {
    if (!Array.isArray(value)) return mistake(at, `must be a list, found ${shown(value)}`);
    return value.flatMap((item, index) => {
      const normal = normalise(item, schema.items!, `${at}[${index}]`, mistake);
      return normal === undefined ? [] : [normal];
    });
  }
  return scalar(value, schema, at, mistake);
}

function scalar(
  value: unknown,
  schema: SchemaNode,
  at: string,
  mistake: (key: string, message: string) => undefined,
): unknown {
  if (schema.type === 'boolean') {
    return typeof value === 'boolean' ? value : mistake(at, `must be true or false, found ${shown(value)}`);
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 0xffff_ffff } = schema;
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    return mistake(at, `must be a whole number from ${minimum} to ${maximum}, found ${shown(value)}`);
  }
  // YAML reads 1.2 and 100 as numbers.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') return mistake(at, `must be a text, found ${shown(value)}`);
  if (schema.enum && !schema.enum.includes(text)) {
    return mistake(at, `must be one of ${schema.enum.join(', ')}, found ${shown(value)}`);
  }
  return text;
}

/** `requestHeaders` and `request-headers` are one name. */
function sameName(a: string, b: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '');
  return plain(a) === plain(b);
}

function schemaAt(path: string): SchemaNode {
  let node = (contourConfigurationKind.fields as SchemaNode).properties!['spec']!;
  for (const part of path.split('.')) node = node.properties![part]!;
  return node;
}

function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const parts = path.split('.');
  let node = target;
  for (const part of parts.slice(0, -1)) node = (node[part] ??= {}) as Record<string, unknown>;
  node[parts.at(-1)!] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

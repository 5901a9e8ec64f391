// Cluster vertex → envoy.config.cluster.v3.Cluster.
// The shape is Contour's, so that statistics and behaviour stay: EDS on the same stream or strict DNS, no panic mode.
import {
  SYSTEM_CA,
  type CircuitBreakers,
  type Cluster,
  type HealthCheck,
  type OutlierDetection,
  type SlowStart,
  type TcpKeepalive,
  type UpstreamValidation,
} from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { checkedResource } from './check.ts';
import { redirectScopeFilters } from './internal-redirect.ts';
import { clusterName, endpointsName, secretName } from './names.ts';
import { any } from './proto/codec.ts';
import type { envoy, google } from './proto/generated/envoy.ts';
import { duration, wrap } from './proto/values.ts';
import { sameCase } from './connection-settings.ts';
import { adsSource, resourceKey, withUses } from './resource.ts';
import { requestHeaderOperations } from './route.ts';
import { createVertexTranslator, type Translator } from './translator.ts';

/** Vertices of other kinds are ignored. */
export function createClusterTranslator(): Translator {
  return createVertexTranslator((vertex) => (vertex.kind === 'Cluster' ? cluster(vertex) : undefined));
}

export function cluster(vertex: Cluster): EncodedResource {
  const name = clusterName(vertex.key);
  const message = clusterMessage(name, vertex);
  const resource = checkedResource('cluster', name, 'envoy.config.cluster.v3.Cluster', message);
  const secrets = [vertex.clientCertificate, vertex.validation?.ca].filter((key) => key !== undefined);
  return withUses(
    resource,
    secrets.map((key) => resourceKey('secret', secretName(key))),
  );
}

const loadBalancers = { roundRobin: 0, leastRequest: 1, ringHash: 2, random: 3, maglev: 5 } as const;
const strictDns = 1;
const logicalDns = 2;
const eds = 3;

/** `name` is the resource's name, at most 60 characters. */
export function clusterMessage(name: string, vertex: Cluster): envoy.config.cluster.v3.Cluster {
  const { target } = vertex;
  const altStatName = vertex.statName ?? `${vertex.namespace}_${vertex.service}_${vertex.port}`;
  if (target.kind === 'aggregate') return aggregate(name, altStatName, vertex, target.clusters);
  const options = httpProtocolOptions(vertex);
  return {
    name,
    altStatName,
    ...(target.kind === 'endpoints'
      ? { type: eds, edsClusterConfig: { edsConfig: adsSource, serviceName: endpointsName(target.group) } }
      : {
          type: target.logical ? logicalDns : strictDns,
          respectDnsTtl: target.respectTtl,
          loadAssignment: dnsAssignment(name, target),
        }),
    ...forAllClusters(vertex),
    connectTimeout: duration(vertex.connectTimeoutMs),
    ...(vertex.preferSameZone
      ? { loadBalancingPolicy: sameZonePolicy(vertex) }
      : { lbPolicy: loadBalancers[vertex.loadBalancer], ...slowStart(vertex) }),
    ...healthCheck(vertex),
    outlierDetection: vertex.outlierDetection && outlierDetection(vertex.outlierDetection),
    // When all endpoints are unhealthy, traffic must not go to them all the same.
    commonLbConfig: {
      healthyPanicThreshold: { value: 0 },
      localityWeightedLbConfig: vertex.weighsServices && {},
    },
    circuitBreakers: circuitBreakers(vertex),
    upstreamConnectionOptions: vertex.keepalive && { tcpKeepalive: keepalive(vertex.keepalive) },
    typedExtensionProtocolOptions: options && {
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': any(
        'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
        options,
      ),
    },
    transportSocket: transportSocket(vertex),
  };
}

const clusterProvided = 6;

/** How its clusters are spoken to, balanced and checked, they say themselves; only limits of its own would count. */
function aggregate(
  name: string,
  altStatName: string,
  vertex: Cluster,
  clusters: readonly string[],
): envoy.config.cluster.v3.Cluster {
  return {
    name,
    altStatName,
    clusterType: {
      name: 'envoy.clusters.aggregate',
      typedConfig: any('envoy.extensions.clusters.aggregate.v3.ClusterConfig', {
        clusters: clusters.map(clusterName),
      }),
    },
    connectTimeout: duration(vertex.connectTimeoutMs),
    lbPolicy: clusterProvided,
    circuitBreakers: circuitBreakers(vertex),
  };
}

function dnsAssignment(
  name: string,
  { host: address, port, healthPort }: Extract<Cluster['target'], { kind: 'dns' }>,
): envoy.config.endpoint.v3.ClusterLoadAssignment {
  const host = {
    address: { socketAddress: { address, portValue: port } },
    ...(healthPort !== undefined && { healthCheckConfig: { portValue: healthPort } }),
  };
  return { clusterName: name, endpoints: [{ lbEndpoints: [{ endpoint: host }] }] };
}

type Message = envoy.config.cluster.v3.Cluster;

const dnsLookupFamilies = { auto: 0, v4: 1, v6: 2, all: 4 } as const;

function forAllClusters({
  settings,
  dnsFamily,
}: Cluster): Pick<Message, 'dnsLookupFamily' | 'perConnectionBufferLimitBytes'> {
  return {
    dnsLookupFamily: dnsLookupFamilies[dnsFamily ?? settings?.dnsLookupFamily ?? 'auto'] || undefined,
    perConnectionBufferLimitBytes: optional(settings?.bufferLimitBytes),
  };
}

function slowStart(vertex: Cluster): Pick<Message, 'roundRobinLbConfig' | 'leastRequestLbConfig'> | undefined {
  if (vertex.slowStart === undefined) return undefined;
  const config = { slowStartConfig: slowStartConfig(vertex.slowStart) };
  return vertex.loadBalancer === 'leastRequest' ? { leastRequestLbConfig: config } : { roundRobinLbConfig: config };
}

function slowStartConfig({
  windowMs,
  aggression,
  minWeightPercent,
}: SlowStart): envoy.config.cluster.v3.Cluster.SlowStartConfig {
  return {
    slowStartWindow: duration(windowMs),
    aggression: { defaultValue: aggression, runtimeKey: 'contour.slowstart.aggression' },
    minWeightPercent: { value: minWeightPercent },
  };
}

/**
 * The Envoy's own zone alone, as long as it has a healthy endpoint. Envoy knows its zone from the bootstrap; without one
 * this is as it was. Only this newer form of load balancing can say it.
 */
function sameZonePolicy(vertex: Cluster): envoy.config.cluster.v3.LoadBalancingPolicy {
  const localityLbConfig = { zoneAwareLbConfig: { minClusterSize: wrap(1), forceLocalZone: { minSize: wrap(1) } } };
  const slow = vertex.slowStart && { slowStartConfig: slowStartConfig(vertex.slowStart) };
  const policy = (name: string, typedConfig: google.protobuf.Any) => ({
    policies: [{ typedExtensionConfig: { name: `envoy.load_balancing_policies.${name}`, typedConfig } }],
  });
  switch (vertex.loadBalancer) {
    case 'leastRequest':
      return policy(
        'least_request',
        any('envoy.extensions.load_balancing_policies.least_request.v3.LeastRequest', { localityLbConfig, ...slow }),
      );
    case 'random':
      return policy('random', any('envoy.extensions.load_balancing_policies.random.v3.Random', { localityLbConfig }));
    case 'roundRobin':
      return policy(
        'round_robin',
        any('envoy.extensions.load_balancing_policies.round_robin.v3.RoundRobin', { localityLbConfig, ...slow }),
      );
    case 'ringHash':
    case 'maglev':
      throw new Error('a ring of hashes has no zones; the compiler sees to it');
  }
}

function outlierDetection(detection: OutlierDetection): envoy.config.cluster.v3.OutlierDetection {
  const count = (errors: number | undefined) => (errors === undefined || errors === 0 ? undefined : wrap(errors));
  const ms = (value: number | undefined) => (value === undefined ? undefined : duration(value));
  const enforced = (errors: number | undefined, byDefault: boolean) =>
    errors === undefined ? undefined : errors > 0 === byDefault ? undefined : wrap(byDefault ? 0 : 100);
  const { consecutive5xx, consecutiveGatewayErrors, consecutiveLocalOriginErrors } = detection;
  const split = consecutiveLocalOriginErrors !== undefined;
  return {
    consecutive5xx: count(consecutive5xx),
    enforcingConsecutive5xx: enforced(consecutive5xx, true),
    consecutiveGatewayFailure: count(consecutiveGatewayErrors),
    enforcingConsecutiveGatewayFailure: enforced(consecutiveGatewayErrors, false),
    splitExternalLocalOriginErrors: split || undefined,
    consecutiveLocalOriginFailure: count(consecutiveLocalOriginErrors),
    enforcingConsecutiveLocalOriginFailure: enforced(consecutiveLocalOriginErrors, true),
    interval: ms(detection.intervalMs),
    baseEjectionTime: ms(detection.baseEjectionMs),
    maxEjectionTime: ms(detection.maxEjectionMs),
    maxEjectionPercent: optional(detection.maxEjectionPercent),
    // With few endpoints a small share of them would be none.
    alwaysEjectOneHost: detection.maxEjectionPercent === 0 ? undefined : wrap(true),
  };
}

/** What is gone from the endpoints is gone, whatever the check says. */
function healthCheck(vertex: Cluster): Pick<Message, 'healthChecks' | 'ignoreHealthOnHostRemoval'> | undefined {
  if (vertex.healthCheck === undefined) return undefined;
  const checks = [vertex.healthCheck, ...(vertex.furtherHealthChecks ?? [])];
  return {
    // Envoy tells several apart by their names.
    healthChecks: checks.map((each, i) => ({
      ...(checks.length > 1 && { name: `check ${i + 1}` }),
      ...healthCheckMessage(each, vertex.protocol),
    })),
    ignoreHealthOnHostRemoval: true,
  };
}

const http2Codec = 1;

function healthCheckMessage(check: HealthCheck, protocol: Cluster['protocol']): envoy.config.core.v3.HealthCheck {
  const http2 = protocol === 'h2' || protocol === 'h2c';
  return {
    timeout: duration(check.timeoutMs),
    interval: duration(check.intervalMs),
    unhealthyThreshold: wrap(check.unhealthyThreshold),
    healthyThreshold: wrap(check.healthyThreshold),
    ...(check.grpc && { grpcHealthCheck: { serviceName: check.grpc.service, authority: check.grpc.authority } }),
    ...(check.http
      ? {
          httpHealthCheck: {
            path: check.http.path,
            host: check.http.host,
            expectedStatuses:
              check.http.expectedStatuses.length === 0
                ? undefined
                : check.http.expectedStatuses.map(({ start, end }) => ({ start, end })),
            codecClientType: http2 ? http2Codec : undefined,
            ...(check.http.requestHeaders && requestHeaderOperations(check.http.requestHeaders)),
          },
        }
      : !check.grpc && { tcpHealthCheck: {} }),
  };
}

/** undefined when Envoy's defaults are right: HTTP/1.1 and its own idle timeout. */
function httpProtocolOptions(vertex: Cluster): envoy.extensions.upstreams.http.v3.HttpProtocolOptions | undefined {
  const http2 = vertex.protocol === 'h2' || vertex.protocol === 'h2c';
  const idleMs = vertex.idleConnectionTimeoutMs;
  const maxDurationMs = vertex.maxConnectionDurationMs;
  const maxRequests = vertex.settings?.maxRequestsPerConnection;
  const hasCommon = idleMs !== undefined || maxRequests !== undefined || maxDurationMs !== undefined;
  if (!http2 && !hasCommon && !vertex.internalRedirects && !vertex.keepsHeaderCase) return undefined;
  return {
    explicitHttpConfig: http2
      ? { http2ProtocolOptions: {} }
      : { httpProtocolOptions: vertex.keepsHeaderCase ? { headerKeyFormat: sameCase } : {} },
    commonHttpProtocolOptions: hasCommon
      ? {
          idleTimeout: idleMs === undefined ? undefined : duration(idleMs),
          maxConnectionDuration: maxDurationMs === undefined ? undefined : duration(maxDurationMs),
          maxRequestsPerConnection: optional(maxRequests),
        }
      : undefined,
    httpFilters: vertex.internalRedirects && redirectScopeFilters,
  };
}

const tlsVersions = { '1.0': 1, '1.1': 2, '1.2': 3, '1.3': 4 } as const;
const dns = 2 as const;
const uri = 3 as const;

function transportSocket(vertex: Cluster): envoy.config.core.v3.TransportSocket | undefined {
  if (vertex.protocol !== 'tls' && vertex.protocol !== 'h2') return undefined;
  const settings = vertex.settings?.tls;
  const own = vertex.tls;
  const cipherSuites = own?.cipherSuites ?? settings?.cipherSuites ?? [];
  const curves = own?.curves ?? settings?.curves ?? [];
  const context: envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext = {
    sni: vertex.sni,
    commonTlsContext: {
      tlsParams: {
        tlsMinimumProtocolVersion: tlsVersions[own?.minimumVersion ?? settings?.minimumVersion ?? '1.2'],
        tlsMaximumProtocolVersion: tlsVersions[own?.maximumVersion ?? settings?.maximumVersion ?? '1.3'],
        cipherSuites: cipherSuites.length > 0 ? cipherSuites : undefined,
        ecdhCurves: curves.length > 0 ? curves : undefined,
      },
      alpnProtocols: own?.alpn ?? (vertex.protocol === 'h2' ? ['h2'] : undefined),
      tlsCertificateSdsSecretConfigs:
        vertex.clientCertificate === undefined
          ? undefined
          : [{ name: secretName(vertex.clientCertificate), sdsConfig: adsSource }],
      ...(vertex.validation && upstreamValidation(vertex.validation)),
    },
  };
  return {
    name: 'envoy.transport_sockets.tls',
    typedConfig: any('envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext', context),
  };
}

/** Where the CAs are that Envoy's machine trusts: Debian's place, which Envoy's images have. */
const systemCaFile = '/etc/ssl/certs/ca-certificates.crt';

function upstreamValidation({
  ca,
  subjectNames,
  subjectUris = [],
}: UpstreamValidation): Pick<
  envoy.extensions.transport_sockets.tls.v3.CommonTlsContext,
  'validationContext' | 'combinedValidationContext'
> {
  const names = [
    ...subjectNames.map((exact) => ({ sanType: dns, matcher: { exact } })),
    ...subjectUris.map((exact) => ({ sanType: uri, matcher: { exact } })),
  ];
  const matchTypedSubjectAltNames = names.length === 0 ? undefined : names;
  if (ca === SYSTEM_CA)
    return { validationContext: { trustedCa: { filename: systemCaFile }, matchTypedSubjectAltNames } };
  return {
    combinedValidationContext: {
      defaultValidationContext: { matchTypedSubjectAltNames },
      validationContextSdsSecretConfig: { name: secretName(ca), sdsConfig: adsSource },
    },
  };
}

function circuitBreakers({
  circuitBreakers: limits,
  highPriorityCircuitBreakers: high,
}: Cluster): envoy.config.cluster.v3.CircuitBreakers | undefined {
  if (limits === undefined && high === undefined) return undefined;
  const perHost = limits?.perHostMaxConnections;
  return {
    thresholds: [
      ...(limits ? [thresholds(limits)] : []),
      ...(high ? [{ priority: highPriority, ...thresholds(high) } as const] : []),
    ],
    perHostThresholds:
      perHost === undefined ? undefined : [{ maxConnections: optional(perHost), trackRemaining: true }],
  };
}

const highPriority = 1;

function thresholds(limits: CircuitBreakers): envoy.config.cluster.v3.CircuitBreakers.Thresholds {
  return {
    maxConnections: optional(limits.maxConnections),
    maxPendingRequests: optional(limits.maxPendingRequests),
    maxRequests: optional(limits.maxRequests),
    maxRetries: optional(limits.maxRetries),
    trackRemaining: true,
  };
}

function keepalive({ probes, timeSeconds, intervalSeconds }: TcpKeepalive): envoy.config.core.v3.TcpKeepalive {
  return {
    keepaliveProbes: optional(probes),
    keepaliveTime: optional(timeSeconds),
    keepaliveInterval: optional(intervalSeconds),
  };
}

function optional(value: number | undefined): google.protobuf.UInt32Value | undefined {
  return value === undefined ? undefined : wrap(value);
}

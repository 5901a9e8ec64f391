// What the settings say about connections and requests → the fields of Envoy's HTTP connection manager.
import type { Listener } from '../dag/vertices.ts';
import type { MoreHttpSettings } from '../model/envoy-settings.ts';
import { accessLogs } from './access-log.ts';
import { clusterName } from './names.ts';
import { any } from './proto/codec.ts';
import type { envoy, google } from './proto/generated/envoy.ts';
import { duration, wrap } from './proto/values.ts';

type HttpConnectionManager = envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;

/** HTTP/1.0 needs no Host header, routing does. No certificate and no host can have this name (RFC 6761). */
export const nameOfNoHost = 'no-host.invalid';

/** Of HTTP/1.1: header names keep the case in which they came. */
export const sameCase: envoy.config.core.v3.Http1ProtocolOptions.HeaderKeyFormat = {
  statefulFormatter: {
    name: 'envoy.http.stateful_header_formatters.preserve_case',
    typedConfig: any('envoy.extensions.http.header_formatters.preserve_case.v3.PreserveCaseFormatterConfig', {}),
  },
};

const serverHeaders = { overwrite: undefined, appendIfAbsent: 1, passThrough: 2 } as const;
const codecs = { http1: 1, http2: 2 } as const;

export function connectionSettings({ http, accessLog, accessLogServices, tracing }: Listener): HttpConnectionManager {
  const { more = {} } = http;
  const onlyVersion = http.versions.length === 1 ? http.versions[0] : undefined;
  return {
    codecType: onlyVersion && codecs[onlyVersion],
    commonHttpProtocolOptions: {
      idleTimeout: optional(http.connectionIdleTimeoutMs),
      // Envoy takes 0 for no time at all, and absent for no limit.
      maxConnectionDuration: http.maxConnectionDurationMs ? duration(http.maxConnectionDurationMs) : undefined,
      maxRequestsPerConnection:
        http.maxRequestsPerConnection === undefined ? undefined : wrap(http.maxRequestsPerConnection),
      headersWithUnderscoresAction: more.headersWithUnderscores && underscores[more.headersWithUnderscores],
    },
    httpProtocolOptions: {
      acceptHttp10: more.acceptHttp10 ?? true,
      defaultHostForHttp10: nameOfNoHost,
      headerKeyFormat: more.headerCase && headerCases[more.headerCase],
      allowChunkedLength: http.allowChunkedLength || undefined,
    },
    http2ProtocolOptions:
      http.http2MaxConcurrentStreams === undefined
        ? undefined
        : { maxConcurrentStreams: wrap(http.http2MaxConcurrentStreams) },
    requestTimeout: optional(http.requestTimeoutMs),
    streamIdleTimeout: optional(http.streamIdleTimeoutMs),
    drainTimeout: optional(http.connectionShutdownGracePeriodMs),
    delayedCloseTimeout: optional(http.delayedCloseTimeoutMs),
    serverHeaderTransformation: serverHeaders[http.serverHeader],
    serverName: more.serverName,
    useRemoteAddress: wrap(more.useRemoteAddress ?? true),
    xffNumTrustedHops: http.xffTrustedHops || undefined,
    normalizePath: wrap(true),
    mergeSlashes: http.mergeSlashes || undefined,
    preserveExternalRequestId: more.preserveRequestId ?? true,
    pathWithEscapedSlashesAction: more.rejectEscapedSlashes ? rejectRequest : undefined,
    stripMatchingHostPort: more.stripMatchingPort || undefined,
    maxRequestHeadersKb: more.maxRequestHeadersKb === undefined ? undefined : wrap(more.maxRequestHeadersKb),
    ...clientCertificates(more),
    // The host itself keeps its port, which the backend may need to write links; routing ignores it.
    stripTrailingHostDot: http.stripTrailingHostDot || undefined,
    accessLog: accessLogs(accessLog, accessLogServices),
    tracing: tracing && tracingMessage(tracing),
  };
}

const rejectRequest = 2;
const underscores = { reject: 1, drop: 2 } as const;
const headerCases = { proper: { properCaseWords: {} }, same: sameCase } as const;
const forwardModes = {
  SANITIZE: 0,
  FORWARD_ONLY: 1,
  APPEND_FORWARD: 2,
  SANITIZE_SET: 3,
  ALWAYS_FORWARD_ONLY: 4,
} as const;

function clientCertificates({
  clientCertificates: told,
}: MoreHttpSettings): Pick<HttpConnectionManager, 'forwardClientCertDetails' | 'setCurrentClientCertDetails'> {
  if (told === undefined) return {};
  const says = (detail: (typeof told.details)[number]): boolean | undefined =>
    told.details.includes(detail) || undefined;
  return {
    forwardClientCertDetails: forwardModes[told.mode],
    setCurrentClientCertDetails: {
      subject: told.details.includes('subject') ? wrap(true) : undefined,
      cert: says('cert'),
      chain: says('chain'),
      dns: says('dns'),
      uri: says('uri'),
    },
  };
}

function optional(ms: number | undefined): google.protobuf.Duration | undefined {
  return ms === undefined ? undefined : duration(ms);
}

function tracingMessage(
  settings: NonNullable<Listener['tracing']>,
): envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager.Tracing {
  return {
    overallSampling: { value: settings.overallSampling },
    clientSampling: { value: settings.clientSampling },
    randomSampling: { value: settings.randomSampling },
    maxPathTagLength: wrap(settings.maxPathTagLength),
    spawnUpstreamSpan: wrap(true),
    customTags: settings.customTags.map(customTag),
    provider: tracingProvider(settings),
  };
}

const jsonFormat = 1;
const protoFormat = 2;

function tracingProvider(settings: NonNullable<Listener['tracing']>): envoy.config.trace.v3.Tracing.Http {
  const { driver, cluster, serviceName } = settings;
  const collectorCluster = clusterName(cluster);
  switch (driver?.kind) {
    case undefined:
      return {
        name: 'envoy.tracers.opentelemetry',
        typedConfig: any('envoy.config.trace.v3.OpenTelemetryConfig', {
          grpcService: { envoyGrpc: { clusterName: collectorCluster, authority: settings.authority } },
          serviceName,
        }),
      };
    case 'zipkin':
      return {
        name: 'envoy.tracers.zipkin',
        typedConfig: any('envoy.config.trace.v3.ZipkinConfig', {
          collectorCluster,
          collectorEndpoint: driver.path,
          collectorEndpointVersion: driver.format === 'json' ? jsonFormat : protoFormat,
          collectorHostname: driver.hostname,
          traceId128bit: driver.longTraceIds,
          sharedSpanContext: driver.sharedSpans === undefined ? undefined : wrap(driver.sharedSpans),
        }),
      };
    case 'datadog':
      return {
        name: 'envoy.tracers.datadog',
        typedConfig: any('envoy.config.trace.v3.DatadogConfig', {
          collectorCluster,
          serviceName,
          collectorHostname: driver.hostname,
        }),
      };
  }
}

type Tag = NonNullable<Listener['tracing']>['customTags'][number];

function customTag({ name: tag, value }: Tag): envoy.type.tracing.v3.CustomTag {
  switch (value.kind) {
    case 'literal':
      return { tag, literal: { value: value.text } };
    case 'requestHeader':
      return { tag, requestHeader: { name: value.header, defaultValue: value.otherwise } };
    case 'environment':
      return { tag, environment: { name: value.variable, defaultValue: value.otherwise } };
    default:
      return value satisfies never;
  }
}

// The services that Envoy itself asks or tells: AuthService, RateLimitService, TracingService, LogService.
import type {
  AuthService,
  LogService,
  RateLimitServiceObject,
  TracingService,
} from '../../../model/kinds/emissary/index.ts';
import type { AuthServiceSpec } from '../../../model/kinds/emissary/others.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { isHeaderName } from '../../compile/header-name.ts';
import { headerNameError, headerValueError } from '../../compile/header-policy.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { isStatusCode } from '../../compile/status-code.ts';
import type { UnitContext } from '../../engine.ts';
import type { AuthorizationServer, Cluster, NameMatch, OutlierDetection } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { emissaryConfig, ourObjects, type OurObject } from './objects.ts';
import type { EmissarySettings, RateLimitDraft } from './topics.ts';
import { compileUpstream, type Upstream, type UpstreamFields } from './upstream.ts';

export interface ServicesScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  /** Without the services themselves. */
  readonly settings: EmissarySettings;
  readonly report: (problem: Problem) => void;
}

function upstreamOf(
  { context, config, settings, report }: ServicesScope,
  object: ObjectKey,
  code: ProblemCode,
  consequence: string,
  fields: UpstreamFields,
): Upstream | undefined {
  // Names without a namespace are those of the gateway's own.
  const { namespace } = emissaryConfig(config);
  return compileUpstream({ context, config, settings, report, object, namespace, consequence, code }, fields);
}

const requestHeaders = [
  'authorization',
  'cookie',
  'from',
  'proxy-authorization',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];
const answerHeaders = ['authorization', 'location', 'proxy-authenticate', 'set-cookie', 'www-authenticate'];

const refused = 'all requests are refused with 500';

/** The first by name is asked; the others take over while it has no endpoint, or none that can be reached. */
export function authorizationOf(scope: ServicesScope): EmissarySettings['authorization'] {
  const all = ourObjects<AuthService>(scope.context, scope.config, 'AuthService');
  const [first, ...others] = all;
  if (!first) return undefined;
  const spec = first.object.spec;
  const server = spec && serverOf(scope, first, others.length > 0);
  if (!server) return 'closed';
  for (const { object, key } of others) {
    for (const field of ['proto', 'path_prefix', 'timeout_ms', 'allow_request_body', 'include_body'] as const) {
      if (JSON.stringify(object.spec?.[field]) === JSON.stringify(spec[field])) continue;
      const message = `AuthService ${first.object.metadata.namespace}/${first.object.metadata.name} comes first and has another ${field}, which counts`;
      scope.report(warning('IgnoredField', key, `spec.${field}`, message));
    }
  }
  const extra = others.flatMap(({ object, key }) => {
    const upstream =
      object.spec && authUpstream(scope, key, object.spec, { proto: spec.proto, hasOthers: true }, 'it is not asked');
    return upstream ? [upstream.cluster] : [];
  });
  return withOthers(server, extra);
}

function withOthers(
  draft: { readonly server: AuthorizationServer; readonly clusters: readonly Cluster[] },
  others: readonly Cluster[],
): Exclude<EmissarySettings['authorization'], 'closed' | undefined> {
  const [first] = draft.clusters;
  if (!first || others.length === 0) return draft;
  const members = [first, ...others];
  const cluster: Cluster = {
    kind: 'Cluster',
    key: `emissary/authorization/0/${members.map((each) => each.key.slice(each.key.lastIndexOf('/') + 1)).join('-')}`,
    namespace: 'emissary',
    service: 'authorization',
    port: 0,
    target: { kind: 'aggregate', clusters: members.map((each) => each.key) },
    protocol: first.protocol,
    connectTimeoutMs: first.connectTimeoutMs,
    loadBalancer: 'roundRobin',
    statName: 'authorization',
  };
  return { server: { ...draft.server, cluster: cluster.key }, clusters: [...members, cluster] };
}

/** What one service answers is its own matter; if it can't be reached, the next one is asked for a while. */
const unreachable: OutlierDetection = {
  consecutive5xx: 0,
  consecutiveGatewayErrors: 0,
  consecutiveLocalOriginErrors: 2,
  intervalMs: 1000,
  baseEjectionMs: 10_000,
  maxEjectionPercent: 100,
};

function authUpstream(
  scope: ServicesScope,
  key: ObjectKey,
  spec: AuthServiceSpec,
  { proto, hasOthers }: { readonly proto: AuthServiceSpec['proto']; readonly hasOthers: boolean },
  consequence: string,
): Upstream | undefined {
  return upstreamOf(scope, key, 'AuthServiceNotValid', consequence, {
    service: spec.auth_service,
    at: 'spec.auth_service',
    ...(spec.tls !== undefined && { tls: spec.tls }),
    grpc: proto === 'grpc',
    circuit_breakers: spec.circuit_breakers,
    connect_timeout_ms: spec.connect_timeout_ms,
    cluster_idle_timeout_ms: spec.cluster_idle_timeout_ms,
    cluster_max_connection_lifetime_ms: spec.cluster_max_connection_lifetime_ms,
    stats_name: spec.stats_name,
    cluster_tag: 'extauth',
    ...(hasOthers && { outlierDetection: unreachable }),
  } as UpstreamFields);
}

/** Undefined: it can't be asked. */
function serverOf(
  scope: ServicesScope,
  { object, key }: OurObject<AuthService>,
  hasOthers: boolean,
): { readonly server: AuthorizationServer; readonly clusters: readonly Cluster[] } | undefined {
  const { report, settings } = scope;
  const spec = object.spec!;
  const proto = spec.proto ?? 'http';
  if (proto === 'grpc' && spec.protocol_version === 'v2') {
    const message = `version v2 of the protocol is spoken by no Envoy any more; the service must speak v3; ${refused}`;
    report(error('AuthServiceNotValid', key, 'spec.protocol_version', message));
    return undefined;
  }
  const upstream = authUpstream(scope, key, spec, { proto, hasOthers }, refused);
  if (!upstream) return undefined;
  const ignore = (field: string, message: string) => report(warning('IgnoredField', key, `spec.${field}`, message));
  if (spec.include_body && spec.allow_request_body)
    ignore('allow_request_body', '"include_body" is set too and counts');
  if (proto === 'grpc') {
    for (const field of [
      'path_prefix',
      'allowed_request_headers',
      'allowed_authorization_headers',
      'add_auth_headers',
      'status_on_error',
    ] as const)
      if (spec[field] !== undefined) ignore(field, 'a service that speaks gRPC is not told by it');
  }
  const linkerd = (spec.add_linkerd_headers ?? settings.module.add_linkerd_headers) === true;
  const given = Object.entries(spec.add_auth_headers ?? {}).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    const mistake =
      lower === 'host' ? `${shown(name)} can not be added` : (headerNameError(name) ?? headerValueError(value));
    if (mistake === undefined) return [{ name: lower, value }];
    ignore(`add_auth_headers[${JSON.stringify(name)}]`, `${mistake}; it is left out`);
    return [];
  });
  const added = [...given, ...(linkerd ? [{ name: 'l5d-dst-override', value: upstream.authority }] : [])];
  if (spec.include_body?.max_bytes === 0) ignore('include_body.max_bytes', 'it is 0, so no body is sent');
  const body = spec.include_body?.max_bytes
    ? { maxBytes: spec.include_body.max_bytes, allowPartial: spec.include_body.allow_partial ?? false }
    : spec.allow_request_body && !spec.include_body
      ? { maxBytes: 4096, allowPartial: true }
      : undefined;
  const answer = names([...answerHeaders, ...(spec.allowed_authorization_headers ?? [])]);
  const wanted = spec.status_on_error?.code;
  const status = wanted !== undefined && isStatusCode(wanted) ? wanted : undefined;
  if (wanted !== status)
    ignore('status_on_error.code', `Envoy has no status ${wanted}; 403 is answered, as without it`);
  const prefix = spec.path_prefix ?? '';
  return {
    server: {
      cluster: upstream.cluster.key,
      protocol: proto,
      authority: upstream.authority,
      timeoutMs: spec.timeout_ms ?? 5000,
      failOpen: spec.failure_mode_allow === true,
      ...(body && { requestBody: { ...body, asBytes: false } }),
      ...(proto === 'http' && {
        http: {
          pathPrefix: prefix === '' || prefix.startsWith('/') ? prefix : `/${prefix}`,
          requestHeaders: names([...requestHeaders, ...(spec.allowed_request_headers ?? [])]),
          upstreamHeaders: answer,
          clientHeaders: answer,
          ...(added.length > 0 && { addedHeaders: added }),
          ...(status !== undefined && { statusOnError: status }),
        },
      }),
    },
    clusters: [upstream.cluster],
  };
}

function names(list: readonly string[]): readonly NameMatch[] {
  return [...new Set(list.map((each) => each.toLowerCase()))]
    .sort()
    .map((value) => ({ kind: 'exact', value, ignoreCase: true }));
}

export function rateLimitOf(scope: ServicesScope): RateLimitDraft | undefined {
  const consequence = 'requests are not limited';
  const only = theOnly<RateLimitServiceObject>(scope, 'RateLimitService');
  const spec = only?.object.spec;
  if (!only || !spec || !speaksV3(scope, only.key, spec.protocol_version, consequence)) return undefined;
  const upstream = upstreamOf(scope, only.key, 'GatewayServiceNotValid', consequence, {
    service: spec.service,
    at: 'spec.service',
    grpc: true,
    ...(spec.tls !== undefined && { tls: spec.tls }),
    ...(spec.stats_name !== undefined && { stats_name: spec.stats_name }),
  });
  if (!upstream) return undefined;
  return {
    service: {
      cluster: upstream.cluster.key,
      authority: upstream.authority,
      domain: spec.domain ?? scope.settings.module.default_label_domain ?? 'ambassador',
      failOpen: spec.failure_mode_deny !== true,
      xRateLimitHeaders: false,
      resourceExhausted: spec.grpc?.use_resource_exhausted_code === true,
      timeoutMs: spec.timeout_ms ?? 20,
    },
    clusters: [upstream.cluster],
  };
}

export function tracingOf(scope: ServicesScope): EmissarySettings['tracing'] {
  const consequence = 'requests are not traced';
  const only = theOnly<TracingService>(scope, 'TracingService');
  const spec = only?.object.spec;
  if (!only || !spec) return undefined;
  const { key } = only;
  const fail = (path: string, message: string): undefined => {
    scope.report(error('GatewayServiceNotValid', key, path, `${message}; ${consequence}`));
    return undefined;
  };
  const { driver, config = {} } = spec;
  if (driver === 'lightstep')
    return fail('spec.driver', 'Envoy has no driver lightstep any more; Lightstep takes opentelemetry');
  if (config.collector_endpoint_version === 'HTTP_JSON_V1')
    return fail('spec.config.collector_endpoint_version', 'must be HTTP_JSON or HTTP_PROTO, found HTTP_JSON_V1');
  const upstream = upstreamOf(scope, key, 'GatewayServiceNotValid', consequence, {
    service: spec.service,
    at: 'spec.service',
    grpc: driver === 'opentelemetry',
    ...(spec.stats_name !== undefined && { stats_name: spec.stats_name }),
  });
  if (!upstream) return undefined;
  for (const field of ['access_token_file', 'collector_cluster', 'propagation_modes'] as const)
    if (config[field] !== undefined) {
      const message = 'it belongs to a driver that Envoy no longer has';
      scope.report(warning('IgnoredField', key, `spec.config.${field}`, message));
    }
  const tags = [
    ...(spec.custom_tags ?? []).flatMap((each, i) => tagOf(each, (message) => fail(`spec.custom_tags[${i}]`, message))),
    ...(spec.custom_tags ? [] : (spec.tag_headers ?? [])).flatMap((header, i): readonly Tag[] => {
      if (isHeaderName(header)) return [{ name: header, value: { kind: 'requestHeader', header } }];
      fail(`spec.tag_headers[${i}]`, `${shown(header)} is not a header name`);
      return [];
    }),
  ];
  const { client = 100, random = 100, overall = 100 } = spec.sampling ?? {};
  return {
    settings: {
      cluster: upstream.cluster.key,
      authority: upstream.authority,
      serviceName: config.service_name ?? 'ambassador',
      clientSampling: client,
      randomSampling: random,
      overallSampling: overall,
      maxPathTagLength: 256,
      customTags: tags,
      ...(driver === 'zipkin' && {
        driver: {
          kind: 'zipkin',
          path: config.collector_endpoint ?? '/api/v2/spans',
          format: config.collector_endpoint_version === 'HTTP_PROTO' ? 'proto' : 'json',
          longTraceIds: config.trace_id_128bit ?? true,
          ...(config.shared_span_context !== undefined && { sharedSpans: config.shared_span_context }),
          ...(config.collector_hostname !== undefined && { hostname: config.collector_hostname }),
        },
      }),
      ...(driver === 'datadog' && {
        driver: {
          kind: 'datadog',
          ...(config.collector_hostname !== undefined && { hostname: config.collector_hostname }),
        },
      }),
    },
    clusters: [upstream.cluster],
  };
}

type Tag = NonNullable<EmissarySettings['tracing']>['settings']['customTags'][number];

function tagOf(
  tag: NonNullable<NonNullable<TracingService['spec']>['custom_tags']>[number],
  fail: (message: string) => void,
): readonly Tag[] {
  const { literal, environment, request_header: header } = tag;
  const set = [literal, environment, header].filter((each) => each !== undefined);
  if (set.length !== 1) {
    fail(`must have one of literal, environment and request_header, has ${set.length}`);
    return [];
  }
  const name = tag.tag;
  if (name === '') {
    fail('its "tag" is empty');
    return [];
  }
  if (header && !isHeaderName(header.name)) {
    fail(`${shown(header.name)} is not a header name`);
    return [];
  }
  if (literal?.value === '' || environment?.name === '') {
    fail(`the ${literal ? 'value of the literal' : 'name of the environment variable'} is empty`);
    return [];
  }
  if (literal) return [{ name, value: { kind: 'literal', text: literal.value } }];
  const otherwise = (environment ?? header)?.default_value;
  const rest = otherwise === undefined ? {} : { otherwise };
  if (environment) return [{ name, value: { kind: 'environment', variable: environment.name, ...rest } }];
  return [{ name, value: { kind: 'requestHeader', header: header!.name, ...rest } }];
}

export function accessLogServicesOf(scope: ServicesScope): NonNullable<EmissarySettings['accessLogServices']> {
  const consequence = 'it is not told of requests';
  return ourObjects<LogService>(scope.context, scope.config, 'LogService').flatMap(({ object, key }) => {
    const { spec = {} } = object;
    if (!speaksV3(scope, key, spec.protocol_version, consequence)) return [];
    if (!spec.service) {
      const message = `must say where the service is; ${consequence}`;
      scope.report(error('GatewayServiceNotValid', key, 'spec.service', message));
      return [];
    }
    const upstream = upstreamOf(scope, key, 'GatewayServiceNotValid', consequence, {
      service: spec.service,
      at: 'spec.service',
      grpc: true,
      cluster_tag: 'logging',
      ...(spec.stats_name !== undefined && { stats_name: spec.stats_name }),
    });
    if (!upstream) return [];
    if (spec.grpc === false) {
      const message = 'there is only gRPC for this; it is used';
      scope.report(warning('IgnoredField', key, 'spec.grpc', message));
    }
    if (spec.flush_interval_time === 0) {
      const message = 'must be more than 0; 1 is used';
      scope.report(warning('IgnoredField', key, 'spec.flush_interval_time', message));
    }
    const protocol = spec.driver ?? 'http';
    const headers = spec.driver_config?.additional_log_headers ?? [];
    if (protocol === 'tcp' && headers.length > 0) {
      const message = 'connections have no headers';
      scope.report(warning('IgnoredField', key, 'spec.driver_config.additional_log_headers', message));
    }
    const during = (field: 'during_request' | 'during_response' | 'during_trailer') =>
      protocol === 'tcp'
        ? []
        : headers.flatMap((each) =>
            each[field] !== false && each.header_name ? [each.header_name.toLowerCase()] : [],
          );
    return [
      {
        settings: {
          cluster: upstream.cluster.key,
          authority: upstream.authority,
          // Several services are told apart by it.
          logName: object.metadata.name,
          protocol,
          flushIntervalMs: (spec.flush_interval_time || 1) * 1000,
          bufferBytes: spec.flush_interval_byte_size ?? 16_384,
          requestHeaders: during('during_request'),
          responseHeaders: during('during_response'),
          responseTrailers: during('during_trailer'),
        },
        clusters: [upstream.cluster],
      },
    ];
  });
}

/** The one of the gateway's namespace, else the first; others are told. */
function theOnly<T extends RateLimitServiceObject | TracingService>(
  { context, config, report }: ServicesScope,
  kind: string,
): OurObject<T> | undefined {
  const all = ourObjects<T>(context, config, kind);
  const { namespace } = emissaryConfig(config);
  const chosen = all.find((each) => each.object.metadata.namespace === namespace) ?? all[0];
  for (const each of all) {
    if (each === chosen) continue;
    const { namespace: space, name } = chosen!.object.metadata;
    const message = `there can be one ${kind}, and ${space}/${name} is it; this one is not used`;
    report(error('GatewayServiceNotValid', each.key, '', message));
  }
  return chosen;
}

function speaksV3(
  { report }: ServicesScope,
  key: ObjectKey,
  version: string | undefined,
  consequence: string,
): boolean {
  if (version !== 'v2') return true;
  const message = `must be v3, found ${shown(version)}; ${consequence}`;
  report(error('GatewayServiceNotValid', key, 'spec.protocol_version', message));
  return false;
}

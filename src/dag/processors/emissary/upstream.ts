// Where something of getambassador.io sends requests → Cluster vertex. Every input of the cluster is part of its identity,
// so two Mappings to one service that differ in anything have a cluster each.
//
// A Service that exists is reached at its endpoints, whatever the resolver; any other name by DNS, as written.
import { BUILT_IN_CONSUL } from '../../../model/consul-state.ts';
import type { Infer } from '../../../model/kinds/schema.ts';
import type { MappingSpec } from '../../../model/kinds/emissary/mapping.ts';
import type { circuitBreakers as breakersField } from '../../../model/kinds/emissary/shared.ts';
import type { Service } from '../../../model/kinds/index.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { lookup } from '../../../model/lookup.ts';
import { parseDurationMs } from '../../compile/duration.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { resolveService, upstreamCluster, type ResolvedService, type UpstreamOptions } from '../../compile/upstream.ts';
import type { UnitContext } from '../../engine.ts';
import type { CircuitBreakers, Cluster, HealthCheck, OutlierDetection, TcpKeepalive } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { consulServiceProblem } from './consul.ts';
import { compileHeaders } from './headers.ts';
import { emissaryConfig } from './objects.ts';
import { parseServiceText, serviceOfName } from './service.ts';
import { emissaryTopics, type ContextDraft, type EmissarySettings, type UpstreamContext } from './topics.ts';

export interface UpstreamScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly settings: EmissarySettings;
  readonly object: ObjectKey;
  /** Where names without namespace are looked for, and TLSContexts first. */
  readonly namespace: string;
  readonly report: (problem: Problem) => void;
  /** What happens when the upstream can't be used. */
  readonly consequence: string;
  readonly code: ProblemCode;
}

/** Fields as Mapping has them; other kinds have some of them. */
export interface UpstreamFields extends Partial<
  Pick<
    MappingSpec,
    | 'tls'
    | 'resolver'
    | 'grpc'
    | 'host_rewrite'
    | 'circuit_breakers'
    | 'connect_timeout_ms'
    | 'cluster_idle_timeout_ms'
    | 'cluster_max_connection_lifetime_ms'
    | 'health_checks'
    | 'keepalive'
    | 'enable_ipv4'
    | 'enable_ipv6'
    | 'dns_type'
    | 'respect_dns_ttl'
    | 'cluster_tag'
    | 'stats_name'
  >
> {
  readonly service: string;
  /** Field that names it. */
  readonly at: string;
  readonly loadBalancer?: Cluster['loadBalancer'];
  readonly outlierDetection?: OutlierDetection;
}

export interface Upstream {
  readonly cluster: Cluster;
  /** `host:port`, as a mesh wants it. */
  readonly authority: string;
}

/** Undefined: it can't be used; the problems say why. */
export function compileUpstream(scope: UpstreamScope, fields: UpstreamFields): Upstream | undefined {
  const { settings, object, report, consequence, config } = scope;
  const { module } = settings;
  const at = fields.at;
  const fail = (code: ProblemCode, path: string, message: string): undefined => {
    report(error(code, object, path, `${message}; ${consequence}`));
    return undefined;
  };
  const text = parseServiceText(fields.service);
  if (typeof text === 'string') return fail('ServiceNotValid', at, `${shown(fields.service)}: ${text}`);
  if (text.rest !== '') {
    const message = `${shown(text.rest)} after host and port has no effect`;
    report(warning('IgnoredField', object, at, message));
  }
  if (text.scheme !== undefined && text.scheme !== 'http' && text.scheme !== 'https') {
    const message = `the scheme must be http or https, found ${shown(text.scheme)}; it counts as http`;
    report(warning('IgnoredField', object, at, message));
  }
  const tls = originatedTls(scope, fields, text.scheme);
  if (tls === 'broken') return undefined;
  const port = text.port ?? (tls ? 443 : 80);
  const place = fields.resolver ?? module.resolver ?? 'kubernetes-service';
  const resolver = lookup(settings.resolvers, place);
  if (!resolver) {
    const known = Object.keys(settings.resolvers).sort().join(', ');
    return fail(
      'ResolverUnknown',
      fields.resolver === undefined ? at : 'spec.resolver',
      `resolver ${shown(place)} is unknown; there are ${known}`,
    );
  }

  const useOwn = module.use_ambassador_namespace_for_service_resolution === true;
  const namespace = useOwn ? emissaryConfig(config).namespace : scope.namespace;
  const resolved = resolve(scope, { host: text.host, port, namespace, fields, resolver });
  if (!resolved) return undefined;
  const checks = healthChecksOf(scope, fields, resolved.target.kind === 'endpoints');
  const breakers = circuitBreakersOf(fields.circuit_breakers ?? module.circuit_breakers);
  const connectTimeoutMs = fields.connect_timeout_ms ?? 3000;
  if (connectTimeoutMs === 0)
    report(warning('IgnoredField', object, 'spec.connect_timeout_ms', 'must be more than 0; 3000 is used'));
  const idleMs = fields.cluster_idle_timeout_ms || module.cluster_idle_timeout_ms || undefined;
  const lifetimeMs =
    fields.cluster_max_connection_lifetime_ms || module.cluster_max_connection_lifetime_ms || undefined;
  const keepalive = keepaliveOf(fields.keepalive, module.keepalive);
  const dnsFamily = dnsFamilyOf(fields.enable_ipv4 ?? module.enable_ipv4, fields.enable_ipv6 ?? module.enable_ipv6);
  const keepsCase = module.header_case_overrides !== undefined && fields.grpc !== true;
  const own: UpstreamOptions['own'] = {
    connectTimeoutMs: connectTimeoutMs || 3000,
    statName: fields.stats_name ?? statName(fields.service),
    ...(lifetimeMs !== undefined && { maxConnectionDurationMs: lifetimeMs }),
    ...(dnsFamily && resolved.target.kind === 'dns' && { dnsFamily }),
    ...(keepalive && { keepalive }),
    ...(tls?.tls && { tls: tls.tls }),
    ...breakers,
    ...(checks.length > 1 && { furtherHealthChecks: checks.slice(1) }),
    ...(keepsCase && { keepsHeaderCase: true }),
  };
  const rewrite = fields.host_rewrite;
  const sni = tls?.sni ?? (rewrite !== undefined && isHostName(rewrite) ? rewrite.replace(/:\d+$/, '') : undefined);
  const cluster = upstreamCluster(
    resolved,
    {
      protocol: fields.grpc ? (tls ? 'h2' : 'h2c') : tls ? 'tls' : 'http1',
      ...(sni !== undefined && { sni }),
      ...(tls?.validation && { validation: tls.validation }),
      ...(tls?.clientCertificate !== undefined && { clientCertificate: tls.clientCertificate }),
      ...(idleMs !== undefined && { idleConnectionTimeoutMs: idleMs }),
      ...(fields.loadBalancer && { loadBalancer: fields.loadBalancer }),
      ...(checks[0] && { healthCheck: checks[0] }),
      ...(fields.outlierDetection && { outlierDetection: fields.outlierDetection }),
      ...(fields.cluster_tag !== undefined && { tag: fields.cluster_tag }),
      own,
    },
    connectTimeoutMs,
  );
  return { cluster, authority: `${text.host}:${port}` };
}

function isHostName(text: string): boolean {
  return (
    text.length <= 253 && /^[A-Za-z0-9]([-.A-Za-z0-9]*[A-Za-z0-9])?(:\d+)?$/.test(text) && !/^[\d.]+(:\d+)?$/.test(text)
  );
}

/** As it always was, so that dashboards stay. */
function statName(service: string): string {
  return service.replace(/^https?:\/\//i, '').replace(/[^0-9A-Za-z]/g, '_');
}

/** Undefined: none. */
function originatedTls(
  scope: UpstreamScope,
  { tls: name, at }: UpstreamFields,
  scheme: string | undefined,
): UpstreamContext | undefined | 'broken' {
  const { object, report, consequence } = scope;
  if (name === undefined || name === '') return scheme === 'https' ? {} : undefined;
  const found = findContext(scope.context, name, scope.namespace);
  // Without its settings the upstream would be spoken to in clear text, or by anybody's certificate.
  if (!found) {
    const message = `TLSContext ${shown(name)} does not exist; ${consequence}`;
    report(error('TLSContextNotValid', object, 'spec.tls', message));
    return 'broken';
  }
  if (found.broken) {
    const message = `TLSContext ${found.namespace}/${found.name} can not be used (it has problems of its own); ${consequence}`;
    report(error('TLSContextNotValid', object, 'spec.tls', message));
    return 'broken';
  }
  if (scheme === 'http') {
    const message = `the service says http and "tls" names a TLSContext; TLS is used`;
    report(warning('IgnoredField', object, at, message));
  }
  return found.upstream;
}

/** `name`, of the own namespace first, or `name.namespace`. */
export function findContext(context: UnitContext, name: string, namespace: string): ContextDraft | undefined {
  const named = context.topic<readonly ContextDraft[]>(emissaryTopics.context(name)).flatMap((each) => each.value);
  const own = named.find((each) => each.namespace === namespace) ?? named[0];
  const dot = name.lastIndexOf('.');
  if (own || dot < 0) return own;
  return context
    .topic<readonly ContextDraft[]>(emissaryTopics.context(name.slice(0, dot)))
    .flatMap((each) => each.value)
    .find((each) => each.namespace === name.slice(dot + 1));
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly namespace: string;
  readonly fields: UpstreamFields;
  readonly resolver: EmissarySettings['resolvers'][string];
}

function resolve(
  scope: UpstreamScope,
  { host, port, namespace, fields, resolver }: Place,
): ResolvedService | undefined {
  const { context, config, object, report, consequence } = scope;
  const fail = (message: string): undefined => {
    report(error('ServiceUnresolvedReference', object, fields.at, `${message}; ${consequence}`));
    return undefined;
  };
  if (resolver.kind === 'consul') {
    if (host.includes('.')) return fail(`a service of Consul has no dots in its name, found ${shown(host)}`);
    const { server = BUILT_IN_CONSUL } = resolver;
    const consul = { server, service: host };
    const problem = consulServiceProblem(context, consul, object, fields.at);
    if (problem) report(problem);
    return {
      namespace: 'consul',
      name: host,
      port,
      protocol: 'http1',
      portName: '',
      mistakes: [],
      target: {
        kind: 'endpoints',
        group: `consul/${server}/${host}`,
        consul,
      },
    };
  }
  const service = serviceOfName(host, namespace);
  const exists =
    service !== undefined && context.object<Service>('Service', service.namespace, service.name) !== undefined;
  if (service && exists) {
    const options = { enableExternalNameService: true };
    const found = resolveService(context, { ...config, ...options }, service.namespace, service.name, port);
    if (found.ok) {
      // What other APIs' annotations say about a Service is not meant for Mappings.
      const { circuitBreakers: _breakers, ...rest } = found.service;
      return { ...rest, mistakes: [] };
    }
    if (resolver.kind === 'endpoint') return fail(found.message);
    report(warning('ServiceUnresolvedReference', object, fields.at, `${found.message}; its name is looked up by DNS`));
  } else if (resolver.kind === 'endpoint' && service) {
    return fail(`Service ${service.namespace}/${service.name} not found`);
  } else if (service && !host.includes('.')) {
    const message = `Service ${service.namespace}/${service.name} not found; its name is looked up by DNS`;
    report(warning('ServiceUnresolvedReference', object, fields.at, message));
  }
  const { namespace: gateway } = emissaryConfig(config);
  // Envoy's own resolver completes names in the gateway's namespace.
  const name = service && !host.includes('.') && namespace !== gateway ? `${host}.${namespace}` : host;
  const dnsType = fields.dns_type ?? 'strict_dns';
  if (dnsType !== 'strict_dns' && dnsType !== 'logical_dns') {
    const message = `must be strict_dns or logical_dns, found ${shown(dnsType)}; strict_dns is used`;
    report(warning('IgnoredField', object, 'spec.dns_type', message));
  }
  return {
    namespace: scope.namespace,
    name: host,
    port,
    protocol: 'http1',
    portName: '',
    mistakes: [],
    target: {
      kind: 'dns',
      host: name,
      port,
      ...(dnsType === 'logical_dns' && { logical: true }),
      ...(fields.respect_dns_ttl && { respectTtl: true }),
    },
  };
}

function dnsFamilyOf(v4 = true, v6 = false): Cluster['dnsFamily'] | undefined {
  if (v4 && v6) return undefined;
  return v6 ? 'v6' : 'v4';
}

function keepaliveOf(
  own: MappingSpec['keepalive'],
  module: EmissarySettings['module']['keepalive'],
): TcpKeepalive | undefined {
  const time = own ? own.idle_time : (module?.idle_time ?? module?.time);
  const { probes, interval } = own ?? module ?? {};
  const found = {
    ...(probes !== undefined && { probes }),
    ...(time !== undefined && { timeSeconds: time }),
    ...(interval !== undefined && { intervalSeconds: interval }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Of several limits for one priority the last counts. */
export function circuitBreakersOf(
  list: Infer<typeof breakersField> | undefined,
): Pick<Cluster, 'circuitBreakers' | 'highPriorityCircuitBreakers'> {
  const found: { circuitBreakers?: CircuitBreakers; highPriorityCircuitBreakers?: CircuitBreakers } = {};
  for (const limits of list ?? []) {
    const { max_connections, max_pending_requests, max_requests, max_retries } = limits;
    const field = limits.priority === 'high' ? 'highPriorityCircuitBreakers' : 'circuitBreakers';
    found[field] = {
      ...(max_connections !== undefined && { maxConnections: max_connections }),
      ...(max_pending_requests !== undefined && { maxPendingRequests: max_pending_requests }),
      ...(max_requests !== undefined && { maxRequests: max_requests }),
      ...(max_retries !== undefined && { maxRetries: max_retries }),
    };
  }
  return found;
}

const mostHealthChecks = 8;

function healthChecksOf(
  { object, report }: UpstreamScope,
  { health_checks: list, grpc: speaksGrpc }: UpstreamFields,
  hasEndpoints: boolean,
): readonly HealthCheck[] {
  if (!list) return [];
  if (!hasEndpoints) {
    const message = 'a name that is looked up by DNS is not checked; the service must be a Service or known by Consul';
    report(warning('IgnoredField', object, 'spec.health_checks', message));
    return [];
  }
  if (list.length > mostHealthChecks) {
    const message = `Envoy makes at most ${mostHealthChecks} checks of one service, found ${list.length}; the others are not made`;
    report(error('HealthCheckPolicyInvalid', object, `spec.health_checks[${mostHealthChecks}]`, message));
  }
  return list.slice(0, mostHealthChecks).flatMap((check, i): readonly HealthCheck[] => {
    const at = `spec.health_checks[${i}]`;
    const wrong = (path: string, message: string) => {
      report(error('HealthCheckPolicyInvalid', object, `${at}${path}`, `${message}; this check is not made`));
      return [];
    };
    const timeoutMs = parseDurationMs(check.timeout ?? '3s');
    const intervalMs = parseDurationMs(check.interval ?? '5s');
    if (!timeoutMs) return wrong('.timeout', `must be a duration above 0 such as 3s, found ${shown(check.timeout!)}`);
    if (!intervalMs)
      return wrong('.interval', `must be a duration above 0 such as 5s, found ${shown(check.interval!)}`);
    const { http, grpc } = check.health_check;
    if ((http === undefined) === (grpc === undefined)) return wrong('.health_check', 'must have one of http and grpc');
    if (grpc && !speaksGrpc) return wrong('.health_check.grpc', 'it needs HTTP/2: set "grpc" on the Mapping');
    const timing = {
      timeoutMs,
      intervalMs,
      unhealthyThreshold: check.unhealthy_threshold ?? 2,
      healthyThreshold: check.healthy_threshold ?? 1,
    };
    if (grpc)
      return [
        {
          ...timing,
          grpc: { service: grpc.upstream_name, ...(grpc.authority !== undefined && { authority: grpc.authority }) },
        },
      ];
    const headers = compileHeaders(
      { add: http!.add_request_headers, remove: http!.remove_request_headers },
      { object, path: `${at}.health_check.http`, side: 'request', report },
    );
    const statuses = http!.expected_statuses ?? [];
    const bad = statuses.findIndex((each) => each.min > each.max);
    if (bad >= 0) return wrong(`.health_check.http.expected_statuses[${bad}]`, '"min" must not be above "max"');
    return [
      {
        ...timing,
        http: {
          path: http!.path,
          host: http!.hostname ?? '',
          expectedStatuses: statuses.map(({ min, max }) => ({ start: min, end: max + 1 })),
          requestHeaders: headers,
        },
      },
    ];
  });
}

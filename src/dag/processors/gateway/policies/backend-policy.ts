// BackendPolicy: how the endpoints of a Service are used. Each policy tells the Services that it is for; of several for one
// port, field by field, the one that names the port counts, then the oldest. What can't be made is told and left out: the
// Service works without.
import type { BackendPolicy, Service } from '../../../../model/kinds/index.ts';
import { keyOf, type ObjectKey, type Problem } from '../../../../model/object.ts';
import { compileCircuitBreakers } from '../../../compile/circuit-breakers.ts';
import { parseDurationMs } from '../../../compile/duration.ts';
import { compileHealthCheck } from '../../../compile/health-check.ts';
import { compileLoadBalancer, type LoadBalancing } from '../../../compile/load-balancer.ts';
import { compileOutlierDetection } from '../../../compile/outlier-detection.ts';
import { error, shown, warning } from '../../../compile/problem.ts';
import { compareText } from '../../../compile/route-match.ts';
import { compileSlowStart } from '../../../compile/slow-start.ts';
import type { OwnClusterOptions, UpstreamOptions } from '../../../compile/upstream.ts';
import type { UnitContext, UnitKind } from '../../../engine.ts';
import type {
  CircuitBreakers,
  HashPolicy,
  HealthCheck,
  OutlierDetection,
  RoutePolicy,
  SlowStart,
} from '../../../vertices.ts';
import { levels } from '../../topics.ts';

export const backendPolicyTopics = {
  /** Lists of BackendEntry, of each BackendPolicy for the Service. */
  entries: (namespace: string, service: string) => `gateway-backend-policies/${namespace}/${service}`,
  /** Problems of a BackendPolicy. */
  problems: (policy: ObjectKey) => `gateway-backend-policy-problems/${policy}`,
};

export interface BackendSections {
  readonly loadBalancing?: LoadBalancing;
  readonly healthCheck?: {
    readonly check: HealthCheck;
    /** Of the Service; absent: that of the requests. */ readonly port?: number;
  };
  readonly circuitBreakers?: CircuitBreakers;
  readonly outlierDetection?: OutlierDetection;
  readonly slowStart?: SlowStart;
  readonly connection?: Pick<UpstreamOptions, 'idleConnectionTimeoutMs'> & {
    readonly own: Pick<OwnClusterOptions, 'connectTimeoutMs' | 'maxConnectionDurationMs' | 'keepalive'>;
  };
}

export type BackendSectionName = keyof BackendSections;

export const backendSectionNames: readonly BackendSectionName[] = [
  'loadBalancing',
  'healthCheck',
  'circuitBreakers',
  'outlierDetection',
  'slowStart',
  'connection',
];

export interface BackendEntry {
  readonly policy: ObjectKey;
  readonly creationTimestamp: string;
  /** Absent: for all ports. */
  readonly portName?: string;
  readonly sections: BackendSections;
}

export const backendPolicyKind: UnitKind = {
  name: 'backend-policy',
  level: levels.extension,
  each: { object: 'BackendPolicy' },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const policy = context.object<BackendPolicy>('BackendPolicy', namespace, name)!;
    const problems: Problem[] = [];
    const sections = compileBackendSections(policy, (problem) => problems.push(problem));
    const byService = new Map<string, BackendEntry[]>();
    for (const target of policy.spec.targetRefs) {
      const { name: service, sectionName } = target;
      const told = withUsableChecks(context, policy, target, sections, (problem) => problems.push(problem));
      const entry: BackendEntry = {
        policy: keyOf(policy),
        creationTimestamp: policy.metadata.creationTimestamp,
        ...(sectionName !== undefined && { portName: sectionName }),
        sections: told,
      };
      byService.set(service, [...(byService.get(service) ?? []), entry]);
    }
    for (const [service, entries] of byService)
      context.publish(backendPolicyTopics.entries(namespace, service), entries);
    context.publish(backendPolicyTopics.problems(keyOf(policy)), problems);
  },
};

export function compileBackendSections(policy: BackendPolicy, report: (problem: Problem) => void): BackendSections {
  const { spec } = policy;
  const object = keyOf(policy);
  const { cookie } = spec.loadBalancing ?? {};
  const loadBalancing =
    spec.loadBalancing &&
    compileLoadBalancer(
      // The API has no name for it, so it is that of sessions in the Gateway API.
      spec.loadBalancing.strategy === 'Cookie'
        ? { ...spec.loadBalancing, cookie: { name: 'nuncio-session', ...cookie } }
        : spec.loadBalancing,
      object,
      'spec.loadBalancing',
      report,
    );
  const healthCheck = spec.healthCheck && compileCheck(spec.healthCheck, object, report);
  const outlierDetection = spec.outlierDetection && compileOutlierDetection(spec.outlierDetection);
  if (typeof outlierDetection === 'string') {
    const message = `${outlierDetection}; endpoints that fail get requests all the same`;
    report(error('OutlierDetectionNotValid', object, 'spec.outlierDetection', message));
  }
  const slowStart = spec.slowStart && compileSlowStart(spec.slowStart, loadBalancing?.loadBalancer ?? 'roundRobin');
  if (typeof slowStart === 'string')
    report(
      error('SlowStartInvalid', object, 'spec.slowStart', `${slowStart}; new endpoints get their full share at once`),
    );
  const connection = spec.connection && compileConnection(spec.connection, object, report);
  return {
    ...(loadBalancing && { loadBalancing }),
    ...(healthCheck && { healthCheck }),
    ...(spec.circuitBreakers && { circuitBreakers: compileCircuitBreakers(spec.circuitBreakers) }),
    ...(typeof outlierDetection === 'object' && { outlierDetection }),
    ...(typeof slowStart === 'object' && { slowStart }),
    ...(connection && { connection }),
  };
}

function compileCheck(
  { http, grpc, port, ...times }: NonNullable<BackendPolicy['spec']['healthCheck']>,
  object: ObjectKey,
  report: (problem: Problem) => void,
): BackendSections['healthCheck'] {
  const input = http ? { host: 'nuncio-health-check', ...http, ...times } : times;
  const { healthCheck, mistakes } = compileHealthCheck(input, http ? 'http' : 'tcp');
  for (const { at, message } of mistakes) {
    const isTime = Object.hasOwn(times, at.slice(1));
    const path = `spec.healthCheck${isTime || !http ? '' : '.http'}${at}`;
    report(error('HealthCheckPolicyInvalid', object, path, `${message}; there are no health checks`));
  }
  if (!healthCheck) return undefined;
  const check: HealthCheck = grpc ? { ...healthCheck, grpc: { service: grpc.service ?? '' } } : healthCheck;
  return { check, ...(port !== undefined && { port }) };
}

function compileConnection(
  { connectTimeout, idleTimeout, maxDuration, tcpKeepalive }: NonNullable<BackendPolicy['spec']['connection']>,
  object: ObjectKey,
  report: (problem: Problem) => void,
): BackendSections['connection'] {
  const read = (field: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const ms = parseDurationMs(text);
    if (ms !== undefined && ms > 0) return ms;
    const message = `${shown(text)} is not a duration such as 1.5s; the default counts`;
    report(error('TimeoutPolicyNotValid', object, `spec.connection.${field}`, message));
    return undefined;
  };
  const connectTimeoutMs = read('connectTimeout', connectTimeout);
  const idleConnectionTimeoutMs = read('idleTimeout', idleTimeout);
  const maxConnectionDurationMs = read('maxDuration', maxDuration);
  return {
    ...(idleConnectionTimeoutMs !== undefined && { idleConnectionTimeoutMs }),
    own: {
      ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
      ...(maxConnectionDurationMs !== undefined && { maxConnectionDurationMs }),
      ...(tcpKeepalive && { keepalive: tcpKeepalive }),
    },
  };
}

/** Checks on a port that the Service does not have are none. Tells what else the Service is not made for. */
function withUsableChecks(
  context: UnitContext,
  policy: BackendPolicy,
  { name, sectionName }: BackendPolicy['spec']['targetRefs'][number],
  sections: BackendSections,
  report: (problem: Problem) => void,
): BackendSections {
  const { healthCheck, ...rest } = sections;
  if (!healthCheck) return sections;
  const object = keyOf(policy);
  const { namespace } = policy.metadata;
  const service = context.object<Service>('Service', namespace, name);
  if (!service) return sections;
  const ports = service.spec?.ports ?? [];
  const { port, check } = healthCheck;
  if (port !== undefined && !ports.some((each) => each.port === port && (each.protocol ?? 'TCP') === 'TCP')) {
    const message = `Service ${namespace}/${name} has no TCP port ${port} (it has ${ports.map((each) => each.port).join(', ')}); there are no health checks`;
    report(error('HealthCheckPolicyInvalid', object, 'spec.healthCheck.port', message));
    return rest;
  }
  const isHttp2 = ports
    .filter((each) => sectionName === undefined || each.name === sectionName)
    .every((each) => each.appProtocol === 'kubernetes.io/h2c');
  if (check.grpc && !isHttp2) {
    const message = `Envoy checks by gRPC only where it speaks HTTP/2: for GRPCRoutes, and where the port of Service ${namespace}/${name} has the appProtocol kubernetes.io/h2c; elsewhere there are no health checks`;
    report(warning('IgnoredField', object, 'spec.healthCheck.grpc', message));
  }
  return sections;
}

export interface BackendPolicyUse {
  /** What the policies say; of `healthPort` the Service has one. */
  readonly options: UpstreamOptions;
  readonly healthPort?: number;
  readonly hashPolicies: readonly HashPolicy[];
  /** With the fields that count; sorted. */
  readonly inEffect: readonly RoutePolicy[];
  /** Keys, used or not. */
  readonly policies: readonly ObjectKey[];
}

/** `use`: what the backend gets; bytes have nothing to hash. */
export function useBackendPolicies(
  context: UnitContext,
  { namespace, name, portName }: { readonly namespace: string; readonly name: string; readonly portName: string },
  use: 'http' | 'grpc' | 'tcp',
): BackendPolicyUse {
  const found = entriesFor(context, namespace, name).filter(
    (each) => each.portName === undefined || each.portName === portName,
  );
  if (found.length === 0) return noPolicies;
  const effect: { -readonly [Section in BackendSectionName]?: BackendSections[Section] } = {};
  const fields = new Map<ObjectKey, string[]>();
  for (const section of backendSectionNames) {
    const owner = ownerOfBackendSection(found, section);
    if (!owner) continue;
    Object.assign(effect, { [section]: owner.sections[section] });
    fields.set(owner.policy, [...(fields.get(owner.policy) ?? []), section]);
  }
  const { loadBalancing, healthCheck, circuitBreakers, outlierDetection, slowStart, connection } = effect;
  const loadBalancer =
    use === 'tcp' && loadBalancing?.loadBalancer === 'ringHash' ? 'roundRobin' : loadBalancing?.loadBalancer;
  const own: OwnClusterOptions = { ...connection?.own, ...(circuitBreakers && { circuitBreakers }) };
  return {
    options: {
      ...(loadBalancer && { loadBalancer }),
      ...(healthCheck && { healthCheck: healthCheck.check }),
      ...(outlierDetection && { outlierDetection }),
      ...(slowStart && { slowStart }),
      ...(connection?.idleConnectionTimeoutMs !== undefined && {
        idleConnectionTimeoutMs: connection.idleConnectionTimeoutMs,
      }),
      ...(Object.keys(own).length > 0 && { own }),
    },
    ...(healthCheck?.port !== undefined && { healthPort: healthCheck.port }),
    hashPolicies: use === 'tcp' ? [] : (loadBalancing?.hashPolicies ?? []),
    inEffect: [...fields]
      .map(([object, list]) => ({ object, fields: list.sort(compareText) }))
      .sort((a, b) => compareText(a.object, b.object)),
    policies: [...new Set(found.map(({ policy }) => policy))].sort(),
  };
}

export const noPolicies: BackendPolicyUse = { options: {}, hashPolicies: [], inEffect: [], policies: [] };

export function entriesFor(context: UnitContext, namespace: string, service: string): readonly BackendEntry[] {
  return context
    .topic<readonly BackendEntry[]>(backendPolicyTopics.entries(namespace, service))
    .flatMap(({ value }) => value);
}

/** Those that name the port first, then the oldest. */
export function ownerOfBackendSection(
  entries: readonly BackendEntry[],
  section: BackendSectionName,
): BackendEntry | undefined {
  return entries
    .filter((each) => each.sections[section] !== undefined)
    .sort(
      (a, b) =>
        Number(a.portName === undefined) - Number(b.portName === undefined) ||
        compareText(a.creationTimestamp, b.creationTimestamp) ||
        compareText(a.policy, b.policy),
    )[0];
}

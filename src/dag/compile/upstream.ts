// A reference to a Service's port → Cluster vertex. Every API resolves its backends here, so that equal upstreams share
// one cluster, whoever names them.
// In: Service objects by the unit's look-ups. Out: a cluster, or why the reference can't be used, in people's words.
import { createHash } from 'node:crypto';
import type { Config } from '../../model/config.ts';
import type { ClusterSettings } from '../../model/envoy-settings.ts';
import type { Service, ServicePort } from '../../model/kinds/service.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { UnitContext } from '../engine.ts';
import type {
  CircuitBreakers,
  Cluster,
  EndpointGroup,
  HealthCheck,
  OutlierDetection,
  SlowStart,
  UpstreamValidation,
} from '../vertices.ts';
import { shown } from './problem.ts';

export type UpstreamProtocol = Cluster['protocol'];

export interface ResolvedService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** Empty: the port has no name. */
  readonly portName: string;
  /** As the Service has it. */
  readonly appProtocol?: string;
  /** What the Service says about its port. */
  readonly protocol: UpstreamProtocol;
  /** What the Service says and can't be used; it counts as not said. */
  readonly mistakes: readonly Pick<Problem, 'code' | 'message'>[];
  readonly target: Exclude<Cluster['target'], { kind: 'aggregate' }>;
  readonly circuitBreakers?: CircuitBreakers;
  /** The Service asks for endpoints in the zone of the client. */
  readonly preferSameZone?: true;
  /** Port that health checks go to, if another one was asked for. */
  readonly healthPort?: { readonly number: number; readonly name: string };
}

export type ServiceResult =
  { readonly ok: true; readonly service: ResolvedService } | { readonly ok: false; readonly message: string };

/** What a Service says about its ports: many routes ask for one. */
const saidOfPorts = new WeakMap<ServicePort, Pick<ResolvedService, 'protocol' | 'mistakes'>>();

/**
 * `port`: number or name of a port of the Service; `healthPort`: number of another one, absent: the same. The message of a failure names the Service and what it has; the
 * caller adds what happens now.
 */
export function resolveService(
  context: UnitContext,
  config: Pick<Config, 'enableExternalNameService' | 'circuitBreakers'>,
  namespace: string,
  name: string,
  port: number | string,
  healthPort?: number,
  protocol: 'TCP' | 'UDP' = 'TCP',
): ServiceResult {
  const service = context.object<Service>('Service', namespace, name);
  if (!service) return { ok: false, message: `Service ${namespace}/${name} not found` };
  const ports = service.spec?.ports ?? [];
  const named = ports.filter((each) => (typeof port === 'number' ? each.port === port : each.name === port));
  const found = named.find((each) => (each.protocol ?? 'TCP') === protocol) ?? named[0];
  if (!found)
    return { ok: false, message: `Service ${namespace}/${name} has no port ${port} (${describePorts(ports)})` };
  const { protocol: ofPort = 'TCP' } = found;
  if (ofPort !== protocol)
    return { ok: false, message: `port ${port} of Service ${namespace}/${name} is ${ofPort}; it must be ${protocol}` };

  const target = targetOf(service, found, config.enableExternalNameService);
  if (typeof target === 'string') return { ok: false, message: target };
  const circuitBreakers = circuitBreakersOf(service, config.circuitBreakers);
  const health = healthPort === undefined || healthPort === found.port ? undefined : portForChecks(ports, healthPort);
  if (healthPort !== undefined && healthPort !== found.port && !health) {
    const message = `Service ${namespace}/${name} has no TCP port ${healthPort} for health checks (${describePorts(ports)})`;
    return { ok: false, message };
  }
  let said = saidOfPorts.get(found);
  if (said === undefined) {
    said = { protocol: protocolOf(service, found), mistakes: mistakesOf(service, found) };
    saidOfPorts.set(found, said);
  }
  return {
    ok: true,
    service: {
      namespace,
      name,
      port: found.port,
      portName: found.name ?? '',
      ...(found.appProtocol !== undefined && { appProtocol: found.appProtocol }),
      target,
      ...said,
      ...(circuitBreakers && { circuitBreakers }),
      ...(prefersSameZone(service) && { preferSameZone: true }),
      ...(health && { healthPort: { number: health.port, name: health.name ?? '' } }),
    },
  };
}

/** As kube-proxy reads it. On one node (`PreferSameNode`) there is no better than in its zone: Envoy knows no nodes. */
function prefersSameZone({ spec, metadata }: Service): boolean {
  const mode =
    metadata.annotations['service.kubernetes.io/topology-mode'] ??
    metadata.annotations['service.kubernetes.io/topology-aware-hints'];
  return mode?.toLowerCase() === 'auto' || distributionsByZone.includes(spec?.trafficDistribution ?? '');
}

const distributionsByZone: readonly string[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

function portForChecks(ports: readonly ServicePort[], wanted: number): ServicePort | undefined {
  return ports.find((each) => each.port === wanted && (each.protocol ?? 'TCP') === 'TCP');
}

function describePorts(ports: readonly ServicePort[]): string {
  if (ports.length === 0) return 'it has none';
  return `it has ${ports.map((each) => (each.name ? `${each.port} "${each.name}"` : `${each.port}`)).join(', ')}`;
}

function targetOf(service: Service, port: ServicePort, externalNames: boolean): ResolvedService['target'] | string {
  const { namespace, name } = service.metadata;
  const host = service.spec?.externalName ?? '';
  if (service.spec?.type !== 'ExternalName') {
    const portName = port.name ?? '';
    return { kind: 'endpoints', group: endpointGroupKey(namespace, name, portName) };
  }
  if (!externalNames)
    return `Service ${namespace}/${name} is an ExternalName service, and those are not enabled (enableExternalNameService)`;
  if (host === '') return `Service ${namespace}/${name} is an ExternalName service without externalName`;
  // The control plane's own network must not be reachable through a Service that anybody may write.
  const local = localKind(host);
  if (local !== undefined) return `Service ${namespace}/${name} is an ExternalName service that points to ${local}`;
  return { kind: 'dns', host: host.toLowerCase().replace(/\.$/, ''), port: port.port };
}

function localKind(host: string): string | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === 'localhost.localdomain') return 'localhost';
  if (name === 'local.projectcontour.io') return 'localhost';
  if (/^(127|0)\./.test(name) || name === '0') return 'a loopback or unspecified address';
  if (name.startsWith('169.254.')) return 'a link-local address';
  if (!name.includes(':')) return undefined;
  if (/^(0*:)+0*[01]?$/.test(name) || /^(0*:)*:ffff:(127|0)\./.test(name)) return 'a loopback or unspecified address';
  return /^fe[89ab]/.test(name) ? 'a link-local address' : undefined;
}

export function endpointGroupKey(namespace: string, service: string, portName: string): string {
  return portName === '' ? `${namespace}/${service}` : `${namespace}/${service}/${portName}`;
}

const annotationPrefix = 'projectcontour.io/';

const appProtocols: Readonly<Record<string, UpstreamProtocol>> = {
  'kubernetes.io/h2c': 'h2c',
  https: 'tls',
  http: 'http1',
  'kubernetes.io/ws': 'http1',
};

/** appProtocol, when set, switches the annotations off. Of the annotations the last in the order h2, h2c, tls counts. */
function protocolOf(service: Service, port: ServicePort): UpstreamProtocol {
  if (port.appProtocol) return appProtocols[port.appProtocol] ?? 'http1';
  let protocol: UpstreamProtocol = 'http1';
  for (const candidate of protocolsByAnnotation) {
    const names = portNames(service, candidate);
    if (names.some((each) => isPort(port, each))) protocol = candidate;
  }
  return protocol;
}

const protocolsByAnnotation = ['h2', 'h2c', 'tls'] as const;
const protocolAnnotation = (protocol: string) => `${annotationPrefix}upstream-protocol.${protocol}`;

function portNames(service: Service, protocol: string): readonly string[] {
  const names = service.metadata.annotations[protocolAnnotation(protocol)]?.split(',') ?? [];
  return names.map((each) => each.trim()).filter((each) => each !== '');
}

function isPort(port: ServicePort, nameOrNumber: string): boolean {
  return nameOrNumber === port.name || nameOrNumber === String(port.port);
}

function mistakesOf(service: Service, port: ServicePort): ResolvedService['mistakes'] {
  const { annotations, namespace, name } = service.metadata;
  const found: Pick<Problem, 'code' | 'message'>[] = [];
  const mistake = (annotation: string, message: string) =>
    found.push({
      code: 'AnnotationNotValid',
      message: `annotation ${annotation} of Service ${namespace}/${name} is ${shown(annotations[annotation]!)}; ${message}`,
    });
  for (const annotation of Object.keys(annotations)) {
    if (!annotation.startsWith(annotationPrefix)) continue;
    if (!serviceAnnotations.includes(annotation)) mistake(annotation, 'there is none of that name for a Service');
    else if (breakerAnnotations.some(([each]) => annotation === annotationPrefix + each)) {
      if (limitOf(annotations[annotation]!) === undefined)
        mistake(annotation, 'it must be a whole number up to 4294967295, and the default is used');
    }
  }
  for (const protocol of protocolsByAnnotation) {
    const ports = service.spec?.ports ?? [];
    const odd = portNames(service, protocol).filter((each) => !ports.some((one) => isPort(one, each)));
    if (odd.length > 0)
      mistake(protocolAnnotation(protocol), `there is no port ${odd.join(', ')} (${describePorts(ports)})`);
  }
  const { appProtocol } = port;
  if (appProtocol && !Object.hasOwn(appProtocols, appProtocol)) {
    const known = Object.keys(appProtocols).join(', ');
    const message = `appProtocol of port ${port.port} of Service ${namespace}/${name} is ${shown(appProtocol)}; nuncio knows ${known}, and speaks HTTP/1.1 in clear text with it`;
    found.push({ code: 'IgnoredField', message });
  }
  const { trafficDistribution = '' } = service.spec ?? {};
  if (trafficDistribution !== '' && !distributionsByZone.includes(trafficDistribution)) {
    const message = `trafficDistribution of Service ${namespace}/${name} is ${shown(trafficDistribution)}; nuncio knows ${distributionsByZone.join(', ')}, and spreads requests over all zones`;
    found.push({ code: 'IgnoredField', message });
  }
  return found;
}

/** What is to be told about a Service to the object that names it at `path`. */
export function serviceWarnings(service: ResolvedService, object: ObjectKey, path: string): readonly Problem[] {
  return service.mistakes.map(({ code, message }) => ({ code, severity: 'warning', object, path, message }));
}

const breakerAnnotations: readonly (readonly [string, keyof CircuitBreakers])[] = [
  ['max-connections', 'maxConnections'],
  ['max-pending-requests', 'maxPendingRequests'],
  ['max-requests', 'maxRequests'],
  ['max-retries', 'maxRetries'],
  ['per-host-max-connections', 'perHostMaxConnections'],
];

/** Annotations that mean something on a Service. */
export const serviceAnnotations: readonly string[] = [
  ...breakerAnnotations.map(([name]) => annotationPrefix + name),
  ...protocolsByAnnotation.map(protocolAnnotation),
];

/** Undefined: not a number that Envoy takes. */
function limitOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= 0xffff_ffff ? Number(text) : undefined;
}

/** 0, absent or not a number: the default of the configuration, else Envoy's. */
function circuitBreakersOf(service: Service, defaults: CircuitBreakers | undefined): CircuitBreakers | undefined {
  const found: Partial<Record<keyof CircuitBreakers, number>> = { ...defaults };
  let any = defaults !== undefined && Object.keys(defaults).length > 0;
  for (const [annotation, field] of breakerAnnotations) {
    const text = service.metadata.annotations[annotationPrefix + annotation];
    const value = text === undefined ? 0 : (limitOf(text) ?? 0);
    if (value === 0) continue;
    found[field] = value;
    any = true;
  }
  return any ? found : undefined;
}

/** What a route asks of an upstream beside the Service itself. */
export interface UpstreamOptions {
  /** Absent: what the Service says. */
  readonly protocol?: UpstreamProtocol;
  /** Only used with `tls` and `h2`. */
  readonly sni?: string;
  /** Only used with `tls` and `h2`. */
  readonly validation?: UpstreamValidation;
  /** Key of a Secret vertex. Only used with `tls` and `h2`. */
  readonly clientCertificate?: string;
  readonly idleConnectionTimeoutMs?: number;
  readonly loadBalancer?: Cluster['loadBalancer'];
  /** With it, and only then, the Service's health port counts. */
  readonly healthCheck?: HealthCheck;
  readonly slowStart?: SlowStart;
  readonly outlierDetection?: OutlierDetection;
  readonly internalRedirects?: true;
  /** Replace what the configuration and the Service say. */
  readonly own?: OwnClusterOptions;
  /** Keeps upstreams apart that differ in nothing else. */
  readonly tag?: string;
}

/** What only some APIs can say of an upstream; fields of the vertex as they are. */
export type OwnClusterOptions = Partial<
  Pick<
    Cluster,
    | 'connectTimeoutMs'
    | 'maxConnectionDurationMs'
    | 'statName'
    | 'dnsFamily'
    | 'keepalive'
    | 'tls'
    | 'circuitBreakers'
    | 'highPriorityCircuitBreakers'
    | 'furtherHealthChecks'
    | 'keepsHeaderCase'
  >
>;

/** SHA-1 over nothing: the key of an upstream with default options, as Contour names it. */
const DEFAULT_OPTIONS_HASH = 'da39a3ee5e';

export function upstreamCluster(service: ResolvedService, options: UpstreamOptions, connectTimeoutMs: number): Cluster {
  const protocol = options.protocol ?? service.protocol;
  const encrypted = protocol === 'tls' || protocol === 'h2';
  const dnsName = service.target.kind === 'dns' ? service.target.host : undefined;
  const sni = encrypted ? (options.sni ?? (dnsName && !isAddress(dnsName) ? dnsName : undefined)) : undefined;
  const validation = encrypted ? options.validation : undefined;
  const clientCertificate = encrypted ? options.clientCertificate : undefined;
  const {
    idleConnectionTimeoutMs,
    loadBalancer = 'roundRobin',
    healthCheck,
    slowStart,
    outlierDetection,
    internalRedirects,
  } = options;
  // A ring of hashes has no zones: a client stays with its endpoint.
  const preferSameZone = service.preferSameZone && loadBalancer !== 'ringHash' && dnsName === undefined;
  const healthPort = healthCheck && service.healthPort;
  const { circuitBreakers = service.circuitBreakers, ...own } = options.own ?? {};
  // Every input that differs from the default, each under its name: two upstreams that differ get two clusters.
  const differing = [
    protocol !== 'http1' && `protocol=${protocol}`,
    sni !== undefined && `sni=${sni}`,
    validation && `validation=${JSON.stringify(validation)}`,
    clientCertificate !== undefined && `clientCertificate=${clientCertificate}`,
    idleConnectionTimeoutMs !== undefined && `idleConnectionTimeoutMs=${idleConnectionTimeoutMs}`,
    loadBalancer !== 'roundRobin' && `loadBalancer=${loadBalancer}`,
    dnsName !== undefined && `dns=${dnsName}`,
    healthCheck && `healthCheck=${JSON.stringify(healthCheck)}`,
    healthPort && `healthPort=${healthPort.number}`,
    internalRedirects && 'internalRedirects',
    slowStart && `slowStart=${JSON.stringify(slowStart)}`,
    service.target.kind === 'dns' &&
      (service.target.logical || service.target.respectTtl) &&
      `dnsType=${service.target.logical ? 'logical' : 'strict'},${service.target.respectTtl === true}`,
    service.target.kind === 'endpoints' && service.target.consul && `consul=${service.target.group}`,
    options.tag !== undefined && `tag=${options.tag}`,
    Object.keys(own).length > 0 && `own=${JSON.stringify(own)}`,
    outlierDetection && `outlierDetection=${JSON.stringify(outlierDetection)}`,
    preferSameZone && 'preferSameZone',
    circuitBreakers &&
      `circuitBreakers=${breakerAnnotations.map(([, field]) => circuitBreakers[field] ?? '').join(',')}`,
  ].filter((each) => typeof each === 'string');
  const hash =
    differing.length === 0
      ? DEFAULT_OPTIONS_HASH
      : createHash('sha1').update(differing.join('\n')).digest('hex').slice(0, 10);
  return {
    kind: 'Cluster',
    key: `${service.namespace}/${service.name}/${service.port}/${hash}`,
    namespace: service.namespace,
    service: service.name,
    port: service.port,
    target: healthPort ? checkedElsewhere(service.target, healthPort) : service.target,
    protocol,
    ...(sni !== undefined && { sni }),
    ...(validation && { validation }),
    ...(clientCertificate !== undefined && { clientCertificate }),
    connectTimeoutMs,
    ...(idleConnectionTimeoutMs !== undefined && { idleConnectionTimeoutMs }),
    loadBalancer,
    ...(circuitBreakers && { circuitBreakers }),
    ...(healthCheck && { healthCheck }),
    ...(slowStart && { slowStart }),
    ...(outlierDetection && { outlierDetection }),
    ...(preferSameZone && { preferSameZone }),
    ...(internalRedirects && { internalRedirects }),
    ...own,
  };
}

/** IPv4 or IPv6: no server name. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host);
}

const HEALTH = '?health=';

/** The endpoints of a group are told once, so another port for checks makes another group. */
function checkedElsewhere(
  target: ResolvedService['target'],
  port: { readonly number: number; readonly name: string },
): Cluster['target'] {
  if (target.kind === 'dns') return { ...target, healthPort: port.number };
  return { kind: 'endpoints', group: `${target.group}${HEALTH}${port.name}` };
}

/** The cluster and what its endpoints are assembled from. `settings`: what holds for all clusters; absent: the defaults. */
export function emitCluster(context: UnitContext, cluster: Cluster, settings?: ClusterSettings): void {
  context.emit(settings === undefined ? cluster : { ...cluster, settings });
  if (cluster.target.kind !== 'endpoints') return;
  const { namespace, service, target } = cluster;
  if (target.consul) {
    const { group: key, consul } = target;
    context.emit({ kind: 'EndpointGroup', key, namespace: '', service, portName: '', consul: true });
    context.emit({ kind: 'ConsulService', key, ...consul });
    return;
  }
  const [plainKey, healthPortName] = target.group.split(HEALTH) as [string, string?];
  const group: EndpointGroup = {
    kind: 'EndpointGroup',
    key: target.group,
    namespace,
    service,
    portName: plainKey.slice(`${namespace}/${service}/`.length),
    ...(healthPortName !== undefined && { healthPortName }),
  };
  context.emit(group);
}

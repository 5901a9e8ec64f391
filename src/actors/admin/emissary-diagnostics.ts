// `/ambassador/v0/diag/?json=true` of the admin port: how everything stands, under the names that tools for Emissary-Ingress
// know. Made of the same answers as the pages. Reads only.
import type { Found } from '../../dag/explain/hosts.ts';
import type { RouteSummary } from '../../dag/explain/routes.ts';
import type { Cluster } from '../../dag/vertices.ts';
import type { Config, EmissaryConfig } from '../../model/config.ts';
import { parseKey } from '../../model/object.ts';
import { endpointsOf } from './explain.ts';
import type { ClusterHealth, EndpointHealth, EnvoyClusters } from '../envoy/envoy-clusters.ts';
import { clusterName } from '../../xds/names.ts';
import type { Overview } from './overview.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

export interface DiagnosticsSources {
  readonly supervisor: Pick<Supervisor, 'query'>;
  readonly overview: () => Promise<Overview>;
  readonly config: { readonly emissary?: EmissaryConfig | undefined; readonly envoy?: Config['envoy'] | undefined };
  /** Of the Envoy that is our child. Absent: there is none. */
  readonly envoyClusters?: EnvoyClusters | undefined;
  readonly hostname: string;
  readonly bootedAtMs: number;
  readonly nowMs: number;
}

/** Of routes and clusters, unless the query says `limit`. */
const usualLimit = 1000;
const mostLimit = 20_000;

/** Kinds of which each object is an element of its own list. */
const lists = {
  ambassador_services: ['AuthService', 'LogService', 'RateLimitService', 'TracingService'],
  ambassador_resolvers: ['ConsulResolver', 'KubernetesEndpointResolver', 'KubernetesServiceResolver'],
  tlscontexts: ['TLSContext'],
} as const;
const elementKinds: readonly string[] = [
  ...Object.values(lists).flat(),
  'DevPortal',
  'Host',
  'Listener',
  'Mapping',
  'Module',
  'TCPMapping',
];

export async function emissaryDiagnostics(
  sources: DiagnosticsSources,
  wantedLimit: string | null,
): Promise<Readonly<Record<string, unknown>> | { readonly mistake: string }> {
  const limit = Number(wantedLimit ?? usualLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > mostLimit)
    return { mistake: `limit is ${JSON.stringify(wantedLimit)}; must be from 1 to ${mostLimit}` };
  const { supervisor, config, nowMs } = sources;
  const [overview, routes, clusters, keys, seen] = await Promise.all([
    sources.overview(),
    supervisor.query('builder', 'routes', limit) as Promise<Found<RouteSummary>>,
    supervisor.query('builder', 'clusters', { word: '', limit }) as Promise<Found<Cluster>>,
    supervisor.query('watcher', 'keys') as Promise<readonly string[]>,
    sources.envoyClusters?.read(),
  ]);
  const ofEnvoy: ClusterHealth = seen === undefined || typeof seen === 'string' ? new Map() : seen;
  const groups = clusters.items.flatMap(({ target }) => (target.kind === 'endpoints' ? [target.group] : []));
  const endpoints = await endpointsOf(supervisor, [...new Set(groups)]);
  const clusterInfo = Object.fromEntries(
    clusters.items.map((cluster) => [cluster.key, clusterOf(cluster, endpoints, ofEnvoy)]),
  );
  const current = overview.envoys.filter((envoy) => envoy.current).length;
  const bad = overview.problems.filter(({ severity }) => severity === 'error');
  const namedIn = (kinds: readonly string[]): readonly string[] =>
    keys.filter((key) => kinds.includes(parseKey(key).kind));
  return {
    system: {
      version: overview.version,
      hostname: sources.hostname,
      ambassador_id: config.emissary?.ambassadorId ?? 'default',
      ambassador_namespace: config.emissary?.namespace ?? 'default',
      single_namespace: config.emissary?.singleNamespace ?? false,
      boot_time: new Date(sources.bootedAtMs).toISOString(),
      hr_uptime: `${Math.round((nowMs - sources.bootedAtMs) / 1000)} s`,
      env_good: overview.problemCounts.error === 0,
      env_status: {
        'Error check': {
          status: overview.problemCounts.error === 0,
          specifics: `${overview.problemCounts.error} errors`,
        },
        Mappings: { status: routes.total > 0, specifics: `${routes.total} routes` },
      },
      endpoints_enabled: true,
      debug_mode: false,
    },
    envoy_status: {
      alive: overview.envoys.length > 0,
      ready: overview.ready && current === overview.envoys.length,
      connected: overview.envoys.length,
      current,
      ...(typeof seen === 'string' && { statistics: seen }),
    },
    errors: bad.map(({ object, path, message }) => [object, `${path === '' ? '' : `${path}: `}${message}`]),
    notices: overview.problems
      .filter(({ severity }) => severity === 'warning')
      .map(({ object, path, message }) => ({
        object,
        level: 'WARNING',
        message: `${path === '' ? '' : `${path}: `}${message}`,
      })),
    route_info: routes.items.map((route) => ({
      key: route.object,
      _source: route.object,
      host: route.host,
      listener: route.listener,
      prefix: route.prefix,
      match: route.match,
      method: route.method,
      rewrite: route.rewrite,
      ...(route.redirect !== undefined && { redirect: route.redirect }),
      headers: route.headers,
      clusters: route.clusters.map(({ name, weight }) => ({
        name,
        weight,
        service: clusterInfo[name]?.service ?? name,
        _health: clusterInfo[name]?.health ?? 'unknown',
      })),
    })),
    route_total: routes.total,
    cluster_info: clusterInfo,
    cluster_stats: Object.fromEntries(Object.entries(clusterInfo).map(([key, info]) => [key, statsOf(info)])),
    ...Object.fromEntries(Object.entries(lists).map(([name, kinds]) => [name, namedIn(kinds)])),
    active_elements: namedIn(elementKinds),
    quarantined: overview.quarantined,
  };
}

interface ClusterInfo {
  readonly service: string;
  readonly protocol: string;
  readonly endpoints: readonly string[];
  /** As Envoy finds them; absent: it is not ours, does not say, or does not have the cluster yet. */
  readonly members?: readonly EndpointHealth[];
  /**
   * Of the endpoints at least 90 in a hundred (`green`), 70 (`yellow`) or fewer (`red`) can be used; `unknown`: only the
   * Envoys know what a DNS name has. Without an answer of Envoy those that there are count as good.
   */
  readonly health: 'green' | 'yellow' | 'red' | 'unknown';
}

function statsOf({ health, endpoints, members }: ClusterInfo): object {
  const known = { health, valid: health !== 'unknown' };
  if (!members) return { ...known, healthy_members: endpoints.length, total_members: endpoints.length };
  const sum = (of: (each: EndpointHealth) => number): number => members.reduce((total, each) => total + of(each), 0);
  const healthy = sum((each) => (each.healthy ? 1 : 0));
  const [requests, errors] = [sum((each) => each.requests), sum((each) => each.errors)];
  return {
    ...known,
    healthy_members: healthy,
    total_members: members.length,
    healthy_percent: members.length === 0 ? 0 : Math.round((100 * healthy) / members.length),
    upstream_ok: requests - errors,
    upstream_bad: errors,
  };
}

function clusterOf(
  { key, namespace, service, port, protocol, target }: Cluster,
  endpoints: Awaited<ReturnType<typeof endpointsOf>>,
  ofEnvoy: ClusterHealth,
): ClusterInfo {
  const found =
    target.kind === 'endpoints'
      ? (endpoints[target.group] ?? []).map(({ address, port: at }) => `${address}:${at}`)
      : [];
  const name = target.kind === 'dns' ? `${target.host}:${target.port}` : `${service}.${namespace}:${port}`;
  const members = ofEnvoy.get(clusterName(key));
  if (members) return { service: name, protocol, endpoints: found, members, health: colorOf(members) };
  const health = target.kind !== 'endpoints' ? 'unknown' : found.length > 0 ? 'green' : 'red';
  return { service: name, protocol, endpoints: found, health };
}

function colorOf(members: readonly EndpointHealth[]): ClusterInfo['health'] {
  const share = members.filter(({ healthy }) => healthy).length / Math.max(1, members.length);
  return share >= 0.9 ? 'green' : share >= 0.7 ? 'yellow' : 'red';
}

// One unit a host of a listener's section: all routes that serve it, in the order in which they match.
// Routes for a wildcard serve its hosts too, behind those for the host itself: a host name comes before everything else
// (HTTPRoute, `spec.hostnames`). A host belongs to the section with the most specific host name; what others would serve
// there is not served.
import { defaultLimits } from '../../../model/limits.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { noHeaders } from '../../compile/header-policy.ts';
import { emitHost } from '../../compile/host-parts.ts';
import { withinLimits } from '../../compile/route-limits.ts';
import { compareText, matchKey } from '../../compile/route-match.ts';
import { emitCluster } from '../../compile/upstream.ts';
import { publishSecrets } from '../../compile/used-secrets.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { Cluster, JwtProvider, Route, VirtualHost } from '../../vertices.ts';
import { partsFrom, type CompileConfig } from '../compile-config.ts';
import { isStandard } from '../hosts/listener.ts';
import { publishVerdicts, reportTo } from '../hosts/verdicts.ts';
import { levels, topics, type HostClaim } from '../topics.ts';
import { ancestors, compareSpecificity } from './hostnames.ts';
import {
  gatewayPrefixes,
  gatewayTopics,
  type EnvoyChain,
  type EnvoyListener,
  type HostEntry,
  type HostRoutes,
  type MatchCount,
} from './topics.ts';

export function gatewayHostKind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway-host',
    level: levels.gatewayHost,
    each: { topic: gatewayPrefixes.host },
    compile(rest, context) {
      const [listener, section, host] = rest.split('|') as [string, string, string];
      if (ownerOf(context, listener, host) !== section) {
        const misdirected = entriesOf(context, listener, section, host).find(isMisdirected);
        if (misdirected) emitMisdirected(context, config, { listener, section, host }, misdirected.owner);
        return;
      }
      const serving = [...routesFor(context, listener, section, host)];
      const { routes, counts } = order(serving);
      if (config.gateway?.ref) publishCounts(context, entriesOf(context, listener, section, host), counts);
      const jwtProviders = providersOf(serving, routes);
      const clusters = clustersOf(serving, routes, jwtProviders);
      if (isStandard(listener) && !hasTls(context, listener, section)) {
        publishClaim(context, listener, host, serving, routes, jwtProviders, clusters);
        return;
      }
      for (const cluster of clusters) emitCluster(context, cluster, config.settings?.cluster);
      publishSecrets(context, clusters);
      const problems = new Map<ObjectKey, Problem[]>();
      const kept = withinLimits(routes, config.limits ?? defaultLimits, reportTo(problems));
      publishVerdicts(context, problems);
      emitSectionHost(
        context,
        config,
        { listener, section, host },
        kept.map((each) => each.route),
        jwtProviders,
      );
    },
  };
}

/** Hosts without TLS of a listener of the configuration are those of every API. */
function publishClaim(
  context: UnitContext,
  listener: string,
  host: string,
  serving: readonly HostRoutes[],
  routes: readonly Route[],
  jwtProviders: readonly JwtProvider[],
  clusters: readonly Cluster[],
): void {
  const { owner } = context.topic<EnvoyListener>(gatewayTopics.listener(listener))[0]!.value;
  const byKey = new Map(clusters.map((cluster) => [cluster.key, cluster]));
  const claim: HostClaim = {
    owner,
    path: 'spec.listeners',
    creationTimestamp: serving.map((each) => each.creationTimestamp).sort(compareText)[0] ?? '',
    // As with Contour: of the same match the Gateway API's route counts.
    rank: -1,
    listeners: { http: listener },
    ordered: true,
    keepsEmpty: true,
    http: routes.map((route) => ({
      route,
      priority: 0,
      clusters: namedBy(route).flatMap((key) => byKey.get(key) ?? []),
    })),
    https: [],
    httpsNeeds: 'any',
    ...(jwtProviders.length > 0 && {
      protection: { jwtProviders },
      protectionClusters: jwksClusters(jwtProviders).flatMap((key) => byKey.get(key) ?? []),
    }),
  };
  context.publish(topics.host(host), claim);
}

/** Keys of clusters. */
function namedBy({ action, ownAuthorization }: Route): readonly string[] {
  const asked = ownAuthorization ? [ownAuthorization.cluster] : [];
  if (action.kind !== 'forward') return asked;
  return [...asked, ...[...action.clusters, ...action.mirrors].map(({ cluster }) => cluster)];
}

/** Providers that the routes name; sorted. */
function providersOf(serving: readonly HostRoutes[], routes: readonly Route[]): readonly JwtProvider[] {
  const named = new Set(routes.map(({ jwtProvider }) => jwtProvider));
  const found = serving.flatMap(({ jwtProviders = [] }) => jwtProviders.filter(({ name }) => named.has(name)));
  return [...new Map(found.map((each) => [each.name, each])).values()].sort((a, b) => compareText(a.name, b.name));
}

/** Keys of the clusters that keys of providers come from. */
function jwksClusters(providers: readonly JwtProvider[]): readonly string[] {
  return providers
    .flatMap((each) => [each, ...(each.alternatives ?? [])])
    .flatMap(({ keys }) => (keys.kind === 'remote' ? [keys.cluster] : []));
}

/** Those that the routes and providers name: a route that never gets a request needs none. */
function clustersOf(
  serving: readonly HostRoutes[],
  routes: readonly Route[],
  providers: readonly JwtProvider[],
): readonly Cluster[] {
  const named = new Set([...routes.flatMap(namedBy), ...jwksClusters(providers)]);
  const found = new Map<string, Cluster>();
  for (const { clusters } of serving) for (const each of clusters) if (named.has(each.key)) found.set(each.key, each);
  return [...found.values()];
}

function entriesOf(context: UnitContext, listener: string, section: string, host: string): readonly HostEntry[] {
  return context.topic<HostEntry>(gatewayTopics.host(listener, section, host)).map(({ value }) => value);
}

/** Section of the most specific host name that takes the host. */
export function ownerOf(context: UnitContext, listener: string, host: string): string | undefined {
  for (const candidate of [host, ...ancestors(host)]) {
    const [found] = context.topic<string>(gatewayTopics.section(listener, candidate));
    if (found) return found.value;
  }
  return undefined;
}

/** Those for the host and for the wildcards that take it, as far as requests can get to them. */
function* routesFor(
  context: UnitContext,
  listener: string,
  section: string,
  host: string,
): Generator<HostRoutes, undefined> {
  for (const name of [host, ...ancestors(host)]) {
    const found = entriesOf(context, listener, section, name).filter((each) => each.kind === 'routes');
    for (const { routes } of found) yield routes;
    if (found.some(({ routes }) => routes.routes.some(takesEverything))) return undefined;
  }
  return undefined;
}

function takesEverything({ route: { match } }: { readonly route: Route }): boolean {
  const { path, headers, queryParameters, percent } = match;
  if (percent !== undefined) return false;
  return path.kind === 'prefix' && path.value === '/' && headers.length === 0 && queryParameters.length === 0;
}

interface Candidate {
  readonly of: HostRoutes;
  readonly index: number;
}

interface Ordered {
  readonly routes: readonly Route[];
  readonly counts: ReadonlyMap<ObjectKey, MatchCount>;
}

/** Of equal matches the first is the only one that ever gets a request. */
function order(serving: readonly HostRoutes[]): Ordered {
  const candidates = serving.flatMap((of) => of.routes.map((_route, index): Candidate => ({ of, index })));
  const winners = new Map<string, HostRoutes>();
  const counts = new Map<ObjectKey, MatchCount>();
  const routes: Route[] = [];
  for (const { of, index } of candidates.sort(compareCandidates)) {
    const { route } = of.routes[index]!;
    const key = matchKey(route.match);
    const winner = winners.get(key);
    const { served, lost } = counts.get(of.owner) ?? { served: 0, lost: 0 };
    if (!winner) {
      winners.set(key, of);
      routes.push(route);
      counts.set(of.owner, { served: served + 1, lost });
    } else if (winner.owner !== of.owner && winner.original === of.original) {
      counts.set(of.owner, { served, lost: lost + 1 });
    }
  }
  return { routes, counts };
}

/** Not for the routes of wildcards that take the host too. */
function publishCounts(
  context: UnitContext,
  entries: readonly HostEntry[],
  counts: ReadonlyMap<ObjectKey, MatchCount>,
): void {
  const owners = new Set(entries.flatMap((each) => (each.kind === 'routes' ? each.routes.owner : [])));
  for (const owner of owners) {
    const count = counts.get(owner);
    if (count) context.publish(gatewayTopics.matches(owner), count);
  }
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    compareSpecificity(a.of.original, b.of.original) ||
    compareNumbers(a.of.routes[a.index]!.order, b.of.routes[b.index]!.order) ||
    compareText(a.of.creationTimestamp, b.of.creationTimestamp) ||
    compareText(nameOf(a.of.owner), nameOf(b.of.owner)) ||
    compareText(a.of.owner, b.of.owner) ||
    a.index - b.index
  );
}

/** `namespace/name`: of equally old routes the first by name counts, whatever their kinds. */
function nameOf(owner: ObjectKey): string {
  return owner.slice(owner.indexOf('/') + 1);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [i, number] of a.entries()) {
    const difference = number - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isMisdirected(entry: HostEntry): entry is Extract<HostEntry, { kind: 'misdirected' }> {
  return entry.kind === 'misdirected';
}

function emitMisdirected(context: UnitContext, config: CompileConfig, place: HostPlace, owner: ObjectKey): void {
  const body = 'misdirected request: this connection does not serve that host\n';
  const answer: Route = {
    match: { path: { kind: 'prefix', value: '/' }, headers: [], queryParameters: [] },
    action: { kind: 'directResponse', statusCode: 421, body },
    requestHeaders: noHeaders,
    responseHeaders: noHeaders,
    origin: { object: owner, path: 'spec.listeners' },
  };
  emitSectionHost(context, config, place, [answer]);
}

function hasTls(context: UnitContext, listener: string, section: string): boolean {
  return context.topic<EnvoyChain>(gatewayTopics.chain(listener, section)).length > 0;
}

interface HostPlace {
  readonly listener: string;
  readonly section: string;
  readonly host: string;
}

function emitSectionHost(
  context: UnitContext,
  config: CompileConfig,
  { listener, section, host }: HostPlace,
  routes: readonly Route[],
  jwtProviders: readonly JwtProvider[] = [],
): void {
  const chain = hasTls(context, listener, section) ? section : '';
  const vertex: VirtualHost = {
    kind: 'VirtualHost',
    key: `${listener}|${chain}|${host}`,
    listener,
    chain,
    host,
    anyDepth: true,
    routes,
    ...(jwtProviders.length > 0 && { jwtProviders }),
  };
  emitHost(context, vertex, partsFrom(config));
}

// One unit a host: merges what all objects claim on it, settles conflicts, puts the routes in order and makes the
// virtual hosts. Rules: claims that exclude each other: the oldest object has the host. The same match from two objects
// and different TLS settings: the API with the lower rank, then the oldest object. Nobody loses silently.
// A host with very many routes has parts (compile/host-parts.ts). Whose routes come part by part has a unit a part too.
import { asksForRouteMetadata } from '../../../model/access-log-format.ts';
import { defaultEnvoySettings } from '../../../model/envoy-settings.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { defaultLimits } from '../../../model/limits.ts';
import { parseKey } from '../../../model/object.ts';
import { noHeaders } from '../../compile/header-policy.ts';
import { emitHost, partOf } from '../../compile/host-parts.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { compareRankedMatches, compareText, matchKey } from '../../compile/route-match.ts';
import { emitCluster } from '../../compile/upstream.ts';
import { withinLimits as routesWithinLimits } from '../../compile/route-limits.ts';
import { publishSecrets } from '../../compile/used-secrets.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import { restOf, type Cluster, type HostParts, type Route, type VirtualHost } from '../../vertices.ts';
import { partsFrom, type CompileConfig } from '../compile-config.ts';
import {
  ANY_HOST,
  hostAndPart,
  levels,
  topicPrefixes,
  topics,
  type ChainMember,
  type ChainTls,
  type ClaimListeners,
  type ClaimedRoute,
  type HostClaim,
  type HostProtection,
  type HostTls,
  type PartRoutes,
  type PlacedRoute,
} from '../topics.ts';
import { chainId, FALLBACK_CHAIN, tlsOfChain } from './chain.ts';
import { HTTP_LISTENER, HTTPS_LISTENER } from './listener.ts';
import { publishVerdicts, reportTo } from './verdicts.ts';

export const hostKind = (config: CompileConfig): UnitKind => ({
  name: 'host',
  level: levels.host,
  each: { topic: topicPrefixes.host },
  compile(host, context) {
    const claimed = claimsOn(context, host);
    const parts = partsOf(claimed);
    const all = parts
      ? claimed
      : claimed.map((each) => (each.parts ? withRoutes(context, host, each, each.parts) : each));
    const problems = new Map<ObjectKey, Problem[]>();
    const report = reportTo(problems);
    const refused = refuseExcluded(host, all, report);
    const claims = all.filter((each) => !refused.has(each.owner)).sort(compareClaims);
    const protectionClusters = claims.flatMap((each) => each.protectionClusters ?? []);
    const scope: HostScope = {
      ...hostScope(context, config, host, claims),
      report,
      ...(parts && { emits: { parts } }),
    };

    const served = [
      ...listenersOf(claims, 'http').flatMap((listener) => servePlain(scope, listener)),
      ...listenersOf(claims, 'https').flatMap((listener) => serveTls(scope, listener)),
    ];
    if (parts || served.some((each) => each.routes > 0))
      for (const cluster of protectionClusters) emitCluster(context, cluster, config.settings?.cluster);
    publishSecrets(context, [...served.flatMap((each) => each.clusters), ...protectionClusters]);

    publishVerdicts(context, problems, refused);
  },
});

/** Of each field the first claim's counts, but for providers: each route names its own. */
function protectionOf(claims: readonly HostClaim[]): HostProtection {
  const all = claims.map((each) => each.protection ?? {}).toReversed();
  const merged: HostProtection = Object.assign({}, ...all);
  if (!merged.jwtProviders) return merged;
  const byName = new Map(
    all.flatMap(({ jwtProviders = [] }) => jwtProviders.map((each) => [each.name, each] as const)),
  );
  return { ...merged, jwtProviders: [...byName.values()] };
}

/** One unit a part of a host whose routes come part by part. What concerns the host as a whole, the host's unit tells. */
export const hostPartKind = (config: CompileConfig): UnitKind => ({
  name: 'host-part',
  level: levels.host,
  each: { topic: topicPrefixes.hostPart },
  compile(rest, context) {
    const [host, part] = hostAndPart(rest);
    const claimed = claimsOn(context, host);
    if (!partsOf(claimed)) return;
    const routes = context.topic<readonly PartRoutes[]>(topics.hostPart(host, part)).flatMap((each) => each.value);
    const claims = claimed.sort(compareClaims).map((claim): HostClaim => {
      const own = routes.find((each) => sameListeners(each.listeners, claim.listeners));
      return { ...claim, http: own?.http ?? [], https: own?.https ?? [] };
    });
    const problems = new Map<ObjectKey, Problem[]>();
    const scope: HostScope = {
      ...hostScope(context, config, host, claims),
      report: () => {},
      reportRoute: reportTo(problems),
      emits: { part },
    };
    const served = [
      ...listenersOf(claims, 'http').flatMap((listener) => servePlain(scope, listener)),
      ...listenersOf(claims, 'https').flatMap((listener) => serveTls(scope, listener)),
    ];
    publishSecrets(
      context,
      served.flatMap((each) => each.clusters),
    );
    publishVerdicts(context, problems);
  },
});

function claimsOn(context: UnitContext, host: string): HostClaim[] {
  return context.topic<HostClaim | readonly HostClaim[]>(topics.host(host)).flatMap((each) => each.value);
}

/** Of a host that nobody else claims. */
function partsOf(claims: readonly HostClaim[]): HostParts | undefined {
  return claims.every((each) => each.parts !== undefined) ? claims[0]?.parts : undefined;
}

/** The claim with its routes, from all parts. */
function withRoutes(
  context: UnitContext,
  host: string,
  { parts: _parts, ...claim }: HostClaim,
  { length, names }: HostParts,
): HostClaim {
  const parts = [restOf(length), ...names]
    .flatMap((part) => context.topic<readonly PartRoutes[]>(topics.hostPart(host, part)).flatMap((each) => each.value))
    .filter((each) => sameListeners(each.listeners, claim.listeners));
  return {
    ...claim,
    http: inOrder(parts.flatMap((each) => each.http)),
    https: inOrder(parts.flatMap((each) => each.https)),
  };
}

function sameListeners(a: ClaimListeners, b: ClaimListeners = standardListeners): boolean {
  return a.http === b.http && a.https === b.https;
}

/** What is in several parts has the same place in each. */
function inOrder(placed: readonly PlacedRoute[]): readonly ClaimedRoute[] {
  const sorted = [...placed].sort((a, b) => comparePlaces(a.place, b.place));
  return sorted.filter((each, i) => i === 0 || comparePlaces(sorted[i - 1]!.place, each.place) !== 0);
}

function comparePlaces(a: PlacedRoute['place'], b: PlacedRoute['place']): number {
  for (const [i, x] of a.entries()) {
    const y = b[i]!;
    const difference =
      typeof x === 'object' && typeof y === 'object' ? compareLists(y.descending, x.descending) : compareOne(x, y);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareLists(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareOne(a[i]!, b[i]!);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareOne(a: unknown, b: unknown): number {
  return a === b ? 0 : (a as number) < (b as number) ? -1 : 1;
}

function hostScope(
  context: UnitContext,
  config: CompileConfig,
  host: string,
  claims: readonly HostClaim[],
): Omit<HostScope, 'report'> {
  const protection = protectionOf(claims);
  const protector = claims.find((each) => each.protection?.errorPages)?.owner;
  return { context, config, host, claims, protection, protector };
}

interface HostScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly host: string;
  /** In the order in which they count. */
  readonly claims: readonly HostClaim[];
  readonly protection: HostProtection;
  /** Whose error pages it has. */
  readonly protector: ObjectKey | undefined;
  /** What concerns the claims. */
  readonly report: (problem: Problem) => void;
  /** What concerns single routes; absent: as `report`. */
  readonly reportRoute?: (problem: Problem) => void;
  /** Absent: hosts with their routes. */
  readonly emits?: { readonly parts: HostParts } | { readonly part: string };
}

/** What is served on one listener. */
interface Served {
  /** How many. */
  readonly routes: number;
  /** Of the routes and of TCP. */
  readonly clusters: readonly Cluster[];
}

const nothing: readonly Served[] = [];
const standardListeners: ClaimListeners = { http: HTTP_LISTENER, https: HTTPS_LISTENER };

function listenersOf(claims: readonly HostClaim[], side: keyof ClaimListeners): readonly string[] {
  return [...new Set(claims.flatMap(({ listeners = standardListeners }) => listeners[side] ?? []))];
}

function on(claims: readonly HostClaim[], side: keyof ClaimListeners, listener: string): readonly HostClaim[] {
  return claims.filter(({ listeners = standardListeners }) => listeners[side] === listener);
}

function servePlain(scope: HostScope, listener: string): readonly Served[] {
  const claims = on(scope.claims, 'http', listener);
  const http = withinLimits(
    mergeRoutes(claims, (each) => each.http, scope.reportRoute ?? scope.report),
    scope,
  );
  if (http.length === 0 && !scope.emits && !claims.some((each) => each.keepsEmpty)) return nothing;
  if (isTaken(scope, listener, http)) return nothing;
  emitVirtualHost(scope, listener, '', http, undefined);
  return [servedOf(http)];
}

function serveTls(scope: HostScope, listener: string): readonly Served[] {
  const { context, config, host, report } = scope;
  const claims = on(scope.claims, 'https', listener);
  const tls = settleTls(host, claims, report);
  if (!tls || hasOtherChain(scope, listener, claims)) return nothing;
  const { path: _path, tcpClusters = [], fallback: wantedFallback, ...settings } = tls;
  const fallback =
    wantedFallback !== undefined && isFree(scope, listener, tls.path, claims) ? wantedFallback : undefined;
  const id = chainId(settings, host);
  const owners = [...new Set(claims.map((each) => each.owner))].sort(compareText);
  const member: ChainMember = { host, owners, tls: settings };
  if (tls.tcp) {
    context.publish(topics.chain(listener, id), member);
    for (const cluster of tcpClusters) emitCluster(context, cluster, config.settings?.cluster);
    return [{ routes: 0, clusters: tcpClusters }];
  }
  const serve = (each: HostClaim) => each.httpsNeeds === 'any' || (each.tls !== undefined && sameTls(each.tls, tls));
  const { routesOfOthers, owner } = claims.find((each) => each.routesOfOthers) ?? {};
  const protect = (claim: HostClaim) =>
    routesOfOthers === undefined || claim.owner === owner
      ? claim.https
      : claim.https.map((each) => ({ ...each, route: { ...routesOfOthers, ...each.route } }));
  const https = withinLimits(
    mergeRoutes(claims, (each) => (serve(each) ? protect(each) : []), scope.reportRoute ?? report),
    scope,
  );
  if ((https.length === 0 && !scope.emits) || isTaken(scope, listener, https)) return nothing;
  // HTTP/3 is TLS 1.3.
  const http3 = tlsOfChain(config, settings).maximumTlsVersion === '1.3' ? http3PortOf(scope, listener) : undefined;
  emitVirtualHost(scope, listener, id, https, http3);
  if (scope.emits && 'part' in scope.emits) return [servedOf(https)];
  context.publish(topics.chain(listener, id), member);
  if (fallback !== undefined) {
    emitVirtualHost(scope, listener, FALLBACK_CHAIN, https, http3);
    const shared: ChainTls = { secret: fallback, minimumTlsVersion: '1.2', maximumTlsVersion: '1.3' };
    context.publish(topics.chain(listener, FALLBACK_CHAIN), { ...member, tls: shared } satisfies ChainMember);
  }
  return [servedOf(https)];
}

/** Nothing is served where something else than HTTP has the listener's address. */
function isTaken(
  { context, report, reportRoute = report }: HostScope,
  listener: string,
  claimed: readonly ClaimedRoute[],
): boolean {
  const [taken] = context.topic<ObjectKey>(topics.listenerTaken(listener));
  if (!taken) return false;
  for (const { route } of claimed) {
    const { object, path } = route.origin;
    const message = `${parseKey(taken.value).kind} ${shortName(taken.value)} has the address and port for connections without hosts; this is not served there`;
    reportRoute(error('ListenerTaken', object, path, message));
  }
  return true;
}

/** Envoy picks the chain by the server name, so there can be only one. */
function hasOtherChain({ context, host, report }: HostScope, listener: string, claims: readonly HostClaim[]): boolean {
  const [taken] = context.topic<ObjectKey>(topics.serverName(listener, host));
  if (!taken) return false;
  for (const { tls, owner } of claims) {
    if (!tls) continue;
    const message = `${parseKey(taken.value).kind} ${shortName(taken.value)} serves ${host} with its own certificate; this is not served with TLS`;
    report(error('HostTlsConflict', owner, tls.path, message));
  }
  return true;
}

/** What is too large is told, and answered as route-limits.ts says. */
function withinLimits(
  claimed: readonly ClaimedRoute[],
  { config, report, reportRoute = report }: HostScope,
): readonly ClaimedRoute[] {
  const byRoute = new Map(claimed.map((each) => [each.route, each]));
  const kept = routesWithinLimits([...byRoute.keys()], config.limits ?? defaultLimits, reportRoute);
  if (kept.length === claimed.length && kept.every(({ route, from }) => route === from)) return claimed;
  return kept.map(({ route, from }) =>
    route === from ? byRoute.get(from)! : { ...byRoute.get(from)!, route, clusters: [] },
  );
}

/** Clients without a known server name are those of the host `*`, if it has TLS. */
function isFree(
  { context, host, report }: HostScope,
  listener: string,
  path: string,
  claims: readonly HostClaim[],
): boolean {
  const all = claimsOn(context, ANY_HOST);
  const taken =
    on(all, 'https', listener).find((each) => each.tls !== undefined)?.owner ??
    context.topic<ObjectKey>(topics.serverName(listener, ANY_HOST))[0]?.value;
  if (taken === undefined) return true;
  const owner = claims.find((each) => each.tls?.path === path)!.owner;
  const message =
    `${parseKey(taken).kind} ${shortName(taken)} serves every name (host "*") with its own certificate, so ` +
    `the fallback certificate is not used for ${host}`;
  report(warning('HostTlsConflict', owner, path, message));
  return false;
}

function servedOf(claimed: readonly ClaimedRoute[]): Served {
  return { routes: claimed.length, clusters: claimed.flatMap((each) => each.clusters) };
}

/** Owners of claims that an older claim excludes. */
function refuseExcluded(
  host: string,
  claims: readonly HostClaim[],
  report: (problem: Problem) => void,
): ReadonlySet<ObjectKey> {
  const refused = new Set<ObjectKey>();
  const groups = new Map<string, HostClaim[]>();
  for (const claim of claims) {
    if (claim.exclusive === undefined) continue;
    const group = groups.get(claim.exclusive);
    if (group) group.push(claim);
    else groups.set(claim.exclusive, [claim]);
  }
  for (const [exclusive, group] of groups) {
    if (group.length < 2) continue;
    const [oldest, ...younger] = group.sort(compareClaims) as [HostClaim, ...HostClaim[]];
    const names = group.map((each) => shortName(each.owner)).sort(compareText);
    for (const claim of younger) {
      refused.add(claim.owner);
      const message =
        `fqdn ${shown(host)} is used in multiple ${exclusive} objects: ${names.join(', ')}; the oldest, ` +
        `${shortName(oldest.owner)}, keeps the host and nothing of this one is served there`;
      report(error('DuplicateVhost', claim.owner, claim.path, message));
    }
  }
  return refused;
}

/** Of routes with the same match the first in the order of claims stays. The result is in the order of matching. */
function mergeRoutes(
  claims: readonly HostClaim[],
  routesOf: (claim: HostClaim) => readonly ClaimedRoute[],
  report: (problem: Problem) => void,
): readonly ClaimedRoute[] {
  const winners = new Map<string, ClaimedRoute>();
  /** Those that are in an order of their own, list by list. */
  const ordered: ClaimedRoute[][] = [];
  const ranked: ClaimedRoute[] = [];
  for (const claim of claims) {
    const list: ClaimedRoute[] = [];
    for (const claimed of routesOf(claim)) {
      const { route } = claimed;
      const key = matchKey(route.match);
      const winner = winners.get(key);
      if (!winner) {
        winners.set(key, claimed);
        list.push(claimed);
        continue;
      }
      const { object, path } = route.origin;
      const message =
        `${parseKey(winner.route.origin.object).kind} ${shortName(winner.route.origin.object)} ` +
        `(${winner.route.origin.path}) has the same match on this host and gets its requests`;
      report(warning('RouteConflict', object, path, message));
    }
    if (claim.ordered) ordered.push(list);
    else ranked.push(...list);
  }
  ranked.sort(compareClaimed);
  return ordered.reduce(mergeLists, ranked);
}

/** Both keep their order; of the two that come next the more specific match goes first. */
function mergeLists(a: readonly ClaimedRoute[], b: readonly ClaimedRoute[]): ClaimedRoute[] {
  const merged: ClaimedRoute[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) merged.push(compareClaimed(a[i]!, b[j]!) <= 0 ? a[i++]! : b[j++]!);
  return [...merged, ...a.slice(i), ...b.slice(j)];
}

function compareClaimed(a: ClaimedRoute, b: ClaimedRoute): number {
  return compareRankedMatches(
    { match: a.route.match, priority: a.priority },
    { match: b.route.match, priority: b.priority },
  );
}

function settleTls(
  host: string,
  claims: readonly HostClaim[],
  report: (problem: Problem) => void,
): HostTls | undefined {
  let winner: { readonly tls: HostTls; readonly owner: ObjectKey } | undefined;
  for (const { tls, owner } of claims) {
    if (!tls) continue;
    if (!winner) {
      winner = { tls, owner };
      continue;
    }
    if (sameTls(tls, winner.tls)) continue;
    const message =
      `${parseKey(winner.owner).kind} ${shortName(winner.owner)} has other TLS settings for ${host} ` +
      `(${describeTls(winner.tls)}), and those are used`;
    report(warning('HostTlsConflict', owner, tls.path, message));
  }
  return winner?.tls;
}

function describeTls({ secret, minimumTlsVersion, maximumTlsVersion, tcp }: HostTls): string {
  const what = secret === undefined ? 'passed through' : `Secret ${secret}`;
  return `${what}, TLS ${minimumTlsVersion} to ${maximumTlsVersion}${tcp ? ', to a tcpproxy' : ''}`;
}

function sameTls(a: HostTls, b: HostTls): boolean {
  return (
    a.secret === b.secret &&
    a.minimumTlsVersion === b.minimumTlsVersion &&
    a.maximumTlsVersion === b.maximumTlsVersion &&
    a.ownVersions === b.ownVersions &&
    String(a.cipherSuites) === String(b.cipherSuites) &&
    String(a.curves) === String(b.curves) &&
    String(a.httpVersions) === String(b.httpVersions) &&
    JSON.stringify(a.tcp) === JSON.stringify(b.tcp)
  );
}

/** Where clients of its TLS find HTTP/3; undefined: nowhere. */
function http3PortOf({ claims, config }: HostScope, listener: string): number | undefined {
  const own = on(claims, 'https', listener).find((each) => each.http3Port !== undefined)?.http3Port;
  // Of others, nothing else is served by it than the chains of this listener.
  if (own !== undefined || listener !== HTTPS_LISTENER || claims.some((each) => each.withoutHttp3)) return own;
  return (config.settings ?? defaultEnvoySettings).http.http3?.advertisedPort;
}

function emitVirtualHost(
  { context, config, host, claims, protection, protector, emits }: HostScope,
  listener: string,
  chain: string,
  claimed: readonly ClaimedRoute[],
  http3Port: number | undefined,
): void {
  const own = claimed.map((each) => each.route);
  const routes = protector !== undefined && wantsNotFound(own, protection) ? [...own, notFound(protector)] : own;
  const key = `${listener}|${chain}|${host}`;
  const since = claims.map((each) => each.creationTimestamp).sort(compareText)[0] ?? '';
  const { accessLog } = config.settings ?? defaultEnvoySettings;
  const anyDepth = context.topic(topics.anyDepth(listener)).length > 0;
  const vertex: VirtualHost = {
    kind: 'VirtualHost',
    key,
    listener,
    chain,
    host,
    ...(anyDepth && { anyDepth }),
    routes,
    ...(asksForRouteMetadata(accessLog.format) && { routesTellOrigin: true }),
    ...protection,
    ...(http3Port !== undefined && { http3: { port: http3Port } }),
    ...(since !== '' && { since }),
  };
  if (!emits) emitHost(context, vertex, partsFrom(config));
  else context.emit('part' in emits ? partOf(vertex, emits.part, routes) : { ...vertex, parts: emits.parts });
  for (const { clusters } of claimed)
    for (const cluster of clusters) emitCluster(context, cluster, config.settings?.cluster);
}

/** Where no route matches, Envoy shows no page of the host. */
function wantsNotFound(routes: readonly Route[], { errorPages = [] }: HostProtection): boolean {
  const isForAll = ({ match: { path, headers, queryParameters } }: Route) =>
    path.kind === 'prefix' && path.value === '/' && headers.length === 0 && queryParameters.length === 0;
  return (
    errorPages.some(({ statuses }) => statuses.some((each) => each === '404' || each === '4xx')) &&
    !routes.some(isForAll)
  );
}

function notFound(object: ObjectKey): Route {
  return {
    match: { path: { kind: 'prefix', value: '/' }, headers: [], queryParameters: [] },
    action: { kind: 'directResponse', statusCode: 404, body: '' },
    requestHeaders: noHeaders,
    responseHeaders: noHeaders,
    origin: { object, path: 'spec.virtualhost.errorPages' },
  };
}

function compareClaims(a: HostClaim, b: HostClaim): number {
  return (
    a.rank - b.rank ||
    compareText(a.creationTimestamp, b.creationTimestamp) ||
    compareText(a.owner, b.owner) ||
    compareText(a.path, b.path)
  );
}

/** `namespace/name`. */
function shortName(key: ObjectKey): string {
  return key.slice(key.indexOf('/') + 1);
}

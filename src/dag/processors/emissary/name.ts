// One unit a host name: the Hosts that have it and the Mappings for it → claims, one a Listener.
//
// A request goes to the Host with the most particular name, and there to the Mappings that belong to the Host and whose
// host name fits. So below a Host `*` each host name of a Mapping is a name of its own here, and a changed Mapping costs
// that name, not all that the Host serves. What Envoy can't look up (`api.*`, expressions) stands in routes of the name
// above, behind a match on the host.
//
// A name with very many Mappings has parts (compile/host-parts.ts), each a unit of its own that looks only at the Mappings
// whose requests may come there. The unit of the name then knows of them no more than their hosts and paths.
import { defaultLimits } from '../../../model/limits.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { selects, selectsLoosely } from '../../compile/label-selector.ts';
import { quoteRegex } from '../../compile/regex.ts';
import { compareText, matchKey, routeMatch } from '../../compile/route-match.ts';
import { noHeaders } from '../../compile/header-policy.ts';
import { homeOf, isIn, reachOf, splitOf } from '../../compile/host-parts.ts';
import type { Published, UnitContext, UnitKind } from '../../engine.ts';
import { restOf, type HeaderMatch, type HostParts, type Route } from '../../vertices.ts';
import { partsFrom, type CompileConfig } from '../compile-config.ts';
import {
  hostAndPart,
  levels,
  topics,
  type ClaimedRoute,
  type HostClaim,
  type PartRoutes,
  type PlacedRoute,
} from '../topics.ts';
import { gather } from './findings.ts';
import { compareGlobs, containsGlob, globsMeet, isGlob, isLookedUp } from './globs.ts';
import { groupRoutes, type GroupRoute } from './group.ts';
import { emissaryConfig } from './objects.ts';
import {
  emissaryTopicPrefixes,
  emissaryTopics,
  type EmissarySettings,
  type HostDraft,
  type ListenerDraft,
  type MappingDraft,
  type MappingReach,
  type NamePart,
  type PartMembers,
  type TcpDraft,
} from './topics.ts';

export const nameKind = (config: CompileConfig): UnitKind => ({
  name: 'emissary-name',
  level: levels.claim,
  each: { topic: emissaryTopicPrefixes.name },
  compile(name, context) {
    const settings = context.topic<EmissarySettings>(emissaryTopics.settings)[0]?.value;
    if (!settings) return;
    const named = context.topic<NamePart>(emissaryTopics.name(name));
    const wildHosts = context.topic<readonly HostDraft[]>(emissaryTopics.wildHosts).flatMap((each) => each.value);
    const hosts = unique([...named.flatMap((each) => each.value.hosts), ...wildHosts]).filter((each) =>
      concerns(each, name),
    );
    if (hosts.length === 0) return;
    const wild = context.topic<readonly MappingReach[]>(emissaryTopics.wildReaches);
    const base = { name, settings, ...settingsOfNames(config) };
    const parts = partsOfName(config, base, hosts, locate(named, wild));
    if (parts) {
      publishParts(context, base, hosts, parts);
      return;
    }
    const own = context.topic<readonly MappingDraft[]>(emissaryTopics.mappings(name));
    const others = context.topic<readonly MappingDraft[]>(emissaryTopics.wildMappings);
    const { report, publish } = gatherForName(context, hosts[0]!.owner);
    const scope: NameScope = { ...base, mappings: unique([...own, ...others].flatMap((each) => each.value)), report };
    const claims: HostClaim[] = [];
    const served = new Set<ObjectKey>();
    for (const listener of listenersOf(hosts)) {
      const claim = claimOn(scope, listener, hosts);
      if (!claim) continue;
      const routes = routesOn(scope, listener, hosts, served);
      claims.push({ ...claim, http: routes.http.map(withoutPlace), https: routes.https.map(withoutPlace) });
    }
    if (claims.length > 0) context.publish(topics.host(name), claims);
    publish(served);
  },
});

/** One unit a part of a name: the routes of the part on each Listener. */
export const partKind = (config: CompileConfig): UnitKind => ({
  name: 'emissary-part',
  level: levels.gatewayHost,
  each: { topic: emissaryTopicPrefixes.part },
  compile(rest, context) {
    const [name, part] = hostAndPart(rest);
    const settings = context.topic<EmissarySettings>(emissaryTopics.settings)[0]?.value;
    const members = context.topic<PartMembers>(emissaryTopics.part(name, part))[0]!.value;
    const hosts = context.topic<readonly HostDraft[]>(emissaryTopics.hostsOfParts(name))[0]?.value ?? [];
    if (!settings || hosts.length === 0) return;
    const mappings = members.units
      .flatMap(({ unit, wild }) => {
        const topic = wild ? emissaryTopics.wildMappings : emissaryTopics.mappings(name);
        return context.published<readonly MappingDraft[]>(topic, unit) ?? [];
      })
      .filter((each) => isIn(reachOf(each.route.match), part, members.length));
    const { report, publish } = gatherForName(context, hosts[0]!.owner);
    const base = { name, settings, ...settingsOfNames(config) };
    const scope: NameScope = { ...base, mappings: unique(mappings), report };
    const served = new Set<ObjectKey>();
    const isHere = ({ route }: PlacedRoute): boolean => isIn(reachOf(route.match), part, members.length);
    const routes = listenersOf(hosts).flatMap((listener): PartRoutes[] => {
      const claim = claimOn(base, listener, hosts);
      if (!claim) return [];
      const { http, https } = routesOn(scope, listener, hosts, served);
      return [{ listeners: claim.listeners!, http: http.filter(isHere), https: https.filter(isHere) }];
    });
    context.publish(topics.hostPart(name, part), routes);
    publish(served);
  },
});

function settingsOfNames(config: CompileConfig): Pick<NameScope, 'loose' | 'advertisedPort'> {
  return {
    loose: emissaryConfig(config).looseSelectors,
    advertisedPort: config.settings?.http.http3?.advertisedPort ?? HTTPS_PORT,
  };
}

/** `publish`: whom the name serves too. */
function gatherForName(
  context: UnitContext,
  root: ObjectKey,
): { readonly report: (problem: Problem) => void; readonly publish: (served: ReadonlySet<ObjectKey>) => void } {
  const { report, publish } = gather(context);
  return {
    report,
    publish(served) {
      for (const owner of served) context.publish(emissaryTopics.served(owner), true);
      publish(root, []);
    },
  };
}

/** A Mapping and where its draft is published. */
interface Located {
  readonly unit: string;
  readonly wild?: true;
  readonly reach: MappingReach;
}

/** Each Mapping once. */
function locate(
  named: readonly Published<NamePart>[],
  wild: readonly Published<readonly MappingReach[]>[],
): readonly Located[] {
  const byOwner = new Map<ObjectKey, Located>();
  for (const { unit, value } of named)
    for (const reach of value.mappings) if (!byOwner.has(reach.owner)) byOwner.set(reach.owner, { unit, reach });
  for (const { unit, value } of wild)
    for (const reach of value) if (!byOwner.has(reach.owner)) byOwner.set(reach.owner, { unit, reach, wild: true });
  return [...byOwner.values()];
}

interface NameParts {
  readonly of: HostParts;
  readonly members: ReadonlyMap<string, PartMembers>;
}

/** Undefined: the name stays whole. */
function partsOfName(
  config: CompileConfig,
  base: NameBase,
  hosts: readonly HostDraft[],
  located: readonly Located[],
): NameParts | undefined {
  const minRoutes = partsFrom(config);
  if (located.length < minRoutes) return undefined;
  const probes = probesOf(hosts[0]!.owner, base.settings);
  // Without a route the Listener would not have the host at all.
  if (probes.length === 0 && hosts.some((each) => each.insecure === 'Reject')) return undefined;
  const taken = located.filter(({ reach }) =>
    hosts.some((host) => belongs(base, reach, host) && fits(reach.host, base.name, host)),
  );
  // What is over the limit is taken from the end of all routes.
  const most = routesEach(base.settings, hosts) * taken.length + probes.length;
  if (most > (config.limits ?? defaultLimits).routesPerHost) return undefined;
  const reaches = [...taken.map((each) => each.reach), ...probes.map(({ route }) => reachOf(route.match))];
  const of = splitOf(reaches, minRoutes);
  if (!of) return undefined;
  const rest = restOf(of.length);
  const units = new Map<string, PartMembers['units'][number][]>([rest, ...of.names].map((part) => [part, []]));
  for (const { unit, wild, reach } of taken) {
    const home = homeOf(reach, of.length);
    const parts = home === rest ? [rest, ...of.names.filter((part) => isIn(reach, part, of.length))] : [home];
    for (const part of parts) {
      const list = units.get(part)!;
      // A unit with several Mappings stands there once.
      if (list.at(-1)?.unit !== unit || list.at(-1)?.wild !== wild) list.push({ unit, ...(wild && { wild }) });
    }
  }
  return { of, members: new Map([...units].map(([part, list]) => [part, { length: of.length, units: list }])) };
}

function publishParts(
  context: UnitContext,
  base: NameBase,
  hosts: readonly HostDraft[],
  { of, members }: NameParts,
): void {
  const claims = listenersOf(hosts).flatMap((listener) => {
    const claim = claimOn(base, listener, hosts);
    return claim ? [{ ...claim, parts: of }] : [];
  });
  if (claims.length === 0) return;
  context.publish(topics.host(base.name), claims);
  context.publish(emissaryTopics.hostsOfParts(base.name), hosts);
  for (const [part, each] of members) context.publish(emissaryTopics.part(base.name, part), each);
}

function withoutPlace({ place: _place, ...claimed }: PlacedRoute): ClaimedRoute {
  return claimed;
}

/** Services of a gateway have it for HTTPS, whatever the port behind it. */
const HTTPS_PORT = 443;

interface NameBase {
  readonly name: string;
  readonly settings: EmissarySettings;
  readonly loose: boolean;
  /** Where clients find HTTP/3, from outside. */
  readonly advertisedPort: number;
}

interface NameScope extends NameBase {
  readonly mappings: readonly MappingDraft[];
  readonly report: (problem: Problem) => void;
}

/** A Host has the name, or its own can't be looked up and it is served as part of this one. */
function concerns(host: HostDraft, name: string): boolean {
  return containsGlob(host.glob, name) || isServedBelow(host, name);
}

function isServedBelow({ glob }: HostDraft, name: string): boolean {
  return name === '*' && !isLookedUp(glob);
}

function listenersOf(hosts: readonly HostDraft[]): readonly ListenerDraft[] {
  const byKey = new Map(hosts.flatMap((each) => each.listeners).map((each) => [each.key, each]));
  return [...byKey.values()].sort((a, b) => compareText(a.key, b.key));
}

/** A Host is served by UDP on the same port too. */
function hasHttp3(hosts: readonly HostDraft[], { tls, udp, address, port }: ListenerDraft): boolean {
  if (!tls || udp) return false;
  const isTwin = (each: ListenerDraft) => each.udp && each.address === address && each.port === port;
  return hosts.some((host) => host.listeners.some(isTwin));
}

function takes(host: HostDraft, { key }: ListenerDraft): boolean {
  return host.listeners.some((each) => each.key === key);
}

function unique<T extends { readonly owner: ObjectKey }>(list: readonly T[]): readonly T[] {
  const byOwner = new Map<ObjectKey, T>();
  for (const each of list) if (!byOwner.has(each.owner)) byOwner.set(each.owner, each);
  return [...byOwner.values()];
}

interface Serving {
  /** Of Hosts the most particular one counts; several of one name all do. */
  readonly best: readonly HostDraft[];
  /** Those that are served as part of the name, behind a match on the host. */
  readonly below: readonly HostDraft[];
}

function servingOn(name: string, listener: ListenerDraft, hosts: readonly HostDraft[]): Serving {
  const candidates = hosts.filter((each) => takes(each, listener));
  const whole = candidates
    .filter((each) => !isServedBelow(each, name))
    .sort(
      (a, b) =>
        compareGlobs(a.glob, b.glob) ||
        compareText(a.creationTimestamp, b.creationTimestamp) ||
        compareText(a.owner, b.owner),
    );
  return {
    best: whole.filter((each) => each.glob === whole[0]!.glob),
    below: candidates.filter((each) => isServedBelow(each, name)).sort((a, b) => compareGlobs(a.glob, b.glob)),
  };
}

interface RoutesOn {
  readonly http: readonly PlacedRoute[];
  readonly https: readonly PlacedRoute[];
}

/** What the Listener serves of the name. */
function routesOn(
  scope: NameScope,
  listener: ListenerDraft,
  hostsOfName: readonly HostDraft[],
  served: Set<ObjectKey>,
): RoutesOn {
  const { name, settings, report } = scope;
  const { best, below } = servingOn(name, listener, hostsOfName);
  const [first] = [...below, ...best];
  if (!first) return { http: [], https: [] };
  const http: PlacedRoute[] = [];
  const https: PlacedRoute[] = [];
  /** Matches that are taken; a Mapping of a broader host name has what is left here, and nobody need be told. */
  const taken = new Set<string>();
  // Those behind a match on the host come first: else a Host above would take their requests.
  for (const [block, hosts] of [...below.map((each) => [each]), best].entries()) {
    if (hosts.length === 0) continue;
    const limit = isServedBelow(hosts[0]!, name) ? globMatcher(hosts[0]!.glob, hosts[0]!.port) : [];
    const owners = new Map<ObjectKey, HostDraft>();
    const drafts = scope.mappings.flatMap((mapping) => {
      const host = hosts.find((each) => belongs(scope, mapping, each));
      const fitted = host && fit(mapping, name, host);
      if (!host || !fitted) return [];
      owners.set(mapping.owner, host);
      return [fitted];
    });
    for (const each of groupRoutes(drafts, report)) {
      served.add(each.draft.owner);
      if (each.shadow) served.add(each.shadow.owner);
      const host = owners.get(each.draft.owner)!;
      const port = host.port === undefined || limit.length > 0 ? [] : globMatcher(host.glob, host.port);
      const { plain, secure } = variants(each, host, listener, settings, [...limit, ...port]);
      const isBroader = each.draft.host.kind === 'glob' && each.draft.host.glob !== name;
      const free = (side: string) => (claimed: ClaimedRoute) => {
        const key = side + matchKey(claimed.route.match);
        if (taken.has(key)) return !isBroader;
        taken.add(key);
        return true;
      };
      const placed = (claimed: ClaimedRoute, i: number): PlacedRoute => ({
        ...claimed,
        place: [block, ...each.place, i],
      });
      http.push(...plain.map(placed).filter(free('http ')));
      https.push(...secure.map(placed).filter(free('https ')));
    }
  }
  const probes = probesOf(first.owner, settings).map((probe, i) => ({
    ...probe,
    place: [-1, { descending: [] }, '', '', i, 0],
  }));
  const hasTls = listener.tls && best.some((each) => each.tls);
  return { http: listener.udp ? [] : [...probes, ...http], https: hasTls ? [...probes, ...https] : [] };
}

/** What the Listener serves under the name, without routes; undefined: nothing. */
function claimOn(
  { name, settings, advertisedPort }: NameBase,
  listener: ListenerDraft,
  hosts: readonly HostDraft[],
): HostClaim | undefined {
  const { best, below } = servingOn(name, listener, hosts);
  const [first] = [...below, ...best];
  if (!first) return undefined;
  const tls = best.find((each) => each.tls)?.tls;
  const isTold = hasHttp3(best, listener);
  const { authorization } = settings;
  const asked = authorization !== undefined && authorization !== 'closed' ? authorization : undefined;
  return {
    owner: first.owner,
    path: 'spec.hostname',
    creationTimestamp: first.creationTimestamp,
    rank: 2,
    ordered: true,
    listeners: { ...(!listener.udp && { http: listener.key }), ...(listener.tls && { https: listener.key }) },
    http: [],
    https: [],
    httpsNeeds: 'any',
    ...(listener.tls && tls && { tls }),
    ...(isTold && { http3Port: advertisedPort }),
    ...((asked || settings.ipFilter) && {
      protection: {
        ...(asked && { authorization: asked.server }),
        ...(settings.ipFilter && { ipFilter: settings.ipFilter }),
      },
    }),
    ...(asked && { protectionClusters: asked.clusters }),
  };
}

/** Whether the Mapping is one of the Host's. */
function belongs(
  { loose }: NameBase,
  { host, labels }: Pick<MappingDraft, 'host' | 'labels'>,
  { glob, selector }: HostDraft,
): boolean {
  const byName = host.kind === 'none' ? undefined : host.kind === 'regex' || globsMeet(host.glob, glob);
  if (!selector) return byName === true;
  if (loose) return byName === true || selectsLoosely(selector, labels);
  return byName !== false && selects(selector, labels);
}

/** The Mapping as it is served under the name; undefined: another name serves it. */
function fit(mapping: MappingDraft, name: string, host: HostDraft): MappingDraft | undefined {
  if (mapping.host.kind === 'none') return mapping;
  if (mapping.host.kind === 'regex') return withHeaders(mapping, [authority('regex', mapping.host.regex)]);
  const { glob, port } = mapping.host;
  if (isServedBelow(host, name)) {
    return globsMeet(glob, host.glob)
      ? withHeaders(mapping, containsGlob(glob, host.glob) ? [] : globMatcher(glob, port))
      : undefined;
  }
  if (containsGlob(glob, name)) return port === undefined ? mapping : withHeaders(mapping, globMatcher(glob, port));
  if (!globsMeet(glob, name) || isLookedUp(glob)) return undefined;
  return withHeaders(mapping, globMatcher(glob, port));
}

/** Whether `fit` gives anything. */
function fits(of: MappingDraft['host'], name: string, host: HostDraft): boolean {
  if (of.kind !== 'glob') return true;
  if (isServedBelow(host, name)) return globsMeet(of.glob, host.glob);
  return containsGlob(of.glob, name) || (globsMeet(of.glob, name) && !isLookedUp(of.glob));
}

function withHeaders(mapping: MappingDraft, headers: readonly HeaderMatch[]): MappingDraft {
  if (headers.length === 0) return mapping;
  return { ...mapping, route: alsoMatching(mapping.route, headers) };
}

function alsoMatching(route: Route, headers: readonly HeaderMatch[]): Route {
  if (headers.length === 0) return route;
  const { match } = route;
  return {
    ...route,
    match: { ...match, ...routeMatch(match.path, [...match.headers, ...headers], match.queryParameters) },
  };
}

function authority(kind: 'regex', value: string): HeaderMatch {
  return { name: ':authority', kind, value, invert: false, ignoreCase: false, treatMissingAsEmpty: false };
}

/** What `:authority` must be, in any case; without a port any port will do. */
function globMatcher(glob: string, port: number | undefined): readonly HeaderMatch[] {
  const text = quoteRegex(glob.replace('*', ''));
  const end = port === undefined ? '(:[0-9]+)?' : `:${port}`;
  const body = glob === '*' ? '.+' : !isGlob(glob) ? text : glob.startsWith('*') ? `.+${text}` : `${text}[^:]+`;
  return [authority('regex', `(?i)${body}${end}`)];
}

/** The routes for connections without and with TLS: what is secure is served, what is not the Host decides. */
function variants(
  { route, clusters, draft }: GroupRoute,
  host: HostDraft,
  { security, l7Depth }: ListenerDraft,
  { module, authorization }: EmissarySettings,
  headers: readonly HeaderMatch[],
): { readonly plain: readonly ClaimedRoute[]; readonly secure: readonly ClaimedRoute[] } {
  const closed = authorization === 'closed';
  const served: Route = closed
    ? { ...route, action: refusal, requestHeaders: noHeaders, responseHeaders: noHeaders }
    : route;
  const base = alsoMatching(security === 'XFP' ? withoutForwardedProto(served) : served, headers);
  const claimed = (each: Route, used = clusters): ClaimedRoute => ({
    route: each,
    priority: 0,
    clusters: closed ? [] : used,
  });
  const secure = [claimed(base)];
  const action = draft.isChallenge ? 'Route' : host.insecure;
  const insecure = action === 'Route' ? secure : action === 'Reject' ? [] : [claimed(toHttps(base), [])];
  if (security === 'SECURE') return { plain: secure, secure };
  if (security === 'INSECURE') return { plain: insecure, secure: insecure };
  if (!tellsByHeader(module, l7Depth)) return { plain: insecure, secure };
  const both =
    action === 'Route'
      ? secure
      : [...secure.map((each) => ({ ...each, route: alsoMatching(each.route, [cameByHttps]) })), ...insecure];
  return { plain: both, secure: both };
}

/** Else Envoy itself says of each connection what it is. */
function tellsByHeader(module: EmissarySettings['module'], l7Depth: number): boolean {
  return l7Depth !== 0 || module.use_remote_address === false;
}

/** How many routes a Mapping has at most on a Listener. */
function routesEach({ module }: EmissarySettings, hosts: readonly HostDraft[]): 1 | 2 {
  const both = ({ security, l7Depth }: ListenerDraft): boolean => security === 'XFP' && tellsByHeader(module, l7Depth);
  return hosts.some((host) => host.insecure === 'Redirect' && host.listeners.some(both)) ? 2 : 1;
}

const cameByHttps: HeaderMatch = {
  name: 'x-forwarded-proto',
  kind: 'exact',
  value: 'https',
  invert: false,
  ignoreCase: false,
  treatMissingAsEmpty: false,
};

function withoutForwardedProto(route: Route): Route {
  const { match } = route;
  const headers = match.headers.filter((each) => each.name !== 'x-forwarded-proto');
  return headers.length === match.headers.length ? route : { ...route, match: { ...match, headers } };
}

/** Host, path and query stay. */
function toHttps({ match, origin }: Route): Route {
  return {
    match,
    action: { kind: 'redirect', scheme: 'https', statusCode: 301 },
    requestHeaders: noHeaders,
    responseHeaders: noHeaders,
    origin,
  };
}

/** Nobody can be asked whether the request may pass. */
const refusal: Route['action'] = {
  kind: 'directResponse',
  statusCode: 500,
  body: '{"message":"the gateway is misconfigured","status_code":500}',
};

/** What load balancers ask: whether the gateway is there. That they get an answer says it. */
function probesOf(owner: ObjectKey, { module }: EmissarySettings): readonly ClaimedRoute[] {
  return [
    { probe: module.readiness_probe, path: '/ambassador/v0/check_ready', body: 'the gateway is ready\n' },
    { probe: module.liveness_probe, path: '/ambassador/v0/check_alive', body: 'the gateway is alive\n' },
  ].flatMap(({ probe, path, body }) =>
    probe?.enabled === false
      ? []
      : [
          {
            route: {
              match: routeMatch({ kind: 'prefix', value: probe?.prefix ?? path }, [], []),
              action: { kind: 'directResponse', statusCode: 200, body },
              requestHeaders: noHeaders,
              responseHeaders: noHeaders,
              origin: { object: owner, path: 'spec.hostname' },
            },
            priority: 0,
            clusters: [],
          },
        ],
  );
}

/** Mappings and Hosts as the units of names must see them. */
export function publishDrafts(
  context: UnitContext,
  hosts: readonly HostDraft[],
  mappings: readonly MappingDraft[],
  tcp: readonly TcpDraft[] = [],
): void {
  const names = new Map<string, { hosts: HostDraft[]; mappings: MappingReach[] }>();
  const drafts = new Map<string, MappingDraft[]>();
  const at = (name: string) => {
    let part = names.get(name);
    if (!part) names.set(name, (part = { hosts: [], mappings: [] }));
    return part;
  };
  for (const host of hosts) at(isLookedUp(host.glob) ? host.glob : '*').hosts.push(host);
  for (const mapping of mappings) {
    if (mapping.host.kind !== 'glob' || !isLookedUp(mapping.host.glob)) continue;
    const { glob } = mapping.host;
    at(glob).mappings.push(reachOfMapping(mapping));
    drafts.set(glob, [...(drafts.get(glob) ?? []), mapping]);
  }
  for (const [name, part] of names) context.publish(emissaryTopics.name(name), part satisfies NamePart);
  for (const [name, list] of drafts) context.publish(emissaryTopics.mappings(name), list);
  const wildHosts = hosts.filter((each) => isGlob(each.glob));
  if (wildHosts.length > 0) context.publish(emissaryTopics.wildHosts, wildHosts);
  const wildMappings = mappings.filter((each) => each.host.kind !== 'glob' || isGlob(each.host.glob));
  if (wildMappings.length > 0) {
    context.publish(emissaryTopics.wildMappings, wildMappings);
    context.publish(emissaryTopics.wildReaches, wildMappings.map(reachOfMapping));
  }
  const ports = new Map<string, TcpDraft[]>();
  for (const draft of tcp) ports.set(draft.listener, [...(ports.get(draft.listener) ?? []), draft]);
  for (const [listener, list] of ports) context.publish(emissaryTopics.tcpPort(listener), list);
  const used = [...hosts.flatMap((each) => each.listeners.map((draft) => draft.key)), ...ports.keys()];
  for (const listener of new Set(used)) context.publish(emissaryTopics.listenerUse(listener), true);
}

function reachOfMapping({ owner, labels, host, route }: MappingDraft): MappingReach {
  return { owner, labels, host, ...reachOf(route.match) };
}

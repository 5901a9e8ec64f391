// One unit a host name: the Hosts that have it and the Mappings for it → claims, one a Listener.
//
// A request goes to the Host with the most particular name, and there to the Mappings that belong to the Host and whose
// host name fits. So below a Host `*` each host name of a Mapping is a name of its own here, and a changed Mapping costs
// that name, not all that the Host serves. What Envoy can't look up (`api.*`, expressions) stands in routes of the name
// above, behind a match on the host.
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { selects, selectsLoosely } from '../../compile/label-selector.ts';
import { quoteRegex } from '../../compile/regex.ts';
import { compareText, matchKey, routeMatch } from '../../compile/route-match.ts';
import { noHeaders } from '../../compile/header-policy.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { HeaderMatch, Route } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type ClaimedRoute, type Findings, type HostClaim } from '../topics.ts';
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
  type NamePart,
  type TcpDraft,
} from './topics.ts';

export const nameKind = (config: CompileConfig): UnitKind => ({
  name: 'emissary-name',
  level: levels.claim,
  each: { topic: emissaryTopicPrefixes.name },
  compile(name, context) {
    const settings = context.topic<EmissarySettings>(emissaryTopics.settings)[0]?.value;
    if (!settings) return;
    const parts = context.topic<NamePart>(emissaryTopics.name(name)).map((each) => each.value);
    const wildHosts = context.topic<readonly HostDraft[]>(emissaryTopics.wildHosts).flatMap((each) => each.value);
    const hosts = unique([...parts.flatMap((each) => each.hosts), ...wildHosts]).filter((each) => concerns(each, name));
    if (hosts.length === 0) return;
    const wildMappings = context.topic<readonly MappingDraft[]>(emissaryTopics.wildMappings);
    const mappings = unique([...parts.flatMap((each) => each.mappings), ...wildMappings.flatMap((each) => each.value)]);

    const findings = new Map<ObjectKey, Problem[]>();
    const report = (problem: Problem) => {
      const list = findings.get(problem.object);
      if (list) list.push(problem);
      else findings.set(problem.object, [problem]);
    };
    const scope: NameScope = {
      name,
      settings,
      mappings,
      loose: emissaryConfig(config).looseSelectors,
      advertisedPort: config.settings?.http.http3?.advertisedPort ?? HTTPS_PORT,
      report,
    };
    const claims: HostClaim[] = [];
    const served = new Set<ObjectKey>();
    for (const listener of listenersOf(hosts)) {
      const claim = claimOn(
        scope,
        listener,
        hosts.filter((each) => takes(each, listener)),
        served,
      );
      if (claim) claims.push(claim);
    }
    if (claims.length > 0) context.publish(topics.host(name), claims);
    for (const owner of served) context.publish(emissaryTopics.served(owner), true);
    const root = hosts[0]!.owner;
    for (const [object, problems] of findings)
      context.publish(topics.findings(object), { root, problems } satisfies Findings);
  },
});

/** Services of a gateway have it for HTTPS, whatever the port behind it. */
const HTTPS_PORT = 443;

interface NameScope {
  readonly name: string;
  readonly settings: EmissarySettings;
  readonly mappings: readonly MappingDraft[];
  readonly loose: boolean;
  /** Where clients find HTTP/3, from outside. */
  readonly advertisedPort: number;
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

function claimOn(
  scope: NameScope,
  listener: ListenerDraft,
  candidates: readonly HostDraft[],
  served: Set<ObjectKey>,
): HostClaim | undefined {
  const { name, settings, report } = scope;
  const whole = candidates
    .filter((each) => !isServedBelow(each, name))
    .sort(
      (a, b) =>
        compareGlobs(a.glob, b.glob) ||
        compareText(a.creationTimestamp, b.creationTimestamp) ||
        compareText(a.owner, b.owner),
    );
  // Of Hosts the most particular one counts; several of one name all do.
  const best = whole.filter((each) => each.glob === whole[0]!.glob);
  const below = candidates.filter((each) => isServedBelow(each, name)).sort((a, b) => compareGlobs(a.glob, b.glob));
  const [first] = [...below, ...best];
  if (!first) return undefined;

  const http: ClaimedRoute[] = [];
  const https: ClaimedRoute[] = [];
  /** Matches that are taken; a Mapping of a broader host name has what is left here, and nobody need be told. */
  const taken = new Set<string>();
  // Those behind a match on the host come first: else a Host above would take their requests.
  for (const hosts of [...below.map((each) => [each]), best]) {
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
      http.push(...plain.filter(free('http ')));
      https.push(...secure.filter(free('https ')));
    }
  }
  const probes = probesOf(first.owner, settings);
  http.unshift(...probes);
  https.unshift(...probes);
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
    http: listener.udp ? [] : http,
    https: listener.tls && tls ? https : [],
    httpsNeeds: 'any',
    ...(listener.tls && tls && { tls }),
    ...(isTold && { http3Port: scope.advertisedPort }),
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
function belongs({ loose }: NameScope, { host, labels }: MappingDraft, { glob, selector }: HostDraft): boolean {
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
  // Else Envoy itself says of each connection what it is.
  if (l7Depth === 0 && module.use_remote_address !== false) return { plain: insecure, secure };
  const both =
    action === 'Route'
      ? secure
      : [...secure.map((each) => ({ ...each, route: alsoMatching(each.route, [cameByHttps]) })), ...insecure];
  return { plain: both, secure: both };
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

/** Mappings and Hosts as the units of other names must see them. */
export function publishParts(
  context: UnitContext,
  hosts: readonly HostDraft[],
  mappings: readonly MappingDraft[],
  tcp: readonly TcpDraft[] = [],
): void {
  const names = new Map<string, { hosts: HostDraft[]; mappings: MappingDraft[] }>();
  const at = (name: string) => {
    let part = names.get(name);
    if (!part) names.set(name, (part = { hosts: [], mappings: [] }));
    return part;
  };
  for (const host of hosts) at(isLookedUp(host.glob) ? host.glob : '*').hosts.push(host);
  for (const mapping of mappings)
    if (mapping.host.kind === 'glob' && isLookedUp(mapping.host.glob)) at(mapping.host.glob).mappings.push(mapping);
  for (const [name, part] of names) context.publish(emissaryTopics.name(name), part satisfies NamePart);
  const wildHosts = hosts.filter((each) => isGlob(each.glob));
  if (wildHosts.length > 0) context.publish(emissaryTopics.wildHosts, wildHosts);
  const wildMappings = mappings.filter((each) => each.host.kind !== 'glob' || isGlob(each.host.glob));
  if (wildMappings.length > 0) context.publish(emissaryTopics.wildMappings, wildMappings);
  const ports = new Map<string, TcpDraft[]>();
  for (const draft of tcp) ports.set(draft.listener, [...(ports.get(draft.listener) ?? []), draft]);
  for (const [listener, list] of ports) context.publish(emissaryTopics.tcpPort(listener), list);
  const used = [...hosts.flatMap((each) => each.listeners.map((draft) => draft.key)), ...ports.keys()];
  for (const listener of new Set(used)) context.publish(emissaryTopics.listenerUse(listener), true);
}

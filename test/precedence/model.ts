// Who must answer a request, by the text of the Gateway API alone: its API documentation (Gateway `spec.listeners`, HTTPRoute
// and GRPCRoute `spec.hostnames` and `spec.rules[].matches`), and where that leaves the choice to implementations, what
// docs/guides/gateway-api.md says. It shares no code with the compiler, and knows nothing of Envoy.
// Must hold: only what the specification orders is ordered; `judge` asks no more of an answer than that nothing comes before it.

export interface Listener {
  readonly name: string;
  readonly port: number;
  readonly protocol: 'HTTP' | 'HTTPS';
  readonly hostname?: string;
  readonly tls?: object;
  readonly allowedRoutes?: {
    readonly namespaces: {
      readonly from: 'All' | 'Same' | 'Selector';
      /** One expression about the namespace's name. */
      readonly selector?: { readonly matchExpressions: readonly { readonly values: readonly string[] }[] };
    };
    readonly kinds?: readonly { readonly kind: string }[];
  };
}

interface Named {
  readonly apiVersion: string;
  readonly metadata: { readonly namespace: string; readonly name: string };
}

export interface Gateway extends Named {
  readonly kind: 'Gateway';
  readonly spec: {
    readonly addresses: readonly { readonly type: string; readonly value: string }[];
    readonly listeners: readonly Listener[];
    readonly [field: string]: unknown;
  };
}

/** It may attach to its Gateway, and excludes none of its listeners. */
export interface ListenerSet extends Named {
  readonly kind: 'ListenerSet';
  readonly spec: {
    readonly parentRef: { readonly namespace: string; readonly name: string };
    readonly listeners: readonly Listener[];
  };
}

export interface ParentRef {
  readonly kind: 'Gateway' | 'ListenerSet';
  readonly namespace: string;
  readonly name: string;
  readonly sectionName?: string;
  readonly port?: number;
}

export interface ValueMatch {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
}

export interface HttpMatch {
  readonly path?: { readonly type: 'Exact' | 'PathPrefix' | 'RegularExpression'; readonly value: string };
  readonly method?: string;
  readonly headers?: readonly ValueMatch[];
  readonly queryParams?: readonly ValueMatch[];
}

export interface GrpcMatch {
  readonly method?: {
    readonly type: 'Exact' | 'RegularExpression';
    readonly service?: string;
    readonly method?: string;
  };
  readonly headers?: readonly ValueMatch[];
}

interface Route<Kind extends string, Match> extends Named {
  readonly kind: Kind;
  readonly metadata: Named['metadata'] & { readonly creationTimestamp: string };
  readonly spec: {
    readonly parentRefs: readonly ParentRef[];
    readonly hostnames?: readonly string[];
    readonly rules: readonly { readonly matches?: readonly Match[] }[];
  };
}

export type AnyRoute = Route<'HTTPRoute', HttpMatch> | Route<'GRPCRoute', GrpcMatch>;

export interface Request {
  readonly address: string;
  readonly port: number;
  /** With TLS: absent, the client sends none. */
  readonly sni?: string;
  /** As it is sent: any case, perhaps with a port. */
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Objects {
  readonly gateways: readonly Gateway[];
  readonly sets: readonly ListenerSet[];
  readonly routes: readonly AnyRoute[];
}

/** What came back: the rule that answered (`<kind>/<namespace>/<name>/<index>`), a status, or no answer at all. */
export type Answer = { readonly rule: string } | { readonly status: number } | { readonly refused: true };

interface Candidate {
  readonly rule: string;
  readonly route: AnyRoute;
  readonly ruleIndex: number;
  /** The most specific of the route's host names that take the request's host; empty: it names none. */
  readonly hostname: string;
  readonly match: Rank;
}

/** What of a match decides. */
interface Rank {
  readonly path: { readonly type: 'exact' | 'regex' | 'prefix'; readonly length: number };
  /** Of a GRPCRoute. */
  readonly call?: { readonly isRegex: boolean; readonly service: number; readonly method: number };
  readonly method: number;
  readonly headers: number;
  readonly queryParams: number;
}

/** @returns what is wrong with the answer; undefined: nothing */
export function judge(objects: Objects, request: Request, answer: Answer): string | undefined {
  const served = whoServes(objects, request);
  if ('refused' in served) return 'refused' in answer ? undefined : `the connection must be refused`;
  if ('statuses' in served) {
    if ('status' in answer && served.statuses.includes(answer.status)) return undefined;
    return `the answer must be ${served.statuses.join(' or ')}`;
  }
  const { candidates } = served;
  if (candidates.length === 0)
    return 'status' in answer && answer.status === 404 ? undefined : 'no rule takes it: the answer must be 404';
  const given = candidates.filter(({ rule }) => 'rule' in answer && rule === answer.rule);
  if (given.length === 0) return `one of ${candidates.map(({ rule }) => rule).join(', ')} must answer`;
  // A rule has as many candidates as matches that take the request; the best of them counts.
  const before = candidates.find((other) =>
    given.every((each) => other.rule !== each.rule && compare(other, each) < 0),
  );
  return before && `${before.rule} comes before it (${JSON.stringify([before, given[0]].map(shown))})`;
}

/** How many rules take the request. */
export function countCandidates(objects: Objects, request: Request): number {
  const served = whoServes(objects, request);
  return 'candidates' in served ? new Set(served.candidates.map(({ rule }) => rule)).size : 0;
}

function shown(candidate: Candidate | undefined): object {
  const { rule, route, hostname, match } = candidate!;
  return { rule, created: route.metadata.creationTimestamp, hostname, ...match };
}

interface PlacedListener {
  readonly owner: Gateway | ListenerSet;
  readonly listener: Listener;
}

function whoServes(
  objects: Objects,
  request: Request,
):
  | { readonly refused: true }
  | { readonly statuses: readonly number[] }
  | { readonly candidates: readonly Candidate[] } {
  const listeners = listenersAt(objects, request);
  const host = request.host.toLowerCase().replace(/:\d+$/, '');
  const ofHost = mostSpecific(listeners, host);
  if (listeners.some(({ listener }) => listener.protocol === 'HTTPS')) {
    const ofConnection = mostSpecific(listeners, request.sni?.toLowerCase() ?? '');
    if (!ofConnection) return { refused: true };
    // The server name chose one listener, the host is another's: the request is misdirected.
    if (ofHost && ofHost !== ofConnection) return { statuses: [421] };
    // Nobody's host.
    if (!ofHost) return { statuses: [404, 421] };
  }
  return { candidates: ofHost ? candidatesOf(objects, ofHost, host, request) : [] };
}

function listenersAt({ gateways, sets }: Objects, { address, port }: Request): readonly PlacedListener[] {
  const here = gateways.filter(({ spec }) => spec.addresses.some(({ value }) => value === address));
  const owners = [
    ...here,
    ...sets.filter(({ spec: { parentRef } }) =>
      here.some(({ metadata }) => metadata.name === parentRef.name && metadata.namespace === parentRef.namespace),
    ),
  ];
  return owners.flatMap((owner) =>
    owner.spec.listeners.filter((each) => each.port === port).map((listener) => ({ owner, listener })),
  );
}

function takes(pattern: string | undefined, host: string): boolean {
  if (pattern === undefined) return true;
  return pattern.startsWith('*.')
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : pattern === host;
}

/** Gateway `spec.listeners[].hostname`: exact before wildcard before none, longer wildcards first. */
function mostSpecific(listeners: readonly PlacedListener[], host: string): PlacedListener | undefined {
  const taking = listeners.filter(({ listener }) => takes(listener.hostname, host));
  return taking.sort((a, b) => compareHostnames(a.listener.hostname ?? '', b.listener.hostname ?? ''))[0];
}

/** The largest number of characters in a non-wildcard host name, then in any. */
function compareHostnames(a: string, b: string): number {
  const exact = (hostname: string): number => (hostname.startsWith('*') ? 0 : hostname.length);
  return exact(b) - exact(a) || b.length - a.length;
}

function candidatesOf(objects: Objects, at: PlacedListener, host: string, request: Request): readonly Candidate[] {
  return objects.routes.flatMap((route): readonly Candidate[] => {
    if (!isAttached(route, at)) return [];
    const hostname = hostnameOf(route, at.listener, host);
    if (hostname === undefined) return [];
    const { namespace, name } = route.metadata;
    const rules: readonly { readonly matches?: readonly object[] }[] = route.spec.rules;
    return rules.flatMap(({ matches }, ruleIndex): readonly Candidate[] => {
      const taken = (matches?.length ? matches : [{}]).flatMap((match): readonly Rank[] => {
        const rank =
          route.kind === 'HTTPRoute' ? rankHttp(match as HttpMatch, request) : rankGrpc(match as GrpcMatch, request);
        return rank ? [rank] : [];
      });
      return taken.map((match) => ({
        rule: `${route.kind}/${namespace}/${name}/${ruleIndex}`,
        route,
        ruleIndex,
        hostname,
        match,
      }));
    });
  });
}

function isAttached(route: AnyRoute, { owner, listener }: PlacedListener): boolean {
  const isNamed = route.spec.parentRefs.some(
    ({ kind, namespace, name, sectionName, port }) =>
      kind === owner.kind &&
      namespace === owner.metadata.namespace &&
      name === owner.metadata.name &&
      (sectionName === undefined || sectionName === listener.name) &&
      (port === undefined || port === listener.port),
  );
  const { namespaces = { from: 'Same' }, kinds } = listener.allowedRoutes ?? {};
  if (!isNamed || (kinds && !kinds.some(({ kind }) => kind === route.kind))) return false;
  const { namespace } = route.metadata;
  if (namespaces.from === 'Same') return namespace === owner.metadata.namespace;
  if (namespaces.from === 'All') return true;
  return (
    'selector' in namespaces && namespaces.selector!.matchExpressions.every((each) => each.values.includes(namespace))
  );
}

/** The route's most specific host name that takes the host and meets the listener's; undefined: none does. */
function hostnameOf(route: AnyRoute, listener: Listener, host: string): string | undefined {
  const { hostnames = [] } = route.spec;
  if (hostnames.length === 0) return '';
  // The host is one that the listener takes, so what takes the host has it in common with the listener.
  return takes(listener.hostname, host)
    ? hostnames.filter((each) => takes(each, host)).sort(compareHostnames)[0]
    : undefined;
}

/** Undefined: the match does not take the request. */
function rankHttp({ path, method, headers = [], queryParams = [] }: HttpMatch, request: Request): Rank | undefined {
  const { type, value } = path ?? { type: 'PathPrefix', value: '/' };
  const wantedHeaders = firstOfEachName(headers, (name) => name.toLowerCase());
  const wantedParameters = firstOfEachName(queryParams, (name) => name);
  const prefix = value.replace(/\/$/, '');
  const takesPath = {
    Exact: () => request.path === value,
    PathPrefix: () => request.path === prefix || request.path.startsWith(`${prefix}/`),
    RegularExpression: () => wholly(value, request.path),
  }[type]();
  const isTaken =
    takesPath &&
    (method === undefined || method === request.method) &&
    wantedHeaders.every((each) => hasValue(request.headers[each.name.toLowerCase()], each)) &&
    wantedParameters.every((each) => hasValue(request.query[each.name], each));
  if (!isTaken) return undefined;
  return {
    path: pathRank(type, type === 'PathPrefix' ? prefix || '/' : value),
    method: method === undefined ? 0 : 1,
    headers: wantedHeaders.length,
    queryParams: wantedParameters.length,
  };
}

function pathRank(type: 'Exact' | 'PathPrefix' | 'RegularExpression', value: string): Rank['path'] {
  const types = { Exact: 'exact', PathPrefix: 'prefix', RegularExpression: 'regex' } as const;
  return { type: types[type], length: type === 'Exact' ? 0 : value.length };
}

const anyName = '[^/]+';

function rankGrpc({ method: call, headers = [] }: GrpcMatch, request: Request): Rank | undefined {
  const { type = 'Exact', service, method } = call ?? {};
  const wantedHeaders = firstOfEachName(headers, (name) => name.toLowerCase());
  const takesCall = ((): boolean => {
    // Without a service and method it takes every request, call or not; else it is a match on the path (guide).
    if (service === undefined && method === undefined) return true;
    if (type === 'RegularExpression') return wholly(`/(${service ?? anyName})/(${method ?? anyName})`, request.path);
    if (method === undefined) return request.path.startsWith(`/${service}/`);
    return wholly(`/${service?.replaceAll('.', '[.]') ?? anyName}/${method}`, request.path);
  })();
  if (!takesCall || !wantedHeaders.every((each) => hasValue(request.headers[each.name.toLowerCase()], each)))
    return undefined;
  return {
    path: callAsPath(type, service, method),
    call: {
      isRegex: type === 'RegularExpression' && call !== undefined,
      service: service?.length ?? 0,
      method: method?.length ?? 0,
    },
    method: 0,
    headers: wantedHeaders.length,
    queryParams: 0,
  };
}

/** Beside HTTPRoutes (guide): the path that it stands for. */
function callAsPath(type: string, service: string | undefined, method: string | undefined): Rank['path'] {
  if (service === undefined && method === undefined) return pathRank('PathPrefix', '/');
  if (type === 'RegularExpression')
    return pathRank('RegularExpression', `/(${service ?? anyName})/(${method ?? anyName})`);
  if (service === undefined) return { type: 'prefix', length: 1.5 };
  return method === undefined ? pathRank('PathPrefix', `/${service}/`) : pathRank('Exact', `/${service}/${method}`);
}

function firstOfEachName(list: readonly ValueMatch[], nameOf: (name: string) => string): readonly ValueMatch[] {
  return list.filter((each, index) => list.findIndex(({ name }) => nameOf(name) === nameOf(each.name)) === index);
}

function hasValue(found: string | undefined, { type, value }: ValueMatch): boolean {
  return found !== undefined && (type === 'RegularExpression' ? wholly(value, found) : value === found);
}

function wholly(expression: string, text: string): boolean {
  return new RegExp(`^(?:${expression})$`).test(text);
}

/** Negative: `a` comes first. Zero for two that the specification leaves in any order. */
function compare(a: Candidate, b: Candidate): number {
  return (
    compareHostnames(a.hostname, b.hostname) ||
    compareMatches(a.match, b.match) ||
    compareText(a.route.metadata.creationTimestamp, b.route.metadata.creationTimestamp) ||
    compareText(nameOf(a.route), nameOf(b.route)) ||
    (a.route === b.route ? a.ruleIndex - b.ruleIndex : 0)
  );
}

const pathTypes = { exact: 0, regex: 1, prefix: 2 } as const;

function compareMatches(a: Rank, b: Rank): number {
  // GRPCRoute: characters of the service, then of the method. Expressions stand where the guide says.
  if (a.call && b.call && !a.call.isRegex && !b.call.isRegex)
    return b.call.service - a.call.service || b.call.method - a.call.method || b.headers - a.headers;
  return (
    pathTypes[a.path.type] - pathTypes[b.path.type] ||
    b.path.length - a.path.length ||
    b.method - a.method ||
    b.headers - a.headers ||
    b.queryParams - a.queryParams
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nameOf({ metadata: { namespace, name } }: AnyRoute): string {
  return `${namespace}/${name}`;
}

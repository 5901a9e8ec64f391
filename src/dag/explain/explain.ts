// Why a request gets the answer it gets: which listener, chain, host and route of the graph take it, what the routes that
// lost wanted, which policies hold and where it goes. The steps are those of Envoy with what nuncio sends it
// (docs/architecture.md, Envoy's side). In: a graph and a request. Out: plain data, for people and programs.
import { chainFor, findHost, type FoundHost, type Hosts } from './host-matching.ts';
import { matchedPath, type ExplainRequest } from './request.ts';
import { describeMatch, mismatches, type Mismatch } from './route-matching.ts';
import { NO_CLUSTER } from '../vertices.ts';
import { partForPath } from '../compile/host-parts.ts';
import type {
  Cluster,
  FilterChain,
  ForwardAction,
  Listener,
  Route,
  RoutePolicy,
  VirtualHost,
  VirtualHostPart,
} from '../vertices.ts';
import { partKey } from '../whole-host.ts';

/** Looks into a graph. */
export interface GraphView {
  /** `key`: `<kind>/<vertex key>`. */
  readonly vertex: (key: string) => unknown;
  readonly listeners: () => readonly Listener[];
  readonly chains: (listener: string) => readonly FilterChain[];
}

/** One for each listener that the request may have come to. */
export interface Explanation {
  readonly listener?: { readonly key: string; readonly address: string; readonly port: number };
  readonly chain?: { readonly key: string; readonly serverNames: readonly string[]; readonly secret?: string };
  /** What was looked for, in order, and what was found of it. */
  readonly hostsTried: readonly string[];
  readonly host?: string;
  /** How a request of this host's name got here if not by the name itself. */
  readonly hostFoundBy?: Extract<FoundHost, { readonly kind: 'found' }>['by'];
  /** Of a host with parts: the one for the path. */
  readonly part?: string;
  /** Routes in the order in which they are looked at, up to the one that matched. */
  readonly candidates: readonly Candidate[];
  readonly outcome: Outcome;
}

export interface Candidate {
  readonly object: string;
  readonly path: string;
  readonly match: string;
  /** Empty: this one took the request. */
  readonly mismatches: readonly Mismatch[];
}

export type Outcome =
  | { readonly kind: 'noListener'; readonly message: string }
  /** The TLS handshake fails: no chain has the server name. */
  | { readonly kind: 'noChain'; readonly message: string }
  | { readonly kind: 'tcp'; readonly message: string; readonly backends: readonly Backend[] }
  /** 404, or 421 if the connection's chain is that of other hosts. */
  | { readonly kind: 'noHost'; readonly status: 404 | 421; readonly message: string }
  | { readonly kind: 'noRoute'; readonly status: 404; readonly message: string }
  | {
      readonly kind: 'route';
      readonly object: string;
      readonly path: string;
      readonly action: 'forward' | 'redirect' | 'directResponse';
      /** Of a redirect or direct response. */
      readonly status?: number;
      readonly location?: string;
      readonly body?: string;
      readonly backends: readonly Backend[];
      readonly policies: readonly Policy[];
      /** Objects that are attached to it, and which of their fields count. */
      readonly attached: readonly RoutePolicy[];
    };

export interface Policy {
  readonly name: string;
  /** The route's own, or that of the whole host. */
  readonly of: 'route' | 'host';
  readonly value: unknown;
}

export interface Backend {
  /** Key of the Cluster vertex. */
  readonly cluster: string;
  /** Of all requests, in percent. */
  readonly percent: number;
  readonly isMirror: boolean;
  readonly service: string;
  readonly port: number;
  readonly protocol: Cluster['protocol'];
  /** Where endpoints come from: key of the EndpointGroup vertex, a DNS name with its port, or the first of some clusters that has any. */
  readonly endpoints: { readonly group: string } | { readonly dns: string } | { readonly firstOf: readonly string[] };
}

export function explain(view: GraphView, request: ExplainRequest): readonly Explanation[] {
  const protocol = request.scheme;
  const listeners = view
    .listeners()
    .filter((each) => each.protocol === protocol || (protocol === 'http' && each.plain === true));
  // Only what users reach on the port itself can be told by port: Services often map 80 to another one.
  const byPort = listeners.filter(({ port }) => port === request.port);
  const chosen = byPort.length > 0 ? byPort : listeners;
  if (chosen.length === 0) {
    const message = `no listener takes ${protocol.toUpperCase()}: no object asks for it`;
    return [{ hostsTried: [], candidates: [], outcome: { kind: 'noListener', message } }];
  }
  return chosen.map((listener) => explainAt(view, listener, request));
}

function explainAt(view: GraphView, listener: Listener, request: ExplainRequest): Explanation {
  const { key, address, port } = listener;
  const base = { listener: { key, address, port }, hostsTried: [], candidates: [] };
  if (request.scheme === 'http') return explainHost(view, listener, undefined, request, base);
  const serverName = (request.serverName ?? request.host).toLowerCase();
  const chain = chainFor(view.chains(key), serverName);
  if (!chain) {
    const message = `no certificate is configured for ${serverName === '' ? 'clients without a server name' : serverName}: the TLS handshake fails`;
    return { ...base, outcome: { kind: 'noChain', message } };
  }
  const { serverNames, secret } = chain;
  const withChain = { ...base, chain: { key: chain.key, serverNames, ...(secret !== undefined && { secret }) } };
  if (chain.tcp) {
    const backends = backendsOf(view, chain.tcp.clusters, []);
    const message =
      secret === undefined ? 'TLS passes through to the backend' : 'the bytes inside TLS go to the backend';
    return { ...withChain, outcome: { kind: 'tcp', message, backends } };
  }
  return explainHost(view, listener, chain, request, withChain);
}

type Base = Pick<Explanation, 'listener' | 'chain' | 'hostsTried' | 'candidates'>;

function explainHost(
  view: GraphView,
  listener: Listener,
  chain: FilterChain | undefined,
  request: ExplainRequest,
  base: Base,
): Explanation {
  const hosts: Hosts = (host) =>
    view.vertex(`VirtualHost/${listener.key}|${chain?.id ?? ''}|${host}`) as VirtualHost | undefined;
  const tried: string[] = [];
  const found = findHost(hosts, request, {
    stripTrailingDot: listener.http.stripTrailingHostDot,
    anyDepth: listener.anyDepth === true,
    ...(chain && { chain: { serverNames: chain.serverNames, serverName: request.serverName ?? request.host } }),
    tried,
  });
  if (found.kind === 'none') {
    const message =
      found.status === 421
        ? `the certificate of this connection is for other hosts: ${chain?.serverNames.join(', ')}`
        : `no object configures the host ${request.host} for ${request.scheme}`;
    return { ...base, hostsTried: tried, outcome: { kind: 'noHost', status: found.status, message } };
  }
  const { host } = found;
  const of = { request, ...matchedPath(request.path, listener.http.mergeSlashes) };
  const candidates: Candidate[] = [];
  const part = host.parts && partForPath(host.parts, of.path);
  const { routes } = part === undefined ? host : (view.vertex(partKey(host, part)) as VirtualHostPart);
  const result = {
    ...base,
    hostsTried: tried,
    host: host.host,
    ...(found.by !== 'name' && { hostFoundBy: found.by }),
    ...(part !== undefined && { part }),
  };
  for (const route of routes) {
    const wrong = mismatches(route.match, of);
    const { object, path } = route.origin;
    candidates.push({ object, path, match: describeMatch(route.match), mismatches: wrong });
    if (wrong.length === 0) return { ...result, candidates, outcome: routeOutcome(view, host, route) };
  }
  const message = `no route of ${host.host} matches ${request.method} ${of.path}`;
  return { ...result, candidates, outcome: { kind: 'noRoute', status: 404, message } };
}

function routeOutcome(view: GraphView, host: VirtualHost, route: Route): Outcome {
  const { action, origin } = route;
  const base = {
    kind: 'route',
    ...origin,
    action: action.kind,
    policies: policiesOf(host, route),
    attached: route.policies ?? [],
  } as const;
  switch (action.kind) {
    case 'forward':
      return { ...base, backends: backendsOf(view, action.clusters, action.mirrors) };
    case 'redirect':
      return { ...base, status: action.statusCode, location: describeRedirect(action), backends: [] };
    case 'directResponse':
      return { ...base, status: action.statusCode, body: action.body, backends: [] };
  }
}

function describeRedirect(action: Extract<Route['action'], { readonly kind: 'redirect' }>): string {
  const { scheme = '<same scheme>', host = '<same host>', port, path, prefix } = action;
  return `${scheme}://${host}${port === undefined ? '' : `:${port}`}${path ?? (prefix === undefined ? '<same path>' : `${prefix}<rest of the path>`)}`;
}

/** Everything set on the route or its host beyond where requests go. New fields of vertices show without a line here. */
function policiesOf(host: VirtualHost, route: Route): readonly Policy[] {
  const { match: _match, action, origin: _origin, policies: _attached, ...own } = route;
  const policies: Policy[] = [];
  const add = (of: Policy['of'], fields: object, except: readonly string[]): void => {
    for (const [name, value] of Object.entries(fields))
      if (!except.includes(name) && !isNothing(value)) policies.push({ name, of, value: value as unknown });
  };
  add('route', own, []);
  add('route', action, [
    'kind',
    'clusters',
    'mirrors',
    'statusCode',
    'body',
    'scheme',
    'host',
    'port',
    'path',
    'prefix',
  ]);
  const replaced = policies.map(({ name }) => name);
  add('host', host, ['kind', 'key', 'listener', 'chain', 'host', 'routes', 'parts', ...replaced]);
  return policies;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.values(value).every(isNothing);
}

function endpointsOf(target: Cluster['target']): Backend['endpoints'] {
  switch (target.kind) {
    case 'endpoints':
      return { group: target.group };
    case 'dns':
      return { dns: `${target.host}:${target.port}` };
    case 'aggregate':
      return { firstOf: target.clusters };
  }
}

function backendsOf(
  view: GraphView,
  clusters: readonly { readonly cluster: string; readonly weight: number }[],
  mirrors: ForwardAction['mirrors'],
): readonly Backend[] {
  const sum = clusters.reduce((total, { weight }) => total + weight, 0);
  const backend = (key: string, percent: number, isMirror: boolean): Backend => {
    const cluster = view.vertex(`Cluster/${key}`) as Cluster | undefined;
    // Routes and clusters of one graph are made together.
    if (!cluster) throw new Error(`the graph has no cluster ${key}`);
    const { namespace, service, port, protocol, target } = cluster;
    const endpoints = endpointsOf(target);
    return { cluster: key, percent, isMirror, service: `${namespace}/${service}`, port, protocol, endpoints };
  };
  return [
    // The share of backends that can't be used is nobody's.
    ...clusters
      .filter(({ cluster }) => cluster !== NO_CLUSTER)
      .map(({ cluster, weight }) => backend(cluster, sum === 0 ? 0 : (100 * weight) / sum, false)),
    ...mirrors.map(({ cluster, percent }) => backend(cluster, percent, true)),
  ];
}

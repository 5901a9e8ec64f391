// The routing difference of two graphs: not what their texts say otherwise, but which requests are answered otherwise.
// Each route of both graphs is asked with sample requests in both; what wins there is compared by what it does, not by
// who made it. In: two snapshots. Out: changes by host, plain data, in order.
import equal from 'fast-deep-equal';
import type { ObjectKey } from '../../model/object.ts';
import { describeMatch, mismatches } from '../explain/route-matching.ts';
import { verticesOf, type GraphSnapshot } from '../snapshot.ts';
import type { FilterChain, Listener, Route, VirtualHost } from '../vertices.ts';
import { wholeHost } from '../whole-host.ts';
import { samplesOf, type Sample } from './samples.ts';

export interface HostChange {
  readonly scheme: 'http' | 'https';
  readonly listener: string;
  readonly host: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** HTTPS is gone while plain HTTP still answers. */
  readonly losesTls: boolean;
  /** Certificate, versions of TLS, what is asked of clients: names of fields. */
  readonly tls: readonly FieldChange[];
  readonly routes: readonly RouteChange[];
  /** Routes of the new graph that no request reaches, and that is new. */
  readonly unreachable: readonly UnreachableRoute[];
}

export interface RouteChange {
  /** `action`: other than a change among backends, such as a redirect instead of an answer. */
  readonly kind: 'added' | 'removed' | 'backend' | 'action' | 'policy';
  readonly match: string;
  /** Requests that are answered otherwise. Empty: none can be made up (a regular expression); routes of that very match are compared. */
  readonly samples: readonly Sample[];
  readonly before?: RouteSide;
  readonly after?: RouteSide;
  /** Of policies. */
  readonly fields: readonly FieldChange[];
}

export interface RouteSide {
  readonly object: ObjectKey;
  readonly path: string;
  readonly does: string;
}

export interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface UnreachableRoute {
  readonly object: ObjectKey;
  readonly path: string;
  readonly match: string;
  /** The route that gets its requests. */
  readonly takenBy: { readonly object: ObjectKey; readonly path: string };
}

interface Place {
  readonly host: VirtualHost;
  readonly scheme: 'http' | 'https';
  readonly chain?: FilterChain;
}

export function compareGraphs(before: GraphSnapshot, after: GraphSnapshot): readonly HostChange[] {
  const [old, next] = [placesOf(before), placesOf(after)];
  const changes: HostChange[] = [];
  for (const key of [...new Set([...old.keys(), ...next.keys()])].sort()) {
    const change = compareHost(old.get(key), next.get(key));
    if (!change) continue;
    const losesTls =
      change.kind === 'removed' &&
      change.scheme === 'https' &&
      [...next.values()].some((place) => isSameHost(place, change));
    changes.push({ ...change, losesTls });
  }
  return changes;
}

function isSameHost({ host, scheme }: Place, change: HostChange): boolean {
  return scheme === 'http' && host.host === change.host;
}

/** By listener and host: the id of a chain is a matter of its certificate. */
function placesOf(graph: GraphSnapshot): ReadonlyMap<string, Place> {
  const listeners = new Map<string, Listener>();
  const chains = new Map<string, FilterChain>();
  for (const [, vertex] of verticesOf(graph, ['Listener'])) listeners.set(vertex.key, vertex as Listener);
  for (const [, vertex] of verticesOf(graph, ['FilterChain'])) chains.set(vertex.key, vertex as FilterChain);
  const places = new Map<string, Place>();
  for (const [, vertex] of verticesOf(graph, ['VirtualHost'])) {
    const host = wholeHost(graph, vertex as VirtualHost);
    const chain = host.chain === '' ? undefined : chains.get(`${host.listener}|${host.chain}`);
    const isTls = chain !== undefined;
    places.set([host.host, isTls ? 'https' : 'http', host.listener].join(' '), {
      host,
      scheme: isTls ? 'https' : 'http',
      ...(chain && { chain }),
    });
  }
  return places;
}

function compareHost(before: Place | undefined, after: Place | undefined): HostChange | undefined {
  const place = after ?? before;
  if (!place) return undefined;
  // One graph that grew out of the other shares what did not change.
  if (before && after && before.host === after.host && before.chain === after.chain) return undefined;
  const base = {
    scheme: place.scheme,
    listener: place.host.listener,
    host: place.host.host,
    losesTls: false,
    tls: before && after ? fieldChanges(tlsOf(before.chain), tlsOf(after.chain)) : [],
    routes: compareRoutes(before?.host, after?.host),
    unreachable: after ? newlyUnreachable(before?.host, after.host) : [],
  };
  if (!before) return { ...base, kind: 'added' };
  if (!after) return { ...base, kind: 'removed' };
  if (base.tls.length + base.routes.length + base.unreachable.length === 0) return undefined;
  return { ...base, kind: 'changed' };
}

function tlsOf(chain: FilterChain | undefined): object {
  if (!chain) return {};
  const { kind: _kind, key: _key, id: _id, listener: _listener, serverNames: _names, ...settings } = chain;
  return settings;
}

interface Tried {
  readonly sample: Sample;
  readonly match: string;
}

function compareRoutes(before: VirtualHost | undefined, after: VirtualHost | undefined): readonly RouteChange[] {
  const tried = new Map<string, Tried>();
  const opaque = new Set<string>();
  for (const route of [...(before?.routes ?? []), ...(after?.routes ?? [])]) {
    const match = describeMatch(route.match);
    const samples = samplesOf(route.match);
    if (samples.length === 0) opaque.add(match);
    for (const sample of samples) {
      const key = JSON.stringify(sample);
      if (!tried.has(key)) tried.set(key, { sample, match });
    }
  }
  const changes = new Map<string, RouteChange>();
  for (const { sample, match } of tried.values()) {
    const change = compareSides(before, winner(before, sample), after, winner(after, sample));
    if (!change) continue;
    // The edges of one path mostly change together: said once.
    const key = JSON.stringify({ ...change, match });
    changes.set(key, { ...change, match, samples: [...(changes.get(key)?.samples ?? []), sample] });
  }
  for (const match of opaque) {
    const same = (host: VirtualHost | undefined): Route | undefined =>
      host?.routes.find((route) => describeMatch(route.match) === match);
    const change = compareSides(before, same(before), after, same(after));
    if (change) changes.set(match, { ...change, match, samples: [] });
  }
  return [...changes.values()].sort((a, b) => (a.match < b.match ? -1 : a.match > b.match ? 1 : 0));
}

/** The route that takes the request; undefined: none does. */
export function winner(host: VirtualHost | undefined, { method, path, headers }: Sample): Route | undefined {
  if (!host) return undefined;
  const at = path.indexOf('?');
  const request = { method, scheme: 'http', host: host.host, path, headers } as const;
  const of = { request, path: at < 0 ? path : path.slice(0, at), query: at < 0 ? '' : path.slice(at + 1) };
  return host.routes.find((route) => mismatches(route.match, of).length === 0);
}

function compareSides(
  beforeHost: VirtualHost | undefined,
  before: Route | undefined,
  afterHost: VirtualHost | undefined,
  after: Route | undefined,
): Omit<RouteChange, 'match' | 'samples'> | undefined {
  const sides = { ...(before && { before: sideOf(before) }), ...(after && { after: sideOf(after) }) };
  if (!before || !after)
    return before || after ? { kind: before ? 'removed' : 'added', ...sides, fields: [] } : undefined;
  if (before.action.kind !== after.action.kind) return { kind: 'action', ...sides, fields: [] };
  if (sideOf(before).does !== sideOf(after).does)
    return { kind: before.action.kind === 'forward' ? 'backend' : 'action', ...sides, fields: [] };
  const fields = fieldChanges(policiesOf(before, beforeHost), policiesOf(after, afterHost));
  return fields.length === 0 ? undefined : { kind: 'policy', ...sides, fields };
}

function sideOf({ action, origin }: Route): RouteSide {
  return { ...origin, does: describe(action) };
}

/** Where requests go, in one line. */
function describe(action: Route['action']): string {
  switch (action.kind) {
    case 'forward': {
      const sum = action.clusters.reduce((total, { weight }) => total + weight, 0);
      return action.clusters
        .map(({ cluster, weight }) => ({ name: cluster.replace(/\/[^/]*$/, ''), percent: (100 * weight) / sum }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, percent }) => (action.clusters.length === 1 ? name : `${name} ${Number(percent.toFixed(2))} %`))
        .join(', ');
    }
    case 'redirect': {
      const { kind: _kind, statusCode, ...to } = action;
      return `redirect ${statusCode} ${JSON.stringify(to)}`;
    }
    case 'directResponse':
      return `answer ${action.statusCode}${action.body === '' ? '' : ` ${JSON.stringify(action.body)}`}`;
  }
}

/** Everything but the match, who made it, and what `describe` says. */
function policiesOf(route: Route, host: VirtualHost | undefined): object {
  const { match: _match, origin: _origin, action, ...own } = route;
  const { kind: _kind, key: _key, listener: _listener, chain: _chain, host: _host, routes: _routes, ...ofHost } = host!;
  const { clusters, ...ofAction } = action.kind === 'forward' ? action : { clusters: [] };
  // The last part of a cluster's key is a hash of its options: health checks, circuit breakers, TLS and so on.
  return { ...ofHost, ...own, ...ofAction, clusters };
}

function fieldChanges(before: object, after: object): readonly FieldChange[] {
  const [old, next] = [before, after] as Readonly<Record<string, unknown>>[] as [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
  ];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .sort()
    .filter((field) => !equal(old[field], next[field]))
    .map((field) => ({
      field,
      ...(old[field] !== undefined && { before: old[field] }),
      ...(next[field] !== undefined && { after: next[field] }),
    }));
}

/** Routes all of whose samples others take. */
function shadowed(host: VirtualHost): ReadonlyMap<Route, Route> {
  const found = new Map<Route, Route>();
  for (const route of host.routes) {
    const samples = samplesOf(route.match);
    const takers = samples.map((sample) => winner(host, sample));
    const [first] = takers;
    if (first && takers.every((taker) => taker !== route)) found.set(route, first);
  }
  return found;
}

function newlyUnreachable(before: VirtualHost | undefined, after: VirtualHost): readonly UnreachableRoute[] {
  const known = new Set(before ? [...shadowed(before).keys()].map((route) => describeMatch(route.match)) : []);
  return [...shadowed(after)].flatMap(([{ match, origin }, taker]) => {
    const text = describeMatch(match);
    return known.has(text) ? [] : [{ ...origin, match: text, takenBy: taker.origin }];
  });
}

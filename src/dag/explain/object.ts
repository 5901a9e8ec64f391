// What one object has come to: the routes it made and what of them is reached, what is wrong with it, and, for objects
// that routes use (a Service, a Secret), who uses it, and who names it. In: a snapshot, other objects. Out: plain data.
import type { ObjectKey, Problem, SourceObject } from '../../model/object.ts';
import { keyOf, parseKey } from '../../model/object.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import { verticesOf, type GraphSnapshot } from '../snapshot.ts';
import { homeOf, reachOf } from '../compile/host-parts.ts';
import type { Cluster, FilterChain, Route, VirtualHost } from '../vertices.ts';
import { wholeHost } from '../whole-host.ts';
import { referencesTo } from './references.ts';
import { describeMatch } from './route-matching.ts';

export interface ObjectExplanation {
  readonly object: ObjectKey;
  readonly problems: readonly Problem[];
  readonly status?: StatusValue['status'];
  /** Of the object as it was compiled; absent: it has none. */
  readonly generation?: number;
  /** Routes that this object made, by host and in the order in which they match. */
  readonly routes: readonly ProducedRoute[];
  /** Routes that send requests to this Service or for which this policy counts, TLS chains that show this Secret. */
  readonly usedBy: readonly Use[];
  /** Objects that name it: that include it, delegate to it or from it, attach to it; some if they are many. */
  readonly namedBy: readonly Naming[];
}

export interface Naming {
  readonly object: ObjectKey;
  /** Fields. */
  readonly paths: readonly string[];
}

export interface ProducedRoute {
  /** `part`: of a host with parts (VirtualHostPart); one of those that have the route. */
  readonly virtualHost: Pick<VirtualHost, 'listener' | 'chain' | 'host'> & { readonly part?: string };
  /** Position among the routes of the host, from 1; the first that matches gets a request. */
  readonly position: number;
  readonly match: string;
  readonly path: string;
  readonly action: string;
}

export interface Use {
  readonly object?: ObjectKey;
  readonly path?: string;
  /** Host of a route, or server names of a chain. */
  readonly host: string;
  readonly vertex: string;
}

const maxNamings = 100;

/** `status`: what the object is told; undefined: it gets none. `others`: among them are those that name it. */
export function explainObject(
  graph: GraphSnapshot,
  object: ObjectKey,
  status: StatusValue | undefined,
  others: Iterable<SourceObject>,
): ObjectExplanation {
  const routes: ProducedRoute[] = [];
  const usedBy: Use[] = [];
  const { kind, namespace, name } = parseKey(object);
  const clusters = new Set<string>();
  if (kind === 'Service')
    for (const [, vertex] of verticesOf(graph, ['Cluster']))
      if (isOf(vertex as Cluster, namespace, name)) clusters.add((vertex as Cluster).key);
  for (const [, vertex] of verticesOf(graph, ['VirtualHost'])) {
    const { listener, chain, host, routes: all } = wholeHost(graph, vertex as VirtualHost);
    const { parts } = vertex as VirtualHost;
    all.forEach((route, index) => {
      const { origin } = route;
      if (origin.object === object) {
        const match = describeMatch(route.match);
        const action = describeAction(route);
        const part = parts && { part: homeOf(reachOf(route.match), parts.length) };
        const virtualHost = { listener, chain, host, ...part };
        routes.push({ virtualHost, position: index + 1, match, path: origin.path, action });
      }
      if (route.policies?.some((each) => each.object === object))
        usedBy.push({ ...origin, host, vertex: `VirtualHost/${(vertex as VirtualHost).key}` });
      if (clusters.size > 0)
        for (const cluster of clustersOf(route))
          if (clusters.has(cluster)) usedBy.push({ ...origin, host, vertex: `Cluster/${cluster}` });
    });
  }
  if (kind === 'Secret')
    for (const [, vertex] of verticesOf(graph, ['FilterChain'])) {
      const { key, secret, serverNames } = vertex as FilterChain;
      if (secret === `${namespace}/${name}`)
        usedBy.push({ host: serverNames.join(', '), vertex: `FilterChain/${key}` });
    }
  routes.sort(
    (a, b) =>
      compare(a.virtualHost.host, b.virtualHost.host) ||
      compare(a.virtualHost.listener, b.virtualHost.listener) ||
      a.position - b.position,
  );
  usedBy.sort((a, b) => compare(a.host, b.host) || compare(a.object ?? '', b.object ?? ''));
  return {
    object,
    problems: status?.problems ?? [],
    ...(status && { status: status.status, ...(status.generation > 0 && { generation: status.generation }) }),
    routes,
    usedBy,
    namedBy: namingsOf(object, others),
  };
}

function namingsOf(object: ObjectKey, others: Iterable<SourceObject>): readonly Naming[] {
  const found: Naming[] = [];
  for (const other of others) {
    const key = keyOf(other);
    const paths = key === object ? [] : referencesTo(object, other);
    if (paths.length > 0) found.push({ object: key, paths });
    if (found.length === maxNamings) break;
  }
  return found.sort((a, b) => compare(a.object, b.object));
}

function isOf({ namespace, service }: Cluster, wantedNamespace: string, name: string): boolean {
  return namespace === wantedNamespace && service === name;
}

function clustersOf({ action }: Route): readonly string[] {
  if (action.kind !== 'forward') return [];
  return [...new Set([...action.clusters, ...action.mirrors].map(({ cluster }) => cluster))];
}

export function describeAction({ action }: Route): string {
  switch (action.kind) {
    case 'forward':
      return action.clusters.map(({ cluster }) => cluster).join(', ');
    case 'redirect':
      return `redirect ${action.statusCode}`;
    case 'directResponse':
      return `answers ${action.statusCode}`;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

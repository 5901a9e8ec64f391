// The routes of a graph as one list, for people and tools that want to see all of them.
import { verticesOf, type GraphSnapshot } from '../snapshot.ts';
import type { Route, VirtualHost } from '../vertices.ts';
import type { Found } from './hosts.ts';
import { wholeHost } from '../whole-host.ts';
import { describeMatch, describePath } from './route-matching.ts';

export interface RouteSummary {
  readonly listener: string;
  readonly host: string;
  /** That made it. */
  readonly object: string;
  readonly prefix: string;
  /** All that it looks at, in words. */
  readonly match: string;
  /** Empty: any. */
  readonly method: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Absent: the path stays. */
  readonly rewrite?: string;
  /** Status of the answer where it goes to no cluster. */
  readonly redirect?: number;
  readonly clusters: readonly { readonly name: string; readonly weight: number }[];
}

/** By host, each in the order in which they are looked at; the first `limit` of them. */
export function findRoutes(graph: GraphSnapshot, limit: number): Found<RouteSummary> {
  const hosts = [...verticesOf(graph, ['VirtualHost'])].map(([, vertex]) => wholeHost(graph, vertex as VirtualHost));
  hosts.sort((a, b) => (a.host === b.host ? compare(a.key, b.key) : compare(a.host, b.host)));
  const items: RouteSummary[] = [];
  let total = 0;
  for (const host of hosts) {
    total += host.routes.length;
    for (const route of host.routes) {
      if (items.length >= limit) break;
      items.push(summaryOf(host, route));
    }
  }
  return { total, items };
}

function summaryOf({ listener, host }: VirtualHost, { match, action, origin }: Route): RouteSummary {
  const isMethod = ({ name }: { readonly name: string }): boolean => name === ':method';
  const method = match.headers.find(isMethod);
  return {
    listener,
    host,
    object: origin.object,
    prefix: describePath(match.path),
    match: describeMatch(match),
    method: method !== undefined && 'value' in method ? method.value : '',
    headers: match.headers
      .filter((header) => !isMethod(header))
      .map((header) => ({ name: header.name, value: 'value' in header ? header.value : '' })),
    ...(action.kind === 'forward' && action.prefixRewrite !== undefined && { rewrite: action.prefixRewrite }),
    ...(action.kind !== 'forward' && { redirect: action.statusCode }),
    clusters:
      action.kind === 'forward' ? action.clusters.map(({ cluster, weight }) => ({ name: cluster, weight })) : [],
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

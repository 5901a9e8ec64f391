// Hosts and clusters of a graph by a word of their names, for lists that people look through. Among 10,000 that takes a
// while, so it is done in slices: each step of the generator is one, and changes may have their turn between two.
import { createSmallest } from '../smallest.ts';
import { verticesOf, type GraphSnapshot } from '../snapshot.ts';
import type { Cluster, VirtualHost } from '../vertices.ts';
import { wholeHost } from '../whole-host.ts';

export interface Found<T> {
  /** All that match. */
  readonly total: number;
  /** By name; the first of them. */
  readonly items: readonly T[];
}

export interface HostSummary {
  readonly listener: string;
  /** Empty on a listener without TLS. */
  readonly chain: string;
  readonly host: string;
  readonly routes: number;
  /** That made its routes. */
  readonly objects: readonly string[];
}

/** About a millisecond. */
const sliceSize = 500;

/** `word` in the host, in the listener or in the name of an object that made a route of it; empty: all. */
export function* findHosts(graph: GraphSnapshot, word: string, limit: number): Generator<void, Found<HostSummary>> {
  const wanted = word.toLowerCase();
  const first = createSmallest<VirtualHost>(limit, (a, b) => compare(a.host, b.host) || compare(a.key, b.key));
  let total = 0;
  let seen = 0;
  for (const [, vertex] of verticesOf(graph, ['VirtualHost'])) {
    if (++seen % sliceSize === 0) yield;
    const host = wholeHost(graph, vertex as VirtualHost);
    if (!searched(host).includes(wanted)) continue;
    total++;
    first.add(host);
  }
  const items = first.values.map(({ listener, chain, host, routes }) => ({
    listener,
    chain,
    host,
    routes: routes.length,
    objects: [...new Set(routes.map(({ origin }) => origin.object))].sort(),
  }));
  return { total, items };
}

/** Of hosts among which somebody has searched: to look into one text takes a third of the time of looking into each. */
const searchedTexts = new WeakMap<VirtualHost, string>();

function searched(vertex: VirtualHost): string {
  let text = searchedTexts.get(vertex);
  if (text === undefined) {
    const { host, listener, routes } = vertex;
    const objects = new Set(routes.map(({ origin }) => origin.object));
    text = [host, listener, ...objects].join('\n').toLowerCase();
    searchedTexts.set(vertex, text);
  }
  return text;
}

export function* findClusters(graph: GraphSnapshot, word: string, limit: number): Generator<void, Found<Cluster>> {
  const wanted = word.toLowerCase();
  const first = createSmallest<Cluster>(limit, (a, b) => compare(a.key, b.key));
  let total = 0;
  let seen = 0;
  for (const [, vertex] of verticesOf(graph, ['Cluster'])) {
    if (++seen % sliceSize === 0) yield;
    if (!vertex.key.toLowerCase().includes(wanted)) continue;
    total++;
    first.add(vertex as Cluster);
  }
  return { total, items: first.values };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

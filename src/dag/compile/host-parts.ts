// How a host with very many routes is split by the first characters of the path, so that a change costs a part of it and
// not all of it. In: what paths its routes can match. Out: how many characters, and which routes are in which part.
//
// Exact by construction: a part has every route that can match a path which begins with its name, in the order of the
// host; a route that can match paths of several parts is in each of them, and in that of the rest. Where that would be too many
// copies, the host stays whole. Everything here is a function of the routes as they are now.
import { restOf, type HostParts, type RouteMatch, type VirtualHost, type VirtualHostPart } from '../vertices.ts';
import type { UnitContext } from '../engine.ts';
import { compareText } from './route-match.ts';

/** A host with fewer routes is never split: it gains nothing. */
export const MIN_ROUTES = 256;
/** Parts of this size are small enough: a change of one costs Envoy and us less than all else about the change. */
const GOOD_SIZE = 32;
const MAX_LENGTH = 64;
/** All parts together have at most that many times the routes of the host. */
const MAX_COPIES = 3;
/** The largest part is at most this share of the host. */
const MAX_SHARE = 1 / 2;

/** Which paths a route can match at most. */
export interface Reach {
  /** In lower case: they begin with it, in any case of letters. */
  readonly head: string;
  /** They end with it too. */
  readonly closed?: true;
}

/** Characters that stand in a path as they are, and mean nothing to those who read the name of a part. */
const plain = /^[!$&'()*+,\-./0-9:;=@A-Z_a-z~%]*/;

export function reachOf({ path, ignorePathCase }: Pick<RouteMatch, 'path' | 'ignorePathCase'>): Reach {
  const text = path.kind === 'regex' ? (ignorePathCase ? '' : literalHead(path.value)) : path.value;
  const head = plain.exec(text)![0].toLowerCase();
  if (!head.startsWith('/')) return { head: '' };
  return path.kind === 'exact' && head.length === text.length ? { head, closed: true } : { head };
}

/** With what every text begins that the expression matches; less than that if it is not plain to see. */
function literalHead(pattern: string): string {
  if (pattern.includes('|') || pattern.startsWith('(?')) return '';
  const [head] = /^(?:[/\-\w~%]|\\\.)*/.exec(pattern)!;
  const next = pattern.charAt(head.length);
  // What follows says how often the last character stands there.
  const sure = next === '*' || next === '?' || next === '{' ? head.slice(0, head.endsWith('\\.') ? -2 : -1) : head;
  return sure.replaceAll('\\.', '.');
}

/** Which part a reach is in; that of the rest: it may be in others too (see isIn). */
export function homeOf({ head }: Reach, length: number): string {
  return head.length < length ? restOf(length) : head.slice(0, length);
}

/** `part`: one of HostParts.names, or restOf. */
export function isIn({ head, closed }: Reach, part: string, length: number): boolean {
  if (head.length >= length) return head.startsWith(part);
  return part === restOf(length) || (!closed && part.startsWith(head));
}

/** The part that has the routes for a path (without query). */
export function partForPath({ length, names }: HostParts, path: string): string {
  const head = path.slice(0, length).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return names.includes(head) ? head : restOf(length);
}

/** Undefined: it stays whole. `minRoutes`: that many it has at least. */
export function splitOf(reaches: readonly Reach[], minRoutes: number): HostParts | undefined {
  if (reaches.length < minRoutes) return undefined;
  const length = bestLength(reaches);
  if (length === undefined) return undefined;
  const names = new Set(reaches.map((each) => homeOf(each, length)));
  names.delete(restOf(length));
  return { length, names: [...names].sort(compareText) };
}

/** The smallest length whose largest part has the fewest routes, in powers of two: so it seldom changes. */
function bestLength(reaches: readonly Reach[]): number | undefined {
  const sorted = [...reaches].sort((a, b) => compareText(a.head, b.head));
  const shared = sorted.map(({ head }, i) => (i === 0 ? 0 : commonLength(sorted[i - 1]!.head, head)));
  const good = Math.log2(GOOD_SIZE);
  let best: { readonly length: number; readonly score: number } | undefined;
  for (let length = 2; length <= MAX_LENGTH; length++) {
    const { largest, total } = sizes(sorted, shared, length);
    if (largest > sorted.length * MAX_SHARE || total > sorted.length * MAX_COPIES) continue;
    const score = Math.max(good, Math.ceil(Math.log2(largest)));
    if (!best || score < best.score) best = { length, score };
    if (score === good) break;
  }
  return best?.length;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/** `shared[i]`: how many characters the head at i has in common with the one before. */
function sizes(
  sorted: readonly Reach[],
  shared: readonly number[],
  length: number,
): { readonly largest: number; readonly total: number } {
  let [largest, total, rest] = [0, 0, 0];
  /** Lengths of the open heads with which the present one begins. */
  const open: number[] = [];
  let part = 0;
  let sharedWithPart = 0;
  for (const [i, { head, closed }] of sorted.entries()) {
    sharedWithPart = Math.min(sharedWithPart, shared[i]!);
    while (open.length > 0 && open.at(-1)! > shared[i]!) open.pop();
    total++;
    if (head.length < length) {
      rest++;
      if (!closed) open.push(head.length);
      continue;
    }
    if (sharedWithPart < length) {
      part = open.length;
      total += open.length;
    }
    sharedWithPart = head.length;
    largest = Math.max(largest, ++part);
  }
  return { largest: Math.max(largest, rest), total };
}

/** Emits the host, with its parts if it has very many routes. `minRoutes`: as in splitOf. */
export function emitHost(context: UnitContext, host: VirtualHost, minRoutes: number): void {
  const { routes } = host;
  // A redirect that Envoy follows itself finds whole hosts only.
  const parts =
    routes.length >= minRoutes && !routes.some(hasInternalRedirect)
      ? splitRoutes(
          routes.map((each) => reachOf(each.match)),
          minRoutes,
        )
      : undefined;
  if (!parts) {
    context.emit(host);
    return;
  }
  context.emit({ ...host, routes: [], parts: parts.of });
  for (const [part, indices] of parts.routes)
    context.emit(
      partOf(
        host,
        part,
        indices.map((i) => routes[i]!),
      ),
    );
}

function hasInternalRedirect({ action }: VirtualHost['routes'][number]): boolean {
  return action.kind === 'forward' && action.internalRedirect !== undefined;
}

export function partOf(host: VirtualHost, part: string, routes: VirtualHost['routes']): VirtualHostPart {
  const { parts: _parts, ...content } = host;
  return { ...content, kind: 'VirtualHostPart', key: [host.key, part].join(' '), part, routes };
}

function splitRoutes(
  reaches: readonly Reach[],
  minRoutes: number,
): { readonly of: HostParts; readonly routes: ReadonlyMap<string, readonly number[]> } | undefined {
  const of = splitOf(reaches, minRoutes);
  if (!of) return undefined;
  const rest = restOf(of.length);
  const routes = new Map<string, number[]>([rest, ...of.names].map((name) => [name, []]));
  for (const [i, reach] of reaches.entries()) {
    const home = homeOf(reach, of.length);
    routes.get(home)!.push(i);
    if (home === rest) for (const name of of.names) if (isIn(reach, name, of.length)) routes.get(name)!.push(i);
  }
  return { of, routes };
}

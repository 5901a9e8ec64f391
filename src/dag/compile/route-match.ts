// Identity and order of route matches. Envoy takes the first route that matches, so the order decides which one that is.
// The order is total on matches that differ, and depends on nothing but the matches (and the priority that an API gives).
import type { HeaderMatch, PathMatch, QueryParameterMatch, RouteMatch } from '../vertices.ts';

/** What an API adds to a match for sorting: lower goes first among matches that are equally specific. */
export interface RankedMatch {
  readonly match: RouteMatch;
  readonly priority: number;
}

/** What ends the path of a URL; Envoy refuses some path matches that hold one of these, and none would ever match. */
export const neverInPath = /[?#]/;

/** A match with its header and query matches in canonical order and without repetitions: equal meaning, equal value. */
export function routeMatch(
  path: PathMatch,
  headers: readonly HeaderMatch[],
  queryParameters: readonly QueryParameterMatch[],
): RouteMatch {
  return {
    path,
    headers: sortedUnique(headers, compareHeaderMatches),
    queryParameters: sortedUnique(queryParameters, compareQueryParameterMatches),
  };
}

/** Equal exactly for matches that mean the same. */
export function matchKey(match: RouteMatch): string {
  const { percent, ignorePathCase } = match;
  const head = [
    `${match.path.kind} ${match.path.value}`,
    ...(ignorePathCase ? ['ignore case'] : []),
    ...(percent === undefined ? [] : [`${percent} %`]),
  ].join('\n');
  if (match.headers.length === 0 && match.queryParameters.length === 0) return head;
  const headers = match.headers.map((h) => [h.name, h.kind, h.value, h.invert, h.ignoreCase, h.treatMissingAsEmpty]);
  const queryParameters = match.queryParameters.map((q) => [q.name, q.kind, q.value, q.ignoreCase]);
  return `${head}\n${JSON.stringify([headers, queryParameters])}`;
}

/**
 * Exact paths, then regexes, then prefixes; longer regexes and prefixes first, a prefix of whole segments before the
 * plain one; then a match on `:method`, more header matches, more query matches, lower priority; the rest is only there
 * to make the order total. (The order of Contour, as a strict weak order.)
 */
export function compareRankedMatches(a: RankedMatch, b: RankedMatch): number {
  return (
    comparePaths(a.match.path, b.match.path) ||
    methodCount(b.match) - methodCount(a.match) ||
    headerCount(b.match) - headerCount(a.match) ||
    b.match.queryParameters.length - a.match.queryParameters.length ||
    a.priority - b.priority ||
    compareLists(a.match.headers, b.match.headers, compareHeaderMatches) ||
    compareLists(a.match.queryParameters, b.match.queryParameters, compareQueryParameterMatches)
  );
}

const pathRank: Readonly<Record<PathMatch['kind'], number>> = { exact: 0, regex: 1, segmentPrefix: 2, prefix: 2 };

function comparePaths(a: PathMatch, b: PathMatch): number {
  const rank = pathRank[a.kind] - pathRank[b.kind];
  if (rank !== 0) return rank;
  if (a.kind !== 'exact' && a.value.length !== b.value.length) return b.value.length - a.value.length;
  // Descending, so that what is longer by one character still goes first among exact paths.
  return compareText(b.value, a.value) || compareText(b.kind, a.kind);
}

function methodCount(match: RouteMatch): number {
  return match.headers.some((each) => each.name === ':method') ? 1 : 0;
}

function headerCount(match: RouteMatch): number {
  return match.headers.filter((each) => each.name !== ':method').length;
}

const headerKinds: readonly HeaderMatch['kind'][] = ['exact', 'regex', 'contains', 'present'];
const queryKinds: readonly QueryParameterMatch['kind'][] = [
  'exact',
  'regex',
  'prefix',
  'suffix',
  'contains',
  'present',
];

export function compareHeaderMatches(a: HeaderMatch, b: HeaderMatch): number {
  return (
    compareText(a.name, b.name) ||
    headerKinds.indexOf(a.kind) - headerKinds.indexOf(b.kind) ||
    compareText(a.value, b.value) ||
    Number(a.invert) - Number(b.invert) ||
    Number(a.ignoreCase) - Number(b.ignoreCase) ||
    Number(a.treatMissingAsEmpty) - Number(b.treatMissingAsEmpty)
  );
}

export function compareQueryParameterMatches(a: QueryParameterMatch, b: QueryParameterMatch): number {
  return (
    compareText(a.name, b.name) ||
    queryKinds.indexOf(a.kind) - queryKinds.indexOf(b.kind) ||
    compareText(a.value, b.value) ||
    Number(a.ignoreCase) - Number(b.ignoreCase)
  );
}

/** By UTF-16 code units: the same everywhere, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const result = compare(a[i]!, b[i]!);
    if (result !== 0) return result;
  }
  return a.length - b.length;
}

function sortedUnique<T>(values: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  if (values.length < 2) return values;
  const sorted = [...values].sort(compare);
  return sorted.filter((each, i) => i === 0 || compare(sorted[i - 1]!, each) !== 0);
}

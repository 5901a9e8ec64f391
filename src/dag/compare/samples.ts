// Requests that show what a route does: one that it matches, and some at the edges of its path. In: a route's match. Out:
// requests. A regular expression has no samples of its own here unless a text is all it matches.
import { mismatches, type MatchedRequest } from '../explain/route-matching.ts';
import type { PathMatch, QueryParameterMatch, RouteMatch } from '../vertices.ts';

export interface Sample {
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Empty: no request can be made up that is sure to match (a regular expression). */
export function samplesOf({ path, headers, queryParameters }: RouteMatch): readonly Sample[] {
  const query: string[] = [];
  for (const [name, matches] of byName(queryParameters)) {
    const fits = (value: string | undefined): boolean =>
      mismatches(
        { path: anyPath, headers: [], queryParameters: matches },
        asked([], value === undefined ? '' : `${name}=${value}`),
      ).length === 0;
    const value = matches.flatMap(candidates).find(fits);
    if (value === undefined) return [];
    query.push(`${name}=${value}`);
  }
  let method = 'GET';
  const pairs: [string, string][] = [];
  for (const [name, matches] of byName(headers)) {
    // What the client can't choose apart from the URL (`:authority`, `:scheme`) is not made up.
    if (name.startsWith(':') && name !== ':method') return [];
    const fits = (value: string | undefined): boolean =>
      mismatches(
        { path: anyPath, headers: matches, queryParameters: [] },
        asked(value === undefined ? [] : [[name, value]], ''),
      ).length === 0;
    if (name !== ':method' && fits(undefined)) continue;
    const value = [...matches.flatMap(candidates), 'nuncio', 'sample'].find(fits);
    if (value === undefined) return [];
    if (name === ':method') method = value;
    else pairs.push([name, value]);
  }
  const rest = query.length === 0 ? '' : `?${query.join('&')}`;
  return pathSamples(path).map((each) => ({ method, path: each + rest, headers: pairs }));
}

const anyPath: PathMatch = { kind: 'prefix', value: '' };

/** A request of which only these headers and this query matter. `:method` among the headers is the method. */
function asked(headers: readonly (readonly [string, string])[], query: string): MatchedRequest {
  const method = headers.find(([name]) => name === ':method')?.[1] ?? 'GET';
  return { request: { method, scheme: 'http', host: '', path: '/', headers }, path: '/', query };
}

function byName<M extends { readonly name: string }>(matches: readonly M[]): ReadonlyMap<string, readonly M[]> {
  const found = new Map<string, M[]>();
  for (const match of matches) found.set(match.name, [...(found.get(match.name) ?? []), match]);
  return found;
}

function pathSamples({ kind, value }: PathMatch): readonly string[] {
  switch (kind) {
    case 'exact':
      return [value];
    case 'prefix':
      return [value, `${value}${value.endsWith('/') ? '' : '/'}nuncio-sample`, `${value}nuncio-sample`];
    case 'segmentPrefix':
      return value === '' || value === '/' ? ['/', '/nuncio-sample'] : [value, `${value}/nuncio-sample`];
    case 'regex':
      return isLiteral(value) ? [value] : [];
  }
}

/** Texts that may fit. */
function candidates({ kind, value }: Pick<QueryParameterMatch, 'kind' | 'value'>): readonly string[] {
  if (kind === 'present') return ['nuncio'];
  return kind === 'regex' && !isLiteral(value) ? [] : [value];
}

function isLiteral(pattern: string): boolean {
  return /^[\w/ :=-]*$/.test(pattern);
}

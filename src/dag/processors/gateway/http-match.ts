// Matches of an HTTPRoute → RouteMatch, with the numbers that decide between matches: exact paths, then regular
// expressions, then the longer prefix; a method; more headers; more query parameters (HTTPRoute, "precedence").
import type { HTTPRouteMatch } from '../../../model/kinds/http-route.ts';
import { isHeaderName } from '../../compile/header-name.ts';
import { shown } from '../../compile/problem.ts';
import { regexError } from '../../compile/regex.ts';
import { neverInPath, routeMatch } from '../../compile/route-match.ts';
import type { HeaderMatch, PathMatch, QueryParameterMatch, RouteMatch } from '../../vertices.ts';

export interface OrderedMatch {
  readonly match: RouteMatch;
  readonly order: readonly number[];
}

export type MatchResult =
  | { readonly ok: true; readonly value: OrderedMatch }
  | { readonly ok: false; readonly at: string; readonly message: string };

export function compileHttpMatch(match: HTTPRouteMatch): MatchResult {
  const path = compilePath(match.path);
  if ('message' in path) return { ok: false, at: '.path.value', message: path.message };
  const headers = firstOfName(match.headers ?? [], ({ name }) => name.toLowerCase());
  const parameters = firstOfName(match.queryParams ?? [], ({ name }) => name);
  const mistake = headersMistake(match.headers);
  if (mistake) return mistake;
  for (const [i, { type, value }] of (match.queryParams ?? []).entries()) {
    const wrong = type === 'RegularExpression' ? regexError(value) : undefined;
    if (wrong !== undefined) return { ok: false, at: `.queryParams[${i}].value`, message: notARegex(value, wrong) };
  }
  const headerMatches = headers.map(({ name, type, value }) => headerMatch(name, type, value));
  const method = match.method === undefined ? [] : [headerMatch(':method', 'Exact', match.method)];
  return {
    ok: true,
    value: {
      match: routeMatch(
        path,
        [...method, ...headerMatches],
        parameters.map(({ name, type, value }): QueryParameterMatch => ({
          name,
          kind: type === 'RegularExpression' ? 'regex' : 'exact',
          value,
          ignoreCase: false,
        })),
      ),
      order: [...pathOrder(path), -method.length, -headerMatches.length, -parameters.length],
    },
  };
}

const pathRanks = { exact: 0, regex: 1, segmentPrefix: 2, prefix: 2 } as const;

export function pathOrder(path: PathMatch): readonly number[] {
  return [pathRanks[path.kind], path.kind === 'exact' ? 0 : -path.value.length];
}

export function headerMatch(name: string, type: string | undefined, value: string): HeaderMatch {
  return {
    name: name.toLowerCase(),
    kind: type === 'RegularExpression' ? 'regex' : 'exact',
    value,
    invert: false,
    ignoreCase: false,
    treatMissingAsEmpty: false,
  };
}

export function notARegex(value: string, wrong: string): string {
  return `${shown(value)} is not a regular expression (RE2): ${wrong}`;
}

function compilePath(path: HTTPRouteMatch['path']): PathMatch | { readonly message: string } {
  const { type = 'PathPrefix', value = '/' } = path ?? {};
  if (type === 'RegularExpression') {
    const wrong = regexError(value);
    return wrong === undefined ? { kind: 'regex', value } : { message: notARegex(value, wrong) };
  }
  if (!value.startsWith('/') || neverInPath.test(value))
    return { message: `a path begins with / and never holds ? or #, found ${shown(value)}` };
  if (type === 'Exact') return { kind: 'exact', value };
  const trimmed = value.replace(/\/+$/, '');
  return trimmed === '' ? { kind: 'prefix', value: '/' } : { kind: 'segmentPrefix', value: trimmed };
}

/** What keeps a match on headers from being made. */
export function headersMistake(
  headers: HTTPRouteMatch['headers'] = [],
): Extract<MatchResult, { ok: false }> | undefined {
  for (const [i, { name, type, value }] of headers.entries()) {
    if (!isHeaderName(name))
      return { ok: false, at: `.headers[${i}].name`, message: `${shown(name)} is not a header name` };
    const wrong = type === 'RegularExpression' ? regexError(value) : undefined;
    if (wrong !== undefined) return { ok: false, at: `.headers[${i}].value`, message: notARegex(value, wrong) };
  }
  return undefined;
}

/** Of equal names the first counts. */
export function firstOfName<T>(list: readonly T[], nameOf: (each: T) => string): readonly T[] {
  const seen = new Set<string>();
  return list.filter((each) => !seen.has(nameOf(each)) && seen.add(nameOf(each)));
}

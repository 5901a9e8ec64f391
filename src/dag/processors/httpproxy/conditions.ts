// Match conditions of HTTPProxy: one block (the list of a route or of an include) → paths, headers and query matches;
// then the blocks of a chain of includes and its route → one match. All conditions of all blocks must hold.
import type { HTTPProxyMatchCondition } from '../../../model/kinds/http-proxy.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { parseHeader } from '../../compile/header-condition.ts';
import { error, shown } from '../../compile/problem.ts';
import { quoteRegex, regexError } from '../../compile/regex.ts';
import { neverInPath, routeMatch } from '../../compile/route-match.ts';
import type { HeaderMatch, PathMatch, QueryParameterMatch, RouteMatch } from '../../vertices.ts';

/** What a block says by itself. */
export interface ConditionBlock {
  readonly path?: { readonly kind: 'prefix' | 'exact' | 'regex'; readonly value: string };
  readonly headers: readonly HeaderMatch[];
  readonly queryParameters: readonly QueryParameterMatch[];
}

/** What the includes above a proxy ask for, outermost first. */
export interface InheritedConditions {
  /** Empty: no path condition so far. */
  readonly prefix: string;
  readonly headers: readonly HeaderMatch[];
  readonly queryParameters: readonly QueryParameterMatch[];
}

export const noInheritedConditions: InheritedConditions = { prefix: '', headers: [], queryParameters: [] };

export interface BlockPlace {
  readonly object: ObjectKey;
  /** E.g. `spec.routes[0].conditions`. */
  readonly path: string;
  readonly use: 'route' | 'include';
  /** `this route is left out`. */
  readonly consequence: string;
}

/** Problems are errors: the block must not be used, since without a condition it would match more than was meant. */
export function parseConditions(
  conditions: readonly HTTPProxyMatchCondition[] | undefined,
  place: BlockPlace,
): { readonly block: ConditionBlock; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  let path: ConditionBlock['path'];
  const headers: HeaderMatch[] = [];
  const queryParameters: QueryParameterMatch[] = [];

  for (const [i, condition] of (conditions ?? []).entries()) {
    for (const kind of ['prefix', 'exact', 'regex'] as const) {
      const value = condition[kind] ?? '';
      if (value === '') continue;
      const wrong = pathError(kind, value, place.use, path !== undefined);
      if (wrong === undefined) path = { kind, value };
      else problems.push(pathProblem(place, `[${i}].${kind}`, wrong));
    }
    if (condition.header) {
      const at = `[${i}].header`;
      const parsed = parseHeader(condition.header);
      if (typeof parsed === 'string') problems.push(headerProblem(place, at, parsed));
      else headers.push(...parsed);
    }
    if (condition.queryParameter) {
      const at = `[${i}].queryParameter`;
      const parsed = parseQueryParameter(condition.queryParameter);
      if (typeof parsed === 'string') problems.push(queryProblem(place, at, parsed));
      else queryParameters.push(parsed);
    }
  }
  return { block: { ...(path && { path }), headers, queryParameters }, problems };
}

function pathError(
  kind: 'prefix' | 'exact' | 'regex',
  value: string,
  use: BlockPlace['use'],
  another: boolean,
): string | undefined {
  if (use === 'include' && kind !== 'prefix') return `an include can not have "${kind}", only "prefix"`;
  if (another) return 'more than one prefix, exact or regex is not allowed in a condition block';
  if (!value.startsWith('/')) return `${kind} conditions must start with /, found ${shown(value)}`;
  if (kind !== 'regex') return neverInPath.test(value) ? `a path never holds ? or #, found ${shown(value)}` : undefined;
  const syntax = regexError(value);
  return syntax === undefined ? undefined : `${shown(value)} is not a regular expression (RE2): ${syntax}`;
}

const queryKinds = ['exact', 'prefix', 'suffix', 'regex', 'contains'] as const;

function parseQueryParameter(
  condition: NonNullable<HTTPProxyMatchCondition['queryParameter']>,
): QueryParameterMatch | string {
  const { name, ignoreCase = false } = condition;
  if (name === '') return 'the condition has no parameter name';
  const matches: QueryParameterMatch[] = [];
  for (const kind of queryKinds) {
    const value = condition[kind] ?? '';
    if (value === '') continue;
    const syntax = kind === 'regex' ? regexError(value) : undefined;
    if (syntax !== undefined) return `${shown(value)} is not a regular expression (RE2): ${syntax}`;
    matches.push({ name, kind, value, ignoreCase: ignoreCase && kind !== 'regex' });
  }
  if (condition.present) matches.push({ name, kind: 'present', value: '', ignoreCase: false });
  if (matches.length === 1) return matches[0]!;
  const found = matches.length === 0 ? 'none is set' : `${matches.map((each) => each.kind).join(' and ')} are set`;
  return `the condition on query parameter ${shown(name)} must have exactly one of exact, prefix, suffix, regex, contains, present; ${found}`;
}

/** Conditions for what an include includes. Problems: the include must not be used. */
export function inheritConditions(
  inherited: InheritedConditions,
  block: ConditionBlock,
  place: BlockPlace,
): { readonly conditions: InheritedConditions; readonly problems: readonly Problem[] } {
  const headers = [...inherited.headers, ...block.headers];
  const queryParameters = [...inherited.queryParameters, ...block.queryParameters];
  return {
    conditions: { prefix: joinPaths(inherited.prefix, block.path?.value ?? ''), headers, queryParameters },
    problems: contradictions(headers, queryParameters, place),
  };
}

/** The match of a route. Problems: it must not be used. */
export function mergedMatch(
  inherited: InheritedConditions,
  block: ConditionBlock,
  place: BlockPlace,
): { readonly match: RouteMatch; readonly problems: readonly Problem[] } {
  const headers = [...inherited.headers, ...block.headers];
  const queryParameters = [...inherited.queryParameters, ...block.queryParameters];
  return {
    match: routeMatch(mergedPath(inherited.prefix, block.path), headers, queryParameters),
    problems: contradictions(headers, queryParameters, place),
  };
}

/** The route's own condition decides the kind, wherever it stands in the list; prefixes of includes go before it. */
function mergedPath(prefix: string, own: ConditionBlock['path']): PathMatch {
  if (own?.kind === 'exact') return { kind: 'exact', value: joinPaths(prefix, own.value) };
  // A regex begins with a slash, so the one at the end of the prefix goes; the prefix itself is meant literally.
  if (own?.kind === 'regex') return { kind: 'regex', value: quoteRegex(prefix.replace(/\/+$/, '')) + own.value };
  return { kind: 'prefix', value: joinPaths(prefix, own?.value ?? '') || '/' };
}

/** One after the other; runs of slashes become one. */
function joinPaths(first: string, second: string): string {
  return (first + second).replace(/\/{2,}/g, '/');
}

/** Conditions that can never hold together. */
function contradictions(
  headers: readonly HeaderMatch[],
  queryParameters: readonly QueryParameterMatch[],
  place: BlockPlace,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [i, a] of headers.entries()) {
    for (const b of headers.slice(i + 1)) {
      if (a.name !== b.name || a.kind !== b.kind) continue;
      if (a.kind === 'exact' && !a.invert && !b.invert && a.value !== b.value)
        problems.push(
          headerProblem(
            place,
            '',
            `header ${shown(a.name)} can not equal both ${shown(a.value)} and ${shown(b.value)}`,
          ),
        );
      if (a.kind !== 'regex' && a.invert !== b.invert && a.value === b.value)
        problems.push(headerProblem(place, '', `the conditions on header ${shown(a.name)} exclude each other`));
    }
  }
  for (const [i, a] of queryParameters.entries()) {
    for (const b of queryParameters.slice(i + 1)) {
      if (a.name === b.name && a.kind === 'exact' && b.kind === 'exact' && a.value !== b.value)
        problems.push(
          queryProblem(
            place,
            '',
            `query parameter ${shown(a.name)} can not equal both ${shown(a.value)} and ${shown(b.value)}`,
          ),
        );
    }
  }
  return problems;
}

/** Equal for blocks that match the same; undefined: the block asks for nothing, so several of them may stand side by side. */
export function blockKey(block: ConditionBlock): string | undefined {
  const prefix = block.path?.value ?? '/';
  if (prefix === '/' && block.headers.length === 0 && block.queryParameters.length === 0) return undefined;
  return JSON.stringify(routeMatch({ kind: 'prefix', value: prefix }, block.headers, block.queryParameters));
}

function pathProblem(place: BlockPlace, at: string, message: string): Problem {
  return error('PathMatchConditionsNotValid', place.object, place.path + at, `${message}; ${place.consequence}`);
}

function headerProblem(place: BlockPlace, at: string, message: string): Problem {
  return error('HeaderMatchConditionsNotValid', place.object, place.path + at, `${message}; ${place.consequence}`);
}

function queryProblem(place: BlockPlace, at: string, message: string): Problem {
  return error(
    'QueryParameterMatchConditionsNotValid',
    place.object,
    place.path + at,
    `${message}; ${place.consequence}`,
  );
}

// Whether a route takes a request, and if not, why: the rules of Envoy's route matching (config.route.v3.RouteMatch) for
// the matches that vertices have.
import { RE2JS } from 're2js';
import type { HeaderMatch, PathMatch, QueryParameterMatch, RouteMatch } from '../vertices.ts';
import { headerValue, queryParameter, type ExplainRequest } from './request.ts';

export interface Mismatch {
  /** `path`, `header x-team`, `query parameter id`. */
  readonly what: string;
  readonly expected: string;
  /** Absent: the request has none. */
  readonly found?: string;
}

/** The request as Envoy matches it: `path` is what `matchedPath` gives. */
export interface MatchedRequest {
  readonly request: ExplainRequest;
  readonly path: string;
  readonly query: string;
}

/** Empty: the route takes the request. */
export function mismatches(match: RouteMatch, of: MatchedRequest): readonly Mismatch[] {
  const { path, headers, queryParameters } = match;
  const found: Mismatch[] = [];
  if (!pathMatches(path, of.path, match.ignorePathCase === true))
    found.push({ what: 'path', expected: describePath(path), found: of.path });
  for (const header of headers) {
    const value = headerValue(of.request, of.path + (of.query === '' ? '' : `?${of.query}`), header.name);
    if (headerMatches(header, value)) continue;
    found.push({
      what: `header ${header.name}`,
      expected: describeHeader(header),
      ...(value !== undefined && { found: value }),
    });
  }
  for (const parameter of queryParameters) {
    const value = queryParameter(of.query, parameter.name);
    if (parameterMatches(parameter, value)) continue;
    const what = `query parameter ${parameter.name}`;
    found.push({ what, expected: describeText(parameter), ...(value !== undefined && { found: value }) });
  }
  return found;
}

function pathMatches(match: PathMatch, sent: string, ignoreCase: boolean): boolean {
  const [path, wanted] = ignoreCase ? [sent.toLowerCase(), match.value.toLowerCase()] : [sent, match.value];
  switch (match.kind) {
    case 'exact':
      return path === wanted;
    case 'prefix':
      return path.startsWith(wanted);
    case 'segmentPrefix':
      if (match.value === '' || match.value === '/') return true;
      return path === match.value || path.startsWith(`${match.value}/`);
    case 'regex':
      return regexMatches(match.value, path);
  }
}

function headerMatches(match: HeaderMatch, found: string | undefined): boolean {
  if (match.kind === 'present') return (found !== undefined || match.treatMissingAsEmpty) !== match.invert;
  // Without the header the match fails, inverted or not.
  if (found === undefined && !match.treatMissingAsEmpty) return false;
  return textMatches(match, found ?? '') !== match.invert;
}

function parameterMatches(match: QueryParameterMatch, found: string | undefined): boolean {
  if (found === undefined) return false;
  return match.kind === 'present' || textMatches(match, found);
}

type TextMatch = Pick<QueryParameterMatch, 'kind' | 'value' | 'ignoreCase'>;

function textMatches({ kind, value, ignoreCase }: TextMatch, found: string): boolean {
  const [wanted, text] = ignoreCase && kind !== 'regex' ? [value.toLowerCase(), found.toLowerCase()] : [value, found];
  switch (kind) {
    case 'present':
      return true;
    case 'exact':
      return text === wanted;
    case 'prefix':
      return text.startsWith(wanted);
    case 'suffix':
      return text.endsWith(wanted);
    case 'contains':
      return text.includes(wanted);
    case 'regex':
      return regexMatches(ignoreCase ? `(?i)${value}` : value, found);
  }
}

/** The whole text must match, as in Envoy. The compiler has refused what RE2 does not take. */
function regexMatches(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern).matcher(text).matches();
}

export function describeMatch({ path, headers, queryParameters, percent }: RouteMatch): string {
  return [
    ...(percent === undefined ? [] : [`up to ${percent} of a hundred`]),
    describePath(path),
    ...headers.map((each) => `${each.name} ${describeHeader(each)}`),
    ...queryParameters.map((each) => `?${each.name} ${describeText(each)}`),
  ].join(', ');
}

export function describePath({ kind, value }: PathMatch): string {
  switch (kind) {
    case 'exact':
      return value;
    case 'prefix':
      return `${value}*`;
    case 'segmentPrefix':
      return value === '' || value === '/' ? '/*' : `${value}[/*]`;
    case 'regex':
      return `~ ${value}`;
  }
}

function describeHeader(match: HeaderMatch): string {
  return match.invert ? `not ${describeText(match)}` : describeText(match);
}

function describeText({ kind, value, ignoreCase }: TextMatch): string {
  if (kind === 'present') return 'present';
  const comparison = { exact: '=', prefix: 'begins with', suffix: 'ends with', contains: 'contains', regex: '~' }[kind];
  return `${comparison} ${JSON.stringify(value)}${ignoreCase ? ' in any case' : ''}`;
}

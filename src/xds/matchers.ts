// Matches of the graph → Envoy's matchers.
import type { HeaderMatch, PathMatch, QueryParameterMatch } from '../dag/vertices.ts';
import type { envoy } from './proto/generated/envoy.ts';

export function pathMatcher(path: PathMatch): envoy.config.route.v3.RouteMatch {
  switch (path.kind) {
    case 'exact':
      return { path: path.value };
    case 'prefix':
      return { prefix: path.value };
    case 'segmentPrefix':
      // Envoy takes no bare slash there; every path has it as its first segment's start.
      return path.value === '/' || path.value === '' ? { prefix: '/' } : { pathSeparatedPrefix: path.value };
    case 'regex':
      return { safeRegex: { regex: path.value } };
  }
}

export function headerMatcher(match: HeaderMatch): envoy.config.route.v3.HeaderMatcher {
  return {
    name: match.name,
    ...(match.kind === 'present' ? { presentMatch: true } : { stringMatch: stringMatcher(match) }),
    invertMatch: match.invert || undefined,
    treatMissingHeaderAsEmpty: match.treatMissingAsEmpty || undefined,
  };
}

export function queryParameterMatcher(match: QueryParameterMatch): envoy.config.route.v3.QueryParameterMatcher {
  return {
    name: match.name,
    ...(match.kind === 'present' ? { presentMatch: true } : { stringMatch: stringMatcher(match) }),
  };
}

interface StringMatch {
  readonly kind: 'present' | 'exact' | 'prefix' | 'suffix' | 'contains' | 'regex';
  readonly value: string;
  readonly ignoreCase: boolean;
}

function stringMatcher({ kind, value, ignoreCase }: StringMatch): envoy.type.matcher.v3.StringMatcher {
  const options = { ignoreCase: ignoreCase || undefined };
  switch (kind) {
    case 'exact':
      return { exact: value, ...options };
    case 'prefix':
      return { prefix: value, ...options };
    case 'suffix':
      return { suffix: value, ...options };
    case 'contains':
      return { contains: value, ...options };
    case 'regex':
      // Envoy ignores ignore_case on a regex; RE2 has a flag of its own.
      return { safeRegex: { regex: ignoreCase ? `(?i)${value}` : value } };
    case 'present':
      throw new Error('present has no string');
  }
}

// Limits on the routes of a host, for all input APIs alike. In: routes in their order; out: those that are served, and
// problems for the others. A route with too many conditions is left out, since without them it would match more than was
// meant; one that changes too many headers answers 500.
import { overLimit, type Limits } from '../../model/limits.ts';
import type { Problem } from '../../model/object.ts';
import type { HeaderPolicy, Route } from '../vertices.ts';
import { noHeaders } from './header-policy.ts';
import { error, shown } from './problem.ts';
import { regexProgramSize } from './regex.ts';
import { utf8Length } from './utf8-length.ts';

/** Envoy takes no longer ones. */
const MAX_PARAMETER_NAME = 1024;

export interface LimitedRoute {
  readonly route: Route;
  /** The route as it was given; the same if nothing is wrong with it. */
  readonly from: Route;
}

export function withinLimits(
  routes: readonly Route[],
  limits: Limits,
  report: (problem: Problem) => void,
): readonly LimitedRoute[] {
  const kept: LimitedRoute[] = [];
  let surplus = 0;
  for (const route of routes) {
    const tell = (message: string): void => {
      const { object, path } = route.origin;
      report(error('LimitExceeded', object, path, message));
    };
    const tooMuch = matchOverLimit(route, limits);
    if (tooMuch !== undefined) {
      tell(`${tooMuch}; this route is left out`);
      continue;
    }
    if (kept.length >= limits.routesPerHost) {
      // One that says it is enough: there may be very many.
      if (surplus++ === 0) {
        const found = overLimit(routes.length, 'routes on one host', 'routesPerHost', limits.routesPerHost);
        tell(`${found}; this route and those after it are left out`);
      }
      continue;
    }
    const changes = headerChanges(route);
    if (changes > limits.headerChangesPerRoute) {
      const found = overLimit(changes, 'changes of headers', 'headerChangesPerRoute', limits.headerChangesPerRoute);
      tell(`${found}; requests to this route get 500`);
      const { ipFilter, authorization, jwtProvider, match, origin } = route;
      const stopped: Route = {
        match,
        action: { kind: 'directResponse', statusCode: 500, body: '' },
        requestHeaders: noHeaders,
        responseHeaders: noHeaders,
        ...(ipFilter && { ipFilter }),
        ...(authorization && { authorization }),
        ...(jwtProvider !== undefined && { jwtProvider }),
        origin,
      };
      kept.push({ route: stopped, from: route });
    } else kept.push({ route, from: route });
  }
  return kept;
}

function matchOverLimit({ match }: Route, limits: Limits): string | undefined {
  const conditions = match.headers.length + match.queryParameters.length;
  if (conditions > limits.conditionsPerRoute)
    return overLimit(conditions, 'conditions', 'conditionsPerRoute', limits.conditionsPerRoute);
  for (const { name } of match.queryParameters) {
    const bytes = utf8Length(name);
    if (bytes === 0 || bytes > MAX_PARAMETER_NAME)
      return `the name of a query parameter has from 1 to ${MAX_PARAMETER_NAME} bytes, found ${shown(name)}, which has ${bytes}`;
  }
  for (const { kind, value } of [match.path, ...match.headers, ...match.queryParameters]) {
    if (kind !== 'regex') continue;
    if (value.length > limits.regexBytes)
      return overLimit(value.length, 'characters in a regular expression', 'regexBytes', limits.regexBytes);
    // Without repetitions and large classes a program is no larger than its text.
    const size = /\{|\\[pP]/.test(value) ? regexProgramSize(value) : 0;
    if (size > limits.regexProgram)
      return overLimit(size, 'instructions in a regular expression', 'regexProgram', limits.regexProgram);
  }
  return undefined;
}

function headerChanges({ requestHeaders, responseHeaders, action }: Route): number {
  const count = ({ set, add, remove }: HeaderPolicy): number => set.length + add.length + remove.length;
  let changes = count(requestHeaders) + count(responseHeaders);
  if (action.kind !== 'forward') return changes;
  for (const each of action.clusters) changes += count(each.requestHeaders) + count(each.responseHeaders);
  return changes;
}

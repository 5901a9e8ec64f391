// The rules of an HTTPRoute or GRPCRoute → routes in their order, with what is wrong with them.
import type { HTTPRouteRule } from '../../../model/kinds/http-route.ts';
import { keyOf } from '../../../model/object.ts';
import type { JwtProvider } from '../../vertices.ts';
import type { MatchResult } from './http-match.ts';
import { compileHttpRule, type RuleScope } from './http-rule.ts';
import type { CompiledRules } from './published-routes.ts';
import type { RouteFault } from './route-status.ts';
import type { OrderedRoute } from './topics.ts';

/** Rules of a GRPCRoute have some of the fields of an HTTPRoute's, and other matches. */
export type Rule<Match> = Omit<HTTPRouteRule, 'matches'> & { readonly matches?: readonly Match[] };

/** A rule without matches takes everything. */
export function compileRules<Match extends object>(
  scope: RuleScope,
  rules: readonly Rule<Match>[],
  compileMatch: (match: Match) => MatchResult,
): CompiledRules {
  const object = keyOf(scope.route);
  const compiled = rules.map((rule, i) => compileHttpRule(scope, rule, `spec.rules[${i}]`));
  const unsupported: RouteFault[] = compiled.flatMap((each) => each.unsupported ?? []);
  let served = rules.length - unsupported.length;
  const routes: OrderedRoute[] = [];
  for (const [i, rule] of rules.entries()) {
    const { build } = compiled[i]!;
    const matches: readonly Match[] = rule.matches?.length ? rule.matches : [{} as Match];
    let lost = 0;
    for (const [j, match] of matches.entries()) {
      const made = compileMatch(match);
      const path = `spec.rules[${i}].matches[${j}]`;
      if (made.ok) {
        const { match: routeMatch, order } = made.value;
        for (const { percent, route } of build(routeMatch.path)) {
          const shared = percent === undefined ? routeMatch : { ...routeMatch, percent };
          routes.push({ route: { match: shared, ...route, origin: { object, path: `spec.rules[${i}]` } }, order });
        }
      } else {
        lost++;
        const message = `${made.message}; this match takes no requests`;
        unsupported.push({ reason: 'UnsupportedValue', path: path + made.at, message });
      }
    }
    if (lost === matches.length && !compiled[i]!.unsupported) served--;
  }
  return {
    routes,
    clusters: compiled.flatMap((each) => each.clusters),
    jwtProviders: uniqueProviders(compiled.flatMap((each) => each.jwtProvider ?? [])),
    policies: compiled.flatMap((each) => each.policies),
    faults: {
      unresolved: compiled.flatMap((each) => each.unresolved),
      unsupported,
      ignored: compiled.flatMap((each) => each.ignored),
      allUnsupported: served === 0 && unsupported.length > 0,
    },
  };
}

/** Those of one name are the same. */
function uniqueProviders(providers: readonly JwtProvider[]): readonly JwtProvider[] {
  return [...new Map(providers.map((each) => [each.name, each])).values()];
}

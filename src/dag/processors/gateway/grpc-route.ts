// GRPCRoute → entries on hosts, as an HTTPRoute: a call is a POST to `/<service>/<method>`.
import type { GRPCRouteMatch } from '../../../model/kinds/grpc-route.ts';
import type { GRPCRoute } from '../../../model/kinds/index.ts';
import { quoteRegex, regexError } from '../../compile/regex.ts';
import { neverInPath, routeMatch } from '../../compile/route-match.ts';
import { shown } from '../../compile/problem.ts';
import { keyOf } from '../../../model/object.ts';
import type { UnitKind } from '../../engine.ts';
import type { PathMatch } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels } from '../topics.ts';
import { attach, placesOf, publishAttached } from './attach.ts';
import { firstOfName, headerMatch, headersMistake, notARegex, pathOrder, type MatchResult } from './http-match.ts';
import { entriesFor } from './policies/traffic-policy.ts';
import { publishRoutes, variantsOf } from './published-routes.ts';
import { reportRoute } from './route-status.ts';
import { compileRules } from './rules.ts';

export function grpcRouteKind(config: CompileConfig): UnitKind {
  return {
    name: 'grpcroute',
    level: levels.claim,
    each: { object: 'GRPCRoute' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const route = context.object<GRPCRoute>('GRPCRoute', namespace, name)!;
      const attachments = attach(context, route, true);
      if (attachments.length === 0) return;
      const attached = entriesFor(context, keyOf(route));
      publishAttached(context, attachments);
      const compiled = variantsOf(context, attachments, false, (variant) =>
        compileRules(
          { context, config, route, use: 'grpc', attached, ...variant },
          route.spec.rules ?? [],
          compileGrpcMatch,
        ),
      );
      publishRoutes(context, route, placesOf(attachments), compiled);
      reportRoute(context, route, attachments, compiled.faults);
    },
  };
}

/** The longer service comes first, then the longer method, then more headers (GRPCRoute, "precedence"). */
export function compileGrpcMatch(match: GRPCRouteMatch): MatchResult {
  const { type = 'Exact', service = '', method = '' } = match.method ?? {};
  if (type === 'RegularExpression') {
    for (const [at, value] of [
      ['service', service],
      ['method', method],
    ] as const) {
      const wrong = value === '' ? undefined : regexError(value);
      if (wrong !== undefined) return { ok: false, at: `.method.${at}`, message: notARegex(value, wrong) };
    }
  } else if (neverInPath.test(service + method) || (service + method).includes('/')) {
    const message = `names of services and methods never hold /, ? or #, found ${shown(`${service}/${method}`)}`;
    return { ok: false, at: '.method', message };
  }
  const mistake = headersMistake(match.headers);
  if (mistake) return mistake;
  const { path, order } = callPath(type, service, method);
  // Both together: one alone may end in a quotation that would go on.
  const whole = path.kind === 'regex' ? regexError(path.value) : undefined;
  if (whole !== undefined) return { ok: false, at: '.method', message: notARegex(path.value, whole) };
  const headers = firstOfName(match.headers ?? [], ({ name }) => name.toLowerCase());
  return {
    ok: true,
    value: {
      match: routeMatch(
        path,
        headers.map(({ name, type: kind, value }) => headerMatch(name, kind, value)),
        [],
      ),
      order: [...order, 0, -headers.length, 0],
    },
  };
}

const anyName = '[^/]+';

function callPath(
  type: 'Exact' | 'RegularExpression',
  service: string,
  method: string,
): { readonly path: PathMatch; readonly order: readonly number[] } {
  const plain = (path: PathMatch) => ({ path, order: pathOrder(path) });
  if (service === '' && method === '') return plain({ kind: 'prefix', value: '/' });
  if (type === 'RegularExpression')
    return plain({ kind: 'regex', value: `/(${service || anyName})/(${method || anyName})` });
  if (method === '') return plain({ kind: 'prefix', value: `/${service}/` });
  if (service !== '') return plain({ kind: 'exact', value: `/${service}/${method}` });
  // Behind every service, before what takes any call; of two methods at most one is the call's.
  return { path: { kind: 'regex', value: `/${anyName}/${quoteRegex(method)}` }, order: [2, -1.5] };
}

// HTTPRoute → entries on the hosts of the listeners to which it attaches, and what its status says.
// A rule with a filter that can't be made answers 500, and so does the share of a backend that can't be used: no request
// ever goes on without what the rule asks for.
import type { HTTPRoute } from '../../../model/kinds/index.ts';
import { keyOf } from '../../../model/object.ts';
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels } from '../topics.ts';
import { attach, placesOf, publishAttached } from './attach.ts';
import { compileHttpMatch } from './http-match.ts';
import { compileRules } from './rules.ts';
import { entriesFor } from './policies/traffic-policy.ts';
import { publishRoutes, variantsOf } from './published-routes.ts';
import { reportRoute } from './route-status.ts';

export function httpRouteKind(config: CompileConfig): UnitKind {
  return {
    name: 'httproute',
    level: levels.claim,
    each: { object: 'HTTPRoute' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const route = context.object<HTTPRoute>('HTTPRoute', namespace, name)!;
      const attachments = attach(context, route, true);
      if (attachments.length === 0) return;
      const attached = entriesFor(context, keyOf(route));
      publishAttached(context, attachments);
      const redirects = (route.spec.rules ?? []).some(({ filters }) =>
        filters?.some(({ type }) => type === 'RequestRedirect'),
      );
      const compiled = variantsOf(context, attachments, redirects, (variant) =>
        compileRules(
          { context, config, route, use: 'http', attached, ...variant },
          route.spec.rules ?? everything,
          compileHttpMatch,
        ),
      );
      publishRoutes(context, route, placesOf(attachments), compiled);
      reportRoute(context, route, attachments, compiled.faults);
    },
  };
}

/** A route without rules takes everything (which the API server fills in). */
const everything = [{}];

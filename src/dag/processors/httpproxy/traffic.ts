// Policies of a virtual host and of a route for traffic: CORS and rate limits.
// They only allow or limit: with mistakes they are told and left out, and the rest is served.
import type { RateLimitPolicy } from '../../../model/kinds/contour-policies.ts';
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type ObjectKey, type Problem } from '../../../model/object.ts';
import { compileCors } from '../../compile/cors.ts';
import { compileHeaderPolicy } from '../../compile/header-policy.ts';
import { error, warning } from '../../compile/problem.ts';
import { compileRateLimit, type CompiledRateLimit } from '../../compile/rate-limit.ts';
import type { VirtualHost } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { parseHeader } from './conditions.ts';

export function hostTraffic(
  config: CompileConfig,
  root: HTTPProxy,
  report: (problem: Problem) => void,
): Pick<VirtualHost, 'cors' | 'localRateLimit' | 'rateLimits'> {
  const object = keyOf(root);
  const { corsPolicy, rateLimitPolicy = {} } = root.spec.virtualhost!;
  const { cors, mistakes = [] } = corsPolicy ? compileCors(corsPolicy) : {};
  for (const { at, message } of mistakes) {
    const whole = `${message}; requests are served without CORS headers, so browsers refuse other origins`;
    report(error('PolicyDidNotParse', object, `spec.virtualhost.corsPolicy${at}`, whole));
  }
  const place = { object, namespace: root.metadata.namespace, path: 'spec.virtualhost.rateLimitPolicy' };
  const own = limits(config, rateLimitPolicy, place, report);
  const standard = config.rateLimitService?.defaultGlobalRateLimitPolicy;
  const rateLimits =
    own.descriptors ?? (standard && limits(config, { global: standard }, place, report).descriptors) ?? [];
  return {
    ...(cors && { cors }),
    ...(own.local && { localRateLimit: own.local }),
    ...(rateLimits.length > 0 && { rateLimits }),
  };
}

/** `path`: of the policy. */
export function routeRateLimit(
  config: CompileConfig,
  policy: RateLimitPolicy | undefined,
  place: Place,
  report: (problem: Problem) => void,
): Pick<CompiledRateLimit, 'local' | 'descriptors' | 'withoutHost'> {
  return policy ? limits(config, policy, place, report) : { withoutHost: false };
}

interface Place {
  readonly object: ObjectKey;
  readonly namespace: string;
  readonly path: string;
}

function limits(
  config: CompileConfig,
  policy: RateLimitPolicy,
  { object, namespace, path }: Place,
  report: (problem: Problem) => void,
): CompiledRateLimit {
  const compiled = compileRateLimit(policy, parseHeader, (set) => {
    const { headers, problems } = compileHeaderPolicy(
      { set },
      {
        object,
        path,
        code: 'RateLimitPolicyNotValid',
        side: 'response',
        hostFromHeader: false,
        variables: { namespace },
        consequence: 'no header is added',
      },
    );
    return problems.length > 0 ? problems.map((each) => each.message).join('; ') : headers.set;
  });
  for (const { at, message } of compiled.mistakes)
    report(error('RateLimitPolicyNotValid', object, path + at, `${message}; this limit does not count`));
  if ((compiled.descriptors?.length ?? 0) > 0 && !config.rateLimitService) {
    const message = 'no rate limit service is configured (rateLimitService.extensionService); requests are not limited';
    report(warning('IgnoredField', object, `${path}.global`, message));
  }
  return compiled;
}

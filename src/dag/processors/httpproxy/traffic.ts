// Policies of a virtual host and of a route for traffic: CORS and rate limits.
// They only allow or limit: with mistakes they are told and left out, and the rest is served.
import type { RateLimitPolicy } from '../../../model/kinds/contour-policies.ts';
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { compileCors } from '../../compile/cors.ts';
import { error } from '../../compile/problem.ts';
import { compileRateLimits, type CompiledRateLimit, type RateLimitPlace } from '../../compile/rate-limit.ts';
import type { VirtualHost } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';

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
  const own = compileRateLimits(config, rateLimitPolicy, place, report);
  const standard = config.rateLimitService?.defaultGlobalRateLimitPolicy;
  const rateLimits =
    own.descriptors ?? (standard && compileRateLimits(config, { global: standard }, place, report).descriptors) ?? [];
  return {
    ...(cors && { cors }),
    ...(own.local && { localRateLimit: own.local }),
    ...(rateLimits.length > 0 && { rateLimits }),
  };
}

export function routeRateLimit(
  config: CompileConfig,
  policy: RateLimitPolicy | undefined,
  place: RateLimitPlace,
  report: (problem: Problem) => void,
): Pick<CompiledRateLimit, 'local' | 'descriptors' | 'withoutHost'> {
  return policy ? compileRateLimits(config, policy, place, report) : { withoutHost: false };
}

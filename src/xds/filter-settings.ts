// What hosts and routes tell the filters of the connection manager, all of it together.
import type { HostContent, Route } from '../dag/vertices.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { hostProtection, routeProtection, type PerFilterConfig } from './protection.ts';
import { hostTraffic, rateLimits, routeTraffic } from './traffic-policies.ts';

/** What stands on a virtual host, or on its routes where a virtual host holds the routes of two. */
export interface HostPolicies {
  readonly filters: PerFilterConfig | undefined;
  readonly rateLimits: readonly envoy.config.route.v3.RateLimit[] | undefined;
}

/** What routes must know of their host in any case. */
export type RouteHost = Pick<HostContent, 'authorization' | 'routesTellOrigin'>;

export function hostPolicies(vertex: HostContent): HostPolicies {
  return {
    filters: unlessEmpty({ ...hostTraffic(vertex), ...hostProtection(vertex) }),
    rateLimits: rateLimits(vertex.rateLimits ?? []),
  };
}

/** `inherited`: of the host, where they can't stand on the host. What the route says replaces it, filter by filter. */
export function routeFilters(route: Route, host: RouteHost, inherited?: HostPolicies): PerFilterConfig | undefined {
  return unlessEmpty({ ...inherited?.filters, ...routeTraffic(route), ...routeProtection(route, host.authorization) });
}

function unlessEmpty(filters: PerFilterConfig): PerFilterConfig | undefined {
  return Object.keys(filters).length === 0 ? undefined : filters;
}

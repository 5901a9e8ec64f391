// VirtualHost vertex → envoy.config.route.v3.ScopedRouteConfiguration: each host is a scope of its own with its routes
// inside, so that a changed route costs Envoy one host and not a table. Who selects the scope: see scope-selection.ts.
import type { VirtualHost } from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { problemOf } from './check.ts';
import { misdirectedScopeName, scopeFallbackFilter, scopeName, scopePrefix } from './names.ts';
import { any, encode } from './proto/codec.ts';
import { protectionClusters } from './protection.ts';
import { encodedResource, ownersOf, withProblem } from './resource.ts';
import { requiredClusters } from './route.ts';
import { routeTableSettings } from './route-configuration.ts';
import { encodeScope, scopeMessage, scopeType } from './scope.ts';
import { misdirectedVirtualHost, virtualHost } from './virtual-host.ts';

export function scopedRoute(vertex: VirtualHost): EncodedResource {
  const name = scopeName(vertex.listener, vertex.chain, vertex.host);
  const message = scopeMessage(name, {
    ...routeTableSettings(vertex.routes),
    virtualHosts: [virtualHost(vertex, { prefix: scopePrefix(vertex.listener, vertex.chain) })],
    // Found at the first look: nothing to look for again.
    typedPerFilterConfig: vertex.host.startsWith('*') ? undefined : { [scopeFallbackFilter]: filterOff },
  });
  const requires = requiredClusters(vertex.routes, protectionClusters(vertex));
  const resource = encodedResource('scopedRoute', name, encode(scopeType, message), requires, ownersOf(vertex.routes));
  return withProblem(resource, problemOf(scopeType, message));
}

/**
 * All wildcards of any depth on one listener or chain, `*` among them, in the scope of host `*`: of several that take a
 * host Envoy knows the most specific. At least one; in any order.
 */
export function wildcardScope(vertices: readonly VirtualHost[]): EncodedResource {
  const sorted = [...vertices].sort((a, b) => (a.host < b.host ? -1 : 1));
  const { listener, chain } = sorted[0]!;
  const name = scopeName(listener, chain, '*');
  const routes = sorted.flatMap((each) => each.routes);
  const message = scopeMessage(name, {
    ...routeTableSettings(routes),
    virtualHosts: sorted.map((each) => virtualHost(each, { prefix: scopePrefix(listener, chain) })),
  });
  const requires = requiredClusters(routes, sorted.flatMap(protectionClusters));
  const resource = encodedResource('scopedRoute', name, encode(scopeType, message), requires, ownersOf(routes));
  return withProblem(resource, problemOf(scopeType, message));
}

/** Where TLS chains send requests for hosts that they don't serve; one for all chains. */
export function misdirectedScope(): EncodedResource {
  const bytes = encodeScope(misdirectedScopeName, { virtualHosts: [misdirectedVirtualHost] });
  return encodedResource('scopedRoute', misdirectedScopeName, bytes);
}

const filterOff = any('envoy.config.route.v3.FilterConfig', { disabled: true });

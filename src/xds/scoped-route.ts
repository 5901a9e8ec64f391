// VirtualHost vertex → envoy.config.route.v3.ScopedRouteConfiguration: each host is a scope of its own with its routes
// inside, so that a changed route costs Envoy one host and not a table. Who selects the scope: see scope-selection.ts.
import { restOf, type HostParts, type VirtualHost, type VirtualHostPart } from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { problemOf } from './check.ts';
import {
  misdirectedScopeName,
  scopeFallbackFilter,
  scopeName,
  scopePartFilter,
  scopePartName,
  scopePrefix,
  virtualHostName,
} from './names.ts';
import { any, encode } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { protectionClusters } from './protection.ts';
import { encodedResource, ownersOf, resourceKey, withProblem } from './resource.ts';
import { requiredClusters } from './route.ts';
import { routeTableSettings } from './route-configuration.ts';
import { encodeScope, scopeMessage, scopeType } from './scope.ts';
import { selectPart } from './scope-selection.ts';
import { misdirectedVirtualHost, virtualHost } from './virtual-host.ts';

export function scopedRoute(vertex: VirtualHost): EncodedResource {
  const { listener, chain, host, routes, parts } = vertex;
  const name = scopeName(listener, chain, host);
  const message = scopeMessage(name, {
    ...routeTableSettings(routes),
    virtualHosts: [parts ? hostOfParts(vertex, parts) : virtualHost(vertex, { prefix: scopePrefix(listener, chain) })],
    // Found at the first look: nothing to look for again.
    typedPerFilterConfig: host.startsWith('*') || parts ? undefined : { [scopeFallbackFilter]: filterOff },
  });
  const requires = requirements(vertex);
  const resource = encodedResource('scopedRoute', name, encode(scopeType, message), requires, ownersOf(routes));
  return withProblem(resource, problemOf(scopeType, message));
}

/**
 * A host with parts: one route for everything, which is never served but selects the part. A request that it does not
 * match (CONNECT) has no route in the parts either.
 */
function hostOfParts({ listener, chain, host }: VirtualHost, { length }: HostParts): envoy.config.route.v3.VirtualHost {
  const [name, rest] = [scopeName(listener, chain, host), scopePartName(listener, chain, host, restOf(length))];
  return {
    name: virtualHostName(host),
    domains: [host],
    routes: [
      {
        match: { prefix: '' },
        directResponse: { status: 404 },
        typedPerFilterConfig: { [scopePartFilter]: selectPart(name, length, rest) },
      },
    ],
  };
}

/** Parts come first and go last, so that every request finds its own. */
function requirements(vertex: VirtualHost): readonly string[] {
  const { listener, chain, host, routes, parts } = vertex;
  if (!parts) return requiredClusters(routes, protectionClusters(vertex));
  return [restOf(parts.length), ...parts.names].map((part) =>
    resourceKey('scopedRoute', scopePartName(listener, chain, host, part)),
  );
}

export function scopedPart(vertex: VirtualHostPart): EncodedResource {
  const name = scopePartName(vertex.listener, vertex.chain, vertex.host, vertex.part);
  const message = scopeMessage(name, {
    ...routeTableSettings(vertex.routes),
    virtualHosts: [virtualHost(vertex, { prefix: scopePrefix(vertex.listener, vertex.chain) })],
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
    virtualHosts: sorted.map((each) =>
      each.parts ? hostOfParts(each, each.parts) : virtualHost(each, { prefix: scopePrefix(listener, chain) }),
    ),
  });
  const requires = sorted.flatMap(requirements);
  const resource = encodedResource('scopedRoute', name, encode(scopeType, message), requires, ownersOf(routes));
  return withProblem(resource, problemOf(scopeType, message));
}

/** Where TLS chains send requests for hosts that they don't serve; one for all chains. */
export function misdirectedScope(): EncodedResource {
  const bytes = encodeScope(misdirectedScopeName, { virtualHosts: [misdirectedVirtualHost] });
  return encodedResource('scopedRoute', misdirectedScopeName, bytes);
}

const filterOff = any('envoy.config.route.v3.FilterConfig', { disabled: true });

// VirtualHost vertex → envoy.config.route.v3.VirtualHost, in the two forms that the two kinds of route discovery need,
// and the virtual host that answers for hosts which a TLS chain does not serve.
import type { HostContent, VirtualHost } from '../dag/vertices.ts';
import { hostPolicies } from './filter-settings.ts';
import type { RouteScope } from './internal-redirect.ts';
import { virtualHostName } from './names.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { routeMessage } from './route.ts';

type VirtualHostMessage = envoy.config.route.v3.VirtualHost;

/** The host alone in its `scope` (whose key has already decided that a request is for it), or with others in one table. */
export function virtualHost(vertex: HostContent, scope?: RouteScope): VirtualHostMessage {
  const { filters, rateLimits } = hostPolicies(vertex);
  return {
    name: virtualHostName(vertex.host),
    domains: [vertex.host],
    routes: vertex.routes.map((route) => routeMessage(route, vertex, [], undefined, scope)),
    typedPerFilterConfig: filters,
    rateLimits,
    ...alternativeService(vertex),
  };
}

/**
 * A wildcard host (`*.example.com`) beside others in one route configuration. Envoy's wildcard takes any number of
 * labels, ours takes one; so requests for deeper hosts get, first of all, what the catch-all would have given them:
 * the routes of `catchAll`, else 404.
 */
export function wildcardVirtualHost(vertex: VirtualHost, catchAll: VirtualHost | undefined): VirtualHostMessage {
  const deeper = deeperThanOneLabel(vertex.host);
  return {
    name: virtualHostName(vertex.host),
    domains: [vertex.host],
    routes: [
      // Two hosts in one: the policies of each stand on its routes.
      ...(catchAll?.routes ?? []).map((route) =>
        routeMessage(route, catchAll, [deeper], catchAll && hostPolicies(catchAll)),
      ),
      { match: { prefix: '/', headers: [deeper] }, ...answer(404) },
      ...vertex.routes.map((route) => routeMessage(route, vertex, [], hostPolicies(vertex))),
    ],
    ...alternativeService(vertex),
  };
}

/**
 * Answers 421 (RFC 9110, 15.5.20) to everything: a client that reused its connection for a host of another chain comes
 * back on a connection of that chain, with that chain's certificate and rules.
 */
export const misdirectedVirtualHost: VirtualHostMessage = {
  name: 'misdirected',
  domains: ['*'],
  routes: [{ match: { prefix: '/' }, ...answer(421) }],
};

const overwriteIfExistsOrAdd = 2 as const;

/** RFC 7838; Envoy answers on both ways with it. */
function alternativeService({ http3 }: HostContent): Pick<VirtualHostMessage, 'responseHeadersToAdd'> | undefined {
  if (http3 === undefined) return undefined;
  const header = { key: 'alt-svc', value: `h3=":${http3.port}"; ma=86400` };
  return { responseHeadersToAdd: [{ header, appendAction: overwriteIfExistsOrAdd }] };
}

export function isWildcard(host: string): boolean {
  return host.startsWith('*.');
}

/** Bodies are for people; the status is what counts. */
function answer(status: 404 | 421): Pick<envoy.config.route.v3.Route, 'directResponse'> {
  if (status === 404) return { directResponse: { status } };
  return {
    directResponse: {
      status,
      body: { inlineString: 'misdirected request: this connection does not serve that host\n' },
    },
  };
}

/** `:authority` as the client wrote it: any case, perhaps with a port. */
function deeperThanOneLabel(wildcard: string): envoy.config.route.v3.HeaderMatcher {
  const parent = wildcard.slice(1).replace(/[.\\+*?()[\]{}|^$]/g, '\\$&');
  return {
    name: ':authority',
    stringMatch: { safeRegex: { regex: `(?i)[^.:]+${parent}(:[0-9]+)?` } },
    invertMatch: true,
  };
}

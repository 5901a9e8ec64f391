// What is served under the name of a resource that can not be: for routes 500, with a body that names nothing; for
// endpoints none. In: type and name; out: a resource that Envoy takes. Without one a request would fall to the catch-all, or
// to nobody; and a cluster would wait for its endpoints, and all other clusters of its Envoy with it (15 s).
import type { EncodedResource, ResourceType } from '../messages/resources.ts';
import { decode, encode } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { encodedResource, field } from './resource.ts';
import { encodeScope } from './scope.ts';

const body = 'the configuration of this host can not be served\n';

/** Undefined: resources of this type are left out instead; Envoy refuses TLS connections, or answers 503, by itself. */
export function standInFor(type: ResourceType, name: string): EncodedResource | undefined {
  switch (type) {
    case 'scopedRoute':
      return encodedResource(type, name, encodeScope(name, { virtualHosts: [unavailable] }));
    case 'route':
      return encodedResource(
        type,
        name,
        encode('envoy.config.route.v3.RouteConfiguration', { name, virtualHosts: [unavailable] }),
      );
    case 'endpoint':
      return encodedResource(
        type,
        name,
        encode('envoy.config.endpoint.v3.ClusterLoadAssignment', { clusterName: name }),
      );
    default:
      return undefined;
  }
}

/** As standInFor, of one virtual host in a route configuration: `bytes` is its occurrence there. */
export function standInForPart(type: ResourceType, bytes: Uint8Array): Uint8Array | undefined {
  if (type !== 'route') return undefined;
  const [host] = decode('envoy.config.route.v3.RouteConfiguration', bytes).virtualHosts ?? [];
  if (host === undefined) return undefined;
  const { name, domains } = host;
  return field(virtualHostsField, encode('envoy.config.route.v3.VirtualHost', { ...unavailable, name, domains }));
}

/** Of a RouteConfiguration. */
const virtualHostsField = 2;

const unavailable: envoy.config.route.v3.VirtualHost = {
  name: 'unavailable',
  domains: ['*'],
  routes: [{ match: { prefix: '/' }, directResponse: { status: 500, body: { inlineString: body } } }],
};

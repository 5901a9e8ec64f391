// TLSRoute (gateway.networking.k8s.io): TLS connections, by the server name that the client asks for, to backends.
import type { SourceObject } from '../object.ts';
import { commonRouteFields, GATEWAY_GROUP, gatewayHostname, l4RouteRules } from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { list, object, type Infer } from './schema.ts';

const spec = object({}, { ...commonRouteFields, hostnames: list(gatewayHostname), rules: l4RouteRules });

export interface TLSRoute extends SourceObject {
  readonly kind: 'TLSRoute';
  readonly spec: Infer<typeof spec>;
}

export const tlsRouteKind: KindDefinition = {
  kind: 'TLSRoute',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1alpha3', 'v1alpha2'],
  plural: 'tlsroutes',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

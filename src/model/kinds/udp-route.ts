// UDPRoute (gateway.networking.k8s.io): UDP sessions of a listener to backends.
import type { SourceObject } from '../object.ts';
import { commonRouteFields, GATEWAY_GROUP, l4RouteRules } from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { object, type Infer } from './schema.ts';

const spec = object({}, { ...commonRouteFields, rules: l4RouteRules });

export interface UDPRoute extends SourceObject {
  readonly kind: 'UDPRoute';
  readonly spec: Infer<typeof spec>;
}

export const udpRouteKind: KindDefinition = {
  kind: 'UDPRoute',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1alpha2'],
  plural: 'udproutes',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

// TCPRoute (gateway.networking.k8s.io): TCP connections of a listener to backends.
import type { SourceObject } from '../object.ts';
import { commonRouteFields, GATEWAY_GROUP, l4RouteRules } from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { object, type Infer } from './schema.ts';

const spec = object({}, { ...commonRouteFields, rules: l4RouteRules });

export interface TCPRoute extends SourceObject {
  readonly kind: 'TCPRoute';
  readonly spec: Infer<typeof spec>;
}

export const tcpRouteKind: KindDefinition = {
  kind: 'TCPRoute',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1alpha2'],
  plural: 'tcproutes',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

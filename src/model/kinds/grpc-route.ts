// GRPCRoute (gateway.networking.k8s.io): gRPC calls, told apart by service, method and metadata, to backends.
import type { SourceObject } from '../object.ts';
import {
  commonRouteFields,
  GATEWAY_GROUP,
  gatewayHostname,
  headerFilter,
  localReference,
  mirrorFilter,
  sessionPersistence,
  weightedBackendFields,
} from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { list, object, oneOf, text, type Infer } from './schema.ts';

const valueMatch = oneOf(['Exact', 'RegularExpression']);

const match = object(
  {},
  {
    method: object({}, { type: valueMatch, service: text(), method: text() }),
    headers: list(object({ name: text(), value: text() }, { type: valueMatch })),
  },
);

const filter = object(
  { type: text() },
  {
    requestHeaderModifier: headerFilter,
    responseHeaderModifier: headerFilter,
    requestMirror: mirrorFilter,
    extensionRef: localReference,
  },
);

const rule = object(
  {},
  {
    name: text(),
    matches: list(match),
    filters: list(filter),
    backendRefs: list(object({ name: text() }, { ...weightedBackendFields, filters: list(filter) })),
    sessionPersistence,
  },
);

const spec = object({}, { ...commonRouteFields, hostnames: list(gatewayHostname), rules: list(rule) });

export type GRPCRouteRule = Infer<typeof rule>;
export type GRPCRouteMatch = Infer<typeof match>;

export interface GRPCRoute extends SourceObject {
  readonly kind: 'GRPCRoute';
  readonly spec: Infer<typeof spec>;
}

export const grpcRouteKind: KindDefinition = {
  kind: 'GRPCRoute',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1alpha2'],
  plural: 'grpcroutes',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

// GatewayClass (gateway.networking.k8s.io): which controller serves the Gateways of a class.
import type { SourceObject } from '../object.ts';
import { GATEWAY_GROUP } from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { object, text, type Infer } from './schema.ts';

const spec = object(
  { controllerName: text() },
  {
    parametersRef: object({ group: text(), kind: text(), name: text() }, { namespace: text() }),
  },
  { alsoKnown: ['description'] },
);

export interface GatewayClass extends SourceObject {
  readonly kind: 'GatewayClass';
  readonly spec: Infer<typeof spec>;
}

export const gatewayClassKind: KindDefinition = {
  kind: 'GatewayClass',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1beta1'],
  plural: 'gatewayclasses',
  namespaced: false,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

// ListenerSet (gateway.networking.k8s.io): further listeners of a Gateway, perhaps from another namespace.
import type { SourceObject } from '../object.ts';
import { GATEWAY_GROUP, listener, objectReference } from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { list, object, type Infer } from './schema.ts';

const spec = object({ parentRef: objectReference }, { listeners: list(listener) });

export interface ListenerSet extends SourceObject {
  readonly kind: 'ListenerSet';
  readonly spec: Infer<typeof spec>;
}

export const listenerSetKind: KindDefinition = {
  kind: 'ListenerSet',
  group: GATEWAY_GROUP,
  version: 'v1',
  plural: 'listenersets',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

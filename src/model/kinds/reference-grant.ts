// ReferenceGrant (gateway.networking.k8s.io/v1, also v1beta1): which objects of other namespaces may refer to objects of
// this one's namespace. An API server without the Gateway API does not have it.
import type { SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { list, object, text, type Infer } from './schema.ts';

const spec = object(
  {
    from: list(object({ group: text(), kind: text(), namespace: text() }, {}), { minItems: 1 }),
    to: list(object({ group: text(), kind: text() }, { name: text() }), { minItems: 1 }),
  },
  {},
);

export type ReferenceGrantSpec = Infer<typeof spec>;

export interface ReferenceGrant extends SourceObject {
  readonly kind: 'ReferenceGrant';
  readonly spec: ReferenceGrantSpec;
}

export const referenceGrantKind: KindDefinition = {
  kind: 'ReferenceGrant',
  group: 'gateway.networking.k8s.io',
  version: 'v1',
  olderVersions: ['v1beta1'],
  plural: 'referencegrants',
  namespaced: true,
  fields: object({ spec }, {}),
  dropAnnotations: true,
};

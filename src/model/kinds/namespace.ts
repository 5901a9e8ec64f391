// Namespace (core v1): only its labels are read.
import type { SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { object } from './schema.ts';

export interface Namespace extends SourceObject {
  readonly kind: 'Namespace';
}

export const namespaceKind: KindDefinition = {
  kind: 'Namespace',
  group: '',
  version: 'v1',
  plural: 'namespaces',
  namespaced: false,
  fields: object({}, {}, { alsoKnown: ['spec', 'status'] }),
  dropAnnotations: true,
};

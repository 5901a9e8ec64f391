// Ingress (networking.k8s.io/v1), as far as nuncio reads it.
import type { SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { integer, list, object, oneOf, text, type Infer } from './schema.ts';

const backend = object(
  {},
  {
    service: object(
      { name: text() },
      { port: object({}, { name: text(), number: integer({ minimum: 0, maximum: 65535 }) }) },
    ),
    /** Not supported; kept so that it can be reported. */
    resource: object({ kind: text(), name: text() }, { apiGroup: text() }),
  },
);

const path = object(
  { backend, pathType: oneOf(['Exact', 'Prefix', 'ImplementationSpecific']) },
  { path: text({ pattern: '^(/.*)?$', expects: 'a path that begins with `/`' }) },
);

const spec = object(
  {},
  {
    ingressClassName: text(),
    defaultBackend: backend,
    tls: list(object({}, { hosts: list(text()), secretName: text() })),
    rules: list(object({}, { host: text(), http: object({ paths: list(path) }, {}) })),
  },
);

export type IngressSpec = Infer<typeof spec>;
export type IngressBackend = NonNullable<IngressSpec['defaultBackend']>;
export type IngressRule = NonNullable<IngressSpec['rules']>[number];
export type IngressPath = NonNullable<IngressRule['http']>['paths'][number];

export interface Ingress extends SourceObject {
  readonly kind: 'Ingress';
  /** Absent when the object has none. */
  readonly spec?: IngressSpec;
}

export const ingressKind: KindDefinition = {
  kind: 'Ingress',
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'ingresses',
  namespaced: true,
  fields: object({}, { spec }, { alsoKnown: ['status'] }),
};

// BackendTLSPolicy (gateway.networking.k8s.io): how Envoy connects to a Service with TLS, and how it checks the certificate.
import type { SourceObject } from '../object.ts';
import { GATEWAY_GROUP, localReference } from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { list, map, object, text, type Infer } from './schema.ts';

const spec = object(
  {
    targetRefs: list(object({ group: text(), kind: text(), name: text() }, { sectionName: text() })),
    validation: object(
      { hostname: text() },
      {
        caCertificateRefs: list(localReference),
        wellKnownCACertificates: text(),
        subjectAltNames: list(object({ type: text() }, { hostname: text(), uri: text() })),
      },
    ),
  },
  { options: map(text()) },
);

export type BackendTLSValidation = Infer<typeof spec>['validation'];

export interface BackendTLSPolicy extends SourceObject {
  readonly kind: 'BackendTLSPolicy';
  readonly spec: Infer<typeof spec>;
}

export const backendTlsPolicyKind: KindDefinition = {
  kind: 'BackendTLSPolicy',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1alpha3'],
  plural: 'backendtlspolicies',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};

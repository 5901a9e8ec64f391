// TLSCertificateDelegation (projectcontour.io/v1): which namespaces may use a Secret of this object's namespace.
import type { SourceObject } from '../object.ts';
import { detailedConditions } from './contour-policies.ts';
import type { KindDefinition } from './kind.ts';
import { list, object, text, type Infer } from './schema.ts';

const spec = object(
  {
    delegations: list(
      object(
        {
          secretName: text({ description: 'Secret in the namespace of this object.' }),
          targetNamespaces: list(text(), {
            description: 'Namespaces that may use the Secret; `*` as the only one: all.',
          }),
        },
        {},
      ),
    ),
  },
  {},
);

const status = object({}, { conditions: detailedConditions });

export type TLSCertificateDelegationSpec = Infer<typeof spec>;

export interface TLSCertificateDelegation extends SourceObject {
  readonly kind: 'TLSCertificateDelegation';
  readonly spec: TLSCertificateDelegationSpec;
}

export const tlsCertificateDelegationKind: KindDefinition = {
  kind: 'TLSCertificateDelegation',
  group: 'projectcontour.io',
  version: 'v1',
  plural: 'tlscertificatedelegations',
  namespaced: true,
  fields: object({ spec }, { status }),
  dropped: ['status'],
  crd: {
    singular: 'tlscertificatedelegation',
    shortNames: ['tlscerts'],
    description: 'Lets other namespaces use Secrets of this namespace for TLS.',
    columns: [],
  },
};

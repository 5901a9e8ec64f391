// ExtensionService (projectcontour.io/v1alpha1): a service that Envoy itself asks, such as for authorization.
import type { SourceObject } from '../object.ts';
import {
  circuitBreakerFields,
  detailedConditions,
  loadBalancerPolicy,
  timeoutPolicy,
  upstreamValidation,
} from './contour-policies.ts';
import type { KindDefinition } from './kind.ts';
import { integer, list, object, oneOf, port, text, type Infer } from './schema.ts';

const target = object(
  { name: text({ description: 'Service in the namespace of this object.' }), port: port('Port of the Service.') },
  { weight: integer({ description: 'Share of the requests, relative to the other services.' }) },
);

const spec = object(
  { services: list(target, { minItems: 1, description: 'Where requests go.' }) },
  {
    validation: upstreamValidation,
    protocol: oneOf(['h2', 'h2c', 'http/1.1'], { description: 'How the services are spoken to; default: h2.' }),
    loadBalancerPolicy,
    timeoutPolicy,
    protocolVersion: oneOf(['v3'], { description: 'Version of the protocol of what the services do.' }),
    circuitBreakerPolicy: object({}, circuitBreakerFields, {
      description: 'Replaces the limits of the configuration as a whole.',
    }),
  },
);

const status = object({}, { conditions: detailedConditions });

export type ExtensionServiceSpec = Infer<typeof spec>;

export interface ExtensionService extends SourceObject {
  readonly kind: 'ExtensionService';
  readonly spec: ExtensionServiceSpec;
}

export const extensionServiceKind: KindDefinition = {
  kind: 'ExtensionService',
  group: 'projectcontour.io',
  version: 'v1alpha1',
  plural: 'extensionservices',
  namespaced: true,
  // As in Contour's, an object without spec is let in; it asks nobody.
  fields: object({}, { spec, status }),
  dropped: ['status'],
  finish: (fields) => ({ ...fields, spec: fields['spec'] ?? { services: [] } }),
  crd: {
    singular: 'extensionservice',
    shortNames: ['extensionservice', 'extensionservices'],
    description: 'A service that Envoy itself asks, such as for authorization or rate limits.',
    columns: [],
  },
};

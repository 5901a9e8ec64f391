// EndpointSlice (discovery.k8s.io/v1), as far as nuncio reads it. Its Service is named by a label.
import type { SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { flag, integer, list, object, oneOf, text, type Infer } from './schema.ts';

/** Label of a slice with the name of its Service. */
export const serviceNameLabel = 'kubernetes.io/service-name';

const endpoint = object(
  { addresses: list(text(), { minItems: 1 }) },
  {
    conditions: object({}, { ready: flag(), serving: flag(), terminating: flag() }),
    zone: text(),
    nodeName: text(),
    hints: object({}, { forZones: list(object({ name: text() }, {})) }, { alsoKnown: ['forNodes'] }),
  },
  { alsoKnown: ['hostname', 'targetRef', 'deprecatedTopology'] },
);

const endpoints = list(endpoint);

const ports = list(
  object(
    {},
    {
      name: text(),
      protocol: oneOf(['TCP', 'UDP', 'SCTP'], { default: 'TCP' }),
      port: integer({ minimum: 1, maximum: 65535, expects: 'a port number from 1 to 65535' }),
      appProtocol: text(),
    },
  ),
);

const addressType = oneOf(['IPv4', 'IPv6', 'FQDN']);

export type EndpointSliceEndpoint = Infer<typeof endpoint>;
export type EndpointSlicePort = Infer<typeof ports>[number];

export interface EndpointSlice extends SourceObject {
  readonly kind: 'EndpointSlice';
  readonly addressType: Infer<typeof addressType>;
  readonly endpoints?: readonly EndpointSliceEndpoint[];
  readonly ports?: readonly EndpointSlicePort[];
}

export const endpointSliceKind: KindDefinition = {
  kind: 'EndpointSlice',
  group: 'discovery.k8s.io',
  version: 'v1',
  plural: 'endpointslices',
  namespaced: true,
  fields: object({ addressType }, { endpoints, ports }),
  dropAnnotations: true,
};

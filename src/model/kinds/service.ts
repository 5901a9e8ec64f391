// Service (core v1), as far as nuncio reads it.
import type { SourceObject } from '../object.ts';
import { loadBalancerStatus } from './contour-policies.ts';
import type { KindDefinition } from './kind.ts';
import { integer, list, object, oneOf, text, type Infer } from './schema.ts';

const servicePort = object(
  { port: integer({ minimum: 1, maximum: 65535, expects: 'a port number from 1 to 65535' }) },
  {
    name: text(),
    protocol: oneOf(['TCP', 'UDP', 'SCTP'], { default: 'TCP' }),
    appProtocol: text(),
  },
  { alsoKnown: ['targetPort', 'nodePort'] },
);

const spec = object(
  {},
  {
    type: oneOf(['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'], { default: 'ClusterIP' }),
    ports: list(servicePort),
    externalName: text(),
    clusterIPs: list(text()),
    trafficDistribution: text(),
  },
  {
    alsoKnown: [
      'allocateLoadBalancerNodePorts',
      'clusterIP',
      'externalIPs',
      'externalTrafficPolicy',
      'healthCheckNodePort',
      'internalTrafficPolicy',
      'ipFamilies',
      'ipFamilyPolicy',
      'loadBalancerClass',
      'loadBalancerIP',
      'loadBalancerSourceRanges',
      'publishNotReadyAddresses',
      'selector',
      'sessionAffinity',
      'sessionAffinityConfig',
    ],
  },
);

const status = object({}, { loadBalancer: loadBalancerStatus }, { alsoKnown: ['conditions'] });

export type ServiceSpec = Infer<typeof spec>;
export type ServicePort = NonNullable<ServiceSpec['ports']>[number];

export interface Service extends SourceObject {
  readonly kind: 'Service';
  /** Absent when the object has none. */
  readonly spec?: ServiceSpec;
  /** Addresses of a load balancer, for publishing them in the status of others. */
  readonly status?: Infer<typeof status>;
}

export const serviceKind: KindDefinition = {
  kind: 'Service',
  group: '',
  version: 'v1',
  plural: 'services',
  namespaced: true,
  fields: object({}, { spec, status }),
};

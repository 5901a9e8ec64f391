// EnvoyFleet (nuncio.dev/v1alpha1): how the Envoys of a Gateway, or of all Gateways of a class, are deployed. Named by
// spec.infrastructure.parametersRef of a Gateway or spec.parametersRef of a GatewayClass.
import type { SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { flag, integer, list, map, object, oneOf, text, type Infer } from './schema.ts';

const amounts = (description: string) => map(text({ expects: 'an amount such as `500m` or `1Gi`' }), { description });

const toleration = object(
  {},
  {
    key: text(),
    operator: oneOf(['Exists', 'Equal']),
    value: text(),
    effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
    tolerationSeconds: integer(),
  },
);

const workload = object(
  {},
  {
    kind: oneOf(['Deployment', 'DaemonSet'], { description: 'What keeps the Envoys; default: Deployment.' }),
    replicas: integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Number of Envoys of a Deployment. Absent: 1 at first, then whatever an autoscaler makes of it.',
    }),
    image: text({ minLength: 1, description: "Envoy's image; default: that of the provisioner's configuration." }),
    imagePullSecrets: list(text({ minLength: 1 }), { description: "Names of Secrets in the Gateway's namespace." }),
    concurrency: integer({
      minimum: 1,
      maximum: 1024,
      description: 'Worker threads of an Envoy; default: one a core.',
    }),
    logLevel: oneOf(['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'], {
      description: "Envoy's log level; default: info.",
    }),
    resources: object(
      {},
      { requests: amounts('What an Envoy is sure to get.'), limits: amounts('What an Envoy may take at most.') },
      { description: "Resources of Envoy's container." },
    ),
    nodeSelector: map(text(), { description: 'Labels of the nodes on which Envoys may run.' }),
    tolerations: list(toleration, { description: 'Taints of nodes that are borne.' }),
    priorityClassName: text(),
    podLabels: map(text(), { description: 'Further labels of the Pods.' }),
    podAnnotations: map(text(), { description: 'Further annotations of the Pods.' }),
  },
  { description: 'The Envoys.' },
);

const service = object(
  {},
  {
    type: oneOf(['LoadBalancer', 'NodePort', 'ClusterIP'], {
      description: 'Type of the Service; default: LoadBalancer. Addresses of a ClusterIP are the Gateway’s too.',
    }),
    externalTrafficPolicy: oneOf(['Local', 'Cluster'], {
      description: 'Local (the default) keeps the addresses of clients.',
    }),
    loadBalancerClass: text({ minLength: 1 }),
    allocateLoadBalancerNodePorts: flag(),
    annotations: map(text(), { description: 'Further annotations, such as a cloud’s load balancer wants.' }),
  },
  { description: 'The Service in front of the Envoys.' },
);

const spec = object({}, { workload, service });

export type EnvoyFleetSpec = Infer<typeof spec>;

export interface EnvoyFleet extends SourceObject {
  readonly kind: 'EnvoyFleet';
  readonly spec: EnvoyFleetSpec;
}

export const envoyFleetKind: KindDefinition = {
  kind: 'EnvoyFleet',
  group: 'nuncio.dev',
  version: 'v1alpha1',
  plural: 'envoyfleets',
  namespaced: true,
  fields: object({ spec }, {}),
  crd: {
    singular: 'envoyfleet',
    shortNames: [],
    description: 'How the Envoys of a Gateway, or of the Gateways of a class, are deployed.',
    columns: [],
  },
};

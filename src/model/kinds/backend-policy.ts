// BackendPolicy (nuncio.dev/v1alpha1): how routes of the Gateway API use the endpoints of a Service.
import type { SourceObject } from '../object.ts';
import {
  circuitBreakerFields,
  loadBalancerFields,
  outlierDetectionPolicy,
  slowStartPolicy,
} from './contour-policies.ts';
import type { KindDefinition } from './kind.ts';
import { NUNCIO_GROUP, policyLabels, policyStatus, targetReferences } from './policy-common.ts';
import { duration, integer, list, object, oneOf, port, text, type Infer } from './schema.ts';

const healthCheck = object(
  {},
  {
    http: object(
      { path: text({ minLength: 1, description: 'Path of the check request.' }) },
      {
        host: text({ description: 'Host header of the check request.' }),
        expectedStatuses: list(
          object({ start: integer({ minimum: 100, maximum: 599 }), end: integer({ minimum: 101, maximum: 600 }) }, {}),
          { description: 'Status codes that count as healthy, from `start` to below `end`; default: 200.' },
        ),
      },
    ),
    grpc: object({}, { service: text({ description: 'As the gRPC health protocol names it; default: the server.' }) }),
    port: port('Port of the Service to which checks go; default: that of the requests.'),
    intervalSeconds: integer({ minimum: 1, maximum: 1_000_000, description: 'Default: 10.' }),
    timeoutSeconds: integer({ minimum: 1, maximum: 1_000_000, description: 'Default: 2.' }),
    unhealthyThresholdCount: integer({ minimum: 1, maximum: 1_000_000, description: 'Default: 3.' }),
    healthyThresholdCount: integer({ minimum: 1, maximum: 1_000_000, description: 'Default: 2.' }),
  },
  {
    description: 'Envoy checks the endpoints. Without `http` and `grpc` it is enough that a connection can be made.',
    rules: [
      {
        cel: '!has(self.http) || !has(self.grpc)',
        expects: 'have at most one of `http` and `grpc`',
        holds: (value) => value.http === undefined || value.grpc === undefined,
      },
    ],
  },
);

const loadBalancing = object(
  {
    strategy: oneOf(['RoundRobin', 'WeightedLeastRequest', 'Random', 'Cookie', 'RequestHash'], {
      description: 'How an endpoint is chosen.',
    }),
  },
  loadBalancerFields,
);

const connection = object(
  {},
  {
    connectTimeout: duration('For a connection to be made; default: that of the configuration.'),
    idleTimeout: duration('Without a request on a connection; default: 1h.'),
    maxDuration: duration('Of a connection; default: no limit.'),
    tcpKeepalive: object(
      {},
      {
        probes: integer({ minimum: 1, maximum: 2_147_483_647 }),
        timeSeconds: integer({ minimum: 1, maximum: 2_147_483_647 }),
        intervalSeconds: integer({ minimum: 1, maximum: 2_147_483_647 }),
      },
    ),
  },
  { description: 'Connections to the endpoints.' },
);

const spec = object(
  {
    targetRefs: targetReferences('', ['Service'], 'Name of a port of the Service; default: all.'),
  },
  {
    loadBalancing,
    healthCheck,
    circuitBreakers: object({}, circuitBreakerFields, {
      description: 'Replaces the limits of the Service’s annotations and of the configuration as a whole.',
    }),
    outlierDetection: outlierDetectionPolicy,
    slowStart: slowStartPolicy,
    connection,
  },
);

export type BackendPolicySpec = Infer<typeof spec>;

export interface BackendPolicy extends SourceObject {
  readonly kind: 'BackendPolicy';
  readonly spec: BackendPolicySpec;
}

export const backendPolicyKind: KindDefinition = {
  kind: 'BackendPolicy',
  group: NUNCIO_GROUP,
  version: 'v1alpha1',
  plural: 'backendpolicies',
  namespaced: true,
  fields: object({ spec }, { status: policyStatus }),
  dropped: ['status'],
  crd: {
    singular: 'backendpolicy',
    shortNames: [],
    labels: policyLabels('Direct'),
    description: 'How routes of the Gateway API use the endpoints of a Service.',
    columns: [],
  },
};

// The kinds whose every field must have its golden cases. A kind joins by its name in this list.
// `anyValue` names fields of which no value is wrong; every other field that is not a flag needs a case in which a problem
// names it, too.
import { ingressAnnotations } from '../../src/dag/processors/ingress/annotations.ts';
import { serviceAnnotations } from '../../src/dag/compile/upstream.ts';
import { classAnnotations } from '../../src/dag/compile/ingress-class.ts';
import type { KindName } from '../../src/model/kinds/index.ts';

export interface FeatureKind {
  readonly kind: KindName;
  readonly annotations?: readonly string[];
  readonly anyValue?: readonly string[];
  /** Fields that the API has and of which no value is right: each is told, so there is no other case. */
  readonly noValue?: readonly string[];
}

const fieldsOf = (at: string, names: readonly string[]) => names.map((name) => `${at}.${name}`);

const reference = ['group', 'kind', 'name'];
const mirror = [
  ...fieldsOf('backendRef', [...reference, 'namespace', 'port']),
  'percent',
  ...fieldsOf('fraction', ['numerator', 'denominator']),
];

/** Of the filters that only a rule may have. */
const filterFields = (at: string) => [
  ...fieldsOf(`${at}.requestMirror`, mirror),
  ...fieldsOf(`${at}.requestRedirect`, ['scheme', 'hostname', 'port', 'statusCode']),
  ...fieldsOf(`${at}.requestRedirect.path`, ['type', 'replaceFullPath', 'replacePrefixMatch']),
  ...fieldsOf(`${at}.cors`, [
    'allowOrigins[]',
    'allowCredentials',
    'allowMethods[]',
    'allowHeaders[]',
    'exposeHeaders[]',
    'maxAge',
  ]),
  ...fieldsOf(`${at}.externalAuth.backendRef`, [...reference, 'namespace', 'port']),
  ...fieldsOf(`${at}.externalAuth`, ['protocol', 'grpc.allowedHeaders[]', 'forwardBody.maxSize']),
  ...fieldsOf(`${at}.externalAuth.http`, ['path', 'allowedHeaders[]', 'allowedResponseHeaders[]']),
  ...fieldsOf(`${at}.extensionRef`, reference),
];

export const featureKinds: readonly FeatureKind[] = [
  {
    kind: 'HTTPProxy',
    annotations: classAnnotations,
    anyValue: classAnnotations.map(annotationPath),
    noValue: [
      'spec.includes[].conditions[].exact',
      'spec.includes[].conditions[].regex',
      'spec.tcpproxy.services[].mirror',
    ],
  },
  { kind: 'TLSCertificateDelegation' },
  { kind: 'ExtensionService', noValue: ['spec.timeoutPolicy.idle'] },
  { kind: 'ContourConfiguration', noValue: ['spec.featureFlags[]'] },
  {
    kind: 'Ingress',
    annotations: ingressAnnotations,
    anyValue: [...classAnnotations, 'projectcontour.io/tls-cert-namespace'].map(annotationPath),
    noValue: ['spec.defaultBackend', 'spec.rules[].http.paths[].backend'].flatMap((at) =>
      fieldsOf(`${at}.resource`, ['kind', 'name', 'apiGroup']),
    ),
  },
  { kind: 'GatewayClass' },
  { kind: 'Gateway' },
  { kind: 'ListenerSet' },
  {
    kind: 'HTTPRoute',
    noValue: [...filterFields('spec.rules[].backendRefs[].filters[]'), 'spec.rules[].sessionPersistence.idleTimeout'],
  },
  {
    kind: 'GRPCRoute',
    noValue: [
      ...fieldsOf('spec.rules[].backendRefs[].filters[].requestMirror', mirror),
      ...fieldsOf('spec.rules[].backendRefs[].filters[].extensionRef', reference),
      'spec.rules[].sessionPersistence.idleTimeout',
    ],
  },
  { kind: 'TLSRoute' },
  { kind: 'TCPRoute' },
  { kind: 'UDPRoute' },
  { kind: 'BackendTLSPolicy' },
  { kind: 'ReferenceGrant' },
  { kind: 'EnvoyFleet' },
  { kind: 'TrafficPolicy' },
  { kind: 'BackendPolicy' },
  { kind: 'Service', annotations: serviceAnnotations, anyValue: ['spec.clusterIPs[]'] },
];

export function annotationPath(name: string): string {
  return `metadata.annotations["${name}"]`;
}

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
  { kind: 'Service', annotations: serviceAnnotations, anyValue: ['spec.clusterIPs[]'] },
];

export function annotationPath(name: string): string {
  return `metadata.annotations["${name}"]`;
}

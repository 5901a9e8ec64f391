// The list of kinds that nuncio reads. A new kind is a new file and two lines here.
import { backendPolicyKind, type BackendPolicy } from './backend-policy.ts';
import { backendTlsPolicyKind, type BackendTLSPolicy } from './backend-tls-policy.ts';
import { configMapKind, type ConfigMap } from './config-map.ts';
import { contourConfigurationKind, type ContourConfiguration } from './contour-configuration.ts';
import { emissaryKinds, type EmissaryObjectOfKind } from './emissary/index.ts';
import { endpointSliceKind, type EndpointSlice } from './endpoint-slice.ts';
import { envoyFleetKind, type EnvoyFleet } from './envoy-fleet.ts';
import { extensionServiceKind, type ExtensionService } from './extension-service.ts';
import { gatewayClassKind, type GatewayClass } from './gateway-class.ts';
import { gatewayKind, type Gateway } from './gateway.ts';
import { grpcRouteKind, type GRPCRoute } from './grpc-route.ts';
import { httpProxyKind, type HTTPProxy } from './http-proxy.ts';
import { httpRouteKind, type HTTPRoute } from './http-route.ts';
import { ingressKind, type Ingress } from './ingress.ts';
import type { KindDefinition } from './kind.ts';
import { listenerSetKind, type ListenerSet } from './listener-set.ts';
import { namespaceKind, type Namespace } from './namespace.ts';
import { referenceGrantKind, type ReferenceGrant } from './reference-grant.ts';
import { secretKind, type Secret } from './secret.ts';
import { serviceKind, type Service } from './service.ts';
import { tcpRouteKind, type TCPRoute } from './tcp-route.ts';
import { tlsCertificateDelegationKind, type TLSCertificateDelegation } from './tls-certificate-delegation.ts';
import { tlsRouteKind, type TLSRoute } from './tls-route.ts';
import { trafficPolicyKind, type TrafficPolicy } from './traffic-policy.ts';
import { udpRouteKind, type UDPRoute } from './udp-route.ts';

/** Kind → type of its objects. */
export interface ObjectOfKind extends EmissaryObjectOfKind {
  readonly BackendPolicy: BackendPolicy;
  readonly BackendTLSPolicy: BackendTLSPolicy;
  readonly ConfigMap: ConfigMap;
  readonly ContourConfiguration: ContourConfiguration;
  readonly EndpointSlice: EndpointSlice;
  readonly EnvoyFleet: EnvoyFleet;
  readonly ExtensionService: ExtensionService;
  readonly Gateway: Gateway;
  readonly GatewayClass: GatewayClass;
  readonly GRPCRoute: GRPCRoute;
  readonly HTTPProxy: HTTPProxy;
  readonly HTTPRoute: HTTPRoute;
  readonly Ingress: Ingress;
  readonly ListenerSet: ListenerSet;
  readonly Namespace: Namespace;
  readonly ReferenceGrant: ReferenceGrant;
  readonly Secret: Secret;
  readonly Service: Service;
  readonly TCPRoute: TCPRoute;
  readonly TLSCertificateDelegation: TLSCertificateDelegation;
  readonly TLSRoute: TLSRoute;
  readonly TrafficPolicy: TrafficPolicy;
  readonly UDPRoute: UDPRoute;
}

export type KindName = keyof ObjectOfKind;

export const kinds: Readonly<Record<KindName, KindDefinition>> = {
  BackendPolicy: backendPolicyKind,
  BackendTLSPolicy: backendTlsPolicyKind,
  ConfigMap: configMapKind,
  ContourConfiguration: contourConfigurationKind,
  EndpointSlice: endpointSliceKind,
  EnvoyFleet: envoyFleetKind,
  ExtensionService: extensionServiceKind,
  Gateway: gatewayKind,
  GatewayClass: gatewayClassKind,
  GRPCRoute: grpcRouteKind,
  HTTPProxy: httpProxyKind,
  HTTPRoute: httpRouteKind,
  Ingress: ingressKind,
  ListenerSet: listenerSetKind,
  Namespace: namespaceKind,
  ReferenceGrant: referenceGrantKind,
  Secret: secretKind,
  Service: serviceKind,
  TCPRoute: tcpRouteKind,
  TLSCertificateDelegation: tlsCertificateDelegationKind,
  TLSRoute: tlsRouteKind,
  TrafficPolicy: trafficPolicyKind,
  UDPRoute: udpRouteKind,
  ...emissaryKinds,
};

export const kindNames = Object.keys(kinds) as readonly KindName[];

export function isKindName(kind: string): kind is KindName {
  return Object.hasOwn(kinds, kind);
}

/** Undefined: not a kind that nuncio reads. */
export function findKind(kind: string): KindDefinition | undefined {
  return isKindName(kind) ? kinds[kind] : undefined;
}

export { apiVersionOf, isKind, versionsOf, type KindDefinition, type CrdDefinition } from './kind.ts';
export type {
  BackendPolicy,
  BackendTLSPolicy,
  ConfigMap,
  ContourConfiguration,
  EndpointSlice,
  EnvoyFleet,
  ExtensionService,
  Gateway,
  GatewayClass,
  GRPCRoute,
  HTTPProxy,
  HTTPRoute,
  Ingress,
  ListenerSet,
  Namespace,
  ReferenceGrant,
  Secret,
  Service,
  TCPRoute,
  TLSCertificateDelegation,
  TLSRoute,
  TrafficPolicy,
  UDPRoute,
};

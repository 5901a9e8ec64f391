// The Gateway API (gateway.networking.k8s.io): classes, Gateways, ListenerSets, routes and policies for backends.
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { gatewayAddressesKind } from './addresses.ts';
import { backendTlsKind, backendTlsStatusKind } from './backend-tls.ts';
import { gatewayClassKind } from './class.ts';
import { envoyChainKind, envoyListenerKind } from './envoy-listener.ts';
import { gatewayKind } from './gateway.ts';
import { grpcRouteKind } from './grpc-route.ts';
import { gatewayHostKind } from './host.ts';
import { httpRouteKind } from './http-route.ts';
import { gatewayL4Kind } from './l4.ts';
import { l4RouteKinds } from './l4-route.ts';
import { listenerSetKind } from './listener-set.ts';
import { backendPolicyKind } from './policies/backend-policy.ts';
import { policyStatusKinds } from './policies/status.ts';
import { trafficPolicyKind } from './policies/traffic-policy.ts';
import { routeStatusKinds } from './route-status.ts';
import { gatewayStatusKinds } from './status.ts';

export function gatewayKinds(config: CompileConfig): readonly UnitKind[] {
  return [
    gatewayAddressesKind(config),
    listenerSetKind,
    backendTlsKind,
    backendPolicyKind,
    trafficPolicyKind(config),
    gatewayKind(config),
    httpRouteKind(config),
    grpcRouteKind(config),
    ...l4RouteKinds(config),
    gatewayHostKind(config),
    gatewayL4Kind(config),
    envoyListenerKind(config),
    envoyChainKind(config),
    gatewayClassKind(config),
    ...gatewayStatusKinds,
    ...routeStatusKinds(config),
    backendTlsStatusKind(config),
    ...policyStatusKinds(config),
  ];
}

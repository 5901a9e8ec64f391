// The kinds of getambassador.io.
import type { KindDefinition } from '../kind.ts';
import { hostKind, type Host } from './host.ts';
import { listenerKind, type EmissaryListener } from './listener.ts';
import { mappingKind, type Mapping } from './mapping.ts';
import {
  authServiceKind,
  type AuthService,
  consulResolverKind,
  type ConsulResolver,
  devPortalKind,
  type DevPortal,
  kubernetesEndpointResolverKind,
  type KubernetesEndpointResolver,
  kubernetesServiceResolverKind,
  type KubernetesServiceResolver,
  logServiceKind,
  type LogService,
  moduleKind,
  type Module,
  rateLimitServiceKind,
  type RateLimitServiceObject,
  tcpMappingKind,
  type TCPMapping,
  tlsContextKind,
  type TLSContext,
  tracingServiceKind,
  type TracingService,
} from './others.ts';

/** Kind → type of its objects. */
export interface EmissaryObjectOfKind {
  readonly AuthService: AuthService;
  readonly ConsulResolver: ConsulResolver;
  readonly DevPortal: DevPortal;
  readonly Host: Host;
  readonly KubernetesEndpointResolver: KubernetesEndpointResolver;
  readonly KubernetesServiceResolver: KubernetesServiceResolver;
  readonly Listener: EmissaryListener;
  readonly LogService: LogService;
  readonly Mapping: Mapping;
  readonly Module: Module;
  readonly RateLimitService: RateLimitServiceObject;
  readonly TCPMapping: TCPMapping;
  readonly TLSContext: TLSContext;
  readonly TracingService: TracingService;
}

export const emissaryKinds: Readonly<Record<keyof EmissaryObjectOfKind, KindDefinition>> = {
  AuthService: authServiceKind,
  ConsulResolver: consulResolverKind,
  DevPortal: devPortalKind,
  Host: hostKind,
  KubernetesEndpointResolver: kubernetesEndpointResolverKind,
  KubernetesServiceResolver: kubernetesServiceResolverKind,
  Listener: listenerKind,
  LogService: logServiceKind,
  Mapping: mappingKind,
  Module: moduleKind,
  RateLimitService: rateLimitServiceKind,
  TCPMapping: tcpMappingKind,
  TLSContext: tlsContextKind,
  TracingService: tracingServiceKind,
};

export type {
  AuthService,
  ConsulResolver,
  DevPortal,
  Host,
  KubernetesEndpointResolver,
  KubernetesServiceResolver,
  EmissaryListener,
  LogService,
  Mapping,
  Module,
  RateLimitServiceObject,
  TCPMapping,
  TLSContext,
  TracingService,
};

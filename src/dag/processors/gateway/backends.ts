// References to backends: permission, kind, Service, TLS → a cluster, or why not. The same for all kinds of routes.
// The order of checks is the API's: nobody learns from an answer what exists where he may not refer to.
import type { BackendObjectReference } from '../../../model/kinds/gateway-common.ts';
import type { SourceObject } from '../../../model/object.ts';
import { isGranted } from '../../compile/reference-grant.ts';
import { resolveService, upstreamCluster, type ResolvedService, type UpstreamOptions } from '../../compile/upstream.ts';
import type { UnitContext } from '../../engine.ts';
import type { Cluster, HashPolicy, RoutePolicy } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { useBackendTls, type BackendTlsUse } from './backend-tls.ts';
import { noPolicies, useBackendPolicies } from './policies/backend-policy.ts';
import type { RouteFault } from './route-status.ts';

export interface BackendUser {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  /** The object that refers to the backend. */
  readonly from: SourceObject;
  /** `grpc`: HTTP/2 in any case. `tcp` and `udp`: bytes, whatever the Service says of HTTP. */
  readonly use: 'http' | 'grpc' | 'tcp' | 'udp';
  /** Secret that Envoy shows to backends with TLS; empty: it should show one and can't. */
  readonly clientCertificate?: string;
  readonly options?: UpstreamOptions;
  /** What becomes of it when it can't be used: completes a message. */
  readonly consequence: string;
}

export type BackendUse =
  | {
      readonly ok: true;
      readonly cluster: Cluster;
      /** What routes must hash for it. */
      readonly hashPolicies: readonly HashPolicy[];
      /** BackendPolicies that count. */
      readonly inEffect: readonly RoutePolicy[];
      readonly policies: readonly string[];
    }
  /** `fault` absent: the reference is fine, but the backend must not be asked. */
  | { readonly ok: false; readonly fault?: RouteFault; readonly policies: readonly string[] };

export function useBackend(user: BackendUser, reference: BackendObjectReference, path: string): BackendUse {
  const { context, config, from, use, consequence } = user;
  const { group = '', kind = 'Service', name, port } = reference;
  const own = from.metadata.namespace;
  const namespace = reference.namespace ?? own;
  const fail = (reason: string, message: string): BackendUse => ({
    ok: false,
    fault: { reason, path, message: `${message}; ${consequence}` },
    policies: [],
  });
  const source = { group: from.apiVersion.split('/')[0]!, kind: from.kind, namespace: own };
  if (!isGranted(context, source, { group, kind, namespace, name }))
    return fail(
      'RefNotPermitted',
      `no ReferenceGrant in namespace ${namespace} lets a ${from.kind} of namespace ${own} use ${kind} ${namespace}/${name}`,
    );
  if (group !== '' || kind !== 'Service')
    return fail(
      'InvalidKind',
      `${kind}${group === '' ? '' : ` (${group})`} can not be a backend; it must be a Service`,
    );
  if (port === undefined) return fail('BackendNotFound', `a Service needs a port, and none is named`);
  const resolved = resolveService(context, config, namespace, name, port, undefined, use === 'udp' ? 'UDP' : 'TCP');
  if (!resolved.ok) return fail('BackendNotFound', resolved.message);
  const { service: plain } = resolved;
  const { policies: attached, ...policy } = use === 'udp' ? noPolicies : useBackendPolicies(context, plain, use);
  const service = withHealthPort(user, plain, policy.healthPort);
  const tls = use === 'udp' ? noTls : useBackendTls(context, service);
  const policies = [...tls.policies, ...attached];
  if (tls.kind === 'invalid') return { ok: false, policies };
  const { appProtocol } = service;
  const isHttp = use === 'http' || use === 'grpc';
  if (isHttp && tls.kind === 'none' && isUnknown(appProtocol))
    return fail('UnsupportedProtocol', `appProtocol ${appProtocol} of Service ${namespace}/${name} is not known`);
  const isEncrypted = tls.kind === 'tls' || (isHttp && (service.protocol === 'tls' || service.protocol === 'h2'));
  const clientCertificate = isEncrypted ? user.clientCertificate : undefined;
  if (clientCertificate === '') return { ok: false, policies };
  const http2 = use === 'grpc' || (use === 'http' && (service.protocol === 'h2c' || service.protocol === 'h2'));
  const protocol = isEncrypted ? (http2 ? 'h2' : 'tls') : http2 ? 'h2c' : 'http1';
  const { slowStart, healthCheck, ...balancing } = { ...policy.options, ...user.options };
  const options: UpstreamOptions = {
    ...balancing,
    ...(slowStart && canStartSlowly(balancing.loadBalancer) && { slowStart }),
    // Envoy asks by gRPC only where it speaks HTTP/2 anyway.
    ...(healthCheck && (http2 || !healthCheck.grpc) && { healthCheck }),
    protocol,
    ...(tls.kind === 'tls' && { sni: tls.sni, validation: tls.validation }),
    ...(clientCertificate !== undefined && { clientCertificate }),
  };
  return {
    ok: true,
    cluster: upstreamCluster(service, options, config.connectTimeoutMs),
    hashPolicies: user.options?.loadBalancer === undefined ? policy.hashPolicies : [],
    inEffect: policy.inEffect,
    policies,
  };
}

/** The policy has seen that the Service has the port. */
function withHealthPort({ context, config }: BackendUser, service: ResolvedService, port?: number): ResolvedService {
  if (port === undefined) return service;
  const resolved = resolveService(context, config, service.namespace, service.name, service.port, port);
  return resolved.ok ? resolved.service : service;
}

function canStartSlowly(loadBalancer: UpstreamOptions['loadBalancer']): boolean {
  return loadBalancer === undefined || loadBalancer === 'roundRobin' || loadBalancer === 'leastRequest';
}

const noTls: BackendTlsUse = { kind: 'none', policies: [] };

/** Protocols that Kubernetes itself names. Others are names of IANA, which say nothing of how to talk HTTP. */
const knownProtocols: ReadonlySet<string> = new Set(['kubernetes.io/h2c', 'kubernetes.io/ws']);

function isUnknown(appProtocol = ''): boolean {
  return appProtocol.startsWith('kubernetes.io/') && !knownProtocols.has(appProtocol);
}

// BackendTLSPolicy: how a Service is reached with TLS. Each policy tells the Services that it is for; of several for one
// port the one that names the port counts, then the oldest. A policy that can't be used closes the backend: what should
// be encrypted and checked never goes out otherwise. Source: GEP-1897.
import { GATEWAY_GROUP } from '../../../model/kinds/gateway-common.ts';
import type { BackendTLSPolicy } from '../../../model/kinds/index.ts';
import { keyOf, parseKey, type ObjectKey } from '../../../model/object.ts';
import { useCaBundle } from '../../compile/ca-bundle.ts';
import { shown } from '../../compile/problem.ts';
import { compareText } from '../../compile/route-match.ts';
import { isServerName } from '../../compile/server-name.ts';
import type { ResolvedService } from '../../compile/upstream.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import { SYSTEM_CA, type UpstreamValidation } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels } from '../topics.ts';
import { ourControllerNames } from './class.ts';
import { condition, type Condition } from './conditions.ts';
import { gatewayTopics, type Parent } from './topics.ts';

interface BackendTls {
  readonly policy: ObjectKey;
  readonly creationTimestamp: string;
  /** Absent: for all ports of the Service. */
  readonly portName?: string;
  readonly sni: string;
  /** Absent: it can't be used. */
  readonly validation?: UpstreamValidation;
}

export type BackendTlsUse = { readonly policies: readonly ObjectKey[] } & (
  | { readonly kind: 'none' | 'invalid' }
  | { readonly kind: 'tls'; readonly sni: string; readonly validation: UpstreamValidation }
);

export function useBackendTls(context: UnitContext, service: ResolvedService): BackendTlsUse {
  const { portName } = service;
  const all = policiesFor(context, service.namespace, service.name);
  const found = all.filter((each) => each.portName === undefined || each.portName === portName);
  // Those that lost are told so, and where.
  const policies = found.map(({ policy }) => policy);
  const [first] = found.sort(comparePolicies);
  if (!first) return { kind: 'none', policies };
  if (!first.validation) return { kind: 'invalid', policies };
  return { kind: 'tls', sni: first.sni, validation: first.validation, policies };
}

function policiesFor(context: UnitContext, namespace: string, service: string): BackendTls[] {
  return context
    .topic<readonly BackendTls[]>(gatewayTopics.backendTls(namespace, service))
    .flatMap(({ value }) => value);
}

function comparePolicies(a: BackendTls, b: BackendTls): number {
  return (
    Number(a.portName === undefined) - Number(b.portName === undefined) ||
    compareText(a.creationTimestamp, b.creationTimestamp) ||
    compareText(a.policy, b.policy)
  );
}

interface CompiledPolicy {
  readonly validation?: UpstreamValidation;
  readonly accepted: { readonly ok: boolean; readonly reason: string; readonly message: string };
  readonly resolved: { readonly ok: boolean; readonly reason: string; readonly message: string };
}

function compilePolicy(context: UnitContext, policy: BackendTLSPolicy): CompiledPolicy {
  const { validation } = policy.spec;
  const fail = (acceptedReason: string, resolvedReason: string, message: string): CompiledPolicy => ({
    accepted: { ok: false, reason: acceptedReason, message: `${message}; the Services get no requests` },
    resolved: { ok: resolvedReason === '', reason: resolvedReason || 'ResolvedRefs', message },
  });
  if (!isServerName(validation.hostname)) {
    const message = `spec.validation.hostname: must be a host name, found ${shown(validation.hostname)}`;
    return fail('Invalid', '', message);
  }
  const names = (validation.subjectAltNames ?? []).flatMap(({ type, hostname }) =>
    type === 'Hostname' && hostname !== undefined ? [hostname] : [],
  );
  const uris = (validation.subjectAltNames ?? []).flatMap(({ type, uri }) =>
    type === 'URI' && uri !== undefined ? [uri] : [],
  );
  const subjects = {
    // With other names to look for, the host name is only what is asked for.
    subjectNames: names.length + uris.length > 0 ? names : [validation.hostname],
    ...(uris.length > 0 && { subjectUris: uris }),
  };
  const good = {
    accepted: { ok: true, reason: 'Accepted', message: 'The Services are reached with TLS' },
    resolved: { ok: true, reason: 'ResolvedRefs', message: 'All references are resolved' },
  };
  const references = validation.caCertificateRefs ?? [];
  if (references.length === 0) {
    if (validation.wellKnownCACertificates === 'System') return { ...good, validation: { ca: SYSTEM_CA, ...subjects } };
    const message = `spec.validation: needs caCertificateRefs, or wellKnownCACertificates "System"`;
    return fail('Invalid', '', message);
  }
  const found = useCaBundle(context, references, {
    kind: 'BackendTLSPolicy',
    namespace: policy.metadata.namespace,
    path: 'spec.validation.caCertificateRefs',
  });
  if (found.key === undefined)
    return fail(
      'NoValidCACertificate',
      found.problem.reason === 'InvalidKind' ? 'InvalidKind' : 'InvalidCACertificateRef',
      found.problem.message,
    );
  const validated = { ...good, validation: { ca: found.key, ...subjects } };
  if (!found.problem) return validated;
  const { reason, message } = found.problem;
  return {
    ...validated,
    resolved: { ok: false, reason: reason === 'InvalidKind' ? reason : 'InvalidCACertificateRef', message },
  };
}

/** Tells the Services. */
export const backendTlsKind: UnitKind = {
  name: 'backend-tls',
  level: levels.extension,
  each: { object: 'BackendTLSPolicy' },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const policy = context.object<BackendTLSPolicy>('BackendTLSPolicy', namespace, name)!;
    const { validation } = compilePolicy(context, policy);
    const byService = new Map<string, BackendTls[]>();
    for (const { group, kind, name: service, sectionName } of policy.spec.targetRefs) {
      if (group !== '' || kind !== 'Service') continue;
      const value: BackendTls = {
        policy: keyOf(policy),
        creationTimestamp: policy.metadata.creationTimestamp,
        ...(sectionName !== undefined && { portName: sectionName }),
        sni: policy.spec.validation.hostname,
        ...(validation && { validation }),
      };
      byService.set(service, [...(byService.get(service) ?? []), value]);
    }
    for (const [service, value] of byService) context.publish(gatewayTopics.backendTls(namespace, service), value);
  },
};

/** The API server takes no more. */
const MAX_ANCESTORS = 16;

export function backendTlsStatusKind(config: CompileConfig): UnitKind {
  return {
    name: 'backend-tls-status',
    level: levels.status,
    each: { object: 'BackendTLSPolicy' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const policy = context.object<BackendTLSPolicy>('BackendTLSPolicy', namespace, name)!;
      const object = keyOf(policy);
      const used = context.topic<readonly ObjectKey[]>(gatewayTopics.policyAncestors(object));
      const gateways = [...new Set(used.flatMap(({ value }) => value))].sort().slice(0, MAX_ANCESTORS);
      const compiled = compilePolicy(context, policy);
      const conditions = conditionsOf(context, policy, compiled);
      const ancestors = gateways.flatMap((gateway) => {
        const parent = context.topic<Parent>(gatewayTopics.parent(gateway))[0]?.value;
        const { kind, namespace: ofGateway, name: nameOfGateway } = parseKey(gateway);
        const ancestorRef = { group: GATEWAY_GROUP, kind, namespace: ofGateway, name: nameOfGateway };
        return parent ? [{ ancestorRef, controllerName: parent.controllerName, conditions }] : [];
      });
      context.status({
        object,
        apiVersion: policy.apiVersion,
        generation: policy.metadata.generation,
        uid: policy.metadata.uid,
        status: { ancestors },
        controllerNames: [
          ...new Set([...ourControllerNames(config), ...ancestors.map((each) => each.controllerName)]),
        ].sort(),
        problems: policy.problems ?? [],
      });
    },
  };
}

function conditionsOf(
  context: UnitContext,
  policy: BackendTLSPolicy,
  { accepted, resolved }: CompiledPolicy,
): readonly Condition[] {
  const { generation, namespace } = policy.metadata;
  const object = keyOf(policy);
  const losesTo = policy.spec.targetRefs.map(({ name, sectionName }) => {
    const [first] = policiesFor(context, namespace, name)
      .filter((each) => each.portName === sectionName)
      .sort(comparePolicies);
    return first && first.policy !== object ? first.policy : undefined;
  });
  const conflict =
    losesTo.length > 0 && losesTo.every((each) => each !== undefined)
      ? condition(
          'Accepted',
          false,
          'Conflicted',
          `${losesTo.join(', ')} is for the same Service, and older; it counts`,
          generation,
        )
      : undefined;
  return [
    conflict ?? condition('Accepted', accepted.ok, accepted.reason, accepted.message, generation),
    condition('ResolvedRefs', resolved.ok, resolved.reason, resolved.message, generation),
  ];
}

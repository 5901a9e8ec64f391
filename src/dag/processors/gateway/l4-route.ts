// TLSRoute, TCPRoute and UDPRoute → entries on listeners: where connections, or datagrams, go.
import type { BackendReference } from '../../../model/kinds/gateway-common.ts';
import { keyOf } from '../../../model/object.ts';
import { publishSecrets } from '../../compile/used-secrets.ts';
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { isStandard } from '../hosts/listener.ts';
import { levels, topics } from '../topics.ts';
import { attach, placesOf, publishAttached, type AttachableRoute } from './attach.ts';
import { useBackend, type BackendUser } from './backends.ts';
import { reportRoute, type RouteFault } from './route-status.ts';
import { gatewayTopics, type L4Backend, type L4Entry } from './topics.ts';

interface L4Route extends AttachableRoute {
  readonly spec: AttachableRoute['spec'] & {
    readonly rules?: readonly { readonly backendRefs?: readonly BackendReference[] }[];
  };
}

export function l4RouteKinds(config: CompileConfig): readonly UnitKind[] {
  return [l4RouteKind(config, 'TLSRoute'), l4RouteKind(config, 'TCPRoute'), l4RouteKind(config, 'UDPRoute')];
}

function l4RouteKind(config: CompileConfig, kind: 'TLSRoute' | 'TCPRoute' | 'UDPRoute'): UnitKind {
  return {
    name: kind.toLowerCase(),
    level: levels.claim,
    each: { object: kind },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const route = context.object<L4Route>(kind, namespace, name)!;
      const attachments = attach(context, route, kind === 'TLSRoute');
      if (attachments.length === 0) return;
      publishAttached(context, attachments);
      const compile = (clientCertificate: string | undefined) =>
        compileBackends(route, {
          context,
          config,
          from: route,
          use: kind === 'UDPRoute' ? 'udp' : 'tcp',
          consequence: kind === 'UDPRoute' ? 'its datagrams are dropped' : 'its connections are closed',
          ...(clientCertificate !== undefined && { clientCertificate }),
        });
      const ancestors = new Map<string, Set<string>>();
      const used: L4Backend[] = [];
      const serverNames = new Set<string>();
      for (const { listener: _listener, traffic, hosts, parent } of placesOf(attachments)) {
        const { backends, policies } = compile(parent.clientCertificate);
        used.push(...backends);
        for (const policy of policies) ancestors.set(policy, (ancestors.get(policy) ?? new Set()).add(parent.gateway));
        for (const { host, original } of hosts) {
          const entry: L4Entry = {
            owner: keyOf(route),
            creationTimestamp: route.metadata.creationTimestamp,
            original,
            backends,
          };
          context.publish(gatewayTopics.l4(traffic.listener, traffic.section, host), entry);
          if (isStandard(traffic.listener)) serverNames.add(topics.serverName(traffic.listener, host));
        }
      }
      for (const topic of serverNames) context.publish(topic, keyOf(route));
      publishSecrets(
        context,
        used.flatMap(({ cluster }) => cluster ?? []),
      );
      for (const [policy, gateways] of ancestors)
        context.publish(gatewayTopics.policyAncestors(policy), [...gateways].sort());
      const { faults } = compile(attachments[0]!.parent.clientCertificate);
      reportRoute(context, route, attachments, { unresolved: faults, unsupported: [], allUnsupported: false });
    },
  };
}

interface CompiledBackends {
  readonly backends: readonly L4Backend[];
  readonly policies: readonly string[];
  readonly faults: readonly RouteFault[];
}

/** Of several rules the first counts: nothing tells their connections apart. */
function compileBackends(route: L4Route, user: BackendUser): CompiledBackends {
  const references = route.spec.rules?.[0]?.backendRefs ?? [];
  const uses = references.map((reference, i) => ({
    weight: reference.weight ?? 1,
    use: useBackend(user, reference, `spec.rules[0].backendRefs[${i}]`),
  }));
  return {
    backends: uses
      .filter(({ weight }) => weight > 0)
      .map(({ weight, use }) => ({ weight, ...(use.ok && { cluster: use.cluster }) })),
    policies: uses.flatMap(({ use }) => use.policies),
    faults: uses.flatMap(({ use }) => (use.ok ? [] : (use.fault ?? []))),
  };
}

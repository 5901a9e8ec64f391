// From the compiled rules of an HTTPRoute or GRPCRoute to entries on hosts. Rules are compiled once for each way in which
// the listeners differ as far as rules can tell.
import { keyOf, type ObjectKey } from '../../../model/object.ts';
import type { UnitContext } from '../../engine.ts';
import type { Cluster, JwtProvider } from '../../vertices.ts';
import type { AttachableRoute, Attachment, Place } from './attach.ts';
import type { Reaching } from './policies/effective.ts';
import { reachingListener } from './policies/traffic-policy.ts';
import type { RouteFaults } from './route-status.ts';
import { gatewayTopics, type HostEntry, type OrderedRoute, type Parent, type ParentListener } from './topics.ts';

/** What rules may depend on beside their route. */
export interface Variant {
  readonly clientCertificate?: string;
  readonly scheme: 'http' | 'https';
  readonly port: number;
  /** TrafficPolicies of the listener and what it belongs to. */
  readonly inherited: Reaching;
}

export interface CompiledRules {
  readonly routes: readonly OrderedRoute[];
  readonly clusters: readonly Cluster[];
  readonly jwtProviders: readonly JwtProvider[];
  readonly policies: readonly string[];
  readonly faults: RouteFaults;
}

export interface CompiledVariants {
  readonly of: (place: Pick<Place, 'object' | 'parent' | 'listener'>) => CompiledRules;
  /** The same for all, but for certificates. */
  readonly faults: RouteFaults;
}

/** `dependsOnPort`: scheme and port count. At least one parent. */
export function variantsOf(
  context: UnitContext,
  attachments: readonly Attachment[],
  dependsOnPort: boolean,
  compile: (variant: Variant) => CompiledRules,
): CompiledVariants {
  const known = new Map<string, CompiledRules>();
  const of = (object: ObjectKey, parent: Parent, listener: ParentListener | undefined): CompiledRules => {
    const { clientCertificate } = parent;
    const inherited = reachingListener(context, object, parent, listener);
    const place = dependsOnPort
      ? { scheme: listener?.protocol === 'HTTPS' ? ('https' as const) : ('http' as const), port: listener?.port ?? 80 }
      : { scheme: 'http' as const, port: 80 };
    const policies = Object.entries(inherited).flatMap(([reach, entries]) => [
      reach,
      ...entries.map((each) => each.policy),
    ]);
    const key = `${place.scheme} ${place.port} ${clientCertificate ?? ''} ${policies.join(' ')}`;
    let compiled = known.get(key);
    if (!compiled) {
      compiled = compile({ ...place, inherited, ...(clientCertificate !== undefined && { clientCertificate }) });
      known.set(key, compiled);
    }
    return compiled;
  };
  const [first] = attachments;
  return {
    of: ({ object, parent, listener }) => of(object, parent, listener),
    faults: of(first!.object, first!.parent, first!.listeners[0]?.listener).faults,
  };
}

/** Publishes the entries, and tells policies where they are used. */
export function publishRoutes(
  context: UnitContext,
  route: AttachableRoute,
  places: readonly Place[],
  compiled: CompiledVariants,
): void {
  const ancestors = new Map<string, Set<string>>();
  for (const place of places) {
    const { parent, traffic, hosts } = place;
    const rules = compiled.of(place);
    for (const policy of rules.policies) {
      const gateways = ancestors.get(policy);
      if (gateways) gateways.add(parent.gateway);
      else ancestors.set(policy, new Set([parent.gateway]));
    }
    for (const { host, original } of hosts) {
      const entry: HostEntry = {
        kind: 'routes',
        routes: {
          owner: keyOf(route),
          creationTimestamp: route.metadata.creationTimestamp,
          original,
          routes: rules.routes,
          clusters: rules.clusters,
          ...(rules.jwtProviders.length > 0 && { jwtProviders: rules.jwtProviders }),
        },
      };
      context.publish(gatewayTopics.host(traffic.listener, traffic.section, host), entry);
    }
  }
  for (const [policy, gateways] of ancestors)
    context.publish(gatewayTopics.policyAncestors(policy), [...gateways].sort());
}

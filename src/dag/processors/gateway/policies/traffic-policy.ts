// TrafficPolicy: compiled once, told to each target; what lies in its reach looks it up there.
import { GATEWAY_GROUP } from '../../../../model/kinds/gateway-common.ts';
import type { TrafficPolicy } from '../../../../model/kinds/index.ts';
import { keyOf, objectKey, type ObjectKey, type Problem } from '../../../../model/object.ts';
import type { UnitContext, UnitKind } from '../../../engine.ts';
import type { CompileConfig } from '../../compile-config.ts';
import { levels } from '../../topics.ts';
import type { Parent, ParentListener } from '../topics.ts';
import type { PolicyEntry, Reaching } from './effective.ts';
import { compileSections } from './sections.ts';

export const trafficTopics = {
  /** Lists of PolicyEntry, of each TrafficPolicy for the object. */
  entries: (target: ObjectKey) => `gateway-traffic-policies/${target}`,
  /** CompiledTrafficPolicy. */
  policy: (policy: ObjectKey) => `gateway-traffic-policy/${policy}`,
};

export interface CompiledTrafficPolicy {
  readonly entry: PolicyEntry;
  readonly problems: readonly Problem[];
}

export function trafficPolicyKind(config: CompileConfig): UnitKind {
  return {
    name: 'traffic-policy',
    level: levels.part,
    each: { object: 'TrafficPolicy' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const policy = context.object<TrafficPolicy>('TrafficPolicy', namespace, name)!;
      const { sections, problems } = compileSections(context, config, policy);
      const entry: PolicyEntry = {
        policy: keyOf(policy),
        creationTimestamp: policy.metadata.creationTimestamp,
        overrides: policy.spec.mode === 'Override',
        sections,
      };
      context.publish(trafficTopics.policy(entry.policy), { entry, problems } satisfies CompiledTrafficPolicy);
      const byTarget = new Map<ObjectKey, PolicyEntry[]>();
      for (const { group, kind, name: target, sectionName } of policy.spec.targetRefs ?? []) {
        if (group !== GATEWAY_GROUP) continue;
        const key = objectKey(kind, namespace, target);
        const told = sectionName === undefined ? entry : { ...entry, sectionName };
        byTarget.set(key, [...(byTarget.get(key) ?? []), told]);
      }
      for (const [target, entries] of byTarget) context.publish(trafficTopics.entries(target), entries);
    },
  };
}

/** Of all policies for the object. */
export function entriesFor(context: UnitContext, target: ObjectKey): readonly PolicyEntry[] {
  return context.topic<readonly PolicyEntry[]>(trafficTopics.entries(target)).flatMap(({ value }) => value);
}

/** What reaches everything on a listener. `object`: the Gateway or ListenerSet that has it. */
export function reachingListener(
  context: UnitContext,
  object: ObjectKey,
  { gateway }: Parent,
  listener: ParentListener | undefined,
): Reaching {
  const ofObject = entriesFor(context, object);
  const isWhole = ({ sectionName }: PolicyEntry) => sectionName === undefined;
  const ofListener = listener ? ofObject.filter(({ sectionName }) => sectionName === listener.name) : [];
  const ofSet = object === gateway ? [] : ofObject.filter(isWhole);
  const ofGateway = (object === gateway ? ofObject : entriesFor(context, gateway)).filter(isWhole);
  return {
    ...(ofListener.length > 0 && { listener: ofListener }),
    ...(ofSet.length > 0 && { listenerSet: ofSet }),
    ...(ofGateway.length > 0 && { gateway: ofGateway }),
  };
}

/** What reaches a rule of a route beside what comes from its listener. */
export function reachingRule(
  ofRoute: readonly PolicyEntry[],
  ruleName: string | undefined,
): Pick<Reaching, 'rule' | 'route'> {
  const rule = ruleName === undefined ? [] : ofRoute.filter(({ sectionName }) => sectionName === ruleName);
  const route = ofRoute.filter(({ sectionName }) => sectionName === undefined);
  return { ...(rule.length > 0 && { rule }), ...(route.length > 0 && { route }) };
}

// Statuses of Gateways and ListenerSets: what their units found, and how many routes are attached.
import { keyOf, type Problem, type SourceObject } from '../../../model/object.ts';
import { uniqueProblems } from '../../compile/problem.ts';
import { failureTopic, type UnitContext, type UnitKind } from '../../engine.ts';
import { GATEWAY_GROUP } from '../../../model/kinds/gateway-common.ts';
import { levels } from '../topics.ts';
import { gatewayTopics, type Parent } from './topics.ts';

export const gatewayStatusKinds: readonly UnitKind[] = ['Gateway', 'ListenerSet'].map((kind) => ({
  name: `${kind.toLowerCase()}-status`,
  level: levels.status,
  each: { object: kind },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const object = context.object<SourceObject>(kind, namespace, name)!;
    const key = keyOf(object);
    const parent = context.topic<Parent>(gatewayTopics.parent(key))[0]?.value;
    if (!parent) return;
    const places = parent.listeners.flatMap(({ name: listener, traffic }) =>
      traffic === undefined ? [] : [[listener, { listener: traffic.listener, section: traffic.section }] as const],
    );
    const failures = context.topic<Problem>(failureTopic(key)).map((each) => each.value);
    context.status({
      object: key,
      apiVersion: object.apiVersion,
      generation: object.metadata.generation,
      uid: object.metadata.uid,
      status: statusOf(context, key, parent),
      awaits: [parent.fleet],
      ...(places.length > 0 && { envoyListeners: Object.fromEntries(places) }),
      problems: uniqueProblems([...(object.problems ?? []), ...failures]),
    });
  },
}));

function statusOf(context: UnitContext, object: string, parent: Parent): Readonly<Record<string, unknown>> {
  return {
    conditions: parent.conditions,
    ...(parent.addresses && { addresses: parent.addresses }),
    ...(parent.attachedListenerSets !== undefined && { attachedListenerSets: parent.attachedListenerSets }),
    listeners: parent.listeners.map(({ name, kinds, conditions }) => ({
      name,
      supportedKinds: kinds.map((kind) => ({ group: GATEWAY_GROUP, kind })),
      attachedRoutes: context.topic(gatewayTopics.attached(object, name)).length,
      conditions,
    })),
  };
}

// Each ListenerSet tells the Gateway that it names what it would add; the Gateway decides.
import { GATEWAY_GROUP } from '../../../model/kinds/gateway-common.ts';
import type { ListenerSet } from '../../../model/kinds/index.ts';
import { keyOf } from '../../../model/object.ts';
import type { UnitKind } from '../../engine.ts';
import { levels } from '../topics.ts';
import { gatewayTopics, type ListenerSetSpec } from './topics.ts';

export const listenerSetKind: UnitKind = {
  name: 'listener-set',
  level: levels.secretVerdict,
  each: { object: 'ListenerSet' },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const set = context.object<ListenerSet>('ListenerSet', namespace, name)!;
    const { parentRef, listeners = [] } = set.spec;
    if ((parentRef.group ?? GATEWAY_GROUP) !== GATEWAY_GROUP || (parentRef.kind ?? 'Gateway') !== 'Gateway') return;
    const value: ListenerSetSpec = {
      object: keyOf(set),
      uid: set.metadata.uid,
      apiVersion: set.apiVersion,
      generation: set.metadata.generation,
      creationTimestamp: set.metadata.creationTimestamp,
      listeners,
    };
    context.publish(gatewayTopics.listenerSets(parentRef.namespace ?? namespace, parentRef.name), value);
  },
};

// To which listeners a route attaches: parentRefs, sections, ports, namespaces, kinds, host names. The same for all kinds
// of routes. Source: Gateway API, `spec.parentRefs` and the conditions of RouteParentStatus.
import { GATEWAY_GROUP, type ParentReference } from '../../../model/kinds/gateway-common.ts';
import { objectKey, parseKey, type ObjectKey, type SourceObject } from '../../../model/object.ts';
import type { UnitContext } from '../../engine.ts';
import { ANY_HOST, intersect, type Intersection } from './hostnames.ts';
import { isNamespaceAllowed } from './namespaces.ts';
import { gatewayTopics, type Parent, type ParentListener } from './topics.ts';

export interface Attachment {
  readonly reference: ParentReference;
  /** Key of the Gateway or ListenerSet. */
  readonly object: ObjectKey;
  readonly parent: Parent;
  /** Empty: not accepted, `refusal` says why. */
  readonly listeners: readonly AttachedListener[];
  readonly refusal?: { readonly reason: string; readonly message: string };
}

export interface AttachedListener {
  readonly listener: ParentListener;
  /** Each host once. */
  readonly hosts: readonly Intersection[];
}

export interface AttachableRoute extends SourceObject {
  readonly spec: {
    readonly parentRefs?: readonly ParentReference[];
    readonly useDefaultGateways?: string;
    readonly hostnames?: readonly string[];
  };
}

/** Of the parents that are ours; the others are somebody else's matter, or don't exist. */
export function attach(context: UnitContext, route: AttachableRoute, usesHostnames: boolean): readonly Attachment[] {
  const attachments: Attachment[] = [];
  for (const reference of route.spec.parentRefs ?? []) {
    const object = parentKey(reference, route.metadata.namespace);
    const parent = object && context.topic<Parent>(gatewayTopics.parent(object))[0]?.value;
    if (!object || !parent) continue;
    attachments.push(attachTo(context, route, { reference, object, parent }, usesHostnames));
  }
  // Of a Gateway that it names too, what it says of it counts.
  const named = new Set(attachments.map(({ object }) => object));
  for (const object of defaultGateways(context, route)) {
    const parent = context.topic<Parent>(gatewayTopics.parent(object))[0]?.value;
    if (!parent || named.has(object)) continue;
    const { namespace, name } = parseKey(object);
    const reference = { group: GATEWAY_GROUP, kind: 'Gateway', namespace, name };
    attachments.push(attachTo(context, route, { reference, object, parent }, usesHostnames));
  }
  return attachments;
}

/** GEP-3793; sorted. */
function defaultGateways(context: UnitContext, { spec }: AttachableRoute): readonly ObjectKey[] {
  const { useDefaultGateways: scope = 'None' } = spec;
  if (scope === 'None') return [];
  return context
    .topic<ObjectKey>(gatewayTopics.defaults(scope))
    .map(({ value }) => value)
    .sort();
}

function parentKey(reference: ParentReference, ownNamespace: string): ObjectKey | undefined {
  const { group = GATEWAY_GROUP, kind = 'Gateway', namespace = ownNamespace, name } = reference;
  if (group !== GATEWAY_GROUP || (kind !== 'Gateway' && kind !== 'ListenerSet')) return undefined;
  return objectKey(kind, namespace, name);
}

function attachTo(
  context: UnitContext,
  route: AttachableRoute,
  to: Pick<Attachment, 'reference' | 'object' | 'parent'>,
  usesHostnames: boolean,
): Attachment {
  const { sectionName, port } = to.reference;
  const refuse = (reason: string, message: string): Attachment => ({
    ...to,
    listeners: [],
    refusal: { reason, message },
  });
  const named = to.parent.listeners.filter(
    (each) => (sectionName === undefined || each.name === sectionName) && (port === undefined || each.port === port),
  );
  if (named.length === 0) {
    const wanted = [sectionName !== undefined && `name ${sectionName}`, port !== undefined && `port ${port}`];
    const text = wanted.filter((each) => each !== false).join(' and ');
    return refuse('NoMatchingParent', `${to.object} has no listener${text === '' ? '' : ` with ${text}`}`);
  }
  const allowed = named.filter(
    (each) =>
      each.kinds.includes(route.kind) &&
      isNamespaceAllowed(context, each.namespaces, to.parent.namespace, route.metadata.namespace),
  );
  if (allowed.length === 0) {
    const message =
      `no listener of ${to.object} allows a ${route.kind} of namespace ${route.metadata.namespace} ` +
      `(${named.map((each) => `${each.name}: ${each.protocol}, ${each.kinds.join(', ') || 'no kinds'}, namespaces ${each.namespaces.from}`).join('; ')})`;
    return refuse('NotAllowedByListeners', message);
  }
  const hostnames = usesHostnames ? (route.spec.hostnames ?? []) : [];
  const listeners = allowed
    .map((listener) => ({ listener, hosts: intersect(usesHostnames ? listener.hostname : ANY_HOST, hostnames) }))
    .filter(({ hosts }) => hosts.length > 0);
  if (listeners.length > 0) return { ...to, listeners };
  const message =
    `none of ${hostnames.join(', ')} is a host of ${to.object} ` +
    `(${allowed.map((each) => `${each.name}: ${each.hostname}`).join(', ')})`;
  return refuse('NoMatchingListenerHostname', message);
}

/** Tells the listeners that this route is there. */
export function publishAttached(context: UnitContext, attachments: readonly Attachment[]): void {
  const told = new Set<string>();
  for (const { object, listeners } of attachments) {
    for (const { listener } of listeners) {
      const topic = gatewayTopics.attached(object, listener.name);
      if (!told.has(topic)) context.publish(topic, true);
      told.add(topic);
    }
  }
}

/** A listener that has traffic for the route, with the hosts; each listener once, whichever parentRefs name it. */
export interface Place {
  readonly listener: ParentListener;
  readonly traffic: NonNullable<ParentListener['traffic']>;
  readonly hosts: readonly Intersection[];
  /** Key of the Gateway or ListenerSet. */
  readonly object: ObjectKey;
  readonly parent: Parent;
}

export function placesOf(attachments: readonly Attachment[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { object, parent, listeners } of attachments) {
    for (const { listener, hosts } of listeners) {
      if (!listener.traffic) continue;
      places.set(`${object}/${listener.name}`, { listener, traffic: listener.traffic, hosts, object, parent });
    }
  }
  return [...places.values()];
}

/** In the API's shape, with what the API server would fill in. */
export function parentRefStatus(route: AttachableRoute, reference: ParentReference): Readonly<Record<string, unknown>> {
  const { group = GATEWAY_GROUP, kind = 'Gateway', namespace = route.metadata.namespace, name } = reference;
  return {
    group,
    kind,
    namespace,
    name,
    ...(reference.sectionName !== undefined && { sectionName: reference.sectionName }),
    ...(reference.port !== undefined && { port: reference.port }),
  };
}

// How each xDS resource type behaves on a stream. In: nothing; out: one table, keyed by our short names, and its
// inverse by type URL. Which types are full-state is Envoy's xDS protocol ("Resource types and grouping").
import type { ResourceType } from '../../messages/resources.ts';
import {
  CLUSTER,
  CLUSTER_LOAD_ASSIGNMENT,
  EXTENSION,
  LISTENER,
  ROUTE_CONFIGURATION,
  RUNTIME,
  SCOPED_ROUTE_CONFIGURATION,
  SECRET,
} from '../proto/resource-types.ts';

export interface StreamType {
  readonly type: ResourceType;
  readonly typeUrl: string;
  /** A SotW response lists everything subscribed: what is missing doesn't exist. Also: an empty first subscription means all. */
  readonly fullState: boolean;
  /**
   * A named resource that doesn't exist may be on its way from another actor: tell the client only after a while.
   * The others are answered at once.
   */
  readonly mayComeLate: boolean;
  /**
   * Responses of the type that may be unanswered at once. One gathers changes while the client works. Clusters and
   * endpoints need more: Envoy withholds the ACK while a cluster warms, and warming needs further endpoints.
   */
  readonly window: number;
  /**
   * Envoy takes no removal of such a resource: it has it, with all that it needs, until it asks for it no more. So the wait of
   * a removal has no end of its own, and is no lag.
   */
  readonly staysWithClient: boolean;
  readonly sotwPath: string;
  readonly deltaPath: string;
}

function streamType(
  type: ResourceType,
  proto: { readonly typeUrl: string; readonly sotwPath?: string; readonly deltaPath: string },
  behaviour: Pick<StreamType, 'fullState' | 'mayComeLate' | 'window'> & Partial<Pick<StreamType, 'staysWithClient'>>,
): StreamType {
  if (proto.sotwPath === undefined) throw new Error(`${proto.typeUrl} has no SotW service`);
  const { typeUrl, sotwPath, deltaPath } = proto;
  return { type, typeUrl, sotwPath, deltaPath, staysWithClient: false, ...behaviour };
}

export const streamTypes: Readonly<Record<ResourceType, StreamType>> = {
  cluster: streamType('cluster', CLUSTER, { fullState: true, mayComeLate: false, window: 64 }),
  endpoint: streamType('endpoint', CLUSTER_LOAD_ASSIGNMENT, { fullState: false, mayComeLate: true, window: 64 }),
  secret: streamType('secret', SECRET, { fullState: false, mayComeLate: true, window: 1 }),
  extension: streamType('extension', EXTENSION, { fullState: false, mayComeLate: true, window: 1 }),
  scopedRoute: streamType('scopedRoute', SCOPED_ROUTE_CONFIGURATION, {
    fullState: true,
    mayComeLate: false,
    window: 1,
  }),
  listener: streamType('listener', LISTENER, { fullState: true, mayComeLate: false, window: 1 }),
  route: streamType('route', ROUTE_CONFIGURATION, {
    fullState: false,
    mayComeLate: true,
    window: 1,
    staysWithClient: true,
  }),
  runtime: streamType('runtime', RUNTIME, { fullState: false, mayComeLate: false, window: 1 }),
};

/**
 * The order in which one stream sends what is ready: what is referred to before what refers to it. Scopes come before
 * listeners because a scope that no listener asks for yet is harmless, while a new filter chain without its scopes
 * answers 404; named routes come after them, since Envoy asks for those only once it has the listener.
 */
export const sendOrder: readonly ResourceType[] = [
  'runtime',
  'cluster',
  'endpoint',
  'secret',
  'extension',
  'scopedRoute',
  'listener',
  'route',
];

const byTypeUrl = new Map(Object.values(streamTypes).map((entry) => [entry.typeUrl, entry]));

/** Undefined: a type that nuncio doesn't serve. */
export function streamTypeOf(typeUrl: string): StreamType | undefined {
  return byTypeUrl.get(typeUrl);
}

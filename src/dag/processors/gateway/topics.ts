// What the units of the Gateway API tell each other, and the names of the topics under which they do.
//
//   listener-set ─▶ gateway ─▶ parents (what routes may attach to) ─▶ routes ─▶ hosts, attached ─▶ statuses
//                       └────▶ Envoy listeners and chains
import type { Condition } from './conditions.ts';
import type { ListenerEntry } from '../../../model/kinds/gateway-common.ts';
import type { LabelSelector } from '../../compile/label-selector.ts';
import type { ObjectKey } from '../../../model/object.ts';
import type { ClientValidation, Cluster, JwtProvider, Route } from '../../vertices.ts';

export const gatewayPrefixes = {
  host: 'gateway-host/',
  listener: 'gateway-listener/',
  chain: 'gateway-chain/',
  l4: 'gateway-l4/',
} as const;

export const gatewayTopics = {
  /** ListenerSetSpec of each ListenerSet that names the Gateway. */
  listenerSets: (namespace: string, name: string) => `gateway-listener-sets/${namespace}/${name}`,
  /** Assignment of a Gateway. */
  address: (namespace: string, name: string) => `gateway-address/${namespace}/${name}`,
  /** Parent, of a Gateway or a ListenerSet that is ours. */
  parent: (object: ObjectKey) => `gateway-parent/${object}`,
  /** Keys of the Gateways that are the default in this scope. */
  defaults: (scope: string) => `gateway-defaults/${scope}`,
  /** True by each route that is attached to the listener. */
  attached: (parent: ObjectKey, listener: string) => `gateway-attached/${parent}/${listener}`,
  /** Section of the listener with this host name, on an Envoy listener. */
  section: (listener: string, hostname: string) => `gateway-section/${listener}/${hostname}`,
  /** HostEntry of everything that wants to say what is served. */
  host: (listener: string, section: string, host: string) => `${gatewayPrefixes.host}${listener}|${section}|${host}`,
  /** MatchCount of each host of the route, with a Gateway that the configuration names. */
  matches: (route: ObjectKey) => `gateway-matches/${route}`,
  /** EnvoyListener. */
  listener: (listener: string) => gatewayPrefixes.listener + listener,
  /** EnvoyChain, of a listener with TLS that is ended here, for HTTP. */
  chain: (listener: string, section: string) => `${gatewayPrefixes.chain}${listener}|${section}`,
  /** EnvoyChain, of a listener with TLS that is ended here, for routes that don't know HTTP. */
  l4Tls: (listener: string, section: string) => `gateway-l4-tls/${listener}|${section}`,
  /** L4Entry: routes for connections, by server name (`*`: any, or none). */
  l4: (listener: string, section: string, host: string) => `${gatewayPrefixes.l4}${listener}|${section}|${host}`,
  /** Of each BackendTLSPolicy for the Service. */
  backendTls: (namespace: string, service: string) => `gateway-backend-tls/${namespace}/${service}`,
  /** Gateways (keys, sorted) through which routes use the Service of a policy, or whose routes name a policy in a filter. */
  policyAncestors: (policy: ObjectKey) => `gateway-policy-ancestors/${policy}`,
};

export type Protocol = 'HTTP' | 'HTTPS' | 'TLS' | 'TCP' | 'UDP';

export interface ListenerSetSpec {
  readonly object: ObjectKey;
  readonly uid: string;
  readonly apiVersion: string;
  readonly generation: number;
  readonly creationTimestamp: string;
  readonly listeners: readonly ListenerEntry[];
}

/** What a Gateway or ListenerSet offers to routes, and all of its status but the numbers of attached routes. */
export interface Parent {
  readonly controllerName: string;
  /** Key of the Gateway. */
  readonly gateway: ObjectKey;
  readonly namespace: string;
  readonly listeners: readonly ParentListener[];
  /** Secret that Envoy shows to backends; empty: there should be one, and it can't be used. */
  readonly clientCertificate?: string;
  readonly conditions: readonly Condition[];
  readonly addresses?: readonly { readonly type: string; readonly value: string }[];
  /** Of a Gateway. */
  readonly attachedListenerSets?: number;
  /** The fleet that must have accepted everything before it is said to be programmed. */
  readonly fleet: string;
}

export interface ParentListener {
  readonly name: string;
  readonly port: number;
  /** What the object says; perhaps no Protocol. */
  readonly protocol: string;
  /** Lower case; `*`: all. */
  readonly hostname: string;
  /** Of routes that may attach. */
  readonly kinds: readonly string[];
  readonly namespaces: { readonly from: string; readonly selector?: LabelSelector };
  readonly conditions: readonly Condition[];
  /** Where its traffic comes in; absent: it has none. */
  readonly traffic?: {
    /** Key of the Envoy listener. */
    readonly listener: string;
    /** Tells its hosts, and its TLS chain, from those of other sections of the Envoy listener. */
    readonly section: string;
    /** TLS passes through to the backend. */
    readonly passthrough: boolean;
  };
}

/** One thing that a listener's host serves. */
export type HostEntry =
  | { readonly kind: 'routes'; readonly routes: HostRoutes }
  /** The listener itself: what no route matches gets 404. */
  | { readonly kind: 'listener' }
  /** Requests for the host belong to another listener: 421. */
  | { readonly kind: 'misdirected'; readonly owner: ObjectKey };

export interface HostRoutes {
  readonly owner: ObjectKey;
  readonly creationTimestamp: string;
  /** The route's own host name. */
  readonly original: string;
  /** In the order of rules and matches. */
  readonly routes: readonly OrderedRoute[];
  /** Every cluster that they and the providers name. */
  readonly clusters: readonly Cluster[];
  /** Those that the routes name; absent: none. */
  readonly jwtProviders?: readonly JwtProvider[];
}

/** Of the matches of one route on one host. */
export interface MatchCount {
  readonly served: number;
  /** Another route of the same host name has the same match and comes first. */
  readonly lost: number;
}

export interface OrderedRoute {
  readonly route: Route;
  /** What decides between matches: compared number by number, the lower goes first. */
  readonly order: readonly number[];
}

/** A route for connections, or datagrams, as far as it can be served. */
export interface L4Entry {
  readonly owner: ObjectKey;
  readonly creationTimestamp: string;
  /** The route's own host name. */
  readonly original: string;
  readonly backends: readonly L4Backend[];
}

export interface L4Backend {
  /** Absent: it can't be used. */
  readonly cluster?: Cluster;
  readonly weight: number;
}

export interface EnvoyListener {
  /** The Gateway. */
  readonly owner: ObjectKey;
  /** At least one. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly protocol: 'http' | 'https' | 'tcp' | 'udp';
  /** With `tcp` and `udp`: the section whose routes count. */
  readonly section?: string;
}

export interface EnvoyChain {
  /** Gateway or ListenerSet. */
  readonly owner: ObjectKey;
  readonly serverName: string;
  readonly secrets: readonly string[];
  readonly clientValidation?: ClientValidation;
  readonly minimumTlsVersion: '1.2' | '1.3';
  readonly maximumTlsVersion: '1.2' | '1.3';
}

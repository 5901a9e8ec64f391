// What compile units tell each other, level by level. A processor for a further API publishes HostClaims and reads
// verdicts; merging, conflicts, order, filter chains and secrets are made once, in `hosts/`, for all APIs.
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { ClientValidation, Cluster, FilterChain, HostParts, Route, TcpProxy, VirtualHost } from '../vertices.ts';

/** Units of one level read only what lower ones published; those of the highest tell statuses and nothing else. */
export const levels = {
  secretVerdict: 0,
  extension: 1,
  part: 2,
  draft: 3,
  defaults: 4,
  claim: 5,
  /** Hosts of an API that has an order of its own among its routes, and claims of it where they meet those of others. */
  gatewayHost: 6,
  host: 7,
  chain: 8,
  secret: 9,
  status: 10,
} as const;

/** The host of requests for which there is no other. */
export const ANY_HOST = '*';

/** What stands behind the prefix of a topic of parts: `<host> <part>`. A host has no space; a part may. */
export function hostAndPart(rest: string): readonly [host: string, part: string] {
  const space = rest.indexOf(' ');
  return [rest.slice(0, space), rest.slice(space + 1)];
}

export const topicPrefixes = {
  host: 'host/',
  hostPart: 'host-part/',
  chain: 'chain/',
  secret: 'secret/',
  trustedCa: 'trusted-ca/',
} as const;

/** Every topic name is made here. */
export const topics = {
  /** SecretVerdict of a Secret that exists. */
  secretVerdict: (namespace: string, name: string) => `secret-verdict/${namespace}/${name}`,
  /** Extension of an ExtensionService that can be used. */
  extension: (namespace: string, name: string) => `extension/${namespace}/${name}`,
  /** HostClaims of all objects that want the host. A unit publishes one, or several that differ by listener. */
  host: (host: string) => topicPrefixes.host + host,
  /** PartRoutes of a claim with `parts` on the host. */
  hostPart: (host: string, part: string) => `${topicPrefixes.hostPart}${host} ${part}`,
  /** ChainMembers of a filter chain. */
  chain: (listener: string, id: string) => `${topicPrefixes.chain}${listener}|${id}`,
  /** True: wildcard hosts on the listener stand for any number of labels. */
  anyDepth: (listener: string) => `any-depth/${listener}`,
  /** Fields of a Listener that its owner in another API has; what the configuration says is replaced by them. */
  listenerSettings: (listener: string) => `listener-settings/${listener}`,
  /** Keys of objects that use a listener of the configuration as theirs, in lists. */
  listenerUsers: (listener: string) => `listener-users/${listener}`,
  /** Who has the place of a listener of the configuration for something that knows no hosts: it is not opened. */
  listenerTaken: (listener: string) => `listener-taken/${listener}`,
  /** Who serves a server name on a listener of the configuration with a chain of its own. */
  serverName: (listener: string, host: string) => `server-name/${listener}|${host}`,
  /** True for each user of the Secret's certificate. `secret`: key of the Secret vertex. */
  secret: (secret: string) => topicPrefixes.secret + secret,
  /** True for each user of the TrustedCa vertex with this key. */
  trustedCa: (key: string) => topicPrefixes.trustedCa + key,
  /** Findings about an object by the units that compiled it. */
  findings: (object: ObjectKey) => `findings/${object}`,
  /** Verdicts about an object's claims by the hosts that it claims. */
  verdict: (object: ObjectKey) => `verdict/${object}`,
};

export interface SecretVerdict {
  /** Of its use as a server certificate; an error: it can't be used. */
  readonly problems: readonly Problem[];
  /** Of the use of its chain (`tls.crt`) as CA certificates. */
  readonly chainProblems: readonly Problem[];
  /** Of its use as CA certificates. */
  readonly caProblems: readonly Problem[];
  readonly revocationListProblems: readonly Problem[];
  /** Empty: not known. */
  readonly dnsNames: readonly string[];
}

/** A service that Envoy itself asks. */
export interface Extension {
  /** Key of the Cluster vertex. */
  readonly cluster: string;
  /** Server name of its TLS, if it has one. */
  readonly sni?: string;
  /** For those who ask it and say nothing else; absent: not said. 0: none. */
  readonly responseTimeoutMs?: number;
}

/** What one object wants to serve on one host. Immutable, plain. */
export interface HostClaim {
  readonly owner: ObjectKey;
  /** Field that names the host, for messages. */
  readonly path: string;
  /** RFC 3339, empty for files: the older claim wins. */
  readonly creationTimestamp: string;
  /** Of the API: where two APIs want the same match or other TLS settings, the lower rank wins, then the older object. */
  readonly rank: number;
  /** Claims with the same word exclude each other on a host: the oldest stays. Absent: claims are merged. */
  readonly exclusive?: string;
  /** Keys of the listeners that serve it; both may be one. Absent: those of the configuration. */
  readonly listeners?: ClaimListeners;
  /** The routes are in the order of their API and keep it; absent: the most specific match goes first. */
  readonly ordered?: true;
  /**
   * Its routes are published part by part (topics.hostPart), and `http` and `https` are empty: a change of one is a matter
   * of its part. Where other objects claim the host too, they are put together again. On each listener there are some.
   */
  readonly parts?: HostParts;
  /** Without TLS. */
  readonly http: readonly ClaimedRoute[];
  /** With TLS. */
  readonly https: readonly ClaimedRoute[];
  /** `own`: `https` counts only while this claim's `tls` is the host's. `any`: as soon as the host has TLS. */
  readonly httpsNeeds: 'own' | 'any';
  readonly tls?: HostTls;
  /** Of the host as a whole; of each field the first in the order of claims counts. */
  readonly protection?: HostProtection;
  /** Clients of the host are not told of HTTP/3. */
  readonly withoutHttp3?: true;
  /** Clients of its TLS are told of HTTP/3 on this port. Absent: as the configuration says. */
  readonly http3Port?: number;
  /** The host is there without a route too: it answers 404, and not what a wildcard would. */
  readonly keepsEmpty?: true;
  /** What routes of other objects on the host need too, with TLS, if they say nothing themselves. */
  readonly routesOfOthers?: Pick<Route, 'authorization' | 'jwtProvider'>;
  /** Clusters that `protection` names and no other unit emits. */
  readonly protectionClusters?: readonly Cluster[];
}

/** Absent: routes of that kind are not served. */
export interface ClaimListeners {
  readonly http?: string;
  readonly https?: string;
}

export type HostProtection = Pick<
  VirtualHost,
  'ipFilter' | 'authorization' | 'jwtProviders' | 'cors' | 'localRateLimit' | 'rateLimits' | 'errorPages'
>;

/** Of a claim with `parts`: its routes in one of them, in order. */
export interface PartRoutes {
  /** As that of the claim. */
  readonly listeners: ClaimListeners;
  readonly http: readonly PlacedRoute[];
  readonly https: readonly PlacedRoute[];
}

/** With its place among all of the claim: element by element, and where they are equal as they come. */
export interface PlacedRoute extends ClaimedRoute {
  readonly place: readonly PlaceElement[];
}

/** Numbers and texts in `descending` go from the greater to the lesser, as far as both have them. */
export type PlaceElement = number | string | { readonly descending: readonly (number | string)[] };

export interface ClaimedRoute {
  readonly route: Route;
  /** Lower goes first among equally specific matches. */
  readonly priority: number;
  /** Every cluster that the route names. */
  readonly clusters: readonly Cluster[];
}

export interface HostTls {
  /** Key of the Secret vertex. Absent, only with `tcp`: TLS passes through. */
  readonly secret?: string;
  readonly minimumTlsVersion: FilterChain['minimumTlsVersion'];
  readonly maximumTlsVersion: FilterChain['maximumTlsVersion'];
  /** Its versions hold whatever the bounds of the configuration are. */
  readonly ownVersions?: true;
  /** Absent: those of the configuration. */
  readonly cipherSuites?: readonly string[];
  readonly curves?: readonly string[];
  readonly httpVersions?: FilterChain['httpVersions'];
  readonly clientValidation?: ClientValidation;
  /** Key of the Secret vertex for clients without a server name, or with one that no chain has. */
  readonly fallback?: string;
  /** Bytes go on as they are, and nothing of `https` is served. */
  readonly tcp?: TcpProxy;
  /** Every cluster that `tcp` names. */
  readonly tcpClusters?: readonly Cluster[];
  /** Field that names it, for messages. */
  readonly path: string;
}

/** What decides about a filter chain. */
export type ChainTls = Omit<HostTls, 'path' | 'tcpClusters' | 'fallback'>;

export interface ChainMember {
  readonly host: string;
  /** Of the claims on the host; sorted. */
  readonly owners: readonly ObjectKey[];
  readonly tls: ChainTls;
}

export interface Findings {
  /** The root on whose behalf the object was compiled; the object itself if it is one. */
  readonly root: ObjectKey;
  readonly problems: readonly Problem[];
}

export interface Verdict {
  /** The claim was refused as a whole: nothing of it is served. */
  readonly refused: boolean;
  readonly problems: readonly Problem[];
}

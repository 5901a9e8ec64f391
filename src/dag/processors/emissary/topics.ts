// What the units of getambassador.io tell each other. Hosts and Mappings meet by host names: each name (`example.com`,
// `*.example.com` or `*`) that a Host or a Mapping has is one unit, which claims it; so a change of a Mapping costs the
// names that it has. Those with a glob reach the units of all names that it matches.
import type { ModuleConfig, MappingDefaults } from '../../../model/kinds/emissary/module-config.ts';
import type { ObjectKey, SourceObject } from '../../../model/object.ts';
import type { Reach } from '../../compile/host-parts.ts';
import type { LabelSelector } from '../../compile/label-selector.ts';
import type { Cluster, Cors, IpFilter, Listener, RetryPolicy, Route, RateLimitService } from '../../vertices.ts';
import type { AuthorizationServer, TcpProxy } from '../../vertices.ts';
import type { HostTls } from '../topics.ts';

export const emissaryTopicPrefixes = {
  name: 'emissary/name/',
  part: 'emissary/part/',
  annotated: 'emissary/annotated-in/',
  listenerUse: 'emissary/listener-use/',
  tcpPort: 'emissary/tcp-port/',
  consul: 'emissary/consul/',
} as const;

export const emissaryTopics = {
  /** AnnotatedObjects of one kind. */
  annotated: (kind: string) => `emissary/annotated/${kind}`,
  /** All objects that the annotation of this one holds. */
  annotatedIn: (object: ObjectKey) => emissaryTopicPrefixes.annotated + object,
  /** EmissarySettings; always one. */
  settings: 'emissary/settings',
  /** ConsulResolverDraft of a ConsulResolver, by `namespace/name`. */
  consul: (server: string) => emissaryTopicPrefixes.consul + server,
  /** ContextDrafts, by the plain name. */
  context: (name: string) => `emissary/context/${name}`,
  /** ContextDrafts that name the host. */
  contextForHost: (host: string) => `emissary/context-for/${host}`,
  /** ListenerDrafts. */
  listeners: 'emissary/listeners',
  /** True for each unit with Hosts. */
  hostExists: 'emissary/host-exists',
  /** NameParts. */
  name: (name: string) => emissaryTopicPrefixes.name + name,
  /** Lists of MappingDrafts that have the name; NameParts say which there are. */
  mappings: (name: string) => `emissary/mappings/${name}`,
  /** Lists of HostDrafts, of MappingReaches and of MappingDrafts that may concern any name. */
  wildHosts: 'emissary/wild-hosts',
  wildReaches: 'emissary/wild-reaches',
  wildMappings: 'emissary/wild-mappings',
  /** PartMembers of one part of a name that has parts. */
  part: (name: string, part: string) => `${emissaryTopicPrefixes.part}${name} ${part}`,
  /** HostDrafts that concern a name that has parts. */
  hostsOfParts: (name: string) => `emissary/hosts-of-parts/${name}`,
  /** TcpDrafts on one listener. */
  tcpPort: (listener: string) => emissaryTopicPrefixes.tcpPort + listener,
  /** PlainTcp, at most one. */
  plainTcp: (listener: string) => `emissary/plain-tcp/${listener}`,
  /** True for each Host or TCPMapping on the listener. */
  listenerUse: (listener: string) => emissaryTopicPrefixes.listenerUse + listener,
  /** True for each name under which the Mapping has a route. */
  served: (mapping: ObjectKey) => `emissary/served/${mapping}`,
} as const;

/** An object that stands in an annotation. */
export interface AnnotatedObject {
  readonly object: SourceObject;
  /** The Service or Ingress. */
  readonly holder: ObjectKey;
}

export interface ResolverDraft {
  readonly kind: 'service' | 'endpoint' | 'consul';
  /** Of Consul: key of the ConsulServer, or BUILT_IN_CONSUL. */
  readonly server?: string;
}

export interface EmissarySettings {
  readonly module: ModuleConfig;
  readonly defaults: { readonly plain: MappingDefaults; readonly mapping: MappingDefaults };
  /** `name.namespace` of a secret is one of another namespace. */
  readonly secretNamespacing: boolean;
  readonly resolvers: Readonly<Record<string, ResolverDraft>>;
  /** Of all hosts. */
  readonly ipFilter?: IpFilter;
  /** Who is asked about all requests; `closed`: nobody can be asked, and nothing may be served. */
  readonly authorization?: AuthorizationDraft | 'closed';
  readonly rateLimit?: RateLimitDraft;
  readonly tracing?: { readonly settings: NonNullable<Listener['tracing']>; readonly clusters: readonly Cluster[] };
  readonly accessLogServices?: readonly {
    readonly settings: NonNullable<Listener['accessLogServices']>[number];
    readonly clusters: readonly Cluster[];
  }[];
}

export interface AuthorizationDraft {
  readonly server: AuthorizationServer;
  readonly clusters: readonly Cluster[];
}

export interface RateLimitDraft {
  readonly service: RateLimitService;
  readonly clusters: readonly Cluster[];
}

/** A TLSContext, as it can be used. */
export interface ContextDraft {
  readonly owner: ObjectKey;
  readonly name: string;
  readonly namespace: string;
  readonly hosts: readonly string[];
  /** For clients of the gateway; absent: without certificate. */
  readonly server?: Omit<HostTls, 'path'>;
  /** For connections to upstreams. */
  readonly upstream: UpstreamContext;
  /** It can't be used as it is meant; nothing may use it. */
  readonly broken: boolean;
}

export type UpstreamContext = Pick<Cluster, 'validation' | 'clientCertificate' | 'tls' | 'sni'>;

export interface ListenerDraft {
  readonly owner: ObjectKey;
  readonly namespace: string;
  /** Key of the Listener vertex. */
  readonly key: string;
  readonly address: string;
  readonly port: number;
  readonly tls: boolean;
  readonly http: boolean;
  readonly proxy: boolean;
  readonly udp: boolean;
  readonly security: 'XFP' | 'SECURE' | 'INSECURE';
  /** Absent: all namespaces. */
  readonly fromNamespace?: string;
  /** Selector of Hosts; absent: all. */
  readonly selector?: LabelSelector;
  readonly l7Depth: number;
  readonly http2MaxConcurrentStreams?: number;
  readonly statsPrefix: string;
}

export interface HostDraft {
  readonly owner: ObjectKey;
  readonly creationTimestamp: string;
  readonly namespace: string;
  /** Lower case, without port. */
  readonly glob: string;
  /** Requests must name it. */
  readonly port?: number;
  /** Of Mappings; absent: by host name alone. */
  readonly selector?: LabelSelector;
  readonly listeners: readonly ListenerDraft[];
  readonly insecure: 'Redirect' | 'Reject' | 'Route';
  readonly tls?: HostTls;
}

export interface MappingDraft {
  readonly owner: ObjectKey;
  /** Of the object, for messages; of an annotation, its holder. */
  readonly path: string;
  readonly creationTimestamp: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly host:
    | { readonly kind: 'none' }
    | { readonly kind: 'glob'; readonly glob: string; readonly port?: number }
    | { readonly kind: 'regex'; readonly regex: string };
  /** What makes a group, without the labels of Hosts. */
  readonly group: string;
  /** Fields in which members of a group must agree, as text, where they are set. */
  readonly core: Readonly<Record<string, string>>;
  readonly sort: readonly (number | string)[];
  readonly weight?: number;
  readonly use: 'route' | 'redirect' | 'shadow';
  readonly route: Route;
  readonly clusters: readonly Cluster[];
  /** Set by this Mapping itself; a member of its group that says nothing takes the last one. */
  readonly shared: SharedFields;
  /** Its path is that of challenges for certificates, which come without TLS. */
  readonly isChallenge: boolean;
}

export interface SharedFields {
  readonly cors?: Cors;
  readonly retry?: RetryPolicy;
  readonly upgrades?: readonly string[];
  readonly websocket?: boolean;
  readonly priority?: 'high' | 'default';
}

/** What a unit says about one name. Of Mappings that which seldom changes, so that names with many of them need not look at each. */
export interface NamePart {
  readonly hosts: readonly HostDraft[];
  readonly mappings: readonly MappingReach[];
}

/** Who it is for, and what paths it can match. */
export type MappingReach = Pick<MappingDraft, 'owner' | 'labels' | 'host'> & Reach;

/** Units with Mappings whose routes a part may need; `wild`: they are published as wildMappings. */
export interface PartMembers {
  readonly length: number;
  readonly units: readonly { readonly unit: string; readonly wild?: true }[];
}

export interface TcpDraft {
  readonly owner: ObjectKey;
  readonly creationTimestamp: string;
  readonly address: string;
  readonly port: number;
  /** Key of the Listener vertex. */
  readonly listener: string;
  /** Empty: any. */
  readonly host: string;
  readonly weight?: number;
  readonly idleTimeoutMs?: number;
  readonly cluster: Cluster;
}

/** What TCPMappings make of a port. */
export interface PlainTcp {
  readonly address: string;
  readonly port: number;
  /** Some of them have server names. */
  readonly hasTls: boolean;
  readonly plain?: { readonly proxy: TcpProxy; readonly clusters: readonly Cluster[] };
}

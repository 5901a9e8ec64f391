// The one typed configuration of a running nuncio. `src/cli` fills it from flags, environment and file; actors get it whole.
import type { AuthorizationServerField } from './kinds/contour-policies.ts';
import type { EnvoySettings, SocketPlace } from './envoy-settings.ts';
import type { Limits } from './limits.ts';
import type { GlobalRateLimitPolicy } from './kinds/contour-policies.ts';
import type { GatewayConfig } from './gateway-config.ts';

export interface Config {
  readonly sources: SourcesConfig;
  /** Ports of the Envoys. */
  readonly listeners: {
    readonly http: { readonly address: string; readonly port: number };
    readonly https: { readonly address: string; readonly port: number };
  };
  /** Gateway API. Absent: `defaultGatewayConfig`. */
  readonly gateway?: GatewayConfig;
  /** `scoped`: one scope per host (constant cost per change). `single`: one RouteConfiguration per listener or chain. */
  readonly routeDiscovery: 'scoped' | 'single';
  readonly xds: {
    readonly address: string;
    /** 0 picks a free port. */
    readonly port: number;
    /** Absent: plain text. Files are read again when they change. */
    readonly tls?: { readonly caFile: string; readonly certFile: string; readonly keyFile: string };
    readonly reflection: boolean;
    /** How long a step of make-before-break may wait for an Envoy's answer. */
    readonly ackTimeoutMs: number;
    /** Absent: any client may use any node id. */
    readonly nodeAuthorization?: { readonly rules: readonly NodeRule[] };
    /** Absent: nuncio does not renew its certificates. */
    readonly renewCertificates?: {
      readonly namespace: string;
      readonly suffix: string;
      /** As in `sources.kubernetes`. */
      readonly kubeconfig?: string;
    };
  };
  /** Every page: metrics, health, debugging. */
  readonly admin: SocketPlace;
  /** Where `/healthz` and `/readyz` are too. Absent: on the admin port alone. */
  readonly health?: SocketPlace;
  /** Where `/metrics` is too; with TLS at a place of its own. Files are read again when they change. */
  readonly metrics?: SocketPlace & {
    readonly tls?: { readonly certFile: string; readonly keyFile: string; readonly caFile?: string };
  };
  /** Where what is served is kept for a start without the sources. Absent: nowhere. */
  readonly state?: {
    readonly folder: string;
    /** Its content is the key with which secrets are sealed; absent: they are not kept. */
    readonly keyFile?: string;
    /** How long the sources may take after the start, before what was kept is served. */
    readonly waitMs: number;
    /** Nothing is kept of a larger state. */
    readonly maxBytes: number;
  };
  /** Of revisions to go back to, and where what is held is kept. Absent: `defaultRevisions`, kept nowhere. */
  readonly history?: {
    /** How many; 1: none to go back to. */
    readonly revisions: number;
    /** Of all replicas; used where Kubernetes is a source. */
    readonly configMap?: { readonly namespace: string; readonly name: string };
  };
  /** Some Envoys get changes of the routing first. Absent: all get them at once. */
  readonly canary?: {
    /** As many of those that are connected to a replica, or those whose node id fits (`*` stands for any text). */
    readonly envoys: { readonly count: number } | { readonly nodeIds: string };
    readonly timeMs: number;
    /** By which part of the requests (from 0 to 1) errors may rise. */
    readonly errorRise: number;
    /** Fewer requests say nothing. */
    readonly minRequests: number;
  };
  /** When told to end. Absent: at once. */
  readonly shutdown?: {
    /** How long Envoys are still served as before, while load balancers hear that another replica is theirs. */
    readonly delayMs: number;
    /** How long, from the signal on, Envoys may take to leave. */
    readonly deadlineMs: number;
  };
  /** Class names of Ingress and HTTPProxy that are ours; empty: no class, or `nuncio`, or `contour`. */
  readonly ingressClassNames: readonly string[];
  /** Namespaces in which a root HTTPProxy may live; empty: all. */
  readonly rootNamespaces: readonly string[];
  readonly enableExternalNameService: boolean;
  /** `permitInsecure` of HTTPProxy routes is ignored: with TLS on the host they always redirect. Absent: false. */
  readonly disablePermitInsecure?: boolean;
  readonly connectTimeoutMs: number;
  /** Of responses, for clients that accept it. */
  readonly compression: 'gzip' | 'brotli' | 'zstd' | 'disabled';
  /** For every service of an HTTPProxy, under its own policies. */
  readonly headerPolicies?: DefaultHeaderPolicies;
  /** Absent: global rate limits have no effect. */
  readonly rateLimitService?: RateLimitServiceConfig;
  /** For Services without annotations of their own; absent: Envoy's. */
  readonly circuitBreakers?: {
    readonly maxConnections?: number;
    readonly maxPendingRequests?: number;
    readonly maxRequests?: number;
    readonly maxRetries?: number;
    readonly perHostMaxConnections?: number;
  };
  /** Who is asked about requests to hosts that name no server of their own; `extensionRef` has name and namespace. Absent: nobody. */
  readonly globalExtAuth?: AuthorizationServerField;
  /** Secret with the certificate for clients without a server name that a host has; absent: none. */
  readonly fallbackCertificate?: SecretReference;
  /** Secret with the certificate that the Envoys show to upstreams with TLS; absent: none. */
  readonly envoyClientCertificate?: SecretReference;
  /** For ConsulResolvers that say nothing else; then the variables of Consul's own clients. Absent: `defaultConsul`. */
  readonly consul?: ConsulConfig;
  /** Absent: `defaultEmissary`. */
  readonly emissary?: EmissaryConfig;
  /** The ContourConfiguration object that is laid over all this, as it changes. Absent: none. */
  readonly contourConfiguration?: { readonly namespace: string; readonly name: string };
  /** Absent: `defaultLimits`. */
  readonly limits?: Limits;
  /** Absent: `defaultEnvoySettings`. */
  readonly settings?: EnvoySettings;
  readonly log: { readonly level: LogLevel; readonly format: 'json' | 'pretty' };
  /** `file` absent: no tracing, until somebody asks for it. Absent: the same, of every change. */
  readonly trace?: { readonly file?: string; readonly selection: TraceSelection };
  /** A collector that is sent a trace of each change, by OTLP over HTTP. Absent: none is. */
  readonly openTelemetry?: {
    readonly endpoint: string;
    /** Share of changes, from 0 to 1. */
    readonly sample: number;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** Absent: Envoy is not our child. */
  readonly envoy?: {
    readonly binary: string;
    readonly concurrency: number;
    readonly adminPort: number;
    readonly extraArguments: readonly string[];
    /** How long the child may finish its requests when nuncio ends. */
    readonly drainTimeoutMs: number;
    /** Ends nuncio when the child ends by itself, and both when a thread of nuncio does. Else each starts again alone. */
    readonly sharedFate?: true;
  };
  /** Who is told by HTTP that the routing has changed. Absent: nobody. */
  readonly notify?: {
    readonly urls: readonly string[];
    /** Signs what is sent; absent: nothing does. */
    readonly keyFile?: string;
  };
  /** Which of several replicas writes statuses, Events and addresses. Absent: whoever runs writes. */
  readonly leaderElection?: LeaderElectionConfig;
  /** Where the leader hears from other replicas what their Envoys accept and refuse. Absent: it knows its own only. */
  readonly replicaReports?: {
    /** On the address of the xDS server, with its certificates. 0: any free one. */
    readonly port: number;
    /** By which others reach it; absent: that address, or if it is all of them one of the machine's. */
    readonly advertisedHost?: string;
  };
  /** Where the Envoys are reached, for the statuses of what they serve. Absent: nothing is published. */
  readonly publishedAddress?:
    | { readonly kind: 'fixed'; readonly addresses: readonly string[] }
    /** The addresses of this Service's load balancer. */
    | { readonly kind: 'service'; readonly namespace: string; readonly name: string };
  /** Makes the Envoys of Gateways beside everything else. Absent: that is another process's business. */
  readonly provisioner?: ProvisionerConfig;
  /** Actor → thread name; actors with the same thread name share a thread. */
  readonly placement: Readonly<Record<string, string>>;
}

export interface ProvisionerConfig {
  /** Of the GatewayClasses whose Gateways get Envoys of their own. */
  readonly controllerName: string;
  /** Where the Secret with the CA of the xDS certificates is. */
  readonly namespace: string;
  /** Of that Secret, as given to certgen. */
  readonly nameSuffix: string;
  /** Where the Envoys find nuncio: a DNS name or an IP. */
  readonly xdsAddress: string;
  readonly xdsPort: number;
  readonly envoyImage: string;
  /** For the shutdown-manager beside Envoy. */
  readonly nuncioImage: string;
}

/**
 * Clients with a certificate for one of these names may use these node ids. In `san`, `*` stands for any text and `{word}`
 * for one without `/` and `.`; in `nodeIds`, `*` stands for any text, `{word}` for what it stood for, `{san}` for the name.
 */
export interface NodeRule {
  readonly san: string;
  readonly nodeIds: readonly string[];
}

export interface LeaderElectionConfig {
  /** Of the Lease. */
  readonly namespace: string;
  readonly leaseName: string;
  /** Names this process among all replicas. */
  readonly identity: string;
  /** Others take over when the Lease was not renewed for so long. */
  readonly leaseDurationMs: number;
  /** A leader that could not renew for so long is none any more; less than the lease's duration. */
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

export interface TraceSelection {
  /** Share of changes, from 0 to 1. */
  readonly sample: number;
  /** Of their objects: `Kind`, `Kind/namespace` or `Kind/namespace/name`, each part with `*` for any text; empty: all. */
  readonly objects: readonly string[];
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

export interface DefaultHeaderPolicies {
  readonly requestHeaders: DefaultHeaders;
  readonly responseHeaders: DefaultHeaders;
  readonly applyToIngress: boolean;
}

export interface DefaultHeaders {
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
}

export interface RateLimitServiceConfig {
  readonly extensionService: { readonly namespace: string; readonly name: string };
  /** Told to the service with each request. */
  readonly domain: string;
  /** Requests pass while the service does not answer; else they get 500. */
  readonly failOpen: boolean;
  readonly enableXRateLimitHeaders: boolean;
  /** gRPC clients get RESOURCE_EXHAUSTED instead of UNAVAILABLE. */
  readonly enableResourceExhaustedCode: boolean;
  /** For hosts without a global policy of their own; absent: none. */
  readonly defaultGlobalRateLimitPolicy?: GlobalRateLimitPolicy;
}

/** Which objects of getambassador.io count, and what they are relative to. */
export interface EmissaryConfig {
  /** Objects name it in `ambassador_id`. */
  readonly ambassadorId: string;
  /** Of the gateway: names of services without a namespace mean it, for the gateway's own services. */
  readonly namespace: string;
  /** Objects of other namespaces don't count. */
  readonly singleNamespace: boolean;
  /** Of Listeners and TCPMappings that name none. */
  readonly bindAddress: string;
  /** A Host takes a Mapping if its host name or one of its labels fits. */
  readonly looseSelectors: boolean;
}

export const defaultEmissary: EmissaryConfig = {
  ambassadorId: 'default',
  namespace: 'default',
  singleNamespace: false,
  bindAddress: '0.0.0.0',
  looseSelectors: false,
};

export interface SourcesConfig {
  readonly kubernetes?: {
    /** Absent: `KUBECONFIG`, in-cluster, or `~/.kube/config`, as client libraries do. */
    readonly kubeconfig?: string;
    /** Empty: all. */
    readonly watchNamespaces: readonly string[];
    /** As the API server takes them; narrow the lists of all kinds in namespaces. Absent: everything. */
    readonly labelSelector?: string;
    readonly fieldSelector?: string;
    /** Kinds that are not watched, as if the API server had none of them. Absent: none. */
    readonly ignoredKinds?: readonly string[];
  };
  readonly filesystem?: { readonly paths: readonly string[] };
}

export interface ConsulConfig {
  /** Files are read again for each query. */
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** Queries that wait at one Consul at once; more services take turns. */
  readonly maxQueries: number;
}

/** Consul's agents take 200 connections of one client. */
export const defaultConsul: ConsulConfig = { maxQueries: 150 };

export interface SecretReference {
  readonly namespace: string;
  readonly name: string;
}

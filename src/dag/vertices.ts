// Vertices of the compiled graph: what Envoy shall do, in the field's terms, without Envoy's shapes or names.
// Every vertex is immutable, plain data (it crosses threads) and a function of the objects it was compiled from.
// No input API shows here: a processor for a new API makes these same vertices.
import type {
  AccessLogSettings,
  ClusterSettings,
  HttpSettings,
  HttpVersion,
  ListenerSettings,
  OperatorListeners,
  TracingSettings,
} from '../model/envoy-settings.ts';
import type { ObjectKey } from '../model/object.ts';

export type Vertex =
  | Listener
  | OperatorListener
  | Runtime
  | FilterChain
  | VirtualHost
  | VirtualHostPart
  | Cluster
  | Secret
  | TrustedCa
  | EndpointGroup
  | ConsulServer
  | ConsulService;
export type VertexKind = Vertex['kind'];

/** A downstream port of the Envoys. Its chains and virtual hosts name it by key. */
export interface Listener {
  readonly kind: 'Listener';
  /** E.g. `ingress_http`. */
  readonly key: string;
  readonly address: string;
  /** Further addresses, same port. */
  readonly otherAddresses?: readonly string[];
  readonly port: number;
  /** Objects that ask for it, sorted; absent: the configuration. */
  readonly owners?: readonly ObjectKey[];
  /** Of one of the configuration: objects that set it or use it as theirs, and are told what is wrong with it; sorted. */
  readonly sharedBy?: readonly ObjectKey[];
  /** `http`: one chain without TLS. `https`: FilterChain vertices by server name. `tcp` and `udp`: bytes go to `tcp` or `udp`. */
  readonly protocol: 'http' | 'https' | 'tcp' | 'udp';
  /** With `https`: connections without TLS. */
  readonly tcp?: TcpProxy;
  /** Key of a Cluster vertex: datagrams of one client and port go to one of its endpoints. */
  readonly udp?: { readonly cluster: string };
  /** Of `https`: connections without TLS are served too, by the VirtualHosts without chain. */
  readonly plain?: true;
  /** Its wildcard hosts stand for any number of labels (VirtualHost.anyDepth). */
  readonly anyDepth?: true;
  readonly http: HttpSettings;
  readonly socket: ListenerSettings;
  /** TLS only: fingerprints of the client's hello. */
  readonly ja3: boolean;
  readonly ja4: boolean;
  /** Absent: none is written. */
  readonly accessLog?: Omit<AccessLogSettings, 'httpPath' | 'httpsPath'> & { readonly path: string };
  /** Absent: descriptors of hosts and routes have no effect. */
  readonly rateLimitService?: RateLimitService;
  /** Absent: no tracing. `cluster`: the ExtensionService's, by key. */
  readonly tracing?: Omit<TracingSettings, 'extensionService'> & {
    readonly cluster: string;
    readonly authority: string;
  };
  /** Of responses, for clients that accept it; absent: none. */
  readonly compression?: 'gzip' | 'brotli' | 'zstd';
  /** With TLS: the same hosts by HTTP/3 too, on the same port of UDP; or by nothing else. */
  readonly http3?: true | 'only';
  /** What HTTP filters there are beside those that hosts and routes use. Absent: those of all others. */
  readonly filters?: ListenerFilters;
  /** Who else is told of requests and of connections, by gRPC. */
  readonly accessLogServices?: readonly AccessLogService[];
}

/** Each absent: it isn't there. */
export interface ListenerFilters {
  readonly grpcBridge?: true;
  readonly grpcWeb?: true;
  readonly grpcStats?: {
    readonly allMethods?: boolean;
    readonly services?: readonly { readonly name: string; readonly methods: readonly string[] }[];
    readonly upstreamStats: boolean;
  };
  /** Runs with every request and response. */
  readonly lua?: string;
  readonly gzip?: GzipSettings;
  /** A request with a larger body gets 413. */
  readonly bufferBytes?: number;
}

/** Absent: Envoy's defaults. */
export interface GzipSettings {
  readonly memoryLevel?: number;
  readonly windowBits?: number;
  readonly level?: GzipLevel;
  readonly strategy?: GzipStrategy;
  readonly minBytes?: number;
  readonly contentTypes?: readonly string[];
  readonly notWithEtag?: boolean;
  readonly removeAcceptEncoding?: boolean;
}

export type GzipLevel = 'default' | 'speed' | 'compression' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
export type GzipStrategy = 'default' | 'filtered' | 'huffman' | 'rle' | 'fixed';

export interface AccessLogService {
  /** Key of the Cluster vertex. */
  readonly cluster: string;
  /** What Envoy calls it by. */
  readonly authority: string;
  readonly logName: string;
  readonly protocol: 'http' | 'tcp';
  readonly flushIntervalMs: number;
  readonly bufferBytes: number;
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
  readonly responseTrailers: readonly string[];
}

/** Who is asked about requests with descriptors, by gRPC. */
export interface RateLimitService {
  /** The ExtensionService's, by key. */
  readonly cluster: string;
  readonly authority: string;
  readonly domain: string;
  /** Requests pass while it does not answer; else they get 500. */
  readonly failOpen: boolean;
  readonly xRateLimitHeaders: boolean;
  /** gRPC clients get RESOURCE_EXHAUSTED instead of UNAVAILABLE. */
  readonly resourceExhausted: boolean;
  /** Absent: Envoy's default, 20 ms. */
  readonly timeoutMs?: number;
}

/** A listener that shows some pages of Envoy's own admin interface. */
export interface OperatorListener {
  readonly kind: 'OperatorListener';
  /** `stats`, `health`, `stats-health`, `health-om-enforced`, `envoy-admin`. */
  readonly key: string;
  readonly address: string;
  readonly port: number;
  readonly paths: readonly string[];
  readonly tls?: NonNullable<NonNullable<OperatorListeners['stats']>['tls']>;
  /** Whether it also answers when Envoy's global limit of connections is reached. */
  readonly ignoresConnectionLimit: boolean;
  /** As in Listener. */
  readonly sharedBy?: readonly ObjectKey[];
}

/** Values of Envoy's runtime layer `dynamic`. One vertex, with this as its key. */
export interface Runtime {
  readonly kind: 'Runtime';
  readonly key: 'dynamic';
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * TLS filter chain: all hosts of one listener with the same certificate and the same TLS settings, or one host whose
 * bytes go on as they are (`tcp`).
 * `serverNames` are lower case and sorted; `*` alone means any name (also none).
 */
export interface FilterChain {
  readonly kind: 'FilterChain';
  /**
   * `<listener>|<id>`; the id is a hash of certificate reference and TLS settings, so it never depends on the hosts; with
   * `tcp` a hash of the host.
   */
  readonly key: string;
  readonly listener: string;
  readonly id: string;
  readonly serverNames: readonly string[];
  /** As that of its listener: its hosts say what is served for every name. */
  readonly anyDepth?: true;
  /** Key of the Secret vertex with the server certificate. Absent, only with `tcp`: TLS passes through. */
  readonly secret?: string;
  /** Further certificates: the client's server name and algorithms decide which one it is shown. */
  readonly otherSecrets?: readonly string[];
  readonly minimumTlsVersion: AnyTlsVersion;
  readonly maximumTlsVersion: AnyTlsVersion;
  /** Of TLS 1.2. Absent: Envoy's, which are Contour's too. */
  readonly cipherSuites?: readonly string[];
  /** Absent: Envoy's. */
  readonly curves?: readonly string[];
  /** What is offered by ALPN. Absent: both. */
  readonly httpVersions?: readonly HttpVersion[];
  /** Absent: clients are asked for no certificate. */
  readonly clientValidation?: ClientValidation;
  /** Where the bytes go; absent: it is HTTP, for the VirtualHost vertices of this chain. */
  readonly tcp?: TcpProxy;
  /** Objects whose hosts it serves; sorted. */
  readonly owners?: readonly ObjectKey[];
}

/** What is asked of the certificates of clients. */
export interface ClientValidation {
  /** Key of the TrustedCa vertex. Absent only without `verify`. */
  readonly ca?: string;
  /** False: a certificate that nobody vouches for is taken too. */
  readonly verify: boolean;
  /** False: a client without a certificate is let in. */
  readonly required: boolean;
  /** With revocation lists: only the client's own certificate is looked up in them, not those of its CAs. */
  readonly revocationOfLeafOnly: boolean;
  /** What the upstream is told of the certificate (`x-forwarded-client-cert`), sorted; absent: nothing. */
  readonly forward?: readonly ForwardedDetail[];
}

export type ForwardedDetail = 'cert' | 'chain' | 'dns' | 'subject' | 'uri';

export interface TcpProxy {
  /** At least one; keys of Cluster vertices, or NO_CLUSTER: connections are closed. Weights are relative, each at least 1. */
  readonly clusters: readonly { readonly cluster: string; readonly weight: number }[];
  /** 0: none. Absent: two and a half hours. */
  readonly idleTimeoutMs?: number;
}

/** One host on one listener (and, with TLS, one chain) with its routes in the order in which they match. */
export interface VirtualHost extends HostContent {
  readonly kind: 'VirtualHost';
  /** `<listener>|<chain id or empty>|<host>`. */
  readonly key: string;
  /** Its routes are in VirtualHostPart vertices, and `routes` is empty. */
  readonly parts?: HostParts;
}

/** What a host or a part of one is made of. */
export interface HostContent {
  readonly listener: string;
  /** Empty on a listener without TLS. */
  readonly chain: string;
  /** Lower case, no port: `shop.example.com`, `*.example.com` (one label, unless `anyDepth`) or `*`. */
  readonly host: string;
  /** When the oldest object that claims it was made (RFC 3339); absent: not known, as of files. */
  readonly since?: string;
  /** A wildcard host stands for any number of labels, and the most specific one counts. Of a listener all or none. */
  readonly anyDepth?: true;
  readonly routes: readonly Route[];
  /** The access log asks which object a route is from. */
  readonly routesTellOrigin?: true;
  readonly cors?: Cors;
  /** For all requests to the host together, in each Envoy; a route's own replaces it. */
  readonly localRateLimit?: LocalRateLimit;
  /** Asked of the rate limit service; a route's own replace them. Absent: none. */
  readonly rateLimits?: readonly RateLimitDescriptor[];
  /** Of all routes that have none of their own. */
  readonly ipFilter?: IpFilter;
  /** Who is asked whether a request may pass, for the routes that want it. */
  readonly authorization?: AuthorizationServer;
  /** Those that routes name. */
  readonly jwtProviders?: readonly JwtProvider[];
  /** Of all routes that have none of their own; where no route matches, there is no page. */
  readonly errorPages?: readonly ErrorPage[];
  /** Clients are told that they may come by HTTP/3. */
  readonly http3?: { readonly port: number };
}

/**
 * A host with very many routes is split by the path: the first `length` characters of it, in lower case, name the part
 * that has all routes which such a path can match. Paths that are shorter, or begin otherwise, have the part `restOf`.
 */
export interface HostParts {
  /** At least 2. */
  readonly length: number;
  /** Sorted, without that of the rest; each `length` characters that begin with a slash. */
  readonly names: readonly string[];
}

/** Name of the part for all other paths: another one for another length, as it has other routes. */
export function restOf(length: number): string {
  return `*${length}`;
}

/** Some routes of a host, in the order in which they match; a route may be in several parts. */
export interface VirtualHostPart extends HostContent {
  readonly kind: 'VirtualHostPart';
  /** `<key of the host> <part>`. */
  readonly key: string;
  /** One of HostParts.names, or restOf. */
  readonly part: string;
}

/** A larger body gets 413. */
export interface RequestBody {
  readonly maxBytes: number;
  /** The upstream gets the request when all of it is there; else the body goes on as it comes. */
  readonly buffered: boolean;
}

/** What stands instead of the body of an error; status and other headers stay. Of several the most particular status counts, then the first. */
export interface ErrorPage {
  /** At least one: a code (`404`) or a class (`5xx`). */
  readonly statuses: readonly string[];
  /** Errors of upstreams too, else only those that Envoy makes. */
  readonly ofUpstreams: boolean;
  readonly contentType: string;
  /** `format`: text with Envoy's `%OPERATOR%`s; `json`: an object with such values. */
  readonly body:
    | { readonly kind: 'text' | 'format'; readonly text: string }
    | { readonly kind: 'json'; readonly fields: Readonly<Record<string, string>> };
}

/** Who signs tokens (JWT, RFC 7519), and where the keys are. */
export interface JwtProvider {
  readonly name: string;
  /** Absent: any. */
  readonly issuer?: string;
  /** Empty: any. */
  readonly audiences: readonly string[];
  /** The upstream gets the token too. */
  readonly forward: boolean;
  readonly keys:
    | { readonly kind: 'inline'; readonly jwks: string }
    | {
        readonly kind: 'remote';
        readonly uri: string;
        /** Key of the Cluster vertex. */
        readonly cluster: string;
        readonly timeoutMs: number;
        /** Absent: Envoy's default. */
        readonly cacheMs?: number;
      };
  /** A token of one of these is as good. */
  readonly alternatives?: readonly Omit<JwtProvider, 'alternatives'>[];
}

/** An external authorization server. */
export interface AuthorizationServer {
  /** Key of its Cluster vertex. */
  readonly cluster: string;
  readonly protocol: 'grpc' | 'http';
  /** Of gRPC: what stands in `:authority`. */
  readonly authority: string;
  /** 0: none. */
  readonly timeoutMs: number;
  /** True: requests pass while the server does not answer. Else they get 403. */
  readonly failOpen: boolean;
  /** Absent: the body is not sent. */
  readonly requestBody?: {
    readonly maxBytes: number;
    /** True: what is longer is cut. Else it gets 413. */
    readonly allowPartial: boolean;
    readonly asBytes: boolean;
  };
  /** Of gRPC: told with each request. Only of a route's own server, and not with `grpcHeaders`. */
  readonly context?: Readonly<Record<string, string>>;
  /** Of gRPC: which headers of the client the server sees; absent: all. */
  readonly grpcHeaders?: readonly NameMatch[];
  /** Of HTTP. */
  readonly http?: {
    /** Before the path of the request that is checked. */
    readonly pathPrefix: string;
    /** Which headers of the client the server sees beside host, method, path, length and `authorization`. */
    readonly requestHeaders: readonly NameMatch[];
    /** Which headers of its answer go on to the upstream. */
    readonly upstreamHeaders: readonly NameMatch[];
    /** Which headers of its refusal the client gets; absent: all. */
    readonly clientHeaders?: readonly NameMatch[];
    /** The server gets these too. */
    readonly addedHeaders?: readonly { readonly name: string; readonly value: string }[];
    /** While the server does not answer; absent: 403. */
    readonly statusOnError?: number;
  };
}

export interface NameMatch {
  /** `regex`: of the whole name; upper and lower case always differ. */
  readonly kind: 'exact' | 'prefix' | 'suffix' | 'contains' | 'regex';
  readonly value: string;
  readonly ignoreCase: boolean;
}

export interface RouteAuthorization {
  /** Told to the server with each request; gRPC only. */
  readonly context: Readonly<Record<string, string>>;
}

/** Which addresses may (`allow`), or may not (`deny`), make requests. Others get 403, also where a route redirects. */
export interface IpFilter {
  readonly action: 'allow' | 'deny';
  /** At least one. */
  readonly ranges: readonly IpRange[];
}

export interface IpRange {
  /** `peer`: address of the connection. `client`: the address that trusted proxies report, else that of the connection. */
  readonly source: 'peer' | 'client';
  /** IPv4 or IPv6. */
  readonly address: string;
  readonly prefixLength: number;
}

export interface Route {
  readonly match: RouteMatch;
  readonly action: ForwardAction | RedirectAction | DirectResponseAction;
  readonly requestHeaders: HeaderPolicy;
  readonly responseHeaders: HeaderPolicy;
  /** Replaces that of the host. */
  readonly ipFilter?: IpFilter;
  /** Requests must be authorized by the host's server. */
  readonly authorization?: RouteAuthorization;
  /** Asked for each request, instead of the host's. */
  readonly ownAuthorization?: AuthorizationServer;
  /** Name of the host's provider that must have signed the token of a request. */
  readonly jwtProvider?: string;
  /** In each Envoy; absent: the host's. */
  readonly localRateLimit?: LocalRateLimit;
  /** Not with `websocket`. */
  readonly requestBody?: RequestBody;
  /** Replace those of the host. */
  readonly errorPages?: readonly ErrorPage[];
  /** Absent: the host's. */
  readonly cors?: Cors;
  /** Objects attached to it or to what it belongs to, with those of their fields that count here; sorted. For people. */
  readonly policies?: readonly RoutePolicy[];
  /** The object and the field that made this route. */
  readonly origin: { readonly object: ObjectKey; readonly path: string };
}

export interface RoutePolicy {
  readonly object: ObjectKey;
  readonly fields: readonly string[];
}

export interface RouteMatch {
  readonly path: PathMatch;
  /** Absent: upper and lower case differ in the path. */
  readonly ignorePathCase?: true;
  /**
   * The route takes only this part of the requests: each request draws one number from 0 to below 100, and routes whose
   * `percent` is above it match. Absent: all.
   */
  readonly percent?: number;
  readonly headers: readonly HeaderMatch[];
  readonly queryParameters: readonly QueryParameterMatch[];
}

export type PathMatch =
  | { readonly kind: 'exact'; readonly value: string }
  /** Plain string prefix: `/foo` matches `/foobar`. */
  | { readonly kind: 'prefix'; readonly value: string }
  /** Prefix of whole segments: `/foo` matches `/foo` and `/foo/bar` only; never ends in a slash. */
  | { readonly kind: 'segmentPrefix'; readonly value: string }
  /** RE2, matched against the whole path. */
  | { readonly kind: 'regex'; readonly value: string };

export interface HeaderMatch {
  /** Lower case; pseudo-headers such as `:method` allowed. */
  readonly name: string;
  readonly kind: 'present' | 'exact' | 'contains' | 'regex';
  /** Empty for `present`. */
  readonly value: string;
  readonly invert: boolean;
  readonly ignoreCase: boolean;
  readonly treatMissingAsEmpty: boolean;
}

export interface QueryParameterMatch {
  readonly name: string;
  readonly kind: 'present' | 'exact' | 'prefix' | 'suffix' | 'contains' | 'regex';
  readonly value: string;
  readonly ignoreCase: boolean;
}

export interface Cors {
  /** At least one. */
  readonly allowOrigins: readonly (
    { readonly kind: 'any' } | { readonly kind: 'exact' | 'regex'; readonly value: string }
  )[];
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  /** Absent: the browser's default. */
  readonly maxAgeSeconds?: number;
  readonly allowCredentials: boolean;
  readonly allowPrivateNetwork: boolean;
  /** Preflights of other origins are answered too, without leave; absent: they go to the backend. */
  readonly answersOtherPreflights?: true;
}

/** A bucket with `requests + burst` tokens that gets `requests` tokens every `perMs`; without a token, `statusCode`. */
export interface LocalRateLimit {
  readonly requests: number;
  readonly perMs: number;
  readonly burst: number;
  readonly statusCode: number;
  readonly responseHeaders: readonly { readonly name: string; readonly value: string }[];
}

/** All entries together are one descriptor; with an entry that has no value for a request it is left out. */
export interface RateLimitDescriptor {
  readonly entries: readonly RateLimitEntry[];
}

export type RateLimitEntry =
  | { readonly kind: 'genericKey'; readonly key?: string; readonly value: string }
  | {
      readonly kind: 'requestHeader';
      readonly name: string;
      readonly key: string;
      /** A request without the header is told of without this entry. */
      readonly optional?: true;
    }
  | {
      readonly kind: 'headerValueMatch';
      readonly value: string;
      readonly expectMatch: boolean;
      readonly headers: readonly HeaderMatch[];
    }
  | { readonly kind: 'remoteAddress' | 'sourceCluster' | 'destinationCluster' };

/** Values may hold Envoy's `%OPERATOR%` formats; a literal `%` is already escaped as `%%`. */
export interface HeaderPolicy {
  /** Overwrites or adds; sorted by name. */
  readonly set: readonly { readonly name: string; readonly value: string }[];
  /** Appends beside existing values. */
  readonly add: readonly { readonly name: string; readonly value: string }[];
  readonly remove: readonly string[];
}

export interface ForwardAction {
  readonly kind: 'forward';
  /** At least one. Weights are relative; the sum is greater than 0. */
  readonly clusters: readonly WeightedCluster[];
  /** Status of requests whose share has NO_CLUSTER. Absent: 500. */
  readonly withoutCluster?: 503;
  readonly mirrors: readonly { readonly cluster: string; readonly percent: number }[];
  readonly prefixRewrite?: string;
  readonly regexRewrite?: { readonly pattern: string; readonly substitution: string };
  /** `upstream`: the name by which the endpoint was found. */
  readonly hostRewrite?:
    { readonly kind: 'literal' | 'header'; readonly value: string } | { readonly kind: 'upstream' };
  /** Absent: Envoy's default (15 s). 0: no timeout. */
  readonly timeoutMs?: number;
  /** Absent: Envoy's default. 0: no timeout. */
  readonly idleTimeoutMs?: number;
  readonly retry?: RetryPolicy;
  readonly websocket: boolean;
  /** Other protocols that clients may change to, e.g. `spdy/3.1`; sorted. */
  readonly upgrades?: readonly string[];
  /** Which limits of the clusters count. */
  readonly priority?: 'high';
  /** What is hashed for clusters with `ringHash`, in order; absent: nothing. */
  readonly hashPolicies?: readonly HashPolicy[];
  /** Of several clusters too the hash chooses, where there is one. */
  readonly hashChoosesCluster?: true;
  /** Absent: redirects of the upstream go to the client. */
  readonly internalRedirect?: InternalRedirect;
  readonly rateLimits?: {
    /** Empty: those of the host, unless `withoutHost`. */
    readonly descriptors: readonly RateLimitDescriptor[];
    readonly withoutHost: boolean;
  };
}

/** `terminal`: if this one gives a hash, the later ones don't count. */
export type HashPolicy =
  | { readonly kind: 'header'; readonly name: string; readonly terminal: boolean }
  | { readonly kind: 'queryParameter'; readonly name: string; readonly terminal: boolean }
  | { readonly kind: 'sourceIp'; readonly terminal: boolean }
  | {
      readonly kind: 'cookie';
      readonly name: string;
      readonly path: string;
      /** 0: until the browser closes. Absent: Envoy sets no cookie. */
      readonly ttlMs?: number;
      /** E.g. `Secure` (empty value), `SameSite`. */
      readonly attributes: readonly { readonly name: string; readonly value: string }[];
      readonly terminal: boolean;
    };

/** Redirects that Envoy follows itself. */
export interface InternalRedirect {
  /** How many for one request; absent: Envoy's default, 1. */
  readonly max?: number;
  /** Empty: 302 alone. */
  readonly codes: readonly number[];
  /** `safeOnly`: not from HTTPS to HTTP. */
  readonly crossScheme: 'always' | 'never' | 'safeOnly';
  readonly denyRepeatedRoute: boolean;
}

/** Attributes that are set on a cookie of the upstream; `secure` false removes it. At least one. */
export interface CookieRewrite {
  readonly name: string;
  readonly path?: string;
  readonly domain?: string;
  readonly secure?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Where a backend should be and none can be used: its share of requests gets ForwardAction.withoutCluster. */
export const NO_CLUSTER = '';

export interface WeightedCluster {
  /** Key of a Cluster vertex, or NO_CLUSTER. */
  readonly cluster: string;
  /** Of an aggregate: keys of the clusters that it is made of. */
  readonly members?: readonly string[];
  readonly weight: number;
  readonly requestHeaders: HeaderPolicy;
  readonly responseHeaders: HeaderPolicy;
  readonly hostRewrite?: string;
  /** One rule a cookie. */
  readonly cookieRewrites?: readonly CookieRewrite[];
}

export interface RetryPolicy {
  readonly retryOn: readonly string[];
  readonly numRetries: number;
  readonly perTryTimeoutMs?: number;
  readonly retriableStatusCodes: readonly number[];
  /** Endpoints that were tried are not tried again, as long as there are others. */
  readonly otherHosts?: true;
  /** Before the first further try; then it doubles. Absent: Envoy's default, 25 ms. */
  readonly backOffMs?: number;
}

export interface RedirectAction {
  readonly kind: 'redirect';
  readonly scheme?: 'http' | 'https';
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
  readonly prefix?: string;
  readonly regexRewrite?: { readonly pattern: string; readonly substitution: string };
  readonly statusCode: 301 | 302 | 303 | 307 | 308;
}

export interface DirectResponseAction {
  readonly kind: 'directResponse';
  readonly statusCode: number;
  readonly body: string;
}

/** One upstream: a Service port with one set of options. Endpoints come by EDS under `endpoints`, or by DNS. */
export interface Cluster {
  readonly kind: 'Cluster';
  /** `<namespace>/<service>/<port>/<hash of every option that differs from the default>`. */
  readonly key: string;
  readonly namespace: string;
  readonly service: string;
  readonly port: number;
  /** Key of the EndpointGroup vertex, or the DNS name of an ExternalName Service, or other clusters. */
  readonly target:
    | { readonly kind: 'endpoints'; readonly group: string; readonly consul?: ConsulPlace }
    /** Keys of clusters, of which the first that has a healthy endpoint is used; how, they say themselves. */
    | { readonly kind: 'aggregate'; readonly clusters: readonly string[] }
    | {
        readonly kind: 'dns';
        readonly host: string;
        readonly port: number;
        /** Port for health checks; absent: `port`. */
        readonly healthPort?: number;
        /** Of the addresses the first is used, for new connections only. */
        readonly logical?: true;
        readonly respectTtl?: true;
      };
  /** `http1` and `h2c` in clear text, `tls` (HTTP/1.1) and `h2` encrypted. */
  readonly protocol: 'http1' | 'h2c' | 'tls' | 'h2';
  readonly sni?: string;
  /** Only with `tls` and `h2`; absent: any certificate is taken. */
  readonly validation?: UpstreamValidation;
  /** Key of the Secret vertex that the Envoys show to the upstream. Only with `tls` and `h2`. */
  readonly clientCertificate?: string;
  /** Its endpoints have weights (EndpointGroup.weight). */
  readonly weighsServices?: true;
  readonly connectTimeoutMs: number;
  /** Of names; absent: what `settings` say. */
  readonly dnsFamily?: 'v4' | 'v6';
  /** Under which statistics are kept; absent: namespace, service and port. */
  readonly statName?: string;
  /** Absent: Envoy's default. */
  readonly idleConnectionTimeoutMs?: number;
  /** `ringHash` needs hash policies on the routes; without one it spreads at random. */
  readonly loadBalancer: 'roundRobin' | 'leastRequest' | 'random' | 'ringHash' | 'maglev';
  readonly circuitBreakers?: CircuitBreakers;
  /** Of requests with high priority. */
  readonly highPriorityCircuitBreakers?: CircuitBreakers;
  /** Absent: Envoy's default, none. */
  readonly maxConnectionDurationMs?: number;
  readonly keepalive?: TcpKeepalive;
  /** Absent: what `settings` say. */
  readonly tls?: UpstreamTlsSettings;
  /** HTTP/1.1: header names keep the case in which they came. */
  readonly keepsHeaderCase?: true;
  /** What holds for all clusters. Absent: the defaults. */
  readonly settings?: ClusterSettings;
  readonly healthCheck?: HealthCheck;
  /** All of them must succeed. */
  readonly furtherHealthChecks?: readonly HealthCheck[];
  /** Routes to it have `internalRedirect`. */
  readonly internalRedirects?: true;
  /** Only with `roundRobin` and `leastRequest`. */
  readonly slowStart?: SlowStart;
  /** Endpoints that fail get no requests for a while. */
  readonly outlierDetection?: OutlierDetection;
  /** Endpoints in the Envoy's own zone get all requests while one is healthy. Not with `ringHash`. */
  readonly preferSameZone?: true;
}

/** Absent: Envoy's default; a count of 0: that kind of error doesn't count. */
export interface OutlierDetection {
  readonly consecutive5xx?: number;
  readonly consecutiveGatewayErrors?: number;
  /** Connections that can't be made and the like, counted apart from answers. */
  readonly consecutiveLocalOriginErrors?: number;
  readonly intervalMs?: number;
  readonly baseEjectionMs?: number;
  readonly maxEjectionMs?: number;
  /** 0 to 100. */
  readonly maxEjectionPercent?: number;
}

/** Active checks by Envoy. Where they go is the endpoints' matter (EndpointGroup.healthPortName). */
export interface HealthCheck {
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly unhealthyThreshold: number;
  readonly healthyThreshold: number;
  /** Absent: it is enough that a TCP connection can be made. */
  readonly http?: {
    readonly path: string;
    readonly host: string;
    /** From `start` to below `end`; empty: 200 alone. */
    readonly expectedStatuses: readonly { readonly start: number; readonly end: number }[];
    readonly requestHeaders?: HeaderPolicy;
  };
  /** The gRPC health protocol; excludes `http`. */
  readonly grpc?: { readonly service: string; readonly authority?: string };
}

/** Absent: the system's. */
export interface TcpKeepalive {
  readonly probes?: number;
  readonly timeSeconds?: number;
  readonly intervalSeconds?: number;
}

/** Absent: Envoy's defaults. */
export interface UpstreamTlsSettings {
  readonly minimumVersion?: AnyTlsVersion;
  readonly maximumVersion?: AnyTlsVersion;
  readonly cipherSuites?: readonly string[];
  readonly curves?: readonly string[];
  readonly alpn?: readonly string[];
}

export type AnyTlsVersion = '1.0' | '1.1' | '1.2' | '1.3';

/** New endpoints get their full share only after the window. */
export interface SlowStart {
  readonly windowMs: number;
  /** Greater than 0; 1: the share grows evenly. */
  readonly aggression: number;
  /** 0 to 100. */
  readonly minWeightPercent: number;
}

/** Absent: Envoy's default. */
export interface CircuitBreakers {
  readonly maxConnections?: number;
  readonly maxPendingRequests?: number;
  readonly maxRequests?: number;
  readonly maxRetries?: number;
  readonly perHostMaxConnections?: number;
}

/** A server certificate; only the secrets translator reads the bytes. Never logged, never traced. */
export interface Secret {
  readonly kind: 'Secret';
  /** `<namespace>/<name>`: no content, so that a rotation touches this one resource. */
  readonly key: string;
  readonly certificateChainPem: string;
  readonly privateKeyPem: string;
}

/** In the place of the key of a TrustedCa: the CAs that Envoy's machine trusts. */
export const SYSTEM_CA = 'system';

/** How the certificate of an upstream is checked. */
export interface UpstreamValidation {
  /** Key of the TrustedCa vertex, or SYSTEM_CA. */
  readonly ca: string;
  /** DNS names; of these and `subjectUris` the certificate must have one, unless both are empty. */
  readonly subjectNames: readonly string[];
  readonly subjectUris?: readonly string[];
}

/** Whose certificates are trusted, and which of them are revoked. Only the secrets translator reads the bytes. */
export interface TrustedCa {
  readonly kind: 'TrustedCa';
  /** As `trustedCaKey` makes it: names of Secrets and no content, so that a rotation touches this one resource. */
  readonly key: string;
  /** Absent: only revocation matters. */
  readonly certificatesPem?: string;
  readonly revocationListsPem?: string;
}

/** A service that Consul knows. */
export interface ConsulPlace {
  /** Key of the ConsulServer, or BUILT_IN_CONSUL. */
  readonly server: string;
  readonly service: string;
}

/** A Consul that is asked for instances. Only the consul actor reads token and key. Never logged, never traced. */
export interface ConsulServer {
  readonly kind: 'ConsulServer';
  /** `namespace/name` of its ConsulResolver: what stands there may change, and what Consul said stays meanwhile. */
  readonly key: string;
  /** As written. */
  readonly address: string;
  readonly datacenter: string;
  /** Absent: what the configuration says. */
  readonly token?: string;
  /** Absent: what the configuration says. */
  readonly tls?: {
    readonly caPem?: string;
    readonly certificatePem?: string;
    readonly privateKeyPem?: string;
    readonly serverName?: string;
  };
}

/** A service that the consul actor watches; its key is that of the EndpointGroup. */
export interface ConsulService extends ConsulPlace {
  readonly kind: 'ConsulService';
  readonly key: string;
}

/** What the endpoint fast path must assemble from the EndpointSlices of one Service. */
export interface EndpointGroup {
  readonly kind: 'EndpointGroup';
  /** `<namespace>/<service>` or `<namespace>/<service>/<portName>`, with `?health=<port>` if that differs; also the EDS name. */
  readonly key: string;
  readonly namespace: string;
  readonly service: string;
  /** Name of the Service's port, which slices use too; empty: the Service has one unnamed port. */
  readonly portName: string;
  /** Name of the port that health checks go to; absent: the same port. */
  readonly healthPortName?: string;
  /** The service is one that Consul knows; `namespace` is empty, and its endpoints are no EndpointSlices. */
  readonly consul?: true;
  /** Further Services, of the same namespace unless another is named, whose endpoints belong here. */
  readonly others?: readonly {
    readonly namespace?: string;
    readonly service: string;
    readonly portName: string;
    readonly weight?: number;
  }[];
  /** With weights (of all, or of none) each Service gets its share, however many endpoints it has. */
  readonly weight?: number;
  /** Absent: TCP. */
  readonly protocol?: 'UDP';
}

export function vertexKey(vertex: Vertex): string {
  // Joined because it is kept: what a template puts together takes twice the memory.
  return [vertex.kind, vertex.key].join('/');
}

// What holds for all Envoys alike, whoever configures it (flags, file or a ContourConfiguration object): how connections
// are taken and kept, TLS of both sides, logs, tracing, runtime values, and the listeners for operators.
// Absent always means Envoy's own default; a timeout of 0 means none.

export interface EnvoySettings {
  readonly http: HttpSettings;
  readonly tls: DownstreamTlsSettings;
  readonly listener: ListenerSettings;
  readonly cluster: ClusterSettings;
  readonly accessLog: AccessLogSettings;
  /** Absent: no tracing. */
  readonly tracing?: TracingSettings;
  /** Values of Envoy's runtime layer `dynamic`, as text. */
  readonly runtime: Readonly<Record<string, string>>;
  readonly operators: OperatorListeners;
}

export type HttpVersion = 'http1' | 'http2';

export interface HttpSettings {
  readonly versions: readonly HttpVersion[];
  readonly requestTimeoutMs?: number;
  readonly connectionIdleTimeoutMs?: number;
  readonly streamIdleTimeoutMs?: number;
  readonly maxConnectionDurationMs?: number;
  readonly delayedCloseTimeoutMs?: number;
  /** How long a connection that is being drained may still take requests. */
  readonly connectionShutdownGracePeriodMs?: number;
  /** Proxies in front of Envoy whose `x-forwarded-for` is believed. */
  readonly xffTrustedHops: number;
  readonly stripTrailingHostDot: boolean;
  readonly mergeSlashes: boolean;
  /** Requests with both `content-length` and `transfer-encoding: chunked`. */
  readonly allowChunkedLength: boolean;
  readonly serverHeader: 'overwrite' | 'appendIfAbsent' | 'passThrough';
  readonly maxRequestsPerConnection?: number;
  readonly http2MaxConcurrentStreams?: number;
  /** With TLS also HTTP/3, on the same port of UDP; clients are told of `advertisedPort`. Absent: not. */
  readonly http3?: { readonly advertisedPort: number };
  /** Absent: what other APIs than Contour's can say is as Contour has it. */
  readonly more?: MoreHttpSettings;
}

/** What only the Module of getambassador.io says. Absent: as it is for all others. */
export interface MoreHttpSettings {
  /** False: the address of a connection is not taken for the client's, nor its TLS for the scheme. */
  readonly useRemoteAddress?: boolean;
  readonly serverName?: string;
  readonly preserveRequestId?: boolean;
  readonly rejectEscapedSlashes?: boolean;
  /** The host loses its port, if that is the listener's. */
  readonly stripMatchingPort?: boolean;
  readonly acceptHttp10?: boolean;
  readonly headersWithUnderscores?: 'reject' | 'drop';
  readonly maxRequestHeadersKb?: number;
  /** Of HTTP/1.1 responses: `proper` begins each word in upper case, `same` keeps the upstream's. */
  readonly headerCase?: 'proper' | 'same';
  readonly suppressEnvoyHeaders?: boolean;
  /** What upstreams are told of certificates of clients; Envoy's words. */
  readonly clientCertificates?: {
    readonly mode: 'SANITIZE' | 'FORWARD_ONLY' | 'APPEND_FORWARD' | 'SANITIZE_SET' | 'ALWAYS_FORWARD_ONLY';
    readonly details: readonly ('cert' | 'chain' | 'dns' | 'subject' | 'uri')[];
  };
}

export type TlsVersion = '1.2' | '1.3';

export interface DownstreamTlsSettings {
  readonly minimumVersion: TlsVersion;
  readonly maximumVersion: TlsVersion;
  /** Of TLS 1.2; empty: Envoy's. */
  readonly cipherSuites: readonly string[];
  /** Empty: Envoy's. */
  readonly curves: readonly string[];
  readonly ja3: boolean;
  readonly ja4: boolean;
}

export interface ListenerSettings {
  /** Every connection must begin with a PROXY protocol header (version 1 or 2). */
  readonly useProxyProtocol: boolean;
  readonly bufferLimitBytes?: number;
  /** `exact`: connections are spread evenly over Envoy's workers, at some cost. */
  readonly connectionBalancer?: 'exact';
  readonly maxConnectionsPerSocketEvent?: number;
  readonly maxConnections?: number;
  readonly maxRequestsPerIoCycle?: number;
  /** IPv4 type of service; 0: unset. */
  readonly tos: number;
  /** IPv6 traffic class; 0: unset. */
  readonly trafficClass: number;
}

export interface ClusterSettings {
  readonly dnsLookupFamily: DnsLookupFamily;
  readonly maxRequestsPerConnection?: number;
  readonly bufferLimitBytes?: number;
  readonly tls: Pick<DownstreamTlsSettings, 'minimumVersion' | 'maximumVersion' | 'cipherSuites' | 'curves'>;
}

export type DnsLookupFamily = 'auto' | 'v4' | 'v6' | 'all';

export type AccessLogLevel = 'info' | 'error' | 'critical' | 'disabled';

/** In the place of the path of an access log: where Envoy itself writes. */
export const STANDARD_OUTPUT = 'stdout';

export interface AccessLogSettings {
  readonly level: AccessLogLevel;
  /** Files as Envoy sees them. */
  readonly httpPath: string;
  readonly httpsPath: string;
  readonly format: AccessLogFormat;
}

export type AccessLogFormat =
  | { readonly kind: 'default' }
  | { readonly kind: 'text'; readonly text: string }
  /** `name`, or `name=format`; see access-log-format.ts. */
  | { readonly kind: 'json'; readonly fields: readonly string[] };

export interface TracingSettings {
  /** Of the ExtensionService that spans go to. */
  readonly extensionService: { readonly namespace: string; readonly name: string };
  readonly serviceName: string;
  /** Percent. */
  readonly overallSampling: number;
  readonly clientSampling: number;
  readonly randomSampling: number;
  readonly maxPathTagLength: number;
  readonly customTags: readonly {
    readonly name: string;
    readonly value:
      | { readonly kind: 'literal'; readonly text: string }
      | { readonly kind: 'requestHeader'; readonly header: string; readonly otherwise?: string }
      /** Of Envoy's process. */
      | { readonly kind: 'environment'; readonly variable: string; readonly otherwise?: string };
  }[];
  /** Absent: OpenTelemetry, by gRPC. */
  readonly driver?:
    | {
        readonly kind: 'zipkin';
        readonly path: string;
        readonly format: 'json' | 'proto';
        readonly longTraceIds: boolean;
        /** Client and server share a span. Absent: Envoy's default, yes. */
        readonly sharedSpans?: boolean;
        /** Absent: the cluster's name. */
        readonly hostname?: string;
      }
    | { readonly kind: 'datadog'; readonly hostname?: string };
}

/** Keys of the listeners for operators, which every Envoy has, whatever it serves. */
export const operatorListenerNames = ['stats-health', 'stats', 'health', 'health-om-enforced', 'envoy-admin'] as const;
export type OperatorListenerName = (typeof operatorListenerNames)[number];

/** Listeners of Envoy for operators, each absent unless wanted. */
export interface OperatorListeners {
  /** `/stats` and `/stats/prometheus`. */
  readonly stats?: SocketPlace & {
    /** Files as Envoy sees them. Absent: plain text. With a CA, clients need a certificate of it. */
    readonly tls?: { readonly certFile: string; readonly keyFile: string; readonly caFile?: string };
  };
  /** `/ready`. */
  readonly health?: SocketPlace;
  /** `/ready` too, but refuses when Envoy's connection limits are reached. */
  readonly overloadHealth?: SocketPlace;
  /** The pages of Envoy's admin interface that change nothing, on 127.0.0.1. */
  readonly adminPort?: number;
}

export interface SocketPlace {
  readonly address: string;
  readonly port: number;
}

export const defaultEnvoySettings: EnvoySettings = {
  http: {
    versions: ['http1', 'http2'],
    connectionIdleTimeoutMs: 60_000,
    xffTrustedHops: 0,
    stripTrailingHostDot: true,
    mergeSlashes: true,
    allowChunkedLength: true,
    serverHeader: 'overwrite',
  },
  tls: { minimumVersion: '1.2', maximumVersion: '1.3', cipherSuites: [], curves: [], ja3: false, ja4: false },
  listener: { useProxyProtocol: false, tos: 0, trafficClass: 0 },
  cluster: {
    dnsLookupFamily: 'auto',
    tls: { minimumVersion: '1.2', maximumVersion: '1.3', cipherSuites: [], curves: [] },
  },
  accessLog: { level: 'disabled', httpPath: '/dev/stdout', httpsPath: '/dev/stdout', format: { kind: 'default' } },
  runtime: {},
  operators: {},
};

/** Of TLS 1.2; each also inside a group of equal preference, `[A|B]`. */
export const knownCipherSuites: readonly string[] = [
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES128-SHA',
  'ECDHE-RSA-AES128-SHA',
  'AES128-GCM-SHA256',
  'AES128-SHA',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-AES256-SHA',
  'ECDHE-RSA-AES256-SHA',
  'AES256-GCM-SHA384',
  'AES256-SHA',
];

export const knownCurves: readonly string[] = ['X25519', 'P-256', 'P-384', 'P-521', 'X25519MLKEM768', 'MLKEM1024'];

/** What is wrong with a cipher suite or group of them; undefined: nothing. */
export function cipherSuiteMistake(text: string): string | undefined {
  const group = /^\[(.+)\]$/.exec(text);
  const names = group ? group[1]!.split('|') : [text];
  const unknown = names.find((name) => !knownCipherSuites.includes(name.trim()));
  if (unknown === undefined) return undefined;
  return `"${unknown}" is no cipher suite that Envoy may be given; there are ${knownCipherSuites.join(', ')}`;
}

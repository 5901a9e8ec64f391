// ContourConfiguration (projectcontour.io/v1alpha1): the whole configuration of an ingress as an object. nuncio reads one,
// by name, and follows its changes. The schema takes every object that Contour's takes; what Envoy would refuse is found
// when the object is compiled (see src/dag/compile/contour-configuration.ts).
import type { SourceObject } from '../object.ts';
import { authorizationServer, detailedConditions, globalRateLimitPolicy } from './contour-policies.ts';
import type { KindDefinition } from './kind.ts';
import { flag, integer, list, map, object, oneOf, port, text, type Infer } from './schema.ts';

export const serverHeaderTransformations = ['overwrite', 'append_if_absent', 'pass_through'] as const;

const positive = (description: string) => integer({ minimum: 1, maximum: 4294967295, description });
const reference = (description: string) => object({ name: text(), namespace: text() }, {}, { description });
const address = (description: string) =>
  object({}, { address: text({ minLength: 1 }), port: integer() }, { description });
/** One of these; as in Contour the API server takes any text, and what it means is said when it is read. */
const choice = (values: readonly string[], description: string) =>
  text({ description: `${description}: ${values.map((each) => `\`${each}\``).join(', ')}.` });
const metricsTls = object({}, { caFile: text(), certFile: text(), keyFile: text() });
const metrics = (description: string) =>
  object({}, { address: text({ minLength: 1 }), port: integer(), tls: metricsTls }, { description });
const listenerPlace = (description: string) =>
  object(
    {},
    {
      address: text({ minLength: 1 }),
      port: integer(),
      accessLog: text({ description: 'File of the access log, as Envoy sees it.' }),
    },
    { description },
  );
const tls = {
  minimumProtocolVersion: text({ description: '`1.2` or `1.3`.' }),
  maximumProtocolVersion: text({ description: '`1.2` or `1.3`.' }),
  cipherSuites: list(text(), { description: 'Of TLS 1.2.' }),
  ecdhCurves: list(text()),
};
const headerPolicy = object({}, { set: map(text()), remove: list(text()) });
const timeout = (description: string) => text({ description: `${description} A duration, or \`infinity\`.` });

const envoyListener = object(
  {},
  {
    useProxyProtocol: flag({ description: 'Every connection must begin with a PROXY protocol header.' }),
    compression: object({}, { algorithm: oneOf(['gzip', 'brotli', 'zstd', 'disabled']) }),
    disableAllowChunkedLength: flag({ description: 'Refuse requests with both content-length and chunked encoding.' }),
    disableMergeSlashes: flag({ description: 'Keep `//` in paths.' }),
    http3: object(
      {},
      {
        enabled: flag({ description: 'Hosts with TLS are served by HTTP/3 too, on the same port of UDP.' }),
        advertisedPort: port('The port that clients are told; default: 443.'),
      },
      { description: 'Not in Contour.' },
    ),
    serverHeaderTransformation: choice(serverHeaderTransformations, 'What happens to the `server` header of responses'),
    connectionBalancer: text({ description: '`exact`: connections are spread evenly over the workers.' }),
    maxRequestsPerConnection: positive('Requests after which a connection is closed.'),
    'per-connection-buffer-limit-bytes': positive('Soft limit of a connection’s buffers.'),
    maxRequestsPerIOCycle: positive('Requests of one connection that are taken at once.'),
    httpMaxConcurrentStreams: positive('Streams of one HTTP/2 connection.'),
    maxConnectionsPerListener: positive('Connections of one listener.'),
    maxConnectionsToAcceptPerSocketEvent: positive('Connections that are taken at once.'),
    tls: object({}, { ...tls, fingerprint: object({}, { ja3: flag(), ja4: flag() }) }),
    socketOptions: object(
      {},
      {
        tos: integer({ minimum: 0, maximum: 255, description: 'IPv4 type of service.' }),
        trafficClass: integer({ minimum: 0, maximum: 255, description: 'IPv6 traffic class.' }),
      },
    ),
  },
);

const envoy = object(
  {},
  {
    listener: envoyListener,
    service: reference('Service of the Envoys, whose address is published in statuses.'),
    http: listenerPlace('Where the Envoys listen for plain HTTP.'),
    https: listenerPlace('Where the Envoys listen for HTTPS.'),
    health: address('Where the Envoys answer `/ready`.'),
    metrics: metrics('Where the Envoys show `/stats`.'),
    omEnforcedHealth: address('Where they answer `/ready` within their limit of connections.'),
    clientCertificate: reference('Secret with the certificate that the Envoys show to upstreams.'),
    logging: object(
      {},
      {
        accessLogFormat: choice(['envoy', 'json'], 'Form of a line'),
        accessLogFormatString: text(),
        accessLogJSONFields: list(text()),
        accessLogLevel: choice(['info', 'error', 'critical', 'disabled'], 'What is logged'),
      },
    ),
    defaultHTTPVersions: list(text(), { description: '`HTTP/1.1`, `HTTP/2`; default both.' }),
    timeouts: object(
      {},
      {
        requestTimeout: timeout('For a whole request.'),
        connectionIdleTimeout: timeout('For a connection without requests.'),
        streamIdleTimeout: timeout('For a request without activity.'),
        maxConnectionDuration: timeout('For a connection.'),
        delayedCloseTimeout: timeout('For the client to close a connection that Envoy closes.'),
        connectionShutdownGracePeriod: timeout('For requests on a connection that is being closed.'),
        connectTimeout: text({ description: 'For a connection to an upstream; a duration.' }),
      },
    ),
    cluster: object(
      {},
      {
        dnsLookupFamily: choice(['auto', 'v4', 'v6', 'all'], 'Addresses of external names'),
        maxRequestsPerConnection: positive('Requests after which a connection to an upstream is closed.'),
        'per-connection-buffer-limit-bytes': positive('Soft limit of its buffers.'),
        circuitBreakers: object(
          {},
          {
            maxConnections: integer({ minimum: 0 }),
            maxPendingRequests: integer({ minimum: 0 }),
            maxRequests: integer({ minimum: 0 }),
            maxRetries: integer({ minimum: 0 }),
            perHostMaxConnections: integer({ minimum: 0 }),
          },
          { description: 'For Services without annotations of their own.' },
        ),
        upstreamTLS: object({}, tls),
      },
    ),
    network: object(
      {},
      {
        numTrustedHops: integer({ minimum: 0, description: 'Proxies before Envoy whose x-forwarded-for is believed.' }),
        adminPort: integer({ description: 'Port of 127.0.0.1 for the read-only admin pages; 0: none.' }),
        stripTrailingHostDot: flag(),
      },
    ),
    runtimeSettings: map(text(), { description: 'Values of Envoy’s runtime.' }),
  },
);

const spec = object(
  {},
  {
    xdsServer: object(
      {},
      {
        type: text(),
        address: text({ minLength: 1 }),
        port: integer(),
        tls: object({}, { caFile: text(), certFile: text(), keyFile: text(), insecure: flag() }),
      },
      { description: 'Where Envoys get their configuration. Read at start only.' },
    ),
    ingress: object({}, { classNames: list(text()), statusAddress: text() }),
    debug: object({}, { address: text(), port: integer() }, { description: 'Read at start only.' }),
    health: address('Read at start only.'),
    metrics: metrics('Read at start only.'),
    envoy,
    gateway: object({}, { gatewayRef: reference('The Gateway that is served.') }),
    httpproxy: object(
      {},
      {
        disablePermitInsecure: flag({ description: 'Ignore `permitInsecure` of routes.' }),
        rootNamespaces: list(text(), { description: 'Where roots may live; default everywhere.' }),
        fallbackCertificate: reference('Secret for clients that name no host.'),
      },
    ),
    enableExternalNameService: flag(),
    globalExtAuth: authorizationServer,
    rateLimitService: object(
      { extensionService: reference('The ExtensionService that counts.') },
      {
        domain: text(),
        failOpen: flag(),
        enableXRateLimitHeaders: flag(),
        enableResourceExhaustedCode: flag(),
        defaultGlobalRateLimitPolicy: globalRateLimitPolicy,
      },
    ),
    policy: object({}, { requestHeaders: headerPolicy, responseHeaders: headerPolicy, applyToIngress: flag() }),
    tracing: object(
      { extensionService: reference('The ExtensionService that takes spans (OpenTelemetry over gRPC).') },
      {
        includePodDetail: flag(),
        serviceName: text(),
        overallSampling: text({ description: 'Percent.' }),
        clientSampling: text({ description: 'Percent.' }),
        randomSampling: text({ description: 'Percent.' }),
        maxPathTagLength: integer({ minimum: 0, maximum: 4294967295 }),
        customTags: list(object({ tagName: text() }, { literal: text(), requestHeaderName: text() })),
      },
    ),
    featureFlags: list(text()),
  },
);

const status = object({}, { conditions: detailedConditions });

export type ContourConfigurationSpec = Infer<typeof spec>;

export interface ContourConfiguration extends SourceObject {
  readonly kind: 'ContourConfiguration';
  readonly spec: ContourConfigurationSpec;
}

export const contourConfigurationKind: KindDefinition = {
  kind: 'ContourConfiguration',
  group: 'projectcontour.io',
  version: 'v1alpha1',
  plural: 'contourconfigurations',
  namespaced: true,
  fields: object({ spec }, { status }),
  dropped: ['status'],
  crd: {
    singular: 'contourconfiguration',
    shortNames: ['contourconfig'],
    description: 'Configuration of an ingress controller and of its Envoys.',
    columns: [],
  },
};

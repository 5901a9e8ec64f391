// The smaller kinds of getambassador.io (v3alpha1): TCPMapping, TLSContext, Module, the services that Envoy asks or tells,
// resolvers, DevPortal.
import { MAX_DURATION_MS } from '../../duration.ts';
import type { SourceObject } from '../../object.ts';
import type { KindDefinition } from '../kind.ts';
import { anything, flag, integer, list, map, number, object, oneOf, port, text, type Infer } from '../schema.ts';
import { tlsSettings } from './host.ts';
import { olderVersionsOf } from './older-versions.ts';
import { ambassadorId, circuitBreakers, count, GROUP, milliseconds, v2ExplicitTls, VERSION } from './shared.ts';

/** All that differs between these kinds. */
function kind(
  name: string,
  plural: string,
  description: string,
  spec: KindDefinition['fields'],
  columns: NonNullable<KindDefinition['crd']>['columns'] = [],
): KindDefinition {
  return {
    kind: name,
    group: GROUP,
    version: VERSION,
    converted: olderVersionsOf(name),
    plural,
    namespaced: true,
    fields: object({}, { spec, status: object({}, { state: text(), reason: text() }) }),
    dropped: ['status'],
    crd: {
      singular: name.toLowerCase(),
      shortNames: [],
      categories: ['ambassador-crds'],
      description,
      columns,
    },
  };
}

type Of<K extends string, S> = SourceObject & {
  readonly kind: K;
  /** Absent when the object has none. */
  readonly spec?: S;
};

const tcpMapping = object(
  { port: port('Port on which the Envoys listen.'), service: text({ description: 'Where connections go.' }) },
  {
    ambassador_id: ambassadorId,
    host: text({ description: 'Server name of the TLS; absent: any connection.' }),
    address: text({ description: 'Address on which the Envoys listen.' }),
    enable_ipv4: flag(),
    enable_ipv6: flag(),
    circuit_breakers: circuitBreakers,
    resolver: text(),
    tls: text({ description: 'Name of a TLSContext for connections to the service.' }),
    weight: integer({ minimum: 0, maximum: 100 }),
    cluster_tag: text(),
    idle_timeout_ms: text(),
    stats_name: text(),
    v2ExplicitTLS: v2ExplicitTls,
  },
);
export type TCPMapping = SourceObject & { readonly kind: 'TCPMapping'; readonly spec: Infer<typeof tcpMapping> };
export const tcpMappingKind: KindDefinition = {
  ...kind(
    'TCPMapping',
    'tcpmappings',
    'A port, or a server name on one, whose connections go to a service.',
    tcpMapping,
  ),
  fields: object({ spec: tcpMapping }, { status: object({}, { state: text(), reason: text() }) }),
};

export const tlsContextSpec = object(
  {},
  {
    ambassador_id: ambassadorId,
    hosts: list(text()),
    secret: text({ description: 'Secret with certificate and key.' }),
    ...tlsSettings,
    crl_file: text(),
    secret_namespacing: flag({ description: 'name.namespace is a Secret of another namespace; default true.' }),
  },
);
export type TLSContextSpec = Infer<typeof tlsContextSpec>;
export type TLSContext = Of<'TLSContext', TLSContextSpec>;
export const tlsContextKind = kind('TLSContext', 'tlscontexts', 'Settings of TLS.', tlsContextSpec);

const moduleSpec = object({}, { ambassador_id: ambassadorId, config: anything('Settings of the gateway.') });
export type Module = Of<'Module', Infer<typeof moduleSpec>>;
export const moduleKind = kind('Module', 'modules', 'Settings of the gateway.', moduleSpec);

const authService = object(
  { auth_service: text({ description: 'Who is asked whether requests may pass.' }) },
  {
    ambassador_id: ambassadorId,
    path_prefix: text(),
    tls: text(),
    proto: oneOf(['http', 'grpc']),
    timeout_ms: milliseconds('Default 5000.'),
    allowed_request_headers: list(text()),
    allowed_authorization_headers: list(text()),
    add_auth_headers: map(text()),
    allow_request_body: flag(),
    include_body: object({ max_bytes: count(), allow_partial: flag() }, {}),
    add_linkerd_headers: flag(),
    failure_mode_allow: flag(),
    status_on_error: object({}, { code: integer({ minimum: 100, maximum: 599 }) }),
    protocol_version: oneOf(['v2', 'v3']),
    stats_name: text(),
    circuit_breakers: circuitBreakers,
    connect_timeout_ms: milliseconds('Default 3000.'),
    cluster_idle_timeout_ms: milliseconds('Of a connection to the service.'),
    cluster_max_connection_lifetime_ms: milliseconds('Of a connection to the service.'),
    v2ExplicitTLS: v2ExplicitTls,
  },
);
export type AuthServiceSpec = Infer<typeof authService>;
export type AuthService = Of<'AuthService', AuthServiceSpec>;
export const authServiceKind = kind(
  'AuthService',
  'authservices',
  'Who is asked whether requests may pass.',
  authService,
);

const rateLimitService = object(
  { service: text({ description: 'Who is asked about rate limits.' }) },
  {
    ambassador_id: ambassadorId,
    timeout_ms: milliseconds('Default 20.'),
    domain: text(),
    tls: text(),
    protocol_version: oneOf(['v2', 'v3']),
    stats_name: text(),
    failure_mode_deny: flag(),
    grpc: object({}, { use_resource_exhausted_code: flag() }),
    v2ExplicitTLS: v2ExplicitTls,
  },
);
export type RateLimitServiceObject = Of<'RateLimitService', Infer<typeof rateLimitService>>;
export const rateLimitServiceKind = kind(
  'RateLimitService',
  'ratelimitservices',
  'Who is asked about rate limits.',
  rateLimitService,
);

const logService = object(
  {},
  {
    ambassador_id: ambassadorId,
    service: text({ description: 'Who is told of requests, by gRPC.' }),
    driver: oneOf(['http', 'tcp']),
    driver_config: object(
      {},
      {
        additional_log_headers: list(
          object(
            {},
            {
              header_name: text(),
              during_request: flag(),
              during_response: flag(),
              during_trailer: flag(),
            },
          ),
        ),
      },
    ),
    flush_interval_time: integer({
      minimum: 0,
      maximum: MAX_DURATION_MS / 1000,
      description: 'Seconds; default 1.',
    }),
    flush_interval_byte_size: count({ description: 'Default 16384.' }),
    grpc: flag(),
    protocol_version: oneOf(['v2', 'v3']),
    stats_name: text(),
  },
);
export type LogService = Of<'LogService', Infer<typeof logService>>;
export const logServiceKind = kind('LogService', 'logservices', 'Who is told of requests.', logService);

const percent = () => number({ minimum: 0, maximum: 100, description: 'Percent.' });
const tracingService = object(
  { driver: oneOf(['zipkin', 'datadog', 'opentelemetry', 'lightstep']), service: text() },
  {
    ambassador_id: ambassadorId,
    sampling: object({}, { client: percent(), random: percent(), overall: percent() }),
    custom_tags: list(
      object(
        { tag: text() },
        {
          literal: object({ value: text() }, {}),
          environment: object({ name: text() }, { default_value: text() }),
          request_header: object({ name: text() }, { default_value: text() }),
        },
      ),
    ),
    tag_headers: list(text()),
    config: object(
      {},
      {
        access_token_file: text(),
        collector_cluster: text(),
        collector_endpoint: text(),
        collector_endpoint_version: oneOf(['HTTP_JSON_V1', 'HTTP_JSON', 'HTTP_PROTO']),
        collector_hostname: text(),
        propagation_modes: list(oneOf(['ENVOY', 'LIGHTSTEP', 'B3', 'TRACE_CONTEXT'])),
        trace_id_128bit: flag(),
        shared_span_context: flag(),
        service_name: text(),
      },
    ),
    stats_name: text(),
  },
);
export type TracingService = Of<'TracingService', Infer<typeof tracingService>>;
export const tracingServiceKind = kind(
  'TracingService',
  'tracingservices',
  'Where traces of requests go.',
  tracingService,
);

const noSpec = object({}, { ambassador_id: ambassadorId });
export type KubernetesServiceResolver = Of<'KubernetesServiceResolver', Infer<typeof noSpec>>;
export const kubernetesServiceResolverKind = kind(
  'KubernetesServiceResolver',
  'kubernetesserviceresolvers',
  'A name under which Mappings reach Services.',
  noSpec,
);
export type KubernetesEndpointResolver = Of<'KubernetesEndpointResolver', Infer<typeof noSpec>>;
export const kubernetesEndpointResolverKind = kind(
  'KubernetesEndpointResolver',
  'kubernetesendpointresolvers',
  'A name under which Mappings reach endpoints of Services.',
  noSpec,
);

const consulResolver = object(
  {},
  {
    ambassador_id: ambassadorId,
    address: text({ description: 'Of an agent or server: host:port, or a URL; default 127.0.0.1:8500.' }),
    datacenter: text({ description: 'Required.' }),
    token_secret: text({ description: 'Secret with the ACL token under consul-token; default: that of the settings.' }),
    tls: text({ description: 'TLSContext with CA and client certificate for Consul itself.' }),
  },
);
export type ConsulResolver = Of<'ConsulResolver', Infer<typeof consulResolver>>;
export const consulResolverKind = kind(
  'ConsulResolver',
  'consulresolvers',
  'A name under which Mappings reach services that Consul knows.',
  consulResolver,
);

const devPortal = object(
  {},
  {
    ambassador_id: ambassadorId,
    default: flag(),
    content: object({}, { url: text(), branch: text(), dir: text() }),
    docs: list(object({}, { service: text(), url: text(), timeout_ms: milliseconds('No effect.') })),
    selector: object({}, { matchNamespaces: list(text()), matchLabels: map(text()) }),
    naming_scheme: oneOf(['namespace.name', 'name.prefix']),
    search: object({}, { enabled: flag(), type: oneOf(['title-only', 'all-content']) }),
    preserve_servers: flag(),
  },
);
export type DevPortal = Of<'DevPortal', Infer<typeof devPortal>>;
export const devPortalKind = kind('DevPortal', 'devportals', 'A developer portal; not served.', devPortal);

// The keys of `spec.config` of the Modules `ambassador` and `tls`, each with its type. The CRD says nothing of them, so they
// are checked one by one: a key that is wrong, or that is none, is told and left out, and all others count.
import type { TSchema, TUnsafe } from 'typebox';
import { anything, flag, integer, list, map, object, oneOf, text, type Infer } from '../schema.ts';
import {
  addedHeader,
  circuitBreakers,
  cors,
  count,
  errorResponseOverrides,
  labelSpecifier,
  loadBalancer,
  milliseconds,
  retryPolicy,
} from './shared.ts';

const route = object(
  {},
  { enabled: flag(), prefix: text(), rewrite: text(), service: text(), allow_non_local: flag() },
);
const addresses = list(object({}, { peer: text(), remote: text() }));

export const moduleKeys = {
  add_linkerd_headers: flag(),
  admin_port: integer({ minimum: 1, maximum: 65535 }),
  allow_chunked_length: flag(),
  buffer: object({ max_request_bytes: integer({ minimum: 1, maximum: 4294967295 }) }, { max_request_time: integer() }),
  buffer_limit_bytes: integer({ minimum: 1, maximum: 4294967295 }),
  circuit_breakers: circuitBreakers,
  cluster_idle_timeout_ms: milliseconds('Of connections to upstreams.'),
  cluster_max_connection_lifetime_ms: milliseconds('Of connections to upstreams.'),
  cluster_request_timeout_ms: milliseconds('Of requests.'),
  cors,
  debug_mode: flag(),
  default_label_domain: text(),
  default_labels: map(object({}, { defaults: list(labelSpecifier) })),
  defaults: anything('Values for fields that Mappings leave out.'),
  diagnostics: route,
  enable_grpc_http11_bridge: flag(),
  enable_grpc_web: flag(),
  enable_http10: flag(),
  enable_ipv4: flag(),
  enable_ipv6: flag(),
  envoy_log_type: oneOf(['text', 'json', 'typed_json']),
  /** Text, or names and formats: envoy_log_type says which. */
  envoy_log_format: {} as TUnsafe,
  envoy_log_path: text(),
  envoy_validation_timeout: integer({ minimum: 0 }),
  error_response_overrides: errorResponseOverrides,
  forward_client_cert_details: oneOf([
    'SANITIZE',
    'FORWARD_ONLY',
    'APPEND_FORWARD',
    'SANITIZE_SET',
    'ALWAYS_FORWARD_ONLY',
  ]),
  set_current_client_cert_details: object(
    {},
    { subject: flag(), cert: flag(), chain: flag(), dns: flag(), uri: flag() },
  ),
  grpc_stats: object(
    {},
    {
      services: list(object({ name: text() }, { method_names: list(text()) })),
      all_methods: flag(),
      upstream_stats: flag(),
    },
  ),
  gzip: object(
    {},
    {
      memory_level: integer({ minimum: 1, maximum: 9 }),
      min_content_length: count(),
      compression_level: text(),
      compression_strategy: text(),
      window_bits: integer({ minimum: 9, maximum: 15 }),
      content_type: list(text()),
      disable_on_etag_header: flag(),
      remove_accept_encoding_header: flag(),
    },
  ),
  headers_with_underscores_action: oneOf(['ALLOW', 'REJECT_REQUEST', 'DROP_HEADER']),
  header_case_overrides: list(text()),
  proper_case: flag(),
  ip_allow: addresses,
  ip_deny: addresses,
  keepalive: object(
    {},
    {
      time: count(),
      idle_time: count(),
      interval: count(),
      probes: count(),
    },
  ),
  listener_idle_timeout_ms: milliseconds('Of connections of clients.'),
  liveness_probe: route,
  readiness_probe: route,
  load_balancer: loadBalancer,
  lua_scripts: text(),
  max_request_headers_kb: integer({ minimum: 1, maximum: 8192 }),
  merge_slashes: flag(),
  preserve_external_request_id: flag(),
  reject_requests_with_escaped_slashes: flag(),
  regex_max_size: integer({ minimum: 1 }),
  resolver: text(),
  retry_policy: retryPolicy,
  runtime_flags: object(
    {},
    {
      'http.max_requests_per_io_cycle': integer({ minimum: 1 }),
      'overload.premature_reset_min_stream_lifetime_seconds': integer({ minimum: 1 }),
      'overload.premature_reset_total_stream_count': integer({ minimum: 1 }),
      'envoy.restart_features.send_goaway_for_premature_rst_streams': flag(),
    },
  ),
  server_name: text(),
  strip_matching_host_port: flag(),
  suppress_envoy_headers: flag(),
  use_ambassador_namespace_for_service_resolution: flag(),
  use_remote_address: flag(),
} as const satisfies Readonly<Record<string, TSchema>>;

/** Keys that are known and mean nothing, with what is to be done instead. */
export const idleModuleKeys: Readonly<Record<string, string>> = {
  auth_enabled: 'an AuthService is used when it is there',
  prune_unreachable_routes: 'routes that no request can reach are never made',
  regex_type: 'regular expressions are always those of RE2',
  service_port: 'a Listener says which port',
  statsd: 'statistics of Envoys are read from them',
  tls: 'TLSContext and Host say it',
  use_proxy_proto: 'say PROXY in the protocolStack of a Listener',
  x_forwarded_proto_redirect: 'a Host says what happens to insecure requests (requestPolicy)',
  xff_num_trusted_hops: 'say l7Depth in a Listener',
};

/** Of `defaults`, and of `defaults.httpmapping`. */
export const defaultsKeys = {
  add_request_headers: map(addedHeader),
  add_response_headers: map(addedHeader),
  remove_request_headers: list(text()),
  remove_response_headers: list(text()),
  stats_name: text(),
} as const satisfies Readonly<Record<string, TSchema>>;

export type MappingDefaults = { readonly [K in keyof typeof defaultsKeys]?: Infer<(typeof defaultsKeys)[K]> };

/** What of the Module `ambassador` can be used. */
export type ModuleConfig = { readonly [K in keyof typeof moduleKeys]?: Infer<(typeof moduleKeys)[K]> };

export const tlsModuleBlock = object(
  {},
  {
    enabled: flag(),
    secret: text(),
    cert_chain_file: text(),
    private_key_file: text(),
    cacert_chain_file: text(),
    alpn_protocols: text(),
    cert_required: flag(),
    redirect_cleartext_from: integer({ minimum: 0, maximum: 65535 }),
    min_tls_version: oneOf(['v1.0', 'v1.1', 'v1.2', 'v1.3']),
    max_tls_version: oneOf(['v1.0', 'v1.1', 'v1.2', 'v1.3']),
    cipher_suites: list(text()),
    ecdh_curves: list(text()),
    sni: text(),
  },
);

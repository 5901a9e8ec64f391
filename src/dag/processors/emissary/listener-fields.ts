// What a Listener of getambassador.io, the Module and the gateway's own services make of a port: fields of the Listener
// vertex.
import {
  defaultEnvoySettings,
  STANDARD_OUTPUT,
  type AccessLogFormat,
  type HttpSettings,
} from '../../../model/envoy-settings.ts';
import type { ModuleConfig } from '../../../model/kinds/emissary/module-config.ts';
import { formatMistake } from '../../../model/access-log-format.ts';
import { isRecord } from '../../../model/pick.ts';
import { luaError } from '../../compile/lua.ts';
import type { GzipLevel, GzipSettings, GzipStrategy, Listener, ListenerFilters } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import type { EmissarySettings, ListenerDraft } from './topics.ts';

export type ListenerFields = Omit<Listener, 'kind' | 'key' | 'address' | 'port'>;

export function listenerFields(
  config: CompileConfig,
  draft: Pick<ListenerDraft, 'tls' | 'udp' | 'http' | 'proxy' | 'l7Depth' | 'http2MaxConcurrentStreams'>,
  { module, rateLimit, tracing, accessLogServices }: EmissarySettings,
): ListenerFields {
  const { listener } = config.settings ?? defaultEnvoySettings;
  const log = accessLogOf(module);
  return {
    protocol: draft.tls ? 'https' : 'http',
    anyDepth: true,
    ...(draft.udp ? { http3: 'only' } : draft.tls && draft.http && { plain: true }),
    http: httpOf(config, draft, module),
    socket: {
      ...listener,
      useProxyProtocol: draft.proxy,
      ...(module.buffer_limit_bytes !== undefined && { bufferLimitBytes: module.buffer_limit_bytes }),
    },
    ja3: false,
    ja4: false,
    accessLog: log,
    filters: filtersOf(module),
    ...(rateLimit && { rateLimitService: rateLimit.service }),
    ...(tracing && { tracing: tracing.settings }),
    ...(accessLogServices && { accessLogServices: accessLogServices.map((each) => each.settings) }),
  };
}

/** Emissary-Ingress leaves to Envoy what its Module does not say. */
function httpOf(
  config: CompileConfig,
  { l7Depth, http2MaxConcurrentStreams }: Pick<ListenerDraft, 'l7Depth' | 'http2MaxConcurrentStreams'>,
  module: ModuleConfig,
): HttpSettings {
  const { connectionIdleTimeoutMs: _idle, ...http } = (config.settings ?? defaultEnvoySettings).http;
  const idleMs = module.listener_idle_timeout_ms;
  const underscores = module.headers_with_underscores_action;
  const mode = module.forward_client_cert_details;
  const details = module.set_current_client_cert_details ?? {};
  return {
    ...http,
    ...(idleMs !== undefined && { connectionIdleTimeoutMs: idleMs }),
    xffTrustedHops: l7Depth,
    mergeSlashes: module.merge_slashes === true,
    allowChunkedLength: module.allow_chunked_length === true,
    ...(http2MaxConcurrentStreams !== undefined && { http2MaxConcurrentStreams }),
    more: {
      ...(module.use_remote_address === false && { useRemoteAddress: false }),
      ...(module.server_name !== undefined && { serverName: module.server_name }),
      preserveRequestId: module.preserve_external_request_id === true,
      ...(module.reject_requests_with_escaped_slashes && { rejectEscapedSlashes: true }),
      ...(module.strip_matching_host_port && { stripMatchingPort: true }),
      acceptHttp10: module.enable_http10 === true,
      ...(underscores === 'REJECT_REQUEST' && { headersWithUnderscores: 'reject' as const }),
      ...(underscores === 'DROP_HEADER' && { headersWithUnderscores: 'drop' as const }),
      ...(module.max_request_headers_kb !== undefined && { maxRequestHeadersKb: module.max_request_headers_kb }),
      ...(module.proper_case
        ? { headerCase: 'proper' as const }
        : module.header_case_overrides && { headerCase: 'same' as const }),
      ...(module.suppress_envoy_headers && { suppressEnvoyHeaders: true }),
      ...((mode !== undefined || Object.keys(details).length > 0) && {
        clientCertificates: {
          mode: mode ?? 'SANITIZE_SET',
          details: (['cert', 'chain', 'dns', 'subject', 'uri'] as const).filter((each) => details[each]),
        },
      }),
    },
  };
}

function filtersOf(module: ModuleConfig): ListenerFilters {
  const stats = module.grpc_stats;
  return {
    ...(module.enable_grpc_http11_bridge && { grpcBridge: true }),
    ...(module.enable_grpc_web && { grpcWeb: true }),
    ...(stats && {
      grpcStats: {
        ...(stats.all_methods !== undefined && { allMethods: stats.all_methods }),
        ...(stats.services && {
          services: stats.services.map(({ name, method_names }) => ({ name, methods: method_names ?? [] })),
        }),
        upstreamStats: stats.upstream_stats === true,
      },
    }),
    ...(module.lua_scripts && luaError(module.lua_scripts) === undefined && { lua: module.lua_scripts }),
    ...(module.gzip && { gzip: gzipOf(module.gzip) }),
    ...(module.buffer && { bufferBytes: module.buffer.max_request_bytes }),
  };
}

const levels: Readonly<Record<string, GzipLevel>> = {
  DEFAULT: 'default',
  DEFAULT_COMPRESSION: 'default',
  SPEED: 'speed',
  BEST_SPEED: 'speed',
  BEST: 'compression',
  BEST_COMPRESSION: 'compression',
  ...Object.fromEntries(
    (['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const).map((each) => [`COMPRESSION_LEVEL_${each}`, each]),
  ),
};
const strategies: Readonly<Record<string, GzipStrategy>> = {
  DEFAULT: 'default',
  DEFAULT_STRATEGY: 'default',
  FILTERED: 'filtered',
  HUFFMAN: 'huffman',
  HUFFMAN_ONLY: 'huffman',
  RLE: 'rle',
  FIXED: 'fixed',
};

/** Words that mean nothing to Envoy leave its default; `gzipMistakes` tells them. */
function gzipOf(gzip: NonNullable<ModuleConfig['gzip']>): GzipSettings {
  const level = levels[gzip.compression_level?.toUpperCase() ?? ''];
  const strategy = strategies[gzip.compression_strategy?.toUpperCase() ?? ''];
  return {
    ...(gzip.memory_level !== undefined && { memoryLevel: gzip.memory_level }),
    ...(gzip.window_bits !== undefined && { windowBits: gzip.window_bits }),
    ...(level && { level }),
    ...(strategy && { strategy }),
    ...(gzip.min_content_length !== undefined && { minBytes: gzip.min_content_length }),
    ...(gzip.content_type && { contentTypes: gzip.content_type }),
    ...(gzip.disable_on_etag_header && { notWithEtag: true }),
    ...(gzip.remove_accept_encoding_header && { removeAcceptEncoding: true }),
  };
}

export function gzipMistakes({ gzip }: ModuleConfig): readonly { readonly field: string; readonly message: string }[] {
  const wrong = (field: 'compression_level' | 'compression_strategy', known: object) =>
    gzip?.[field] !== undefined && !Object.hasOwn(known, gzip[field].toUpperCase())
      ? [
          {
            field,
            message: `must be one of ${Object.keys(known).join(', ')}, found "${gzip[field]}"; Envoy's default is used`,
          },
        ]
      : [];
  return [...wrong('compression_level', levels), ...wrong('compression_strategy', strategies)];
}

const textFormat =
  'ACCESS [%START_TIME%] "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %PROTOCOL%" %RESPONSE_CODE% ' +
  '%RESPONSE_FLAGS% %BYTES_RECEIVED% %BYTES_SENT% %DURATION% %RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)% ' +
  '"%REQ(X-FORWARDED-FOR)%" "%REQ(USER-AGENT)%" "%REQ(X-REQUEST-ID)%" "%REQ(:AUTHORITY)%" "%UPSTREAM_HOST%"';

const jsonFields: readonly string[] = [
  'start_time=%START_TIME%',
  'method=%REQ(:METHOD)%',
  'path=%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%',
  'protocol=%PROTOCOL%',
  'response_code=%RESPONSE_CODE%',
  'response_flags=%RESPONSE_FLAGS%',
  'bytes_received=%BYTES_RECEIVED%',
  'bytes_sent=%BYTES_SENT%',
  'duration=%DURATION%',
  'upstream_service_time=%RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)%',
  'x_forwarded_for=%REQ(X-FORWARDED-FOR)%',
  'user_agent=%REQ(USER-AGENT)%',
  'request_id=%REQ(X-REQUEST-ID)%',
  'authority=%REQ(:AUTHORITY)%',
  'upstream_host=%UPSTREAM_HOST%',
  'upstream_cluster=%UPSTREAM_CLUSTER%',
  'upstream_local_address=%UPSTREAM_LOCAL_ADDRESS%',
  'downstream_local_address=%DOWNSTREAM_LOCAL_ADDRESS%',
  'downstream_remote_address=%DOWNSTREAM_REMOTE_ADDRESS%',
  'requested_server_name=%REQUESTED_SERVER_NAME%',
  'upstream_transport_failure_reason=%UPSTREAM_TRANSPORT_FAILURE_REASON%',
];

function accessLogOf(module: ModuleConfig): NonNullable<Listener['accessLog']> {
  const { envoy_log_type: type = 'text', envoy_log_format: format, envoy_log_path: path } = module;
  return {
    level: 'info',
    path: path === undefined || path === '/dev/fd/1' || path === '/dev/stdout' ? STANDARD_OUTPUT : path,
    format: type === 'text' ? textOf(format) : { kind: 'json', fields: fieldsOf(format) ?? jsonFields },
  };
}

function textOf(format: unknown): AccessLogFormat {
  const isOwn = typeof format === 'string' && format !== '' && formatMistake(format) === undefined;
  return { kind: 'text', text: `${isOwn ? format : textFormat}\n` };
}

function fieldsOf(format: unknown): readonly string[] | undefined {
  if (!isRecord(format)) return undefined;
  return Object.entries(format).flatMap(([name, value]) => (typeof value === 'string' ? [`${name}=${value}`] : []));
}

/** Its type does not fit `envoy_log_type`, or Envoy does not know what it says. `field`: relative to the Module's configuration. */
export function logFormatMistakes({
  envoy_log_type: type = 'text',
  envoy_log_format: format,
}: ModuleConfig): readonly { readonly field: string; readonly message: string }[] {
  const field = 'envoy_log_format';
  const asDefault = (message: string) => [{ field, message: `${message}; the default is used` }];
  if (format === undefined) return [];
  if (type === 'text') {
    if (typeof format !== 'string') return asDefault('must be text, since envoy_log_type is text');
    const mistake = formatMistake(format);
    return mistake === undefined ? [] : asDefault(mistake);
  }
  if (!isRecord(format)) return asDefault(`must be an object of names and formats, since envoy_log_type is ${type}`);
  return Object.entries(format).flatMap(([name, value]) => {
    const mistake = typeof value === 'string' ? formatMistake(value) : 'must be text';
    return mistake === undefined
      ? []
      : [{ field: `${field}[${JSON.stringify(name)}]`, message: `${mistake}; it is left out` }];
  });
}

// The words of Envoy's access logs: which operators a format may hold, and what the short names of JSON fields stand for.
// In: texts of an operator. Out: formats as Envoy takes them, or what is wrong; an unknown operator would make Envoy
// refuse every listener.
import type { AccessLogFormat } from './envoy-settings.ts';
import { lookup } from './lookup.ts';
import { nearest } from './nearest.ts';

const edge = ['DOWNSTREAM', 'UPSTREAM'];
const directions = ['RECEIVED', 'SENT'];
const addressForms = ['ADDRESS', 'ADDRESS_WITHOUT_PORT', 'PORT'];

/** Operators without arguments. */
const simpleOperators: ReadonlySet<string> = new Set([
  'ACCESS_LOG_TYPE',
  'BYTES_RECEIVED',
  'BYTES_SENT',
  'BYTES_RETRANSMITTED',
  'PACKETS_RETRANSMITTED',
  ...edge.flatMap((side) =>
    directions.flatMap((way) => [
      `${side}_WIRE_BYTES_${way}`,
      `${side}_HEADER_BYTES_${way}`,
      `${side}_DECOMPRESSED_HEADER_BYTES_${way}`,
    ]),
  ),
  ...['DOWNSTREAM_LOCAL', 'DOWNSTREAM_REMOTE', 'DOWNSTREAM_DIRECT_REMOTE', 'UPSTREAM_LOCAL', 'UPSTREAM_REMOTE'].flatMap(
    (place) => addressForms.map((form) => `${place}_${form}`),
  ),
  ...edge.flatMap((side) => [
    ...['TLS_CIPHER', 'TLS_VERSION', 'TLS_SESSION_ID'].map((name) => `${side}_${name}`),
    ...['ISSUER', 'SUBJECT', 'CERT', 'CERT_V_START', 'CERT_V_END', 'URI_SAN', 'DNS_SAN', 'IP_SAN'].map(
      (name) => `${side}_PEER_${name}`,
    ),
    ...['SUBJECT', 'URI_SAN', 'DNS_SAN', 'IP_SAN'].map((name) => `${side}_LOCAL_${name}`),
    `${side}_TRANSPORT_FAILURE_REASON`,
  ]),
  ...['FINGERPRINT_1', 'FINGERPRINT_256', 'SERIAL', 'ISSUER'].map((name) => `DOWNSTREAM_PEER_${name}`),
  'CONNECTION_ID',
  'CONNECTION_TERMINATION_DETAILS',
  'CUSTOM_FLAGS',
  'DOWNSTREAM_DIRECT_LOCAL_ADDRESS',
  'DOWNSTREAM_HANDSHAKE_DURATION',
  'DOWNSTREAM_LOCAL_CLOSE_REASON',
  'DURATION',
  'FILTER_CHAIN_NAME',
  'GRPC_STATUS',
  'GRPC_STATUS_NUMBER',
  'HOSTNAME',
  'LOCAL_REPLY_BODY',
  'PROTOCOL',
  'REQUESTED_SERVER_NAME',
  'REQUEST_DURATION',
  'REQUEST_HEADERS_BYTES',
  'REQUEST_TX_DURATION',
  'RESPONSE_CODE',
  'RESPONSE_CODE_DETAILS',
  'RESPONSE_DURATION',
  'RESPONSE_FLAGS',
  'RESPONSE_FLAGS_LONG',
  'RESPONSE_HEADERS_BYTES',
  'RESPONSE_TRAILERS_BYTES',
  'RESPONSE_TX_DURATION',
  'ROUNDTRIP_DURATION',
  'ROUTE_NAME',
  'SPAN_ID',
  'STREAM_ID',
  'TLS_JA3_FINGERPRINT',
  'TLS_JA4_FINGERPRINT',
  'TRACE_ID',
  'UNIQUE_ID',
  'UPSTREAM_CLUSTER',
  'UPSTREAM_CLUSTER_RAW',
  'UPSTREAM_CONNECTION_ID',
  'UPSTREAM_DETECTED_CLOSE_TYPE',
  'UPSTREAM_HOSTS_ATTEMPTED',
  'UPSTREAM_LOCAL_CLOSE_REASON',
  'UPSTREAM_HOST',
  'UPSTREAM_HOST_NAME',
  'UPSTREAM_PROTOCOL',
  'UPSTREAM_REQUEST_ATTEMPT_COUNT',
  'VIRTUAL_CLUSTER_NAME',
]);

interface ArgumentOperator {
  readonly required: boolean;
  /** A length may follow. */
  readonly truncates: boolean;
  /** Of the argument. Absent: any text. */
  readonly form?: RegExp;
  /** Completes "its argument must be …". */
  readonly expects?: string;
}

const headerToken = ":?[!#$&'*+\\-.^_`|~0-9A-Za-z]+";
const ofHeader: ArgumentOperator = {
  required: true,
  truncates: true,
  form: new RegExp(`^${headerToken}(?:\\?${headerToken})?$`),
  expects: 'the name of a header, or two with ? between them',
};
const places = ['DYNAMIC', 'CLUSTER', 'ROUTE', 'UPSTREAM_HOST', 'LISTENER', 'LISTENER_FILTER_CHAIN', 'VIRTUAL_HOST'];
const ofTime: ArgumentOperator = { required: false, truncates: false };
const ofAnything: ArgumentOperator = { required: true, truncates: true };
const ofState: ArgumentOperator = {
  ...ofAnything,
  form: /^[^:]+(?::(?:PLAIN|TYPED|FIELD:.+))?$/,
  expects: 'a key, then :PLAIN, :TYPED or :FIELD: and a name if that is wanted',
};

/** Operators with an argument in parentheses. */
const argumentOperators: Readonly<Record<string, ArgumentOperator>> = {
  DYNAMIC_METADATA: ofAnything,
  EMIT_TIME: ofTime,
  EMIT_TIME_LOCAL: ofTime,
  ENVIRONMENT: ofAnything,
  FILTER_STATE: ofState,
  METADATA: {
    ...ofAnything,
    form: new RegExp(`^(?:${places.join('|')})(?::|$)`),
    expects: `one of ${places.join(', ')}, then : and a name`,
  },
  QUERY_PARAM: ofAnything,
  REQ: ofHeader,
  REQ_WITHOUT_QUERY: ofHeader,
  RESP: ofHeader,
  START_TIME: ofTime,
  START_TIME_LOCAL: ofTime,
  TRAILER: ofHeader,
  UPSTREAM_FILTER_STATE: ofState,
  UPSTREAM_METADATA: ofAnything,
};

const routeObject = (field: string) => `%METADATA(ROUTE:envoy.access_loggers.file:io.projectcontour.${field})%`;

/** Short names of JSON fields with a meaning of their own. */
const namedFields: Readonly<Record<string, string>> = {
  '@timestamp': '%START_TIME%',
  ts: '%START_TIME%',
  authority: '%REQ(:AUTHORITY)%',
  method: '%REQ(:METHOD)%',
  path: '%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%',
  request_id: '%REQ(X-REQUEST-ID)%',
  uber_trace_id: '%REQ(UBER-TRACE-ID)%',
  user_agent: '%REQ(USER-AGENT)%',
  x_forwarded_for: '%REQ(X-FORWARDED-FOR)%',
  x_trace_id: '%REQ(X-TRACE-ID)%',
  upstream_service_time: '%RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)%',
  contour_config_kind: routeObject('kind'),
  contour_config_namespace: routeObject('namespace'),
  contour_config_name: routeObject('name'),
};

export const defaultJsonFields: readonly string[] = [
  '@timestamp',
  'authority',
  'bytes_received',
  'bytes_sent',
  'downstream_local_address',
  'downstream_remote_address',
  'duration',
  'method',
  'path',
  'protocol',
  'request_id',
  'requested_server_name',
  'response_code',
  'response_flags',
  'uber_trace_id',
  'upstream_cluster',
  'upstream_host',
  'upstream_local_address',
  'upstream_service_time',
  'user_agent',
  'x_forwarded_for',
  'grpc_status',
  'grpc_status_number',
];

/** A field as `name` or `name=format` → its name and format. */
export function jsonField(
  text: string,
): { readonly name: string; readonly format: string } | { readonly mistake: string } {
  const equals = text.indexOf('=');
  if (equals >= 0) {
    const name = text.slice(0, equals);
    const format = text.slice(equals + 1);
    if (name === '' || format === '') return { mistake: `"${text}" is not name=format` };
    const mistake = formatMistake(format);
    return mistake === undefined ? { name, format } : { mistake: `field ${name}: ${mistake}` };
  }
  const named = lookup(namedFields, text);
  if (named !== undefined) return { name: text, format: named };
  const operator = text.toUpperCase();
  if (simpleOperators.has(operator)) return { name: text, format: `%${operator}%` };
  const guess = nearest(text, [...Object.keys(namedFields), ...[...simpleOperators].map((each) => each.toLowerCase())]);
  return { mistake: `"${text}" is no access log field; write name=format for one of your own${hint(guess)}` };
}

/** Its lines tell of a route what only the route's metadata knows, such as the object that it is from. */
export function asksForRouteMetadata(format: AccessLogFormat): boolean {
  switch (format.kind) {
    case 'default':
      return false;
    case 'text':
      return readsRouteMetadata(format.text);
    case 'json':
      return format.fields.map(jsonField).some((field) => 'format' in field && readsRouteMetadata(field.format));
    default:
      return format satisfies never;
  }
}

const readsRouteMetadata = (format: string) => format.includes('%METADATA(ROUTE:');

/** What is wrong with a format; undefined: nothing. */
export function formatMistake(format: string): string | undefined {
  const token = /%%|%([A-Z0-9_]+)(\([^()\r\n]*\))?(:\d{1,5})?%|%/g;
  for (const [whole, operator, argument, truncation] of format.matchAll(token)) {
    if (whole === '%%') continue;
    if (operator === undefined)
      return `a "%" in "${format.trim()}" begins no operator such as %DURATION%; write %% for itself`;
    const known = lookup(argumentOperators, operator);
    if (known !== undefined) {
      if (known.required && (argument === undefined || argument === '()'))
        return `${whole} needs an argument: %${operator}(…)%`;
      if (argument !== undefined && known.form?.test(argument.slice(1, -1)) === false)
        return `the argument of ${whole} must be ${known.expects}`;
      if (!known.truncates && truncation !== undefined) return `${whole} can't be cut to a length`;
      continue;
    }
    if (!simpleOperators.has(operator)) {
      const guess = nearest(operator, [...simpleOperators, ...Object.keys(argumentOperators)]);
      return `%${operator}% is no operator of Envoy's access log${hint(guess)}`;
    }
    if (argument !== undefined) return `%${operator}% takes no argument, found ${argument}`;
    if (truncation !== undefined) return `${whole} can't be cut to a length`;
  }
  return undefined;
}

function hint(guess: string | undefined): string {
  return guess === undefined ? '' : `; the nearest is ${guess}`;
}

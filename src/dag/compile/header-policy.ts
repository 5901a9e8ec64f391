// Header policies of the input APIs → HeaderPolicy of the graph, with dynamic values.
// A value may hold the operators listed here, which Envoy fills in per request, and `%CONTOUR_…%`, filled in here;
// any other `%` is literal text and escaped, so no value can make Envoy refuse a configuration.
import type { DefaultHeaders } from '../../model/config.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { HeaderPolicy } from '../vertices.ts';
import { error, shown } from './problem.ts';
import { compareText } from './route-match.ts';
import { isServerName } from './server-name.ts';
import { utf8Length } from './utf8-length.ts';

export const noHeaders: HeaderPolicy = { set: [], add: [], remove: [] };

/** What `%CONTOUR_NAMESPACE%`, `%CONTOUR_SERVICE_NAME%` and `%CONTOUR_SERVICE_PORT%` stand for; absent: stays literal text. */
export interface HeaderVariables {
  readonly namespace: string;
  readonly serviceName?: string;
  readonly servicePort?: number;
}

export type HostRewrite =
  { readonly kind: 'literal'; readonly value: string } | { readonly kind: 'header'; readonly value: string };

export interface HeaderPolicyInput {
  readonly set?: readonly { readonly name: string; readonly value: string }[];
  readonly remove?: readonly string[];
}

export interface HeaderPolicyPlace {
  readonly object: ObjectKey;
  readonly path: string;
  readonly code: ProblemCode;
  /** `Host` is a host rewrite on requests (from another header only if `hostFromHeader`) and refused on responses. */
  readonly side: 'request' | 'response';
  readonly hostFromHeader: boolean;
  readonly variables: HeaderVariables;
  /** What the user gets instead, for the message: `requests to this route get 503`. */
  readonly consequence: string;
}

export interface CompiledHeaderPolicy {
  readonly headers: HeaderPolicy;
  readonly hostRewrite?: HostRewrite;
  /** Errors: the policy as a whole must not be used. */
  readonly problems: readonly Problem[];
}

/** `own` with the defaults under it: what it doesn't set, and what is to be removed besides. Sorted, so order never shows. */
export function withDefaultHeaders(
  own: HeaderPolicyInput | undefined,
  defaults: DefaultHeaders | undefined,
): HeaderPolicyInput | undefined {
  if (!defaults) return own;
  const set = new Set((own?.set ?? []).map((each) => each.name.toLowerCase()));
  const others = Object.entries(defaults.set).filter(([name]) => !set.has(name.toLowerCase()));
  return {
    set: [...(own?.set ?? []), ...others.map(([name, value]) => ({ name, value }))],
    remove: [...(own?.remove ?? []), ...defaults.remove],
  };
}

/** Read by nuncio's own routing in Envoy; a user's value would break or bypass it. */
const reservedNames: ReadonlySet<string> = new Set(['x-nuncio-scope']);

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Envoy refuses these bytes in a header value, and values over 16 KB.
// oxlint-disable-next-line no-control-regex
const forbiddenInValue = /[\0\r\n]/;
const MAX_VALUE_LENGTH = 16_384;

export function compileHeaderPolicy(
  policy: HeaderPolicyInput | undefined,
  place: HeaderPolicyPlace,
): CompiledHeaderPolicy {
  if (!policy || ((policy.set?.length ?? 0) === 0 && (policy.remove?.length ?? 0) === 0))
    return { headers: noHeaders, problems: [] };
  const problems: Problem[] = [];
  const wrong = (at: string, message: string) =>
    problems.push(error(place.code, place.object, `${place.path}.${at}`, `${message}; ${place.consequence}`));
  const set: { name: string; value: string }[] = [];
  const seen = new Set<string>();
  let hostRewrite: HostRewrite | undefined;

  for (const [i, { name, value }] of (policy.set ?? []).entries()) {
    const lower = name.toLowerCase();
    if (!checkName(name, `set[${i}].name`, wrong)) continue;
    if (seen.has(lower)) {
      wrong(`set[${i}].name`, `header ${shown(name)} is set twice; each header may be set once`);
      continue;
    }
    seen.add(lower);
    const badValue = headerValueError(dynamicHeaderValue(value, place.variables));
    if (badValue !== undefined) {
      wrong(`set[${i}].value`, badValue);
      continue;
    }
    if (lower !== 'host') {
      set.push({ name: lower, value: dynamicHeaderValue(value, place.variables) });
      continue;
    }
    const rewrite = parseHostRewrite(value, place.variables);
    if (place.side === 'response')
      wrong(`set[${i}].name`, '"Host" is a request header and can not be set on responses');
    else if (!rewrite)
      wrong(`set[${i}].value`, `"Host" must be set to a host name or to %REQ(<header>)%, found ${shown(value)}`);
    else if (rewrite.kind === 'header' && !place.hostFromHeader)
      wrong(`set[${i}].value`, '"Host" can be taken from another header on a route, not on one of its services');
    else hostRewrite = rewrite;
  }

  const remove = new Set<string>();
  for (const [i, name] of (policy.remove ?? []).entries()) {
    const lower = name.toLowerCase();
    if (!checkName(name, `remove[${i}]`, wrong)) continue;
    if (lower === 'host') wrong(`remove[${i}]`, '"Host" can not be removed');
    else remove.add(lower);
  }
  const headers = { set: set.sort((a, b) => compareText(a.name, b.name)), add: [], remove: [...remove].sort() };
  return { headers, problems, ...(hostRewrite && { hostRewrite }) };
}

/** What is wrong with a policy of one header, in people's words; undefined: nothing. */
export function headerMistake(policy: HeaderPolicyInput, side: HeaderPolicyPlace['side']): string | undefined {
  const { problems } = compileHeaderPolicy(policy, {
    object: '',
    path: '',
    code: 'ConfigurationNotValid',
    side,
    hostFromHeader: false,
    variables: { namespace: '' },
    consequence: '',
  });
  return problems[0]?.message.replace(/; $/, '');
}

function checkName(name: string, at: string, wrong: (at: string, message: string) => void): boolean {
  const message = headerNameError(name);
  if (message !== undefined) wrong(at, message);
  return message === undefined;
}

/** Undefined: it is the name of a header that users may change. */
export function headerNameError(name: string): string | undefined {
  if (!headerName.test(name) || name.length > MAX_VALUE_LENGTH) return `${shown(name)} is not a header name`;
  return reservedNames.has(name.toLowerCase()) ? `${shown(name)} is reserved for nuncio` : undefined;
}

/** Envoy refuses it wherever it becomes part of a header. */
export function breaksHeaders(text: string): boolean {
  return forbiddenInValue.test(text);
}

/** Undefined: Envoy takes it. */
export function headerValueError(value: string): string | undefined {
  if (!forbiddenInValue.test(value) && utf8Length(value) <= MAX_VALUE_LENGTH) return undefined;
  return 'the value holds a line break or a zero byte, or has more than 16384 bytes';
}

const requestHeader = /^%REQ\(([\w-]+)\)%$/;

/** Undefined: neither a host name nor one request header. */
function parseHostRewrite(value: string, variables: HeaderVariables): HostRewrite | undefined {
  const header = requestHeader.exec(value)?.[1];
  if (header !== undefined) return { kind: 'header', value: header.toLowerCase() };
  const literal = value.replace(
    /%CONTOUR_(NAMESPACE|SERVICE_NAME|SERVICE_PORT)%/g,
    (whole, name: string) => variableValue(name, variables) ?? whole,
  );
  return !isServerName(literal) || literal.includes('%') ? undefined : { kind: 'literal', value: literal };
}

/** Envoy's operators that may stand in a value, without arguments. */
const operators = [
  'DOWNSTREAM_REMOTE_ADDRESS',
  'DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT',
  'DOWNSTREAM_LOCAL_ADDRESS',
  'DOWNSTREAM_LOCAL_ADDRESS_WITHOUT_PORT',
  'DOWNSTREAM_LOCAL_PORT',
  'DOWNSTREAM_LOCAL_URI_SAN',
  'DOWNSTREAM_PEER_URI_SAN',
  'DOWNSTREAM_LOCAL_SUBJECT',
  'DOWNSTREAM_PEER_SUBJECT',
  'DOWNSTREAM_PEER_ISSUER',
  'DOWNSTREAM_TLS_SESSION_ID',
  'DOWNSTREAM_TLS_CIPHER',
  'DOWNSTREAM_TLS_VERSION',
  'DOWNSTREAM_PEER_FINGERPRINT_256',
  'DOWNSTREAM_PEER_FINGERPRINT_1',
  'DOWNSTREAM_PEER_SERIAL',
  'DOWNSTREAM_PEER_CERT',
  'DOWNSTREAM_PEER_CERT_V_START',
  'DOWNSTREAM_PEER_CERT_V_END',
  'HOSTNAME',
  'PROTOCOL',
  'UPSTREAM_REMOTE_ADDRESS',
  'RESPONSE_FLAGS',
  'RESPONSE_CODE_DETAILS',
  'TLS_JA3_FINGERPRINT',
  'TLS_JA4_FINGERPRINT',
];

const ours = 'CONTOUR_(NAMESPACE|SERVICE_NAME|SERVICE_PORT)';
const requestHeaderOperator = String.raw`REQ\(:?[\w-]+(?:\?:?[\w-]+)?\)(?::\d{1,5})?`;
const percent = new RegExp(`%(?:${ours}|${operators.join('|')}|${requestHeaderOperator})%|%`, 'g');

/** Keeps Envoy's operators, fills in ours, escapes every other `%`. */
export function dynamicHeaderValue(value: string, variables: HeaderVariables): string {
  if (!value.includes('%')) return value;
  return value.replace(percent, (whole, variable: string | undefined) => {
    if (whole === '%') return '%%';
    if (variable === undefined) return whole;
    return (variableValue(variable, variables) ?? whole).replaceAll('%', '%%');
  });
}

function variableValue(name: string, variables: HeaderVariables): string | undefined {
  if (name === 'NAMESPACE') return variables.namespace;
  return name === 'SERVICE_NAME' ? variables.serviceName : variables.servicePort?.toString();
}

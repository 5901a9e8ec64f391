// A Mapping → what it wants on any host: its route with its cluster, and all by which Mappings are grouped and put in order.
// What is wrong takes out as little as possible: a match that can't be made takes out the Mapping, a service that can't be
// used leaves it with 503, anything else is told and left out.
import type { MappingSpec, Mapping } from '../../../model/kinds/emissary/mapping.ts';
import { retryConditions } from '../../../model/kinds/emissary/shared.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { lookup } from '../../../model/lookup.ts';
import { parseDurationMs } from '../../compile/duration.ts';
import { isHeaderName } from '../../compile/header-name.ts';
import { breaksHeaders } from '../../compile/header-policy.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { patternError, regexError, substitutionError } from '../../compile/regex.ts';
import { neverInPath, routeMatch } from '../../compile/route-match.ts';
import type { UnitContext } from '../../engine.ts';
import type {
  Cluster,
  Cors,
  ForwardAction,
  HashPolicy,
  HeaderMatch,
  HeaderPolicy,
  PathMatch,
  QueryParameterMatch,
  RedirectAction,
  RetryPolicy,
  Route,
} from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { errorPagesOf } from './error-pages.ts';
import { globMistake, splitPort } from './globs.ts';
import { compileHeaders } from './headers.ts';
import { compileLabels } from './labels.ts';
import { parseServiceText } from './service.ts';
import type { EmissarySettings, MappingDraft, SharedFields } from './topics.ts';
import { compileUpstream } from './upstream.ts';

export interface MappingScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly settings: EmissarySettings;
  readonly report: (problem: Problem) => void;
}

const notServed = 'this Mapping is not served';
const unavailable = 'requests to it get 503';

/** Undefined: nothing of it is served; the problems say why. */
export function compileMapping(scope: MappingScope, mapping: Mapping, key: ObjectKey): MappingDraft | undefined {
  const { settings, report } = scope;
  const { spec, metadata } = mapping;
  const { module } = settings;
  let isServed = true;
  const refuse = (path: string, message: string) => {
    report(error('MappingNotValid', key, path, `${message}; ${notServed}`));
    isServed = false;
  };
  const ignore = (path: string, message: string) => report(warning('IgnoredField', key, path, message));

  const host = hostOf(spec, refuse, ignore);
  const path = pathOf(spec, refuse, ignore);
  const headers = headersOf(spec, refuse);
  const queryParameters = queryParametersOf(spec, refuse);
  if (spec.outlier_detection !== undefined) ignore('spec.outlier_detection', 'the API has no such feature');
  for (const field of ['modules', 'envoy_override', 'docs'] as const)
    if (spec[field] !== undefined) ignore(`spec.${field}`, 'it has no effect');

  const balancing = loadBalancerOf(scope, spec, refuse);
  const retry = retryOf(spec.retry_policy ?? module.retry_policy, 'spec.retry_policy', refuse, ignore);
  const cors = corsOf(spec.cors ?? module.cors, refuse);
  if (!isServed || !path || !host) return undefined;

  const isRedirect = spec.host_redirect === true && spec.shadow !== true;
  if (spec.host_redirect && spec.shadow) {
    const message = 'at most one of host_redirect and shadow may be set; it is not redirected';
    report(error('MappingNotValid', key, 'spec.host_redirect', message));
  }
  const upstream = isRedirect
    ? undefined
    : compileUpstream(
        {
          ...scope,
          object: key,
          namespace: metadata.namespace,
          consequence: unavailable,
          code: 'MappingNotValid',
        },
        {
          ...spec,
          at: 'spec.service',
          ...(balancing && { loadBalancer: balancing.loadBalancer }),
          ...statName(spec, settings),
        },
      );
  const action = isRedirect ? redirectOf(scope, spec, key) : undefined;
  if (isRedirect && !action) return undefined;
  const labels = isRedirect
    ? []
    : compileLabels(spec.labels, settings, (at, message) =>
        report(error('RateLimitPolicyNotValid', key, `spec.labels${at}`, `${message}; it does not count`)),
      );
  const linkerd = (spec.add_linkerd_headers ?? module.add_linkerd_headers) === true;
  const pages = spec.bypass_error_response_overrides
    ? []
    : errorPagesOf(spec.error_response_overrides ?? module.error_response_overrides, (at, message) =>
        ignore(`spec.error_response_overrides${at}`, `${message}; it is left out`),
      );
  const requestHeaders = headersWithDefaults(scope, spec, key, 'request');
  const route: Route = {
    match: {
      ...routeMatch(path, headers, queryParameters),
      ...(spec.case_sensitive === false && path.kind !== 'regex' && { ignorePathCase: true }),
    },
    action:
      action ??
      (upstream
        ? forwardOf(spec, module, upstream.cluster, { hashPolicies: balancing?.hashPolicies ?? [], labels, ignore })
        : { kind: 'directResponse', statusCode: 503, body: '' }),
    requestHeaders:
      linkerd && upstream
        ? { ...requestHeaders, set: [...requestHeaders.set, { name: 'l5d-dst-override', value: upstream.authority }] }
        : requestHeaders,
    responseHeaders: headersWithDefaults(scope, spec, key, 'response'),
    ...(settings.authorization &&
      settings.authorization !== 'closed' &&
      !isRedirect &&
      !spec.bypass_auth && { authorization: { context: spec.auth_context_extensions ?? {} } }),
    ...(pages.length > 0 && !isRedirect && { errorPages: pages }),
    origin: { object: key, path: 'spec' },
  };
  const upgrades = upgradesOf(spec, ignore);
  const shared: SharedFields = {
    ...(cors && { cors }),
    ...(retry && { retry }),
    ...((spec.allow_upgrade || spec.use_websocket !== undefined) && upgrades),
    ...(spec.priority !== undefined && { priority: spec.priority.toUpperCase() === 'HIGH' ? 'high' : 'default' }),
  };
  if (spec.priority !== undefined && !/^(default|high)$/i.test(spec.priority))
    ignore('spec.priority', `must be DEFAULT or HIGH, found ${shown(spec.priority)}; DEFAULT is used`);
  return {
    owner: key,
    path: 'spec.prefix',
    creationTimestamp: metadata.creationTimestamp,
    labels: metadata.labels,
    host,
    ...grouping(spec, host),
    core: coreOf(spec),
    ...(spec.weight !== undefined && { weight: spec.weight }),
    use: isRedirect ? 'redirect' : spec.shadow ? 'shadow' : 'route',
    route,
    clusters: upstream ? [upstream.cluster] : [],
    shared,
    isChallenge: spec.prefix === '/.well-known/acme-challenge/',
  };
}

type Refuse = (path: string, message: string) => void;

function hostOf(spec: MappingSpec, refuse: Refuse, ignore: Refuse): MappingDraft['host'] | undefined {
  const header = spec.headers?.[':authority'];
  const [field, text] =
    spec.hostname !== undefined && spec.hostname !== ''
      ? ['hostname', spec.hostname]
      : spec.host !== undefined && spec.host !== ''
        ? ['host', spec.host]
        : ['headers[":authority"]', header ?? ''];
  if (field === 'hostname' && spec.host !== undefined && spec.host !== spec.hostname)
    ignore('spec.host', '"hostname" is set too and counts');
  if (text === '') {
    const regex = spec.regex_headers?.[':authority'];
    if (regex === undefined) return { kind: 'none' };
    return regexHost(regex, 'spec.regex_headers[":authority"]', refuse);
  }
  if (field === 'host' && spec.host_regex) return regexHost(text, 'spec.host', refuse);
  const { name, port } = splitPort(text.toLowerCase());
  if (field !== 'hostname' && name.includes('*')) {
    refuse(`spec.${field}`, `an asterisk may stand in "hostname" only, found ${shown(text)}`);
    return undefined;
  }
  const mistake = globMistake(name);
  if (mistake !== undefined) {
    refuse(`spec.${field}`, `${shown(text)} is not a host name: ${mistake}`);
    return undefined;
  }
  return { kind: 'glob', glob: name, ...(port !== undefined && { port }) };
}

function regexHost(regex: string, path: string, refuse: Refuse): MappingDraft['host'] | undefined {
  const syntax = regexError(regex);
  if (syntax === undefined) return { kind: 'regex', regex };
  refuse(path, `${shown(regex)} is not a regular expression (RE2): ${syntax}`);
  return undefined;
}

function pathOf(spec: MappingSpec, refuse: Refuse, ignore: Refuse): PathMatch | undefined {
  const { prefix } = spec;
  if (spec.prefix_regex) {
    if (spec.prefix_exact) ignore('spec.prefix_exact', '"prefix_regex" is set too and counts');
    const syntax = regexError(prefix);
    if (syntax !== undefined) {
      refuse('spec.prefix', `${shown(prefix)} is not a regular expression (RE2): ${syntax}`);
      return undefined;
    }
    return { kind: 'regex', value: spec.case_sensitive === false ? `(?i)${prefix}` : prefix };
  }
  if (!prefix.startsWith('/') || neverInPath.test(prefix)) {
    refuse('spec.prefix', `a path begins with / and has no ? and no #, found ${shown(prefix)}`);
    return undefined;
  }
  return { kind: spec.prefix_exact ? 'exact' : 'prefix', value: prefix };
}

function headersOf(spec: MappingSpec, refuse: Refuse): readonly HeaderMatch[] {
  const list: HeaderMatch[] = [];
  const add = (name: string, value: string, kind: 'exact' | 'regex', at: string) => {
    const lower = name.toLowerCase();
    if (!isHeaderName(name)) return refuse(at, `${shown(name)} is not a header name`);
    if (lower === 'x-nuncio-scope') return refuse(at, `${shown(name)} is reserved for nuncio`);
    const syntax = kind === 'regex' ? regexError(value) : undefined;
    if (syntax !== undefined) return refuse(at, `${shown(value)} is not a regular expression (RE2): ${syntax}`);
    list.push({
      name: lower === 'host' ? ':authority' : lower,
      kind,
      value,
      invert: false,
      ignoreCase: false,
      treatMissingAsEmpty: false,
    });
  };
  for (const [name, value] of Object.entries(spec.headers ?? {}))
    if (name !== ':authority') add(name, value, 'exact', `spec.headers[${JSON.stringify(name)}]`);
  for (const [name, value] of Object.entries(spec.regex_headers ?? {}))
    if (name !== ':authority') add(name, value, 'regex', `spec.regex_headers[${JSON.stringify(name)}]`);
  if (spec.method !== undefined) add(':method', spec.method, spec.method_regex ? 'regex' : 'exact', 'spec.method');
  return list;
}

function queryParametersOf(spec: MappingSpec, refuse: Refuse): readonly QueryParameterMatch[] {
  const exact = Object.entries(spec.query_parameters ?? {}).map(([name, value]): QueryParameterMatch => ({
    name,
    kind: 'exact',
    value,
    ignoreCase: false,
  }));
  const regex = Object.entries(spec.regex_query_parameters ?? {}).map(([name, value]): QueryParameterMatch => {
    const syntax = regexError(value);
    const at = `spec.regex_query_parameters[${JSON.stringify(name)}]`;
    if (syntax !== undefined) refuse(at, `${shown(value)} is not a regular expression (RE2): ${syntax}`);
    return { name, kind: 'regex', value, ignoreCase: false };
  });
  return [...exact, ...regex];
}

const policies = {
  round_robin: 'roundRobin',
  least_request: 'leastRequest',
  ring_hash: 'ringHash',
  maglev: 'maglev',
} as const;

/** Undefined: none is asked for, or it can't be made. */
function loadBalancerOf(
  { settings }: MappingScope,
  spec: MappingSpec,
  refuse: Refuse,
): { readonly loadBalancer: Cluster['loadBalancer']; readonly hashPolicies: readonly HashPolicy[] } | undefined {
  const own = spec.load_balancer;
  const balancer = own ?? settings.module.load_balancer;
  if (!balancer) return undefined;
  const at = 'spec.load_balancer';
  const resolver = lookup(settings.resolvers, spec.resolver ?? settings.module.resolver ?? 'kubernetes-service');
  if (own && resolver?.kind === 'service') {
    refuse(at, 'with a KubernetesServiceResolver there is no load balancer; name a resolver that reaches endpoints');
    return undefined;
  }
  const mistake = balancerMistake(balancer);
  if (mistake !== undefined) {
    if (own) refuse(at, mistake);
    return undefined;
  }
  const { cookie, header, source_ip } = balancer;
  const hashPolicies: HashPolicy[] = [];
  if (cookie) {
    hashPolicies.push({
      kind: 'cookie',
      name: cookie.name,
      path: cookie.path ?? '',
      ...(cookie.ttl !== undefined && { ttlMs: parseDurationMs(cookie.ttl)! }),
      attributes: [],
      terminal: false,
    });
  }
  if (header) hashPolicies.push({ kind: 'header', name: header.toLowerCase(), terminal: false });
  if (source_ip) hashPolicies.push({ kind: 'sourceIp', terminal: false });
  return { loadBalancer: policies[balancer.policy], hashPolicies };
}

/** RFC 6265. */
const cookieName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,4096}$/;

export function balancerMistake({
  policy,
  cookie,
  header,
  source_ip,
}: NonNullable<MappingSpec['load_balancer']>): string | undefined {
  const count = [cookie, header, source_ip].filter((each) => each !== undefined && each !== false).length;
  if (policy === 'round_robin' || policy === 'least_request')
    return count === 0 ? undefined : `${policy} hashes nothing; cookie, header and source_ip must be absent`;
  if (count !== 1) return `${policy} needs exactly one of cookie, header and source_ip, and has ${count}`;
  if (header !== undefined && !isHeaderName(header)) return `${shown(header)} is not a header name`;
  if (cookie && !cookieName.test(cookie.name)) return `${shown(cookie.name)} is not the name of a cookie`;
  if (cookie?.ttl !== undefined && parseDurationMs(cookie.ttl) === undefined)
    return `the cookie's ttl must be a duration such as 60s, found ${shown(cookie.ttl)}`;
  return undefined;
}

export function retryOf(
  policy: MappingSpec['retry_policy'],
  at: string,
  refuse: Refuse,
  ignore: Refuse,
): RetryPolicy | undefined {
  if (!policy) return undefined;
  const conditions = (policy.retry_on ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (conditions.length === 0) {
    refuse(`${at}.retry_on`, `must name one or more of ${retryConditions.join(', ')}`);
    return undefined;
  }
  const unknown = conditions.find((each) => !(retryConditions as readonly string[]).includes(each));
  if (unknown !== undefined) {
    refuse(`${at}.retry_on`, `there is no condition ${shown(unknown)}; there are ${retryConditions.join(', ')}`);
    return undefined;
  }
  const text = policy.per_try_timeout;
  const perTryMs = text === undefined ? undefined : parseDurationMs(text);
  if (text !== undefined && perTryMs === undefined) {
    refuse(`${at}.per_try_timeout`, `must be a duration such as 0.25s, found ${shown(text)}`);
    return undefined;
  }
  const codes = policy.retriable_status_codes ?? [];
  if (codes.length > 0 && !conditions.includes('retriable-status-codes'))
    ignore(`${at}.retriable_status_codes`, 'only with the condition retriable-status-codes');
  return {
    retryOn: conditions,
    numRetries: policy.num_retries ?? 1,
    ...(perTryMs !== undefined && perTryMs > 0 && { perTryTimeoutMs: perTryMs }),
    retriableStatusCodes: codes,
  };
}

export function corsOf(policy: MappingSpec['cors'], refuse: Refuse): Cors | undefined {
  if (!policy) return undefined;
  const origins = policy.origins ?? [];
  const age = policy.max_age ?? '';
  if (age !== '' && !/^\d{1,10}$/.test(age)) {
    refuse('spec.cors.max_age', `must be a number of seconds, found ${shown(age)}`);
    return undefined;
  }
  if (origins.length === 0) return undefined;
  return {
    allowOrigins: origins.map((value) => (value === '*' ? { kind: 'any' } : { kind: 'exact', value })),
    allowMethods: policy.methods ?? [],
    allowHeaders: policy.headers ?? [],
    exposeHeaders: policy.exposed_headers ?? [],
    ...(age !== '' && { maxAgeSeconds: Number(age) }),
    allowCredentials: policy.credentials === true,
    allowPrivateNetwork: false,
  };
}

function upgradesOf(spec: MappingSpec, ignore: Refuse): Pick<SharedFields, 'upgrades' | 'websocket'> {
  const all = new Set((spec.allow_upgrade ?? []).map((each) => each.trim().toLowerCase()));
  if (spec.use_websocket) all.add('websocket');
  for (const each of all) {
    if (/^[!#$%&'*+\-.^_`|~0-9a-z/]+$/.test(each) && each !== 'connect') continue;
    ignore('spec.allow_upgrade', `${shown(each)} is no protocol that can be changed to; it is left out`);
    all.delete(each);
  }
  const websocket = all.delete('websocket');
  return { websocket, upgrades: [...all].sort() };
}

function statName(spec: MappingSpec, { defaults }: EmissarySettings): { readonly stats_name?: string } {
  const name = spec.stats_name ?? defaults.mapping.stats_name ?? defaults.plain.stats_name;
  return name === undefined ? {} : { stats_name: name };
}

function headersWithDefaults(
  { settings: { defaults }, report }: MappingScope,
  spec: MappingSpec,
  object: ObjectKey,
  side: 'request' | 'response',
): HeaderPolicy {
  const add = `add_${side}_headers` as const;
  const remove = `remove_${side}_headers` as const;
  return compileHeaders(
    {
      add: spec[add] ?? defaults.mapping[add] ?? defaults.plain[add],
      remove: spec[remove] ?? defaults.mapping[remove] ?? defaults.plain[remove],
    },
    { object, path: 'spec', side, report },
  );
}

function forwardOf(
  spec: MappingSpec,
  module: EmissarySettings['module'],
  cluster: Cluster,
  {
    hashPolicies,
    labels,
    ignore,
  }: {
    readonly hashPolicies: readonly HashPolicy[];
    readonly labels: ReturnType<typeof compileLabels>;
    readonly ignore: Refuse;
  },
): ForwardAction {
  const regex = rewriteOf(spec.regex_rewrite, 'spec.regex_rewrite', ignore);
  if (regex && spec.rewrite !== undefined && spec.rewrite !== '' && spec.rewrite !== '/')
    ignore('spec.rewrite', '"regex_rewrite" is set too and counts');
  const usable = (field: 'rewrite' | 'host_rewrite') => sendable(spec, field, ignore);
  const prefixRewrite = regex ? '' : (usable('rewrite') ?? '/');
  const host = usable('host_rewrite');
  for (const field of ['path_redirect', 'prefix_redirect', 'regex_redirect'] as const)
    if (spec[field] !== undefined) ignore(`spec.${field}`, 'it has an effect with host_redirect only');
  return {
    kind: 'forward',
    clusters: [{ cluster: cluster.key, weight: 1, requestHeaders: nothing, responseHeaders: nothing }],
    mirrors: [],
    ...(prefixRewrite !== '' && { prefixRewrite }),
    ...(regex && { regexRewrite: regex }),
    ...(host
      ? { hostRewrite: { kind: 'literal', value: host } as const }
      : spec.auto_host_rewrite
        ? { hostRewrite: { kind: 'upstream' } as const }
        : {}),
    timeoutMs: spec.timeout_ms ?? module.cluster_request_timeout_ms ?? 3000,
    ...(spec.idle_timeout_ms !== undefined && { idleTimeoutMs: spec.idle_timeout_ms }),
    websocket: false,
    ...(hashPolicies.length > 0 && { hashPolicies }),
    ...(labels.length > 0 && { rateLimits: { descriptors: labels, withoutHost: false } }),
  };
}

const nothing: HeaderPolicy = { set: [], add: [], remove: [] };

/** The field, unless it would break the header that it becomes. */
function sendable(
  spec: MappingSpec,
  field: 'rewrite' | 'host_rewrite' | 'path_redirect' | 'prefix_redirect',
  ignore: Refuse,
): string | undefined {
  const text = spec[field];
  if (text === undefined || !breaksHeaders(text)) return text;
  ignore(`spec.${field}`, `${shown(text)} holds a line break or a zero byte; it counts as not set`);
  return undefined;
}

function rewriteOf(
  rewrite: MappingSpec['regex_rewrite'],
  at: string,
  ignore: Refuse,
): ForwardAction['regexRewrite'] | undefined {
  if (!rewrite) return undefined;
  const { pattern = '', substitution = '' } = rewrite;
  const syntax = patternError(pattern);
  if (syntax !== undefined) {
    ignore(
      `${at}.pattern`,
      `${shown(pattern)} is not a regular expression (RE2): ${syntax}; nothing is rewritten by it`,
    );
    return undefined;
  }
  const mistake = breaksHeaders(substitution)
    ? `${shown(substitution)} holds a line break or a zero byte`
    : substitutionError(substitution, pattern);
  if (mistake !== undefined) {
    ignore(`${at}.substitution`, `${mistake}; nothing is rewritten by it`);
    return undefined;
  }
  return { pattern, substitution };
}

function redirectOf({ report }: MappingScope, spec: MappingSpec, key: ObjectKey): RedirectAction | undefined {
  const text = parseServiceText(spec.service);
  if (typeof text === 'string') {
    report(error('ServiceNotValid', key, 'spec.service', `${shown(spec.service)}: ${text}; ${notServed}`));
    return undefined;
  }
  const ignore: Refuse = (path, message) => report(warning('IgnoredField', key, path, message));
  const path = sendable(spec, 'path_redirect', ignore);
  const prefix = sendable(spec, 'prefix_redirect', ignore);
  const regex =
    path === undefined && prefix === undefined && rewriteOf(spec.regex_redirect, 'spec.regex_redirect', ignore);
  if (path !== undefined && prefix !== undefined)
    ignore('spec.prefix_redirect', '"path_redirect" is set too and counts');
  if ((path !== undefined || prefix !== undefined) && spec.regex_redirect)
    ignore('spec.regex_redirect', `"${path === undefined ? 'prefix' : 'path'}_redirect" is set too and counts`);
  return {
    kind: 'redirect',
    ...(text.scheme === 'https' && { scheme: 'https' as const }),
    host: text.host,
    ...(text.port !== undefined && { port: text.port }),
    ...(path !== undefined ? { path } : prefix !== undefined ? { prefix } : regex ? { regexRewrite: regex } : {}),
    statusCode: spec.redirect_response_code ?? 301,
  };
}

/** Requests of a group have the same match, whatever the type of the match. */
function grouping(spec: MappingSpec, host: MappingDraft['host']): Pick<MappingDraft, 'group' | 'sort'> {
  const { ':authority': _authority, ...exact } = spec.headers ?? {};
  const { ':authority': _regex, ...regex } = spec.regex_headers ?? {};
  const authority =
    host.kind === 'none'
      ? []
      : [[':authority', host.kind === 'regex' ? host.regex : hostText(host), host.kind === 'regex']];
  const headers = [
    ...Object.entries(exact).map(([name, value]) => [name, value, false]),
    ...Object.entries(regex).map(([name, value]) => [name, value, true]),
    ...authority,
    ...(spec.method === undefined ? [] : [[':method', spec.method, spec.method_regex === true]]),
  ] as [name: string, value: string, regex: boolean][];
  const queryParameters = [
    ...Object.entries(spec.query_parameters ?? {}).map(([name, value]) => [name, value, false]),
    ...Object.entries(spec.regex_query_parameters ?? {}).map(([name, value]) => [name, value, true]),
  ] as [name: string, value: string, regex: boolean][];
  const method = spec.method ?? 'GET';
  const precedence = spec.precedence ?? 0;
  const path = [spec.prefix, spec.prefix_regex === true, spec.prefix_exact === true];
  return {
    group: JSON.stringify([method, path, headers, queryParameters, precedence]),
    sort: [
      precedence,
      spec.prefix.length,
      weigh(headers),
      weigh(queryParameters),
      spec.prefix,
      method,
      ...headers.map(([name, value]) => `${name}-${value}`),
      ...queryParameters.map(([name, value]) => `${name}-${value}`),
    ],
  };
}

function hostText({ glob, port }: Extract<MappingDraft['host'], { kind: 'glob' }>): string {
  return port === undefined ? glob : `${glob}:${port}`;
}

function weigh(matches: readonly (readonly [name: string, value: string, regex: boolean])[]): number {
  return matches.reduce((sum, [name, value, regex]) => sum + name.length + (value.length || 1) + (regex ? 1 : 0), 0);
}

const coreFields = [
  'bypass_auth',
  'circuit_breakers',
  'connect_timeout_ms',
  'cluster_idle_timeout_ms',
  'cluster_max_connection_lifetime_ms',
  'keepalive',
  'labels',
  'load_balancer',
] as const;

function coreOf(spec: MappingSpec): Readonly<Record<string, string>> {
  return Object.fromEntries(
    coreFields.flatMap((field) => (spec[field] === undefined ? [] : [[field, JSON.stringify(spec[field])]])),
  );
}

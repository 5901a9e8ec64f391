// One rule of an HTTPRoute or GRPCRoute → what is done with its requests.
import type {
  HTTPBackendReference,
  HTTPRouteFilter,
  HTTPRouteRule,
  PathModifier,
} from '../../../model/kinds/http-route.ts';
import type { LocalReference } from '../../../model/kinds/gateway-common.ts';
import { NUNCIO_GROUP } from '../../../model/kinds/policy-common.ts';
import { objectKey, type SourceObject } from '../../../model/object.ts';
import { breaksHeaders, noHeaders } from '../../compile/header-policy.ts';
import { shown } from '../../compile/problem.ts';
import { isAnyStatusCode } from '../../compile/retry.ts';
import { compareText } from '../../compile/route-match.ts';
import type { UpstreamOptions } from '../../compile/upstream.ts';
import type { UnitContext } from '../../engine.ts';
import type {
  AuthorizationServer,
  Cluster,
  Cors,
  DirectResponseAction,
  ForwardAction,
  HashPolicy,
  HeaderPolicy,
  JwtProvider,
  PathMatch,
  RedirectAction,
  RetryPolicy,
  Route,
  RoutePolicy,
  WeightedCluster,
} from '../../vertices.ts';
import { NO_CLUSTER } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { useBackend, type BackendUser } from './backends.ts';
import { compileCorsFilter } from './cors-filter.ts';
import { parseGatewayDuration } from './durations.ts';
import { externalAuth } from './external-auth.ts';
import { compileHeaderFilter, joinHeaders } from './header-filter.ts';
import { compilePathModifier } from './path-rewrite.ts';
import { applyPolicies, type AppliedPolicies } from './policies/apply.ts';
import { effective, sectionNames, type PolicyEntry, type Reaching } from './policies/effective.ts';
import type { SectionName } from './policies/sections.ts';
import { reachingRule, trafficTopics, type CompiledTrafficPolicy } from './policies/traffic-policy.ts';
import { FILTER_NOT_FOUND, type RouteFault } from './route-status.ts';
import { compileSession } from './session.ts';
import { MAX_UINT32 } from '../../../model/uint32.ts';

/** What a rule may depend on beside the route. */
export interface RuleScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly route: SourceObject;
  /** `grpc`: HTTP/2, no limit of time, and errors that clients of gRPC take for UNAVAILABLE. */
  readonly use: 'http' | 'grpc';
  readonly clientCertificate?: string;
  /** Of the listener: what redirects lead to if they say nothing else. */
  readonly scheme: 'http' | 'https';
  readonly port: number;
  /** TrafficPolicies for the route or for rules of it. */
  readonly attached: readonly PolicyEntry[];
  /** Those of the listener and what it belongs to. */
  readonly inherited: Reaching;
}

export interface CompiledRule {
  /** Everything of the routes but match and origin: several where backends differ in more than a cluster can. */
  readonly build: (match: PathMatch) => readonly Share[];
  readonly clusters: readonly Cluster[];
  readonly jwtProvider?: JwtProvider;
  /** Keys of policies of the backends, used or not, and of those that filters name. */
  readonly policies: readonly string[];
  readonly unresolved: readonly RouteFault[];
  /** Set: requests get 500. */
  readonly unsupported?: RouteFault;
  /** What is asked for and left out; the rest of the rule is served. */
  readonly ignored: readonly RouteFault[];
}

/** A part of the requests that match. */
export interface Share {
  /** As in RouteMatch; absent: what is left. */
  readonly percent?: number;
  readonly route: Omit<Route, 'match' | 'origin'>;
}

function failure({ use }: RuleScope): DirectResponseAction {
  return { kind: 'directResponse', statusCode: use === 'grpc' ? 503 : 500, body: '' };
}

function consequenceOf({ use }: RuleScope): string {
  return use === 'grpc' ? 'calls get UNAVAILABLE' : 'requests get 500';
}

export function compileHttpRule(scope: RuleScope, rule: HTTPRouteRule, path: string): CompiledRule {
  const filters = compileFilters(scope, rule.filters ?? [], `${path}.filters`);
  const session = compileSession(rule.sessionPersistence, `${path}.sessionPersistence`);
  const backends = compileBackends(
    scope,
    rule.backendRefs ?? [],
    `${path}.backendRefs`,
    session.hashPolicies && { loadBalancer: 'ringHash' },
  );
  const effects = effective({
    ...(filters.policies.length > 0 && { filter: filters.policies }),
    ...reachingRule(scope.attached, rule.name),
    ...scope.inherited,
  });
  const policies = applyPolicies(effects, {
    ...(filters.authorization !== undefined && { authorization: filters.authorization }),
    ...(filters.cors && { cors: filters.cors }),
    rule,
  });
  const hashPolicies = session.hashPolicies ?? backends.hashPolicies;
  const times = compileTimes(rule, policies);
  const unsupported = filters.unsupported ?? backends.unsupported;
  const isClosed = unsupported !== undefined || filters.isClosed || policies.closed;
  const clusters = unsupported
    ? []
    : [...(filters.redirect || isClosed ? [] : backends.clusters), ...filters.clusters, ...policies.clusters];
  const inEffect = unsupported ? [] : [...policies.inEffect, ...(filters.redirect ? [] : backends.inEffect)];
  const base = {
    requestHeaders: unsupported ? noHeaders : filters.requestHeaders,
    responseHeaders: unsupported ? noHeaders : filters.responseHeaders,
    ...(!unsupported && policies.route),
    ...(inEffect.length > 0 && { policies: inEffect }),
  };
  const build = (match: PathMatch): readonly Share[] => {
    const whole = (action: Route['action']): readonly Share[] => [{ route: { action, ...base } }];
    if (isClosed) return whole(failure(scope));
    if (filters.redirect) return whole(redirectOf(scope, filters.redirect, match));
    if (backends.weighted.length === 0) return whole(failure(scope));
    const host = filters.host ?? filters.rewrite?.hostname;
    return sharesByPath(backends.weighted).map(({ path = filters.rewrite?.path, percent, clusters: own }): Share => {
      const action: ForwardAction = {
        kind: 'forward',
        clusters: own,
        mirrors: filters.mirrors,
        ...(path && compilePathModifier(path, match)),
        ...(host !== undefined && { hostRewrite: { kind: 'literal', value: host } }),
        ...times,
        ...(hashPolicies.length > 0 && { hashPolicies }),
        ...(session.hashPolicies && own.length > 1 && { hashChoosesCluster: true }),
        ...(policies.rateLimits && { rateLimits: policies.rateLimits }),
        // Calls may take as long as they like.
        ...(scope.use === 'grpc' && { timeoutMs: times.timeoutMs ?? 0, withoutCluster: 503 }),
        // What flows after an upgrade is no body.
        websocket: scope.use === 'http' && policies.route.requestBody === undefined,
      };
      return { ...(percent !== undefined && { percent }), route: { action, ...base } };
    });
  };
  return {
    build,
    clusters,
    ...(!isClosed && policies.jwtProvider && { jwtProvider: policies.jwtProvider }),
    policies: [
      ...backends.policies,
      ...filters.backendPolicies,
      ...filters.policies.map(({ policy }) => policy),
      ...policies.policies,
    ],
    unresolved: [...backends.unresolved, ...filters.unresolved],
    ...(unsupported && { unsupported }),
    ignored: [...session.ignored, ...retryMistakes(rule.retry, `${path}.retry`)],
  };
}

interface PathShare {
  readonly path?: PathModifier;
  readonly percent?: number;
  readonly clusters: readonly WeightedCluster[];
}

/**
 * Envoy changes the path before it chooses a cluster, so backends that want different paths are routes of their own, between
 * which a number decides that is the same for the whole request: each share ends where the next begins.
 */
function sharesByPath(backends: readonly CompiledBackend[]): readonly PathShare[] {
  const groups = new Map<string, { readonly path?: PathModifier; readonly clusters: WeightedCluster[] }>();
  for (const { cluster, path } of backends) {
    const key = JSON.stringify(path ?? null);
    const group = groups.get(key);
    if (group) group.clusters.push(cluster);
    else groups.set(key, { ...(path && { path }), clusters: [cluster] });
  }
  const weightOf = (clusters: readonly WeightedCluster[]): number =>
    clusters.reduce((sum, { weight }) => sum + weight, 0);
  const all = weightOf(backends.map(({ cluster }) => cluster));
  let end = 0;
  return [...groups.values()].map((group, i) => {
    end += weightOf(group.clusters);
    return i === groups.size - 1 ? group : { ...group, percent: (100 * end) / all };
  });
}

interface CompiledFilters {
  readonly requestHeaders: HeaderPolicy;
  readonly responseHeaders: HeaderPolicy;
  readonly host?: string;
  readonly redirect?: NonNullable<HTTPRouteFilter['requestRedirect']>;
  readonly rewrite?: NonNullable<HTTPRouteFilter['urlRewrite']>;
  readonly mirrors: ForwardAction['mirrors'];
  readonly clusters: readonly Cluster[];
  readonly cors?: Cors;
  /** Null: there should be one, and it can't be asked. */
  readonly authorization?: AuthorizationServer | null;
  /** TrafficPolicies that filters name. */
  readonly policies: readonly PolicyEntry[];
  /** Keys of policies of the Services that filters name, used or not. */
  readonly backendPolicies: readonly string[];
  /** A filter is missing, so that requests must not be served. */
  readonly isClosed: boolean;
  readonly unresolved: readonly RouteFault[];
  readonly unsupported?: RouteFault;
}

function compileFilters(scope: RuleScope, filters: readonly HTTPRouteFilter[], path: string): CompiledFilters {
  let requestHeaders = noHeaders;
  let responseHeaders = noHeaders;
  let host: string | undefined;
  let redirect: CompiledFilters['redirect'];
  let rewrite: CompiledFilters['rewrite'];
  let cors: Cors | undefined;
  let authorization: AuthorizationServer | null | undefined;
  let unsupported: RouteFault | undefined;
  const mirrors: ForwardAction['mirrors'][number][] = [];
  const clusters: Cluster[] = [];
  const unresolved: RouteFault[] = [];
  const policies: PolicyEntry[] = [];
  const backendPolicies: string[] = [];
  let isClosed = false;
  for (const [i, filter] of filters.entries()) {
    const at = `${path}[${i}]`;
    const fail = (where: string, message: string) => {
      unsupported ??= { reason: 'UnsupportedValue', path: at + where, message: `${message}; ${consequenceOf(scope)}` };
    };
    switch (filter.type) {
      case 'RequestHeaderModifier': {
        const made = compileHeaderFilter(filter.requestHeaderModifier ?? {}, 'request');
        if (made.error) fail(`.requestHeaderModifier.${made.error.at}`, made.error.message);
        requestHeaders = joinHeaders(requestHeaders, made.headers);
        host = made.host ?? host;
        break;
      }
      case 'ResponseHeaderModifier': {
        const made = compileHeaderFilter(filter.responseHeaderModifier ?? {}, 'response');
        if (made.error) fail(`.responseHeaderModifier.${made.error.at}`, made.error.message);
        responseHeaders = joinHeaders(responseHeaders, made.headers);
        break;
      }
      case 'RequestRedirect':
        redirect = filter.requestRedirect ?? {};
        tellTexts(redirect, 'requestRedirect', fail);
        if (redirect.statusCode !== undefined && !redirectCodes.has(redirect.statusCode))
          fail(
            '.requestRedirect.statusCode',
            `must be one of ${[...redirectCodes].join(', ')}, found ${redirect.statusCode}`,
          );
        break;
      case 'URLRewrite':
        rewrite = filter.urlRewrite ?? {};
        tellTexts(rewrite, 'urlRewrite', fail);
        break;
      case 'RequestMirror': {
        if (!filter.requestMirror) {
          fail('.requestMirror', 'must be there');
          break;
        }
        const { backendRef, percent, fraction } = filter.requestMirror;
        const user: BackendUser = { ...backendUser(scope), consequence: 'nothing is mirrored there' };
        const used = useBackend(user, backendRef, `${at}.requestMirror.backendRef`);
        backendPolicies.push(...used.policies);
        if (used.ok) {
          const part = fraction ? (100 * fraction.numerator) / (fraction.denominator ?? 100) : (percent ?? 100);
          mirrors.push({ cluster: used.cluster.key, percent: Math.min(100, part) });
          clusters.push(used.cluster);
        } else if (used.fault) unresolved.push(used.fault);
        break;
      }
      case 'CORS': {
        const made = compileCorsFilter(filter.cors ?? {});
        if ('message' in made) fail(made.at, made.message);
        else cors = made.cors;
        break;
      }
      case 'ExternalAuth': {
        if (!filter.externalAuth) {
          fail('.externalAuth', 'must be there');
          break;
        }
        const { protocol, backendRef } = filter.externalAuth;
        const user: BackendUser = { ...backendUser(scope), use: protocol === 'GRPC' ? 'grpc' : 'http' };
        const used = useBackend(user, backendRef, `${at}.externalAuth.backendRef`);
        backendPolicies.push(...used.policies);
        if (!used.ok) authorization = null;
        else if (authorization !== null) authorization = externalAuth(filter.externalAuth, used.cluster);
        if (used.ok) clusters.push(used.cluster);
        else if (used.fault) unresolved.push(used.fault);
        break;
      }
      case 'ExtensionRef': {
        if (!filter.extensionRef) {
          fail('.extensionRef', 'must be there');
          break;
        }
        const named = resolveFilter(scope, filter.extensionRef);
        if ('entry' in named) {
          policies.push(named.entry);
          break;
        }
        isClosed = true;
        const message = `${named.message}; ${consequenceOf(scope)}`;
        unresolved.push({ reason: named.reason, path: `${at}.extensionRef`, message });
        break;
      }
      default:
        fail('.type', `filter ${filter.type} is not supported`);
    }
  }
  const twice = saidTwice(policies, filters);
  if (twice !== undefined)
    unsupported ??= {
      reason: 'IncompatibleFilters',
      path,
      message: `two filters of the rule say something of ${twice}; ${consequenceOf(scope)}`,
    };
  return {
    requestHeaders,
    responseHeaders,
    mirrors,
    clusters,
    policies,
    backendPolicies,
    isClosed,
    unresolved,
    ...(host !== undefined && { host }),
    ...(redirect && { redirect }),
    ...(rewrite && { rewrite }),
    ...(cors && { cors }),
    ...(authorization !== undefined && { authorization }),
    ...(unsupported && { unsupported }),
  };
}

/** A TrafficPolicy of the route's namespace. */
function resolveFilter(
  { context, route }: RuleScope,
  { group, kind, name }: LocalReference,
): { readonly entry: PolicyEntry } | { readonly reason: string; readonly message: string } {
  const { namespace } = route.metadata;
  if (group !== NUNCIO_GROUP || kind !== 'TrafficPolicy')
    return {
      reason: 'InvalidKind',
      message: `${kind} (${group}) can not be a filter; it must be a TrafficPolicy (${NUNCIO_GROUP})`,
    };
  const policy = objectKey('TrafficPolicy', namespace, name);
  const [found] = context.topic<CompiledTrafficPolicy>(trafficTopics.policy(policy));
  if (found) return { entry: found.value.entry };
  return { reason: FILTER_NOT_FOUND, message: `TrafficPolicy ${namespace}/${name} not found` };
}

/** Nobody can tell which of two would be meant, and none may be skipped. */
function saidTwice(policies: readonly PolicyEntry[], filters: readonly HTTPRouteFilter[]): SectionName | undefined {
  const said = new Map<SectionName, number>();
  const say = (section: SectionName) => said.set(section, (said.get(section) ?? 0) + 1);
  for (const { sections } of policies)
    for (const section of sectionNames) if (sections[section] !== undefined) say(section);
  if (policies.length > 0) {
    if (filters.some(({ type }) => type === 'CORS')) say('cors');
    if (filters.some(({ type }) => type === 'ExternalAuth')) say('authorization');
  }
  return sectionNames.find((section) => (said.get(section) ?? 0) > 1);
}

function backendUser(scope: RuleScope): BackendUser {
  const { context, config, route, use, clientCertificate } = scope;
  return {
    context,
    config,
    from: route,
    use,
    consequence: consequenceOf(scope),
    ...(clientCertificate !== undefined && { clientCertificate }),
  };
}

interface CompiledBackend {
  readonly cluster: WeightedCluster;
  /** How its requests' path is changed; absent: as the rule says. */
  readonly path?: PathModifier;
}

interface CompiledBackends {
  /** Empty: nothing can be used. */
  readonly weighted: readonly CompiledBackend[];
  readonly clusters: readonly Cluster[];
  /** What is hashed for all of them. */
  readonly hashPolicies: readonly HashPolicy[];
  readonly policies: readonly string[];
  /** BackendPolicies. */
  readonly inEffect: readonly RoutePolicy[];
  readonly unresolved: readonly RouteFault[];
  readonly unsupported?: RouteFault;
}

function compileBackends(
  scope: RuleScope,
  references: readonly HTTPBackendReference[],
  path: string,
  options: UpstreamOptions | undefined,
): CompiledBackends {
  const weighted: CompiledBackend[] = [];
  const clusters: Cluster[] = [];
  const policies: string[] = [];
  const hashPolicies = new Map<string, HashPolicy>();
  const inEffect = new Map<string, RoutePolicy>();
  const unresolved: RouteFault[] = [];
  let unsupported: RouteFault | undefined;
  let lost = 0;
  for (const [i, reference] of references.entries()) {
    const at = `${path}[${i}]`;
    const { weight = 1 } = reference;
    const used = useBackend({ ...backendUser(scope), ...(options && { options }) }, reference, at);
    policies.push(...used.policies);
    if (!used.ok) {
      if (used.fault) unresolved.push(used.fault);
      lost += weight;
      continue;
    }
    const filters = compileBackendFilters(scope, reference.filters ?? [], `${at}.filters`);
    unsupported ??= filters.unsupported;
    if (weight === 0) continue;
    weighted.push({
      cluster: {
        cluster: used.cluster.key,
        weight,
        requestHeaders: filters.requestHeaders,
        responseHeaders: filters.responseHeaders,
        ...(filters.host !== undefined && { hostRewrite: filters.host }),
      },
      ...(filters.path && { path: filters.path }),
    });
    clusters.push(used.cluster);
    for (const each of used.hashPolicies) hashPolicies.set(JSON.stringify(each), each);
    for (const each of used.inEffect) inEffect.set(JSON.stringify(each), each);
  }
  if (weighted.length > 0 && lost > 0)
    weighted.push({
      cluster: { cluster: NO_CLUSTER, weight: lost, requestHeaders: noHeaders, responseHeaders: noHeaders },
    });
  return {
    weighted: weighted.sort(
      ({ cluster: a }, { cluster: b }) => compareText(a.cluster, b.cluster) || a.weight - b.weight,
    ),
    clusters,
    hashPolicies: [...hashPolicies.values()],
    policies,
    inEffect: [...inEffect.values()].sort((a, b) => compareText(a.object, b.object)),
    unresolved,
    ...(unsupported && { unsupported }),
  };
}

type BackendFilters = Pick<CompiledFilters, 'requestHeaders' | 'responseHeaders' | 'host' | 'unsupported'> &
  Pick<CompiledBackend, 'path'>;

function compileBackendFilters(scope: RuleScope, filters: readonly HTTPRouteFilter[], path: string): BackendFilters {
  let requestHeaders = noHeaders;
  let responseHeaders = noHeaders;
  let host: string | undefined;
  let rewrittenPath: PathModifier | undefined;
  let unsupported: RouteFault | undefined;
  for (const [i, filter] of filters.entries()) {
    const fail = (where: string, message: string) => {
      unsupported ??= {
        reason: 'UnsupportedValue',
        path: `${path}[${i}]${where}`,
        message: `${message}; ${consequenceOf(scope)}`,
      };
    };
    if (filter.type === 'RequestHeaderModifier') {
      const made = compileHeaderFilter(filter.requestHeaderModifier ?? {}, 'request');
      if (made.error) fail(`.requestHeaderModifier.${made.error.at}`, made.error.message);
      requestHeaders = joinHeaders(requestHeaders, made.headers);
      host = made.host ?? host;
    } else if (filter.type === 'ResponseHeaderModifier') {
      const made = compileHeaderFilter(filter.responseHeaderModifier ?? {}, 'response');
      if (made.error) fail(`.responseHeaderModifier.${made.error.at}`, made.error.message);
      responseHeaders = joinHeaders(responseHeaders, made.headers);
    } else if (filter.type === 'URLRewrite') {
      tellTexts(filter.urlRewrite ?? {}, 'urlRewrite', fail);
      host = filter.urlRewrite?.hostname ?? host;
      rewrittenPath = filter.urlRewrite?.path ?? rewrittenPath;
    } else fail('.type', `filter ${filter.type} is not supported on a backend`);
  }
  return {
    requestHeaders,
    responseHeaders,
    ...(host !== undefined && { host }),
    ...(rewrittenPath && { path: rewrittenPath }),
    ...(unsupported && { unsupported }),
  };
}

/** Envoy's own limit, where a rule says nothing. */
const standardTimeoutMs = 15_000;

function compileTimes(
  { timeouts, retry }: HTTPRouteRule,
  policies: AppliedPolicies,
): Pick<ForwardAction, 'timeoutMs' | 'idleTimeoutMs' | 'retry'> {
  const ownMs = timeouts?.request === undefined ? undefined : parseGatewayDuration(timeouts.request);
  const { timeoutMs: ofPolicy, idleTimeoutMs } = policies;
  const requestMs = ofPolicy?.overrides ? ofPolicy.value : (ownMs ?? ofPolicy?.value);
  const tryMs = timeouts?.backendRequest === undefined ? undefined : parseGatewayDuration(timeouts.backendRequest);
  // All tries together must not be cut where one alone may take that long.
  const timeoutMs = requestMs ?? (tryMs !== undefined && (tryMs === 0 || tryMs >= standardTimeoutMs) ? 0 : undefined);
  const perTryTimeoutMs = tryMs !== undefined && tryMs > 0 ? tryMs : undefined;
  const retryPolicy = policies.retry
    ? { ...(perTryTimeoutMs !== undefined && { perTryTimeoutMs }), ...policies.retry.value }
    : ownRetry(retry, perTryTimeoutMs);
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
    ...(retryPolicy && { retry: retryPolicy }),
  };
}

function ownRetry(retry: HTTPRouteRule['retry'], perTryTimeoutMs: number | undefined): RetryPolicy | undefined {
  if (!retry && perTryTimeoutMs === undefined) return undefined;
  const backOffMs = retry?.backoff === undefined ? undefined : parseGatewayDuration(retry.backoff);
  const codes = (retry?.codes ?? []).filter(isAnyStatusCode);
  return {
    retryOn: retry
      ? ['connect-failure', 'refused-stream', 'reset', ...(codes.length > 0 ? ['retriable-status-codes'] : [])]
      : [],
    numRetries: retry ? Math.min(retry.attempts ?? 1, MAX_UINT32) : 0,
    ...(perTryTimeoutMs !== undefined && { perTryTimeoutMs }),
    retriableStatusCodes: codes,
    ...(retry && { otherHosts: true }),
    ...(backOffMs !== undefined && backOffMs > 0 && { backOffMs }),
  };
}

function retryMistakes(retry: HTTPRouteRule['retry'], path: string): readonly RouteFault[] {
  return (retry?.codes ?? []).flatMap((code, i) =>
    isAnyStatusCode(code)
      ? []
      : {
          reason: 'UnsupportedValue',
          path: `${path}.codes[${i}]`,
          message: `${code} is no status code (100 to 599); it is left out`,
        },
  );
}

const redirectCodes: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What would break the headers that it becomes part of. */
function tellTexts(
  { hostname = '', path }: Pick<NonNullable<HTTPRouteFilter['requestRedirect']>, 'hostname' | 'path'>,
  field: string,
  fail: (where: string, message: string) => void,
): void {
  const texts = {
    hostname,
    'path.replaceFullPath': path?.replaceFullPath,
    'path.replacePrefixMatch': path?.replacePrefixMatch,
  };
  for (const [at, text = ''] of Object.entries(texts))
    if (breaksHeaders(text)) fail(`.${field}.${at}`, `${shown(text)} holds a line break or a zero byte`);
}

const standardPorts = { http: 80, https: 443 } as const;

function redirectOf(
  { scheme: ownScheme, port: ownPort }: RuleScope,
  redirect: NonNullable<HTTPRouteFilter['requestRedirect']>,
  match: PathMatch,
): RedirectAction {
  const { scheme: wanted, hostname, statusCode = 302, path } = redirect;
  const scheme = wanted === 'http' || wanted === 'https' ? wanted : undefined;
  const finalScheme = scheme ?? ownScheme;
  const port = redirect.port ?? (scheme ? standardPorts[scheme] : ownPort);
  // A standard port need not be said, unless the request's own would stay.
  const isPlain = port === standardPorts[finalScheme] && ownPort === standardPorts[ownScheme];
  const rewrite = path && compilePathModifier(path, match);
  const isFull = path?.type === 'ReplaceFullPath';
  return {
    kind: 'redirect',
    ...(scheme && { scheme }),
    ...(hostname !== undefined && { host: hostname }),
    ...(!isPlain && { port }),
    ...(isFull ? { path: path.replaceFullPath ?? '/' } : rewrite && redirectPath(rewrite)),
    statusCode: statusCode as RedirectAction['statusCode'],
  };
}

function redirectPath({
  prefixRewrite,
  regexRewrite,
}: NonNullable<ReturnType<typeof compilePathModifier>>): Pick<RedirectAction, 'prefix' | 'regexRewrite'> {
  return {
    ...(prefixRewrite !== undefined && { prefix: prefixRewrite }),
    ...(regexRewrite && { regexRewrite }),
  };
}

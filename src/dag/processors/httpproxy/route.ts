// One route of an HTTPProxy → a Route of the graph with its clusters, and what is wrong with it.
// A route whose match is wrong is left out (with fewer conditions it would take requests of its siblings). Wrong
// otherwise, it keeps its match and answers 503, so that its requests don't silently go to a broader sibling.
import type { HTTPProxy, HTTPProxyRoute, HTTPProxyService } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type ObjectKey, type Problem } from '../../../model/object.ts';
import { parseTimeout } from '../../compile/duration.ts';
import {
  breaksHeaders,
  compileHeaderPolicy,
  noHeaders,
  withDefaultHeaders,
  type CompiledHeaderPolicy,
  type HeaderPolicyInput,
  type HostRewrite,
} from '../../compile/header-policy.ts';
import { compileErrorPages } from '../../compile/error-pages.ts';
import { withFailover } from '../../compile/failover.ts';
import { compileCookieRewrites, mergeCookieRewrites } from '../../compile/cookie-rewrite.ts';
import { compileHealthCheck } from '../../compile/health-check.ts';
import { compileLoadBalancer } from '../../compile/load-balancer.ts';
import { compileIpFilter } from '../../compile/ip-filter.ts';
import { error, hasError, shown, warning } from '../../compile/problem.ts';
import { compileRetry } from '../../compile/retry.ts';
import { compareText } from '../../compile/route-match.ts';
import { upstreamCluster, type UpstreamOptions } from '../../compile/upstream.ts';
import { utf8Length } from '../../compile/utf8-length.ts';
import type { UnitContext } from '../../engine.ts';
import type {
  Cluster,
  CookieRewrite,
  DirectResponseAction,
  ErrorPage,
  ForwardAction,
  HeaderPolicy,
  HealthCheck,
  InternalRedirect,
  RedirectAction,
  RequestBody,
  Route,
  WeightedCluster,
} from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { mergedMatch, parseConditions, type InheritedConditions } from './conditions.ts';
import { compilePathRewrite } from './path-rewrite.ts';
import { compileServiceUpstream } from './service.ts';
import { routeRateLimit } from './traffic.ts';
import { routeAuthorization, routeGuard, routeJwtProvider, type HostGuard } from './host-guard.ts';

export interface CompiledRoute {
  readonly route: Route;
  readonly clusters: readonly Cluster[];
  /** Served on plain HTTP although the host has TLS. */
  readonly permitInsecure: boolean;
  /** A stand-in for something that is missing: any route with the same match is better. */
  readonly standIn: boolean;
}

export interface RouteScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly guard: HostGuard;
  readonly report: (problem: Problem) => void;
}

const unavailable: DirectResponseAction = { kind: 'directResponse', statusCode: 503, body: '' };
const consequence = 'requests to this route get 503';

/** Undefined: the route is left out. */
export function compileRoute(
  scope: RouteScope,
  proxy: HTTPProxy,
  index: number,
  inherited: InheritedConditions,
): CompiledRoute | undefined {
  const route = proxy.spec.routes![index]!;
  const object = keyOf(proxy);
  const path = `spec.routes[${index}]`;

  const place = { object, path: `${path}.conditions`, use: 'route', consequence: 'this route is left out' } as const;
  const { block, problems: blockProblems } = parseConditions(route.conditions, place);
  const merged = blockProblems.length > 0 ? undefined : mergedMatch(inherited, block, place);
  const matchProblems = merged?.problems ?? blockProblems;
  if (!merged || matchProblems.length > 0) {
    matchProblems.forEach(scope.report);
    return undefined;
  }

  const problems: Problem[] = [];
  const compiled = compileAction(
    { ...scope, report: (each) => problems.push(each) },
    proxy,
    route,
    path,
    merged.match.path,
  );
  const authorization = routeAuthorization(scope.guard, route);
  const jwtProvider = routeJwtProvider(scope.guard, route);
  const ipFilter = compileIpFilter(route, object, path, consequence);
  problems.push(...ipFilter.problems);
  const limitPlace = { object, namespace: proxy.metadata.namespace, path: `${path}.rateLimitPolicy` };
  const limit = routeRateLimit(scope.config, route.rateLimitPolicy, limitPlace, (each) => problems.push(each));
  const pages = pagesOf(scope.context, proxy, route.errorPages, path, (each) => problems.push(each));
  const requestBody = requestBodyOf(scope.guard, route, object, path, (each) => problems.push(each));
  problems.forEach(scope.report);
  const isClosed = compiled === undefined || hasError(problems.filter((each) => !isPartial(each, path)));
  const { action, requestHeaders, responseHeaders, clusters } = isClosed
    ? { action: unavailable, requestHeaders: noHeaders, responseHeaders: noHeaders, clusters: [] }
    : compiled;
  return {
    route: {
      match: merged.match,
      action: withRateLimits(action, limit),
      requestHeaders,
      responseHeaders,
      ...(ipFilter.filter && { ipFilter: ipFilter.filter }),
      ...(authorization && { authorization }),
      // A route that is closed asks nobody for a token of a provider that may not exist.
      ...(jwtProvider !== undefined && !isClosed && { jwtProvider }),
      ...(limit.local && { localRateLimit: limit.local }),
      ...(requestBody && { requestBody }),
      ...(pages && { errorPages: pages }),
      origin: { object, path },
    },
    clusters,
    permitInsecure: route.permitInsecure === true,
    standIn: false,
  };
}

/** Undefined: the host's count. A page that can't be shown leaves its errors as they are. */
export function pagesOf(
  context: UnitContext,
  proxy: HTTPProxy,
  entries: HTTPProxyRoute['errorPages'],
  path: string,
  report: (problem: Problem) => void,
): readonly ErrorPage[] | undefined {
  if (!entries) return undefined;
  const { pages, mistakes } = compileErrorPages(context, entries, proxy.metadata.namespace);
  for (const { at, message } of mistakes) {
    const whole = `${message}; these errors are shown without this page`;
    report(error('ErrorPageNotValid', keyOf(proxy), `${path}.errorPages${at}`, whole));
  }
  return pages.length > 0 ? pages : undefined;
}

/** A limit that can't be kept closes the route. What flows after an upgrade is no body. */
function requestBodyOf(
  guard: HostGuard,
  route: HTTPProxyRoute,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): RequestBody | undefined {
  const { requestBodyPolicy, enableWebsockets } = route;
  if (enableWebsockets !== true) return requestBodyPolicy ? requestBody(requestBodyPolicy) : guard.requestBody;
  if (requestBodyPolicy) {
    const message = `the body of a request that is upgraded to WebSocket has no end; remove enableWebsockets, or give it a route of its own; ${consequence}`;
    report(error('RequestBodyPolicyNotValid', object, `${path}.requestBodyPolicy`, message));
  } else if (guard.requestBody) {
    const message =
      'requests to this route may be upgraded, so the requestBodyPolicy of the host does not count for it';
    report(warning('IgnoredField', object, `${path}.enableWebsockets`, message));
  }
  return undefined;
}

export function requestBody({ maxBytes, buffer }: NonNullable<HTTPProxyRoute['requestBodyPolicy']>): RequestBody {
  return { maxBytes, buffered: buffer === true };
}

/** Redirects and direct responses ask no rate limit service. */
function withRateLimits(action: Route['action'], limit: ReturnType<typeof routeRateLimit>): Route['action'] {
  const { descriptors = [], withoutHost } = limit;
  if (action.kind !== 'forward' || (descriptors.length === 0 && !withoutHost)) return action;
  return { ...action, rateLimits: { descriptors, withoutHost } };
}

/** Errors about one service take that service out; errors in what only limits or improves are told, and the rest is served. */
function isPartial(problem: Problem, routePath: string): boolean {
  return partial.some((field) => problem.path.startsWith(`${routePath}.${field}`));
}

const partial = ['services[', 'rateLimitPolicy', 'healthCheckPolicy', 'cookieRewritePolicies', 'errorPages'];

interface CompiledAction {
  readonly action: Route['action'];
  readonly requestHeaders: HeaderPolicy;
  readonly responseHeaders: HeaderPolicy;
  readonly clusters: readonly Cluster[];
}

/** Undefined: nothing to serve; the problems say why. */
function compileAction(
  scope: RouteScope,
  proxy: HTTPProxy,
  route: HTTPProxyRoute,
  path: string,
  matchPath: Route['match']['path'],
): CompiledAction | undefined {
  const object = keyOf(proxy);
  const services = route.services ?? [];
  const wanted = [
    services.length > 0 && 'services',
    route.requestRedirectPolicy && 'requestRedirectPolicy',
    route.directResponsePolicy && 'directResponsePolicy',
  ].filter((each) => typeof each === 'string');
  if (wanted.length !== 1) {
    const found = wanted.length === 0 ? 'has none' : `has ${wanted.join(' and ')}`;
    const message = `must have exactly one of services, requestRedirectPolicy and directResponsePolicy, and ${found}; ${consequence}`;
    scope.report(error('RouteActionCountNotValid', object, path, message));
    return undefined;
  }
  if (!routeGuard(scope.guard, object, path, route, scope.report)) return undefined;

  const variables = serviceVariables(proxy, services);
  const policy = (side: 'request' | 'response', input: HeaderPolicyInput | undefined) =>
    compileHeaderPolicy(input, {
      object,
      path: `${path}.${side}HeadersPolicy`,
      code: side === 'request' ? 'RequestHeadersPolicyInvalid' : 'ResponseHeaderPolicyInvalid',
      side,
      hostFromHeader: true,
      variables,
      consequence,
    });
  const requestPolicy = policy('request', route.requestHeadersPolicy);
  const responsePolicy = policy('response', route.responseHeadersPolicy);
  [...requestPolicy.problems, ...responsePolicy.problems].forEach(scope.report);

  if (route.requestRedirectPolicy) {
    const action = redirectAction(route.requestRedirectPolicy, object, path, scope.report);
    return action && { action, requestHeaders: noHeaders, responseHeaders: responsePolicy.headers, clusters: [] };
  }
  if (route.directResponsePolicy) {
    const action = directResponse(route.directResponsePolicy, object, path, scope.report);
    return action && { action, requestHeaders: noHeaders, responseHeaders: responsePolicy.headers, clusters: [] };
  }
  return forward(scope, proxy, route, path, matchPath, requestPolicy, responsePolicy);
}

/** At route level the variables of a service mean something only while there is one service. */
function serviceVariables(proxy: HTTPProxy, services: readonly HTTPProxyService[]) {
  const { namespace } = proxy.metadata;
  const [only, ...others] = services.filter((each) => !each.mirror);
  return only && others.length === 0 ? { namespace, serviceName: only.name, servicePort: only.port } : { namespace };
}

function redirectAction(
  policy: NonNullable<HTTPProxyRoute['requestRedirectPolicy']>,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): RedirectAction | undefined {
  if (policy.path !== undefined && policy.prefix !== undefined) {
    const message = `"path" and "prefix" exclude each other; ${consequence}`;
    report(error('RequestRedirectPolicy', object, `${path}.requestRedirectPolicy`, message));
    return undefined;
  }
  for (const field of ['path', 'prefix'] as const)
    if (breaksHeaders(policy[field] ?? '')) {
      const message = `${shown(policy[field]!)} holds a line break or a zero byte; ${consequence}`;
      report(error('RequestRedirectPolicy', object, `${path}.requestRedirectPolicy.${field}`, message));
      return undefined;
    }
  return {
    kind: 'redirect',
    ...(policy.scheme && { scheme: policy.scheme }),
    ...(policy.hostname && { host: policy.hostname }),
    ...(policy.port && { port: policy.port }),
    ...(policy.path !== undefined && { path: policy.path }),
    ...(policy.prefix !== undefined && { prefix: policy.prefix }),
    statusCode: policy.statusCode ?? 302,
  };
}

/** Envoy refuses a configuration with a longer body. */
const MAX_BODY_BYTES = 4096;

function directResponse(
  policy: NonNullable<HTTPProxyRoute['directResponsePolicy']>,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): DirectResponseAction | undefined {
  const body = policy.body ?? '';
  const sizeBytes = utf8Length(body);
  if (sizeBytes > MAX_BODY_BYTES) {
    const message = `the body has ${sizeBytes} bytes, at most ${MAX_BODY_BYTES} are allowed; ${consequence}`;
    report(error('DirectResponsePolicyInvalid', object, `${path}.directResponsePolicy.body`, message));
    return undefined;
  }
  return { kind: 'directResponse', statusCode: policy.statusCode, body };
}

function forward(
  scope: RouteScope,
  proxy: HTTPProxy,
  route: HTTPProxyRoute,
  path: string,
  matchPath: Route['match']['path'],
  requestPolicy: CompiledHeaderPolicy,
  responsePolicy: CompiledHeaderPolicy,
): CompiledAction | undefined {
  const object = keyOf(proxy);
  const { report } = scope;
  const timeouts = timeoutsOf(route, object, path, report);
  const rewrite = compilePathRewrite(route.pathRewritePolicy, matchPath, {
    object,
    path: `${path}.pathRewritePolicy`,
    consequence,
  });
  rewrite.problems.forEach(report);
  const { loadBalancer, hashPolicies } = compileLoadBalancer(
    route.loadBalancerPolicy,
    object,
    `${path}.loadBalancerPolicy`,
    report,
  );
  const healthCheck = healthCheckOf(route, object, path, report);
  const upstreams = compileServices(scope, proxy, route, path, requestPolicy.hostRewrite, {
    ...(timeouts.idleConnectionTimeoutMs !== undefined && {
      idleConnectionTimeoutMs: timeouts.idleConnectionTimeoutMs,
    }),
    loadBalancer,
    ...(healthCheck && { healthCheck }),
    ...(route.internalRedirectPolicy && { internalRedirects: true }),
  });
  if (upstreams.clusters.length === 0) {
    const message = `no service of this route can be used; ${consequence}`;
    report(error('NoUsableService', object, `${path}.services`, message));
    return undefined;
  }
  const retry = route.retryPolicy && compileRetry(route.retryPolicy, object, `${path}.retryPolicy`, report);
  const settled = settleHostRewrite(upstreams.clusters, requestPolicy.hostRewrite);
  const { hostRewrite } = settled;
  const { clusters, aggregates } = route.failover
    ? withFailover(settled.clusters, upstreams.vertices)
    : { clusters: settled.clusters, aggregates: [] };
  const action: ForwardAction = {
    kind: 'forward',
    clusters,
    mirrors: upstreams.mirrors,
    ...rewrite.rewrite,
    ...(hostRewrite && { hostRewrite }),
    ...(timeouts.timeoutMs !== undefined && { timeoutMs: timeouts.timeoutMs }),
    ...(timeouts.idleTimeoutMs !== undefined && { idleTimeoutMs: timeouts.idleTimeoutMs }),
    ...(retry && { retry }),
    websocket: route.enableWebsockets === true,
    ...(hashPolicies.length > 0 && { hashPolicies }),
    ...(route.internalRedirectPolicy && { internalRedirect: internalRedirectOf(route.internalRedirectPolicy) }),
  };
  return {
    action,
    requestHeaders: requestPolicy.headers,
    responseHeaders: responsePolicy.headers,
    clusters: [...upstreams.vertices, ...aggregates],
  };
}

/**
 * The Host of a service goes before that of its route. Envoy applies the route's last, so beside a service with a Host of
 * its own the route's goes to the other services. (One taken from a header can't; it stays on the route.)
 */
function settleHostRewrite(
  clusters: readonly WeightedCluster[],
  routeHost: HostRewrite | undefined,
): { readonly clusters: readonly WeightedCluster[]; readonly hostRewrite?: HostRewrite } {
  if (!routeHost) return { clusters };
  if (routeHost.kind === 'header' || clusters.every((each) => each.hostRewrite === undefined))
    return { clusters, hostRewrite: routeHost };
  return { clusters: clusters.map((each) => ({ ...each, hostRewrite: each.hostRewrite ?? routeHost.value })) };
}

function timeoutsOf(route: HTTPProxyRoute, object: ObjectKey, path: string, report: (problem: Problem) => void) {
  const read = (field: 'response' | 'idle' | 'idleConnection') => {
    const text = route.timeoutPolicy?.[field];
    const timeout = parseTimeout(text);
    if (timeout.kind === 'ms') return timeout.ms;
    if (timeout.kind === 'invalid') {
      const message = `${shown(text!)} is not a duration such as 1.5s or 2m, nor infinity; ${consequence}`;
      report(error('TimeoutPolicyNotValid', object, `${path}.timeoutPolicy.${field}`, message));
    }
    return undefined;
  };
  return {
    timeoutMs: read('response'),
    idleTimeoutMs: read('idle'),
    idleConnectionTimeoutMs: read('idleConnection'),
  };
}

/** A policy with mistakes makes no checks; the endpoints then count as healthy while Kubernetes says so. */
function healthCheckOf(
  route: HTTPProxyRoute,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): HealthCheck | undefined {
  if (!route.healthCheckPolicy) return undefined;
  const { healthCheck, mistakes } = compileHealthCheck(route.healthCheckPolicy, 'http');
  for (const { at, message } of mistakes) {
    const whole = `${message}; there are no health checks on this route`;
    report(error('HealthCheckPolicyInvalid', object, `${path}.healthCheckPolicy${at}`, whole));
  }
  return healthCheck;
}

function compileServices(
  scope: RouteScope,
  proxy: HTTPProxy,
  route: HTTPProxyRoute,
  path: string,
  routeHost: HostRewrite | undefined,
  options: UpstreamOptions,
): {
  readonly clusters: readonly WeightedCluster[];
  readonly mirrors: ForwardAction['mirrors'];
  readonly vertices: readonly Cluster[];
} {
  const object = keyOf(proxy);
  const vertices: Cluster[] = [];
  const clusters: WeightedCluster[] = [];
  const mirrors: { cluster: string; percent: number }[] = [];
  const routeCookies = cookiesOf(route.cookieRewritePolicies, object, path, scope.report);
  for (const [i, service] of (route.services ?? []).entries()) {
    const at = `${path}.services[${i}]`;
    const compiled = compileService(scope, proxy, service, at, routeHost, options, routeCookies);
    if (!compiled) continue;
    if (!service.mirror) {
      clusters.push({ ...compiled.weighted, weight: service.weight ?? 0 });
      vertices.push(compiled.vertex);
    } else if (mirrors.length > 0) {
      const message = 'a route can have one mirror; this second one gets no requests';
      scope.report(error('OnlyOneMirror', object, at, message));
    } else {
      const weight = service.weight ?? 0;
      mirrors.push({ cluster: compiled.vertex.key, percent: weight === 0 ? 100 : Math.min(100, weight) });
      vertices.push(compiled.vertex);
    }
  }
  const scale = weightScale(clusters);
  return {
    clusters: clusters.map((each) => ({ ...each, weight: scale(each.weight) })).sort(compareWeighted),
    mirrors,
    vertices,
  };
}

/** All zero: an even share. A sum that Envoy can't hold (32 bits) is scaled down. */
function weightScale(clusters: readonly WeightedCluster[]): (weight: number) => number {
  const sum = clusters.reduce((total, each) => total + each.weight, 0);
  if (sum === 0) return () => 1;
  const most = 0xffff_ffff - clusters.length;
  return sum <= most ? (weight) => weight : (weight) => Math.ceil((weight / sum) * most);
}

/** The order in which services are listed means nothing, so it never shows. */
function compareWeighted(a: WeightedCluster, b: WeightedCluster): number {
  return compareText(a.cluster, b.cluster) || a.weight - b.weight || compareText(JSON.stringify(a), JSON.stringify(b));
}

/** Rules that can't be used are told; those cookies pass unchanged. */
function cookiesOf(
  policies: HTTPProxyRoute['cookieRewritePolicies'],
  object: ObjectKey,
  at: string,
  report: (problem: Problem) => void,
): readonly CookieRewrite[] {
  const { rewrites, mistakes } = compileCookieRewrites(policies);
  for (const { at: entry, message } of mistakes)
    report(error('CookieRewritePoliciesInvalid', object, `${at}.cookieRewritePolicies${entry}`, message));
  return rewrites;
}

function internalRedirectOf(policy: NonNullable<HTTPProxyRoute['internalRedirectPolicy']>): InternalRedirect {
  const schemes = { Always: 'always', Never: 'never', SafeOnly: 'safeOnly' } as const;
  const max = policy.maxInternalRedirects ?? 0;
  return {
    ...(max > 0 && { max: Math.min(max, 0xffff_ffff) }),
    codes: [...new Set(policy.redirectResponseCodes ?? [])].sort((a, b) => a - b),
    crossScheme: schemes[policy.allowCrossSchemeRedirect ?? 'Never'],
    denyRepeatedRoute: policy.denyRepeatedRouteRedirect === true,
  };
}

/** Undefined: this service gets no requests; the problems say why. */
function compileService(
  scope: RouteScope,
  proxy: HTTPProxy,
  service: HTTPProxyService,
  at: string,
  routeHost: HostRewrite | undefined,
  options: UpstreamOptions,
  routeCookies: readonly CookieRewrite[],
): { readonly vertex: Cluster; readonly weighted: Omit<WeightedCluster, 'weight'> } | undefined {
  const object = keyOf(proxy);
  const { namespace } = proxy.metadata;
  const lost = 'this service gets no requests';
  const upstream = compileServiceUpstream(scope, proxy, service, at, options, lost);
  if (!upstream) return undefined;
  const policy = (side: 'request' | 'response', input: HeaderPolicyInput | undefined) =>
    compileHeaderPolicy(input, {
      object,
      path: `${at}.${side}HeadersPolicy`,
      code: side === 'request' ? 'RequestHeadersPolicyInvalid' : 'ResponseHeadersPolicyInvalid',
      side,
      hostFromHeader: false,
      variables: { namespace, serviceName: service.name, servicePort: service.port },
      consequence: lost,
    });
  const defaults = scope.config.headerPolicies;
  const request = policy('request', withDefaultHeaders(service.requestHeadersPolicy, defaults?.requestHeaders));
  const response = policy('response', withDefaultHeaders(service.responseHeadersPolicy, defaults?.responseHeaders));
  const problems = [...request.problems, ...response.problems];

  if (service.healthPort !== undefined && !options.healthCheck) {
    const message = 'there are no health checks without a healthCheckPolicy that can be used on the route';
    problems.push(warning('IgnoredField', object, `${at}.healthPort`, message));
  }
  problems.forEach(scope.report);
  if (hasError(problems)) return undefined;

  const ownCookies = cookiesOf(service.cookieRewritePolicies, object, at, scope.report);
  const cookieRewrites = mergeCookieRewrites(routeCookies, ownCookies);
  const serviceHost = request.hostRewrite?.value;
  const sni = serviceHost ?? (routeHost?.kind === 'literal' ? routeHost.value : undefined);
  const vertex = upstreamCluster(
    upstream.service,
    { ...upstream.options, ...(sni !== undefined && { sni }) },
    scope.config.connectTimeoutMs,
  );
  return {
    vertex,
    weighted: {
      cluster: vertex.key,
      requestHeaders: request.headers,
      responseHeaders: response.headers,
      ...(serviceHost !== undefined && { hostRewrite: serviceHost }),
      ...(cookieRewrites.length > 0 && { cookieRewrites }),
    },
  };
}

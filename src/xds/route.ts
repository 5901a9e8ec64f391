// Route of a VirtualHost vertex → envoy.config.route.v3.Route. Routes come in the order in which they match and keep it.
import type {
  DirectResponseAction,
  ForwardAction,
  HashPolicy,
  HeaderPolicy,
  RedirectAction,
  RetryPolicy,
  Route,
  WeightedCluster,
} from '../dag/vertices.ts';
import { NO_CLUSTER } from '../dag/vertices.ts';
import { parseKey } from '../model/object.ts';
import { cookieRewrites } from './cookie-rewrite.ts';
import { internalRedirectPolicy, scopeMetadata, type RouteScope } from './internal-redirect.ts';
import { headerMatcher, pathMatcher, queryParameterMatcher } from './matchers.ts';
import { clusterName, noBackend, scopeHeader } from './names.ts';
import { protectionMetadata } from './protection.ts';
import { routeFilters, type RouteHost, type HostPolicies } from './filter-settings.ts';
import { any } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { duration, struct, wrap } from './proto/values.ts';
import { resourceKey } from './resource.ts';
import { rateLimits } from './traffic-policies.ts';

/** `extraHeaders` must match too, before those of the vertex. `inherited`: policies of the host, if it can't hold them itself; `scope`: what selects the route, if a scope does. */
export function routeMessage(
  route: Route,
  host: RouteHost = {},
  extraHeaders: readonly envoy.config.route.v3.HeaderMatcher[] = [],
  inherited?: HostPolicies,
  scope?: RouteScope,
): envoy.config.route.v3.Route {
  const { match, action } = route;
  const redirects = action.kind === 'forward' && action.internalRedirect !== undefined;
  const headers = [...extraHeaders, ...match.headers.map(headerMatcher)];
  return {
    match: {
      ...pathMatcher(match.path),
      caseSensitive: match.ignorePathCase ? wrap(false) : undefined,
      runtimeFraction: match.percent === undefined ? undefined : { defaultValue: fraction(match.percent) },
      headers: unlessEmpty(headers),
      queryParameters: unlessEmpty(match.queryParameters.map(queryParameterMatcher)),
    },
    ...actionFields(action, inherited, scope !== undefined),
    metadata: metadata(route, host, redirects ? scope : undefined),
    ...headerOperations(
      route.requestHeaders,
      // It is for the router alone.
      redirects
        ? { ...route.responseHeaders, remove: [...route.responseHeaders.remove, scopeHeader] }
        : route.responseHeaders,
    ),
    typedPerFilterConfig: routeFilters(route, host, inherited),
  };
}

/** What must be in Envoy before the routes may be: `cluster/<name>` of each cluster that they forward or mirror to, and of the keys `others`. */
export function requiredClusters(routes: readonly Route[], others: readonly string[] = []): string[] {
  const required = others.map((key) => resourceKey('cluster', clusterName(key)));
  for (const { action, ownAuthorization } of routes) {
    if (ownAuthorization) required.push(resourceKey('cluster', clusterName(ownAuthorization.cluster)));
    if (action.kind !== 'forward') continue;
    for (const { cluster, members = [] } of action.clusters) {
      if (cluster === NO_CLUSTER) continue;
      for (const each of [cluster, ...members]) required.push(resourceKey('cluster', clusterName(each)));
    }
    for (const { cluster } of action.mirrors) required.push(resourceKey('cluster', clusterName(cluster)));
  }
  return required;
}

/** UTF-8 bytes of the largest direct response; a route configuration must allow what is over Envoy's 4096. */
export function largestBodyBytes(routes: readonly Route[]): number {
  let largest = 0;
  for (const { action } of routes) {
    if (action.kind !== 'directResponse') continue;
    largest = Math.max(largest, new TextEncoder().encode(action.body).length);
  }
  return largest;
}

function actionFields(
  action: ForwardAction | RedirectAction | DirectResponseAction,
  inherited: HostPolicies | undefined,
  scoped: boolean,
): Pick<envoy.config.route.v3.Route, 'route' | 'redirect' | 'directResponse'> {
  switch (action.kind) {
    case 'forward':
      return { route: forward(action, inherited, scoped) };
    case 'redirect':
      return { redirect: redirect(action) };
    case 'directResponse':
      return {
        directResponse: {
          status: action.statusCode,
          body: action.body === '' ? undefined : { inlineString: action.body },
        },
      };
  }
}

function forward(
  action: ForwardAction,
  inherited: HostPolicies | undefined,
  scoped: boolean,
): envoy.config.route.v3.RouteAction {
  const { descriptors = [], withoutHost = false } = action.rateLimits ?? {};
  return {
    ...destination(action),
    prefixRewrite: action.prefixRewrite,
    regexRewrite: action.regexRewrite && {
      pattern: { regex: action.regexRewrite.pattern },
      substitution: action.regexRewrite.substitution,
    },
    hostRewriteLiteral: action.hostRewrite?.kind === 'literal' ? action.hostRewrite.value : undefined,
    hostRewriteHeader: action.hostRewrite?.kind === 'header' ? action.hostRewrite.value : undefined,
    autoHostRewrite: action.hostRewrite?.kind === 'upstream' ? wrap(true) : undefined,
    priority: action.priority === 'high' ? highPriority : undefined,
    timeout: action.timeoutMs === undefined ? undefined : duration(action.timeoutMs),
    idleTimeout: action.idleTimeoutMs === undefined ? undefined : duration(action.idleTimeoutMs),
    retryPolicy: action.retry && retryPolicy(action.retry),
    requestMirrorPolicies: unlessEmpty(
      action.mirrors.map(({ cluster, percent }) => ({
        cluster: clusterName(cluster),
        runtimeFraction: { defaultValue: fraction(percent) },
      })),
    ),
    hashPolicy: action.hashPolicies && unlessEmpty(action.hashPolicies.map(hashPolicy)),
    rateLimits: rateLimits(descriptors) ?? (withoutHost ? undefined : inherited?.rateLimits),
    internalRedirectPolicy: action.internalRedirect && internalRedirectPolicy(action.internalRedirect, scoped),
    upgradeConfigs: unlessEmpty(
      [...(action.websocket ? ['websocket'] : []), ...(action.upgrades ?? [])].map((upgradeType) => ({ upgradeType })),
    ),
  };
}

const highPriority = 1;

function hashPolicy(policy: HashPolicy): envoy.config.route.v3.RouteAction.HashPolicy {
  const terminal = policy.terminal || undefined;
  switch (policy.kind) {
    case 'header':
      return { header: { headerName: policy.name }, terminal };
    case 'queryParameter':
      return { queryParameter: { name: policy.name }, terminal };
    case 'sourceIp':
      return { connectionProperties: { sourceIp: true }, terminal };
    case 'cookie': {
      const { name, path, ttlMs, attributes } = policy;
      return {
        cookie: {
          name,
          path,
          ttl: ttlMs === undefined ? undefined : duration(ttlMs),
          attributes: unlessEmpty(attributes),
        },
        terminal,
      };
    }
  }
}

const internalServerError = 2;

/** One plain cluster by its name; anything else as weighted clusters, sorted so that equal sets give equal bytes. */
function destination({
  clusters,
  withoutCluster,
  hashChoosesCluster,
}: ForwardAction): Pick<
  envoy.config.route.v3.RouteAction,
  'cluster' | 'weightedClusters' | 'clusterNotFoundResponseCode'
> {
  const [only, ...others] = clusters;
  const isShort = clusters.some(({ cluster }) => cluster === NO_CLUSTER);
  if (only !== undefined && others.length === 0 && isPlain(only)) return { cluster: clusterName(only.cluster) };
  const weighted = clusters.map((entry) => ({
    name: entry.cluster === NO_CLUSTER ? noBackend : clusterName(entry.cluster),
    weight: wrap(entry.weight),
    ...headerOperations(entry.requestHeaders, entry.responseHeaders),
    hostRewriteLiteral: entry.hostRewrite,
    typedPerFilterConfig: entry.cookieRewrites && cookieRewrites(entry.cookieRewrites),
  }));
  weighted.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.weight.value - b.weight.value));
  return {
    weightedClusters: { clusters: weighted, useHashPolicy: hashChoosesCluster ? wrap(true) : undefined },
    clusterNotFoundResponseCode: isShort && withoutCluster === undefined ? internalServerError : undefined,
  };
}

function isPlain({ requestHeaders, responseHeaders, hostRewrite, cookieRewrites }: WeightedCluster): boolean {
  return (
    hostRewrite === undefined && cookieRewrites === undefined && isNothing(requestHeaders) && isNothing(responseHeaders)
  );
}

function isNothing({ set, add, remove }: HeaderPolicy): boolean {
  return set.length === 0 && add.length === 0 && remove.length === 0;
}

function retryPolicy(retry: RetryPolicy): envoy.config.route.v3.RetryPolicy {
  return {
    retryOn: retry.retryOn.join(','),
    numRetries: wrap(retry.numRetries),
    perTryTimeout: retry.perTryTimeoutMs === undefined ? undefined : duration(retry.perTryTimeoutMs),
    retriableStatusCodes: unlessEmpty(retry.retriableStatusCodes),
    retryBackOff: retry.backOffMs === undefined ? undefined : { baseInterval: duration(retry.backOffMs) },
    ...(retry.otherHosts && otherHosts),
  };
}

/** Envoy looks that often for an endpoint that was not tried, then takes any. */
const otherHosts = {
  retryHostPredicate: [
    {
      name: 'envoy.retry_host_predicates.previous_hosts',
      typedConfig: any('envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate', {}),
    },
  ],
  hostSelectionRetryMaxAttempts: 5,
} as const;

const hundred = 0;
const million = 2;

function fraction(percent: number): envoy.type.v3.FractionalPercent {
  return Number.isInteger(percent)
    ? { numerator: percent, denominator: hundred }
    : { numerator: Math.round(percent * 10_000), denominator: million };
}

const redirectCodes = { 301: 0, 302: 1, 303: 2, 307: 3, 308: 4 } as const;

function redirect(action: RedirectAction): envoy.config.route.v3.RedirectAction {
  return {
    schemeRedirect: action.scheme,
    hostRedirect: action.host,
    portRedirect: action.port,
    pathRedirect: action.path,
    prefixRewrite: action.prefix,
    regexRewrite: action.regexRewrite && {
      pattern: { regex: action.regexRewrite.pattern },
      substitution: action.regexRewrite.substitution,
    },
    responseCode: redirectCodes[action.statusCode],
  };
}

const appendIfExistsOrAdd = 0;
const overwriteIfExistsOrAdd = 2;

function headerOperations(
  request: HeaderPolicy,
  response: HeaderPolicy,
): Pick<
  envoy.config.route.v3.Route,
  'requestHeadersToAdd' | 'requestHeadersToRemove' | 'responseHeadersToAdd' | 'responseHeadersToRemove'
> {
  return {
    requestHeadersToAdd: headersToAdd(request),
    requestHeadersToRemove: unlessEmpty(request.remove),
    responseHeadersToAdd: headersToAdd(response),
    responseHeadersToRemove: unlessEmpty(response.remove),
  };
}

/** As a health check has them. */
export function requestHeaderOperations(
  policy: HeaderPolicy,
): Pick<envoy.config.route.v3.Route, 'requestHeadersToAdd' | 'requestHeadersToRemove'> {
  return { requestHeadersToAdd: headersToAdd(policy), requestHeadersToRemove: unlessEmpty(policy.remove) };
}

function headersToAdd({ set, add }: HeaderPolicy): envoy.config.core.v3.HeaderValueOption[] | undefined {
  return unlessEmpty([
    ...set.map(({ name, value }) => headerOption(name, value, overwriteIfExistsOrAdd)),
    ...add.map(({ name, value }) => headerOption(name, value, appendIfExistsOrAdd)),
  ]);
}

function headerOption(name: string, value: string, appendAction: 0 | 2): envoy.config.core.v3.HeaderValueOption {
  // Envoy drops a header whose value comes out empty; one that is meant to be empty must say so.
  return { header: { key: name, value }, appendAction, keepEmptyValue: value === '' || undefined };
}

/**
 * Who made the route, for access logs that ask (`%METADATA(ROUTE:envoy.access_loggers.file:io.projectcontour.kind)%`, as
 * in Contour), and what its filters must know. In 10,000 hosts the former are 3 MB and 40 % of Envoy's work to load them.
 */
function metadata(
  route: Route,
  { authorization, routesTellOrigin }: RouteHost,
  scope: RouteScope | undefined,
): envoy.config.core.v3.Metadata | undefined {
  const entries = Object.entries({
    ...(routesTellOrigin && { 'envoy.access_loggers.file': originFields(route) }),
    ...(scope && { [scopeMetadata]: { prefix: scope.prefix } }),
    ...protectionMetadata(route, authorization),
  });
  if (entries.length === 0) return undefined;
  return { filterMetadata: Object.fromEntries(entries.map(([key, value]) => [key, struct(value)])) };
}

function originFields({ origin }: Route): Readonly<Record<string, string>> {
  const { kind, namespace, name } = parseKey(origin.object);
  return {
    'io.projectcontour.kind': kind,
    'io.projectcontour.namespace': namespace,
    'io.projectcontour.name': name,
  };
}

/** Empty lists stay away, so that plain objects show only what is there. */
function unlessEmpty<T extends readonly unknown[]>(list: T): T | undefined {
  return list.length === 0 ? undefined : list;
}

// What keeps requests out, as Envoy's filters: the filters of a connection manager, which do nothing by themselves, and
// what hosts and routes tell them. Filters look at the route when they run, so redirects and direct responses are kept
// too. Filters that cost something are there only for hosts that want them: Envoy decides that by the route that it
// finds first. A host that is found late (see scope-selection.ts) had no route then, so for those the same filters stand
// once more behind the switch that turns the late search off.
//
// JWT: a host brings its providers, a route's metadata says which of them it needs.
//
// External authorization: the server of a host stands on the host, a route's metadata says that it is to be asked. Over
// gRPC one filter takes server and context from host and route; it exists twice, since what happens without an answer can
// only be said there. Over HTTP which headers are sent can only be said in the filter, so each host brings its own. A route
// of the Gateway API may have a server of its own; then it brings the filter, unless the server is told something.
import type {
  HostContent,
  AuthorizationServer,
  IpFilter,
  JwtProvider,
  NameMatch,
  RequestBody,
  Route,
} from '../dag/vertices.ts';
import { clusterName, scopeFallbackFilter, scopeHeader } from './names.ts';
import { any } from './proto/codec.ts';
import type { cel, envoy, google, xds } from './proto/generated/envoy.ts';
import { duration, wrap } from './proto/values.ts';

type HttpFilter = envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
type ExtAuthz = envoy.extensions.filters.http.ext_authz.v3.ExtAuthz;
export type PerFilterConfig = Record<string, google.protobuf.Any>;

const ipFilterName = 'envoy.filters.http.rbac';
const grpcAuthorizationName = 'nuncio.authorization.grpc';
const jwtName = 'nuncio.jwt';
/** After all that asks who it is: nobody's body is kept before. */
const requestBodyName = 'nuncio.request_body';
const httpAuthorizationName = 'nuncio.authorization.http';
/** Key of what a route's metadata says to these filters. */
const metadataKey = 'nuncio.protection';

/** In the order in which a request passes them. `lateHosts`: hosts may be found late. */
export function protectionFilters(lateHosts: boolean): readonly HttpFilter[] {
  const optional = [
    { name: jwtName, typedConfig: any('envoy.extensions.filters.http.composite.v3.Composite', {}) },
    {
      name: grpcAuthorizationName,
      typedConfig: any('envoy.extensions.filters.http.composite.v3.Composite', { matcher: grpcMatcher }),
    },
    { name: httpAuthorizationName, typedConfig: any('envoy.extensions.filters.http.composite.v3.Composite', {}) },
    { name: requestBodyName, typedConfig: any('envoy.extensions.filters.http.composite.v3.Composite', {}) },
  ];
  const late = {
    name: scopeFallbackFilter,
    typedConfig: any('envoy.extensions.filters.http.filter_chain.v3.FilterChainConfig', {
      defaultFilterChain: { filters: optional },
    }),
  };
  return [
    { name: ipFilterName, typedConfig: any('envoy.extensions.filters.http.rbac.v3.RBAC', {}) },
    ...optional.map((filter) => ({ ...filter, disabled: true })),
    ...(lateHosts ? [late] : []),
  ];
}

/** What a route replaces, filter by filter. */
export function hostProtection({ ipFilter, authorization, jwtProviders }: HostContent): PerFilterConfig {
  return {
    ...(ipFilter && { [ipFilterName]: rbac(ipFilter) }),
    ...(jwtProviders && jwtProviders.length > 0 && { [jwtName]: jwtVerification(jwtProviders) }),
    ...(authorization?.protocol === 'grpc' && { [grpcAuthorizationName]: checkSettings(authorization, {}) }),
    ...(authorization?.protocol === 'http' && { [httpAuthorizationName]: httpAuthorization(authorization) }),
  };
}

/** `server`: that of the host. */
export function routeProtection(
  { ipFilter, authorization, ownAuthorization, requestBody }: Route,
  server: AuthorizationServer | undefined,
): PerFilterConfig {
  const hasContext = authorization !== undefined && Object.keys(authorization.context).length > 0;
  return {
    ...(ipFilter && { [ipFilterName]: rbac(ipFilter) }),
    ...(hasContext &&
      server?.protocol === 'grpc' && { [grpcAuthorizationName]: checkSettings(server, authorization.context) }),
    ...(ownAuthorization && ownAuthorizationSettings(ownAuthorization)),
    ...(requestBody && { [requestBodyName]: bodyLimit(requestBody) }),
  };
}

/** For the metadata of the route. */
export function protectionMetadata(
  { authorization, ownAuthorization, jwtProvider }: Route,
  server: AuthorizationServer | undefined,
): Readonly<Record<string, Readonly<Record<string, string>>>> | undefined {
  const own = ownAuthorization?.context && { authorization: ownAuthorization.failOpen ? 'open' : 'closed' };
  if (authorization === undefined && jwtProvider === undefined && !own) return undefined;
  // A route that needs a server and has none must not be served; the compiler sees to it.
  if (authorization && !server) throw new Error('a route is to be authorized and its host has no authorization server');
  const how = server?.protocol === 'http' ? 'http' : server?.failOpen ? 'open' : 'closed';
  return {
    [metadataKey]: {
      ...(authorization && { authorization: how }),
      ...own,
      ...(jwtProvider !== undefined && { jwt: jwtProvider }),
    },
  };
}

/** Keys of clusters that the host's protection needs. */
export function protectionClusters({ authorization, jwtProviders = [] }: HostContent): readonly string[] {
  return [
    ...(authorization ? [authorization.cluster] : []),
    ...jwtProviders
      .flatMap((provider) => [provider, ...(provider.alternatives ?? [])])
      .flatMap(({ keys }) => (keys.kind === 'remote' ? [keys.cluster] : [])),
  ];
}

/** A filter for each provider; the route says which one it needs. */
function jwtVerification(providers: readonly JwtProvider[]): google.protobuf.Any {
  const matchers = providers.map((provider) => {
    const all = [provider, ...(provider.alternatives ?? [])];
    const requirements = all.map(({ name }) => ({ providerName: name }));
    const filter = any('envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication', {
      providers: Object.fromEntries(all.map((each) => [each.name, jwtProviderMessage(each)])),
      rules: [
        {
          match: { prefix: '/' },
          requires: requirements.length === 1 ? requirements[0] : { requiresAny: { requirements } },
        },
      ],
    });
    return { predicate: routeSays('jwt', provider.name), onMatch: execute('envoy.filters.http.jwt_authn', filter) };
  });
  return any('envoy.extensions.filters.http.composite.v3.CompositePerRoute', {
    matcher: { matcherList: { matchers } },
  });
}

function jwtProviderMessage({
  issuer,
  audiences,
  forward,
  keys,
}: JwtProvider): envoy.extensions.filters.http.jwt_authn.v3.JwtProvider {
  return {
    issuer,
    audiences: audiences.length === 0 ? undefined : audiences,
    forward,
    ...(keys.kind === 'inline'
      ? { localJwks: { inlineString: keys.jwks } }
      : {
          remoteJwks: {
            httpUri: { uri: keys.uri, cluster: clusterName(keys.cluster), timeout: duration(keys.timeoutMs) },
            cacheDuration: keys.cacheMs === undefined ? undefined : duration(keys.cacheMs),
          },
        }),
  };
}

const allow = 0;
const deny = 1;

function rbac({ action, ranges }: IpFilter): google.protobuf.Any {
  const principals = ranges.map(({ source, address, prefixLength }) => {
    const range = { addressPrefix: address, prefixLen: wrap(prefixLength) };
    return source === 'peer' ? { directRemoteIp: range } : { remoteIp: range };
  });
  return any('envoy.extensions.filters.http.rbac.v3.RBACPerRoute', {
    rbac: {
      rules: {
        action: action === 'allow' ? allow : deny,
        policies: { 'ip-rules': { permissions: [{ any: true }], principals } },
      },
    },
  });
}

function bodyLimit({ maxBytes, buffered }: RequestBody): google.protobuf.Any {
  const filter = buffered
    ? any('envoy.extensions.filters.http.buffer.v3.Buffer', { maxRequestBytes: wrap(maxBytes) })
    : any('envoy.extensions.filters.http.body_size_limit.v3.BodySizeLimit', { maxRequestBytes: wrap(maxBytes) });
  const onNoMatch = execute(`envoy.filters.http.${buffered ? 'buffer' : 'body_size_limit'}`, filter);
  return any('envoy.extensions.filters.http.composite.v3.CompositePerRoute', { matcher: { onNoMatch } });
}

const v3 = 2;

/** What all authorization filters have in common. The header that selects scopes is nobody's business. */
const authorizationDefaults: ExtAuthz = {
  transportApiVersion: v3,
  clearRouteCache: true,
  statusOnError: { code: 403 },
  includePeerCertificate: true,
  disallowedHeaders: { patterns: [{ exact: scopeHeader }] },
};

/** Never asked: the host names its server. Should it not, the answer is 403. */
const nobody = { envoyGrpc: { clusterName: 'nuncio.no-authorization-server' } } as const;

const grpcMatcher: xds.type.matcher.v3.Matcher = {
  matcherList: {
    matchers: [false, true].map((failOpen) => ({
      predicate: routeSays('authorization', failOpen ? 'open' : 'closed'),
      onMatch: execute(
        'envoy.filters.http.ext_authz',
        any('envoy.extensions.filters.http.ext_authz.v3.ExtAuthz', {
          ...authorizationDefaults,
          grpcService: nobody,
          failureModeAllow: failOpen,
        }),
      ),
    })),
  },
};

/** Envoy takes server, body and context from the most particular place only, so each names all. */
function checkSettings(server: AuthorizationServer, context: Readonly<Record<string, string>>): google.protobuf.Any {
  return any('envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute', {
    checkSettings: {
      contextExtensions: context,
      withRequestBody: bufferSettings(server),
      grpcService: grpcService(server),
    },
  });
}

/** What is told to a server can only be said to the filter that hosts use, which takes the server from the route too. */
function ownAuthorizationSettings(server: AuthorizationServer): PerFilterConfig {
  return server.context
    ? { [grpcAuthorizationName]: checkSettings(server, server.context) }
    : { [httpAuthorizationName]: routeAuthorization(server) };
}

/** The route's own server, whatever protocol it speaks: the filter has room for any. */
function routeAuthorization(server: AuthorizationServer): google.protobuf.Any {
  const config: ExtAuthz =
    server.protocol === 'http'
      ? httpConfig(server)
      : {
          ...authorizationDefaults,
          failureModeAllow: server.failOpen,
          withRequestBody: bufferSettings(server),
          allowedHeaders: server.grpcHeaders && { patterns: server.grpcHeaders.map(nameMatcher) },
          grpcService: grpcService(server),
        };
  const onNoMatch = execute(
    'envoy.filters.http.ext_authz',
    any('envoy.extensions.filters.http.ext_authz.v3.ExtAuthz', config),
  );
  return any('envoy.extensions.filters.http.composite.v3.CompositePerRoute', { matcher: { onNoMatch } });
}

function grpcService({ cluster, authority, timeoutMs }: AuthorizationServer): NonNullable<ExtAuthz['grpcService']> {
  return { envoyGrpc: { clusterName: clusterName(cluster), authority }, timeout: duration(timeoutMs) };
}

function httpAuthorization(server: AuthorizationServer): google.protobuf.Any {
  const filter = any('envoy.extensions.filters.http.ext_authz.v3.ExtAuthz', httpConfig(server));
  return any('envoy.extensions.filters.http.composite.v3.CompositePerRoute', {
    matcher: {
      matcherList: {
        matchers: [
          { predicate: routeSays('authorization', 'http'), onMatch: execute('envoy.filters.http.ext_authz', filter) },
        ],
      },
    },
  });
}

function httpConfig(server: AuthorizationServer): ExtAuthz {
  const { pathPrefix = '', requestHeaders = [], upstreamHeaders = [] } = server.http ?? {};
  const { clientHeaders, addedHeaders, statusOnError } = server.http ?? {};
  return {
    ...authorizationDefaults,
    ...(statusOnError !== undefined && { statusOnError: { code: statusOnError as envoy.type.v3.StatusCode } }),
    failureModeAllow: server.failOpen,
    withRequestBody: bufferSettings(server),
    allowedHeaders: requestHeaders.length === 0 ? undefined : { patterns: requestHeaders.map(nameMatcher) },
    httpService: {
      serverUri: {
        // Only its form counts; where it goes is the cluster's matter.
        uri: 'http://dummy/',
        cluster: clusterName(server.cluster),
        timeout: duration(server.timeoutMs),
      },
      pathPrefix,
      authorizationRequest: addedHeaders && {
        headersToAdd: addedHeaders.map(({ name, value }) => ({ key: name, value })),
      },
      authorizationResponse:
        upstreamHeaders.length === 0 && clientHeaders === undefined
          ? undefined
          : {
              allowedUpstreamHeaders:
                upstreamHeaders.length === 0 ? undefined : { patterns: upstreamHeaders.map(nameMatcher) },
              allowedClientHeaders: clientHeaders && { patterns: clientHeaders.map(nameMatcher) },
            },
    },
  };
}

function bufferSettings({
  requestBody,
}: AuthorizationServer): envoy.extensions.filters.http.ext_authz.v3.BufferSettings | undefined {
  return (
    requestBody && {
      maxRequestBytes: requestBody.maxBytes,
      allowPartialMessage: requestBody.allowPartial,
      packAsBytes: requestBody.asBytes,
    }
  );
}

function nameMatcher({ kind, value, ignoreCase }: NameMatch): envoy.type.matcher.v3.StringMatcher {
  if (kind === 'regex') return { safeRegex: { regex: value } };
  return { [kind]: value, ignoreCase: ignoreCase || undefined };
}

function execute(name: string, typedConfig: google.protobuf.Any): xds.type.matcher.v3.Matcher.OnMatch {
  const action = any('envoy.extensions.filters.http.composite.v3.ExecuteFilterAction', {
    typedConfig: { name, typedConfig },
  });
  return { action: { name: 'execute', typedConfig: action } };
}

/** CEL: `xds.route_metadata.filter_metadata["nuncio.protection"][field] == value`. Without such metadata it is no match. */
function routeSays(field: string, value: string): xds.type.matcher.v3.Matcher.MatcherList.Predicate {
  let id = 0;
  const call = (name: string, args: cel.expr.Expr[]): cel.expr.Expr => ({
    id: ++id,
    callExpr: { function: name, args },
  });
  const select = (operand: cel.expr.Expr, name: string): cel.expr.Expr => ({
    id: ++id,
    selectExpr: { operand, field: name },
  });
  const text = (stringValue: string): cel.expr.Expr => ({ id: ++id, constExpr: { stringValue } });
  const metadata = select(select({ id: ++id, identExpr: { name: 'xds' } }, 'route_metadata'), 'filter_metadata');
  const found = call('_[_]', [call('_[_]', [metadata, text(metadataKey)]), text(field)]);
  const expression = call('_==_', [found, text(value)]);
  return {
    singlePredicate: {
      input: { name: 'attributes', typedConfig: any('xds.type.matcher.v3.HttpAttributesCelMatchInput', {}) },
      customMatch: {
        name: 'cel',
        typedConfig: any('xds.type.matcher.v3.CelMatcher', { exprMatch: { celExprParsed: { expr: expression } } }),
      },
    },
  };
}

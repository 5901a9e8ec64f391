// An Ingress → a claim on each host of its rules and of its TLS entries, and what was found about it.
// A path without usable backend answers 503, a path that can't be matched is left out; everything else is served.
import type { Ingress } from '../../../model/kinds/index.ts';
import { dnsNamePattern } from '../../../model/kinds/schema.ts';
import type { IngressBackend, IngressPath } from '../../../model/kinds/ingress.ts';
import { keyOf, type ObjectKey, type Problem } from '../../../model/object.ts';
import { compileAuthorization } from '../../compile/authorization.ts';
import { compileHeaderPolicy, noHeaders, withDefaultHeaders } from '../../compile/header-policy.ts';
import { isOurClass } from '../../compile/ingress-class.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { regexError } from '../../compile/regex.ts';
import { matchKey, neverInPath } from '../../compile/route-match.ts';
import { useCertificate } from '../../compile/server-certificate.ts';
import { resolveService, serviceWarnings, upstreamCluster } from '../../compile/upstream.ts';
import { useClientCertificate } from '../../compile/upstream-tls.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type {
  AuthorizationServer,
  Cluster,
  PathMatch,
  RedirectAction,
  Route,
  WeightedCluster,
} from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { ANY_HOST, levels, topics, type ClaimedRoute, type Findings, type HostClaim, type HostTls } from '../topics.ts';
import { readAnnotations, type IngressSettings } from './annotations.ts';

export function ingressKind(config: CompileConfig): UnitKind {
  return {
    name: 'ingress',
    level: levels.claim,
    each: { object: 'Ingress' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const ingress = context.object<Ingress>('Ingress', namespace, name)!;
      if (!isOurClass(ingress, ingress.spec?.ingressClassName, config.ingressClassNames)) return;
      compileIngress(context, config, ingress);
    },
  };
}

/** With or without a wildcard as its first label. */
const hostName = new RegExp(`^(\\*\\.)?${dnsNamePattern.slice(1)}`);

function compileIngress(context: UnitContext, config: CompileConfig, ingress: Ingress): void {
  const object = keyOf(ingress);
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  const settings = readAnnotations(ingress, report);
  const authorization = config.globalExtAuth
    ? compileAuthorization(context, config.globalExtAuth, {
        object,
        namespace: ingress.metadata.namespace,
        path: 'globalExtAuth',
        consequence: 'requests to this Ingress get 503',
      })
    : undefined;
  authorization?.problems.forEach(report);
  const scope: Scope = { context, config, ingress, settings, report, ...(authorization && { authorization }) };
  const tls = compileTls(scope);

  /** Host → match → route. */
  const hosts = new Map<string, Map<string, ClaimedRoute>>();
  const add = (host: string, claimed: ClaimedRoute, replaces: string) => {
    let routes = hosts.get(host);
    if (!routes) hosts.set(host, (routes = new Map()));
    const key = matchKey(claimed.route.match);
    const before = routes.get(key)?.route.origin;
    if (before && before.path !== replaces) {
      const message = `${claimed.route.origin.path} has the same host and path and gets the requests of this one`;
      report(warning('RouteConflict', object, before.path, message));
    }
    routes.set(key, claimed);
  };

  const defaultBackend = ingress.spec?.defaultBackend;
  const defaultPath = 'spec.defaultBackend';
  // First, and without a word replaced: a rule without host for `/` says the same, more explicitly.
  if (defaultBackend)
    add(
      ANY_HOST,
      compileBackend(scope, { kind: 'prefix', value: '/' }, defaultBackend, defaultPath, defaultPath, false),
      '',
    );
  for (const [i, rule] of (ingress.spec?.rules ?? []).entries()) {
    const host = (rule.host ?? '') === '' ? ANY_HOST : rule.host!.toLowerCase();
    if (host !== ANY_HOST && !hostName.test(host)) {
      const message = `${shown(rule.host!)} is not a host name such as shop.example.com or *.example.com; this rule is left out`;
      report(error('HostNotValid', object, `spec.rules[${i}].host`, message));
      continue;
    }
    for (const [j, path] of (rule.http?.paths ?? []).entries()) {
      const at = `spec.rules[${i}].http.paths[${j}]`;
      const match = compilePath(path, object, at, report);
      if (!match) continue;
      const isWebsocket = settings.websocketPaths.has(path.path ?? '');
      add(host, compileBackend(scope, match, path.backend, at, `${at}.backend`, isWebsocket), defaultPath);
    }
  }

  for (const host of new Set([...hosts.keys(), ...tls.keys()])) {
    const routes = [...(hosts.get(host)?.values() ?? [])];
    const hostTls = tls.get(host);
    const claim: HostClaim = {
      owner: object,
      path: 'spec.rules',
      creationTimestamp: ingress.metadata.creationTimestamp,
      rank: 1,
      http: settings.http === 'plain' ? routes : settings.http === 'redirect' ? routes.map(upgrade) : [],
      https: routes,
      httpsNeeds: 'any',
      ...(hostTls && { tls: hostTls }),
      ...(authorization?.server && { protection: { authorization: authorization.server } }),
    };
    context.publish(topics.host(host), claim);
  }
  context.publish(topics.findings(object), { root: object, problems } satisfies Findings);
}

interface Scope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly ingress: Ingress;
  readonly settings: IngressSettings;
  readonly report: (problem: Problem) => void;
  /** Absent: nobody is asked. Without server: it can't be asked, and nothing is served. */
  readonly authorization?: { readonly server?: AuthorizationServer };
}

/** Host → TLS. A certificate that can't be used leaves its hosts without TLS; they stay on plain HTTP. */
function compileTls(scope: Scope): ReadonlyMap<string, HostTls> {
  const { context, ingress, settings, report } = scope;
  const object = keyOf(ingress);
  const result = new Map<string, HostTls>();
  for (const [i, entry] of (ingress.spec?.tls ?? []).entries()) {
    const at = `spec.tls[${i}]`;
    const all = (entry.hosts ?? []).map((each) => each.toLowerCase());
    const hosts = all.filter((each) => hostName.test(each));
    if (hosts.length < all.length) {
      const others = all.filter((each) => !hostName.test(each)).map((each) => shown(each));
      const message = `TLS needs a host name, found ${others.join(', ')}; rules without host are served on plain HTTP only`;
      report(warning('IgnoredField', object, `${at}.hosts`, message));
    }
    if (all.length === 0) {
      report(warning('IgnoredField', object, at, 'no hosts are named, so nothing is served with this certificate'));
      continue;
    }
    if (!entry.secretName) {
      report(error('SecretNotValid', object, at, 'no secretName; these hosts are not served with TLS'));
      continue;
    }
    const path = `${at}.secretName`;
    const { secret, problems } = useCertificate(
      context,
      { namespace: settings.certificateNamespace, name: entry.secretName },
      { object, namespace: ingress.metadata.namespace, path },
      hosts,
      'these hosts are not served with TLS',
    );
    problems.forEach(report);
    if (secret === undefined) continue;
    const { minimumTlsVersion, maximumTlsVersion } = settings;
    for (const host of hosts) {
      const before = result.get(host);
      if (before && before.secret !== secret) {
        const message = `${path} names another certificate for ${host}, and that one is used`;
        report(warning('HostTlsConflict', object, before.path, message));
      }
      result.set(host, { secret, minimumTlsVersion, maximumTlsVersion, path });
    }
  }
  return result;
}

const looksLikeRegex = /[\^+*[\]%]/;

/** Undefined: the path can't be matched and is left out. */
function compilePath(
  path: IngressPath,
  object: ObjectKey,
  at: string,
  report: (problem: Problem) => void,
): PathMatch | undefined {
  const value = path.path || '/';
  const isRegex = path.pathType !== 'Exact' && path.pathType !== 'Prefix' && looksLikeRegex.test(value);
  if (!isRegex && neverInPath.test(value)) {
    const message = `a path never holds ? or #, found ${shown(value)}; this path is left out`;
    report(error('PathMatchConditionsNotValid', object, `${at}.path`, message));
    return undefined;
  }
  switch (path.pathType) {
    case 'Exact':
      return { kind: 'exact', value };
    case 'Prefix': {
      const trimmed = value.replace(/\/+$/, '');
      return trimmed === '' ? { kind: 'prefix', value: '/' } : { kind: 'segmentPrefix', value: trimmed };
    }
    case 'ImplementationSpecific':
    default: {
      if (!isRegex) return { kind: 'prefix', value };
      const syntax = regexError(value);
      if (syntax === undefined) return { kind: 'regex', value };
      const message =
        `${shown(value)} is taken as a regular expression (RE2), because of the characters in it, and is none: ${syntax}; ` +
        'this path is left out';
      report(error('PathMatchConditionsNotValid', object, `${at}.path`, message));
      return undefined;
    }
  }
}

function compileBackend(
  scope: Scope,
  path: PathMatch,
  backend: IngressBackend,
  at: string,
  backendPath: string,
  websocket: boolean,
): ClaimedRoute {
  const { authorization, config, settings, ingress } = scope;
  const policy = config.globalExtAuth?.authPolicy;
  const isChecked = authorization !== undefined && policy?.disabled !== true;
  const isClosed = isChecked && !authorization.server;
  const upstream = isClosed ? undefined : resolveBackend(scope, backend, backendPath);
  const route: Route = {
    match: { path, headers: [], queryParameters: [] },
    action: upstream
      ? {
          kind: 'forward',
          clusters: [{ cluster: upstream.key, weight: 1, ...defaultHeaders(scope, upstream, backendPath) }],
          mirrors: [],
          ...(settings.timeoutMs !== undefined && { timeoutMs: settings.timeoutMs }),
          ...(settings.retry && { retry: settings.retry }),
          websocket,
        }
      : { kind: 'directResponse', statusCode: 503, body: '' },
    requestHeaders: noHeaders,
    responseHeaders: noHeaders,
    ...(isChecked && !isClosed && { authorization: { context: policy?.context ?? {} } }),
    origin: { object: keyOf(ingress), path: at },
  };
  return { route, priority: 0, clusters: upstream ? [upstream] : [] };
}

/** Default headers of the configuration; those that can't be used here are left out. */
function defaultHeaders(
  { config, ingress, report }: Scope,
  upstream: Cluster,
  at: string,
): Pick<WeightedCluster, 'requestHeaders' | 'responseHeaders' | 'hostRewrite'> {
  const defaults = config.headerPolicies;
  if (!defaults?.applyToIngress) return { requestHeaders: noHeaders, responseHeaders: noHeaders };
  const compile = (side: 'request' | 'response') => {
    const { headers, hostRewrite, problems } = compileHeaderPolicy(
      withDefaultHeaders(undefined, side === 'request' ? defaults.requestHeaders : defaults.responseHeaders),
      {
        object: keyOf(ingress),
        path: at,
        code: side === 'request' ? 'RequestHeadersPolicyInvalid' : 'ResponseHeadersPolicyInvalid',
        side,
        hostFromHeader: false,
        variables: { namespace: upstream.namespace, serviceName: upstream.service, servicePort: upstream.port },
        consequence: 'that default of the configuration is left out',
      },
    );
    problems.forEach(report);
    return { headers, hostRewrite };
  };
  const request = compile('request');
  return {
    requestHeaders: request.headers,
    responseHeaders: compile('response').headers,
    ...(request.hostRewrite && { hostRewrite: request.hostRewrite.value }),
  };
}

/** Undefined: requests get 503. */
function resolveBackend(scope: Scope, backend: IngressBackend, at: string): Cluster | undefined {
  const { context, config, ingress, report } = scope;
  const object = keyOf(ingress);
  const { namespace } = ingress.metadata;
  const consequence = 'requests to this path get 503';
  const { service } = backend;
  if (!service) {
    const found = backend.resource ? `${backend.resource.kind} ${backend.resource.name}` : 'nothing';
    report(
      error('ServiceUnresolvedReference', object, at, `the backend must be a Service, found ${found}; ${consequence}`),
    );
    return undefined;
  }
  const port = service.port?.number || service.port?.name;
  if (!port) {
    report(error('ServiceUnresolvedReference', object, `${at}.service.port`, `no port; ${consequence}`));
    return undefined;
  }
  const resolved = resolveService(context, config, namespace, service.name, port);
  if (!resolved.ok) {
    report(error('ServiceUnresolvedReference', object, `${at}.service`, `${resolved.message}; ${consequence}`));
    return undefined;
  }
  serviceWarnings(resolved.service, object, `${at}.service`).forEach(report);
  const { protocol } = resolved.service;
  if (protocol !== 'tls' && protocol !== 'h2') return upstreamCluster(resolved.service, {}, config.connectTimeoutMs);
  const { secret, problems } = useClientCertificate(context, config, { object, path: at }, consequence);
  problems.forEach(report);
  if (problems.length > 0) return undefined;
  const options = secret === undefined ? {} : { clientCertificate: secret };
  return upstreamCluster(resolved.service, options, config.connectTimeoutMs);
}

const toHttps: RedirectAction = { kind: 'redirect', scheme: 'https', statusCode: 301 };

/** Host, path and query stay. */
function upgrade(claimed: ClaimedRoute): ClaimedRoute {
  const { match, origin } = claimed.route;
  const route: Route = { match, action: toHttps, requestHeaders: noHeaders, responseHeaders: noHeaders, origin };
  return { ...claimed, route, clusters: [] };
}

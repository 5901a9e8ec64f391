// A root HTTPProxy → its claim on its host, and what was found about it and everything that it includes.
// The checks come in the order in which Contour makes them; one that stops the root leaves it without routes, but the
// host stays its own: a younger object can't take it over because of a mistake.
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { compileIpFilter } from '../../compile/ip-filter.ts';
import { isOurClass } from '../../compile/ingress-class.ts';
import { error, hasError, shown, warning } from '../../compile/problem.ts';
import { parseSecretName, useCertificate } from '../../compile/server-certificate.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { RedirectAction, Route } from '../../vertices.ts';
import { noHeaders } from '../../compile/header-policy.ts';
import type { CompileConfig } from '../compile-config.ts';
import { ANY_HOST, levels, topics, type ClaimedRoute, type Findings, type HostClaim, type HostTls } from '../topics.ts';
import { pagesOf, requestBody, type CompiledRoute } from './route.ts';
import { compileTcpProxy } from './tcp-proxy.ts';
import { hostAuthorization } from './authorization.ts';
import { compileClientValidation, compileFallback } from './downstream-tls.ts';
import { compileTree } from './tree.ts';
import { hostTraffic } from './traffic.ts';
import { compileJwtProviders } from './jwt.ts';
import type { HostGuard } from './host-guard.ts';

export function rootKind(config: CompileConfig): UnitKind {
  return {
    name: 'httpproxy',
    level: levels.claim,
    each: { object: 'HTTPProxy' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const proxy = context.object<HTTPProxy>('HTTPProxy', namespace, name)!;
      if (!proxy.spec.virtualhost || !isOurClass(proxy, proxy.spec.ingressClassName, config.ingressClassNames)) return;
      compileRoot(context, config, proxy);
    },
  };
}

function compileRoot(context: UnitContext, config: CompileConfig, root: HTTPProxy): void {
  const object = keyOf(root);
  const { metadata, spec } = root;
  const virtualHost = spec.virtualhost!;
  const hosts = hostsOf(root);
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);

  /** Nothing is served; `claim` empty: the host isn't even its own. */
  const stop = (claim: Omit<HostClaim, 'path'> | undefined) => {
    context.publish(topics.findings(object), { root: object, problems } satisfies Findings);
    if (claim) publishClaims(context, hosts, claim);
  };
  const claim = {
    owner: object,
    creationTimestamp: metadata.creationTimestamp,
    rank: 0,
    exclusive: 'HTTPProxy',
    http: [],
    https: [],
    httpsNeeds: 'own',
  } satisfies Omit<HostClaim, 'path'>;
  const nothing = 'nothing of this object is served';

  if (virtualHost.fqdn === '') {
    report(error('FQDNNotSpecified', object, 'spec.virtualhost.fqdn', `the host name is empty; ${nothing}`));
    return stop(undefined);
  }
  if (config.rootNamespaces.length > 0 && !config.rootNamespaces.includes(metadata.namespace)) {
    const allowed = config.rootNamespaces.join(', ');
    const message = `root HTTPProxy cannot be defined in this namespace: roots are allowed in ${allowed}; ${nothing}`;
    report(error('RootProxyNotAllowedInNamespace', object, 'metadata.namespace', message));
    return stop(undefined);
  }
  if (!spec.routes?.length && !spec.includes?.length && !spec.tcpproxy) {
    report(
      error('NothingDefined', object, 'spec', `must have at least one of routes, includes and tcpproxy; ${nothing}`),
    );
    return stop(claim);
  }
  const tls = compileTls(context, config, root, nothing, report);
  if (tls === 'stop') return stop(claim);
  const ipFilter = compileIpFilter(virtualHost, object, 'spec.virtualhost', nothing);
  ipFilter.problems.forEach(report);
  if (ipFilter.problems.length > 0) {
    if (ipFilter.problems.some((each) => each.code === 'InvalidCIDR')) {
      const message = `the list of addresses can not be used; ${nothing}`;
      report(error('IPFilterPolicyNotValid', object, 'spec.virtualhost', message));
    }
    return stop(claim);
  }
  if (spec.tcpproxy) {
    if (!virtualHost.tls) {
      report(error('TLSMustBeConfigured', object, 'spec.tcpproxy', `tcpproxy needs spec.virtualhost.tls; ${nothing}`));
      return stop(claim);
    }
  }
  const tcp = spec.tcpproxy && compileTcpProxy(context, config, root);
  if (tcp && ipFilter.filter) {
    const field = virtualHost.ipAllowPolicy?.length ? 'ipAllowPolicy' : 'ipDenyPolicy';
    const message = 'it counts for the routes on plain HTTP; connections of the tcpproxy come from any address';
    report(warning('IgnoredField', object, `spec.virtualhost.${field}`, message));
  }

  const traffic = hostTraffic(config, root, report);
  const errorPages = pagesOf(context, root, virtualHost.errorPages, 'spec.virtualhost', report);
  const {
    server: authorization,
    policy,
    problems: authorizationProblems,
  } = hostAuthorization(context, config, root, nothing);
  authorizationProblems.forEach(report);
  if (authorizationProblems.length > 0) return stop(claim);

  const jwt = compileJwtProviders(context, config, root, nothing);
  jwt.problems.forEach(report);
  if (hasError(jwt.problems)) return stop(claim);

  const guard: HostGuard = {
    ...(policy && { authorization: policy }),
    jwtProviders: new Set(jwt.providers.map((each) => each.name)),
    ...(virtualHost.requestBodyPolicy && { requestBody: requestBody(virtualHost.requestBodyPolicy) }),
    ...(jwt.standard !== undefined && { standardJwtProvider: jwt.standard }),
  };
  const tree = compileTree(context, config, root, guard);
  for (const reached of new Set([...tree.findings.keys(), ...(tcp?.findings.keys() ?? [])])) {
    const found = [...(tcp?.findings.get(reached) ?? []), ...(tree.findings.get(reached) ?? [])];
    const findings: Findings = { root: object, problems: reached === object ? [...problems, ...found] : found };
    context.publish(topics.findings(reached), findings);
  }
  const isUpgraded = virtualHost.tls !== undefined;
  publishClaims(context, hosts, {
    ...claim,
    ...(virtualHost.http3 === false && { withoutHttp3: true }),
    http: tree.routes.map((each) =>
      claimed(isUpgraded && (config.disablePermitInsecure || !each.permitInsecure) ? upgrade(each) : each),
    ),
    https: tls && !spec.tcpproxy ? tree.routes.map(claimed) : [],
    ...(tls && !tcp && { tls }),
    ...(tls && tcp?.tcp && { tls: { ...tls, tcp: tcp.tcp.proxy, tcpClusters: tcp.tcp.clusters } }),
    protection: {
      ...(ipFilter.filter && { ipFilter: ipFilter.filter }),
      ...(authorization && { authorization }),
      ...(jwt.providers.length > 0 && { jwtProviders: jwt.providers }),
      ...traffic,
      ...(errorPages && { errorPages }),
    },
    ...((policy?.disabled === false || jwt.standard !== undefined) && {
      routesOfOthers: {
        ...(policy?.disabled === false && { authorization: { context: policy.context } }),
        ...(jwt.standard !== undefined && { jwtProvider: jwt.standard }),
      },
    }),
    ...(jwt.clusters.length > 0 && { protectionClusters: jwt.clusters }),
  });
}

/** `fqdn` and `aliases` in lower case, each with the field that names it. */
export function hostsOf(root: HTTPProxy): ReadonlyMap<string, string> {
  const { fqdn, aliases = [] } = root.spec.virtualhost!;
  const hosts = new Map([[fqdn.toLowerCase(), 'spec.virtualhost.fqdn']]);
  for (const [i, alias] of aliases.entries()) {
    const host = alias.toLowerCase();
    if (!hosts.has(host)) hosts.set(host, `spec.virtualhost.aliases[${i}]`);
  }
  return hosts;
}

/** The same on each host. */
function publishClaims(context: UnitContext, hosts: ReadonlyMap<string, string>, claim: Omit<HostClaim, 'path'>): void {
  for (const [host, path] of hosts) context.publish(topics.host(host), { ...claim, path } satisfies HostClaim);
}

/** Undefined: there is no TLS. Without `secret`: it passes through, to the tcpproxy. `stop`: the root must not be served. */
function compileTls(
  context: UnitContext,
  config: CompileConfig,
  root: HTTPProxy,
  nothing: string,
  report: (problem: Problem) => void,
): HostTls | undefined | 'stop' {
  const object = keyOf(root);
  const virtualHost = root.spec.virtualhost!;
  const { tls } = virtualHost;
  const path = 'spec.virtualhost.tls';
  const stop = (code: Parameters<typeof error>[0], at: string, message: string) => {
    report(error(code, object, at, `${message}; ${nothing}`));
    return 'stop' as const;
  };
  const needsSecret = (virtualHost.jwtProviders?.length ?? 0) > 0;
  if (needsSecret && !tls?.secretName)
    return stop(
      'JWTVerificationNotPermitted',
      'spec.virtualhost.jwtProviders',
      'JWT verification needs spec.virtualhost.tls.secretName',
    );
  if (!tls) return undefined;
  if (tls.passthrough && tls.enableFallbackCertificate)
    report(
      error(
        'TLSIncompatibleFeatures',
        object,
        path,
        '"passthrough" and "enableFallbackCertificate" exclude each other; the fallback certificate is not used',
      ),
    );
  const hasSecret = (tls.secretName ?? '') !== '';
  if (hasSecret === (tls.passthrough === true))
    return stop(
      'TLSConfigNotValid',
      path,
      `must have exactly one of secretName and passthrough, and has ${hasSecret ? 'both' : 'none'}`,
    );
  if (tls.clientValidation && tls.passthrough)
    return stop('TLSIncompatibleFeatures', path, '"passthrough" and "clientValidation" exclude each other');
  if (tls.passthrough) {
    if (!root.spec.tcpproxy)
      return stop(
        'TLSConfigNotValid',
        `${path}.passthrough`,
        'passthrough needs spec.tcpproxy: routes can not be used without ending TLS',
      );
    return { minimumTlsVersion: '1.2', maximumTlsVersion: '1.3', path: `${path}.passthrough` };
  }

  for (const field of ['minimumProtocolVersion', 'maximumProtocolVersion'] as const) {
    const version = tls[field] ?? '';
    if (['', '1.2', '1.3'].includes(version)) continue;
    const message = `${shown(version)} is not a TLS version (1.2 or 1.3); the default is used`;
    report(warning('IgnoredField', object, `${path}.${field}`, message));
  }
  const isCatchAll = virtualHost.fqdn === ANY_HOST;
  const minimumTlsVersion = tls.minimumProtocolVersion === '1.3' ? '1.3' : '1.2';
  const maximumTlsVersion = tls.maximumProtocolVersion === '1.2' ? '1.2' : '1.3';
  const reference = parseSecretName(tls.secretName!, root.metadata.namespace);
  const at = `${path}.secretName`;
  const user = { object, namespace: root.metadata.namespace, path: at };
  const certifiedHosts = [...hostsOf(root).keys()].filter((each) => each !== ANY_HOST);
  const { secret, problems } = useCertificate(context, reference, user, certifiedHosts, nothing);
  problems.forEach(report);
  if (secret === undefined) return 'stop';
  if (minimumTlsVersion > maximumTlsVersion)
    return stop('TLSConfigNotValid', path, 'the minimum TLS version is above the maximum');
  const wantsFallback = tls.enableFallbackCertificate === true && !isCatchAll;
  if (tls.enableFallbackCertificate && isCatchAll) {
    const message =
      'a host `*` has all names that no other has, so that "enableFallbackCertificate" excludes it; the fallback certificate is not used';
    report(error('TLSIncompatibleFeatures', object, path, message));
  }
  const fallback = wantsFallback ? compileFallback(context, config, root, nothing, report) : undefined;
  if (fallback === 'stop') return 'stop';
  const clientValidation = tls.clientValidation && compileClientValidation(context, root, nothing, report);
  if (clientValidation === 'stop') return 'stop';
  return {
    secret,
    minimumTlsVersion,
    maximumTlsVersion,
    path: at,
    ...(clientValidation && { clientValidation }),
    ...(fallback && { fallback: fallback.secret }),
  };
}

function claimed({ route, clusters }: CompiledRoute): ClaimedRoute {
  return { route, priority: 0, clusters };
}

const toHttps: RedirectAction = { kind: 'redirect', scheme: 'https', statusCode: 301 };

/** Host, path and query stay. */
function upgrade(compiled: CompiledRoute): CompiledRoute {
  const { match, ipFilter, origin } = compiled.route;
  const route: Route = {
    match,
    action: toHttps,
    requestHeaders: noHeaders,
    responseHeaders: noHeaders,
    ...(ipFilter && { ipFilter }),
    origin,
  };
  return { ...compiled, route, clusters: [] };
}

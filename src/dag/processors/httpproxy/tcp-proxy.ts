// The `tcpproxy` of a root HTTPProxy, own or included → clusters to which the bytes of its TLS connections go.
// A bad service takes only itself out; without any that can be used, TLS connections to the host are refused, and the
// routes of the same root are served on plain HTTP all the same.
import type { HTTPProxy, HTTPProxyService } from '../../../model/kinds/http-proxy.ts';
import { keyOf, objectKey, type ObjectKey, type Problem } from '../../../model/object.ts';
import { compileHealthCheck } from '../../compile/health-check.ts';
import { isOurClass } from '../../compile/ingress-class.ts';
import { compileLoadBalancer } from '../../compile/load-balancer.ts';
import { error, warning } from '../../compile/problem.ts';
import { compareText } from '../../compile/route-match.ts';
import { upstreamCluster, type UpstreamOptions } from '../../compile/upstream.ts';
import type { UnitContext } from '../../engine.ts';
import type { Cluster, TcpProxy } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { compileServiceUpstream } from './service.ts';

export interface CompiledTcpProxy {
  /** Absent: nothing that can be used; the findings say why. */
  readonly tcp?: { readonly proxy: TcpProxy; readonly clusters: readonly Cluster[] };
  /** Each object that was reached, with its problems. */
  readonly findings: ReadonlyMap<ObjectKey, readonly Problem[]>;
}

const refused = 'TLS connections to this host are refused';

export function compileTcpProxy(context: UnitContext, config: CompileConfig, root: HTTPProxy): CompiledTcpProxy {
  const findings = new Map<ObjectKey, Problem[]>();
  const report = (problem: Problem) => void findings.get(problem.object)!.push(problem);
  const tcp = visit(root, [keyOf(root)]);
  return { ...(tcp && { tcp }), findings };

  function visit(proxy: HTTPProxy, trail: readonly ObjectKey[]): CompiledTcpProxy['tcp'] {
    const object = keyOf(proxy);
    findings.set(object, []);
    const policy = proxy.spec.tcpproxy!;
    const include = policy.include ?? policy.includes;
    const path = policy.include ? 'spec.tcpproxy.include' : 'spec.tcpproxy.includes';
    const services = policy.services ?? [];
    if (include && services.length > 0) {
      const message = `"services" and "include" exclude each other; ${refused}`;
      report(error('NoServicesAndInclude', object, 'spec.tcpproxy', message));
      return undefined;
    }
    if (!include && services.length === 0) {
      const message = `either services or inclusion must be specified; ${refused}`;
      report(error('NothingDefined', object, 'spec.tcpproxy', message));
      return undefined;
    }
    if (!include) return compileServices(context, config, proxy, services, report);

    const namespace = include.namespace || proxy.metadata.namespace;
    const target = objectKey('HTTPProxy', namespace, include.name);
    const fail = (
      code: 'IncludeNotFound' | 'RootIncludesRoot' | 'IncludeCreatesCycle' | 'NothingDefined',
      message: string,
    ) => {
      report(error(code, object, path, `${message}; ${refused}`));
      return undefined;
    };
    const child = context.object<HTTPProxy>('HTTPProxy', namespace, include.name);
    const name = `include ${namespace}/${include.name}`;
    if (!child || !isOurClass(child, child.spec.ingressClassName, config.ingressClassNames))
      return fail('IncludeNotFound', `${name} not found`);
    if (child.spec.virtualhost)
      return fail(
        'RootIncludesRoot',
        `${name} is a root HTTPProxy (it has a virtualhost); only others can be included`,
      );
    if (trail.includes(target)) {
      const cycle = [...trail.slice(trail.indexOf(target)), target].map((each) => each.slice(each.indexOf('/') + 1));
      return fail('IncludeCreatesCycle', `include creates an include cycle: ${cycle.join(' -> ')}`);
    }
    if (!child.spec.tcpproxy) return fail('NothingDefined', `${name} has no tcpproxy`);
    return visit(child, [...trail, target]);
  }
}

function compileServices(
  context: UnitContext,
  config: CompileConfig,
  proxy: HTTPProxy,
  services: readonly HTTPProxyService[],
  report: (problem: Problem) => void,
): CompiledTcpProxy['tcp'] {
  const object = keyOf(proxy);
  const policy = proxy.spec.tcpproxy!;
  const balancing = compileLoadBalancer(policy.loadBalancerPolicy, object, 'spec.tcpproxy.loadBalancerPolicy', report);
  const isHashed = balancing.loadBalancer === 'ringHash';
  if (isHashed) {
    const message = 'TCP has no requests to hash and no cookies; connections are spread by RoundRobin';
    report(warning('IgnoredField', object, 'spec.tcpproxy.loadBalancerPolicy.strategy', message));
  }
  const check = policy.healthCheckPolicy && compileHealthCheck(policy.healthCheckPolicy, 'tcp');
  for (const { at, message } of check?.mistakes ?? []) {
    const whole = `${message}; there are no health checks`;
    report(error('HealthCheckPolicyInvalid', object, `spec.tcpproxy.healthCheckPolicy${at}`, whole));
  }
  const options: UpstreamOptions = {
    loadBalancer: isHashed ? 'roundRobin' : balancing.loadBalancer,
    ...(check?.healthCheck && { healthCheck: check.healthCheck }),
  };

  const usable: { readonly cluster: Cluster; readonly weight: number }[] = [];
  for (const [i, service] of services.entries()) {
    const cluster = compileService(context, config, proxy, service, `spec.tcpproxy.services[${i}]`, options, report);
    if (cluster) usable.push({ cluster, weight: service.weight ?? 0 });
  }
  if (usable.length === 0) {
    const message = `no service of this tcpproxy can be used; ${refused}`;
    report(error('NoUsableService', object, 'spec.tcpproxy.services', message));
    return undefined;
  }
  const clusters = weigh(usable);
  const named = new Set(clusters.map((each) => each.cluster));
  return {
    proxy: { clusters },
    clusters: usable.flatMap(({ cluster }) => (named.has(cluster.key) ? [cluster] : [])),
  };
}

/** Weight 0 gets nothing, unless all have it: then it is an even share. The sum must fit in 32 bits. */
function weigh(usable: readonly { readonly cluster: Cluster; readonly weight: number }[]): TcpProxy['clusters'] {
  const sum = usable.reduce((total, each) => total + each.weight, 0);
  const most = 0xffff_ffff - usable.length;
  const scale = (weight: number) => (sum <= most ? weight : Math.ceil((weight / sum) * most));
  return usable
    .filter((each) => sum === 0 || each.weight > 0)
    .map(({ cluster, weight }) => ({ cluster: cluster.key, weight: sum === 0 ? 1 : scale(weight) }))
    .sort((a, b) => compareText(a.cluster, b.cluster) || a.weight - b.weight);
}

/** Undefined: this service gets no connections; the problems say why. */
function compileService(
  context: UnitContext,
  config: CompileConfig,
  proxy: HTTPProxy,
  service: HTTPProxyService,
  at: string,
  options: UpstreamOptions,
  report: (problem: Problem) => void,
): Cluster | undefined {
  const object = keyOf(proxy);
  const lost = 'this service gets no connections';
  const ignored = (field: string, message: string) =>
    report(warning('IgnoredField', object, `${at}.${field}`, message));
  if (service.mirror) {
    ignored('mirror', `TCP connections can not be mirrored; ${lost}`);
    return undefined;
  }
  for (const field of ['requestHeadersPolicy', 'responseHeadersPolicy', 'cookieRewritePolicies'] as const) {
    if (service[field] !== undefined) ignored(field, 'TCP has no headers to change');
  }
  const upstream = compileServiceUpstream({ context, config, report }, proxy, service, at, options, lost);
  return upstream && upstreamCluster(upstream.service, upstream.options, config.connectTimeoutMs);
}

// Hosts and Mappings → HTTPProxies (projectcontour.io/v1) and ReferenceGrants, as far as that API can say it.
import type { Host, Mapping } from '../../../model/kinds/emissary/index.ts';
import { retryConditions } from '../../../model/kinds/contour-policies.ts';
import type { SourceObject } from '../../../model/object.ts';
import {
  backendOf,
  grantsFor,
  groupsOf,
  milliseconds,
  nameFor,
  readerOf,
  tellTheRest,
  weightsOf,
  type Backend,
  type Equivalents,
  type Group,
  type MappingSpec,
  type Tell,
} from './groups.ts';

/** Fields of a Mapping that are translated here. */
const translated = [
  'method',
  'headers',
  'regex_headers',
  'query_parameters',
  'regex_query_parameters',
  'rewrite',
  'regex_rewrite',
  'host_rewrite',
  'host_redirect',
  'path_redirect',
  'prefix_redirect',
  'redirect_response_code',
  'add_request_headers',
  'add_response_headers',
  'remove_request_headers',
  'remove_response_headers',
  'timeout_ms',
  'idle_timeout_ms',
  'shadow',
  'cors',
  'retry_policy',
  'load_balancer',
  'allow_upgrade',
  'use_websocket',
  'grpc',
];

export function toHttpProxy(objects: readonly SourceObject[]): Equivalents {
  const { notes, tell, of } = readerOf(objects);
  const hosts = of<Host>('Host');
  for (const listener of of('Listener'))
    tell(listener, '', 'HTTPProxies are served on the ports of nuncio’s configuration (listeners)');
  const uses: { from: string; to: Backend }[] = [];
  const proxies = [...groupsOf(of<Mapping>('Mapping'), hosts, tell)].flatMap(([name, groups]) => {
    const host = hosts.find(({ spec }) => (spec?.hostname ?? '*').toLowerCase() === name);
    if (name === '*' || /[*].*[*]|[^*]\*/.test(name)) {
      for (const { members } of groups)
        for (const mapping of members)
          tell(mapping, 'spec.hostname', `an HTTPProxy needs a name or *.domain, not ${name}`);
      return [];
    }
    const [first] = groups.flatMap(({ members }) => members);
    const namespace = host?.metadata.namespace ?? first!.metadata.namespace;
    const secret = host?.spec?.tlsSecret;
    const action = host?.spec?.requestPolicy?.insecure?.action ?? 'Redirect';
    const hasTls = secret?.name !== undefined;
    if (hasTls && action === 'Reject')
      tell(
        host!,
        'spec.requestPolicy.insecure.action',
        'Reject has no equivalent: requests without TLS are redirected',
      );
    if (host?.spec?.tlsContext)
      tell(host, 'spec.tlsContext', 'name the Secret of the TLSContext in the HTTPProxy by hand');
    if (host?.spec?.tls) tell(host, 'spec.tls', 'write it in spec.virtualhost.tls by hand');
    const policies = groups.flatMap(({ members }) => members.flatMap(({ spec }) => (spec.cors ? [spec.cors] : [])));
    const [cors] = policies;
    if (policies.some((each) => JSON.stringify(each) !== JSON.stringify(cors)))
      tell(first!, 'spec.cors', 'one policy counts for the whole host of an HTTPProxy; the first is written');
    const isOther = secret?.namespace !== undefined && secret.namespace !== namespace;
    return [
      {
        apiVersion: 'projectcontour.io/v1',
        kind: 'HTTPProxy',
        metadata: { name: nameFor(name), namespace },
        spec: {
          virtualhost: {
            fqdn: name,
            ...(hasTls && { tls: { secretName: isOther ? `${secret.namespace}/${secret.name}` : secret.name } }),
            ...(cors?.origins && { corsPolicy: corsOf(cors) }),
          },
          routes: groups.map((group) => ({
            ...routeOf(group, namespace, uses, tell),
            ...(hasTls && action === 'Route' && { permitInsecure: true }),
          })),
        },
      },
    ];
  });
  return { objects: [...proxies, ...grantsFor({ group: 'projectcontour.io', kind: 'HTTPProxy' }, uses)], notes };
}

function corsOf({
  origins,
  methods,
  headers,
  exposed_headers: exposed,
  credentials,
  max_age: age,
}: NonNullable<MappingSpec['cors']>) {
  return {
    allowOrigin: origins,
    allowMethods: methods ?? ['GET'],
    ...(headers && { allowHeaders: headers }),
    ...(exposed && { exposeHeaders: exposed }),
    ...(credentials !== undefined && { allowCredentials: credentials }),
    ...(age !== undefined && { maxAge: /^\d+$/.test(age) ? `${age}s` : age }),
  };
}

function routeOf(
  { members, shadows }: Group,
  namespace: string,
  uses: { from: string; to: Backend }[],
  tell: Tell,
): object {
  const [first] = members as readonly [Mapping, ...Mapping[]];
  const { spec } = first;
  for (const mapping of [...members, ...shadows]) tellTheRest(mapping, translated, tell);
  const weights = weightsOf(members);
  const serviceOf = (mapping: Mapping): object | undefined => {
    const backend = backendOf(mapping);
    if (!backend) {
      tell(mapping, 'spec.service', 'is not a Service of the cluster: make one of type ExternalName; left out');
      return undefined;
    }
    if (mapping.spec.tls !== undefined)
      tell(mapping, 'spec.tls', 'write validation or clientCertificate of the service by hand');
    uses.push({ from: namespace, to: backend });
    const protocol = mapping.spec.grpc === true ? (backend.tls ? 'h2' : 'h2c') : backend.tls ? 'tls' : undefined;
    return {
      name: backend.name,
      ...(backend.namespace !== namespace && { namespace: backend.namespace }),
      port: backend.port,
      ...(protocol && { protocol }),
    };
  };
  const conditions = conditionsOf(first, tell);
  if (spec.host_redirect === true) return { conditions, requestRedirectPolicy: redirectOf(first, tell) };
  const services = members.flatMap((mapping, index) => {
    const service = serviceOf(mapping);
    return service ? [members.length === 1 ? service : { ...service, weight: weights[index] }] : [];
  });
  const mirrors = shadows.flatMap((mapping) => {
    const service = serviceOf(mapping);
    return service ? [{ ...service, mirror: true }] : [];
  });
  const request = headersOf(first, 'request', tell);
  const response = headersOf(first, 'response', tell);
  const upgrades = [...(spec.allow_upgrade ?? []), ...(spec.use_websocket === true ? ['websocket'] : [])];
  for (const upgrade of upgrades)
    if (upgrade.toLowerCase() !== 'websocket')
      tell(first, 'spec.allow_upgrade', `${upgrade} has no equivalent; left out`);
  return {
    conditions,
    services: [...services, ...mirrors],
    ...(upgrades.some((each) => each.toLowerCase() === 'websocket') && { enableWebsockets: true }),
    timeoutPolicy: {
      response: infinite(spec.timeout_ms ?? 3000),
      ...(spec.idle_timeout_ms !== undefined && { idle: infinite(spec.idle_timeout_ms) }),
    },
    ...rewriteOf(first, tell),
    ...(request && { requestHeadersPolicy: request }),
    ...(response && { responseHeadersPolicy: response }),
    ...retriesOf(first, tell),
    ...balancerOf(first),
  };
}

/** There 0 is as good as nothing. */
function infinite(value: number): string {
  return value === 0 ? 'infinity' : milliseconds(value);
}

function conditionsOf(mapping: Mapping, tell: Tell): readonly object[] {
  const { spec } = mapping;
  const path = spec.prefix_regex === true ? 'regex' : spec.prefix_exact === true ? 'exact' : 'prefix';
  const header = (name: string, match: object) => ({ header: { name, ...match } });
  const parameter = (name: string, match: object) => ({ queryParameter: { name, ...match } });
  const entries = (values: Readonly<Record<string, string>> = {}) => Object.entries(values);
  if (spec.method !== undefined) tell(mapping, 'spec.method', 'is written as a condition on the header :method');
  return [
    { [path]: spec.prefix },
    ...entries(spec.headers).map(([name, exact]) => header(name, { exact })),
    ...entries(spec.regex_headers).map(([name, regex]) => header(name, regex === '.*' ? { present: true } : { regex })),
    ...entries(spec.query_parameters).map(([name, exact]) => parameter(name, { exact })),
    ...entries(spec.regex_query_parameters).map(([name, regex]) => parameter(name, { regex })),
    ...(spec.method === undefined
      ? []
      : [header(':method', spec.method_regex === true ? { regex: spec.method } : { exact: spec.method })]),
  ];
}

function rewriteOf(mapping: Mapping, tell: Tell): object {
  const { spec } = mapping;
  if (spec.regex_rewrite) {
    const { pattern = '', substitution = '' } = spec.regex_rewrite;
    return { pathRewritePolicy: { regex: { pattern, substitution } } };
  }
  const rewrite = spec.rewrite ?? '/';
  if (rewrite === '' || rewrite === spec.prefix) return {};
  if (spec.prefix_regex === true) {
    tell(mapping, 'spec.rewrite', 'an expression that matched can not be replaced; left out');
    return {};
  }
  if (spec.prefix_exact === true) {
    // There a prefix is replaced behind a condition on a prefix only.
    const pattern = `^${spec.prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
    return { pathRewritePolicy: { regex: { pattern, substitution: rewrite } } };
  }
  return { pathRewritePolicy: { replacePrefix: [{ replacement: rewrite }] } };
}

function headersOf(mapping: Mapping, which: 'request' | 'response', tell: Tell): object | undefined {
  const { spec } = mapping;
  const added = Object.entries(spec[`add_${which}_headers`] ?? {});
  for (const [name, { append = true }] of added)
    if (append) tell(mapping, `spec.add_${which}_headers`, `${name} is set, not added beside what is there`);
  const set = added.map(([name, { value = '' }]) => ({ name, value }));
  if (which === 'request' && spec.host_rewrite !== undefined) set.push({ name: 'Host', value: spec.host_rewrite });
  const remove = spec[`remove_${which}_headers`] ?? [];
  if (set.length + remove.length === 0) return undefined;
  return { ...(set.length > 0 && { set }), ...(remove.length > 0 && { remove }) };
}

function redirectOf(mapping: Mapping, tell: Tell): object {
  const { spec } = mapping;
  const [hostname, port] = spec.service.replace(/^[a-z]+:\/\//i, '').split(':');
  if (spec.regex_redirect) tell(mapping, 'spec.regex_redirect', 'has no equivalent; left out');
  return {
    hostname,
    ...(port !== undefined && { port: Number(port) }),
    statusCode: spec.redirect_response_code ?? 301,
    ...(spec.path_redirect !== undefined
      ? { path: spec.path_redirect }
      : spec.prefix_redirect !== undefined && { prefix: spec.prefix_redirect }),
  };
}

function retriesOf(mapping: Mapping, tell: Tell): object {
  const { retry_policy: policy } = mapping.spec;
  if (!policy) return {};
  const wanted = (policy.retry_on ?? '').split(',').map((each) => each.trim());
  const known = wanted.filter((each) => retryConditions.some((condition) => condition === each));
  for (const each of wanted)
    if (each !== '' && !known.includes(each)) tell(mapping, 'spec.retry_policy.retry_on', `${each} has no equivalent`);
  return {
    retryPolicy: {
      count: policy.num_retries ?? 1,
      ...(policy.per_try_timeout !== undefined && { perTryTimeout: policy.per_try_timeout }),
      ...(known.length > 0 && { retryOn: known }),
      ...(policy.retriable_status_codes && { retriableStatusCodes: policy.retriable_status_codes }),
    },
  };
}

function balancerOf({ spec }: Mapping): object {
  const { load_balancer: balancer } = spec;
  if (!balancer) return {};
  const { policy, header, cookie, source_ip: address } = balancer;
  if (policy === 'round_robin') return {};
  if (policy === 'least_request') return { loadBalancerPolicy: { strategy: 'WeightedLeastRequest' } };
  if (cookie) {
    const { name, path, ttl } = cookie;
    const named = { name, ...(path !== undefined && { path }), ...(ttl !== undefined && { ttl }) };
    return { loadBalancerPolicy: { strategy: 'Cookie', cookie: named } };
  }
  const hash = header === undefined ? { hashSourceIP: address ?? true } : { headerHashOptions: { headerName: header } };
  return { loadBalancerPolicy: { strategy: 'RequestHash', requestHashPolicies: [hash] } };
}

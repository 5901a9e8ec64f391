// Listeners, Hosts and Mappings → Gateway, HTTPRoutes and ReferenceGrants, as far as the Gateway API can say it.
import type { EmissaryListener, Host, Mapping } from '../../../model/kinds/emissary/index.ts';
import { keyOf, type SourceObject } from '../../../model/object.ts';
import {
  backendOf,
  grantsFor,
  groupsOf,
  isHttpListener,
  isTlsListener,
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

const api = 'gateway.networking.k8s.io/v1';
const gatewayName = 'emissary';

/** Fields of a Mapping that are translated here. */
const translated = [
  'method',
  'headers',
  'regex_headers',
  'query_parameters',
  'regex_query_parameters',
  'rewrite',
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
  'shadow',
  'cors',
];

interface Section {
  readonly name: string;
  readonly hostname?: string;
  readonly tls: boolean;
  readonly listener: object;
}

export function toGatewayApi(objects: readonly SourceObject[]): Equivalents {
  const { notes, tell, of } = readerOf(objects);
  const hosts = of<Host>('Host');
  const listeners = of<EmissaryListener>('Listener');

  const namespace = listeners[0]?.metadata.namespace ?? hosts[0]?.metadata.namespace ?? 'default';
  const sections = listeners.flatMap((listener) => sectionsOf(listener, hosts, namespace, tell));
  const gateway = {
    apiVersion: api,
    kind: 'Gateway',
    metadata: { name: gatewayName, namespace },
    spec: { gatewayClassName: 'nuncio', listeners: sections.map(({ listener }) => listener) },
  };
  const uses: { from: string; to: Backend }[] = [];
  const routes = [...groupsOf(of<Mapping>('Mapping'), hosts, tell)].flatMap(([host, groups]) => {
    const policy = hosts.find(({ spec }) => (spec?.hostname ?? '*').toLowerCase() === host)?.spec;
    const insecure = policy?.requestPolicy?.insecure?.action ?? 'Redirect';
    const hasTls = sections.some((section) => section.tls && covers(section, host));
    const parents = (isWanted: (section: Section) => boolean): readonly object[] =>
      sections
        .filter((section) => covers(section, host) && isWanted(section))
        .map(({ name }) => ({ name: gatewayName, namespace, sectionName: name }));
    const route = (name: string, inNamespace: string, parentRefs: readonly object[], rules: readonly object[]) => ({
      apiVersion: api,
      kind: 'HTTPRoute',
      metadata: { name, namespace: inNamespace },
      spec: { parentRefs, ...(host !== '*' && { hostnames: [host] }), rules },
    });
    const found: object[] = [];
    for (const owner of new Set(groups.map((group) => group.namespace))) {
      const rules = groups.filter((group) => group.namespace === owner).map((group) => ruleOf(group, uses, tell));
      const refs = parents(({ tls }) => !hasTls || tls || insecure === 'Route');
      found.push(route(nameFor(host), owner, refs, rules));
    }
    const plain = parents(({ tls }) => !tls);
    if (hasTls && insecure === 'Redirect' && plain.length > 0) {
      const redirect = { type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } };
      found.push(route(`${nameFor(host)}-to-https`, groups[0]!.namespace, plain, [{ filters: [redirect] }]));
    }
    return found;
  });
  const grants = grantsFor({ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' }, uses);
  return { objects: [...(sections.length > 0 ? [gateway] : []), ...routes, ...grants], notes };
}

function sectionsOf(
  listener: EmissaryListener,
  hosts: readonly Host[],
  namespace: string,
  tell: Tell,
): readonly Section[] {
  const { spec } = listener;
  if (!isHttpListener(listener)) {
    tell(listener, 'spec.protocol', 'a listener of the Gateway for TCP needs its TCPRoute beside it; left out');
    return [];
  }
  if (spec.protocolStack?.includes('PROXY') === true || spec.protocol?.endsWith('PROXY') === true)
    tell(listener, 'spec.protocol', 'the PROXY protocol is a setting of nuncio (useProxyProtocol), not of a Gateway');
  if (spec.l7Depth !== undefined) tell(listener, 'spec.l7Depth', 'is a setting of nuncio (network.numTrustedHops)');
  const common = { port: spec.port, allowedRoutes: { namespaces: { from: 'All' } } };
  if (!isTlsListener(listener)) {
    const name = `http-${spec.port}`;
    return [{ name, tls: false, listener: { name, protocol: 'HTTP', ...common } }];
  }
  return hosts.flatMap((host): readonly Section[] => {
    const { tlsSecret, hostname = '*' } = host.spec ?? {};
    if (tlsSecret?.name === undefined) {
      if (host.spec?.tlsContext)
        tell(host, 'spec.tlsContext', 'name the Secret of the TLSContext in the Gateway by hand');
      return [];
    }
    if (host.spec?.tls) tell(host, 'spec.tls', 'a Gateway has no such settings; those of nuncio hold (tls)');
    const name = `https-${spec.port}-${nameFor(hostname)}`.slice(0, 63);
    const reference = { name: tlsSecret.name, namespace: tlsSecret.namespace ?? host.metadata.namespace };
    if (reference.namespace !== namespace)
      tell(host, 'spec.tlsSecret', `the Secret needs a ReferenceGrant for Gateways of ${namespace}`);
    return [
      {
        name,
        tls: true,
        ...(hostname !== '*' && { hostname: hostname.toLowerCase() }),
        listener: {
          name,
          protocol: 'HTTPS',
          ...common,
          ...(hostname !== '*' && { hostname: hostname.toLowerCase() }),
          tls: { certificateRefs: [reference] },
        },
      },
    ];
  });
}

function covers({ hostname }: Section, host: string): boolean {
  if (hostname === undefined || hostname === host) return true;
  return hostname.startsWith('*.') && host.endsWith(hostname.slice(1));
}

function ruleOf({ members, shadows }: Group, uses: { from: string; to: Backend }[], tell: Tell): object {
  const [first] = members as readonly [Mapping, ...Mapping[]];
  for (const mapping of [...members, ...shadows]) tellTheRest(mapping, translated, tell);
  const { spec, metadata } = first;
  const redirect = spec.host_redirect === true;
  const weights = weightsOf(members);
  const referenceOf = (mapping: Mapping): object | undefined => {
    const backend = backendOf(mapping);
    if (!backend) {
      tell(mapping, 'spec.service', 'is not a Service of the cluster; left out');
      return undefined;
    }
    if (backend.tls) tell(mapping, 'spec.service', 'TLS to the Service needs a BackendTLSPolicy');
    uses.push({ from: metadata.namespace, to: backend });
    const isOther = backend.namespace !== metadata.namespace;
    return { name: backend.name, ...(isOther && { namespace: backend.namespace }), port: backend.port };
  };
  const backendRefs = redirect
    ? []
    : members.flatMap((mapping, index) => {
        const reference = referenceOf(mapping);
        return reference ? [members.length === 1 ? reference : { ...reference, weight: weights[index] }] : [];
      });
  const mirrors = shadows.flatMap((mapping) => {
    const backendRef = referenceOf(mapping);
    return backendRef ? [{ type: 'RequestMirror', requestMirror: { backendRef } }] : [];
  });
  for (const mapping of members.slice(1))
    for (const field of ['rewrite', 'timeout_ms', 'cors', 'host_rewrite'] as const)
      if (JSON.stringify(mapping.spec[field]) !== JSON.stringify(spec[field]))
        tell(mapping, `spec.${field}`, `differs from that of ${keyOf(first)}, which counts for the rule`);
  return {
    matches: [matchOf(first, tell)],
    filters: [
      ...headerFilters(spec),
      ...(redirect ? [redirectOf(first, tell)] : rewriteOf(first, tell)),
      ...mirrors,
      ...corsOf(first, tell),
    ],
    ...(!redirect && { backendRefs, timeouts: { request: milliseconds(spec.timeout_ms ?? 3000) } }),
  };
}

function matchOf(mapping: Mapping, tell: Tell): object {
  const { spec } = mapping;
  const exact = (values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).map(([name, value]) => ({ type: 'Exact', name, value }));
  const regex = (values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).map(([name, value]) => ({ type: 'RegularExpression', name, value }));
  const type = spec.prefix_regex === true ? 'RegularExpression' : spec.prefix_exact === true ? 'Exact' : 'PathPrefix';
  if (type === 'PathPrefix' && !spec.prefix.endsWith('/'))
    tell(mapping, 'spec.prefix', `matches ${spec.prefix}… too; PathPrefix matches whole path elements`);
  if (spec.method_regex === true) tell(mapping, 'spec.method_regex', 'a method is matched as it is written only');
  const headers = [...exact(spec.headers), ...regex(spec.regex_headers)].filter(({ name }) => !name.startsWith(':'));
  const queryParams = [...exact(spec.query_parameters), ...regex(spec.regex_query_parameters)];
  return {
    path: {
      type,
      value: type === 'PathPrefix' && spec.prefix.length > 1 ? spec.prefix.replace(/\/$/, '') : spec.prefix,
    },
    ...(headers.length > 0 && { headers }),
    ...(queryParams.length > 0 && { queryParams }),
    ...(spec.method !== undefined && spec.method_regex !== true && { method: spec.method }),
  };
}

function headerFilters(spec: MappingSpec): readonly object[] {
  const part = (
    added: MappingSpec['add_request_headers'] = {},
    removed: readonly string[] = [],
  ): object | undefined => {
    const entries = Object.entries(added).map(([name, { value = '', append = true }]) => ({ name, value, append }));
    const pick = (isAppended: boolean) =>
      entries.filter(({ append }) => append === isAppended).map(({ name, value }) => ({ name, value }));
    const [add, set] = [pick(true), pick(false)];
    if (add.length + set.length + removed.length === 0) return undefined;
    return {
      ...(set.length > 0 && { set }),
      ...(add.length > 0 && { add }),
      ...(removed.length > 0 && { remove: removed }),
    };
  };
  const request = part(spec.add_request_headers, spec.remove_request_headers);
  const response = part(spec.add_response_headers, spec.remove_response_headers);
  return [
    ...(request ? [{ type: 'RequestHeaderModifier', requestHeaderModifier: request }] : []),
    ...(response ? [{ type: 'ResponseHeaderModifier', responseHeaderModifier: response }] : []),
  ];
}

/** A Mapping without `rewrite` cuts its prefix off. */
function rewriteOf(mapping: Mapping, tell: Tell): readonly object[] {
  const { spec } = mapping;
  const rewrite = spec.rewrite ?? '/';
  const isKept = rewrite === '' || rewrite === spec.prefix || spec.regex_rewrite !== undefined;
  const isWhole = spec.prefix_exact === true;
  if (!isKept && spec.prefix_regex === true)
    tell(mapping, 'spec.rewrite', 'an expression that matched can not be replaced; left out');
  const path =
    isKept || spec.prefix_regex === true
      ? undefined
      : isWhole
        ? { type: 'ReplaceFullPath', replaceFullPath: rewrite }
        : { type: 'ReplacePrefixMatch', replacePrefixMatch: rewrite };
  const hostname = spec.host_rewrite;
  if (path === undefined && hostname === undefined) return [];
  return [{ type: 'URLRewrite', urlRewrite: { ...(hostname !== undefined && { hostname }), ...(path && { path }) } }];
}

function redirectOf(mapping: Mapping, tell: Tell): object {
  const { spec } = mapping;
  const [hostname, port] = spec.service.replace(/^[a-z]+:\/\//i, '').split(':');
  if (spec.regex_redirect) tell(mapping, 'spec.regex_redirect', 'has no equivalent; left out');
  const path =
    spec.path_redirect !== undefined
      ? { type: 'ReplaceFullPath', replaceFullPath: spec.path_redirect }
      : spec.prefix_redirect !== undefined
        ? { type: 'ReplacePrefixMatch', replacePrefixMatch: spec.prefix_redirect }
        : undefined;
  return {
    type: 'RequestRedirect',
    requestRedirect: {
      hostname,
      ...(port !== undefined && { port: Number(port) }),
      ...(path && { path }),
      statusCode: spec.redirect_response_code ?? 301,
    },
  };
}

function corsOf(mapping: Mapping, tell: Tell): readonly object[] {
  const { cors } = mapping.spec;
  if (!cors) return [];
  const maxAge = cors.max_age === undefined ? undefined : Number(cors.max_age);
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge > 0))
    tell(mapping, 'spec.cors.max_age', 'must be a whole number of seconds above 0; left out');
  return [
    {
      type: 'CORS',
      cors: {
        ...(cors.origins && { allowOrigins: cors.origins }),
        ...(cors.credentials !== undefined && { allowCredentials: cors.credentials }),
        ...(cors.methods && { allowMethods: cors.methods }),
        ...(cors.headers && { allowHeaders: cors.headers }),
        ...(cors.exposed_headers && { exposeHeaders: cors.exposed_headers }),
        ...(maxAge !== undefined && maxAge > 0 && { maxAge }),
      },
    },
  ];
}

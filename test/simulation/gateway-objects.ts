// Objects of the Gateway API and the policies of nuncio.dev on them: routes and policies with right and wrong references,
// policies that can't be made or are refused, so that what they protect is closed for a while.
import type { ApiServer } from './api-server.ts';
import { hosts, namespaces, paths, portOf, raw, secrets, serviceName, services, someOf } from './names.ts';
import type { Maker, Raw } from './names.ts';
import type { Random } from './world.ts';

const group = 'gateway.networking.k8s.io';
/** Never fits its schema, so that its stand-in is what counts. The others may be refused for a while. */
const alwaysRefused = 'x0';
const policies = ['q0', 'q1', alwaysRefused];

function from(random: Random): Raw {
  const labelled = { from: 'Selector', selector: { matchLabels: { team: 'x' } } };
  return { namespaces: random.pick([{ from: 'All' }, { from: 'All' }, { from: 'Same' }, labelled]) };
}

function listeners(random: Random): readonly Raw[] {
  const certificate = { name: random.pick(secrets), ...(random.chance(0.2) && { namespace: 'b' }) };
  return [
    { name: 'http', port: 9080, protocol: 'HTTP', allowedRoutes: from(random) },
    {
      name: 'https',
      port: 9443,
      protocol: 'HTTPS',
      ...(random.chance(0.3) && { hostname: '*.example.com' }),
      tls: { certificateRefs: [certificate] },
      allowedRoutes: from(random),
    },
    { name: 'tls', port: 9444, protocol: 'TLS', tls: { mode: 'Passthrough' }, allowedRoutes: from(random) },
    { name: 'tcp', port: 9000, protocol: 'TCP', allowedRoutes: { namespaces: { from: 'All' } } },
    { name: 'tcp2', port: 9001, protocol: 'TCP' },
  ];
}

function gateway(random: Random): Raw {
  const all = listeners(random);
  const some = all.filter(() => random.chance(0.8));
  return raw('Gateway', 'a', 'g0', {
    spec: {
      gatewayClassName: 'shared',
      listeners: some.length > 0 ? some : all.slice(0, 1),
      ...(random.chance(0.7) && { allowedListeners: { namespaces: { from: 'All' } } }),
    },
  });
}

function listenerSet(random: Random, namespace: string, name: string): Raw {
  const listener = { name: 'http', port: 9080 + random.below(2), protocol: 'HTTP', hostname: random.pick(hosts) };
  return raw('ListenerSet', namespace, name, {
    spec: { parentRef: { name: 'g0', namespace: 'a' }, listeners: [{ ...listener, allowedRoutes: from(random) }] },
  });
}

/** To another generation, with the same listeners. */
export function changeGateway(random: Random, server: ApiServer): void {
  const found = [...server.objects.values()].find(({ kind }) => kind === 'Gateway');
  if (found === undefined) return;
  const { kind, metadata } = found;
  const change = String(random.below(1_000_000));
  server.put(raw(kind, metadata.namespace ?? '', metadata.name, { spec: found['spec'] }, { change }));
}

function backendRefs(random: Random): readonly Raw[] {
  return Array.from({ length: 1 + random.below(2) }, () => ({
    name: serviceName(random),
    port: portOf(random),
    ...(random.chance(0.15) && { namespace: random.pick(namespaces) }),
    ...(random.chance(0.3) && { weight: random.below(4) }),
  }));
}

function parentRefs(random: Random, sections: readonly string[]): readonly Raw[] {
  const ofGateway = { name: 'g0', namespace: 'a', ...(random.chance(0.6) && { sectionName: random.pick(sections) }) };
  const ofSet = { kind: 'ListenerSet', name: 'ls0', namespace: random.pick(namespaces) };
  return random.chance(0.2) ? [ofGateway, ofSet] : [ofGateway];
}

/** Of HTTPRoutes and GRPCRoutes. */
function rules(random: Random, matches: () => readonly Raw[]): readonly Raw[] {
  return Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    ...(index === 0 && random.chance(0.5) && { name: 'u0' }),
    matches: matches(),
    ...(random.chance(0.15) && {
      filters: [
        {
          type: 'ExtensionRef',
          extensionRef: { group: 'nuncio.dev', kind: 'TrafficPolicy', name: random.pick([...policies, 'absent']) },
        },
      ],
    }),
    backendRefs: backendRefs(random),
  }));
}

function httpRoute(random: Random, namespace: string, name: string): Raw {
  const matches = () => [{ path: { type: 'PathPrefix', value: random.pick(paths) } }];
  return raw('HTTPRoute', namespace, name, {
    spec: {
      parentRefs: parentRefs(random, ['http', 'https']),
      ...(random.chance(0.7) && { hostnames: [random.pick(hosts)] }),
      rules: rules(random, matches),
    },
  });
}

function grpcRoute(random: Random, namespace: string, name: string): Raw {
  const matches = () => [{ method: { service: random.pick(['foo', 'bar']) } }];
  return raw('GRPCRoute', namespace, name, {
    spec: {
      parentRefs: parentRefs(random, ['http', 'https']),
      ...(random.chance(0.7) && { hostnames: [random.pick(hosts)] }),
      rules: rules(random, matches),
    },
  });
}

function l4Route(kind: string, sections: readonly string[]): Maker['make'] {
  return (random, namespace, name) =>
    raw(kind, namespace, name, {
      spec: {
        parentRefs: parentRefs(random, sections),
        ...(kind === 'TLSRoute' && { hostnames: [random.pick(hosts)] }),
        rules: [{ backendRefs: backendRefs(random) }],
      },
    });
}

function trafficPolicy(random: Random, namespace: string, name: string): Raw {
  const target = (): Raw => {
    const kind = random.pick(['Gateway', 'HTTPRoute', 'HTTPRoute', 'HTTPRoute', 'GRPCRoute', 'ListenerSet']);
    const [targets, sections] = targetsOf[kind]!;
    const sectionName = random.chance(0.3) && { sectionName: random.pick(sections) };
    return { group, kind, name: random.pick(targets), ...sectionName };
  };
  const provider = (): Raw =>
    random.pick([
      { name: 'j', localJWKS: { secretName: 'k0', key: 'keys' } },
      { name: 'j', remoteJWKS: { uri: `https://keys.example.com:${8443 + random.below(2)}/` } },
    ]);
  const server = (): Raw =>
    random.pick([
      { extensionRef: { name: 'e0' } },
      { backendRef: { name: serviceName(random), port: portOf(random) } },
      { backendRef: { name: random.pick(services), port: 80, namespace: random.pick(namespaces) } },
    ]);
  const range = (): Raw => ({ source: 'Peer', cidr: random.chance(0.7) ? '10.0.0.0/8' : 'nonsense' });
  const isRefused = name === alwaysRefused || random.chance(0.1);
  return raw('TrafficPolicy', namespace, name, {
    spec: {
      targetRefs: Array.from({ length: 1 + random.below(2) }, target),
      ...(isRefused && { timeouts: 'nonsense' }),
      ...(random.chance(0.2) && { mode: 'Override' }),
      ...someOf(random, isRefused ? 0.6 : 0.3, {
        jwt: () => (random.chance(0.3) ? { disabled: true } : { providers: [provider()] }),
        authorization: () => (random.chance(0.2) ? { disabled: true } : server()),
        ipRules: () => ({ [random.pick(['allow', 'deny'])]: [range()] }),
      }),
      ...someOf(random, 0.2, {
        localRateLimit: () => ({ requests: 1 + random.below(3), unit: 'second' }),
        retry: () => ({ count: 1 + random.below(3) }),
        cors: () => ({ allowOrigins: ['*'] }),
        requestBody: () => ({ maxBytes: 9 }),
        errorPages: () => [{ statusCodes: ['404'], bodyFrom: { configMap: 'm0', key: 'page.html' } }],
      }),
    },
  });
}

const targetsOf: Readonly<Record<string, readonly [names: readonly string[], sections: readonly string[]]>> = {
  Gateway: [['g0'], ['http', 'https']],
  ListenerSet: [['ls0'], ['http']],
  HTTPRoute: [
    ['h0', 'h1'],
    ['u0', 'none'],
  ],
  GRPCRoute: [['r0'], ['u0']],
};

/**
 * Puts something good in the place of each policy that is refused and was perhaps good before: what counts of it depends on
 * what each replica has seen.
 */
export function healRefused(random: Random, server: ApiServer): void {
  for (const { kind, metadata, spec } of server.objects.values()) {
    if (kind !== 'TrafficPolicy' || metadata.name === alwaysRefused) continue;
    const { timeouts, ...rest } = spec as { timeouts?: unknown };
    if (timeouts !== undefined)
      server.put(raw(kind, metadata.namespace ?? '', metadata.name, { spec: { ...rest, retry: { count: 1 } } }));
  }
}

function serviceTargets(random: Random): readonly Raw[] {
  return Array.from({ length: 1 + random.below(2) }, () => ({
    group: '',
    kind: 'Service',
    name: serviceName(random),
    ...(random.chance(0.3) && { sectionName: random.pick(['http', 'alt']) }),
  }));
}

function backendPolicy(random: Random, namespace: string, name: string): Raw {
  return raw('BackendPolicy', namespace, name, {
    spec: {
      targetRefs: serviceTargets(random),
      ...someOf(random, 0.4, {
        loadBalancing: () => random.pick([{ strategy: 'Cookie' }, { strategy: 'Random' }, { strategy: 'RequestHash' }]),
        healthCheck: () => random.pick([{ http: { path: '/h' } }, { port: 81 }, { http: { path: 'a b' } }]),
        circuitBreakers: () => ({ maxConnections: 1 + random.below(3) }),
        connection: () => ({ connectTimeout: '1s' }),
      }),
    },
  });
}

function backendTlsPolicy(random: Random, namespace: string, name: string): Raw {
  const authority = random.chance(0.4)
    ? { wellKnownCACertificates: 'System' }
    : { caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: random.pick(['m0', 'm0', 'absent']) }] };
  return raw('BackendTLSPolicy', namespace, name, {
    spec: { targetRefs: serviceTargets(random), validation: { hostname: 'up.example.com', ...authority } },
  });
}

function grant(random: Random, namespace: string, name: string): Raw {
  const other = namespaces.find((each) => each !== namespace)!;
  const users = [
    { group, kind: random.pick(['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'Gateway']) },
    { group: 'nuncio.dev', kind: 'TrafficPolicy' },
    { group: 'projectcontour.io', kind: 'HTTPProxy' },
  ];
  const to = random.pick([
    { group: '', kind: 'Service' },
    { group: '', kind: 'Service', name: random.pick(services) },
    { group: '', kind: 'Secret' },
  ]);
  return raw('ReferenceGrant', namespace, name, {
    spec: {
      from: users
        .filter((_, index) => index === 0 || random.chance(0.5))
        .map((each) => ({ ...each, namespace: other })),
      to: [to],
    },
  });
}

export const gatewayMakers: readonly Maker[] = [
  { kind: 'Gateway', weight: 8, namespaces: ['a'], names: ['g0'], make: gateway, atStart: 1 },
  { kind: 'ListenerSet', weight: 2, names: ['ls0'], make: listenerSet, atStart: 0.4 },
  { kind: 'HTTPRoute', weight: 7, names: ['h0', 'h1'], make: httpRoute, atStart: 0.6 },
  { kind: 'GRPCRoute', weight: 2, names: ['r0'], make: grpcRoute, atStart: 0.4 },
  { kind: 'TLSRoute', weight: 2, names: ['l0'], make: l4Route('TLSRoute', ['tls']), atStart: 0.4 },
  { kind: 'TCPRoute', weight: 4, names: ['t0', 't1'], make: l4Route('TCPRoute', ['tcp', 'tcp2']), atStart: 0.4 },
  { kind: 'TrafficPolicy', weight: 10, names: policies, make: trafficPolicy, atStart: 0.4 },
  { kind: 'BackendPolicy', weight: 3, names: ['b0', 'b1'], make: backendPolicy, atStart: 0.3 },
  { kind: 'BackendTLSPolicy', weight: 2, names: ['y0'], make: backendTlsPolicy, atStart: 0.3 },
  { kind: 'ReferenceGrant', weight: 3, names: ['x0'], make: grant, atStart: 0.5 },
];

// Random changes of the objects in a small world of names, as the API server has them: references meet and miss, hosts
// conflict, includes nest. All pass the schemas: what a refused object leaves depends on what was there before.
// In: random numbers. Out: a change at a time.
import { objectKey } from '../../src/model/object.ts';
import type { ApiServer } from './api-server.ts';
import type { Random } from './world.ts';

type Raw = Readonly<Record<string, unknown>>;

const namespaces = ['a', 'b'];
const services = ['s0', 's1', 's2'];
const proxies = ['p0', 'p1', 'p2', 'p3'];
const secrets = ['c0', 'c1'];
const hosts = ['one.example.com', 'two.example.com', 'three.example.com', '*.example.com'];

function raw(kind: string, namespace: string, name: string, rest: Raw, labels: Raw = {}): Raw {
  return { kind, metadata: { name, ...(namespace === '' ? {} : { namespace }), labels }, ...rest };
}

function service(random: Random, namespace: string, name: string): Raw {
  const ports = [
    { name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 },
    { name: 'alt', port: 81, protocol: 'TCP', targetPort: 8081 },
  ];
  const spec = { ports: random.chance(0.75) ? ports : ports.slice(random.below(2), 1 + random.below(2)) };
  const annotations = random.chance(0.3) ? { 'projectcontour.io/max-connections': String(1 + random.below(9)) } : {};
  const object = raw('Service', namespace, name, { spec });
  return { ...object, metadata: { ...(object['metadata'] as object), annotations } };
}

function slice(random: Random, namespace: string, name: string, of: string): Raw {
  const endpoints = Array.from({ length: random.below(3) }, () => ({
    addresses: [`10.0.0.${1 + random.below(20)}`],
    conditions: random.chance(0.8) ? { ready: true } : { ready: false },
  }));
  const ports = [
    { name: 'http', port: 8080, protocol: 'TCP' },
    { name: 'alt', port: 8081, protocol: 'TCP' },
  ];
  return raw(
    'EndpointSlice',
    namespace,
    name,
    { addressType: 'IPv4', endpoints, ports },
    { 'kubernetes.io/service-name': of },
  );
}

function secret(random: Random, namespace: string, name: string): Raw {
  const text = (value: string): string => Buffer.from(value).toString('base64');
  const data = { 'tls.crt': text(`cert ${random.below(4)} of ${namespace}/${name}`), 'tls.key': text('key') };
  return raw('Secret', namespace, name, { type: 'kubernetes.io/tls', data });
}

function route(random: Random): Raw {
  const some = Array.from({ length: 1 + random.below(2) }, () => ({
    name: random.chance(0.93) ? random.pick(services) : 'missing',
    port: random.chance(0.7) ? 80 : 81,
    ...(random.chance(0.3) && { weight: random.below(4) }),
  }));
  return {
    conditions: [{ prefix: random.pick(['/', '/foo', '/bar']) }],
    services: some,
    ...(random.chance(0.2) && { loadBalancerPolicy: { strategy: random.pick(['Random', 'WeightedLeastRequest']) } }),
    ...(random.chance(0.3) && { timeoutPolicy: { response: `${1 + random.below(3)}s` } }),
    ...(random.chance(0.2) && { permitInsecure: true }),
  };
}

function proxy(random: Random, namespace: string, name: string): Raw {
  const isRoot = random.chance(0.75);
  const tls = random.chance(0.35) && { tls: { secretName: random.pick(['c0', 'c1', 'a/c0', 'gone']) } };
  const includes = Array.from({ length: random.chance(0.3) ? 1 + random.below(2) : 0 }, () => ({
    name: random.pick(proxies),
    namespace: random.pick(namespaces),
    conditions: [{ prefix: random.pick(['/', '/inc']) }],
  }));
  const routes = Array.from({ length: random.below(3) + (includes.length > 0 ? 0 : 1) }, () => route(random));
  const spec = {
    ...(isRoot && { virtualhost: { fqdn: random.pick(hosts), ...tls } }),
    ...(includes.length > 0 && { includes }),
    routes,
  };
  return raw('HTTPProxy', namespace, name, { spec });
}

function ingress(random: Random, namespace: string, name: string): Raw {
  const backend = { service: { name: random.pick(services), port: { number: random.chance(0.7) ? 80 : 81 } } };
  const host = random.pick(hosts);
  const paths = [{ path: random.pick(['/', '/foo']), pathType: 'Prefix', backend }];
  return raw('Ingress', namespace, name, {
    spec: {
      rules: [{ ...(random.chance(0.8) && { host }), http: { paths } }],
      ...(random.chance(0.3) && { tls: [{ hosts: [host], secretName: random.pick(secrets) }] }),
    },
  });
}

const gatewayListeners = [
  { name: 'http', port: 9080, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
  { name: 'https', port: 9443, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'c0' }] } },
  { name: 'tcp', port: 9000, protocol: 'TCP', allowedRoutes: { namespaces: { from: 'All' } } },
  { name: 'tcp2', port: 9001, protocol: 'TCP' },
];

function gateway(random: Random): Raw {
  const listeners = gatewayListeners.filter(() => random.chance(0.8));
  const spec = { gatewayClassName: 'shared', listeners: listeners.length > 0 ? listeners : [gatewayListeners[0]] };
  return raw('Gateway', 'a', 'g0', { spec });
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
    name: random.chance(0.93) ? random.pick(services) : 'missing',
    port: random.chance(0.7) ? 80 : 81,
    ...(random.chance(0.3) && { weight: random.below(4) }),
  }));
}

function gatewayRoute(random: Random, kind: 'HTTPRoute' | 'TCPRoute', namespace: string, name: string): Raw {
  const sections = kind === 'HTTPRoute' ? ['http', 'https'] : ['tcp', 'tcp2'];
  const parent = { name: 'g0', namespace: 'a', ...(random.chance(0.7) && { sectionName: random.pick(sections) }) };
  const matches = [{ path: { type: 'PathPrefix', value: random.pick(['/', '/foo']) } }];
  const rule = { ...(kind === 'HTTPRoute' && { matches }), backendRefs: backendRefs(random) };
  return raw(kind, namespace, name, {
    spec: {
      parentRefs: [parent],
      ...(kind === 'HTTPRoute' && random.chance(0.7) && { hostnames: [random.pick(hosts)] }),
      rules: [rule],
    },
  });
}

function mapping(random: Random, namespace: string, name: string): Raw {
  return raw('Mapping', namespace, name, {
    spec: {
      hostname: random.pick([...hosts, '*']),
      prefix: random.pick(['/', '/foo/', '/map/']),
      service: random.pick([...services, 's0.b:81']),
      ...(random.chance(0.3) && { resolver: 'endpoint', load_balancer: { policy: 'least_request' } }),
      ...(random.chance(0.3) && { weight: 10 * random.below(9) }),
    },
  });
}

/** Changes one object at random. */
export function changeSomething(random: Random, server: ApiServer): void {
  const namespace = random.pick(namespaces);
  const removes = random.chance(0.2);
  const apply = (kind: string, space: string, name: string, make: () => Raw): void => {
    if (removes) server.remove(objectKey(kind, space, name));
    else server.put(make());
  };
  const choice = random.next();
  if (choice < 0.35) {
    const name = random.pick(proxies);
    apply('HTTPProxy', namespace, name, () => proxy(random, namespace, name));
  } else if (choice < 0.43) {
    apply('Gateway', 'a', 'g0', () => gateway(random));
  } else if (choice < 0.47) {
    const name = `t${random.below(2)}`;
    apply('TCPRoute', namespace, name, () => gatewayRoute(random, 'TCPRoute', namespace, name));
  } else if (choice < 0.51) {
    const name = `h${random.below(2)}`;
    apply('HTTPRoute', namespace, name, () => gatewayRoute(random, 'HTTPRoute', namespace, name));
  } else if (choice < 0.56) {
    const name = `m${random.below(3)}`;
    apply('Mapping', namespace, name, () => mapping(random, namespace, name));
  } else if (choice < 0.6) {
    apply('Ingress', namespace, 'i0', () => ingress(random, namespace, 'i0'));
  } else if (choice < 0.74) {
    const name = random.pick(services);
    apply('Service', namespace, name, () => service(random, namespace, name));
  } else if (choice < 0.88) {
    const of = random.pick(services);
    const name = `${of}-${random.below(2)}`;
    apply('EndpointSlice', namespace, name, () => slice(random, namespace, name, of));
  } else if (choice < 0.96) {
    const name = random.pick(secrets);
    apply('Secret', namespace, name, () => secret(random, namespace, name));
  } else {
    apply('TLSCertificateDelegation', namespace, 'd0', () =>
      raw('TLSCertificateDelegation', namespace, 'd0', {
        spec: { delegations: [{ secretName: random.pick(secrets), targetNamespaces: ['*'] }] },
      }),
    );
  }
}

/** A world in which most references meet. */
export function putGoodWorld(random: Random, server: ApiServer): void {
  const controllerName = 'nuncio.dev/shared-gateway-controller';
  server.put(raw('GatewayClass', '', 'shared', { spec: { controllerName } }));
  server.put(gateway(random));
  const hostBinding = { namespace: { from: 'ALL' } };
  server.put(raw('Listener', 'a', 'l0', { spec: { port: 9100, protocol: 'HTTP', securityModel: 'XFP', hostBinding } }));
  for (const namespace of namespaces) {
    for (const name of services) {
      server.put(service(random, namespace, name));
      if (random.chance(0.8)) server.put(slice(random, namespace, `${name}-0`, name));
    }
    for (const name of secrets) if (random.chance(0.8)) server.put(secret(random, namespace, name));
    if (random.chance(0.6)) server.put(gatewayRoute(random, 'TCPRoute', namespace, 't0'));
    if (random.chance(0.6)) server.put(gatewayRoute(random, 'HTTPRoute', namespace, 'h0'));
    if (random.chance(0.6)) server.put(mapping(random, namespace, 'm0'));
    for (const name of proxies) if (random.chance(0.6)) server.put(proxy(random, namespace, name));
  }
}

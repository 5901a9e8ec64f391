// Random changes of the objects in a small world of names, as the API server has them: references meet and miss, hosts
// conflict, includes nest. What a refused object leaves depends on what was there before (healRefused).
// In: random numbers. Out: a change at a time.
import { objectKey } from '../../src/model/object.ts';
import type { ApiServer } from './api-server.ts';
import { emissaryMakers } from './emissary-objects.ts';
import { gatewayMakers } from './gateway-objects.ts';
import {
  hosts,
  namespaces,
  paths,
  portOf,
  proxies,
  raw,
  secrets,
  serviceName,
  services,
  settingsName,
  someOf,
} from './names.ts';
import type { Maker, Raw } from './names.ts';
import type { Random } from './world.ts';

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

const slices = services.flatMap((each) => [`${each}-0`, `${each}-1`]);

function slice(random: Random, namespace: string, name: string): Raw {
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
    { 'kubernetes.io/service-name': name.slice(0, name.indexOf('-')) },
  );
}

function secret(random: Random, namespace: string, name: string): Raw {
  const data = { 'tls.crt': base64(`cert ${random.below(4)} of ${namespace}/${name}`), 'tls.key': base64('key') };
  return raw('Secret', namespace, name, { type: 'kubernetes.io/tls', data });
}

function route(random: Random): Raw {
  const some = Array.from({ length: 1 + random.below(2) }, () => ({
    name: serviceName(random),
    port: portOf(random),
    ...(random.chance(0.1) && { namespace: random.pick(namespaces) }),
    ...(random.chance(0.3) && { weight: random.below(4) }),
  }));
  return {
    conditions: [{ prefix: random.pick(paths) }],
    services: some,
    ...(random.chance(0.2) && { loadBalancerPolicy: { strategy: random.pick(['Random', 'WeightedLeastRequest']) } }),
    ...(random.chance(0.3) && { timeoutPolicy: { response: `${1 + random.below(3)}s` } }),
    ...(random.chance(0.2) && { permitInsecure: true }),
    ...someOf(random, 0.05, {
      authPolicy: () => ({ disabled: true }),
      jwtVerificationPolicy: () => ({ require: 'j' }),
      ipAllowPolicy: () => [{ source: 'Peer', cidr: random.pick(['10.0.0.0/8', 'nonsense']) }],
    }),
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
  const routes = Array.from({ length: random.below(4) + (includes.length > 0 ? 0 : 1) }, () => route(random));
  const protection = someOf(random, 0.08, {
    authorization: () => ({ extensionRef: { name: 'e0' } }),
    jwtProviders: () => [{ name: 'j', default: true, localJWKS: { secretName: 'k0', key: 'keys' } }],
    errorPages: () => [{ statusCodes: ['404'], bodyFrom: { configMap: 'm0', key: 'page.html' } }],
    ipDenyPolicy: () => [{ source: 'Peer', cidr: '10.0.0.0/8' }],
  });
  const spec = {
    ...(isRoot && { virtualhost: { fqdn: random.pick(hosts), ...tls, ...protection } }),
    ...(includes.length > 0 && { includes }),
    routes,
  };
  return raw('HTTPProxy', namespace, name, { spec });
}

function ingress(random: Random, namespace: string, name: string): Raw {
  const backend = { service: { name: random.pick(services), port: { number: portOf(random) } } };
  const host = random.pick(hosts);
  const paths = [{ path: random.pick(['/', '/foo']), pathType: 'Prefix', backend }];
  return raw('Ingress', namespace, name, {
    spec: {
      rules: [{ ...(random.chance(0.8) && { host }), http: { paths } }],
      ...(random.chance(0.3) && { tls: [{ hosts: [host], secretName: random.pick(secrets) }] }),
    },
  });
}

function extensionService(random: Random, namespace: string, name: string): Raw {
  return raw('ExtensionService', namespace, name, {
    spec: { services: [{ name: serviceName(random), port: portOf(random) }] },
  });
}

function configMap(random: Random, namespace: string, name: string): Raw {
  return raw('ConfigMap', namespace, name, {
    data: someOf(random, 0.8, {
      'page.html': () => `<p>${random.below(3)}</p>`,
      'ca.crt': () => `ca ${random.below(3)}`,
    }),
  });
}

function keySet(random: Random, namespace: string, name: string): Raw {
  const keys = JSON.stringify({ keys: [{ kty: 'oct', k: random.pick(['AAAA', 'BBBB']) }] });
  return raw('Secret', namespace, name, { type: 'Opaque', data: { keys: base64(random.chance(0.8) ? keys : '{}') } });
}

function delegation(random: Random, namespace: string, name: string): Raw {
  return raw('TLSCertificateDelegation', namespace, name, {
    spec: { delegations: [{ secretName: random.pick(secrets), targetNamespaces: ['*'] }] },
  });
}

/**
 * Two listeners for operators, which take a port from each other, but never exchange two, not even with what an Envoy that comes
 * back has of a change: see the known limits in docs/architecture.md.
 */
function settings(random: Random, namespace: string, name: string): Raw {
  const [metrics, health] = random.pick([
    [9300, 9301],
    [9301, 9302],
  ]) as [number, number];
  const at = (port: number) => ({ address: '0.0.0.0', port });
  return raw('ContourConfiguration', namespace, name, {
    spec: { envoy: { metrics: at(metrics), health: at(health) } },
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const makers: readonly Maker[] = [
  { kind: 'HTTPProxy', weight: 32, names: proxies, make: proxy, atStart: 0.6 },
  { kind: 'Ingress', weight: 3, names: ['i0'], make: ingress, atStart: 0 },
  { kind: 'Service', weight: 14, names: services, make: service, atStart: 1 },
  { kind: 'EndpointSlice', weight: 14, names: slices, make: slice, atStart: 0.4 },
  { kind: 'Secret', weight: 8, names: secrets, make: secret, atStart: 0.8 },
  { kind: 'Secret', weight: 1, names: ['k0'], make: keySet, atStart: 0.8 },
  { kind: 'TLSCertificateDelegation', weight: 3, names: ['d0'], make: delegation, atStart: 0 },
  { kind: 'ExtensionService', weight: 3, names: ['e0'], make: extensionService, atStart: 0.7 },
  { kind: 'ConfigMap', weight: 2, names: ['m0'], make: configMap, atStart: 0.7 },
  {
    kind: 'Namespace',
    weight: 2,
    namespaces: [''],
    names: namespaces,
    make: (random, _namespace, name) => raw('Namespace', '', name, {}, random.chance(0.6) ? { team: 'x' } : {}),
    atStart: 0.8,
  },
  {
    kind: 'ContourConfiguration',
    weight: 2,
    namespaces: ['a'],
    names: [settingsName],
    make: settings,
    atStart: 1,
    stays: true,
  },
  ...gatewayMakers,
  ...emissaryMakers,
];
const allWeights = makers.reduce((sum, { weight }) => sum + weight, 0);

/** Changes one object at random. */
export function changeSomething(random: Random, server: ApiServer): void {
  let left = random.next() * allWeights;
  const maker = makers.find(({ weight }) => (left -= weight) < 0) ?? makers[0]!;
  const namespace = random.pick(maker.namespaces ?? namespaces);
  const name = random.pick(maker.names);
  if (random.chance(0.2) && maker.stays !== true) server.remove(objectKey(maker.kind, namespace, name));
  else server.put(maker.make(random, namespace, name));
}

/** A world in which most references meet. */
export function putGoodWorld(random: Random, server: ApiServer): void {
  const controllerName = 'nuncio.dev/shared-gateway-controller';
  server.put(raw('GatewayClass', '', 'shared', { spec: { controllerName } }));
  for (const { namespaces: own = namespaces, names, make, atStart } of makers)
    for (const namespace of own)
      for (const name of names) if (random.chance(atStart)) server.put(make(random, namespace, name));
}

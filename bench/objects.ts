// The objects of a bench run, from numbers and a seed alone: every run with the same numbers makes the same cluster.
// Hosts are spread over teams (namespaces); each team's Services share the bench's backend addresses.

export interface Sizes {
  readonly hosts: number;
  readonly routesPerHost: number;
  /** Services in all; each is a cluster of Envoy. */
  readonly services: number;
  /** Every host with a certificate of its own. */
  readonly tls: boolean;
  /** HTTPProxies, HTTPRoutes on one Gateway, or Mappings under one Host `*` or under a Host each. */
  readonly objects: 'httpproxy' | 'httproute' | 'mapping' | 'mapping-and-host';
}

export interface BenchObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Response header that tells which revision of a route answered. */
export const REVISION_HEADER = 'x-bench-revision';
export const BACKEND_PORT = 8081;
const TEAMS = 50;

export const hostName = (index: number): string => `h${index}.bench.test`;

/** What is asked of one of the objects: host and path. */
export function requestOf(index: number, { objects }: Sizes): readonly [host: string, path: string] {
  return objects === 'mapping' ? ['any.bench.test', `/m${index}/`] : [hostName(index), '/'];
}

export const team = (index: number): string => `team-${index % TEAMS}`;
const proxyName = (index: number): string => `h${index}`;

/** mulberry32: small, fast, the same everywhere. Numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** At least one Service a team, since a proxy reaches only Services of its own namespace. */
const servicesPerTeam = (sizes: Sizes): number => Math.max(1, Math.ceil(sizes.services / TEAMS));

export function serviceOf(index: number, sizes: Sizes): { readonly namespace: string; readonly name: string } {
  return { namespace: team(index), name: `s${Math.floor(index / TEAMS) % servicesPerTeam(sizes)}` };
}

const gatewayApi = { apiVersion: 'gateway.networking.k8s.io/v1' };
/** The Gateway of all HTTPRoutes. */
export const edge = { ...gatewayApi, kind: 'Gateway', metadata: { name: 'edge', namespace: team(0) } };
const emissary = { apiVersion: 'getambassador.io/v3alpha1' };

/** The object that carries the revision: an HTTPProxy, an HTTPRoute, or a Mapping. */
export function proxy(index: number, revision: string, sizes: Sizes): BenchObject {
  const { namespace, name } = serviceOf(index, sizes);
  if (sizes.objects === 'httproute') {
    const paths = Array.from({ length: sizes.routesPerHost }, (_, route) => (route === 0 ? '/' : `/r${route}`));
    return httpRoute(proxyName(index), namespace, hostName(index), paths, revision, name);
  }
  if (sizes.objects !== 'httpproxy') {
    const [host, prefix] = requestOf(index, sizes);
    return {
      ...emissary,
      kind: 'Mapping',
      metadata: { name: proxyName(index), namespace },
      spec: {
        hostname: sizes.objects === 'mapping' ? '*' : host,
        prefix,
        service: `${name}.${namespace}`,
        resolver: 'endpoint',
        add_response_headers: { [REVISION_HEADER]: { value: revision, append: false } },
      },
    };
  }
  return {
    apiVersion: 'projectcontour.io/v1',
    kind: 'HTTPProxy',
    metadata: { name: proxyName(index), namespace },
    spec: {
      virtualhost: {
        fqdn: hostName(index),
        ...(sizes.tls ? { tls: { secretName: secretName(index) } } : {}),
      },
      routes: Array.from({ length: sizes.routesPerHost }, (_, route) => ({
        conditions: [{ prefix: route === 0 ? '/' : `/r${route}` }],
        services: [{ name, port: 80 }],
        responseHeadersPolicy: { set: [{ name: REVISION_HEADER, value: revision }] },
      })),
    },
  };
}

/** One rule a path; each answers with the revision. */
export function httpRoute(
  name: string,
  namespace: string,
  hostname: string,
  paths: readonly string[],
  revision: string,
  service: string,
): BenchObject {
  const set = [{ name: REVISION_HEADER, value: revision }];
  return {
    ...gatewayApi,
    kind: 'HTTPRoute',
    metadata: { name, namespace },
    spec: {
      parentRefs: [{ name: edge.metadata.name, namespace: edge.metadata.namespace }],
      hostnames: [hostname],
      rules: paths.map((path) => ({
        matches: [{ path: { type: 'PathPrefix', value: path } }],
        filters: [{ type: 'ResponseHeaderModifier', responseHeaderModifier: { set } }],
        backendRefs: [{ name: service, port: 80 }],
      })),
    },
  };
}

export const secretName = (index: number): string => `cert-${index}`;

export function tlsSecret(index: number, pair: { readonly cert: string; readonly key: string }): BenchObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName(index), namespace: team(index) },
    type: 'kubernetes.io/tls',
    stringData: { 'tls.crt': pair.cert, 'tls.key': pair.key },
  };
}

export function endpointSlice(
  service: { readonly namespace: string; readonly name: string },
  addresses: readonly string[],
): BenchObject {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${service.name}-bench`,
      namespace: service.namespace,
      labels: { 'kubernetes.io/service-name': service.name, 'endpointslice.kubernetes.io/managed-by': 'nuncio-bench' },
    },
    addressType: 'IPv4',
    ports: [{ name: 'http', port: BACKEND_PORT, protocol: 'TCP' }],
    endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
  };
}

/** The Host of one Mapping, or (`*`) of all. */
export function hostOf(hostname: string, name: string): BenchObject {
  return {
    ...emissary,
    kind: 'Host',
    metadata: { name, namespace: team(0) },
    spec: { hostname, requestPolicy: { insecure: { action: 'Route' } } },
  };
}

/** Envoy's port for the hosts: a Gateway has one of its own, beside that of all other kinds. */
export function doorPort({ objects }: Sizes, httpPort: number): number {
  return objects === 'httproute' ? httpPort + 10 : httpPort;
}

function door(sizes: Sizes, httpPort: number): BenchObject[] {
  const port = doorPort(sizes, httpPort);
  if (sizes.objects === 'httpproxy') return [];
  if (sizes.objects === 'httproute') return gateway(port);
  const hostBinding = { namespace: { from: 'ALL' } };
  const listener = {
    ...emissary,
    kind: 'Listener',
    metadata: { name: 'bench', namespace: team(0) },
    spec: { port, protocol: 'HTTP', securityModel: 'XFP', hostBinding },
  };
  return [listener, ...(sizes.objects === 'mapping' ? [hostOf('*', 'all')] : [])];
}

/** A Gateway of the Envoys that serve everything else, and its class. */
function gateway(port: number): BenchObject[] {
  const allowedRoutes = { namespaces: { from: 'All' } };
  return [
    {
      ...gatewayApi,
      kind: 'GatewayClass',
      metadata: { name: 'bench' },
      spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
    },
    {
      ...edge,
      spec: { gatewayClassName: 'bench', listeners: [{ name: 'http', port, protocol: 'HTTP', allowedRoutes }] },
    },
  ];
}

/** Everything but the proxies and the certificates. `httpPort`: of Envoy's. */
export function baseObjects(sizes: Sizes, backendAddress: string, httpPort: number): BenchObject[] {
  const objects: BenchObject[] = [];
  for (let index = 0; index < TEAMS; index++) {
    const namespace = team(index);
    objects.push({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    for (let number = 0; number < servicesPerTeam(sizes); number++) {
      const service = { namespace, name: `s${number}` };
      objects.push({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: service,
        spec: { ports: [{ name: 'http', port: 80, targetPort: BACKEND_PORT, protocol: 'TCP' }] },
      });
      objects.push(endpointSlice(service, [backendAddress]));
    }
  }
  return [...objects, ...door(sizes, httpPort)];
}

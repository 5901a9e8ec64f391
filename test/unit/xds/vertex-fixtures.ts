// Vertices for tests, complete, with what a test cares about put over it.
import { defaultEnvoySettings } from '../../../src/model/envoy-settings.ts';
import type {
  Cluster,
  DirectResponseAction,
  EndpointGroup,
  FilterChain,
  ForwardAction,
  HeaderPolicy,
  Listener,
  RedirectAction,
  Route,
  RouteMatch,
  Secret,
  Vertex,
  VirtualHost,
  WeightedCluster,
} from '../../../src/dag/vertices.ts';
import { vertexKey } from '../../../src/dag/vertices.ts';
import type { Cause, Upsert } from '../../../src/messages/edge.ts';
import type { EndpointSlice } from '../../../src/model/kinds/endpoint-slice.ts';

export const nothing: HeaderPolicy = { set: [], add: [], remove: [] };

export function cause(id: string): Cause {
  return { id, key: `HTTPProxy/shop/${id}`, atMs: 0 };
}

export function upsert(vertex: Vertex, ...causes: readonly string[]): Upsert<Vertex> {
  return { key: vertexKey(vertex), value: vertex, causes: causes.map(cause) };
}

export function removal(vertex: Vertex, ...causes: readonly string[]): { key: string; causes: Cause[] } {
  return { key: vertexKey(vertex), causes: causes.map(cause) };
}

export function cluster(options: Partial<Cluster> = {}): Cluster {
  return {
    kind: 'Cluster',
    key: 'shop/web/80/da39a3ee5e',
    namespace: 'shop',
    service: 'web',
    port: 80,
    target: { kind: 'endpoints', group: 'shop/web/http' },
    protocol: 'http1',
    connectTimeoutMs: 2_000,
    loadBalancer: 'roundRobin',
    ...options,
  };
}

export function weighted(cluster: string, options: Partial<WeightedCluster> = {}): WeightedCluster {
  return { cluster, weight: 1, requestHeaders: nothing, responseHeaders: nothing, ...options };
}

export function forward(options: Partial<ForwardAction> = {}): ForwardAction {
  return {
    kind: 'forward',
    clusters: [weighted('shop/web/80/da39a3ee5e')],
    mirrors: [],
    websocket: false,
    ...options,
  };
}

export function respond(body: string, statusCode = 200): DirectResponseAction {
  return { kind: 'directResponse', statusCode, body };
}

export function redirect(options: Partial<RedirectAction> = {}): RedirectAction {
  return { kind: 'redirect', statusCode: 301, ...options };
}

export function route(action: Route['action'], options: Partial<Omit<Route, 'match'> & RouteMatch> = {}): Route {
  const { path, headers, queryParameters, ...rest } = options;
  return {
    match: {
      path: path ?? { kind: 'prefix', value: '/' },
      headers: headers ?? [],
      queryParameters: queryParameters ?? [],
    },
    action,
    requestHeaders: nothing,
    responseHeaders: nothing,
    origin: { object: 'HTTPProxy/shop/web', path: 'spec.routes[0]' },
    ...rest,
  };
}

/** `chain`: empty on the listener `ingress_http`, else a chain of `ingress_https`. */
export function virtualHost(host: string, routes: readonly Route[], chain = ''): VirtualHost {
  const listener = chain === '' ? 'ingress_http' : 'ingress_https';
  return { kind: 'VirtualHost', key: `${listener}|${chain}|${host}`, listener, chain, host, routes };
}

export function listener(protocol: 'http' | 'https', options: Partial<Listener> = {}): Listener {
  const port = protocol === 'http' ? 8080 : 8443;
  const { http, listener: socket } = defaultEnvoySettings;
  const place = { address: '0.0.0.0', port, protocol, http, socket, ja3: false, ja4: false };
  return { kind: 'Listener', key: `ingress_${protocol}`, ...place, ...options };
}

export function filterChain(id: string, serverNames: readonly string[], secret = `shop/${id}`): FilterChain {
  return {
    kind: 'FilterChain',
    key: `ingress_https|${id}`,
    listener: 'ingress_https',
    id,
    serverNames,
    secret,
    minimumTlsVersion: '1.2',
    maximumTlsVersion: '1.3',
  };
}

export function secret(key: string, certificateChainPem = 'certificate', privateKeyPem = 'key'): Secret {
  return { kind: 'Secret', key, certificateChainPem, privateKeyPem };
}

export function endpointGroup(portName = 'http', service = 'web'): EndpointGroup {
  const key = portName === '' ? `shop/${service}` : `shop/${service}/${portName}`;
  return { kind: 'EndpointGroup', key, namespace: 'shop', service, portName };
}

export function slice(name: string, options: Partial<EndpointSlice> = {}, service = 'web'): EndpointSlice {
  return {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: {
      name,
      namespace: 'shop',
      uid: '',
      resourceVersion: '',
      generation: 0,
      creationTimestamp: '',
      labels: { 'kubernetes.io/service-name': service },
      annotations: {},
    },
    source: { kind: 'kubernetes' },
    addressType: 'IPv4',
    ports: [{ name: 'http', protocol: 'TCP', port: 8080 }],
    ...options,
  };
}

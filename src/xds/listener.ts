// Listener and FilterChain vertices → envoy.config.listener.v3.Listener. The shape is Contour's.
// In: the chains as ready bytes. A repeated field is its parts end to end, so one changed chain of a thousand costs one.
//
// When a chain comes or goes, Envoy hashes and compares all chains of the listener, deeply. So a chain holds as little
// as possible: in scoped mode its connection manager comes apart (ECDS), the same for all chains. That cuts the cost of
// a new TLS host to a fifth.
import {
  NO_CLUSTER,
  type ClientValidation,
  type ForwardedDetail,
  type FilterChain,
  type Listener,
  type TcpProxy,
} from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import type { Config } from '../model/config.ts';
import { accessLogs } from './access-log.ts';
import { problemOf } from './check.ts';
import { httpConnectionManagerType, plainManager, scopedManager, singleManager } from './http-connection-manager.ts';
import { clusterName, connectionManagerName, http3ListenerName, listenerName, noBackend, secretName } from './names.ts';
import { any, encode, typeUrl } from './proto/codec.ts';
import type { ObjectKey } from '../model/object.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { duration, wrap } from './proto/values.ts';
import {
  adsSource,
  concatenate,
  encodedResource,
  field,
  partLine,
  resourceKey,
  withParts,
  withProblem,
} from './resource.ts';
import { servesAnyName } from './route-configuration.ts';

type RouteDiscovery = Config['routeDiscovery'];

const filterChainsField = 3;

/** What a chain of the listener for HTTP/3 is made of. Envoy takes none whose connection manager comes apart. */
export interface Http3Chain {
  readonly owner: Listener;
  readonly routeDiscovery: RouteDiscovery;
}

/** A filter chain as it goes into its listener. */
export interface EncodedChain {
  /** An occurrence of the listener's field `filter_chains`. */
  readonly bytes: Uint8Array;
  /** As PartNote. */
  readonly line: string;
  readonly isBad: boolean;
}

/**
 * `chains` as from encodeFilterChain, in the order of their keys; empty on a listener without TLS, which makes its own.
 * It requires no secrets: Envoy holds a new listener back by itself until those that it names have come, and asks
 * for them; a stream that waited for secrets before it sent the listener would wait for ever. `clusters`: keys of those
 * that its TCP chains name.
 */
export function listener(
  vertex: Listener,
  chains: readonly EncodedChain[],
  routeDiscovery: RouteDiscovery,
  clusters: readonly string[] = [],
): EncodedResource {
  const name = listenerName(vertex.key);
  const { address, socket } = vertex;
  const message: envoy.config.listener.v3.Listener = {
    name,
    address: socketAddress(vertex, address),
    additionalAddresses: vertex.otherAddresses?.map((other) => ({ address: socketAddress(vertex, other) })),
    ...ownTraffic(vertex, routeDiscovery),
    perConnectionBufferLimitBytes: socket.bufferLimitBytes === undefined ? undefined : wrap(socket.bufferLimitBytes),
    socketOptions: [...(vertex.protocol === 'udp' ? [] : tcpKeepalive), ...typeOfService(vertex)],
    connectionBalanceConfig: socket.connectionBalancer === 'exact' ? { exactBalance: {} } : undefined,
    maxConnectionsToAcceptPerSocketEvent:
      socket.maxConnectionsPerSocketEvent === undefined ? undefined : wrap(socket.maxConnectionsPerSocketEvent),
  };
  const requires = clusters.filter((key) => key !== NO_CLUSTER).map((key) => resourceKey('cluster', clusterName(key)));
  return withChains(name, message, chains, requires, vertex.owners ?? vertex.sharedBy);
}

/**
 * The same hosts by HTTP/3 (QUIC): as `listener`, on the same port of UDP. `chains`: encoded for HTTP/3, at least one; a
 * chain for TCP has no place here.
 */
export function http3Listener(vertex: Listener, chains: readonly EncodedChain[]): EncodedResource {
  const name = http3ListenerName(vertex.key);
  const { address, socket } = vertex;
  const message: envoy.config.listener.v3.Listener = {
    name,
    address: socketAddress({ ...vertex, protocol: 'udp' }, address),
    additionalAddresses: vertex.otherAddresses?.map((other) => ({
      address: socketAddress({ ...vertex, protocol: 'udp' }, other),
    })),
    udpListenerConfig: { quicOptions: {}, downstreamSocketConfig: { preferGro: wrap(true) } },
    perConnectionBufferLimitBytes: socket.bufferLimitBytes === undefined ? undefined : wrap(socket.bufferLimitBytes),
    socketOptions: typeOfService(vertex),
  };
  return withChains(name, message, chains, [], vertex.owners ?? vertex.sharedBy);
}

function withChains(
  name: string,
  message: envoy.config.listener.v3.Listener,
  chains: readonly EncodedChain[],
  requires: readonly string[],
  owners: readonly ObjectKey[] | undefined,
): EncodedResource {
  const bytes = concatenate([encode(listenerType, message), ...chains.map((chain) => chain.bytes)]);
  const resource = withProblem(
    encodedResource('listener', name, bytes, requires, owners),
    problemOf(listenerType, message),
  );
  return withParts(
    resource,
    chains.map(({ line }) => line),
    chains.some(({ isBad }) => isBad),
  );
}

const listenerType = 'envoy.config.listener.v3.Listener';
const filterChainType = 'envoy.config.listener.v3.FilterChain';
const extensionType = 'envoy.config.core.v3.TypedExtensionConfig';

/** It is there, and answers, also while no host has TLS. */
export function takesPlain({ protocol, plain, tcp }: Listener): boolean {
  return protocol === 'http' || plain === true || tcp !== undefined;
}

/** Beside TLS chains it is for what is no TLS. */
function plainChain(vertex: Listener, routeDiscovery: RouteDiscovery): envoy.config.listener.v3.FilterChain {
  const filters = vertex.tcp
    ? [tcpProxy(vertex.key, vertex.tcp, vertex)]
    : [{ name: connectionManager, typedConfig: plainManager(vertex, routeDiscovery) }];
  return vertex.protocol === 'https'
    ? { name: 'plain', filterChainMatch: { transportProtocol: 'raw_buffer' }, filters }
    : { filters };
}

const udpSocket = 1;

function socketAddress({ protocol, port }: Listener, address: string): envoy.config.core.v3.Address {
  return {
    socketAddress: {
      address,
      portValue: port,
      protocol: protocol === 'udp' ? udpSocket : undefined,
      ipv4Compat: address === '::' || undefined,
    },
  };
}

/** What is served beside the chains of TLS. */
function ownTraffic(
  vertex: Listener,
  routeDiscovery: RouteDiscovery,
): Pick<envoy.config.listener.v3.Listener, 'filterChains' | 'listenerFilters' | 'udpListenerConfig'> {
  if (vertex.udp) return { listenerFilters: [udpProxy(vertex.key, vertex.udp.cluster)], udpListenerConfig: {} };
  return {
    listenerFilters: listenerFilters(vertex),
    filterChains: takesPlain(vertex) ? [plainChain(vertex, routeDiscovery)] : undefined,
  };
}

function udpProxy(statPrefix: string, cluster: string): envoy.config.listener.v3.ListenerFilter {
  const route = any('envoy.extensions.filters.udp.udp_proxy.v3.Route', { cluster: clusterName(cluster) });
  return {
    name: 'envoy.filters.udp_listener.udp_proxy',
    typedConfig: any('envoy.extensions.filters.udp.udp_proxy.v3.UdpProxyConfig', {
      statPrefix,
      matcher: { onNoMatch: { action: { name: 'route', typedConfig: route } } },
    }),
  };
}

/**
 * What the TLS chains of a listener share: a connection manager for chains that serve every name, and one for the others;
 * and one for each way in which `chains` tell upstreams of client certificates. Scoped mode only; Envoy asks for those
 * that its chains name.
 */
export function sharedConnectionManagers(vertex: Listener, chains: Iterable<FilterChain>): EncodedResource[] {
  const managers = new Map<string, EncodedResource>();
  const add = (anyName: boolean, forward?: readonly ForwardedDetail[]): void => {
    const name = connectionManagerName(vertex.key, anyName, forward);
    if (!managers.has(name)) managers.set(name, sharedConnectionManager(name, vertex, anyName, forward));
  };
  add(true);
  if (!vertex.anyDepth) add(false);
  for (const chain of chains) {
    const forward = chain.clientValidation?.forward;
    if (forward !== undefined && chain.tcp === undefined) add(servesAnyName(chain), forward);
  }
  return [...managers.values()];
}

function sharedConnectionManager(
  name: string,
  vertex: Listener,
  anyName: boolean,
  forward: readonly ForwardedDetail[] | undefined,
): EncodedResource {
  const lastTry = anyName ? 'catchAll' : 'misdirected';
  const message = {
    name,
    typedConfig: scopedManager(vertex, { listener: vertex.key, tls: true, lastTry }, forward),
  };
  const resource = encodedResource('extension', name, encode(extensionType, message));
  return withProblem(resource, problemOf(extensionType, message));
}

/**
 * `serverNames` are those of the vertex that no other chain has. `owner`: the chain's listener, where its settings go into
 * the chain: in single mode, and for TCP. Else absent. `http3`: for the listener for HTTP/3.
 */
export function encodeFilterChain(
  vertex: FilterChain,
  serverNames: readonly string[],
  owner: Listener | undefined,
  http3?: Http3Chain,
): EncodedChain {
  const message = filterChainMessage(vertex, serverNames, owner, http3);
  const problem = problemOf(filterChainType, message);
  const secrets = [vertex.secret, vertex.clientValidation?.ca].filter((key) => key !== undefined);
  const line = partLine({
    name: vertex.id,
    owners: vertex.owners ?? [],
    requires: (vertex.tcp?.clusters ?? []).map(({ cluster }) => resourceKey('cluster', clusterName(cluster))),
    uses: secrets.map((key) => resourceKey('secret', secretName(key))),
    ...(problem !== undefined && { problem }),
  });
  return {
    bytes: field(filterChainsField, encode(filterChainType, message)),
    line,
    isBad: problem !== undefined,
  };
}

export function filterChainMessage(
  vertex: FilterChain,
  serverNames: readonly string[],
  owner: Listener | undefined,
  http3?: Http3Chain,
): envoy.config.listener.v3.FilterChain {
  return {
    name: vertex.id,
    filterChainMatch: serverNames.includes('*') ? { transportProtocol: http3 ? 'quic' : 'tls' } : { serverNames },
    filters: [vertex.tcp ? tcpProxy(vertex.listener, vertex.tcp, owner) : chainManager(vertex, owner, http3)],
    transportSocket:
      vertex.secret === undefined
        ? undefined
        : http3
          ? quicSocket(vertex, vertex.secret)
          : tlsSocket(vertex, vertex.secret),
  };
}

function tlsSocket(vertex: FilterChain, secret: string): envoy.config.core.v3.TransportSocket {
  return {
    name: 'envoy.transport_sockets.tls',
    typedConfig: any('envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext', downstreamTls(vertex, secret)),
  };
}

/** QUIC is TLS 1.3, and says itself that it is HTTP/3. */
function quicSocket(vertex: FilterChain, secret: string): envoy.config.core.v3.TransportSocket {
  const { requireClientCertificate, commonTlsContext } = downstreamTls(vertex, secret);
  const { tlsParams: _params, alpnProtocols: _protocols, ...context } = commonTlsContext ?? {};
  const ecdhCurves = vertex.curves;
  return {
    name: 'envoy.transport_sockets.quic',
    typedConfig: any('envoy.extensions.transport_sockets.quic.v3.QuicDownstreamTransport', {
      downstreamTlsContext: {
        requireClientCertificate,
        commonTlsContext: { ...context, tlsParams: ecdhCurves && { ecdhCurves } },
      },
    }),
  };
}

/** Whether a chain has a place in the listener for HTTP/3. */
export function hasHttp3({ tcp, secret, maximumTlsVersion }: FilterChain): boolean {
  return tcp === undefined && secret !== undefined && maximumTlsVersion === '1.3';
}

/** Contour's; more than the two hours after which TCP keepalive speaks up by default. */
const tcpIdleTimeoutMs = 9_001_000;

function tcpProxy(
  statPrefix: string,
  { clusters, idleTimeoutMs = tcpIdleTimeoutMs }: TcpProxy,
  owner: Listener | undefined,
): envoy.config.listener.v3.Filter {
  const [only, ...others] = clusters.map(({ cluster, weight }) => ({
    // Envoy closes connections for a cluster that it doesn't know.
    name: cluster === NO_CLUSTER ? noBackend : clusterName(cluster),
    weight,
  }));
  const config = {
    statPrefix,
    idleTimeout: duration(idleTimeoutMs),
    accessLog: accessLogs(owner?.accessLog),
    ...(only !== undefined && others.length === 0
      ? { cluster: only.name }
      : { weightedClusters: { clusters: only === undefined ? [] : [only, ...others] } }),
  };
  return {
    name: 'envoy.filters.network.tcp_proxy',
    typedConfig: any('envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy', config),
  };
}

function chainManager(
  vertex: FilterChain,
  owner: Listener | undefined,
  http3: Http3Chain | undefined,
): envoy.config.listener.v3.Filter {
  const forward = vertex.clientValidation?.forward;
  if (http3 !== undefined) {
    const lastTry = servesAnyName(vertex) ? 'catchAll' : 'misdirected';
    const { owner: of, routeDiscovery } = http3;
    const typedConfig =
      routeDiscovery === 'single'
        ? singleManager(of, vertex.id, forward, true)
        : scopedManager(of, { listener: of.key, tls: true, lastTry, chain: vertex.id }, forward, true);
    return { name: connectionManager, typedConfig };
  }
  if (owner !== undefined) {
    return { name: connectionManager, typedConfig: singleManager(owner, vertex.id, forward) };
  }
  return {
    name: connectionManagerName(vertex.listener, servesAnyName(vertex), forward),
    configDiscovery: { configSource: adsSource, typeUrls: [typeUrl(httpConnectionManagerType)] },
  };
}

const connectionManager = 'envoy.filters.network.http_connection_manager';
const alpnNames = { http1: 'http/1.1', http2: 'h2' } as const;
const tlsVersions = { '1.0': 1, '1.1': 2, '1.2': 3, '1.3': 4 } as const;

function downstreamTls(
  vertex: FilterChain,
  secret: string,
): envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext {
  const { clientValidation } = vertex;
  return {
    requireClientCertificate: clientValidation && wrap(clientValidation.required),
    commonTlsContext: {
      ...(clientValidation && validationContext(clientValidation)),
      tlsParams: tlsParams(vertex),
      tlsCertificateSdsSecretConfigs: [secret, ...(vertex.otherSecrets ?? [])].map((key) => ({
        name: secretName(key),
        sdsConfig: adsSource,
      })),
      alpnProtocols: vertex.tcp
        ? undefined
        : (vertex.httpVersions ?? ['http2', 'http1']).map((version) => alpnNames[version]),
    },
  };
}

const acceptUntrusted = 1;

function validationContext({
  ca,
  verify,
  revocationOfLeafOnly,
}: ClientValidation): Pick<
  envoy.extensions.transport_sockets.tls.v3.CommonTlsContext,
  'validationContext' | 'combinedValidationContext'
> {
  const settings = {
    trustChainVerification: verify ? undefined : acceptUntrusted,
    onlyVerifyLeafCertCrl: revocationOfLeafOnly || undefined,
  } as const;
  if (ca === undefined) return { validationContext: settings };
  return {
    combinedValidationContext: {
      defaultValidationContext: settings,
      validationContextSdsSecretConfig: { name: secretName(ca), sdsConfig: adsSource },
    },
  };
}

/** undefined for TLS 1.2 to 1.3 with Envoy's ciphers: its defaults, which are Contour's too. */
function tlsParams(vertex: FilterChain): envoy.extensions.transport_sockets.tls.v3.TlsParameters | undefined {
  const { minimumTlsVersion: minimum, maximumTlsVersion: maximum, cipherSuites, curves: ecdhCurves } = vertex;
  if (minimum === '1.2' && maximum === '1.3' && cipherSuites === undefined && ecdhCurves === undefined)
    return undefined;
  return {
    tlsMinimumProtocolVersion: tlsVersions[minimum],
    tlsMaximumProtocolVersion: tlsVersions[maximum],
    cipherSuites,
    ecdhCurves,
  };
}

/** Undefined: none. The PROXY protocol's header comes before everything else. */
function listenerFilters({
  protocol,
  socket,
  ja3,
  ja4,
}: Listener): readonly envoy.config.listener.v3.ListenerFilter[] | undefined {
  const filters: envoy.config.listener.v3.ListenerFilter[] = [];
  if (socket.useProxyProtocol)
    filters.push({ name: 'envoy.filters.listener.proxy_protocol', typedConfig: proxyProtocol });
  if (protocol === 'https') {
    filters.push({
      name: 'envoy.filters.listener.tls_inspector',
      typedConfig: any('envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector', {
        enableJa3Fingerprinting: ja3 ? wrap(true) : undefined,
        enableJa4Fingerprinting: ja4 ? wrap(true) : undefined,
      }),
    });
  }
  return filters.length > 0 ? filters : undefined;
}

const proxyProtocol = any('envoy.extensions.filters.listener.proxy_protocol.v3.ProxyProtocol', {});

/** Linux numbers. */
function typeOfService({ socket: { tos, trafficClass }, address }: Listener): envoy.config.core.v3.SocketOption[] {
  const options: envoy.config.core.v3.SocketOption[] = [];
  if (tos !== 0) options.push({ description: 'IP_TOS', level: 0, name: 1, intValue: tos, state: 1 });
  // The kernel takes it for IPv6 sockets only; Envoy refuses a listener whose option is not taken.
  if (trafficClass !== 0 && address.includes(':'))
    options.push({ description: 'IPV6_TCLASS', level: 41, name: 67, intValue: trafficClass, state: 1 });
  return options;
}

/** Linux numbers: dead clients are found after 45 s of silence and 9 probes, 5 s apart. */
const tcpKeepalive: envoy.config.core.v3.SocketOption[] = [
  { description: 'SO_KEEPALIVE', level: 1, name: 9, intValue: 1, state: 1 },
  { description: 'TCP_KEEPIDLE', level: 6, name: 4, intValue: 45, state: 1 },
  { description: 'TCP_KEEPINTVL', level: 6, name: 5, intValue: 5, state: 1 },
  { description: 'TCP_KEEPCNT', level: 6, name: 6, intValue: 9, state: 1 },
];

// Listeners for connections and datagrams: of all routes on one (or, with TLS, on one server name) the most specific
// counts, then the oldest. A backend that can't be used closes its share of connections.
import { createHash } from 'node:crypto';
import { compareText } from '../../compile/route-match.ts';
import { emitCluster } from '../../compile/upstream.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import { NO_CLUSTER, type Cluster, type EndpointGroup, type TcpProxy } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { tlsOfChain } from '../hosts/chain.ts';
import { levels, topics } from '../topics.ts';
import { ownerOf } from './host.ts';
import { ANY_HOST, compareSpecificity } from './hostnames.ts';
import {
  gatewayPrefixes,
  gatewayTopics,
  type EnvoyChain,
  type EnvoyListener,
  type L4Backend,
  type L4Entry,
} from './topics.ts';

/** One unit a server name of a section. Without TLS the name is `*`, and the Listener vertex says where bytes go. */
export function gatewayL4Kind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway-l4',
    level: levels.chain,
    each: { topic: gatewayPrefixes.l4 },
    compile(rest, context) {
      const [listener, section, host] = rest.split('|') as [string, string, string];
      const protocol = context.topic<EnvoyListener>(gatewayTopics.listener(listener))[0]?.value.protocol;
      const winner = winnerOf(context, listener, section, host);
      if (!winner || protocol === undefined) return;
      if (protocol === 'udp') {
        emitUdpCluster(context, winner.backends);
        return;
      }
      for (const { cluster } of winner.backends) if (cluster) emitCluster(context, cluster, config.settings?.cluster);
      if (protocol !== 'https' || ownerOf(context, listener, host) !== section) return;
      const tls = context.topic<EnvoyChain>(gatewayTopics.l4Tls(listener, section))[0]?.value;
      const [secret, ...otherSecrets] = tls?.secrets ?? [];
      const id = `${section}/${host}`;
      context.emit({
        kind: 'FilterChain',
        key: `${listener}|${id}`,
        listener,
        id,
        serverNames: [host],
        ...(secret !== undefined && { secret }),
        ...(otherSecrets.length > 0 && { otherSecrets }),
        ...tlsOfChain(config, tls ?? { minimumTlsVersion: '1.2', maximumTlsVersion: '1.3' }),
        tcp: tcpProxyOf(winner.backends),
        owners: [...new Set([winner.owner, ...(tls ? [tls.owner] : [])])].sort(compareText),
      });
      for (const each of tls?.secrets ?? []) context.publish(topics.secret(each), true);
    },
  };
}

export function winnerOf(context: UnitContext, listener: string, section: string, host: string): L4Entry | undefined {
  const [first] = context
    .topic<L4Entry>(gatewayTopics.l4(listener, section, host))
    .map(({ value }) => value)
    .sort(
      (a, b) =>
        compareSpecificity(a.original, b.original) ||
        compareText(a.creationTimestamp, b.creationTimestamp) ||
        compareText(a.owner, b.owner),
    );
  return first;
}

/** Of a listener without TLS; undefined: no route is there. */
export function plainWinner(context: UnitContext, listener: string, section: string): L4Entry | undefined {
  return winnerOf(context, listener, section, ANY_HOST);
}

export function tcpProxyOf(backends: readonly L4Backend[]): TcpProxy {
  const clusters = backends.map(({ cluster, weight }) => ({ cluster: cluster?.key ?? NO_CLUSTER, weight }));
  if (clusters.length === 0) return { clusters: [{ cluster: NO_CLUSTER, weight: 1 }] };
  return { clusters: clusters.sort((a, b) => compareText(a.cluster, b.cluster) || a.weight - b.weight) };
}

interface UdpPart {
  readonly namespace: string;
  readonly service: string;
  readonly portName: string;
  readonly weight: number;
}

/** Envoy's UDP proxy has one cluster, so the Services are put together in one. Undefined: there is none to be used. */
export function udpClusterKey(backends: readonly L4Backend[]): string | undefined {
  const parts = udpParts(backends);
  if (parts.length === 0) return undefined;
  return `udp/${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
}

function udpParts(backends: readonly L4Backend[]): readonly UdpPart[] {
  return backends.flatMap(({ cluster, weight }) => {
    if (cluster?.target.kind !== 'endpoints') return [];
    const { namespace, service, target } = cluster;
    return [{ namespace, service, portName: target.group.slice(`${namespace}/${service}/`.length), weight }];
  });
}

function emitUdpCluster(context: UnitContext, backends: readonly L4Backend[]): void {
  const key = udpClusterKey(backends);
  const first = backends.find(({ cluster }) => cluster?.target.kind === 'endpoints')?.cluster;
  if (key === undefined || !first) return;
  const [own, ...others] = udpParts(backends) as [UdpPart, ...UdpPart[]];
  const cluster: Cluster = {
    ...first,
    key,
    target: { kind: 'endpoints', group: key },
    statName: key.replace('/', '_'),
    weighsServices: true,
  };
  const group: EndpointGroup = {
    kind: 'EndpointGroup',
    key,
    ...own,
    protocol: 'UDP',
    ...(others.length > 0 && { others }),
  };
  context.emit(cluster);
  context.emit(group);
}

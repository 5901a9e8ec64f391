// Weighted clusters that leave their share to the others while they have no healthy endpoint. Envoy does it alone, at
// once, by aggregate clusters: each share goes to an aggregate of its own cluster and, behind it, the others.
// What a share says itself (headers, Host, cookies) goes along to whichever cluster takes it.
import { createHash } from 'node:crypto';
import type { Cluster, WeightedCluster } from '../vertices.ts';
import { compareText } from './route-match.ts';

/** With more clusters all of a share goes to one other, the one with the most weight: their pairs grow too many. */
const MAX_SPREAD = 5;
/** A share is cut into parts as fine as this. */
const FINENESS = 1000;
const MAX_WEIGHT = 0xffff_ffff;

export interface WithFailover {
  readonly clusters: readonly WeightedCluster[];
  /** To emit beside `vertices`. */
  readonly aggregates: readonly Cluster[];
}

/** `vertices`: those that `clusters` name. Clusters of weight 0 take no part, unless all have it. */
export function withFailover(clusters: readonly WeightedCluster[], vertices: readonly Cluster[]): WithFailover {
  const weights = new Map<string, number>();
  for (const { cluster, weight } of clusters)
    if (weight > 0) weights.set(cluster, (weights.get(cluster) ?? 0) + weight);
  if (weights.size < 2) return { clusters, aggregates: [] };
  const total = [...weights.values()].reduce((sum, each) => sum + each, 0);
  const scale = total * FINENESS * weights.size <= MAX_WEIGHT ? FINENESS : 1;
  const byKey = new Map(vertices.map((each) => [each.key, each]));
  const aggregates = new Map<string, Cluster>();
  const parts = clusters.flatMap((own) => {
    if (own.weight === 0) return [];
    const others = [...weights].filter(([key]) => key !== own.cluster).sort(byWeight);
    const rest = total - weights.get(own.cluster)!;
    return (weights.size > MAX_SPREAD ? others.slice(0, 1) : others).map(([next, weight], _i, { length }) => {
      const members = [own.cluster, next, ...others.map(([key]) => key).filter((key) => key !== next)];
      const aggregate = aggregateOf(byKey.get(own.cluster)!, members);
      aggregates.set(aggregate.key, aggregate);
      const share = length === 1 ? own.weight * scale : Math.max(1, Math.round((own.weight * scale * weight) / rest));
      return { ...own, cluster: aggregate.key, members, weight: share };
    });
  });
  return {
    clusters: parts.sort((a, b) => compareText(a.cluster, b.cluster) || a.weight - b.weight),
    aggregates: [...aggregates.values()],
  };
}

function byWeight([a, weightOfA]: readonly [string, number], [b, weightOfB]: readonly [string, number]): number {
  return weightOfB - weightOfA || compareText(a, b);
}

function aggregateOf(first: Cluster, members: readonly string[]): Cluster {
  const { namespace, service, port, connectTimeoutMs, circuitBreakers } = first;
  const hash = createHash('sha1').update(members.join('\n')).digest('hex').slice(0, 10);
  return {
    kind: 'Cluster',
    key: `failover/${namespace}/${service}/${hash}`,
    namespace,
    service,
    port,
    statName: `${namespace}_${service}_${port}_failover`,
    target: { kind: 'aggregate', clusters: members },
    protocol: first.protocol,
    connectTimeoutMs,
    loadBalancer: first.loadBalancer,
    ...(circuitBreakers && { circuitBreakers }),
  };
}

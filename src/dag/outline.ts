// The compiled graph as nodes and edges, for people to look at: one host with everything it leads to, or the first hosts
// by name. Pure. Holds names only, nothing secret.
import { createSmallest } from './smallest.ts';
import { vertexAt, verticesOf, type GraphSnapshot } from './snapshot.ts';
import { virtualHostsOf } from './virtual-hosts-of.ts';
import { vertexKey, type Cluster, type Vertex, type VirtualHost } from './vertices.ts';
import { wholeHost } from './whole-host.ts';

export interface OutlineNode {
  /** The vertex's key, or `object/` and the key of an object. */
  readonly id: string;
  readonly kind: 'object' | Vertex['kind'];
  readonly label: string;
}

export interface Outline {
  readonly nodes: readonly OutlineNode[];
  readonly edges: readonly (readonly [from: string, to: string])[];
  /** Virtual hosts that there are and that are not shown. */
  readonly left: number;
}

/** `host`: only that one, on all listeners; else the first `limit` by name. */
export function outlineOf(snapshot: GraphSnapshot, host: string | undefined, limit: number): Outline {
  const first = createSmallest<VirtualHost>(limit, (a, b) =>
    a.host < b.host || (a.host === b.host && vertexKey(a) < vertexKey(b)) ? -1 : 1,
  );
  let total = 0;
  const hosts = host === undefined ? verticesOf(snapshot, ['VirtualHost']) : virtualHostsOf(snapshot, host).entries();
  for (const [, vertex] of hosts) {
    total++;
    first.add(vertex as VirtualHost);
  }
  const shown = first.values;

  const nodes = new Map<string, OutlineNode>();
  const edges = new Map<string, readonly [string, string]>();
  const add = (id: string, kind: OutlineNode['kind'], label: string) => {
    if (!nodes.has(id)) nodes.set(id, { id, kind, label });
    return id;
  };
  const vertex = (kind: Vertex['kind'], key: string) => add(`${kind}/${key}`, kind, key);
  const connect = (from: string, to: string) => edges.set(`${from}\n${to}`, [from, to]);

  for (const each of shown) {
    const id = add(vertexKey(each), 'VirtualHost', each.host);
    const listener = vertex('Listener', each.listener);
    if (each.chain === '') connect(listener, id);
    else {
      const chainKey = `${each.listener}|${each.chain}`;
      const chain = vertex('FilterChain', chainKey);
      connect(listener, chain);
      connect(chain, id);
      const found = vertexAt(snapshot, `FilterChain/${chainKey}`);
      if (found?.kind === 'FilterChain' && found.secret !== undefined) connect(chain, vertex('Secret', found.secret));
    }
    for (const { action, origin } of wholeHost(snapshot, each).routes) {
      connect(add(`object/${origin.object}`, 'object', origin.object), id);
      if (action.kind !== 'forward') continue;
      for (const { cluster } of [...action.clusters, ...action.mirrors]) {
        connect(id, vertex('Cluster', cluster));
        addTargets(cluster);
      }
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], left: total - shown.length };

  function addTargets(name: string): void {
    const cluster = vertexAt(snapshot, `Cluster/${name}`);
    if (cluster?.kind !== 'Cluster') return;
    const id = `Cluster/${name}`;
    for (const to of targetsOf(cluster)) connect(id, vertex(to.kind, to.key));
    if (cluster.target.kind === 'aggregate') cluster.target.clusters.forEach(addTargets);
  }
}

function targetsOf({ target, clientCertificate }: Cluster): readonly { kind: Vertex['kind']; key: string }[] {
  const secrets = clientCertificate === undefined ? [] : [{ kind: 'Secret' as const, key: clientCertificate }];
  switch (target.kind) {
    case 'endpoints':
      return [{ kind: 'EndpointGroup', key: target.group }, ...secrets];
    case 'aggregate':
      return target.clusters.map((key) => ({ kind: 'Cluster', key }));
    case 'dns':
      return secrets;
    default:
      return target satisfies never;
  }
}

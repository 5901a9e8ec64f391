// The virtual hosts of one host name, on all listeners and chains, without looking at all others.
import { vertexAt, verticesOf, type GraphSnapshot } from './snapshot.ts';
import type { VirtualHost } from './vertices.ts';

/** `host`: in lower case, as in the vertex. In no meaningful order. */
export function virtualHostsOf(snapshot: GraphSnapshot, host: string): readonly VirtualHost[] {
  const found: VirtualHost[] = [];
  for (const [, { kind, key }] of verticesOf(snapshot, ['Listener', 'FilterChain'])) {
    const place = kind === 'Listener' ? `${key}|` : key;
    const vertex = vertexAt(snapshot, `VirtualHost/${place}|${host}`);
    if (vertex?.kind === 'VirtualHost') found.push(vertex);
  }
  return found;
}

// A snapshot as `explain` looks into it.
import { vertexAt, verticesOf, type GraphSnapshot } from '../snapshot.ts';
import type { FilterChain, Listener } from '../vertices.ts';
import type { GraphView } from './explain.ts';

export function viewOf(graph: GraphSnapshot): GraphView {
  const listeners = [...verticesOf(graph, ['Listener'])].map(([, vertex]) => vertex as Listener);
  listeners.sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    vertex: (key) => vertexAt(graph, key),
    listeners: () => listeners,
    chains: (listener) => {
      const chains: FilterChain[] = [];
      for (const [, vertex] of verticesOf(graph, ['FilterChain']))
        if (vertex.kind === 'FilterChain' && vertex.listener === listener) chains.push(vertex);
      return chains.sort((a, b) => (a.key < b.key ? -1 : 1));
    },
  };
}

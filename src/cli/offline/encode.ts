// Graph and EndpointSlices → the resources that Envoys would get, by the translators that serve.
import { verticesOf, type GraphSnapshot } from '../../dag/snapshot.ts';
import type { EndpointGroup, Vertex, VertexKind } from '../../dag/vertices.ts';
import type { EncodedResource } from '../../messages/resources.ts';
import type { Upsert } from '../../messages/edge.ts';
import type { Config } from '../../model/config.ts';
import type { EndpointSlice } from '../../model/kinds/endpoint-slice.ts';
import { keyOf } from '../../model/object.ts';
import { createClusterTranslator } from '../../xds/cluster.ts';
import { createEndpointTable } from '../../xds/endpoint-table.ts';
import { createListenerTranslator } from '../../xds/listener-translator.ts';
import { createRouteTranslator } from '../../xds/route-translator.ts';
import { createSecretTranslator } from '../../xds/secret.ts';
import type { Translator } from '../../xds/translator.ts';

/** Actors that make resources, each with what it made, by key. */
export interface EncodedGraph {
  readonly listenerTranslator: Resources;
  readonly routeTranslator: Resources;
  readonly clusterTranslator: Resources;
  readonly secretTranslator: Resources;
  readonly endpoints: Resources;
}

export type Resources = ReadonlyMap<string, EncodedResource>;

export function encodeGraph(
  graph: GraphSnapshot,
  slices: readonly EndpointSlice[],
  routeDiscovery: Config['routeDiscovery'],
  change: (vertex: Vertex) => Vertex = (vertex) => vertex,
): EncodedGraph {
  const translated = (translator: Translator, ...kinds: readonly VertexKind[]): Resources => {
    translator.apply({ upserts: verticesFor(graph, kinds, change), removals: [] });
    translator.publish();
    return translator.resources();
  };
  const endpoints = createEndpointTable();
  endpoints.applySlices(
    slices.map((value) => ({ key: keyOf(value), value, causes: [] })),
    [],
  );
  endpoints.applyGroups(verticesFor(graph, ['EndpointGroup'], change) as Upsert<EndpointGroup>[], []);
  endpoints.publish();
  return {
    listenerTranslator: translated(createListenerTranslator(routeDiscovery), 'Listener', 'FilterChain', 'Runtime'),
    routeTranslator: translated(
      createRouteTranslator(routeDiscovery),
      'VirtualHost',
      'VirtualHostPart',
      'FilterChain',
      'Listener',
    ),
    clusterTranslator: translated(createClusterTranslator(), 'Cluster'),
    secretTranslator: translated(createSecretTranslator(), 'Secret', 'TrustedCa'),
    endpoints: endpoints.resources(),
  };
}

function verticesFor(
  graph: GraphSnapshot,
  kinds: readonly VertexKind[],
  change: (vertex: Vertex) => Vertex,
): Upsert<Vertex>[] {
  return [...verticesOf(graph, kinds)].map(([key, vertex]) => ({ key, value: change(vertex), causes: [] }));
}

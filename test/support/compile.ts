// The whole functional core in one call: objects → compiled graph → encoded Envoy resources and statuses.
// For golden and property tests; no actor, no thread. `createCore` takes changes one by one and keeps everything up to
// date incrementally, as the running program does.
import { createEngine } from '../../src/dag/engine.ts';
import { createUnitKinds, type CompileConfig } from '../../src/dag/processors/index.ts';
import type { Vertex, VertexKind } from '../../src/dag/vertices.ts';
import type { EncodedResource, ResourceType } from '../../src/messages/resources.ts';
import type { StatusValue } from '../../src/messages/statuses.ts';
import type { Config } from '../../src/model/config.ts';
import type { EndpointSlice } from '../../src/model/kinds/index.ts';
import { parseKey, type SourceObject } from '../../src/model/object.ts';
import { createClusterTranslator } from '../../src/xds/cluster.ts';
import { createEndpointTable } from '../../src/xds/endpoint-table.ts';
import { createListenerTranslator } from '../../src/xds/listener-translator.ts';
import { decode } from '../../src/xds/proto/codec.ts';
import type { TypeName } from '../../src/xds/proto/descriptor.ts';
import {
  CLUSTER,
  CLUSTER_LOAD_ASSIGNMENT,
  LISTENER,
  ROUTE_CONFIGURATION,
  EXTENSION,
  RUNTIME,
  SCOPED_ROUTE_CONFIGURATION,
  SECRET,
} from '../../src/xds/proto/resource-types.ts';
import { validateMessage } from '../../src/xds/proto/validate.ts';
import { createRouteTranslator } from '../../src/xds/route-translator.ts';
import { createSecretTranslator } from '../../src/xds/secret.ts';

export const defaultCompileConfig: CompileConfig = {
  listeners: { http: { address: '0.0.0.0', port: 8080 }, https: { address: '0.0.0.0', port: 8443 } },
  ingressClassNames: [],
  rootNamespaces: [],
  enableExternalNameService: false,
  connectTimeoutMs: 2000,
  compression: 'gzip',
};

export interface Core {
  /** Puts or (undefined) removes an object; EndpointSlices too. */
  set(key: string, object: SourceObject | undefined): void;
  /** From the next commit on these settings hold. */
  configure(config: CompileConfig): void;
  /** Compiles and translates what changed. */
  commit(): void;
  vertices(): ReadonlyMap<string, Vertex>;
  statuses(): ReadonlyMap<string, StatusValue>;
  /** By `<type>/<name>`. */
  resources(): ReadonlyMap<string, EncodedResource>;
  failures(): readonly string[];
}

export function createCore(
  config: Partial<CompileConfig> = {},
  routeDiscovery: Config['routeDiscovery'] = 'scoped',
): Core {
  const engine = createEngine(createUnitKinds({ ...defaultCompileConfig, routeDiscovery, ...config }));
  const endpoints = createEndpointTable();
  const translators: readonly (readonly [ReturnType<typeof createClusterTranslator>, readonly VertexKind[]])[] = [
    [createListenerTranslator(routeDiscovery), ['Listener', 'FilterChain', 'OperatorListener', 'Runtime']],
    [createRouteTranslator(routeDiscovery), ['VirtualHost', 'VirtualHostPart', 'FilterChain', 'Listener']],
    [createClusterTranslator(), ['Cluster']],
    [createSecretTranslator(), ['Secret', 'TrustedCa']],
  ];

  return {
    set(key, object) {
      if (parseKey(key).kind !== 'EndpointSlice') engine.set(key, object);
      else if (object) endpoints.applySlices([{ key, value: object as EndpointSlice, causes: [] }], []);
      else endpoints.applySlices([], [{ key, causes: [] }]);
    },
    configure(changed) {
      engine.recompile(createUnitKinds({ ...changed, routeDiscovery }));
    },
    commit() {
      const delta = engine.commit();
      // Freezes all vertices, so that whoever alters one fails.
      engine.snapshot();
      const upserts = delta.upserts.map(({ key, vertex, causes }) => ({ key, value: vertex, causes }));
      for (const [translator, kinds] of translators) {
        translator.apply({
          upserts: upserts.filter((each) => kinds.includes(each.value.kind)),
          removals: delta.removals.filter((each) => kinds.some((kind) => each.key.startsWith(`${kind}/`))),
        });
        translator.publish();
      }
      endpoints.applyGroups(
        upserts.flatMap(({ key, value, causes }) => (value.kind === 'EndpointGroup' ? [{ key, value, causes }] : [])),
        delta.removals.filter((each) => each.key.startsWith('EndpointGroup/')),
      );
      endpoints.publish();
    },
    vertices: () => new Map([...engine.vertices()].sort(byKey)),
    statuses: () => new Map([...engine.statuses()].sort(byKey)),
    resources: () =>
      new Map(
        [...translators.map(([translator]) => translator), endpoints]
          .flatMap((each) => [...each.resources()])
          .sort(byKey),
      ),
    failures: () => engine.failures().map((each) => each.error),
  };
}

/** Message type of each kind of resource. */
export const resourceMessages = {
  listener: LISTENER.message,
  scopedRoute: SCOPED_ROUTE_CONFIGURATION.message,
  route: ROUTE_CONFIGURATION.message,
  cluster: CLUSTER.message,
  endpoint: CLUSTER_LOAD_ASSIGNMENT.message,
  secret: SECRET.message,
  extension: EXTENSION.message,
  runtime: RUNTIME.message,
} as const satisfies Record<ResourceType, TypeName>;

/** What Envoy's own validation rules say against these resources; empty: it takes them. */
export function violationsOf(resources: Iterable<EncodedResource>): string[] {
  return [...resources].flatMap(({ type, name, bytes }) => {
    const message = resourceMessages[type];
    return validateMessage(message, decode(message, bytes)).map(
      (each) => `${type} ${name}: ${each.path} ${each.message}`,
    );
  });
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

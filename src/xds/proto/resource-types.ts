// The xDS resource types: message, type URL, and the gRPC methods that serve them.
// A method path is what a gRPC server registers. Messages of `sotw` methods are DiscoveryRequest and DiscoveryResponse, those of
// `delta` methods DeltaDiscoveryRequest and DeltaDiscoveryResponse, all of envoy.service.discovery.v3.
import type { TypeName } from './descriptor.ts';

/** One resource type. `nameField` is the field that holds a resource's name. Virtual hosts have no SotW service of their own. */
export interface ResourceType {
  readonly message: TypeName;
  readonly typeUrl: `type.googleapis.com/${TypeName}`;
  readonly nameField: 'name' | 'clusterName';
  readonly sotwPath?: string;
  readonly deltaPath: string;
}

export const LISTENER = resourceType(
  'envoy.config.listener.v3.Listener',
  'listener.v3.ListenerDiscoveryService',
  'Listeners',
);
export const ROUTE_CONFIGURATION = resourceType(
  'envoy.config.route.v3.RouteConfiguration',
  'route.v3.RouteDiscoveryService',
  'Routes',
);
export const SCOPED_ROUTE_CONFIGURATION = resourceType(
  'envoy.config.route.v3.ScopedRouteConfiguration',
  'route.v3.ScopedRoutesDiscoveryService',
  'ScopedRoutes',
);
export const VIRTUAL_HOST: ResourceType = {
  message: 'envoy.config.route.v3.VirtualHost',
  typeUrl: 'type.googleapis.com/envoy.config.route.v3.VirtualHost',
  nameField: 'name',
  deltaPath: '/envoy.service.route.v3.VirtualHostDiscoveryService/DeltaVirtualHosts',
};
export const CLUSTER = resourceType(
  'envoy.config.cluster.v3.Cluster',
  'cluster.v3.ClusterDiscoveryService',
  'Clusters',
);
export const CLUSTER_LOAD_ASSIGNMENT: ResourceType = {
  ...resourceType(
    'envoy.config.endpoint.v3.ClusterLoadAssignment',
    'endpoint.v3.EndpointDiscoveryService',
    'Endpoints',
  ),
  nameField: 'clusterName',
};
export const SECRET = resourceType(
  'envoy.extensions.transport_sockets.tls.v3.Secret',
  'secret.v3.SecretDiscoveryService',
  'Secrets',
);
/** Configuration of a filter by itself (ECDS): filters that many filter chains share are sent once. */
export const EXTENSION = resourceType(
  'envoy.config.core.v3.TypedExtensionConfig',
  'extension.v3.ExtensionConfigDiscoveryService',
  'ExtensionConfigs',
);
export const RUNTIME = resourceType(
  'envoy.service.runtime.v3.Runtime',
  'runtime.v3.RuntimeDiscoveryService',
  'Runtime',
);

/** Every resource type, in the order in which Envoy wants additions: what is referred to comes before what refers. */
export const resourceTypes: readonly ResourceType[] = [
  RUNTIME,
  CLUSTER,
  CLUSTER_LOAD_ASSIGNMENT,
  SECRET,
  EXTENSION,
  LISTENER,
  SCOPED_ROUTE_CONFIGURATION,
  ROUTE_CONFIGURATION,
  VIRTUAL_HOST,
];

/** The aggregated service, which carries all types on one stream. */
export const ADS = {
  sotwPath: '/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources',
  deltaPath: '/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources',
} as const;

const byUrl = new Map<string, ResourceType>(resourceTypes.map((type) => [type.typeUrl, type]));

/** The resource type of a type URL in a discovery request; undefined if nuncio doesn't serve it. */
export function resourceTypeOf(typeUrl: string): ResourceType | undefined {
  return byUrl.get(typeUrl);
}

function resourceType(
  message: TypeName,
  service: string,
  method: string,
): ResourceType & { readonly sotwPath: string } {
  return {
    message,
    typeUrl: `type.googleapis.com/${message}`,
    nameField: 'name',
    sotwPath: `/envoy.service.${service}/Stream${method}`,
    deltaPath: `/envoy.service.${service}/Delta${method}`,
  };
}

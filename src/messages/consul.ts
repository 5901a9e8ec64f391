// Edge consul → endpoints: the instances of a service that Consul knows, key = that of the EndpointGroup on its own edge.
// A service for which Consul has not answered yet has no value.
// Edge consul → builder: what is to be told about Consul, as source objects (src/model/consul-state.ts).

export interface ConsulEndpoints {
  /** One an address and port, sorted by both. */
  readonly endpoints: readonly ConsulEndpoint[];
}

export interface ConsulEndpoint {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  /** Share of the requests; absent: as large as that of any other. */
  readonly weight?: number;
}

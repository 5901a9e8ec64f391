// What is known beside the graph when an explanation is told: files, endpoints, Envoys.

export interface Surroundings {
  /** `file:line` of an object; undefined: it came from elsewhere. */
  readonly placeOf?: (object: string) => string | undefined;
  /** By key of the group; undefined: not known. */
  readonly endpointsOf?: (group: string) => readonly EndpointReport[] | undefined;
  /** Absent: there is no control plane to ask. */
  readonly envoys?: readonly EnvoyReport[];
}

export interface EndpointReport {
  readonly address: string;
  readonly port: number;
  /** Empty: none is known. */
  readonly zone: string;
}

export interface EnvoyReport {
  /** Node id, or the peer's address if it names none. */
  readonly node: string;
  /** `pending`: it has an older version, or has not answered yet. */
  readonly state: 'accepted' | 'pending' | 'refused';
  /** Of a refusal: Envoy's words. */
  readonly message?: string;
}

// envoy.config.endpoint.v3.ClusterLoadAssignment → its endpoints, for people.
import type { EndpointReport } from '../dag/explain/surroundings.ts';
import { decode } from './proto/codec.ts';

export function readAssignment(bytes: Uint8Array): readonly EndpointReport[] {
  const { endpoints } = decode('envoy.config.endpoint.v3.ClusterLoadAssignment', bytes);
  return (endpoints ?? []).flatMap(({ locality, lbEndpoints }) =>
    (lbEndpoints ?? []).flatMap(({ endpoint }) => {
      const { address, portValue } = endpoint?.address?.socketAddress ?? {};
      if (address == null || portValue == null) return [];
      return [{ address, port: portValue, zone: locality?.zone ?? '' }];
    }),
  );
}

// EndpointGroup vertex and the EndpointSlices of its Service → envoy.config.endpoint.v3.ClusterLoadAssignment.
// The result depends on what the slices say, never on their number or order: equal endpoints give equal bytes.
//
// One locality per zone. Envoy looks at them only where its bootstrap says its own zone, and prefers it for clusters with
// `preferSameZone`; otherwise they change nothing but what statistics can show.
import type { EndpointGroup } from '../dag/vertices.ts';
import type { ConsulEndpoint } from '../messages/consul.ts';
import type { EncodedResource } from '../messages/resources.ts';
import type { EndpointSlice, EndpointSliceEndpoint } from '../model/kinds/endpoint-slice.ts';
import { isIpv4, isIpv6 } from '../model/ip-address.ts';
import { checkedResource } from './check.ts';
import { endpointsName } from './names.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { wrap } from './proto/values.ts';

/** `slices`: all of the group's Service, in any order; `slicesOfOthers`: of each of `others`, in their order. Without endpoints the assignment is empty, not absent: Envoy must never wait. */
export function endpointAssignment(
  group: EndpointGroup,
  slices: Iterable<EndpointSlice>,
  slicesOfOthers: readonly Iterable<EndpointSlice>[] = [],
): EncodedResource {
  const name = endpointsName(group.key);
  const ofServices = [
    { weight: group.weight, found: gather(group, slices) },
    ...(group.others ?? []).map(({ portName, weight }, i) => ({
      weight,
      found: gather({ ...group, portName }, slicesOfOthers[i] ?? []),
    })),
  ];
  const endpoints =
    group.weight === undefined
      ? localities(usable(ofServices.flatMap(({ found }) => found)))
      : ofServices.flatMap(({ weight = 0, found }, i) => weighedLocality(i, weight, usable(found)));
  return checkedResource('endpoint', name, 'envoy.config.endpoint.v3.ClusterLoadAssignment', {
    clusterName: name,
    endpoints: endpoints.length === 0 ? undefined : endpoints,
  });
}

/** Of a group of Consul. Undefined: Consul has not answered yet, and what Envoys have stays. */
export function consulAssignment(
  group: EndpointGroup,
  endpoints: readonly ConsulEndpoint[] | undefined,
): EncodedResource {
  const name = endpointsName(group.key);
  const found = (endpoints ?? []).map((each): Endpoint => ({ ...each, healthPort: undefined, zone: '', ready: true }));
  const resource = checkedResource('endpoint', name, 'envoy.config.endpoint.v3.ClusterLoadAssignment', {
    clusterName: name,
    endpoints: found.length === 0 ? undefined : localities(found),
  });
  return endpoints === undefined ? { ...resource, standIn: true } : resource;
}

interface Endpoint {
  readonly address: string;
  readonly port: number;
  /** Where health checks go; absent: `port`. */
  readonly healthPort: number | undefined;
  readonly zone: string;
  /** Absent: 1. */
  readonly weight?: number;
  /** False: it is going away, but still serves. */
  readonly ready: boolean;
}

/** One endpoint per address and port. Slices may repeat each other: the readier report counts, then the smaller zone. */
function gather(group: EndpointGroup, slices: Iterable<EndpointSlice>): Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const slice of slices) {
    // Envoy takes no host names by EDS.
    if (slice.addressType === 'FQDN') continue;
    const ports = portNumbers(group.portName, slice, group.protocol ?? 'TCP');
    const { healthPortName } = group;
    const healthPort = healthPortName === undefined ? undefined : portNumbers(healthPortName, slice, 'TCP')[0];
    for (const reported of slice.endpoints ?? []) {
      const ready = readiness(reported);
      // The addresses of one endpoint are fungible (Kubernetes: clients may choose to only use the first).
      const address = reported.addresses[0];
      if (ready === undefined || address === undefined) continue;
      // A malformed address (from a file; an API server refuses it) would make Envoy refuse the whole assignment.
      if (!(slice.addressType === 'IPv4' ? isIpv4(address) : isIpv6(address))) continue;
      for (const port of ports) {
        const key = `${address}|${port}`;
        const endpoint = { address, port, healthPort, zone: zoneOf(reported), ready };
        const known = found.get(key);
        if (known === undefined || counts(endpoint, known)) found.set(key, endpoint);
      }
    }
  }
  return [...found.values()];
}

/** The zone that the endpoint is meant for (Kubernetes: topology aware routing), else the one that it is in. */
function zoneOf({ zone, hints }: EndpointSliceEndpoint): string {
  return hints?.forZones?.[0]?.name ?? zone ?? '';
}

function counts(candidate: Endpoint, known: Endpoint): boolean {
  if (candidate.ready !== known.ready) return candidate.ready;
  return candidate.zone < known.zone;
}

/** Numbers of the slice's ports with that name. A Service whose port has no name takes any, as in Contour. */
function portNumbers(portName: string, slice: EndpointSlice, wanted: 'TCP' | 'UDP'): number[] {
  const numbers: number[] = [];
  for (const { name, protocol, port } of slice.ports ?? []) {
    if (port === undefined || (protocol ?? 'TCP') !== wanted) continue;
    if (portName === '' || (name ?? '') === portName) numbers.push(port);
  }
  return numbers;
}

/** true: ready. false: terminating, but serving. undefined: not to be used. Absent conditions mean yes (Kubernetes API). */
function readiness({ conditions }: EndpointSliceEndpoint): boolean | undefined {
  if (conditions?.ready !== false) return true;
  return conditions.terminating === true && conditions.serving !== false ? false : undefined;
}

/** Terminating endpoints get traffic only when nothing else is left. */
function usable(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const ready = endpoints.filter((endpoint) => endpoint.ready);
  return ready.length > 0 ? ready : endpoints;
}

/** Envoy weighs localities, so each Service is one. Without endpoints it gets nothing, and the others its share. */
function weighedLocality(
  index: number,
  weight: number,
  endpoints: readonly Endpoint[],
): envoy.config.endpoint.v3.LocalityLbEndpoints[] {
  const lbEndpoints = localities(endpoints.map((each) => ({ ...each, zone: '' }))).flatMap(
    (each) => each.lbEndpoints ?? [],
  );
  if (lbEndpoints.length === 0 || weight === 0) return [];
  return [{ locality: { subZone: `service-${index}` }, loadBalancingWeight: wrap(weight), lbEndpoints }];
}

function localities(endpoints: readonly Endpoint[]): envoy.config.endpoint.v3.LocalityLbEndpoints[] {
  const sorted = [...endpoints].sort(
    (a, b) => compare(a.zone, b.zone) || compare(a.address, b.address) || a.port - b.port,
  );
  const zones = new Map<string, envoy.config.endpoint.v3.LbEndpoint[]>();
  for (const { zone, address, port, healthPort, weight } of sorted) {
    const lbEndpoint = {
      endpoint: {
        address: { socketAddress: { address, portValue: port } },
        ...(healthPort !== undefined && healthPort !== port && { healthCheckConfig: { portValue: healthPort } }),
      },
      ...(weight !== undefined && { loadBalancingWeight: wrap(weight) }),
    };
    const list = zones.get(zone);
    if (list === undefined) zones.set(zone, [lbEndpoint]);
    else list.push(lbEndpoint);
  }
  return [...zones].map(([zone, lbEndpoints]) => ({ locality: zone === '' ? undefined : { zone }, lbEndpoints }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

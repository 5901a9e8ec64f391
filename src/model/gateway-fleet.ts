// What the provisioner, the compiler and an Envoy must agree on about the fleet of one Gateway: names and labels.
// Pure; rules: the Gateway API's documentation of spec.infrastructure and its labels for generated resources.
import { hash } from 'node:crypto';

/** On every object that is made for a Gateway. Value: the Gateway's name, shortened where it doesn't fit. */
export const GATEWAY_NAME_LABEL = 'gateway.networking.k8s.io/gateway-name';
/** Value: the name of the Gateway's class, shortened where it doesn't fit. */
export const GATEWAY_CLASS_NAME_LABEL = 'gateway.networking.k8s.io/gateway-class-name';

/** Names of Services and values of labels are no longer. */
const longest = 63;

/** Name of the Service, workload, ServiceAccount, ConfigMap and Secret of a Gateway, all in its namespace. */
export function fleetName(gatewayName: string): string {
  // A Service's name has no dots, and `a.b` must not meet `a-b`.
  return shortened(`envoy-${gatewayName}`, /^[a-z0-9-]+$/);
}

/** A name as the value of a label. */
export function nameLabel(name: string): string {
  return shortened(name, /./);
}

export const FLEET_CLUSTER_PREFIX = 'gateway/';

/** `node.cluster` of an Envoy of this Gateway, which is also how the names of what only it gets begin. */
export function fleetCluster(namespace: string, name: string): string {
  return `${FLEET_CLUSTER_PREFIX}${namespace}/${name}`;
}

export const FLEET_IDENTITY_PREFIX = 'spiffe://nuncio/';

/** The name in the client certificate of the Gateway's Envoys (a URI): it is good for the fleet's `node.cluster` alone. */
export function fleetIdentity(namespace: string, name: string): string {
  return `${FLEET_IDENTITY_PREFIX}${fleetCluster(namespace, name)}`;
}

function shortened(name: string, fits: RegExp): string {
  if (name.length <= longest && fits.test(name)) return name;
  const end = hash('sha256', name, 'hex').slice(0, 10);
  const start = name.slice(0, longest - end.length - 1).replaceAll('.', '-');
  return `${start}-${end}`;
}

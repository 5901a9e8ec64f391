// The addresses at which the Envoys are reached, as they are published in the statuses of the objects that they serve.
// Pure. Must hold: where nothing is known, nothing is said, so that addresses already published stay.
import { isRecord } from '../model/pick.ts';

type Json = Readonly<Record<string, unknown>>;

export type PublishedAddress =
  { readonly kind: 'ip'; readonly ip: string } | { readonly kind: 'hostname'; readonly hostname: string };

/** An IPv4 or IPv6 address is one, everything else is a host name. `isIp` as `node:net` has it. */
export function toAddress(text: string, isIp: (text: string) => boolean): PublishedAddress {
  return isIp(text) ? { kind: 'ip', ip: text } : { kind: 'hostname', hostname: text };
}

/** Of the `status` of a Service; empty as long as it has no load balancer. */
export function addressesOfService(status: unknown): readonly PublishedAddress[] {
  const balancer = isRecord(status) ? status['loadBalancer'] : undefined;
  const ingress = isRecord(balancer) ? balancer['ingress'] : undefined;
  const found: PublishedAddress[] = [];
  for (const entry of Array.isArray(ingress) ? ingress : []) {
    if (!isRecord(entry)) continue;
    const { ip, hostname } = entry;
    if (typeof ip === 'string' && ip !== '') found.push({ kind: 'ip', ip });
    else if (typeof hostname === 'string' && hostname !== '') found.push({ kind: 'hostname', hostname });
  }
  return found;
}

/**
 * The status to write of an object of ours: what the compiler wants, with the addresses in the place that its kind has
 * for them. Null: nothing to write. Addresses that the compiler gave itself count.
 */
export function withAddresses(kind: string, status: Json | null, addresses: readonly PublishedAddress[]): Json | null {
  if (addresses.length === 0) return status;
  switch (kind) {
    case 'Ingress':
    case 'HTTPProxy':
      return { loadBalancer: { ingress: addresses.map(asIngress) }, ...status };
    case 'Gateway':
      return status === null ? null : { addresses: addresses.map(asGatewayAddress), ...status };
    default:
      return status;
  }
}

function asIngress(address: PublishedAddress): Json {
  return address.kind === 'ip' ? { ip: address.ip } : { hostname: address.hostname };
}

function asGatewayAddress(address: PublishedAddress): Json {
  return address.kind === 'ip'
    ? { type: 'IPAddress', value: address.ip }
    : { type: 'Hostname', value: address.hostname };
}

// What is configured of the Gateway API.

import { isIpAddress } from './ip-address.ts';

export interface GatewayConfig {
  /** A GatewayClass with one of these names is ours, and which one says where its Gateways run. */
  readonly controllerNames: {
    /** Each Gateway has Envoys of its own (`nuncio gateway-provisioner` makes them). */
    readonly provisioned: string;
    /** All Gateways are served by the Envoys that serve everything else. */
    readonly shared: string;
  };
  /**
   * Addresses for Gateways of the shared kind, one each: IPs, or IPv4 ranges such as `198.51.100.0/24`. Empty: they are
   * served at the address of the other listeners, each at its ports.
   */
  readonly addresses: readonly string[];
  /** Likewise, but given only to a Gateway that asks for one of them. */
  readonly staticAddresses: readonly string[];
  /** The one Gateway to serve, whatever its class says, at the ports of Contour (80 is 8080). Absent: those of our classes. */
  readonly ref?: { readonly namespace: string; readonly name: string };
}

export const defaultGatewayConfig: GatewayConfig = {
  controllerNames: {
    provisioned: 'nuncio.dev/gateway-controller',
    shared: 'nuncio.dev/shared-gateway-controller',
  },
  addresses: [],
  staticAddresses: [],
};

/** Whether `address` is one of `pool` (as in GatewayConfig.addresses). */
export function isInPool(pool: readonly string[], address: string): boolean {
  return pool.some((entry) => {
    const range = parseRange(entry);
    if (range === undefined) return entry.toLowerCase() === address.toLowerCase();
    const number = parseIpv4(address);
    return number !== undefined && number >= range.first && number <= range.last;
  });
}

/** How many addresses a pool has. */
export function poolSize(pool: readonly string[]): number {
  return pool.reduce((sum, entry) => sum + sizeOf(entry), 0);
}

/** One of a pool's addresses by its place, from 0 on; `index` must be less than the pool's size. */
export function addressAt(pool: readonly string[], index: number): string {
  let left = index;
  for (const entry of pool) {
    const size = sizeOf(entry);
    const range = parseRange(entry);
    if (left < size) return range === undefined ? entry : ipv4Text(range.first + left);
    left -= size;
  }
  throw new Error(`a pool of ${poolSize(pool)} addresses has no address ${index}`);
}

function sizeOf(entry: string): number {
  const range = parseRange(entry);
  return range === undefined ? 1 : range.last - range.first + 1;
}

/** Undefined: what is wrong is nothing. */
export function poolEntryError(entry: string): string | undefined {
  if (entry.includes('/')) return parseRange(entry) ? undefined : 'must be an IPv4 range such as 198.51.100.0/24';
  return isIpAddress(entry) ? undefined : 'must be an IP address or an IPv4 range such as 198.51.100.0/24';
}

/** Of a network of more than two addresses the first and the last are not for hosts. */
function parseRange(entry: string): { readonly first: number; readonly last: number } | undefined {
  const [address = '', prefix = ''] = entry.split('/');
  const number = parseIpv4(address);
  if (number === undefined || !/^\d{1,2}$/.test(prefix) || Number(prefix) > 32) return undefined;
  const size = 2 ** (32 - Number(prefix));
  const base = number - (number % size);
  return size > 2 ? { first: base + 1, last: base + size - 2 } : { first: base, last: base + size - 1 };
}

function parseIpv4(text: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function ipv4Text(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}

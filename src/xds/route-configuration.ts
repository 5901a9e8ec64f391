// envoy.config.route.v3.RouteConfiguration, one per listener without TLS and one per TLS chain, for single mode.
// In: ready bytes of its virtual hosts. A repeated field is its parts end to end, so a change encodes one host and
// copies the others.
import { NO_CLUSTER, type FilterChain, type Route } from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import type { ObjectKey } from '../model/object.ts';
import { problemOf } from './check.ts';
import { encode } from './proto/codec.ts';
import type { envoy, google } from './proto/generated/envoy.ts';
import { wrap } from './proto/values.ts';
import { concatenate, encodedResource, field, partLine, withParts } from './resource.ts';
import { largestBodyBytes } from './route.ts';
import { misdirectedVirtualHost } from './virtual-host.ts';

/** A virtual host as an occurrence of RouteConfiguration's field `virtual_hosts`. */
export interface EncodedVirtualHost {
  readonly field: Uint8Array;
  /** As requiredClusters. */
  readonly requires: readonly string[];
  readonly largestBodyBytes: number;
  /** As PartNote. */
  readonly line: string;
  readonly isBad: boolean;
}

const virtualHostsField = 2;

/** `requires`: as requiredClusters. `found`: what is wrong with it beside what Envoy's rules say. */
export function encodedHost(
  message: envoy.config.route.v3.VirtualHost,
  owners: readonly ObjectKey[],
  requires: readonly string[],
  bodyBytes: number,
  found?: string,
): EncodedVirtualHost {
  const problem = found ?? problemOf('envoy.config.route.v3.VirtualHost', message);
  const { name = '' } = message;
  return {
    field: encodeVirtualHost(message),
    requires,
    largestBodyBytes: bodyBytes,
    line: partLine({ name, owners, requires, ...(problem !== undefined && { problem }) }),
    isBad: problem !== undefined,
  };
}

export function encodeVirtualHost(message: envoy.config.route.v3.VirtualHost): Uint8Array {
  return field(virtualHostsField, encode('envoy.config.route.v3.VirtualHost', message));
}

/** `hosts` in the order of their names, so that equal sets give equal bytes. */
export function routeConfiguration(
  name: string,
  hosts: readonly EncodedVirtualHost[],
  chain: FilterChain | undefined,
): EncodedResource {
  const requires: string[] = [];
  let largest = 0;
  for (const host of hosts) {
    for (const required of host.requires) requires.push(required);
    largest = Math.max(largest, host.largestBodyBytes);
  }
  const head = encode('envoy.config.route.v3.RouteConfiguration', {
    name,
    ignorePortInHostMatching: true,
    maxDirectResponseBodySizeBytes: bodyLimit(largest),
  });
  const parts = [head, ...hosts.map((host) => host.field)];
  if (chain !== undefined && !servesAnyName(chain)) parts.push(misdirectedField);
  return withParts(
    encodedResource('route', name, concatenate(parts), requires),
    hosts.map(({ line }) => line),
    hosts.some(({ isBad }) => isBad),
  );
}

/** Such a chain takes connections for any name (and for none), or its hosts say themselves which ones are misdirected. */
export function servesAnyName(chain: FilterChain): boolean {
  return chain.serverNames.includes('*') || chain.anyDepth === true;
}

const envoyBodyLimitBytes = 4096;

/** Envoy refuses routes with a larger body than this says; undefined while its default is enough. */
export function bodyLimit(largestBodyBytes: number): google.protobuf.UInt32Value | undefined {
  return largestBodyBytes > envoyBodyLimitBytes ? wrap(largestBodyBytes) : undefined;
}

/** What a table needs for these routes. */
export function routeTableSettings(
  routes: readonly Route[],
): Pick<envoy.config.route.v3.RouteConfiguration, 'maxDirectResponseBodySizeBytes' | 'validateClusters'> {
  return {
    maxDirectResponseBodySizeBytes: bodyLimit(largestBodyBytes(routes)),
    // Envoy would refuse a table that leads to a cluster which is missing on purpose.
    validateClusters: routes.some(isShort) ? { value: false } : undefined,
  };
}

/** A share of its requests has no cluster. */
function isShort({ action }: Route): boolean {
  return action.kind === 'forward' && action.clusters.some(({ cluster }) => cluster === NO_CLUSTER);
}

const misdirectedField = encodeVirtualHost(misdirectedVirtualHost);

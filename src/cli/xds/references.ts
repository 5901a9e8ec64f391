// What Envoy would ask for after it has got a resource: names of endpoints, routes, secrets and extensions, found in the
// messages (`Any`s opened) by the fields that refer by ADS. In: encoded resources; out: names by type.
import type { ResourceType } from '../../messages/resources.ts';
import { decode, openAny } from '../../xds/proto/codec.ts';
import type { TypeName } from '../../xds/proto/descriptor.ts';
import { typeNameOf } from '../../xds/proto/codec.ts';
import { edsNameOf } from '../../xds/stream/eds-name.ts';
import { streamTypes } from '../../xds/stream/types.ts';

export type ReferredType = 'endpoint' | 'route' | 'secret' | 'extension';
export type References = Readonly<Record<ReferredType, ReadonlySet<string>>>;

type Found = Record<ReferredType, Set<string>>;

/** Throws on bytes that aren't of the type. */
export function referencesOf(type: ResourceType, bytes: Uint8Array): References {
  const found: Found = { endpoint: new Set(), route: new Set(), secret: new Set(), extension: new Set() };
  if (type === 'cluster') {
    const endpoints = edsNameOf(bytes);
    if (endpoints !== null) found.endpoint.add(endpoints);
  }
  visit(decode(typeNameOf(streamTypes[type].typeUrl) as TypeName, bytes), found);
  return found;
}

function visit(value: unknown, found: Found): void {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  const fields = value as Readonly<Record<string, unknown>>;
  const { typeUrl, value: packed, name } = fields;
  if (typeof typeUrl === 'string' && packed instanceof Uint8Array) {
    visit(openAny({ typeUrl, value: packed })?.message, found);
    return;
  }
  const { routeConfigName, configSource } = fields;
  if (typeof routeConfigName === 'string' && byAds(configSource)) found.route.add(routeConfigName);
  if (typeof name === 'string') {
    if (byAds(fields['sdsConfig'])) found.secret.add(name);
    const discovery = fields['configDiscovery'] as Readonly<Record<string, unknown>> | undefined;
    if (byAds(discovery?.['configSource'])) found.extension.add(name);
  }
  for (const inner of Object.values(fields)) visit(inner, found);
}

function byAds(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'ads' in source;
}

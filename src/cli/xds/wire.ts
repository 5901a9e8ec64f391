// An xDS client's messages, the same for both protocols. In: what to ask and what to answer; out: bytes, and responses.
import type { ResourceType } from '../../messages/resources.ts';
import { decode, encode, openAny } from '../../xds/proto/codec.ts';
import type { google } from '../../xds/proto/generated/envoy.ts';
import { ADS, resourceTypeOf } from '../../xds/proto/resource-types.ts';
import { scopeNameIn } from '../../xds/scope.ts';
import { streamTypeOf, streamTypes } from '../../xds/stream/types.ts';
import { versionEnd, wireName } from '../../xds/stream/wire-names.ts';

export type Protocol = 'sotw' | 'delta';

export interface Request {
  readonly type: ResourceType;
  /** All names in SotW, the new ones in delta. Empty in the first of a type: everything, where the type allows it. */
  readonly names: readonly string[];
  /** Answers this response. */
  readonly nonce?: string;
  /** SotW: the version accepted last. */
  readonly version?: string;
  /** Refuses the response, with this reason. */
  readonly refusal?: string;
}

export interface Response {
  readonly type: ResourceType;
  readonly nonce: string;
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Delta only. */
  readonly removed: readonly string[];
}

export interface Resource {
  readonly name: string;
  /** Of this resource; empty in SotW. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

export const adsPath: Readonly<Record<Protocol, string>> = { sotw: ADS.sotwPath, delta: ADS.deltaPath };

export interface XdsNode {
  readonly id: string;
  readonly cluster: string;
}

/** `node` in the first request of a stream. */
export function encodeRequest(protocol: Protocol, request: Request, node: XdsNode | undefined): Uint8Array {
  const { type, names, nonce, version, refusal } = request;
  const common = {
    typeUrl: streamTypes[type].typeUrl,
    ...(node === undefined ? {} : { node: { ...node, userAgentName: 'nuncio xds' } }),
    ...(nonce === undefined ? {} : { responseNonce: nonce }),
    ...(refusal === undefined ? {} : { errorDetail: { code: 3, message: refusal } }),
  };
  return protocol === 'delta'
    ? encode('envoy.service.discovery.v3.DeltaDiscoveryRequest', { ...common, resourceNamesSubscribe: names })
    : encode('envoy.service.discovery.v3.DiscoveryRequest', {
        ...common,
        resourceNames: names,
        versionInfo: version ?? '',
      });
}

/**
 * Reads the responses of one connection. Scopes go by the names that nuncio has for them, not by those on the wire
 * (see src/xds/stream/wire-names.ts); `names`: those that are asked for. What it returns throws on bytes that are no response, or on one of a type that
 * nobody asked for.
 */
export function createResponseReader(protocol: Protocol, names: readonly string[]): (bytes: Uint8Array) => Response {
  const nameOnWire = new Map(names.map((name) => [wireName('scopedRoute', name), name]));
  return (bytes) => {
    const response = decodeResponse(protocol, bytes);
    if (response.type !== 'scopedRoute') return response;
    const resources = response.resources.map((resource) => {
      const name = scopeNameIn(resource.bytes) ?? resource.name;
      nameOnWire.set(resource.name, name);
      const [version = ''] = resource.version.split(versionEnd, 1);
      return { ...resource, name, version };
    });
    return { ...response, resources, removed: response.removed.map((name) => nameOnWire.get(name) ?? name) };
  };
}

function decodeResponse(protocol: Protocol, bytes: Uint8Array): Response {
  if (protocol === 'delta') {
    const message = decode('envoy.service.discovery.v3.DeltaDiscoveryResponse', bytes);
    return {
      type: typeOf(message.typeUrl),
      nonce: message.nonce ?? '',
      version: message.systemVersionInfo ?? '',
      resources: (message.resources ?? []).map(({ name = '', version = '', resource }) => ({
        name,
        version,
        bytes: resource?.value ?? new Uint8Array(0),
      })),
      removed: message.removedResources ?? [],
    };
  }
  const message = decode('envoy.service.discovery.v3.DiscoveryResponse', bytes);
  return {
    type: typeOf(message.typeUrl),
    nonce: message.nonce ?? '',
    version: message.versionInfo ?? '',
    resources: (message.resources ?? []).map((packed) => ({
      name: nameOf(packed),
      version: '',
      bytes: packed.value ?? new Uint8Array(0),
    })),
    removed: [],
  };
}

function typeOf(typeUrl: string | undefined): ResourceType {
  const found = streamTypeOf(typeUrl ?? '');
  if (found === undefined) throw new Error(`a response of the unknown type ${typeUrl}`);
  return found.type;
}

function nameOf(packed: google.protobuf.Any): string {
  const { nameField } = resourceTypeOf(packed.typeUrl ?? '') ?? { nameField: 'name' };
  const message = openAny(packed)?.message as Readonly<Record<string, unknown>> | undefined;
  const name = message?.[nameField];
  return typeof name === 'string' ? name : '';
}

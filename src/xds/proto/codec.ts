// Plain objects to protobuf bytes and back.
// In: objects as typed in generated/envoy.ts (camelCase, enums as numbers, `Any` as { typeUrl, value }).
// Out: bytes, or plain objects of the same form with absent fields absent.
import type { google } from './generated/envoy.ts';
import { findType, typeOf } from './descriptor.ts';
import type { Message, TypeName } from './descriptor.ts';

const typeUrlPrefix = 'type.googleapis.com/';

/** `type.googleapis.com/` and the message's name, as in `Any` and in discovery requests. */
export function typeUrl<N extends TypeName>(name: N): `type.googleapis.com/${N}` {
  return `${typeUrlPrefix}${name}`;
}

/** The message's name in a type URL: what follows the last slash. */
export function typeNameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/**
 * The message's bytes. The result is an exact view of an ArrayBuffer of its own, so it may be transferred.
 * Fields that are absent or undefined are left out; a wrong JavaScript type isn't noticed (see validate.ts).
 */
export function encode<N extends TypeName>(name: N, message: Message<N>): Uint8Array<ArrayBuffer> {
  return ownBytes(typeOf(name).encode(message).finish());
}

/** Packs the message into an `Any`. */
export function any<N extends TypeName>(name: N, message: Message<N>): google.protobuf.Any {
  return { typeUrl: typeUrl(name), value: encode(name, message) };
}

/**
 * The message as a plain object; fields at their proto3 default are absent, 64-bit integers are numbers (rounded above
 * 2^53), `Any`s stay packed. Throws on bytes that aren't such a message.
 */
export function decode<N extends TypeName>(name: N, bytes: Uint8Array): Message<N> {
  const type = typeOf(name);
  return type.toObject(type.decode(bytes), { longs: Number }) as Message<N>;
}

/** Opens an `Any` of a known type; undefined for a type that isn't in the descriptor. Throws on malformed bytes. */
export function openAny(packed: google.protobuf.Any): { name: TypeName; message: object } | undefined {
  const name = typeNameOf(packed.typeUrl ?? '');
  if (findType(name) === undefined) return undefined;
  return { name: name as TypeName, message: decode(name as TypeName, packed.value ?? new Uint8Array(0)) };
}

/** protobufjs writes small messages into a pool that other messages share; those are copied out. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return new Uint8Array(buffer);
  return new Uint8Array(bytes);
}

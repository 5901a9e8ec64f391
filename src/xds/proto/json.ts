// ProtoJSON of Envoy's messages, as Envoy's configuration dump prints it.
// In and out: plain objects or bytes on one side, JSON values on the other. `Any`s are open: `{ "@type": …, fields }`.
// Names are those of the .proto files (snake_case), enums go by name, Durations are strings such as "1.500s", wrappers are bare
// values, 64-bit integers are strings, bytes are base64; fields at their proto3 default are absent.
import protojson from 'protobufjs/ext/protojson.js';
import { decode, encode } from './codec.ts';
import { typeOf } from './descriptor.ts';
import type { Message, TypeName } from './descriptor.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The message as JSON. Throws if bytes are malformed, if an `Any` holds a type that isn't in the descriptor, or if a value has no
 * JSON form (a Duration out of range).
 */
export function toJson<N extends TypeName>(name: N, message: Uint8Array | Message<N>): Json {
  const plain = message instanceof Uint8Array ? typeOf(name).decode(message) : message;
  return protojson.toJson(typeOf(name), plain) as Json;
}

/**
 * The plain object that `json` stands for, ready for `encode`. snake_case and camelCase names are read. Throws an Error that
 * names type, field and value on an unknown field, an unknown `@type`, a wrong type, or two members of a oneof.
 */
export function fromJson<N extends TypeName>(name: N, json: Json): Message<N> {
  // protojson gives Long objects; the round trip makes plain numbers of them.
  return decode(name, encode(name, protojson.fromJson(typeOf(name), json) as Message<N>));
}

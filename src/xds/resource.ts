// Encoded resources and the pieces they are made of. A resource is encoded once, hashed once, and never altered.
import { hash } from 'node:crypto';
import type { Route } from '../dag/vertices.ts';
import type { EncodedResource, ResourceType } from '../messages/resources.ts';
import type { ObjectKey } from '../model/object.ts';
import type { envoy } from './proto/generated/envoy.ts';

/** `requires` and `owners` in any order, with doubles; see EncodedResource. */
export function encodedResource(
  type: ResourceType,
  name: string,
  bytes: Uint8Array,
  requires: Iterable<string> = [],
  owners?: Iterable<ObjectKey>,
): EncodedResource {
  const resource = { type, name, version: version(bytes), bytes, requires: [...new Set(requires)].sort() };
  return owners === undefined ? resource : { ...resource, owners: [...new Set(owners)].sort() };
}

/** The same, not to be sent, if there is a problem. */
export function withProblem(resource: EncodedResource, problem: string | undefined): EncodedResource {
  return problem === undefined ? resource : { ...resource, problem };
}

/** What is said of one part of a resource (see EncodedResource.parts); a line of JSON. */
export interface PartNote {
  /** As in the bytes. */
  readonly name: string;
  readonly owners: readonly ObjectKey[];
  readonly requires: readonly string[];
  readonly uses?: readonly string[];
  /** What our own check says. */
  readonly problem?: string;
  /** It stands for a part that can not be served. */
  readonly standIn?: true;
}

export function partLine(note: PartNote): string {
  return JSON.stringify(note);
}

/** With its parts, in the order of the bytes. */
export function withParts(resource: EncodedResource, lines: readonly string[], hasBadPart: boolean): EncodedResource {
  if (lines.length === 0) return resource;
  return { ...resource, parts: lines.join('\n'), ...(hasBadPart && { hasBadPart: true }) };
}

/** With the keys of secrets and extensions that it names. */
export function withUses(resource: EncodedResource, uses: readonly string[]): EncodedResource {
  return uses.length === 0 ? resource : { ...resource, uses: [...new Set(uses)].sort() };
}

/** Of `EncodedResource.parts`, by name. */
export function readPartLines(parts: string): ReadonlyMap<string, PartNote> {
  if (parts === '') return new Map();
  const notes = parts.split('\n').map((line) => JSON.parse(line) as PartNote);
  return new Map(notes.map((note) => [note.name, note]));
}

/** The objects that made the routes. */
export function ownersOf(routes: readonly Route[]): ObjectKey[] {
  return [...new Set(routes.map(({ origin }) => origin.object))];
}

/** Key of a resource on the edges to the streamer and in `requires`. */
export function resourceKey(type: ResourceType, name: string): string {
  return `${type}/${name}`;
}

/** 16 hex digits of SHA-256: equal on all replicas for equal bytes. */
function version(bytes: Uint8Array): string {
  // Not a slice of the whole text, which would keep the whole.
  return hash('sha256', bytes, 'buffer').toString('hex', 0, 8);
}

/** The stream on which the resource itself came. */
export const adsSource: envoy.config.core.v3.ConfigSource = { ads: {}, resourceApiVersion: 2 /* V3 */ };

/** One occurrence of a length-delimited field with ready bytes. Field numbers up to 15, as all of ours are. */
export function field(number: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = bytes.length;
  while (rest > 0x7f) {
    length.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  length.push(rest);
  const out = new Uint8Array(1 + length.length + bytes.length);
  out[0] = (number << 3) | 2;
  out.set(length, 1);
  out.set(bytes, 1 + length.length);
  return out;
}

/** End to end. Messages and their repeated fields may be concatenated: that is how protobuf merges. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let sizeBytes = 0;
  for (const part of parts) sizeBytes += part.length;
  const out = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

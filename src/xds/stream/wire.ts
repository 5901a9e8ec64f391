// Discovery responses, assembled from ready bytes instead of encoded from objects: a protobuf message is its fields end
// to end. In: encoded resources; out: bytes of envoy.service.discovery.v3 messages.
// A resource is framed once, as `Resource { version, name, resource }` with the `Any` last. Both responses carry their
// resources in field 2, so the whole frame is what a delta response needs and its tail is what a SotW response needs.
import type { ResourceType } from '../../messages/resources.ts';
import { streamTypes } from './types.ts';
import { wireName, wireVersion } from './wire-names.ts';

const tag = {
  anyTypeUrl: 0x0a,
  anyValue: 0x12,
  resourceVersion: 0x0a,
  resourceResource: 0x12,
  resourceName: 0x1a,
  responseVersion: 0x0a,
  responseResource: 0x12,
  responseTypeUrl: 0x22,
  responseNonce: 0x2a,
  responseRemoved: 0x32,
} as const;

/** Where a framed resource lies. `start` to `end` is the delta form, `anyStart` to `end` the SotW form, `valueStart` to `end` the bare message. */
export interface Frame {
  readonly slab: Uint8Array;
  readonly start: number;
  readonly anyStart: number;
  readonly valueStart: number;
  readonly end: number;
}

export interface Framable {
  readonly type: ResourceType;
  readonly name: string;
  readonly version: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** Frames all resources into one new buffer, in order. */
export function frameAll(resources: readonly Framable[]): Frame[] {
  const layouts = resources.map(layoutOf);
  let sizeBytes = 0;
  for (const layout of layouts) sizeBytes += layout.frameBytes;
  const slab = new Uint8Array(sizeBytes);
  let at = 0;
  return resources.map((resource, index) => {
    const layout = layouts[index]!;
    const { resourceBytes, anyBytes, nameBytes, versionBytes, typeUrlBytes } = layout;
    const start = at;
    slab[at++] = tag.responseResource;
    at = writeVarint(slab, at, resourceBytes);
    at = writeString(slab, at, tag.resourceVersion, layout.version, versionBytes);
    at = writeString(slab, at, tag.resourceName, layout.name, nameBytes);
    const anyStart = at;
    slab[at++] = tag.resourceResource;
    at = writeVarint(slab, at, anyBytes);
    at = writeString(slab, at, tag.anyTypeUrl, layout.typeUrl, typeUrlBytes);
    slab[at++] = tag.anyValue;
    at = writeVarint(slab, at, resource.bytes.length);
    const valueStart = at;
    slab.set(resource.bytes, at);
    at += resource.bytes.length;
    return { slab, start, anyStart, valueStart, end: at };
  });
}

/** Copies frames into one new buffer, in order, so that the old slabs can go. */
export function moveFrames(frames: readonly Frame[]): Frame[] {
  let sizeBytes = 0;
  for (const frame of frames) sizeBytes += frame.end - frame.start;
  const slab = new Uint8Array(sizeBytes);
  let at = 0;
  return frames.map((frame) => {
    const shift = at - frame.start;
    slab.set(frame.slab.subarray(frame.start, frame.end), at);
    at += frame.end - frame.start;
    return {
      slab,
      start: frame.start + shift,
      anyStart: frame.anyStart + shift,
      valueStart: frame.valueStart + shift,
      end: frame.end + shift,
    };
  });
}

export interface DeltaResponseParts {
  readonly type: ResourceType;
  readonly nonce: string;
  /** Only for people who debug; clients ignore it. */
  readonly systemVersion: string;
  readonly resources: readonly { readonly frame: Frame }[];
  readonly removed: readonly string[];
}

/** A DeltaDiscoveryResponse. */
export function encodeDeltaResponse(parts: DeltaResponseParts): Uint8Array<ArrayBuffer> {
  const { typeUrl } = streamTypes[parts.type];
  const removed = parts.removed.map((name) => wireName(parts.type, name));
  const removedBytes = removed.map(utf8Length);
  let sizeBytes =
    stringField(utf8Length(parts.systemVersion)) +
    stringField(utf8Length(typeUrl)) +
    stringField(utf8Length(parts.nonce));
  for (const { frame } of parts.resources) sizeBytes += frame.end - frame.start;
  for (const length of removedBytes) sizeBytes += stringField(length);
  const out = new Uint8Array(sizeBytes);
  let at = writeString(out, 0, tag.responseVersion, parts.systemVersion, utf8Length(parts.systemVersion));
  at = writeString(out, at, tag.responseTypeUrl, typeUrl, utf8Length(typeUrl));
  at = writeString(out, at, tag.responseNonce, parts.nonce, utf8Length(parts.nonce));
  at = writeFrames(out, at, parts.resources);
  for (const [index, name] of removed.entries()) {
    at = writeString(out, at, tag.responseRemoved, name, removedBytes[index]!);
  }
  return out;
}

export interface SotwResponseParts {
  readonly typeUrl: string;
  readonly nonce: string;
  readonly version: string;
  /** From `encodeSotwBody`. */
  readonly body: Uint8Array;
}

/** The resources of a DiscoveryResponse, end to end; the same for every stream that needs the same resources. */
export function encodeSotwBody(resources: Iterable<{ readonly frame: Frame }>): Uint8Array<ArrayBuffer> {
  const list = [...resources];
  let sizeBytes = 0;
  for (const { frame } of list) sizeBytes += frame.end - frame.anyStart;
  const out = new Uint8Array(sizeBytes);
  let at = 0;
  for (const { frame } of list) at = copy(out, at, frame.slab, frame.anyStart, frame.end);
  return out;
}

/** A DiscoveryResponse. */
export function encodeSotwResponse({ typeUrl, nonce, version, body }: SotwResponseParts): Uint8Array<ArrayBuffer> {
  const [versionBytes, typeUrlBytes, nonceBytes] = [utf8Length(version), utf8Length(typeUrl), utf8Length(nonce)];
  const out = new Uint8Array(
    stringField(versionBytes) + body.length + stringField(typeUrlBytes) + stringField(nonceBytes),
  );
  let at = writeString(out, 0, tag.responseVersion, version, versionBytes);
  at = writeString(out, at, tag.responseTypeUrl, typeUrl, typeUrlBytes);
  at = writeString(out, at, tag.responseNonce, nonce, nonceBytes);
  out.set(body, at);
  return out;
}

/** Neighbours in one slab, as after a cold start, are copied in one go. */
function writeFrames(out: Uint8Array, offset: number, resources: readonly { readonly frame: Frame }[]): number {
  let at = offset;
  let slab: Uint8Array | null = null;
  let start = 0;
  let end = 0;
  for (const { frame } of resources) {
    if (frame.slab === slab && frame.start === end) {
      end = frame.end;
      continue;
    }
    if (slab !== null) at = copy(out, at, slab, start, end);
    ({ slab, start, end } = frame);
  }
  return slab === null ? at : copy(out, at, slab, start, end);
}

function copy(out: Uint8Array, at: number, from: Uint8Array, start: number, end: number): number {
  out.set(from.subarray(start, end), at);
  return at + end - start;
}

function layoutOf({ type, name: own, version: ownVersion, bytes }: Framable) {
  const { typeUrl } = streamTypes[type];
  const name = wireName(type, own);
  const version = wireVersion(type, own, ownVersion);
  const nameBytes = utf8Length(name);
  const versionBytes = utf8Length(version);
  const typeUrlBytes = utf8Length(typeUrl);
  const anyBytes = stringField(typeUrlBytes) + stringField(bytes.length);
  const resourceBytes = stringField(versionBytes) + stringField(nameBytes) + stringField(anyBytes);
  const frameBytes = stringField(resourceBytes);
  return { typeUrl, name, version, nameBytes, versionBytes, typeUrlBytes, anyBytes, resourceBytes, frameBytes };
}

/** Size of a length-delimited field with a one-byte tag. */
function stringField(lengthBytes: number): number {
  return 1 + varintLength(lengthBytes) + lengthBytes;
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length++;
  return length;
}

function writeVarint(out: Uint8Array, offset: number, value: number): number {
  let at = offset;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out[at++] = (rest & 0x7f) | 0x80;
  out[at++] = rest;
  return at;
}

function writeString(out: Uint8Array, offset: number, fieldTag: number, text: string, lengthBytes: number): number {
  let at = offset;
  out[at++] = fieldTag;
  at = writeVarint(out, at, lengthBytes);
  // Names are ASCII nearly always; the encoder's call costs more than such a short loop.
  if (lengthBytes === text.length)
    for (let index = 0; index < lengthBytes; index++) out[at + index] = text.charCodeAt(index);
  else encoder.encodeInto(text, out.subarray(at));
  return at + lengthBytes;
}

function utf8Length(text: string): number {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return encoder.encode(text).length;
  }
  return text.length;
}

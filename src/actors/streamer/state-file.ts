// The file in which a streamer keeps what it serves, as bytes and back. Pure. In: resources as they are encoded anyway;
// out: pieces to write one after the other, and what was read of such a file.
//
//   file   = header line (JSON, ends in \n), groups
//   group  = kind (1 byte), length of notes, length of bodies, checksum (u32 each), notes (JSON), bodies, checksum (u32)
//
// A checksum is the CRC-32 of everything in the file before it but other checksums (those would make it forget), so a bit that flipped, or a piece that is missing or
// stands twice, is seen. What groups say counts from the next group of kind `commit` on: a file that was cut off while it
// was written has the state of its last commit. Anything else that is wrong makes the whole file unusable: nobody can say
// what a damaged file would serve.
import { crc32 } from 'node:zlib';
import type { EncodedResource, ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import { isRecord } from '../../model/pick.ts';
import { resourceKey } from '../../xds/resource.ts';
import { streamTypes } from '../../xds/stream/types.ts';

export const stateFormat = 'nuncio state';
export const stateFormatVersion = 2;

export interface StateHeader {
  /** Hash of the settings that shape resources: what was made under others is not what is wanted. */
  readonly settings: string;
  /** With which secrets are sealed, in hex; null: they are left out. */
  readonly salt: string | null;
}

/** `bytes` of a secret are sealed, or null if there is no key. */
export interface StoredEntry {
  /** Whose resource it is: it goes when this edge has delivered a full state without it. */
  readonly edge: string;
  readonly resource: Omit<EncodedResource, 'bytes' | 'problem'>;
  readonly bytes: Uint8Array | null;
}

export interface StateGroup {
  readonly puts: readonly StoredEntry[];
  /** Keys `<type>/<name>`. */
  readonly removals: readonly string[];
  /** Wall-clock milliseconds at which all groups up to this one say what was served; null: more belongs to it. */
  readonly commitAtMs: number | null;
}

export interface DecodedState {
  readonly header: StateHeader;
  readonly entries: ReadonlyMap<string, StoredEntry>;
  readonly atMs: number;
  /** Bytes after the last commit: the write of something newer was cut off. */
  readonly cutBytes: number;
}

export type StateFileResult =
  { readonly ok: true; readonly state: DecodedState } | { readonly ok: false; readonly problem: string };

const kinds = { part: 0x70, commit: 0x63 } as const;
const groupHeadBytes = 13;
const lengthsBytes = 9;
const checksumBytes = 4;
const maxHeaderBytes = 4096;

interface Notes {
  readonly puts: readonly {
    readonly edge: string;
    readonly type: ResourceType;
    readonly name: string;
    readonly version: string;
    readonly requires: readonly string[];
    readonly owners?: readonly ObjectKey[];
    /** Of its body; null: the resource is a secret, and left out. */
    readonly size: number | null;
  }[];
  readonly removals: readonly string[];
  readonly atMs?: number;
}

/** Pieces to write in order, and the checksum that the next group goes on from. */
export interface EncodedPiece {
  readonly parts: readonly Uint8Array[];
  readonly sizeBytes: number;
  readonly checksum: number;
}

export function encodeHeader(header: StateHeader): EncodedPiece {
  const line = Buffer.from(`${JSON.stringify({ format: stateFormat, version: stateFormatVersion, ...header })}\n`);
  return { parts: [line], sizeBytes: line.length, checksum: crc32(line) };
}

/** `checksum`: of what was written before. Bodies are not copied. */
export function encodeGroup({ puts, removals, commitAtMs }: StateGroup, checksum: number): EncodedPiece {
  const notes: Notes = {
    puts: puts.map(({ edge, resource: { type, name, version, requires, owners }, bytes }) => ({
      edge,
      type,
      name,
      version,
      requires,
      ...(owners !== undefined && { owners }),
      size: bytes?.length ?? null,
    })),
    removals,
    ...(commitAtMs !== null && { atMs: commitAtMs }),
  };
  const noteBytes = Buffer.from(JSON.stringify(notes));
  const bodies = puts.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  let bodyBytes = 0;
  for (const body of bodies) bodyBytes += body.length;
  const head = Buffer.alloc(groupHeadBytes);
  head[0] = commitAtMs === null ? kinds.part : kinds.commit;
  head.writeUInt32LE(noteBytes.length, 1);
  head.writeUInt32LE(bodyBytes, 5);
  let sum = crc32(head.subarray(0, lengthsBytes), checksum);
  head.writeUInt32LE(sum, lengthsBytes);
  for (const part of [noteBytes, ...bodies]) sum = crc32(part, sum);
  const tail = Buffer.alloc(checksumBytes);
  tail.writeUInt32LE(sum);
  return {
    parts: [head, noteBytes, ...bodies, tail],
    sizeBytes: groupHeadBytes + noteBytes.length + bodyBytes + checksumBytes,
    checksum: sum,
  };
}

/** Reads a whole file. Never throws: what is wrong is said in `problem`. Bodies are views of `bytes`. */
export function decodeState(bytes: Uint8Array): StateFileResult {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lineEnd = file.subarray(0, maxHeaderBytes).indexOf(0x0a);
  const header = lineEnd < 0 ? undefined : readHeader(file.toString('utf8', 0, lineEnd));
  if (header === undefined) return failed('its first line is not that of a state file');
  if (header.version !== stateFormatVersion) {
    return failed(`it has format version ${String(header.version)}; this nuncio reads ${stateFormatVersion}`);
  }
  const state = new Map<string, StoredEntry>();
  let uncommitted: StateGroup[] = [];
  let atMs: number | null = null;
  let at = lineEnd + 1;
  let committedAt = at;
  let sum = crc32(file.subarray(0, at));
  while (at < file.length) {
    const rest = file.length - at;
    if (rest < groupHeadBytes || isBlank(file.subarray(at))) break;
    const kind = file[at];
    if (kind !== kinds.part && kind !== kinds.commit) return failed(`byte ${at} does not begin a group`);
    const lengthsEnd = at + lengthsBytes;
    sum = crc32(file.subarray(at, lengthsEnd), sum);
    if (file.readUInt32LE(lengthsEnd) !== sum) {
      return failed(`the checksum at byte ${lengthsEnd} is wrong`);
    }
    const noteBytes = file.readUInt32LE(at + 1);
    const bodyBytes = file.readUInt32LE(at + 5);
    const payloadEnd = at + groupHeadBytes + noteBytes + bodyBytes;
    // Its end is missing: the write was cut off.
    if (payloadEnd + checksumBytes > file.length) break;
    sum = crc32(file.subarray(at + groupHeadBytes, payloadEnd), sum);
    if (file.readUInt32LE(payloadEnd) !== sum) return failed(`the checksum at byte ${payloadEnd} is wrong`);
    const group = readGroup(file, at + groupHeadBytes, noteBytes, bodyBytes);
    if (group === undefined) return failed(`the group at byte ${at} can not be read`);
    uncommitted.push(group);
    at = payloadEnd + checksumBytes;
    if (kind === kinds.commit) {
      for (const { puts, removals } of uncommitted) {
        for (const entry of puts) state.set(resourceKey(entry.resource.type, entry.resource.name), entry);
        for (const key of removals) state.delete(key);
      }
      uncommitted = [];
      atMs = group.commitAtMs;
      committedAt = at;
    }
  }
  if (atMs === null) return failed('it ends before the first whole state');
  const { settings, salt } = header;
  return {
    ok: true,
    state: { header: { settings, salt }, entries: state, atMs, cutBytes: file.length - committedAt },
  };
}

function failed(problem: string): StateFileResult {
  return { ok: false, problem };
}

/** Blocks that a file system gave to the file before it wrote them. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function readHeader(line: string): (StateHeader & { readonly version: unknown }) | undefined {
  const header = parse(line);
  if (!isRecord(header) || header['format'] !== stateFormat) return undefined;
  const { version, settings, salt } = header;
  if (version !== stateFormatVersion) return { version, settings: '', salt: null };
  if (typeof settings !== 'string' || !(salt === null || typeof salt === 'string')) return undefined;
  return { version, settings, salt };
}

function readGroup(file: Buffer, start: number, noteBytes: number, bodyBytes: number): StateGroup | undefined {
  const notes = parse(file.toString('utf8', start, start + noteBytes));
  if (!isNotes(notes)) return undefined;
  let at = start + noteBytes;
  const end = at + bodyBytes;
  const puts = notes.puts.map(({ edge, type, name, version, requires, owners, size }): StoredEntry => {
    const resource = { type, name, version, requires, ...(owners !== undefined && { owners }) };
    const body = size === null ? null : file.subarray(at, at + size);
    at += size ?? 0;
    return { edge, resource, bytes: body };
  });
  return at === end ? { puts, removals: notes.removals, commitAtMs: notes.atMs ?? null } : undefined;
}

function isNotes(value: unknown): value is Notes {
  if (!isRecord(value) || !Array.isArray(value['puts']) || !isTextList(value['removals'])) return false;
  if (value['atMs'] !== undefined && typeof value['atMs'] !== 'number') return false;
  return value['puts'].every(
    (put) =>
      isRecord(put) &&
      typeof put['edge'] === 'string' &&
      typeof put['type'] === 'string' &&
      Object.hasOwn(streamTypes, put['type']) &&
      typeof put['name'] === 'string' &&
      typeof put['version'] === 'string' &&
      isTextList(put['requires']) &&
      (put['owners'] === undefined || isTextList(put['owners'])) &&
      (put['size'] === null || (Number.isSafeInteger(put['size']) && Number(put['size']) >= 0)),
  );
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Resources that hold many parts of different owners: route configurations with virtual hosts, listeners with filter
// chains. In: their bytes, and what the translator says of the parts. Out: the same with some parts replaced, so that one
// bad part holds back no other.
//
// Envoy refuses a resource as a whole and seldom says which part is to blame. So that is found out (`Repair`): parts that
// have not been accepted before are offered in groups, and a group that is refused is halved, until it is one part.
// Meanwhile, and for what is to blame, stands what was accepted last, if its owners still have the part and what it
// requires is there; else an answer 500 for a host; nothing for a chain, so that its clients get a TLS alert.
import protobuf from 'protobufjs';
import type { EncodedResource, ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import {
  concatenate,
  encodedResource,
  partLine,
  readPartLines,
  withParts,
  withProblem,
  withUses,
} from '../resource.ts';
import type { PartNote } from '../resource.ts';
import { standInForPart } from '../stand-in.ts';
import { halves, namesInMessage } from './nack.ts';

export interface PartVerdict {
  readonly message: string;
  readonly by: 'check' | 'client';
  readonly owners: readonly ObjectKey[];
  readonly served: 'lastGood' | 'standIn' | 'nothing';
}

/** Where parts are, by type: the repeated field, and the field of a part with its name. */
const places: Partial<Record<ResourceType, { readonly field: number; readonly name: number }>> = {
  route: { field: 2, name: 1 },
  listener: { field: 3, name: 7 },
};

interface Piece {
  readonly bytes: Uint8Array;
  /** Null: it belongs to the resource itself. */
  readonly note: PartNote | null;
}

/** A resource in its pieces, in order. */
function split({ type, bytes, parts = '' }: Pick<EncodedResource, 'type' | 'bytes' | 'parts'>): readonly Piece[] {
  const place = places[type];
  if (place === undefined) return [{ bytes, note: null }];
  const notes = readPartLines(parts);
  const pieces: Piece[] = [];
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const key = reader.uint32();
    let note: PartNote | null = null;
    if (key >>> 3 === place.field) {
      const body = reader.bytes();
      note = notes.get(nameIn(body, place.name)) ?? null;
    } else reader.skipType(key & 7);
    pieces.push({ bytes: bytes.subarray(start, reader.pos), note });
  }
  return pieces;
}

function nameIn(part: Uint8Array, field: number): string {
  const reader = protobuf.Reader.create(part);
  while (reader.pos < reader.len) {
    const key = reader.uint32();
    if (key >>> 3 === field) return reader.string();
    reader.skipType(key & 7);
  }
  return '';
}

/** What is known of a part that is not served as it is wanted. */
interface BadPart {
  readonly bytes: Uint8Array;
  readonly message: string;
  readonly by: 'check' | 'client';
}

export interface RepairOptions {
  readonly whole: EncodedResource;
  /** What some client has accepted last, also with replaced parts. */
  readonly lastGood: EncodedResource | null;
  /** Of the version before: what was to blame there and has not changed is to blame here. */
  readonly before: Repair | undefined;
  /** Whether a resource that an older part requires is there. */
  readonly exists: (requirement: string) => boolean;
}

/** The search for what is to blame in one version of a resource, and what is served of it. */
export interface Repair {
  readonly whole: EncodedResource;
  readonly bad: ReadonlyMap<string, BadPart>;
  /** Those that were blamed since they were the last to be tried; what is left without them has not been accepted yet. */
  readonly guessed: ReadonlySet<string>;
  /** Nothing is known to be wrong, and nothing is being tried. */
  readonly needless: boolean;
  /** What to serve now; undefined: nothing is left of it. */
  current(): EncodedResource | undefined;
  /** The current one is refused. False: no part is known to be to blame. */
  refused(message: string): boolean;
  /** The current one is accepted. True: there is a next one. */
  accepted(): boolean;
  /** What is replaced, by name; only what is to blame. */
  verdicts(): ReadonlyMap<string, PartVerdict>;
}

export function hasParts(resource: { readonly parts?: string | null }): boolean {
  return resource.parts !== undefined && resource.parts !== null && resource.parts !== '';
}

export function createRepair({ whole, lastGood, before, exists }: RepairOptions): Repair {
  const pieces = split(whole);
  const accepted = new Map<string, Piece>();
  for (const piece of lastGood === null ? [] : split(lastGood)) {
    if (piece.note !== null && piece.note.standIn !== true) accepted.set(piece.note.name, piece);
  }
  const bad = new Map<string, BadPart>();
  const guessed = new Set<string>();
  /** It was guessed, and what else was offered then may have been to blame. */
  const isDoubtful = (name: string): boolean =>
    before?.guessed.has(name) === true && !sameBytes(ownBytes(split(before.whole)), ownBytes(pieces));
  const changed: string[] = [];
  for (const { bytes, note } of pieces) {
    if (note === null) continue;
    const { name, problem } = note;
    const known = before?.bad.get(name);
    const old = accepted.get(name);
    if (problem !== undefined) bad.set(name, { bytes, message: problem, by: 'check' });
    else if (known?.by === 'client' && sameBytes(known.bytes, bytes) && !isDoubtful(name)) {
      bad.set(name, known);
      if (before?.guessed.has(name) === true) guessed.add(name);
    } else if (old === undefined || !sameBytes(old.bytes, bytes)) changed.push(name);
  }
  /** Offered now, not offered yet. */
  let trial: string[] = changed;
  let queue: string[][] = [];

  function replacement({ bytes, note }: Piece & { readonly note: PartNote }): Piece | null {
    const old = accepted.get(note.name);
    const isBad = bad.has(note.name);
    // While it is not known what is to blame, clients keep the clusters of what they have, though they may be gone here.
    if (old?.note != null && isStillOwned(old.note, note) && (!isBad || old.note.requires.every(exists))) return old;
    // What was never tried may be good; an answer 500 would say that it is not.
    if (old === undefined && !isBad) return null;
    const standIn = standInForPart(whole.type, bytes);
    if (standIn === undefined) return null;
    return { bytes: standIn, note: { name: note.name, owners: [], requires: [], standIn: true } };
  }

  function blame(names: readonly string[], message: string): void {
    for (const { bytes, note } of pieces) {
      if (note !== null && names.includes(note.name)) bad.set(note.name, { bytes, message, by: 'client' });
    }
  }

  return {
    whole,
    bad,
    guessed,
    get needless() {
      return bad.size === 0 && queue.length === 0;
    },
    current() {
      const out = new Set(queue.flat());
      for (const name of bad.keys()) out.add(name);
      if (out.size === 0) return whole;
      const chosen: Piece[] = [];
      const requires = new Set(whole.requires);
      for (const piece of pieces) {
        const { note } = piece;
        const served = note === null || !out.has(note.name) ? piece : replacement({ ...piece, note });
        if (served === null) continue;
        chosen.push(served);
        if (served !== piece) for (const required of served.note?.requires ?? []) requires.add(required);
      }
      const isListener = whole.type === 'listener';
      if (isListener && !chosen.some(({ bytes }) => bytes[0] === listenerChainTag)) return undefined;
      const { type, name, owners } = whole;
      const bytes = concatenate(chosen.map((piece) => piece.bytes));
      const lines = chosen.flatMap(({ note }) => (note === null ? [] : [partLine(note)]));
      const { uses = [], problem } = whole;
      const resource = withUses(encodedResource(type, name, bytes, requires, owners), uses);
      return withParts(withProblem(resource, problem), lines, false);
    },
    refused(message) {
      if (trial.length === 0) {
        // What is left is refused too, so it may have been to blame all along.
        for (const part of guessed) bad.delete(part);
        guessed.clear();
        return false;
      }
      const named = namesInMessage(message, new Set(trial));
      const guilty = trial.length === 1 ? trial : named;
      if (guilty.length > 0) {
        blame(guilty, message);
        if (named.length === 0) guessed.add(guilty[0]!);
        trial = trial.filter((name) => !guilty.includes(name));
        if (trial.length === 0) trial = queue.shift() ?? [];
        return true;
      }
      const [first, second] = halves(trial);
      trial = first;
      queue.unshift(second);
      return true;
    },
    accepted() {
      guessed.clear();
      const next = queue.shift();
      trial = next ?? [];
      return next !== undefined;
    },
    verdicts() {
      const verdicts = new Map<string, PartVerdict>();
      for (const piece of pieces) {
        const { note } = piece;
        const known = note === null ? undefined : bad.get(note.name);
        if (note === null || known === undefined) continue;
        const stands = replacement({ ...piece, note });
        const served = stands === null ? 'nothing' : stands.note?.standIn ? 'standIn' : 'lastGood';
        verdicts.set(note.name, { message: known.message, by: known.by, owners: note.owners, served });
      }
      return verdicts;
    },
  };
}

/** Of the resource itself. */
function ownBytes(pieces: readonly Piece[]): Uint8Array {
  return concatenate(pieces.filter(({ note }) => note === null).map(({ bytes }) => bytes));
}

function isStillOwned(old: PartNote, wanted: PartNote): boolean {
  return old.owners.every((owner) => wanted.owners.includes(owner));
}

/** Field 3, length-delimited. */
const listenerChainTag = (3 << 3) | 2;

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

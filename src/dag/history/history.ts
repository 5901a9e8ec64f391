// What the sources said lately, and what the compiler is to see of it. In: changed objects, and records of what is held.
// Out: the objects to compile, the revisions that there were, and what waits.
// A revision is a state of the held parts of all objects (held-part.ts). Revisions are kept as an undo log from the newest
// one back, so each costs what changed. Its id is a hash of that state: equal objects, equal id, on every replica.
// Must hold: without a hold the compiler sees what the sources say; after a resume it is as if there had been none; a
// rollback shows every held object as it was in that revision, and everything else as it is now.
import type { Cause } from '../../messages/edge.ts';
import type { ObjectKey, ObjectText } from '../../model/object.ts';
import { hashDigits, hashText } from '../../model/text-hash.ts';
import { heldPart, isHeld, withHeldPart, type HeldPart } from './held-part.ts';
import { isHolding, noHold, type HoldRecord } from './hold-record.ts';

export interface ObjectChange {
  readonly key: ObjectKey;
  /** Undefined: there is none any more. */
  readonly text: ObjectText | undefined;
  readonly causes: readonly Cause[];
}

export interface RevisionSummary {
  readonly id: string;
  /** Unix milliseconds at which it became the newest. */
  readonly atMs: number;
  /** What made it from the one before; some if they are many. */
  readonly objects: readonly ObjectKey[];
  readonly changes: number;
  /** States of which only the last is kept; 1: it was one change. */
  readonly merged: number;
}

export interface HistoryOptions {
  /** Revisions that are kept, the newest included; 1: none to go back to. */
  readonly revisions: number;
  /** Characters of old texts that are kept. */
  readonly maxChars: number;
  /** What the compiler has now. */
  readonly compiled: (key: ObjectKey) => ObjectText | undefined;
}

export interface History {
  /** What the sources say. Gives what the compiler is to be told now. */
  take(changes: readonly ObjectChange[], atMs: number): readonly ObjectChange[];
  /** All that the sources had at the start has been taken: from here on a change makes a revision. */
  begin(atMs: number): void;
  /** From now on this counts. Gives what the compiler is to be told now. */
  impose(record: HoldRecord, causes: readonly Cause[]): readonly ObjectChange[];
  /** What counts, with what has joined it since it was imposed. */
  readonly record: HoldRecord;
  /** The objects of a record that leads to this revision; undefined: it is not known here. */
  objectsOf(id: string): HoldRecord['objects'] | undefined;
  /** Full ids that begin with this; at most two. */
  find(prefix: string): readonly string[];
  /** The newest first. */
  revisions(): readonly RevisionSummary[];
  readonly newest: string;
  /** Characters of old texts that are kept now. */
  readonly chars: number;
  /** The newest revision without what these changes brought; undefined: not known here. */
  before(causeIds: ReadonlySet<string>): string | undefined;
  /** Objects whose newest version is not what is compiled, with that version; undefined: it is gone. */
  pending(): ReadonlyMap<ObjectKey, ObjectText | undefined>;
  isPending(key: ObjectKey): boolean;
}

interface Revision {
  readonly id: string;
  readonly atMs: number;
  /** Parts as they were in the revision before; empty in the oldest. */
  readonly undo: ReadonlyMap<ObjectKey, HeldPart | null>;
  readonly chars: number;
  readonly causes: readonly string[];
  readonly merged: number;
}

/** That a summary names. */
const namedObjects = 10;
/** Causes that a revision remembers. */
const keptCauses = 64;

export function createHistory({ revisions: kept, maxChars, compiled }: HistoryOptions): History {
  let record = noHold;
  /** Parts that are compiled in place of the newest ones. */
  const overlay = new Map<ObjectKey, HeldPart | null>();
  /** The newest texts of these. */
  const ahead = new Map<ObjectKey, ObjectText | undefined>();
  /** The newest last; empty until `begin`. */
  let revisions: Revision[] = [];
  let hash = 0;

  const newestOf = (key: ObjectKey): ObjectText | undefined => (ahead.has(key) ? ahead.get(key) : compiled(key));

  function toCompile(key: ObjectKey, newest: ObjectText | undefined): ObjectText | undefined {
    const part = overlay.get(key);
    return part === undefined ? newest : withHeldPart(key, newest, part);
  }

  /** Several changes of one object in one batch: the last counts, and all of their causes. */
  function lastOf(changes: readonly ObjectChange[]): Iterable<ObjectChange> {
    const last = new Map<ObjectKey, ObjectChange>();
    for (const change of changes) {
      const { causes = [] } = last.get(change.key) ?? {};
      last.set(change.key, causes.length === 0 ? change : { ...change, causes: [...causes, ...change.causes] });
    }
    return last.values();
  }

  function take(changes: readonly ObjectChange[], atMs: number): readonly ObjectChange[] {
    const out: ObjectChange[] = [];
    const undo = new Map<ObjectKey, HeldPart | null>();
    const causes: string[] = [];
    const joins: Record<ObjectKey, HeldPart | null> = {};
    const begun = revisions.length > 0;
    for (const change of lastOf(changes)) {
      const { key, text } = change;
      if (!isHeld(key)) {
        out.push(change);
        continue;
      }
      const before = heldPart(key, newestOf(key));
      const after = heldPart(key, text);
      if (before !== after) {
        hash = toggled(toggled(hash, key, before), key, after);
        undo.set(key, before);
        for (const { id } of change.causes) if (causes.length < keptCauses) causes.push(id);
        if (begun && isHolding(record) && !overlay.has(key)) {
          overlay.set(key, before);
          joins[key] = before;
        }
      }
      if (overlay.has(key)) ahead.set(key, text);
      out.push({ ...change, text: toCompile(key, text) });
    }
    if (Object.keys(joins).length > 0) record = { ...record, objects: { ...record.objects, ...joins } };
    if (begun && undo.size > 0) {
      revisions.push({ id: hashDigits(hash), atMs, undo, chars: charsOf(undo), causes, merged: 1 });
      forget();
    }
    return out;
  }

  /**
   * The two neighbours that lie closest together, measured by their age, become one: of the last minutes much is known, of
   * yesterday something.
   */
  function forget(): void {
    while (revisions.length > kept) {
      const nowMs = revisions.at(-1)!.atMs;
      let closest = 0;
      let least = Infinity;
      // The newest stays as it is: what came last is what people go back from.
      for (let index = 0; index < revisions.length - 2; index++) {
        const [older, newer] = [revisions[index]!, revisions[index + 1]!];
        const gap = (newer.atMs - older.atMs + 1) / (nowMs - older.atMs + 1);
        if (gap < least) [closest, least] = [index, gap];
      }
      mergeAt(closest);
    }
    let chars = keptChars();
    while (chars > maxChars && revisions.length > 1) {
      chars -= revisions[1]!.chars;
      mergeAt(0);
    }
  }

  function keptChars(): number {
    return revisions.reduce((sum, revision) => sum + revision.chars, 0);
  }

  /** The state `index` can no more be gone back to. */
  function mergeAt(index: number): void {
    const [older, newer] = [revisions[index], revisions[index + 1]];
    if (older === undefined || newer === undefined) return;
    // Of the oldest there is nothing to undo: what led to it is forgotten.
    const undo: Revision['undo'] = index === 0 ? new Map() : new Map([...newer.undo, ...older.undo]);
    const merged = {
      ...newer,
      undo,
      chars: charsOf(undo),
      causes: [...older.causes, ...newer.causes].slice(-keptCauses),
      merged: older.merged + newer.merged,
    };
    revisions = [...revisions.slice(0, index), merged, ...revisions.slice(index + 2)];
  }

  function impose(next: HoldRecord, causes: readonly Cause[]): readonly ObjectChange[] {
    const touched = new Set([...overlay.keys(), ...Object.keys(next.objects)]);
    const newest = new Map([...touched].map((key) => [key, newestOf(key)]));
    overlay.clear();
    ahead.clear();
    record = next;
    if (isHolding(next)) {
      for (const [key, part] of Object.entries(next.objects)) {
        overlay.set(key, part);
        ahead.set(key, newest.get(key));
      }
    }
    return [...newest].map(([key, text]) => ({ key, text: toCompile(key, text), causes }));
  }

  /** The last one of that id: an id that comes twice is the same state. */
  function indexOf(id: string): number {
    return revisions.findLastIndex((revision) => revision.id === id);
  }

  function pending(): ReadonlyMap<ObjectKey, ObjectText | undefined> {
    return new Map([...ahead].filter(([key]) => isPending(key)));
  }

  function isPending(key: ObjectKey): boolean {
    return ahead.has(key) && toCompile(key, ahead.get(key)) !== ahead.get(key);
  }

  return {
    take,
    begin(atMs) {
      if (revisions.length > 0) return;
      revisions = [{ id: hashDigits(hash), atMs, undo: new Map(), chars: 0, causes: [], merged: 1 }];
    },
    impose,
    get record() {
      return record;
    },
    objectsOf(id) {
      const index = indexOf(id);
      if (index < 0) return undefined;
      const objects: Record<ObjectKey, HeldPart | null> = {};
      // The undo log leads from the newest back; what is further back overrides.
      for (const { undo } of revisions.slice(index + 1).toReversed()) Object.assign(objects, Object.fromEntries(undo));
      const differing = Object.entries(objects).filter(([key, part]) => heldPart(key, newestOf(key)) !== part);
      return Object.fromEntries(differing);
    },
    find(prefix) {
      const ids = new Set(revisions.map(({ id }) => id).filter((id) => id.startsWith(prefix)));
      return [...ids].slice(0, 2);
    },
    revisions: () => revisions.map(summaryOf).toReversed(),
    get newest() {
      return hashDigits(hash);
    },
    get chars() {
      return keptChars();
    },
    before(causeIds) {
      const index = revisions.findIndex(({ causes }) => causes.some((id) => causeIds.has(id)));
      return revisions[index - 1]?.id;
    },
    pending,
    isPending,
  };
}

function summaryOf({ id, atMs, undo, merged }: Revision): RevisionSummary {
  return { id, atMs, objects: [...undo.keys()].slice(0, namedObjects), changes: undo.size, merged };
}

function toggled(hash: number, key: ObjectKey, part: HeldPart | null): number {
  return part === null ? hash : hash ^ hashText(hashText(0x811c9dc5, key), part);
}

function charsOf(undo: Revision['undo']): number {
  let chars = 0;
  for (const part of undo.values()) chars += part?.length ?? 0;
  return chars;
}

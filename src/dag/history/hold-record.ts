// What is held: one record, the same on all replicas. A register in which the last writer wins; two copies of the same
// record are united, since each replica adds the old text of what changes during the hold.
import type { ObjectKey } from '../../model/object.ts';
import type { HeldPart } from './held-part.ts';

export interface HoldHeader {
  /** Names the command that made it; empty: none was ever given. */
  readonly id: string;
  /** `none`: nothing is held (any more). */
  readonly kind: 'none' | 'hold' | 'rollback';
  /** Id of the revision that is served; with `none`: that was served. */
  readonly revision: string;
  /** Who asked for it: a person, or `canary`. */
  readonly by: string;
  readonly reason: string;
  /** Unix milliseconds; later than that of the record that it replaces. */
  readonly atMs: number;
}

export interface HoldRecord extends HoldHeader {
  /** What is compiled instead of the newest part of these objects; null: there is no such object. */
  readonly objects: Readonly<Record<ObjectKey, HeldPart | null>>;
}

export const noHold: HoldRecord = { id: '', kind: 'none', revision: '', by: '', reason: '', atMs: 0, objects: {} };

/** The record that counts. Its order of arguments does not matter, but for parts that two copies tell differently. */
export function mergeRecords(known: HoldRecord, other: HoldRecord): HoldRecord {
  if (known.id !== other.id) return isNewer(other, known) ? other : known;
  const added = Object.keys(other.objects).filter((key) => !Object.hasOwn(known.objects, key));
  return added.length === 0 ? known : { ...known, objects: { ...other.objects, ...known.objects } };
}

export function isHolding({ kind }: HoldHeader): boolean {
  return kind !== 'none';
}

function isNewer(a: HoldHeader, b: HoldHeader): boolean {
  return a.atMs === b.atMs ? a.id > b.id : a.atMs > b.atMs;
}

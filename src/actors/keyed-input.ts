// What a receiver knows of its sender's state. Takes the batches of one edge in order and gives, per batch, what really
// changed: upserts that differ, removals of keys that were there, and, once a sender that started over has delivered
// its full state, a removal for each key which that state no longer has. Until then nothing is taken away.
import type { Batch, Cause, Removal, Upsert } from '../messages/edge.ts';

export interface KeyedInputOptions<T> {
  /** When given, an upsert of an equal value changes nothing (the older value stays). Default: every upsert is a change. */
  readonly equal?: (known: T, received: T) => boolean;
}

export interface KeyedChange<T> {
  readonly upserts: readonly Upsert<T>[];
  readonly removals: readonly Removal[];
  /** The sender's full state is in `values` now. */
  readonly synced: boolean;
  /** This batch is the first that made it so: the initial sync of this edge ends here. */
  readonly firstSynced: boolean;
}

export interface KeyedInput<T> {
  apply(batch: Batch<T>): KeyedChange<T>;
  readonly values: ReadonlyMap<string, T>;
  /** `values` is a full state. False again while a sender that started over replays. */
  readonly synced: boolean;
  /** `values` was a full state once; from then on it is at least usable. */
  readonly initialSyncDone: boolean;
}

const noCauses: readonly Cause[] = [];

export function createKeyedInput<T>(options: KeyedInputOptions<T> = {}): KeyedInput<T> {
  const { equal } = options;
  const values = new Map<string, T>();
  /** Keys named since the last reset; null when no replay is under way. */
  let seen: Set<string> | null = null;
  let synced = false;
  let initialSyncDone = false;

  return {
    apply(batch) {
      if (batch.reset) {
        seen = new Set();
        synced = false;
      }
      const upserts: Upsert<T>[] = [];
      const removals: Removal[] = [];
      for (const upsert of batch.upserts) {
        seen?.add(upsert.key);
        const known = values.get(upsert.key);
        if (equal !== undefined && known !== undefined && equal(known, upsert.value)) continue;
        values.set(upsert.key, upsert.value);
        upserts.push(upsert);
      }
      for (const removal of batch.removals) {
        seen?.delete(removal.key);
        if (values.delete(removal.key)) removals.push(removal);
      }
      const firstSynced = batch.synced && !initialSyncDone;
      if (batch.synced) {
        if (seen !== null) {
          for (const key of values.keys()) {
            if (seen.has(key)) continue;
            values.delete(key);
            removals.push({ key, causes: noCauses });
          }
          seen = null;
        }
        synced = true;
        initialSyncDone = true;
      }
      return { upserts, removals, synced, firstSynced };
    },
    values,
    get synced() {
      return synced;
    },
    get initialSyncDone() {
      return initialSyncDone;
    },
  };
}

// How often the status of one object is written for what happens to others: a Gateway's number of attached routes changes with
// each route that comes. In: writes and when. Out: how long the next one waits.
// Must hold: after quiet a few writes go at once; in a flood they grow rare, so that a thousand routes are not as many
// writes; what is true in the end is written `quietMs` after it.
import type { ObjectKey } from '../../model/object.ts';

export interface StatusPace {
  written(key: ObjectKey, nowMs: number): void;
  /** Milliseconds until the next write if nothing more changes until then; 0: at once. */
  wait(key: ObjectKey, nowMs: number): number;
  forget(key: ObjectKey): void;
}

/** So many in a row are no flood. */
const freeWrites = 3;
const firstGapMs = 50;
const maxGapMs = 1500;
const quietMs = 500;

export function createStatusPace(): StatusPace {
  /** In the order of their last writes. */
  const paces = new Map<ObjectKey, { readonly lastMs: number; readonly inARow: number }>();

  /** Of those that are at rest nothing is kept. */
  function dropRested(nowMs: number): void {
    for (const [key, { lastMs }] of paces) {
      if (nowMs - lastMs < 2 * maxGapMs) return;
      paces.delete(key);
    }
  }

  return {
    written(key, nowMs) {
      const known = paces.get(key);
      const goesOn = known !== undefined && nowMs - known.lastMs < 2 * maxGapMs;
      paces.delete(key);
      paces.set(key, { lastMs: nowMs, inARow: goesOn ? known.inARow + 1 : 1 });
      dropRested(nowMs);
    },
    wait(key, nowMs) {
      const known = paces.get(key);
      if (known === undefined) return 0;
      return Math.min(quietMs, Math.max(0, known.lastMs + gapAfter(known.inARow) - nowMs));
    },
    forget: (key) => void paces.delete(key),
  };
}

function gapAfter(writes: number): number {
  return writes < freeWrites ? 0 : Math.min(maxGapMs, firstGapMs * 2 ** Math.min(writes - freeWrites, 10));
}

// Objects whose status is to be written, by priority; an object waits once, with the highest priority it was given.
// In: keys. Out: the next one. Must hold: a person's change goes before what changed in the mass, and in either case
// everything gets its turn: one take in eight is the oldest of the lowest priority (of the two lower ones, one and the other).
// Every step is O(1).
// Pure state, no time: bounded by the number of objects.
import type { Cause } from '../../messages/edge.ts';
import type { ObjectKey } from '../../model/object.ts';
import { mergeCauses } from '../causes.ts';

/**
 * `own`: the object itself was changed. `related`: something that it uses was changed, or its status was overwritten.
 * `bulk`: all statuses are gone through (start, new leader, other addresses).
 */
export type StatusPriority = 'own' | 'related' | 'bulk';

export const statusPriorities: readonly StatusPriority[] = ['own', 'related', 'bulk'];

export interface QueuedStatus {
  readonly key: ObjectKey;
  readonly priority: StatusPriority;
  readonly causes: readonly Cause[];
  /** Since when what is to be written is true (wall-clock ms): the oldest cause, or when it was put here. */
  readonly sinceMs: number;
}

export interface StatusQueue {
  put(key: ObjectKey, priority: StatusPriority, causes: readonly Cause[], sinceMs: number): void;
  drop(key: ObjectKey): void;
  /** `only`: nothing but this priority, but for one take in eight while others wait too: they must not starve. */
  take(only?: StatusPriority): QueuedStatus | undefined;
  waiting(priority: StatusPriority): number;
  clear(): void;
}

/** A linked list in order of arrival. */
interface Lane {
  oldest: Place | undefined;
  newest: Place | undefined;
  size: number;
}

interface Place {
  entry: QueuedStatus;
  older: Place | undefined;
  newer: Place | undefined;
}

/** One take in so many is for the lowest priority. */
const lowestEvery = 8;
/** Within a priority the newest goes first: it is what a person waits for; one in so many is the oldest. */
const oldestEvery = 4;

export function createStatusQueue(): StatusQueue {
  const emptyLane = (): Lane => ({ oldest: undefined, newest: undefined, size: 0 });
  const lanes: Readonly<Record<StatusPriority, Lane>> = { own: emptyLane(), related: emptyLane(), bulk: emptyLane() };
  const places = new Map<ObjectKey, Place>();
  let takes = 0;

  function append(entry: QueuedStatus): void {
    const lane = lanes[entry.priority];
    const place: Place = { entry, older: lane.newest, newer: undefined };
    if (lane.newest === undefined) lane.oldest = place;
    else lane.newest.newer = place;
    lane.newest = place;
    lane.size += 1;
    places.set(entry.key, place);
  }

  function remove({ entry, older, newer }: Place): void {
    const lane = lanes[entry.priority];
    if (older === undefined) lane.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) lane.newest = older;
    else newer.older = older;
    lane.size -= 1;
    places.delete(entry.key);
  }

  return {
    put(key, priority, causes, sinceMs) {
      const known = places.get(key);
      if (known === undefined) return append({ key, priority, causes, sinceMs });
      const merged = mergeCauses(known.entry.causes, causes);
      const oldestMs = Math.min(known.entry.sinceMs, sinceMs);
      // Only a change of as high a priority makes it the newest again.
      if (rank(known.entry.priority) < rank(priority) || priority === 'bulk') {
        known.entry = { ...known.entry, causes: merged, sinceMs: oldestMs };
        return;
      }
      remove(known);
      append({ key, priority, causes: merged, sinceMs: oldestMs });
    },
    drop(key) {
      const place = places.get(key);
      if (place !== undefined) remove(place);
    },
    take(only) {
      const waiting = statusPriorities.filter((each) => lanes[each].size > 0);
      if (only !== undefined && !waiting.includes(only)) return undefined;
      const turn = takes + 1;
      const lower = waiting.slice(1);
      const forLowest = lower.length > 0 && turn % lowestEvery === 0;
      const priority = forLowest ? lower[(turn / lowestEvery) % lower.length] : (only ?? waiting[0]);
      if (priority === undefined) return undefined;
      takes = turn;
      const { oldest, newest } = lanes[priority];
      const place = priority === 'bulk' || forLowest || turn % oldestEvery === 0 ? oldest : newest;
      if (place === undefined) return undefined;
      remove(place);
      return place.entry;
    },
    waiting: (priority) => lanes[priority].size,
    clear() {
      places.clear();
      for (const priority of statusPriorities) Object.assign(lanes[priority], emptyLane());
    },
  };
}

function rank(priority: StatusPriority): number {
  return statusPriorities.indexOf(priority);
}

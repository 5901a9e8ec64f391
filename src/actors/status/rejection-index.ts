// What Envoys refuse, by the objects that it was made from. In: batches of rejections; out: per object a list that stays
// the same list until something in it changes.
import type { Batch } from '../../messages/edge.ts';
import type { RejectionValue } from '../../messages/rejections.ts';
import type { ObjectKey } from '../../model/object.ts';
import { createKeyedInput } from '../keyed-input.ts';

export interface RejectionIndex {
  /** Returns the objects whose lists changed. */
  apply(batch: Batch<RejectionValue>): Iterable<ObjectKey>;
  of(object: ObjectKey): readonly RejectionValue[];
  /** Something of the object was refused since we run, and nothing is any more. */
  ended(object: ObjectKey): boolean;
  /** The object is gone. */
  forget(object: ObjectKey): void;
}

const none: readonly RejectionValue[] = [];

export function createRejectionIndex(): RejectionIndex {
  const input = createKeyedInput<RejectionValue>();
  const byOwner = new Map<ObjectKey, Map<string, RejectionValue>>();
  const lists = new Map<ObjectKey, readonly RejectionValue[]>();
  const over = new Set<ObjectKey>();

  function take(key: string, value: RejectionValue | undefined, before: RejectionValue | undefined): ObjectKey[] {
    for (const owner of before?.owners ?? []) byOwner.get(owner)?.delete(key);
    for (const owner of value?.owners ?? []) {
      const own = byOwner.get(owner);
      if (own === undefined) byOwner.set(owner, new Map([[key, value!]]));
      else own.set(key, value!);
    }
    return [...(before?.owners ?? []), ...(value?.owners ?? [])];
  }

  return {
    apply(batch) {
      const before = new Map(input.values);
      const { upserts, removals } = input.apply(batch);
      const changed = new Set<ObjectKey>();
      /** A streamer that starts over has not heard yet what Envoys refuse: that it names nothing is no end. */
      const told = new Set(batch.removals.flatMap(({ key }) => before.get(key)?.owners ?? []));
      for (const { key } of upserts) for (const owner of before.get(key)?.owners ?? []) told.add(owner);
      for (const { key, value } of upserts) for (const owner of take(key, value, before.get(key))) changed.add(owner);
      for (const { key } of removals) for (const owner of take(key, undefined, before.get(key))) changed.add(owner);
      for (const owner of changed) {
        const own = byOwner.get(owner);
        if (own === undefined || own.size === 0) {
          byOwner.delete(owner);
          lists.delete(owner);
          if (told.has(owner)) over.add(owner);
        } else {
          lists.set(
            owner,
            [...own].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value),
          );
          over.delete(owner);
        }
      }
      return changed;
    },
    of: (object) => lists.get(object) ?? none,
    ended: (object) => over.has(object),
    forget: (object) => void over.delete(object),
  };
}

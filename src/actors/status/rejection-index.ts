// What Envoys refuse, by the objects that it was made from. In: batches of rejections, of this replica and of others; out:
// per object a list that stays the same list until something in it changes.
import type { Batch, Removal, Upsert } from '../../messages/edge.ts';
import type { RejectionValue } from '../../messages/rejections.ts';
import type { ObjectKey } from '../../model/object.ts';
import { mergeRejections } from '../../status/replicas.ts';
import { createKeyedInput, type KeyedInput } from '../keyed-input.ts';

export interface RejectionIndex {
  /** Returns the objects whose lists changed. The replica is empty for this one. */
  apply(replica: string, batch: Batch<RejectionValue>): Iterable<ObjectKey>;
  /** The replica is gone; its Envoys will turn up elsewhere and refuse again what they refuse. As `apply`. */
  drop(replica: string): Iterable<ObjectKey>;
  of(object: ObjectKey): readonly RejectionValue[];
  /** Something of the object was refused since we run, and nothing is any more. */
  ended(object: ObjectKey): boolean;
  /** The object is gone. */
  forget(object: ObjectKey): void;
}

const none: readonly RejectionValue[] = [];

export function createRejectionIndex(): RejectionIndex {
  const inputs = new Map<string, KeyedInput<RejectionValue>>();
  /** Owner → replica and key → what is refused there. */
  const byOwner = new Map<ObjectKey, Map<string, RejectionValue>>();
  const lists = new Map<ObjectKey, readonly RejectionValue[]>();
  const over = new Set<ObjectKey>();

  function take(key: string, value: RejectionValue | undefined, before: RejectionValue | undefined): ObjectKey[] {
    for (const owner of before?.owners ?? []) byOwner.get(owner)?.delete(key);
    for (const owner of value?.owners ?? []) {
      const known = byOwner.get(owner);
      if (known === undefined) byOwner.set(owner, new Map([[key, value!]]));
      else known.set(key, value!);
    }
    return [...(before?.owners ?? []), ...(value?.owners ?? [])];
  }

  function change(
    replica: string,
    before: ReadonlyMap<string, RejectionValue>,
    {
      upserts,
      removals,
    }: { readonly upserts: readonly Upsert<RejectionValue>[]; readonly removals: readonly Removal[] },
    /** Of these it was said that it is no longer refused. */
    told: ReadonlySet<ObjectKey>,
  ): ReadonlySet<ObjectKey> {
    const changed = new Set<ObjectKey>();
    const keyOf = (key: string): string => `${replica} ${key}`;
    for (const { key, value } of upserts)
      for (const owner of take(keyOf(key), value, before.get(key))) changed.add(owner);
    for (const { key } of removals)
      for (const owner of take(keyOf(key), undefined, before.get(key))) changed.add(owner);
    for (const owner of changed) {
      const known = byOwner.get(owner);
      if (known === undefined || known.size === 0) {
        byOwner.delete(owner);
        lists.delete(owner);
        if (told.has(owner)) over.add(owner);
      } else {
        lists.set(owner, mergeRejections(known.values()));
        over.delete(owner);
      }
    }
    return changed;
  }

  return {
    apply(replica, batch) {
      let input = inputs.get(replica);
      if (input === undefined) inputs.set(replica, (input = createKeyedInput()));
      const before = new Map(input.values);
      const changes = input.apply(batch);
      /** A streamer that starts over has not heard yet what Envoys refuse: that it names nothing is no end. */
      const told = new Set(batch.removals.flatMap(({ key }) => before.get(key)?.owners ?? []));
      for (const { key } of changes.upserts) for (const owner of before.get(key)?.owners ?? []) told.add(owner);
      return change(replica, before, changes, told);
    },
    drop(replica) {
      const before = inputs.get(replica)?.values ?? new Map<string, RejectionValue>();
      inputs.delete(replica);
      const removals = [...before.keys()].map((key) => ({ key, causes: [] }));
      return change(replica, before, { upserts: [], removals }, new Set());
    },
    of: (object) => lists.get(object) ?? none,
    ended: (object) => over.has(object),
    forget: (object) => void over.delete(object),
  };
}

// Several sources, one map: of the objects that sources hold under one key, the one of the first source in order counts.
// Pure. In: deltas of a source. Out: what changes for those who read the merged map, and which keys are held twice.
import { objectText } from '../../model/object.ts';
import type { ObjectKey, ObjectText, SourceMark } from '../../model/object.ts';
import type { ObjectDelta } from '../../sources/source.ts';

export interface HeldObject {
  readonly text: ObjectText;
  readonly source: SourceMark;
}

export interface MergedObjects {
  /** `source` must be one of the names given. */
  apply(source: string, delta: ObjectDelta): MergeResult;
}

export interface MergeResult {
  /** The object that counts now, when that is another one than before; null: there is none any more. Absent: no change. */
  readonly winner?: HeldObject | null;
  /** Given when this delta began or ended the key's being held by several sources: all who hold it, the winner first. */
  readonly holders?: readonly HeldObject[];
}

/** `sources`: names in order of precedence. */
export function createMergedObjects(sources: readonly string[]): MergedObjects {
  const held = sources.map((name) => ({ name, objects: new Map<ObjectKey, HeldObject>() }));

  function holdersOf(key: ObjectKey): HeldObject[] {
    const found: HeldObject[] = [];
    for (const { objects } of held) {
      const object = objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  return {
    apply(source, delta) {
      const own = held.find(({ name }) => name === source);
      if (own === undefined) throw new Error(`the source "${source}" is not one of ${sources.join(', ')}`);
      const before = holdersOf(delta.key);
      if (delta.kind === 'upsert') {
        const { key, object, text } = delta;
        own.objects.set(key, { text: text ?? objectText(object), source: object.source });
      } else own.objects.delete(delta.key);
      const after = holdersOf(delta.key);
      return {
        ...(before[0] === after[0] ? {} : { winner: after[0] ?? null }),
        ...(before.length > 1 === after.length > 1 ? {} : { holders: after }),
      };
    },
  };
}

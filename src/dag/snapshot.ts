// The compiled graph as an immutable value: each commit makes the next snapshot from the one before by immer, sharing
// all that did not change, so keeping old ones is cheap. Vertices lie four levels deep (kind, two hash digits, key):
// immer copies and freezes each object on the path of a change, so all of them must stay small.
import { produce } from 'immer';
import type { Vertex } from './vertices.ts';

type Leaf = Readonly<Record<string, Vertex>>;
type Branch = Readonly<Record<string, Leaf>>;

export interface GraphSnapshot {
  readonly kinds: Readonly<Record<string, Readonly<Record<string, Branch>>>>;
}

export const emptySnapshot: GraphSnapshot = produce({ kinds: {} } as GraphSnapshot, () => {});

/** Without a prototype it is a plain table; else V8 would make a class for each of its sets of keys. */
function emptyLeaf(): Record<string, never> {
  return Object.create(null) as Record<string, never>;
}

const DIGITS = 24;

/** Kind and two digits of FNV-1a over the key, which spreads keys that share long prefixes evenly. */
function placeOf(key: string): readonly [kind: string, first: string, second: string] {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash >>>= 0;
  return [key.slice(0, key.indexOf('/')), String(hash % DIGITS), String(Math.floor(hash / DIGITS) % DIGITS)];
}

/** `key` is `<kind>/<vertex key>`, as `vertexKey` gives it. */
export function vertexAt(snapshot: GraphSnapshot, key: string): Vertex | undefined {
  const [kind, first, second] = placeOf(key);
  return snapshot.kinds[kind]?.[first]?.[second]?.[key];
}

/** All vertices, or those of some kinds; in no meaningful order. */
export function* verticesOf(
  snapshot: GraphSnapshot,
  kinds: readonly string[] = Object.keys(snapshot.kinds),
): Generator<[key: string, vertex: Vertex]> {
  for (const kind of kinds)
    for (const branch of Object.values(snapshot.kinds[kind] ?? {}))
      for (const leaf of Object.values(branch)) yield* Object.entries(leaf);
}

export function applyToSnapshot(
  snapshot: GraphSnapshot,
  upserts: readonly { readonly key: string; readonly vertex: Vertex }[],
  removals: readonly { readonly key: string }[],
): GraphSnapshot {
  if (upserts.length === 0 && removals.length === 0) return snapshot;
  return produce(snapshot, (draft) => {
    for (const { key, vertex } of upserts) {
      const [kind, first, second] = placeOf(key);
      const leaf = (((draft.kinds[kind] ??= {})[first] ??= {})[second] ??= emptyLeaf());
      // Frozen here, in one pass, immer has nothing left to look through. The vertex is plain readonly data; immer's
      // draft type only strips the readonly marks.
      leaf[key] = deepFreeze(vertex) as (typeof leaf)[string];
    }
    for (const { key } of removals) {
      const [kind, first, second] = placeOf(key);
      const leaf = draft.kinds[kind]?.[first]?.[second];
      if (leaf) delete leaf[key];
    }
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

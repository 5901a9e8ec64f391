// What every translator is: vertices go in as they change, encoded resources come out when they differ.
// `apply` may be called many times before `publish`, so that a big batch can be taken in portions without showing a
// half-way state. The result never depends on the order of vertices, only on which are there.
import type { Vertex } from '../dag/vertices.ts';
import type { Cause, Removal, Upsert } from '../messages/edge.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { resourceKey } from './resource.ts';

export interface VertexChanges {
  /** Keys as on the edge from the builder: `<kind>/<vertex key>`. */
  readonly upserts: readonly Upsert<Vertex>[];
  readonly removals: readonly Removal[];
}

export interface ResourceChanges {
  /** Keys are `<type>/<name>`. A resource whose bytes did not change is not here. */
  readonly upserts: readonly Upsert<EncodedResource>[];
  readonly removals: readonly Removal[];
}

export interface Translator {
  apply(changes: VertexChanges): void;
  /** What changed since the last call. */
  publish(): ResourceChanges;
  /** All resources as last published, by `<type>/<name>`. */
  resources(): ReadonlyMap<string, EncodedResource>;
}

/** Resources by the key of what they were made from. */
export interface ResourceTable {
  /** The source `from` makes this resource now. It always makes the same key; of two sources one at a time may make it. */
  put(from: string, resource: EncodedResource, causes: readonly Cause[]): void;
  remove(from: string, causes: readonly Cause[]): void;
  publish(): ResourceChanges;
  resources(): ReadonlyMap<string, EncodedResource>;
}

/** Compares what was put with what was published; nothing that is put back to what it was shows. */
export function createResourceTable(): ResourceTable {
  const published = new Map<string, EncodedResource>();
  const keyOfSource = new Map<string, string>();
  /** What is wanted of a key since the last publication; null: no such resource. */
  const pending = new Map<string, { from: string; resource: EncodedResource | null; causes: Cause[] }>();

  function want(key: string, from: string, resource: EncodedResource | null, causes: readonly Cause[]): void {
    const known = pending.get(key);
    if (known === undefined) {
      pending.set(key, { from, resource, causes: [...causes] });
    } else {
      // Another source took the key over before this one let it go.
      if (resource === null && known.resource !== null && known.from !== from) return;
      known.from = from;
      known.resource = resource;
      known.causes.push(...causes);
    }
  }

  return {
    put(from, resource, causes) {
      const key = resourceKey(resource.type, resource.name);
      keyOfSource.set(from, key);
      want(key, from, resource, causes);
    },
    remove(from, causes) {
      const key = keyOfSource.get(from);
      if (key === undefined) return;
      keyOfSource.delete(from);
      want(key, from, null, causes);
    },
    publish() {
      const upserts: Upsert<EncodedResource>[] = [];
      const removals: Removal[] = [];
      for (const [key, { resource, causes }] of pending) {
        const before = published.get(key);
        if (resource === null) {
          if (published.delete(key)) removals.push({ key, causes: distinct(causes) });
        } else if (before === undefined || !sameResource(before, resource)) {
          published.set(key, resource);
          upserts.push({ key, value: resource, causes: distinct(causes) });
        }
      }
      pending.clear();
      return { upserts, removals };
    },
    resources: () => published,
  };
}

/**
 * A translator for types where one vertex makes one resource: vertices for which `translate` gives undefined make none.
 * `constant` resources are always there.
 */
export function createVertexTranslator(
  translate: (vertex: Vertex) => EncodedResource | undefined,
  constant: readonly EncodedResource[] = [],
): Translator {
  const table = createResourceTable();
  for (const resource of constant) table.put(`constant ${resource.name}`, resource, []);
  return {
    apply({ upserts, removals }) {
      for (const { key, value, causes } of upserts) {
        const resource = translate(value);
        if (resource === undefined) table.remove(key, causes);
        else table.put(key, resource, causes);
      }
      for (const { key, causes } of removals) table.remove(key, causes);
    },
    publish: () => table.publish(),
    resources: () => table.resources(),
  };
}

/** The version is a hash of the bytes; the rest is not in them. */
function sameResource(a: EncodedResource, b: EncodedResource): boolean {
  return (
    a.version === b.version &&
    a.problem === b.problem &&
    a.standIn === b.standIn &&
    a.parts === b.parts &&
    a.uses?.join() === b.uses?.join() &&
    a.requires.join() === b.requires.join() &&
    (a.owners === b.owners || a.owners?.join() === b.owners?.join())
  );
}

function distinct(causes: readonly Cause[]): readonly Cause[] {
  if (causes.length < 2) return causes;
  const byId = new Map<string, Cause>();
  for (const cause of causes) byId.set(cause.id, cause);
  return [...byId.values()];
}

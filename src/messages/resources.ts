// Edges translators → streamer and endpoints → streamer: encoded Envoy resources, key = `<type>/<name>`.
// `bytes` are the encoded message (no Any around it), encoded and hashed once and written to every stream as they are.
import type { ObjectKey } from '../model/object.ts';

/** Short names of the xDS resource types; type URLs are in `src/xds/proto/resource-types.ts`. */
export type ResourceType =
  'listener' | 'extension' | 'scopedRoute' | 'route' | 'cluster' | 'endpoint' | 'secret' | 'runtime';

export interface EncodedResource {
  readonly type: ResourceType;
  readonly name: string;
  /** Hash of `bytes`: equal on all replicas for equal content. */
  readonly version: string;
  readonly bytes: Uint8Array;
  /** What Envoy must have accepted before this resource may be sent: `cluster/<name>`, `secret/<name>`. Sorted, unique. */
  readonly requires: readonly string[];
  /** Objects that it was made from; sorted, unique. Absent where a type doesn't know them: who requires it does. */
  readonly owners?: readonly ObjectKey[];
  /**
   * Nobody knows yet what the resource holds: for clients that have nothing of its name. It replaces nothing, neither in
   * the streamer nor at a client. Absent: it is what it is.
   */
  readonly standIn?: true;
  /** Why no Envoy may be sent this: what our own check found. Absent: nothing. */
  readonly problem?: string;
  /**
   * Of virtual hosts in a route configuration and of filter chains in a listener: a line of JSON each (`PartNote` in
   * src/xds/resource.ts), in their order. One text, since it travels with each change and is read only when a part is
   * to blame for something.
   */
  readonly parts?: string;
  /** Our own check found something in a part; its line says what. */
  readonly hasBadPart?: true;
  /** Keys of secrets and extensions that it names; Envoy asks for them by itself. Absent: none. */
  readonly uses?: readonly string[];
}

// The protocol of every data edge between two actors: batches of whole values by key, acknowledged one by one.
// The first batch after a link is made has `reset`; the batch that ends a full state has `synced`; a receiver keeps
// what it had until then and drops what the new full state did not name. Values are immutable and plain.

/** Why something changed: the event of one source object. Follows the change to the Envoy that acknowledges it. */
export interface Cause {
  /** Change id, unique in the process, e.g. `w1-42`. */
  readonly id: string;
  /** Key of the source object. */
  readonly key: string;
  /** Wall-clock milliseconds (fractional) at which the source saw the event. */
  readonly atMs: number;
}

export interface Upsert<T> {
  readonly key: string;
  readonly value: T;
  readonly causes: readonly Cause[];
}

export interface Removal {
  readonly key: string;
  readonly causes: readonly Cause[];
}

export interface Batch<T> {
  readonly kind: 'batch';
  /** Monotonic per sender. */
  readonly seq: number;
  /** The sender starts over: what follows, up to `synced`, is its full state. */
  readonly reset: boolean;
  /** With this batch the sender's full state has been delivered (also set on every later batch). */
  readonly synced: boolean;
  readonly upserts: readonly Upsert<T>[];
  readonly removals: readonly Removal[];
  /** With this batch everything has been sent that the sender had when it got as far as this revision (`EdgeSender.mark`). */
  readonly mark?: number;
  /** Wall-clock milliseconds of sending, for the queue time in traces. */
  readonly sentAtMs: number;
}

export interface BatchAck {
  readonly kind: 'ack';
  readonly seq: number;
}

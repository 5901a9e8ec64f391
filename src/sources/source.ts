// What every source of objects is (Kubernetes, files, Consul), to the watcher that runs it.
// Out: whole objects by key, stripped and frozen in meaning (nobody alters them later), in the order in which they
// happened; then `onSynced` once the first full state has been delivered; problems by place, as current state.
// A source keeps trying for ever: losing its server or its folder is a problem to report, never an end.
import type { Cause } from '../messages/edge.ts';
import type { ObjectKey, ObjectText, Problem, SourceMark, SourceObject } from '../model/object.ts';

export type ObjectDelta =
  | {
      readonly kind: 'upsert';
      readonly key: ObjectKey;
      readonly object: SourceObject;
      /** Of `object`, from a source that has it anyway. */
      readonly text?: ObjectText;
      readonly cause: Cause;
    }
  | { readonly kind: 'remove'; readonly key: ObjectKey; readonly cause: Cause };

/** Something is wrong with what a source reads. `object` is empty when no object can be named. */
export interface SourceProblem extends Problem {
  readonly source: SourceMark;
}

export interface SourceCallbacks {
  /** Never called with an object equal to the one already delivered for its key. */
  onDelta(delta: ObjectDelta): void;
  /**
   * The current problems of one place (a file path; for Kubernetes a kind or `server`). Replaces what was said of
   * this place before; an empty list means that all is well again.
   */
  onProblems(place: string, problems: readonly SourceProblem[]): void;
  /** Called once: everything that existed at the start has been delivered. A later loss of the server changes nothing. */
  onSynced(): void;
}

export interface SourceContext extends SourceCallbacks {
  readonly clock: SourceClock;
  /** The next change id, unique in the process (`Cause.id`). */
  readonly nextChangeId: () => string;
}

/** The actor's clock, as far as sources need it. */
export interface SourceClock {
  /** Wall-clock milliseconds, fractional. */
  nowMs(): number;
  setTimer(delayMs: number, run: () => void): { cancel(): void };
}

export interface ObjectSource {
  /** `kubernetes`, `filesystem`, `consul`; for logs and metrics. */
  readonly name: string;
  /** Returns at once; everything else comes through the callbacks. Called once. */
  start(): void;
  /** Settles when all watches, timers and files are closed; no callback comes after that. */
  stop(): Promise<void>;
}

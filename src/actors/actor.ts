// What an actor is, to the framework and to its author. An actor owns its state; it hears of the world only through
// its input edges, its timers and its queries, and changes the world only through what its context gives it. So the
// same actor runs on a worker thread, beside others on one thread, or under a simulated clock.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Batch, Cause } from '../messages/edge.ts';
import type { Config } from '../model/config.ts';

export type ActorName =
  | 'watcher'
  | 'builder'
  | 'listenerTranslator'
  | 'routeTranslator'
  | 'clusterTranslator'
  | 'secretTranslator'
  | 'endpoints'
  | 'consul'
  | 'streamer'
  | 'status'
  | 'hold';

/** `from>to`; every edge has one sender and one receiver. The table is in `src/actors/topology.ts`. */
export type EdgeName = `${ActorName}>${ActorName}`;

export interface Actor {
  /** Called once, after the edges whose other end is there have been linked. */
  start?(): void | Promise<void>;
  /** Ends timers, sockets and files; may take up to the supervisor's deadline. */
  stop?(): void | Promise<void>;
  /**
   * Answers a control call (dump, state, …): small plain data. Unknown names throw. `ready` may answer false to hold back
   * readiness beyond what the framework knows by itself: started, every input and output edge synced. Or with a text:
   * what it works with although its inputs have not synced; it counts as ready then.
   */
  query?(name: string, argument: unknown): unknown;
}

export type ActorFactory = (context: ActorContext) => Actor;

export interface ActorContext {
  readonly name: ActorName;
  readonly config: Config;
  readonly log: Logger;
  /** Metrics of this actor's thread, shared with its neighbours: make them with `metrics.ts`. Gathered by the admin port. */
  readonly metrics: Registry;
  readonly trace: Tracer;
  readonly clock: Clock;
  /** Registers the handler of an input edge; call in the factory. The batch is acknowledged when the handler's promise settles. */
  receive<T>(edge: EdgeName, handler: (batch: Batch<T>) => void | Promise<void>): void;
  /**
   * Opens an output edge; call in the factory. `state` lists the whole current state whenever a (new) receiver is
   * linked, so change the state first and send in the same turn. Values sent for one key before the receiver took the
   * last batch replace each other.
   */
  sender<T>(edge: EdgeName, options: SenderOptions<T>): EdgeSender<T>;
  /** Ends this actor (and its thread) as crashed; the supervisor starts it again. */
  fail(error: unknown): void;
}

export interface SenderOptions<T> {
  readonly state: () => Iterable<readonly [key: string, value: T]>;
  /**
   * For values that carry encoded bytes: gives them and puts them back, so that a batch travels as one transferred
   * buffer while the sender keeps its own copy.
   */
  readonly bytes?: {
    readonly get: (value: T) => Uint8Array;
    readonly with: (value: T, bytes: Uint8Array) => T;
  };
}

export interface EdgeSender<T> {
  upsert(key: string, value: T, causes: readonly Cause[]): void;
  remove(key: string, causes: readonly Cause[]): void;
  /** From now on `state` is complete; goes out behind everything queued. Idempotent. */
  synced(): void;
  /**
   * Behind everything queued goes this number, larger than all before: the receiver knows that it has what the builder had
   * made up to this revision. A newer one may take the place of one that still waits.
   */
  mark(revision: number): void;
  /** Values queued and not yet taken. */
  readonly depth: number;
}

export interface Clock {
  /** Unix milliseconds, fractional, the same on all threads; never jumps, and so may differ from the date. */
  nowMs(): number;
  /** The system's date, Unix milliseconds: for what others read and what ends on a date. It may jump: never for durations. */
  dateMs(): number;
  setTimer(delayMs: number, run: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

/** Trace-logging mode. `enabled` is false when off: callers test it before they build an event. */
export interface Tracer {
  readonly enabled: boolean;
  event(event: TraceEvent): void;
}

export interface TraceEvent {
  /** What happened: `source` (an API event), `step` (a batch or an item handled), `send` (to an edge or an Envoy), `ack`, `nack`, `status`. */
  readonly kind: 'source' | 'step' | 'send' | 'ack' | 'nack' | 'status';
  readonly edge?: string;
  readonly key?: string;
  readonly causes: readonly Cause[];
  readonly startMs: number;
  readonly queueMs?: number;
  readonly workMs?: number;
  readonly bytes?: number;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

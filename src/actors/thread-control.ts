// The control side of a thread: what the supervisor may ask of it, over comlink. Data never goes this way.
import type { MessagePort } from 'node:worker_threads';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Config, LogLevel } from '../model/config.ts';
import type { ActorName, EdgeName } from './actor.ts';
import type { ClockOrigin } from './clock.ts';
import type { ProfileKind } from './profiler.ts';
import type { EventLoopDelay } from './thread-metrics.ts';
import type { TraceLine, TraceOrder } from './tracing/tracer.ts';

export type EdgeSide = 'sender' | 'receiver';

export interface ThreadControl {
  /** Loads the thread's actors, links what has been given so far, starts them. Rejects with the first failure. */
  start(): Promise<void>;
  /** Stops the actors, the last started first. */
  stop(): Promise<void>;
  /** Hands over one end of an edge; may come before `start` and again whenever the other end is new. */
  link(edge: EdgeName, side: EdgeSide, port: MessagePort): void;
  health(): ThreadHealth | Promise<ThreadHealth>;
  metrics(): Promise<readonly ThreadMetric[]>;
  setLogLevel(level: LogLevel): void;
  setTrace(order: TraceOrder): void;
  query(actor: ActorName, name: string, argument: unknown): unknown;
  eventLoopDelay(reset: boolean): EventLoopDelay;
  /** JSON text; see profiler.ts. */
  profile(kind: ProfileKind, seconds: number): Promise<string>;
}

export type ThreadMetric = MetricObjectWithValues<MetricValue<string>>;

export interface ThreadHealth {
  readonly actors: readonly ActorHealth[];
}

export interface ActorHealth {
  readonly name: ActorName;
  readonly started: boolean;
  /** Started, every input has delivered a full state once, every output has too, and the actor itself agrees. */
  readonly ready: boolean;
  /** What is still awaited, for people; empty when ready. */
  readonly missing: readonly string[];
  /** It is ready for another reason than that its inputs have delivered a full state. */
  readonly instead?: string;
  readonly inputs: readonly { readonly edge: EdgeName; readonly synced: boolean; readonly depth: number }[];
  readonly outputs: readonly { readonly edge: EdgeName; readonly synced: boolean; readonly depth: number }[];
}

/** What a thread is started with (`workerData`). */
export interface ThreadData {
  readonly thread: string;
  readonly actors: readonly { readonly name: ActorName; readonly module: string }[];
  readonly edges: readonly EdgeName[];
  readonly config: Config;
  readonly clockOrigin: ClockOrigin;
  readonly logLevel: LogLevel;
  readonly trace: TraceOrder;
}

/** What a thread tells the supervisor unasked, beside comlink's own messages on the same port. */
export type ThreadReport =
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'trace'; readonly lines: readonly TraceLine[] }
  | { readonly kind: 'failed'; readonly actor: ActorName; readonly error: FailureReport };

export interface FailureReport {
  readonly message: string;
  readonly stack?: string;
}

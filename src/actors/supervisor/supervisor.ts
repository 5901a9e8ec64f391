// Starts the threads by placement, links their actors with direct ports, and keeps them running: a thread that ends is
// started again after a back-off, and both ends of each of its edges are linked anew, so that senders replay their full
// state. The order in which threads start doesn't matter. Runs on the main thread and handles no data itself.
import { closeSync, constants, openSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config, LogLevel } from '../../model/config.ts';
import type { ActorName, Clock, EdgeName, Timer } from '../actor.ts';
import type { ClockOrigin } from '../clock.ts';
import { counter } from '../metrics.ts';
import type { ProfileKind } from '../profiler.ts';
import { actorModule } from '../registry.ts';
import type { ActorHealth, ThreadData, ThreadMetric, ThreadReport } from '../thread-control.ts';
import type { EventLoopDelay } from '../thread-metrics.ts';
import { helpersGiveWay } from '../thread-priority.ts';
import { traceOrderOf } from '../tracing/order.ts';
import type { TraceLine, TraceOrder } from '../tracing/tracer.ts';
import { actorNames, defaultPlacement, edges as allEdges, isPrompt, receiverOf, senderOf } from '../topology.ts';
import { controlThread } from './control-call.ts';
import type { ControlledThread } from './control-call.ts';
import { restartDelay } from './restart-backoff.ts';

export interface SupervisorOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Takes the log lines of all threads. */
  readonly writeLog: (line: string) => void;
  readonly clock: Clock;
  readonly clockOrigin: ClockOrigin;
  /** Takes the trace lines that threads tell. Default: nobody does. */
  readonly onTrace?: (lines: readonly TraceLine[]) => void;
  /** The main thread's registry. */
  readonly metrics: Registry;
  /** Default: the actors and edges of `topology.ts`. */
  readonly actors?: readonly ActorName[];
  readonly edges?: readonly EdgeName[];
  /** Actors whose readiness decides, once the initial sync is done, whether Envoys are served; default: the streamer. */
  readonly servingActors?: readonly ActorName[];
  /** URL of an actor's module; default: the registry's. */
  readonly moduleOf?: (name: ActorName) => string;
  readonly random?: () => number;
  /** A thread has ended by itself, and is about to be started again. */
  readonly onThreadEnd?: (thread: string, reason: string) => void;
  /** Default 120 s to start, 5 s to stop, 1 s for health, 5 s for every other call; `callMs` is for both of these. */
  readonly deadlines?: { readonly startMs?: number; readonly stopMs?: number; readonly callMs?: number };
}

/** For what a profile takes to be put together. */
const profileGraceMs = 30_000;

export type ThreadPhase = 'starting' | 'running' | 'waiting to restart' | 'stopped';

export interface ThreadStatus {
  readonly name: string;
  readonly phase: ThreadPhase;
  readonly actorNames: readonly ActorName[];
  /** null: the thread gave no answer (it is not running, or too busy); `silence` says which. */
  readonly actors: readonly ActorHealth[] | null;
  readonly silence: string | null;
  readonly aliveMs: number;
  readonly restarts: number;
  /** Why the thread last ended. */
  readonly lastEnd: { readonly atMs: number; readonly reason: string } | null;
}

/** What is known of a thread without asking it. */
export interface ThreadLiveness {
  readonly name: string;
  readonly phase: ThreadPhase;
  readonly restarts: number;
  /** How long it has not been running; 0 when it runs. */
  readonly downMs: number;
  /** It runs an actor without which no Envoy is served. */
  readonly serving: boolean;
}

export interface SupervisorStatus {
  /**
   * The initial sync has been done, and the actors that serve Envoys are ready now; or these have something to serve
   * instead of the present state.
   */
  readonly ready: boolean;
  /** What the present state still waits for; empty when it is served. */
  readonly missing: readonly string[];
  /** What is served instead of it; null: nothing. */
  readonly instead: string | null;
  readonly threads: readonly ThreadStatus[];
}

export interface Supervisor {
  /** Resolves when every actor has started once. Rejects with the first failure, everything stopped again. */
  start(): Promise<void>;
  /** Ends all threads, sources first; a thread that doesn't stop in time is terminated. */
  stop(): Promise<void>;
  /** Resolves when `status().ready` is true for the first time (or again). Rejects when the supervisor is stopped. */
  ready(): Promise<void>;
  status(): Promise<SupervisorStatus>;
  liveness(): readonly ThreadLiveness[];
  query(actor: ActorName, name: string, argument?: unknown): Promise<unknown>;
  /** The metrics of each thread that answered in time. */
  metrics(): Promise<readonly (readonly ThreadMetric[])[]>;
  readonly logLevel: LogLevel;
  /** Applies to all threads, also those started later; resolves when those that answer in time have done so. */
  setLogLevel(level: LogLevel): Promise<void>;
  readonly trace: TraceOrder;
  /** As `setLogLevel`; rejects when the file can't be opened. */
  setTrace(order: TraceOrder): Promise<void>;
  /** Of the thread that runs `actor`. */
  eventLoopDelay(actor: ActorName, reset: boolean): Promise<EventLoopDelay>;
  /** Rejects while another profile of that thread is taken. JSON text; see profiler.ts. */
  profile(thread: string, kind: ProfileKind, seconds: number): Promise<string>;
  readonly threads: readonly string[];
  /** Ends a thread as if it had crashed, for tests; resolves when it is gone. */
  kill(thread: string): Promise<void>;
  /** Resolves when the thread runs with all its actors started: at once, or after its restart. */
  running(thread: string): Promise<void>;
}

interface Life {
  readonly worker: Worker;
  readonly control: ControlledThread;
}

interface ThreadState {
  readonly name: string;
  readonly actors: readonly ActorName[];
  phase: ThreadPhase;
  life: Life | null;
  spawnedAtMs: number;
  /** Since when it has not been running. */
  downSinceMs: number;
  restarts: number;
  baseDelayMs: number;
  restartTimer: Timer | null;
  endReason: string | null;
  lastEnd: { readonly atMs: number; readonly reason: string } | null;
}

const workerUrl = new URL(import.meta.resolve('nuncio/actors/thread.worker'));

const defaultServingActors: readonly ActorName[] = ['streamer'];

const readyPollMs = 20;

/**
 * Node's default of 48 MB a thread is filled up once at the start and never given back: with half of it the program at
 * 10,000 hosts takes 170 MB less, and no more CPU. Threads that answer Envoys keep little for long, and a small one lets
 * go of bytes that were sent.
 */
const maxYoungGenerationSizeMb = { usual: 24, prompt: 6 } as const;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { clock, config, log } = options;
  const random = options.random ?? Math.random;
  const edges = options.edges ?? allEdges;
  const servingActors = options.servingActors ?? defaultServingActors;
  const moduleOf = options.moduleOf ?? actorModule;
  const startDeadlineMs = options.deadlines?.startMs ?? 120_000;
  const stopDeadlineMs = options.deadlines?.stopMs ?? 5_000;
  /** A probe gives up after a second by default; a scraper or a person waits for a thread that compiles. */
  const healthDeadlineMs = options.deadlines?.callMs ?? 1_000;
  const callDeadlineMs = options.deadlines?.callMs ?? 5_000;
  const restartCount = counter(options.metrics, 'nuncio_thread_restarts_total', 'Restarts of a thread', ['thread']);

  const states = placeActors(options.actors ?? actorNames, config.placement, clock.nowMs());
  const threadOf = new Map<ActorName, ThreadState>();
  for (const state of states) for (const name of state.actors) threadOf.set(name, state);

  let { level: logLevel } = config.log;
  let trace: TraceOrder = traceOrderOf(config);
  let stopping = false;
  let initialSyncDone = false;
  /** Called at every change of a thread's phase. */
  const phaseWatchers = new Set<() => void>();

  function setPhase(state: ThreadState, phase: ThreadPhase): void {
    if (state.phase === 'running') state.downSinceMs = clock.nowMs();
    state.phase = phase;
    for (const watcher of phaseWatchers) watcher();
  }

  function untilPhase(test: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const watcher = (): void => {
        if (!test()) return;
        phaseWatchers.delete(watcher);
        resolve();
      };
      phaseWatchers.add(watcher);
      watcher();
    });
  }

  function spawn(state: ThreadState): void {
    state.restartTimer = null;
    state.endReason = null;
    state.spawnedAtMs = clock.nowMs();
    const workerData: ThreadData = {
      thread: state.name,
      actors: state.actors.map((name) => ({ name, module: moduleOf(name) })),
      edges,
      config,
      clockOrigin: options.clockOrigin,
      logLevel,
      trace,
    };
    const worker = new Worker(workerUrl, {
      name: state.name,
      workerData,
      resourceLimits: {
        maxYoungGenerationSizeMb: maxYoungGenerationSizeMb[isPrompt(state.actors) ? 'prompt' : 'usual'],
      },
    });
    const control = controlThread(worker, state.name, (err) => log.warn({ err, ofThread: state.name }, 'link failed'));
    const life: Life = { worker, control };
    state.life = life;
    worker.on('message', (message: ThreadReport | { readonly kind?: undefined }) => {
      if (message.kind === 'log') options.writeLog(message.line);
      else if (message.kind === 'trace') options.onTrace?.(message.lines);
      else if (message.kind === 'failed') {
        state.endReason = `actor ${message.actor}: ${message.error.stack ?? message.error.message}`;
      }
    });
    worker.on('error', (error: unknown) => {
      state.endReason ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    worker.on('exit', (exitCode) => ended(state, life, exitCode));
    setPhase(state, 'starting');
    linkEdges(state);
    control
      .call('start', startDeadlineMs, (remote) => remote.start())
      .then(
        () => {
          log.debug({ ofThread: state.name, tookMs: Math.round(clock.nowMs() - state.spawnedAtMs) }, 'thread started');
          setPhase(state, 'running');
        },
        (error: Error) => {
          // Else it has ended by itself, and `exit` says why.
          if (state.life !== life) return;
          state.endReason ??= error.stack ?? error.message;
          void worker.terminate();
        },
      );
  }

  /** A new channel for each edge that leaves this thread; the other end follows when its thread is started. */
  function linkEdges(state: ThreadState): void {
    for (const edge of edges) {
      const from = threadOf.get(senderOf(edge));
      const to = threadOf.get(receiverOf(edge));
      if (from === undefined || to === undefined || from === to || (from !== state && to !== state)) continue;
      if (from.life === null || to.life === null) continue;
      const { port1, port2 } = new MessageChannel();
      to.life.control.link(edge, 'receiver', port2);
      from.life.control.link(edge, 'sender', port1);
    }
  }

  function ended(state: ThreadState, life: Life, exitCode: number): void {
    if (state.life !== life) return;
    state.life = null;
    const nowMs = clock.nowMs();
    const aliveMs = nowMs - state.spawnedAtMs;
    const reason = state.endReason ?? `exit code ${exitCode}`;
    if (stopping) {
      setPhase(state, 'stopped');
      return;
    }
    state.lastEnd = { atMs: nowMs, reason };
    const { baseMs, delayMs } = restartDelay(state.baseDelayMs, aliveMs, random());
    state.baseDelayMs = baseMs;
    state.restarts += 1;
    restartCount.labels(state.name).inc();
    log.error(
      {
        ofThread: state.name,
        actors: state.actors,
        exitCode,
        reason,
        aliveMs: Math.round(aliveMs),
        restartInMs: Math.round(delayMs),
      },
      `thread ${state.name} ended; it is started again`,
    );
    state.restartTimer = clock.setTimer(delayMs, () => spawn(state));
    setPhase(state, 'waiting to restart');
    options.onThreadEnd?.(state.name, reason);
  }

  async function statusOf(state: ThreadState): Promise<ThreadStatus> {
    let actors: readonly ActorHealth[] | null = null;
    let silence: string | null = null;
    try {
      if (state.life === null) silence = state.phase;
      else actors = (await state.life.control.call('health', healthDeadlineMs, (remote) => remote.health())).actors;
    } catch (error) {
      silence = (error as Error).message;
    }
    return {
      name: state.name,
      phase: state.phase,
      actorNames: state.actors,
      actors,
      silence,
      aliveMs: state.life === null ? 0 : Math.round(clock.nowMs() - state.spawnedAtMs),
      restarts: state.restarts,
      lastEnd: state.lastEnd,
    };
  }

  async function status(): Promise<SupervisorStatus> {
    const threads = await Promise.all(states.map(statusOf));
    const missing: string[] = [];
    for (const thread of threads) {
      for (const name of thread.actorNames) {
        if (initialSyncDone && !servingActors.includes(name)) continue;
        const health = thread.actors?.find((actor) => actor.name === name);
        if (health !== undefined) for (const what of health.missing) missing.push(`${name}: ${what}`);
        else missing.push(`${name}: ${thread.silence ?? 'has not started'}`);
      }
    }
    if (missing.length === 0) initialSyncDone = true;
    const serving = threads.flatMap(({ actors }) => actors ?? []).filter(({ name }) => servingActors.includes(name));
    const instead = serving.find((actor) => actor.instead !== undefined)?.instead ?? null;
    const standsIn = instead !== null && serving.every(({ ready }) => ready);
    return { ready: missing.length === 0 || standsIn, missing, instead, threads };
  }

  /** Runs a call on every living thread; those that fail or don't answer are logged and left out of the result. */
  async function onAll<T>(what: string, run: Parameters<ControlledThread['call']>[2]): Promise<T[]> {
    const results = await Promise.all(
      states.map(async ({ name, life }) => {
        if (life === null) return [];
        try {
          return [(await life.control.call(what, callDeadlineMs, run)) as T];
        } catch (err) {
          log.warn({ err, ofThread: name }, `control call ${what} failed`);
          return [];
        }
      }),
    );
    return results.flat();
  }

  function living(state: ThreadState | undefined, what: string): Life {
    if (state === undefined)
      throw new Error(`no thread or actor ${what} (threads: ${states.map(({ name }) => name).join(', ')})`);
    if (state.life === null) throw new Error(`thread ${state.name} is ${state.phase}`);
    return state.life;
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const state of states.toReversed()) {
      state.restartTimer?.cancel();
      const { life } = state;
      if (life === null) {
        setPhase(state, 'stopped');
        continue;
      }
      try {
        await life.control.call('stop', stopDeadlineMs, (remote) => remote.stop());
      } catch (err) {
        log.warn({ err, ofThread: state.name }, 'thread did not stop by itself; it is terminated');
      }
      await life.worker.terminate();
    }
    await untilPhase(() => states.every(({ phase }) => phase === 'stopped'));
  }

  return {
    async start() {
      helpersGiveWay();
      for (const state of states) spawn(state);
      await untilPhase(
        () => stopping || states.every(({ phase }) => phase === 'running') || failedState() !== undefined,
      );
      const failed = failedState();
      if (failed === undefined) return;
      await stop();
      throw new Error(`thread ${failed.name} could not start: ${failed.lastEnd?.reason ?? 'unknown reason'}`);
    },
    stop,
    async ready() {
      for (let delayMs = readyPollMs; ; delayMs = Math.min(250, delayMs * 1.2)) {
        if (stopping) throw new Error('the supervisor was stopped before it became ready');
        if ((await status()).ready) return;
        await new Promise<void>((resolve) => clock.setTimer(delayMs, resolve));
      }
    },
    status,
    liveness: () =>
      states.map(({ name, phase, restarts, downSinceMs, actors }) => ({
        name,
        phase,
        restarts,
        downMs: phase === 'running' ? 0 : Math.round(clock.nowMs() - downSinceMs),
        serving: actors.some((actor) => servingActors.includes(actor)),
      })),
    async query(actor, name, argument) {
      const { control } = living(threadOf.get(actor), actor);
      return control.call(`query ${name}`, callDeadlineMs, (remote) => remote.query(actor, name, argument));
    },
    metrics: () => onAll('metrics', (remote) => remote.metrics()),
    get logLevel() {
      return logLevel;
    },
    async setLogLevel(level) {
      logLevel = level;
      await onAll('setLogLevel', (remote) => remote.setLogLevel(level));
    },
    get trace() {
      return trace;
    },
    async setTrace(order) {
      const { file } = order;
      // Here first: a file that can't be opened must not end threads one by one.
      if (file !== null) {
        closeSync(
          openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600),
        );
      }
      trace = order;
      await onAll('setTrace', (remote) => remote.setTrace(order));
    },
    async eventLoopDelay(actor, reset) {
      const { control } = living(threadOf.get(actor), actor);
      return control.call('eventLoopDelay', callDeadlineMs, (remote) => remote.eventLoopDelay(reset));
    },
    async profile(thread, kind, seconds) {
      const { control } = living(
        states.find(({ name }) => name === thread),
        thread,
      );
      return control.call('profile', seconds * 1000 + profileGraceMs, (remote) => remote.profile(kind, seconds));
    },
    threads: states.map(({ name }) => name),
    async kill(thread) {
      const state = states.find(({ name }) => name === thread);
      const life = living(state, thread);
      if (state !== undefined) state.endReason = 'killed by request';
      await life.worker.terminate();
      await untilPhase(() => state?.life !== life);
    },
    async running(thread) {
      const state = states.find(({ name }) => name === thread);
      if (state === undefined) throw new Error(`no thread ${thread}`);
      await untilPhase(() => state.phase === 'running' || stopping);
    },
  };

  /** A thread that ended before all had started once. */
  function failedState(): ThreadState | undefined {
    return states.find(({ lastEnd }) => lastEnd !== null);
  }
}

/** Threads in the order in which their first actor is named: receivers before senders. */
function placeActors(
  names: readonly ActorName[],
  placement: Readonly<Record<string, string>>,
  nowMs: number,
): ThreadState[] {
  const byThread = new Map<string, ActorName[]>();
  for (const name of names) {
    const thread = placement[name] ?? defaultPlacement[name];
    const together = byThread.get(thread);
    if (together === undefined) byThread.set(thread, [name]);
    else together.push(name);
  }
  return [...byThread].map(([name, actors]) => ({
    name,
    actors,
    phase: 'stopped',
    life: null,
    spawnedAtMs: 0,
    downSinceMs: nowMs,
    restarts: 0,
    baseDelayMs: 0,
    restartTimer: null,
    endReason: null,
    lastEnd: null,
  }));
}

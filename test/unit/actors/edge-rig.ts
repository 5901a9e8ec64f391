// An edge without threads for tests: a sender with its state, a receiver that keeps what it was told, and a scheduler
// that delivers one message at a time, when the test says so.
import type { ActorName, EdgeName, Tracer, TraceEvent } from '../../../src/actors/actor.ts';
import { createSimulatedClock } from '../../../src/actors/clock.ts';
import type { SimulatedClock } from '../../../src/actors/clock.ts';
import { createEdgeReceiver } from '../../../src/actors/edge-receiver.ts';
import type { EdgeReceiver } from '../../../src/actors/edge-receiver.ts';
import { createEdgeSender } from '../../../src/actors/edge-sender.ts';
import type { LinkableSender } from '../../../src/actors/edge-sender.ts';
import { createKeyedInput } from '../../../src/actors/keyed-input.ts';
import type { KeyedInput } from '../../../src/actors/keyed-input.ts';
import { localPortPair } from '../../../src/actors/port.ts';
import { createTurns } from '../../../src/actors/turns.ts';
import type { Batch, Cause } from '../../../src/messages/edge.ts';

export const edge: EdgeName = 'watcher>builder';

export interface Steps {
  readonly schedule: (run: () => void) => void;
  /** Runs the oldest waiting one; false if none waits. */
  one(): boolean;
  all(): void;
}

export function createSteps(): Steps {
  const waiting: (() => void)[] = [];
  const one = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  return {
    schedule: (run) => void waiting.push(run),
    one,
    all() {
      while (one());
    },
  };
}

export function cause(id: string): Cause {
  return { id, key: `object/${id}`, atMs: 0 };
}

export interface Rig<T> {
  readonly steps: Steps;
  readonly clock: SimulatedClock;
  readonly state: Map<string, T>;
  readonly sender: LinkableSender<T>;
  readonly batches: Batch<T>[];
  readonly events: TraceEvent[];
  readonly failures: unknown[];
  input: KeyedInput<T>;
  receiver: EdgeReceiver;
  put(key: string, value: T, id?: string): void;
  drop(key: string, id?: string): void;
  /** A new channel between the two, as after a restart of either. */
  link(): void;
  /** A new receiver that knows nothing. */
  restartReceiver(): void;
}

export interface RigOptions<T> {
  readonly bytes?: { get(value: T): Uint8Array; with(value: T, bytes: Uint8Array): T };
  /** Called with every batch; a promise holds back the acknowledgement. */
  readonly onBatch?: (batch: Batch<T>) => void | Promise<void>;
  readonly traced?: boolean;
  readonly actor?: ActorName;
  /** The receiver's thread must not be held for long. */
  readonly inTurns?: boolean;
}

export function createRig<T>(options: RigOptions<T> = {}): Rig<T> {
  const steps = createSteps();
  const clock = createSimulatedClock(1000);
  const state = new Map<string, T>();
  const batches: Batch<T>[] = [];
  const events: TraceEvent[] = [];
  const failures: unknown[] = [];
  const trace: Tracer = { enabled: options.traced === true, event: (event) => void events.push(event) };
  const fail = (error: unknown): void => void failures.push(error);
  const sender = createEdgeSender<T>({
    edge,
    clock,
    trace,
    fail,
    schedule: steps.schedule,
    state: () => state,
    ...(options.bytes !== undefined && { bytes: options.bytes }),
  });
  const makeReceiver = (): EdgeReceiver =>
    createEdgeReceiver<T>({
      edge,
      clock,
      trace,
      fail,
      ...(options.inTurns === true && { turns: createTurns(clock, steps.schedule) }),
      handler(batch) {
        batches.push(batch);
        rig.input.apply(batch);
        return options.onBatch?.(batch);
      },
    });
  const rig: Rig<T> = {
    steps,
    clock,
    state,
    sender,
    batches,
    events,
    failures,
    input: createKeyedInput<T>(),
    receiver: makeReceiver(),
    put(key, value, id) {
      state.set(key, value);
      sender.upsert(key, value, id === undefined ? [] : [cause(id)]);
    },
    drop(key, id) {
      state.delete(key);
      sender.remove(key, id === undefined ? [] : [cause(id)]);
    },
    link() {
      const [senderPort, receiverPort] = localPortPair(steps.schedule);
      rig.receiver.link(receiverPort);
      sender.link(senderPort);
    },
    restartReceiver() {
      rig.receiver.stop();
      rig.receiver = makeReceiver();
      rig.input = createKeyedInput<T>();
      rig.link();
    },
  };
  return rig;
}

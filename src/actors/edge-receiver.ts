// The receiving side of an edge: hands batches to the actor's handler one at a time, in order, and acknowledges each
// when the handler's promise settles; the sender sends no more than it has acknowledgements for. A handler that throws
// ends the actor, and its batch stays unacknowledged, so the next actor gets everything again.
import type { Batch } from '../messages/edge.ts';
import type { Clock, EdgeName, Tracer } from './actor.ts';
import type { ReceiverMeter } from './edge-metrics.ts';
import { allCauses, maxTracedItems } from './edge-sender.ts';
import type { Port } from './port.ts';
import type { Turns } from './turns.ts';

export interface EdgeReceiverOptions<T> {
  readonly edge: EdgeName;
  readonly handler: (batch: Batch<T>) => void | Promise<void>;
  readonly clock: Clock;
  readonly trace: Tracer;
  readonly meter?: ReceiverMeter;
  readonly fail: (error: unknown) => void;
  /** Shared by the receivers of a thread that must not be held for long; default: batches are handled as they come. */
  readonly turns?: Turns;
}

export interface EdgeReceiver {
  /** Takes batches from this port from now on; batches of an older link that no handler has begun are dropped. */
  link(port: Port): void;
  /** Handles nothing more. */
  stop(): void;
  /** Batches that arrived and were not yet handled. */
  readonly depth: number;
  /** A full state has been handled, once at least. */
  readonly synced: boolean;
}

export function createEdgeReceiver<T>(options: EdgeReceiverOptions<T>): EdgeReceiver {
  const { edge, clock, trace, meter, turns } = options;
  let port: Port | null = null;
  let waiting: Batch<T>[] = [];
  let running = false;
  let goesOnLater = false;
  let stopped = false;
  let synced = false;

  function next(): void {
    // A loop for handlers that return at once; a promise takes it up again.
    while (!running && !stopped && !goesOnLater && waiting.length > 0) {
      if (turns?.isOver() === true) {
        goesOnLater = true;
        turns.later(goOn);
        return;
      }
      const batch = waiting.shift()!;
      const from = port;
      const startMs = clock.nowMs();
      running = true;
      let result: void | Promise<void>;
      try {
        result = options.handler(batch);
      } catch (error) {
        failed(error);
        return;
      }
      if (result instanceof Promise) {
        result.then(() => {
          handled(batch, from, startMs);
          next();
        }, failed);
      } else {
        handled(batch, from, startMs);
      }
    }
  }

  function goOn(): void {
    goesOnLater = false;
    next();
  }

  function handled(batch: Batch<T>, from: Port | null, startMs: number): void {
    running = false;
    if (batch.synced) synced = true;
    const workMs = clock.nowMs() - startMs;
    meter?.handled(batch.upserts.length + batch.removals.length, workMs);
    if (trace.enabled) traceStep(batch, startMs, workMs);
    if (!stopped) from?.post({ kind: 'ack', seq: batch.seq });
  }

  function failed(error: unknown): void {
    running = false;
    stopped = true;
    options.fail(error);
  }

  function traceStep(batch: Batch<T>, startMs: number, workMs: number): void {
    const items = batch.upserts.length + batch.removals.length;
    const queueMs = Math.max(0, startMs - batch.sentAtMs);
    const detail = { seq: batch.seq, items };
    if (items === 0 || items > maxTracedItems) {
      trace.event({ kind: 'step', edge, causes: allCauses(batch), startMs, queueMs, workMs, detail });
      return;
    }
    for (const { key, causes } of batch.upserts) {
      trace.event({ kind: 'step', edge, key, causes, startMs, queueMs, workMs, detail });
    }
    for (const { key, causes } of batch.removals) {
      trace.event({ kind: 'step', edge, key, causes, startMs, queueMs, workMs, detail: { ...detail, removed: true } });
    }
  }

  return {
    link(newPort) {
      port?.close();
      port = newPort;
      waiting = [];
      newPort.listen((message) => {
        if (port !== newPort || stopped || message.kind !== 'batch') return;
        // The sender's type is ours: the edge table has one sender and one receiver per edge.
        waiting.push(message as Batch<T>);
        next();
      });
    },
    stop() {
      stopped = true;
      waiting = [];
      port?.close();
    },
    get depth() {
      return waiting.length;
    },
    get synced() {
      return synced;
    },
  };
}

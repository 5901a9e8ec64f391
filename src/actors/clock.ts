// Clocks: the real one, the same on every thread, and a simulated one for tests and the simulator.
import type { Clock } from './actor.ts';

/** A point in both times, taken once by the main thread and given to every other one. */
export interface ClockOrigin {
  readonly wallMs: number;
  /** `process.hrtime()` at that point. */
  readonly monotonic: readonly [seconds: number, nanoseconds: number];
}

export function clockOrigin(): ClockOrigin {
  return { wallMs: Date.now(), monotonic: process.hrtime() };
}

/**
 * Wall-clock time that never jumps: it runs on the monotonic clock from the origin on, so times of two threads compare
 * to the microsecond. It doesn't follow later corrections of the system's clock; `dateMs` does.
 */
export function createClock(origin: ClockOrigin): Clock {
  const { wallMs } = origin;
  const start: [number, number] = [...origin.monotonic];
  return {
    // Not `performance.now()`: each thread counts that from its own start, and lining them up costs exactness.
    nowMs() {
      const [seconds, nanoseconds] = process.hrtime(start);
      return wallMs + seconds * 1e3 + nanoseconds / 1e6;
    },
    dateMs: () => Date.now(),
    setTimer(delayMs, run) {
      if (delayMs <= 0) {
        // After what waits already. A timer would sleep for a millisecond first, and a busy machine makes that many.
        const turn = setImmediate(run);
        return { cancel: () => clearImmediate(turn) };
      }
      const timer = setTimeout(run, delayMs);
      return { cancel: () => clearTimeout(timer) };
    },
  };
}

export interface SimulatedClock extends Clock {
  /** Moves time on and runs the timers that fall due, in order, each at its own time. */
  advance(byMs: number): void;
  readonly pendingTimers: number;
}

export function createSimulatedClock(startMs = 0): SimulatedClock {
  let nowMs = startMs;
  const timers = new Set<{ readonly dueMs: number; readonly run: () => void }>();
  return {
    nowMs: () => nowMs,
    dateMs: () => nowMs,
    setTimer(delayMs, run) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), run };
      timers.add(timer);
      return { cancel: () => timers.delete(timer) };
    },
    advance(byMs) {
      const endMs = nowMs + byMs;
      for (;;) {
        let first: { readonly dueMs: number; readonly run: () => void } | null = null;
        for (const timer of timers) {
          if (timer.dueMs <= endMs && (first === null || timer.dueMs < first.dueMs)) first = timer;
        }
        if (first === null) break;
        timers.delete(first);
        nowMs = first.dueMs;
        first.run();
      }
      nowMs = endMs;
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}

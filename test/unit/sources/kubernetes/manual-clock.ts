// A clock that stands still until a test moves it. Timers fire in order of time; tests can wait until one is set.
import type { SourceClock } from '../../../../src/sources/source.ts';

interface Pending {
  readonly dueMs: number;
  readonly delayMs: number;
  readonly run: () => void;
}

export interface ManualClock extends SourceClock {
  /** Delays of the timers that are set, shortest first. */
  readonly delays: readonly number[];
  /** Settles when a timer with a delay in this range is set (or is set already). */
  timerBetween(fromMs: number, toMs: number): Promise<number>;
  advance(byMs: number): void;
}

export function createManualClock(): ManualClock {
  let now = 1_700_000_000_000;
  const pending = new Set<Pending>();
  const waiters = new Set<{ readonly fits: (delayMs: number) => boolean; readonly found: (delayMs: number) => void }>();
  return {
    nowMs: () => now,
    setTimer(delayMs, run) {
      const timer: Pending = { dueMs: now + delayMs, delayMs, run };
      pending.add(timer);
      for (const waiter of waiters) {
        if (!waiter.fits(delayMs)) continue;
        waiters.delete(waiter);
        waiter.found(delayMs);
      }
      return { cancel: () => void pending.delete(timer) };
    },
    get delays() {
      return [...pending].map(({ delayMs }) => delayMs).toSorted((a, b) => a - b);
    },
    timerBetween(fromMs, toMs) {
      const fits = (delayMs: number): boolean => delayMs >= fromMs && delayMs <= toMs;
      const set = [...pending].find(({ delayMs }) => fits(delayMs));
      if (set !== undefined) return Promise.resolve(set.delayMs);
      return new Promise((found) => waiters.add({ fits, found }));
    },
    advance(byMs) {
      const until = now + byMs;
      for (;;) {
        const due = [...pending].filter(({ dueMs }) => dueMs <= until).toSorted((a, b) => a.dueMs - b.dueMs)[0];
        if (due === undefined) break;
        pending.delete(due);
        now = Math.max(now, due.dueMs);
        due.run();
      }
      now = until;
    },
  };
}

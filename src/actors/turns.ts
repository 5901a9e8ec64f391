// Turns of a thread's event loop. A MessagePort hands over all that has arrived in one go, and what a fast sender adds
// meanwhile too: in a cold start that held the loop of the streamer for 100 ms. So receivers ask before each batch.
import type { Clock } from './actor.ts';

export interface Turns {
  /** This turn has had its share: the rest is for a later one. To be asked before each piece of work. */
  isOver(): boolean;
  /** Runs in a later turn; those that asked first come first. */
  later(run: () => void): void;
}

/** Work of one kind in one turn of a thread on which others wait. The last piece may take it beyond that. */
export const shareMs = 4;

/** `schedule`: runs in the next turn; default: `setImmediate`. All receivers of a thread share the result. */
export function createTurns(clock: Pick<Clock, 'nowMs'>, schedule: (run: () => void) => void = setImmediate): Turns {
  let endMs: number | null = null;
  let waiting: (() => void)[] = [];

  function isOver(): boolean {
    const nowMs = clock.nowMs();
    if (endMs !== null) return nowMs >= endMs;
    endMs = nowMs + shareMs;
    schedule(begin);
    return false;
  }

  function begin(): void {
    endMs = null;
    const due = waiting;
    waiting = [];
    // Who finds the turn over asks again.
    for (const run of due) run();
  }

  return {
    isOver,
    later: (run) => void waiting.push(run),
  };
}

// Gives memory back when a thread that had much to do has nothing to do. V8 collects as memory fills up, not when work
// ends, so without this the garbage of a start (at 10,000 hosts twice what is kept) would stay for ever.
// In: the thread's own utilization. Out: one thorough collection after each busy time, which stops the thread for up to
// some 100 ms: not for threads that answer Envoys.
import { performance } from 'node:perf_hooks';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 5000;
/** Shares of a look's time. */
const busyFrom = 0.1;
/** Light traffic is no rest: a collection would hold up the change that comes next. */
const idleBelow = 0.005;

export interface IdleGarbage {
  stop(): void;
}

/** `collect`: for tests; absent: V8's. */
export function collectWhenIdle(collect: () => void = collectThoroughly): IdleGarbage {
  let wasBusy = false;
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization >= busyFrom) wasBusy = true;
    if (!wasBusy || utilization >= idleBelow) return;
    wasBusy = false;
    collect();
    // Its own work must not count as a busy time.
    last = performance.eventLoopUtilization();
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Node has no call for this; the function is there for contexts that are made after the flag is set. */
function collectThoroughly(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

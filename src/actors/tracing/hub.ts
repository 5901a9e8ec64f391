// What threads tell of traced changes, gathered on the main thread: the last of it for the page, whole changes for
// OpenTelemetry. In: lines. Out: recent lines, traces. Must hold: bounded by number of lines; a change goes out once, when
// nothing more came of it for a while.
import type { Config } from '../../model/config.ts';
import type { Clock, Timer } from '../actor.ts';
import { createSelector, everyChange } from './selection.ts';
import type { TraceLine, TraceOrder } from './tracer.ts';

export interface TraceHub {
  take(lines: readonly TraceLine[]): void;
  /** In order of time; what somebody watched, and of each change all that is known. */
  recent(): readonly TraceLine[];
  /** Somebody looks now: threads tell of every change for some seconds more. Resolves when they have been told to. */
  watch(): Promise<void>;
  stop(): void;
}

export interface TraceHubOptions {
  readonly clock: Clock;
  readonly config: Pick<Config, 'openTelemetry'>;
  readonly trace: () => TraceOrder;
  readonly setTrace: (order: TraceOrder) => Promise<void>;
  /** Takes a whole change: lines in order of time. */
  readonly onChange: (change: string, lines: readonly TraceLine[]) => void;
}

const maxRecentLines = 10_000;
const maxOpenChanges = 1000;
const maxLinesOfChange = 1000;
/** After this long without anything new a change counts as through. */
const quietMs = 2000;
const longestMs = 30_000;
export const watchedForMs = 15_000;

interface OpenChange {
  readonly lines: TraceLine[];
  readonly sinceMs: number;
  lastMs: number;
}

export function createTraceHub(options: TraceHubOptions): TraceHub {
  const { clock, config } = options;
  const { openTelemetry } = config;
  const isExported = openTelemetry && createSelector({ sample: openTelemetry.sample, objects: [] });
  const usual = openTelemetry === undefined ? null : { sample: openTelemetry.sample, objects: [] };
  let lines: TraceLine[] = [];
  const open = new Map<string, OpenChange>();
  let lookTimer: Timer | undefined;
  let watchTimer: Timer | undefined;

  function gather(line: TraceLine, nowMs: number): void {
    for (const cause of line.causes) {
      if (isExported?.([cause]) !== true) continue;
      let change = open.get(cause.id);
      if (change === undefined) {
        if (open.size >= maxOpenChanges) continue;
        open.set(cause.id, (change = { lines: [], sinceMs: nowMs, lastMs: nowMs }));
      }
      change.lastMs = nowMs;
      if (change.lines.length < maxLinesOfChange) change.lines.push(line);
    }
    if (open.size > 0) lookTimer ??= clock.setTimer(quietMs / 2, look);
  }

  function look(): void {
    lookTimer = undefined;
    const nowMs = clock.nowMs();
    for (const [id, { lines: of, sinceMs, lastMs }] of open) {
      if (nowMs - lastMs < quietMs && nowMs - sinceMs < longestMs) continue;
      open.delete(id);
      options.onChange(id, of.toSorted(byTime));
    }
    if (open.size > 0) lookTimer = clock.setTimer(quietMs / 2, look);
  }

  function unwatch(): void {
    watchTimer = undefined;
    options.setTrace({ ...options.trace(), reported: usual }).catch(() => {
      // A file that can't be opened any more: the next order says so to who gives it.
    });
  }

  return {
    take(told) {
      const nowMs = clock.nowMs();
      if (openTelemetry !== undefined) for (const line of told) gather(line, nowMs);
      lines.push(...told);
      if (lines.length > maxRecentLines * 1.2) lines = lines.slice(-maxRecentLines);
    },
    recent: () => lines.toSorted(byTime),
    async watch() {
      const isWatched = watchTimer !== undefined;
      watchTimer?.cancel();
      watchTimer = clock.setTimer(watchedForMs, unwatch);
      if (!isWatched) await options.setTrace({ ...options.trace(), reported: everyChange });
    },
    stop() {
      lookTimer?.cancel();
      watchTimer?.cancel();
      // What has come is told, whole or not.
      for (const [id, { lines: of }] of open) options.onChange(id, of.toSorted(byTime));
      open.clear();
    },
  };
}

function byTime(left: TraceLine, right: TraceLine): number {
  return left.t - right.t;
}

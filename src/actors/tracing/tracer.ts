// Trace mode: a line per message between actors and per step, for the changes that are selected. To a file that all threads
// share (JSON, each line written whole, O_APPEND), to the main thread (for the page and for OpenTelemetry), or to both. Off,
// `enabled` is false and nobody builds an event. On, a thread buffers its lines for at most 100 ms; a disk or a main thread that
// doesn't keep up loses lines (counted in the next one), never time of the actors.
import { closeSync, openSync, write, writeSync } from 'node:fs';
import type { Clock, Timer, TraceEvent, Tracer } from '../actor.ts';
import type { TraceSelection } from '../../model/config.ts';
import { createSelector } from './selection.ts';

export const flushIntervalMs = 100;
const maxBufferedBytes = 32 * 1024 * 1024;
const flushAtBytes = 256 * 1024;
/** In one flush to the main thread. */
const maxReportedLines = 1000;

/** A line of a trace file, as written. */
export interface TraceLine {
  /** Wall-clock milliseconds at which the work or sending began. */
  readonly t: number;
  readonly thread: string;
  readonly actor: string;
  readonly kind: TraceEvent['kind'] | 'lost';
  readonly edge?: string;
  readonly key?: string;
  /** Change ids, as in `causes`. */
  readonly changes: readonly string[];
  readonly causes: readonly { readonly id: string; readonly key: string; readonly atMs: number }[];
  readonly queueMs?: number;
  readonly workMs?: number;
  readonly bytes?: number;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** What is traced, and where to. */
export interface TraceOrder {
  /** Made if it isn't there; null: none. */
  readonly file: string | null;
  /** Of what goes to the file. */
  readonly selection: TraceSelection;
  /** Of what is told to the main thread; null: nothing. */
  readonly reported: TraceSelection | null;
}

export interface TraceWriter {
  forActor(actor: string): Tracer;
  /** Throws when the file can't be opened; then everything stays as it was. */
  order(order: TraceOrder): void;
  readonly file: string | null;
  /** Writes out what is buffered, at once. */
  flushSync(): void;
}

/** `report` takes lines for the main thread, at most ten times a second. */
export function createTraceWriter(
  thread: string,
  clock: Clock,
  report: (lines: readonly TraceLine[]) => void = () => {},
): TraceWriter {
  let isForFile = createSelector({ sample: 0, objects: [] });
  let isReported: typeof isForFile | null = null;
  let reports: TraceLine[] = [];
  let unreported = 0;
  let reportTimer: Timer | null = null;
  let file: string | null = null;
  let fd: number | null = null;
  let lines: string[] = [];
  let bufferedBytes = 0;
  let lost = 0;
  let timer: Timer | null = null;
  let writing = false;

  function add(line: TraceLine): void {
    const text = `${JSON.stringify(line)}\n`;
    if (bufferedBytes + text.length > maxBufferedBytes) {
      lost += 1;
      return;
    }
    lines.push(text);
    bufferedBytes += text.length;
    if (bufferedBytes >= flushAtBytes) flush();
    else timer ??= clock.setTimer(flushIntervalMs, flush);
  }

  function tell(line: TraceLine): void {
    if (reports.length < maxReportedLines) reports.push(line);
    else unreported += 1;
    reportTimer ??= clock.setTimer(flushIntervalMs, () => {
      reportTimer = null;
      if (unreported > 0) reports.push(lostLine(unreported));
      unreported = 0;
      report(reports);
      reports = [];
    });
  }

  function lostLine(count: number): TraceLine {
    return { t: clock.nowMs(), thread, actor: '', kind: 'lost', changes: [], causes: [], detail: { lines: count } };
  }

  function takeBuffer(): Buffer {
    if (lost > 0) {
      lines.push(`${JSON.stringify(lostLine(lost))}\n`);
      lost = 0;
    }
    const buffer = Buffer.from(lines.join(''));
    lines = [];
    bufferedBytes = 0;
    return buffer;
  }

  function flush(): void {
    timer?.cancel();
    timer = null;
    if (writing || fd === null || lines.length === 0) return;
    writing = true;
    const to = fd;
    write(to, takeBuffer(), () => {
      // A failed write (disk full) loses these lines; tracing must not end the thread.
      writing = false;
      if (to !== fd) closeSync(to);
      flush();
    });
  }

  function flushSync(): void {
    timer?.cancel();
    timer = null;
    if (fd === null || lines.length === 0) return;
    const buffer = takeBuffer();
    try {
      for (let offset = 0; offset < buffer.length;) offset += writeSync(fd, buffer, offset);
    } catch {
      // As above.
    }
  }

  return {
    forActor: (actor) => ({
      get enabled() {
        return fd !== null || isReported !== null;
      },
      event(event) {
        const { startMs, causes, kind, edge, key, queueMs, workMs, bytes, detail } = event;
        const goesToFile = fd !== null && isForFile(causes);
        const isTold = isReported !== null && isReported(causes);
        if (!goesToFile && !isTold) return;
        // `undefined` fields don't show in JSON.
        const head = {
          t: round(startMs),
          thread,
          actor,
          kind,
          edge,
          key,
          changes: causes.map((cause) => cause.id),
          causes,
        };
        const line = { ...head, queueMs: round(queueMs), workMs: round(workMs), bytes, detail } as TraceLine;
        if (goesToFile) add(line);
        if (isTold) tell(line);
      },
    }),
    order({ file: newFile, selection, reported }) {
      if (newFile !== file) {
        // Opened first: when that fails, everything stays as it was.
        const newFd = newFile === null ? null : openSync(newFile, 'a', 0o600);
        flushSync();
        if (fd !== null && !writing) closeSync(fd);
        fd = newFd;
        file = newFile;
      }
      isForFile = createSelector(selection);
      isReported = reported === null ? null : createSelector(reported);
    },
    get file() {
      return file;
    },
    flushSync,
  };
}

function round<N extends number | undefined>(ms: N): N {
  return (ms === undefined ? undefined : Math.round(ms * 1000) / 1000) as N;
}

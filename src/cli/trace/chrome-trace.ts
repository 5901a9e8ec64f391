// Exports a trace to the Chrome trace event format (JSON), which Perfetto and chrome://tracing show: a lane for each
// actor, a slice for each step, arrows from a send to the step that handles it.
import type { TraceLine } from '../../actors/tracing/tracer.ts';

/** The members that we write, as the format names them: times in microseconds. */
export interface ChromeEvent {
  readonly name: string;
  readonly cat?: string;
  readonly ph: 'X' | 'M' | 's' | 'f';
  readonly ts?: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly id?: number;
  /** On a flow's end: bind to the slice around it. */
  readonly bp?: 'e';
  readonly args?: Readonly<Record<string, unknown>>;
}

export interface ChromeTrace {
  readonly displayTimeUnit: 'ms';
  readonly traceEvents: readonly ChromeEvent[];
}

const pid = 1;
/** Slices without work time still need a width, so that arrows can bind to them. */
const leastMicros = 1;

/** `lines` must be in order of time. Times are shown from the first line on. */
export function toChromeTrace(lines: readonly TraceLine[]): ChromeTrace {
  const events: ChromeEvent[] = [{ name: 'process_name', ph: 'M', pid, tid: 0, args: { name: 'nuncio' } }];
  const lanes = new Map<string, number>();
  const laneOf = ({ actor, thread }: TraceLine): number => {
    let tid = lanes.get(actor);
    if (tid === undefined) {
      tid = lanes.size + 1;
      lanes.set(actor, tid);
      events.push({ name: 'thread_name', ph: 'M', pid, tid, args: { name: `${actor} (thread ${thread})` } });
    }
    return tid;
  };
  const startMs = lines[0]?.t ?? 0;
  const micros = (ms: number): number => Math.round((ms - startMs) * 1000);
  let flows = 0;
  /** Batches that were sent and not yet handled: edge and seq → flow. */
  const open = new Map<string, number>();
  for (const group of groupsOf(lines)) {
    const line = group[0]!;
    const tid = laneOf(line);
    const ts = micros(line.t);
    const dur = Math.max(leastMicros, Math.round((line.workMs ?? 0) * 1000));
    const { seq } = line.detail ?? {};
    const batch = line.edge !== undefined && seq !== undefined ? `${line.edge} ${seq}` : null;
    events.push({
      name: nameOf(line, group.length),
      cat: line.kind,
      ph: 'X',
      ts,
      dur,
      pid,
      tid,
      args: {
        keys: group.flatMap(({ key }) => (key === undefined ? [] : [key])),
        changes: [...new Set(group.flatMap(({ changes }) => changes))],
        ...(line.queueMs !== undefined && { queueMs: line.queueMs }),
        bytes: group.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        ...line.detail,
      },
    });
    if (batch === null) continue;
    if (line.kind === 'send') {
      flows += 1;
      open.set(batch, flows);
      events.push({ name: 'batch', cat: 'edge', ph: 's', ts, pid, tid, id: flows });
    } else if (line.kind === 'step') {
      const id = open.get(batch);
      if (id === undefined) continue;
      open.delete(batch);
      events.push({ name: 'batch', cat: 'edge', ph: 'f', bp: 'e', ts, pid, tid, id });
    }
  }
  return { displayTimeUnit: 'ms', traceEvents: events };
}

/** The items of one batch are lines of their own with the same times; they make one slice. */
function groupsOf(lines: readonly TraceLine[]): Iterable<readonly TraceLine[]> {
  const groups = new Map<string, TraceLine[]>();
  for (const [index, line] of lines.entries()) {
    const { seq } = line.detail ?? {};
    const name = seq === undefined ? String(index) : `${line.kind} ${line.actor} ${line.edge} ${seq} ${line.t}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [line]);
    else group.push(line);
  }
  return groups.values();
}

function nameOf({ kind, edge, key, detail }: TraceLine, lines: number): string {
  const items = Number(detail?.['items'] ?? lines);
  const what = items === 1 && key !== undefined ? key : `${items} values`;
  return `${kind} ${kind === 'source' || edge === undefined ? '' : `${edge} `}${what}`;
}

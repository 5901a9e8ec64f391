// Reads trace files as `serve --trace=FILE` writes them: one JSON object a line, lines of several threads mixed and
// only roughly in order of time. A line that was cut off (a killed thread, a full disk) is counted, not an error.
import type { TraceLine } from '../../actors/tracing/tracer.ts';

export interface Trace {
  /** By time; equal times in the order of the file. */
  readonly lines: readonly TraceLine[];
  /** Lines that are no trace lines. */
  readonly unreadable: number;
  /** Lines that a thread dropped because the disk was too slow. */
  readonly lost: number;
}

/** Takes the file's lines, so that a big file needn't be in memory as text. */
export async function parseTrace(texts: Iterable<string> | AsyncIterable<string>): Promise<Trace> {
  const lines: TraceLine[] = [];
  let unreadable = 0;
  let lost = 0;
  for await (const text of texts) {
    if (text.trim() === '') continue;
    const line = parseTraceLine(text);
    if (line === null) unreadable += 1;
    else if (line.kind === 'lost') lost += Number(line.detail?.['lines'] ?? 0);
    else lines.push(line);
  }
  lines.sort((left, right) => left.t - right.t);
  return { lines, unreadable, lost };
}

/** null if it isn't one. */
export function parseTraceLine(text: string): TraceLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const line = value as Partial<TraceLine>;
  const whole =
    typeof line.t === 'number' &&
    typeof line.actor === 'string' &&
    typeof line.thread === 'string' &&
    typeof line.kind === 'string' &&
    Array.isArray(line.changes) &&
    Array.isArray(line.causes);
  return whole ? (line as TraceLine) : null;
}

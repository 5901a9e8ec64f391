// Which changes a trace holds, for a person who looks for one of them.
import type { TraceLine } from './tracer.ts';

export interface ChangeSummary {
  readonly id: string;
  /** Key of the source object that changed. */
  readonly key: string;
  /** When its source saw the event, Unix milliseconds. */
  readonly atMs: number;
  /** Until the end of the last thing that happened because of it. */
  readonly durationMs: number;
  readonly lines: number;
  readonly acks: number;
  readonly nacks: number;
}

/** In the order in which the sources saw them. */
export function listChanges(lines: Iterable<TraceLine>): readonly ChangeSummary[] {
  const byId = new Map<
    string,
    { key: string; atMs: number; endMs: number; lines: number; acks: number; nacks: number }
  >();
  for (const line of lines) {
    const endMs = line.t + (line.workMs ?? 0);
    for (const { id, key, atMs } of line.causes) {
      let change = byId.get(id);
      if (change === undefined) {
        change = { key, atMs, endMs: atMs, lines: 0, acks: 0, nacks: 0 };
        byId.set(id, change);
      }
      change.lines += 1;
      change.endMs = Math.max(change.endMs, endMs);
      if (line.kind === 'ack') change.acks += 1;
      if (line.kind === 'nack') change.nacks += 1;
    }
  }
  return [...byId]
    .map(([id, { key, atMs, endMs, ...counts }]) => ({ id, key, atMs, durationMs: endMs - atMs, ...counts }))
    .toSorted((left, right) => left.atMs - right.atMs);
}

/** One line a change. */
export function formatChanges(changes: readonly ChangeSummary[]): string {
  const idWidth = Math.max(6, ...changes.map(({ id }) => id.length));
  const rows = changes.map(({ id, key, atMs, durationMs, lines, acks, nacks }) =>
    [
      id.padEnd(idWidth),
      new Date(atMs).toISOString(),
      durationMs.toFixed(3).padStart(11),
      String(lines).padStart(6),
      String(acks).padStart(5),
      String(nacks).padStart(6),
      key,
    ].join('  '),
  );
  const header = [
    'change'.padEnd(idWidth),
    'seen'.padEnd(24),
    '         ms',
    ' lines',
    ' acks',
    ' nacks',
    'object',
  ].join('  ');
  return `${[header, ...rows].join('\n')}\n`;
}

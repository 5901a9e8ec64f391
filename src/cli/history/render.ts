// Revisions and what is held, as text for a terminal.
import { holdLine, type HistoryAnswer } from '../../actors/admin/history-answer.ts';

export function renderHistory(answer: HistoryAnswer): string {
  const { revisions, served, kept, hold, pending, pendingCount } = answer;
  const rows = revisions.map(({ id, atMs, objects, changes, merged }) => {
    const more = changes > objects.length ? ` and ${changes - objects.length} more` : '';
    const steps = merged > 1 ? ` (${merged} changes in one)` : '';
    const mark = id === served ? '*' : ' ';
    return `${mark} ${id}  ${new Date(atMs).toISOString()}  ${changes === 0 ? 'the oldest that is known' : objects.join(' ')}${more}${steps}`;
  });
  const lines = [holdLine(answer)];
  if (hold.kind !== 'none') {
    if (kept.problem !== null) lines.push(`a restart would forget this: ${kept.problem}`);
    for (const object of pending) lines.push(`  waits: ${object}`);
    if (pendingCount > pending.length) lines.push(`  and ${pendingCount - pending.length} more`);
  }
  return `${[...lines, '', ...rows].join('\n')}\n`;
}

// One change as pictures: a bar for a row of a table, and a chart with a line for each thing that was done. In: trace lines.
// Out: SVG that is also said in words, since not everybody sees it.
import type { ChangeSummary } from '../../tracing/changes.ts';
import { timelineOf, type TimelineNode } from '../../tracing/timeline.ts';
import type { TraceLine } from '../../tracing/tracer.ts';
import { html, type Html } from './html.ts';

const barWidth = 320;
const chart = { left: 250, width: 620, row: 18 } as const;
const maxRows = 200;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
  readonly isWait: boolean;
}

/** Since the source saw the event. An answer of an Envoy is a wait that began when it was asked. */
function spanOf({ kind, t, queueMs = 0, workMs = 0 }: TraceLine, atMs: number): Span {
  const isWait = kind === 'ack' || kind === 'nack';
  return { startMs: (isWait ? t - queueMs : t) - atMs, endMs: (isWait ? t : t + workMs) - atMs, isWait };
}

function rect({ startMs, endMs, isWait }: Span, perMs: number, x: number, y: number, height: number): Html {
  const width = Math.max(1.5, (endMs - startMs) * perMs);
  return html`<rect
    class="${isWait ? 'wait' : 'work'}"
    x="${(x + Math.max(0, startMs) * perMs).toFixed(1)}"
    y="${y}"
    width="${width.toFixed(1)}"
    height="${height}"
  />`;
}

/** `longestMs`: of all rows, so that their lengths compare. */
export function changeBar(
  lines: readonly TraceLine[],
  { id, atMs, durationMs }: ChangeSummary,
  longestMs: number,
): Html {
  const spans = lines.filter(({ changes }) => changes.includes(id)).map((line) => spanOf(line, atMs));
  const perMs = barWidth / longestMs;
  // Waits below, so that work on top of them shows.
  const sorted = spans.toSorted((a, b) => Number(b.isWait) - Number(a.isWait));
  return html`<svg
    class="bar"
    role="img"
    aria-label="${durationMs.toFixed(1)} ms"
    viewBox="0 0 ${barWidth} 12"
    width="${barWidth}"
    height="12"
  >
    ${sorted.map((span) => rect(span, perMs, 0, span.isWait ? 4 : 1, span.isWait ? 4 : 10))}
  </svg>`;
}

export function changePicture(lines: readonly TraceLine[], { id, atMs, durationMs }: ChangeSummary): Html {
  const rows: { readonly line: TraceLine; readonly depth: number }[] = [];
  const walk = ({ line, children }: TimelineNode, depth: number): void => {
    rows.push({ line, depth });
    for (const child of children) walk(child, depth + 1);
  };
  for (const root of timelineOf(lines, id)) walk(root, 0);
  const shown = rows.slice(0, maxRows);
  const perMs = chart.width / Math.max(durationMs, 0.001);
  const height = (shown.length + 1) * chart.row + 8;
  const label = `${rows.length} steps in ${durationMs.toFixed(1)} ms`;
  return html`<div class="scroll" role="region" aria-label="Steps of the change" tabindex="0">
    <svg
      class="chart"
      role="img"
      aria-label="${label}"
      viewBox="0 0 ${chart.left + chart.width + 10} ${height}"
      width="${chart.left + chart.width + 10}"
      height="${height}"
    >
      ${[0, 0.25, 0.5, 0.75, 1].map((part) => {
        const x = chart.left + part * chart.width;
        const anchor = part === 1 ? 'end' : part === 0 ? 'start' : 'middle';
        return html`<line class="grid" x1="${x}" y1="${chart.row}" x2="${x}" y2="${height}" />
          <text x="${x}" y="12" text-anchor="${anchor}">${(part * durationMs).toFixed(1)} ms</text>`;
      })}
      ${shown.map(({ line, depth }, index) => {
        const y = (index + 1) * chart.row;
        return html`<text x="${Math.min(depth, 8) * 10}" y="${y + 13}"
            >${shortName(line, 30 - Math.min(depth, 8))}</text
          >
          ${rect(spanOf(line, atMs), perMs, chart.left, y + 4, chart.row - 8)}`;
      })}
    </svg>
  </div>`;
}

function shortName({ kind, actor, edge = '', detail }: TraceLine, length: number): string {
  const name = {
    ack: `ACK of ${String(detail?.['node'] ?? 'Envoy')}`,
    nack: `NACK of ${String(detail?.['node'] ?? 'Envoy')}`,
  };
  const text =
    kind === 'ack' || kind === 'nack' ? name[kind] : kind === 'send' ? edge.replace('>', ' → ') : `${actor} ${kind}`;
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

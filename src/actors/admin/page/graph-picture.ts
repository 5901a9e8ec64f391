// The picture of one host: what objects it is made of, the vertices of the graph, and the resources that Envoy gets.
import type { Outline } from '../../../dag/outline.ts';
import { html, type Html } from './html.ts';

interface Box {
  readonly id: string;
  readonly label: string;
  readonly href?: string;
}

const boxHeight = 28;
const gap = 10;
const columnWidth = 330;
const columnGap = 70;
const top = 34;
const maxLetters = 44;
const maxRows = 60;

/** `resourceOf`: type and name of the Envoy resource of a vertex; undefined: it is part of another one. */
export function graphPicture(outline: Outline, resourceOf: (vertex: string) => string | undefined): Html {
  const objects = outline.nodes.filter(({ kind }) => kind === 'object');
  const vertices = outline.nodes.filter(({ kind }) => kind !== 'object');
  const resources = new Map<string, string>();
  for (const { id } of vertices) {
    const resource = resourceOf(id);
    if (resource !== undefined) resources.set(id, resource);
  }
  const columns: readonly { readonly title: string; readonly boxes: readonly Box[] }[] = [
    {
      title: 'Objects',
      boxes: objects.map(({ id, label }) => ({ id, label, href: `/ui/explain?object=${encodeURIComponent(label)}` })),
    },
    { title: 'Graph', boxes: vertices.map(({ id }) => ({ id, label: id })) },
    {
      title: 'Envoy',
      boxes: [...resources].map(([vertex, label]) => ({ id: `envoy ${vertex}`, label })),
    },
  ];
  const edges = [...outline.edges, ...[...resources.keys()].map((vertex) => [vertex, `envoy ${vertex}`] as const)];
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  columns.forEach(({ boxes }, column) => {
    boxes.slice(0, maxRows).forEach(({ id }, row) => {
      places.set(id, { x: column * (columnWidth + columnGap), y: top + row * (boxHeight + gap) });
    });
  });
  const rows = Math.min(maxRows, Math.max(...columns.map(({ boxes }) => boxes.length)));
  const width = columns.length * columnWidth + (columns.length - 1) * columnGap + 2;
  const height = top + rows * (boxHeight + gap) + gap;
  const hidden = columns.reduce((sum, { boxes }) => sum + Math.max(0, boxes.length - maxRows), 0);
  const title = `${objects.length} objects, ${vertices.length} vertices, ${resources.size} Envoy resources`;
  return html`<div class="scroll" role="region" aria-label="Picture of the graph" tabindex="0">
      <svg viewBox="-1 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="${title}">
        ${edges.map(([from, to]) => edge(places.get(from), places.get(to)))}
        ${columns.map(({ title: name, boxes }, column) => html`<text x="${column * (columnWidth + columnGap)}" y="18">${name}</text>${boxes.slice(0, maxRows).map((box) => drawn(box, places.get(box.id)))}`)}
      </svg>
    </div>
    ${hidden > 0 && html`<p class="dim">${hidden} more are not drawn.</p>`}`;
}

type Place = { readonly x: number; readonly y: number } | undefined;

/** From the right edge of a box to the left edge of another; within a column around the left side. */
function edge(from: Place, to: Place): Html | false {
  if (!from || !to) return false;
  const middle = boxHeight / 2;
  if (from.x === to.x) {
    const bow = 14 + Math.min(30, Math.abs(to.y - from.y) / 12);
    return html`<path
      d="M${from.x} ${from.y + middle} C${from.x - bow} ${from.y + middle} ${from.x - bow} ${to.y + middle} ${to.x} ${to.y + middle}"
    />`;
  }
  const [startX, endX] = [from.x + columnWidth, to.x];
  const half = (startX + endX) / 2;
  return html`<path
    d="M${startX} ${from.y + middle} C${half} ${from.y + middle} ${half} ${to.y + middle} ${endX} ${to.y + middle}"
  />`;
}

function drawn({ label, href }: Box, place: Place): Html | false {
  if (!place) return false;
  const short = label.length > maxLetters ? `${label.slice(0, maxLetters - 1)}…` : label;
  const inner = html`<rect x="${place.x}" y="${place.y}" width="${columnWidth}" height="${boxHeight}" rx="4" /><text
      x="${place.x + 8}"
      y="${place.y + 18}"
      >${short}<title>${label}</title></text
    >`;
  return href === undefined ? html`<g>${inner}</g>` : html`<a href="${href}">${inner}</a>`;
}

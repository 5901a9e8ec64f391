// An outline of the graph as DOT (Graphviz) and as SVG. The graph has layers, so the SVG's layout is one column a layer,
// each sorted by where its neighbours stand, which keeps the lines short.
import type { Outline, OutlineNode } from '../../dag/outline.ts';

const columns: Readonly<Record<OutlineNode['kind'], number>> = {
  object: 0,
  Listener: 1,
  FilterChain: 2,
  VirtualHost: 3,
  VirtualHostPart: 3,
  Cluster: 4,
  EndpointGroup: 5,
  ConsulServer: 5,
  ConsulService: 5,
  Secret: 5,
  TrustedCa: 5,
  OperatorListener: 1,
  Runtime: 5,
};

const titles = ['objects', 'listeners', 'filter chains', 'hosts', 'clusters', 'endpoints and secrets'];

export function toDot({ nodes, edges, left }: Outline): string {
  const lines = nodes.map(({ id, kind, label }) => `  ${quoted(id)} [label=${quoted(`${kind}\n${label}`)}];`);
  return [
    'digraph nuncio {',
    '  rankdir="LR";',
    '  node [shape="box", fontname="monospace", fontsize="10"];',
    ...(left > 0 ? [`  label=${quoted(leftText(left))};`] : []),
    ...lines,
    ...edges.map(([from, to]) => `  ${quoted(from)} -> ${quoted(to)};`),
    '}',
    '',
  ].join('\n');
}

/** As a DOT string; backslash n in it is a line break. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function leftText(left: number): string {
  return `${left} more hosts are not shown; name one with ?host=`;
}

const fontPx = 11;
const characterPx = 6.7;
const paddingPx = 8;
const rowPx = 26;
const boxPx = 18;
const gapPx = 90;
const topPx = 44;

interface Placed {
  readonly node: OutlineNode;
  readonly column: number;
  row: number;
}

export function toSvg({ nodes, edges, left }: Outline): string {
  const placed = place(nodes, edges);
  const widths = titles.map((title, column) => {
    const texts = [
      title,
      ...[...placed.values()].filter((each) => each.column === column).map(({ node }) => node.label),
    ];
    return Math.max(...texts.map((text) => text.length)) * characterPx + 2 * paddingPx;
  });
  const lefts: number[] = [];
  let x = paddingPx;
  for (const width of widths) {
    lefts.push(x);
    x += width + gapPx;
  }
  const rows = Math.max(0, ...[...placed.values()].map(({ row }) => row + 1));
  const topOf = ({ row }: Placed) => topPx + row * rowPx;
  const boxes = [...placed.values()].map((each) => {
    const { kind, label } = each.node;
    const at = `x="${lefts[each.column]}" y="${topOf(each)}"`;
    const middle = topOf(each) + boxPx / 2 + fontPx / 3;
    return (
      `<g class="${kind}"><rect ${at} width="${widths[each.column]}" height="${boxPx}" rx="3"/>` +
      `<text x="${lefts[each.column]! + paddingPx}" y="${middle}">${escaped(label)}</text></g>`
    );
  });
  const lines = edges.map(([from, to]) => {
    const [a, b] = [placed.get(from)!, placed.get(to)!];
    const [x1, y1] = [lefts[a.column]! + widths[a.column]!, topOf(a) + boxPx / 2];
    const [x2, y2] = [lefts[b.column]!, topOf(b) + boxPx / 2];
    const bend = Math.max(gapPx / 2, Math.abs(x2 - x1) / 2);
    return `<path d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>`;
  });
  const width = Math.ceil(x - gapPx + paddingPx);
  const height = topPx + rows * rowPx + rowPx;
  const note = left > 0 ? `<text x="${paddingPx}" y="${height - 8}">${escaped(leftText(left))}</text>` : '';
  const heads = titles.map((title, column) => `<text class="head" x="${lefts[column]}" y="20">${title}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>text{font:${fontPx}px monospace;fill:#222}.head{font-weight:bold}path{fill:none;stroke:#999}`,
    'rect{fill:#fff;stroke:#555}.object rect{fill:#eef}.VirtualHost rect{fill:#efe}.Cluster rect{fill:#fee}</style>',
    ...heads,
    ...lines,
    ...boxes,
    note,
    '</svg>',
    '',
  ].join('\n');
}

/** Rows: by label first, then twice by the mean row of the neighbours. Id → place. */
function place(nodes: readonly OutlineNode[], edges: Outline['edges']): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  const byColumn: Placed[][] = titles.map(() => []);
  for (const node of [...nodes].sort((a, b) => (a.label < b.label ? -1 : 1))) {
    const column = columns[node.kind];
    const each: Placed = { node, column, row: byColumn[column]!.length };
    byColumn[column]!.push(each);
    placed.set(node.id, each);
  }
  const neighbours = new Map<string, Placed[]>();
  for (const [from, to] of edges)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const list = neighbours.get(one) ?? [];
      neighbours.set(one, list);
      list.push(placed.get(other)!);
    }
  const mean = (each: Placed): number => {
    const around = neighbours.get(each.node.id) ?? [];
    return around.length === 0 ? each.row : around.reduce((sum, { row }) => sum + row, 0) / around.length;
  };
  // From the hosts outwards: there are most of them, and they are sorted by name.
  for (const column of [2, 1, 0, 4, 5, 2, 4]) {
    const wanted = byColumn[column]!.map((each) => ({ each, at: mean(each) })).sort((a, b) => a.at - b.at);
    wanted.forEach(({ each }, row) => {
      each.row = row;
    });
  }
  return placed;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// The path of one change through the program, from the API event to Envoy's answer, as an indented timeline. What led
// to what is found from the edges: a step handles what was sent over its edge, a send follows from the last step of
// the same actor, an answer of an Envoy from the response with its nonce.
import type { TraceLine } from './tracer.ts';

export interface TimelineNode {
  readonly line: TraceLine;
  readonly children: TimelineNode[];
}

/**
 * The roots, children in order of time. A root is the `source` line, or a line whose cause is not in the trace: threads
 * write theirs at different times (at most 100 ms apart), or one has lost some. `lines` must be in order of time.
 */
export function timelineOf(lines: readonly TraceLine[], changeId: string): readonly TimelineNode[] {
  const roots: TimelineNode[] = [];
  const nodes: TimelineNode[] = [];
  for (const line of lines) {
    if (!line.changes.includes(changeId)) continue;
    const node: TimelineNode = { line, children: [] };
    const parent =
      nodes.findLast((earlier) => leadsTo(earlier.line, line)) ??
      nodes.findLast((earlier) => mayLeadTo(earlier.line, line));
    (parent?.children ?? roots).push(node);
    nodes.push(node);
  }
  return roots;
}

function leadsTo(earlier: TraceLine, line: TraceLine): boolean {
  switch (line.kind) {
    case 'source':
    case 'lost':
      return false;
    case 'step':
      // Without an edge: the compile, of what has been handled before.
      if (line.edge === undefined) return isOwnStep(earlier, line) && earlier.edge !== undefined;
      return (
        earlier.kind === 'send' &&
        earlier.edge === line.edge &&
        (earlier.key === undefined || line.key === undefined || earlier.key === line.key) &&
        earlier.detail?.['seq'] === line.detail?.['seq']
      );
    case 'send':
      // A response holds resources of one type: it follows from one of these.
      if (isResponse(line)) return isOwnStep(earlier, line) && earlier.key?.startsWith(`${line.key}/`) === true;
      return mayLeadTo(earlier, line);
    case 'status':
      return mayLeadTo(earlier, line);
    case 'ack':
    case 'nack':
      return (
        earlier.kind === 'send' &&
        isResponse(earlier) &&
        (['node', 'type', 'nonce'] as const).every((field) => earlier.detail?.[field] === line.detail?.[field])
      );
  }
}

/** Where the trace says no more than who did it. */
function mayLeadTo(earlier: TraceLine, line: TraceLine): boolean {
  if (line.kind !== 'send' && line.kind !== 'status') return false;
  return isOwnStep(earlier, line) || (earlier.kind === 'source' && earlier.actor === line.actor);
}

function isOwnStep(earlier: TraceLine, line: TraceLine): boolean {
  return earlier.kind === 'step' && earlier.actor === line.actor;
}

/** Sent to an Envoy, not to another actor. */
function isResponse(line: TraceLine): boolean {
  return line.detail?.['nonce'] !== undefined;
}

/** For a terminal: milliseconds since the source saw the event, queue and work time, and who did what. */
export function formatTimeline(lines: readonly TraceLine[], changeId: string): string {
  const roots = timelineOf(lines, changeId);
  const cause = roots[0]?.line.causes.find(({ id }) => id === changeId);
  if (cause === undefined) return `no change ${changeId} in this trace\n`;
  const rows: string[] = [];
  let endMs = cause.atMs;
  const others = new Set<string>();
  let orphans = 0;
  const add = (node: TimelineNode, depth: number): void => {
    const { line } = node;
    const isOrphan = depth === 0 && line.kind !== 'source';
    if (isOrphan) orphans += 1;
    endMs = Math.max(endMs, line.t + (line.workMs ?? 0));
    for (const id of line.changes) if (id !== changeId) others.add(id);
    const columns = [line.t - cause.atMs, line.queueMs, line.workMs].map((ms) => (ms?.toFixed(3) ?? '').padStart(10));
    rows.push(`${columns.join('')}  ${isOrphan ? '? ' : '  '.repeat(depth)}${describe(line)}`);
    for (const child of node.children) add(child, depth + 1);
  };
  for (const root of roots) add(root, 0);
  const head = [
    `change ${changeId}: ${cause.key}, seen ${new Date(cause.atMs).toISOString()}`,
    ['at ms', 'queue ms', 'work ms'].map((title) => title.padStart(10)).join(''),
  ];
  const foot = [`${(endMs - cause.atMs).toFixed(3).padStart(10)}  in all`];
  if (orphans > 0) {
    foot.push(
      `? what led to this is not in the trace: it was switched on later, has lost lines, or (for 100 ms) is being written`,
    );
  }
  if (others.size > 0) foot.push(`joined on its way by ${[...others].join(', ')}`);
  return `${[...head, ...rows, ...foot].join('\n')}\n`;
}

function describe(line: TraceLine): string {
  const { actor, edge, key, bytes } = line;
  const { seq: _seq, items, ...others } = line.detail ?? {};
  // A response's key is its type.
  const { type, ...rest } = others;
  if (type !== undefined && type !== key) Object.assign(rest, { type });
  const what = key ?? (items === undefined ? '' : `${items} values`);
  const facts = Object.entries(rest).map(([name, value]) => (value === true ? name : `${name} ${value}`));
  if (bytes !== undefined && bytes > 0) facts.unshift(`${bytes} bytes`);
  const where =
    (line.kind === 'send' || line.kind === 'ack' || line.kind === 'nack') && edge !== undefined
      ? edge.replace('>', ' > ')
      : actor;
  const verb = {
    source: 'saw',
    step: 'handled',
    send: 'sent',
    ack: 'ACK',
    nack: 'NACK',
    status: 'status',
    lost: 'lost',
  }[line.kind];
  return `${where}: ${what === '' ? verb : `${verb} ${what}`}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`.trimEnd();
}

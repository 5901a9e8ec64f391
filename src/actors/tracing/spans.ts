// One change as an OpenTelemetry trace: a span for the whole of it, and one for each thing that was done, below what led to it.
// Pure. Out: spans as OTLP's JSON has them (opentelemetry-proto, trace.proto; ids in hexadecimal, 64-bit numbers as text).
import { hash } from 'node:crypto';
import { timelineOf, type TimelineNode } from './timeline.ts';
import type { TraceLine } from './tracer.ts';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** SPAN_KIND_INTERNAL, SPAN_KIND_CLIENT. */
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  /** STATUS_CODE_ERROR. */
  readonly status?: { readonly code: 2; readonly message: string };
}

export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly doubleValue: number };
}

/** `process`: tells changes of this process from those of others. `lines`: in order of time. Empty: it is not in them. */
export function spansOf(change: string, lines: readonly TraceLine[], process: string): readonly Span[] {
  const roots = timelineOf(lines, change);
  const cause = roots[0]?.line.causes.find(({ id }) => id === change);
  if (cause === undefined) return [];
  const traceId = idOf(`${process} ${change}`, 32);
  const spanIdOf = (part: string): string => idOf(`${process} ${change} ${part}`, 16);
  const spans: Span[] = [];
  let endMs = cause.atMs;
  let refused: string | undefined;
  const others = new Set<string>();

  function add({ line, children }: TimelineNode, parentSpanId: string): void {
    const spanId = spanIdOf(String(spans.length));
    const { kind, queueMs = 0, workMs = 0 } = line;
    // An answer of an Envoy began when it was asked.
    const isAnswer = kind === 'ack' || kind === 'nack';
    const startMs = isAnswer ? line.t - queueMs : line.t;
    const ends = isAnswer ? line.t : line.t + workMs;
    endMs = Math.max(endMs, ends);
    for (const id of line.changes) if (id !== change) others.add(id);
    const error = kind === 'nack' ? String(line.detail?.['error'] ?? 'refused') : undefined;
    refused ??= error;
    spans.push({
      traceId,
      spanId,
      parentSpanId,
      name: nameOf(line),
      kind: isAnswer ? 3 : 1,
      startTimeUnixNano: nano(startMs),
      endTimeUnixNano: nano(ends),
      attributes: attributesOf(line),
      ...(error !== undefined && { status: { code: 2, message: error } }),
    });
    for (const child of children) add(child, spanId);
  }

  const rootId = spanIdOf('root');
  for (const root of roots) add(root, rootId);
  const [objectKind = '', namespace = '', name = ''] = cause.key.split('/');
  const attributes = [
    text('nuncio.change', change),
    text('nuncio.object', cause.key),
    text('k8s.object.kind', objectKind),
    ...(namespace === '' ? [] : [text('k8s.namespace.name', namespace)]),
    text('k8s.object.name', name),
    ...(others.size === 0 ? [] : [text('nuncio.joined_by', [...others].join(' '))]),
  ];
  const whole: Span = {
    traceId,
    spanId: rootId,
    name: `change ${objectKind}`,
    kind: 1,
    startTimeUnixNano: nano(cause.atMs),
    endTimeUnixNano: nano(endMs),
    attributes,
    ...(refused !== undefined && { status: { code: 2, message: refused } }),
  };
  return [whole, ...spans];
}

/** Few different ones, as OpenTelemetry wants names; what differs is in attributes. */
function nameOf({ kind, actor, edge = '' }: TraceLine): string {
  switch (kind) {
    case 'source':
      return `${actor} saw`;
    case 'send':
      return `send ${edge.replace('>', ' to ')}`;
    case 'ack':
      return 'Envoy accepts';
    case 'nack':
      return 'Envoy refuses';
    case 'status':
      return 'write status';
    case 'step':
    case 'lost':
      return actor;
  }
}

function attributesOf({ thread, actor, edge, key, queueMs, bytes, detail = {} }: TraceLine): Attribute[] {
  return [
    text('thread.name', thread),
    text('nuncio.actor', actor),
    ...(edge === undefined ? [] : [text('nuncio.edge', edge)]),
    ...(key === undefined ? [] : [text('nuncio.key', key)]),
    ...(queueMs === undefined ? [] : [{ key: 'nuncio.queue_ms', value: { doubleValue: queueMs } }]),
    ...(bytes === undefined ? [] : [{ key: 'nuncio.bytes', value: { intValue: String(bytes) } }]),
    ...Object.entries(detail).map(([name, value]) => text(`nuncio.${name}`, String(value))),
  ];
}

function text(key: string, value: string): Attribute {
  return { key, value: { stringValue: value } };
}

/** Milliseconds with three digits behind the point, exactly. */
function nano(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

/** Hexadecimal; never all zeros but by a chance of 2^-64. */
function idOf(of: string, digits: number): string {
  return hash('sha256', of, 'hex').slice(0, digits);
}

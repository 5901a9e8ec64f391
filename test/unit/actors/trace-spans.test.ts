// A change as an OpenTelemetry trace: one root, every step once below what led to it, times and ids as OTLP wants them.
import test from 'ava';
import { readFileSync } from 'node:fs';
import { spansOf } from '../../../src/actors/tracing/spans.ts';
import { parseTrace } from '../../../src/cli/trace/trace-file.ts';

const { lines } = await parseTrace(readFileSync('test/unit/actors/trace-sample.ndjson', 'utf8').split('\n'));
const spans = spansOf('w1-42', lines, 'pod-1');

test('one root, and each line of the change once below it', (t) => {
  const [root, ...others] = spans;
  t.is(root?.name, 'change HTTPProxy');
  t.is(root?.parentSpanId, undefined);
  t.is(others.length, 11);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  t.is(ids.size, spans.length);
  t.true(others.every(({ parentSpanId }) => ids.has(parentSpanId ?? '')));
  t.deepEqual(new Set(spans.map(({ traceId }) => traceId)).size, 1);
  t.true(spans.every(({ traceId, spanId }) => /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId)));
  const parentOf = (name: string): string | undefined => {
    const span = others.find((each) => each.name === name);
    return spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name;
  };
  t.is(parentOf('watcher saw'), 'change HTTPProxy');
  t.is(parentOf('builder'), 'send watcher to builder');
  t.is(parentOf('Envoy accepts'), 'send streamer to envoy');
});

test('times are whole nanoseconds: from the event of the source to the last answer', (t) => {
  t.deepEqual([spans[0]?.startTimeUnixNano, spans[0]?.endTimeUnixNano], ['1000000000', '1009200000']);
  const answer = spans.find(({ name }) => name === 'Envoy accepts');
  t.true(spans.every(({ startTimeUnixNano, endTimeUnixNano }) => BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano)));
  t.is(answer?.endTimeUnixNano, '1009200000');
});

test('attributes name object, change and who joined; another process has other ids', (t) => {
  const attributes = Object.fromEntries((spans[0]?.attributes ?? []).map(({ key, value }) => [key, value]));
  t.deepEqual(attributes['nuncio.object'], { stringValue: 'HTTPProxy/shop/cart' });
  t.deepEqual(attributes['k8s.namespace.name'], { stringValue: 'shop' });
  t.deepEqual(attributes['nuncio.joined_by'], { stringValue: 'w1-43' });
  t.not(spansOf('w1-42', lines, 'pod-2')[0]?.traceId, spans[0]?.traceId);
  t.deepEqual(spansOf('nobody', lines, 'pod-1'), []);
});

test('a refusal is an error of its span and of the whole, in Envoy’s words', (t) => {
  const refused = lines.map((line) =>
    line.kind === 'ack' ? { ...line, kind: 'nack' as const, detail: { ...line.detail, error: 'too large' } } : line,
  );
  const made = spansOf('w1-42', refused, 'pod-1');
  t.deepEqual(made.find(({ name }) => name === 'Envoy refuses')?.status, { code: 2, message: 'too large' });
  t.deepEqual(made[0]?.status, { code: 2, message: 'too large' });
});

// Log lines (levels of derived loggers, redaction) and the trace writer (buffering, switching files, a bad file).
import test from 'ava';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatedClock } from '../../../src/actors/clock.ts';
import { createThreadLogger } from '../../../src/actors/logging.ts';
import { everyChange } from '../../../src/actors/tracing/selection.ts';
import {
  createTraceWriter,
  flushIntervalMs,
  type TraceLine,
  type TraceOrder,
} from '../../../src/actors/tracing/tracer.ts';
import { cause } from './edge-rig.ts';

const to = (file: string | null): TraceOrder => ({ file, selection: everyChange, reported: null });

test('a level set later holds for every derived logger, older and newer', (t) => {
  const lines: string[] = [];
  const { log, setLevel } = createThreadLogger('builder', 'info', (line) => void lines.push(line));
  const older = log.child({ actor: 'builder' }).child({ part: 'index' });
  older.debug('too quiet');
  setLevel('debug');
  older.debug('heard');
  log.child({ actor: 'status' }).debug('heard too');
  t.deepEqual(
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ level, thread, actor, part, msg }) => [level, thread, actor, part, msg]),
    [
      ['debug', 'builder', 'builder', 'index', 'heard'],
      ['debug', 'builder', 'status', undefined, 'heard too'],
    ],
  );
});

test('fields named like key material are redacted', (t) => {
  const lines: string[] = [];
  const { log } = createThreadLogger('main', 'info', (line) => void lines.push(line));
  log.info({ privateKey: 'PEM', 'tls.key': 'PEM', token: 'PEM', other: 1 }, 'loaded');
  t.false(lines.join('').includes('PEM'));
});

test('trace lines are buffered, and whole in the file after a switch', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nuncio-tracer-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const clock = createSimulatedClock(1000);
  const writer = createTraceWriter('builder', clock);
  const tracer = writer.forActor('builder');
  t.false(tracer.enabled);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  writer.order(to(first));
  t.true(tracer.enabled);
  tracer.event({
    kind: 'step',
    edge: 'watcher>builder',
    key: 'a',
    causes: [cause('c1')],
    startMs: 1000.12345,
    workMs: 2,
  });
  t.is(readFileSync(first, 'utf8'), '');
  writer.order(to(second));
  t.is(
    readFileSync(first, 'utf8'),
    '{"t":1000.123,"thread":"builder","actor":"builder","kind":"step","edge":"watcher>builder","key":"a","changes":["c1"],' +
      '"causes":[{"id":"c1","key":"object/c1","atMs":0}],"workMs":2}\n',
  );
  t.throws(() => writer.order(to(join(folder, 'no', 'such'))), { code: 'ENOENT' });
  t.is(writer.file, second);
  writer.order(to(null));
  t.false(tracer.enabled);
});

test('a buffered line is written within the flush interval', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nuncio-tracer-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const clock = createSimulatedClock(1000);
  const writer = createTraceWriter('builder', clock);
  const file = join(folder, 'trace');
  writer.order(to(file));
  writer.forActor('builder').event({ kind: 'source', key: 'a', causes: [], startMs: 1000 });
  clock.advance(flushIntervalMs);
  while (readFileSync(file, 'utf8') === '') await new Promise((resolve) => setImmediate(resolve));
  t.is(readFileSync(file, 'utf8').split('\n').length, 2);
  writer.order(to(null));
});

test('what is told to the main thread is bounded, chosen by itself, and needs no file', (t) => {
  const clock = createSimulatedClock(1000);
  const told: TraceLine[][] = [];
  const writer = createTraceWriter('builder', clock, (lines) => told.push([...lines]));
  const tracer = writer.forActor('builder');
  writer.order({ file: null, selection: everyChange, reported: { sample: 1, objects: ['Object/shop/c1'] } });
  t.true(tracer.enabled);
  const event = (id: string): void =>
    tracer.event({ kind: 'step', key: id, causes: [{ id, key: `Object/shop/${id}`, atMs: 0 }], startMs: 1000 });
  for (let i = 0; i < 1200; i++) event('c1');
  event('c2');
  clock.advance(flushIntervalMs);
  t.is(told.length, 1);
  t.is(told[0]?.length, 1001);
  t.deepEqual(told[0]?.at(-1)?.detail, { lines: 200 });
  t.false(told[0]?.some(({ key }) => key === 'c2'));
  writer.order(to(null));
  t.false(tracer.enabled);
});

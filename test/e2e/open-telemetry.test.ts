// Traces of changes at an OpenTelemetry collector: from the event of the source through the actors to Envoy's ACK, over
// OTLP/HTTP; a collector that is away or refuses harms nothing.
import { startBackend, type Backend } from '../support/backend.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startHttpTraceCollector, type HttpTraceCollector } from '../support/trace-collector.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let backend: Backend;
let collector: HttpTraceCollector;

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  collector = await startHttpTraceCollector();
  folder = await createObjectFolder({ 'a.yaml': [...upstream('a', [backend]), hostProxy('first.test', 'a')] });
  nuncio = await startNuncio({
    files: [folder.path],
    envoy: 'child',
    args: [`--otlp-endpoint=${collector.url}`, '--otlp-headers=authorization=Bearer secret'],
  });
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
  await collector?.stop();
});

async function becomesServed(host: string): Promise<void> {
  await until(
    `${host} is served`,
    async () => nuncio.get(host),
    (answer) => served(answer) === 'a',
  );
}

const spansOfObject = (object: string) => {
  const roots = collector.spans.filter(({ attributes }) => attributes['nuncio.object'] === object);
  const traces = new Set(roots.map(({ traceId }) => traceId));
  return collector.spans.filter(({ traceId }) => traces.has(traceId));
};

test.serial('a change is one trace, from the event to the ACK of Envoy', async (t) => {
  await folder.write('new.yaml', [hostProxy('new.test', 'a')]);
  await becomesServed('new.test');
  const spans = await until(
    'the trace is at the collector',
    async () => spansOfObject('HTTPProxy/default/new.test'),
    (found) => found.some(({ name }) => name === 'Envoy accepts'),
  );
  const root = spans.find(({ parentSpanId }) => parentSpanId === '');
  t.is(root?.serviceName, 'nuncio');
  t.is(root?.name, 'change HTTPProxy');
  for (const name of ['watcher saw', 'builder', 'routeTranslator', 'streamer', 'send streamer to envoy'])
    t.true(
      spans.some((span) => span.name === name),
      `${name} in ${spans.map((span) => span.name).join(', ')}`,
    );
  const ids = new Set(spans.map(({ spanId }) => spanId));
  t.true(spans.every(({ parentSpanId }) => parentSpanId === '' || ids.has(parentSpanId)));
  for (const { startMs, endMs, name } of spans)
    t.true(startMs >= (root?.startMs ?? 0) - 1 && endMs <= (root?.endMs ?? 0) + 1, name);
  t.is(collector.headers()['authorization'], 'Bearer secret');
  t.is(collector.headers()['content-type'], 'application/json');
});

test.serial('while the collector refuses, changes are served as before; it is said once and counted', async (t) => {
  collector.answer(400);
  await folder.write('refused.yaml', [hostProxy('refused.test', 'a')]);
  await becomesServed('refused.test');
  await nuncio.waitLog(/traces could not be sent to the OpenTelemetry collector/);
  t.regex(
    (await nuncio.admin('/metrics')).body,
    /nuncio_open_telemetry_spans_total\{[^}]*result="failed"[^}]*\} [1-9]/,
  );
  collector.answer(200);
  await folder.write('again.yaml', [hostProxy('again.test', 'a')]);
  await becomesServed('again.test');
  await nuncio.waitLog(/the OpenTelemetry collector takes traces again/);
  t.is(spansOfObject('HTTPProxy/default/refused.test').length, 0);
  t.true(spansOfObject('HTTPProxy/default/again.test').length > 5);
});

test.serial('secrets of the collector stay out of the log', (t) => {
  t.false(nuncio.log.some((line) => JSON.stringify(line).includes('Bearer secret')));
});

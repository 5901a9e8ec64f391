// Real worker threads under a supervisor: start, messages, crash, restart with replay, relink, deadlines, logs, trace.
import test from 'ava';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ControlError } from '../../src/actors/supervisor/control-call.ts';
import { everyChange } from '../../src/actors/tracing/selection.ts';
import type { TraceLine, TraceOrder } from '../../src/actors/tracing/tracer.ts';
import { createThreadRig, fixtureModule, testConfig, until } from './rig.ts';

type Numbers = Record<string, number>;

const to = (file: string | null): TraceOrder => ({ file, selection: everyChange, reported: null });

test.serial('threads start, become ready and pass messages', async (t) => {
  const { supervisor } = createThreadRig(t);
  t.deepEqual(supervisor.threads, ['translators', 'builder', 'watcher']);
  await supervisor.start();
  await supervisor.ready();
  await supervisor.query('watcher', 'put', ['a', 21]);
  const state = await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => numbers['a'] === 42,
  );
  t.is(Object.keys(state).length, 301);
  await supervisor.query('watcher', 'drop', 'a');
  await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => !('a' in numbers),
  );
  const { threads, missing } = await supervisor.status();
  t.deepEqual(missing, []);
  t.deepEqual(
    threads.map(({ name, phase }) => [name, phase]),
    [
      ['translators', 'running'],
      ['builder', 'running'],
      ['watcher', 'running'],
    ],
  );
  t.deepEqual(threads[1]?.actors?.[0]?.inputs, [{ edge: 'watcher>builder', synced: true, depth: 0 }]);
});

test.serial('actors on one thread work the same', async (t) => {
  const placement = { watcher: 'all', builder: 'all', listenerTranslator: 'all' };
  const { supervisor } = createThreadRig(t, testConfig({ placement }));
  t.deepEqual(supervisor.threads, ['all']);
  await supervisor.start();
  await supervisor.ready();
  await supervisor.query('watcher', 'put', ['a', 4]);
  await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => numbers['a'] === 8,
  );
  await supervisor.kill('all');
  await supervisor.running('all');
  const state = await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => Object.keys(numbers).length === 300,
  );
  t.is(state['base7'], 14);
});

test.serial('a crash is told with its reason, and the restarted thread gets everything again', async (t) => {
  const { supervisor, lines, metrics } = createThreadRig(t);
  await supervisor.start();
  await supervisor.ready();
  await supervisor.query('watcher', 'put', ['bad', -1]);
  // The value stays in the watcher's state, so the builder dies at each replay until it is gone.
  await until(
    async () => lines.filter(({ msg }) => msg?.startsWith('thread builder ended')).length,
    (ends) => ends >= 2,
  );
  t.regex(
    lines.find(({ reason }) => reason !== undefined)?.reason ?? '',
    /actor builder: .*negative number under bad/s,
  );
  await supervisor.query('watcher', 'drop', 'bad');
  await supervisor.query('watcher', 'put', ['good', 1]);
  await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => numbers['good'] === 2,
  );
  const builder = (await supervisor.status()).threads.find(({ name }) => name === 'builder');
  t.true((builder?.restarts ?? 0) >= 2);
  t.regex(await metrics.metrics(), /nuncio_thread_restarts_total\{thread="builder"\} [2-9]/);
});

test.serial('an error outside of any handler ends the thread with its reason', async (t) => {
  const { supervisor, lines } = createThreadRig(t);
  await supervisor.start();
  // The thread may end before it has answered.
  await supervisor.query('watcher', 'crash').catch(() => undefined);
  await until(
    async () => lines.find(({ reason }) => reason !== undefined)?.reason ?? '',
    (reason) => reason.includes('actor watcher: Error: crash by request'),
  );
  await supervisor.running('watcher');
  t.pass();
});

test.serial('each thread killed in turn while changes flow: no change is lost', async (t) => {
  const { supervisor } = createThreadRig(t);
  await supervisor.start();
  await supervisor.ready();
  const wanted: Numbers = {};
  const flow = new AbortController();
  const put = async (key: string, value: number): Promise<void> => {
    wanted[key] = value;
    await supervisor.query('watcher', 'put', [key, value]);
  };
  const flowing = (async () => {
    for (let i = 0; !flow.signal.aborted; i += 1) {
      // A watcher that was killed lost its state; a real one lists again, this one is told.
      await put(`k${i % 50}`, i).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (const thread of ['builder', 'translators', 'watcher', 'translators', 'builder']) {
    await supervisor.kill(thread);
    await supervisor.running(thread);
    await until(
      () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
      (numbers) => Object.keys(numbers).length >= 300,
    );
  }
  flow.abort();
  await flowing;
  await supervisor.query('watcher', 'load', wanted);
  const doubled = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, value * 2]));
  const state = await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => Object.entries(doubled).every(([key, value]) => numbers[key] === value),
  );
  t.is(Object.keys(state).length, 300 + Object.keys(wanted).length);
});

test.serial('two threads killed at once come back linked', async (t) => {
  const { supervisor } = createThreadRig(t);
  await supervisor.start();
  await supervisor.ready();
  await Promise.all([supervisor.kill('builder'), supervisor.kill('watcher')]);
  await Promise.all([supervisor.running('builder'), supervisor.running('watcher')]);
  await supervisor.query('watcher', 'put', ['a', 3]);
  await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => numbers['a'] === 6,
  );
  t.pass();
});

test.serial('a control call ends at its deadline, and when the thread ends', async (t) => {
  const { supervisor } = createThreadRig(t, testConfig(), { deadlines: { callMs: 1000 } });
  await supervisor.start();
  const late = await t.throwsAsync(supervisor.query('watcher', 'spin', 60_000), { instanceOf: ControlError });
  t.is((late as ControlError).code, 'deadline');
  const { threads } = await supervisor.status();
  t.regex(threads.find(({ name }) => name === 'watcher')?.silence ?? '', /did not answer health within 1000 ms/);
  const pending = supervisor.query('watcher', 'spin', 60_000);
  await Promise.all([
    supervisor.kill('watcher'),
    t.throwsAsync(pending, { message: /thread watcher (ended during|did not answer)/ }),
  ]);
});

test.serial('an error of a query reaches the caller', async (t) => {
  const { supervisor } = createThreadRig(t);
  await supervisor.start();
  await t.throwsAsync(supervisor.query('watcher', 'nonsense'), { message: 'unknown query nonsense' });
  await t.throwsAsync(supervisor.query('builder', 'state'), { message: /builder answers no queries/ });
});

test.serial('an actor that cannot start fails the start with its reason, and everything is stopped', async (t) => {
  const moduleOf = (name: string): string =>
    fixtureModule(name === 'watcher' ? 'broken-actor' : name === 'builder' ? 'relay-actor' : 'sink-actor');
  const { supervisor } = createThreadRig(t, testConfig(), { moduleOf });
  await t.throwsAsync(supervisor.start(), { message: /thread watcher could not start: .*port 18000 is taken/s });
  t.true((await supervisor.status()).threads.every(({ phase }) => phase === 'stopped'));
});

test.serial('the log level changes on all threads', async (t) => {
  const { supervisor, lines } = createThreadRig(t);
  await supervisor.start();
  await supervisor.ready();
  t.false(lines.some(({ thread, level }) => thread === 'translators' && level === 'debug'));
  await supervisor.setLogLevel('debug');
  await supervisor.query('watcher', 'put', ['a', 1]);
  await until(
    async () => lines,
    (all) => all.some(({ thread, level }) => thread === 'translators' && level === 'debug'),
  );
  // A thread that is started later has it too.
  lines.length = 0;
  await supervisor.kill('translators');
  await until(
    async () => lines,
    (all) => all.some(({ thread, level }) => thread === 'translators' && level === 'debug'),
  );
  t.pass();
});

test.serial('tracing is switched on and off, and a change can be followed across threads', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nuncio-trace-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'trace.ndjson');
  const { supervisor } = createThreadRig(t);
  await supervisor.start();
  await supervisor.ready();
  await supervisor.setTrace(to(file));
  await supervisor.query('watcher', 'put', ['a', 21]);
  await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Numbers>,
    (numbers) => numbers['a'] === 42,
  );
  await supervisor.setTrace(to(null));
  await supervisor.query('watcher', 'put', ['untraced', 21]);
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceLine);
  t.deepEqual(
    lines
      .filter(({ key }) => key === 'a')
      .sort((left, right) => left.t - right.t)
      .map(({ kind, actor, edge, changes }) => [kind, actor, edge, ...changes]),
    [
      ['send', 'watcher', 'watcher>builder', 'w1-1'],
      ['step', 'builder', 'watcher>builder', 'w1-1'],
      ['send', 'builder', 'builder>listenerTranslator', 'w1-1'],
      ['step', 'listenerTranslator', 'builder>listenerTranslator', 'w1-1'],
    ],
  );
  t.false(lines.some(({ key }) => key === 'untraced'));
  await t.throwsAsync(supervisor.setTrace(to(join(folder, 'no', 'such', 'folder'))), { code: 'ENOENT' });
});

test.serial('metrics and event-loop delay come from every thread', async (t) => {
  const { supervisor } = createThreadRig(t);
  await supervisor.start();
  await supervisor.ready();
  const metrics = (await supervisor.metrics()).flat();
  const items = metrics.filter(({ name }) => name === 'nuncio_edge_items_total').flatMap(({ values }) => values);
  t.deepEqual(
    items.map(({ labels, value }) => [labels['thread'], labels['edge'], value]),
    [
      ['builder', 'builder>listenerTranslator', 300],
      ['watcher', 'watcher>builder', 300],
    ],
  );
  const delay = await until(
    () => supervisor.eventLoopDelay('watcher', false),
    ({ samples }) => samples > 0,
  );
  t.true(delay.maxMs >= 0);
});

// The admin port over real threads and real HTTP.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAdmin } from '../../src/actors/admin/admin.ts';
import type { Admin } from '../../src/actors/admin/admin.ts';
import type { Supervisor, SupervisorOptions } from '../../src/actors/supervisor/supervisor.ts';
import type { Config } from '../../src/model/config.ts';
import { createThreadRig, noTrace, testConfig, until } from './rig.ts';
import type { LogLine } from './rig.ts';

interface AdminRig {
  readonly supervisor: Supervisor;
  readonly admin: Admin;
  readonly lines: LogLine[];
  readonly ask: (path: string, method?: string) => Promise<{ status: number; body: string; type: string | null }>;
}

async function startRig(
  t: ExecutionContext,
  overrides: Partial<Config> = {},
  deadlines: SupervisorOptions['deadlines'] = { callMs: 60_000 },
): Promise<AdminRig> {
  const config = testConfig(overrides);
  const { supervisor, metrics, lines, log, setLevel } = createThreadRig(t, config, {
    servingActors: ['listenerTranslator'],
    deadlines,
  });
  const admin = await startAdmin({ config, supervisor, metrics, log, hub: noTrace, setMainLogLevel: setLevel });
  t.teardown(() => admin.close());
  await supervisor.start();
  return {
    supervisor,
    admin,
    lines,
    async ask(path, method = 'GET') {
      const response = await fetch(`${admin.url}${path}`, { method });
      return { status: response.status, body: await response.text(), type: response.headers.get('content-type') };
    },
  };
}

test.serial('readiness says what is missing, then turns green and stays so while other threads restart', async (t) => {
  const { supervisor, ask } = await startRig(t);
  const readiness = await until(
    () => ask('/readyz'),
    ({ status }) => status === 200,
  );
  t.deepEqual(JSON.parse(readiness.body), { ready: true, missing: [] });
  await supervisor.kill('builder');
  t.is((await ask('/readyz')).status, 200);
  await supervisor.kill('translators');
  const gone = await ask('/readyz');
  t.is(gone.status, 503);
  t.regex(gone.body, /"listenerTranslator: /);
  await until(
    () => ask('/readyz'),
    ({ status }) => status === 200,
  );
});

test.serial('health, actors, unknown paths and methods', async (t) => {
  const { supervisor, ask } = await startRig(t);
  await supervisor.ready();
  const health = await ask('/healthz');
  t.is(health.status, 200);
  t.is((JSON.parse(health.body) as { threads: unknown[] }).threads.length, 3);
  const actors = JSON.parse((await ask('/debug/actors')).body) as {
    threads: { name: string; restarts: number; actors: { outputs: { depth: number }[] }[] }[];
  };
  t.deepEqual(
    actors.threads.map(({ name, restarts }) => [name, restarts]),
    [
      ['translators', 0],
      ['builder', 0],
      ['watcher', 0],
    ],
  );
  t.is(actors.threads[1]?.actors[0]?.outputs[0]?.depth, 0);
  t.is((await ask('/nowhere')).status, 404);
  t.is((await ask('/__proto__')).status, 404);
  t.is((await ask('/metrics', 'DELETE')).status, 405);
  t.is((await ask('/healthz', 'HEAD')).body, '');
});

test.serial('metrics of all threads, told apart by a label', async (t) => {
  const { supervisor, ask } = await startRig(t);
  await supervisor.ready();
  const { body, type } = await ask('/metrics');
  t.regex(type ?? '', /^text\/plain; version=0\.0\.4/);
  for (const line of [
    /^nuncio_edge_items_total\{edge="watcher>builder",thread="watcher"\} 300$/m,
    /^nuncio_edge_batches_total\{edge="builder>listenerTranslator",thread="builder"\} \d/m,
    /^nuncio_step_seconds_count\{edge="builder>listenerTranslator",thread="translators"\} \d/m,
    /^nuncio_mailbox_depth\{edge="watcher>builder",thread="watcher"\} 0$/m,
    /^nuncio_event_loop_delay_seconds\{quantile="0.99",thread="builder"\} /m,
    /^nuncio_event_loop_delay_seconds\{quantile="0.99",thread="main"\} /m,
    /^nuncio_heap_used_bytes\{thread="translators"\} \d/m,
    /^nuncio_process_resident_memory_bytes\{thread="main"\} \d/m,
    /^nuncio_thread_cpu_seconds_total\{thread="builder"\} \d/m,
    /^nuncio_process_cpu_seconds_total\{mode="user",thread="main"\} \d/m,
  ]) {
    t.regex(body, line);
  }
});

test.serial('a busy thread delays metrics and readiness by the deadline only', async (t) => {
  const { supervisor, ask } = await startRig(t, {}, { callMs: 4000 });
  await supervisor.ready();
  const spinning = t.throwsAsync(supervisor.query('watcher', 'spin', 60_000), { message: /did not answer/ });
  const [metrics, actors] = await Promise.all([ask('/metrics'), ask('/debug/actors')]);
  t.regex(metrics.body, /thread="builder"/);
  t.notRegex(metrics.body, /nuncio_edge_items_total\{edge="watcher>builder"/);
  t.regex(actors.body, /did not answer health within 4000 ms/);
  await spinning;
});

test.serial('a client that sends half a request keeps nobody waiting', async (t) => {
  const { admin, ask } = await startRig(t);
  const socket = connect(admin.port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.write('GET /readyz HTTP/1.1\r\nhost:', () => resolve()));
  t.is((await ask('/healthz')).status, 200);
  socket.destroy();
});

test.serial('the log level is read and changed', async (t) => {
  const { ask, lines } = await startRig(t);
  t.deepEqual(JSON.parse((await ask('/logging')).body), { level: 'info' });
  const wrong = await ask('/logging?level=loud', 'PUT');
  t.is(wrong.status, 400);
  t.regex(wrong.body, /loud.*must be one of trace, debug/);
  t.is((await ask('/logging?level=debug', 'PUT')).status, 200);
  t.deepEqual(JSON.parse((await ask('/logging')).body), { level: 'debug' });
  t.true(lines.some(({ msg }) => msg === 'log level changed'));
});

test.serial('tracing is switched on and off, in one folder only', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nuncio-admin-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const selection = { sample: 1, objects: [] };
  const { supervisor, ask } = await startRig(t, { trace: { file: join(folder, 'first.ndjson'), selection } });
  t.deepEqual(JSON.parse((await ask('/trace')).body), { file: join(folder, 'first.ndjson'), ...selection });
  for (const [query, mistake] of [
    ['sample=2', /sample is "2"; must be a number from 0 to 1/],
    ['objects=a/b/c/d', /"a\/b\/c\/d" is no pattern of objects/],
  ] as const) {
    const refused = await ask(`/trace?file=other.ndjson&${query}`, 'PUT');
    t.is(refused.status, 400);
    t.regex((JSON.parse(refused.body) as { error: string }).error, mistake);
  }
  for (const file of ['../outside', '/etc/motd', '..', '.hidden', 'a/b']) {
    t.is((await ask(`/trace?file=${encodeURIComponent(file)}`, 'PUT')).status, 400, file);
  }
  t.is((await ask('/trace?file=second.ndjson', 'PUT')).status, 200);
  await supervisor.query('watcher', 'put', ['a', 1]);
  await until(
    () => supervisor.query('listenerTranslator', 'state') as Promise<Record<string, number>>,
    (numbers) => numbers['a'] === 2,
  );
  t.deepEqual(JSON.parse((await ask('/trace', 'PUT')).body), { file: null, ...selection });
  t.regex(readFileSync(join(folder, 'second.ndjson'), 'utf8'), /"key":"a","changes":\["w1-1"\]/);
});

test.serial('a taken admin port fails the start', async (t) => {
  const { admin, supervisor } = await startRig(t);
  const config = testConfig({ admin: { address: '127.0.0.1', port: admin.port } });
  const { metrics, log } = createThreadRig(t);
  await t.throwsAsync(startAdmin({ config, supervisor, metrics, log, hub: noTrace, setMainLogLevel() {} }), {
    code: 'EADDRINUSE',
  });
});

// Draining an Envoy: what is counted, how long it waits for whom, what an Envoy that is gone means.
import { pino } from 'pino';
import test from 'ava';
import { drainEnvoy } from '../../../src/cli/shutdown/drain.ts';
import type { DrainOptions } from '../../../src/cli/shutdown/drain.ts';
import { openConnections } from '../../../src/cli/shutdown/open-connections.ts';

const stats = (values: Readonly<Record<string, number>>): string =>
  JSON.stringify({
    stats: Object.entries(values).map(([name, value]) => ({ name: `${name}.downstream_cx_active`, value })),
  });

test('connections are counted by listener: HTTP and TCP, without those of workers, the admin interface, and probes', (t) => {
  const body = stats({
    'http.admin': 1,
    'http.https': 2,
    'http.stats': 1,
    'listener.admin': 1,
    'listener.admin.main_thread': 1,
    'listener.0.0.0.0_8443': 5,
    'listener.0.0.0.0_8443.worker_0': 2,
    'listener.0.0.0.0_8443.worker_1': 3,
    'listener.0.0.0.0_8002': 1,
    'listener.[__]_8080': 0,
  });
  t.deepEqual(openConnections(body), { total: 5, byListener: { '0.0.0.0_8443': 5, '0.0.0.0_8002': 1 } });
  t.deepEqual(openConnections('{"stats":[]}'), { total: 0, byListener: {} });
  t.throws(() => openConnections('{}'));
  t.throws(() => openConnections('busy'));
});

interface World {
  readonly asked: string[];
  nowMs: number;
}

async function drain(
  answer: (path: string, world: World) => { status?: number; body?: string } | Error,
  more: Partial<DrainOptions> = {},
) {
  const world: World = { asked: [], nowMs: 0 };
  const end = await drainEnvoy({
    admin: {
      name: 'admin.sock',
      ask: (path, method = 'GET') => {
        const asked = `${method} ${path.replace(/\?.*/, '')}`;
        world.asked.push(asked);
        const given = answer(asked, world);
        return given instanceof Error
          ? Promise.reject(given)
          : Promise.resolve({ status: given.status ?? 200, body: given.body ?? '' });
      },
    },
    log: pino({ enabled: false }),
    nowMs: () => world.nowMs,
    wait: (ms) => {
      world.nowMs += ms;
      return Promise.resolve();
    },
    drainDelayMs: 0,
    checkDelayMs: 0,
    checkIntervalMs: 2000,
    minOpenConnections: 0,
    deadlineMs: undefined,
    ...more,
  });
  return { end, ...world };
}

const open = (count: number) => ({ body: stats({ 'listener.0.0.0.0_8443': count }) });

test('health checks fail once, then it counts until few enough are left', async (t) => {
  let left = 3;
  const { end, asked, nowMs } = await drain((path) => (path === 'GET /stats' ? open(left--) : {}), {
    drainDelayMs: 1000,
    checkDelayMs: 500,
    minOpenConnections: 1,
  });
  t.is(end, 'drained');
  t.deepEqual(asked, ['POST /healthcheck/fail', 'GET /stats', 'GET /stats', 'GET /stats']);
  t.is(nowMs, 1000 + 500 + 2 * 2000);
});

test('an Envoy that can’t be reached: four attempts, then it says so', async (t) => {
  const { end, asked, nowMs } = await drain(() => new Error('connect ENOENT'));
  t.is(end, 'unreachable');
  t.is(asked.length, 4);
  t.is(nowMs, 6200);
  let failures = 2;
  const later = await drain((path) => {
    if (path === 'POST /healthcheck/fail' && failures-- > 0) return new Error('busy');
    return path === 'GET /stats' ? open(0) : {};
  });
  t.is(later.end, 'drained');
});

test('an Envoy that ends meanwhile has nothing left to drain; one that is only busy does', async (t) => {
  const gone = await drain((_, { nowMs }) => (nowMs < 4000 ? open(1) : new Error('connect ECONNREFUSED')));
  t.is(gone.end, 'ended');
  let counts = 0;
  const busy = await drain((path) => {
    if (path !== 'GET /stats') return {};
    counts++;
    return counts === 2 ? new Error('timeout') : counts === 3 ? { status: 503 } : open(counts > 3 ? 0 : 1);
  });
  t.is(busy.end, 'drained');
});

test('a deadline holds for everything', async (t) => {
  const counting = await drain(() => open(1), { deadlineMs: 30_000 });
  t.is(counting.end, 'deadline');
  t.is(counting.nowMs, 30_000);
  const waiting = await drain(() => open(1), { checkDelayMs: 60_000, deadlineMs: 30_000 });
  t.is(waiting.nowMs, 30_000);
});

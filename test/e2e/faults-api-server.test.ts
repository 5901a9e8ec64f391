// The API server and the way to it in every kind of trouble, under 200 requests a second: none is lost or answered wrongly,
// what can be known is served, and what couldn't is caught up with. A real API server behind a proxy that misbehaves.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { startApiProxy, type ApiProxy, type ApiRequest } from '../support/api-proxy.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { createTempFolder } from '../support/netns.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, namespace, service, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

const placed = { namespace: 'shop' };
const steady = Array.from({ length: 20 }, (_, index) => `steady-${index}.test`);

let cluster: Cluster;
let proxy: ApiProxy;
let nuncio: Nuncio;
let clockFile: string;
const backends: Backend[] = [];

test.before(async () => {
  cluster = await startCluster({ controllers: [] });
  for (const name of ['a', 'b']) backends.push(await startBackend({ name, address: cluster.netns.hostAddress }));
  await cluster.apply([
    namespace(placed.namespace),
    ...(await deployObjects('crds')),
    ...backends.flatMap((backend) => upstream(backend.name, [backend], placed)),
  ]);
  await cluster.apply(steady.map((host) => hostProxy(host, 'a', placed)));
  proxy = await startApiProxy(cluster);
  clockFile = join(await createTempFolder(), 'ahead');
  nuncio = await startNuncio({
    kubeconfig: proxy.kubeconfig,
    envoy: 'none',
    nodeArgs: ['--import', join(import.meta.dirname, 'fixtures/clock-jump.js')],
    env: { NUNCIO_TEST_CLOCK: clockFile },
  });
  await (await nuncio.startEnvoy()).whenReady();
  for (const host of steady) await becomes(host, 'a');
});

test.after.always(async () => {
  await nuncio?.stop();
  await proxy?.close();
  await Promise.all(backends.map(async (backend) => backend.stop()));
  await cluster?.stop();
});

async function becomes(host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

interface ProxyStatus {
  readonly currentStatus?: string;
  readonly conditions?: readonly { readonly observedGeneration?: number; readonly lastTransitionTime?: string }[];
}

/** Resolves when the status is that of the generation that is stored. */
async function statusIsCurrent(object: KubeObject): Promise<ProxyStatus> {
  const stored = await cluster.waitFor(object, (found) => {
    const status = found?.['status'] as ProxyStatus | undefined;
    const { generation } = (found?.metadata ?? {}) as { readonly generation?: number };
    return status?.conditions?.[0]?.observedGeneration === generation;
  });
  return stored?.['status'] as ProxyStatus;
}

/** The faults of `run` end with it, and no request meanwhile was lost or answered by another backend. */
async function underLoad(t: ExecutionContext, run: () => Promise<void>): Promise<void> {
  const traffic = startLoad({
    target: nuncio.http,
    hosts: steady,
    judge: (answer, host) => (served(answer) === 'a' ? undefined : `${host}: ${served(answer)}`),
  });
  try {
    await run();
  } finally {
    proxy.fault(undefined);
    const { failures, ok } = await traffic.stop();
    t.deepEqual(failures, []);
    t.true(ok > 0);
  }
}

/** Each test has a host of its own, which is with `a` at first. */
async function ownHost(name: string): Promise<(to: 'a' | 'b') => KubeObject> {
  const object = (to: 'a' | 'b'): KubeObject => hostProxy(`${name}.test`, to, placed);
  await cluster.apply([object('a')]);
  await becomes(`${name}.test`, 'a');
  await statusIsCurrent(object('a'));
  return object;
}

test.serial('every call takes two seconds', async (t) => {
  const host = await ownHost('slow');
  await underLoad(t, async () => {
    proxy.fault({ kind: 'slow', delayMs: 2_000 });
    // By the watch that is open.
    await cluster.apply([host('b')]);
    await becomes('slow.test', 'b');
    await statusIsCurrent(host('b'));
    // And with every list and watch to be made again.
    proxy.cut();
    await cluster.apply([host('a')]);
    await becomes('slow.test', 'a');
    t.true(proxy.hits() > 0);
  });
});

for (const [code, reason] of [
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [401, 'Unauthorized'],
] as const) {
  test.serial(`every call is answered ${code}`, async (t) => {
    const host = await ownHost(`refused-${code}`);
    await underLoad(t, async () => {
      proxy.fault({ kind: 'answer', code, reason, ...(code === 429 ? { retryAfterS: 1 } : {}) });
      proxy.cut();
      await cluster.apply([host('b')]);
      await until(
        'nuncio has asked many times',
        async () => proxy.hits(),
        (hits) => hits >= 40,
      );
      t.is(served(await nuncio.get(`refused-${code}.test`)), 'a', 'what nobody can know is not served');
      t.is((await nuncio.admin('/readyz')).status, 200);
      proxy.fault(undefined);
      await becomes(`refused-${code}.test`, 'b');
      await statusIsCurrent(host('b'));
    });
  });
}

test.serial('every watch is answered 410', async (t) => {
  const host = await ownHost('expired');
  await underLoad(t, async () => {
    proxy.fault({ kind: 'expired-watches' });
    proxy.cut();
    // Only lists tell now.
    await cluster.apply([host('b')]);
    await becomes('expired.test', 'b');
    t.true(proxy.hits() > 0);
    proxy.fault(undefined);
    await cluster.apply([host('a')]);
    await becomes('expired.test', 'a');
  });
});

test.serial('the watches of one kind go silent: others go on, and what was missed is caught up with', async (t) => {
  const host = await ownHost('silent');
  await cluster.apply([hostProxy('endpoints.test', 'late', placed)]);
  await becomes('endpoints.test', '503');
  await underLoad(t, async () => {
    proxy.fault({ kind: 'silent-watches', hits: ({ path }) => path.endsWith('/httpproxies') });
    await cluster.apply([host('b')]);
    // Service and endpoints come by other watches, after the change that is not heard.
    await cluster.apply(upstream('late', backends.slice(0, 1), placed));
    await becomes('endpoints.test', 'a');
    t.is(served(await nuncio.get('silent.test')), 'a');
    // The silence ends with the connection; how long nuncio bears it is a matter of minutes, and of the unit tests.
    proxy.fault(undefined);
    await becomes('silent.test', 'b');
    await statusIsCurrent(host('b'));
  });
});

test.serial('changes and deletions are missed, etcd is compacted and the API server started again', async (t) => {
  const host = await ownHost('compacted');
  await ownHost('gone');
  await underLoad(t, async () => {
    proxy.fault({ kind: 'answer', code: 503, reason: 'ServiceUnavailable' });
    proxy.cut();
    await cluster.apply([host('b')]);
    await cluster.delete(hostProxy('gone.test', 'a', placed));
    await cluster.stopApiServer();
    await cluster.compact();
    t.is(served(await nuncio.get('gone.test')), 'a');
    await cluster.startApiServer();
    const listsBefore = proxy.count(isListOfProxies);
    proxy.fault(undefined);
    await becomes('compacted.test', 'b');
    await becomes('gone.test', '404');
    t.true(proxy.count(isListOfProxies) > listsBefore, 'the version that it had is too old: it has listed again');
  });
});

const isListOfProxies = ({ method, path, isList }: ApiRequest): boolean =>
  method === 'GET' && isList && path.endsWith('/httpproxies');

test.serial('the clock jumps two hours ahead and a day back', async (t) => {
  const host = await ownHost('clock');
  await underLoad(t, async () => {
    const hourMs = 3_600_000;
    let to: 'a' | 'b' = 'a';
    for (const aheadMs of [2 * hourMs, -22 * hourMs, 0]) {
      await writeFile(clockFile, String(aheadMs));
      // The jump has arrived once a status says so; each change goes through before and after it.
      await until(
        `a status written ${aheadMs} ms ahead`,
        async () => {
          to = to === 'a' ? 'b' : 'a';
          const broken = hostProxy('clock-status.test', `none-${to}`, placed);
          await cluster.delete(broken);
          await cluster.apply([broken, host(to)]);
          await becomes('clock.test', to);
          const written = (await statusIsCurrent(broken)).conditions?.[0]?.lastTransitionTime ?? '';
          return Date.parse(written) - Date.now();
        },
        (differenceMs) => Math.abs(differenceMs - aheadMs) < hourMs,
      );
    }
    t.is((await nuncio.admin('/readyz')).status, 200);
  });
});

test.serial('the process stands still for five seconds', async (t) => {
  const host = await ownHost('stopped');
  await underLoad(t, async () => {
    process.kill(nuncio.pid, 'SIGSTOP');
    await cluster.apply([host('b')]);
    // The pause itself is what is tested: there is no condition to wait for but time.
    await delay(5_000);
    process.kill(nuncio.pid, 'SIGCONT');
    await becomes('stopped.test', 'b');
    await statusIsCurrent(host('b'));
  });
});

test.serial('a change of one route does not wait behind the statuses of hundreds of objects', async (t) => {
  const count = 600;
  const mass = { namespace: 'mass' };
  const isMassStatus = ({ method, path }: ApiRequest): boolean =>
    method === 'PATCH' && path.includes('/namespaces/mass/');
  const massStatuses = (): number => proxy.count(isMassStatus);
  const untilWritten = async (what: string, least: number): Promise<number> =>
    until(
      what,
      async () => massStatuses(),
      (written) => written >= least,
    );
  await cluster.apply([namespace('mass'), service('all', mass)]);
  await cluster.apply(Array.from({ length: count }, (_, index) => hostProxy(`mass-${index}.test`, 'all', mass)));
  await untilWritten('all are valid', count);
  const host = await ownHost('one');
  await underLoad(t, async () => {
    // Long enough for the change to be made while most of them wait.
    proxy.fault({ kind: 'slow', delayMs: 1_000, hits: isMassStatus });
    const before = massStatuses();
    await cluster.delete(service('all', mass));
    await untilWritten('the rewrite has begun', before + 10);
    await cluster.apply([host('b')]);
    await becomes('one.test', 'b');
    await statusIsCurrent(host('b'));
    const written = massStatuses() - before;
    t.true(written < count / 2, `${written} of ${count} statuses had been written by then`);
    proxy.fault(undefined);
    await untilWritten('all are invalid', before + count);
  });
});

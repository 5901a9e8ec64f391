// A replica ends while another is there: Envoy is served to the last moment, moves once, is sent nothing that it has, and
// traffic notices nothing. Two real nuncios and a real Envoy behind a TCP switch, which stands for the Service.
import type { ExecutionContext } from 'ava';
import { startBackend, type Backend } from '../support/backend.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { startTcpSwitch, type TcpSwitch } from '../support/tcp-switch.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let backends: Backend[];

test.before(async () => {
  backends = await Promise.all(['a', 'b'].map(async (name) => startBackend({ name })));
});

test.after.always(async () => {
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

async function createSwitch(t: ExecutionContext, first: number): Promise<TcpSwitch> {
  const created = await startTcpSwitch(first);
  t.teardown(() => created.close());
  return created;
}

interface Ground {
  readonly folder: ObjectFolder;
  readonly first: Nuncio;
  readonly second: Nuncio;
}

const hosts = Array.from({ length: 200 }, (_, index) => `steady-${index}.test`);

async function startBoth(t: ExecutionContext, args: readonly string[]): Promise<Ground> {
  const folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
    'hosts.yaml': hosts.map((host) => hostProxy(host, 'a')),
    'moving.yaml': [hostProxy('moving.test', 'a')],
    // Keeps the cluster of b, so that moving is a change of routes alone.
    'b.yaml': [hostProxy('b.test', 'b')],
  });
  t.teardown(async () => folder.delete());
  const first = await startNuncio({ files: [folder.path], envoy: 'none', args });
  t.teardown(async () => first.stop());
  // Both tell Envoy to listen on the same ports.
  const ports = [`--http-port=${first.ports.http}`, `--https-port=${first.ports.https}`];
  const second = await startNuncio({ files: [folder.path], envoy: 'none', args: [...args, ...ports] });
  t.teardown(async () => second.stop());
  return { folder, first, second };
}

async function metric(nuncio: Nuncio, name: string): Promise<number> {
  const { body } = await nuncio.admin('/metrics');
  let sum = 0;
  for (const [, value] of body.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))) sum += Number(value);
  return sum;
}

async function becomes(nuncio: Nuncio, host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

test.serial('SIGTERM: unready at once, served for the delay, then one move to the other replica', async (t) => {
  const { folder, first, second } = await startBoth(t, ['--shutdown-delay=3s']);
  const plug = await createSwitch(t, first.ports.xds);
  const envoy = await first.startEnvoy({ bootstrapArgs: [`--xds-port=${plug.port}`] });
  await envoy.whenReady();
  await becomes(first, 'moving.test', 'a');
  const updates = async (): Promise<string> =>
    envoy.admin(
      '/stats?filter=^(listener_manager.listener_(added|modified|removed)|cluster_manager.cluster_(added|modified|removed))$',
    );
  const before = await updates();
  const traffic = startLoad({
    target: first.http,
    hosts,
    judge: (answer, host) => (served(answer) === 'a' ? undefined : `${host}: ${served(answer)}`),
  });

  plug.to(second.ports.xds);
  const ended = first.kill('SIGTERM').then(() => performance.now());
  await first.waitLog(/unready: Envoys are served until/);
  t.is((await first.admin('/readyz')).status, 503);
  t.is((await first.admin('/healthz')).status, 200);
  t.is(await metric(first, 'nuncio_xds_streams'), 1);
  // What changes now is still told by the first; the second holds it too.
  await folder.write('moving.yaml', [hostProxy('moving.test', 'b')]);
  await becomes(first, 'moving.test', 'b');
  t.is(plug.connections(), 1);

  const endedMs = await ended;
  t.truthy(first.log.find(({ msg }) => msg === 'all Envoys have left'));
  await until(
    'Envoy is with the second',
    async () => metric(second, 'nuncio_xds_streams'),
    (streams) => streams === 1,
  );
  t.log(`moved ${Math.round(performance.now() - endedMs)} ms after the first had ended`);
  t.is(plug.connections(), 2);
  // A change goes through: so everything before it has been settled.
  await folder.write('moving.yaml', [hostProxy('moving.test', 'a')]);
  await becomes(first, 'moving.test', 'a');
  const { failures } = await traffic.stop();
  t.deepEqual(failures, []);
  // More than 200 resources are held; only the one that changed has been sent, nothing removed, nothing warmed again.
  const sent = await metric(second, 'nuncio_xds_resources_sent_total');
  t.true(sent >= 1 && sent <= 2, `${sent} resources sent by the second`);
  t.is(await metric(second, 'nuncio_xds_removals_sent_total'), 0);
  t.is(await updates(), before);
});

test.serial('no delay, many changes under way: still exit code 0, every Envoy moved, nothing lost', async (t) => {
  const { folder, first, second } = await startBoth(t, []);
  const plug = await createSwitch(t, first.ports.xds);
  const envoy = await first.startEnvoy({ bootstrapArgs: [`--xds-port=${plug.port}`] });
  await envoy.whenReady();
  plug.to(second.ports.xds);
  const load = { stopping: false };
  let round = 0;
  const changes = (async (): Promise<void> => {
    while (!load.stopping) {
      await folder.write('moving.yaml', [hostProxy('moving.test', ++round % 2 === 0 ? 'a' : 'b')]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await becomes(first, 'moving.test', 'b');
  t.is(await first.kill('SIGTERM'), 0);
  load.stopping = true;
  await changes;
  t.falsy(first.log.find(({ msg }) => /cut off/.test(msg)));
  for (const to of ['a', 'b'] as const) {
    await folder.write('moving.yaml', [hostProxy('moving.test', to)]);
    await until(
      `moving.test is ${to}`,
      async () => second.get('moving.test').catch(async () => first.get('moving.test')),
      (answer) => served(answer) === to,
    );
  }
});

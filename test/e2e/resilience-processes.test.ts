// nuncio and Envoy die and come back: what was served goes on being served, and nobody is told anything wrong meanwhile.
import { startBackend, type Backend } from '../support/backend.ts';
import { request, openSocket } from '../support/http-client.ts';
import { startNuncio, until, type LogLine, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, upstream } from './fixtures/objects.ts';
import type { ExecutionContext } from 'ava';

const test = await testNeeding('envoy');

const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
});

test.after.always(async () => {
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

async function folderWith(t: ExecutionContext, hosts: Readonly<Record<string, string>>): Promise<ObjectFolder> {
  const folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
    ...Object.fromEntries(Object.entries(hosts).map(([host, to]) => [`${host}.yaml`, [hostProxy(host, to)]])),
  });
  t.teardown(async () => folder.delete());
  return folder;
}

async function becomes(nuncio: Nuncio, host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function envoyPid(nuncio: Nuncio, from = 0): Promise<number> {
  const line = await nuncio.waitLog(({ msg }: LogLine) => msg === 'Envoy started', from);
  return Number(line['pid']);
}

test.serial('nuncio is killed: Envoy serves on, and a new nuncio takes over without a wrong answer', async (t) => {
  const steady = Array.from({ length: 50 }, (_, index) => `steady-${index}.test`);
  const folder = await folderWith(t, {
    ...Object.fromEntries(steady.map((host) => [host, 'a'])),
    'moved.test': 'a',
    'gone.test': 'a',
  });
  const first = await startNuncio({ files: [folder.path], envoy: 'none' });
  t.teardown(async () => first.stop());
  const envoy = await first.startEnvoy();
  await envoy.whenReady();
  await becomes(first, 'steady-49.test', 'a');
  const traffic = startLoad({
    target: first.http,
    hosts: steady,
    judge: (answer, host) => (served(answer) === 'a' ? undefined : `${host}: ${served(answer)}`),
  });
  await first.kill();
  await folder.write('moved.test.yaml', [hostProxy('moved.test', 'b')]);
  await folder.remove('gone.test.yaml');
  await folder.write('new.test.yaml', [hostProxy('new.test', 'b')]);
  t.is(served(await first.get('moved.test')), 'a');
  t.is(served(await first.get('gone.test')), 'a');

  const second = await startNuncio({ files: [folder.path], envoy: 'none', ports: first.ports });
  t.teardown(async () => second.stop());
  // Envoy tries again with back-off: up to 30 s by default.
  await until(
    'Envoy has the new state',
    async () => second.get('new.test'),
    (answer) => served(answer) === 'b',
  );
  await becomes(second, 'moved.test', 'b');
  await becomes(second, 'gone.test', '404');
  const { failures } = await traffic.stop();
  t.deepEqual(failures, []);
});

test.serial('SIGTERM ends nuncio and its Envoy in order: exit code 0, requests under way are answered', async (t) => {
  const folder = await folderWith(t, { 'end.test': 'a' });
  const nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  await becomes(nuncio, 'end.test', 'a');
  const pid = await envoyPid(nuncio);
  const requests = backends[0]?.requests() ?? 0;
  const slow = nuncio.get('end.test', '/', { headers: { 'x-echo-delay-ms': '400' } });
  await until(
    'the request is under way',
    async () => backends[0]?.requests() ?? 0,
    (count) => count > requests,
  );
  const ended = nuncio.stop();
  t.is((await slow).status, 200);
  t.is(await ended, 0);
  t.false(isAlive(pid));
});

test.serial('kill -9 of nuncio ends its child Envoy', async (t) => {
  const folder = await folderWith(t, { 'end.test': 'a' });
  const nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  const pid = await envoyPid(nuncio);
  t.true(isAlive(pid));
  await nuncio.kill('SIGKILL');
  await until(
    'Envoy has ended',
    async () => isAlive(pid),
    (alive) => !alive,
  );
  t.pass();
});

test.serial('a child Envoy that is killed is started again', async (t) => {
  const folder = await folderWith(t, { 'again.test': 'a' });
  const nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  t.teardown(async () => nuncio.stop());
  await becomes(nuncio, 'again.test', 'a');
  const from = nuncio.log.length;
  process.kill(await envoyPid(nuncio), 'SIGKILL');
  await envoyPid(nuncio, from);
  await becomes(nuncio, 'again.test', 'a');
  t.pass();
});

test.serial('a cold start serves nothing partial: no known host is unknown once Envoy listens', async (t) => {
  const hosts = Array.from({ length: 500 }, (_, index) => `cold-${index}.test`);
  const folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
    'hosts.yaml': hosts.map((host) => hostProxy(host, 'a')),
  });
  t.teardown(async () => folder.delete());
  for (const mode of ['scoped', 'single']) {
    const args = [`--route-discovery=${mode}`];
    const nuncio = await startNuncio({ files: [folder.path], envoy: 'child', args, withoutWaiting: true });
    t.teardown(async () => nuncio.kill());
    const socket = await until(
      'Envoy listens',
      async () => openSocket(nuncio.http),
      () => true,
    );
    socket.destroy();
    const answers = await Promise.all(hosts.map(async (host) => served(await request(nuncio.http, { host }))));
    t.deepEqual(
      answers.filter((answer) => answer !== 'a'),
      [],
      mode,
    );
    await nuncio.stop();
  }
});

// Mappings to services that Consul knows: instances that come and go under load, Consul that is away at the start and
// later, a token that is refused, a resolver that is changed while it is used.
import type { ExecutionContext } from 'ava';
import type { Overview } from '../../src/actors/admin/overview.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { startConsul, type TestConsul, type TestConsulOptions } from '../support/consul.ts';
import { freePort } from '../support/free-port.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { served } from './fixtures/echo.ts';
import { emissaryDoor, emissaryObject, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

interface Ground {
  readonly folder: ObjectFolder;
  readonly nuncio: Nuncio;
  readonly backends: readonly Backend[];
}

const quote = emissaryObject('Mapping', 'quote', { hostname: '*', prefix: '/', service: 'quote', resolver: 'dc1' });
const plain = emissaryObject('Mapping', 'plain', { hostname: 'plain.test', prefix: '/', service: 'plain' });
const resolver = (port: number, more: object = {}) =>
  emissaryObject('ConsulResolver', 'dc1', { address: `127.0.0.1:${port}`, datacenter: 'dc1', ...more });

async function startGround(t: ExecutionContext, objects: readonly object[]): Promise<Ground> {
  const backends = [await startBackend({ name: 'a' }), await startBackend({ name: 'b' })];
  t.teardown(async () => Promise.all(backends.map(async (backend) => backend.stop())));
  const folder = await createObjectFolder({
    'objects.yaml': [quote, plain, ...upstream('plain', [backends[0]!]), ...objects],
  });
  const nuncio = await startNuncio({ files: [folder.path], envoy: 'none' });
  t.teardown(async () => nuncio.stop());
  await folder.write('door.yaml', emissaryDoor(nuncio.ports.http));
  const envoy = await nuncio.startEnvoy();
  await envoy.whenReady();
  return { folder, nuncio, backends };
}

async function consulFor(t: ExecutionContext, options?: TestConsulOptions): Promise<TestConsul> {
  const consul = await startConsul(options);
  t.teardown(async () => consul.stop());
  return consul;
}

const answers = (nuncio: Nuncio, host: string, expected: string) =>
  until(
    `${host} answers ${expected}`,
    async () => served(await nuncio.get(host)),
    (found) => found === expected,
  );

async function problems(nuncio: Nuncio): Promise<readonly string[]> {
  const { body } = await nuncio.admin('/status');
  return (JSON.parse(body) as Overview).problems.map(({ code, object, message }) => `${code} ${object} ${message}`);
}

const told = (nuncio: Nuncio, pattern: RegExp) =>
  until(
    `status tells ${pattern.source}`,
    async () => problems(nuncio),
    (found) => found.some((each) => pattern.test(each)),
  );

test('instances come and go at 200 requests a second, and none fails', async (t) => {
  const consul = await consulFor(t);
  const { nuncio, backends } = await startGround(t, [resolver(consul.port)]);
  const [a, b] = backends as [Backend, Backend];
  consul.register('quote', [a]);
  await answers(nuncio, 'any.test', 'a');
  const load = startLoad({ target: nuncio.http, hosts: ['any.test'] });
  const only = async (name: string): Promise<void> => {
    let row = 0;
    await until(
      `all requests go to ${name}`,
      async () => served(await nuncio.get('any.test')),
      (found) => (row = found === name ? row + 1 : 0) >= 10,
    );
  };
  for (let round = 0; round < 5; round++) {
    consul.register('quote', [a, b]);
    await answers(nuncio, 'any.test', 'b');
    consul.register('quote', [b, { ...a, health: 'critical' }]);
    await only('b');
    consul.register('quote', [b, a]);
    await answers(nuncio, 'any.test', 'a');
    consul.register('quote', [a]);
    await only('a');
    consul.restore(3);
  }
  const { ok, failures } = await load.stop();
  t.deepEqual(failures, []);
  t.true(ok > 0);
  // Endpoints run no compile: what is changed is told by the graph's last changes.
  const changes = JSON.parse((await nuncio.admin('/status')).body) as Overview;
  t.deepEqual(changes.problems, []);
});

test('Consul that is away at the start keeps only its own Mappings waiting; away later, or at a restart, it changes nothing', async (t) => {
  const port = await freePort();
  const ground = await startGround(t, [resolver(port)]);
  const { nuncio, backends, folder } = ground;
  await answers(nuncio, 'plain.test', 'a');
  await answers(nuncio, 'any.test', '503');
  await told(
    nuncio,
    /^ConsulNotAnswered Mapping\/default\/quote "quote": Consul at 127\.0\.0\.1:\d+ \(dc1\) has not answered/,
  );
  await told(nuncio, /^ConsulUnreachable ConsulResolver\/default\/dc1 .*ECONNREFUSED/);
  const consul = await startConsul({ port });
  consul.register('quote', [backends[1]!]);
  await answers(nuncio, 'any.test', 'b');
  await until(
    'nothing is wrong any more',
    async () => problems(nuncio),
    (found) => found.length === 0,
  );
  const load = startLoad({ target: nuncio.http, hosts: ['any.test', 'plain.test'] });
  await consul.stop();
  await told(nuncio, /^ConsulUnreachable .* the instances known before stay$/);
  const { ports } = nuncio;
  await nuncio.kill();
  const again = await startNuncio({ files: [folder.path], envoy: 'none', ports });
  t.teardown(async () => again.stop());
  await told(again, /^ConsulNotAnswered Mapping\/default\/quote/);
  // The Envoy is connected again, and hears of another change.
  await folder.write('more.yaml', [
    emissaryObject('Mapping', 'more', { hostname: 'more.test', prefix: '/', service: 'plain' }),
  ]);
  await answers(again, 'more.test', 'a');
  t.deepEqual((await load.stop()).failures, []);
  t.is(served(await again.get('any.test')), 'b');
});

test('a token that is refused is named on the resolver; a resolver that is changed is asked anew', async (t) => {
  const consul = await consulFor(t, { tokens: { 'token-of-web': ['quote'] } });
  const other = await consulFor(t);
  const token = (value: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'consul', namespace: 'default' },
    type: 'Opaque',
    stringData: { 'consul-token': value },
  });
  const { nuncio, backends, folder } = await startGround(t, []);
  const [a, b] = backends as [Backend, Backend];
  consul.register('quote', [a]);
  other.register('quote', [b]);
  await folder.write('consul.yaml', [resolver(consul.port, { token_secret: 'consul' }), token('token-of-nobody')]);
  await told(nuncio, /^ConsulRefused ConsulResolver\/default\/dc1 Consul answers 403: ACL not found/);
  t.is(served(await nuncio.get('any.test')), '503');
  await folder.write('consul.yaml', [resolver(consul.port, { token_secret: 'consul' }), token('token-of-web')]);
  await answers(nuncio, 'any.test', 'a');
  const load = startLoad({ target: nuncio.http, hosts: ['any.test'] });
  await folder.write('consul.yaml', [resolver(other.port)]);
  await answers(nuncio, 'any.test', 'b');
  t.deepEqual((await load.stop()).failures, []);
  for (const { msg } of nuncio.log) t.false(msg.includes('token-of-'));
});

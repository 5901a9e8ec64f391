// A nuncio that starts while the API server is down serves what was stored to an Envoy that has nothing, and the present
// state once the API server is back, without a lost request.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type Certificate } from '../support/certs.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, namespace, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

const placed = { namespace: 'shop' };
const backends: Backend[] = [];
let cluster: Cluster;
let certificate: Certificate;
let folder: string;
const nuncios: Nuncio[] = [];

test.before(async () => {
  cluster = await startCluster();
  for (const name of ['a', 'b']) backends.push(await startBackend({ name, address: cluster.netns.hostAddress }));
  certificate = await (await createCa()).issue({ hosts: ['secure.test'] });
  folder = await mkdtemp(join(tmpdir(), 'nuncio-state-'));
  await writeFile(join(folder, 'key'), 'k'.repeat(48));
  const secure = {
    virtualhost: { fqdn: 'secure.test', tls: { secretName: 'secure' } },
    routes: [{ services: [{ name: 'a', port: 80 }] }],
  };
  await cluster.apply(await deployObjects('crds'));
  await cluster.apply([
    namespace('shop'),
    ...backends.flatMap((backend) => upstream(backend.name, [backend], placed)),
    tlsSecret('secure', certificate, placed),
    hostProxy('stays.test', 'a', placed),
    hostProxy('moves.test', 'a', placed),
    hostProxy('goes.test', 'a', placed),
    httpProxy('secure', secure, placed),
  ]);
});

test.after.always(async () => {
  await Promise.all(nuncios.map(async (nuncio) => nuncio.stop()));
  await Promise.all(backends.map(async (backend) => backend.stop()));
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(more: { readonly ports?: Nuncio['ports']; readonly withoutWaiting?: boolean }): Promise<Nuncio> {
  const nuncio = await startNuncio({
    kubeconfig: cluster.kubeconfigPath,
    netns: cluster.netns,
    envoy: 'none',
    args: [`--state-dir=${folder}`, `--state-key-file=${join(folder, 'key')}`, '--state-wait=1s'],
    ...more,
  });
  nuncios.push(nuncio);
  return nuncio;
}

const becomes = async (nuncio: Nuncio, host: string, expected: string): Promise<unknown> =>
  until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
    30_000,
  );

const metric = async (nuncio: Nuncio, name: string): Promise<number> => {
  const { body } = await nuncio.admin('/metrics');
  const found = body.split('\n').flatMap((line) => new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`).exec(line)?.[1] ?? []);
  return found.reduce((sum, value) => sum + Number(value), 0);
};

test.serial('a restart while the API server is down', async (t) => {
  const first = await start({});
  const envoy = await first.startEnvoy();
  for (const host of ['stays.test', 'moves.test', 'goes.test']) await becomes(first, host, 'a');
  await until(
    'all is stored',
    async () => metric(first, 'nuncio_stored_state_writes_total'),
    (count) => count > 0,
  );
  // A change is stored too, although nuncio gets no chance to say goodbye.
  await cluster.apply([hostProxy('late.test', 'b', placed)]);
  const writes = await metric(first, 'nuncio_stored_state_writes_total');
  await becomes(first, 'late.test', 'b');
  await until(
    'it is stored',
    async () => metric(first, 'nuncio_stored_state_writes_total'),
    (count) => count > writes,
  );
  await first.kill();
  await envoy.stop();
  await cluster.stopApiServer();

  const second = await start({ ports: first.ports, withoutWaiting: true });
  await second.waitLog(/the sources have not synced in time: what was stored is served/, 0, 60_000);
  await second.whenReady();
  const { status, body } = await second.admin('/readyz');
  t.is(status, 200);
  t.regex((JSON.parse(body) as { instead?: string }).instead ?? '', /^serves the state stored at 20/);
  t.is(await metric(second, 'nuncio_stored_state_served'), 1);
  const fresh = await second.startEnvoy();
  await fresh.whenReady();
  await becomes(second, 'moves.test', 'a');
  await becomes(second, 'late.test', 'b');
  const tls = { sni: 'secure.test' };
  t.is((await second.getTls('secure.test', '/', {}, tls)).status, 200);

  const load = startLoad({ target: second.http, hosts: ['stays.test', 'moves.test'] });
  await cluster.startApiServer();
  await second.waitLog(/serving in place of what was stored/, 0, 120_000);
  await cluster.apply([hostProxy('moves.test', 'b', placed)]);
  await cluster.delete(hostProxy('goes.test', 'a', placed));
  await becomes(second, 'moves.test', 'b');
  await becomes(second, 'goes.test', '404');
  t.is((await second.getTls('secure.test', '/', {}, tls)).status, 200);
  t.is(await metric(second, 'nuncio_stored_state_served'), 0);
  const { failures, ok } = await load.stop();
  t.deepEqual(failures, []);
  t.true(ok > 100, `${ok} requests`);
  t.false(second.log.some(({ msg }) => msg.includes('refused')));
});

test.serial(
  'what was deleted while nuncio was away is served until the sources have synced, and not longer',
  async (t) => {
    const first = nuncios.at(-1)!;
    await cluster.apply([hostProxy('away.test', 'a', placed)]);
    await becomes(first, 'away.test', 'a');
    t.is(await first.stop(), 0);
    await cluster.delete(hostProxy('away.test', 'a', placed));
    await cluster.stopApiServer();
    const second = await start({ ports: first.ports, withoutWaiting: true });
    await second.whenReady(60_000);
    await (await second.startEnvoy()).whenReady();
    await becomes(second, 'away.test', 'a');
    const load = startLoad({ target: second.http, hosts: ['stays.test'] });
    await cluster.startApiServer();
    await becomes(second, 'away.test', '404');
    const { failures } = await load.stop();
    t.deepEqual(failures, []);
  },
);

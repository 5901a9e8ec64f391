// Hold and rollback on a real API server, with the rights of deploy/: what one replica is told holds on all, also on one
// that starts later; permissions and secrets that are taken away are gone all the same; Events tell of it.
import type { HistoryAnswer } from '../../src/actors/admin/history-answer.ts';
import { contourMain, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, namespace, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');
const main = contourMain.replace('contour-main', 'main');

const placed = { namespace: 'shop' };
const backends: Backend[] = [];
const nuncios: Nuncio[] = [];
let cluster: Cluster;

test.before(async () => {
  cluster = await startCluster();
  for (const name of ['a', 'b']) backends.push(await startBackend({ name, address: cluster.netns.hostAddress }));
  const manifests = await deployObjects('manifests');
  const rights = manifests.filter(({ kind }) => /^(Namespace|ServiceAccount|(Cluster)?Role(Binding)?)$/.test(kind));
  await cluster.apply([...(await deployObjects('crds')), ...rights]);
  const certificate = await (await createCa()).issue({ hosts: ['secure.test'] });
  await cluster.apply([
    namespace('shop'),
    ...backends.flatMap((backend) => upstream(backend.name, [backend], placed)),
    hostProxy('moves.test', 'a', placed),
    hostProxy('goes.test', 'a', placed),
    tlsSecret('secure', certificate, placed),
    httpProxy(
      'secure',
      {
        virtualhost: { fqdn: 'secure.test', tls: { secretName: 'secure' } },
        routes: [{ services: [{ name: 'a', port: 80 }] }],
      },
      placed,
    ),
  ]);
  for (const _ of backends) await start();
});

test.after.always(async () => {
  await Promise.all(nuncios.map(async (nuncio) => nuncio.stop()));
  await Promise.all(backends.map(async (backend) => backend.stop()));
  await cluster?.stop();
});

async function start(): Promise<Nuncio> {
  const nuncio = await startNuncio({
    kubeconfig: await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio' }),
    netns: cluster.netns,
    envoy: 'child',
    args: ['--leader-election=true', '--leader-election-namespace=nuncio'],
  });
  nuncios.push(nuncio);
  return nuncio;
}

/** As `kubectl exec` does it. */
const run = async ({ ports }: Nuncio, ...args: string[]): Promise<string> =>
  cluster.netns.exec(process.execPath, [main, ...args, `--admin=http://127.0.0.1:${ports.admin}`]);
const history = async (nuncio: Nuncio): Promise<HistoryAnswer> =>
  JSON.parse((await nuncio.admin('/history')).body) as HistoryAnswer;

async function become(host: string, expected: string): Promise<void> {
  for (const [index, nuncio] of nuncios.entries()) {
    await until(
      `${host} is ${expected} at replica ${index}`,
      async () => nuncio.get(host),
      (answer) => served(answer) === expected,
    );
  }
}

interface Event extends KubeObject {
  readonly reason: string;
  readonly regarding: { readonly kind: string; readonly name: string };
  readonly note: string;
}

async function event(reason: string, kind: string): Promise<Event> {
  const found = await until(
    `the Event ${reason} of a ${kind}`,
    async () => {
      const items = await cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event' });
      return (items as Event[]).find((each) => each.reason === reason && each.regarding.kind === kind);
    },
    (each) => each !== undefined,
  );
  return found!;
}

test.serial('a rollback at one replica is one at all; another replica finds the same revision', async (t) => {
  await become('moves.test', 'a');
  const [first, second] = nuncios as [Nuncio, Nuncio];
  const before = await history(first);
  t.is((await history(second)).newest, before.newest);
  await cluster.apply([hostProxy('moves.test', 'b', placed)]);
  await become('moves.test', 'b');
  await cluster.delete(hostProxy('goes.test', 'a', placed));
  await become('goes.test', '404');

  t.regex(await run(second, 'rollback', before.newest, '--by=ann', '--reason=wrong'), /2 objects wait/);
  await become('moves.test', 'a');
  await become('goes.test', 'a');
  for (const nuncio of nuncios) t.like((await history(nuncio)).hold, { kind: 'rollback', by: 'ann', reason: 'wrong' });
  t.regex((await event('RoutingRolledBack', 'ConfigMap')).note, /back at revision \w+, by ann: wrong/);
  t.regex((await event('RoutingHeld', 'HTTPProxy')).note, /this version waits/);
});

test.serial('a replica that starts during the hold serves what is held', async (t) => {
  await cluster.apply([hostProxy('late.test', 'a', placed)]);
  await until(
    'it waits',
    async () => history(nuncios[0]!),
    ({ pendingCount }) => pendingCount === 3,
  );
  await until(
    'it is stored',
    async () => history(nuncios[0]!),
    ({ kept }) => kept.current,
  );
  await start();
  await become('moves.test', 'a');
  await become('goes.test', 'a');
  await become('late.test', '404');
  t.pass();
});

test.serial('a Secret that is deleted during the hold is served no more', async (t) => {
  for (const nuncio of nuncios) t.is((await nuncio.getTls('secure.test')).status, 200);
  await cluster.delete({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secure', namespace: 'shop' } });
  for (const nuncio of nuncios) {
    await until(
      'the handshake fails',
      async () =>
        nuncio.getTls('secure.test').then(
          ({ status }) => String(status),
          () => 'refused',
        ),
      (answer) => answer === 'refused',
    );
  }
  await become('moves.test', 'a');
  t.is((await history(nuncios[0]!)).hold.kind, 'rollback');
});

test.serial('resume at any replica ends it at all', async (t) => {
  t.regex(await run(nuncios[2]!, 'resume', '--by=bob'), /not held/);
  await become('moves.test', 'b');
  await become('goes.test', '404');
  await become('late.test', 'a');
  for (const nuncio of nuncios) t.is((await history(nuncio)).hold.kind, 'none');
  await event('RoutingResumed', 'ConfigMap');
});

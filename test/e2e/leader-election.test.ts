// Two nuncios as processes of their own on one real API server, with the rights of deploy/: which of them writes statuses,
// and what happens when that one is killed, cut off from the API server, or ended.
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { createTempFolder } from '../support/netns.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { hostProxy, namespace } from './fixtures/objects.ts';

const test = await testNeeding('cluster');

/** Long enough for a starved machine to renew in time. */
const times = ['10s', '5s', '500ms'] as const;
const placed = { namespace: 'shop' };
const count = 30;

let cluster: Cluster;
let kubeconfig: string;

test.before(async () => {
  cluster = await startCluster({ controllers: [] });
  const manifests = await deployObjects('manifests');
  const rights = manifests.filter(({ kind }) => /^(Namespace|ServiceAccount|(Cluster)?Role(Binding)?)$/.test(kind));
  await cluster.apply([namespace(placed.namespace), ...(await deployObjects('crds')), ...rights]);
  await cluster.apply(Array.from({ length: count }, (_, index) => hostProxy(`h${index}.test`, 'none', placed)));
  kubeconfig = await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio' });
});
test.after.always(async () => {
  await cluster?.stop();
});

/** A way to the API server that can be blocked: then nothing passes and nothing is refused. */
interface Way {
  readonly kubeconfig: string;
  block(): void;
  unblock(): void;
  close(): Promise<void>;
}

async function openWay(): Promise<Way> {
  const { hostname, port } = new URL(cluster.url);
  const sockets = new Set<Socket>();
  let blocked = false;
  const server = createServer((client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    if (blocked) return;
    const upstream = connect(Number(port), hostname);
    sockets.add(upstream);
    upstream.once('close', () => {
      sockets.delete(upstream);
      client.destroy();
    });
    upstream.on('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const config = await readFile(kubeconfig, 'utf8');
  const path = join(await createTempFolder(), 'kubeconfig');
  await writeFile(path, config.replace(cluster.url, `https://127.0.0.1:${(server.address() as AddressInfo).port}`));
  return {
    kubeconfig: path,
    block() {
      blocked = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    unblock() {
      blocked = false;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startReplica(way: Way): Promise<Nuncio> {
  const [duration, deadline, retry] = times;
  return startNuncio({
    kubeconfig: way.kubeconfig,
    envoy: 'none',
    args: [
      '--leader-election',
      `--leader-election-lease-duration=${duration}`,
      `--leader-election-renew-deadline=${deadline}`,
      `--leader-election-retry-period=${retry}`,
      '--ingress-status-address=192.0.2.1',
    ],
  });
}

async function metric(nuncio: Nuncio, pattern: RegExp): Promise<number> {
  const { body } = await nuncio.admin('/metrics');
  const found = body.split('\n').filter((line) => pattern.test(line));
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const isLeader = async (nuncio: Nuncio): Promise<boolean> => (await metric(nuncio, /^nuncio_leader(\{| )/)) === 1;
const written = async (nuncio: Nuncio): Promise<number> =>
  metric(nuncio, /^nuncio_status_updates_total\{.*outcome="written"/);
/** The API server has a status a moment before its writer has counted it. */
const hasWritten = async (nuncio: Nuncio, expected: number): Promise<unknown> =>
  until(
    `${expected} statuses written`,
    async () => written(nuncio),
    (found) => found === expected,
  );

interface ProxyStatus {
  readonly conditions?: readonly { readonly observedGeneration: number }[];
  readonly loadBalancer?: object;
}

/** All have a status for their present generation. */
async function allWritten(): Promise<void> {
  await until(
    'every status is of the present generation',
    async () => cluster.list({ apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', ...placed }),
    (proxies) =>
      proxies.length === count &&
      proxies.every((proxy) => {
        const { conditions } = (proxy['status'] ?? {}) as ProxyStatus;
        return conditions?.[0]?.observedGeneration === proxy.metadata['generation'];
      }),
  );
}

let changes = 0;
async function changeAll(): Promise<void> {
  changes += 1;
  const backend = `none-${changes}`;
  await cluster.apply(Array.from({ length: count }, (_, index) => hostProxy(`h${index}.test`, backend, placed)));
}

async function leaseHolder(): Promise<string> {
  const lease = await cluster.get({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace: 'nuncio', name: 'nuncio' },
  });
  return ((lease as KubeObject)['spec'] as { holderIdentity: string }).holderIdentity;
}

/** Waits until exactly one of them leads. */
async function leaderOf(a: Nuncio, b: Nuncio): Promise<[leader: Nuncio, follower: Nuncio]> {
  const leads = await until(
    'one of the two leads',
    async () => Promise.all([isLeader(a), isLeader(b)]),
    ([first, second]) => first !== second,
  );
  return leads[0] ? [a, b] : [b, a];
}

test.serial('one writes; killed, it is followed by the other; a new one waits', async (t) => {
  const ways = [await openWay(), await openWay()] as const;
  const replicas = await Promise.all(ways.map(startReplica));
  t.teardown(async () => {
    await Promise.all(replicas.map(async (replica) => replica.kill()));
    await Promise.all(ways.map(async (way) => way.close()));
  });
  const [leader, follower] = await leaderOf(replicas[0]!, replicas[1]!);
  await allWritten();
  await hasWritten(leader, count);
  t.is(await written(follower), 0);
  const holder = await leaseHolder();
  const [proxy] = await cluster.list({ apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', ...placed });
  t.deepEqual((proxy?.['status'] as ProxyStatus | undefined)?.loadBalancer, { ingress: [{ ip: '192.0.2.1' }] });

  await leader.kill();
  await changeAll();
  await follower.waitLog(/leader now/);
  await allWritten();
  await hasWritten(follower, count);
  t.not(await leaseHolder(), holder);

  const third = await startReplica(ways[0]);
  replicas.push(third);
  await changeAll();
  await allWritten();
  t.is(await written(third), 0);
  await hasWritten(follower, 2 * count);
});

test.serial('a leader cut off from the API server serves on and leads no more; back, it follows', async (t) => {
  const ways = [await openWay(), await openWay()] as const;
  const replicas = await Promise.all(ways.map(startReplica));
  t.teardown(async () => {
    await Promise.all(replicas.map(async (replica) => replica.kill()));
    await Promise.all(ways.map(async (way) => way.close()));
  });
  const [leader, follower] = await leaderOf(replicas[0]!, replicas[1]!);
  const way = ways[leader === replicas[0] ? 0 : 1];
  way.block();
  await changeAll();
  const lost = leader.waitLog(/leader no more/);
  const gained = follower.waitLog(/leader now/);
  // Never two: it is over here before it begins there.
  await Promise.race([lost, gained.then(() => t.true(leader.log.some(({ msg }) => msg.startsWith('leader no more'))))]);
  await Promise.all([lost, gained]);
  await allWritten();
  t.is((await leader.admin('/readyz')).status, 200, 'goes on serving');

  way.unblock();
  await changeAll();
  await allWritten();
  await until(
    'it has heard of the change',
    async () => metric(leader, /^nuncio_kubernetes_phase\{.*phase="watching"/),
    (watching) => watching > 0,
  );
  t.false(await isLeader(leader));
  t.true(await isLeader(follower));
});

test.serial('a leader that ends gives the Lease to the other', async (t) => {
  const ways = [await openWay(), await openWay()] as const;
  const replicas = await Promise.all(ways.map(startReplica));
  t.teardown(async () => {
    await Promise.all(replicas.map(async (replica) => replica.kill()));
    await Promise.all(ways.map(async (way) => way.close()));
  });
  const [leader, follower] = await leaderOf(replicas[0]!, replicas[1]!);
  const before = await leaseHolder();
  t.is(await leader.stop(), 0);
  // Given back, or taken already: the dead one's name is not in it until it runs out.
  t.not(await leaseHolder(), before);
  await follower.waitLog(/leader now/);
  await changeAll();
  await allWritten();
});

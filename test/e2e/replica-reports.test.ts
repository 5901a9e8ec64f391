// Statuses with several replicas, on a real API server with the rights of deploy/ and over mutual TLS: the replica that
// writes tells what Envoys of another one refuse and how far they are; when one is killed it counts no more, and whoever
// leads next knows it all again.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ReplicasReport } from '../../src/actors/status/status-writer.ts';
import { openStream } from '../../src/grpc/client.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type CertificateAuthority } from '../support/certs.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import type { Envoy } from '../support/envoy.ts';
import { createTempFolder } from '../support/netns.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects, gatewayCrds } from './fixtures/deploy.ts';
import { hostProxy, namespace, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

const placed = { namespace: 'shop' };
let cluster: Cluster;
let backend: Backend;
let authority: CertificateAuthority;
let serverFiles: Files;
let envoyFiles: Files;
const envoys: Envoy[] = [];
const nuncios: Nuncio[] = [];

interface Files {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

async function certificateFiles(host: string): Promise<Files> {
  const { cert, key } = await authority.issue({ hosts: [host] });
  const folder = await createTempFolder();
  const files = {
    caFile: join(folder, 'ca.crt'),
    certFile: join(folder, 'tls.crt'),
    keyFile: join(folder, 'tls.key'),
  };
  await writeFile(files.caFile, authority.ca);
  await writeFile(files.certFile, cert);
  await writeFile(files.keyFile, key);
  return files;
}

const tlsFlags = ({ caFile, certFile, keyFile }: Files): string[] => [
  `--xds-ca-file=${caFile}`,
  `--xds-cert-file=${certFile}`,
  `--xds-key-file=${keyFile}`,
];

test.before(async () => {
  cluster = await startCluster();
  backend = await startBackend({ name: 'a', address: cluster.netns.hostAddress });
  authority = await createCa();
  serverFiles = await certificateFiles('nuncio');
  envoyFiles = await certificateFiles('envoy');
  const manifests = await deployObjects('manifests');
  const rights = manifests.filter(({ kind }) => /^(Namespace|ServiceAccount|(Cluster)?Role(Binding)?)$/.test(kind));
  await cluster.apply([...(await gatewayCrds()), ...(await deployObjects('crds')), ...rights]);
  await cluster.apply([
    namespace('shop'),
    ...upstream('a', [backend], placed),
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: 'shared' },
      spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
    },
  ]);
});

test.after.always(async () => {
  for (const { pid } of envoys) if (pid > 0) process.kill(pid, 'SIGCONT');
  await Promise.all(nuncios.map(async (nuncio) => nuncio.stop()));
  await backend?.stop();
  await cluster?.stop();
});

async function startReplica(): Promise<Nuncio> {
  const nuncio = await startNuncio({
    kubeconfig: await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio' }),
    envoy: 'none',
    args: [
      // So that only Envoy finds an expression too large.
      '--limit-regex-program=4294967295',
      '--leader-election',
      '--leader-election-lease-duration=10s',
      '--leader-election-renew-deadline=5s',
      '--leader-election-retry-period=500ms',
      ...tlsFlags(serverFiles),
    ],
  });
  nuncios.push(nuncio);
  return nuncio;
}

async function startEnvoyAt(nuncio: Nuncio, nodeId: string): Promise<Envoy> {
  const bootstrapFile = join(await createTempFolder(), 'envoy.json');
  const envoy = await nuncio.startEnvoy({ nodeId, bootstrapArgs: tlsFlags(envoyFiles), bootstrapFile });
  envoys.push(envoy);
  await envoy.whenReady();
  return envoy;
}

async function replicasOf(nuncio: Nuncio): Promise<ReplicasReport> {
  const { body } = await nuncio.admin('/status');
  return (JSON.parse(body) as { readonly replicas: ReplicasReport }).replicas;
}

/** The leader hears of so many Envoys elsewhere. */
async function hears(leader: Nuncio, ...envoysElsewhere: readonly number[]): Promise<void> {
  await until(
    `the leader hears of ${envoysElsewhere.join(' and ')} Envoys elsewhere`,
    async () => replicasOf(leader),
    ({ leading, others }) => leading && others.map(({ envoys: count }) => count).join() === envoysElsewhere.join(),
  );
}

let change = 0;
/** Each change has a listener that Envoys have to take. */
function gateway(): KubeObject {
  const listeners = [9090, 9091 + change].map((port) => ({ name: `http-${port}`, port, protocol: 'HTTP' }));
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'edge', namespace: 'shop' },
    spec: { gatewayClassName: 'shared', listeners },
  };
}

async function changeGateway(): Promise<void> {
  change += 1;
  await cluster.apply([gateway()]);
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number;
}

function conditionOf(object: KubeObject | undefined): Condition | undefined {
  const { conditions = [] } = (object?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions.find(({ type }) => type === 'Programmed');
}

async function becomes(text: string): Promise<void> {
  await cluster.waitFor(gateway(), (found) => {
    const { status, message, observedGeneration } = conditionOf(found) ?? {};
    return observedGeneration === found?.metadata['generation'] && `${status}: ${message}` === text;
  });
}

/** RE2 as compiled in Envoy runs out of its memory; with our own limit off nothing else can tell. */
const tooBig = [
  { services: [{ name: 'a', port: 80 }] },
  { conditions: [{ regex: `/${'\\pL{1000}'.repeat(60)}` }], services: [{ name: 'a', port: 80 }] },
];

const good = hostProxy('bad.test', 'a', placed);
const bad: KubeObject = { ...good, spec: { virtualhost: { fqdn: 'bad.test' }, routes: tooBig } };

test.serial('what an Envoy of the other replica refuses stands on its owner, and its end', async (t) => {
  const leader = await startReplica();
  await until(
    'the first leads',
    async () => replicasOf(leader),
    ({ leading }) => leading,
  );
  const follower = await startReplica();
  await startEnvoyAt(follower, 'envoy-b');
  await hears(leader, 1);
  t.is((await replicasOf(follower)).trouble, '');

  await cluster.apply([good]);
  await cluster.apply([bad]);
  const refused = await cluster.waitFor(good, (object) => conditionOf(object)?.status === 'False');
  t.is(conditionOf(refused)?.reason, 'RejectedByEnvoy');
  t.regex(conditionOf(refused)?.message ?? '', /refused by Envoy envoy-b: .*pattern too large/);
  await cluster.apply([good]);
  const repaired = await cluster.waitFor(good, (object) => conditionOf(object)?.status === 'True');
  t.is(conditionOf(repaired)?.reason, 'Programmed');
});

test.serial('a Gateway waits for the Envoys of both replicas', async (t) => {
  await changeGateway();
  await becomes('True: Accepted by 1 of 1 Envoy');
  const [leader] = nuncios as [Nuncio];
  await startEnvoyAt(leader, 'envoy-a');
  const slow = envoys[0]!;
  process.kill(slow.pid, 'SIGSTOP');
  await changeGateway();
  await becomes('False: Waiting for Envoy: 1 of 2 Envoys accepted it so far');
  process.kill(slow.pid, 'SIGCONT');
  await becomes('True: Accepted by 2 of 2 Envoys');
  t.pass();
});

test.serial(
  'a leader that is killed: the next one counts its own, and those of a new replica until that is killed',
  async (t) => {
    const [first, second] = nuncios as [Nuncio, Nuncio];
    await cluster.apply([bad]);
    await cluster.waitFor(good, (object) => conditionOf(object)?.status === 'False');
    await first.kill();
    await until(
      'the second leads',
      async () => replicasOf(second),
      ({ leading }) => leading,
    );
    // Its Envoys have no other replica to go to here.
    await changeGateway();
    await becomes('True: Accepted by 1 of 1 Envoy');
    t.is(conditionOf(await cluster.get(good))?.status, 'False', 'what is refused stays refused');

    const third = await startReplica();
    await startEnvoyAt(third, 'envoy-c');
    await hears(second, 1);
    await changeGateway();
    await becomes('True: Accepted by 2 of 2 Envoys');
    await third.kill();
    await hears(second);
    await changeGateway();
    await becomes('True: Accepted by 1 of 1 Envoy');
  },
);

test.serial(
  'a listener whose port somebody else has: the Gateway and that listener say so, the others are programmed',
  async (t) => {
    const taken = createServer();
    taken.listen(0, '0.0.0.0');
    await once(taken, 'listening');
    t.teardown(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const busy: KubeObject = {
      ...gateway(),
      metadata: { name: 'busy', namespace: 'shop' },
      spec: {
        gatewayClassName: 'shared',
        listeners: [
          { name: 'taken', port, protocol: 'HTTP' },
          { name: 'free', port: 9190, protocol: 'HTTP' },
        ],
      },
    };
    await cluster.apply([busy]);
    const listenersOf = (object: KubeObject | undefined): readonly { readonly name: string }[] =>
      ((object?.['status'] ?? {}) as { readonly listeners?: readonly { readonly name: string }[] }).listeners ?? [];
    const programmed = (object: KubeObject | undefined, name: string): Condition | undefined =>
      conditionOf({ ...busy, status: listenersOf(object).find((each) => each.name === name) });
    const told = await cluster.waitFor(
      busy,
      (object) =>
        programmed(object, 'taken')?.reason === 'RejectedByEnvoy' && programmed(object, 'free')?.status === 'True',
    );
    t.regex(programmed(told, 'taken')?.message ?? '', /Address already in use/);
    t.is(conditionOf(told)?.reason, 'RejectedByEnvoy');
  },
);

test.serial('who has the certificate of an Envoy is no replica', async (t) => {
  const lease = await cluster.get({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace: 'nuncio', name: 'nuncio' },
  });
  const target =
    (lease?.metadata['annotations'] as Record<string, string> | undefined)?.['nuncio.dev/reports-address'] ?? '';
  t.regex(target, /^127\.0\.0\.1:\d+$/);
  const stream = await openStream({
    target,
    tls: envoyFiles,
    serverName: 'nuncio',
    path: '/nuncio.replicas.v1.Replicas/Report',
    onMessage() {},
  });
  t.regex(await stream.ended, /PERMISSION_DENIED: a certificate for envoy is no replica's/);
});

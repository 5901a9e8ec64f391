// `nuncio gateway-provisioner` on a real API server, with the rights of deploy/manifests alone: what it makes for a Gateway,
// that it repairs it, leaves alone what isn't its own, and cleans up.
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { runNuncio, until } from '../support/nuncio.ts';
import { repositoryRoot } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects, gatewayCrds } from './fixtures/deploy.ts';

const test = await testNeeding('cluster');

const controllerName = 'nuncio.dev/gateway-controller';
const made = ['ServiceAccount', 'Secret', 'ConfigMap', 'Deployment', 'Service'] as const;
type Made = (typeof made)[number] | 'DaemonSet';

let cluster: Cluster;
let provisioner: ChildProcess;
const log: string[] = [];

test.before(async () => {
  cluster = await startCluster();
  const running = new Set(['Deployment', 'Job', 'Service']);
  const manifests = (await deployObjects('manifests')).filter(({ kind }) => !running.has(kind));
  await cluster.apply([...(await gatewayCrds()), ...(await deployObjects('crds')), ...manifests]);
  await runNuncio(['certgen', '--cluster', '--namespace=nuncio', `--kubeconfig=${cluster.kubeconfigPath}`]);
  const identity = { namespace: 'nuncio', serviceAccount: 'nuncio-gateway-provisioner' };
  provisioner = cluster.spawn(
    process.execPath,
    [
      join(repositoryRoot, 'dist/nuncio/main.js'),
      'gateway-provisioner',
      `--kubeconfig=${await cluster.kubeconfigFor(identity)}`,
      '--namespace=nuncio',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (provisioner.stderr !== null) createInterface({ input: provisioner.stderr }).on('line', (line) => log.push(line));
  await cluster.apply([
    gatewayClass('nuncio', controllerName),
    gatewayClass('foreign', 'example.com/other'),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
  ]);
});

test.after.always(async () => {
  if (provisioner !== undefined) {
    provisioner.kill('SIGTERM');
    if (provisioner.exitCode === null) await once(provisioner, 'exit');
  }
  await cluster?.stop();
});

const group = 'gateway.networking.k8s.io';

function gatewayClass(name: string, controller: string, parametersRef?: object): KubeObject {
  const spec = { controllerName: controller, ...(parametersRef && { parametersRef }) };
  return { apiVersion: `${group}/v1`, kind: 'GatewayClass', metadata: { name }, spec };
}

function gateway(name: string, spec: object = {}): KubeObject {
  const listeners = [{ name: 'http', port: 80, protocol: 'HTTP' }];
  const metadata = { name, namespace: 'shop' };
  return {
    apiVersion: `${group}/v1`,
    kind: 'Gateway',
    metadata,
    spec: { gatewayClassName: 'nuncio', listeners, ...spec },
  };
}

function ref(kind: Made, gatewayName: string): KubeObject {
  const apiVersion = kind === 'Deployment' || kind === 'DaemonSet' ? 'apps/v1' : 'v1';
  return { apiVersion, kind, metadata: { name: `envoy-${gatewayName}`, namespace: 'shop' } };
}

async function fleetIsThere(name: string): Promise<Record<(typeof made)[number], KubeObject>> {
  const entries = await Promise.all(
    made.map(async (kind) => [kind, await cluster.waitFor(ref(kind, name), (object) => object !== undefined)] as const),
  );
  return Object.fromEntries(entries) as Record<(typeof made)[number], KubeObject>;
}

async function isGone(kind: Made, name: string): Promise<void> {
  await cluster.waitFor(ref(kind, name), (object) => object === undefined || 'deletionTimestamp' in object.metadata);
}

/** For fields that are there as soon as the object is. */
const field = <T>(object: KubeObject | undefined, name: string): T => (object?.[name] ?? {}) as T;
interface ServiceSpec {
  readonly type?: string;
  readonly ports?: readonly { readonly port: number; readonly protocol: string }[];
}
const portsOf = (object: KubeObject | undefined): readonly string[] =>
  (field<ServiceSpec>(object, 'spec').ports ?? []).map(({ port, protocol }) => `${protocol}/${port}`);
const labelsOf = (object: KubeObject | undefined): Record<string, string> =>
  (object?.metadata['labels'] ?? {}) as Record<string, string>;

const finalizersOf = (object: KubeObject | undefined): readonly string[] =>
  (object?.metadata['finalizers'] as readonly string[] | undefined) ?? [];

test.serial(
  'a Gateway gets a fleet that it owns, with a certificate of its own; its class can’t be deleted',
  async (t) => {
    const infrastructure = { labels: { team: 'a' }, annotations: { note: 'b' } };
    const [owner] = await cluster.apply([gateway('web', { infrastructure })]);
    const fleet = await fleetIsThere('web');
    for (const object of Object.values(fleet)) {
      const { labels, annotations, ownerReferences } = object.metadata as unknown as KubeObject['metadata'] & {
        readonly labels: Record<string, string>;
        readonly annotations: Record<string, string>;
        readonly ownerReferences: readonly { readonly uid: string }[];
      };
      t.like(labels, { team: 'a', 'gateway.networking.k8s.io/gateway-name': 'web' });
      t.is(annotations['note'], 'b');
      t.is(ownerReferences[0]?.uid, owner?.metadata['uid'] as string);
    }
    const { 'tls.crt': certificate = '' } = fleet.Secret['data'] as Record<string, string>;
    t.is(
      new X509Certificate(Buffer.from(certificate, 'base64')).subjectAltName,
      'URI:spiffe://nuncio/gateway/shop/web',
    );
    await cluster.waitFor(gatewayClass('nuncio', ''), (object) => finalizersOf(object).length === 1);
  },
);

test.serial('what somebody deletes or changes is put back', async (t) => {
  const before = await fleetIsThere('web');
  await cluster.delete(ref('Service', 'web'), ref('Secret', 'web'));
  for (const kind of ['Service', 'Secret'] as const) {
    const uid = before[kind].metadata['uid'];
    await cluster.waitFor(ref(kind, 'web'), (object) => object !== undefined && object.metadata['uid'] !== uid);
  }
  await cluster.patch(ref('ConfigMap', 'web'), { data: { 'envoy.json': '{}' } });
  await cluster.patch(ref('Service', 'web'), { spec: { ports: [{ port: 81, name: 'odd' }] } });
  await cluster.waitFor(
    ref('ConfigMap', 'web'),
    (object) => field<Record<string, string>>(object, 'data')['envoy.json'] !== '{}',
  );
  await cluster.waitFor(ref('Service', 'web'), (object) => portsOf(object).includes('TCP/80'));
  // Somebody else's scaling is theirs.
  await cluster.patch(ref('Deployment', 'web'), { spec: { replicas: 3 } });
  await cluster.apply([gateway('web', { infrastructure: { labels: { team: 'c' } } })]);
  const scaled = await cluster.waitFor(ref('Deployment', 'web'), (object) => labelsOf(object)['team'] === 'c');
  t.is(field<{ replicas?: number }>(scaled, 'spec').replicas, 3);
});

test.serial('an EnvoyFleet changes the kind of workload; listeners change the ports', async (t) => {
  const fleet = {
    apiVersion: 'nuncio.dev/v1alpha1',
    kind: 'EnvoyFleet',
    metadata: { name: 'daemons', namespace: 'shop' },
    spec: { workload: { kind: 'DaemonSet' }, service: { type: 'ClusterIP' } },
  };
  const parametersRef = { group: 'nuncio.dev', kind: 'EnvoyFleet', name: 'daemons' };
  const listeners = [
    { name: 'http', port: 8080, protocol: 'HTTP' },
    { name: 'dns', port: 53, protocol: 'UDP' },
  ];
  await cluster.apply([fleet, gateway('web', { infrastructure: { parametersRef }, listeners })]);
  await cluster.waitFor(ref('DaemonSet', 'web'), (object) => object !== undefined);
  await isGone('Deployment', 'web');
  const service = await cluster.waitFor(
    ref('Service', 'web'),
    (object) => field<ServiceSpec>(object, 'spec').type === 'ClusterIP',
  );
  // The odd one is the other manager's, and none of the Gateway's business.
  t.deepEqual(portsOf(service), ['TCP/81', 'UDP/53', 'TCP/8080']);
});

test.serial('what belongs to somebody else is left alone, and the Gateway’s Events say so', async (t) => {
  const service = { ...ref('Service', 'taken'), spec: { ports: [{ port: 9 }] } };
  await cluster.apply([service, gateway('taken')]);
  const events = await until(
    'there is an Event',
    async () => cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'shop' }),
    (found) => found.some(({ reason }) => reason === 'ProvisioningFailed'),
  );
  const note = String(events.find(({ reason }) => reason === 'ProvisioningFailed')?.['note']);
  t.is(note, 'Service/shop/envoy-taken is there and does not belong to this Gateway; it is left as it is');
  const kept = await cluster.get(service);
  t.deepEqual(portsOf(kept), ['TCP/9']);
  // It heals by itself.
  await cluster.delete(service);
  await cluster.waitFor(ref('Service', 'taken'), (object) => 'ownerReferences' in (object?.metadata ?? {}), 60_000);
});

test.serial('Contour’s command line makes the same for Gateways of its own controller name', async (t) => {
  const identity = { namespace: 'nuncio', serviceAccount: 'nuncio-gateway-provisioner' };
  const second = cluster.spawn(
    process.execPath,
    [
      join(repositoryRoot, 'dist/nuncio/contour-main.js'),
      'gateway-provisioner',
      `--kubeconfig=${await cluster.kubeconfigFor(identity)}`,
      '--leader-election-namespace=nuncio',
      '--envoy-image=example.com/envoy:1',
    ],
    { stdio: 'ignore' },
  );
  const exited = once(second, 'exit');
  t.teardown(() => second.kill('SIGKILL'));
  await cluster.apply([
    gatewayClass('contour', 'projectcontour.io/gateway-controller'),
    gateway('moved', { gatewayClassName: 'contour' }),
  ]);
  const { Deployment } = await fleetIsThere('moved');
  t.true(JSON.stringify(Deployment).includes('example.com/envoy:1'));
  second.kill('SIGTERM');
  t.is((await exited)[0], 0);
});

test.serial(
  'a Gateway that goes, or goes to another class, takes its fleet along; then its class is free',
  async (t) => {
    await cluster.delete(gateway('taken'));
    for (const kind of made) await isGone(kind, 'taken');
    await cluster.patch(gateway('web'), { spec: { gatewayClassName: 'foreign' } });
    for (const kind of ['ServiceAccount', 'Secret', 'ConfigMap', 'DaemonSet', 'Service'] as const)
      await isGone(kind, 'web');
    await cluster.waitFor(gatewayClass('nuncio', ''), (object) => finalizersOf(object).length === 0);
    const troubles = log.filter((line) => /forbidden|"level":"(error|fatal)"/i.test(line));
    // The one that was staged.
    t.true(
      troubles.every((line) => line.includes('envoy-taken')),
      troubles.join('\n'),
    );
  },
);

// deploy/ as it stands on a real API server: nuncio runs with its Deployment's arguments and its ServiceAccount's rights,
// Envoy with the bootstrap of its Deployment's init container, mutual TLS between them with certificates that are rotated.
import { connect } from 'node:tls';
import { join } from 'node:path';
import { startBackend, type Backend } from '../support/backend.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import type { Envoy } from '../support/envoy.ts';
import { request, type HttpAnswer } from '../support/http-client.ts';
import { createTempFolder } from '../support/netns.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createMountedFolder, type MountedFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { delegation, hostProxy, ingress, namespace, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

let cluster: Cluster;
let nuncio: Nuncio;
let envoy: Envoy;
let backend: Backend;
let manifests: KubeObject[];
let nuncioCerts: MountedFolder;
let envoyCerts: MountedFolder;
let stateFolder: string;

interface Container {
  readonly name: string;
  readonly args: readonly string[];
}

function containers(deployment: string, field: 'containers' | 'initContainers'): readonly Container[] {
  const found = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === deployment);
  const spec = found?.['spec'] as { template: { spec: Record<typeof field, Container[]> } };
  return spec.template.spec[field];
}

/** Runs the Job of the certificates with its own rights, and resolves to what the kubelet mounts. */
async function makeCertificates(
  ...more: readonly string[]
): Promise<Record<'nuncio' | 'envoy', Record<string, string>>> {
  const job = manifests.find(({ kind }) => kind === 'Job');
  if (job === undefined) throw new Error('deploy/manifests has no Job');
  const { template } = job['spec'] as { template: { spec: { serviceAccountName: string; containers: Container[] } } };
  const { serviceAccountName: serviceAccount, containers: jobContainers } = template.spec;
  const kubeconfig = await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount });
  await runNuncio([...(jobContainers[0]?.args ?? []), `--kubeconfig=${kubeconfig}`, ...more]);
  return { nuncio: await mounted('nuncio-xds'), envoy: await mounted('envoy-xds') };
}

async function mounted(name: string): Promise<Record<string, string>> {
  const secret = await cluster.get({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'nuncio' } });
  const data = Object.entries((secret?.['data'] ?? {}) as Record<string, string>);
  return Object.fromEntries(data.map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

async function startDeployedEnvoy(nodeId: string): Promise<Envoy> {
  const [bootstrap] = containers('envoy', 'initContainers');
  const folder = await createTempFolder();
  const flags = (bootstrap?.args ?? []).filter((flag) => flag.startsWith('--'));
  return nuncio.startEnvoy({
    nodeId,
    bootstrapFile: join(folder, 'envoy.json'),
    // Its Service has no address here: there is neither DNS nor kube-proxy.
    bootstrapArgs: [
      ...flags.map((flag) => flag.replace('/certs/', `${envoyCerts.path}/`)),
      `--xds-address=${cluster.netns.address}`,
    ],
  });
}

test.before(async () => {
  cluster = await startCluster();
  manifests = await deployObjects('manifests');
  await cluster.apply([...(await deployObjects('crds')), ...manifests]);
  const certificates = await makeCertificates();
  nuncioCerts = await createMountedFolder(certificates.nuncio);
  envoyCerts = await createMountedFolder(certificates.envoy);
  backend = await startBackend({ name: 'a', address: cluster.netns.hostAddress });
  stateFolder = await createTempFolder();
  const container = containers('nuncio', 'containers').find(({ name }) => name === 'nuncio');
  nuncio = await startNuncio({
    kubeconfig: await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio' }),
    netns: cluster.netns,
    envoy: 'none',
    args: (container?.args ?? [])
      .slice(1)
      .map((flag) => flag.replace('/certs/', `${nuncioCerts.path}/`).replace('=/state', `=${stateFolder}`)),
  });
  envoy = await startDeployedEnvoy('envoy-7c9d-1');
  await envoy.whenReady();
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
  await cluster?.stop();
});

async function becomes(host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer: HttpAnswer) => served(answer) === expected,
  );
}

const shop = { namespace: 'shop' };

test.serial(
  'what is applied is served, and its status written, with the rights of deploy/manifests alone',
  async (t) => {
    const proxy = hostProxy('shop.test', 'a', shop);
    const paths = [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }];
    await cluster.apply([
      namespace('shop'),
      ...upstream('a', [backend], shop),
      proxy,
      ingress('ingress', { rules: [{ host: 'ingress.test', http: { paths } }] }, shop),
      delegation('delegation', 'certificate', ['other'], shop),
    ]);
    await becomes('shop.test', 'a');
    await becomes('ingress.test', 'a');
    const stored = await cluster.waitFor(
      proxy,
      (object) => (object?.['status'] as { currentStatus?: string } | undefined)?.currentStatus === 'valid',
    );
    // The printer columns are what `kubectl get httpproxy` shows.
    const table = await cluster.fetch('/apis/projectcontour.io/v1/namespaces/shop/httpproxies', { method: 'GET' });
    t.is(table.status, 200);
    t.is((stored?.['status'] as { description?: string } | undefined)?.description, 'Valid HTTPProxy');
    // Everything that it may ever ask for has been asked by now; nothing was refused.
    const refused = nuncio.log.filter((line) => /forbidden|cannot (list|watch|patch|get)/i.test(JSON.stringify(line)));
    t.deepEqual(refused, []);
    t.deepEqual(
      nuncio.log.filter(({ level }) => level === 'error' || level === 'fatal'),
      [],
    );
  },
);

test.serial('the rights are enough and not more: it can neither write a route nor read a Pod', async (t) => {
  const token = await cluster.token('nuncio', 'nuncio');
  const { createKubeClient } = await import('../support/kube-client.ts');
  const client = createKubeClient({ url: cluster.url, ca: cluster.ca, token });
  t.teardown(() => client.close());
  t.is((await client.fetch('/api/v1/pods')).status, 403);
  t.is(
    (await client.fetch('/apis/projectcontour.io/v1/namespaces/shop/httpproxies/shop.test', { method: 'DELETE' }))
      .status,
    403,
  );
  t.is((await client.fetch('/apis/projectcontour.io/v1/httpproxies')).status, 200);
  // Of Secrets it may change its own three, and make none.
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other', namespace: 'nuncio' } };
  await cluster.apply([secret]);
  const secrets = '/api/v1/namespaces/nuncio/secrets';
  const patch = { method: 'PATCH', body: {}, contentType: 'application/merge-patch+json' };
  t.is((await client.fetch(`${secrets}/other`, patch)).status, 403);
  t.is((await client.fetch(`${secrets}/nuncio-xds`, patch)).status, 200);
  t.is((await client.fetch(secrets, { method: 'POST', body: secret })).status, 403);
});

test.serial('without a certificate of the CA nobody is told anything', async (t) => {
  const target = {
    host: cluster.netns.address,
    port: nuncio.ports.xds,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
  };
  const handshake = new Promise<string>((resolve) => {
    const socket = connect(target, () => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
    // With TLS 1.3 the refusal comes after the client's side of the handshake.
    socket.once('data', () => resolve('answered'));
    socket.once('error', (error) => resolve(error.message));
    socket.once('close', () => resolve('closed'));
  });
  t.not(await handshake, 'answered');
});

test.serial(
  'certificates are rotated under a running Envoy and nuncio: nobody reconnects, who comes new uses the new',
  async (t) => {
    const connections = async (): Promise<string> =>
      envoy.admin('/stats?filter=^cluster.nuncio.upstream_cx_(total|destroy)$');
    const before = await connections();
    const certificates = await makeCertificates('--overwrite');
    await Promise.all([nuncioCerts.swap(certificates.nuncio), envoyCerts.swap(certificates.envoy)]);

    // A client with the new certificate is let in, and sees nuncio's new one.
    const newcomer = async (): Promise<string> =>
      new Promise((resolve, reject) => {
        const { 'ca.crt': ca, 'tls.crt': cert, 'tls.key': key } = certificates.envoy;
        const socket = connect(
          {
            host: cluster.netns.address,
            port: nuncio.ports.xds,
            servername: 'nuncio',
            ca,
            cert,
            key,
            ALPNProtocols: ['h2'],
          },
          () => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0'),
        );
        socket.once('data', () => {
          resolve('answered');
          socket.destroy();
        });
        socket.once('error', reject);
        socket.once('close', () => resolve('closed'));
      });
    await until('nuncio uses the new certificates', newcomer, (answer) => answer === 'answered');

    await cluster.apply([hostProxy('rotated.test', 'a', shop)]);
    await becomes('rotated.test', 'a');
    t.is(await connections(), before);

    const second = await startDeployedEnvoy('envoy-7c9d-2');
    await second.whenReady();
    await second.stop();

    // The first Envoy has new certificates too: when it must reconnect, it can.
    t.is((await nuncio.admin('/debug/restart?thread=streamer', 'PUT')).status, 200);
    await until('Envoy has reconnected', connections, (stats) => stats !== before);
    await cluster.apply([hostProxy('again.test', 'a', shop)]);
    await becomes('again.test', 'a');
    t.is(served(await request(nuncio.http, { host: 'rotated.test' })), 'a');
  },
);

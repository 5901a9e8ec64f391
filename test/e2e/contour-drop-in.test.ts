// nuncio-contour in Contour's place, with Contour's command lines: certificates in Secrets of Contour's names, the control
// plane with a ContourConfiguration, the bootstrap of an Envoy, and what stands in the API server's statuses then.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { startEnvoy } from '../support/envoy.ts';
import { createTempFolder } from '../support/netns.ts';
import { contourMain, runNuncio, startNuncio, until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { httpProxy, namespace } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

let cluster: Cluster;

test.before(async () => {
  cluster = await startCluster({ controllers: [] });
  await cluster.apply([namespace('projectcontour'), ...(await deployObjects('crds'))]);
});

test.after.always(async () => cluster?.stop());

const contour = async (...args: readonly string[]) => (await runNuncio(args, contourMain)).stderr;

async function secretOf(name: string): Promise<Record<string, string> | undefined> {
  const secret = await cluster.get({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'projectcontour' },
  });
  if (secret === undefined) return undefined;
  const data = Object.entries(secret['data'] as Record<string, string>);
  return Object.fromEntries(data.map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

test.serial('certgen: Secrets of Contour’s names, kept, overwritten, never of two CAs', async (t) => {
  const kube = ['certgen', '--kube', `--kubeconfig=${cluster.kubeconfigPath}`];
  t.regex(await contour(...kube), /projectcontour\/cacert: made\n.*contourcert: made\n.*envoycert: made/);
  t.deepEqual(Object.keys((await secretOf('cacert'))!), ['cacert.pem']);
  const first = (await secretOf('contourcert'))!;
  t.deepEqual(Object.keys(first).sort(), ['tls.crt', 'tls.key']);
  t.regex(await contour(...kube), /cacert: kept; --overwrite replaces it\n.*contourcert: kept/);
  t.deepEqual(await secretOf('contourcert'), first);

  const compact = [...kube, '--secrets-format=compact'];
  t.regex(await contour(...compact, '--overwrite'), /contourcert: replaced\n.*envoycert: replaced/);
  const [server, client] = [(await secretOf('contourcert'))!, (await secretOf('envoycert'))!];
  t.not(server['tls.crt'], first['tls.crt']);
  t.is(server['ca.crt'], client['ca.crt']);
  const certificate = new X509Certificate(server['tls.crt']!);
  t.true(certificate.verify(new X509Certificate(client['ca.crt']!).publicKey));
  for (const name of [
    'contour',
    'contour.projectcontour',
    'contour.projectcontour.svc',
    'contour.projectcontour.svc.cluster.local',
  ])
    t.is(certificate.checkHost(name), name);

  await contour(...compact, '--secrets-name-suffix=-v2');
  await cluster.delete({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'envoycert-v2', namespace: 'projectcontour' },
  });
  const refused = await t.throwsAsync(contour(...compact, '--secrets-name-suffix=-v2'));
  t.regex(refused?.message ?? '', /exit code 1.*contourcert-v2: kept[^]*envoycert-v2: not made/);
});

test.serial('certgen: files and manifests', async (t) => {
  const folder = join(await createTempFolder(), 'certs');
  await contour('certgen', folder, '--pem', '--yaml', '--secrets-format=compact', '--certificate-lifetime=10');
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const ca = new X509Certificate(await read('cacert.pem'));
  for (const name of ['contour', 'envoy']) {
    const certificate = new X509Certificate(await read(`${name}cert.pem`));
    t.true(certificate.verify(ca.publicKey));
    t.is(certificate.checkHost(name), name);
    t.regex(await read(`${name}key.pem`), /^-----BEGIN PRIVATE KEY-----/);
    t.regex(
      await read(`${name}cert.yaml`),
      new RegExp(`name: ${name}cert\\n[^]*app: contour\\n[^]*type: kubernetes.io/tls`),
    );
  }
  const refused = await t.throwsAsync(contour('certgen', folder, '--pem'));
  t.regex(refused?.message ?? '', /cacert\.pem, .* kept, nothing is written; --overwrite replaces/);
  await contour('certgen', folder, '--pem', '--overwrite');
  t.not(await read('cacert.pem'), ca.toString());
});

/** Where a kubelet would mount them. */
async function mounted(secret: string): Promise<string> {
  const folder = await createTempFolder();
  for (const [name, content] of Object.entries((await secretOf(secret))!)) await writeFile(join(folder, name), content);
  return folder;
}

async function statusOf(object: KubeObject): Promise<Record<string, unknown>> {
  return ((await cluster.get(object as never))?.['status'] ?? {}) as Record<string, unknown>;
}

test.serial('serve with a ContourConfiguration, an Envoy by bootstrap, statuses', async (t: ExecutionContext) => {
  const [server, client] = [await mounted('contourcert'), await mounted('envoycert')];
  const files = (folder: string, kind: string, prefix: string) => [
    `--${kind}-cafile=${folder}/ca.crt`,
    `--${prefix}-cert-file=${folder}/tls.crt`,
    `--${prefix}-key-file=${folder}/tls.key`,
  ];
  const configuration = (spec: object) => ({
    apiVersion: 'projectcontour.io/v1alpha1',
    kind: 'ContourConfiguration',
    metadata: { name: 'contour', namespace: 'projectcontour' },
    spec,
  });
  const proxy = httpProxy('site', {
    virtualhost: { fqdn: 'site.test' },
    routes: [{ directResponsePolicy: { statusCode: 218, body: 'here' } }],
  });
  const [, placed] = await cluster.apply([configuration({}), proxy]);
  let spec: Record<string, unknown> = {};
  const place = (port: number) => ({ address: '127.0.0.1', port });
  const nuncio = await startNuncio({
    envoy: 'none',
    withoutWaiting: true,
    contour: async (ports) => {
      spec = {
        xdsServer: {
          ...place(ports.xds),
          tls: { caFile: `${server}/ca.crt`, certFile: `${server}/tls.crt`, keyFile: `${server}/tls.key` },
        },
        debug: place(ports.admin),
        health: place(ports.envoyAdmin),
        metrics: place(ports.https),
        envoy: { http: place(ports.http), network: { adminPort: 0 }, logging: { accessLogLevel: 'disabled' } },
      };
      await cluster.apply([configuration(spec)]);
      return [
        'serve',
        '--contour-config-name=contour',
        `--kubeconfig=${cluster.kubeconfigPath}`,
        '--disable-leader-election',
        '--log-format=json',
        '--disable-feature=extensionservices',
      ];
    },
  });
  t.teardown(async () => nuncio.stop());
  await nuncio.whenReady();
  const { ports } = nuncio;
  t.is((await fetch(`http://127.0.0.1:${ports.envoyAdmin}/healthz`)).status, 200);
  t.is((await fetch(`http://127.0.0.1:${ports.envoyAdmin}/metrics`)).status, 404);
  t.is((await fetch(`http://127.0.0.1:${ports.https}/metrics`)).status, 200);

  const bootstrapFile = join(await createTempFolder(), 'envoy.json');
  await contour('bootstrap', bootstrapFile, `--xds-port=${ports.xds}`, ...files(client, 'envoy', 'envoy'));
  const envoy = await startEnvoy({
    bootstrap: JSON.parse(await readFile(bootstrapFile, 'utf8')) as Record<string, unknown>,
    extraArgs: ['--service-cluster', 'projectcontour', '--service-node', 'envoy-1'],
  });
  t.teardown(async () => envoy.stop());
  await envoy.whenReady();
  const answer = await nuncio.get('site.test');
  t.deepEqual([answer.status, answer.body], [218, 'here']);

  const status = await until(
    'valid',
    () => statusOf(placed!),
    ({ currentStatus }) => currentStatus === 'valid',
  );
  t.is(status['description'], 'Valid HTTPProxy');
  const valid = async () => {
    const { conditions = [] } = await statusOf(configuration({}) as never);
    const [condition] = conditions as { type: string; status: string; errors?: { message: string }[] }[];
    return condition;
  };
  await until('the configuration is told to be valid', valid, (condition) => condition?.status === 'True');
  await cluster.apply([
    configuration({ ...spec, envoy: { ...(spec['envoy'] as object), timeouts: { requestTimeout: 'soon' } } }),
  ]);
  const told = await until('the mistake is told', valid, (condition) => condition?.status === 'False');
  t.regex(told?.errors?.[0]?.message ?? '', /^spec\.envoy\.timeouts\.requestTimeout: "soon" is not a duration/);
  t.is((await nuncio.get('site.test')).status, 218);
});

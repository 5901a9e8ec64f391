// The Helm chart and the kustomize base make what deploy/manifests holds; every variant of them is taken by a real API server;
// and the chart, installed by helm itself, runs: nuncio, certificates and Envoys as Pods, and a request passes.
import { execFile, spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { chartTemplates } from '../../tools/helm/templates.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { defaultControllers, startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { request } from '../support/http-client.ts';
import { createTempFolder } from '../support/netns.ts';
import { ownImages, startNodeAgent, type NodeAgent } from '../support/node/agent.ts';
import { until } from '../support/nuncio.ts';
import { findKubectl, repositoryRoot } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, namespace, upstream } from './fixtures/objects.ts';

const test = await testNeeding('kubectl', 'cluster', 'envoy');

const run = promisify(execFile);
const chart = join(repositoryRoot, 'deploy/helm/nuncio');
let programs: { readonly kubectl: string; readonly helm: string };
let home: string;
let cluster: Cluster;
let agent: NodeAgent;
let backend: Backend;

test.before(async () => {
  const found = await findKubectl();
  if ('skip' in found) throw new Error(found.skip);
  programs = found;
  home = await createTempFolder();
  cluster = await startCluster({ controllers: [...defaultControllers, 'job-controller'] });
  agent = await startNodeAgent({
    cluster,
    images: await ownImages(),
    listeningNothing: ['gateway-provisioner'],
  });
  backend = await startBackend({ name: 'a', address: cluster.netns.hostAddress });
});

test.after.always(async () => {
  await agent?.stop();
  await backend?.stop();
  await cluster?.stop();
});

/** Rejects with what it said when it fails. */
async function call(program: 'kubectl' | 'helm', args: readonly string[]): Promise<string> {
  const env = { ...process.env, HOME: home, KUBECONFIG: cluster.kubeconfigPath };
  return (await run(programs[program], args, { env, maxBuffer: 1 << 26 })).stdout;
}

function objectsOf(yaml: string): KubeObject[] {
  return parseAllDocuments(yaml)
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null);
}

/** In one order; without the labels of the release. */
function comparable(objects: readonly KubeObject[]): Record<string, unknown> {
  const ofRelease = ['app.kubernetes.io/managed-by', 'app.kubernetes.io/instance', 'helm.sh/chart'];
  const entries = objects.map((object): [string, unknown] => {
    const { labels, ...metadata } = object.metadata as KubeObject['metadata'] & { labels?: Record<string, string> };
    const own = Object.entries(labels ?? {}).filter(([label]) => !ofRelease.includes(label));
    const plain = {
      ...object,
      metadata: own.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(own) },
    };
    return [`${object.kind}/${metadata.namespace ?? ''}/${metadata.name}`, plain];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const template = async (...args: readonly string[]): Promise<KubeObject[]> =>
  objectsOf(await call('helm', ['template', 'nuncio', chart, '--namespace=nuncio', ...args]));

test.serial('the templates are what npm run gen:crds makes, and helm finds no fault with the chart', async (t) => {
  const folder = join(chart, 'templates');
  const files = (await readdir(folder)).sort();
  const onDisk = await Promise.all(
    files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  t.deepEqual(new Map(onDisk), new Map([...chartTemplates(repositoryRoot)].sort(([a], [b]) => (a < b ? -1 : 1))));
  t.regex(await call('helm', ['lint', '--strict', chart]), /0 chart\(s\) failed/);
});

test.serial('without values the chart makes the CRDs and manifests of deploy/, object by object', async (t) => {
  const wanted = [...(await deployObjects('crds')), ...(await deployObjects('manifests'))].filter(
    ({ kind }) => kind !== 'Namespace',
  );
  const made = await template('--include-crds');
  const provisioner = made.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name.includes('provisioner'));
  // What stands in the manifests by default.
  type Args = { template: { spec: { containers: { args: string[] }[] } } } | undefined;
  const container = (provisioner?.['spec'] as Args)?.template.spec.containers[0];
  t.is(container?.args.pop(), '--envoy-image=envoyproxy/envoy:distroless-v1.40.0');
  for (const object of made) {
    const spec = (
      object['spec'] as { template?: { spec?: { initContainers?: object[]; containers?: object[] } } } | undefined
    )?.template?.spec;
    for (const each of [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])])
      delete (each as { imagePullPolicy?: string }).imagePullPolicy;
  }
  t.deepEqual(comparable(made), comparable(wanted));
  const withWebhook = await template('--set=admissionWebhook.enabled=true');
  const webhook = Object.keys(comparable(await deployObjects('components/admission-webhook')));
  t.deepEqual(
    webhook.filter((key) => !(key in comparable(withWebhook))),
    [],
  );
  const withConversion = comparable(await template('--set=conversionWebhook.enabled=true'));
  const conversion = comparable(await deployObjects('conversion-webhook'));
  t.deepEqual(
    Object.keys(conversion).filter((key) => !(key in withConversion)),
    [],
  );
});

test.serial('kustomize makes the same, and its components go on top', async (t) => {
  const base = objectsOf(await call('kubectl', ['kustomize', join(repositoryRoot, 'deploy')]));
  const wanted = [...(await deployObjects('crds')), ...(await deployObjects('manifests'))];
  t.deepEqual(comparable(base), comparable(wanted));
});

/** Values that a user may choose, each with an object that there must be then. */
const variants: readonly (readonly [args: readonly string[], has: RegExp])[] = [
  [[], /Deployment\/nuncio\/envoy$/],
  [['--set=envoy.kind=DaemonSet,envoy.hostPorts=true'], /DaemonSet\/nuncio\/envoy$/],
  [['--set=admissionWebhook.enabled=true,admissionWebhook.deny=true'], /ValidatingWebhookConfiguration\/\/nuncio$/],
  [['--set=conversionWebhook.enabled=true'], /PodDisruptionBudget\/nuncio\/nuncio-conversion-webhook$/],
  [['--set=envoy.enabled=false,networkPolicy.enabled=false,podDisruptionBudget.enabled=false'], /gateway-provisioner$/],
  [['--set=certgen.enabled=false,gatewayProvisioner.enabled=false'], /Deployment\/nuncio\/nuncio$/],
  [
    [
      '--set=nuncio.config.log.level=debug,nuncio.resources.limits.memory=1Gi,nuncio.nodeSelector.a=b',
      '--set=nuncio.extraArgs={--root-namespaces=a},imagePullSecrets[0].name=pull,image.tag=v9',
      '--set=envoy.service.type=NodePort,envoy.service.annotations.a=b,envoy.resources.requests.cpu=1,envoy.podLabels.a=b',
      '--set=admissionWebhook.enabled=true,envoy.tolerations[0].operator=Exists',
      '--set=conversionWebhook.enabled=true,conversionWebhook.resources.requests.cpu=1',
    ],
    /ConfigMap\/nuncio\/nuncio$/,
  ],
];

test.serial('the API server takes every object of every variant, and knows every field', async (t) => {
  await cluster.apply([namespace('nuncio')]);
  for (const [args, has] of variants) {
    const yaml = await call('helm', ['template', 'nuncio', chart, '--namespace=nuncio', '--include-crds', ...args]);
    const objects = objectsOf(yaml);
    t.true(
      Object.keys(comparable(objects)).some((key) => has.test(key)),
      String(has),
    );
    t.is(await dryRun(yaml), objects.length, args.join(' '));
  }
  const overlay = await createTempFolder();
  const { symlink, writeFile } = await import('node:fs/promises');
  // kustomize takes nothing from outside but by relative paths.
  await symlink(join(repositoryRoot, 'deploy'), join(overlay, 'deploy'));
  await writeFile(
    join(overlay, 'kustomization.yaml'),
    'resources: [deploy]\ncomponents: [deploy/components/admission-webhook, deploy/components/envoy-daemonset, deploy/conversion-webhook]\n',
  );
  const yaml = await call('kubectl', ['kustomize', overlay]);
  t.is(
    objectsOf(yaml).filter(({ kind }) => kind === 'DaemonSet' || kind === 'ValidatingWebhookConfiguration').length,
    2,
  );
  t.is(await dryRun(yaml), objectsOf(yaml).length);
});

/** @returns how many objects it took; a field that it does not know is an error */
async function dryRun(yaml: string): Promise<number> {
  const args = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '--output=name', '--filename=-'];
  const child = spawn(programs.kubectl, args, {
    env: { ...process.env, HOME: home, KUBECONFIG: cluster.kubeconfigPath },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(yaml);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (/error|invalid|forbidden/i.test(err)) throw new Error(err);
  return out.trim().split('\n').length;
}

test.serial('values that can not be meant are refused by name', async (t) => {
  for (const [set, field] of [
    ['envoy.kind=ReplicaSet', /envoy.*kind/s],
    ['envoi.enabled=true', /envoi/],
    ['nuncio.replicas=0', /nuncio.*replicas/s],
    ['nuncio.extraArgs={oops}', /extraArgs/],
  ] as const) {
    const failed = await t.throwsAsync(template(`--set=${set}`));
    t.regex(failed?.message ?? '', field);
  }
});

test.serial('installed by helm it runs: certificates, control plane, Envoys, and a request passes', async (t) => {
  t.timeout(600_000);
  await call('helm', [
    'install',
    'nuncio',
    chart,
    '--namespace=nuncio',
    '--create-namespace',
    '--wait',
    '--timeout=5m',
  ]);
  const shop = { namespace: 'shop' };
  await cluster.apply([namespace('shop'), ...upstream('a', [backend], shop), hostProxy('shop.test', 'a', shop)]);
  const envoys = agent.pods.filter(({ labels }) => labels['app.kubernetes.io/name'] === 'envoy');
  t.is(envoys.length, 2);
  for (const { sandbox } of envoys) {
    await until(
      'the route is served',
      async () => request({ address: sandbox?.address ?? '', port: 8080 }, { host: 'shop.test' }),
      (answer) => served(answer) === 'a',
    );
  }
  // A changed value reaches the Pods.
  await call('helm', [
    'upgrade',
    'nuncio',
    chart,
    '--namespace=nuncio',
    '--wait',
    '--timeout=5m',
    '--set=nuncio.config.log.level=debug',
  ]);
  await until(
    'every Pod of nuncio is one with the new value',
    async () =>
      agent.pods
        .filter(({ labels }) => labels['app.kubernetes.io/name'] === 'nuncio')
        .map((pod) => /"level":"debug"/.test(pod.logOf('nuncio', 0) ?? '')),
    (isNew) => isNew.length > 0 && isNew.every(Boolean),
  );
  for (const { sandbox } of envoys)
    t.is(served(await request({ address: sandbox?.address ?? '', port: 8080 }, { host: 'shop.test' })), 'a');
});

// deploy/components/admission-webhook on a real API server, run by the node agent with its own rights: it makes its certificate,
// tells its CA, and whoever applies an object is told what nuncio would say. When it is gone, everything is applied as before.
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { ownImages, startNodeAgent, type NodeAgent } from '../support/node/agent.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { hostProxy, httpProxy, ingress, namespace, service } from './fixtures/objects.ts';

const test = await testNeeding('cluster');

let cluster: Cluster;
let agent: NodeAgent;
const shop = { namespace: 'shop' };
const place = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'nuncio-admission-webhook', namespace: 'nuncio' },
};

const bad = (name: string): KubeObject =>
  httpProxy(
    name,
    {
      virtualhost: { fqdn: `${name}.test` },
      routes: [{ services: [{ name: 'web', port: 80 }], conditions: [{ prefix: '/a' }, { prefix: '/b' }] }],
    },
    shop,
  );

interface Applied {
  readonly status: number;
  readonly warnings: string;
  readonly message: string;
}

/** `dryRun`: the webhook is asked, nothing is stored. */
async function apply(object: KubeObject, { dryRun = false } = {}): Promise<Applied> {
  const { name, namespace: where = '' } = object.metadata;
  const [group = '', version = ''] = object.apiVersion.split('/');
  const plural = object.kind === 'Ingress' ? 'ingresses' : 'httpproxies';
  const path = `/apis/${group}/${version}/namespaces/${where}/${plural}/${name}?fieldManager=test&force=true${dryRun ? '&dryRun=All' : ''}`;
  const answer = await cluster.fetch(path, {
    method: 'PATCH',
    body: object,
    contentType: 'application/apply-patch+yaml',
  });
  const { message = '' } = JSON.parse(answer.body) as { message?: string };
  return { status: answer.status, warnings: answer.headers['warning'] ?? '', message };
}

test.before(async () => {
  cluster = await startCluster();
  const notRun = new Set(['Deployment', 'Job']);
  const manifests = (await deployObjects('manifests')).filter(({ kind }) => !notRun.has(kind));
  await cluster.apply([...(await deployObjects('crds')), ...manifests, namespace('shop'), service('web', shop)]);
  agent = await startNodeAgent({ cluster, images: await ownImages() });
  await cluster.apply(await deployObjects('components/admission-webhook'));
  await cluster.waitFor(
    place,
    (object) => (object?.['status'] as { readyReplicas?: number } | undefined)?.readyReplicas === 2,
  );
});

test.after.always(async () => {
  await agent?.stop();
  await cluster?.stop();
});

async function warnedOf(object: KubeObject, pattern: RegExp): Promise<Applied> {
  return until(
    `a warning like ${String(pattern)}`,
    async () => apply(object),
    ({ warnings }) => pattern.test(warnings),
  );
}

test.serial(
  'what is wrong with an object, and what it breaks, is told to who applies it; it is stored all the same',
  async (t) => {
    // As soon as both replicas know of the Service and the API server knows the CA.
    const answer = await warnedOf(bad('bad'), /conditions.*PathMatchConditionsNotValid/);
    t.true(answer.status < 300);
    t.is((await apply(hostProxy('good.test', 'web', shop))).warnings, '');
    t.regex((await apply(hostProxy('lonely.test', 'nobody', shop))).warnings, /Service shop\/nobody not found/);
    t.regex(
      (await apply({ ...hostProxy('good.test', 'web', shop), metadata: { name: 'second', namespace: 'shop' } }))
        .warnings,
      /DuplicateVhost/,
    );
    const paths = [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'gone', port: { number: 80 } } } }];
    t.regex((await apply(ingress('in', { rules: [{ host: 'in.test', http: { paths } }] }, shop))).warnings, /gone/);
    const root = httpProxy('root', { virtualhost: { fqdn: 'root.test' }, includes: [{ name: 'part' }] }, shop);
    await apply(httpProxy('part', { routes: [{ services: [{ name: 'web', port: 80 }] }] }, shop));
    await until(
      'the include is found',
      async () => apply(root),
      ({ warnings }) => warnings === '',
    );
    const removed = await until(
      'the deletion is told to break the root',
      async () =>
        cluster.fetch('/apis/projectcontour.io/v1/namespaces/shop/httpproxies/part?dryRun=All', { method: 'DELETE' }),
      ({ headers }) => /HTTPProxy\/shop\/root.*IncludeNotFound/.test(headers['warning'] ?? ''),
    );
    t.is(removed.status, 200);
  },
);

test.serial('with --deny a mistake in the object itself is refused, and nothing else', async (t) => {
  const deployment = await cluster.get(place);
  const spec = structuredClone(deployment?.['spec']) as { template: { spec: { containers: { args: string[] }[] } } };
  spec.template.spec.containers[0]!.args.push('--deny');
  await cluster.patch(place, { spec });
  const refused = await until(
    'it is refused',
    async () => apply(bad('worse'), { dryRun: true }),
    ({ status }) => status === 422 || status === 400 || status === 403,
  );
  t.regex(refused.message, /denied the request: .*conditions.*PathMatchConditionsNotValid/);
  await until(
    'both replicas are of the new kind',
    async () => cluster.get(place),
    (object) => {
      const { updatedReplicas, replicas, readyReplicas } = (object?.['status'] ?? {}) as Record<string, number>;
      return updatedReplicas === 2 && replicas === 2 && readyReplicas === 2;
    },
  );
  const labelled = bad('bad');
  const changed = await apply({ ...labelled, metadata: { ...labelled.metadata, labels: { team: 'a' } } });
  t.true(changed.status < 300, 'it had the mistake before');
  t.true((await apply(hostProxy('lonely2.test', 'nobody', shop))).status < 300, 'the Service may come');
});

test.serial('a CA that somebody took away is told again', async (t) => {
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'nuncio' },
  };
  const bundleOf = (object: KubeObject | undefined): string | undefined =>
    (object?.['webhooks'] as { clientConfig: { caBundle?: string } }[] | undefined)?.[0]?.clientConfig.caBundle;
  const before = bundleOf(await cluster.get(configuration));
  t.truthy(before);
  await cluster.delete(configuration);
  await cluster.apply(
    (await deployObjects('components/admission-webhook')).filter(({ kind }) => kind === configuration.kind),
  );
  await cluster.waitFor(configuration, (object) => bundleOf(object) === before);
});

test.serial('when nothing answers, objects are applied as without it', async (t) => {
  await cluster.patch(place, { spec: { replicas: 0 } });
  await until(
    'no Pod is left',
    async () => agent.pods.length,
    (count) => count === 0,
  );
  const answer = await apply(bad('unseen'));
  t.true(answer.status < 300, answer.message);
});

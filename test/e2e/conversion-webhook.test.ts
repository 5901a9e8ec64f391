// The conversion webhook called by a real API server: objects of getambassador.io in all their versions, two replicas, with
// the rights of its manifests, while its CA is replaced. And nuncio on an API server that has the old version only.
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { makeCa, issueLeaf, splitBundle } from '../../src/cli/certificates/certificate.ts';
import { startBackend } from '../support/backend.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { nuncioMain, startNuncio, until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { namespace, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

const name = 'nuncio-conversion-webhook';
const secretNames = [`${name}-ca`, name];

let cluster: Cluster;
let kubeconfig: string;
const replicas: { readonly child: ChildProcess; readonly health: string; readonly log: string[] }[] = [];
let firstCa: string;

test.before(async (t) => {
  t.timeout(600_000);
  // The API server goes to the endpoints themselves, since nobody routes addresses of Services here.
  cluster = await startCluster({ controllers: [], apiServerFlags: ['--enable-aggregator-routing=true'] });
  const processes = ['Deployment', 'PodDisruptionBudget'];
  const manifests = (await deployObjects('conversion-webhook')).filter(({ kind }) => !processes.includes(kind));
  await cluster.apply([namespace('nuncio'), ...manifests]);
  await cluster.apply(await deployObjects('conversion-webhook/crds'));
  kubeconfig = await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: name });

  // A CA near its end: the first thing to happen is that it is replaced, in all stages, 10 s apart.
  const nowMs = Date.now();
  const ca = await makeCa({ nowMs, lifetimeMs: 120_000 });
  const leaf = await issueLeaf(ca, { nowMs, lifetimeMs: 120_000, dnsNames: [`${name}.nuncio.svc`] });
  firstCa = ca.certificate;
  await cluster.apply([
    secret(secretNames[0]!, { 'ca.crt': ca.certificate, 'tls.crt': ca.certificate, 'tls.key': ca.key }),
    secret(name, { 'ca.crt': ca.certificate, 'tls.crt': leaf.certificate, 'tls.key': leaf.key }),
  ]);
  for (const index of [0, 1]) replicas.push(await startReplica(index));
});

test.after.always(async () => {
  for (const { child } of replicas) child.kill('SIGKILL');
  await cluster?.stop();
});

function secret(secretName: string, texts: Readonly<Record<string, string>>): KubeObject {
  const data = Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName, namespace: 'nuncio' },
    type: 'kubernetes.io/tls',
    data: Object.fromEntries(data) as Record<string, string>,
  };
}

async function startReplica(index: number) {
  const { address } = cluster.netns;
  const [port, healthPort] = [await freePort(), await freePort()];
  const args = ['conversion-webhook', `--kubeconfig=${kubeconfig}`, `--port=${port}`, `--health-port=${healthPort}`];
  const more = ['--lifetime=100s', '--renew-before=30s', '--shutdown-delay=0s'];
  const child = cluster.spawn(process.execPath, [nuncioMain, ...args, ...more], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const log: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString('utf8')));
  await cluster.apply([
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: `${name}-${index}`,
        namespace: 'nuncio',
        labels: { 'kubernetes.io/service-name': name },
      },
      addressType: 'IPv4',
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: 'https', port, protocol: 'TCP' }],
    },
  ]);
  const health = `http://${address}:${healthPort}`;
  await until(
    `replica ${index} is ready`,
    async () => (await fetch(`${health}/readyz`)).text().catch((error: unknown) => String(error)),
    (text) => text.includes('"ready": true'),
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${log.join('')}`);
  });
  return { child, health, log };
}

const plurals: Readonly<Record<string, string>> = {
  AuthService: 'authservices',
  ConsulResolver: 'consulresolvers',
  DevPortal: 'devportals',
  Host: 'hosts',
  KubernetesEndpointResolver: 'kubernetesendpointresolvers',
  KubernetesServiceResolver: 'kubernetesserviceresolvers',
  LogService: 'logservices',
  Mapping: 'mappings',
  Module: 'modules',
  RateLimitService: 'ratelimitservices',
  TCPMapping: 'tcpmappings',
  TLSContext: 'tlscontexts',
  TracingService: 'tracingservices',
};

/** Kind → what somebody wrote in v2. */
const written: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AuthService: { auth_service: 'auth', tls: true, v3StatsName: 's', ambassador_id: 'one' },
  ConsulResolver: { address: 'consul:8500', datacenter: 'dc1' },
  DevPortal: { default: true },
  Host: { hostname: 'a.test', selector: { matchLabels: { a: 'b' } }, ambassadorId: ['x'] },
  KubernetesEndpointResolver: { ambassador_id: ['one', 'two'] },
  KubernetesServiceResolver: {},
  LogService: { service: 'log', v3ProtocolVersion: 'v3', grpc: true },
  Mapping: {
    prefix: '/',
    service: 'http://web',
    tls: true,
    headers: { 'x-a': true, 'x-b': 'v', 'x-c': false },
    add_request_headers: { a: 'v', b: { value: 'w', append: false } },
    remove_request_headers: 'x-gone',
    cors: { origins: 'a.test, b.test' },
    labels: { d: [{ g: ['remote_address', 'word', { generic_key: 'v', v3Key: 'k' }] }] },
  },
  Module: { config: { any: { thing: [1, 'two', null] } } },
  RateLimitService: { service: 'limits', protocol_version: 'v3', v3GRPC: { use_resource_exhausted_code: true } },
  TCPMapping: { port: 9000, service: 'db', tls: 'context' },
  TLSContext: { hosts: ['a.test'], secret: 's', v3CRLSecret: 'crl' },
  TracingService: { driver: 'zipkin', service: 'zipkin', tag_headers: ['x-a'] },
};

async function api(version: string, kind: string, path = '', body?: object) {
  const answer = await cluster.fetch(
    `/apis/getambassador.io/${version}/namespaces/default/${plurals[kind]}${path}`,
    body === undefined ? {} : { method: 'POST', body },
  );
  const json = JSON.parse(answer.body) as KubeObject & { readonly message?: string };
  if (answer.status > 201) throw new Error(`${kind} ${version} ${path}: ${answer.status} ${json.message}`);
  return json;
}

test.serial('every kind, written in one version, is read in the others and is what it was', async (t) => {
  for (const [kind, spec] of Object.entries(written)) {
    const older = kind === 'Host' ? (['v2'] as const) : (['v2', 'v1'] as const);
    for (const version of older) {
      const object = { apiVersion: `getambassador.io/${version}`, kind, metadata: { name: `from-${version}` }, spec };
      const stored = await api(version, kind, '', object);
      t.deepEqual(stored['spec'], spec, `${kind} as it is told after it was made in ${version}`);
      for (const other of older) {
        t.deepEqual((await api(other, kind, `/from-${version}`))['spec'], spec, `${kind} ${version} read in ${other}`);
      }
      const newest = await api('v3alpha1', kind, `/from-${version}`);
      t.is(newest.apiVersion, 'getambassador.io/v3alpha1');
    }
    const newest = await api('v3alpha1', kind, '/from-v2');
    const again = {
      apiVersion: 'getambassador.io/v3alpha1',
      kind,
      metadata: { name: 'from-v3alpha1' },
      spec: newest['spec'],
    };
    await api('v3alpha1', kind, '', again);
    for (const version of older) await api(version, kind, '/from-v3alpha1');
    t.deepEqual((await api('v3alpha1', kind, '/from-v3alpha1'))['spec'], newest['spec'], kind);
    for (const version of [...older, 'v3alpha1']) {
      const list = (await api(version, kind)) as unknown as { items: KubeObject[] };
      t.is(list.items.length, older.length + 1, `${kind} listed in ${version}`);
      t.true(list.items.every(({ apiVersion }) => apiVersion === `getambassador.io/${version}`));
    }
  }
  t.like(await api('v3alpha1', 'Mapping', '/from-v2'), {
    spec: { hostname: '*', service: 'https://web', regex_headers: { 'x-a': '.*' }, remove_request_headers: ['x-gone'] },
  });
});

interface ConvertedCrd {
  readonly spec: {
    readonly conversion: { readonly webhook: { readonly clientConfig: { readonly caBundle: string } } };
  };
}

async function trusted(crd = 'mappings'): Promise<string[]> {
  const found = (await cluster.get({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${crd}.getambassador.io` },
  })) as unknown as ConvertedCrd;
  return splitBundle(Buffer.from(found.spec.conversion.webhook.clientConfig.caBundle, 'base64').toString('utf8'));
}

/** Reads in an older version until `isOver`; every answer must be one. */
async function readWhile(isOver: () => Promise<boolean>, what: string): Promise<number> {
  let reads = 0;
  await until(
    what,
    async () => {
      await api('v2', 'Mapping', '/from-v2');
      await api('v1', 'Module');
      reads += 1;
      return isOver();
    },
    (over) => over,
  );
  return reads;
}

test.serial(
  'a CA that ends is replaced while the API server asks all the time, and no answer is missing',
  async (t) => {
    const reads = await readWhile(async () => {
      const now = await trusted();
      return now.length === 1 && now[0]!.trim() !== firstCa.trim();
    }, 'only the new CA is trusted');
    t.true(reads > 0);
    for (const crd of Object.values(plurals)) t.deepEqual(await trusted(crd), await trusted());
  },
);

test.serial('a CRD that somebody points elsewhere is put right', async (t) => {
  const crd = (plural: string) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.getambassador.io` },
  });
  const [before] = await trusted();
  await cluster.patch(crd('mappings'), {
    spec: { conversion: { webhook: { clientConfig: { caBundle: null, service: { name: 'other' } } } } },
  });
  await until(
    'mappings is put right',
    async () => trusted().catch(() => []),
    (now) => now.length === 1,
  );
  t.deepEqual(await trusted(), [before]);
});

test.serial('Secrets that are deleted, since a key has leaked, are made anew, and all replicas follow', async (t) => {
  const before = await trusted();
  await cluster.delete(
    ...secretNames.map((each) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: each, namespace: 'nuncio' },
    })),
  );
  await until('a new CA alone is trusted', trusted, (now) => now.length === 1 && now[0] !== before[0]);
  // Both replicas are asked in turn, by chance: a row of answers is one of both.
  let row = 0;
  await until(
    'twenty answers in a row',
    async () => {
      row = await api('v2', 'Mapping', '/from-v2').then(
        () => row + 1,
        () => 0,
      );
      return row;
    },
    (answers) => answers >= 20,
  );
  t.pass();
});

test.serial('it counts, refuses what is no review, and ends with 0', async (t) => {
  const [first, second] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
  const metrics = await (await fetch(`${first.health}/metrics`)).text();
  const more = await (await fetch(`${second.health}/metrics`)).text();
  t.regex(metrics + more, /nuncio_conversion_reviews_total\{result="success"\} [1-9]/);
  for (const { child, health } of replicas) {
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    t.is(code, 0);
    await t.throwsAsync(fetch(`${health}/readyz`));
  }
});

test.serial('nuncio reads an API server that has v2 only', async (t) => {
  const older = await startCluster({ controllers: [] });
  const backend = await startBackend({ name: 'web', address: older.netns.hostAddress });
  t.teardown(async () => {
    await backend.stop();
    await older.stop();
  });
  interface Crd extends KubeObject {
    readonly spec: { readonly versions: readonly { readonly name: string }[] };
  }
  const crds = ((await deployObjects('conversion-webhook/crds')) as Crd[]).map(({ spec, ...crd }): KubeObject => {
    const { conversion: _webhook, ...rest } = spec as typeof spec & { conversion: unknown };
    const versions = spec.versions.filter(({ name: each }) => each === 'v2');
    return { ...crd, spec: { ...rest, versions: versions.map((version) => ({ ...version, storage: true })) } } as Crd;
  });
  const listeners = (await deployObjects('crds')).filter(({ metadata }) => metadata.name.startsWith('listeners.'));
  await older.apply([...crds, ...listeners]);
  const nuncio = await startNuncio({ kubeconfig: older.kubeconfigPath, netns: older.netns, envoy: 'child' });
  t.teardown(async () => nuncio.stop());
  const placed = { namespace: 'shop' };
  const getambassador = (version: string, kind: string, spec: object): KubeObject => ({
    apiVersion: `getambassador.io/${version}`,
    kind,
    metadata: { name: 'o', ...placed },
    spec,
  });
  const mapping = getambassador('v2', 'Mapping', {
    host: 'shop.test',
    prefix: '/',
    service: 'web',
    headers: { a: true },
  });
  await older.apply([
    namespace('shop'),
    ...upstream('web', [backend], placed),
    getambassador('v3alpha1', 'Listener', {
      port: nuncio.ports.http,
      protocol: 'HTTP',
      securityModel: 'XFP',
      hostBinding: { namespace: { from: 'ALL' } },
    }),
    getambassador('v2', 'Host', { hostname: 'shop.test', requestPolicy: { insecure: { action: 'Route' } } }),
    mapping,
  ]);
  const ask = async () => nuncio.get('shop.test', '/', { headers: { a: 'yes' } });
  await until('the Mapping is served', ask, (answer) => served(answer) === 'web');
  t.is((await nuncio.get('shop.test', '/')).status, 404, 'without the header that must be there');
  const written = await older.waitFor(mapping, (object) => object?.['status'] !== undefined);
  t.like(written, { status: { state: 'Running' } });
});

// The whole program on a real API server: what is applied is served by a real Envoy, and what came of it is told in the
// objects' status. One cluster, one nuncio with Envoy as its child inside the cluster's namespace; a namespace per test.
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { load, openSocket } from '../support/http-client.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import {
  endpointSlices,
  hostProxy,
  httpProxy,
  ingress,
  namespace,
  service,
  tlsSecret,
  upstream,
} from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

let cluster: Cluster;
let nuncio: Nuncio;
const backends: Backend[] = [];

test.before(async () => {
  cluster = await startCluster();
  // EndpointSlices refuse loopback addresses: the backends listen at this process's end of the pair.
  for (const name of ['a', 'b']) backends.push(await startBackend({ name, address: cluster.netns.hostAddress }));
  // No CRD is there yet: see the first test.
  nuncio = await startNuncio({ kubeconfig: cluster.kubeconfigPath, netns: cluster.netns, envoy: 'child' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
  await cluster?.stop();
});

async function becomes(host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

/** Both backends as the Services `a` and `b` of a namespace of this test's own. */
async function place(name: string): Promise<{ namespace: string }> {
  const placed = { namespace: name };
  await cluster.apply([namespace(name), ...backends.flatMap((backend) => upstream(backend.name, [backend], placed))]);
  return placed;
}

interface ProxyStatus {
  readonly currentStatus?: string;
  readonly description?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly observedGeneration?: number;
    readonly lastTransitionTime?: string;
    readonly reason: string;
    readonly message: string;
    readonly errors?: readonly { readonly type: string; readonly reason: string; readonly message: string }[];
  }[];
}

/** What `kubectl get httpproxy` shows in its column Status, once it is this. */
async function statusBecomes(proxy: KubeObject, expected: string): Promise<ProxyStatus> {
  const found = await cluster.waitFor(
    proxy,
    (object) => (object?.['status'] as ProxyStatus | undefined)?.currentStatus === expected,
  );
  return found?.['status'] as ProxyStatus;
}

test.serial('custom resources that are defined after the start are served', async (t) => {
  const placed = await place('late-crd');
  const paths = [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }];
  await cluster.apply([ingress('first', { rules: [{ host: 'first.test', http: { paths } }] }, placed)]);
  await becomes('first.test', 'a');
  await cluster.apply(await deployObjects('crds'));
  const proxy = hostProxy('late-crd.test', 'b', placed);
  await cluster.apply([proxy]);
  await becomes('late-crd.test', 'b');
  t.is((await statusBecomes(proxy, 'valid')).description, 'Valid HTTPProxy');
});

test.serial('a changed route, a changed endpoint, and objects deleted', async (t) => {
  const placed = await place('changes');
  await cluster.apply([hostProxy('changes.test', 'a', placed)]);
  await becomes('changes.test', 'a');
  await cluster.apply([hostProxy('changes.test', 'b', placed)]);
  await becomes('changes.test', 'b');
  await cluster.apply(endpointSlices('b', backends.slice(0, 1), placed));
  await becomes('changes.test', 'a');
  await cluster.delete(...endpointSlices('b', backends.slice(0, 1), placed));
  await becomes('changes.test', '503');
  await cluster.apply(endpointSlices('b', backends.slice(1), placed));
  await becomes('changes.test', 'b');
  await cluster.delete(hostProxy('changes.test', 'b', placed));
  await becomes('changes.test', '404');
  t.pass();
});

test.serial('Service and Secret may come after the route that names them', async (t) => {
  const placed = { namespace: 'late' };
  const certificate = await (await createCa()).issue({ hosts: ['late.test'] });
  const proxy = httpProxy(
    'late',
    {
      virtualhost: { fqdn: 'late.test', tls: { secretName: 'late' } },
      routes: [{ services: [{ name: 'a', port: 80 }], permitInsecure: true }],
    },
    placed,
  );
  await cluster.apply([namespace('late'), proxy]);
  const invalid = await statusBecomes(proxy, 'invalid');
  t.true((invalid.conditions?.[0]?.errors?.length ?? 0) > 0);
  await cluster.apply([tlsSecret('late', certificate, placed)]);
  await cluster.apply(upstream('a', backends.slice(0, 1), placed));
  await until(
    'the host is served',
    async () => nuncio.getTls('late.test'),
    (answer) => answer.certificateSha256 === certificate.sha256 && served(answer) === 'a',
  );
  await statusBecomes(proxy, 'valid');
  await becomes('late.test', 'a');
});

/** What `kubectl get httpproxies` prints of a namespace, without ages: the API server makes the table. */
async function printed({ namespace: name }: { namespace: string }): Promise<readonly Record<string, unknown>[]> {
  const { body } = await cluster.fetch(`/apis/projectcontour.io/v1/namespaces/${name}/httpproxies`, {
    accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  });
  const table = JSON.parse(body) as { columnDefinitions: { name: string }[]; rows: { cells: unknown[] }[] };
  return table.rows.map(({ cells }) =>
    Object.fromEntries(
      table.columnDefinitions.flatMap(({ name: column }, index) => (column === 'Age' ? [] : [[column, cells[index]]])),
    ),
  );
}

test.serial('status: valid, invalid, orphaned, and valid again', async (t) => {
  const placed = await place('status');
  const root = (include: string): KubeObject =>
    httpProxy(
      'root',
      { virtualhost: { fqdn: 'status.test' }, includes: [{ name: include, conditions: [{ prefix: '/' }] }] },
      placed,
    );
  const child = httpProxy('child', { routes: [{ services: [{ name: 'a', port: 80 }] }] }, placed);
  const spare = httpProxy('spare', { routes: [{ services: [{ name: 'b', port: 80 }] }] }, placed);
  await cluster.apply([root('child'), child, spare]);
  const valid = await statusBecomes(child, 'valid');
  const [condition] = valid.conditions ?? [];
  t.is(condition?.type, 'Valid');
  t.is(condition?.status, 'True');
  t.is(condition?.observedGeneration, 1);
  t.regex(condition?.lastTransitionTime ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  t.is((await statusBecomes(root('child'), 'valid')).description, 'Valid HTTPProxy');
  t.is((await statusBecomes(spare, 'orphaned')).conditions?.[0]?.status, 'False');

  await cluster.apply([root('spare')]);
  await statusBecomes(child, 'orphaned');
  await statusBecomes(spare, 'valid');
  await becomes('status.test', 'b');

  await cluster.apply([root('nobody')]);
  const invalid = await statusBecomes(root('nobody'), 'invalid');
  const { description } = await statusBecomes(spare, 'orphaned');
  const orphaned = { FQDN: null, 'TLS Secret': null, Status: 'orphaned', 'Status Description': description };
  t.deepEqual(await printed(placed), [
    { Name: 'child', ...orphaned },
    {
      Name: 'root',
      FQDN: 'status.test',
      'TLS Secret': null,
      Status: 'invalid',
      'Status Description': invalid.description,
    },
    { Name: 'spare', ...orphaned },
  ]);
  t.is(invalid.conditions?.[0]?.status, 'False');
  t.is(invalid.conditions?.[0]?.observedGeneration, 3);
  t.regex(JSON.stringify(invalid), /nobody/);

  await cluster.apply([root('child')]);
  await statusBecomes(root('child'), 'valid');
  await statusBecomes(child, 'valid');
  await becomes('status.test', 'a');
});

test.serial(
  'two HTTPProxies with one host: the elder keeps it, the younger is told, and takes over when the elder goes',
  async (t) => {
    const placed = await place('twice');
    const elder = httpProxy(
      'elder',
      { virtualhost: { fqdn: 'twice.test' }, routes: [{ services: [{ name: 'a', port: 80 }] }] },
      placed,
    );
    const younger = httpProxy(
      'younger',
      { virtualhost: { fqdn: 'twice.test' }, routes: [{ services: [{ name: 'b', port: 80 }] }] },
      placed,
    );
    await cluster.apply([elder]);
    await statusBecomes(elder, 'valid');
    await becomes('twice.test', 'a');
    await cluster.apply([younger]);
    const told = await statusBecomes(younger, 'invalid');
    t.regex(JSON.stringify(told), /twice\.test/);
    t.is(served(await nuncio.get('twice.test')), 'a');
    await cluster.delete(elder);
    await statusBecomes(younger, 'valid');
    await becomes('twice.test', 'b');
  },
);

test.serial('a Kubernetes object that no schema would have let in does no harm', async (t) => {
  const placed = await place('odd');
  await cluster.apply([hostProxy('beside.odd.test', 'a', placed)]);
  // The API server checks patterns, not what they mean: this expression is no RE2.
  const odd = httpProxy(
    'odd',
    {
      virtualhost: { fqdn: 'odd.test' },
      routes: [{ conditions: [{ regex: '/(unclosed' }], services: [{ name: 'a', port: 80 }] }],
    },
    placed,
  );
  await cluster.apply([odd]);
  t.regex(JSON.stringify(await statusBecomes(odd, 'invalid')), /regex|expression/i);
  await becomes('beside.odd.test', 'a');
});

test.serial('a namespace is deleted with everything in it', async (t) => {
  const placed = await place('doomed');
  await cluster.apply([hostProxy('doomed.test', 'a', placed)]);
  await becomes('doomed.test', 'a');
  await cluster.delete(namespace('doomed'));
  await becomes('doomed.test', '404');
  await cluster.waitFor(namespace('doomed'), (object) => object === undefined);
  t.pass();
});

test.serial('threads die one after the other while objects change: nothing fails, nothing is lost', async (t) => {
  const placed = await place('threads');
  const hosts = Array.from({ length: 10 }, (_, index) => `changing-${index}.threads.test`);
  await cluster.apply(['steady.threads.test', ...hosts].map((host) => hostProxy(host, 'a', placed)));
  for (const host of hosts) await becomes(host, 'a');
  const traffic = startLoad({ target: nuncio.http, hosts: ['steady.threads.test', ...hosts], rps: 100 });
  const { threads } = JSON.parse((await nuncio.admin('/debug/actors')).body) as { threads: { name: string }[] };
  let to = 'b';
  for (const { name } of threads) {
    const killed = nuncio.admin(`/debug/restart?thread=${name}`, 'PUT');
    await cluster.apply(hosts.map((host) => hostProxy(host, to, placed)));
    t.is((await killed).status, 200);
    const late = `after-${name}.threads.test`.toLowerCase();
    await cluster.apply([hostProxy(late, to, placed)]);
    for (const host of [...hosts, late]) await becomes(host, to);
    await statusBecomes(hostProxy(late, to, placed), 'valid');
    to = to === 'a' ? 'b' : 'a';
  }
  // Deleted while the thread that watches is down: its new list tells.
  const killed = nuncio.admin('/debug/restart?thread=watcher', 'PUT');
  await cluster.delete(...hosts.map((host) => hostProxy(host, to, placed)));
  await killed;
  for (const host of hosts) await becomes(host, '404');
  const { failures } = await traffic.stop();
  // The hosts that were deleted at the end are unknown from then on.
  t.deepEqual(
    failures.filter(({ what }) => !what.startsWith('status 404')),
    [],
  );
});

test.serial('a cold start serves nothing partial: every host is known once Envoy listens', async (t) => {
  const placed = await place('cold');
  const hosts = Array.from({ length: 300 }, (_, index) => `cold-${index}.test`);
  await cluster.apply(hosts.map((host) => hostProxy(host, 'a', placed)));
  const second = await startNuncio({
    kubeconfig: cluster.kubeconfigPath,
    netns: cluster.netns,
    envoy: 'child',
    withoutWaiting: true,
  });
  t.teardown(async () => second.stop());
  const socket = await until(
    'Envoy listens',
    async () => openSocket(second.http),
    () => true,
  );
  socket.destroy();
  const answers = await Promise.all(hosts.map(async (host) => served(await second.get(host))));
  t.deepEqual(
    answers.filter((answer) => answer !== 'a'),
    [],
  );
  await cluster.delete(namespace('cold'));
});

test.serial('the API server goes away for ten seconds: traffic flows on, and later changes arrive', async (t) => {
  const placed = await place('outage');
  await cluster.apply([hostProxy('outage.test', 'a', placed), hostProxy('before.outage.test', 'a', placed)]);
  await becomes('outage.test', 'a');
  await becomes('before.outage.test', 'a');
  const stopped = new AbortController();
  const traffic = load({
    rps: 50,
    durationMs: 60_000,
    signal: stopped.signal,
    make: async () => nuncio.get('outage.test'),
  });
  await cluster.stopApiServer();
  // The outage itself is what is tested: there is no condition to wait for but time.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  t.is((await nuncio.admin('/readyz')).status, 200);
  await cluster.startApiServer();
  await cluster.apply([hostProxy('before.outage.test', 'b', placed), hostProxy('after.outage.test', 'b', placed)]);
  await cluster.delete(service('a', { namespace: 'late' }));
  await becomes('after.outage.test', 'b');
  await becomes('before.outage.test', 'b');
  await becomes('late.test', '503');
  stopped.abort();
  const { failures, ok } = await traffic;
  t.deepEqual(failures, []);
  t.true(ok > 300);
});

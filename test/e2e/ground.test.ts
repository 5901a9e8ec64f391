// The test ground itself: cluster, Envoy, backends and client do what the other end-to-end tests take for granted.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { startBackend, startBackends, type EchoBody } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startEnvoy, validateConfig } from '../support/envoy.ts';
import { http1, http2, load, rawRequest, request } from '../support/http-client.ts';
import { createNetns } from '../support/netns.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('cluster', 'envoy');

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'api', namespace: 'shop' },
  spec: { ports: [{ port: 80, targetPort: 8080 }] },
};
const endpointSlice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'api-1', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'api' } },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['198.18.0.10'], conditions: { ready: true } }],
  ports: [{ name: '', port: 8080, protocol: 'TCP' }],
};
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.test.example' },
  spec: {
    group: 'test.example',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
const widget = { apiVersion: 'test.example/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };

test('a cluster takes objects, checks RBAC, survives its API server and leaves nothing behind', async (t) => {
  t.timeout(600_000);
  const cluster = await startCluster();
  const { name } = cluster.netns;
  try {
    const stored = await cluster.apply([widget, endpointSlice, service, namespace, crd]);
    t.deepEqual(
      stored.map(({ kind }) => kind),
      ['Widget', 'EndpointSlice', 'Service', 'Namespace', 'CustomResourceDefinition'],
    );
    t.deepEqual((await cluster.get(endpointSlice))?.['endpoints'], endpointSlice.endpoints);
    t.deepEqual((await cluster.patchStatus(widget, { seen: true }))['status'], { seen: true });
    t.is((await cluster.list({ apiVersion: 'v1', kind: 'Service', namespace: 'shop' })).length, 1);

    await checkRbac(t, cluster);

    await cluster.stopApiServer();
    await t.throwsAsync(cluster.get(service));
    await cluster.startApiServer();
    await cluster.compact();
    const old = await cluster.fetch('/api/v1/services?watch=true&resourceVersion=1&timeoutSeconds=1');
    t.is((JSON.parse(old.body) as { object: { code: number } }).object.code, 410);

    await cluster.delete(namespace);
    t.is(await cluster.waitFor(namespace, (object) => object === undefined), undefined);
    await t.throwsAsync(
      cluster.waitFor(crd, (object) => object === undefined, 200),
      { message: /widgets\.test\.example did not become/ },
    );
  } finally {
    await cluster.stop();
  }
  const probe = await createNetns();
  t.false((await probe.exec('ip', ['netns', 'list'])).includes(`${name} `));
  await probe.delete();
});

async function checkRbac(t: ExecutionContext, cluster: Cluster): Promise<void> {
  const metadata = { name: 'reader', namespace: 'shop' };
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const rules = [{ apiGroups: [''], resources: ['services'], verbs: ['list'] }];
  const subjects = [
    { kind: 'ServiceAccount', ...metadata },
    { kind: 'Group', apiGroup, name: 'readers' },
  ];
  await cluster.apply([
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef: { apiGroup, kind: 'Role', name: 'reader' }, subjects },
  ]);
  // A program inside the namespace, as nuncio will be run: it reads the kubeconfig and asks.
  const script = `
    import { KubeConfig, CoreV1Api } from '@kubernetes/client-node';
    const config = new KubeConfig();
    config.loadFromFile(process.argv[1]);
    const api = config.makeApiClient(CoreV1Api);
    const { items } = await api.listNamespacedService({ namespace: 'shop' });
    const secrets = await api.listNamespacedSecret({ namespace: 'shop' }).then(() => 'allowed', (error) => error.code);
    process.stdout.write(items.length + ' ' + secrets);`;
  for (const identity of [
    { namespace: 'shop', serviceAccount: 'reader' },
    { user: 'ann', groups: ['readers'] },
  ]) {
    const path = await cluster.kubeconfigFor(identity);
    const child = cluster.spawn(process.execPath, ['--input-type=module', '--eval', script, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.all([child.stdout === null ? '' : text(child.stdout), once(child, 'close')]);
    t.is(said, '1 403', JSON.stringify(identity));
  }
}

test('deleting a namespace ends what runs inside, also what was only just started', async (t) => {
  const netns = await createNetns();
  const child = netns.spawn('sleep', ['600'], { stdio: 'ignore' });
  await netns.delete();
  t.is(child.signalCode, 'SIGKILL');
  await netns.delete();
});

test('two clusters run side by side', async (t) => {
  t.timeout(600_000);
  const [one, two] = await Promise.all([startCluster({ controllers: [] }), startCluster({ controllers: [] })]);
  try {
    await one.apply([namespace]);
    t.not(await one.get(namespace), undefined);
    t.is(await two.get(namespace), undefined);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

const filters = 'type.googleapis.com/envoy.extensions.filters';
const connectionManager = {
  '@type': `${filters}.network.http_connection_manager.v3.HttpConnectionManager`,
  stat_prefix: 'web',
  http_filters: [{ name: 'router', typed_config: { '@type': `${filters}.http.router.v3.Router` } }],
  http_protocol_options: { accept_http_10: true, default_host_for_http_10: 'old.example' },
  route_config: {
    virtual_hosts: [
      { name: 'all', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: 'backend' } }] },
    ],
  },
};

function socketAddress(address: string, port: number): object {
  return { address: { socket_address: { address, port_value: port } } };
}

function bootstrapTo(address: string, port: number): Record<string, unknown> {
  const endpoints = [{ lb_endpoints: [{ endpoint: socketAddress(address, port) }] }];
  return {
    static_resources: {
      clusters: [{ name: 'backend', connect_timeout: '1s', load_assignment: { cluster_name: 'backend', endpoints } }],
      listeners: [
        {
          name: 'web',
          ...socketAddress('0.0.0.0', 0),
          filter_chains: [{ filters: [{ name: 'http', typed_config: connectionManager }] }],
        },
      ],
    },
  };
}

test('Envoy takes a good bootstrap and refuses a bad one', async (t) => {
  t.is(await validateConfig(bootstrapTo('127.0.0.1', 1)), undefined);
  t.regex((await validateConfig({ static_resources: { nothing: 1 } })) ?? '', /no\s+such\s+field:\s+'nothing'/);
});

test('a request goes from the test through an Envoy in a namespace to a backend beside it', async (t) => {
  const netns = await createNetns();
  try {
    const backends = await startBackends(netns, [{ name: 'b', address: '198.18.3.4', port: 8080 }]);
    const envoy = await startEnvoy({ bootstrap: bootstrapTo('198.18.3.4', 8080), netns });
    await envoy.whenReady();
    const target = { address: envoy.address, port: await envoy.listenerPort('web') };

    const echo = (await request(target, { host: 'SHOP.example:81', path: '/a?b=c' })).json<EchoBody>();
    t.like(echo, { backend: 'b', method: 'GET', path: '/a?b=c', host: 'SHOP.example:81' });

    const session = await http2(target);
    const over2 = await session.request({ method: 'POST', host: 'shop.example', body: 'x' });
    t.like(over2.json<EchoBody>(), { method: 'POST', host: 'shop.example', body: 'x' });
    session.close();

    const old = await rawRequest(target, 'GET / HTTP/1.0\r\n\r\n');
    t.regex(old, /^HTTP\/1\.[01] 200 OK\r\n[^]*"host":"old.example"/);

    const pool = http1(target, 10);
    const { ok, failures } = await load({ rps: 200, durationMs: 500, make: async () => pool.request() });
    pool.close();
    t.deepEqual({ ok, failures }, { ok: 100, failures: [] });
    t.deepEqual(await backends.requests(), { b: 103 });

    await backends.stopOne('b');
    t.is((await request(target)).status, 503);
    t.regex(await envoy.admin('/stats?filter=upstream_rq_503'), /upstream_rq_503: \d/);
    await envoy.stop();
    await backends.stop();
  } finally {
    await netns.delete();
  }
});

test('a backend answers every protocol, as its request headers ask', async (t) => {
  const ca = await createCa();
  const serverCertificate = await ca.issue({ hosts: ['b.example'] });
  const [plain, secure] = await Promise.all([
    startBackend({ name: 'plain' }),
    startBackend({ name: 'secure', tls: { ...serverCertificate, ca: ca.ca } }),
  ]);

  const connection = http1(plain);
  const first = await connection.request({ headers: { 'x-echo-status': '418', 'x-echo-set-x-a': 'b' } });
  t.like(first, { status: 418, headers: { 'x-a': 'b' } });
  t.is((await connection.request()).localPort, first.localPort);
  await t.throwsAsync(connection.request({ headers: { 'x-echo-abort': '1' } }));
  connection.close();
  const upgrade = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nping';
  t.regex(await rawRequest(plain, upgrade, { until: /ping/ }), /^HTTP\/1\.1 101 /);

  const client = await ca.issue({ commonName: 'ann', usages: ['client'] });
  const tls = { sni: 'b.example', ca: ca.ca, cert: client.cert, key: client.key };
  const session = await http2({ port: secure.port, tls });
  const over2 = await session.request({ host: 'b.example' });
  t.like(over2, { status: 200, alpn: 'h2', certificateSha256: serverCertificate.sha256 });
  t.like(over2.json<EchoBody>(), { httpVersion: '2.0', sni: 'b.example', clientCommonName: 'ann', host: 'b.example' });
  session.close();
  const over1 = await request({ port: secure.port, tls });
  t.like(over1.json<EchoBody>(), { httpVersion: '1.1', clientCommonName: 'ann' });
  await t.throwsAsync(request({ port: secure.port, tls: { sni: 'b.example', ca: ca.ca } }));
  t.deepEqual([plain.requests(), secure.requests()], [4, 2]);
  await Promise.all([plain.stop(), secure.stop()]);
});

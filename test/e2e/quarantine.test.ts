// What Envoy refuses although our checks pass, with Kubernetes: the owner reads Envoy's words in its status, siblings are
// served their updates, the last good version stays, but never longer than it may.
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects, gatewayCrds } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, namespace, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

let cluster: Cluster;
let nuncio: Nuncio;
const backends: Backend[] = [];
const placed = { namespace: 'quarantine' };

test.before(async () => {
  cluster = await startCluster();
  for (const name of ['a', 'b']) backends.push(await startBackend({ name, address: cluster.netns.hostAddress }));
  await cluster.apply([...(await gatewayCrds()), ...(await deployObjects('crds'))]);
  await cluster.apply([
    namespace('quarantine'),
    namespace('certificates'),
    ...backends.flatMap((backend) => upstream(backend.name, [backend], placed)),
  ]);
  nuncio = await startNuncio({
    kubeconfig: cluster.kubeconfigPath,
    netns: cluster.netns,
    envoy: 'child',
    args: ['--limit-regex-program=4294967295'],
  });
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

/** RE2 as compiled in Envoy runs out of its memory; with our own limit off nothing else can tell. */
const tooBig = [
  { services: [{ name: 'b', port: 80 }] },
  { conditions: [{ regex: `/${'\\pL{1000}'.repeat(60)}` }], services: [{ name: 'b', port: 80 }] },
];

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

function conditionOf(object: KubeObject | undefined, type: string): Condition | undefined {
  const status = object?.['status'] as { readonly conditions?: readonly Condition[] } | undefined;
  return status?.conditions?.find((condition) => condition.type === type);
}

test.serial('the owner reads what Envoy says, siblings move, and the repair is told too', async (t) => {
  const good = hostProxy('bad.test', 'a', placed);
  const sibling = (to: string): KubeObject => hostProxy('sibling.test', to, placed);
  await cluster.apply([good, sibling('a')]);
  await becomes('bad.test', 'a');
  await becomes('sibling.test', 'a');

  await cluster.apply([{ ...good, spec: { virtualhost: { fqdn: 'bad.test' }, routes: tooBig } }, sibling('b')]);
  await becomes('sibling.test', 'b');
  const refused = await cluster.waitFor(good, (object) => conditionOf(object, 'Programmed')?.status === 'False');
  const condition = conditionOf(refused, 'Programmed');
  t.is(condition?.reason, 'RejectedByEnvoy');
  t.regex(condition?.message ?? '', /host bad\.test .*pattern too large/);
  t.is(conditionOf(refused, 'Valid')?.status, 'True', 'the compiler finds nothing wrong');
  t.is((refused?.['status'] as { readonly currentStatus?: string } | undefined)?.currentStatus, 'valid');
  t.is(served(await nuncio.get('bad.test')), 'a', 'the last good version is served');
  await until(
    'the Event',
    async () => cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'quarantine' }),
    (events) =>
      events.some((event) => event['reason'] === 'RejectedByEnvoy' && /pattern too large/.test(String(event['note']))),
  );
  t.regex((await nuncio.admin('/metrics')).body, /nuncio_quarantined_resources\{[^}]*scopedRoute[^}]*\} 1/);

  await cluster.apply([hostProxy('bad.test', 'b', placed)]);
  await becomes('bad.test', 'b');
  const repaired = await cluster.waitFor(good, (object) => conditionOf(object, 'Programmed')?.status === 'True');
  t.is(conditionOf(repaired, 'Programmed')?.reason, 'Programmed');
  t.regex((await nuncio.admin('/metrics')).body, /nuncio_quarantined_resources\{[^}]*scopedRoute[^}]*\} 0/);
});

test.serial('a host that is held at its last good version goes with the leave to use its certificate', async (t) => {
  const certificate = await (await createCa()).issue({ hosts: ['held.test'] });
  const delegation: KubeObject = {
    apiVersion: 'projectcontour.io/v1',
    kind: 'TLSCertificateDelegation',
    metadata: { name: 'held', namespace: 'certificates' },
    spec: { delegations: [{ secretName: 'held', targetNamespaces: ['quarantine'] }] },
  };
  const virtualhost = { fqdn: 'held.test', tls: { secretName: 'certificates/held' } };
  const proxy = (routes: readonly object[]): KubeObject => httpProxy('held', { virtualhost, routes }, placed);
  const good = proxy([{ services: [{ name: 'a', port: 80 }] }]);
  await cluster.apply([tlsSecret('held', certificate, { namespace: 'certificates' }), delegation, good]);
  const isServed = async (): Promise<boolean> =>
    nuncio.getTls('held.test').then(
      (answer) => served(answer) === 'a',
      () => false,
    );
  await until('the host is served', isServed, (yes) => yes);
  await cluster.apply([proxy(tooBig)]);
  await cluster.waitFor(good, (object) => conditionOf(object, 'Programmed')?.status === 'False');
  t.true(await isServed(), 'held at its last good version');
  await cluster.delete(delegation);
  await until('the host is gone', isServed, (yes) => !yes);
  await cluster.waitFor(good, (object) => conditionOf(object, 'Valid')?.status === 'False');
  t.false(await isServed(), 'and does not come back');
});

test.serial('a Gateway that asks for a port of the configuration reads so, and hosts keep the port', async (t) => {
  await cluster.apply([hostProxy('port.test', 'a', placed)]);
  await becomes('port.test', 'a');
  const gateway = (port: number): KubeObject => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'greedy', namespace: 'quarantine' },
    spec: { gatewayClassName: 'shared', listeners: [{ name: 'http', port, protocol: 'HTTP' }] },
  });
  await cluster.apply([
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: 'shared' },
      spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
    },
    gateway(nuncio.ports.http),
  ]);
  const told = await cluster.waitFor(gateway(0), (object) =>
    /has it/.test(conditionOf(object, 'Programmed')?.message ?? ''),
  );
  const { status, message = '' } = conditionOf(told, 'Programmed') ?? {};
  t.is(status, 'False');
  t.true(message.includes(`can not have 0.0.0.0:${nuncio.ports.http}: listener ingress_http has it`), message);
  t.is(served(await nuncio.get('port.test')), 'a');

  await cluster.apply([gateway(18_999)]);
  await cluster.waitFor(gateway(0), (object) => conditionOf(object, 'Programmed')?.status === 'True');
});

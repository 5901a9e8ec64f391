// `Programmed` of a Gateway beside real Envoys: pending while one of them has not accepted what the Gateway says, True when
// all have; what goes on later takes nothing back. And a route is told as accepted only when it is served.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { startBackend, type Backend } from '../support/backend.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import type { Envoy } from '../support/envoy.ts';
import { request } from '../support/http-client.ts';
import { startNuncio, type Nuncio } from '../support/nuncio.ts';
import { ensureGatewayCrds } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { served } from './fixtures/echo.ts';
import { namespace, upstream } from './fixtures/objects.ts';

const test = await testNeeding('cluster', 'envoy');

let cluster: Cluster;
let nuncio: Nuncio;
let backend: Backend;
const envoys: Envoy[] = [];

test.before(async () => {
  cluster = await startCluster();
  backend = await startBackend({ name: 'a', address: cluster.netns.hostAddress });
  const crds = await ensureGatewayCrds();
  if ('skip' in crds) throw new Error(crds.skip);
  const texts = await Promise.all((await readdir(crds.dir)).map((name) => readFile(join(crds.dir, name), 'utf8')));
  const kinds = texts
    .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as KubeObject | null))
    .filter((object) => object?.kind === 'CustomResourceDefinition') as KubeObject[];
  await cluster.apply([...kinds, ...(await deployObjects('crds'))]);
  await cluster.apply([
    namespace('shop'),
    ...upstream('a', [backend], { namespace: 'shop' }),
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: 'shared' },
      spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
    },
  ]);
  nuncio = await startNuncio({ kubeconfig: cluster.kubeconfigPath, netns: cluster.netns, envoy: 'none' });
});

test.after.always(async () => {
  for (const { pid } of envoys) if (pid > 0) process.kill(pid, 'SIGCONT');
  await nuncio?.stop();
  await backend?.stop();
  await cluster?.stop();
});

function gateway(...ports: readonly number[]): KubeObject {
  const listeners = ports.map((port) => ({ name: `http-${port}`, port, protocol: 'HTTP' }));
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'edge', namespace: 'shop' },
    spec: { gatewayClassName: 'shared', listeners },
  };
}

function route(name: string): KubeObject {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name, namespace: 'shop' },
    spec: {
      parentRefs: [{ name: 'edge' }],
      hostnames: [`${name}.test`],
      rules: [{ backendRefs: [{ name: 'a', port: 80 }] }],
    },
  };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number;
}

interface Conditions {
  readonly conditions?: readonly Condition[];
  readonly listeners?: readonly { readonly conditions: readonly Condition[] }[];
  readonly parents?: readonly { readonly conditions: readonly Condition[] }[];
}

const statusOf = (object: KubeObject | undefined): Conditions => (object?.['status'] ?? {}) as Conditions;

/** Of the Gateway, then of its listeners. */
function programmed(object: KubeObject | undefined): readonly string[] {
  const { conditions = [], listeners = [] } = statusOf(object);
  return [conditions, ...listeners.map((each) => each.conditions)].map((list) => {
    const found = list.find(({ type }) => type === 'Programmed');
    return `${found?.status} ${found?.observedGeneration}: ${found?.message}`;
  });
}

async function becomes(object: KubeObject, text: string): Promise<void> {
  await cluster.waitFor(object, (found) => {
    const all = programmed(found);
    return all.length > 1 && all.every((each) => each === text);
  });
}

async function startEnvoy(nodeId: string): Promise<Envoy> {
  const envoy = await nuncio.startEnvoy({ nodeId });
  envoys.push(envoy);
  await envoy.whenReady();
  return envoy;
}

test.serial('a Gateway waits for its first Envoy', async (t) => {
  await cluster.apply([gateway(9080)]);
  await becomes(gateway(), 'False 1: Waiting for an Envoy: none is connected yet');
  await startEnvoy('envoy-1');
  await becomes(gateway(), 'True 1: Accepted by 1 of 1 Envoy');
  t.pass();
});

test.serial('a change waits for the Envoy that is slow, and its message counts', async (t) => {
  // Both listen on the same port.
  const second = await startEnvoy('envoy-2');
  process.kill(second.pid, 'SIGSTOP');
  await cluster.apply([gateway(9080, 9081)]);
  await becomes(gateway(), 'False 2: Waiting for Envoy: 1 of 2 Envoys accepted it so far');
  process.kill(second.pid, 'SIGCONT');
  await becomes(gateway(), 'True 2: Accepted by 2 of 2 Envoys');
  t.pass();
});

test.serial('a route that its status calls accepted is served', async (t) => {
  for (const name of ['one', 'two', 'three']) {
    await cluster.apply([route(name)]);
    await cluster.waitFor(route(name), (object) =>
      (statusOf(object).parents ?? []).some(({ conditions }) =>
        conditions.some(({ type, status }) => type === 'Accepted' && status === 'True'),
      ),
    );
    const answer = await request({ address: nuncio.address, port: 9080 }, { host: `${name}.test` });
    t.is(served(answer), 'a');
  }
  // Routes come and go without the Gateway being taken back.
  t.deepEqual([...new Set(programmed(await cluster.get(gateway())))], ['True 2: Accepted by 2 of 2 Envoys']);
});

interface Ancestors {
  readonly ancestors?: readonly { readonly ancestorRef: object; readonly conditions: readonly Condition[] }[];
}

function policy(kind: 'TrafficPolicy' | 'BackendPolicy', name: string, spec: object): KubeObject {
  return { apiVersion: 'nuncio.dev/v1alpha1', kind, metadata: { name, namespace: 'shop' }, spec };
}

/** Reason of `Accepted`, and the kind and name of what the first entry is about. */
async function verdict(object: KubeObject, wanted: string): Promise<void> {
  await cluster.waitFor(object, (found) => {
    const [first] = ((found?.['status'] ?? {}) as Ancestors).ancestors ?? [];
    if (!first) return false;
    const { kind, name } = first.ancestorRef as { readonly kind: string; readonly name: string };
    return `${first.conditions[0]?.reason} ${kind}/${name}` === wanted;
  });
}

test.serial('a policy that its status calls accepted counts', async (t) => {
  const targetRefs = [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'one' }];
  const closing = policy('TrafficPolicy', 'closing', {
    targetRefs,
    ipRules: { deny: [{ source: 'Peer', cidr: '0.0.0.0/0' }] },
  });
  const status = async () => (await request({ address: nuncio.address, port: 9080 }, { host: 'one.test' })).status;
  t.is(await status(), 200);
  await cluster.apply([closing]);
  await verdict(closing, 'Accepted Gateway/edge');
  t.is(await status(), 403);

  const younger = policy('TrafficPolicy', 'younger', { targetRefs, ipRules: { allow: [] } });
  // Times of objects have seconds; of one second the name decides.
  await cluster.apply([younger]);
  await verdict(younger, 'Conflicted Gateway/edge');
  t.is(await status(), 403);

  const service = { group: '', kind: 'Service' };
  const used = policy('BackendPolicy', 'used', {
    targetRefs: [{ ...service, name: 'a' }],
    loadBalancing: { strategy: 'Random' },
  });
  const lost = policy('BackendPolicy', 'lost', { targetRefs: [{ ...service, name: 'absent' }], healthCheck: {} });
  await cluster.apply([used, lost]);
  await verdict(used, 'Accepted Gateway/edge');
  await verdict(lost, 'TargetNotFound Service/absent');
});

// The Kubernetes source against a real API server: what the scripted one in test/unit can only pretend.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { kinds } from '../../src/model/kinds/index.ts';
import { createKubernetesSource } from '../../src/sources/kubernetes/kubernetes-source.ts';
import { watchedKind } from '../../src/sources/kubernetes/watched-kind.ts';
import { startCluster } from '../support/cluster.ts';
import { repositoryRoot } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';
import type { ExecutionContext } from 'ava';
import type { KindName } from '../../src/model/kinds/index.ts';
import type { SourceObject } from '../../src/model/object.ts';
import type { KubernetesSource } from '../../src/sources/kubernetes/kubernetes-source.ts';
import type { SourceClock, SourceProblem } from '../../src/sources/source.ts';
import type { Cluster, KubeObject } from '../support/cluster.ts';

const test = await testNeeding('cluster');
let cluster: Cluster;

test.before(async () => {
  cluster = await startCluster();
});
test.after.always(async () => {
  await cluster?.stop();
});

interface Running {
  readonly source: KubernetesSource;
  readonly objects: Map<string, SourceObject>;
  /** Deltas so far, e.g. `upsert Service/shop/a`. */
  readonly deltas: string[];
  readonly problems: Map<string, readonly SourceProblem[]>;
  readonly metrics: Registry;
  synced: boolean;
  /** Settles when the condition holds; asked after each callback. */
  until(condition: () => boolean): Promise<void>;
}

const realClock: SourceClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

function run(
  t: ExecutionContext,
  options: {
    kinds: readonly KindName[];
    kubeconfig?: string;
    watchNamespaces?: readonly string[];
    labelSelector?: string;
    fieldSelector?: string;
    clock?: SourceClock;
  },
): Running {
  const objects = new Map<string, SourceObject>();
  const deltas: string[] = [];
  const problems = new Map<string, readonly SourceProblem[]>();
  const waiting = new Set<{ readonly condition: () => boolean; readonly done: () => void }>();
  const metrics = new Registry();
  let ids = 0;
  const look = (): void => {
    for (const waiter of waiting) {
      if (!waiter.condition()) continue;
      waiting.delete(waiter);
      waiter.done();
    }
  };
  const source = createKubernetesSource(
    {
      kubeconfig: options.kubeconfig ?? cluster.kubeconfigPath,
      watchNamespaces: options.watchNamespaces ?? [],
      labelSelector: options.labelSelector,
      fieldSelector: options.fieldSelector,
      kinds: options.kinds.map((kind) => watchedKind(kinds[kind])),
      log: pino({ level: 'silent' }),
      metrics,
    },
    {
      clock: options.clock ?? realClock,
      nextChangeId: () => `w1-${(ids += 1)}`,
      onDelta(delta) {
        if (delta.kind === 'upsert') objects.set(delta.key, delta.object);
        else objects.delete(delta.key);
        deltas.push(`${delta.kind} ${delta.key}`);
        look();
      },
      onProblems(place, found) {
        if (found.length === 0) problems.delete(place);
        else problems.set(place, found);
        look();
      },
      onSynced() {
        running.synced = true;
        look();
      },
    },
  );
  const running: Running = {
    source,
    objects,
    deltas,
    problems,
    metrics,
    synced: false,
    until: (condition) => (condition() ? Promise.resolve() : new Promise((done) => waiting.add({ condition, done }))),
  };
  t.teardown(() => source.stop());
  source.start();
  return running;
}

const namespaceOf = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

const service = (namespace: string, name: string, port = 80): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec: { clusterIP: 'None', ports: [{ port }] },
});

const proxy = (namespace: string, name: string, prefix = '/'): KubeObject => ({
  apiVersion: 'projectcontour.io/v1',
  kind: 'HTTPProxy',
  metadata: { name, namespace },
  spec: {
    virtualhost: { fqdn: `${name}.example.com` },
    routes: [{ conditions: [{ prefix }], services: [{ name: 's', port: 80 }] }],
  },
});

async function httpProxyCrd(): Promise<KubeObject> {
  const file = join(repositoryRoot, 'deploy/crds/httpproxies.projectcontour.io.yaml');
  return parse(await readFile(file, 'utf8')) as KubeObject;
}

async function restarts(running: Running, reason: string): Promise<number> {
  const found = await running.metrics.getSingleMetric('nuncio_kubernetes_watch_restarts_total')?.get();
  return (found?.values ?? [])
    .filter(({ labels }) => labels['reason'] === reason)
    .reduce((sum, { value }) => sum + value, 0);
}

test.serial('a CRD that is installed later is noticed; when it is deleted, its objects go', async (t) => {
  await cluster.apply([namespaceOf('later')]);
  const running = run(t, { kinds: ['HTTPProxy', 'Namespace'] });
  await running.until(() => running.synced);
  t.is(running.source.states().find(({ kind }) => kind === 'HTTPProxy')?.phase, 'missing');
  const definition = await httpProxyCrd();
  await cluster.apply([definition, proxy('later', 'a')]);
  await running.until(() => running.objects.has('HTTPProxy/later/a'));
  await cluster.delete(definition);
  await running.until(() => !running.objects.has('HTTPProxy/later/a'));
  await cluster.waitFor(definition, (object) => object === undefined);
  // It comes back, as in an upgrade of a chart.
  await cluster.apply([definition, proxy('later', 'b')]);
  await running.until(() => running.objects.has('HTTPProxy/later/b') && running.problems.size === 0);
});

test.serial('create, update and delete; a status is no change', async (t) => {
  await cluster.apply([namespaceOf('shop'), service('shop', 'before'), proxy('shop', 'a')]);
  const running = run(t, { kinds: ['HTTPProxy', 'Service', 'Namespace'] });
  await running.until(() => running.synced);
  t.true(running.objects.has('Service/shop/before'));
  t.like(running.objects.get('HTTPProxy/shop/a'), {
    apiVersion: 'projectcontour.io/v1',
    metadata: { namespace: 'shop', generation: 1 },
    source: { kind: 'kubernetes' },
  });
  running.deltas.length = 0;
  await cluster.patchStatus(proxy('shop', 'a'), { currentStatus: 'valid', description: 'x' });
  await cluster.apply([proxy('shop', 'a', '/new')]);
  await running.until(() => running.objects.get('HTTPProxy/shop/a')?.metadata.generation === 2);
  await cluster.apply([service('shop', 'new')]);
  await running.until(() => running.objects.has('Service/shop/new'));
  await cluster.delete(service('shop', 'new'), proxy('shop', 'a'));
  await running.until(() => !running.objects.has('Service/shop/new') && !running.objects.has('HTTPProxy/shop/a'));
  t.deepEqual(running.deltas.toSorted(), [
    'remove HTTPProxy/shop/a',
    'remove Service/shop/new',
    'upsert HTTPProxy/shop/a',
    'upsert Service/shop/new',
  ]);
});

test.serial('selectors narrow what is watched: objects come and go with their labels', async (t) => {
  const labelled = (namespace: string, name: string, team?: string): KubeObject => ({
    ...service(namespace, name),
    metadata: { name, namespace, labels: team === undefined ? {} : { team } },
  });
  const secret = (name: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'chosen', labels: { team: 'a' } },
    type: 'Opaque',
    data: { 'ca.crt': 'aGk=' },
  });
  await cluster.apply([
    ...['chosen', 'other-chosen'].map(namespaceOf),
    labelled('chosen', 'mine', 'a'),
    labelled('chosen', 'theirs', 'b'),
    labelled('chosen', 'nobodys'),
    labelled('other-chosen', 'elsewhere', 'a'),
    secret('mine'),
  ]);
  const running = run(t, {
    kinds: ['Service', 'Secret', 'Namespace'],
    labelSelector: 'team in (a, c),!hidden',
    fieldSelector: 'metadata.namespace!=other-chosen,metadata.name!=never',
  });
  await running.until(() => running.synced);
  const seen = (): readonly string[] =>
    [...running.objects.keys()].filter((key) => !key.startsWith('Namespace/')).toSorted();
  t.deepEqual(seen(), ['Secret/chosen/mine', 'Service/chosen/mine']);
  t.true(running.objects.has('Namespace//chosen'), 'the namespaces themselves need no labels');

  await cluster.apply([labelled('chosen', 'nobodys', 'c')]);
  await running.until(() => running.objects.has('Service/chosen/nobodys'));
  await cluster.apply([labelled('chosen', 'mine', 'b')]);
  await running.until(() => !running.objects.has('Service/chosen/mine'));
  t.deepEqual(seen(), ['Secret/chosen/mine', 'Service/chosen/nobodys']);
});

test.serial('Secrets of types that no route can use are not even sent', async (t) => {
  await cluster.apply([
    namespaceOf('secrets'),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'release', namespace: 'secrets' },
      type: 'helm.sh/release.v1',
      data: { release: 'aGk=' },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'ca', namespace: 'secrets' },
      type: 'Opaque',
      data: { 'ca.crt': 'aGk=' },
    },
  ]);
  const running = run(t, { kinds: ['Secret'], watchNamespaces: ['secrets'] });
  await running.until(() => running.synced);
  t.deepEqual([...running.objects.keys()], ['Secret/secrets/ca']);
});

test.serial('watched namespaces: nothing of the others', async (t) => {
  await cluster.apply(['one', 'two', 'three'].map(namespaceOf));
  await cluster.apply(['one', 'two', 'three'].map((name) => service(name, 's')));
  const running = run(t, { kinds: ['Service', 'Namespace'], watchNamespaces: ['one', 'two'] });
  await running.until(() => running.synced);
  t.deepEqual([...running.objects.keys()].toSorted(), [
    'Namespace//one',
    'Namespace//two',
    'Service/one/s',
    'Service/two/s',
  ]);
});

test.serial('a kind that RBAC forbids is named, holds up nobody, and is read when it is allowed', async (t) => {
  const serviceAccount = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'reader', namespace: 'rbac' } };
  const role = (resources: readonly string[]): KubeObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources, verbs: ['list', 'watch'] }],
  });
  await cluster.apply([
    namespaceOf('rbac'),
    serviceAccount,
    role(['services']),
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'rbac' }],
    },
    service('rbac', 's'),
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'rbac' }, data: {} },
  ]);
  const running = run(t, {
    kinds: ['Service', 'ConfigMap'],
    kubeconfig: await cluster.kubeconfigFor({ namespace: 'rbac', serviceAccount: 'reader' }),
  });
  await running.until(() => running.synced);
  t.true(running.objects.has('Service/rbac/s'));
  t.is(running.problems.get('ConfigMap')?.[0]?.code, 'KindForbidden');
  await cluster.apply([role(['services', 'configmaps'])]);
  await running.until(() => running.objects.has('ConfigMap/rbac/c') && running.problems.size === 0);
  t.is(running.source.states().find(({ kind }) => kind === 'ConfigMap')?.phase, 'watching');
});

test.serial('a client certificate is as good as a token', async (t) => {
  const running = run(t, {
    kinds: ['Namespace'],
    kubeconfig: await cluster.kubeconfigFor({ user: 'someone', groups: ['system:masters'] }),
  });
  await running.until(() => running.synced);
  t.true(running.objects.has('Namespace//default'));
});

test.serial('the API server goes away and comes back: nothing is lost, nothing is taken away meanwhile', async (t) => {
  await cluster.apply([namespaceOf('away'), service('away', 'before')]);
  const running = run(t, { kinds: ['Service', 'Namespace', 'EndpointSlice'] });
  await running.until(() => running.synced);
  await cluster.stopApiServer();
  await running.until(() => running.problems.has('server'));
  t.true(running.objects.has('Service/away/before'));
  await cluster.startApiServer();
  await cluster.apply([service('away', 'after')]);
  await running.until(() => running.objects.has('Service/away/after') && running.problems.size === 0);
  t.false(running.deltas.includes('remove Service/away/before'));
});

test.serial(
  'etcd compacts while the connection is down: 410 leads to a new list that removes what is gone',
  async (t) => {
    await cluster.apply([
      namespaceOf('gone'),
      service('gone', 'changed'),
      service('gone', 'deleted'),
      service('gone', 'same'),
    ]);
    // Holds back every new attempt, so that the test decides when the source connects again.
    let holding = false;
    const held: (() => void)[] = [];
    const clock: SourceClock = {
      nowMs: () => realClock.nowMs(),
      setTimer: (delayMs, action) => realClock.setTimer(delayMs, () => (holding ? held.push(action) : action())),
    };
    const running = run(t, { kinds: ['Service'], watchNamespaces: ['gone'], clock });
    await running.until(() => running.synced);
    holding = true;
    await cluster.stopApiServer();
    await cluster.startApiServer();
    await cluster.apply([service('gone', 'changed', 81)]);
    await cluster.delete(service('gone', 'deleted'));
    await cluster.compact();
    // Started once more, it holds no history of its own from before the compaction.
    await cluster.stopApiServer();
    await cluster.startApiServer();
    running.deltas.length = 0;
    holding = false;
    for (const action of held) action();
    await running.until(() => running.deltas.length >= 2);
    t.deepEqual(running.deltas.toSorted(), ['remove Service/gone/deleted', 'upsert Service/gone/changed']);
    t.true((await restarts(running, 'expired')) > 0);
  },
);

test.serial('5,000 objects at once', async (t) => {
  await cluster.apply([namespaceOf('many')]);
  const names = Array.from({ length: 5_000 }, (_, index) => `c${index}`).values();
  const create = async (): Promise<void> => {
    for (const name of names) {
      const body = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'many' },
        data: { text: 'x'.repeat(200) },
      };
      const { status } = await cluster.fetch('/api/v1/namespaces/many/configmaps', { method: 'POST', body });
      if (status !== 201) throw new Error(`create ${name}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, create));
  const startMs = performance.now();
  const running = run(t, { kinds: ['ConfigMap'], watchNamespaces: ['many'] });
  await running.until(() => running.synced);
  t.log(`listed in ${Math.round(performance.now() - startMs)} ms`);
  const mine = [...running.objects.keys()].filter((key) => /^ConfigMap\/many\/c\d+$/.test(key));
  t.is(mine.length, 5_000);
  await cluster.delete({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c4999', namespace: 'many' } });
  await running.until(() => !running.objects.has('ConfigMap/many/c4999'));
});

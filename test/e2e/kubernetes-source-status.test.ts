// The status writer against a real API server, with the rights that deploy/ gives to nuncio and no more.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { Registry } from 'prom-client';
import { parse, parseAllDocuments } from 'yaml';
import { clockOrigin, createClock } from '../../src/actors/clock.ts';
import { createActor } from '../../src/actors/status/actor.ts';
import { startCluster } from '../support/cluster.ts';
import { repositoryRoot } from '../support/root.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import type { ExecutionContext } from 'ava';
import type { ActorContext } from '../../src/actors/actor.ts';
import type { Batch } from '../../src/messages/edge.ts';
import type { Config } from '../../src/model/config.ts';
import type { StatusValue } from '../../src/messages/statuses.ts';
import type { Cluster, KubeObject } from '../support/cluster.ts';

const test = await testNeeding('cluster');
let cluster: Cluster;
let kubeconfig: string;

test.before(async () => {
  cluster = await startCluster({ controllers: [] });
  const folder = join(repositoryRoot, 'deploy');
  const crds = await Promise.all(
    (await readdir(join(folder, 'crds'))).map((file) => readFile(join(folder, 'crds', file), 'utf8')),
  );
  const rbac = await readFile(join(folder, 'manifests/01-rbac.yaml'), 'utf8');
  await cluster.apply([
    ...['nuncio', 'shop'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    ...crds.map((text) => parse(text) as KubeObject),
    ...parseAllDocuments(rbac).map((document) => document.toJS() as KubeObject),
  ]);
  kubeconfig = await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio' });
});
test.after.always(async () => {
  await cluster?.stop();
});

const proxy = (name: string, prefix = '/'): KubeObject => ({
  apiVersion: 'projectcontour.io/v1',
  kind: 'HTTPProxy',
  metadata: { name, namespace: 'shop' },
  spec: {
    virtualhost: { fqdn: `${name}.example.com` },
    routes: [{ conditions: [{ prefix }], services: [{ name: 's', port: 80 }] }],
  },
});

async function apply(object: KubeObject): Promise<KubeObject> {
  const [stored] = await cluster.apply([object]);
  if (stored === undefined) throw new Error('apply gave nothing back');
  return stored;
}

function wanted({ metadata }: KubeObject, valid: boolean): StatusValue {
  const generation = Number(metadata['generation']);
  const message = valid ? 'Valid HTTPProxy' : 'At least one error present, see Errors for details';
  const errors = [
    { type: 'ServiceError', status: 'True', reason: 'ServiceUnresolvedReference', message: 'no such Service' },
  ];
  const condition = {
    type: 'Valid',
    status: valid ? 'True' : 'False',
    reason: valid ? 'Valid' : 'ErrorPresent',
    message,
    observedGeneration: generation,
    ...(valid ? {} : { errors }),
  };
  return {
    object: `HTTPProxy/shop/${metadata.name}`,
    apiVersion: 'projectcontour.io/v1',
    generation,
    uid: String(metadata['uid']),
    status: { currentStatus: valid ? 'valid' : 'invalid', description: message, conditions: [condition] },
    problems: [],
  };
}

interface Writer {
  /** Caused by a change of each object itself. */
  send(values: readonly StatusValue[]): void;
  stop(): Promise<void>;
}

function startWriter(t: ExecutionContext, config: Partial<Config> = {}): Writer {
  const clock = createClock(clockOrigin());
  let handler: ((batch: Batch<StatusValue>) => void | Promise<void>) | undefined;
  let seq = 0;
  const context = {
    name: 'status',
    config: { sources: { kubernetes: { kubeconfig, watchNamespaces: [] } }, ...config },
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    trace: { enabled: false, event() {} },
    clock,
    receive: (_edge: string, given: typeof handler) => {
      handler = given;
    },
  } as unknown as ActorContext;
  const actor = createActor(context);
  void actor.start?.();
  const stop = async (): Promise<void> => {
    await actor.stop?.();
  };
  t.teardown(stop);
  return {
    send(values) {
      seq += 1;
      const upserts = values.map((value) => ({ key: value.object, value, causes: [] }));
      void handler?.({ kind: 'batch', seq, reset: seq === 1, synced: true, upserts, removals: [], sentAtMs: 0 });
    },
    stop,
  };
}

interface ProxyStatus {
  readonly currentStatus?: string;
  readonly conditions?: readonly {
    readonly status: string;
    readonly lastTransitionTime: string;
    readonly observedGeneration: number;
    readonly errors?: unknown;
  }[];
}

const statusOf = (object: KubeObject | undefined): ProxyStatus => (object?.['status'] ?? {}) as ProxyStatus;

test.serial(
  'a status appears, changes with the object, and keeps its transition time while it stays valid',
  async (t) => {
    const first = await apply(proxy('a'));
    const writer = startWriter(t);
    writer.send([wanted(first, true)]);
    const valid = await cluster.waitFor(first, (object) => statusOf(object).currentStatus === 'valid');
    const since = statusOf(valid).conditions?.[0]?.lastTransitionTime;
    t.regex(since ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

    const second = await apply(proxy('a', '/new'));
    writer.send([wanted(second, true)]);
    const still = await cluster.waitFor(first, (object) => statusOf(object).conditions?.[0]?.observedGeneration === 2);
    t.is(statusOf(still).conditions?.[0]?.lastTransitionTime, since);

    writer.send([wanted(second, false)]);
    const invalid = await cluster.waitFor(first, (object) => statusOf(object).currentStatus === 'invalid');
    t.like(statusOf(invalid), {
      conditions: [{ status: 'False', errors: [{ reason: 'ServiceUnresolvedReference' }] }],
    });

    writer.send([wanted(second, true)]);
    const again = await cluster.waitFor(first, (object) => statusOf(object).currentStatus === 'valid');
    t.is(statusOf(again).conditions?.[0]?.errors, undefined);
    t.is(again?.metadata['generation'], 2, 'a status is no new generation');
  },
);

test.serial('a restart writes nothing that is there already', async (t) => {
  const names = Array.from({ length: 120 }, (_, index) => `many-${index}`);
  const objects = await cluster.apply(names.map((name) => proxy(name)));
  const values = objects.map((object) => wanted(object, true));
  const [last] = objects.slice(-1);
  if (last === undefined) throw new Error('nothing was applied');

  const writer = startWriter(t);
  writer.send(values);
  for (const object of objects) await cluster.waitFor(object, (found) => statusOf(found).currentStatus === 'valid');
  await writer.stop();
  const before = await cluster.list({ apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', namespace: 'shop' });

  const restarted = startWriter(t);
  // One differs, so that there is something to wait for.
  restarted.send([...values.slice(0, -1), wanted(last, false)]);
  await cluster.waitFor(last, (found) => statusOf(found).currentStatus === 'invalid');
  const after = await cluster.list({ apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', namespace: 'shop' });
  const versions = (list: readonly KubeObject[]): unknown[] =>
    list
      .filter(({ metadata }) => metadata.name !== last.metadata.name)
      .map(({ metadata }) => metadata['resourceVersion']);
  t.deepEqual(versions(after), versions(before));
});

test.serial('an object that was deleted and made again is not taken for the old one', async (t) => {
  const old = await apply(proxy('again'));
  await cluster.delete(old);
  const made = await apply(proxy('again'));
  const later = await apply(proxy('later'));
  const writer = startWriter(t);
  writer.send([wanted(old, false)]);
  writer.send([wanted(later, true)]);
  await cluster.waitFor(later, (object) => statusOf(object).currentStatus === 'valid');
  t.is(statusOf(await cluster.get(made)).currentStatus, 'NotReconciled');
});

test.serial('a status that another writer overwrites is put back', async (t) => {
  const object = await apply(proxy('fought'));
  const writer = startWriter(t);
  writer.send([wanted(object, true)]);
  await cluster.waitFor(object, (found) => statusOf(found).currentStatus === 'valid');
  await cluster.patchStatus(object, { currentStatus: 'mine', conditions: [] });
  const restored = await cluster.waitFor(object, (found) => statusOf(found).currentStatus === 'valid');
  t.is(statusOf(restored).conditions?.length, 1);
});

const ingress = (name: string): KubeObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name, namespace: 'shop' },
  spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
});

function ofIngress({ metadata }: KubeObject, problems: StatusValue['problems'] = []): StatusValue {
  const object = `Ingress/shop/${metadata.name}`;
  const uid = String(metadata['uid']);
  return { object, apiVersion: 'networking.k8s.io/v1', generation: 1, uid, status: null, problems };
}

test.serial('the addresses of the Envoys’ Service are published, and stay when it loses them', async (t) => {
  const service: KubeObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'envoy', namespace: 'nuncio' },
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], selector: { app: 'envoy' } },
  };
  const [web] = [await apply(ingress('web'))];
  const object = await apply(proxy('published'));
  const writer = startWriter(t, { publishedAddress: { kind: 'service', namespace: 'nuncio', name: 'envoy' } });
  writer.send([ofIngress(web), wanted(object, true)]);
  await apply(service);
  await cluster.patchStatus(service, { loadBalancer: { ingress: [{ ip: '192.0.2.7' }] } });
  const expected = { ingress: [{ ip: '192.0.2.7' }] };
  for (const each of [web, object]) {
    await cluster.waitFor(each, (found) => {
      const { loadBalancer } = (found?.['status'] ?? {}) as { loadBalancer?: unknown };
      return JSON.stringify(loadBalancer) === JSON.stringify(expected);
    });
  }
  await cluster.patchStatus(service, { loadBalancer: { ingress: null } });
  const later = await apply(proxy('published-later'));
  writer.send([wanted(later, true)]);
  const found = await cluster.waitFor(later, (each) => statusOf(each).currentStatus === 'valid');
  t.deepEqual((found?.['status'] as { loadBalancer?: unknown } | undefined)?.loadBalancer, expected);
});

test.serial('problems of an Ingress are Events, one each, also after a restart', async (t) => {
  const object = await apply(ingress('broken'));
  const problem = (code: string) =>
    ({
      code,
      severity: 'error',
      object: 'Ingress/shop/broken',
      path: 'spec.rules[0]',
      message: `wrong: ${code}`,
    }) as const;
  const first = startWriter(t);
  first.send([ofIngress(object, [problem('ServiceNotFound')])]);
  const events = async (): Promise<KubeObject[]> => {
    const all = await cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'shop' });
    return all.filter((event) => (event['regarding'] as { name: string }).name === 'broken');
  };
  await until('one Event', events, (found) => found.length === 1);
  await first.stop();
  const second = startWriter(t);
  second.send([ofIngress(object, [problem('ServiceNotFound'), problem('SecretNotFound')])]);
  const both = await until('two Events', events, (found) => found.length === 2);
  t.like(
    both.find((event) => event['reason'] === 'ServiceNotFound'),
    { type: 'Warning', note: 'spec.rules[0]: wrong: ServiceNotFound', reportingController: 'nuncio' },
  );
  t.true(
    both.every((event) => event['series'] === undefined),
    'nothing was told twice',
  );
  second.send([ofIngress(object)]);
  const all = await until('the good end', events, (found) => found.length === 3);
  t.true(all.some((event) => event['reason'] === 'Valid' && event['type'] === 'Normal'));
});

test.serial('an object that becomes invalid tells so', async (t) => {
  const object = await apply(proxy('turns'));
  const writer = startWriter(t);
  writer.send([wanted(object, true)]);
  await cluster.waitFor(object, (found) => statusOf(found).currentStatus === 'valid');
  writer.send([wanted(object, false)]);
  const found = await until(
    'a Warning',
    async () => cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'shop' }),
    (events) => events.some((event) => (event['regarding'] as { name: string }).name === 'turns'),
  );
  t.true(found.some((event) => event['reason'] === 'Invalid'));
});

test.serial('one person’s change is written in the midst of a mass rewrite', async (t) => {
  const names = Array.from({ length: 600 }, (_, index) => `mass-${index}`);
  const objects = await cluster.apply([...names, 'single'].map((name) => proxy(name)));
  const single = objects.at(-1)!;
  const writer = startWriter(t);
  writer.send([...objects].map((object) => wanted(object, true)));
  const stored = async (): Promise<KubeObject[]> => {
    const all = await cluster.list({ apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', namespace: 'shop' });
    return all.filter(({ metadata }) => /^(mass-|single)/.test(metadata.name));
  };
  const count = (found: readonly KubeObject[], status: string): number =>
    found.filter((object) => statusOf(object).currentStatus === status).length;
  await until('all are valid', stored, (found) => count(found, 'valid') === objects.length);
  const changed = await apply(proxy('single', '/new'));
  // Something that all of them use breaks; then comes the person's change.
  writer.send(objects.slice(0, -1).map((object) => wanted(object, false)));
  writer.send([wanted(changed, true)]);
  await cluster.waitFor(single, (found) => statusOf(found).conditions?.[0]?.observedGeneration === 2);
  await until('the others are invalid', stored, (found) => count(found, 'invalid') === names.length);
  const order = (await stored()).toSorted(
    (a, b) => Number(a.metadata['resourceVersion']) - Number(b.metadata['resourceVersion']),
  );
  const place = order.findIndex(({ metadata }) => metadata.name === 'single');
  t.true(place < 100, `written as number ${place} of ${order.length}`);
});

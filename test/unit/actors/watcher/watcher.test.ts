// The watcher without threads: sources and the check of Secrets are played by the test.
import test from 'ava';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createWatcher } from '../../../../src/actors/watcher/watcher.ts';
import { keyOf, objectKey, parseObject } from '../../../../src/model/object.ts';
import type { Actor, ActorContext, TraceEvent } from '../../../../src/actors/actor.ts';
import type { JobResult } from '../../../../src/actors/pool.ts';
import type { SecretCheck } from '../../../../src/model/kinds/secret.ts';
import type { ObjectText, SourceMark, SourceObject } from '../../../../src/model/object.ts';
import type { SourceContext } from '../../../../src/sources/source.ts';

const kubernetes: SourceMark = { kind: 'kubernetes' };
const file: SourceMark = { kind: 'filesystem', file: 'a.yaml', line: 3 };

function object(kind: string, name: string, version: string, source: SourceMark, fields: object = {}): SourceObject {
  return {
    kind,
    apiVersion: 'v1',
    source,
    metadata: {
      name,
      namespace: 'shop',
      uid: version,
      resourceVersion: version,
      generation: 0,
      creationTimestamp: '',
      labels: {},
      annotations: {},
    },
    ...fields,
  };
}

const secret = (version: string): SourceObject =>
  object('Secret', 's', version, kubernetes, { type: 'kubernetes.io/tls', data: { 'tls.crt': version } });

interface Rig {
  readonly actor: Actor;
  /** What was sent, e.g. `builder + Service/shop/a 7`, `builder synced`. */
  readonly sent: string[];
  readonly values: SourceObject[];
  readonly traced: TraceEvent[];
  readonly logged: string[];
  readonly source: (name: string) => {
    put(object: SourceObject): void;
    take(kind: string, name: string): void;
    context: SourceContext;
  };
  /** Checks under way, oldest first. */
  readonly checks: {
    readonly data: object;
    readonly settle: (result: JobResult<SecretCheck>) => void;
  }[];
}

function rig(names: readonly string[]): Rig {
  const sent: string[] = [];
  const values: SourceObject[] = [];
  const traced: TraceEvent[] = [];
  const logged: string[] = [];
  const checks: Rig['checks'] = [];
  const contexts = new Map<string, SourceContext>();
  const context = {
    name: 'watcher',
    log: pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
    metrics: new Registry(),
    trace: { enabled: true, event: (event: TraceEvent) => void traced.push(event) },
    clock: { nowMs: () => 1000, dateMs: () => 1000, setTimer: () => ({ cancel: () => {} }) },
    sender: (edge: string) => {
      const to = edge.split('>')[1] ?? '';
      return {
        upsert: (key: string, text: ObjectText) => {
          const value = parseObject(text);
          values.push(value);
          sent.push(`${to} + ${key} ${value.metadata.uid}`);
        },
        remove: (key: string) => sent.push(`${to} - ${key}`),
        synced: () => sent.push(`${to} synced`),
        depth: 0,
      };
    },
  } as unknown as ActorContext;
  const actor = createWatcher({
    sources: () =>
      names.map((name) => ({
        name,
        create(sourceContext) {
          contexts.set(name, sourceContext);
          return { name, start() {}, stop: () => Promise.resolve() };
        },
      })),
    checkSecret: ({ data }) => new Promise((settle) => checks.push({ data, settle })),
    close: () => Promise.resolve(),
  })(context);
  return {
    actor,
    sent,
    values,
    traced,
    logged,
    checks,
    source(name) {
      const found = contexts.get(name);
      if (found === undefined) throw new Error(`no source ${name}`);
      const cause = (key: string) => ({ id: found.nextChangeId(), key, atMs: 900 });
      return {
        context: found,
        put(value) {
          const key = keyOf(value);
          found.onDelta({ kind: 'upsert', key, object: value, cause: cause(key) });
        },
        take(kind, objectName) {
          const key = objectKey(kind, 'shop', objectName);
          found.onDelta({ kind: 'remove', key, cause: cause(key) });
        },
      };
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const good = { ok: true, value: { problems: [], dnsNames: ['a'] } } as const;

test('EndpointSlices go to the endpoints, everything else to the builder', (t) => {
  const { source, sent } = rig(['kubernetes']);
  source('kubernetes').put(object('EndpointSlice', 'a-1', '1', kubernetes));
  source('kubernetes').put(object('Service', 'a', '2', kubernetes));
  source('kubernetes').take('EndpointSlice', 'a-1');
  t.deepEqual(sent, [
    'endpoints + EndpointSlice/shop/a-1 1',
    'builder + Service/shop/a 2',
    'endpoints - EndpointSlice/shop/a-1',
  ]);
});

test('an object in two sources: the first source counts, and when it goes the other takes over', (t) => {
  const { source, sent, actor, logged } = rig(['kubernetes', 'filesystem']);
  const [cluster, files] = [source('kubernetes'), source('filesystem')];
  files.put(object('Service', 'a', 'file-1', file));
  cluster.put(object('Service', 'a', 'k8s-1', kubernetes));
  t.like(actor.query?.('problems', undefined), [{ code: 'DuplicateObject', object: 'Service/shop/a', source: file }]);
  t.deepEqual(logged, ['a.yaml:3: Service/shop/a: this object is also in Kubernetes, which counts']);
  files.put(object('Service', 'a', 'file-2', file));
  cluster.take('Service', 'a');
  t.deepEqual(actor.query?.('problems', undefined), []);
  files.take('Service', 'a');
  t.deepEqual(sent, [
    'builder + Service/shop/a file-1',
    'builder + Service/shop/a k8s-1',
    'builder + Service/shop/a file-2',
    'builder - Service/shop/a',
  ]);
});

test('a Secret goes on when it is checked; a newer version replaces one whose check is under way', async (t) => {
  const { source, sent, values, checks } = rig(['kubernetes']);
  source('kubernetes').put(secret('1'));
  source('kubernetes').put(secret('2'));
  checks[0]?.settle(good);
  await turn();
  t.deepEqual(sent, []);
  checks[1]?.settle(good);
  await turn();
  t.deepEqual(sent, ['builder + Secret/shop/s 2']);
  t.like(values[0], { check: good.value });
});

test('a Secret that is removed during its check does not come back', async (t) => {
  const { source, sent, checks } = rig(['kubernetes']);
  source('kubernetes').put(secret('1'));
  source('kubernetes').take('Secret', 's');
  checks[0]?.settle(good);
  await turn();
  t.deepEqual(sent, []);
});

test('a Secret whose check is lost goes on unchecked', async (t) => {
  const { source, sent, values, checks } = rig(['kubernetes']);
  source('kubernetes').put(secret('1'));
  checks[0]?.settle({ ok: false, error: { code: 'JobFailed', message: 'worker died' } });
  await turn();
  t.deepEqual(sent, ['builder + Secret/shop/s 1']);
  t.false('check' in (values[0] ?? {}));
});

test('synced goes out when every source has synced and the Secrets of that moment are checked', async (t) => {
  const { source, sent, checks, actor } = rig(['kubernetes', 'filesystem']);
  source('kubernetes').put(secret('1'));
  source('kubernetes').context.onSynced();
  source('filesystem').context.onSynced();
  await turn();
  t.deepEqual(sent, []);
  t.is(actor.query?.('ready', undefined), false);
  // A newer version of a Secret that is awaited: its check counts.
  source('kubernetes').put(secret('2'));
  checks[0]?.settle(good);
  await turn();
  t.deepEqual(sent, []);
  // One that came later is not awaited.
  source('kubernetes').put(object('Secret', 'later', '3', kubernetes, { type: 'Opaque', data: { 'ca.crt': 'x' } }));
  checks[1]?.settle(good);
  await turn();
  t.deepEqual(sent, ['builder + Secret/shop/s 2', 'builder synced', 'endpoints synced']);
  t.is(actor.query?.('ready', undefined), true);
});

test('an awaited Secret that is removed holds up nobody', (t) => {
  const { source, sent } = rig(['kubernetes']);
  source('kubernetes').put(secret('1'));
  source('kubernetes').context.onSynced();
  source('kubernetes').take('Secret', 's');
  t.deepEqual(sent, ['builder synced', 'endpoints synced']);
});

test('a problem is logged with file and line, once; then kept until its place is well again', (t) => {
  const { source, actor, logged } = rig(['filesystem']);
  const problem = {
    code: 'SchemaInvalid',
    severity: 'error',
    object: 'Service/shop/a',
    path: 'spec.ports',
    message: 'missing',
    source: file,
  } as const;
  source('filesystem').context.onProblems('a.yaml', [problem]);
  source('filesystem').context.onProblems('a.yaml', [problem]);
  t.deepEqual(actor.query?.('problems', undefined), [problem]);
  source('filesystem').context.onProblems('a.yaml', []);
  t.deepEqual(actor.query?.('problems', undefined), []);
  t.deepEqual(logged, ['a.yaml:3: Service/shop/a: spec.ports: missing', 'a.yaml: no problems any more']);
});

test('without sources there is nothing to wait for', (t) => {
  const { actor, sent } = rig([]);
  void actor.start?.();
  t.deepEqual(sent, ['builder synced', 'endpoints synced']);
});

test('every event is traced with its own change id', (t) => {
  const { source, traced } = rig(['kubernetes']);
  source('kubernetes').put(object('Service', 'a', '1', kubernetes));
  source('kubernetes').take('Service', 'a');
  t.deepEqual(
    traced.map(({ kind, detail }) => [kind, detail?.['change']]),
    [
      ['source', 'upsert'],
      ['source', 'remove'],
    ],
  );
  t.is(new Set(traced.map(({ causes }) => causes[0]?.id)).size, 2);
});

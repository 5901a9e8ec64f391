// The builder with a context of the test's own: what it waits for, what it sends where, what it says and answers.
import test from 'ava';
import { Registry } from 'prom-client';
import type { Actor, ActorContext, EdgeSender, SenderOptions } from '../../../src/actors/actor.ts';
import { createActor, type BuilderStats } from '../../../src/actors/builder/actor.ts';
import type { Batch, Cause } from '../../../src/messages/edge.ts';
import type { Config } from '../../../src/model/config.ts';
import type { HoldAnswer, HoldReport } from '../../../src/actors/builder/hold.ts';
import type { HoldRecord } from '../../../src/dag/history/hold-record.ts';
import { keyOf, objectText, type Problem, type SourceObject } from '../../../src/model/object.ts';
import { defaultCompileConfig } from '../../support/compile.ts';

interface Rig {
  readonly actor: Actor;
  readonly metrics: Registry;
  /** `edge +key`, `edge -key`, `edge synced`, in order. */
  readonly sent: string[];
  readonly lines: string[];
  state(edge: string): string[];
  /** Time passes: what is due then is done. */
  later(): void;
  /** What the keeper of holds has. */
  keep(record?: HoldRecord): void;
  batch(part: Partial<Batch<SourceObject>>, objects: readonly SourceObject[], removed?: readonly string[]): void;
}

const cause: Cause = { id: 'w1', key: 'x', atMs: 1 };

function createRig(options: { readonly holdComesLate?: boolean } = {}): Rig {
  const sent: string[] = [];
  const lines: string[] = [];
  const states = new Map<string, () => Iterable<readonly [string, unknown]>>();
  const metrics = new Registry();
  const handlers = new Map<string, (batch: Batch<never>) => unknown>();
  let seq = 0;
  const timers: (() => void)[] = [];
  const log = (level: string) => (_fields: object, line: string) => void lines.push(`${level} ${line}`);
  const context = {
    name: 'builder',
    config: defaultCompileConfig as Config,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    metrics,
    trace: { enabled: false, event() {} },
    clock: {
      nowMs: () => 0,
      dateMs: () => 0,
      setTimer: (_delayMs: number, run: () => void) => (timers.push(run), { cancel() {} }),
    },
    receive(edge: string, handler: (batch: Batch<never>) => unknown) {
      handlers.set(edge, handler);
    },
    sender<T>(edge: string, options: SenderOptions<T>): EdgeSender<T> {
      const to = edge.slice('builder>'.length);
      states.set(to, options.state);
      let isSynced = false;
      return {
        upsert: (key, _value, causes) => void sent.push(`${to} +${key}${causes.includes(cause) ? '' : ' (no cause)'}`),
        remove: (key) => void sent.push(`${to} -${key}`),
        synced() {
          if (!isSynced) sent.push(`${to} synced`);
          isSynced = true;
        },
        mark: (revision) => void sent.push(`${to} mark ${revision}`),
        depth: 0,
      };
    },
    fail(error: unknown) {
      throw error;
    },
  } as unknown as ActorContext;
  const actor = createActor(context);
  const batchOf = (upserts: Batch<unknown>['upserts']): Batch<never> =>
    ({
      kind: 'batch',
      seq: seq++,
      reset: false,
      synced: true,
      sentAtMs: 0,
      upserts,
      removals: [],
    }) as unknown as Batch<never>;
  const keep = (record?: HoldRecord): void =>
    void handlers.get('hold>builder')!(batchOf(record ? [{ key: 'record', value: record, causes: [] }] : []));
  if (!options.holdComesLate) keep();
  return {
    actor,
    keep,
    metrics,
    sent,
    lines,
    later() {
      for (const run of timers.splice(0)) run();
    },
    state: (edge) => [...states.get(edge)!()].map(([key]) => key).sort(),
    batch(part, objects, removed = []) {
      const upserts = objects.map((value) => ({ key: keyOf(value), value: objectText(value), causes: [cause] }));
      const removals = removed.map((key) => ({ key, causes: [cause] }));
      handlers.get('watcher>builder')!({ ...batchOf(upserts), removals, ...part } as Batch<never>);
    },
  };
}

function object(kind: string, name: string, spec: unknown): SourceObject {
  const metadata = {
    name,
    namespace: 'n',
    uid: name,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '',
    labels: {},
    annotations: {},
  };
  const whole = { kind, apiVersion: 'v1', metadata, source: { kind: 'kubernetes' } as const, spec };
  return whole;
}

const proxy = (name: string, service = 'web') =>
  object('HTTPProxy', name, {
    virtualhost: { fqdn: `${name}.example.com` },
    routes: [{ services: [{ name: service, port: 80 }] }],
  });
const web = object('Service', 'web', { ports: [{ name: 'http', port: 80 }] });

test('before the full state is there only translators hear, who wait for its end; then everybody does', (t) => {
  const rig = createRig();
  rig.batch({ reset: true, synced: false }, [proxy('a')]);
  t.deepEqual(
    rig.sent.filter((line) => !line.startsWith('listenerTranslator +')),
    [
      'routeTranslator +VirtualHost/ingress_http||a.example.com',
      'routeTranslator +Listener/ingress_http (no cause)',
      'routeTranslator +Listener/ingress_https (no cause)',
    ],
  );
  t.deepEqual(rig.lines, []);
  t.deepEqual(rig.state('endpoints'), []);
  t.deepEqual(rig.state('status'), []);
  t.false(rig.actor.query!('ready', undefined));
  rig.sent.length = 0;
  rig.batch({}, [web]);
  t.true(rig.actor.query!('ready', undefined));
  const changed = rig.sent.filter((line) => !line.endsWith('synced'));
  t.deepEqual(changed.sort(), [
    'clusterTranslator +Cluster/n/web/80/da39a3ee5e',
    'endpoints +EndpointGroup/n/web/http (no cause)',
    'routeTranslator +VirtualHost/ingress_http||a.example.com',
  ]);
  t.deepEqual(rig.state('status'), [], 'Envoys wait for the graph, and nobody for a status');
  rig.later();
  t.deepEqual(rig.sent.slice(-2), ['status +HTTPProxy/n/a', 'status synced']);
  t.deepEqual(
    rig.sent.filter((line) => line.endsWith('synced')).map((line) => line.split(' ')[0]),
    [
      'hold',
      'listenerTranslator',
      'routeTranslator',
      'clusterTranslator',
      'secretTranslator',
      'endpoints',
      'consul',
      'status',
    ],
  );
  t.deepEqual(rig.state('listenerTranslator'), ['Listener/ingress_http', 'Listener/ingress_https', 'Runtime/dynamic']);
  t.deepEqual(rig.state('status'), ['HTTPProxy/n/a']);
});

test('a change sends what it changes; a watcher that starts over takes away only what it no longer names', (t) => {
  const rig = createRig();
  rig.batch({ reset: true }, [proxy('a'), proxy('b'), web]);
  rig.later();
  rig.sent.length = 0;
  rig.batch({}, [proxy('a', 'other')]);
  t.deepEqual(rig.sent, ['routeTranslator +VirtualHost/ingress_http||a.example.com', 'status +HTTPProxy/n/a']);

  rig.sent.length = 0;
  rig.batch({ reset: true, synced: false }, [proxy('b')]);
  t.deepEqual(rig.sent, []);
  rig.batch({ synced: true }, [web]);
  t.deepEqual(rig.sent, ['routeTranslator -VirtualHost/ingress_http||a.example.com', 'status -HTTPProxy/n/a']);
});

test('a problem is logged once, and its end too', (t) => {
  const rig = createRig();
  rig.batch({ reset: true }, [proxy('a')]);
  rig.later();
  const said = 'warn HTTPProxy/n/a: spec.routes[0].services[0]: Service n/web not found; this service gets no requests';
  t.is(rig.lines[0], said);
  rig.batch({}, [proxy('b')]);
  t.is(rig.lines.filter((line) => line === said).length, 1);
  t.is((rig.actor.query!('problems', undefined) as Problem[]).length, 4);
  rig.batch({}, [web]);
  t.deepEqual(rig.lines.slice(-2), [
    'info HTTPProxy/n/a: no problems any more',
    'info HTTPProxy/n/b: no problems any more',
  ]);
});

test('a compile unit that fails ends nothing', (t) => {
  const rig = createRig();
  rig.batch({ reset: true }, [proxy('a'), proxy('b'), web]);
  rig.later();
  rig.sent.length = 0;
  const broken = object('HTTPProxy', 'a', { virtualhost: { fqdn: 'a.example.com' }, routes: [null] });
  rig.batch({}, [broken, proxy('b', 'other')]);
  t.true(rig.lines.some((line) => line.startsWith('error compile unit httpproxy:n/a failed')));
  t.deepEqual(rig.sent, [
    'routeTranslator +VirtualHost/ingress_http||b.example.com',
    'status +HTTPProxy/n/a',
    'status +HTTPProxy/n/b',
  ]);
  const stats = rig.actor.query!('stats', undefined) as BuilderStats;
  t.deepEqual(
    stats.failures.map((each) => each.unit),
    ['httpproxy:n/a'],
  );
  t.true(rig.state('routeTranslator').includes('VirtualHost/ingress_http||a.example.com'));
});

test('queries and metrics', async (t) => {
  const rig = createRig();
  rig.batch({ reset: true }, [proxy('a'), web]);
  const stats = rig.actor.query!('stats', undefined) as BuilderStats;
  t.deepEqual(stats.objects, { HTTPProxy: 1, Service: 1 });
  t.deepEqual(stats.vertices, { Listener: 2, Runtime: 1, VirtualHost: 1, Cluster: 1, EndpointGroup: 1 });
  t.deepEqual(rig.actor.query!('graph', undefined), ['VirtualHost/ingress_http||a.example.com']);
  const dump = rig.actor.query!('graph', 'A.example.com') as { kind: string }[];
  t.deepEqual(
    dump.map((each) => each.kind),
    ['Cluster', 'EndpointGroup', 'Listener', 'VirtualHost'],
  );
  t.throws(() => rig.actor.query!('nonsense', undefined), { message: /knows no query "nonsense"/ });
  const metrics = await rig.metrics.metrics();
  t.regex(metrics, /nuncio_builder_objects\{kind="HTTPProxy"\} 1/);
  t.regex(metrics, /nuncio_builder_vertices\{kind="VirtualHost"\} 1/);
  t.regex(metrics, /nuncio_builder_commit_seconds_count 1/);
});

test('nothing is complete before it is known what is held; what is held is compiled from the start', (t) => {
  const rig = createRig({ holdComesLate: true });
  rig.batch({ reset: true }, [proxy('a'), web]);
  t.false(rig.actor.query!('ready', undefined));
  const held = objectText(proxy('b'));
  rig.keep({
    id: 'x',
    kind: 'rollback',
    revision: 'r',
    by: 'ann',
    reason: '',
    atMs: 1,
    objects: { 'HTTPProxy/n/a': null, 'HTTPProxy/n/b': held },
  });
  t.true(rig.actor.query!('ready', undefined));
  t.deepEqual(rig.actor.query!('graph', undefined), ['VirtualHost/ingress_http||b.example.com']);
  const report = rig.actor.query!('hold', undefined) as HoldReport;
  t.deepEqual(report.pending, ['HTTPProxy/n/a', 'HTTPProxy/n/b']);
  rig.later();
  // Of what is there, that it waits; of what is not, nothing.
  t.deepEqual(rig.state('status'), ['HTTPProxy/n/a']);
});

test('held changes wait, and are told of; after a resume all is as if nothing had been held', (t) => {
  const rig = createRig();
  const run = (command: 'hold' | 'resume' | 'rollback', revision = ''): HoldAnswer =>
    rig.actor.query!('command', { command, revision, by: 'ann', reason: 'why' }) as HoldAnswer;
  t.deepEqual(run('hold'), { ok: false, mistake: 'the sources have not been read yet' });
  rig.batch({ reset: true }, [proxy('a'), web]);
  rig.later();
  t.like(run('resume'), { ok: false, mistake: 'nothing is held' });
  t.like(run('rollback'), { ok: false });
  t.like(run('rollback', 'zz'), {
    ok: false,
    mistake: 'this replica knows no revision zz; there are 1; `nuncio history` lists them',
  });
  const held = run('hold');
  t.true(held.ok);
  t.like(run('hold'), { ok: false });
  rig.sent.length = 0;
  rig.batch({}, [proxy('a', 'other'), proxy('b')], ['Service/n/web']);
  const hosts = (): unknown => rig.actor.query!('graph', undefined);
  t.deepEqual(hosts(), ['VirtualHost/ingress_http||a.example.com']);
  t.true(rig.sent.includes('clusterTranslator -Cluster/n/web/80/da39a3ee5e'), 'a Service that goes is gone');
  t.deepEqual(
    rig.sent.filter((line) => line.startsWith('status')),
    ['status +HTTPProxy/n/a (no cause)', 'status +HTTPProxy/n/b (no cause)'],
  );
  const report = rig.actor.query!('hold', undefined) as HoldReport;
  t.deepEqual(report.pending, ['HTTPProxy/n/a', 'HTTPProxy/n/b']);
  t.like(report.hold, { kind: 'hold', by: 'ann', reason: 'why' });
  t.not(report.newest, report.served);

  t.true(run('rollback', report.newest).ok);
  t.deepEqual(hosts(), ['VirtualHost/ingress_http||a.example.com', 'VirtualHost/ingress_http||b.example.com']);
  t.deepEqual((rig.actor.query!('hold', undefined) as HoldReport).pending, []);
  t.true(run('rollback').ok, 'to the one before');
  t.is((rig.actor.query!('hold', undefined) as HoldReport).served, report.served);
  t.true(run('resume').ok);
  t.deepEqual(hosts(), ['VirtualHost/ingress_http||a.example.com', 'VirtualHost/ingress_http||b.example.com']);
  t.deepEqual(
    rig.lines.filter((line) => line.includes('routing')),
    [
      'warn routing is held',
      'warn routing is rolled back',
      'warn routing is rolled back',
      'warn routing is no more held',
    ],
  );
});

// The rules of list and watch, against a real HTTP server that plays the API server, under a clock that tests move.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createKubernetesSource } from '../../../../src/sources/kubernetes/kubernetes-source.ts';
import { kinds } from '../../../../src/model/kinds/index.ts';
import { watchedKind } from '../../../../src/sources/kubernetes/watched-kind.ts';
import { isRecord } from '../../../../src/model/pick.ts';
import { createManualClock } from './manual-clock.ts';
import { isListOf, isStreamedListOf, isWatchOf, startScriptedApiServer } from './scripted-api-server.ts';
import type { ExecutionContext } from 'ava';
import type { KubernetesSource } from '../../../../src/sources/kubernetes/kubernetes-source.ts';
import type { WatchedKind } from '../../../../src/sources/kubernetes/watched-kind.ts';
import type { SourceProblem } from '../../../../src/sources/source.ts';
import type { ManualClock } from './manual-clock.ts';
import type { Exchange, ScriptedApiServer } from './scripted-api-server.ts';

const proxies = '/apis/projectcontour.io/v1/httpproxies';
const services = '/api/v1/services';

const proxyKind = watchedKind(kinds.HTTPProxy);
const serviceKind = watchedKind(kinds.Service);
const namespaceKind = watchedKind(kinds.Namespace);

/** `spec` of a root proxy. */
const host = (fqdn: string): object => ({ virtualhost: { fqdn }, routes: [{ services: [{ name: 's', port: 80 }] }] });

function proxy(name: string, resourceVersion: string, spec: unknown = host(name), rest: object = {}): object {
  return {
    kind: 'HTTPProxy',
    apiVersion: 'projectcontour.io/v1',
    metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion },
    spec,
    ...rest,
  };
}

function listOf(resourceVersion: string, items: readonly object[], token?: string): object {
  return { kind: 'List', metadata: { resourceVersion, ...(token === undefined ? {} : { continue: token }) }, items };
}

function status(code: number, reason: string, message = reason): object {
  return { kind: 'Status', code, reason, message };
}

interface Rig {
  readonly server: ScriptedApiServer;
  readonly clock: ManualClock;
  readonly source: KubernetesSource;
  /** Deltas so far, e.g. `+shop/a@7`, `-shop/a`, and `synced`. */
  readonly heard: string[];
  /** Settles when this was heard. */
  hear(what: string): Promise<void>;
  readonly problems: Map<string, readonly SourceProblem[]>;
  readonly logLines: Record<string, unknown>[];
  readonly registry: Registry;
}

async function start(
  t: ExecutionContext,
  options: {
    kinds?: readonly WatchedKind[];
    watchNamespaces?: readonly string[];
    kubeconfig?: string;
    user?: object;
    streamsLists?: boolean;
  } = {},
): Promise<Rig> {
  const server = await startScriptedApiServer(options.user, options.streamsLists);
  const clock = createManualClock();
  const heard: string[] = [];
  const waiting = new Map<string, () => void>();
  const problems = new Map<string, readonly SourceProblem[]>();
  const logLines: Record<string, unknown>[] = [];
  const registry = new Registry();
  const note = (what: string): void => {
    heard.push(what);
    waiting.get(what)?.();
  };
  let id = 0;
  const source = createKubernetesSource(
    {
      kubeconfig: options.kubeconfig ?? server.kubeconfig,
      watchNamespaces: options.watchNamespaces ?? [],
      kinds: options.kinds ?? [proxyKind],
      log: pino(
        { level: 'debug' },
        { write: (line: string) => void logLines.push(JSON.parse(line) as Record<string, unknown>) },
      ),
      metrics: registry,
      // Delays become 0.8 of the longest, which no other timer has.
      random: () => 0.6,
    },
    {
      clock,
      nextChangeId: () => `w1-${(id += 1)}`,
      onDelta(delta) {
        const [, namespace, name] = delta.key.split('/');
        t.is(delta.cause.key, delta.key);
        note(
          delta.kind === 'upsert'
            ? `+${namespace}/${name}@${delta.object.metadata.resourceVersion}`
            : `-${namespace}/${name}`,
        );
      },
      onProblems(place, list) {
        if (list.length === 0) problems.delete(place);
        else problems.set(place, list);
        note(`problems ${place} ${list.length}`);
      },
      onSynced: () => note('synced'),
    },
  );
  t.teardown(async () => {
    await source.stop();
    await server.close();
    if (clock.delays.length > 0) throw new Error(`timers left after stop: ${clock.delays.join(', ')} ms`);
  });
  source.start();
  return {
    server,
    clock,
    source,
    heard,
    problems,
    logLines,
    registry,
    hear: (what) => (heard.includes(what) ? Promise.resolve() : new Promise((resolve) => waiting.set(what, resolve))),
  };
}

const deltas = (rig: Rig): string[] => rig.heard.filter((what) => what.startsWith('+') || what.startsWith('-'));

async function untilWatching(
  rig: Rig,
  items: readonly object[] = [proxy('a', '1')],
  resourceVersion = '10',
): Promise<Exchange> {
  (await rig.server.take(isListOf(proxies))).answer(200, listOf(resourceVersion, items));
  const watch = await rig.server.take(isWatchOf(proxies));
  watch.open();
  return watch;
}

async function metric(rig: Rig, name: string, labels: Record<string, string>): Promise<number> {
  const found = await rig.registry.getSingleMetric(name)?.get();
  const value = found?.values.find((each) =>
    Object.entries(labels).every(([label, wanted]) => each.labels[label] === wanted),
  );
  return value?.value ?? 0;
}

test('lists page by page, then watches from the version of the list', async (t) => {
  const rig = await start(t);
  const first = await rig.server.take(isListOf(proxies));
  t.is(first.query.get('limit'), '500');
  t.is(first.query.get('continue'), null);
  t.is(first.headers.authorization, 'Bearer secret-token');
  first.answer(200, listOf('10', [proxy('a', '1'), proxy('b', '2')], 'next'));
  const second = await rig.server.take(isListOf(proxies));
  t.is(second.query.get('continue'), 'next');
  t.deepEqual(
    rig.heard,
    ['+shop/a@1', '+shop/b@2'],
    'a page is given on before the next is there, and not called complete',
  );
  second.answer(200, listOf('10', [proxy('c', '3')]));
  const watch = await rig.server.take(isWatchOf(proxies));
  t.deepEqual(
    rig.heard.filter((what) => !what.startsWith('problems')),
    ['+shop/a@1', '+shop/b@2', '+shop/c@3', 'synced'],
  );
  t.is(watch.query.get('resourceVersion'), '10');
  t.is(watch.query.get('allowWatchBookmarks'), 'true');
  const seconds = Number(watch.query.get('timeoutSeconds'));
  t.true(seconds >= 240 && seconds <= 480);
});

test('events are applied in order; the version moves on with events and bookmarks', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.line({ type: 'ADDED', object: proxy('b', '11') });
  watch.line({ type: 'MODIFIED', object: proxy('a', '12', host('other')) });
  watch.line({ type: 'DELETED', object: proxy('b', '13') });
  watch.line({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '20' } } });
  watch.end();
  const next = await rig.server.take(isWatchOf(proxies));
  t.is(next.query.get('resourceVersion'), '20', 'the regular end of a watch is followed by another at once');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/b@11', '+shop/a@12', '-shop/b']);
  t.is(await metric(rig, 'nuncio_kubernetes_watch_restarts_total', { kind: 'HTTPProxy', reason: 'closed' }), 1);
  t.is(await metric(rig, 'nuncio_kubernetes_objects', { kind: 'HTTPProxy' }), 1);
});

test('a change of what is stripped (status) is no change', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.line({ type: 'MODIFIED', object: proxy('a', '11', host('a'), { status: { currentStatus: 'valid' } }) });
  watch.line({ type: 'MODIFIED', object: proxy('a', '12', host('b')) });
  await rig.hear('+shop/a@12');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/a@12']);
  watch.end();
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '12');
});

test('410 as an event: lists anew, gives what changed, removes what is gone', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig, [proxy('a', '1'), proxy('b', '2'), proxy('c', '3')]);
  watch.line({ type: 'ERROR', object: status(410, 'Expired', 'too old resource version') });
  (await rig.server.take(isListOf(proxies))).answer(
    200,
    listOf('50', [proxy('a', '1'), proxy('b', '40', host('new'))]),
  );
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '50');
  t.deepEqual(deltas(rig).slice(3), ['+shop/b@40', '-shop/c']);
});

test('410 as the answer to a watch lists anew', async (t) => {
  const rig = await start(t);
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('10', []));
  (await rig.server.take(isWatchOf(proxies))).answer(410, status(410, 'Expired'));
  t.truthy(await rig.server.take(isListOf(proxies)));
});

test('a continue token that has expired starts the list over', async (t) => {
  const rig = await start(t);
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('10', [proxy('a', '1'), proxy('gone', '2')], 'next'));
  (await rig.server.take(isListOf(proxies))).answer(410, status(410, 'Expired', 'continue token is too old'));
  const again = await rig.server.take(isListOf(proxies));
  t.is(again.query.get('continue'), null);
  t.false(rig.heard.includes('synced'));
  again.answer(200, listOf('20', [proxy('a', '1')]));
  await rig.hear('synced');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/gone@2', '-shop/gone']);
});

test('a connection that breaks within a line: reported, and the watch goes on from the event before', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.line({ type: 'ADDED', object: proxy('b', '11') });
  await rig.hear('+shop/b@11');
  watch.text('{"type":"ADDED","object":{"meta');
  watch.end();
  const next = await rig.server.take(isWatchOf(proxies));
  t.is(next.query.get('resourceVersion'), '11');
  t.is(await metric(rig, 'nuncio_kubernetes_lost_lines_total', { problem: 'partial' }), 1);
});

test('a line that is no JSON is reported and leads to a new list, since an event is lost', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.text('{"type":"MODIFIED","obj\n');
  await rig.clock.timerBetween(50, 100);
  rig.clock.advance(100);
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('20', [proxy('a', '19', host('x'))]));
  await rig.hear('+shop/a@19');
  t.is(await metric(rig, 'nuncio_kubernetes_lost_lines_total', { problem: 'unreadable' }), 1);
  t.true(rig.logLines.some((line) => line['level'] === 40 && String(line['msg']).includes('no event in JSON')));
});

test('a lost connection comes back with jittered back-off, for ever, and from the same version', async (t) => {
  const rig = await start(t);
  let watch = await untilWatching(rig);
  let expected = 100;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    watch.cut();
    const delayMs = await rig.clock.timerBetween(expected * 0.8, expected * 0.8);
    t.is(rig.source.states()[0]?.phase, 'failing');
    rig.clock.advance(delayMs);
    watch = await rig.server.take(isWatchOf(proxies));
    t.is(watch.query.get('resourceVersion'), '10');
    expected = Math.min(30_000, expected * 2);
  }
  t.true(rig.problems.has('server'));
  watch.open();
  watch.line({ type: 'ADDED', object: proxy('b', '11') });
  await rig.hear('+shop/b@11');
  t.false(rig.problems.has('server'));
  t.is(rig.source.states()[0]?.phase, 'watching');
  t.deepEqual(
    rig.heard.filter((what) => what.startsWith('problems server')),
    ['problems server 1', 'problems server 0'],
    'said once, not at each attempt',
  );
  // A watch that has lived for a while starts the back-off over.
  rig.clock.advance(11_000);
  watch.cut();
  t.is(await rig.clock.timerBetween(50, 100), 80);
});

test('when the server is back for one kind, the others do not wait for the end of their back-off', async (t) => {
  const rig = await start(t, { kinds: [proxyKind, serviceKind] });
  (await rig.server.take(isListOf(services))).answer(200, listOf('10', []));
  let serviceWatch = await rig.server.take(isWatchOf(services));
  serviceWatch.open();
  let watch = await untilWatching(rig);
  for (let expected = 80; expected < 10_000; expected *= 2) {
    watch.cut();
    serviceWatch.cut();
    await rig.clock.timerBetween(expected, expected);
    while (rig.clock.delays.filter((delayMs) => delayMs === expected).length < 2) await new Promise(setImmediate);
    rig.clock.advance(expected);
    watch = await rig.server.take(isWatchOf(proxies));
    serviceWatch = await rig.server.take(isWatchOf(services));
  }
  watch.cut();
  await rig.clock.timerBetween(10_240, 10_240);
  serviceWatch.open();
  rig.clock.advance(await rig.clock.timerBetween(300, 300));
  watch = await rig.server.take(isWatchOf(proxies));
  // It was told once; from here it waits as long as it must, from the beginning.
  watch.cut();
  t.is(await rig.clock.timerBetween(80, 80), 80);
});

test('a watch that goes silent is given up and started again', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.line({ type: 'ADDED', object: proxy('b', '11') });
  await rig.hear('+shop/b@11');
  rig.clock.advance(151_000);
  await watch.closed;
  await rig.clock.timerBetween(50, 100);
  rig.clock.advance(100);
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '11');
});

test('a server that accepts and never answers is given up', async (t) => {
  const rig = await start(t);
  const list = await rig.server.take(isListOf(proxies));
  rig.clock.advance(31_000);
  await list.closed;
  await rig.clock.timerBetween(50, 100);
  rig.clock.advance(100);
  t.truthy(await rig.server.take(isListOf(proxies)));
  t.false(rig.heard.includes('synced'));
});

test('errors of the first list keep the source unsynced; Retry-After is honoured', async (t) => {
  const rig = await start(t);
  (await rig.server.take(isListOf(proxies))).answer(503, status(503, 'ServiceUnavailable'), { 'retry-after': '7' });
  t.is(await rig.clock.timerBetween(1_000, 20_000), 7_000);
  t.is(rig.problems.get('HTTPProxy')?.[0]?.code, 'KindUnreadable');
  t.false(rig.heard.includes('synced'));
  rig.clock.advance(7_000);
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('10', []));
  await rig.hear('synced');
  t.is(rig.problems.size, 0);
});

test('an answer that is no list is an error, not an empty list', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.line({ type: 'ERROR', object: status(410, 'Expired') });
  (await rig.server.take(isListOf(proxies))).answer(200, { hello: 'from a proxy' });
  await rig.clock.timerBetween(50, 200);
  t.deepEqual(deltas(rig), ['+shop/a@1']);
});

test('a forbidden kind holds up nobody', async (t) => {
  const rig = await start(t, { kinds: [proxyKind, serviceKind] });
  (await rig.server.take(isListOf(proxies))).answer(403, status(403, 'Forbidden', 'cannot list'));
  (await rig.server.take(isListOf(services))).answer(200, listOf('10', []));
  await rig.hear('synced');
  t.is(rig.source.states().find(({ kind }) => kind === 'Service')?.phase, 'watching');
});

test('a forbidden kind is reported once and tried again slowly', async (t) => {
  const rig = await start(t);
  (await rig.server.take(isListOf(proxies))).answer(403, status(403, 'Forbidden', 'cannot list'));
  await rig.hear('synced');
  t.is(rig.source.states().find(({ kind }) => kind === 'HTTPProxy')?.phase, 'forbidden');
  t.is(rig.problems.get('HTTPProxy')?.[0]?.code, 'KindForbidden');
  for (const longest of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    t.is(await rig.clock.timerBetween(longest * 0.8, longest * 0.8), longest * 0.8);
    rig.clock.advance(longest);
    (await rig.server.take(isListOf(proxies))).answer(403, status(403, 'Forbidden', 'cannot list'));
  }
  t.is(rig.heard.filter((what) => what === 'problems HTTPProxy 1').length, 1);
  await rig.clock.timerBetween(48_000, 48_000);
  rig.clock.advance(60_000);
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('11', [proxy('a', '1')]));
  await rig.hear('+shop/a@1');
  await rig.server.take(isWatchOf(proxies));
  t.is(rig.problems.size, 0);
});

test('permission that is taken away later leaves what was read', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.end();
  rig.clock.advance(0);
  await rig.clock.timerBetween(50, 100);
  rig.clock.advance(100);
  (await rig.server.take(isWatchOf(proxies))).answer(403, status(403, 'Forbidden'));
  await rig.hear('problems HTTPProxy 1');
  rig.clock.advance(await rig.clock.timerBetween(4_000, 4_000));
  (await rig.server.take(isListOf(proxies))).answer(403, status(403, 'Forbidden'));
  await rig.clock.timerBetween(8_000, 8_000);
  t.deepEqual(deltas(rig), ['+shop/a@1']);
});

test('a kind that may be listed and not watched is forbidden, and not listed all the time', async (t) => {
  const rig = await start(t);
  for (let times = 0; times < 2; times += 1) {
    (await rig.server.take(isListOf(proxies))).answer(200, listOf('10', [proxy('a', '1')]));
    (await rig.server.take(isWatchOf(proxies))).answer(403, status(403, 'Forbidden', 'cannot watch'));
    const delayMs = await rig.clock.timerBetween(4_000, 4_000);
    t.is(rig.problems.get('HTTPProxy')?.[0]?.code, 'KindForbidden');
    rig.clock.advance(delayMs);
  }
  t.deepEqual(deltas(rig), ['+shop/a@1']);
});

test('a kind whose CRD is not installed counts as synced, and is read when it appears', async (t) => {
  const rig = await start(t);
  (await rig.server.take(isListOf(proxies))).answer(404, status(404, 'NotFound'));
  await rig.hear('synced');
  t.is(rig.source.states()[0]?.phase, 'missing');
  const discovery = (exchange: Exchange): boolean => exchange.path === '/apis/projectcontour.io/v1';
  for (const longest of [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
    t.is(await rig.clock.timerBetween(longest * 0.8, longest * 0.8), longest * 0.8);
    rig.clock.advance(longest);
    (await rig.server.take(discovery)).answer(404, status(404, 'NotFound'));
  }
  await rig.clock.timerBetween(8_000, 8_000);
  rig.clock.advance(10_000);
  (await rig.server.take(discovery)).answer(200, {
    kind: 'APIResourceList',
    resources: [{ name: 'httpproxies' }, { name: 'httpproxies/status' }],
  });
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('10', [proxy('a', '1')]));
  await rig.hear('+shop/a@1');
  t.is(rig.problems.size, 0);
});

test('a kind that the server has only in an older version is read in that one', async (t) => {
  const grants = (version: string) => `/apis/gateway.networking.k8s.io/${version}/referencegrants`;
  const grant = {
    metadata: { name: 'a', namespace: 'shop', uid: 'u', resourceVersion: '1' },
    spec: { from: [], to: [] },
  };
  const rig = await start(t, { kinds: [watchedKind(kinds.ReferenceGrant)] });
  (await rig.server.take(isListOf(grants('v1')))).answer(404, status(404, 'NotFound'));
  (await rig.server.take(isListOf(grants('v1beta1')))).answer(404, status(404, 'NotFound'));
  await rig.hear('synced');
  t.is(rig.source.states()[0]?.phase, 'missing');

  await rig.clock.timerBetween(800, 800);
  await rig.clock.timerBetween(800, 800);
  rig.clock.advance(1_000);
  const isDiscovery = (version: string) => (exchange: Exchange) =>
    exchange.path === `/apis/gateway.networking.k8s.io/${version}`;
  const resources = { kind: 'APIResourceList', resources: [{ name: 'referencegrants' }] };
  (await rig.server.take(isDiscovery('v1beta1'))).answer(200, resources);
  (await rig.server.take(isListOf(grants('v1')))).answer(404, status(404, 'NotFound'));
  (await rig.server.take(isListOf(grants('v1beta1')))).answer(200, listOf('10', [grant]));
  await rig.hear('+shop/a@1');
  await rig.server.take(isWatchOf(grants('v1beta1')));
});

test('a CRD that is deleted takes its objects along, but only when it is gone for sure', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.cut();
  await rig.clock.timerBetween(50, 100);
  rig.clock.advance(100);
  (await rig.server.take(isWatchOf(proxies))).answer(404, status(404, 'NotFound'));
  rig.clock.advance(await rig.clock.timerBetween(160, 160));
  (await rig.server.take(isListOf(proxies))).answer(404, status(404, 'NotFound'));
  await rig.clock.timerBetween(1_000, 1_000);
  t.deepEqual(deltas(rig), ['+shop/a@1']);
  rig.clock.advance(1_000);
  (await rig.server.take(isListOf(proxies))).answer(404, status(404, 'NotFound'));
  await rig.hear('-shop/a');
  t.is(rig.source.states()[0]?.phase, 'missing');
});

test('a 404 for a core kind is an error: whatever answered is no API server', async (t) => {
  const rig = await start(t, { kinds: [serviceKind] });
  (await rig.server.take(isListOf(services))).answer(404, status(404, 'NotFound'));
  await rig.clock.timerBetween(50, 100);
  t.false(rig.heard.includes('synced'));
});

test('watched namespaces: one list and watch each, and only these Namespace objects', async (t) => {
  const rig = await start(t, { kinds: [serviceKind, namespaceKind], watchNamespaces: ['shop', 'blog'] });
  for (const namespace of ['shop', 'blog']) {
    (await rig.server.take(isListOf(`/api/v1/namespaces/${namespace}/services`))).answer(200, listOf('10', []));
    const list = await rig.server.take(
      (exchange) => exchange.query.get('fieldSelector') === `metadata.name=${namespace}`,
    );
    t.is(list.path, '/api/v1/namespaces');
    t.false(rig.heard.includes('synced'));
    list.answer(200, listOf('10', []));
  }
  await rig.hear('synced');
});

test("a kind's field selector goes along with list and watch", async (t) => {
  const rig = await start(t, { kinds: [{ ...serviceKind, fieldSelector: 'type!=x,type!=y' }] });
  const list = await rig.server.take(isListOf(services));
  t.is(list.query.get('fieldSelector'), 'type!=x,type!=y');
  list.answer(200, listOf('10', []));
  t.is((await rig.server.take(isWatchOf(services))).query.get('fieldSelector'), 'type!=x,type!=y');
});

test('pages of big objects get smaller', async (t) => {
  const rig = await start(t);
  const big = 'x'.repeat(8 << 20);
  (await rig.server.take(isListOf(proxies))).answer(
    200,
    listOf('10', [proxy('a', '1', host('a'), { status: big })], 'next'),
  );
  const second = await rig.server.take(isListOf(proxies));
  t.is(second.query.get('limit'), '124');
  second.answer(200, listOf('10', []));
});

test('a kubeconfig that is not there is a problem that goes on being tried', async (t) => {
  const rig = await start(t, { kubeconfig: '/nonexistent/kubeconfig' });
  await rig.hear('problems server 1');
  t.regex(rig.problems.get('server')?.[0]?.message ?? '', /\/nonexistent\/kubeconfig/);
  t.is(await rig.clock.timerBetween(50, 100), 80);
});

test('after a 401 the credentials are read anew', async (t) => {
  const rig = await start(t);
  const first = await rig.server.take(isListOf(proxies));
  const config: unknown = JSON.parse(await readFile(rig.server.kubeconfig, 'utf8'));
  t.true(isRecord(config));
  await writeFile(rig.server.kubeconfig, JSON.stringify(config).replace('secret-token', 'new-token'));
  first.answer(401, status(401, 'Unauthorized'));
  await rig.clock.timerBetween(50, 100);
  rig.clock.advance(100);
  t.is((await rig.server.take(isListOf(proxies))).headers.authorization, 'Bearer new-token');
});

test('an object that its CRD let through but that can not be used is reported; its last good version stays', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig);
  watch.line({ type: 'MODIFIED', object: proxy('a', '11', { routes: 'none' }) });
  await rig.hear('problems HTTPProxy/shop/a 1');
  t.is(rig.problems.get('HTTPProxy/shop/a')?.[0]?.path, 'spec.routes');
  watch.line({ type: 'ADDED', object: proxy('b', '12', { routes: 'none' }) });
  watch.line({ type: 'DELETED', object: proxy('b', '13', { routes: 'none' }) });
  watch.line({ type: 'MODIFIED', object: proxy('a', '14', host('b')) });
  await rig.hear('+shop/a@14');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/a@14']);
  t.is(rig.problems.size, 0);
});

test('a policy that protects and was never valid closes what it is for; once there is a good version, that stays', async (t) => {
  const rig = await start(t, { kinds: [watchedKind(kinds.TrafficPolicy)] });
  const path = '/apis/nuncio.dev/v1alpha1/trafficpolicies';
  const policy = (version: string, ipRules: unknown): object => ({
    apiVersion: 'nuncio.dev/v1alpha1',
    kind: 'TrafficPolicy',
    metadata: { name: 'p', namespace: 'shop', resourceVersion: version },
    spec: { ipRules, ...(ipRules === null && { retry: 'none' }) },
  });
  (await rig.server.take(isListOf(path))).answer(200, listOf('10', [policy('1', 'all')]));
  const watch = await rig.server.take(isWatchOf(path));
  watch.open();
  await rig.hear('problems TrafficPolicy/shop/p 1');
  // It no longer says that it protects, then it does again.
  watch.line({ type: 'MODIFIED', object: policy('2', null) });
  watch.line({ type: 'MODIFIED', object: policy('3', 'none') });
  await rig.hear('+shop/p@3');
  watch.line({ type: 'MODIFIED', object: policy('11', { deny: [{ source: 'Peer', cidr: '192.0.2.1' }] }) });
  await rig.hear('+shop/p@11');
  watch.line({ type: 'MODIFIED', object: policy('12', { deny: 'all' }) });
  await rig.hear('problems TrafficPolicy/shop/p 1');
  watch.line({ type: 'DELETED', object: policy('13', {}) });
  watch.line({ type: 'ADDED', object: policy('14', 'none') });
  await rig.hear('+shop/p@14');
  t.deepEqual(deltas(rig), ['+shop/p@1', '-shop/p', '+shop/p@3', '+shop/p@11', '-shop/p', '+shop/p@14']);
});

test('what was good of an object counts no more for one of its name that was made after it', async (t) => {
  const rig = await start(t, { kinds: [watchedKind(kinds.TrafficPolicy), proxyKind] });
  const path = '/apis/nuncio.dev/v1alpha1/trafficpolicies';
  const policy = (uid: string, version: string, spec: object): object => ({
    apiVersion: 'nuncio.dev/v1alpha1',
    kind: 'TrafficPolicy',
    metadata: { name: 'p', namespace: 'shop', uid, resourceVersion: version },
    spec,
  });
  const other = (version: string) =>
    proxy('a', version, { routes: 'none' }, { metadata: { ...made, resourceVersion: version } });
  const made = { name: 'a', namespace: 'shop', uid: 'another' };
  const [policies, all] = [await rig.server.take(isListOf(path)), await rig.server.take(isListOf(proxies))];
  policies.answer(200, listOf('10', [policy('1', '1', { retry: { count: 1 } })]));
  all.answer(200, listOf('10', [proxy('a', '2')]));
  (await rig.server.take(isWatchOf(path))).answer(410, status(410, 'Expired'));
  (await rig.server.take(isWatchOf(proxies))).answer(410, status(410, 'Expired'));
  (await rig.server.take(isListOf(path))).answer(200, listOf('20', [policy('2', '11', { ipRules: 'all' })]));
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('20', [other('12')]));
  await Promise.all([rig.hear('+shop/p@11'), rig.hear('-shop/a')]);
  t.deepEqual(deltas(rig).slice(2).sort(), ['+shop/p@11', '-shop/a', '-shop/p']);
  t.deepEqual([...rig.problems.keys()].sort(), ['HTTPProxy/shop/a', 'TrafficPolicy/shop/p']);
});

test('versions that go back (etcd restored from a backup) lead to a new list that trusts no version', async (t) => {
  const rig = await start(t);
  const watch = await untilWatching(rig, [proxy('a', '1')], '1000');
  watch.line({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '500' } } });
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('501', [proxy('a', '1', host('restored'))]));
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '501');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/a@1']);
});

test('a server that answers watches only with errors is listed anew', async (t) => {
  const rig = await start(t);
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('10', [proxy('a', '1')]));
  for (let longest = 100; longest <= 1_600; longest *= 2) {
    (await rig.server.take(isWatchOf(proxies))).answer(504, status(504, 'Timeout', 'Too large resource version'));
    await rig.clock.timerBetween(longest * 0.8, longest * 0.8);
    rig.clock.advance(longest);
  }
  (await rig.server.take(isListOf(proxies))).answer(200, listOf('9', [proxy('a', '1')]));
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '9');
});

test('an exec plugin gives the token, and runs once for all who start together', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-test-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const count = join(folder, 'count');
  const plugin = `
    require('node:fs').appendFileSync(process.env.COUNT, 'x');
    console.log(JSON.stringify({ kind: 'ExecCredential', status: { token: 'from-plugin' } }));`;
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', plugin],
    env: [{ name: 'COUNT', value: count }],
  };
  const rig = await start(t, { kinds: [proxyKind, serviceKind], user: { exec } });
  for (const path of [proxies, services]) {
    const list = await rig.server.take(isListOf(path));
    t.is(list.headers.authorization, 'Bearer from-plugin');
    list.answer(200, listOf('10', []));
  }
  await rig.hear('synced');
  t.is(await readFile(count, 'utf8'), 'x');
});

const added = (object: object): object => ({ type: 'ADDED', object });
const bookmark = (resourceVersion: string, annotations?: object): object => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion, ...(annotations && { annotations }) } },
});
const listEnd = (resourceVersion: string): object => bookmark(resourceVersion, { 'k8s.io/initial-events-end': 'true' });

/** Opens the next streamed list and tells these; without `endVersion` it has not come to its end. */
async function stream(rig: Rig, items: readonly object[], endVersion?: string): Promise<Exchange> {
  const watch = await rig.server.take(isStreamedListOf(proxies));
  watch.open();
  for (const item of items) watch.line(added(item));
  if (endVersion !== undefined) watch.line(listEnd(endVersion));
  return watch;
}

test('a watch that begins with all there is: complete at its bookmark, and goes on as a watch', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const watch = await rig.server.take(isStreamedListOf(proxies));
  t.deepEqual(Object.fromEntries(watch.query), {
    watch: 'true',
    allowWatchBookmarks: 'true',
    timeoutSeconds: watch.query.get('timeoutSeconds') ?? '',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
  });
  watch.open();
  for (const [name, version] of [
    ['b', '7'],
    ['a', '3'],
    ['gone', '4'],
  ] as const)
    watch.line(added(proxy(name, version)));
  // What happens before the end of the list may be told in it.
  watch.line({ type: 'DELETED', object: proxy('gone', '11') });
  watch.line(bookmark('12'));
  watch.line(bookmark('12', { other: 'true' }));
  watch.line(added(proxy('c', '1')));
  await rig.hear('+shop/c@1');
  t.false(rig.heard.includes('synced'));
  t.is(rig.source.states()[0]?.phase, 'listing');

  watch.line(listEnd('12'));
  await rig.hear('synced');
  t.is(rig.source.states()[0]?.phase, 'watching');
  t.is(await metric(rig, 'nuncio_kubernetes_objects', { kind: 'HTTPProxy' }), 3);
  watch.line({ type: 'MODIFIED', object: proxy('a', '13', host('other')) });
  await rig.hear('+shop/a@13');
  watch.line({ type: 'DELETED', object: proxy('b', '14') });
  await rig.hear('-shop/b');
  t.deepEqual(deltas(rig), [
    '+shop/b@7',
    '+shop/a@3',
    '+shop/gone@4',
    '-shop/gone',
    '+shop/c@1',
    '+shop/a@13',
    '-shop/b',
  ]);
  t.is(rig.server.waiting.length, 0, 'one request was enough');
});

test('after a streamed list the watch is resumed where it was, and where the list ended at first', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const list = await stream(rig, [proxy('b', '7'), proxy('a', '3')], '12');
  await rig.hear('synced');
  list.end();
  // It ended without a word since the list, as a watch that ends at once.
  rig.clock.advance(await rig.clock.timerBetween(80, 80));
  const watch = await rig.server.take(isWatchOf(proxies));
  t.is(watch.query.get('resourceVersion'), '12');
  watch.open();
  watch.line(bookmark('20'));
  watch.end();
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '20');
  t.deepEqual(deltas(rig), ['+shop/b@7', '+shop/a@3']);
});

test('a streamed list after 410 removes what is gone, at its end', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const first = await stream(rig, [proxy('a', '1'), proxy('b', '2'), proxy('c', '3')], '10');
  await rig.hear('synced');
  first.line({ type: 'ERROR', object: status(410, 'Expired', 'too old resource version') });
  const second = await stream(rig, [proxy('a', '1'), proxy('b', '40', host('new'))]);
  await rig.hear('+shop/b@40');
  t.is(deltas(rig).length, 4, 'c may come yet');
  second.line(listEnd('50'));
  await rig.hear('-shop/c');
  t.deepEqual(deltas(rig).slice(3), ['+shop/b@40', '-shop/c']);
  t.is(await metric(rig, 'nuncio_kubernetes_watch_restarts_total', { kind: 'HTTPProxy', reason: 'expired' }), 1);
});

test('a streamed list that takes long does not make its watch a good one', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const expired = { type: 'ERROR', object: status(410, 'Expired') };
  for (const delayMs of [0, 0, 160]) {
    if (delayMs > 0) rig.clock.advance(await rig.clock.timerBetween(delayMs, delayMs));
    const list = await stream(rig, [proxy('a', '1')]);
    await rig.hear('+shop/a@1');
    rig.clock.advance(20_000);
    list.line(listEnd('10'));
    list.line(expired);
  }
  t.is(await rig.clock.timerBetween(320, 320), 320);
});

test('a streamed list that is cut is begun anew after a pause: nothing is lost or taken away before its end', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const first = await stream(rig, [proxy('a', '1'), proxy('b', '2')]);
  await rig.hear('+shop/b@2');
  first.cut();
  rig.clock.advance(await rig.clock.timerBetween(80, 80));
  const second = await stream(rig, [proxy('a', '1')]);
  second.cut();
  await rig.clock.timerBetween(160, 160);
  t.deepEqual(rig.heard, ['+shop/a@1', '+shop/b@2', 'problems server 1']);
  rig.clock.advance(160);
  await stream(rig, [proxy('c', '3'), proxy('a', '1')], '10');
  await rig.hear('synced');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/b@2', '+shop/c@3', '-shop/b']);
  t.is(rig.problems.size, 0);
});

test('streamed lists that are cut each time give way to pages', async (t) => {
  const rig = await start(t, { streamsLists: true });
  for (let delayMs = 80; delayMs <= 1_280; delayMs *= 2) {
    (await stream(rig, [proxy('a', '1')])).cut();
    rig.clock.advance(await rig.clock.timerBetween(delayMs, delayMs));
  }
  t.truthy(await rig.server.take(isListOf(proxies)));
});

test('a server that is not there is asked for a streamed list again, however long it takes to come', async (t) => {
  const rig = await start(t, { streamsLists: true });
  for (let delayMs = 80; delayMs <= 10_240; delayMs *= 2) {
    (await rig.server.take(isStreamedListOf(proxies))).cut();
    rig.clock.advance(await rig.clock.timerBetween(delayMs, delayMs));
  }
  t.truthy(await rig.server.take(isStreamedListOf(proxies)));
});

test('a server that refuses streamed lists is asked for pages, at once and from then on', async (t) => {
  for (const [code, reason] of [
    [400, 'BadRequest'],
    [422, 'Invalid'],
  ] as const) {
    const rig = await start(t, { streamsLists: true });
    (await rig.server.take(isStreamedListOf(proxies))).answer(code, status(code, reason));
    const watch = await untilWatching(rig);
    t.true(rig.heard.includes('synced'));
    t.false(rig.heard.includes('problems HTTPProxy 1'));
    watch.line({ type: 'ERROR', object: status(410, 'Expired') });
    t.truthy(await rig.server.take(isListOf(proxies)));
  }
});

test('what a server refuses in pages too is told', async (t) => {
  const rig = await start(t, { streamsLists: true });
  for (const isList of [isStreamedListOf, isListOf])
    (await rig.server.take(isList(proxies))).answer(400, status(400, 'BadRequest', 'no such field label'));
  await rig.clock.timerBetween(80, 80);
  t.is(rig.problems.get('HTTPProxy')?.[0]?.code, 'KindUnreadable');
  t.regex(rig.problems.get('HTTPProxy')?.[0]?.message ?? '', /no such field label/);
  t.false(rig.heard.includes('synced'));
});

test('a streamed list that goes silent before its end gives way to pages', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const list = await stream(rig, [proxy('a', '1'), proxy('gone', '2')]);
  await rig.hear('+shop/gone@2');
  rig.clock.advance(29_000);
  list.line(added(proxy('b', '3')));
  await rig.hear('+shop/b@3');
  rig.clock.advance(29_000);
  t.is(rig.source.states()[0]?.phase, 'listing', 'it is not silent yet');
  rig.clock.advance(1_000);
  await list.closed;
  rig.clock.advance(await rig.clock.timerBetween(80, 80));
  await untilWatching(rig, [proxy('a', '1'), proxy('b', '3')]);
  await rig.hear('synced');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/gone@2', '+shop/b@3', '-shop/gone']);
});

test('once its list is complete, a watch may be silent as long as any other', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const watch = await stream(rig, [proxy('a', '1')], '10');
  await rig.hear('synced');
  rig.clock.advance(149_000);
  t.is(rig.source.states()[0]?.phase, 'watching');
  watch.line(added(proxy('b', '11')));
  await rig.hear('+shop/b@11');
  rig.clock.advance(151_000);
  await watch.closed;
  rig.clock.advance(await rig.clock.timerBetween(80, 80));
  t.is((await rig.server.take(isWatchOf(proxies))).query.get('resourceVersion'), '11');
});

test('a streamed list that is never answered, ends before its end or is no JSON gives way to pages', async (t) => {
  for (const spoil of [
    (rig: Rig) => rig.clock.advance(30_000),
    (_: Rig, list: Exchange) => list.answer(200, { hello: 'from a proxy' }),
    (_: Rig, list: Exchange) => {
      list.open();
      list.line(added(proxy('a', '1')));
      list.end();
    },
    (_: Rig, list: Exchange) => {
      list.open();
      list.text('{"type":"ADDED","obj\n');
    },
  ]) {
    const rig = await start(t, { streamsLists: true });
    spoil(rig, await rig.server.take(isStreamedListOf(proxies)));
    rig.clock.advance(await rig.clock.timerBetween(80, 80));
    t.false(rig.heard.includes('synced'));
    await untilWatching(rig);
    await rig.hear('synced');
    t.deepEqual(deltas(rig), ['+shop/a@1']);
  }
});

test('errors of a streamed list keep the source unsynced; Retry-After is honoured', async (t) => {
  const rig = await start(t, { streamsLists: true });
  (await rig.server.take(isStreamedListOf(proxies))).answer(429, status(429, 'TooManyRequests'), {
    'retry-after': '7',
  });
  rig.clock.advance(await rig.clock.timerBetween(7_000, 7_000));
  const list = await rig.server.take(isStreamedListOf(proxies));
  list.open();
  list.line({ type: 'ERROR', object: status(500, 'InternalError') });
  await rig.hear('problems HTTPProxy 1');
  t.is(rig.problems.get('HTTPProxy')?.[0]?.code, 'KindUnreadable');
  t.false(rig.heard.includes('synced'));
  rig.clock.advance(await rig.clock.timerBetween(160, 160));
  await stream(rig, [], '10');
  await rig.hear('synced');
  t.is(rig.problems.size, 0);
});

test('after a 401 of a streamed list the credentials are read anew', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const first = await rig.server.take(isStreamedListOf(proxies));
  const config = await readFile(rig.server.kubeconfig, 'utf8');
  await writeFile(rig.server.kubeconfig, config.replace('secret-token', 'new-token'));
  first.answer(401, status(401, 'Unauthorized'));
  rig.clock.advance(await rig.clock.timerBetween(80, 80));
  t.is((await rig.server.take(isStreamedListOf(proxies))).headers.authorization, 'Bearer new-token');
});

test('a kind whose streamed list is forbidden holds up nobody, is reported once and read when it may be', async (t) => {
  const rig = await start(t, { streamsLists: true });
  for (const delayMs of [4_000, 8_000, 16_000]) {
    (await rig.server.take(isStreamedListOf(proxies))).answer(403, status(403, 'Forbidden', 'cannot watch'));
    t.is(await rig.clock.timerBetween(delayMs, delayMs), delayMs);
    t.true(rig.heard.includes('synced'));
    t.is(rig.source.states()[0]?.phase, 'forbidden');
    rig.clock.advance(delayMs);
  }
  t.is(rig.heard.filter((what) => what === 'problems HTTPProxy 1').length, 1);
  await stream(rig, [proxy('a', '1')], '10');
  await rig.hear('+shop/a@1');
  await rig.hear('problems HTTPProxy 0');
  t.is(rig.source.states()[0]?.phase, 'watching');
});

test('a kind whose streamed list is not there counts as synced, is read when it appears, and goes when it is gone for sure', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const notFound = status(404, 'NotFound');
  (await rig.server.take(isStreamedListOf(proxies))).answer(404, notFound);
  await rig.hear('synced');
  t.is(rig.source.states()[0]?.phase, 'missing');
  rig.clock.advance(await rig.clock.timerBetween(800, 800));
  (await rig.server.take(({ path }) => path === '/apis/projectcontour.io/v1')).answer(200, {
    kind: 'APIResourceList',
    resources: [{ name: 'httpproxies' }],
  });
  const watch = await stream(rig, [proxy('a', '1')], '10');
  await rig.hear('+shop/a@1');
  watch.line(bookmark('11'));
  watch.end();
  (await rig.server.take(isWatchOf(proxies))).answer(404, notFound);
  rig.clock.advance(await rig.clock.timerBetween(80, 80));
  (await rig.server.take(isStreamedListOf(proxies))).answer(404, notFound);
  await rig.clock.timerBetween(1_000, 1_000);
  t.deepEqual(deltas(rig), ['+shop/a@1']);
  rig.clock.advance(1_000);
  (await rig.server.take(isStreamedListOf(proxies))).answer(404, notFound);
  await rig.hear('-shop/a');
  t.is(rig.source.states()[0]?.phase, 'missing');
});

test('versions that go back lead to a streamed list that trusts no version', async (t) => {
  const rig = await start(t, { streamsLists: true });
  const watch = await stream(rig, [proxy('a', '1'), proxy('b', '2')], '1000');
  await rig.hear('synced');
  watch.line(bookmark('500'));
  const list = await stream(rig, [proxy('a', '1', host('restored')), proxy('b', '2')], '501');
  list.line({ type: 'MODIFIED', object: proxy('b', '502', host('new')) });
  await rig.hear('+shop/b@502');
  t.deepEqual(deltas(rig), ['+shop/a@1', '+shop/b@2', '+shop/a@1', '+shop/b@502']);
});

// Requests of the status writer as they go over the wire, against an HTTP server that plays the API server.
import test from 'ava';
import pino from 'pino';
import { createApiClient } from '../../../../src/sources/kubernetes/api-client.ts';
import { createEventClient } from '../../../../src/sources/kubernetes/event-client.ts';
import { createLeaseClient } from '../../../../src/sources/kubernetes/lease-client.ts';
import { lastStatusManager } from '../../../../src/sources/kubernetes/managed-fields.ts';
import { watchServiceStatus } from '../../../../src/sources/kubernetes/service-watch.ts';
import { createStatusClient } from '../../../../src/sources/kubernetes/status-client.ts';
import { createStatusWatch } from '../../../../src/sources/kubernetes/status-watch.ts';
import { createManualClock } from './manual-clock.ts';
import { isListOf, isWatchOf, startScriptedApiServer } from './scripted-api-server.ts';
import type { ExecutionContext } from 'ava';
import type { ApiClient } from '../../../../src/sources/kubernetes/api-client.ts';
import type { ManualClock } from './manual-clock.ts';
import type { Exchange, ScriptedApiServer } from './scripted-api-server.ts';

async function start(
  t: ExecutionContext,
): Promise<{ server: ScriptedApiServer; client: ApiClient; clock: ManualClock; signal: AbortSignal }> {
  const server = await startScriptedApiServer();
  const clock = createManualClock();
  const client = createApiClient({ kubeconfig: server.kubeconfig, clock });
  const ending = new AbortController();
  t.teardown(async () => {
    ending.abort();
    client.close();
    await server.close();
  });
  return { server, client, clock, signal: ending.signal };
}

const is = (method: string, path: string) => (exchange: Exchange) =>
  exchange.method === method && exchange.path === path;
const proxies = '/apis/projectcontour.io/v1/namespaces/shop/httpproxies';
const log = pino({ level: 'silent' });

const proxy = (resourceVersion: string, status: object, managedFields: object[] = []) => ({
  metadata: { name: 'a', namespace: 'shop', uid: 'u', resourceVersion, generation: 3, managedFields },
  status,
});

test('a status is patched under the uid and version that were read', async (t) => {
  const { server, client, signal } = await start(t);
  const statuses = createStatusClient(client);
  const read = statuses.read('HTTPProxy/shop/a', false, signal);
  const get = await server.take(is('GET', `${proxies}/a`));
  t.is(get.query.get('resourceVersion'), '0');
  get.answer(200, proxy('7', { x: 1 }));
  const found = await read;
  t.like(found, { ok: true, value: { key: 'HTTPProxy/shop/a', uid: 'u', resourceVersion: '7', generation: 3 } });
  if (!found.ok) return;
  const write = statuses.write(found.value, { x: 2 }, signal);
  const patch = await server.take(is('PATCH', `${proxies}/a/status`));
  t.is(patch.headers['content-type'], 'application/merge-patch+json');
  t.is(patch.query.get('fieldManager'), 'nuncio');
  t.deepEqual(JSON.parse(patch.body), { metadata: { uid: 'u', resourceVersion: '7' }, status: { x: 2 } });
  patch.answer(409, { kind: 'Status', reason: 'Conflict', message: 'changed' });
  t.like(await write, { ok: false, failure: { kind: 'http', status: 409, reason: 'Conflict' } });
});

test('a kind that the API server serves in an older version only is read and written there', async (t) => {
  const { server, client, signal } = await start(t);
  const statuses = createStatusClient(client);
  const at = (version: string): string =>
    `/apis/gateway.networking.k8s.io/${version}/namespaces/shop/referencegrants/a`;
  const read = statuses.read('ReferenceGrant/shop/a', true, signal);
  (await server.take(is('GET', at('v1')))).answer(404, { message: '404 page not found' });
  (await server.take(is('GET', at('v1beta1')))).answer(200, proxy('7', {}));
  const found = await read;
  t.like(found, { ok: true, value: { key: 'ReferenceGrant/shop/a' } });
  if (!found.ok) return;
  const write = statuses.write(found.value, { x: 2 }, signal);
  // What is known is tried first.
  (await server.take(is('PATCH', `${at('v1beta1')}/status`))).answer(200, proxy('8', { x: 2 }));
  t.like(await write, { ok: true, value: { resourceVersion: '8' } });
  const gone = statuses.read('ReferenceGrant/shop/a', true, signal);
  (await server.take(is('GET', at('v1beta1')))).answer(404, { kind: 'Status', reason: 'NotFound' });
  (await server.take(is('GET', at('v1')))).answer(404, { message: '404 page not found' });
  t.like(await gone, { ok: false, failure: { kind: 'http', status: 404, reason: 'NotFound' } });
});

test('a watch of statuses tells every version, and who wrote', async (t) => {
  const { server, client, clock, signal } = await start(t);
  const watch = createStatusWatch({ client, clock, random: () => 0, log, namespaces: ['shop'] });
  const heard: string[] = [];
  let wake = (): void => {};
  watch.watch('HTTPProxy', signal, {
    stored({ resourceVersion, status, otherManager }) {
      heard.push(`${resourceVersion} ${JSON.stringify(status)} ${otherManager}`);
      wake();
    },
    gone(key) {
      heard.push(`gone ${key}`);
      wake();
    },
  });
  const list = await server.take(isListOf(proxies));
  list.answer(200, { metadata: { resourceVersion: '5' }, items: [proxy('4', { x: 1 })] });
  const stream = await server.take(isWatchOf(proxies));
  stream.open();
  const next = async (line: object): Promise<void> => {
    const heardOne = new Promise<void>((resolve) => (wake = resolve));
    stream.line(line);
    await heardOne;
  };
  // Nothing but the version differs: the next patch is made under it.
  await next({ type: 'MODIFIED', object: proxy('6', { x: 1 }) });
  const contour = { manager: 'contour', operation: 'Update', subresource: 'status', time: '2025-01-01T00:00:00Z' };
  await next({ type: 'MODIFIED', object: proxy('7', { x: 2 }, [contour]) });
  await next({ type: 'DELETED', object: proxy('8', { x: 2 }) });
  t.deepEqual(heard, ['4 {"x":1} ', '6 {"x":1} ', '7 {"x":2} contour', 'gone HTTPProxy/shop/a']);
});

test('a Lease is made, renewed under its version with what else is in it, and found missing', async (t) => {
  const { server, client, signal } = await start(t);
  const leases = '/apis/coordination.k8s.io/v1/namespaces/nuncio/leases';
  const lease = createLeaseClient(client, { namespace: 'nuncio', name: 'nuncio' });
  const record = { holder: 'a', durationMs: 15_000, acquireMs: 0, renewMs: 1_500, transitions: 0, address: '' };
  const read = lease.read(signal, 1_000);
  (await server.take(is('GET', `${leases}/nuncio`))).answer(404, { kind: 'Status', reason: 'NotFound' });
  t.deepEqual(await read, { ok: true, value: null });
  const create = lease.create(record, signal, 1_000);
  const post = await server.take(is('POST', leases));
  const body = JSON.parse(post.body) as { metadata: object; spec: object };
  t.deepEqual(body.spec, {
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    acquireTime: '1970-01-01T00:00:00.000000Z',
    renewTime: '1970-01-01T00:00:01.500000Z',
    leaseTransitions: 0,
  });
  post.answer(201, {
    ...body,
    metadata: { ...body.metadata, resourceVersion: '3' },
    spec: { ...body.spec, strategy: 'x' },
  });
  const made = await create;
  t.like(made, { ok: true, value: { holder: 'a', durationMs: 15_000, resourceVersion: '3' } });
  if (!made.ok) return;
  void lease.update(made.value, { ...record, renewMs: 3_500 }, signal, 1_000);
  const put = await server.take(is('PUT', `${leases}/nuncio`));
  t.like(JSON.parse(put.body), {
    metadata: { name: 'nuncio', resourceVersion: '3' },
    spec: { strategy: 'x', renewTime: '1970-01-01T00:00:03.500000Z' },
  });
  put.answer(500, {});
});

test('an Event names its object, and is counted when it comes again', async (t) => {
  const { server, client, signal } = await start(t);
  const events = createEventClient(client, 'host_1');
  const event = {
    object: 'Ingress/shop/web',
    apiVersion: 'networking.k8s.io/v1',
    uid: 'u',
    name: 'web.0123',
    type: 'Warning',
    reason: 'ServiceNotFound',
    action: 'Compile',
    note: 'no Service',
  } as const;
  const path = '/apis/events.k8s.io/v1/namespaces/shop/events';
  void events.create(event, 0, signal);
  const post = await server.take(is('POST', path));
  t.like(JSON.parse(post.body), {
    metadata: { namespace: 'shop', name: 'web.0123' },
    eventTime: '1970-01-01T00:00:00.000000Z',
    reportingController: 'nuncio',
    reportingInstance: 'host_1',
    regarding: { kind: 'Ingress', namespace: 'shop', name: 'web', uid: 'u' },
  });
  post.answer(201, {});
  const read = events.read(event, signal);
  (await server.take(is('GET', `${path}/web.0123`))).answer(200, {
    eventTime: '1970-01-01T00:00:00.000000Z',
    series: { count: 3, lastObservedTime: '1970-01-01T00:01:00.000000Z' },
  });
  t.deepEqual(await read, { ok: true, value: { count: 3, lastMs: 60_000 } });
  void events.repeat(event, 4, 120_000, signal);
  const patch = await server.take(is('PATCH', `${path}/web.0123`));
  t.deepEqual(JSON.parse(patch.body), { series: { count: 4, lastObservedTime: '1970-01-01T00:02:00.000000Z' } });
  patch.answer(200, {});
});

test('one Service is watched for its status', async (t) => {
  const { server, client, clock, signal } = await start(t);
  const heard: unknown[] = [];
  const told = new Promise<void>((resolve) => {
    watchServiceStatus({
      namespace: 'nuncio',
      name: 'envoy',
      client,
      clock,
      random: () => 0,
      log,
      signal,
      onStatus(status) {
        heard.push(status);
        resolve();
      },
    });
  });
  const list = await server.take(isListOf('/api/v1/namespaces/nuncio/services'));
  t.is(list.query.get('fieldSelector'), 'metadata.name=envoy');
  const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
  const metadata = { name: 'envoy', namespace: 'nuncio', uid: 'u', resourceVersion: '1' };
  list.answer(200, { metadata: { resourceVersion: '5' }, items: [{ metadata, spec: {}, status }] });
  await told;
  t.deepEqual(heard, [status]);
});

test('the last one who wrote a status, except us', (t) => {
  const entry = (manager: string, time: string, rest: object = { subresource: 'status' }) => ({
    manager,
    time,
    ...rest,
  });
  const fields = [
    entry('nuncio', '2025-01-03T00:00:00Z'),
    entry('old', '2025-01-01T00:00:00Z'),
    entry('kubectl', '2025-01-04T00:00:00Z', { fieldsV1: { 'f:spec': {} } }),
    entry('contour', '2025-01-02T00:00:00Z', { fieldsV1: { 'f:status': {} } }),
  ];
  t.is(lastStatusManager(fields, 'nuncio'), 'contour');
  t.is(lastStatusManager(undefined, 'nuncio'), '');
});

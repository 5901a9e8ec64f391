// Both kinds of route discovery on a real Envoy: the same requests get the same answers, whatever selects the routes.
import type { ExecutionContext } from 'ava';
import type { Vertex } from '../../src/dag/vertices.ts';
import type { EncodedResource } from '../../src/messages/resources.ts';
import type { Config } from '../../src/model/config.ts';
import { createClusterTranslator } from '../../src/xds/cluster.ts';
import { createEndpointTable } from '../../src/xds/endpoint-table.ts';
import { createListenerTranslator } from '../../src/xds/listener-translator.ts';
import { createRouteTranslator } from '../../src/xds/route-translator.ts';
import { touchScope } from '../../src/xds/scope.ts';
import { scopedRoute } from '../../src/xds/scoped-route.ts';
import { createSecretTranslator } from '../../src/xds/secret.ts';
import { startBackend, type EchoBody } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startEnvoy } from '../support/envoy.ts';
import { http2, rawRequest, request, type HttpAnswer, type HttpRequest } from '../support/http-client.ts';
import { patienceMs } from '../support/patience.ts';
import { testNeeding } from '../support/skip.ts';
import { startXdsStub } from '../support/xds-stub.ts';
import {
  cluster,
  endpointGroup,
  filterChain,
  forward,
  listener,
  redirect,
  removal,
  respond,
  route,
  secret,
  slice,
  upsert,
  virtualHost,
} from '../unit/xds/vertex-fixtures.ts';

const test = await testNeeding('envoy');

const forged = 'ingress_http||a.test';
const scopeHeader = 'x-nuncio-scope';

const plainHosts = [
  virtualHost('a.test', [
    route(forward(), { path: { kind: 'prefix', value: '/forward' } }),
    route(redirect({ scheme: 'https' }), { path: { kind: 'exact', value: '/redirect' } }),
    route(respond('A')),
  ]),
  virtualHost('*.wild.test', [
    route(forward(), { path: { kind: 'prefix', value: '/forward' } }),
    route(respond('WILD'), { path: { kind: 'exact', value: '/' } }),
  ]),
  virtualHost('exact.wild.test', [route(respond('EXACT'))]),
  virtualHost('*', [route(forward(), { path: { kind: 'prefix', value: '/forward' } }), route(respond('ANY'))]),
];
const chains = [
  filterChain('shared', ['*.deep.test', 'one.test', 'two.test']),
  filterChain('solo', ['solo.test']),
  filterChain('any', ['*']),
];
const tlsHosts = [
  virtualHost('one.test', [route(respond('ONE'))], 'shared'),
  virtualHost('two.test', [route(forward())], 'shared'),
  virtualHost('*.deep.test', [route(respond('DEEP'))], 'shared'),
  virtualHost('solo.test', [route(respond('SOLO'))], 'solo'),
  virtualHost('*', [route(respond('ANY TLS'))], 'any'),
  virtualHost('*.in.any.test', [route(respond('IN ANY'))], 'any'),
];

interface Ground {
  get(host: string, options?: HttpRequest): Promise<HttpAnswer>;
  /** Through the TLS listener with this server name. */
  getTls(sni: string, host: string, options?: HttpRequest): Promise<HttpAnswer>;
  getHttp2(sni: string, host: string): Promise<HttpAnswer>;
  /** Sends bytes as they are and resolves when the answer matches. */
  raw(bytes: string, answer: RegExp, sni?: string): Promise<string>;
  put(...vertices: readonly Vertex[]): Promise<void>;
  remove(...vertices: readonly Vertex[]): Promise<void>;
  /** What Envoy refused. */
  readonly refusals: readonly string[];
}

async function startGround(t: ExecutionContext, mode: Config['routeDiscovery']): Promise<Ground> {
  const stub = await startXdsStub();
  t.teardown(() => stub.stop());
  const backend = await startBackend({ name: 'web' });
  t.teardown(() => backend.stop());
  const translators = [
    createClusterTranslator(),
    createSecretTranslator(),
    createListenerTranslator(mode),
    createRouteTranslator(mode),
  ];
  const endpoints = createEndpointTable();
  const [address, port] = [backend.address, backend.port];
  const web = slice('web-1', {
    endpoints: [{ addresses: [address] }],
    ports: [{ name: 'http', port, protocol: 'TCP' }],
  });
  endpoints.applySlices([{ key: 'EndpointSlice/shop/web-1', value: web, causes: [] }], []);
  endpoints.applyGroups([{ key: 'EndpointGroup/shop/web/http', value: endpointGroup(), causes: [] }], []);
  await stub.apply(endpoints.publish());

  const put = async (...vertices: readonly Vertex[]): Promise<void> => {
    for (const translator of translators)
      translator.apply({ upserts: vertices.map((vertex) => upsert(vertex)), removals: [] });
    await stub.apply(...translators.map((translator) => translator.publish()));
  };
  const remove = async (...vertices: readonly Vertex[]): Promise<void> => {
    for (const translator of translators)
      translator.apply({ upserts: [], removals: vertices.map((vertex) => removal(vertex)) });
    await stub.apply(...translators.map((translator) => translator.publish()));
  };

  const ca = await createCa();
  const leaf = await ca.issue({ hosts: ['one.test', 'two.test', '*.deep.test', 'solo.test'] });
  const listeners = (['http', 'https'] as const).map((protocol) =>
    listener(protocol, { address: '127.0.0.1', port: 0 }),
  );
  await put(
    cluster(),
    ...chains.map((chain) => secret(chain.secret ?? '', leaf.cert, leaf.key)),
    ...listeners,
    ...chains,
    ...plainHosts,
    ...tlsHosts,
  );
  const envoy = await startEnvoy({ bootstrap: stub.bootstrap });
  t.teardown(() => envoy.stop());
  await envoy.whenReady();
  const plainPort = await envoy.listenerPort('ingress_http');
  const tlsPort = await envoy.listenerPort('ingress_https');
  return {
    get: async (host, options = {}) => request({ port: plainPort }, { host, ...options }),
    getTls: async (sni, host, options = {}) => request({ port: tlsPort, tls: { sni } }, { host, ...options }),
    async getHttp2(sni, host) {
      const connection = await http2({ port: tlsPort, tls: { sni } });
      try {
        return await connection.request({ host });
      } finally {
        connection.close();
      }
    },
    raw: async (bytes, answer, sni) =>
      rawRequest(sni === undefined ? { port: plainPort } : { port: tlsPort, tls: { sni } }, bytes, { until: answer }),
    put,
    remove,
    refusals: stub.refusals,
  };
}

/** Host as sent, expected body of a GET /; several spellings reach one host. */
const plainRequests: readonly (readonly [host: string, body: string])[] = [
  ['a.test', 'A'],
  ['A.Test', 'A'],
  ['a.test:8080', 'A'],
  ['A.test:80', 'A'],
  ['a.test.', 'A'],
  ['exact.wild.test', 'EXACT'],
  ['EXACT.wild.test:1', 'EXACT'],
  ['x.wild.test', 'WILD'],
  ['X.Wild.TEST', 'WILD'],
  ['x.wild.test:8080', 'WILD'],
  ['x.y.wild.test', 'ANY'],
  ['x.exact.wild.test', 'ANY'],
  ['wild.test', 'ANY'],
  ['unknown.test', 'ANY'],
  ['UNKNOWN.test:81', 'ANY'],
  ['localhost', 'ANY'],
  ['127.0.0.1:8080', 'ANY'],
  ['[::1]:8080', 'ANY'],
  ['-', 'ANY'],
  ['misdirected', 'ANY'],
];

/** Server name, host, expected status and, for 200, body. */
const tlsRequests: readonly (readonly [sni: string, host: string, status: number, body?: string])[] = [
  ['one.test', 'one.test', 200, 'ONE'],
  ['one.test', 'ONE.test:8443', 200, 'ONE'],
  ['two.test', 'one.test', 200, 'ONE'],
  ['x.deep.test', 'x.deep.test', 200, 'DEEP'],
  ['x.deep.test', 'Y.deep.test:8443', 200, 'DEEP'],
  ['x.y.deep.test', 'x.y.deep.test', 404],
  ['one.test', 'solo.test', 421],
  ['one.test', 'SOLO.test', 421],
  ['one.test', 'a.test', 421],
  ['one.test', '*', 421],
  ['one.test', 'localhost', 421],
  ['solo.test', 'solo.test', 200, 'SOLO'],
  ['solo.test', 'Solo.test:8443', 200, 'SOLO'],
  ['solo.test', 'one.test', 421],
  ['solo.test', 'a.test', 421],
  ['unknown.test', 'unknown.test', 200, 'ANY TLS'],
  ['unknown.test', 'UNKNOWN.test:8443', 200, 'ANY TLS'],
  ['unknown.test', 'x.in.any.test', 200, 'IN ANY'],
  ['unknown.test', 'x.y.in.any.test', 200, 'ANY TLS'],
  ['unknown.test', 'one.test', 200, 'ANY TLS'],
];

for (const mode of ['scoped', 'single'] as const) {
  test(`${mode}: hosts, wildcards, catch-all and misdirected requests`, async (t) => {
    const ground = await startGround(t, mode);
    for (const [host, body] of plainRequests) {
      const answer = await ground.get(host);
      t.is(`${answer.status} ${answer.body}`, `200 ${body}`, host);
    }
    for (const [sni, host, status, body] of tlsRequests) {
      for (const answer of [await ground.getTls(sni, host), await ground.getHttp2(sni, host)]) {
        t.is(answer.status, status, `${sni} ${host}`);
        if (body !== undefined) t.is(answer.body, body, `${sni} ${host}`);
      }
    }
    t.is((await ground.get('x.wild.test', { path: '/none' })).status, 404, 'no route of the host it is for');
    t.deepEqual(ground.refusals, []);
  });

  test(`${mode}: the header that selects routes is Envoy’s own`, async (t) => {
    const ground = await startGround(t, mode);
    for (const [host, body] of [
      ['unknown.test', 'ANY'],
      ['x.wild.test', 'WILD'],
      ['A.test', 'A'],
    ] as const) {
      t.is((await ground.get(host, { headers: { [scopeHeader]: forged } })).body, body, host);
      t.is((await ground.get(host, { headers: { [scopeHeader]: [forged, 'misdirected'] } })).body, body, host);
    }
    t.is(
      (await ground.getTls('solo.test', 'one.test', { headers: { [scopeHeader]: 'ingress_https|shared|one.test' } }))
        .status,
      421,
    );

    for (const host of ['a.test:8080', 'A.test', 'x.wild.test', 'unknown.test']) {
      const echo = (await ground.get(host, { path: '/forward', headers: { [scopeHeader]: forged } })).json<EchoBody>();
      if (mode === 'scoped') t.is(echo.headers[scopeHeader], undefined, host);
      t.is(echo.host, host, 'the backend sees the host as sent');
      t.regex(String(echo.headers['x-request-start']), /^t=\d{10}\.\d{3}$/);
    }
    const other = (await ground.getTls('two.test', 'two.test')).json<EchoBody>();
    t.is(other.headers[scopeHeader], undefined);

    for (const path of ['/', '/redirect']) {
      const { headers } = await ground.get('a.test', { path, headers: { [scopeHeader]: forged } });
      t.is(headers[scopeHeader], undefined, path);
    }
    t.is((await ground.get('A.test', { path: '/redirect' })).headers['location'], 'https://A.test/redirect');
    t.deepEqual(ground.refusals, []);
  });

  test(`${mode}: requests that clients don’t send`, async (t) => {
    const ground = await startGround(t, mode);
    await ground.raw('GET / HTTP/1.0\r\n\r\n', /^HTTP\/1\.0 200 [^]*\r\n\r\nANY$/);
    await ground.raw('GET / HTTP/1.0\r\nhost: a.test\r\n\r\n', /^HTTP\/1\.0 200 [^]*\r\n\r\nA$/);
    await ground.raw('GET / HTTP/1.0\r\n\r\n', /^HTTP\/1\.0 421 /, 'one.test');
    await ground.raw('GET http://a.test/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', /\r\n\r\nA$/);
    await ground.raw('GET / HTTP/1.1\r\nhost: a.test|x\r\nconnection: close\r\n\r\n', /^HTTP\/1\.1 400 /);
    await ground.raw('GET / HTTP/1.1\r\nconnection: close\r\n\r\n', /^HTTP\/1\.1 400 /);
    const long = `${'x'.repeat(8_000)}.test`;
    await ground.raw(`GET / HTTP/1.1\r\nhost: ${long}\r\nconnection: close\r\n\r\n`, /\r\n\r\nANY$/);
    const refused = await ground.getHttp2('one.test', 'one.test|x').then(
      ({ status }) => status === 400,
      () => true,
    );
    t.true(refused, 'an authority of HTTP/2 with a character that no host has');
    t.deepEqual(ground.refusals, []);
  });

  test(`${mode}: hosts come, change and go`, async (t) => {
    const ground = await startGround(t, mode);
    const added = virtualHost('new.test', [route(respond('NEW'))]);
    t.is((await ground.get('new.test')).body, 'ANY');
    await ground.put(added);
    await until(t, async () => (await ground.get('new.test')).body === 'NEW');
    await ground.put({ ...added, routes: [route(respond('NEWER'))] });
    await until(t, async () => (await ground.get('new.test')).body === 'NEWER');
    await ground.remove(added);
    await until(t, async () => (await ground.get('new.test')).body === 'ANY');
    await ground.put(
      filterChain('solo', ['also.test', 'solo.test']),
      virtualHost('also.test', [route(respond('ALSO'))], 'solo'),
    );
    await until(t, async () => (await ground.getTls('solo.test', 'also.test')).body === 'ALSO');
    t.is((await ground.getTls('also.test', 'solo.test')).body, 'SOLO');
    await ground.remove(...plainHosts);
    await until(t, async () => (await ground.get('a.test')).status === 404);
    t.deepEqual(ground.refusals, []);
  });
}

// Should this fail with a newer Envoy, touchScope and its callers can go.
test('scopes that came with a refused one are taken again only when they differ', async (t) => {
  const stub = await startXdsStub();
  t.teardown(() => stub.stop());
  const scope = (host: string, body: string): EncodedResource => scopedRoute(virtualHost(host, [route(respond(body))]));
  const touched = (resource: EncodedResource): EncodedResource => ({
    ...resource,
    bytes: touchScope(resource.bytes, resource.name, 'again'),
  });
  const put = async (...resources: readonly EncodedResource[]): Promise<void> =>
    stub.apply({
      upserts: resources.map((value) => ({ key: `${value.type}/${value.name}`, value, causes: [] })),
      removals: [],
    });
  const listeners = createListenerTranslator('scoped');
  listeners.apply({ upserts: [upsert(listener('http', { address: '127.0.0.1', port: 0 }))], removals: [] });
  await stub.apply(listeners.publish());
  await put(scope('known.test', 'old'));
  const envoy = await startEnvoy({ bootstrap: stub.bootstrap });
  t.teardown(() => envoy.stop());
  await envoy.whenReady();
  const port = await envoy.listenerPort('ingress_http');
  const get = async (host: string): Promise<string> => {
    const { status, body } = await request({ port }, { host });
    return `${status} ${body}`.trim();
  };

  const bad = virtualHost('bad.test', [route(respond('bad'), { path: { kind: 'regex', value: '/(' } })]);
  await put(scope('known.test', 'new'), scope('new.test', 'new'), scopedRoute(bad));
  t.is(stub.refusals.length, 1);
  // `marker` shows that the response before it has reached the workers.
  await put(scope('known.test', 'new'), scope('new.test', 'new'));
  await put(scope('marker.test', 'here'));
  await until(t, async () => (await get('marker.test')) === '200 here');
  t.is(await get('known.test'), '200 old');
  t.is(await get('new.test'), '404');

  await put(touched(scope('known.test', 'new')), touched(scope('new.test', 'new')));
  await until(t, async () => (await get('known.test')) === '200 new');
  t.is(await get('new.test'), '200 new');
  t.is(stub.refusals.length, 1);
});

/** An answer to a change comes to Envoy's main thread first; its workers follow in their own time. */
async function until(t: ExecutionContext, holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) {
      t.fail(`the change was not served in ${patienceMs} ms`);
      return;
    }
    await new Promise((done) => setTimeout(done, 5));
  }
  t.pass();
}

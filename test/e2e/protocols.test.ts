// What Envoy does with protocols and on the wire when it is told to, end to end: spans to an OpenTelemetry collector, gRPC and
// gRPC-Web, every compression, PROXY protocol before connections, slow start of an endpoint. Settings come from a
// ContourConfiguration that changes while nuncio runs.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import * as grpc from '@grpc/grpc-js';
import { startBackend, type Backend } from '../support/backend.ts';
import { request } from '../support/http-client.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let backend: Backend;
let greeter: { readonly port: number; readonly stop: () => void };
let collector: TraceCollector;

const configure = (spec: object) =>
  folder.write('configuration.yaml', [
    {
      apiVersion: 'projectcontour.io/v1alpha1',
      kind: 'ContourConfiguration',
      metadata: { name: 'cc', namespace: 'default' },
      // No listeners for operators: several test files run at once.
      spec: {
        ...spec,
        envoy: {
          network: { adminPort: 0 },
          health: loopback,
          metrics: loopback,
          ...(spec as { envoy?: object }).envoy,
        },
      },
    },
  ]);
let loopback: object;

test.before(async () => {
  [backend, greeter, collector] = await Promise.all([
    startBackend({ name: 'a' }),
    startGreeter(),
    startTraceCollector(),
  ]);
  loopback = { address: '127.0.0.1', port: 10_000 + (process.pid % 20_000) };
  folder = await createObjectFolder({
    'web.yaml': [
      ...upstream('a', [backend]),
      ...upstream('greeter', [{ address: '127.0.0.1', port: greeter.port }]),
      ...upstream('collector', [{ address: '127.0.0.1', port: collector.port }]),
      hostProxy('web.test', 'a'),
      httpProxy('grpc', {
        virtualhost: { fqdn: 'grpc.test' },
        routes: [{ services: [{ name: 'greeter', port: 80, protocol: 'h2c' }] }],
      }),
      {
        apiVersion: 'projectcontour.io/v1alpha1',
        kind: 'ExtensionService',
        metadata: { name: 'otel', namespace: 'default' },
        spec: { protocol: 'h2c', services: [{ name: 'collector', port: 80 }] },
      },
    ],
  });
  await configure({});
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child', args: ['--contour-configuration=default/cc'] });
  await until(
    'web.test is served',
    () => nuncio.get('web.test'),
    ({ status }) => status === 200,
  );
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
  greeter?.stop();
  collector?.stop();
});

const method = {
  path: '/hello.Greeter/Hello',
  requestStream: false,
  responseStream: false,
  requestSerialize: (bytes: Buffer) => bytes,
  requestDeserialize: (bytes: Buffer) => bytes,
  responseSerialize: (bytes: Buffer) => bytes,
  responseDeserialize: (bytes: Buffer) => bytes,
} as const;

/** A real gRPC server: says hello to the bytes that it gets; refuses none. */
async function startGreeter() {
  const server = new grpc.Server();
  server.addService(
    { hello: method },
    {
      hello({ request: bytes }: grpc.ServerUnaryCall<Buffer, Buffer>, answer: grpc.sendUnaryData<Buffer>) {
        if (bytes.length === 0) answer({ code: grpc.status.INVALID_ARGUMENT, details: 'nobody' });
        else answer(null, Buffer.concat([Buffer.from('hello '), bytes]));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { port, stop: () => server.forceShutdown() };
}

test.serial('gRPC', async (t) => {
  const Client = grpc.makeClientConstructor({ hello: method }, 'Greeter');
  const client = new Client(`127.0.0.1:${nuncio.ports.http}`, grpc.credentials.createInsecure(), {
    'grpc.default_authority': 'grpc.test',
  });
  t.teardown(() => client.close());
  const hello = (bytes: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      client['hello']!(bytes, (error: Error | null, answer: Buffer) => (error ? reject(error) : resolve(answer)));
    });
  t.is((await hello(Buffer.from('you'))).toString(), 'hello you');
  await t.throwsAsync(hello(Buffer.alloc(0)), { message: /INVALID_ARGUMENT: nobody/ });
});

/** gRPC and gRPC-Web: a byte of flags, the length, the message. */
function frame(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

test.serial('gRPC-Web: browsers reach a gRPC server over HTTP/1.1, trailers come in the body', async (t) => {
  const call = async (message: Buffer) => {
    const answer = await fetch(`http://127.0.0.1:${nuncio.ports.http}${method.path}`, {
      method: 'POST',
      // fetch sets no Host: by address the request would be for no host.
      headers: { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' },
      body: frame(message),
    });
    const grpcStatus = answer.headers.get('grpc-status');
    return { status: answer.status, grpcStatus, body: Buffer.from(await answer.arrayBuffer()) };
  };
  t.is((await call(Buffer.from('you'))).status, 404);
  await folder.write('any-host.yaml', [
    httpProxy('by-address', {
      virtualhost: { fqdn: '127.0.0.1' },
      routes: [{ services: [{ name: 'greeter', port: 80, protocol: 'h2c' }] }],
    }),
  ]);
  const { body } = await until(
    'it is served',
    () => call(Buffer.from('you')),
    ({ status }) => status === 200,
  );
  const message = frame(Buffer.from('hello you'));
  t.deepEqual(body.subarray(0, message.length), message);
  const trailers = body.subarray(message.length);
  t.is(trailers[0], 0x80);
  t.regex(trailers.subarray(5).toString(), /^grpc-status: ?0\r\n/m);
  // An answer without message has its status in the head.
  t.is((await call(Buffer.alloc(0))).grpcStatus, '3');
});

test.serial('compression: each algorithm, for types with parameters too, and none', async (t) => {
  const ask = (accepted: string, type = 'text/html; charset=utf-8') =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const socket = connect(nuncio.ports.http, '127.0.0.1');
      const parts: Buffer[] = [];
      socket.on('data', (part) => parts.push(part)).once('error', reject);
      socket.once('end', () => {
        const all = Buffer.concat(parts);
        const end = all.indexOf('\r\n\r\n');
        const encoding = /^content-encoding: (.*)$/im.exec(all.subarray(0, end).toString())?.[1]?.trim();
        resolve({ encoding, body: all.subarray(end + 4) });
      });
      // HTTP/1.0: the end of the connection ends the body, so it comes as it is.
      const head = [`GET /${'long/'.repeat(100)} HTTP/1.0`, 'Host: web.test', `Accept-Encoding: ${accepted}`];
      socket.write([...head, `x-echo-set-content-type: ${type}`, '', ''].join('\r\n'));
    });
  for (const [algorithm, token, unpack] of [
    ['brotli', 'br', brotliDecompressSync],
    ['zstd', 'zstd', zstdDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    await configure({ envoy: { listener: { compression: { algorithm } } } });
    const { body } = await until(
      algorithm,
      () => ask(token),
      ({ encoding }) => encoding === token,
    );
    t.regex(unpack(body).toString(), /"backend":"a"/, algorithm);
    t.is((await ask(token, 'image/png')).encoding, undefined, 'no type that is worth it');
    t.is((await ask('identity')).encoding, undefined);
  }
  await configure({ envoy: { listener: { compression: { algorithm: 'disabled' } } } });
  await until(
    'none',
    () => ask('gzip'),
    ({ encoding }) => encoding === undefined,
  );
  t.pass();
});

test.serial('spans reach the collector: whose they are, and what they belong to', async (t) => {
  await configure({
    tracing: {
      extensionService: { namespace: 'default', name: 'otel' },
      serviceName: 'edge',
      customTags: [
        { tagName: 'where', literal: 'here' },
        { tagName: 'who', requestHeaderName: 'x-who' },
      ],
    },
  });
  const [traceId, parentSpanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${traceId}-${parentSpanId}-01`, 'x-who': 'me' };
  const answer = await until(
    'a span of the trace is there',
    async () => {
      const got = await nuncio.get('web.test', '/traced', { headers });
      return { got, spans: collector.spans.filter((each) => each.traceId === traceId) };
    },
    ({ spans }) => spans.length > 0,
  );
  const span = answer.spans.find((each) => each.parentSpanId === parentSpanId);
  t.truthy(span, 'a span whose parent is the client’s');
  t.is(span?.serviceName, 'edge');
  t.deepEqual([span?.attributes['where'], span?.attributes['who']], ['here', 'me']);
  t.regex(span?.attributes['http.url'] ?? '', /web\.test\/traced$/);
  // Each hop has a span of its own: what the upstream is told is one below ours, of the same trace.
  const told = answer.got.json<{ headers: Record<string, string> }>().headers['traceparent'] ?? '';
  t.regex(told, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  t.not(told, headers.traceparent);
});

test.serial('PROXY protocol: the address before the connection counts, and none is no connection', async (t) => {
  await configure({ envoy: { listener: { useProxyProtocol: true } } });
  const raw = async (before: string) => {
    const socket = connect(nuncio.ports.http, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${before}GET / HTTP/1.1\r\nHost: web.test\r\nConnection: close\r\n\r\n`);
    return text(socket).catch(() => '');
  };
  const v1 = 'PROXY TCP4 203.0.113.7 198.51.100.1 4711 80\r\n';
  const answer = await until(
    'it is asked for',
    () => raw(v1),
    (got) => got.startsWith('HTTP/1.1 200'),
  );
  t.regex(answer, /"x-forwarded-for":"203\.0\.113\.7"/);
  // Version 2: signature, PROXY over TCP4, 12 bytes of addresses.
  const signature = Buffer.from([
    0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a, 0x21, 0x11, 0, 12,
  ]);
  const socket = connect(nuncio.ports.http, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.concat([signature, Buffer.from([203, 0, 113, 8, 198, 51, 100, 1, 0x12, 0x67, 0, 80])]));
  socket.write('GET / HTTP/1.1\r\nHost: web.test\r\nConnection: close\r\n\r\n');
  t.regex(await text(socket), /"x-forwarded-for":"203\.0\.113\.8"/);
  t.is(await raw(''), '');
  await configure({});
  await until(
    'plain connections again',
    () => nuncio.get('web.test'),
    ({ status }) => status === 200,
  );
});

test.serial('slow start: a new endpoint gets few requests at first', async (t) => {
  const windowMs = 6_000;
  const more = await Promise.all(['b', 'c', 'd'].map((name) => startBackend({ name })));
  t.teardown(async () => Promise.all(more.map((each) => each.stop())));
  const write = (backends: readonly Backend[]) =>
    folder.write('slow.yaml', [
      ...upstream('slow', backends),
      httpProxy('slow', {
        virtualhost: { fqdn: 'slow.test' },
        // So that the share stays at its least for most of the window.
        routes: [
          {
            services: [
              { name: 'slow', port: 80, slowStartPolicy: { window: '6s', aggression: '0.1', minWeightPercent: 10 } },
            ],
          },
        ],
      }),
    ]);
  const ask = async () => served(await request({ port: nuncio.ports.http }, { host: 'slow.test' }));
  let [known, sinceMs] = [[backend], Date.now()];
  await write(known);
  await until('slow.test is served', ask, (name) => name === 'a');
  // On a slow machine the window may be over before the requests are; then the next endpoint is looked at.
  for (const added of more) {
    await until(
      'those before are warm',
      async () => Date.now() - sinceMs,
      (ms) => ms > windowMs + 500,
      30_000,
    );
    await write((known = [...known, added]));
    sinceMs = Date.now();
    await until(
      'the new one is there',
      async () => nuncio.envoyAdmin('/clusters'),
      (page) => page.includes(`:${added.port}::`),
    );
    const names: string[] = [];
    while (names.length < 60) names.push(await ask());
    if (Date.now() - sinceMs > windowMs * 0.6) continue;
    const share = names.filter((name) => name === added.name).length / names.length;
    t.true(share < 0.5 / known.length, `${added.name}: ${share} of the requests, of ${known.length} endpoints`);
    return;
  }
  t.log('too slow a machine to look within the window');
  t.pass();
});

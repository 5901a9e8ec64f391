// Error pages, limits and buffering of request bodies, and regex rewrites through a real Envoy, in both modes of route
// discovery, also for hosts that Envoy finds late (wildcards, upper case).
import { connect } from 'node:net';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type CertificateAuthority } from '../support/certs.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { bothModes } from './fixtures/both-modes.ts';
import { echo, served } from './fixtures/echo.ts';
import { httpProxy, service, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');
const both = bothModes(test);
let backend: Backend;
let ca: CertificateAuthority;

test.before(async () => {
  ca = await createCa();
  backend = await startBackend({ name: 'a' });
  await both.start([...upstream('a', [backend]), service('empty')]);
});

test.after.always(async () => {
  await both.stop();
  await backend.stop();
});

const toA = [{ name: 'a', port: 80 }];
const page = (text: string) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  ...meta('pages'),
  data: { 'sorry.html': text },
});
const meta = (name: string) => ({ metadata: { name, namespace: 'default' } });

both.test('errors that Envoy makes get the pages of host and route', async (t, { nuncio, write, mode }) => {
  const fqdn = `pages-${mode}.test`;
  const errorPages = [
    { statusCodes: ['5xx', '404'], bodyFrom: { configMap: 'pages', key: 'sorry.html' } },
    { statusCodes: ['403'], body: '100 % denied' },
  ];
  const routes = [
    { conditions: [{ prefix: '/works' }], services: toA },
    { conditions: [{ prefix: '/empty' }], services: [{ name: 'empty', port: 80 }] },
    { conditions: [{ prefix: '/direct' }], directResponsePolicy: { statusCode: 404, body: 'own words' } },
    { conditions: [{ prefix: '/denied' }], services: toA, ipDenyPolicy: [{ source: 'Peer', cidr: '127.0.0.0/8' }] },
    {
      conditions: [{ prefix: '/api' }],
      services: toA,
      errorPages: [{ statusCodes: ['500'], body: '{"error":true}', contentType: 'application/json', upstream: true }],
    },
  ];
  const objects = (html: string) => [
    page(html),
    httpProxy(fqdn, { virtualhost: { fqdn, aliases: [`*.${fqdn}`], errorPages }, routes }),
  ];
  await write(objects('<h1>Sorry</h1>'));
  await until(
    'the host is served',
    async () => nuncio.get(fqdn, '/works'),
    ({ status }) => status === 200,
  );
  for (const host of [fqdn, fqdn.toUpperCase(), `any.${fqdn}`]) {
    const empty = await nuncio.get(host, '/empty');
    t.is(empty.status, 503, host);
    t.is(empty.body, '<h1>Sorry</h1>', host);
    t.is(empty.headers['content-type'], 'text/html; charset=utf-8');
    const denied = await nuncio.get(host, '/denied');
    t.is(`${denied.status} ${denied.body}`, '403 100 % denied', host);
    const nowhere = await nuncio.get(host, '/nowhere');
    t.is(`${nowhere.status} ${nowhere.body}`, '404 <h1>Sorry</h1>', host);
    t.is((await nuncio.get(host, '/direct')).body, '<h1>Sorry</h1>', host);
    const failing = { headers: { 'x-echo-status': '500' } };
    t.is(echo(await nuncio.get(host, '/works', failing)).backend, 'a', `${host}: an answer of the service stays`);
    const api = await nuncio.get(host, '/api', failing);
    t.is(`${api.status} ${api.body}`, '500 {"error":true}', host);
    t.is(api.headers['content-type'], 'application/json');
    t.is(echo(await nuncio.get(host, '/api', { headers: { 'x-echo-status': '404' } })).backend, 'a');
    t.is((await nuncio.get(host, '/empty', { method: 'HEAD' })).body, '');
  }
  await write(objects('<h1>Back soon</h1>'));
  await until(
    'the other page',
    async () => nuncio.get(fqdn, '/empty'),
    ({ body }) => body === '<h1>Back soon</h1>',
  );
  t.pass();
});

both.test('bodies that are too large get 413, also without a length', async (t, { nuncio, write, mode }) => {
  const fqdn = `bodies-${mode}.test`;
  const routes = [
    { services: toA },
    { conditions: [{ prefix: '/large' }], services: toA, requestBodyPolicy: { maxBytes: 100_000, buffer: true } },
  ];
  const virtualhost = { fqdn, aliases: [`*.${fqdn}`], requestBodyPolicy: { maxBytes: 10 } };
  await write([httpProxy(fqdn, { virtualhost, routes })]);
  await until(
    'the host is served',
    async () => nuncio.get(fqdn),
    ({ status }) => status === 200,
  );
  const post = async (host: string, path: string, sizeBytes: number, chunked: boolean) =>
    nuncio.get(host, path, {
      method: 'POST',
      body: 'x'.repeat(sizeBytes),
      ...(chunked && { headers: { 'transfer-encoding': 'chunked' } }),
    });
  for (const host of [fqdn, fqdn.toUpperCase(), `any.${fqdn}`])
    for (const chunked of [false, true]) {
      const what = `${host} ${chunked ? 'chunked' : 'with its length'}`;
      t.is(echo(await post(host, '/', 10, chunked)).body.length, 10, what);
      t.is((await post(host, '/', 11, chunked)).status, 413, what);
      t.is(echo(await post(host, '/large', 100_000, chunked)).body.length, 100_000, what);
      t.is((await post(host, '/large', 100_001, chunked)).status, 413, what);
    }
});

both.test('a buffered request reaches its service when all of it is there', async (t, { nuncio, write, mode }) => {
  const fqdn = `buffered-${mode}.test`;
  const routes = [{ services: toA, requestBodyPolicy: { maxBytes: 1000, buffer: true } }];
  await write([httpProxy(fqdn, { virtualhost: { fqdn }, routes })]);
  await until(
    'the host is served',
    async () => nuncio.get(fqdn),
    ({ status }) => status === 200,
  );
  const before = backend.requests();
  const socket = connect(nuncio.http.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.write(`POST / HTTP/1.1\r\nhost: ${fqdn}\r\ncontent-length: 10\r\n\r\n12345`);
  // Envoy has begun with the request once it counts it.
  await until(
    'Envoy has the beginning',
    async () => nuncio.envoyAdmin('/stats?filter=ingress_http.downstream_rq_active'),
    (stats) => /downstream_rq_active: [1-9]/.test(stats),
  );
  t.is(backend.requests(), before);
  socket.write('67890');
  await until(
    'the answer',
    async () => answer,
    (text) => text.includes('1234567890'),
  );
  t.is(backend.requests(), before + 1);
  socket.destroy();
});

both.test('a path is rewritten by expression', async (t, { nuncio, write, mode }) => {
  const fqdn = `regex-${mode}.test`;
  const regex = { pattern: '^/v1/users/([0-9]+)', substitution: '/people/\\1' };
  const routes = [{ services: toA, pathRewritePolicy: { regex } }];
  await write([httpProxy(fqdn, { virtualhost: { fqdn }, routes })]);
  await until(
    'the host is served',
    async () => nuncio.get(fqdn),
    ({ status }) => status === 200,
  );
  t.is(echo(await nuncio.get(fqdn, '/v1/users/42/name?x=/v1/users/1')).path, '/people/42/name?x=/v1/users/1');
  t.is(echo(await nuncio.get(fqdn, '/v1/users/me')).path, '/v1/users/me');
});

both.test('aliases are served as the host is, and a catch-all takes the rest', async (t, { nuncio, write, mode }) => {
  const hosts = [`main-${mode}.test`, `www-${mode}.test`, `*.apps-${mode}.test`];
  const secretName = `alias-${mode}`;
  const certificate = await ca.issue({ hosts });
  const [fqdn, ...aliases] = hosts;
  const other = await ca.issue({ hosts: ['other.test'] });
  await write([
    tlsSecret(secretName, certificate),
    tlsSecret(`${secretName}-any`, other),
    httpProxy(fqdn!, {
      virtualhost: { fqdn, aliases, tls: { secretName } },
      routes: [{ permitInsecure: true, services: toA }],
    }),
    httpProxy(`any-${mode}`, {
      virtualhost: { fqdn: '*', tls: { secretName: `${secretName}-any` } },
      routes: [{ permitInsecure: true, directResponsePolicy: { statusCode: 200, body: 'catch-all' } }],
    }),
  ]);
  const concrete = hosts.map((host) => host.replace('*', 'x'));
  for (const host of concrete) {
    await until(
      `${host} is served`,
      async () => nuncio.get(host),
      (answer) => served(answer) === 'a',
    );
    const answer = await until(
      `${host} with TLS`,
      async () => nuncio.getTls(host),
      ({ status }) => status === 200,
    );
    t.is(answer.certificateSha256, certificate.sha256, host);
    t.is(served(answer), 'a', host);
  }
  const plain = await until(
    'the rest',
    async () => nuncio.get('nobody.test'),
    ({ status }) => status === 200,
  );
  t.is(plain.body, 'catch-all');
  const secure = await until(
    'the rest with TLS',
    async () => nuncio.getTls('nobody.test'),
    ({ status }) => status === 200,
  );
  t.is(secure.body, 'catch-all');
  t.is(secure.certificateSha256, other.sha256);
  // A connection for other names doesn't lead to the host, whose TLS rules may be others.
  t.is((await nuncio.getTls(concrete[0]!, '/', {}, { sni: 'nobody.test' })).body, 'catch-all');
});

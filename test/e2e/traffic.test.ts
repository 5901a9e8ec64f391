// Policies of HTTPProxy for traffic through a real Envoy: health checks, session affinity, and what else needs its own
// eyes to be believed. Each test has hosts and a file of its own in one folder.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { rawRequest } from '../support/http-client.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { echo, served } from './fixtures/echo.ts';
import { httpProxy, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b', 'c']) backends.push(await startBackend({ name }));
  folder = await createObjectFolder({
    'services.yaml': [
      ...backends.flatMap((backend) => upstream(backend.name, [backend])),
      ...upstream('all', backends),
    ],
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

/** Writes the objects as a file of this test's own and waits until `host` answers as `isThere` wants (absent: not 404). */
async function serve(
  t: ExecutionContext,
  objects: readonly object[],
  host: string,
  isThere: (status: number) => boolean = (status) => status !== 404,
): Promise<void> {
  const file = `${t.title.replaceAll(/\W+/g, '-')}.yaml`;
  t.teardown(async () => folder.remove(file).catch(() => undefined));
  await folder.write(file, objects);
  await until(
    `${host} is served`,
    async () => nuncio.get(host),
    ({ status }) => isThere(status),
  );
}

function proxy(fqdn: string, routes: readonly object[], more: object = {}): object {
  return httpProxy(fqdn.replace('*', 'any'), { virtualhost: { fqdn, ...more }, routes });
}

test('an endpoint that fails its health check gets no requests', async (t) => {
  // The backends answer 200 to whatever path; a check that wants 204 never succeeds.
  const check = (expectedStatuses?: readonly object[]) => ({
    path: '/healthz',
    intervalSeconds: 1,
    healthyThresholdCount: 1,
    unhealthyThresholdCount: 1,
    ...(expectedStatuses && { expectedStatuses }),
  });
  const routes = [
    { services: [{ name: 'a', port: 80 }], healthCheckPolicy: check() },
    {
      conditions: [{ prefix: '/sick' }],
      services: [{ name: 'a', port: 80 }],
      healthCheckPolicy: check([{ start: 204, end: 205 }]),
    },
  ];
  await serve(t, [proxy('health.test', routes)], 'health.test', (status) => status === 200);
  const answer = await until(
    'the other check has failed',
    async () => nuncio.get('health.test', '/sick'),
    ({ status }) => status === 503,
  );
  t.regex(answer.body, /no healthy upstream/);
  t.is(served(await nuncio.get('health.test')), 'a');
});

test('a session cookie keeps its client on one endpoint', async (t) => {
  const loadBalancerPolicy = {
    strategy: 'Cookie',
    cookie: { name: 'session', ttl: '1h', secure: true, sameSite: 'Strict' },
  };
  await serve(
    t,
    [proxy('cookie.test', [{ services: [{ name: 'all', port: 80 }], loadBalancerPolicy }])],
    'cookie.test',
  );
  const first = await until(
    'all endpoints are there',
    async () => nuncio.get('cookie.test'),
    ({ status }) => status === 200,
  );
  const cookie = String(first.headers['set-cookie']);
  t.regex(cookie, /^session="?\w+"?;/);
  for (const attribute of [/Max-Age=3600/, /Path=\//, /Secure/, /SameSite=Strict/, /HttpOnly/])
    t.regex(cookie, attribute);
  const headers = { cookie: cookie.split(';')[0]! };
  const others = new Set<string>();
  for (let i = 0; i < 12; i++) {
    t.is(served(await nuncio.get('cookie.test', '/', { headers })), served(first));
    others.add(served(await nuncio.get('cookie.test')));
  }
  t.true(others.size > 1, 'without the cookie requests are spread');
});

test('requests with the same hash go to the same endpoint', async (t) => {
  const loadBalancerPolicy = {
    strategy: 'RequestHash',
    requestHashPolicies: [
      { headerHashOptions: { headerName: 'X-User' }, terminal: true },
      { queryParameterHashOptions: { parameterName: 'userId' } },
    ],
  };
  await serve(t, [proxy('hash.test', [{ services: [{ name: 'all', port: 80 }], loadBalancerPolicy }])], 'hash.test');
  const by = async (user: string) => served(await nuncio.get('hash.test', '/', { headers: { 'x-user': user } }));
  const byQuery = async (user: string) => served(await nuncio.get('hash.test', `/?userId=${user}`));
  for (const ask of [by, byQuery]) {
    const seen = new Set<string>();
    for (let user = 0; user < 12; user++) {
      const first = await ask(`u${user}`);
      t.is(await ask(`u${user}`), first);
      seen.add(first);
    }
    t.true(seen.size > 1);
  }
});

test('TLS passes through by its server name, beside routes on plain HTTP', async (t) => {
  const ca = await createCa();
  const inner = await startBackend({ name: 'inner', tls: await ca.issue({ hosts: ['pass.test'] }) });
  t.teardown(async () => inner.stop());
  const virtualhost = { fqdn: 'pass.test', tls: { passthrough: true } };
  const routes = [
    { services: [{ name: 'a', port: 80 }], permitInsecure: true },
    { conditions: [{ prefix: '/upgraded' }], services: [{ name: 'a', port: 80 }] },
  ];
  const tcpproxy = { services: [{ name: 'inner', port: 80 }] };
  await serve(t, [...upstream('inner', [inner]), httpProxy('pass', { virtualhost, routes, tcpproxy })], 'pass.test');
  const answer = await until(
    'the passthrough is served',
    async () => nuncio.getTls('pass.test', '/', {}, { sni: 'pass.test', ca: ca.cert }),
    ({ status }) => status === 200,
  );
  t.is(served(answer), 'inner');
  t.is(echo(answer).sni, 'pass.test');
  t.is(served(await nuncio.get('pass.test')), 'a');
  t.is((await nuncio.get('pass.test', '/upgraded')).status, 301);
  await t.throwsAsync(nuncio.getTls('other.test', '/', {}, { sni: 'other.test' }));
});

test('TLS ends here and the bytes go on, to an included tcpproxy; a change of its services follows', async (t) => {
  const ca = await createCa();
  const echoes = await Promise.all(['one', 'two'].map(async (name) => startTcpEcho(t, name)));
  const virtualhost = { fqdn: 'bytes.test', tls: { secretName: 'bytes' } };
  const objects = (service: string) => [
    tlsSecret('bytes', certificate),
    ...echoes.flatMap(({ name, address, port }) => upstream(name, [{ address, port }])),
    httpProxy('bytes', { virtualhost, tcpproxy: { include: { name: 'bytes-child' } } }),
    httpProxy('bytes-child', { tcpproxy: { services: [{ name: service, port: 80 }] } }),
  ];
  const certificate = await ca.issue({ hosts: ['bytes.test'] });
  const ask = async () => rawRequest(nuncio.https({ sni: 'bytes.test', ca: ca.cert }), 'hello\n', { until: /hello/ });
  t.teardown(async () => folder.remove('bytes.yaml').catch(() => undefined));
  await folder.write('bytes.yaml', objects('one'));
  t.is(await until('the echo answers', ask, (text) => text !== ''), 'one: hello\n');
  await folder.write('bytes.yaml', objects('two'));
  await until('the other echo answers', ask, (text) => text === 'two: hello\n');
  t.pass();
});

/** Sends back what it gets, after its name. */
async function startTcpEcho(
  t: ExecutionContext,
  name: string,
): Promise<{ readonly name: string; readonly address: string; readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => socket.write(`${name}: ${data.toString()}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { name, address: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

test('CORS: preflights are answered for allowed origins only', async (t) => {
  const corsPolicy = {
    allowOrigin: ['https://good.test', 'https://[a-z]+[.]partner[.]test'],
    allowMethods: ['GET', 'PUT'],
    allowHeaders: ['x-token'],
    exposeHeaders: ['x-seen'],
    maxAge: '10m',
    allowCredentials: true,
  };
  const routes = [{ services: [{ name: 'a', port: 80 }] }];
  await serve(t, [proxy('cors.test', routes, { corsPolicy })], 'cors.test', (status) => status === 200);
  const preflight = async (origin: string, host = 'cors.test') => {
    const headers = { origin, 'access-control-request-method': 'PUT' };
    return nuncio.get(host, '/', { method: 'OPTIONS', headers });
  };
  const allowed = await preflight('https://good.test');
  t.like(allowed.headers, {
    'access-control-allow-origin': 'https://good.test',
    'access-control-allow-methods': 'GET,PUT',
    'access-control-allow-headers': 'x-token',
    'access-control-max-age': '600',
    'access-control-allow-credentials': 'true',
  });
  t.is(allowed.body, '');
  for (const [origin, host] of [
    ['https://GOOD.test', 'cors.test'],
    ['https://shop.partner.test', 'CORS.test:80'],
  ] as const)
    t.is((await preflight(origin, host)).headers['access-control-allow-origin'], origin);
  t.is((await preflight('https://evil.test')).headers['access-control-allow-origin'], undefined);
  const answer = await nuncio.get('cors.test', '/', { headers: { origin: 'https://good.test' } });
  t.is(answer.headers['access-control-expose-headers'], 'x-seen');
});

test('local rate limits hold for a host in any case, for wildcards, and by route', async (t) => {
  const local = { requests: 2, unit: 'hour', responseHeadersToAdd: [{ name: 'x-limited', value: 'yes' }] };
  const routes = [
    { services: [{ name: 'a', port: 80 }] },
    {
      conditions: [{ prefix: '/own' }],
      services: [{ name: 'a', port: 80 }],
      rateLimitPolicy: { local: { requests: 1, unit: 'hour', responseStatusCode: 503 } },
    },
  ];
  const rateLimitPolicy = { local };
  const objects = [
    httpProxy('limit', { virtualhost: { fqdn: 'limit.test', rateLimitPolicy }, routes }),
    httpProxy('limit-any', { virtualhost: { fqdn: '*.limit.test', rateLimitPolicy }, routes }),
  ];
  await serve(t, objects, 'limit.test', (status) => status === 200);
  const status = async (host: string, path = '/') => (await nuncio.get(host, path)).status;
  t.is(await status('LIMIT.test'), 200);
  const limited = await nuncio.get('Limit.test:80');
  t.is(limited.status, 429);
  t.is(limited.headers['x-limited'], 'yes');
  t.is(await status('limit.test', '/own'), 200);
  t.is(await status('limit.test', '/own'), 503);
  const wild = await until(
    'the wildcard is served',
    async () => status('x.limit.test'),
    (code) => code !== 404,
  );
  t.is(wild, 200);
  t.is(await status('y.limit.test'), 200);
  t.is(await status('X.limit.test'), 429);
});

test('responses of text types are compressed for clients that accept it', async (t) => {
  const routes = [
    { services: [{ name: 'a', port: 80 }], responseHeadersPolicy: { set: [{ name: 'x-seen', value: 'yes' }] } },
  ];
  await serve(t, [proxy('gzip.test', routes)], 'gzip.test', (status) => status === 200);
  const encoding = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted, 'x-echo-set-content-type': 'application/json' };
    return (await nuncio.get('gzip.test', '/', { headers })).headers['content-encoding'];
  };
  t.is(await encoding('gzip'), 'gzip');
  t.is(await encoding('br'), undefined);
});

test('attributes of cookies are rewritten, of the route and of the service', async (t) => {
  const routes = [
    {
      cookieRewritePolicies: [
        { name: 'session', secure: true, sameSite: 'Strict', pathRewrite: { value: '/shop' } },
        { name: 'open', secure: false },
      ],
      services: [
        {
          name: 'a',
          port: 80,
          cookieRewritePolicies: [{ name: 'session', sameSite: 'Lax', domainRewrite: { value: 'example.com' } }],
        },
      ],
    },
  ];
  await serve(t, [proxy('rewrite.test', routes)], 'rewrite.test', (status) => status === 200);
  const cookieOf = async (cookie: string, host = 'rewrite.test') => {
    const answer = await nuncio.get(host, '/', { headers: { 'x-echo-set-set-cookie': cookie } });
    return String(answer.headers['set-cookie']);
  };
  t.is(
    await cookieOf('session=1; path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly'),
    'session=1; Path=/shop; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly; Domain=example.com; Secure; SameSite=Lax',
  );
  t.is(await cookieOf('open=a=b; Secure; Path=/', 'REWRITE.test'), 'open=a=b; Path=/');
  t.is(await cookieOf('third=1; Secure'), 'third=1; Secure');
});

test('redirects of the upstream are followed: to the same host, to another one, not to strangers', async (t) => {
  const internalRedirectPolicy = { maxInternalRedirects: 3, allowCrossSchemeRedirect: 'Always' };
  const objects = [
    proxy('follow.test', [
      { internalRedirectPolicy, services: [{ name: 'a', port: 80 }] },
      { conditions: [{ prefix: '/direct' }], directResponsePolicy: { statusCode: 200, body: 'same host' } },
      { conditions: [{ prefix: '/back' }], services: [{ name: 'b', port: 80 }] },
    ]),
    proxy('target.test', [
      { directResponsePolicy: { statusCode: 200, body: 'other host' } },
      { conditions: [{ prefix: '/back' }], services: [{ name: 'c', port: 80 }] },
    ]),
    proxy('*.follow.test', [
      { internalRedirectPolicy, services: [{ name: 'a', port: 80 }] },
      { conditions: [{ prefix: '/direct' }], directResponsePolicy: { statusCode: 200, body: 'wildcard' } },
    ]),
  ];
  await serve(t, objects, 'follow.test', (status) => status === 200);
  await until(
    'the other host is served',
    async () => nuncio.get('target.test'),
    ({ status }) => status === 200,
  );
  await until(
    'the wildcard is served',
    async () => nuncio.get('x.follow.test'),
    ({ status }) => status === 200,
  );
  const follow = async (location: string, host = 'follow.test', more: Record<string, string> = {}) => {
    const headers = { 'x-echo-status': '302', 'x-echo-set-location': location, ...more };
    return nuncio.get(host, '/start', { headers });
  };
  for (const location of ['http://follow.test/direct', 'http://FOLLOW.test:80/direct'])
    t.is((await follow(location)).body, 'same host', location);
  t.is((await follow('http://follow.test/direct', 'x.follow.test')).body, 'same host');
  // Envoy follows absolute locations only.
  t.is((await follow('/direct')).status, 302);
  t.is((await follow('http://target.test/x')).body, 'other host');
  t.is((await follow('https://Target.test/x')).body, 'other host');

  // The answer of a redirected request whose service sees it: without our header, although the upstream tried to set it.
  const forged = { 'x-echo-set-x-nuncio-scope': 'ingress_http||target.test' };
  const back = echo(await follow('http://follow.test/back', 'follow.test', forged));
  t.is(back.backend, 'b');
  t.is(back.headers['x-nuncio-scope'], undefined);

  const stranger = await follow('http://stranger.test/x', 'follow.test', forged);
  t.is(stranger.status, 302);
  t.is(stranger.headers.location, 'http://stranger.test/x');
  t.is(stranger.headers['x-nuncio-scope'], undefined);
});

// Hosts and routes from a folder of files through a real Envoy, in both modes of route discovery.
// One folder, read by two nuncios; each test puts a file of its own there, with hosts that no other test has.
import type { ExecutionContext } from 'ava';
import { startBackend, type Backend } from '../support/backend.ts';
import { http1, http2, rawRequest } from '../support/http-client.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { bothModes, type Setting } from './fixtures/both-modes.ts';
import { echo, served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, ingress, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const both = bothModes(test);

const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b', 'c']) backends.push(await startBackend({ name }));
  const upstreams = backends.flatMap((backend) => upstream(backend.name, [backend]));
  await both.start(upstreams);
});

test.after.always(async () => {
  await both.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

interface Case extends Setting {
  /** Puts the objects there (the file is this test's own) and waits until `host` is served as `expected` says. */
  readonly serve: (objects: readonly object[], host: string, expected?: string) => Promise<void>;
}

/** One test per mode. */
function inBothModes(title: string, run: (t: ExecutionContext, what: Case) => Promise<void>): void {
  both.test(title, async (t, setting) => {
    await run(t, {
      ...setting,
      async serve(objects, host, expected = 'a') {
        await setting.write(objects);
        await until(
          `${host} is served by ${expected}`,
          async () => setting.nuncio.get(host),
          (answer) => served(answer) === expected,
        );
      },
    });
  });
}

inBothModes('an exact host, in any case, with and without a port', async (t, { nuncio, serve }) => {
  await serve([hostProxy('exact.test', 'a')], 'exact.test');
  for (const host of ['exact.test', 'EXACT.Test', 'exact.test:80', 'Exact.test:18080', 'exact.test.']) {
    t.is(served(await nuncio.get(host)), 'a', host);
  }
  t.is(echo(await nuncio.get('exact.test:8080')).host, 'exact.test:8080');
  for (const host of ['other.test', 'sub.exact.test', 'exact.test.evil', 'xexact.test']) {
    t.is((await nuncio.get(host)).status, 404, host);
  }
});

inBothModes('a wildcard host stands for one label, and an exact host wins', async (t, { nuncio, serve }) => {
  await serve([hostProxy('*.wild.test', 'b'), hostProxy('own.wild.test', 'a')], 'own.wild.test');
  await until(
    'the wildcard is served',
    async () => nuncio.get('any.wild.test'),
    (answer) => served(answer) === 'b',
  );
  for (const host of ['x.wild.test', 'X.Wild.TEST', 'x.wild.test:8080', 'other.wild.test']) {
    t.is(served(await nuncio.get(host)), 'b', host);
  }
  t.is(served(await nuncio.get('OWN.wild.test:80')), 'a');
  for (const host of ['wild.test', 'x.y.wild.test', '.wild.test']) t.is((await nuncio.get(host)).status, 404, host);
});

inBothModes('a catch-all takes every host that nobody else has', async (t, { nuncio, serve }) => {
  const catchAll = ingress('catch-all', { defaultBackend: { service: { name: 'c', port: { number: 80 } } } });
  await serve([catchAll, hostProxy('known.test', 'a'), hostProxy('*.known.test', 'b')], 'nobody.test', 'c');
  await until(
    'known.test is served',
    async () => nuncio.get('known.test'),
    (answer) => served(answer) === 'a',
  );
  for (const host of ['x.y.test', 'UNKNOWN', '127.0.0.1:80', '[::1]:8080', 'x.y.known.test']) {
    t.is(served(await nuncio.get(host)), 'c', host);
  }
  t.is(served(await nuncio.get('known.test')), 'a');
  t.is(served(await nuncio.get('any.known.test')), 'b');

  // HTTP/1.0 needs no Host header.
  const answer = await rawRequest(nuncio.http, 'GET /ten HTTP/1.0\r\n\r\n');
  t.regex(answer, /^HTTP\/1\.[01] 200 OK\r\n/);
  t.regex(answer, /"backend":"c"/);
  t.regex(answer, /"path":"\/ten"/);
  const named = await rawRequest(nuncio.http, 'GET / HTTP/1.0\r\nHost: known.test\r\n\r\n');
  t.regex(named, /"backend":"a"/);

  await serve([hostProxy('known.test', 'a')], 'known.test');
  await until(
    'the catch-all is gone',
    async () => nuncio.get('nobody.test'),
    ({ status }) => status === 404,
  );
  t.regex(await rawRequest(nuncio.http, 'GET / HTTP/1.0\r\n\r\n'), /^HTTP\/1\.[01] 404 /);
});

inBothModes('a client can not choose the scope, and no backend sees it', async (t, { mode, nuncio, serve }) => {
  await serve([hostProxy('one.forge.test', 'a'), hostProxy('two.forge.test', 'b')], 'one.forge.test');
  await until(
    'two',
    async () => nuncio.get('two.forge.test'),
    (answer) => served(answer) === 'b',
  );
  for (const forged of [
    'ingress_http||two.forge.test',
    'two.forge.test',
    'misdirected',
    ['ingress_http||two.forge.test', 'ingress_http||two.forge.test'],
  ]) {
    const headers = { 'x-nuncio-scope': forged };
    const answer = await nuncio.get('one.forge.test', '/', { headers });
    t.is(served(answer), 'a');
    // With one route table the header means nothing: it is the client's own, like any other.
    if (mode === 'scoped') t.is(echo(answer).headers['x-nuncio-scope'], undefined);
    t.is((await nuncio.get('nobody.test', '/', { headers })).status, 404);
  }
  t.is(echo(await nuncio.get('ONE.forge.test')).headers['x-nuncio-scope'], undefined);
});

inBothModes('each request of an HTTP/2 connection goes where its own authority says', async (t, { nuncio, serve }) => {
  await serve([hostProxy('one.h2.test', 'a'), hostProxy('two.h2.test', 'b')], 'one.h2.test');
  const connection = await http2(nuncio.http);
  t.teardown(() => connection.close());
  const ask = async (host: string): Promise<string> => served(await connection.request({ host }));
  t.deepEqual(await Promise.all(['one.h2.test', 'TWO.h2.test', 'two.h2.test:80', 'x.h2.test'].map(ask)), [
    'a',
    'b',
    'b',
    '404',
  ]);
});

inBothModes(
  'routes match by the longest prefix, by exact path and by regular expression',
  async (t, { nuncio, serve }) => {
    const to = (name: string, condition: object): object => ({
      conditions: [condition],
      services: [{ name, port: 80 }],
    });
    const routes = [
      to('a', { prefix: '/' }),
      to('b', { prefix: '/api' }),
      to('c', { prefix: '/api/v2' }),
      to('c', { exact: '/api/one' }),
      to('a', { regex: '/api/item-[0-9]+' }),
    ];
    await serve([httpProxy('paths', { virtualhost: { fqdn: 'paths.test' }, routes })], 'paths.test');
    const expected = {
      '/': 'a',
      '/x': 'a',
      '/api': 'b',
      '/apix': 'b',
      '/api/v1/x': 'b',
      '/api/v2': 'c',
      '/api/v2/y?q=1': 'c',
      '/api/one': 'c',
      '/api/one?q=1': 'c',
      '/api/one/': 'b',
      '/api/item-7': 'a',
      '/api/item-7/x': 'b',
      '//api//v2': 'c',
      '/x/../api/v2': 'c',
    };
    const found: Record<string, string> = {};
    for (const path of Object.keys(expected)) found[path] = served(await nuncio.get('paths.test', path));
    t.deepEqual(found, expected);
  },
);

inBothModes('header conditions', async (t, { nuncio, serve }) => {
  const to = (path: string, ...headers: object[]): object => ({
    conditions: [{ prefix: path }, ...headers.map((header) => ({ header }))],
    services: [{ name: 'b', port: 80 }],
  });
  const routes = [
    { services: [{ name: 'a', port: 80 }] },
    to('/present', { name: 'X-Mark', present: true }),
    to('/notpresent', { name: 'x-mark', notpresent: true }),
    to('/contains', { name: 'x-mark', contains: 'ee' }),
    to('/notcontains', { name: 'x-mark', notcontains: 'ee' }),
    to('/exact', { name: 'x-mark', exact: 'red' }),
    to('/case', { name: 'x-mark', exact: 'RED', ignoreCase: true }),
    to('/notexact', { name: 'x-mark', notexact: 'red' }),
    to('/missing', { name: 'x-mark', notexact: 'red', treatMissingAsEmpty: true }),
    to('/regex', { name: 'x-mark', regex: 'r[a-e]d' }),
    to('/both', { name: 'x-mark', exact: 'red' }, { name: 'x-more', contains: 'm' }),
  ];
  await serve([httpProxy('headers', { virtualhost: { fqdn: 'headers.test' }, routes })], 'headers.test');
  const ask = async (path: string, mark?: string, more?: string): Promise<boolean> => {
    const headers = {
      ...(mark === undefined ? {} : { 'x-mark': mark }),
      ...(more === undefined ? {} : { 'x-more': more }),
    };
    return served(await nuncio.get('headers.test', path, { headers })) === 'b';
  };
  t.true(await ask('/present', 'x'));
  t.false(await ask('/present'));
  t.true(await ask('/notpresent'));
  t.false(await ask('/notpresent', 'x'));
  t.true(await ask('/contains', 'green'));
  t.false(await ask('/contains', 'red'));
  t.true(await ask('/notcontains', 'red'));
  t.false(await ask('/notcontains', 'green'));
  t.true(await ask('/exact', 'red'));
  t.false(await ask('/exact', 'Red'));
  t.false(await ask('/exact', 'reddish'));
  t.true(await ask('/case', 'Red'));
  t.true(await ask('/notexact', 'green'));
  t.false(await ask('/notexact', 'red'));
  t.true(await ask('/missing'));
  t.true(await ask('/regex', 'rad'));
  t.false(await ask('/regex', 'rads'));
  t.true(await ask('/both', 'red', 'them'));
  t.false(await ask('/both', 'red', 'x'));
});

inBothModes('query conditions', async (t, { nuncio, serve }) => {
  const to = (path: string, queryParameter: object): object => ({
    conditions: [{ prefix: path }, { queryParameter }],
    services: [{ name: 'b', port: 80 }],
  });
  const routes = [
    { services: [{ name: 'a', port: 80 }] },
    to('/present', { name: 'q', present: true }),
    to('/exact', { name: 'q', exact: 'red' }),
    to('/case', { name: 'q', exact: 'red', ignoreCase: true }),
    to('/prefix', { name: 'q', prefix: 're' }),
    to('/suffix', { name: 'q', suffix: 'ed' }),
    to('/contains', { name: 'q', contains: 'e' }),
    to('/regex', { name: 'q', regex: 'r.d' }),
  ];
  await serve([httpProxy('query', { virtualhost: { fqdn: 'query.test' }, routes })], 'query.test');
  const ask = async (path: string): Promise<boolean> => served(await nuncio.get('query.test', path)) === 'b';
  for (const path of [
    '/present?q',
    '/exact?q=red&x=1',
    '/case?q=RED',
    '/prefix?q=rest',
    '/suffix?q=bed',
    '/contains?q=bet',
    '/regex?q=rod',
  ]) {
    t.true(await ask(path), path);
  }
  for (const path of [
    '/present?x=q',
    '/exact?q=Red',
    '/case?q=reds',
    '/prefix?q=are',
    '/suffix?q=edit',
    '/contains?q=x',
    '/regex?q=rods',
  ]) {
    t.false(await ask(path), path);
  }
});

inBothModes('weights share out the requests', async (t, { nuncio, folder, serve }) => {
  const services = [
    { name: 'a', port: 80, weight: 70 },
    { name: 'b', port: 80, weight: 30 },
    { name: 'c', port: 80, weight: 0 },
  ];
  const spec = { virtualhost: { fqdn: 'weights.test' }, routes: [{ services }] };
  await folder.write('weights.yaml', [httpProxy('weights', spec)]);
  await until(
    'weights.test is served',
    async () => nuncio.get('weights.test'),
    ({ status }) => status === 200,
  );
  const connection = http1(nuncio.http, 8);
  t.teardown(() => connection.close());
  const counts: Record<string, number> = {};
  const ask = async (): Promise<void> => {
    const by = served(await connection.request({ host: 'weights.test' }));
    counts[by] = (counts[by] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: 1_000 }, ask));
  t.deepEqual(Object.keys(counts).sort(), ['a', 'b']);
  // 700 expected, standard deviation 14.5: beyond six of them something is wrong.
  const share = counts['a'] ?? 0;
  t.true(share > 610 && share < 790, `a got ${share} of 1,000`);
  await serve([], 'x.test', '404');
});

inBothModes('a mirror gets a copy, and its answer is dropped', async (t, { nuncio, serve }) => {
  const services = [
    { name: 'a', port: 80 },
    { name: 'b', port: 80, mirror: true },
  ];
  await serve([httpProxy('mirror', { virtualhost: { fqdn: 'mirror.test' }, routes: [{ services }] })], 'mirror.test');
  const mirror = backends.find(({ name }) => name === 'b');
  const before = mirror?.requests() ?? 0;
  t.is(served(await nuncio.get('mirror.test', '/copy')), 'a');
  await until(
    'the mirror got a copy',
    async () => mirror?.requests() ?? 0,
    (count) => count > before,
  );
});

inBothModes('header policies of routes and services', async (t, { nuncio, serve }) => {
  const spec = {
    virtualhost: { fqdn: 'policies.test' },
    routes: [
      {
        requestHeadersPolicy: {
          set: [
            { name: 'x-set', value: '50% of %REQ(x-in)%' },
            { name: 'x-protocol', value: '%PROTOCOL%' },
            { name: 'Host', value: 'inner.test' },
          ],
          remove: ['x-gone'],
        },
        responseHeadersPolicy: { set: [{ name: 'x-answer', value: 'yes' }], remove: ['x-hidden'] },
        services: [
          {
            name: 'a',
            port: 80,
            requestHeadersPolicy: { set: [{ name: 'x-service', value: 'a' }], remove: ['x-also-gone'] },
            responseHeadersPolicy: { set: [{ name: 'x-by', value: 'a' }] },
          },
        ],
      },
    ],
  };
  await serve([httpProxy('policies', spec)], 'policies.test');
  const answer = await nuncio.get('policies.test', '/', {
    headers: {
      'x-in': '7',
      'x-set': 'client',
      'x-gone': '1',
      'x-also-gone': '1',
      'x-echo-set-x-hidden': '1',
      'x-echo-set-x-kept': '1',
    },
  });
  const { headers, host } = echo(answer);
  t.is(host, 'inner.test');
  t.is(headers['x-set'], '50% of 7');
  t.is(headers['x-protocol'], 'HTTP/1.1');
  t.is(headers['x-service'], 'a');
  t.is(headers['x-gone'], undefined);
  t.is(headers['x-also-gone'], undefined);
  t.is(answer.headers['x-answer'], 'yes');
  t.is(answer.headers['x-by'], 'a');
  t.is(answer.headers['x-hidden'], undefined);
  t.is(answer.headers['x-kept'], '1');
});

inBothModes('redirects and direct responses', async (t, { nuncio, serve }) => {
  const on = (prefix: string, rest: object): object => ({ conditions: [{ prefix }], ...rest });
  const routes = [
    on('/', { services: [{ name: 'a', port: 80 }] }),
    on('/moved', { requestRedirectPolicy: { hostname: 'new.test', scheme: 'https', port: 444, statusCode: 301 } }),
    on('/path', { requestRedirectPolicy: { path: '/there' } }),
    on('/prefix', { requestRedirectPolicy: { prefix: '/now' } }),
    on('/teapot', { directResponsePolicy: { statusCode: 418, body: 'short and stout' } }),
    on('/empty', { directResponsePolicy: { statusCode: 403 } }),
  ];
  await serve([httpProxy('answers', { virtualhost: { fqdn: 'answers.test' }, routes })], 'answers.test');
  const moved = await nuncio.get('answers.test', '/moved?q=1');
  t.is(moved.status, 301);
  t.is(moved.headers['location'], 'https://new.test:444/moved?q=1');
  const path = await nuncio.get('answers.test', '/path/x');
  t.is(path.status, 302);
  t.is(path.headers['location'], 'http://answers.test/there');
  t.is((await nuncio.get('answers.test', '/prefix/x')).headers['location'], 'http://answers.test/now/x');
  const teapot = await nuncio.get('answers.test', '/teapot');
  t.is(teapot.status, 418);
  t.is(teapot.body, 'short and stout');
  const empty = await nuncio.get('answers.test', '/empty');
  t.is(empty.status, 403);
  t.is(empty.body, '');
});

inBothModes('a response timeout ends a slow request with 504', async (t, { nuncio, serve }) => {
  const routes = [
    { services: [{ name: 'a', port: 80 }], timeoutPolicy: { response: '100ms' } },
    {
      conditions: [{ prefix: '/patient' }],
      services: [{ name: 'a', port: 80 }],
      timeoutPolicy: { response: 'infinity' },
    },
  ];
  await serve([httpProxy('slow', { virtualhost: { fqdn: 'slow.test' }, routes })], 'slow.test');
  const headers = { 'x-echo-delay-ms': '400' };
  t.is((await nuncio.get('slow.test', '/', { headers })).status, 504);
  t.is((await nuncio.get('slow.test', '/patient', { headers })).status, 200);
});

inBothModes('retries', async (t, { nuncio, serve }) => {
  const routes = [
    { services: [{ name: 'a', port: 80 }] },
    {
      conditions: [{ prefix: '/retry' }],
      services: [{ name: 'a', port: 80 }],
      retryPolicy: { count: 2, retryOn: ['5xx'] },
    },
    {
      conditions: [{ prefix: '/codes' }],
      services: [{ name: 'a', port: 80 }],
      retryPolicy: { count: 3, retryOn: ['retriable-status-codes'], retriableStatusCodes: [418] },
    },
    { conditions: [{ prefix: '/never' }], services: [{ name: 'a', port: 80 }], retryPolicy: { count: -1 } },
  ];
  await serve([httpProxy('retry', { virtualhost: { fqdn: 'retry.test' }, routes })], 'retry.test');
  const a = backends.find(({ name }) => name === 'a');
  const tries = async (path: string, status: number): Promise<number> => {
    const before = a?.requests() ?? 0;
    const answer = await nuncio.get('retry.test', path, { headers: { 'x-echo-status': String(status) } });
    t.is(answer.status, status, path);
    return (a?.requests() ?? 0) - before;
  };
  t.is(await tries('/', 503), 1);
  t.is(await tries('/retry', 503), 3);
  t.is(await tries('/retry', 404), 1);
  t.is(await tries('/codes', 418), 4);
  t.is(await tries('/codes', 503), 1);
  t.is(await tries('/never', 503), 1);
});

inBothModes('path prefixes are rewritten', async (t, { nuncio, serve }) => {
  const routes = [
    { services: [{ name: 'a', port: 80 }] },
    {
      conditions: [{ prefix: '/old' }],
      services: [{ name: 'a', port: 80 }],
      pathRewritePolicy: { replacePrefix: [{ replacement: '/new' }] },
    },
    {
      conditions: [{ prefix: '/cut/' }],
      services: [{ name: 'a', port: 80 }],
      pathRewritePolicy: { replacePrefix: [{ prefix: '/cut/', replacement: '/' }] },
    },
  ];
  await serve([httpProxy('rewrite', { virtualhost: { fqdn: 'rewrite.test' }, routes })], 'rewrite.test');
  for (const [sent, seen] of Object.entries({
    '/old': '/new',
    '/old/x?q=1': '/new/x?q=1',
    '/cut/x': '/x',
    '/cut/': '/',
    '/keep': '/keep',
  })) {
    t.is(echo(await nuncio.get('rewrite.test', sent)).path, seen, sent);
  }
});

inBothModes('HTTPProxies include others, across namespaces', async (t, { nuncio, folder, serve }) => {
  const team = upstream('team', backends.slice(1, 2), { namespace: 'team' });
  const root = httpProxy('include-root', {
    virtualhost: { fqdn: 'include.test' },
    routes: [{ services: [{ name: 'a', port: 80 }] }],
    includes: [
      { name: 'child', namespace: 'team', conditions: [{ prefix: '/team' }] },
      { name: 'gone', namespace: 'team', conditions: [{ prefix: '/gone' }] },
    ],
  });
  const child = httpProxy(
    'child',
    {
      routes: [
        { services: [{ name: 'team', port: 80 }] },
        {
          conditions: [{ prefix: '/deep' }, { header: { name: 'x-mark', present: true } }],
          services: [{ name: 'team', port: 80 }],
          pathRewritePolicy: { replacePrefix: [{ replacement: '/rewritten' }] },
        },
      ],
      includes: [{ name: 'grandchild', conditions: [{ prefix: '/grand' }] }],
    },
    { namespace: 'team' },
  );
  const grandchild = httpProxy(
    'grandchild',
    { routes: [{ conditions: [{ prefix: '/x' }], directResponsePolicy: { statusCode: 418 } }] },
    { namespace: 'team' },
  );
  await serve([root, child, grandchild, ...team], 'include.test');
  t.is(served(await nuncio.get('include.test', '/team')), 'b');
  t.is(served(await nuncio.get('include.test', '/team/deep')), 'b');
  t.is(echo(await nuncio.get('include.test', '/team/deep/x', { headers: { 'x-mark': '1' } })).path, '/rewritten/x');
  t.is((await nuncio.get('include.test', '/team/grand/x')).status, 418);
  // An include that leads nowhere answers 502 under its conditions; the rest of the host is served.
  t.is((await nuncio.get('include.test', '/gone/x')).status, 502);
  t.is(served(await nuncio.get('include.test', '/other')), 'a');

  await folder.write('late.yaml', [
    httpProxy('gone', { routes: [{ services: [{ name: 'team', port: 80 }] }] }, { namespace: 'team' }),
  ]);
  await until(
    'the include is there',
    async () => nuncio.get('include.test', '/gone/x'),
    (answer) => served(answer) === 'b',
  );
  await folder.remove('late.yaml');
  await until(
    'the include is gone',
    async () => nuncio.get('include.test', '/gone/x'),
    ({ status }) => status === 502,
  );
});

inBothModes('websockets only where they are enabled', async (t, { nuncio, serve }) => {
  const routes = [
    { services: [{ name: 'a', port: 80 }] },
    { conditions: [{ prefix: '/ws' }], enableWebsockets: true, services: [{ name: 'a', port: 80 }] },
  ];
  await serve([httpProxy('ws', { virtualhost: { fqdn: 'ws.test' }, routes })], 'ws.test');
  const upgrade = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: ws.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello`;
  t.regex(await rawRequest(nuncio.http, upgrade('/ws'), { until: /hello/ }), /^HTTP\/1\.1 101 [^]*hello$/);
  t.regex(await rawRequest(nuncio.http, upgrade('/'), { until: /\r\n\r\n/ }), /^HTTP\/1\.1 403 /);
});

inBothModes('upstreams that speak HTTP/2', async (t, { nuncio, serve }) => {
  const routes = [{ services: [{ name: 'a', port: 80, protocol: 'h2c' }] }];
  await serve([httpProxy('h2c', { virtualhost: { fqdn: 'h2c.test' }, routes })], 'h2c.test');
  t.is(echo(await nuncio.get('h2c.test')).httpVersion, '2.0');
});

inBothModes('a route moves to another service, and an upstream to another endpoint', async (t, { serve }) => {
  const own = (index: number): object[] => upstream('own', backends.slice(index, index + 1));
  await serve([hostProxy('moves.test', 'own'), ...own(0)], 'moves.test', 'a');
  await serve([hostProxy('moves.test', 'own'), ...own(1)], 'moves.test', 'b');
  await serve([hostProxy('moves.test', 'c'), ...own(1)], 'moves.test', 'c');
  await serve([hostProxy('moves.test', 'own')], 'moves.test', '503');
  await serve([], 'moves.test', '404');
  t.pass();
});

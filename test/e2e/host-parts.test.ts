// Hosts with very many routes on a real Envoy: found by parts or in one table, a request gets the route that Envoy's rules say.
import { emitHost } from '../../src/dag/compile/host-parts.ts';
import type { UnitContext } from '../../src/dag/engine.ts';
import { winner } from '../../src/dag/compare/compare.ts';
import { matchedPath } from '../../src/dag/explain/request.ts';
import type { PathMatch, Route, Vertex, VirtualHost } from '../../src/dag/vertices.ts';
import { createListenerTranslator } from '../../src/xds/listener-translator.ts';
import { createRouteTranslator } from '../../src/xds/route-translator.ts';
import { createSecretTranslator } from '../../src/xds/secret.ts';
import { startBackend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startEnvoy } from '../support/envoy.ts';
import { request } from '../support/http-client.ts';
import type { KubeObject } from '../support/kube-client.ts';
import { startNuncio, until } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startXdsStub } from '../support/xds-stub.ts';
import { emissaryObject, upstream } from './fixtures/objects.ts';
import { filterChain, listener, respond, route, secret, upsert, virtualHost } from '../unit/xds/vertex-fixtures.ts';

const test = await testNeeding('envoy');

const kinds: readonly PathMatch['kind'][] = ['prefix', 'exact', 'segmentPrefix', 'regex'];

/** Paths of every kind, some of them in the way of others. */
function manyRoutes(name: string): readonly Route[] {
  const routes: Route[] = [];
  const add = (kind: PathMatch['kind'], value: string, more: Parameters<typeof route>[1] = {}): void => {
    const body = `${name} ${routes.length}`;
    routes.push(route(respond(body), { path: { kind, value }, ...more }));
  };
  add('regex', '/.*\\.png');
  for (let i = 0; i < 300; i++) {
    const value = i % 5 === 0 ? `/s${i}/` : `/s${i}`;
    const kind = kinds[i % 4]!;
    add(kind, kind === 'regex' ? `${value}[a-c]+` : kind === 'segmentPrefix' ? value.replace(/\/$/, '') : value);
  }
  add('exact', '/s1');
  add('prefix', '/s2', {
    headers: [
      { name: 'x-team', kind: 'exact', value: 'a', invert: false, ignoreCase: false, treatMissingAsEmpty: false },
    ],
  });
  add('prefix', '/s');
  add('prefix', '/UPPER/');
  routes.push({
    ...route(respond(`${name} any case`)),
    match: { ...route(respond('')).match, path: { kind: 'prefix', value: '/AnyCase/' }, ignorePathCase: true },
  });
  return routes;
}

const hosts = [
  virtualHost('many.test', manyRoutes('MANY')),
  virtualHost('few.test', [route(respond('FEW'))]),
  virtualHost('*.wild.test', manyRoutes('WILD')),
  virtualHost('*', manyRoutes('ANY')),
  virtualHost('tls.test', manyRoutes('TLS'), 'one'),
];

const paths = `
  / /s /S /s1 /s1/ /s1?x=/s200 /s? /s2 /s2/b /x /UPPER/x /upper/x /anycase/x /ANYCASE/ /anycase /a.png /s100/a.png
  /s100.png /s123 /s123/b /s1234 /s223abc /s299 /s100 /s100/ /s100/x?y=z //s100/ /x/../s100/ /s%31 /s1%30 /s%2F100
  /s250/ /s255/ /%73251 /s251/x /s252 /s252x /s253/ /s254 /s255 /s256 /s257 /s258 /s259 /s260`
  .trim()
  .split(/\s+/);

for (const mode of ['scoped', 'single'] as const) {
  test(`${mode}: each request finds its route`, async (t) => {
    const vertices: Vertex[] = [];
    const context = { emit: (vertex: Vertex) => void vertices.push(vertex) } as UnitContext;
    for (const host of hosts) emitHost(context, host, mode === 'scoped' ? 256 : Infinity);
    if (mode === 'scoped') t.true(vertices.filter(({ kind }) => kind === 'VirtualHostPart').length > 40);
    const stub = await startXdsStub();
    t.teardown(() => stub.stop());
    const ca = await createCa();
    const leaf = await ca.issue({ hosts: ['tls.test'] });
    const translators = [createSecretTranslator(), createListenerTranslator(mode), createRouteTranslator(mode)];
    const all = [
      ...(['http', 'https'] as const).map((protocol) => listener(protocol, { address: '127.0.0.1', port: 0 })),
      filterChain('one', ['tls.test']),
      secret('shop/one', leaf.cert, leaf.key),
      ...vertices,
    ];
    for (const translator of translators) translator.apply({ upserts: all.map((each) => upsert(each)), removals: [] });
    await stub.apply(...translators.map((translator) => translator.publish()));
    const envoy = await startEnvoy({ bootstrap: stub.bootstrap });
    t.teardown(() => envoy.stop());
    await envoy.whenReady();
    const port = await envoy.listenerPort('ingress_http');
    const tlsPort = await envoy.listenerPort('ingress_https');

    const expected = (host: VirtualHost, path: string, team: boolean): string => {
      const seen = matchedPath(path, true);
      const sample = { method: 'GET', path: seen.path, headers: team ? ([['x-team', 'a']] as const) : [] };
      const found = winner(host, sample)?.action;
      return found?.kind === 'directResponse' ? `200 ${found.body}` : '404 ';
    };
    const asked: readonly (readonly [name: string, host: VirtualHost])[] = [
      ['many.test', hosts[0]!],
      ['MANY.test:8080', hosts[0]!],
      ['few.test', hosts[1]!],
      ['x.wild.test', hosts[2]!],
      ['unknown.test', hosts[3]!],
      ['tls.test', hosts[4]!],
    ];
    const ask = async ([name, host]: (typeof asked)[number], path: string): Promise<void> => {
      const team = path.startsWith('/s2');
      const target = name === 'tls.test' ? { port: tlsPort, tls: { sni: name } } : { port };
      const answer = await request(target, { host: name, path, headers: team ? { 'x-team': 'a' } : {} });
      t.is(`${answer.status} ${answer.body}`, expected(host, path, team), `${name}${path}`);
    };
    for (const each of asked) await Promise.all(paths.map(async (path) => ask(each, path)));
    t.deepEqual(stub.refusals, []);
  });
}

test('Mappings come and go, and the host is split and whole again, without a wrong answer', async (t) => {
  const backend = await startBackend({ name: 'web' });
  t.teardown(() => backend.stop());
  const folder = await createObjectFolder({ 'around.yaml': upstream('web', [backend]), 'few.yaml': mappings(0, 250) });
  const nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  t.teardown(async () => {
    await nuncio.stop();
    await folder.delete();
  });
  await folder.write('door.yaml', [
    emissaryObject('Listener', 'http', {
      port: nuncio.ports.http,
      protocol: 'HTTP',
      securityModel: 'XFP',
      hostBinding: { namespace: { from: 'ALL' } },
    }),
    emissaryObject('Host', 'all', { hostname: '*', requestPolicy: { insecure: { action: 'Route' } } }),
  ]);
  const statusOf = async (path: string): Promise<number> => (await nuncio.get('any.test', path)).status;
  await until(
    'the first are served',
    async () => statusOf('/m17/x'),
    (status) => status === 200,
  );

  const wrong: string[] = [];
  const over = new AbortController();
  t.teardown(() => over.abort());
  let asked = 0;
  const asking = (async () => {
    for (let i = 0; !over.signal.aborted; i++, asked++) {
      const path = `/m${(i * 7) % 250}/x?y=/m300/`;
      const { status } = await nuncio.get('any.test', path);
      if (status !== 200) wrong.push(`${path} ${status}`);
    }
  })();
  const explained = async (path: string): Promise<string> =>
    (await nuncio.admin(`/explain?url=${encodeURIComponent(`http://any.test${path}`)}`)).body;
  for (let round = 0; round < 2; round++) {
    await folder.write('more.yaml', mappings(250, 600));
    await until(
      'those that came are served',
      async () => statusOf('/m599/x'),
      (status) => status === 200,
    );
    t.regex(await explained('/m599/x'), /"part": "\/m59"/);
    t.is(await statusOf('/m600/x'), 404);
    await folder.remove('more.yaml');
    await until(
      'those that went are not',
      async () => statusOf('/m599/x'),
      (status) => status === 404,
    );
    t.notRegex(await explained('/m17/x'), /"part"/);
  }
  over.abort();
  await asking;
  t.true(asked > 100, `${asked} requests`);
  t.deepEqual(wrong, []);
});

function mappings(from: number, to: number): readonly KubeObject[] {
  return Array.from({ length: to - from }, (_, i) =>
    emissaryObject('Mapping', `m${from + i}`, { hostname: '*', prefix: `/m${from + i}/`, service: 'web' }),
  );
}

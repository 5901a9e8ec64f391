// Ingress from a folder of files through a real Envoy: hosts, path types, default backend, class.
// One nuncio; each test puts a file of its own there, with hosts that no other test has.
import { startBackend, type Backend } from '../support/backend.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { ingress, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b', 'c']) backends.push(await startBackend({ name }));
  folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

const to = (name: string): object => ({ backend: { service: { name, port: { number: 80 } } } });
const path = (pathType: string, value: string, name: string): object => ({ path: value, pathType, ...to(name) });

async function routesOf(host: string, paths: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const each of paths) found[each] = served(await nuncio.get(host, each));
  return found;
}

async function becomes(host: string, expected: string, at = '/'): Promise<void> {
  await until(
    `${host}${at} is ${expected}`,
    async () => nuncio.get(host, at),
    (answer) => served(answer) === expected,
  );
}

test.serial('path types', async (t) => {
  const paths = [
    path('Prefix', '/', 'a'),
    path('Prefix', '/seg', 'b'),
    path('Prefix', '/slash/', 'b'),
    path('Exact', '/exact', 'c'),
    path('Exact', '/seg/exact', 'c'),
    path('ImplementationSpecific', '/impl', 'c'),
  ];
  await folder.write('types.yaml', [ingress('types', { rules: [{ host: 'types.test', http: { paths } }] })]);
  await becomes('types.test', 'a');
  const expected = {
    '/': 'a',
    '/other': 'a',
    '/seg': 'b',
    '/seg/': 'b',
    '/seg/x?q=1': 'b',
    '/segment': 'a',
    '/slash': 'b',
    '/slash/x': 'b',
    '/slashed': 'a',
    '/exact': 'c',
    '/exact?q=1': 'c',
    '/exact/': 'a',
    '/exact/x': 'a',
    '/seg/exact': 'c',
    '/seg/exact/x': 'b',
    '/impl': 'c',
  };
  t.deepEqual(await routesOf('types.test', Object.keys(expected)), expected);
});

test.serial('two Ingresses share a host', async (t) => {
  const of = (name: string, ...paths: object[]): object =>
    ingress(name, { rules: [{ host: 'shared.test', http: { paths } }] });
  await folder.write('shared.yaml', [
    of('first', path('Prefix', '/one', 'a')),
    of('second', path('Prefix', '/two', 'b')),
  ]);
  await becomes('shared.test', 'a', '/one');
  await becomes('shared.test', 'b', '/two');
  t.is((await nuncio.get('shared.test', '/three')).status, 404);
});

test.serial('a wildcard host stands for one label', async (t) => {
  const rules = [{ host: '*.wild.test', http: { paths: [path('Prefix', '/', 'b')] } }];
  await folder.write('wild.yaml', [ingress('wild', { rules })]);
  await becomes('x.wild.test', 'b');
  t.is((await nuncio.get('wild.test')).status, 404);
  t.is((await nuncio.get('x.y.wild.test')).status, 404);
});

test.serial('a default backend, and rules without a host', async (t) => {
  await folder.write('default.yaml', [
    ingress('default', {
      defaultBackend: { service: { name: 'c', port: { name: 'http' } } },
      rules: [
        { http: { paths: [path('Prefix', '/any', 'b')] } },
        { host: 'default.test', http: { paths: [path('Prefix', '/', 'a')] } },
      ],
    }),
  ]);
  await becomes('default.test', 'a');
  await becomes('whoever.test', 'c');
  t.deepEqual(await routesOf('whoever.test', ['/any', '/any/x', '/other']), {
    '/any': 'b',
    '/any/x': 'b',
    '/other': 'c',
  });
  await folder.remove('default.yaml');
  await becomes('whoever.test', '404');
});

test.serial('the class decides whose Ingress it is', async (t) => {
  const rules = (host: string): object => ({ rules: [{ host, http: { paths: [path('Prefix', '/', 'a')] } }] });
  const annotated = (name: string, host: string, value: string): object => {
    const made = ingress(name, rules(host));
    return { ...made, metadata: { ...made.metadata, annotations: { 'kubernetes.io/ingress.class': value } } };
  };
  const write = async (ingressClassName: string): Promise<void> =>
    folder.write('class.yaml', [
      ingress('none', rules('none.class.test')),
      ingress('nuncio', { ingressClassName: 'nuncio', ...rules('nuncio.class.test') }),
      ingress('contour', { ingressClassName: 'contour', ...rules('contour.class.test') }),
      ingress('changing', { ingressClassName, ...rules('changing.class.test') }),
      annotated('annotated', 'annotated.class.test', 'nuncio'),
      annotated('foreign', 'foreign.class.test', 'nginx'),
    ]);
  await write('nginx');
  for (const host of ['none', 'nuncio', 'contour', 'annotated']) await becomes(`${host}.class.test`, 'a');
  for (const host of ['changing', 'foreign']) t.is((await nuncio.get(`${host}.class.test`)).status, 404);
  await write('nuncio');
  await becomes('changing.class.test', 'a');
  await write('nginx');
  await becomes('changing.class.test', '404');
});

test.serial('a backend that is missing answers 503 and comes to life', async (t) => {
  const rules = [
    { host: 'missing.test', http: { paths: [path('Prefix', '/', 'missing'), path('Prefix', '/there', 'a')] } },
  ];
  await folder.write('missing.yaml', [ingress('missing', { rules })]);
  await becomes('missing.test', 'a', '/there');
  t.is((await nuncio.get('missing.test')).status, 503);
  await folder.write('missing-service.yaml', upstream('missing', backends.slice(1, 2)));
  await becomes('missing.test', 'b');
});

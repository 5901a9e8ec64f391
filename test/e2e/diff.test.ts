// `nuncio diff`: a real Envoy's configuration dump against what it is to have.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResourceDifference } from '../../src/cli/diff/compare.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { hostProxy, httpProxy, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let dumps: string;
let nuncio: Nuncio;
let backend: Backend;

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  dumps = await mkdtemp(join(tmpdir(), 'nuncio-diff-'));
  const certificate = await (await createCa()).issue({ hosts: ['secure.test'] });
  const virtualhost = { fqdn: 'secure.test', tls: { secretName: 'cert' } };
  folder = await createObjectFolder({
    'a.yaml': [
      ...upstream('a', [backend]),
      hostProxy('plain.test', 'a'),
      hostProxy('other.test', 'a'),
      tlsSecret('cert', certificate),
      httpProxy('secure', { virtualhost, routes: [{ services: [{ name: 'a', port: 80 }] }] }),
    ],
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
  await rm(dumps, { recursive: true, force: true });
});

async function diff(...args: string[]): Promise<string> {
  return (await runNuncio(['diff', `--xds-port=${nuncio.ports.xds}`, ...args])).stdout;
}
const dump = async (): Promise<string> => nuncio.envoyAdmin('/config_dump?include_eds', 'GET');

test.serial('an Envoy that has everything differs in nothing', async (t) => {
  const said = await until(
    'Envoy has all',
    async () => diff(`--envoy=http://127.0.0.1:${nuncio.ports.envoyAdmin}`).catch((error: Error) => error.message),
    (text) => text.includes('has all of its'),
  );
  t.regex(said, /^Envoy nuncio-child-\d+ has all of its \d+ resources, and nothing else\n$/);
});

/** As JSON goes: any shape. */
// oxlint-disable-next-line typescript/no-explicit-any
type Tree = any;

async function differencesOf(change: (of: (kind: string) => Tree) => void): Promise<readonly ResourceDifference[]> {
  const tree = JSON.parse(await dump()) as { configs: { '@type': string }[] };
  change((kind) => tree.configs.find((config) => config['@type'].endsWith(`.${kind}`)));
  const file = join(dumps, 'dump.json');
  await writeFile(file, JSON.stringify(tree));
  const failed = await diff(`--envoy=${file}`, '-o', 'json').then(
    () => Promise.reject(new Error('nothing differs')),
    (error: Error & { readonly stdout: string }) => error,
  );
  if (!failed.message.includes('exit code 1')) throw failed;
  return JSON.parse(failed.stdout) as ResourceDifference[];
}

const keyOf = (key: Tree): string => key.fragments[0].string_key;

test.serial('what is missing, superfluous, different, refused', async (t) => {
  const found = await differencesOf((of) => {
    const scopes = of('ScopedRoutesConfigDump').dynamic_scoped_route_configs[0].scoped_route_configs as Tree[];
    const plain = scopes.find(({ key }) => keyOf(key).includes('plain.test'));
    plain.route_configuration.virtual_hosts[0].routes[0].route.cluster = 'another';
    scopes.splice(
      scopes.findIndex(({ key }) => keyOf(key).includes('other.test')),
      1,
    );
    const clusters = of('ClustersConfigDump').dynamic_active_clusters;
    clusters.push({ ...clusters[0], cluster: { ...clusters[0].cluster, name: 'stale' } });
    of('EndpointsConfigDump').dynamic_endpoint_configs[0].endpoint_config.endpoints[0].lb_endpoints = [];
    of('ListenersConfigDump').dynamic_listeners[0].error_state = { details: 'address is taken' };
  });
  t.deepEqual(
    found.map(({ type, name, kind, fields, message }) => [
      type,
      name.replace(/\/[0-9a-f]{10}$/, ''),
      kind,
      ...fields.map(({ path, found: has }) => `${path}: ${JSON.stringify(has)}`),
      ...(message === undefined ? [] : [message]),
    ]),
    [
      ['listener', 'ingress_http', 'refused', 'address is taken'],
      ['scopedRoute', 'ingress_http||other.test', 'missing'],
      [
        'scopedRoute',
        'ingress_http||plain.test',
        'different',
        'route_configuration.virtual_hosts[0].routes[0].route.cluster: "another"',
      ],
      ['cluster', 'stale', 'superfluous'],
      ['endpoint', 'default/a/http', 'different', 'endpoints[0]: undefined'],
    ],
  );
});

test.serial('what it can not read it says', async (t) => {
  await writeFile(join(dumps, 'none.json'), '{}');
  await t.throwsAsync(diff(`--envoy=${join(dumps, 'none.json')}`), {
    message: /exit code 1: nuncio: .*none\.json is no configuration dump of Envoy/,
  });
  await t.throwsAsync(diff('--envoy=http://127.0.0.1:1'), { message: /no Envoy answers at http:\/\/127\.0\.0\.1:1/ });
});

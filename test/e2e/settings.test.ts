// Settings that hold for all Envoys, in a running one: from flags, and from a ContourConfiguration that changes.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startBackend, type Backend } from '../support/backend.ts';
import { freePort } from '../support/free-port.ts';
import { request } from '../support/http-client.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let backend: Backend;
let statsPort: number;
const accessLog = join(mkdtempSync(join(tmpdir(), 'nuncio-')), 'access.log');

const configuration = (spec: object) => ({
  apiVersion: 'projectcontour.io/v1alpha1',
  kind: 'ContourConfiguration',
  metadata: { name: 'cc', namespace: 'default' },
  spec,
});

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  statsPort = await freePort();
  folder = await createObjectFolder({ 'web.yaml': [...upstream('a', [backend]), hostProxy('web.test', 'a')] });
  nuncio = await startNuncio({
    files: [folder.path],
    envoy: 'child',
    args: [
      '--contour-configuration=default/cc',
      '--access-log-level=info',
      '--access-log-text=%REQ(:PATH)%\n',
      `--access-log-http-file=${accessLog}`,
      `--access-log-https-file=${accessLog}`,
      '--envoy-health-address=127.0.0.1',
      `--envoy-health-port=${statsPort}`,
    ],
  });
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
});

test.serial('flags: pages for operators, access log', async (t) => {
  await until(
    'web.test is served',
    async () => nuncio.get('web.test'),
    (answer) => answer.status === 200,
  );
  t.is(served(await nuncio.get('web.test', '/logged')), 'a');
  await until(
    'the line is there',
    async () => readFileSync(accessLog, 'utf8'),
    (text) => text.includes('/logged\n'),
  );
  const page = async (path: string) =>
    request({ address: '127.0.0.1', port: statsPort }, { host: 'any', path }).then((answer) => answer.status);
  t.is(await page('/ready'), 200);
  t.is(await page('/stats'), 404);
  t.is(await page('/quitquitquit'), 404);
});

test.serial('an object that changes', async (t) => {
  const server = async () => (await nuncio.get('web.test')).headers['server'];
  t.is(await server(), 'envoy');
  await folder.write('configuration.yaml', [
    configuration({
      envoy: { listener: { serverHeaderTransformation: 'pass_through' }, timeouts: { requestTimeout: 'soon' } },
    }),
  ]);
  await until('the header is the backend’s', server, (value) => value !== 'envoy');
  await nuncio.waitLog(/requestTimeout: .{1,2}soon/);
  await folder.write('configuration.yaml', [configuration({ httpproxy: { rootNamespaces: ['elsewhere'] } })]);
  await until(
    'no root is served',
    async () => nuncio.get('web.test'),
    (answer) => answer.status === 404,
  );
  await folder.write('configuration.yaml', [configuration({})]);
  await until(
    'all as before',
    async () => nuncio.get('web.test'),
    (answer) => answer.status === 200,
  );
  t.is(await server(), 'envoy');
});

test.serial('a port goes from one listener to another, and two give each other theirs', async (t) => {
  const [first, second, third] = [statsPort, await freePort(), await freePort()] as const;
  const at = (port: number) => ({ address: '127.0.0.1', port });
  const pages = async () =>
    Promise.all(
      [first, second, third].map(async (port) =>
        Promise.all(
          ['/stats', '/ready'].map(async (path) =>
            request(at(port), { host: 'any', path }).then(
              ({ status }) => status,
              () => 0,
            ),
          ),
        ),
      ),
    );
  const none = [0, 0];
  const stats = [200, 404];
  const health = [404, 200];
  const move = async (metrics: number, ready: number, expected: readonly (readonly number[])[]) => {
    await folder.write('configuration.yaml', [configuration({ envoy: { metrics: at(metrics), health: at(ready) } })]);
    await until(`stats at ${metrics}, readiness at ${ready}`, pages, (found) => isDeepStrictEqual(found, expected));
  };
  await move(second, first, [health, stats, none]);
  await move(third, second, [none, health, stats]);
  await move(second, third, [none, stats, health]);
  t.notRegex((await nuncio.admin('/metrics')).body, /nuncio_xds_nacks_total\{[^}]*type="listener"[^}]*\} [1-9]/);
});

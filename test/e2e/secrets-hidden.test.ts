// No secret shows anywhere: keys, tokens and passwords that can be recognised are put wherever objects can hold them, good
// and broken, and then the log at its most talkative, the trace, the metrics, every admin page, the stored state and what
// the command line prints are searched for them.
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, opaqueSecret, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let backend: Backend;
let folder: ObjectFolder;
let nuncio: Nuncio;
let own: string;
/** What must be found nowhere, also in base64. */
const planted: string[] = [];

function plant(name: string): string {
  const text = `planted-${name}-7f3a91c2`;
  planted.push(text);
  return text;
}

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  own = await mkdtemp(join(tmpdir(), 'nuncio-secrets-'));
  const ca = await createCa();
  const good = await ca.issue({ hosts: ['secure.test'] });
  const other = await ca.issue({ hosts: ['secure.test'] });
  // Lines out of the middle: enough to know it again.
  for (const { key } of [good, other, ca]) planted.push(...key.split('\n').slice(2, 4));
  const secret = (name: string, data: unknown): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    metadata: {
      name,
      namespace: 'default',
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ data: plant(`annotation-${name}`) }),
      },
    },
    data,
  });
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const jwks = JSON.stringify({ keys: [{ kty: 'oct', kid: 'x', alg: 'HS256', k: plant('jwk') }] });
  const withTls = (name: string, secretName: string): object =>
    httpProxy(name, {
      virtualhost: { fqdn: `${name}.test`, tls: { secretName } },
      routes: [{ services: [{ name: 'a', port: 80 }] }],
    });
  folder = await createObjectFolder({
    'objects.yaml': [
      ...upstream('a', [backend]),
      hostProxy('plain.test', 'a'),
      tlsSecret('good', good),
      tlsSecret('not-a-pair', { ...good, key: other.key }),
      secret('broken-key', { 'tls.crt': base64(good.cert), 'tls.key': base64(plant('broken-key')) }),
      secret('broken-certificate', { 'tls.crt': base64(plant('broken-certificate')), 'tls.key': base64(good.key) }),
      secret('not-base64', { 'tls.crt': 'x', 'tls.key': `${plant('not-base64')}!!` }),
      secret('not-a-map', plant('not-a-map')),
      secret('not-text', { 'tls.key': { deep: plant('not-text') } }),
      opaqueSecret('token', { token: plant('token'), password: plant('password') }),
      opaqueSecret('jwks', { jwks }),
      ...['good', 'not-a-pair', 'broken-key', 'broken-certificate', 'not-base64', 'token'].map((name) =>
        withTls(name === 'good' ? 'secure' : name, name),
      ),
      httpProxy('jwt', {
        virtualhost: {
          fqdn: 'jwt.test',
          tls: { secretName: 'good' },
          jwtProviders: [{ name: 'keys', default: true, localJWKS: { secretName: 'jwks', key: 'jwks' } }],
        },
        routes: [{ services: [{ name: 'a', port: 80 }] }],
      }),
    ],
  });
  nuncio = await startNuncio({
    files: [folder.path],
    envoy: 'none',
    args: ['--log-level=trace', `--trace=${join(own, 'trace')}`, `--state-dir=${join(own, 'state')}`],
  });
  const envoy = await nuncio.startEnvoy();
  await envoy.whenReady();
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
  await rm(own, { recursive: true, force: true });
});

/** Where the first of them is; undefined: nowhere. */
function found(text: string): string | undefined {
  for (const word of planted) {
    for (const form of [word, Buffer.from(word).toString('base64').replace(/=+$/, '').slice(0, -2)]) {
      const at = text.indexOf(form);
      if (at >= 0) return text.slice(Math.max(0, at - 200), at + form.length + 20);
    }
  }
  return undefined;
}

test.serial('log, trace, metrics, admin pages and stored state', async (t) => {
  await until(
    'the hosts are served',
    async () => nuncio.get('plain.test'),
    (answer) => served(answer) === 'a',
    30_000,
  );
  t.is((await nuncio.getTls('secure.test')).status, 200);
  await nuncio.admin('/debug/restart?thread=streamer', 'PUT');
  await nuncio.whenReady();
  await until(
    'the state is stored',
    async () => readdir(join(own, 'state')),
    (names) => names.includes('state'),
    30_000,
  );

  const lines = nuncio.log.map((line) => JSON.stringify(line)).join('\n');
  t.true(
    nuncio.log.some(({ level }) => level === 'debug'),
    'the log is talkative',
  );
  for (const name of ['broken-key', 'not-base64', 'not-a-map', 'not-text', 'not-a-pair'])
    t.true(lines.includes(name), `the log tells of ${name}`);
  t.is(found(lines), undefined);
  t.is(found(await readFile(join(own, 'trace'), 'utf8')), undefined);
  const { paths } = JSON.parse((await nuncio.admin('/paths')).body) as { readonly paths: readonly string[] };
  t.true(paths.length > 4);
  const ofHost = [
    '/ui/host?host=secure.test',
    '/explain?url=https%3A%2F%2Fsecure.test%2F',
    '/ui/explain?url=https%3A%2F%2Fsecure.test%2F',
  ];
  for (const path of [...paths, ...ofHost]) t.is(found((await nuncio.admin(path)).body), undefined, path);
  const state = await readFile(join(own, 'state', 'state'), 'latin1');
  const keysOnly = planted.filter((word) => !word.startsWith('planted-jwk'));
  t.deepEqual(
    keysOnly.filter((word) => state.includes(word)),
    [],
  );
});

test.serial('what the command line prints of a running nuncio', async (t) => {
  for (const command of ['lds', 'cds', 'sds']) {
    const { stdout } = await runNuncio(['xds', command, `--xds-port=${nuncio.ports.xds}`]);
    t.is(found(stdout), undefined, command);
  }
});

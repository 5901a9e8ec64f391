// `nuncio status` and `nuncio wait`: how everything stands, and when an object is live.
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let backend: Backend;

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  const certificate = await (await createCa()).issue({ hosts: ['soon.test'], notAfterMs: 5 * 86_400_000 });
  folder = await createObjectFolder({
    'a.yaml': [...upstream('a', [backend]), tlsSecret('soon', certificate), hostProxy('live.test', 'a')],
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
});

const admin = (): string => `--admin=http://127.0.0.1:${nuncio.ports.admin}`;

test.serial('wait returns when Envoy has the object, and it is served', async (t) => {
  const { stdout } = await runNuncio(['wait', 'httpproxy/live.test', '--timeout=60s', admin()]);
  t.is(stdout, 'HTTPProxy/default/live.test is live on 1 Envoys\n');
  t.is(served(await nuncio.get('live.test')), 'a');
});

test.serial('wait is for an object that comes while it waits', async (t) => {
  const waits = runNuncio(['wait', 'httpproxy/late.test', '--timeout=60s', admin()]);
  await folder.write('late.yaml', [hostProxy('late.test', 'a')]);
  t.regex((await waits).stdout, /late\.test is live/);
  t.is(served(await nuncio.get('late.test')), 'a');
});

test.serial('wait says what is wrong, what is missing, and what it can not understand', async (t) => {
  await folder.write('bad.yaml', [hostProxy('bad.test', 'gone')]);
  await until(
    'the problem is known',
    async () => nuncio.admin('/status'),
    ({ body }) => body.includes('default/gone not found'),
  );
  await t.throwsAsync(runNuncio(['wait', 'httpproxy/bad.test', admin()]), {
    message:
      /exit code 1: nuncio: HTTPProxy\/default\/bad\.test: spec\.routes\[0\]\.services\[0\]: Service default\/gone not found/,
  });
  await t.throwsAsync(runNuncio(['wait', 'httpproxy/nobody', '--timeout=300ms', admin()]), {
    message: /exit code 1: .*not live in 300ms: there is no HTTPProxy\/default\/nobody/,
  });
  await t.throwsAsync(runNuncio(['wait', 'httpprox/nobody', admin()]), {
    message: /exit code 2: .*the nearest is HTTPProxy/,
  });
});

test.serial(
  'status lists Envoys, problems and certificates that end, and its exit code says whether all is well',
  async (t) => {
    const { stdout } = await until(
      'Envoy has everything',
      async () => runNuncio(['status', admin()]),
      ({ stdout: text }) => text.includes('1 of 1 have everything'),
    );
    t.regex(stdout, /^nuncio \S+: ready\n/);
    t.regex(stdout, /source filesystem: synced/);
    t.regex(stdout, /nuncio-child-\d+ +\S+ +current/);
    t.regex(stdout, /Secret\/default\/soon +in [45] days +soon\.test/);
    t.regex(stdout, /error +HTTPProxy\/default\/bad\.test +spec\.routes\[0\]/);
    await t.throwsAsync(runNuncio(['status', '--admin=http://127.0.0.1:1']), {
      message: /exit code 1: nuncio: no control plane answers at http:\/\/127\.0\.0\.1:1 /,
    });
  },
);

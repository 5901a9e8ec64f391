// `plan` says what changes: for random pairs of configurations its list of requests that are answered otherwise equals that
// of asking two real Envoys, one with each.
import fc from 'fast-check';
import { createPool } from '../../src/actors/pool.ts';
import { compileFiles, readFiles } from '../../src/cli/offline/compile-files.ts';
import { readOfflineConfig } from '../../src/cli/offline/read-config.ts';
import { compareGraphs } from '../../src/dag/compare/compare.ts';
import { samplesOf, type Sample } from '../../src/dag/compare/samples.ts';
import { verticesOf, type GraphSnapshot } from '../../src/dag/snapshot.ts';
import type { VirtualHost } from '../../src/dag/vertices.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { request } from '../support/http-client.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, upstream } from './fixtures/objects.ts';
import { objectsOf, worlds, type World } from './fixtures/random-routes.ts';

const test = await testNeeding('envoy');

interface Side {
  readonly folder: ObjectFolder;
  readonly nuncio: Nuncio;
}

let backend: Backend;
const sides: Side[] = [];
const pool = createPool();

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  for (let i = 0; i < 2; i++) {
    const folder = await createObjectFolder({ 'services.yaml': upstream('a', [backend]) });
    sides.push({ folder, nuncio: await startNuncio({ files: [folder.path], envoy: 'child' }) });
  }
});

test.after.always(async () => {
  await Promise.all(sides.map(async ({ nuncio }) => nuncio.stop()));
  await backend.stop();
  await pool.close();
});

let round = 0;

async function serve({ folder, nuncio }: Side, world: World): Promise<GraphSnapshot> {
  const plain = Object.fromEntries(Object.entries(world).filter(([host]) => !/tls|other/.test(host)));
  const marker = `round-${++round}.test`;
  await folder.write('world.yaml', [...objectsOf(plain), hostProxy(marker, 'a')]);
  await until(
    `${marker} is served`,
    async () => nuncio.get(marker),
    (answer) => served(answer) === 'a',
  );
  const read = readOfflineConfig(undefined);
  if (!read.ok) throw new Error(read.mistakes.join());
  const { files } = await readFiles([folder.path]);
  return (await compileFiles(files, { config: read.config, pool, nowMs: Date.now() })).graph;
}

function hostsOf(graph: GraphSnapshot): VirtualHost[] {
  return [...verticesOf(graph, ['VirtualHost'])]
    .map(([, vertex]) => vertex as VirtualHost)
    .filter(({ host }) => !host.startsWith('round-'));
}

/** A wildcard is asked by one of its hosts. */
function asked(host: string): string {
  return host.replace('*', 'some');
}

async function answer(nuncio: Nuncio, host: string, { method, path, headers }: Sample): Promise<string> {
  const { status, body } = await request(nuncio.http, {
    host: asked(host),
    method,
    path,
    headers: Object.fromEntries(headers),
  });
  return status === 200 ? `200 ${body}` : String(status);
}

test.serial('the requests that change are those that two Envoys answer otherwise', async (t) => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(worlds, worlds, async (before, after) => {
      const [first, second] = sides as [Side, Side];
      const old = await serve(first, before);
      const next = await serve(second, after);
      const universe = new Map<string, { readonly host: string; readonly sample: Sample }>();
      for (const { host, routes } of [...hostsOf(old), ...hostsOf(next)])
        for (const { match } of routes)
          for (const sample of samplesOf(match)) universe.set(JSON.stringify([host, sample]), { host, sample });
      const reported = new Set(
        compareGraphs(old, next).flatMap(({ host, routes }) =>
          routes.flatMap(({ samples }) => samples.map((sample) => JSON.stringify([host, sample]))),
        ),
      );
      for (const [key, { host, sample }] of universe) {
        const [one, other] = await Promise.all([
          answer(first.nuncio, host, sample),
          answer(second.nuncio, host, sample),
        ]);
        t.is(reported.has(key), one !== other, `${key}: ${one} and ${other}\n${JSON.stringify([before, after])}`);
        if (one !== other) changed++;
      }
    }),
    { numRuns: 12 },
  );
  t.true(changed > 0);
});

test.serial('the command tells routes that move, hosts that go, and new problems; its exit code says so', async (t) => {
  const old = await createObjectFolder({
    'a.yaml': [
      ...upstream('a', [backend]),
      ...upstream('b', [backend]),
      hostProxy('one.test', 'a'),
      hostProxy('two.test', 'a'),
    ],
  });
  const next = await createObjectFolder({
    'a.yaml': [
      ...upstream('a', [backend]),
      ...upstream('b', [backend]),
      hostProxy('one.test', 'b'),
      hostProxy('three.test', 'gone'),
    ],
  });
  const { stdout } = await runNuncio(['plan', old.path, next.path]);
  t.regex(stdout, /~ http:\/\/one\.test on ingress_http\n {4}~ \/\*: default\/a\/80 → default\/b\/80/);
  t.regex(stdout, /- http:\/\/two\.test on ingress_http/);
  t.regex(
    stdout,
    /a\.yaml:\d+: error: HTTPProxy\/default\/three\.test: spec\.routes\[0\]\.services\[0\]: Service default\/gone not found/,
  );
  t.is(
    (await runNuncio(['plan', old.path, old.path, '--fail-on=changes'])).stdout,
    'No request is answered otherwise.\n',
  );
  await t.throwsAsync(runNuncio(['plan', old.path, next.path, '--fail-on=harm']), { message: /exit code 1/ });
});

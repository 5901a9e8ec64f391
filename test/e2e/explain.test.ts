// `explain` tells what Envoy does: for random hosts, routes and requests its answer equals that of a real Envoy, in both
// modes of route discovery, and offline from the same files.
import fc from 'fast-check';
import type { LiveAnswer } from '../../src/actors/admin/explain.ts';
import type { Explanation } from '../../src/dag/explain/explain.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { request } from '../support/http-client.ts';
import { runNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { bothModes, type Setting } from './fixtures/both-modes.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, tlsSecret, upstream } from './fixtures/objects.ts';
import { objectsOf, worlds } from './fixtures/random-routes.ts';

const test = await testNeeding('envoy');
const both = bothModes(test);
let backend: Backend;

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  const ca = await createCa();
  const certificate = await ca.issue({ hosts: ['tls.test', '*.tls.test'] });
  const other = await ca.issue({ hosts: ['other.test'] });
  await both.start([...upstream('a', [backend]), tlsSecret('wild', certificate), tlsSecret('other', other)]);
});

test.after.always(async () => {
  await both.stop();
  await backend.stop();
});

const paths = ['/', '/a', '/a/', '/a/b', '/ab', '/b', '/b/c', '//a', '/a/../b', '/%61', '/a%2Fb', '/A'] as const;
const asked = fc.record({
  host: fc.constantFrom(
    'one.test',
    'ONE.test',
    'q.wild.test',
    'x.wild.test',
    'p.q.wild.test',
    'tls.test',
    'z.tls.test',
    'other.test',
    'no.test',
  ),
  serverName: fc.option(fc.constantFrom('tls.test', 'z.tls.test', 'other.test'), { nil: undefined }),
  path: fc.constantFrom(...paths),
  team: fc.option(fc.constantFrom('x', 'xy', 'X'), { nil: undefined }),
  query: fc.option(fc.constantFrom('q=x', 'q=xy', 'q=', 'q', 'p=1&q=XY', 'q=y&q=x'), { nil: undefined }),
});

async function explained(
  nuncio: Nuncio,
  url: string,
  headers: readonly string[],
  serverName: string | undefined,
): Promise<readonly Explanation[]> {
  const query = new URLSearchParams({ url });
  for (const each of headers) query.append('header', each);
  if (serverName !== undefined) query.set('serverName', serverName);
  const { status, body } = await nuncio.admin(`/explain?${query.toString()}`);
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return (JSON.parse(body) as LiveAnswer).explanations ?? [];
}

/** As Envoy's answer shows it: status and body, or that no TLS connection comes about. */
function told({ outcome }: Explanation): string {
  switch (outcome.kind) {
    case 'noChain':
      return 'no connection';
    case 'noHost':
    case 'noRoute':
      return String(outcome.status);
    case 'route':
      return `${outcome.status} ${outcome.body}`;
    case 'noListener':
    case 'tcp':
      return outcome.kind;
  }
}

async function answered(
  nuncio: Nuncio,
  serverName: string | undefined,
  options: Parameters<typeof request>[1],
): Promise<string> {
  const target = serverName === undefined ? nuncio.http : nuncio.https({ sni: serverName });
  try {
    const { status, body } = await request(target, options);
    return status === 200 ? `200 ${body}` : String(status);
  } catch {
    return 'no connection';
  }
}

let round = 0;

both.test('for random configurations and requests the answer is that of Envoy', async (t, setting: Setting) => {
  const { nuncio, write } = setting;
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(worlds, fc.array(asked, { minLength: 15, maxLength: 25 }), async (hosts, requests) => {
      const marker = `round-${++round}.test`;
      await write([...objectsOf(hosts), hostProxy(marker, 'a')]);
      // Hosts and chains go out with the marker's, but Envoy may take up a listener a moment later: ask until both agree
      // on a host's being there at all.
      await until(
        `${marker} is served`,
        async () => nuncio.get(marker),
        (answer) => served(answer) === 'a',
      );
      for (const { host, serverName, path, team, query } of requests) {
        const full = query === undefined ? path : `${path}?${query}`;
        const headers = team === undefined ? {} : { 'x-team': team };
        const scheme = serverName === undefined ? 'http' : 'https';
        const explanations = await explained(
          nuncio,
          `${scheme}://${host}${full}`,
          team === undefined ? [] : [`x-team: ${team}`],
          serverName,
        );
        const expected = explanations.map(told);
        t.is(expected.length, 1);
        // A listener without chains is not there.
        const wanted = expected[0] === 'noListener' ? 'no connection' : expected[0];
        const got = await until(
          `${scheme}://${host}${full} ${JSON.stringify({ serverName, team })} gets ${wanted} in ${JSON.stringify(hosts)}`,
          async () => answered(nuncio, serverName, { host, path: full, headers }),
          (answer) => answer === wanted,
          5_000,
        );
        t.is(got, wanted!);
        compared++;
      }
    }),
    { numRuns: 12 },
  );
  t.true(compared >= 12 * 15);
});

both.test(
  'the command says which route, endpoint and Envoys, running and offline alike',
  async (t, { nuncio, write, folder }) => {
    await write([hostProxy('told.test', 'a')]);
    await until(
      'told.test is served',
      async () => nuncio.get('told.test'),
      (answer) => served(answer) === 'a',
    );
    const url = 'http://Told.test/x?y=1';
    const running = await until(
      'Envoy has accepted it',
      async () => (await runNuncio(['explain', url, `--admin=http://127.0.0.1:${nuncio.ports.admin}`])).stdout,
      (text) => text.includes('1 of 1 have it'),
    );
    const offline = (await runNuncio(['explain', url, '-f', folder.path])).stdout;
    for (const text of [running, offline]) {
      t.regex(text, /host +told\.test \(after lower-casing\)/);
      t.regex(text, /route +✓ \/\* +HTTPProxy\/default\/told\.test spec\.routes\[0\] \(.*\.yaml:\d+\)/);
      t.regex(text, /backend +Service\/default\/a port 80, http1/);
      t.true(text.includes(`127.0.0.1:${backend.port}`) || text.includes(`:${backend.port}`));
    }
    const object = await runNuncio([
      'explain',
      'httpproxy/told.test',
      `--admin=http://127.0.0.1:${nuncio.ports.admin}`,
    ]);
    t.regex(object.stdout, /nothing is wrong with it[^]*told\.test on ingress_http #1: \/\* → default\/a\/80/);
    const used = await runNuncio(['explain', 'service/a', '-f', folder.path]);
    t.regex(used.stdout, /used by\n +HTTPProxy\/default\/told\.test spec\.routes\[0\] \(told\.test\)/);
  },
);

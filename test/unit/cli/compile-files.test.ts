// Objects of files that are compiled on top of others give what they give alone.
import test from 'ava';
import { createPool } from '../../../src/actors/pool.ts';
import {
  compileFiles,
  compileObjects,
  readObjects,
  type CompiledFiles,
} from '../../../src/cli/offline/compile-files.ts';
import { readOfflineConfig } from '../../../src/cli/offline/read-config.ts';
import { verticesOf } from '../../../src/dag/snapshot.ts';

const pool = createPool();
test.after.always(() => pool.close());

const service = (name: string) =>
  `kind: Service\napiVersion: v1\nmetadata: { name: ${name} }\nspec: { ports: [{ port: 80 }] }\n`;
const proxy = (host: string, to: string, more = '') => `kind: HTTPProxy
apiVersion: projectcontour.io/v1
metadata: { name: ${host} }
spec:
  virtualhost: { fqdn: ${host}.test }
  routes: [{ services: [{ name: ${to}, port: 80 }]${more} }]
`;
const file = (...documents: readonly string[]) => [{ file: 'x.yaml', text: documents.join('---\n') }];

/** As text: equal byte for byte, whatever comes later. */
function said({ graph, statuses, problems }: CompiledFiles): string {
  const sorted = (pairs: Iterable<readonly [string, unknown]>) => [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ vertices: sorted(verticesOf(graph)), statuses: sorted(statuses), problems }, null, 1);
}

test('objects that change, move, come and go, and problems that come and go', async (t) => {
  const read = readOfflineConfig(undefined);
  if (!read.ok) throw new Error(read.mistakes.join());
  const options = { config: read.config, pool, nowMs: 0 };
  const old = file(service('a'), proxy('one', 'a'), proxy('two', 'missing'), proxy('three', 'a'), proxy('four', 'a'));
  const next = file(
    proxy('two', 'missing'),
    service('a'),
    proxy('one', 'a', ', unknown: 1'),
    proxy('three', 'missing'),
    proxy('five', 'a'),
  );
  const before = await compileFiles(old, options);
  const kept = said(before);
  const after = await compileObjects(await readObjects(next, options), options, before);
  t.is(said(after), said(await compileFiles(next, options)));
  t.is(said(before), kept);
  t.true(after.problems.length > before.problems.length);
});

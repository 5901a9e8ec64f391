// Folders that change under a running nuncio, in the ways in which they really change: what is right is served, what is
// wrong is reported with its place and leaves the last good version standing.
import { startBackend, type Backend } from '../support/backend.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import {
  createMountedFolder,
  createObjectFolder,
  yaml,
  type MountedFolder,
  type ObjectFolder,
} from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let mounted: MountedFolder;
let nuncio: Nuncio;
const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
  folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
  });
  mounted = await createMountedFolder({ 'first.yaml': yaml([hostProxy('first.mounted.test', 'a')]) });
  nuncio = await startNuncio({ files: [folder.path, mounted.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

async function becomes(host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

test.serial('a document that does not parse keeps its last good version, and the others load', async (t) => {
  const good = yaml([hostProxy('one.broken.test', 'a')]);
  await folder.writeText('broken.yaml', good);
  await becomes('one.broken.test', 'a');
  const from = nuncio.log.length;
  await folder.writeText(
    'broken.yaml',
    `${good.replace('"a"', '"b')}---\n${yaml([hostProxy('two.broken.test', 'b')])}`,
  );
  await becomes('two.broken.test', 'b');
  t.is(served(await nuncio.get('one.broken.test')), 'a');
  const line = await nuncio.waitLog(/broken\.yaml/, from);
  t.true(line.level === 'warn' || line.level === 'error', JSON.stringify(line));
  t.regex(JSON.stringify(line), /broken\.yaml:\d+|"line":\d+/);
  await folder.writeText('broken.yaml', yaml([hostProxy('one.broken.test', 'b')]));
  await becomes('one.broken.test', 'b');
  await becomes('two.broken.test', '404');
});

test.serial('a value that its kind does not allow is reported by field, and the last good version stays', async (t) => {
  const proxy = (prefix: unknown): object =>
    httpProxy('schema', {
      virtualhost: { fqdn: 'schema.test' },
      routes: [{ conditions: [{ prefix }], services: [{ name: 'a', port: 80 }] }],
    });
  await folder.write('schema.yaml', [proxy('/')]);
  await becomes('schema.test', 'a');
  const from = nuncio.log.length;
  await folder.write('schema.yaml', [proxy(7), hostProxy('beside.schema.test', 'b')]);
  await becomes('beside.schema.test', 'b');
  const line = await nuncio.waitLog(/schema\.yaml/, from);
  const shown = JSON.stringify(line);
  t.regex(shown, /HTTPProxy\W+default\/schema/);
  t.regex(shown, /spec\.routes\[0\]\.conditions\[0\]\.prefix/);
  t.is(served(await nuncio.get('schema.test')), 'a');
  t.is(served(await nuncio.get('schema.test', '/x')), 'a');
});

test.serial('a file that is half written changes nothing until it is whole', async (t) => {
  const before = yaml([hostProxy('half.test', 'a'), hostProxy('rest.half.test', 'a')]);
  const after = yaml([hostProxy('half.test', 'b'), hostProxy('rest.half.test', 'b')]);
  await folder.writeText('half.yaml', before);
  await becomes('rest.half.test', 'a');
  await folder.writeInHalves('half.yaml', after, async () => {
    // Something that was written later is served: nuncio has had its time to look at the half.
    await folder.write('later.yaml', [hostProxy('later.half.test', 'b')]);
    await becomes('later.half.test', 'b');
    t.is((await nuncio.get('rest.half.test')).status, 200);
    t.is((await nuncio.get('half.test')).status, 200);
  });
  await becomes('half.test', 'b');
  await becomes('rest.half.test', 'b');
});

test.serial('an empty file, a file renamed, a file removed', async (t) => {
  await folder.write('old.yaml', [hostProxy('renamed.test', 'a')]);
  await becomes('renamed.test', 'a');
  await folder.rename('old.yaml', 'new.yaml');
  await folder.write('marker.yaml', [hostProxy('marker.test', 'b')]);
  await becomes('marker.test', 'b');
  t.is(served(await nuncio.get('renamed.test')), 'a');
  await folder.rename('new.yaml', 'new.txt');
  await becomes('renamed.test', '404');
  await folder.rename('new.txt', 'again.json');
  await becomes('renamed.test', 'a');
  await folder.remove('again.json');
  await becomes('renamed.test', '404');
  await folder.writeText('marker.yaml', '');
  await becomes('marker.test', '404');
});

test.serial('a List, and JSON', async (t) => {
  const list = {
    apiVersion: 'v1',
    kind: 'List',
    items: [hostProxy('one.list.test', 'a'), hostProxy('two.list.test', 'b')],
  };
  await folder.writeText('list.json', JSON.stringify(list));
  await becomes('one.list.test', 'a');
  await becomes('two.list.test', 'b');
  t.pass();
});

test.serial('a folder that is swapped by symlink, as ConfigMaps are mounted', async (t) => {
  await becomes('first.mounted.test', 'a');
  await mounted.swap({
    'first.yaml': yaml([hostProxy('first.mounted.test', 'b')]),
    'second.yaml': yaml([hostProxy('second.mounted.test', 'a')]),
  });
  await becomes('first.mounted.test', 'b');
  await becomes('second.mounted.test', 'a');
  await mounted.swap({ 'first.yaml': yaml([hostProxy('first.mounted.test', 'a')]) });
  await becomes('first.mounted.test', 'a');
  await becomes('second.mounted.test', '404');
  t.pass();
});

test.serial('a hundred changes in a row end in the last', async (t) => {
  for (let round = 0; round < 100; round++) {
    await folder.write('many.yaml', [hostProxy('many.test', round % 2 === 0 ? 'b' : 'a')]);
  }
  await becomes('many.test', 'a');
  t.is(served(await nuncio.get('many.test')), 'a');
});

// The filesystem source on real folders: what people, editors and ConfigMap mounts do to files.
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import parseFile from '../../../../src/actors/pool-jobs/parse-file.ts';
import { createFilesystemSource, type Timing } from '../../../../src/sources/filesystem/filesystem-source.ts';
import type { ParseFile } from '../../../../src/sources/filesystem/parsed-file.ts';
import type { ObjectDelta, SourceProblem } from '../../../../src/sources/source.ts';
import type { HTTPProxy } from '../../../../src/model/kinds/index.ts';
import { patienceMs } from '../../../support/patience.ts';

/** Everything that a source has said, with a way to wait for it. */
interface Observed {
  readonly folder: string;
  readonly deltas: ObjectDelta[];
  /** `kind name` in order, e.g. `upsert Service/default/a`. */
  history(): string[];
  synced: boolean;
  /** Texts that were parsed. */
  readonly parsed: string[];
  /** Key → prefix of the first route, for HTTPProxies made by `proxy`. */
  prefixes(): Record<string, string>;
  problems(): SourceProblem[];
  /** Waits until what was observed fits; every callback looks again. */
  until(what: string, fits: () => boolean): Promise<void>;
}

interface Setup {
  readonly files?: Record<string, string>;
  readonly paths?: (folder: string) => string[];
  readonly timing?: Partial<Timing>;
  readonly parse?: ParseFile;
  /** Called before the source starts. */
  readonly prepare?: (folder: string) => Promise<void>;
}

async function observe(t: ExecutionContext, setup: Setup = {}): Promise<Observed> {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-files-'));
  for (const [name, text] of Object.entries(setup.files ?? {})) await writeFile(join(folder, name), text);
  await setup.prepare?.(folder);
  const deltas: ObjectDelta[] = [];
  const objects = new Map<string, HTTPProxy>();
  const problems = new Map<string, readonly SourceProblem[]>();
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of waiting) look();
  };
  let ids = 0;
  const observed: Observed = {
    folder,
    deltas,
    synced: false,
    parsed: [],
    history: () => deltas.map((delta) => `${delta.kind} ${delta.key}`),
    prefixes: () =>
      Object.fromEntries([...objects].map(([key, { spec }]) => [key, spec.routes?.[0]?.conditions?.[0]?.prefix ?? ''])),
    problems: () => [...problems.values()].flat(),
    until: (what, fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          const seen = { history: observed.history(), problems: observed.problems(), objects: observed.prefixes() };
          reject(new Error(`waited in vain for: ${what}\n${JSON.stringify(seen, null, 1)}`));
        }, patienceMs);
        const look = () => {
          if (!fits()) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
  const source = createFilesystemSource({
    paths: setup.paths?.(folder) ?? [folder],
    parse: (input) => {
      observed.parsed.push(input.text);
      changed();
      return (setup.parse ?? parseFile)(input);
    },
    // A test process that stands still for a while between two of its writes has not written half a file.
    timing: { graceMs: 60_000, ...setup.timing },
    clock: {
      nowMs: () => Date.now(),
      setTimer: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return { cancel: () => clearTimeout(timer) };
      },
    },
    nextChangeId: () => `f-${++ids}`,
    onDelta(delta) {
      deltas.push(delta);
      if (delta.kind === 'upsert') objects.set(delta.key, delta.object as HTTPProxy);
      else objects.delete(delta.key);
      changed();
    },
    onProblems(place, found) {
      problems.set(place, found);
      changed();
    },
    onSynced() {
      t.false(observed.synced, 'onSynced is called once');
      observed.synced = true;
      changed();
    },
  });
  t.teardown(async () => {
    await source.stop();
    await rm(folder, { recursive: true, force: true });
  });
  source.start();
  return observed;
}

function proxy(name: string, prefix: string): string {
  return `---
apiVersion: projectcontour.io/v1
kind: HTTPProxy
metadata: { name: ${name} }
spec:
  routes:
    - conditions: [{ prefix: ${prefix} }]
      services: [{ name: web, port: 80 }]
`;
}

const a = 'HTTPProxy/default/a';
const b = 'HTTPProxy/default/b';
const c = 'HTTPProxy/default/c';

/** The whole file at once, by renaming another over it. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(join(dirname(path), '.replacement'), text);
  await rename(join(dirname(path), '.replacement'), path);
}

test('reads a folder with everything below, and syncs once all is read', async (t) => {
  const world = await observe(t, {
    files: {
      'one.yaml': proxy('a', '/1') + proxy('b', '/2'),
      'notes.txt': 'not: ours',
      '.hidden.yaml': proxy('x', '/'),
    },
    prepare: async (folder) => {
      await mkdir(join(folder, 'deep', 'er'), { recursive: true });
      await writeFile(join(folder, 'deep', 'er', 'two.yml'), proxy('c', '/3'));
      const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' } };
      await writeFile(join(folder, 'three.json'), JSON.stringify(service));
    },
  });
  await world.until('the first sync', () => world.synced);
  t.deepEqual(world.history().toSorted(), [`upsert ${a}`, `upsert ${b}`, `upsert ${c}`, 'upsert Service/shop/web']);
  t.deepEqual(world.problems(), []);
  const second = world.deltas.find((delta) => delta.key === b);
  if (second?.kind !== 'upsert') return t.fail();
  t.deepEqual(second.object.source, { kind: 'filesystem', file: join(world.folder, 'one.yaml'), line: 10 });
  t.is(second.object.metadata.generation, 0);
  t.is(second.cause.key, b);
});

test('an empty folder is in sync', async (t) => {
  const world = await observe(t);
  await world.until('the first sync', () => world.synced);
  t.deepEqual(world.history(), []);
});

test('a change, a new file and a deleted file', async (t) => {
  const world = await observe(t, { files: { 'one.yaml': proxy('a', '/1') + proxy('b', '/1') } });
  await world.until('the first sync', () => world.synced);
  await writeFile(join(world.folder, 'one.yaml'), proxy('a', '/1') + proxy('b', '/2'));
  await world.until('the change', () => world.prefixes()[b] === '/2');
  t.deepEqual(world.history().slice(2), [`upsert ${b}`], 'what did not change is not told');
  await writeFile(join(world.folder, 'two.yaml'), proxy('c', '/3'));
  await world.until('the new file', () => world.prefixes()[c] === '/3');
  await rm(join(world.folder, 'one.yaml'));
  await world.until('the deletion', () => world.deltas.length === 6);
  t.deepEqual(world.prefixes(), { [c]: '/3' });
});

test('a new folder with files in it, and its deletion', async (t) => {
  const world = await observe(t);
  await world.until('the first sync', () => world.synced);
  await mkdir(join(world.folder, 'x', 'y'), { recursive: true });
  await writeFile(join(world.folder, 'x', 'y', 'one.yaml'), proxy('a', '/1'));
  await world.until('the new file', () => world.prefixes()[a] === '/1');
  await rm(join(world.folder, 'x'), { recursive: true });
  await world.until('the deletion', () => !(a in world.prefixes()));
});

test('moving comments and other documents tells nothing', async (t) => {
  const world = await observe(t, { files: { 'one.yaml': proxy('a', '/1') } });
  await world.until('the first sync', () => world.synced);
  await writeFile(join(world.folder, 'one.yaml'), `# a comment\n${proxy('b', '/2')}${proxy('a', '/1')}`);
  await world.until('the new object', () => b in world.prefixes());
  t.deepEqual(world.history(), [`upsert ${a}`, `upsert ${b}`]);
});

test('a document that is no more valid is reported with file, line and field, and its last good version stays', async (t) => {
  const world = await observe(t, {
    files: { 'one.yaml': proxy('a', '/1') + proxy('b', '/1') },
    timing: { graceMs: 100 },
  });
  await world.until('the first sync', () => world.synced);
  const broken = proxy('a', '/1').replace('port: 80', 'port: "80"');
  await replaceFile(join(world.folder, 'one.yaml'), broken + proxy('b', '/2'));
  await world.until('the problem', () => world.problems().length > 0);
  await world.until('the other document', () => world.prefixes()[b] === '/2');
  t.is(world.prefixes()[a], '/1');
  const [problem] = world.problems();
  t.like(problem, {
    code: 'SchemaInvalid',
    object: a,
    path: 'spec.routes[0].services[0].port',
    source: { kind: 'filesystem', file: join(world.folder, 'one.yaml'), line: 8 },
  });
  t.regex(problem?.message ?? '', /found "80"; must be a port number.*its last good version stays in use/);
  await replaceFile(join(world.folder, 'one.yaml'), proxy('a', '/3') + proxy('b', '/2'));
  await world.until('the repair', () => world.prefixes()[a] === '/3' && world.problems().length === 0);
});

test('a policy that protects and was never valid closes what it is for; once there is a good version, that stays', async (t) => {
  const key = 'TrafficPolicy/default/p';
  const policy = (rules: string) =>
    `apiVersion: nuncio.dev/v1alpha1\nkind: TrafficPolicy\nmetadata: { name: p }\nspec: { ipRules: ${rules} }\n`;
  const world = await observe(t, { files: { 'one.yaml': policy('{ deny: none }') }, timing: { graceMs: 100 } });
  const last = () => {
    const delta = world.deltas.findLast((each) => each.key === key);
    return delta?.kind === 'upsert' ? delta.object : undefined;
  };
  await world.until('the stand-in', () => last() !== undefined);
  t.like(last(), { spec: { unreadable: ['ipRules'] } });
  t.regex(world.problems()[0]?.message ?? '', /it is not loaded, and what it should protect is closed/);
  await replaceFile(join(world.folder, 'one.yaml'), 'kind: [');
  await world.until('the other problem', () => world.problems()[0]?.object === '');
  t.like(last(), { spec: { unreadable: ['ipRules'] } });
  // It no longer says that it protects.
  await replaceFile(join(world.folder, 'one.yaml'), policy('null, retry: 1'));
  await world.until('the end of the stand-in', () => last() === undefined);
  await replaceFile(join(world.folder, 'one.yaml'), policy('{ allow: 1 }'));
  await world.until('the next stand-in', () => last() !== undefined);
  await replaceFile(join(world.folder, 'one.yaml'), policy('{ deny: [{ source: Peer, cidr: 192.0.2.1 }] }'));
  await world.until('the repair', () => world.problems().length === 0);
  const good = last();
  t.like(good, { spec: { ipRules: { deny: [{ cidr: '192.0.2.1' }] } } });
  await replaceFile(join(world.folder, 'one.yaml'), policy('{ deny: 1 }'));
  await world.until('the problem', () => world.problems().length > 0);
  t.regex(world.problems()[0]?.message ?? '', /its last good version stays in use/);
  t.is(last(), good);
});

test('a file that can not be parsed keeps all that it held; the readable documents in it count', async (t) => {
  const world = await observe(t, {
    files: { 'one.yaml': proxy('a', '/1') + proxy('b', '/1'), 'other.yaml': proxy('c', '/1') },
    timing: { graceMs: 100 },
  });
  await world.until('the first sync', () => world.synced);
  await replaceFile(join(world.folder, 'one.yaml'), `${proxy('b', '/2')}---\nkind: [HTTPProxy\n`);
  await world.until('the problem', () => world.problems().length > 0);
  t.deepEqual(world.prefixes(), { [a]: '/1', [b]: '/2', [c]: '/1' });
  t.like(world.problems()[0], { code: 'DocumentNotParsed', object: '' });
  t.regex(world.problems()[0]?.message ?? '', /line \d+, column \d+.*the objects that this file held stay in use/);
  // An object that was valid, left the file while it was broken, and is not in the repaired file is gone.
  await replaceFile(join(world.folder, 'one.yaml'), proxy('b', '/2'));
  await world.until('the repair', () => !(a in world.prefixes()));
  t.deepEqual(world.problems(), []);
});

test('a half-written file is not believed', async (t) => {
  const text = proxy('a', '/2') + proxy('b', '/2');
  const world = await observe(t, { files: { 'one.yaml': proxy('a', '/1') + proxy('b', '/1') } });
  await world.until('the first sync', () => world.synced);
  const file = join(world.folder, 'one.yaml');
  // Emptied, half, whole, each long enough to be seen.
  for (const part of ['', `${text.slice(0, text.length - 60)} [`]) {
    await writeFile(file, part);
    await world.until('the part', () => world.parsed.includes(part));
  }
  await writeFile(file, text);
  await world.until('the whole file', () => world.prefixes()[a] === '/2' && world.prefixes()[b] === '/2');
  t.deepEqual(
    world.history().filter((each) => each.startsWith('remove')),
    [],
  );
  t.deepEqual(world.problems(), []);
});

test('a renamed file hands its objects over', async (t) => {
  const world = await observe(t, { files: { 'one.yaml': proxy('a', '/1') } });
  await world.until('the first sync', () => world.synced);
  await rename(join(world.folder, 'one.yaml'), join(world.folder, 'zwei.yaml'));
  await world.until('the hand-over', () => world.deltas.length === 2);
  const [, second] = world.deltas;
  t.like(second, { kind: 'upsert', key: a, object: { source: { file: join(world.folder, 'zwei.yaml') } } });
  await rm(join(world.folder, 'zwei.yaml'));
  await world.until('the deletion', () => world.deltas.length === 3);
  t.is(world.deltas[2]?.kind, 'remove');
  t.deepEqual(world.problems(), []);
});

test('an object that moves between two files that change together is never gone', async (t) => {
  // The file that loses the object is taken in while the one that gets it is known to have changed and still unread.
  let start = (): void => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const world = await observe(t, {
    files: { 'one.yaml': proxy('a', '/1') + proxy('b', '/1'), 'two.yaml': proxy('c', '/1') },
    parse: async (input) => {
      const isChanged = world.synced;
      if (isChanged && input.file.endsWith('one.yaml')) await started;
      if (isChanged && input.file.endsWith('two.yaml')) {
        start();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return parseFile(input);
    },
  });
  await world.until('the first sync', () => world.synced);
  await writeFile(join(world.folder, 'one.yaml'), proxy('a', '/1'));
  await writeFile(join(world.folder, 'two.yaml'), proxy('c', '/1') + proxy('b', '/1'));
  await world.until('the hand-over', () => world.deltas.length === 4);
  t.like(world.deltas[3], { kind: 'upsert', key: b, object: { source: { file: join(world.folder, 'two.yaml') } } });
});

test('a file that is replaced by renaming another over it, as many editors do', async (t) => {
  const world = await observe(t, { files: { 'one.yaml': proxy('a', '/1') }, timing: { settleMs: 300 } });
  await world.until('the first sync', () => world.synced);
  for (const prefix of ['/2', '/3', '/4']) {
    await replaceFile(join(world.folder, 'one.yaml'), proxy('a', prefix));
    await world.until(prefix, () => world.prefixes()[a] === prefix);
  }
  // Away and back.
  await rename(join(world.folder, 'one.yaml'), join(world.folder, 'one.yaml~'));
  await writeFile(join(world.folder, 'one.yaml'), proxy('a', '/5'));
  await world.until('/5', () => world.prefixes()[a] === '/5');
  t.deepEqual(
    world.history(),
    Array.from({ length: 5 }, () => `upsert ${a}`),
  );
});

test('one object in two files: the first by path counts, the other takes over when it goes', async (t) => {
  const world = await observe(t, { files: { 'b.yaml': proxy('a', '/b'), 'a.yaml': proxy('a', '/a') } });
  await world.until('the first sync', () => world.synced);
  t.is(world.prefixes()[a], '/a');
  const [problem] = world.problems();
  t.like(problem, { code: 'DuplicateObject', object: a, source: { file: join(world.folder, 'b.yaml'), line: 2 } });
  t.true(problem?.message.includes(join(world.folder, 'a.yaml')));
  await rm(join(world.folder, 'a.yaml'));
  await world.until('the take-over', () => world.prefixes()[a] === '/b');
  t.deepEqual(world.problems(), []);
  t.false(world.history().includes(`remove ${a}`));
});

/** Writes a version of a mounted ConfigMap as the kubelet does. */
async function mountVersion(folder: string, version: string, files: Record<string, string>): Promise<void> {
  const dated = `..2026_${version}`;
  await mkdir(join(folder, dated));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, dated, name), text);
  await symlink(dated, join(folder, '..data_tmp'));
  await rename(join(folder, '..data_tmp'), join(folder, '..data'));
  const present = await readdir(folder);
  for (const name of Object.keys(files))
    if (!present.includes(name)) await symlink(join('..data', name), join(folder, name));
  for (const name of present) {
    if (!name.startsWith('..') && !(name in files)) await rm(join(folder, name));
    if (name.startsWith('..2026') && name !== dated) await rm(join(folder, name), { recursive: true });
  }
}

test('a mounted ConfigMap: each object once, and the swap of ..data is seen', async (t) => {
  const world = await observe(t, {
    prepare: (folder) => mountVersion(folder, '1', { 'one.yaml': proxy('a', '/1'), 'two.yaml': proxy('b', '/1') }),
  });
  await world.until('the first sync', () => world.synced);
  t.deepEqual(world.history().toSorted(), [`upsert ${a}`, `upsert ${b}`]);
  for (const version of ['2', '3', '4']) {
    await mountVersion(world.folder, version, { 'one.yaml': proxy('a', `/${version}`), 'two.yaml': proxy('b', '/1') });
    await world.until(`version ${version}`, () => world.prefixes()[a] === `/${version}`);
  }
  await mountVersion(world.folder, '5', { 'one.yaml': proxy('a', '/4'), 'three.yaml': proxy('c', '/5') });
  await world.until('version 5', () => world.prefixes()[c] === '/5' && !(b in world.prefixes()));
  t.deepEqual(world.problems(), []);
  t.deepEqual(
    world.history().filter((each) => each.startsWith('remove')),
    [`remove ${b}`],
  );
});

test('links: to a file elsewhere, to a folder, in a circle, to nowhere', async (t) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'nuncio-elsewhere-'));
  t.teardown(() => rm(elsewhere, { recursive: true, force: true }));
  await writeFile(join(elsewhere, 'linked.yaml'), proxy('a', '/1'));
  await mkdir(join(elsewhere, 'folder'));
  await writeFile(join(elsewhere, 'folder', 'b.yaml'), proxy('b', '/1'));
  const world = await observe(t, {
    prepare: async (folder) => {
      await symlink(join(elsewhere, 'linked.yaml'), join(folder, 'one.yaml'));
      await symlink(join(elsewhere, 'linked.yaml'), join(folder, 'same.yaml'));
      await symlink(join(elsewhere, 'folder'), join(folder, 'sub'));
      await symlink('.', join(folder, 'circle'));
      await symlink('nothing.yaml', join(folder, 'nowhere.yaml'));
    },
  });
  await world.until('the first sync', () => world.synced);
  t.deepEqual(world.history().toSorted(), [`upsert ${a}`, `upsert ${b}`]);
  t.deepEqual(world.problems(), []);
  await writeFile(join(elsewhere, 'linked.yaml'), proxy('a', '/2'));
  await world.until('the change behind the link', () => world.prefixes()[a] === '/2');
});

test('single files, and a path that is not there yet', async (t) => {
  const world = await observe(t, {
    files: { 'one.yaml': proxy('a', '/1'), 'not-given.yaml': proxy('c', '/1') },
    paths: (folder) => [join(folder, 'one.yaml'), join(folder, 'later')],
    timing: { pollMs: 200 },
  });
  await world.until('the file', () => a in world.prefixes());
  await world.until('the problem', () => world.problems().length === 1);
  t.regex(world.problems()[0]?.message ?? '', /later does not exist; nothing is loaded from there/);
  t.false(world.synced);
  await mkdir(join(world.folder, 'later'));
  await writeFile(join(world.folder, 'later', 'two.yaml'), proxy('b', '/1'));
  await world.until('the sync', () => world.synced && b in world.prefixes());
  t.deepEqual(world.problems(), []);
  await writeFile(join(world.folder, 'one.yaml'), proxy('a', '/2'));
  await world.until('the change', () => world.prefixes()[a] === '/2');
});

test('a relative path with a slash at its end', async (t) => {
  const world = await observe(t, {
    files: { 'one.yaml': proxy('a', '/1') },
    paths: (folder) => [`./${relative(process.cwd(), folder)}/`],
  });
  await world.until('the first sync', () => world.synced && a in world.prefixes());
  await writeFile(join(world.folder, 'one.yaml'), proxy('a', '/2'));
  await world.until('the change', () => world.prefixes()[a] === '/2');
  await writeFile(join(world.folder, 'two.yaml'), proxy('b', '/1'));
  await world.until('the new file', () => b in world.prefixes());
});

test('a folder that vanishes keeps its objects until it is back', async (t) => {
  const world = await observe(t, {
    prepare: async (folder) => {
      await mkdir(join(folder, 'x'));
      await writeFile(join(folder, 'x', 'one.yaml'), proxy('a', '/1'));
    },
    paths: (folder) => [join(folder, 'x')],
    timing: { pollMs: 100, graceMs: 200 },
  });
  await world.until('the first sync', () => world.synced);
  await rename(join(world.folder, 'x'), join(world.folder, 'y'));
  await world.until('the problem', () => world.problems().length === 1);
  t.regex(world.problems()[0]?.message ?? '', /the objects that were there stay in use/);
  t.deepEqual(world.prefixes(), { [a]: '/1' });
  await mkdir(join(world.folder, 'x'));
  await writeFile(join(world.folder, 'x', 'two.yaml'), proxy('b', '/1'));
  await world.until('the new content', () => b in world.prefixes() && !(a in world.prefixes()));
  t.deepEqual(world.problems(), []);
});

test('a parser that fails is reported and nothing is lost', async (t) => {
  let fail = false;
  const world = await observe(t, {
    files: { 'one.yaml': proxy('a', '/1') },
    timing: { graceMs: 50 },
    parse: (input) => (fail ? Promise.reject(new Error('the pool is closed')) : parseFile(input)),
  });
  await world.until('the first sync', () => world.synced);
  fail = true;
  await replaceFile(join(world.folder, 'one.yaml'), proxy('a', '/2'));
  await world.until('the problem', () => world.problems().length === 1);
  t.regex(world.problems()[0]?.message ?? '', /the pool is closed; its objects stay in use/);
  t.is(world.prefixes()[a], '/1');
});

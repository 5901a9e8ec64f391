// What the streamer keeps on disk: written as it changes, whole when it must, never at the cost of anything else.
import files from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { ActorContext } from '../../../../src/actors/actor.ts';
import { createStateKeeper } from '../../../../src/actors/streamer/state-keeper.ts';
import type { StateFiles, StateKeeper } from '../../../../src/actors/streamer/state-keeper.ts';
import type { Batch } from '../../../../src/messages/edge.ts';
import type { EncodedResource } from '../../../../src/messages/resources.ts';
import { createStore } from '../../../../src/xds/stream/store.ts';
import { cluster } from '../../xds/stream/harness.ts';
import { until } from '../../../support/nuncio.ts';

const edge = 'clusterTranslator>streamer';
const privateKey = 'recognisable-private-key';
const secret = (content = privateKey): EncodedResource => ({
  type: 'secret',
  name: 'shop/tls',
  version: 'v1',
  bytes: Buffer.from(content),
  requires: [],
});

interface Rig {
  readonly keeper: StateKeeper;
  readonly metrics: Registry;
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  put(...resources: readonly EncodedResource[]): void;
  remove(...keys: readonly string[]): void;
  metric(name: string): Promise<number>;
}

interface RigOptions {
  readonly folder: string;
  readonly files?: Partial<StateFiles>;
  readonly keyFile?: string;
  readonly maxBytes?: number;
  readonly settings?: string;
}

function createRig({ folder, files: own, keyFile, maxBytes = 1e9, settings = 'some' }: RigOptions): Rig {
  const metrics = new Registry();
  const logged: Record<string, unknown>[] = [];
  const store = createStore([edge]);
  const context = {
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    metrics,
    clock: {
      nowMs: () => Date.now(),
      setTimer: (delayMs: number, run: () => void) => {
        const timer = setTimeout(run, Math.min(delayMs, 20));
        return { cancel: () => clearTimeout(timer) };
      },
    },
  } as unknown as ActorContext;
  const state = { folder, waitMs: 0, maxBytes, ...(keyFile !== undefined && { keyFile }) };
  const keeper = createStateKeeper(context, { state, store, files: { ...files, ...own }, edges: [edge], settings });
  const apply = (batch: Partial<Batch<EncodedResource>>): void =>
    keeper.changed(
      store.apply(edge, {
        kind: 'batch',
        seq: 1,
        reset: false,
        synced: true,
        upserts: [],
        removals: [],
        sentAtMs: 0,
        ...batch,
      }),
    );
  apply({});
  return {
    keeper,
    metrics,
    logged,
    put: (...resources) =>
      apply({ upserts: resources.map((value) => ({ key: `${value.type}/${value.name}`, value, causes: [] })) }),
    remove: (...keys) => apply({ removals: keys.map((key) => ({ key, causes: [] })) }),
    async metric(name) {
      const { values } = (await metrics.getSingleMetric(name)?.get()) ?? { values: [] };
      return values.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

const folderOf = async (): Promise<string> => mkdtemp(join(tmpdir(), 'nuncio-state-'));

async function contents(options: RigOptions): Promise<Record<string, string> | undefined> {
  const state = await createRig(options).keeper.read();
  if (state === undefined) return undefined;
  return Object.fromEntries(
    state.resources.map(({ resource: { type, name, bytes, problem } }) => [
      `${type}/${name}`,
      problem ?? Buffer.from(bytes).toString(),
    ]),
  );
}

test('a change is appended, and a restart reads all; what is gone is gone', async (t) => {
  const folder = await folderOf();
  const rig = createRig({ folder });
  rig.put(cluster('a', '1'), cluster('b', '1'));
  rig.keeper.begin();
  await until(
    'it is written',
    () => rig.metric('nuncio_stored_state_writes_total'),
    (count) => count === 1,
  );
  rig.put(cluster('a', '2'));
  rig.remove('cluster/b');
  await until(
    'it is appended',
    () => rig.metric('nuncio_stored_state_writes_total'),
    (count) => count === 2,
  );
  const killed = await contents({ folder });
  t.deepEqual(Object.keys(killed ?? {}), ['cluster/a']);
  rig.put(cluster('c', '1'));
  await rig.keeper.stop();
  t.deepEqual(Object.keys((await contents({ folder })) ?? {}), ['cluster/a', 'cluster/c']);
  t.deepEqual(await files.readdir(folder), ['state']);
});

test('many changes make a new whole file, which is no larger than what is served', async (t) => {
  const folder = await folderOf();
  const rig = createRig({ folder });
  rig.put(cluster('a', '1'));
  rig.keeper.begin();
  let round = 0;
  await until(
    'the file was written anew',
    async () => {
      rig.put(cluster('a', `${round++}${'x'.repeat(1_000_000)}`));
      const { values } = (await rig.metrics.getSingleMetric('nuncio_stored_state_writes_total')?.get()) ?? {};
      return values?.find(({ labels }) => (labels as { kind?: string }).kind === 'whole')?.value ?? 0;
    },
    (count) => count >= 2,
  );
  await rig.keeper.stop();
  t.true((await files.stat(join(folder, 'state'))).size < 12_000_000);
  t.deepEqual(Object.keys((await contents({ folder })) ?? {}), ['cluster/a']);
});

test('secrets are sealed with a key, and left out without one', async (t) => {
  const folder = await folderOf();
  const keyFile = join(folder, 'key');
  await files.writeFile(keyFile, 'k'.repeat(32));
  const without = createRig({ folder });
  without.put(secret(), cluster('a', '1'));
  without.keeper.begin();
  await without.keeper.stop();
  t.false((await files.readFile(join(folder, 'state'))).includes(privateKey));
  t.like(await contents({ folder, keyFile }), { 'secret/shop/tls': 'its content is not in the stored state' });

  const withKey = createRig({ folder, keyFile });
  withKey.put(secret(), cluster('a', '1'));
  withKey.keeper.begin();
  await withKey.keeper.stop();
  t.false((await files.readFile(join(folder, 'state'))).includes(privateKey));
  t.like(await contents({ folder, keyFile }), { 'secret/shop/tls': privateKey });
  t.is((await files.stat(join(folder, 'state'))).mode & 0o777, 0o600);

  await files.writeFile(keyFile, 'other'.repeat(32));
  t.like(await contents({ folder, keyFile }), { 'secret/shop/tls': 'its content is not in the stored state' });
  t.like(await contents({ folder }), { 'secret/shop/tls': 'its content is not in the stored state' });
});

test('other settings, another version and damage: not used, one line says why', async (t) => {
  const folder = await folderOf();
  const rig = createRig({ folder });
  rig.put(cluster('a', '1'));
  rig.keeper.begin();
  await rig.keeper.stop();
  const read = async (settings: string): Promise<string[]> => {
    const other = createRig({ folder, settings });
    t.is(await other.keeper.read(), undefined);
    return other.logged.map(({ msg }) => msg as string);
  };
  t.deepEqual(await read('others'), ['the stored state is not used: it was made under other settings']);
  const whole = await files.readFile(join(folder, 'state'));
  whole[whole.length - 20]! ^= 1;
  await files.writeFile(join(folder, 'state'), whole);
  const [line, ...more] = await read('some');
  t.regex(line ?? '', /^the stored state is not used: the checksum at byte \d+ is wrong$/);
  t.deepEqual(more, []);
});

test('a disk that is full, then not: one warning, a metric, and all is written once there is room', async (t) => {
  const folder = await folderOf();
  let isFull = true;
  const open = (async (...given: Parameters<typeof files.open>) => {
    if (isFull && given[1] === 'w') throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    return files.open(...given);
  }) as StateFiles['open'];
  const rig = createRig({ folder, files: { open } });
  rig.put(cluster('a', '1'));
  rig.keeper.begin();
  await until(
    'it has failed twice',
    () => rig.metric('nuncio_stored_state_failures_total'),
    (count) => count >= 2,
  );
  isFull = false;
  await until(
    'it is written',
    () => rig.metric('nuncio_stored_state_writes_total'),
    (count) => count === 1,
  );
  await rig.keeper.stop();
  t.is(rig.logged.filter(({ level }) => level === 40).length, 1);
  t.deepEqual(Object.keys((await contents({ folder })) ?? {}), ['cluster/a']);
});

test('a state that is too large is not kept, and neither is an older one', async (t) => {
  const folder = await folderOf();
  const first = createRig({ folder });
  first.put(cluster('a', '1'));
  first.keeper.begin();
  await first.keeper.stop();
  const rig = createRig({ folder, maxBytes: 100 });
  rig.put(cluster('a', 'x'.repeat(200)));
  rig.keeper.begin();
  await until(
    'it has failed',
    () => rig.metric('nuncio_stored_state_failures_total'),
    (count) => count >= 1,
  );
  await rig.keeper.stop();
  t.is(await contents({ folder }), undefined);
  t.true(JSON.stringify(rig.logged).includes('--state-max-bytes'));
});

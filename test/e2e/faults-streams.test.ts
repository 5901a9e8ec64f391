// Trouble between nuncio and Envoy and on nuncio's own machine, under 200 requests a second: none is lost or answered
// wrongly, and every change arrives.
import { execFile } from 'node:child_process';
import { rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { startBackend, type Backend } from '../support/backend.ts';
import { createTempFolder } from '../support/netns.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { startTcpSwitch, type TcpSwitch } from '../support/tcp-switch.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, upstream } from './fixtures/objects.ts';

// Making a small disk needs the same rights as making a namespace.
const test = await testNeeding('netns', 'envoy');

const run = promisify(execFile);
const steady = Array.from({ length: 20 }, (_, index) => `steady-${index}.test`);

let folder: ObjectFolder;
let nuncio: Nuncio;
let way: TcpSwitch;
/** A disk of 256 KiB for all that nuncio writes. */
let disk: string;
const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
  disk = await createTempFolder();
  await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
  folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
    'steady.yaml': steady.map((host) => hostProxy(host, 'a')),
    'moving.yaml': [hostProxy('moving.test', 'a')],
  });
  const args = [`--trace=${join(disk, 'trace.ndjson')}`, `--state-dir=${join(disk, 'state')}`];
  nuncio = await startNuncio({ files: [folder.path], envoy: 'none', args });
  way = await startTcpSwitch(nuncio.ports.xds);
  const envoy = await nuncio.startEnvoy({
    bootstrapArgs: [`--xds-port=${way.port}`],
    // Takes no large regular expressions, as an Envoy with another bootstrap would.
    change(bootstrap) {
      const { layers } = bootstrap['layered_runtime'] as { readonly layers: readonly object[] };
      const small = { name: 'small', static_layer: { re2: { max_program_size: { error_level: 50 } } } };
      return { ...bootstrap, layered_runtime: { layers: [...layers, small] } };
    },
  });
  await envoy.whenReady();
  for (const host of steady) await becomes(host, 'a');
});

test.after.always(async () => {
  await nuncio?.stop();
  way?.close();
  if (disk !== undefined) await run('umount', [disk]);
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

async function becomes(host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

let moves = 0;

/** Sends a host to the other backend and resolves when Envoy does. */
async function move(): Promise<void> {
  const to = ++moves % 2 === 0 ? 'a' : 'b';
  await folder.write('moving.yaml', [hostProxy('moving.test', to)]);
  await becomes('moving.test', to);
}

async function underLoad(t: ExecutionContext, run: () => Promise<void>): Promise<void> {
  const traffic = startLoad({
    target: nuncio.http,
    hosts: steady,
    judge: (answer, host) => (served(answer) === 'a' ? undefined : `${host}: ${served(answer)}`),
  });
  try {
    await run();
  } finally {
    const { failures, ok } = await traffic.stop();
    t.deepEqual(failures, []);
    t.true(ok > 0);
  }
}

async function metric(name: string): Promise<number> {
  const { body } = await nuncio.admin('/metrics');
  let sum = 0;
  for (const [, value] of body.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))) sum += Number(value);
  return sum;
}

test.serial('the connection of Envoy is reset again and again while changes flow', async (t) => {
  await underLoad(t, async () => {
    const before = way.connections();
    for (let round = 0; round < 6; round++) {
      way.cut();
      await move();
    }
    t.true(way.connections() > before);
  });
});

test.serial('Envoy refuses a thousand responses in a row', async (t) => {
  const before = await metric('nuncio_xds_nacks_total');
  const from = nuncio.log.length;
  // Valid objects that this Envoy alone finds too large (see its bootstrap). Without a name in the error, finding n of them
  // takes 2n - 1 responses.
  const refused = Array.from({ length: 505 }, (_, index) =>
    httpProxy(`refused-${index}.test`, {
      virtualhost: { fqdn: `refused-${index}.test` },
      routes: [{ conditions: [{ regex: `/${index}/[a-z]{300}` }], services: [{ name: 'a', port: 80 }] }],
    }),
  );
  await underLoad(t, async () => {
    await folder.write('refused.yaml', refused);
    // Other hosts change all the while.
    while ((await metric('nuncio_xds_nacks_total')) - before < 1_000) await move();
    await becomes('refused-0.test', '500');
    await folder.remove('refused.yaml');
    await becomes('refused-0.test', '404');
  });
  const told = nuncio.log.slice(from).filter(({ level }) => level === 'warn' || level === 'error');
  t.true(told.length <= 3 * refused.length, `${told.length} lines in the log`);
});

test.serial('the disk that nuncio writes to is full', async (t) => {
  const freeBlocks = async (): Promise<number> => (await statfs(disk)).bfree;
  await underLoad(t, async () => {
    await writeFile(join(disk, 'filler'), Buffer.alloc((await freeBlocks()) * 4096)).catch(() => undefined);
    await until('the disk is full', freeBlocks, (free) => free === 0);
    const told = (pattern: RegExp): boolean => nuncio.log.some(({ msg }) => pattern.test(msg));
    await until(
      'the log says that the state could not be stored',
      async () => move(),
      () => told(/could not be stored/),
    );
    t.is((await nuncio.admin('/readyz')).status, 200);
    await rm(join(disk, 'filler'));
    await until(
      'the log says that the state is written again',
      async () => {
        // Each move is traced on the same disk, which would be full again before the next try.
        await truncate(join(disk, 'trace.ndjson'));
        await move();
      },
      () => told(/is written again/),
    );
  });
});

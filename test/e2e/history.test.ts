// Revisions, hold and rollback on files, with a real Envoy: nobody gets a wrong answer while it happens, and a restart
// keeps what is held.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryAnswer } from '../../src/actors/admin/history-answer.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { served } from './fixtures/echo.ts';
import { endpointSlices, hostProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let state: string;
let nuncio: Nuncio;
const backends: Backend[] = [];

test.before(async () => {
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
  state = await mkdtemp(join(tmpdir(), 'nuncio-history-'));
  folder = await createObjectFolder({
    'upstreams.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
    'moves.yaml': [hostProxy('moves.test', 'a')],
    'stays.yaml': [hostProxy('stays.test', 'a')],
  });
  nuncio = await start();
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
  await rm(state, { recursive: true, force: true });
});

async function start(ports?: Nuncio['ports']): Promise<Nuncio> {
  const args = [`--state-dir=${state}`];
  return startNuncio({ files: [folder.path], envoy: 'child', args, ...(ports && { ports }) });
}

const admin = (): string => `--admin=http://127.0.0.1:${nuncio.ports.admin}`;
const run = async (...args: string[]): Promise<string> => (await runNuncio([...args, admin()])).stdout;
const history = async (): Promise<HistoryAnswer> => JSON.parse(await run('history', '-o', 'json')) as HistoryAnswer;

async function becomes(host: string, expected: string): Promise<void> {
  await until(
    `${host} is ${expected}`,
    async () => nuncio.get(host),
    (answer) => served(answer) === expected,
  );
}

/** Until the control plane has seen what was written last. */
async function waits(count: number): Promise<void> {
  await until('the change waits', history, ({ pendingCount }) => pendingCount === count);
}

test.serial('rollback and resume under load: each answer is of one revision or the other', async (t) => {
  await becomes('moves.test', 'a');
  const first = (await history()).newest;
  await folder.write('moves.yaml', [hostProxy('moves.test', 'b'), hostProxy('new.test', 'b')]);
  await becomes('moves.test', 'b');
  await becomes('new.test', 'b');
  const second = (await history()).newest;
  t.not(second, first);

  const load = startLoad({
    target: nuncio.http,
    hosts: ['stays.test', 'moves.test'],
    judge: (answer, host) => {
      const who = served(answer);
      return who === 'a' || (who === 'b' && host === 'moves.test') ? undefined : `${host}: ${who}`;
    },
  });
  for (const _ of Array.from({ length: 5 })) {
    t.regex(
      await run('rollback', first.slice(0, 6), '--reason=bad release', '--by=ann'),
      /rolled back to revision \w+ .* by ann \(bad release\); 2 objects wait/,
    );
    await becomes('moves.test', 'a');
    await becomes('new.test', '404');
    t.regex(await run('resume'), /not held/);
    await becomes('moves.test', 'b');
    await becomes('new.test', 'b');
  }
  const { failures, ...rest } = await load.stop();
  t.deepEqual(failures, [], JSON.stringify(rest));
});

test.serial('a hold: changes wait, endpoints flow, status says so; a restart keeps it', async (t) => {
  const { newest } = await history();
  t.regex(await run('hold', '--by=bob', '--reason=freeze'), /held at revision/);
  await folder.write('moves.yaml', [hostProxy('moves.test', 'a')]);
  await waits(2);
  await becomes('moves.test', 'b');
  // Where the Service leads is no routing.
  await folder.write('upstreams.yaml', [
    ...backends.flatMap((backend) => upstream(backend.name, [backend])).filter(({ kind }) => kind !== 'EndpointSlice'),
    ...endpointSlices('a', [backends[0]!]),
    ...endpointSlices('b', [backends[0]!]),
  ]);
  await becomes('moves.test', 'a');
  t.is((await history()).served, newest);
  const status = await runNuncio(['status', admin()]);
  t.regex(status.stdout, /routing is held at revision \w+ since \S+ by bob \(freeze\); 2 objects wait/);
  await t.throwsAsync(run('hold'), {
    message: /exit code 1: nuncio: routing is held already, at revision \w+ by bob; nothing was changed/,
  });

  const ports = nuncio.ports;
  await folder.write('new.yaml', [hostProxy('later.test', 'a')]);
  await waits(3);
  await until('it is stored', history, ({ kept }) => kept.current);
  await nuncio.stop();
  nuncio = await start(ports);
  // On a slow machine the stored state is served first.
  const after = await until('the sources are read', history, ({ hold }) => hold.kind === 'hold');
  t.like(after.hold, { kind: 'hold', by: 'bob', reason: 'freeze' });
  t.is(after.kept.problem, null);
  await becomes('new.test', 'a');
  await becomes('later.test', '404');
  await run('resume');
  await becomes('new.test', '404');
  await becomes('later.test', 'a');
});

test.serial('who may ask: programs on this machine that say who they are', async (t) => {
  const url = `http://127.0.0.1:${nuncio.ports.admin}/hold`;
  const ask = async (headers: Record<string, string>) => (await fetch(url, { method: 'POST', headers })).status;
  t.is(await ask({}), 403);
  t.is(await ask({ 'x-nuncio-by': 'ann', origin: 'http://evil.test' }), 403);
  t.is((await fetch(url)).status, 405);
  t.is((await history()).hold.kind, 'none');
});

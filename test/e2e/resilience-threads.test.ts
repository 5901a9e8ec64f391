// Every thread of nuncio is killed in turn while requests and changes flow: no request fails, no change is lost, and the
// connection of an Envoy breaks only when the thread that holds it is the one killed.
import { startBackend, type Backend } from '../support/backend.ts';
import type { Envoy } from '../support/envoy.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let envoy: Envoy;
const backends: Backend[] = [];
const changing = Array.from({ length: 20 }, (_, index) => `changing-${index}.test`);

test.before(async () => {
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
  folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
    'steady.yaml': [hostProxy('steady.test', 'a')],
    ...Object.fromEntries(changing.map((host) => [`${host}.yaml`, [hostProxy(host, 'a')]])),
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'none' });
  envoy = await nuncio.startEnvoy();
  await envoy.whenReady();
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

interface ThreadStatus {
  readonly name: string;
  readonly phase: string;
  readonly actorNames: readonly string[];
  readonly restarts: number;
}

async function threads(): Promise<readonly ThreadStatus[]> {
  const { body } = await nuncio.admin('/debug/actors');
  return (JSON.parse(body) as { threads: ThreadStatus[] }).threads;
}

const connectionsOfEnvoy = async (): Promise<number> => {
  const stats = await envoy.admin('/stats?filter=^cluster.nuncio.upstream_cx_total$');
  return Number(/: (\d+)/.exec(stats)?.[1]);
};

/** Ten changes a second, each host in turn from one backend to the other, until stopped. */
function startChanges(): { stop(): Promise<Map<string, string>> } {
  const last = new Map<string, string>();
  const stopping = new AbortController();
  let round = 0;
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const host = changing[round % changing.length] ?? '';
      const service = Math.floor(round / changing.length) % 2 === 0 ? 'b' : 'a';
      await folder.write(`${host}.yaml`, [hostProxy(host, service)]);
      last.set(host, service);
      round++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
      return last;
    },
  };
}

for (const actor of ['watcher', 'builder', 'routeTranslator', 'endpoints', 'status', 'streamer']) {
  test.serial(`the thread of ${actor} is killed under load`, async (t) => {
    const thread = (await threads()).find(({ actorNames }) => actorNames.includes(actor));
    if (thread === undefined) throw new Error(`no thread runs ${actor}`);
    await until(
      'Envoy serves everything',
      async () => nuncio.get(changing[0] ?? ''),
      ({ status }) => status === 200,
    );
    const connectionsBefore = await connectionsOfEnvoy();
    const traffic = startLoad({ target: nuncio.http, hosts: ['steady.test', ...changing] });
    const changes = startChanges();
    const killed = await nuncio.admin(`/debug/restart?thread=${thread.name}`, 'PUT');
    t.is(killed.status, 200, killed.body);
    await until(
      `${thread.name} runs again`,
      async () => (await threads()).find(({ name }) => name === thread.name),
      (now) => now !== undefined && now.restarts > thread.restarts && now.phase === 'running',
    );
    await nuncio.whenReady();
    // A change made now, after the restart, goes through like any other.
    const marker = `after-${actor.toLowerCase()}.test`;
    await folder.write('marker.yaml', [hostProxy(marker, 'b')]);
    await until(
      'a later change is served',
      async () => nuncio.get(marker),
      (answer) => served(answer) === 'b',
    );
    const last = await changes.stop();
    for (const [host, service] of last) {
      await until(
        `${host} is ${service}`,
        async () => nuncio.get(host),
        (answer) => served(answer) === service,
      );
    }
    const { failures, ok } = await traffic.stop();
    t.deepEqual(failures, []);
    t.true(ok > 50, `${ok} requests`);
    const made = (await connectionsOfEnvoy()) - connectionsBefore;
    if (actor === 'streamer') t.true(made >= 1, 'Envoy has reconnected');
    else t.is(made, 0, 'Envoy never had to reconnect');
  });
}

test.serial('all threads at once', async (t) => {
  const traffic = startLoad({ target: nuncio.http, hosts: ['steady.test', ...changing] });
  const changes = startChanges();
  const names = (await threads()).map(({ name }) => name);
  await Promise.all(names.map(async (name) => nuncio.admin(`/debug/restart?thread=${name}`, 'PUT')));
  await nuncio.whenReady();
  await folder.write('marker.yaml', [hostProxy('after-all.test', 'b')]);
  await until(
    'a later change is served',
    async () => nuncio.get('after-all.test'),
    (answer) => served(answer) === 'b',
  );
  for (const [host, service] of await changes.stop()) {
    await until(
      `${host} is ${service}`,
      async () => nuncio.get(host),
      (answer) => served(answer) === service,
    );
  }
  t.deepEqual((await traffic.stop()).failures, []);
});

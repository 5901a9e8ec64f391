// What the person who runs nuncio sees: the newcomer's command, mistakes in the configuration, several Envoys, probes,
// metrics, the log level at run time, and the trace of a change.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startBackend, type Backend } from '../support/backend.ts';
import { request } from '../support/http-client.ts';
import { createNetns, isRunning, createTempFolder, type Netns } from '../support/netns.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { findEnvoy, repositoryRoot } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, service, upstream } from './fixtures/objects.ts';

const test = await testNeeding('netns', 'envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let traceFile: string;
const backends: Backend[] = [];
const places: Netns[] = [];

test.before(async () => {
  // Envoys in namespaces of their own: they all listen on the same port, and reach nuncio and the backends here.
  for (let index = 0; index < 3; index++) places.push(await createNetns());
  for (const name of ['a', 'b']) backends.push(await startBackend({ name, address: '0.0.0.0' }));
  folder = await createObjectFolder();
  const logs = await createTempFolder();
  traceFile = join(logs, 'trace.jsonl');
  const args = [
    '--xds-address=0.0.0.0',
    '--insecure-xds',
    `--trace=${traceFile}`,
    '--http-address=0.0.0.0',
    '--https-address=0.0.0.0',
  ];
  nuncio = await startNuncio({ files: [folder.path], envoy: 'none', args });
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(places.map(async (place) => place.delete()));
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

test.serial('npm start: the curl that it prints answers 200, and SIGTERM ends everything', async (t) => {
  // In a namespace every default port is free.
  const place = await createNetns();
  t.teardown(async () => place.delete());
  const child = place.spawn(process.execPath, ['tools/quickstart.mjs'], {
    cwd: repositoryRoot,
    env: { ...process.env, ENVOY_BIN: await findEnvoy(), NUNCIO_LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr?.resume();
  const commands: { host: string; port: number; path: string }[] = [];
  const printed = new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error('it ended before it printed the commands')));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, host, port, path] = /curl -i -H 'Host: ([^']+)' http:\/\/127\.0\.0\.1:(\d+)(\S*)/.exec(line) ?? [];
      if (host !== undefined) commands.push({ host, port: Number(port), path: path ?? '/' });
      if (/Ctrl-C/.test(line)) resolve();
    });
  });
  await printed;
  t.true(commands.length > 0);
  for (const { host, port, path } of commands) {
    const answer = await request({ address: place.address, port }, { host, path });
    t.is(answer.status, 200, `${host}${path}: ${answer.body}`);
    t.regex(answer.body, /sample backend/);
  }
  child.kill('SIGTERM');
  if (isRunning(child)) await once(child, 'exit');
  t.is(child.exitCode, 0);
  await until(
    'nothing is left in the namespace',
    async () => (await promisify(execFile)('ip', ['netns', 'pids', place.name])).stdout,
    (pids) => pids.trim() === '',
  );
});

test.serial('mistakes in the configuration are named, all of them, with exit code 2', async (t) => {
  const mistaken = async (...args: string[]): Promise<string> => {
    const error = await t.throwsAsync(runNuncio(['serve', ...args]));
    t.regex(error?.message ?? '', /exit code 2/);
    return error?.message ?? '';
  };
  t.regex(await mistaken('--files=/nowhere', '--http-port=99999', '--route-discovery=scope'), /99999[^]*scope/);
  t.regex(await mistaken(`--files=${folder.path}`, '--xds-address=0.0.0.0'), /--insecure-xds/);
  const file = join(await createTempFolder(), 'nuncio.yaml');
  await writeFile(file, 'xds:\n  prot: 18000\nlog:\n  level: loud\n');
  t.regex(await mistaken(`--config=${file}`, `--files=${folder.path}`), /xds\.prot[^]*xds\.port[^]*loud/);
  const { stdout } = await runNuncio(['serve', '--help']);
  t.regex(stdout, /--route-discovery/);
});

test.serial('several Envoys with any node id get the same, and one that leaves hurts nobody', async (t) => {
  const ids = ['envoy-1', 'zürich/ünïcode 🚀', 'x'.repeat(300)];
  const envoys = await Promise.all(
    ids.map(async (nodeId, index) => {
      const place = places[index];
      if (place === undefined) throw new Error('no namespace');
      return nuncio.startEnvoy({ nodeId, netns: place, bootstrapArgs: [`--xds-address=${place.hostAddress}`] });
    }),
  );
  // No listener is needed to be LIVE; the first host comes after them.
  await Promise.all(envoys.map(async (envoy) => envoy.whenReady()));
  // Every namespace reaches the backends at its own end of its pair: one host for each, one endpoint for each host.
  const serve = async (to: 'a' | 'b', those: readonly Netns[]): Promise<void> => {
    const backend = backends[to === 'a' ? 0 : 1];
    await folder.write('hosts.yaml', [
      ...those.map((place) => hostProxy(`${place.name}.test`, place.name)),
      ...those.flatMap((place) => upstream(place.name, [{ address: place.hostAddress, port: backend?.port ?? 0 }])),
    ]);
    await Promise.all(
      those.map(async (place) =>
        until(
          `${place.name} gets ${to}`,
          async () => request({ address: place.address, port: nuncio.ports.http }, { host: `${place.name}.test` }),
          (answer) => served(answer) === to,
        ),
      ),
    );
  };
  await serve('a', places);
  await serve('b', places);
  await envoys[0]?.stop();
  await serve('a', places.slice(1));
  const metrics = (await nuncio.admin('/metrics')).body;
  t.regex(metrics, /^nuncio_[a-z_]*(streams|connections)[a-z_]*(\{[^}]*\})? 2$/m);
});

test.serial('a change can be followed from its file to the ACK of every Envoy', async (t) => {
  const place = places[1];
  if (place === undefined) throw new Error('no namespace');
  const backend = { address: place.hostAddress, port: backends[0]?.port ?? 0 };
  const ask = async (): Promise<string> =>
    served(await request({ address: place.address, port: nuncio.ports.http }, { host: 'traced.test' }));
  await folder.write('traced.yaml', [
    hostProxy('traced.test', 'one'),
    ...upstream('one', [backend]),
    ...upstream('two', [backend]),
  ]);
  await until('the host is served', ask, (answer) => answer === 'a');
  await folder.write('traced.yaml', [
    hostProxy('traced.test', 'two'),
    ...upstream('one', [backend]),
    ...upstream('two', [backend]),
  ]);
  // Each thread writes its lines in its own time; of the last change of the object all are there once none is missing.
  const steps = [
    /watcher: saw HTTPProxy\/default\/traced\.test/,
    /builder: handled HTTPProxy\/default\/traced\.test/,
    /builder > clusterTranslator: sent Cluster\/default\/two\//,
    /routeTranslator: handled VirtualHost\/\S*traced\.test/,
    /streamer: handled scopedRoute\/\S*traced\.test/,
    // Each of the two Envoys that are left.
    /(streamer > envoy: sent scopedRoute[^]*envoy > streamer: ACK scopedRoute[^]*){2}/,
  ];
  const shown = await until(
    'the trace shows the path to the ACKs',
    async () => (await runNuncio(['trace', traceFile, '--object=HTTPProxy/default/traced.test'])).stdout,
    (text) => steps.every((step) => step.test(text)) && !text.includes('?'),
  );
  t.regex(shown, /^ +[\d.]+ {2}in all$/m);
});

test.serial('what is traced is chosen, and chosen anew, at run time', async (t) => {
  const file = join(dirname(traceFile), 'chosen.ndjson');
  const linesOf = async (host: string): Promise<number> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line.includes(host)).length;
  const change = async (host: string, to: string): Promise<void> => folder.write(`${host}.yaml`, [hostProxy(host, to)]);
  const isServed = async (host: string, header: string): Promise<void> => {
    await until(
      `${host} is at ${header}`,
      async () => (await nuncio.admin(`/explain?method=GET&url=http://${host}/`)).body,
      (body) => body.includes(header),
    );
  };
  await folder.write('three-and-four.yaml', [service('three'), service('four')]);
  const traced = (host: string): string => `HTTPProxy/default/${host}`;
  t.is((await nuncio.admin(`/trace?file=chosen.ndjson&objects=${traced('left.test')}`, 'PUT')).status, 200);
  await change('right.test', 'three');
  await isServed('right.test', 'default/three');
  await change('left.test', 'three');
  await until(
    'left is traced',
    async () => linesOf('left.test'),
    (lines) => lines > 0,
  );
  t.is(await linesOf('right.test'), 0);
  // Its last lines are written once it is served.
  await isServed('left.test', 'default/three');
  t.is((await nuncio.admin(`/trace?file=chosen.ndjson&objects=${traced('right.test')}`, 'PUT')).status, 200);
  const before = await linesOf('left.test');
  await change('left.test', 'four');
  await isServed('left.test', 'default/four');
  await change('right.test', 'four');
  await until(
    'right is traced',
    async () => linesOf('right.test'),
    (lines) => lines > 0,
  );
  t.is(await linesOf('left.test'), before);
  t.is((await nuncio.admin('/trace', 'PUT')).status, 200);
  const { size } = await stat(file);
  await change('right.test', 'three');
  await isServed('right.test', 'default/three');
  t.is((await stat(file)).size, size);
});

test.serial('probes and metrics', async (t) => {
  t.is((await nuncio.admin('/healthz')).status, 200);
  t.is((await nuncio.admin('/readyz')).status, 200);
  const { status, body } = await nuncio.admin('/metrics');
  t.is(status, 200);
  t.regex(body, /^# HELP nuncio_/m);
  t.regex(body, /^nuncio_process_resident_memory_bytes\S* [1-9]/m);
  t.is((await nuncio.admin('/nowhere')).status, 404);
});

test.serial('the graph is shown, whole and of one host', async (t) => {
  const dot = await nuncio.admin('/debug/dag');
  t.regex(dot.body, /^digraph nuncio \{/);
  t.regex(dot.body, /"VirtualHost\/[^"]*" -> "Cluster\/default\//);
  const svg = await nuncio.admin('/debug/dag?format=svg&host=traced.test');
  t.regex(svg.body, /^<svg [^]*>traced\.test<[^]*<\/svg>\n$/);
  t.is((await nuncio.admin('/debug/dag?host=nowhere.test')).status, 404);
  t.is((await nuncio.admin('/debug/dag?format=png')).status, 400);
});

test.serial('the log level is changed at run time', async (t) => {
  const isDebug = ({ level }: { level?: string }): boolean => level === 'debug';
  t.false(nuncio.log.some(isDebug));
  const from = nuncio.log.length;
  t.is((await nuncio.admin('/logging?level=debug', 'PUT')).status, 200);
  await folder.write('debug.yaml', [hostProxy('debug.test', 'one')]);
  await nuncio.waitLog(isDebug, from);
  t.is((await nuncio.admin('/logging?level=loud', 'PUT')).status, 400);
  t.is((await nuncio.admin('/logging?level=info', 'PUT')).status, 200);
});

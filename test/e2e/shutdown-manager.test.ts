// The end of an Envoy pod: `nuncio shutdown-manager` and `nuncio shutdown` as processes of their own beside a real Envoy whose
// admin interface is a Unix socket, with clients of HTTP and of a TCP proxy that are waited for.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { freePort } from '../support/free-port.ts';
import { createTempFolder, isRunning } from '../support/netns.ts';
import { runNuncio, until } from '../support/nuncio.ts';
import { findEnvoy, repositoryRoot } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('envoy');
const main = join(repositoryRoot, 'dist/nuncio/main.js');

interface Program {
  readonly child: ChildProcess;
  readonly lines: Record<string, unknown>[];
  readonly exited: Promise<number | null>;
}

function start(t: ExecutionContext, program: string, args: readonly string[]): Program {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lines.push(line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { msg: line });
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  t.teardown(async () => {
    if (isRunning(child)) child.kill('SIGKILL');
    await exited;
  });
  return { child, lines, exited };
}

interface Pod {
  readonly folder: string;
  readonly socket: string;
  readonly readyFile: string;
  readonly tcpPort: number;
  readonly httpPort: number;
  readonly envoy: Program;
  manager(): Promise<{ readonly program: Program; readonly url: string }>;
  shutdown(...args: readonly string[]): Program;
  envoyState(): Promise<string>;
}

async function get(url: string, agent?: Agent): Promise<{ status: number; body: string; connection: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { agent: agent ?? false }, (response) => {
      const { connection = '' } = response.headers;
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body, connection }), reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function createPod(t: ExecutionContext): Promise<Pod> {
  const folder = await createTempFolder();
  const socket = join(folder, 'admin.sock');
  const readyFile = join(folder, 'ok');
  const [tcpPort, httpPort] = [await freePort(), await freePort()];
  const upstream = createServer((peer) => void peer.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  t.teardown(() => void upstream.close());
  const { stdout } = await runNuncio(['bootstrap', '-', `--admin-address=${socket}`, '--node-id=test']);
  const { admin } = JSON.parse(stdout) as { admin: unknown };
  const bootstrap = join(folder, 'bootstrap.json');
  await writeFile(
    bootstrap,
    JSON.stringify({ admin, static_resources: resources(tcpPort, httpPort, (upstream.address() as AddressInfo).port) }),
  );
  const envoy = start(t, await findEnvoy(), [
    '-c',
    bootstrap,
    '--disable-hot-restart',
    '--concurrency',
    '2',
    '-l',
    'warn',
  ]);
  const where = [`--admin-address=${socket}`, `--ready-file=${readyFile}`];
  const pod: Pod = {
    folder,
    socket,
    readyFile,
    tcpPort,
    httpPort,
    envoy,
    async manager() {
      const program = start(t, process.execPath, [
        main,
        'shutdown-manager',
        ...where,
        '--address=127.0.0.1',
        '--port=0',
      ]);
      const line = await until(
        'the manager listens',
        async () => program.lines.find(({ msg }) => msg === 'listens'),
        (found) => found !== undefined,
      );
      return { program, url: `http://${String(line?.['address'])}` };
    },
    shutdown: (...args) => start(t, process.execPath, [main, 'shutdown', ...where, '--check-interval=100ms', ...args]),
    envoyState: async () =>
      new Promise((resolve, reject) => {
        const sent = httpRequest({ socketPath: socket, path: '/ready', agent: false }, (response) => {
          text(response).then((body) => resolve(body.trim()), reject);
        });
        sent.once('error', reject);
        sent.end();
      }),
  };
  await until(
    'Envoy is live',
    async () => pod.envoyState(),
    (state) => state === 'LIVE',
  );
  return pod;
}

function resources(tcpPort: number, httpPort: number, upstreamPort: number): object {
  const socket = (port: number) => ({ address: { socket_address: { address: '127.0.0.1', port_value: port } } });
  const type = 'type.googleapis.com/envoy.extensions.filters';
  const filter = (name: string, message: string, config: object) => ({
    filter_chains: [
      {
        filters: [
          { name: `envoy.filters.network.${name}`, typed_config: { '@type': `${type}.${message}`, ...config } },
        ],
      },
    ],
  });
  const route = { match: { prefix: '/' }, direct_response: { status: 200 } };
  return {
    listeners: [
      {
        name: 'tcp',
        ...socket(tcpPort),
        ...filter('tcp_proxy', 'network.tcp_proxy.v3.TcpProxy', { stat_prefix: 'tcp', cluster: 'up' }),
      },
      {
        name: 'http',
        ...socket(httpPort),
        ...filter('http_connection_manager', 'network.http_connection_manager.v3.HttpConnectionManager', {
          stat_prefix: 'http',
          route_config: { virtual_hosts: [{ name: 'all', domains: ['*'], routes: [route] }] },
          http_filters: [
            { name: 'envoy.filters.http.router', typed_config: { '@type': `${type}.http.router.v3.Router` } },
          ],
        }),
      },
    ],
    clusters: [
      {
        name: 'up',
        load_assignment: { cluster_name: 'up', endpoints: [{ lb_endpoints: [{ endpoint: socket(upstreamPort) }] }] },
      },
    ],
  };
}

const lastCount = ({ lines }: Program): unknown =>
  lines.findLast(({ msg }) => msg === 'connections of clients')?.['open'];

test('Envoy’s end waits for HTTP and TCP clients, and the probes say what is', async (t) => {
  const pod = await createPod(t);
  const { program: manager, url } = await pod.manager();
  t.is((await get(`${url}/healthz`)).status, 200);
  t.deepEqual(await get(`${url}/ready`), { status: 200, body: 'LIVE\n', connection: 'close' });
  t.is((await get(`${url}/nowhere`)).status, 404);

  const tcp: Socket = connect(pod.tcpPort, '127.0.0.1');
  await once(tcp, 'connect');
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => {
    tcp.destroy();
    agent.destroy();
  });
  t.is((await get(`http://127.0.0.1:${pod.httpPort}/`, agent)).connection, '');

  // As the kubelet does: both preStop hooks together, and the manager's SIGTERM when its own hook is over.
  let mayEnd = false;
  const hook = get(`${url}/shutdown`).then((answer) => {
    mayEnd = true;
    return answer;
  });
  const shutdown = pod.shutdown();
  await until(
    'both are counted',
    async () => lastCount(shutdown),
    (open) => open === 2,
  );
  t.is((await get(`${url}/ready`)).status, 503);
  t.is((await get(`http://127.0.0.1:${pod.httpPort}/`, agent)).connection, 'close');
  await until(
    'the TCP client is left',
    async () => lastCount(shutdown),
    (open) => open === 1,
  );
  t.false(mayEnd);
  t.false(existsSync(pod.readyFile));
  tcp.end();
  t.is(await shutdown.exited, 0);
  manager.child.kill('SIGTERM');
  t.is((await hook).status, 200);
  t.is(await manager.exited, 0);
});

test('a manager that starts again takes a draining Envoy back, and an old ready file doesn’t count', async (t) => {
  const pod = await createPod(t);
  t.is(await pod.shutdown().exited, 0);
  t.is(await pod.envoyState(), 'DRAINING');
  t.true(existsSync(pod.readyFile));
  const { program } = await pod.manager();
  t.is(await pod.envoyState(), 'LIVE');
  t.false(existsSync(pod.readyFile));
  t.truthy(program.lines.find(({ msg }) => /left draining/.test(String(msg))));
  program.child.kill('SIGTERM');
  t.is(await program.exited, 0);
});

test('SIGTERM leaves nobody without an answer', async (t) => {
  const pod = await createPod(t);
  const { program, url } = await pod.manager();
  const hook = get(`${url}/shutdown`);
  await until(
    'the hook waits',
    async () => program.lines.some(({ msg }) => /waits until/.test(String(msg))),
    (waits) => waits,
  );
  program.child.kill('SIGTERM');
  await until(
    'it takes nobody new',
    async () =>
      get(`${url}/healthz`).then(
        () => false,
        () => true,
      ),
    (refused) => refused,
  );
  t.true(isRunning(program.child));
  await writeFile(pod.readyFile, '');
  t.is((await hook).status, 200);
  t.is(await program.exited, 0);
});

test('an Envoy that ends while it is drained, and one that isn’t there', async (t) => {
  const pod = await createPod(t);
  const tcp = connect(pod.tcpPort, '127.0.0.1').on('error', () => {});
  await once(tcp, 'connect');
  t.teardown(() => tcp.destroy());
  const shutdown = pod.shutdown();
  await until(
    'it is counted',
    async () => lastCount(shutdown),
    (open) => open === 1,
  );
  pod.envoy.child.kill('SIGKILL');
  t.is(await shutdown.exited, 0);
  t.true(existsSync(pod.readyFile));

  const missing = pod.shutdown(`--admin-address=${join(pod.folder, 'nothing.sock')}`, `--ready-file=${pod.readyFile}2`);
  t.is(await missing.exited, 1);
  t.false(existsSync(`${pod.readyFile}2`));
  t.truthy(missing.lines.find(({ msg }) => msg === 'Envoy is not drained'));
});

test('the deadline', async (t) => {
  const pod = await createPod(t);
  const tcp = connect(pod.tcpPort, '127.0.0.1').on('error', () => {});
  await once(tcp, 'connect');
  t.teardown(() => tcp.destroy());
  const shutdown = pod.shutdown('--deadline=300ms');
  t.is(await shutdown.exited, 0);
  t.truthy(shutdown.lines.find(({ msg }) => String(msg).startsWith('deadline')));
  t.true(existsSync(pod.readyFile));
});

// A real Envoy for tests that don't go through nuncio's own child handling.
// In: a bootstrap. Out: the running Envoy, its admin interface and its log.
// Must hold: stop() ends it; it dies with the test process at the latest.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, createTempFolder, type Netns } from './netns.ts';
import { patienceMs } from './patience.ts';
import { findEnvoy } from './root.ts';

export interface EnvoyOptions {
  /**
   * ProtoJSON of envoy.config.bootstrap.v3.Bootstrap. Its `admin` is replaced: on a free port of 127.0.0.1, or of every
   * address inside a namespace, so that the test reaches it.
   */
  readonly bootstrap: Record<string, unknown>;
  /** Where it runs. Absent: beside the test process; let it listen on loopback only. */
  readonly netns?: Netns;
  /** Worker threads. Absent: 1. */
  readonly concurrency?: number;
  /** Absent: `warning`. */
  readonly logLevel?: string;
  readonly extraArgs?: readonly string[];
}

export interface Envoy {
  readonly pid: number;
  /** 127.0.0.1, or the namespace's address on the veth pair. */
  readonly address: string;
  /** The answer's body, whatever its status. `admin('/stats?filter=cluster')`; POST for what changes something. */
  admin(path: string, method?: 'GET' | 'POST'): Promise<string>;
  /** Resolves when Envoy is LIVE (all initial xDS has arrived); rejects when it ends, or after {@link patienceMs}. */
  whenReady(): Promise<void>;
  /** Port of a listener as Envoy bound it: bootstraps may ask for port 0. */
  listenerPort(name: string): Promise<number>;
  /** What it has written so far. */
  logs(): string;
  /** When it has ended, whoever ended it: its exit code, or the signal. */
  readonly ended: Promise<string>;
  /** Resolves when it is gone: SIGTERM, then SIGKILL after two seconds. */
  stop(): Promise<void>;
}

/** Starts Envoy and resolves when its admin interface answers; xDS may be outstanding, see `whenReady`. */
export async function startEnvoy(options: EnvoyOptions): Promise<Envoy> {
  const { bootstrap, netns, concurrency = 1, logLevel = 'warning', extraArgs = [] } = options;
  const program = await findEnvoy();
  const folder = await createTempFolder();
  const adminAddressFile = join(folder, 'admin');
  const admin = {
    address: { socket_address: { address: netns === undefined ? '127.0.0.1' : '0.0.0.0', port_value: 0 } },
  };
  await writeFile(join(folder, 'bootstrap.json'), JSON.stringify({ ...bootstrap, admin }));
  const files = ['--config-path', join(folder, 'bootstrap.json'), '--admin-address-path', adminAddressFile];
  // No hot restart: it takes a shared-memory region per machine, and tests run several Envoys.
  const behaviour = ['--concurrency', String(concurrency), '--log-level', logLevel, '--disable-hot-restart'];
  const args = [...files, ...behaviour, ...extraArgs];
  const stdio = { stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[] };
  // What it writes to files with relative names is to go with its folder.
  const child =
    netns === undefined
      ? spawnTied(resolve(program), args, { ...stdio, cwd: folder })
      : netns.spawn(program, args, stdio);
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      log += part;
    });
  }

  async function poll<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
    const deadlineMs = performance.now() + patienceMs;
    for (;;) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      if (!isRunning(child)) throw new Error(`Envoy ended before ${what}:\n${log.slice(-4_000)}`);
      if (performance.now() > deadlineMs) throw new Error(`no ${what} in ${patienceMs} ms:\n${log.slice(-4_000)}`);
      await delay(20);
    }
  }

  async function stop(): Promise<void> {
    if (isRunning(child)) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exited;
      clearTimeout(hard);
    }
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const port = await poll('its admin interface', async () => {
      const written = await readFile(adminAddressFile, 'utf8').catch(() => '');
      return /:(\d+)$/.exec(written.trim())?.[1];
    });
    const address = netns?.address ?? '127.0.0.1';
    const ask = async (path: string, method: 'GET' | 'POST' = 'GET'): Promise<{ status: number; body: string }> =>
      adminRequest(`http://${address}:${port}${path}`, method);
    return {
      pid: child.pid ?? -1,
      address,
      ended,
      admin: async (path, method) => (await ask(path, method)).body,
      async whenReady() {
        await poll('readiness', async () => {
          const answer = await ask('/ready').catch(() => undefined);
          return answer?.status === 200 ? true : undefined;
        });
      },
      async listenerPort(name) {
        return poll(`listener ${name}`, async () => {
          const { body } = await ask('/listeners?format=json');
          const { listener_statuses: listeners = [] } = JSON.parse(body) as {
            listener_statuses?: { name: string; local_address: { socket_address: { port_value: number } } }[];
          };
          return listeners.find((listener) => listener.name === name)?.local_address.socket_address.port_value;
        });
      },
      logs: () => log,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Whether Envoy takes a whole bootstrap (static listeners, clusters, …), by `--mode validate`: no port is opened.
 * @returns undefined when it does, else what it says
 */
export async function validateConfig(bootstrap: object): Promise<string | undefined> {
  const program = await findEnvoy();
  const folder = await createTempFolder();
  try {
    const path = join(folder, 'bootstrap.json');
    await writeFile(path, JSON.stringify(bootstrap));
    const args = ['--mode', 'validate', '--config-path', path, '--log-level', 'warning', '--disable-hot-restart'];
    const child = spawnTied(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([
      child.stdout === null ? '' : text(child.stdout),
      child.stderr === null ? '' : text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return code === 0 ? undefined : `${err}${out}`.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Dies with the test process where setpriv is there to see to it. */
function spawnTied(
  program: string,
  args: readonly string[],
  options: { stdio: ('ignore' | 'pipe')[]; cwd?: string },
): ChildProcess {
  const tied = process.platform === 'linux';
  return tied ? spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], options) : spawn(program, args, options);
}

async function adminRequest(url: string, method: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.once('error', reject);
    request.end();
  });
}

// The control planes that are measured, each with a real Envoy in front, all inside the cluster's network namespace.
// A system is started from nothing, measured and ended; the next one meets the same cluster.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface as ReadlineInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../test/support/cluster.ts';
import { findEnvoy } from '../test/support/root.ts';

export const HTTP_PORT = 8080;
export const HTTPS_PORT = 8443;
const XDS_PORT = 18000;
export const ADMIN_PORT = 8002;
export const ENVOY_ADMIN_PORT = 19901;

export interface System {
  readonly name: string;
  readonly controlPlane: number;
  readonly envoy: number;
  /** When both were started, by performance.now(); Envoy's bootstrap was made before. */
  readonly startedAt: number;
  /** Body of an admin page of the control plane; undefined when it has none, or does not answer (yet). */
  admin(path: string): Promise<string | undefined>;
  /** Asks its admin port from its own machine; resolves when it has answered. The first call starts the program that asks. */
  steer(method: 'GET' | 'PUT' | 'POST', path: string): Promise<void>;
  /** What it wrote so far. */
  readonly logFile: string;
  stop(): Promise<void>;
}

export interface SystemSpec {
  readonly name: string;
  start(cluster: Cluster): Promise<System>;
}

export function nuncio(extraArguments: readonly string[] = []): SystemSpec {
  return {
    name: 'nuncio',
    async start(cluster) {
      const main = 'dist/nuncio/main.js';
      return startSystem(cluster, {
        name: 'nuncio',
        program: process.execPath,
        serve: [
          main,
          'serve',
          '--kubernetes',
          `--kubeconfig=${cluster.kubeconfigPath}`,
          `--xds-port=${XDS_PORT}`,
          `--http-port=${HTTP_PORT}`,
          `--https-port=${HTTPS_PORT}`,
          `--admin-port=${ADMIN_PORT}`,
          '--admin-address=0.0.0.0',
          '--log-format=json',
          // As for the others; the cluster has no namespace for a Lease.
          '--leader-election=false',
          ...extraArguments,
        ],
        bootstrap: (file) => [main, 'bootstrap', file, `--xds-port=${XDS_PORT}`, `--admin-port=${ENVOY_ADMIN_PORT}`],
        hasAdmin: true,
      });
    },
  };
}

/** `binary`: Contour, built from its public source. */
export function contour(binary: string): SystemSpec {
  return {
    name: 'contour',
    async start(cluster) {
      return startSystem(cluster, {
        name: 'contour',
        program: binary,
        serve: [
          'serve',
          `--kubeconfig=${cluster.kubeconfigPath}`,
          '--insecure',
          '--xds-address=127.0.0.1',
          `--xds-port=${XDS_PORT}`,
          `--envoy-service-http-port=${HTTP_PORT}`,
          `--envoy-service-https-port=${HTTPS_PORT}`,
          '--envoy-http-access-log=/dev/null',
          '--envoy-https-access-log=/dev/null',
          '--stats-port=18002',
          '--disable-leader-election',
          '--disable-feature=extensionservices',
        ],
        bootstrap: (file) => [
          'bootstrap',
          file,
          `--xds-port=${XDS_PORT}`,
          '--xds-address=127.0.0.1',
          `--admin-address=${file}.sock`,
        ],
        hasAdmin: false,
      });
    },
  };
}

interface Parts {
  readonly name: string;
  readonly program: string;
  readonly serve: readonly string[];
  readonly bootstrap: (file: string) => readonly string[];
  readonly hasAdmin: boolean;
}

async function startSystem(cluster: Cluster, parts: Parts): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), `nuncio-bench-${parts.name}-`));
  const logFile = join(folder, 'log');
  const log = await open(logFile, 'a');
  const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
  const bootstrapFile = join(folder, 'envoy.json');
  const bootstrap = cluster.spawn(parts.program, parts.bootstrap(bootstrapFile), { stdio });
  const [code] = (await once(bootstrap, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${parts.name} bootstrap ended with ${code}; see ${logFile}`);
  let ending = false;
  const startedAt = performance.now();
  const controlPlane = cluster.spawn(parts.program, parts.serve, { stdio });
  const envoy = cluster.spawn(
    await findEnvoy(),
    // One worker: the rest of the two cores is for the control plane and the API server.
    [
      '-c',
      bootstrapFile,
      '--service-node',
      'bench',
      '--service-cluster',
      'bench',
      '--concurrency',
      '1',
      '--log-level',
      'warn',
      '--disable-hot-restart',
    ],
    { stdio },
  );
  let commander: Promise<Commander> | undefined;
  for (const [what, child] of [
    ['control plane', controlPlane],
    ['Envoy', envoy],
  ] as const) {
    child.once('exit', (exitCode, signal) => {
      if (!ending) process.stderr.write(`${parts.name}: its ${what} ended (${exitCode ?? signal}); see ${logFile}\n`);
    });
  }
  return {
    name: parts.name,
    controlPlane: controlPlane.pid!,
    envoy: envoy.pid!,
    startedAt,
    logFile,
    async admin(path) {
      if (!parts.hasAdmin) return undefined;
      try {
        const answer = await fetch(`http://${cluster.netns.address}:${ADMIN_PORT}${path}`);
        return await answer.text();
      } catch {
        // It does not listen yet.
        return undefined;
      }
    },
    async steer(method, path) {
      const { child, lines } = await (commander ??= startCommander(cluster));
      child.stdin!.write(`${method} ${path}\n`);
      const [status] = (await once(lines, 'line')) as [string];
      if (!status.startsWith('2')) throw new Error(`${method} ${path} was answered with ${status}`);
    },
    async stop() {
      ending = true;
      await Promise.all([controlPlane, envoy, (await commander)?.child].map(end));
      await log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Commander {
  readonly child: ChildProcess;
  readonly lines: ReadlineInterface;
}

async function startCommander(cluster: Cluster): Promise<Commander> {
  const child = cluster.spawn(process.execPath, ['dist/bench/commander.js', `http://127.0.0.1:${ADMIN_PORT}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! });
  await once(lines, 'line');
  return { child, lines };
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined) return;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([exited, delay(5000)]);
  child.kill('SIGKILL');
  await exited;
}

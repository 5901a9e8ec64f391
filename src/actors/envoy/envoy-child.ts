// Envoy as a child process: started with a bootstrap made in memory, its log folded into ours, started again with
// back-off when it ends by itself, drained before it is ended. The death of nuncio ends it too.
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { bootstrap } from '../../xds/bootstrap.ts';
import type { Config } from '../../model/config.ts';
import { envoyLogFormat, parseEnvoyLogLine } from './envoy-log.ts';

export interface EnvoyChildOptions {
  readonly envoy: NonNullable<Config['envoy']>;
  /** Where the xDS server really listens. */
  readonly xds: { readonly address: string; readonly port: number };
  readonly log: Logger;
  /** Lets tests wait; called with the new process id at each start. */
  readonly onStart?: (pid: number) => void;
  /** Called instead of starting it again when it has ended by itself. Absent: it is started again. */
  readonly onEnd?: (reason: string) => void;
}

export interface EnvoyChild {
  readonly pid: number | undefined;
  readonly restarts: number;
  /** Lets open requests finish (at most the drain timeout), then ends Envoy. Never rejects. */
  stop(): Promise<void>;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** Envoy tells at `info` what is of interest only when something is wrong. */
const envoyLevel: Readonly<Record<string, string>> = { debug: 'info', trace: 'debug' };
/** An Envoy that ran this long starts again at once. */
const STABLE_MS = 30_000;

export function startEnvoyChild(options: EnvoyChildOptions): EnvoyChild {
  const { envoy, log } = options;
  const envoyLog = log.child({ component: 'envoy' });
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let backoffMs = FIRST_BACKOFF_MS;
  let restarts = 0;
  let stopping = false;

  const start = (): void => {
    timer = undefined;
    const startedAt = Date.now();
    const config = bootstrap({
      nodeId: `nuncio-child-${process.pid}`,
      nodeCluster: 'nuncio',
      xdsAddress: options.xds.address,
      xdsPort: options.xds.port,
      admin: { kind: 'tcp', address: '127.0.0.1', port: envoy.adminPort },
    });
    const started = spawnEnvoy(envoy.binary, config, {
      logLevel: envoyLevel[log.level] ?? 'warning',
      more: [...(envoy.concurrency > 0 ? ['--concurrency', String(envoy.concurrency)] : []), ...envoy.extraArguments],
      // Access logs go to /dev/stdout, and Envoy can't open the socket that a pipe of Node is.
      stdout: 'inherit',
    });
    child = started;
    if (started.stderr !== null) fold(started.stderr, envoyLog);
    if (started.pid !== undefined) {
      envoyLog.info({ pid: started.pid, binary: envoy.binary }, 'Envoy started');
      options.onStart?.(started.pid);
    }
    let ended = false;
    const onEnd = (reason: string): void => {
      if (ended) return;
      ended = true;
      child = undefined;
      if (stopping) return;
      if (options.onEnd) return options.onEnd(reason);
      if (Date.now() - startedAt > STABLE_MS) backoffMs = FIRST_BACKOFF_MS;
      envoyLog.error({ reason, restartInMs: backoffMs }, 'Envoy ended by itself; it is started again');
      restarts++;
      timer = setTimeout(start, backoffMs);
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    };
    started.on('error', (error) => onEnd(error.message));
    started.on('exit', (code, signal) => onEnd(signal ? `signal ${signal}` : `exit code ${code}`));
  };
  start();

  return {
    get pid() {
      return child?.pid;
    },
    get restarts() {
      return restarts;
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (!running) return;
      const exited = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      await drain(envoy.adminPort, envoy.drainTimeoutMs, envoyLog);
      running.kill('SIGTERM');
      const killer = setTimeout(() => running.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(killer);
      envoyLog.info('Envoy ended');
    },
  };
}

/** New connections are refused, idle ones are closed, and requests under way may end. Gives up at the deadline. */
async function drain(adminPort: number, timeoutMs: number, log: Logger): Promise<void> {
  const admin = `http://127.0.0.1:${adminPort}`;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    await fetch(`${admin}/healthcheck/fail`, { method: 'POST', signal: deadline });
    await fetch(`${admin}/drain_listeners?graceful&skip_exit`, { method: 'POST', signal: deadline });
    for (;;) {
      const response = await fetch(`${admin}/stats?filter=downstream_rq_active$&usedonly`, { signal: deadline });
      const active = [...(await response.text()).matchAll(/^http\.(?!admin\.).*downstream_rq_active: (\d+)$/gm)];
      if (active.every(([, count]) => count === '0')) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch (error) {
    // The deadline passed or Envoy is not answering: either way it is ended now.
    log.warn({ reason: String(error), timeoutMs }, 'Envoy was not drained completely');
  }
}

function fold(stream: Readable, log: Logger): void {
  createInterface({ input: stream }).on('line', (line) => {
    const { level, logger, message } = parseEnvoyLogLine(line);
    log[level]({ logger }, message);
  });
}

/** Envoy with a whole bootstrap, which dies with this process; its log goes to standard error in the form of `envoyLogFormat`. */
export function spawnEnvoy(
  binary: string,
  config: Readonly<Record<string, unknown>>,
  {
    logLevel,
    more,
    stdout,
  }: { readonly logLevel: string; readonly more: readonly string[]; readonly stdout: 'inherit' | 'ignore' },
): ChildProcess {
  const [program, args] = dieWithParent(binary, [
    '--config-yaml',
    JSON.stringify(config),
    '--log-format',
    envoyLogFormat,
    '--log-level',
    logLevel,
    '--disable-hot-restart',
    ...more,
  ]);
  // A process group of its own: Ctrl-C on a terminal reaches only us, and we drain Envoy first.
  return spawn(program, args, { stdio: ['ignore', stdout, 'pipe'], detached: true });
}

/**
 * `setpriv` (util-linux) asks the kernel to end the child when the parent dies, also by SIGKILL, at no cost.
 * Where it is missing a small Node process holds a pipe to us and ends Envoy when that closes.
 */
function dieWithParent(binary: string, argv: readonly string[]): [program: string, args: string[]] {
  const setpriv = findOnPath('setpriv');
  if (setpriv) return [setpriv, ['--pdeathsig', 'SIGTERM', '--', binary, ...argv]];
  const guard = `
    const { spawn } = require('node:child_process');
    const parent = process.ppid;
    const child = spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' });
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code) => process.exit(code ?? 1));
    child.on('error', (error) => { console.error(error.message); process.exit(127); });
    setInterval(() => { if (process.ppid !== parent) child.kill('SIGTERM'); }, 250).unref();
  `;
  return [process.execPath, ['-e', guard, binary, ...argv]];
}

/** First executable of that name on the PATH. */
export function findOnPath(name: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here: look in the next folder.
    }
  }
  return undefined;
}

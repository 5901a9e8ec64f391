// The whole program as its users run it, for end-to-end tests: `node dist/nuncio/main.js serve …` as a process of its own.
// In: what it shall read and how it shall run. Out: its ports, its log as objects, its admin interface, requests through Envoy.
// Must hold: ports are its own, so any number run at once; nothing outlives stop(), kill() or the test process.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startEnvoy, type Envoy } from './envoy.ts';
import { freePort } from './free-port.ts';
import { request, type HttpAnswer, type HttpRequest, type Target, type TlsOptions } from './http-client.ts';
import { isRunning, type Netns } from './netns.ts';
import { patienceMs } from './patience.ts';
import { findEnvoy, repositoryRoot } from './root.ts';

export interface NuncioOptions {
  /** Folders or files to serve. */
  readonly files?: readonly string[];
  /** Path of a kubeconfig: nuncio watches that API server. Leader election is off unless `args` say otherwise. */
  readonly kubeconfig?: string;
  /** Where nuncio (and its child Envoy) runs. Absent: beside the test process, everything on loopback. */
  readonly netns?: Netns;
  /** Whether it starts Envoy as its child; see {@link Nuncio.startEnvoy} for Envoys apart from it. */
  readonly envoy: 'child' | 'none';
  /** Runs nuncio-contour instead, with these arguments and none of ours. Its log must be JSON, its debug port `admin`. */
  readonly contour?: (ports: Ports) => readonly string[] | Promise<readonly string[]>;
  /** Further flags of `serve`; they come last. */
  readonly args?: readonly string[];
  /** Flags of Node, for all its threads. */
  readonly nodeArgs?: readonly string[];
  /** Beside those of the test process. */
  readonly env?: Readonly<Record<string, string>>;
  /** To start again where another one was. Absent: free ones. */
  readonly ports?: Ports;
  /** Resolve when the process runs, not when it is ready. */
  readonly withoutWaiting?: boolean;
}

export interface Ports {
  readonly http: number;
  readonly https: number;
  readonly xds: number;
  readonly admin: number;
  readonly envoyAdmin: number;
}

/** A line of its log. Lines that aren't JSON have their text as `msg` and no other field. */
export interface LogLine {
  readonly level?: string;
  readonly thread?: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface SeparateEnvoyOptions {
  /** Absent: `test-envoy`. */
  readonly nodeId?: string;
  /** Where it runs. Absent: where nuncio runs. */
  readonly netns?: Netns;
  /** Flags of `nuncio bootstrap` after ours: `--xds-ca-file=…`. */
  readonly bootstrapArgs?: readonly string[];
  /** Where `nuncio bootstrap` writes. Absent: to standard output. */
  readonly bootstrapFile?: string;
  /** Changes the bootstrap before Envoy starts. */
  readonly change?: (bootstrap: Record<string, unknown>) => Record<string, unknown>;
}

export interface Nuncio {
  readonly pid: number;
  readonly ports: Ports;
  /** Address of Envoy's listeners and of the admin port: 127.0.0.1, or that of the namespace. */
  readonly address: string;
  readonly http: Target;
  https(tls: TlsOptions): Target;
  /** One request through Envoy on plain HTTP, on a connection of its own. */
  get(host: string, path?: string, options?: HttpRequest): Promise<HttpAnswer>;
  /** One HTTPS request through Envoy; `tls` absent: SNI is the host. */
  getTls(host: string, path?: string, options?: HttpRequest, tls?: TlsOptions): Promise<HttpAnswer>;
  /** Everything it has logged so far. */
  readonly log: readonly LogLine[];
  /**
   * The first line, from index `from` of `log` on, that matches (a RegExp is tried on the line as JSON); waits for it if
   * it isn't there yet. Rejects when nuncio ends, or after `timeoutMs` (absent: {@link patienceMs}).
   */
  waitLog(pattern: RegExp | ((line: LogLine) => boolean), from?: number, timeoutMs?: number): Promise<LogLine>;
  /** A request to its admin port. */
  admin(path: string, method?: string): Promise<{ status: number; body: string }>;
  /** A request to its child Envoy's admin port; resolves to the body. Only beside the test process. */
  envoyAdmin(path: string, method?: string): Promise<string>;
  /** Resolves when /readyz answers 200. */
  whenReady(timeoutMs?: number): Promise<void>;
  /** An Envoy of its own process, started with the bootstrap that `nuncio bootstrap` writes. Ends with stop() at the latest. */
  startEnvoy(options?: SeparateEnvoyOptions): Promise<Envoy>;
  /** SIGTERM, as an orchestrator ends it. Resolves to the exit code when it is gone, and its separate Envoys too. */
  stop(): Promise<number | null>;
  /** Sends a signal (absent: SIGKILL) and resolves to the exit code when the process is gone. Separate Envoys stay. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

const logFile = process.env['NUNCIO_TEST_LOG'];
/** The program itself, for commands that run on. */
export const nuncioMain = join(repositoryRoot, 'dist/nuncio/main.js');
/** The program with Contour's command lines. */
export const contourMain = join(repositoryRoot, 'dist/nuncio/contour-main.js');
/** Namespace → how many nuncios ran inside: ports there can't be probed from outside, but nobody else uses them. */
const runInside = new WeakMap<Netns, number>();

/** Starts it and resolves when it is ready; rejects with the end of its log when it ends before. */
export async function startNuncio(options: NuncioOptions): Promise<Nuncio> {
  const { netns, files = [], kubeconfig, args: extra = [] } = options;
  const ports = options.ports ?? (netns === undefined ? await freePorts() : portsInside(netns));
  const address = netns?.address ?? '127.0.0.1';
  const listen = netns === undefined ? '127.0.0.1' : '0.0.0.0';
  const args = (await options.contour?.(ports)) ?? [
    'serve',
    ...files.map((path) => `--files=${path}`),
    ...(kubeconfig === undefined ? [] : ['--kubernetes', `--kubeconfig=${kubeconfig}`, '--leader-election=false']),
    `--http-address=${listen}`,
    `--http-port=${ports.http}`,
    `--https-address=${listen}`,
    `--https-port=${ports.https}`,
    `--xds-port=${ports.xds}`,
    `--admin-address=${listen}`,
    `--admin-port=${ports.admin}`,
    '--log-format=json',
    // Nobody moves traffic away here; a test that wants the wait says so.
    '--shutdown-delay=0s',
    ...(options.envoy === 'child'
      ? [
          '--envoy',
          `--envoy-binary=${await findEnvoy()}`,
          '--envoy-concurrency=1',
          `--envoy-admin-port=${ports.envoyAdmin}`,
          '--envoy-drain-timeout=1s',
        ]
      : []),
    ...extra,
  ];
  const { child, log, listeners } = runProgram(options.contour === undefined ? nuncioMain : contourMain, args, options);
  const envoys: Envoy[] = [];
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));

  const tail = (): string =>
    log
      .slice(-30)
      .map((line) => JSON.stringify(line))
      .join('\n');

  async function waitLog(
    pattern: RegExp | ((line: LogLine) => boolean),
    from = 0,
    timeoutMs = patienceMs,
  ): Promise<LogLine> {
    const matches =
      typeof pattern === 'function' ? pattern : (line: LogLine): boolean => pattern.test(JSON.stringify(line));
    const there = log.slice(from).find(matches);
    if (there !== undefined) return there;
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        listeners.delete(onLine);
        finish();
      };
      const fail = (why: string): void =>
        settle(() => reject(new Error(`no log line ${String(pattern)}: ${why}; the log ends with\n${tail()}`)));
      const timer = setTimeout(() => fail(`none in ${timeoutMs} ms`), timeoutMs);
      const onLine = (line: LogLine): void => {
        if (matches(line)) settle(() => resolve(line));
      };
      listeners.add(onLine);
      void exited.then(() => fail('nuncio has ended'));
    });
  }

  async function admin(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
    if (method === 'GET' || netns === undefined) return plainRequest(`http://${address}:${ports.admin}${path}`, method);
    // Steering is for programs beside it only.
    const script = `const answer = await fetch(process.argv[1], { method: process.argv[2] });
      console.log(JSON.stringify({ status: answer.status, body: await answer.text() }));`;
    const url = `http://127.0.0.1:${ports.admin}${path}`;
    const printed = await netns.exec(process.execPath, ['--input-type=module', '-e', script, '--', url, method]);
    return JSON.parse(printed) as { status: number; body: string };
  }

  async function whenReady(timeoutMs = patienceMs): Promise<void> {
    const ready = until(
      'nuncio is ready',
      async () => admin('/readyz'),
      ({ status }) => status === 200,
      timeoutMs,
    );
    const ended = exited.then((code) => {
      throw new Error(`nuncio ended with exit code ${code}`);
    });
    await Promise.race([ready, ended]).catch((error: unknown) => {
      throw new Error(`${(error as Error).message}; the log ends with\n${tail()}`, { cause: error });
    });
  }

  const nuncio: Nuncio = {
    get pid() {
      return child.pid ?? -1;
    },
    ports,
    address,
    http: { address, port: ports.http },
    https: (tls) => ({ address, port: ports.https, tls }),
    get: async (host, path = '/', what = {}) => request(nuncio.http, { host, path, ...what }),
    getTls: async (host, path = '/', what = {}, tls = { sni: host }) =>
      request(nuncio.https(tls), { host, path, ...what }),
    log,
    waitLog,
    admin,
    envoyAdmin: async (path, method = 'GET') =>
      (await plainRequest(`http://127.0.0.1:${ports.envoyAdmin}${path}`, method)).body,
    whenReady,
    async startEnvoy(what = {}) {
      const { nodeId = 'test-envoy', bootstrapArgs = [], bootstrapFile, change = (content) => content } = what;
      const flags = [`--xds-port=${ports.xds}`, `--node-id=${nodeId}`, ...bootstrapArgs];
      const printed = await runNuncio(['bootstrap', bootstrapFile ?? '-', ...flags]);
      const content = bootstrapFile === undefined ? printed.stdout : await readFile(bootstrapFile, 'utf8');
      const place = what.netns ?? netns;
      const envoy = await startEnvoy({
        bootstrap: change(JSON.parse(content) as Record<string, unknown>),
        ...(place === undefined ? {} : { netns: place }),
      });
      envoys.push(envoy);
      return envoy;
    },
    async stop() {
      if (isRunning(child)) child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      const code = await exited;
      clearTimeout(hard);
      await Promise.all(envoys.map(async (envoy) => envoy.stop()));
      return code;
    },
    async kill(signal = 'SIGKILL') {
      if (isRunning(child)) child.kill(signal);
      return exited;
    },
  };
  if (options.withoutWaiting !== true) {
    await whenReady().catch(async (error: unknown) => {
      await nuncio.kill();
      throw error;
    });
  }
  return nuncio;
}

/**
 * Runs another subcommand to its end; rejects when it fails, with what it said (and `stdout` as a field of the error).
 * `program`: absent: nuncio.
 */
export async function runNuncio(
  args: readonly string[],
  program: string = nuncioMain,
): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0)
    throw Object.assign(new Error(`nuncio ${args.join(' ')} ended with exit code ${code}: ${stderr}`), { stdout });
  return { stdout, stderr };
}

/**
 * Asks again and again until the answer is what was waited for, and resolves to it. An `ask` that rejects counts as "not
 * yet". Rejects after `timeoutMs` (absent: {@link patienceMs}) with the last answer or error.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  timeoutMs = patienceMs,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    let last: unknown;
    try {
      const answer = await ask();
      if (holds(answer)) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadlineMs) {
      const shown = last instanceof Error ? (last.stack ?? last.message) : JSON.stringify(last);
      throw new Error(`not in ${timeoutMs} ms: ${what}; last: ${shown?.slice(0, 2_000)}`);
    }
    await delay(15);
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly log: LogLine[];
  readonly listeners: Set<(line: LogLine) => void>;
}

function runProgram(
  program: string,
  args: readonly string[],
  { netns, nodeArgs = [], env = {} }: Pick<NuncioOptions, 'netns' | 'nodeArgs' | 'env'>,
): Running {
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  const argv = [...nodeArgs, program, ...args];
  const options = { stdio, env: { ...process.env, ...env } };
  const child =
    netns !== undefined
      ? netns.spawn(process.execPath, argv, options)
      : process.platform === 'linux'
        ? spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, ...argv], options)
        : spawn(process.execPath, argv, options);
  const log: LogLine[] = [];
  const listeners = new Set<(line: LogLine) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (raw) => {
      const line = parseLine(raw);
      log.push(line);
      // To look at what went on: NUNCIO_TEST_LOG=/some/file npm test -- …
      if (logFile !== undefined) appendFileSync(logFile, `${raw}\n`);
      for (const listener of listeners) listener(line);
    });
  }
  return { child, log, listeners };
}

function parseLine(raw: string): LogLine {
  try {
    const parsed = JSON.parse(raw) as LogLine;
    return typeof parsed === 'object' && parsed !== null ? { ...parsed, msg: parsed.msg ?? '' } : { msg: raw };
  } catch {
    return { msg: raw };
  }
}

function portsInside(netns: Netns): Ports {
  const run = runInside.get(netns) ?? 0;
  runInside.set(netns, run + 1);
  const base = 8_000 + run * 10;
  return { http: base, https: base + 1, xds: base + 2, admin: base + 3, envoyAdmin: base + 4 };
}

async function freePorts(): Promise<Ports> {
  const [http = 0, https = 0, xds = 0, admin = 0, envoyAdmin = 0] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  return { http, https, xds, admin, envoyAdmin };
}

async function plainRequest(url: string, method: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, agent: false, signal: AbortSignal.timeout(patienceMs) }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

// Network namespaces for tests: every address of 198.18.0.0/16 is local inside, and a veth pair joins it to the test process.
// In: nothing. Out: a namespace to run programs in, an address at which the test reaches them.
// Must hold: names and addresses are unique among all processes of the machine; nothing outlives the process that made it,
// and what a killed process left behind is removed by the next one.
import { execFile, execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const prefix = 'nuncio-t-';

export interface Netns {
  readonly name: string;
  /** The namespace's own address on the veth pair, 198.19.a.b: what listens on 0.0.0.0 inside is reached here. */
  readonly address: string;
  /** The test process's end of the pair; programs inside reach what the test listens on at this address. */
  readonly hostAddress: string;
  /**
   * Runs a program inside. It is killed when the test process dies, and when the namespace is deleted.
   * stdio defaults to pipes; output that nobody reads must be sent elsewhere, or the program blocks.
   */
  spawn(program: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Runs a short program inside to its end; rejects when its exit code isn't 0. Resolves to its stdout. */
  exec(program: string, args: readonly string[]): Promise<string>;
  /** Ends every program inside (SIGKILL) and removes the namespace. Calling it again does nothing. */
  delete(): Promise<void>;
}

const living = new Map<string, Set<ChildProcess>>();
const foldersToRemove = new Set<string>();
let counter = 0;
let swept: Promise<void> | undefined;
let exitHandled = false;

/** @returns why this process can't make namespaces; undefined when it can */
export async function netnsUnavailable(): Promise<string | undefined> {
  if (process.platform !== 'linux') return `network namespaces need Linux, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  for (const [program, args, debianPackage] of [
    ['ip', ['-V'], 'iproute2'],
    ['setpriv', ['--version'], 'util-linux'],
  ] as const) {
    const missing = await run(program, args).then(
      () => false,
      () => true,
    );
    if (missing) return `there is no ${program} on PATH (Debian package ${debianPackage})`;
  }
  const probe = `${prefix}${process.pid}-probe`;
  try {
    await run('ip', ['netns', 'add', probe]);
    await run('ip', ['netns', 'delete', probe]);
    return undefined;
  } catch (error) {
    return `a network namespace cannot be made here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Makes a namespace of its own, with lo up. Throws when the machine refuses; ask {@link netnsUnavailable} first. */
export async function createNetns(): Promise<Netns> {
  handleExit();
  await (swept ??= removeLeftovers());
  const name = `${prefix}${process.pid}-${++counter}`;
  await run('ip', ['netns', 'add', name]);
  const children = new Set<ChildProcess>();
  living.set(name, children);
  const { address, hostAddress } = await joinToHost(name);
  await run('ip', ['-n', name, 'link', 'set', 'lo', 'up']);
  // Only /16: the other half of the test range carries the veth pairs, and a local route would swallow the host's end.
  await run('ip', ['-n', name, 'route', 'add', 'local', '198.18.0.0/16', 'dev', 'lo']);

  const inside = (program: string, args: readonly string[]): string[] =>
    ['netns', 'exec', name, 'setpriv', '--pdeathsig', 'KILL', program].concat(args);
  return {
    name,
    address,
    hostAddress,
    spawn(program, args, options = {}) {
      const child = spawn('ip', inside(program, args), options);
      children.add(child);
      child.once('close', () => children.delete(child));
      return child;
    },
    async exec(program, args) {
      const { stdout } = await run('ip', inside(program, args));
      return stdout;
    },
    async delete() {
      if (!living.has(name)) return;
      const closed = [...children].filter(isRunning).map(async (child) => once(child, 'close'));
      // One that was only just spawned is not inside yet, and what it has started is only known inside: kill both.
      for (const child of children) child.kill('SIGKILL');
      await killInside(name);
      await Promise.all(closed);
      living.delete(name);
      await run('ip', ['netns', 'delete', name]);
    },
  };
}

/** An empty folder, removed when the process ends at the latest; what a killed process left, the next namespace's maker removes. */
export async function createTempFolder(): Promise<string> {
  handleExit();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  foldersToRemove.add(folder);
  return folder;
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/**
 * A /30 of 198.19.0.0/16. The number of the pair is part of the interface's name, and the kernel refuses a name twice:
 * that makes the address unique without a lock.
 */
async function joinToHost(name: string): Promise<{ address: string; hostAddress: string }> {
  for (let attempt = 0; ; attempt++) {
    const pair = Math.floor(Math.random() * 16_383) + 1;
    const link = `nuncio-t${pair}`;
    try {
      await run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'host', 'netns', name]);
    } catch (error) {
      if (attempt < 20) continue;
      throw error;
    }
    const base = pair * 4;
    const at = (host: number): string => `198.19.${(base + host) >> 8}.${(base + host) & 255}`;
    const [hostAddress, address] = [at(1), at(2)];
    await run('ip', ['address', 'add', `${hostAddress}/30`, 'dev', link]);
    await run('ip', ['link', 'set', link, 'up']);
    await run('ip', ['-n', name, 'address', 'add', `${address}/30`, 'dev', 'host']);
    await run('ip', ['-n', name, 'link', 'set', 'host', 'up']);
    return { address, hostAddress };
  }
}

async function killInside(name: string): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'pids', name]);
  killAll(stdout);
}

function killAll(pids: string): void {
  for (const pid of pids.split('\n').filter((line) => line !== '')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended between the listing and now.
    }
  }
}

/** Namespaces and folders carry the pid of their maker, so those of dead makers are known. Other processes may sweep too. */
async function removeLeftovers(): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'list']);
  for (const name of stdout.split('\n').flatMap(nameOfDead)) {
    await killInside(name).catch(() => undefined);
    await run('ip', ['netns', 'delete', name]).catch(() => undefined);
  }
  for (const name of (await readdir(tmpdir())).flatMap(nameOfDead)) {
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** @returns the name at the start of `line` when it is one of ours whose maker is dead, else nothing */
function nameOfDead(line: string): string[] {
  const [, name, pid] = /^(nuncio-t-(\d+)-\S+)/.exec(line) ?? [];
  return name === undefined || isAlive(Number(pid)) ? [] : [name];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function handleExit(): void {
  if (exitHandled) return;
  exitHandled = true;
  process.once('exit', () => {
    for (const name of living.keys()) {
      try {
        killAll(execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }));
        execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' });
      } catch {
        // Nothing more can be done at exit; the next process sweeps.
      }
    }
    for (const folder of foldersToRemove) rmSync(folder, { recursive: true, force: true });
  });
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => process.exit(128 + number));
  }
}

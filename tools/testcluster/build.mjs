// The programs of the test cluster: etcd, kube-apiserver and kube-controller-manager, built from Go modules alone.
// In: KUBEBUILDER_ASSETS (a folder that has them ready, controller-runtime's convention), else Go, the go.mod, go.sum
// and main.go beside this file. Out: a folder with the three names, kept under .cache by a hash of all that goes in.
// Run directly it prints that folder: `node tools/testcluster/build.mjs`.
import { createHash } from 'node:crypto';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findGo, runGo } from '../go.mjs';
import { elapsed, exists, prepareFolder, say } from '../prepared-folder.mjs';

export const clusterPrograms = ['etcd', 'kube-apiserver', 'kube-controller-manager'];

const source = import.meta.dirname;
const cache = resolve(source, '../../.cache');
const progressEveryMs = 20_000;

/**
 * @returns {Promise<{ dir: string } | { skip: string }>} `dir` is absolute and holds all three programs; `skip` says why
 *   this machine cannot have them
 * @throws {Error} when the build itself fails
 */
export async function ensureTestCluster() {
  const ready = process.env['KUBEBUILDER_ASSETS'];
  if (ready) {
    const dir = resolve(ready);
    const missing = [];
    for (const program of clusterPrograms) if (!(await exists(join(dir, program)))) missing.push(program);
    if (missing.length === 0) return { dir };
    return { skip: `KUBEBUILDER_ASSETS names ${dir}, which has no ${missing.join(', ')}` };
  }
  const go = await findGo();
  if ('skip' in go) return go;
  const flags = await buildFlags();
  const inputs = createHash('sha256').update(JSON.stringify([go.version, flags]));
  for (const file of ['go.mod', 'go.sum', 'main.go']) inputs.update(await readFile(join(source, file)));
  const dir = join(cache, 'testcluster', inputs.digest('hex').slice(0, 16));
  await prepareFolder(dir, (folder) => build(go.program, flags, folder));
  return { dir };
}

/** The linker writes the version into the program, so that the API server's /version tells the truth. */
async function buildFlags() {
  const [, version] = /k8s\.io\/kubernetes (v\S+)/.exec(await readFile(join(source, 'go.mod'), 'utf8')) ?? [];
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const variables = Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
  return ['-trimpath', '-ldflags', ['-s -w', ...variables].join(' ')];
}

/**
 * @param {string} go
 * @param {string[]} flags
 * @param {string} folder
 */
async function build(go, flags, folder) {
  const startMs = performance.now();
  say('testcluster: building etcd, kube-apiserver and kube-controller-manager, once; about ten minutes on two cores');
  const compiled = { packages: 0 };
  const timer = setInterval(
    () => say(`testcluster: ${compiled.packages} packages compiled after ${elapsed(startMs)}`),
    progressEveryMs,
  );
  try {
    await runGo(go, ['build', '-v', ...flags, '-o', join(folder, 'testcluster'), '.'], {
      cwd: source,
      onLine: (line) => {
        if (!line.startsWith('go: ')) compiled.packages++;
      },
    });
  } finally {
    clearInterval(timer);
  }
  for (const program of clusterPrograms) await symlink('testcluster', join(folder, program));
  say(`testcluster: built ${compiled.packages} packages in ${elapsed(startMs)}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const cluster = await ensureTestCluster();
    if ('dir' in cluster) process.stdout.write(`${cluster.dir}\n`);
    else {
      say(`testcluster: ${cluster.skip}`);
      process.exitCode = 1;
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

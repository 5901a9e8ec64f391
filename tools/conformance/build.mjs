// The official Gateway API conformance suite as a program, and what its images stand for, from Go modules alone.
// In: Go, the module in the folder of the suite's version beside this file. Out: a folder with `suite` and the
// programs of its images, kept under .cache by a hash of all that goes in.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findGo, runGo } from '../go.mjs';
import { elapsed, prepareFolder, say } from '../prepared-folder.mjs';
import { goEnvironment } from './crds.mjs';

const cache = resolve(import.meta.dirname, '../../.cache/conformance');

/**
 * Version → the packages of the programs that its images stand for.
 * @type {Record<string, Record<string, string>>}
 */
const suites = {
  'v1.6.3': {
    'echo-basic': 'sigs.k8s.io/gateway-api/conformance/echo-basic',
    'dns-responder': './dns-responder',
  },
  'v1.7.0': { 'echo-basic': 'sigs.k8s.io/gateway-api-conformance-images/echo-basic' },
};

/**
 * @param {string} version such as `v1.6.3`
 * @returns {Promise<{ dir: string } | { skip: string }>} `skip`: why this machine can't have it
 * @throws {Error} when the build itself fails
 */
export async function ensureConformanceSuite(version) {
  const suite = suites[version];
  if (suite === undefined) throw new Error(`no suite ${version}; there are ${Object.keys(suites).join(', ')}`);
  const go = await findGo();
  if ('skip' in go) return go;
  const source = join(import.meta.dirname, version);
  const inputs = createHash('sha256').update(JSON.stringify([go.version, suite, goEnvironment[version]]));
  const files = (await readdir(source, { recursive: true })).filter((name) => /\.(go|mod|sum)$/.test(name)).sort();
  for (const file of files) inputs.update(await readFile(join(source, file)));
  const dir = join(cache, `${version}-${inputs.digest('hex').slice(0, 16)}`);
  await prepareFolder(dir, (folder) => build(go.program, version, source, folder));
  return { dir };
}

/**
 * @param {string} go
 * @param {string} version
 * @param {string} source
 * @param {string} folder
 */
async function build(go, version, source, folder) {
  const startMs = performance.now();
  say(`conformance: building the Gateway API conformance suite ${version}, once; about three minutes on two cores`);
  const options = { cwd: source, env: goEnvironment[version] ?? {} };
  const flags = ['-trimpath', '-ldflags=-s -w'];
  for (const [name, path] of Object.entries(suites[version] ?? {})) {
    await runGo(go, ['build', ...flags, '-o', join(folder, name), path], options);
  }
  await runGo(go, ['test', '-c', ...flags, '-o', join(folder, 'suite'), '.'], options);
  say(`conformance: built in ${elapsed(startMs)}`);
}

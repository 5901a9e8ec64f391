// The CRDs of the Gateway API, experimental channel, from its Go module.
// In: Go. Out: a folder of YAML files, kept under .cache. Run directly it prints that folder.
import { copyFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findGo, runGo } from '../go.mjs';
import { prepareFolder } from '../prepared-folder.mjs';

const cache = resolve(import.meta.dirname, '../../.cache/gateway-api');

export const gatewayApiVersion = 'v1.6.3';

/**
 * Versions that ask for a newer Go than the machine may have: that toolchain comes as a module.
 * @type {Record<string, Record<string, string>>}
 */
export const goEnvironment = { 'v1.7.0': { GOTOOLCHAIN: 'go1.27.3' } };

/**
 * @param {string} [version] of the module sigs.k8s.io/gateway-api
 * @returns {Promise<{ dir: string } | { skip: string }>} `skip`: why this machine can't have them
 */
export async function ensureGatewayCrds(version = gatewayApiVersion) {
  const dir = join(cache, version);
  const go = await findGo();
  if ('skip' in go) return go;
  await prepareFolder(dir, async (folder) => {
    const printed = await runGo(go.program, ['mod', 'download', '-json', `sigs.k8s.io/gateway-api@${version}`], {
      cwd: import.meta.dirname,
      env: goEnvironment[version] ?? {},
    });
    const crds = join(/** @type {{ Dir: string }} */ (JSON.parse(printed)).Dir, 'config/crd/experimental');
    for (const file of await readdir(crds)) {
      if (/^gateway\.networking\..*\.yaml$/.test(file)) await copyFile(join(crds, file), join(folder, file));
    }
  });
  return { dir };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await ensureGatewayCrds(process.argv[2]);
  console.log('dir' in found ? found.dir : found.skip);
}

// Where the repository is, for code that runs from dist as well as from its own folder.
// In: this module's place. Out: the folder that holds package.json, and typed entries to the plain-JavaScript tools.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const repositoryRoot: string = (() => {
  // dist has no package.json of its own, so the first one upwards is the repository's.
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json above ${import.meta.dirname}`);
  }
})();

/** See tools/testcluster/build.mjs. */
export async function ensureTestCluster(): Promise<{ dir: string } | { skip: string }> {
  const tool = (await importTool('tools/testcluster/build.mjs')) as {
    ensureTestCluster(): Promise<{ dir: string } | { skip: string }>;
  };
  return tool.ensureTestCluster();
}

/** See tools/envoy/find-envoy.mjs. */
export async function findEnvoy(): Promise<string> {
  const tool = (await importTool('tools/envoy/find-envoy.mjs')) as { findEnvoy(): Promise<string> };
  return tool.findEnvoy();
}

/** See tools/conformance/crds.mjs. `version`: of the Gateway API; absent: the one that is built against. */
export async function ensureGatewayCrds(version?: string): Promise<{ dir: string } | { skip: string }> {
  const tool = (await importTool('tools/conformance/crds.mjs')) as {
    ensureGatewayCrds(version?: string): Promise<{ dir: string } | { skip: string }>;
  };
  return tool.ensureGatewayCrds(version);
}

/** See tools/conformance/build.mjs. */
export async function ensureConformanceSuite(version: string): Promise<{ dir: string } | { skip: string }> {
  const tool = (await importTool('tools/conformance/build.mjs')) as {
    ensureConformanceSuite(version: string): Promise<{ dir: string } | { skip: string }>;
  };
  return tool.ensureConformanceSuite(version);
}

/** See tools/kubectl/find-kubectl.mjs. */
export async function findKubectl(): Promise<{ kubectl: string; helm: string } | { skip: string }> {
  const tool = (await importTool('tools/kubectl/find-kubectl.mjs')) as { findKubectl: typeof findKubectl };
  return tool.findKubectl();
}

async function importTool(path: string): Promise<unknown> {
  return import(pathToFileURL(join(repositoryRoot, path)).href);
}

// Puts the compiled program (dist/src) together as the few files that run in production (dist/nuncio): threads
// load fewer of them, so a start takes less time and CPU (docs/dependencies.md). Entries are what is started or loaded by
// name: the programs, the threads, the actors, the jobs of the pool. Code that they share is in chunks beside them.
// Run after tsc and copy-assets. `dist/nuncio` needs the packages of `external` beside it, and no others.
import { build } from 'esbuild';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const from = 'dist/src';
const to = 'dist/nuncio';
const entries = [
  'main.js',
  'contour-main.js',
  'actors/thread.worker.js',
  'actors/pool.worker.js',
  'actors/*/actor.js',
  'actors/translators/*-actor.js',
  'actors/pool-jobs/*.js',
];
/** Loaded late or never, or with files of their own beside them. */
const external = ['@kubernetes/client-node', 'pino-pretty', 'piscina', 'yaml'];

rmSync(to, { recursive: true, force: true });
await build({
  entryPoints: entries.flatMap((pattern) => globSync(`${from}/${pattern}`)),
  outdir: to,
  outbase: from,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external,
  chunkNames: 'chunks/[name]-[hash]',
  // Packages in CommonJS ask for Node's modules.
  banner: {
    js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
  },
  logLevel: 'warning',
});
const { name, version, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const own = {
  name,
  version,
  type,
  engines,
  exports: { './package.json': './package.json', './actors/*': './actors/*.js' },
};
writeFileSync(`${to}/package.json`, `${JSON.stringify(own, null, 2)}\n`);

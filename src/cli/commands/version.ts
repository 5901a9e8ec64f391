// `nuncio version`: what runs here, for bug reports.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Command } from 'commander';

export function packageVersion(): string {
  // By name, wherever this module has been put.
  const file = createRequire(import.meta.url).resolve('nuncio/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export function addVersion(program: Command): void {
  program
    .command('version')
    .description('print the versions of nuncio and of what it runs on')
    .action(() => {
      process.stdout.write(
        `nuncio ${packageVersion()}\nnode ${process.versions.node}\nenvoy API 1.40\nplatform ${process.platform}-${process.arch}\n`,
      );
    });
}

// `nuncio migrate contour FILE…`: reads Contour's configuration files and prints nuncio's, with each key that has no
// counterpart as a comment, and every mistake that the file has on standard error.
// `nuncio migrate emissary PATH…`: what will be different for each object of getambassador.io, or the same in another API.
import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import { failWith } from '../fail.ts';
import { configOption, readOfflineConfig } from '../offline/read-config.ts';

interface EmissaryFlags {
  readonly config?: string;
  readonly cluster?: boolean;
  readonly kubeconfig?: string;
  readonly to?: 'gateway-api' | 'httpproxy';
  readonly output: 'text' | 'json';
}

export function addMigrate(program: Command): void {
  const migrate = program.command('migrate').description('move in from another control plane');
  addEmissary(migrate);
  migrate
    .command('contour')
    .description('read Contour’s configuration files (they are laid one over the other) and print nuncio’s')
    .argument('<file...>', 'YAML files, as for `contour serve --config-path`')
    .action(async (files: readonly string[]) => {
      const [{ parse }, { migrateContour }] = await Promise.all([import('yaml'), import('../contour/migrate.ts')]);
      const inputs: { readonly name: string; readonly content: unknown }[] = [];
      for (const name of files) {
        try {
          inputs.push({ name, content: parse(readFileSync(name, 'utf8')) });
        } catch (error) {
          return failWith(`${name}: ${messageOf(error)}`);
        }
      }
      const { text, mistakes } = migrateContour(inputs);
      process.stdout.write(text);
      return failWith(...mistakes);
    });
}

function addEmissary(migrate: Command): void {
  migrate
    .command('emissary')
    .description('say what will be different for objects of getambassador.io, or print them as objects of another API')
    .argument('[path...]', 'folders or files of YAML or JSON objects, of any of their versions')
    .option('--cluster', 'read the objects of the cluster instead')
    .option(
      '--kubeconfig <file>',
      'with --cluster; else $KUBECONFIG, the service account of the pod, or ~/.kube/config',
    )
    .addOption(
      new Option(
        '--to <api>',
        'print the objects of that API that do the same; what it can’t say is a comment',
      ).choices(['gateway-api', 'httpproxy']),
    )
    .addOption(new Option('-o, --output <format>', 'of the differences').choices(['text', 'json']).default('text'))
    .addOption(configOption())
    .addHelpText(
      'after',
      `
nuncio serves objects of getambassador.io as they are; nothing needs to be rewritten. Of each object is told what
  begins   had no effect, or switched something off, and works now
  changes  works otherwise
  ends     works no more unless something is done
  idle     has no effect, before and now
  error, warning   what nuncio itself says of the object
Objects in annotations of Services and Ingresses are looked at too. All differences: docs/differences.md.

Exit codes: 0 told; 1 objects with errors, or files that can't be read; 2 a mistake in the command line.`,
    )
    .action(async (paths: readonly string[], flags: EmissaryFlags) => {
      if ((paths.length === 0) !== (flags.cluster === true))
        return failWith('give files and folders, or --cluster for what is in the cluster');
      const read = readOfflineConfig(flags.config);
      if (!read.ok) return failWith(...read.mistakes);
      const [{ migrateEmissary }, { stringify }] = await Promise.all([
        import('../emissary/migrate.ts'),
        import('yaml'),
      ]);
      try {
        const result = await migrateEmissary({
          config: read.config,
          ...(flags.cluster === true ? { kubeconfig: flags.kubeconfig } : { paths }),
          to: flags.to,
        });
        if (result.kind === 'differences') {
          const text = flags.output === 'json' ? `${JSON.stringify(result.objects, null, 2)}\n` : result.text;
          process.stdout.write(text);
        } else {
          const notes = result.notes.map(
            ({ object, path, message }) => `# ${object}${path && ` ${path}`}: ${message}\n`,
          );
          const documents = result.objects.map((object) =>
            stringify(object, { lineWidth: 120, aliasDuplicateObjects: false }),
          );
          process.stdout.write([notes.join(''), documents.join('---\n')].filter((part) => part !== '').join('---\n'));
        }
        for (const line of result.failures) process.stderr.write(`nuncio: ${line}\n`);
        if (result.hasErrors || result.failures.length > 0) process.exitCode = 1;
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      }
    });
}

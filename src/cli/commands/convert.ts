// `nuncio convert [PATH…]`: objects of getambassador.io from one of their versions to another, in files or from standard
// input.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { failWith } from '../fail.ts';

interface Flags {
  readonly to: 'v3alpha1' | 'v2' | 'v1';
  readonly output?: 'yaml' | 'json';
  readonly write?: boolean;
  readonly forGood?: boolean;
}

export function addConvert(program: Command): void {
  program
    .command('convert')
    .description('turn objects of getambassador.io from one version into another')
    .argument('[path...]', 'folders or files of YAML or JSON objects; - or none: standard input')
    .addOption(
      new Option('--to <version>', 'the version to make').choices(['v3alpha1', 'v2', 'v1']).default('v3alpha1'),
    )
    .addOption(
      new Option('-o, --output <format>', 'default: as the input is written; comments are kept in YAML').choices([
        'yaml',
        'json',
      ]),
    )
    .option('-w, --write', 'write the files instead of printing them')
    .option('--for-good', 'leave out what only serves to come back to the older version (with --to v3alpha1)')
    .addHelpText(
      'after',
      `
v1 and v2 can't say everything that v3alpha1 can, nor the other way round. What would be lost is kept in the annotation
getambassador.io/kept-for-conversion, so an object converted there and back is what it was. --for-good leaves that out.
Objects of other kinds stay as they are, as does what can't be converted, such as a Listener, which v2 doesn't have. With
--to v3alpha1 each object is checked; mistakes are printed with file and line.

Examples:
  nuncio convert --for-good -w ./manifests           a whole folder, in place
  kubectl get mappings.v2.getambassador.io -A -o yaml | nuncio convert

Exit codes: 0 done; 1 some objects could not be converted, or are not valid; 2 a mistake in the command line.`,
    )
    .action(async (paths: readonly string[], flags: Flags) => {
      if (flags.forGood === true && flags.to !== 'v3alpha1') {
        return failWith('--for-good is for --to v3alpha1: the older versions have nothing to leave out');
      }
      const isInput = paths.length === 0 || paths.includes('-');
      if (isInput && paths.length > 1) return failWith('- stands alone: standard input, or files');
      if (isInput && flags.write === true) return failWith('--write is for files, not for standard input');
      const [{ convertText }, { readFiles }] = await Promise.all([
        import('../emissary/convert-text.ts'),
        import('../offline/compile-files.ts'),
      ]);
      const found = isInput
        ? { files: [{ file: 'standard input', text: readFileSync(0, 'utf8') }], problems: [] }
        : await readFiles(paths);
      const said = found.problems.map(({ file, message }) => `${file}: ${message}`);
      const printed: string[] = [];
      for (const { file, text } of found.files) {
        const output = flags.output ?? (/^\s*[{[]/.test(text) ? 'json' : 'yaml');
        const result = convertText(text, { version: flags.to, forGood: flags.forGood ?? false, output });
        said.push(...result.problems.map(({ line, message }) => `${file}:${line}: ${message}`));
        if (flags.write !== true) printed.push(result.text);
        else if (result.text !== text) {
          writeFileSync(`${file}.new`, result.text);
          renameSync(`${file}.new`, file);
          process.stderr.write(`nuncio: ${file}: ${result.changed} converted\n`);
        }
      }
      process.stdout.write(printed.map(endedByNewline).join('---\n'));
      if (said.length === 0) return;
      process.stderr.write(said.map((line) => `nuncio: ${line}\n`).join(''));
      process.exitCode = 1;
    });
}

function endedByNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

// `nuncio completion SHELL`: a script that lets the shell complete commands, flags and their choices.
import { Argument, type Command } from 'commander';
import { completionScript, shells, type Shell } from '../completion/script.ts';

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and flags')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(nuncio completion bash)
  nuncio completion zsh > "\${fpath[1]}/_nuncio"
  nuncio completion fish > ~/.config/fish/completions/nuncio.fish`,
    )
    .action(async (shell: Shell) => {
      const { createProgram } = await import('../program.ts');
      process.stdout.write(completionScript(await createProgram(), shell));
    });
}

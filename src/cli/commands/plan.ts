// `nuncio plan OLD NEW`: which requests would be answered otherwise.
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import { failWith } from '../fail.ts';
import { parseTreeName, readTree } from '../offline/object-tree.ts';
import { createProgress } from '../offline/progress.ts';
import { configOption, readOfflineConfig } from '../offline/read-config.ts';
import { planOf, renderPlan } from '../plan/report.ts';

interface Flags {
  readonly config?: string;
  readonly failOn: 'never' | 'changes' | 'harm';
  readonly output: 'text' | 'json';
}

export function addPlan(program: Command): void {
  program
    .command('plan')
    .description('compare two sets of objects by their routing: which requests would be answered otherwise')
    .argument('<old>', 'a folder or file, REVISION:PATH of git, or `cluster` (`cluster:KUBECONFIG`)')
    .argument('<new>', 'the same')
    .addOption(configOption())
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit code 1 for any change, or for harm: what goes, loses TLS, is not reached, or new errors',
      )
        .choices(['never', 'changes', 'harm'])
        .default('never'),
    )
    .addOption(new Option('-o, --output <format>', 'format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      `
Examples:
  nuncio plan main:routes routes             what this branch changes
  nuncio plan cluster ./routes --fail-on harm

Exit codes: 0 compared; 1 what --fail-on names was found, or a side can't be read; 2 a mistake in the command line.`,
    )
    .action(async (before: string, after: string, flags: Flags) => {
      const read = readOfflineConfig(flags.config);
      if (!read.ok) return failWith(...read.mistakes);
      const [{ createPool }, { compileObjects, readObjects }, { compareGraphs }] = await Promise.all([
        import('../../actors/pool.ts'),
        import('../offline/compile-files.ts'),
        import('../../dag/compare/compare.ts'),
      ]);
      const pool = createPool();
      const progress = createProgress(process.stderr);
      const options = { config: read.config, pool, nowMs: Date.now(), onProgress: progress.show };
      const readSide = async (name: string) => {
        const { files, objects, problems } = await readTree(parseTreeName(name));
        const found = await readObjects(files, options, objects);
        return { ...found, problems: [...problems, ...found.problems] };
      };
      try {
        const oldObjects = await readSide(before);
        // The pool reads them while the old ones are compiled here.
        const reading = readSide(after);
        const [old, nextObjects] = await Promise.all([compileObjects(oldObjects, options), reading]);
        const next = await compileObjects(nextObjects, options, old);
        progress.clear();
        const plan = planOf(compareGraphs(old.graph, next.graph), old.problems, next.problems);
        process.stdout.write(flags.output === 'json' ? `${JSON.stringify(plan, null, 2)}\n` : renderPlan(plan));
        const isChange = plan.hosts.length + plan.problems.length > 0;
        if ((flags.failOn === 'changes' && isChange) || (flags.failOn === 'harm' && plan.harm > 0))
          process.exitCode = 1;
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      } finally {
        progress.clear();
        await pool.close();
      }
    });
}

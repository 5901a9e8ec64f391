// `nuncio validate PATH…`: what the control plane would say of files, without one.
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import { findOnPath } from '../../actors/envoy/envoy-child.ts';
import type { EndpointSlice } from '../../model/kinds/endpoint-slice.ts';
import { failWith } from '../fail.ts';
import { configOption, readOfflineConfig } from '../offline/read-config.ts';
import { createProgress } from '../offline/progress.ts';
import { renderReport, reportFormats, type ReportFormat } from '../validate/report.ts';
import { packageVersion } from './version.ts';

interface Flags {
  readonly config?: string;
  readonly output: ReportFormat;
  readonly strict?: boolean;
  readonly envoy?: boolean;
  readonly envoyBinary?: string;
}

export function addValidate(program: Command): void {
  program
    .command('validate')
    .description('check files with the compiler that serves them: every problem with file and line')
    .argument('<path...>', 'folders or files of YAML or JSON objects')
    .addOption(configOption())
    .addOption(
      new Option('-o, --output <format>', 'sarif and github are for code hosts').choices(reportFormats).default('text'),
    )
    .option('--strict', 'warnings count as errors')
    .option(
      '--envoy',
      'show what comes out to a real Envoy too: its words are problems of the objects that they are about',
    )
    .option('--envoy-binary <file>', 'that Envoy; else $ENVOY_BIN, else `envoy` on the PATH')
    .addHelpText(
      'after',
      `
With --envoy the files go to an Envoy (1.40 or newer) as they would in a cluster: over xDS, to one Envoy for each Gateway that
has Envoys of its own and to one for everything else. It takes no requests, and listens on free ports of loopback only.

Exit codes: 0 no errors; 1 errors; 2 a mistake in the command line.`,
    )
    .action(async (paths: readonly string[], flags: Flags) => {
      const read = readOfflineConfig(flags.config);
      if (!read.ok) return failWith(...read.mistakes);
      const binary = flags.envoyBinary ?? process.env['ENVOY_BIN'] ?? findOnPath('envoy');
      if (flags.envoy === true && binary === undefined)
        return failWith('--envoy: no Envoy found; give --envoy-binary FILE, set ENVOY_BIN, or put `envoy` on the PATH');
      const [{ createPool }, { byPlace, compileFiles, locateProblems, readFiles }] = await Promise.all([
        import('../../actors/pool.ts'),
        import('../offline/compile-files.ts'),
      ]);
      const pool = createPool();
      const progress = createProgress(process.stderr);
      try {
        const found = await readFiles(paths);
        const compiled = await compileFiles(found.files, {
          config: read.config,
          pool,
          nowMs: Date.now(),
          onProgress: progress.show,
        });
        progress.clear();
        const problems = [...found.problems, ...compiled.problems];
        if (flags.envoy === true && binary !== undefined) {
          const { problemsByEnvoy } = await import('../validate/with-envoy.ts');
          const { graph, objects } = compiled;
          const slices = [...objects.values()].filter(({ kind }) => kind === 'EndpointSlice') as EndpointSlice[];
          const refused = await problemsByEnvoy({ binary, graph, slices, config: read.config });
          problems.push(...(await locateProblems(refused, objects, found.files, pool)));
          problems.sort(byPlace);
        }
        const report = { problems, objects: compiled.objects.size, files: found.files.length };
        process.stdout.write(renderReport(report, flags.output, packageVersion()));
        if (problems.some(({ severity }) => severity === 'error' || flags.strict === true)) process.exitCode = 1;
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      } finally {
        progress.clear();
        await pool.close();
      }
    });
}

// `nuncio trace FILE`: what a trace written by `serve --trace=FILE` tells: its changes, the path of one of them, or
// all of it for Perfetto.
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import { failWith } from '../fail.ts';
import { formatChanges, listChanges } from '../../actors/tracing/changes.ts';
import { toChromeTrace } from '../trace/chrome-trace.ts';
import { formatTimeline } from '../../actors/tracing/timeline.ts';
import { parseTrace } from '../trace/trace-file.ts';
import type { Trace } from '../trace/trace-file.ts';

interface TraceOptions {
  readonly change?: string;
  readonly object?: string;
  readonly chrome?: string;
}

export function addTrace(program: Command): void {
  program
    .command('trace')
    .description('show what a trace file tells: its changes, or the path of one of them')
    .argument('<file>', 'as written by `nuncio serve --trace <file>`')
    .option('--change <id>', 'the path of this change, from the API event to the answers of the Envoys')
    .option('--object <key>', 'the path of the last change of this object, such as HTTPProxy/shop/cart')
    .option('--chrome <file>', 'write everything to this file in the Chrome trace format, for https://ui.perfetto.dev')
    .addHelpText(
      'after',
      `
Examples:
  nuncio trace trace.ndjson                                  list the changes
  nuncio trace trace.ndjson --change w1-42                   follow one of them
  nuncio trace trace.ndjson --object HTTPProxy/shop/cart     follow the last change of an object
  nuncio trace trace.ndjson --chrome trace.json              look at all of it in Perfetto`,
    )
    .action(async (file: string, options: TraceOptions) => {
      let trace: Trace;
      try {
        trace = await parseTrace((await open(file)).readLines());
      } catch (error) {
        return failWith(`${file}: ${messageOf(error)}`);
      }
      show(file, trace, options);
    });
}

function show(file: string, trace: Trace, options: TraceOptions): void {
  const { lines, unreadable, lost } = trace;
  if (unreadable > 0) process.stderr.write(`nuncio: ${file}: ${unreadable} lines are no trace lines; passed over\n`);
  if (lost > 0) process.stderr.write(`nuncio: ${file}: ${lost} lines are missing, the disk was too slow for them\n`);
  if (options.chrome !== undefined) {
    writeFileSync(options.chrome, JSON.stringify(toChromeTrace(lines)));
    process.stderr.write(`wrote ${options.chrome}; open it in https://ui.perfetto.dev\n`);
    return;
  }
  const changes = listChanges(lines);
  if (options.change === undefined && options.object === undefined) {
    process.stdout.write(formatChanges(changes));
    return;
  }
  const wanted = options.change ?? changes.findLast(({ key }) => key === options.object)?.id;
  if (wanted === undefined) return failWith(`${file}: no change of ${options.object} in this trace`);
  if (!changes.some(({ id }) => id === wanted)) return failWith(`${file}: no change ${wanted} in this trace`);
  process.stdout.write(formatTimeline(lines, wanted));
}

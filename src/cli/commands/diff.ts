// `nuncio diff`: an Envoy's configuration dump against what the control plane gives an Envoy of its name.
import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { ResourceType } from '../../messages/resources.ts';
import type { Json } from '../../xds/proto/json.ts';
import type { ResourceDifference } from '../diff/compare.ts';
import type { EnvoyDump } from '../diff/envoy-dump.ts';
import { failWith } from '../fail.ts';
import { parseDurationMs } from '../resolve-settings.ts';
import { addXdsFlags, parseXdsFlags, type XdsFlags } from '../xds/flags.ts';
import type { XdsServer } from '../xds/session.ts';

interface Flags extends XdsFlags {
  readonly envoy: string;
  readonly output: 'text' | 'json';
  readonly timeout: string;
}

export function addDiff(program: Command): void {
  const command = program
    .command('diff')
    .description('what an Envoy has against what it is to have')
    .addOption(
      new Option('--envoy <url or file>', 'admin port of the Envoy, or a file with its /config_dump?include_eds')
        .env('NUNCIO_ENVOY_ADMIN')
        .default('http://127.0.0.1:9901'),
    );
  addXdsFlags(command)
    .addOption(new Option('-o, --output <format>', 'format').choices(['text', 'json']).default('text'))
    .option('--timeout <duration>', 'how long Envoy and nuncio may take', '30s')
    .addHelpText(
      'after',
      `
Asks nuncio over xDS, under the node id that the dump has, and so sees what this very Envoy is to have (with mutual TLS the
certificate must be good for that id). What differs for a moment because a change is under way is listed too: look again.
Secrets are compared as far as Envoy tells them; runtime layers are in no dump.

Exit codes: 0 equal; 1 something differs, or one of both gives no answer; 2 a mistake in the flags.`,
    )
    .action(async (flags: Flags) => {
      const parsed = parseXdsFlags(flags);
      if (!parsed.ok) return failWith(parsed.mistake);
      const timeoutMs = parseDurationMs(flags.timeout);
      if (timeoutMs === undefined)
        return failWith(`--timeout: "${flags.timeout}" is not a duration such as 500ms or 5s`);
      try {
        const [{ parseEnvoyDump }, { compareWithEnvoy }] = await Promise.all([
          import('../diff/envoy-dump.ts'),
          import('../diff/compare.ts'),
        ]);
        const dump = parseEnvoyDump(await readDump(flags.envoy, timeoutMs));
        if (dump === undefined) throw new Error(`${flags.envoy} is no configuration dump of Envoy`);
        const wanted = await readWanted({ ...parsed.server, node: dump.node }, timeoutMs);
        const differences = compareWithEnvoy(wanted, dump);
        process.stdout.write(
          flags.output === 'json' ? `${JSON.stringify(differences, null, 2)}\n` : render(dump, wanted, differences),
        );
        if (differences.length > 0) process.exitCode = 1;
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      }
    });
}

async function readDump(from: string, timeoutMs: number): Promise<unknown> {
  if (!/^https?:\/\//.test(from)) return JSON.parse(await readFile(from, 'utf8'));
  let response: Response;
  try {
    response = await fetch(new URL('/config_dump?include_eds', from), { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`no Envoy answers at ${from} (${cause}); give --envoy URL, or a file`, { cause: error });
  }
  if (!response.ok) throw new Error(`${from} answers ${response.status}: is this Envoy's admin port?`);
  return response.json();
}

/** One type after the other, as an Envoy that has nothing would ask. */
async function readWanted(
  server: XdsServer,
  timeoutMs: number,
): Promise<ReadonlyMap<ResourceType, ReadonlyMap<string, Json>>> {
  const [{ runSession }, { toJson }, { typeNameOf }, { streamTypes }, { dumpedTypes }] = await Promise.all([
    import('../xds/session.ts'),
    import('../../xds/proto/json.ts'),
    import('../../xds/proto/codec.ts'),
    import('../../xds/stream/types.ts'),
    import('../diff/envoy-dump.ts'),
  ]);
  const wanted = new Map<ResourceType, ReadonlyMap<string, Json>>();
  for (const type of dumpedTypes) {
    const { held, missing } = await runSession(server, {
      protocol: 'delta',
      type,
      names: [],
      timeoutMs,
    });
    if (missing.length > 0)
      throw new Error(`${server.target} has not told in time: ${type} ${missing.slice(0, 5).join(', ')}`);
    const name = typeNameOf(streamTypes[type].typeUrl) as Parameters<typeof toJson>[0];
    wanted.set(type, new Map([...held].map(([key, { bytes }]) => [key, toJson(name, bytes)])));
  }
  return wanted;
}

function render(
  { node }: EnvoyDump,
  wanted: ReadonlyMap<ResourceType, ReadonlyMap<string, Json>>,
  differences: readonly ResourceDifference[],
): string {
  const count = [...wanted.values()].reduce((sum, { size }) => sum + size, 0);
  if (differences.length === 0) return `Envoy ${node.id} has all of its ${count} resources, and nothing else\n`;
  const marks = { missing: '-', superfluous: '+', different: '~', warming: '…', refused: '✗' } as const;
  const lines = [`Envoy ${node.id}: ${differences.length} differences in ${count} resources`];
  for (const { type, name, kind, fields, message } of differences) {
    lines.push(`${marks[kind]} ${type} ${name}: ${kind}${message === undefined ? '' : `: ${message}`}`);
    for (const { path, wanted: want, found } of fields) lines.push(`    ${path}: ${shown(want)} → ${shown(found)}`);
  }
  return `${lines.join('\n')}\n`;
}

function shown(json: Json | undefined): string {
  const text = json === undefined ? 'nothing' : JSON.stringify(json);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

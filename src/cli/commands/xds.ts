// `nuncio xds <what> [name…]`: an xDS client that shows what Envoys get, from nuncio or any other control plane.
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { ResourceType } from '../../messages/resources.ts';
import { failWith } from '../fail.ts';
import { parseDurationMs } from '../resolve-settings.ts';
import { addXdsFlags, parseXdsFlags, type XdsFlags } from '../xds/flags.ts';
import type { XdsServer } from '../xds/session.ts';

interface Flags extends XdsFlags {
  readonly nodeId: string;
  readonly delta?: boolean;
  readonly nack?: boolean;
  readonly watch?: boolean;
  readonly output: 'yaml' | 'json';
  readonly showSecrets?: boolean;
  readonly timeout: string;
  readonly cafile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

const types: Readonly<Record<string, ResourceType>> = {
  lds: 'listener',
  cds: 'cluster',
  rds: 'route',
  srds: 'scopedRoute',
  eds: 'endpoint',
  sds: 'secret',
  ecds: 'extension',
  rtds: 'runtime',
};

export function addXds(program: Command): void {
  const command = program
    .command('xds')
    .description('show what Envoys get: an xDS client')
    .argument('<what>', Object.keys(types).join(', '))
    .argument('[name...]', 'only these resources; else all, or all that listeners and clusters refer to');
  addXdsFlags(command)
    .addOption(new Option('--node-id <id>', 'node id to say').env('NUNCIO_NODE_ID').default('nuncio-xds'))
    .option('--delta', 'incremental protocol, as Envoys of `nuncio bootstrap` use it; shows versions of resources')
    .option('--nack', 'refuse every response, to see what comes of it: in nuncio’s log and metrics, as from any client')
    .option('--watch', 'go on, and print each further response')
    .addOption(new Option('-o, --output <format>', 'format').choices(['yaml', 'json']).default('yaml'))
    .option('--show-secrets', 'print private keys and passwords too')
    .option('--timeout <duration>', 'how long to wait for what was asked for', '5s')
    // Contour's names for the same.
    .addOption(new Option('--cafile <file>').hideHelp())
    .addOption(new Option('--cert-file <file>').hideHelp())
    .addOption(new Option('--key-file <file>').hideHelp())
    .addHelpText(
      'after',
      `
Examples:
  nuncio xds srds                            the routes of every host
  nuncio xds eds shop/cart/http --watch      the endpoints of one Service, and how they change
  nuncio xds cds --delta -o json

Exit codes: 0 all there; 1 something is missing, or no connection; 2 a mistake in the flags.`,
    )
    .action(async (what: string, names: readonly string[], flags: Flags) => {
      const type = types[what];
      if (type === undefined) return failWith(`there is no ${what}; known are ${Object.keys(types).join(', ')}`);
      const timeoutMs = parseDurationMs(flags.timeout);
      if (timeoutMs === undefined)
        return failWith(`--timeout: "${flags.timeout}" is not a duration such as 500ms or 5s`);
      const { cafile = flags.xdsCaFile, certFile = flags.xdsCertFile, keyFile = flags.xdsKeyFile } = flags;
      const parsed = parseXdsFlags({
        ...flags,
        ...(cafile !== undefined && { xdsCaFile: cafile }),
        ...(certFile !== undefined && { xdsCertFile: certFile }),
        ...(keyFile !== undefined && { xdsKeyFile: keyFile }),
      });
      if (!parsed.ok) return failWith(parsed.mistake);
      try {
        await show(
          type,
          names,
          flags,
          { ...parsed.server, node: { id: flags.nodeId, cluster: 'nuncio-xds' } },
          timeoutMs,
        );
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      }
    });
}

async function show(
  type: ResourceType,
  names: readonly string[],
  flags: Flags,
  server: XdsServer,
  timeoutMs: number,
): Promise<void> {
  // Loads the descriptors: not for every command.
  const [{ runSession }, { printResources, printResponse }] = await Promise.all([
    import('../xds/session.ts'),
    import('../xds/print.ts'),
  ]);
  const { target } = server;
  const printing = { format: flags.output, showSecrets: flags.showSecrets ?? false };
  const isWatch = flags.watch === true;
  const { held, absent, missing } = await runSession(server, {
    protocol: flags.delta === true ? 'delta' : 'sotw',
    type,
    names,
    refusal: flags.nack === true ? 'refused by nuncio xds --nack' : undefined,
    timeoutMs: isWatch ? null : timeoutMs,
    onResponse(response) {
      if (isWatch && response.type === type) process.stdout.write(printResponse(response, printing));
    },
  });
  if (isWatch) return;
  process.stdout.write(printResources(type, held.values(), printing));
  if (absent.length > 0) throw new Error(`${target} has no ${type} ${absent.join(', ')}`);
  if (missing.length > 0) {
    throw new Error(`${target} has not told in ${flags.timeout}: ${type} ${missing.join(', ')}`);
  }
}

// `nuncio shutdown`: drains the Envoy of this pod, and then makes the file that `nuncio shutdown-manager` waits for.
// Meant as the preStop hook of the shutdown-manager's container.
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { commandLog } from '../command-log.ts';
import { parseDurationMs } from '../resolve-settings.ts';
import { drainEnvoy } from '../shutdown/drain.ts';
import { envoyAdmin, parseAdminAddress } from '../shutdown/envoy-admin.ts';

interface Flags {
  readonly adminAddress: string;
  readonly adminPort: number;
  readonly readyFile: string;
  readonly drainDelay: number;
  readonly checkDelay: number;
  readonly checkInterval: number;
  readonly minOpenConnections: number;
  readonly deadline?: number;
}

const duration = (text: string): number => {
  const ms = parseDurationMs(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('It must be a duration such as 500ms, 5s or 1m30s.');
};

const count = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, 0 or more.');
};

/** Where Envoy's admin interface is, as `nuncio bootstrap` names it. */
export function adminOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--admin-address <address>', 'Envoy’s admin interface: the path of a Unix socket, or an IP').default(
        '/admin/admin.sock',
      ),
    )
    .addOption(new Option('--admin-port <port>', 'its port, unless it is a socket').default(9901).argParser(count));
}

export function addShutdown(program: Command): void {
  adminOptions(program.command('shutdown').description('drain the Envoy of this pod, wait for its clients to leave'))
    .option('--ready-file <file>', 'made when it is done; `nuncio shutdown-manager` waits for it', '/admin/ok')
    .addOption(new Option('--drain-delay <duration>', 'wait before Envoy is told').default(0, '0s').argParser(duration))
    .addOption(
      new Option('--check-delay <duration>', 'wait between telling Envoy and the first count of connections')
        .default(0, '0s')
        .argParser(duration),
    )
    .addOption(new Option('--check-interval <duration>', 'between two counts').default(2000, '2s').argParser(duration))
    .addOption(
      new Option('--min-open-connections <n>', 'done when at most so many are open').default(0).argParser(count),
    )
    .addOption(
      new Option('--deadline <duration>', 'done after this time, whoever is still there (default: none)').argParser(
        duration,
      ),
    )
    .addHelpText(
      'after',
      `
Envoy fails its health checks and asks its clients to reconnect: \`connection: close\`, GOAWAY. Connections of TCP proxies
count as well; those of its admin, statistics and health listeners don’t. Meant as a preStop hook: see deploy/README.md.

Exit codes: 0 drained, or at the deadline; 1 Envoy could not be reached (the ready file is not made); 2 a mistake.`,
    )
    .action(async (flags: Flags) => {
      const { log, flush } = await commandLog('shutdown');
      const end = await drainEnvoy({
        admin: envoyAdmin(parseAdminAddress(flags.adminAddress, flags.adminPort)),
        log,
        nowMs: () => performance.now(),
        wait: async (ms) => delay(ms),
        drainDelayMs: flags.drainDelay,
        checkDelayMs: flags.checkDelay,
        checkIntervalMs: flags.checkInterval,
        minOpenConnections: flags.minOpenConnections,
        deadlineMs: flags.deadline,
      });
      // Without the file Envoy goes on serving until its grace period is over: the safe side.
      if (end === 'unreachable') process.exitCode = 1;
      else {
        try {
          writeFileSync(flags.readyFile, '');
          log.info({ end, readyFile: flags.readyFile }, 'done');
        } catch (err) {
          log.error({ err }, 'the ready file could not be made; Envoy’s preStop hook will wait in vain');
          process.exitCode = 1;
        }
      }
      await flush();
    });
}

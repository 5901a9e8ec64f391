// `nuncio history`, `hold`, `resume` and `rollback`: go back to what was served before, and stay there.
import { hostname, userInfo } from 'node:os';
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { CanaryReport } from '../../actors/streamer/canary.ts';
import { byHeader, canaryLine, holdLine, type HistoryAnswer } from '../../actors/admin/history-answer.ts';
import type { HoldReport } from '../../actors/builder/hold.ts';
import { adminOption, askAdmin } from '../admin-client.ts';
import { renderHistory } from '../history/render.ts';

interface Flags {
  readonly admin: string;
  readonly output: 'text' | 'json';
}

interface CommandFlags extends Flags {
  readonly reason: string;
  readonly by?: string;
}

export function addHistory(program: Command): void {
  withOutput(program.command('history').description('the last revisions of the routing, and what is held'))
    .addHelpText(
      'after',
      `
The newest is first; * marks what is served. A revision is a state of all objects that say how requests are routed.
It can be gone back to with \`nuncio rollback REVISION\`.`,
    )
    .action((flags: Flags) => answered(flags, () => askAdmin<HistoryAnswer>(flags.admin, '/history'), renderHistory));
}

export function addHold(program: Command): void {
  changing(program.command('hold').description('freeze routing: changes wait, endpoints and secrets go on'))
    .addHelpText(
      'after',
      `
Holds on all replicas, and over restarts, until \`nuncio resume\`. Objects that change meanwhile wait, and an Event says so.
Secrets, ReferenceGrants, TLSCertificateDelegations, Namespaces, ConfigMaps and ports of Services are never held: what they
take away is gone.`,
    )
    .action((flags: CommandFlags) => command('/hold', flags));
}

export function addResume(program: Command): void {
  changing(
    program.command('resume').description('end a hold or a rollback: the newest configuration is served'),
  ).action((flags: CommandFlags) => command('/resume', flags));
}

export function addRollback(program: Command): void {
  changing(program.command('rollback').description('serve an earlier revision of the routing, and hold it'))
    .argument('[revision]', 'as `nuncio history` lists it, or the beginning of it; else the one before what is served')
    .addHelpText(
      'after',
      `
Repair the objects, look at \`nuncio plan\`, then \`nuncio resume\`: it serves what the objects say by then. As with
\`nuncio hold\`, secrets and permissions are those of today.`,
    )
    .action((revision: string | undefined, flags: CommandFlags) => command('/rollback', flags, revision));
}

export function addCanary(program: Command): void {
  const canary = program.command('canary').description('changes on trial: what they are, and what becomes of them');
  withOutput(
    canary.command('status', { isDefault: true }).description('who the canaries are, and what is on trial'),
  ).action((flags: Flags) => answered(flags, () => askAdmin<CanaryStatus>(flags.admin, '/canary'), renderCanary));
  for (const [name, description] of [
    ['promote', 'all Envoys are served what is on trial, now'],
    ['abort', 'what is on trial is rolled back'],
  ] as const) {
    withWho(withOutput(canary.command(name).description(description))).action((flags: CommandFlags) =>
      answered(
        flags,
        () => askAdmin<CanaryStatus>(flags.admin, `/canary/${name}`, 'POST', whoHeader(flags)),
        renderCanary,
      ),
    );
  }
}

interface CanaryStatus {
  readonly canary: CanaryReport | null;
}

function renderCanary({ canary }: CanaryStatus): string {
  if (canary === null) return 'there is no canary mode: give --canary to serve\n';
  const { resources, resourceCount } = canary;
  const more = resourceCount > resources.length ? [`  and ${resourceCount - resources.length} more`] : [];
  return `${[canaryLine(canary), ...resources.map((each) => `  ${each}`), ...more].join('\n')}\n`;
}

function withOutput(command: Command): Command {
  return command
    .addOption(adminOption())
    .addOption(new Option('-o, --output <format>', 'format').choices(['text', 'json']).default('text'));
}

function changing(command: Command): Command {
  return withWho(withOutput(command)).option('--reason <text>', 'why, for the log, the Event and the status', '');
}

function withWho(command: Command): Command {
  return command.option('--by <name>', 'who asks; else user and machine');
}

function whoHeader({ by = defaultBy() }: Pick<CommandFlags, 'by'>): Readonly<Record<string, string>> {
  // Headers are ASCII.
  return { [byHeader]: by.replaceAll(/[^\x20-\x7e]/g, '?') };
}

function defaultBy(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container's user need not have a name.
    return hostname();
  }
}

function command(path: string, flags: CommandFlags, revision = ''): Promise<void> {
  const query = new URLSearchParams({ reason: flags.reason, revision });
  const ask = () => askAdmin<HoldReport>(flags.admin, `${path}?${query.toString()}`, 'POST', whoHeader(flags));
  return answered(flags, ask, (report) => `${holdLine(report)}\n`);
}

async function answered<T>({ output }: Flags, ask: () => Promise<T>, render: (value: T) => string): Promise<void> {
  try {
    const value = await ask();
    process.stdout.write(output === 'json' ? `${JSON.stringify(value, null, 2)}\n` : render(value));
  } catch (error) {
    process.stderr.write(`nuncio: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

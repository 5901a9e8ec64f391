// `nuncio status`: how a running control plane and its Envoys stand.
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { Overview } from '../../actors/admin/overview.ts';
import { adminOption, askAdmin } from '../admin-client.ts';
import { renderOverview } from '../status/render.ts';

export function addStatus(program: Command): void {
  program
    .command('status')
    .description(
      'how a running control plane and its Envoys stand; of several replicas the one that is asked, which names the others',
    )
    .addOption(adminOption())
    .addOption(new Option('-o, --output <format>', 'format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      `
Exit codes: 0 all is well; 1 it is not ready, an Envoy lags or refuses something, or nobody answers.`,
    )
    .action(async (flags: { readonly admin: string; readonly output: 'text' | 'json' }) => {
      try {
        const overview = await askAdmin<Overview>(flags.admin, '/status');
        process.stdout.write(
          flags.output === 'json' ? `${JSON.stringify(overview, null, 2)}\n` : renderOverview(overview, Date.now()),
        );
        const { ready, envoys, quarantined } = overview;
        if (!ready || quarantined.length > 0 || envoys.some(({ current }) => !current)) process.exitCode = 1;
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      }
    });
}

// `nuncio wait OBJECT`: returns when every connected Envoy has what comes of an object.
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { LiveAnswer } from '../../actors/admin/explain.ts';
import { adminOption, askAdmin } from '../admin-client.ts';
import { failWith } from '../fail.ts';
import { parseObjectReference } from '../explain/object-reference.ts';
import { parseDurationMs } from '../resolve-settings.ts';
import { waitingFor } from '../status/waiting-for.ts';

interface Flags {
  readonly admin: string;
  readonly timeout: string;
  readonly generation?: string;
  readonly envoys: string;
}

const pollMs = 100;

export function addWait(program: Command): void {
  program
    .command('wait')
    .description('return when every Envoy that is connected to the replica asked has what comes of an object')
    .argument('<object>', 'such as httpproxy/shop/cart')
    .option(
      '--generation <n>',
      'of the object, at least: metadata.generation as the API server shows it after a change',
    )
    .option('--envoys <n>', 'at least so many must be connected', '1')
    .option('--timeout <duration>', 'how long to wait', '30s')
    .addOption(adminOption())
    .addHelpText(
      'after',
      `
Example:
  kubectl apply -f cart.yaml
  nuncio wait httpproxy/shop/cart --generation "$(kubectl get -f cart.yaml -o jsonpath={.metadata.generation})"

Exit codes: 0 it is live; 1 not in time, refused by an Envoy, or with errors; 2 a mistake in the command line.`,
    )
    .action(async (reference: string, flags: Flags) => {
      const parsed = parseObjectReference(reference);
      if (!parsed.ok) return failWith(parsed.mistake);
      const timeoutMs = parseDurationMs(flags.timeout);
      if (timeoutMs === undefined)
        return failWith(`--timeout: "${flags.timeout}" is not a duration such as 500ms or 5s`);
      for (const [name, value] of Object.entries({ generation: flags.generation ?? '0', envoys: flags.envoys }))
        if (!/^\d{1,9}$/.test(value)) return failWith(`--${name}: "${value}" is not a whole number, 0 or more`);
      const wanted = { generation: Number(flags.generation ?? 0), envoys: Number(flags.envoys) };
      const deadlineMs = performance.now() + timeoutMs;
      const url = `/explain?object=${encodeURIComponent(parsed.object)}`;
      for (;;) {
        let why: string;
        try {
          const answer = await askAdmin<LiveAnswer>(flags.admin, url);
          const waits = waitingFor(answer, wanted);
          if (waits === undefined) {
            process.stdout.write(`${parsed.object} is live on ${answer.envoys.length} Envoys\n`);
            return;
          }
          if (waits.isFinal) return fail(`${parsed.object}: ${waits.what}`);
          why = waits.what;
        } catch (error) {
          // Not there yet, or the control plane is just starting: that may change until the time is up.
          why = messageOf(error);
        }
        if (performance.now() + pollMs > deadlineMs)
          return fail(`${parsed.object} is not live in ${flags.timeout}: ${why}`);
        await delay(pollMs);
      }
    });
}

function fail(message: string): void {
  process.stderr.write(`nuncio: ${message}\n`);
  process.exitCode = 1;
}

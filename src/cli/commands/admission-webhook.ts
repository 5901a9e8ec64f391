// `nuncio admission-webhook`: answers the API server's questions about objects, until SIGTERM or SIGINT.
import { Option, type Command } from 'commander';
import { commandLog } from '../command-log.ts';
import { failWith } from '../fail.ts';
import { configOption, readOfflineConfig } from '../offline/read-config.ts';
import { portFrom } from '../port-argument.ts';
import { untilSignal } from '../until-signal.ts';

interface Flags {
  readonly config?: string;
  readonly kubeconfig?: string;
  readonly namespace: string;
  readonly name: string;
  readonly webhookConfiguration: string;
  readonly address: string;
  readonly port: number;
  readonly deny?: boolean;
}

const port = portFrom(0);

export function addAdmissionWebhook(program: Command): void {
  program
    .command('admission-webhook')
    .description('tell whoever applies an object what nuncio would say of it, through the API server')
    .addOption(configOption())
    .addOption(new Option('--kubeconfig <file>', 'else $KUBECONFIG, the service account of the pod, or ~/.kube/config'))
    .addOption(new Option('--namespace <name>', 'where it runs').env('POD_NAMESPACE').default('nuncio'))
    .option('--name <name>', 'of its Service, and of the Secret with its certificate', 'nuncio-admission-webhook')
    .option('--webhook-configuration <name>', 'the ValidatingWebhookConfiguration that is told our CA', 'nuncio')
    .option('--address <address>', 'to listen on', '0.0.0.0')
    .addOption(new Option('--port <port>', 'to listen on, with TLS').default(9443).argParser(port))
    .option('--deny', 'refuse what is surely wrong with an object by itself; else everything passes, with warnings')
    .addHelpText(
      'after',
      `
It reads the cluster as \`nuncio serve\` does and compiles each object beside it: the same compiler, the same answers, in a
process of its own, so that no route ever waits for it. Whoever applies an object gets what is wrong with it, and what else it
would break, as warnings. With --deny, mistakes that no other object can heal are refused, unless the object had them before.
While it does not answer, everything is allowed (failurePolicy: Ignore).`,
    )
    .action(async (flags: Flags) => {
      const read = readOfflineConfig(flags.config);
      if (!read.ok) return failWith(...read.mistakes);
      const { log, flush } = await commandLog('admission-webhook');
      const { runAdmissionWebhook } = await import('../admission/run.ts');
      const webhook = await runAdmissionWebhook({ ...flags, denies: flags.deny ?? false, settings: read.config, log });
      log.info({ port: webhook.port, denies: flags.deny ?? false }, 'admission-webhook starts');
      const signal = await untilSignal();
      log.info({ signal }, 'admission-webhook ends');
      await webhook.stop();
      await flush();
    });
}

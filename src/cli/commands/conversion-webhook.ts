// `nuncio conversion-webhook`: converts objects of getambassador.io for the API server, until SIGTERM or SIGINT.
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import { commandLog } from '../command-log.ts';
import { failWith } from '../fail.ts';
import { parseDurationMs } from '../resolve-settings.ts';
import { portFrom } from '../port-argument.ts';
import { untilSignal } from '../until-signal.ts';

interface Flags {
  readonly kubeconfig?: string;
  readonly namespace: string;
  readonly serviceName: string;
  readonly servicePort: number;
  readonly address: string;
  readonly port: number;
  readonly healthAddress: string;
  readonly healthPort: number;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly caFile?: string;
  readonly patchCrds: boolean;
  readonly lifetime: number;
  readonly caLifetime: number;
  readonly renewBefore: number;
  readonly shutdownDelay: number;
}

const dayMs = 24 * 3_600_000;

const port = portFrom(0);

const duration = (text: string): number => {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * dayMs) : parseDurationMs(text);
  if (ms !== undefined && ms >= 10_000) return ms;
  throw new InvalidArgumentError('It must be a number of days, or a duration such as 36h.');
};

const seconds = (text: string): number => {
  const ms = parseDurationMs(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('It must be a duration such as 5s.');
};

export function addConversionWebhook(program: Command): void {
  program
    .command('conversion-webhook')
    .description('convert objects of getambassador.io for the API server: v1, v2 and v3alpha1')
    .addOption(new Option('--kubeconfig <file>', 'else $KUBECONFIG, the service account of the pod, or ~/.kube/config'))
    .addOption(
      new Option('--namespace <name>', 'of the Service and the Secrets').env('POD_NAMESPACE').default('nuncio'),
    )
    .option('--service-name <name>', 'Service by which the API server finds this', 'nuncio-conversion-webhook')
    .addOption(new Option('--service-port <port>', 'its port').default(443).argParser(port))
    .option('--address <ip>', 'where to listen', '0.0.0.0')
    .addOption(new Option('--port <port>', 'HTTPS').default(8443).argParser(port))
    .option('--health-address <ip>', 'where /healthz, /readyz and /metrics are', '0.0.0.0')
    .addOption(new Option('--health-port <port>', 'their port').default(8080).argParser(port))
    .option('--no-patch-crds', 'leave spec.conversion of the CRDs to somebody else; ready once it is right')
    .option('--cert-file <file>', 'a certificate of your own for <service>.<namespace>.svc; needs the two below')
    .option('--key-file <file>', 'its key')
    .option('--ca-file <file>', 'the CAs that the API server is told to trust')
    .addOption(
      new Option('--lifetime <days>', 'of certificates that are made').default(365 * dayMs, '365').argParser(duration),
    )
    .addOption(new Option('--ca-lifetime <days>', 'of the CA').default(3650 * dayMs, '3650').argParser(duration))
    .addOption(
      new Option('--renew-before <days>', 'renew what ends within this time')
        .default(30 * dayMs, '30')
        .argParser(duration),
    )
    .addOption(
      new Option('--shutdown-delay <duration>', 'serve on after SIGTERM, until the API server has heard of it')
        .default(5_000, '5s')
        .argParser(seconds),
    )
    .addHelpText(
      'after',
      `
Needed only where v1 or v2 is used: nuncio itself reads whatever version the API server serves, and \`nuncio convert\`
converts files. Its manifests and the CRDs with all three versions are in deploy/conversion-webhook.

The CA and the certificate are made at the first start and kept in the Secrets nuncio-conversion-webhook-ca and
nuncio-conversion-webhook, which all replicas share. They are renewed long before their end, a new CA beside the old one for
a day. CRDs of getambassador.io with several versions and conversion by webhook are made to point here, and kept so.

Exit codes: 0 ended as asked, 1 it can not be served, 2 a mistake in the flags.`,
    )
    .action(async (flags: Flags) => {
      const { certFile, keyFile, caFile } = flags;
      const files = [certFile, keyFile, caFile].filter((file) => file !== undefined);
      if (files.length !== 0 && files.length !== 3)
        return failWith('--cert-file, --key-file and --ca-file are given together, or none of them');
      const [{ log, flush }, { clockOrigin, createClock }, { runWebhook }, { default: Registry }] = await Promise.all([
        commandLog('conversion-webhook'),
        import('../../actors/clock.ts'),
        import('../conversion-webhook/run.ts'),
        import('prom-client/lib/registry.js'),
      ]);
      const ended = untilSignal();
      let webhook;
      try {
        webhook = await runWebhook({
          config: {
            kubeconfig: flags.kubeconfig,
            service: { namespace: flags.namespace, name: flags.serviceName, port: flags.servicePort },
            address: flags.address,
            port: flags.port,
            health: { address: flags.healthAddress, port: flags.healthPort },
            files: certFile && keyFile && caFile ? { certFile, keyFile, caFile } : undefined,
            patchCrds: flags.patchCrds,
            lifetimeMs: flags.lifetime,
            caLifetimeMs: flags.caLifetime,
            renewBeforeMs: flags.renewBefore,
          },
          clock: createClock(clockOrigin()),
          log,
          metrics: new Registry(),
        });
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
        await flush();
        return;
      }
      log.info({ health: webhook.healthUrl }, 'conversion-webhook starts');
      const signal = await ended;
      log.info({ signal }, 'conversion-webhook ends');
      webhook.leave();
      // Ctrl-C is a person who waits.
      if (signal === 'SIGTERM' && process.exitCode !== 1) await delay(flags.shutdownDelay);
      await webhook.stop();
      await flush();
    });
}

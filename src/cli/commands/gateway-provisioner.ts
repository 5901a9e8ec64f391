// `nuncio gateway-provisioner`: makes and keeps the Envoys of Gateways, until SIGTERM or SIGINT.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Option, type Command } from 'commander';
import type { ProvisionerConfig } from '../../model/config.ts';
import { commandLog } from '../command-log.ts';
import { provisionerDefaults } from '../provisioner/defaults.ts';
import { portFrom } from '../port-argument.ts';
import { untilSignal } from '../until-signal.ts';

interface Flags {
  readonly kubeconfig?: string;
  readonly watchNamespaces: readonly string[];
  readonly controllerName: string;
  readonly namespace: string;
  readonly nameSuffix: string;
  readonly xdsAddress?: string;
  readonly xdsPort: number;
  readonly envoyImage: string;
  readonly nuncioImage: string;
  readonly leaderElection: boolean;
}

const port = portFrom(1);

const names = (text: string, before: readonly string[]): readonly string[] => [...before, ...text.split(',')];

export function addGatewayProvisioner(program: Command): void {
  program
    .command('gateway-provisioner')
    .description('make and keep the Envoys of each Gateway: workload, Service, certificates')
    .addOption(new Option('--kubeconfig <file>', 'else $KUBECONFIG, the service account of the pod, or ~/.kube/config'))
    .addOption(
      new Option('--watch-namespaces <ns,…>', 'only Gateways in these; else in all').argParser(names).default([]),
    )
    .option('--controller-name <name>', 'of the GatewayClasses that are ours', provisionerDefaults.controllerName)
    .addOption(
      new Option('--namespace <name>', 'where nuncio runs and the Secret of its CA is')
        .env('POD_NAMESPACE')
        .default('nuncio'),
    )
    .option('--name-suffix <text>', 'as given to `nuncio certgen`', '')
    .option('--xds-address <host>', 'where the Envoys find nuncio (default: nuncio.<namespace>.svc)')
    .addOption(new Option('--xds-port <port>', 'its xDS port').default(provisionerDefaults.xdsPort).argParser(port))
    .option('--envoy-image <image>', 'unless an EnvoyFleet names another', provisionerDefaults.envoyImage)
    .option('--nuncio-image <image>', 'for the shutdown-manager beside Envoy', provisionerDefaults.nuncioImage)
    .option('--no-leader-election', 'work without the Lease: for a single replica')
    .addHelpText(
      'after',
      `
A Gateway is ours when its class has the controller name. How its Envoys are deployed is said by an EnvoyFleet object that
spec.infrastructure.parametersRef of the Gateway or spec.parametersRef of its class names.`,
    )
    .action(async (flags: Flags) => {
      const { log, flush } = await commandLog('gateway-provisioner');
      const { kubeconfig, watchNamespaces, namespace, leaderElection } = flags;
      await runUntilSignal({
        config: {
          controllerName: flags.controllerName,
          namespace,
          nameSuffix: flags.nameSuffix,
          xdsAddress: flags.xdsAddress ?? `nuncio.${namespace}.svc`,
          xdsPort: flags.xdsPort,
          envoyImage: flags.envoyImage,
          nuncioImage: flags.nuncioImage,
        },
        kubeconfig,
        watchNamespaces,
        leaderElectionNamespace: leaderElection ? namespace : undefined,
        log,
      });
      await flush();
    });
}

/** Resolves when it has ended after a signal. */
export async function runUntilSignal(options: {
  readonly config: ProvisionerConfig;
  readonly kubeconfig: string | undefined;
  readonly watchNamespaces: readonly string[];
  /** Undefined: no Lease. */
  readonly leaderElectionNamespace: string | undefined;
  readonly log: Awaited<ReturnType<typeof commandLog>>['log'];
}): Promise<void> {
  const { config, kubeconfig, watchNamespaces, leaderElectionNamespace, log } = options;
  const [{ clockOrigin, createClock }, { runProvisioner }] = await Promise.all([
    import('../../actors/clock.ts'),
    import('../provisioner/run.ts'),
  ]);
  const provisioner = runProvisioner({
    config,
    kubeconfig,
    watchNamespaces,
    ...(leaderElectionNamespace !== undefined && {
      leaderElection: {
        namespace: leaderElectionNamespace,
        leaseName: provisionerDefaults.leaseName,
        identity: `${hostname()}_${randomUUID().slice(0, 8)}`,
        ...provisionerDefaults.lease,
      },
    }),
    clock: createClock(clockOrigin()),
    log,
  });
  log.info(
    { controllerName: config.controllerName, xds: `${config.xdsAddress}:${config.xdsPort}` },
    'gateway-provisioner starts',
  );
  const signal = await untilSignal();
  log.info({ signal }, 'gateway-provisioner ends');
  await provisioner.stop();
}

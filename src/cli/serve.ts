// Runs the control plane until it is told to end: the actors, then Envoy as a child if asked.
// Exit code 0 after SIGTERM or SIGINT, 1 when it could not start. A second signal ends it at once.
import { hostname } from 'node:os';
import { messageOf } from '../model/message-of.ts';
import { startEnvoyChild, type EnvoyChild } from '../actors/envoy/envoy-child.ts';
import { createRuntime, type Runtime } from '../actors/runtime.ts';
import type { Config } from '../model/config.ts';
import { packageVersion } from './commands/version.ts';

export async function serve(config: Config): Promise<void> {
  const version = packageVersion();
  const sharesFate = config.envoy?.sharedFate === true;
  const runtime = createRuntime(config, {
    version,
    ...(sharesFate && {
      supervisor: { onThreadEnd: (thread, reason) => void failTogether(`thread ${thread}: ${reason}`) },
    }),
  });
  const { log, supervisor } = runtime;
  log.info({ version, node: process.versions.node, sources: Object.keys(config.sources) }, 'nuncio starts');

  let envoy: EnvoyChild | undefined;
  let keeper: { stop(): void } | undefined;
  let provisioner: { stop(): Promise<void> } | undefined;
  let notifier: { stop(): void } | undefined;
  let ending = false;
  let endingSinceMs = 0;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    // Ctrl-C under npm arrives twice, from the terminal and from npm: only a later one means "now".
    if (ending && performance.now() - endingSinceMs > 1000) process.exit(1);
    if (ending) return;
    ending = true;
    endingSinceMs = performance.now();
    log.info({ signal }, 'nuncio ends');
    keeper?.stop();
    notifier?.stop();
    const provisionerEnds = provisioner?.stop();
    const { delayMs, deadlineMs } = config.shutdown ?? { delayMs: 0, deadlineMs: 0 };
    // Ctrl-C is a person who waits. Our own Envoy has no other replica to go to.
    const leaving = runtime.leave({ delayMs: signal === 'SIGINT' ? 0 : delayMs, deadlineMs });
    await envoy?.stop();
    await leaving;
    await provisionerEnds;
    await runtime.stop();
    process.exit(0);
  };
  /** Of nuncio and the Envoy beside it one has failed, and they were to share one fate: whoever started us starts both. */
  const failTogether = async (reason: string): Promise<void> => {
    if (ending) return;
    ending = true;
    endingSinceMs = performance.now();
    log.error({ reason }, 'nuncio ends, and Envoy with it');
    notifier?.stop();
    await envoy?.stop();
    await runtime.stop();
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));

  try {
    await runtime.start();
    const xds = (await supervisor.query('streamer', 'address')) as { readonly address: string; readonly port: number };
    const { admin } = runtime;
    log.info(
      { xds: `${xds.address}:${xds.port}`, admin: admin && `${admin.address}:${admin.port}` },
      'started; Envoys are served as soon as every source has synced',
    );
    if (config.envoy) {
      // An Envoy beside us reaches a wildcard address by loopback.
      const address = xds.address === '0.0.0.0' ? '127.0.0.1' : xds.address === '::' ? '::1' : xds.address;
      envoy = startEnvoyChild({
        envoy: config.envoy,
        xds: { address, port: xds.port },
        log,
        ...(sharesFate && { onEnd: (reason) => void failTogether(`Envoy: ${reason}`) }),
      });
    }
    notifier = await notifyOthers(config, runtime, version);
    keeper = await keepCertificates(config, runtime);
    provisioner = await provision(config, runtime);
    await supervisor.ready();
    log.info('ready: Envoys are served');
  } catch (error) {
    if (ending) return;
    process.stderr.write(`nuncio: ${messageOf(error)}\n`);
    await envoy?.stop();
    await runtime.stop();
    process.exit(1);
  }
}

/** Undefined: they are somebody else's business. Loaded only if asked for: few need it. */
async function keepCertificates(
  { xds }: Config,
  { clock, log, metrics }: Runtime,
): Promise<{ stop(): void } | undefined> {
  const place = xds.renewCertificates;
  if (place === undefined) return undefined;
  const [{ createSecretClient }, { keepXdsCertificatesRenewed }] = await Promise.all([
    import('../sources/kubernetes/secret-client.ts'),
    import('./certificates/keep-renewed.ts'),
  ]);
  const client = createSecretClient({ kubeconfig: place.kubeconfig, clock });
  return keepXdsCertificatesRenewed({ client, place, clock, log, metrics });
}

/** Undefined: nobody wants to know. */
async function notifyOthers(
  { notify }: Config,
  { clock, log, metrics, supervisor }: Runtime,
  version: string,
): Promise<{ stop(): void } | undefined> {
  if (notify === undefined) return undefined;
  const { startNotifier } = await import('../actors/notifier/notifier.ts');
  const component = log.child({ component: 'notifier' });
  return startNotifier({ config: notify, supervisor, clock, log: component, metrics, sender: hostname(), version });
}

/** Undefined: it is not asked for. Loaded only if it is: few need it. */
async function provision(
  { provisioner: config, sources, leaderElection }: Config,
  { clock, log }: Runtime,
): Promise<{ stop(): Promise<void> } | undefined> {
  if (config === undefined) return undefined;
  const [{ runProvisioner }, { provisionerDefaults }] = await Promise.all([
    import('./provisioner/run.ts'),
    import('./provisioner/defaults.ts'),
  ]);
  return runProvisioner({
    config,
    kubeconfig: sources.kubernetes?.kubeconfig,
    watchNamespaces: sources.kubernetes?.watchNamespaces ?? [],
    leaderElection: leaderElection && { ...leaderElection, leaseName: provisionerDefaults.leaseName },
    clock,
    log: log.child({ component: 'gateway-provisioner' }),
  });
}

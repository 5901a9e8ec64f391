// Runs the provisioner as a process or inside `serve`: one replica of several works, the holder of a Lease.
import type { Logger } from 'pino';
import { createLeaderElection } from '../../actors/status/leader-election.ts';
import type { Clock } from '../../actors/actor.ts';
import type { LeaderElectionConfig, ProvisionerConfig } from '../../model/config.ts';
import { createApiClient } from '../../sources/kubernetes/api-client.ts';
import { createLeaseClient } from '../../sources/kubernetes/lease-client.ts';
import { createProvisioner } from './provisioner.ts';

export interface RunOptions {
  readonly config: ProvisionerConfig;
  readonly kubeconfig?: string | undefined;
  /** Empty: all. */
  readonly watchNamespaces: readonly string[];
  /** Absent: this process works, whoever else does. */
  readonly leaderElection?: LeaderElectionConfig | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Returns at once; whatever fails is tried again for ever. */
export function runProvisioner(options: RunOptions): { stop(): Promise<void> } {
  const { config, kubeconfig, watchNamespaces, leaderElection, clock, log } = options;
  const client = createApiClient({ kubeconfig, clock });
  const random = Math.random;
  const provisioner = createProvisioner({
    client,
    clock,
    random,
    log,
    watchNamespaces,
    controllerName: config.controllerName,
    settings: config,
    ca: { namespace: config.namespace, suffix: config.nameSuffix },
    instance: leaderElection?.identity ?? 'nuncio',
  });
  provisioner.start();
  const leaseName = `${leaderElection?.namespace}/${leaderElection?.leaseName}`;
  const election =
    leaderElection &&
    createLeaderElection({
      ...leaderElection,
      lease: createLeaseClient(client, { namespace: leaderElection.namespace, name: leaderElection.leaseName }),
      leaseName,
      task: 'makes the fleets of Gateways',
      clock,
      random,
      log,
      onChange: (leading) => provisioner.lead(leading),
    });
  if (election === undefined) provisioner.lead(true);
  else election.start();
  return {
    async stop() {
      await election?.stop();
      await provisioner.stop();
      client.close();
    },
  };
}

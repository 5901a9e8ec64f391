// The status writer as it runs: with the API server when Kubernetes is a source. Apart from the builder, so a stuck API
// server harms nobody; a Lease decides which replica writes.
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createApiClient } from '../../sources/kubernetes/api-client.ts';
import { createEventClient } from '../../sources/kubernetes/event-client.ts';
import { createLeaseClient } from '../../sources/kubernetes/lease-client.ts';
import { watchServiceStatus } from '../../sources/kubernetes/service-watch.ts';
import { createStatusClient } from '../../sources/kubernetes/status-client.ts';
import { createStatusWatch } from '../../sources/kubernetes/status-watch.ts';
import { addressesOfService, toAddress } from '../../status/published-address.ts';
import type { PublishedAddress } from '../../status/published-address.ts';
import type { Actor, ActorContext } from '../actor.ts';
import { createGrpcTransport } from '../replicas/grpc-transport.ts';
import { createLeaderElection } from './leader-election.ts';
import { createStatusWriter } from './status-writer.ts';
import type { StatusBackend } from './status-writer.ts';

/** At a start the routes go first, here, at the API server and in Envoy: statuses are read and written after them. */
const firstReviewDelayMs = 3000;

/** Replicas that see a new leader, at most after twice the time between two looks, take so long to tell it what they know. */
const gatherMs = 1000;

export function createActor(context: ActorContext): Actor {
  return createStatusWriter(context, { backend: createBackend(context), random: Math.random, firstReviewDelayMs });
}

function createBackend({ config, clock, log }: ActorContext): StatusBackend | null {
  const { kubernetes } = config.sources;
  if (kubernetes === undefined) return null;
  const random = Math.random;
  const closing = new AbortController();
  const client = createApiClient({ kubeconfig: kubernetes.kubeconfig, clock });
  const { leaderElection, publishedAddress } = config;
  const transport = leaderElection && createGrpcTransport(config, log);
  return {
    client: createStatusClient(client),
    watch: createStatusWatch({ client, clock, random, log, namespaces: kubernetes.watchNamespaces }),
    events: createEventClient(client, leaderElection?.identity ?? 'nuncio'),
    ...(leaderElection !== undefined &&
      transport !== undefined && {
        reports: {
          identity: leaderElection.identity,
          transport,
          gatherMs: leaderElection.retryPeriodMs * 2 + gatherMs,
        },
      }),
    ...(leaderElection !== undefined && {
      elect: (given) =>
        createLeaderElection({
          ...leaderElection,
          lease: createLeaseClient(client, { namespace: leaderElection.namespace, name: leaderElection.leaseName }),
          leaseName: `${leaderElection.namespace}/${leaderElection.leaseName}`,
          task: 'writes statuses, Events and addresses',
          clock,
          random,
          log,
          ...given,
        }),
    }),
    watchAddresses(onAddresses) {
      if (publishedAddress === undefined) return;
      if (publishedAddress.kind === 'fixed')
        return onAddresses(publishedAddress.addresses.map((text) => toAddress(text, (each) => isIP(each) > 0)));
      let known: readonly PublishedAddress[] = [];
      const { namespace, name } = publishedAddress;
      watchServiceStatus({
        namespace,
        name,
        client,
        clock,
        random,
        log,
        signal: closing.signal,
        onStatus(status) {
          const addresses = addressesOfService(status);
          // A load balancer that is being made has none for a while: nobody gains from losing the old ones.
          if (addresses.length === 0 || isDeepStrictEqual(addresses, known)) return;
          known = addresses;
          onAddresses(addresses);
        },
      });
    },
    close() {
      closing.abort();
      client.close();
    },
  };
}

// Watches one Service for its status: the addresses of its load balancer. Its namespace need not be one that sources
// watch. In: namespace and name. Out: the value of `status`, at first and when it changes. Missing rights are logged once.
import type { Logger } from 'pino';
import { kinds } from '../../model/kinds/index.ts';
import type { SourceClock } from '../source.ts';
import { describeFailure } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { runQuietReflector } from './quiet-reflector.ts';

export function watchServiceStatus(options: {
  readonly namespace: string;
  readonly name: string;
  readonly client: ApiClient;
  readonly clock: SourceClock;
  readonly random: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onStatus: (status: unknown) => void;
}): void {
  const { namespace, name, log, onStatus } = options;
  let saidForbidden = false;
  void runQuietReflector<{ readonly status: unknown }>({
    ...options,
    kind: kinds.Service,
    fieldSelector: `metadata.name=${name}`,
    keep: ({ status }) => ({ status }),
    onUpsert: (_key, { status }) => onStatus(status),
    onRemove() {},
    onPhase(phase, failure) {
      if (phase !== 'forbidden' || failure === undefined || saidForbidden) return;
      saidForbidden = true;
      log.warn(
        { namespace, name },
        `may not watch the Service ${namespace}/${name}, whose addresses are to be published: ${describeFailure(failure)}; addresses in statuses stay as they are`,
      );
    },
  });
}

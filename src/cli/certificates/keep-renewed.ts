// Renews Secrets with certificates while nuncio runs, on every replica: whoever is first does it. Files are not its
// business: the kubelet renews those of the pods, and nuncio and Envoy read them again. The API server being away costs
// nothing but time: there are weeks.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock, Timer } from '../../actors/actor.ts';
import { counter } from '../../actors/metrics.ts';
import type { SecretClient } from '../../sources/kubernetes/secret-client.ts';
import { factsOf, readPair } from './certificate.ts';
import { renewFamily } from './cluster.ts';
import { defaultDnsNames, withNames } from './names.ts';
import { defaultOverlapMs, leafNames, lifetimeOf } from './renew.ts';
import type { CertificateSet, CompleteSet, LeafName, RenewalPolicy } from './renew.ts';
import { nameIn, secretNameOf, xdsSecrets } from './secrets.ts';
import type { SecretFamily, SecretPlace } from './secrets.ts';

export interface KeeperOptions<L extends string> {
  readonly client: SecretClient;
  readonly family: SecretFamily<L>;
  readonly place: SecretPlace;
  /** Gets what is stored; a text says why nothing can be done. */
  readonly policyFor: (set: CertificateSet<L>) => RenewalPolicy<L> | string;
  /** In the log. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Default: `Math.random`. Replicas that start together must not look together. */
  readonly random?: () => number;
  /** The longest time from the start to the first look; default ten seconds. */
  readonly firstLookWithinMs?: number;
  /** The longest time between looks; default an hour. */
  readonly lookEveryMs?: number;
  /** After a look that failed, and the shortest time between looks; default a minute. */
  readonly retryMs?: number;
  /** After each look. */
  readonly onSet?: (set: CompleteSet<L>) => void;
}

const dayMs = 24 * 3_600_000;
const renewBeforeMs = 30 * dayMs;
const usualLookMs = 3_600_000;
const usualRetryMs = 60_000;
const usualFirstLookMs = 10_000;

/** The certificates of xDS, which certgen has made. */
export function keepXdsCertificatesRenewed(
  options: Pick<KeeperOptions<LeafName>, 'client' | 'place' | 'clock' | 'log' | 'metrics' | 'random'>,
): { stop(): void } {
  const { place } = options;
  return keepCertificatesRenewed({
    ...options,
    family: xdsSecrets,
    name: 'xDS certificates',
    policyFor: (set) => xdsPolicy(set, place),
  });
}

/** Looks soon, then every hour and whenever something is due. */
export function keepCertificatesRenewed<L extends string>(options: KeeperOptions<L>): { stop(): void } {
  const { client, family, place, clock, log, name } = options;
  const random = options.random ?? Math.random;
  const count = counter(
    options.metrics,
    'nuncio_certificate_renewals_total',
    'Looks at the Secrets of certificates that wrote something (renewed) or could not be done (failed)',
    ['result'],
  );
  const where = `${place.namespace}/${nameIn(family, family.leaves[0]!, place)}`;
  let lifetimeMs = 365 * dayMs;
  let stopped = false;
  let lastFailure = '';
  let timer: Timer = clock.setTimer(random() * (options.firstLookWithinMs ?? usualFirstLookMs), () => void look());

  async function look(): Promise<void> {
    const nowMs = clock.dateMs();
    const done = await renewFamily(client, family, place, policyOf, nowMs);
    if (stopped) return;
    // Certificates of minutes, as in tests, want looks of seconds.
    const leastMs = Math.min(options.retryMs ?? usualRetryMs, Math.max(1000, lifetimeMs / 100));
    if (!done.ok) {
      count.labels('failed').inc();
      if (done.message !== lastFailure) {
        log.warn({ error: done.message }, `${name} not renewed; trying again, those of before stay in force`);
      }
      lastFailure = done.message;
      next(leastMs);
      return;
    }
    lastFailure = '';
    const { changes, endsMs } = done;
    if (changes.length > 0) {
      count.labels('renewed').inc();
      const told = changes.map(({ what, kind, reason }) => `${what} ${kind}: ${reason}`);
      log.info({ secrets: where, changes: told, ends: new Date(endsMs).toISOString() }, `${name} renewed`);
    }
    options.onSet?.(done.set);
    // Somebody else, such as certgen --overwrite, may begin something at any time.
    const mostMs = Math.min(options.lookEveryMs ?? usualLookMs, defaultOverlapMs(lifetimeMs) / 4);
    next(Math.min(mostMs, Math.max(leastMs, done.nextDueMs - nowMs)));
  }

  function next(delayMs: number): void {
    timer = clock.setTimer(delayMs * (1 + random() / 10), () => void look());
  }

  function policyOf(set: CertificateSet<L>): RenewalPolicy<L> | string {
    const policy = options.policyFor(set);
    if (typeof policy !== 'string') ({ lifetimeMs } = policy);
    return policy;
  }

  return {
    stop() {
      stopped = true;
      timer.cancel();
      client.close();
    },
  };
}

/** What certgen chose is kept. */
function xdsPolicy(set: CertificateSet, place: SecretPlace): RenewalPolicy | string {
  if (set.ca === undefined) {
    return `there is no Secret ${place.namespace}/${secretNameOf('ca', place)}; \`nuncio certgen --cluster\` makes it`;
  }
  const lifetimeMs = Math.max(...leafNames.map((name) => lifetimeOf(set.leaves[name]) ?? 0)) || 365 * dayMs;
  const defaults = defaultDnsNames(place.namespace);
  const namesOf = (name: LeafName): readonly string[] => {
    const leaf = set.leaves[name];
    const parsed = leaf === undefined ? undefined : readPair(leaf);
    return withNames(defaults[name], parsed === undefined ? [] : factsOf(parsed).dnsNames);
  };
  return {
    lifetimeMs,
    caLifetimeMs: lifetimeOf(set.ca) ?? 10 * 365 * dayMs,
    renewBeforeMs,
    overlapMs: defaultOverlapMs(lifetimeMs),
    dnsNames: { nuncio: namesOf('nuncio'), envoy: namesOf('envoy') },
    overwrite: false,
  };
}

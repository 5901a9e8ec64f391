// Which of several replicas does what only one may do: the one that holds a Lease.
// In: a Lease, times. Out: `onChange` at each gain and loss. Must hold: nobody leads longer after the start of its last
// good renewal than `renewDeadlineMs`, which is less than the time after which others take over; others reckon with their
// own clock from when they saw the Lease change, so clocks need not agree; no failure ends the loop.
import type { Logger } from 'pino';
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { ApiFailure, ApiResult } from '../../sources/kubernetes/api-client.ts';
import type { Lease, LeaseClient, LeaseRecord } from '../../sources/kubernetes/lease-client.ts';
import type { Clock, Timer } from '../actor.ts';

export interface LeaderElection {
  start(): void;
  /** Also right when this thread was stopped for a while and no timer has run since. */
  isLeading(): boolean;
  /** Gives the Lease back if it is ours, so that another takes it at once; takes two seconds at most. */
  stop(): Promise<void>;
  /** Who holds the Lease, as far as we know; empty: nobody. */
  readonly holder: string;
}

export interface LeaderElectionOptions {
  readonly lease: LeaseClient;
  /** For messages, `namespace/name`. */
  readonly leaseName: string;
  readonly identity: string;
  /** What the leader does, for messages: completes "leader now: …". */
  readonly task: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  readonly onChange: (leading: boolean) => void;
  /** Published while we hold the Lease: where others reach us, `host:port`; absent or empty: nowhere. */
  readonly address?: () => string;
  /** Another one holds the Lease as far as we know, or says that it is reached elsewhere; null: nobody, or we ourselves. */
  readonly onHolder?: (holder: LeaseHolder | null) => void;
}

export interface LeaseHolder {
  readonly identity: string;
  /** Empty: it says nothing of it. */
  readonly address: string;
}

const releaseDeadlineMs = 2_000;
/** Followers come apart by this part of the retry period, so that they do not all ask at once. */
const jitter = 0.2;

export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { lease: client, identity, leaseName, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = options;
  const { clock, random, log, onChange, task } = options;
  const stopping = new AbortController();
  /** A request must not take so long that no second one fits in before the deadline. */
  const requestDeadlineMs = Math.max(1_000, renewDeadlineMs / 2);
  let seen: Lease | null = null;
  let seenAtMs = 0;
  let leading = false;
  let acquiredMs = 0;
  /** Start of the last good renewal. */
  let renewedMs = 0;
  let failures = 0;
  let nextTimer: Timer | undefined;
  let deadlineTimer: Timer | undefined;
  let round: Promise<void> = Promise.resolve();

  const isFresh = (): boolean => clock.nowMs() - renewedMs < renewDeadlineMs;

  function observe(lease: Lease): void {
    const isNews = seen?.holder !== lease.holder || seen.address !== lease.address;
    if (seen?.resourceVersion !== lease.resourceVersion) seenAtMs = clock.nowMs();
    seen = lease;
    const { holder, address } = lease;
    if (isNews) options.onHolder?.(holder === '' || holder === identity ? null : { identity: holder, address });
  }

  function recordOf(holder: string, transitions: number): LeaseRecord {
    const durationMs = holder === '' ? 1_000 : leaseDurationMs;
    const address = holder === '' ? '' : (options.address?.() ?? '');
    return { holder, durationMs, acquireMs: acquiredMs, renewMs: clock.dateMs(), transitions, address };
  }

  async function attempt(): Promise<void> {
    const { signal } = stopping;
    const startMs = clock.nowMs();
    // The leader renews under the version that it wrote itself; only when that fails it has to look.
    if (seen === null || seen.holder !== identity || failures > 0) {
      const read = await client.read(signal, requestDeadlineMs);
      if (!read.ok) return fail(read.failure);
      if (read.value === null) {
        acquiredMs = clock.dateMs();
        return settle(startMs, await client.create(recordOf(identity, 0), signal, requestDeadlineMs));
      }
      observe(read.value);
    }
    const known = seen;
    if (known === null) return;
    if (known.holder !== identity) {
      const heldMs = clock.nowMs() - seenAtMs;
      if (known.holder !== '' && heldMs < known.durationMs) {
        failures = 0;
        lose(`${known.holder} holds it`);
        return;
      }
      acquiredMs = clock.dateMs();
    } else if (acquiredMs === 0) acquiredMs = clock.dateMs();
    const transitions = known.holder === identity ? known.transitions : known.transitions + 1;
    settle(startMs, await client.update(known, recordOf(identity, transitions), signal, requestDeadlineMs));
  }

  function settle(startMs: number, answer: ApiResult<Lease>): void {
    if (stopping.signal.aborted) return;
    if (!answer.ok) return fail(answer.failure);
    observe(answer.value);
    if (failures > 1) log.info({ lease: leaseName }, `Lease ${leaseName} can be written again`);
    failures = 0;
    renewedMs = startMs;
    deadlineTimer?.cancel();
    deadlineTimer = clock.setTimer(Math.max(0, startMs + renewDeadlineMs - clock.nowMs()), () =>
      lose(`it could not be renewed for ${Math.round(renewDeadlineMs / 1000)} s`),
    );
    if (leading || !isFresh()) return;
    leading = true;
    log.info({ lease: leaseName, identity }, `leader now: ${task} (Lease ${leaseName})`);
    onChange(true);
  }

  function fail(failure: ApiFailure): void {
    if (stopping.signal.aborted || failure.kind === 'aborted') return;
    failures += 1;
    // Another one was faster: the next look tells who.
    if (failure.kind === 'http' && failure.status === 409) return;
    if (failures === 2 || (failures === 1 && failure.kind === 'http' && failure.status < 500 && failure.status !== 429))
      log.warn(
        { lease: leaseName },
        `cannot ${leading ? 'renew' : 'read or write'} the Lease ${leaseName}: ${describeFailure(failure)}; ${leading ? 'still leader for now' : 'this replica is no leader as long as that is so (a single replica needs none: --leader-election=false)'}, trying again`,
      );
  }

  function lose(why: string): void {
    if (!leading) return;
    leading = false;
    deadlineTimer?.cancel();
    log.info({ lease: leaseName, identity }, `leader no more: ${why}; goes on serving`);
    onChange(false);
  }

  async function run(): Promise<void> {
    await attempt();
    if (stopping.signal.aborted) return;
    const delayMs = leading ? retryPeriodMs : retryPeriodMs * (1 + jitter * random());
    nextTimer = clock.setTimer(delayMs, next);
  }

  function next(): void {
    round = run();
  }

  return {
    start: next,
    isLeading() {
      if (leading && !isFresh()) lose(`it could not be renewed for ${Math.round(renewDeadlineMs / 1000)} s`);
      return leading;
    },
    async stop() {
      nextTimer?.cancel();
      deadlineTimer?.cancel();
      const wasLeading = leading;
      stopping.abort();
      leading = false;
      if (wasLeading) onChange(false);
      await round;
      if (seen === null || seen.holder !== identity || !wasLeading) return;
      // A renewal that was cut off may have arrived: then this is refused, and the Lease simply runs out.
      await client.update(
        seen,
        recordOf('', seen.transitions),
        new AbortController().signal,
        Math.min(releaseDeadlineMs, requestDeadlineMs),
      );
    },
    get holder() {
      return seen?.holder ?? '';
    },
  };
}

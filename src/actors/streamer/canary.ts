// Canary mode: who the canaries are, how long a change is on trial, and what becomes of it. In: what the streams tell, load
// reports, commands. Out: promotions, or a verdict to the builder, which rolls back. What a trial is, is in
// src/xds/stream/canary.ts.
// A trial is promoted when canaries have accepted everything and nothing has changed for the set time (at most five times
// that after it began), without a refusal by a canary and without a rise of errors in the load reports.
import type { CanaryVerdict } from '../../messages/canary.ts';
import { verdictKey } from '../../messages/canary.ts';
import type { ResourceType } from '../../messages/resources.ts';
import type { Config } from '../../model/config.ts';
import { resourceKey } from '../../xds/resource.ts';
import { errorsRose, type Canary, type CanaryPhase, type ErrorCount } from '../../xds/stream/canary.ts';
import type { Change } from '../../xds/stream/store.ts';
import type { ActorContext, Timer } from '../actor.ts';
import { counter, gauge } from '../metrics.ts';

export interface CanaryReport {
  readonly phase: CanaryPhase;
  /** Node ids of the canaries that are connected. */
  readonly canaries: readonly string[];
  /** Resources that only canaries have, as `<type>/<name>`; some if they are many. */
  readonly resources: readonly string[];
  readonly resourceCount: number;
  /** Unix milliseconds; null: nothing is on trial. */
  readonly sinceMs: number | null;
  /** When it will be promoted, if nothing else changes. */
  readonly untilMs: number | null;
  /** Of canaries before and during the trial, and of the others during it. */
  readonly errors: { readonly before: ErrorCount; readonly during: ErrorCount; readonly others: ErrorCount };
  readonly last: { readonly outcome: Outcome; readonly atMs: number; readonly reason: string } | null;
}

export type Outcome = 'promoted' | 'failed';

export interface CanaryCommand {
  readonly command: 'promote' | 'abort';
  readonly by: string;
}

export type CanaryAnswer =
  { readonly ok: true; readonly report: CanaryReport } | { readonly ok: false; readonly mistake: string };

export interface CanaryRun {
  /** Whether this Envoy gets changes first. Remembers it, if it is one of the first. */
  admits(nodeId: string): boolean;
  isCanary(nodeId: string): boolean;
  /** No stream of this node is open any more. */
  left(nodeId: string): void;
  /** Somebody is there to try a change. */
  readonly mayBegin: boolean;
  /** The stores have taken something. */
  took(): void;
  refused(nodeId: string, type: ResourceType, name: string, message: string): void;
  loadReport(nodeId: string, count: ErrorCount): void;
  /** Of load reports. */
  readonly intervalMs: number;
  report(): CanaryReport;
  run(command: CanaryCommand): CanaryAnswer;
  stop(): void;
}

const namedResources = 50;
/** A trial that changes all the time ends too. */
const longestTimes = 5;
const keptSamplesMs = 10 * 60_000;
const none: ErrorCount = { requests: 0, errors: 0 };

export function createCanaryRun(
  context: ActorContext,
  options: {
    readonly settings: NonNullable<Config['canary']>;
    readonly canary: Canary;
    /** What `stable` now has besides. */
    readonly promoted: (changes: readonly Change[]) => void;
    /** Canaries that have not yet answered all that they were sent. */
    readonly waitsFor: () => readonly string[];
  },
): CanaryRun {
  const { clock, log, metrics } = context;
  const { settings, canary } = options;
  const { timeMs, errorRise: rise, minRequests } = settings;
  const tickMs = Math.min(1000, timeMs / 4);
  const isNamed = 'nodeIds' in settings.envoys ? matcher(settings.envoys.nodeIds) : null;
  const mostCanaries = 'count' in settings.envoys ? settings.envoys.count : Infinity;
  const canaries = new Set<string>();
  const samples: (ErrorCount & { readonly nodeId: string; readonly atMs: number })[] = [];
  let trial: { readonly id: string; readonly sinceMs: number; readonly atMs: number } | null = null;
  let lastChangeMs = 0;
  let knownSize = 0;
  let timer: Timer | null = null;
  let trials = 0;
  let last: CanaryReport['last'] = null;
  let verdict: CanaryVerdict | null = null;
  const toBuilder = context.sender<CanaryVerdict>('streamer>builder', {
    state: () => (verdict === null ? [] : [[verdictKey, verdict]]),
  });
  toBuilder.synced();

  const outcomes = counter(metrics, 'nuncio_canary_trials_total', 'Trials of changes by canaries, by outcome', [
    'outcome',
  ]);
  gauge(metrics, 'nuncio_canary_active', '1 while a change is on trial', [], (set) =>
    set({}, canary.phase === 'idle' ? 0 : 1),
  );
  gauge(metrics, 'nuncio_canary_resources', 'Resources that only canaries have', [], (set) =>
    set({}, canary.onTrial.size),
  );

  function took(): void {
    const { phase, onTrial } = canary;
    const nowMs = clock.nowMs();
    if (onTrial.size !== knownSize) lastChangeMs = nowMs;
    knownSize = onTrial.size;
    if (phase === 'idle') return over();
    if (trial === null) {
      trial = { id: `t${++trials}-${Math.floor(nowMs).toString(36)}`, sinceMs: nowMs, atMs: clock.dateMs() };
      lastChangeMs = nowMs;
      log.info({ canaries: [...canaries], resources: onTrial.size }, 'a change is on trial');
    }
    timer ??= clock.setTimer(tickMs, tick);
  }

  /** Nothing differs any more. */
  function over(): void {
    timer?.cancel();
    timer = null;
    trial = null;
    knownSize = 0;
  }

  function tick(): void {
    timer = null;
    if (trial === null) return;
    const nowMs = clock.nowMs();
    const quiet = nowMs - lastChangeMs >= timeMs;
    switch (canary.phase) {
      case 'idle':
        return over();
      case 'failed':
        break;
      case 'settling':
        // What is left is what the earlier revision has too.
        if (quiet) return promote(false);
        break;
      case 'trial': {
        if (errorsRose(errors(), { rise, minRequests }) === true) {
          const { before, during, others } = errors();
          return fail(
            `errors rose: ${text(during)} on canaries, against ${text(before)} before and ${text(others)} on others`,
          );
        }
        const isOver = quiet || nowMs - trial.sinceMs >= longestTimes * timeMs;
        // It may be the change that has ended them.
        if (isOver && canaries.size === 0) return fail('no canary is connected any more');
        const waits = options.waitsFor();
        if (isOver && waits.length === 0) return promote(true);
        if (isOver && nowMs - lastChangeMs >= longestTimes * timeMs)
          return fail(`${waits.join(', ')} has not accepted it in time`);
      }
    }
    timer = clock.setTimer(tickMs, tick);
  }

  function promote(counts: boolean, by = ''): void {
    const { size } = canary.onTrial;
    const changes = canary.promote();
    if (counts) end('promoted', by === '' ? 'no refusal, no rise of errors' : `by ${by}`, size);
    over();
    options.promoted(changes);
  }

  function fail(reason: string): void {
    if (trial === null || canary.phase !== 'trial') return;
    const { size } = canary.onTrial;
    verdict = { id: trial.id, causeIds: [...canary.causes], reason: reason.slice(0, 600) };
    canary.fail();
    end('failed', reason, size);
    toBuilder.upsert(verdictKey, verdict, []);
  }

  function end(outcome: Outcome, reason: string, resources: number): void {
    last = { outcome, atMs: clock.dateMs(), reason };
    outcomes.inc({ outcome });
    if (outcome === 'promoted') log.info({ resources, reason }, 'what was on trial goes to all Envoys');
    else log.error({ resources, reason }, 'what was on trial is taken back: canaries did badly with it');
  }

  function errors(): CanaryReport['errors'] {
    const sinceMs = trial?.sinceMs ?? Infinity;
    const sum = (wanted: (sample: (typeof samples)[number]) => boolean): ErrorCount =>
      samples
        .filter(wanted)
        .reduce((all, each) => ({ requests: all.requests + each.requests, errors: all.errors + each.errors }), none);
    return {
      before: sum(({ nodeId, atMs }) => canaries.has(nodeId) && atMs <= sinceMs),
      during: sum(({ nodeId, atMs }) => canaries.has(nodeId) && atMs > sinceMs),
      others: sum(({ nodeId, atMs }) => !canaries.has(nodeId) && atMs > sinceMs),
    };
  }

  function report(): CanaryReport {
    const { phase, onTrial } = canary;
    return {
      phase,
      canaries: [...canaries].sort(),
      resources: [...onTrial].sort().slice(0, namedResources),
      resourceCount: onTrial.size,
      sinceMs: trial?.atMs ?? null,
      untilMs: trial === null ? null : clock.dateMs() + Math.max(0, lastChangeMs + timeMs - clock.nowMs()),
      errors: errors(),
      last,
    };
  }

  return {
    admits(nodeId) {
      if (isNamed === null ? canaries.size < mostCanaries : isNamed(nodeId)) canaries.add(nodeId);
      return canaries.has(nodeId);
    },
    isCanary: (nodeId) => canaries.has(nodeId),
    left: (nodeId) => void canaries.delete(nodeId),
    get mayBegin() {
      return canaries.size > 0;
    },
    took,
    refused(nodeId, type, name, message) {
      if (canaries.has(nodeId) && canary.onTrial.has(resourceKey(type, name)))
        fail(`${nodeId} refuses ${type} ${name}: ${message}`);
    },
    loadReport(nodeId, { requests, errors: failed }) {
      const atMs = clock.nowMs();
      while (samples[0] !== undefined && samples[0].atMs < atMs - keptSamplesMs) samples.shift();
      if (requests > 0) samples.push({ nodeId, atMs, requests, errors: failed });
    },
    intervalMs: Math.min(5_000, Math.max(1_000, Math.floor(timeMs / 5))),
    report,
    run({ command, by }) {
      if (canary.phase === 'idle') return { ok: false, mistake: 'nothing is on trial' };
      if (command === 'promote') promote(true, by);
      else if (canary.phase === 'trial') fail(`aborted by ${by}`);
      else return { ok: false, mistake: 'it is being taken back already' };
      return { ok: true, report: report() };
    },
    stop() {
      timer?.cancel();
    },
  };
}

/** `*` stands for any text. */
function matcher(pattern: string): (nodeId: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 's');
  return (nodeId) => expression.test(nodeId);
}

function text({ requests, errors }: ErrorCount): string {
  return `${errors} of ${requests}`;
}

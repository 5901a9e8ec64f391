// The status writer: while this replica leads, it keeps the status of each Kubernetes object what the builder wants it to
// be, at the pace of the API server. In: wanted statuses from the builder; from the streamer, and from those of other
// replicas (src/actors/replicas), what Envoys refuse and how far they are; stored statuses from watches of its own, addresses.
// Out: merge patches on the status subresource, Events; while another replica leads, what that is to know of the Envoys here.
// Must hold: the builder never waits for the API server; only the newest wish of an object is written, and only where the
// stored status differs; a person's change goes before mass rewrites; a failure is tried again for ever, with back-off;
// without leadership nothing is written.
//
// All is level-triggered: whatever changes (wish, stored status, addresses, leadership), the object is compared anew, and
// waits in the queue as long as the two differ.
import type { Batch, Cause, Upsert } from '../../messages/edge.ts';
import { isFleetKey, type EnvoyReport, type FleetProgress } from '../../messages/envoy-reports.ts';
import type { RejectionValue } from '../../messages/rejections.ts';
import { isStatedKey, statedKey, type StatedStatus } from '../../messages/replica-reports.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import { parseKey } from '../../model/object.ts';
import { messageOf } from '../../model/message-of.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { ApiFailure, ApiResult } from '../../sources/kubernetes/api-client.ts';
import { backOffMs, forbiddenBackOff, requestBackOff } from '../../sources/kubernetes/back-off.ts';
import type { EventClient } from '../../sources/kubernetes/event-client.ts';
import { createSharedAbort } from '../../sources/kubernetes/shared-abort.ts';
import type { StatusClient, StoredStatus } from '../../sources/kubernetes/status-client.ts';
import type { StatusWatch } from '../../sources/kubernetes/status-watch.ts';
import { takesBack, withAcceptance, type Acceptance } from '../../status/acceptance.ts';
import { rejectionProblems, withProgrammed } from '../../status/rejections.ts';
import { statusHash } from '../../status/replicas.ts';
import { transitionEvent } from '../../status/object-events.ts';
import { withAddresses } from '../../status/published-address.ts';
import type { PublishedAddress } from '../../status/published-address.ts';
import { equalJson, statusPatch } from '../../status/status-patch.ts';
import type { Actor, ActorContext, Timer } from '../actor.ts';
import { createKeyedInput, type KeyedChange } from '../keyed-input.ts';
import { createReportClient } from '../replicas/report-client.ts';
import { createReportHub } from '../replicas/report-hub.ts';
import type { ReportListener, ReportTransport } from '../replicas/transport.ts';
import { createFleetWaits } from './fleet-waits.ts';
import { createEventRecorder } from './event-recorder.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { LeaderElection, LeaderElectionOptions, LeaseHolder } from './leader-election.ts';
import { createRejectionIndex } from './rejection-index.ts';
import { createRequestWindow } from './request-window.ts';
import { createStatusFights } from './status-fights.ts';
import { createStatusMetrics } from './status-metrics.ts';
import { createStatusPace } from './status-pace.ts';
import { createStatusQueue, statusPriorities } from './status-queue.ts';
import type { QueuedStatus, StatusPriority } from './status-queue.ts';

export interface StatusWriterOptions {
  /** Null: there is no Kubernetes source, so there is nothing to write. */
  readonly backend: StatusBackend | null;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  /** How long after the first full state its statuses are compared; absent: at once. */
  readonly firstReviewDelayMs?: number;
}

/** The API server, as far as the status writer needs it. */
export interface StatusBackend {
  readonly client: StatusClient;
  readonly watch: StatusWatch;
  readonly events: EventClient;
  /** Absent: this replica is the only one. */
  readonly elect?: (given: ElectionParts) => LeaderElection;
  /** Absent: others are not heard, and told nothing. */
  readonly reports?: {
    /** Names this replica. */
    readonly identity: string;
    readonly transport: ReportTransport;
    /** So long others take to see that we lead and to tell what they know. */
    readonly gatherMs: number;
  };
  /** Calls back with the addresses to publish, at once or later, never with none. */
  watchAddresses(onAddresses: (addresses: readonly PublishedAddress[]) => void): void;
  /** Ends requests and watches under way. */
  close(): void;
}

export type ElectionParts = Pick<LeaderElectionOptions, 'onChange' | 'onHolder' | 'address'>;

/** Answer to the query `replicas`. */
export interface ReplicasReport {
  readonly leading: boolean;
  /** Empty: nobody, or nobody is elected. */
  readonly holder: string;
  /** Of a leader: of others, how many Envoys are connected there, as far as they have told. */
  readonly others: readonly { readonly replica: string; readonly envoys: number }[];
  /** Of a follower: why the leader is not told of the Envoys here; empty: it is. */
  readonly trouble: string;
}

/** Answer to the query `queue`. */
export interface StatusQueueReport {
  readonly leading: boolean;
  /** Empty: nobody, or nobody is elected. */
  readonly holder: string;
  readonly waiting: Readonly<Record<StatusPriority, number>>;
  readonly underWay: number;
  /** How many requests may be under way now. */
  readonly limit: number;
}

type Outcome = 'written' | 'unchanged' | 'gone' | 'refused' | 'failed';

interface Known {
  readonly stored: StoredStatus;
  /** What is stored is what is wanted. */
  settled: boolean;
  /** We wrote this version; an event with an older one comes late. */
  readonly writtenVersion: string;
  /** What the API server made of a wish that it stores in another form. */
  readonly accepted: { readonly wish: Wish; readonly status: unknown } | null;
}

/** A wanted status with addresses. Two are the same wish when all parts are the same objects. */
interface Wish {
  readonly value: StatusValue;
  readonly addresses: readonly PublishedAddress[];
  /** What Envoys refuse of the object. */
  readonly rejections: readonly RejectionValue[];
  /** Stored refusals that are not among them are over. */
  readonly mayClear: boolean;
  /** Null: Envoys are not waited for. */
  readonly acceptance: Acceptance | null;
}

/** A status that is not written yet, since Envoys will soon have accepted what it says. Ends when they have. */
interface Hold {
  readonly priority: StatusPriority;
  readonly causes: readonly Cause[];
  /** Null: it has waited long enough. */
  timer: Timer | null;
}

interface Term {
  readonly signal: AbortSignal;
  readonly end: () => void;
  /** Kinds whose stored statuses are watched. */
  readonly watched: Set<string>;
}

/** Immediate new attempts after somebody else wrote in between. */
const conflictRetries = 3;

/** Objects that are compared in one go. */
const sliceSize = 200;

const noAddresses: readonly PublishedAddress[] = [];
const noProblems: readonly Problem[] = [];
const noCauses: readonly Cause[] = [];

/** So long after this replica began to lead, or its streamer to run, Envoys have connected and refused again what they refuse. */
const rejectionGraceMs = 60_000;

/** Envoys accept within milliseconds. A Gateway whose Envoys take longer says so. */
const gatewayHoldMs = 500;

/** A route can't say how far Envoys are: who takes so long is not waited for. */
const routeHoldMs = 10_000;

export function createStatusWriter(context: ActorContext, options: StatusWriterOptions): Actor {
  const { clock, log, trace } = context;
  const { backend, random } = options;
  const input = createKeyedInput<StatusValue>({ equal: equalJson });
  const rejections = createRejectionIndex();
  const queue = createStatusQueue();
  const window = createRequestWindow();
  const metrics = createStatusMetrics(context.metrics, {
    waiting: (priority) => queue.waiting(priority),
    underWay: () => working.size,
    limit: () => window.limit,
    leading: () => term !== null,
    reports: backend?.reports && {
      heard: () => hub?.replicas.length ?? 0,
      told: () => term !== null || (client?.isOpen === true && client.trouble === ''),
    },
  });
  const fights = createStatusFights({ log, overwritten: metrics.overwritten });
  const pace = createStatusPace();
  const recorder: EventRecorder | null =
    backend === null ? null : createEventRecorder(context, { client: backend.events, random });

  let addresses = noAddresses;
  let term: Term | null = null;
  const stored = new Map<ObjectKey, Known>();
  /** Objects whose status is being written, and what came meanwhile. */
  const working = new Map<ObjectKey, { again: QueuedStatus | null }>();
  /** Objects that are left alone for a while. */
  const delayed = new Map<ObjectKey, Timer>();
  /** Of these, those that are only written too often, and since when what is to be written is true. */
  const paced = new Map<ObjectKey, number>();
  const failures = new Map<ObjectKey, number>();
  /** Wishes that the API server does not take. */
  const refused = new Map<ObjectKey, Wish>();
  /** Kinds whose status we may not write, until the next attempt. */
  const held = new Map<string, Timer>();
  const refusals = new Map<string, number>();
  /** The whole server is held off: it is away or asks for patience. */
  let pause: Timer | null = null;
  let pausesInARow = 0;
  let firstReview: Timer | null = null;
  let grace: Timer | null = null;
  let graceOver = false;
  const holds = new Map<ObjectKey, Hold>();
  const { reports } = backend ?? {};
  const fleets = createFleetWaits({
    clock,
    hasOthers: backend?.elect !== undefined && reports === undefined,
    onChange(objects) {
      if (term === null) return;
      for (const key of objects) {
        const { priority = 'related', causes = noCauses } = holds.get(key) ?? {};
        review(key, priority, causes);
      }
      pump();
    },
  });

  /** Of other replicas, while we lead. */
  const hub =
    reports &&
    createReportHub({
      identity: reports.identity,
      clock,
      log,
      fail: (error) => context.fail(error),
      onBatch(replica, batch) {
        if (batch.reset && term !== null) startGrace();
        const { ofFleets, ofRefusals } = divide(batch);
        fleets.apply(replica, ofFleets);
        refusalsChanged(rejections.apply(replica, ofRefusals));
      },
      onGone(replica) {
        // Its Envoys turn up elsewhere, and refuse again what they refuse.
        if (term !== null) startGrace();
        fleets.drop(replica);
        refusalsChanged(rejections.drop(replica));
      },
    });
  /** To the replica that leads. */
  const client =
    reports &&
    createReportClient({
      identity: reports.identity,
      transport: reports.transport,
      clock,
      random,
      log,
      fail: (error) => context.fail(error),
      *state() {
        yield* reported.values;
        yield* stated;
      },
    });
  let listener: ReportListener | null = null;
  /** What the streamer has told: all that a leader is to know of the Envoys here. */
  const reported = createKeyedInput<EnvoyReport>();
  /** What statuses say, for the same; made as they come, since 10,000 in one go take 80 ms. */
  const stated = new Map<string, StatedStatus>();
  let holder: LeaseHolder | null = null;

  context.receive<EnvoyReport>('streamer>status', (batch) => {
    if (batch.reset && term !== null) startGrace();
    const { ofFleets, ofRefusals } = divide(batch);
    fleets.apply('', ofFleets);
    refusalsChanged(rejections.apply('', ofRefusals));
    const { upserts, removals } = reported.apply(batch);
    // Of a streamer that starts over nobody has said that what it does not name is over: nor may we.
    if (removals.length > batch.removals.length) return client?.startOver();
    for (const { key, value } of upserts) client?.upsert(key, value);
    for (const { key } of removals) client?.remove(key);
    if (input.initialSyncDone) client?.synced();
  });

  /** The replica that leads is told of the Envoys here. */
  function followHolder(): void {
    client?.follow(term === null && holder !== null && holder.address !== '' ? holder : null);
  }

  function refusalsChanged(objects: Iterable<ObjectKey>): void {
    for (const key of objects) {
      const value = input.values.get(key);
      if (value === undefined || term === null) continue;
      tellProblems(value);
      review(key, 'related', noCauses);
    }
    pump();
  }

  context.receive<StatusValue>('builder>status', async (batch) => {
    const isLive = input.initialSyncDone;
    const before = new Map(batch.upserts.map(({ key }) => [key, input.values.get(key)]));
    const { upserts, removals, firstSynced } = input.apply(batch);
    for (const { key } of removals) leave(key);
    tellLeader({ upserts, removals });
    if (firstSynced) return reviewFirst();
    if (!isLive || term === null) return;
    await inSlices(upserts, ({ key, value, causes }) => {
      tellProblems(value);
      review(key, isOwnChange(value, before.get(key), causes) ? 'own' : 'related', causes);
    });
  });

  function tellLeader({ upserts, removals }: Pick<KeyedChange<StatusValue>, 'upserts' | 'removals'>): void {
    if (client === undefined) return;
    for (const { value } of upserts) {
      const key = statedKey(value.object);
      const says = statedOf(value);
      if (says !== null) {
        stated.set(key, says);
        client.upsert(key, says);
      } else if (stated.delete(key)) client.remove(key);
    }
    for (const { key } of removals) if (stated.delete(statedKey(key))) client.remove(statedKey(key));
    if (reported.initialSyncDone && input.initialSyncDone) client.synced();
  }

  /** Comparing 10,000 statuses takes 100 ms, and others work on this thread: it is done in parts. */
  async function inSlices<T>(items: Iterable<T>, handle: (item: T) => void): Promise<void> {
    const current = term;
    let left = sliceSize;
    for (const item of items) {
      if (left === 0) {
        pump();
        await new Promise<void>((resolve) => void clock.setTimer(0, resolve));
        if (term !== current) return;
        left = sliceSize;
      }
      handle(item);
      left -= 1;
    }
    pump();
  }

  function isOwnChange(value: StatusValue, before: StatusValue | undefined, causes: readonly Cause[]): boolean {
    const isNew = before === undefined || before.uid !== value.uid || before.generation !== value.generation;
    return isNew || causes.some(({ key }) => key === value.object);
  }

  /** Nobody wants a status of it any more. */
  function leave(key: ObjectKey): void {
    queue.drop(key);
    undelay(key);
    failures.delete(key);
    refused.delete(key);
    fights.forget(key);
    pace.forget(key);
    rejections.forget(key);
    unhold(key);
    fleets.forget(key);
    recorder?.forget(key);
    const known = stored.get(key);
    if (known !== undefined) stored.set(key, { ...known, settled: false, accepted: null });
  }

  function setAddresses(given: readonly PublishedAddress[]): void {
    addresses = given;
    log.info({ addresses: given }, 'addresses to publish in statuses');
    void reviewAll();
  }

  function lead(leading: boolean): void {
    if (leading === (term !== null)) return;
    if (!leading) {
      endTerm();
      return followHolder();
    }
    const ending = createSharedAbort();
    term = { signal: ending.signal, end: () => ending.abort(), watched: new Set() };
    followHolder();
    hub?.lead(true);
    if (reports !== undefined) fleets.gather(reports.gatherMs);
    startGrace();
    recorder?.start(term.signal);
    void reviewAll();
  }

  function startGrace(): void {
    grace?.cancel();
    graceOver = false;
    grace = clock.setTimer(rejectionGraceMs, () => {
      graceOver = true;
      void reviewAll();
    });
  }

  function endTerm(): void {
    term?.end();
    term = null;
    hub?.lead(false);
    pause?.cancel();
    pause = null;
    grace?.cancel();
    graceOver = false;
    pausesInARow = 0;
    for (const timer of [...held.values(), ...delayed.values()]) timer.cancel();
    for (const { timer } of holds.values()) timer?.cancel();
    for (const state of [held, delayed, paced, holds, refusals, failures, refused, stored, working, queue])
      state.clear();
  }

  function reviewFirst(): Promise<void> | undefined {
    const { firstReviewDelayMs = 0 } = options;
    if (firstReviewDelayMs === 0) return reviewAll();
    firstReview = clock.setTimer(firstReviewDelayMs, () => void reviewAll());
    return undefined;
  }

  async function reviewAll(): Promise<void> {
    if (term === null || !input.initialSyncDone) return;
    await inSlices(input.values, ([key, value]) => {
      tellProblems(value);
      review(key, 'bulk', noCauses);
    });
  }

  function tellProblems(value: StatusValue): void {
    if (term === null || value.uid === '') return;
    // What was told while it had no status (too large, held) is over.
    if (value.status?.['conditions'] !== undefined) return recorder?.problems(value, noProblems);
    const refusedParts = rejectionProblems(value.object, rejections.of(value.object));
    // A status without such conditions (of a route) says what the compiler found, not what Envoy refuses.
    if (value.status !== null) return recorder?.problems(value, refusedParts);
    recorder?.problems(value, refusedParts.length === 0 ? value.problems : [...value.problems, ...refusedParts]);
  }

  function wishOf(key: ObjectKey): Wish | null {
    const value = input.values.get(key);
    // An object of a file has no uid and no status; the builder has logged what is wrong with it.
    if (value === undefined || value.uid === '') return null;
    const mayClear = graceOver || rejections.ended(key);
    const acceptance = fleets.of(value);
    const wish: Wish = { value, addresses, rejections: rejections.of(key), mayClear, acceptance };
    return statusOf(wish) === null ? null : wish;
  }

  /**
   * Compares what is wanted with what is stored; where they differ, the object waits for its turn. `isDue`: it has waited for
   * more to come.
   */
  function review(
    key: ObjectKey,
    priority: StatusPriority,
    causes: readonly Cause[],
    isDue = false,
  ): 'settled' | 'differs' | 'none' {
    if (term === null || !input.initialSyncDone) return 'none';
    const wish = wishOf(key);
    if (wish === null) {
      queue.drop(key);
      undelay(key);
      return 'none';
    }
    const { kind } = parseKey(key);
    watchKind(term, kind);
    const known = stored.get(key);
    if (known?.stored.uid === wish.value.uid) {
      known.settled = isSettled(known, wish);
      if (known.settled) {
        queue.drop(key);
        undelay(key);
        return 'settled';
      }
      // Of what is not stored as far as we know, only a person's change is asked for; for the rest its watch will tell.
    } else if (priority !== 'own') return 'none';
    const refusal = refused.get(key);
    if (refusal !== undefined && isSameWish(refusal, wish)) return 'none';
    if (held.has(kind)) return 'none';
    if (waitsForEnvoys(key, wish, priority, causes)) {
      queue.drop(key);
      return 'none';
    }
    const since = Math.min(sinceOf(causes), paced.get(key) ?? Infinity);
    if (delayed.has(key)) {
      if (priority !== 'own' && !paced.has(key)) return 'differs';
      undelay(key);
    }
    const waitMs = priority !== 'own' && !isDue ? pace.wait(key, clock.nowMs()) : 0;
    if (waitMs > 0) delayByPace(key, waitMs, causes, since);
    else enqueue(key, priority, causes, since);
    return 'differs';
  }

  /** True: it is looked at again when they have accepted, or after a while. */
  function waitsForEnvoys(key: ObjectKey, wish: Wish, priority: StatusPriority, causes: readonly Cause[]): boolean {
    const { acceptance, value } = wish;
    const current = stored.get(key)?.stored.status;
    const saysProgrammed = value.status?.['conditions'] !== undefined;
    const isHeld =
      acceptance !== null &&
      !acceptance.done &&
      (saysProgrammed ? takesBack(statusWith(wish, current), current) : acceptance.connected > 0);
    if (!isHeld) {
      unhold(key);
      return false;
    }
    const known = holds.get(key);
    if (known !== undefined) return known.timer !== null;
    const hold: Hold = { priority, causes, timer: null };
    hold.timer = clock.setTimer(saysProgrammed ? gatewayHoldMs : routeHoldMs, () => {
      hold.timer = null;
      review(key, priority, causes);
      pump();
    });
    holds.set(key, hold);
    return true;
  }

  function unhold(key: ObjectKey): void {
    holds.get(key)?.timer?.cancel();
    holds.delete(key);
  }

  function sinceOf(causes: readonly Cause[]): number {
    return Math.min(clock.nowMs(), ...causes.map(({ atMs }) => atMs));
  }

  function enqueue(key: ObjectKey, priority: StatusPriority, causes: readonly Cause[], sinceMs: number): void {
    const running = working.get(key);
    if (running === undefined) queue.put(key, priority, causes, sinceMs);
    else if (running.again === null || running.again.priority !== 'own')
      running.again = { key, priority, causes, sinceMs };
  }

  function isSettled({ stored: current, accepted }: Known, wish: Wish): boolean {
    if (patchOf(wish, current) === null) return true;
    return accepted !== null && isSameWish(accepted.wish, wish) && equalJson(accepted.status, current.status);
  }

  function patchOf(wish: Wish, { status }: StoredStatus): Readonly<Record<string, unknown>> | null {
    const now = `${new Date(clock.dateMs()).toISOString().slice(0, 19)}Z`;
    const { controllerNames } = wish.value;
    return statusOf(wish) === null ? null : statusPatch(statusWith(wish, status), status, { now, controllerNames });
  }

  function watchKind(current: Term, kind: string): void {
    if (backend === null || current.watched.has(kind)) return;
    current.watched.add(kind);
    backend.watch.watch(kind, current.signal, {
      stored(next) {
        if (term === current) onStored(next);
      },
      gone(key) {
        if (term !== current) return;
        stored.delete(key);
        leave(key);
      },
    });
  }

  function onStored(next: StoredStatus): void {
    const { key } = next;
    const known = stored.get(key);
    const isSame = known?.stored.uid === next.uid;
    if (isSame && isOlder(next.resourceVersion, known.writtenVersion)) return;
    const wasSettled = isSame && known.settled;
    stored.set(key, { stored: next, settled: false, writtenVersion: '', accepted: isSame ? known.accepted : null });
    if (wasSettled && isOverwritten(key)) {
      const delayMs = fights.overwritten(key, next.otherManager, clock.nowMs());
      if (delayMs > 0) delay(key, delayMs, 'bulk', noCauses, clock.nowMs());
    }
    if (review(key, wasSettled ? 'related' : 'bulk', noCauses) === 'differs') pump();
  }

  /** It was as wanted, the wish is still the same, and now it is not. */
  function isOverwritten(key: ObjectKey): boolean {
    const known = stored.get(key);
    const wish = wishOf(key);
    return known !== undefined && wish !== null && !working.has(key) && !isSettled(known, wish);
  }

  /** Starts requests as long as there is work and room. One place more than the window has is kept for people's changes. */
  function pump(): void {
    if (backend === null || term === null || pause !== null) return;
    while (working.size <= window.limit) {
      const queued = queue.take(working.size < window.limit ? undefined : 'own');
      if (queued === undefined) return;
      void work(backend.client, term, queued);
    }
  }

  async function work(api: StatusClient, current: Term, queued: QueuedStatus): Promise<void> {
    const { key, priority, causes, sinceMs } = queued;
    const running: { again: QueuedStatus | null } = { again: null };
    working.set(key, running);
    const startMs = clock.nowMs();
    const outcome = await update(api, current, queued);
    if (term !== current) return;
    working.delete(key);
    const nowMs = clock.nowMs();
    metrics.outcomes.inc({ kind: parseKey(key).kind, outcome });
    if (outcome === 'written' && priority !== 'own') pace.written(key, nowMs);
    if (outcome === 'written') metrics.lag.observe({ priority }, (nowMs - sinceMs) / 1000);
    if (trace.enabled) {
      trace.event({ kind: 'status', key, causes, startMs, workMs: nowMs - startMs, detail: { outcome, priority } });
    }
    const { again } = running;
    if (again !== null && input.values.has(key)) review(key, again.priority, again.causes);
    pump();
  }

  async function update(api: StatusClient, current: Term, queued: QueuedStatus): Promise<Outcome> {
    const { key } = queued;
    const wish = wishOf(key);
    if (wish === null) return 'gone';
    const { uid, generation } = wish.value;
    for (let tries = 0; ; tries += 1) {
      let target = stored.get(key)?.stored;
      // What the watch has told is not of this object or older than what the builder has seen; or somebody wrote since.
      if (tries > 0 || target === undefined || target.uid !== uid || target.generation < generation) {
        const read = await request((signal) => api.read(key, tries > 0, signal), current);
        if (term !== current) return 'failed';
        const isMissing = !read.ok && read.failure.kind === 'http' && read.failure.status === 404;
        if (isMissing || (read.ok && read.value.uid !== uid)) {
          // The first look is at what the API server remembers, which may not know a new object yet.
          if (tries === 0) continue;
          return 'gone';
        }
        if (!read.ok) return giveUp(queued, wish, read.failure);
        target = read.value;
        learn(target, '', stored.get(key)?.accepted ?? null);
      }
      const patch = patchOf(wish, target);
      if (patch === null) return succeed(key, 'unchanged');
      const isStillLeader = election === null || election.isLeading();
      if (!isStillLeader || term !== current) return 'failed';
      const before = target;
      const written = await request((signal) => api.write(before, patch, signal), current);
      if (term !== current) return 'failed';
      if (written.ok) {
        learn(written.value, written.value.resourceVersion, { wish, status: written.value.status });
        tellTransition(wish, before.status);
        return succeed(key, 'written');
      }
      const isConflict = written.failure.kind === 'http' && written.failure.status === 409;
      if (!isConflict || tries >= conflictRetries) return giveUp(queued, wish, written.failure);
    }
  }

  async function request(
    send: (signal: AbortSignal) => Promise<ApiResult<StoredStatus>>,
    current: Term,
  ): Promise<ApiResult<StoredStatus>> {
    const sentMs = clock.nowMs();
    const wasFull = working.size >= window.limit;
    const answer = await send(current.signal);
    const nowMs = clock.nowMs();
    metrics.requestSeconds.observe((nowMs - sentMs) / 1000);
    if (answer.ok || (answer.failure.kind === 'http' && answer.failure.status < 500 && answer.failure.status !== 429))
      window.succeeded(sentMs, nowMs, wasFull);
    else if (answer.failure.kind !== 'aborted') window.overloaded(sentMs, nowMs);
    return answer;
  }

  function learn(next: StoredStatus, writtenVersion: string, accepted: Known['accepted']): void {
    const known: Known = { stored: next, settled: false, writtenVersion, accepted };
    stored.set(next.key, known);
    const wish = wishOf(next.key);
    known.settled = wish !== null && isSettled(known, wish);
  }

  function tellTransition(wish: Wish, before: unknown): void {
    const { value } = wish;
    if (value.status === null) return;
    const written = statusWith(wish, before);
    const event = transitionEvent(value, before, written, value.problems, value.controllerNames);
    if (event !== null) recorder?.tell(event);
  }

  function succeed(key: ObjectKey, outcome: Outcome): Outcome {
    if (pausesInARow > 0) log.info('statuses can be written again');
    pausesInARow = 0;
    failures.delete(key);
    refusals.delete(parseKey(key).kind);
    return outcome;
  }

  /** What a failure means: the object is gone, the status can't be written at all, or it is tried again later. */
  function giveUp(queued: QueuedStatus, wish: Wish, failure: ApiFailure): Outcome {
    const { key, priority, causes, sinceMs } = queued;
    if (failure.kind === 'aborted') return 'failed';
    const code = failure.kind === 'http' ? failure.status : 0;
    switch (code) {
      case 404:
        return 'gone';
      case 403:
        holdKind(parseKey(key).kind, failure);
        return 'failed';
      case 400:
      case 413:
      case 422:
        refused.set(key, wish);
        log.error(
          { object: key },
          `${key}: the API server does not take its status: ${describeFailure(failure)}; left as it is until it changes`,
        );
        return 'refused';
      default:
    }
    const isServersTrouble =
      code === 401 || code === 429 || code === 503 || failure.kind === 'network' || failure.kind === 'credentials';
    if (isServersTrouble) {
      queue.put(key, priority, causes, sinceMs);
      holdAll(failure);
      return 'failed';
    }
    // It may be this object alone that can't be written (a webhook that fails, say): the others go on.
    const times = failures.get(key) ?? 0;
    failures.set(key, times + 1);
    if (times === 0)
      log.warn({ object: key }, `${key}: could not write its status: ${describeFailure(failure)}; trying again`);
    delay(key, backOffMs(requestBackOff, times, random()), priority, causes, sinceMs);
    return 'failed';
  }

  function delay(
    key: ObjectKey,
    delayMs: number,
    priority: StatusPriority,
    causes: readonly Cause[],
    sinceMs: number,
  ): void {
    undelay(key);
    queue.drop(key);
    delayed.set(
      key,
      clock.setTimer(delayMs, () => {
        delayed.delete(key);
        if (review(key, priority, causes) === 'differs') enqueue(key, priority, causes, sinceMs);
        pump();
      }),
    );
  }

  function delayByPace(key: ObjectKey, waitMs: number, causes: readonly Cause[], sinceMs: number): void {
    paced.set(key, sinceMs);
    queue.drop(key);
    const timer = clock.setTimer(waitMs, () => {
      delayed.delete(key);
      review(key, 'related', causes, true);
      paced.delete(key);
      pump();
    });
    delayed.set(key, timer);
  }

  function undelay(key: ObjectKey): void {
    delayed.get(key)?.cancel();
    delayed.delete(key);
    paced.delete(key);
  }

  function holdKind(kind: string, failure: ApiFailure): void {
    if (held.has(kind)) return;
    const before = refusals.get(kind) ?? 0;
    if (before === 0)
      log.warn(
        { kind },
        `may not write the status of ${kind}: ${describeFailure(failure)}; trying again from time to time`,
      );
    refusals.set(kind, before + 1);
    const timer = clock.setTimer(backOffMs(forbiddenBackOff, before, random()), () => {
      held.delete(kind);
      for (const key of input.values.keys()) if (parseKey(key).kind === kind) review(key, 'bulk', noCauses);
      pump();
    });
    held.set(kind, timer);
    for (const key of input.values.keys()) if (parseKey(key).kind === kind) queue.drop(key);
  }

  function holdAll(failure: ApiFailure): void {
    if (pause !== null) return;
    const asked = failure.kind === 'http' ? failure.retryAfterMs : 0;
    if (pausesInARow === 0) log.warn(`could not write a status: ${describeFailure(failure)}; trying again`);
    const delayMs = Math.max(asked, backOffMs(requestBackOff, pausesInARow, random()));
    pausesInARow += 1;
    pause = clock.setTimer(delayMs, () => {
      pause = null;
      pump();
    });
  }

  const election =
    backend?.elect?.({
      onChange: lead,
      address: () => listener?.address ?? '',
      onHolder(other) {
        holder = other;
        followHolder();
      },
    }) ?? null;
  backend?.watchAddresses(setAddresses);

  return {
    async start() {
      if (backend === null) return;
      if (election === null) return lead(true);
      if (reports !== undefined && hub !== undefined) {
        try {
          listener = await reports.transport.listen((connection) => hub.open(connection));
          log.info({ address: listener.address }, 'other replicas may tell of their Envoys here while this one leads');
        } catch (error) {
          const message = messageOf(error);
          log.error(
            { error: message },
            'can not hear from other replicas: while this one leads, statuses leave out their Envoys',
          );
        }
      }
      election.start();
    },
    async stop() {
      firstReview?.cancel();
      endTerm();
      fleets.stop();
      client?.stop();
      await election?.stop();
      await listener?.close();
      backend?.close();
    },
    query(name, argument) {
      switch (name) {
        case 'queue': {
          const waiting = Object.fromEntries(statusPriorities.map((each) => [each, queue.waiting(each)]));
          return {
            leading: term !== null,
            holder: election?.holder ?? '',
            waiting: waiting as Record<StatusPriority, number>,
            underWay: working.size,
            limit: window.limit,
          } satisfies StatusQueueReport;
        }
        case 'replicas':
          return {
            leading: term !== null,
            holder: election?.holder ?? '',
            others: (hub?.replicas ?? []).map((replica) => ({ replica, envoys: fleets.connectedTo(replica) })),
            trouble: client?.trouble ?? '',
          } satisfies ReplicasReport;
        case 'problems':
          return [...input.values.values()].flatMap(({ problems }) => problems);
        case 'status': {
          if (typeof argument !== 'string' || parseKey(argument).name === '')
            throw new Error('the query status wants an object key, Kind/namespace/name');
          return input.values.get(argument) ?? null;
        }
        default:
          throw new Error(`the status writer knows no query "${name}"; it has queue, replicas, problems and status`);
      }
    },
  };
}

function statusOf({ value, addresses }: Wish): Readonly<Record<string, unknown>> | null {
  return withAddresses(parseKey(value.object).kind, value.status, addresses);
}

/** With what Envoys say of it, where `current` is stored. */
function statusWith(wish: Wish, current: unknown): Readonly<Record<string, unknown>> {
  const { rejections, mayClear, acceptance } = wish;
  const { generation, envoyListeners: places } = wish.value;
  const status = withProgrammed(statusOf(wish) ?? {}, {
    rejections,
    current,
    generation,
    mayClear,
    ...(places && { places }),
  });
  return acceptance === null ? status : withAcceptance(status, { acceptance, current, generation });
}

function isSameWish(a: Wish, b: Wish): boolean {
  return (
    a.value === b.value &&
    a.addresses === b.addresses &&
    a.rejections === b.rejections &&
    a.mayClear === b.mayClear &&
    a.acceptance === b.acceptance
  );
}

/** What statuses of the object say, for replicas that wait with theirs; null: they wait for nobody. */
function statedOf(value: StatusValue): StatedStatus | null {
  const { awaits, revision } = value;
  return awaits === undefined || revision === undefined ? null : { says: statusHash(value), revision };
}

function divide<T extends FleetProgress | StatedStatus>(
  batch: Batch<T | RejectionValue>,
): { readonly ofFleets: Batch<T>; readonly ofRefusals: Batch<RejectionValue> } {
  const isOfFleet = ({ key }: { readonly key: string }): boolean => isFleetKey(key) || isStatedKey(key);
  const ofFleets = batch.upserts.filter((each): each is Upsert<T> => isOfFleet(each));
  const ofRefusals = batch.upserts.filter((each): each is Upsert<RejectionValue> => !isOfFleet(each));
  return {
    ofFleets: { ...batch, upserts: ofFleets, removals: batch.removals.filter(isOfFleet) },
    ofRefusals: { ...batch, upserts: ofRefusals, removals: batch.removals.filter((each) => !isOfFleet(each)) },
  };
}

/** Versions of one object compare as numbers; where one is none, nothing is known. */
function isOlder(version: string, than: string): boolean {
  return than !== '' && Number(version) < Number(than);
}

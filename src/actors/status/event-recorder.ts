// Tells people about objects by Kubernetes Events: what is wrong with those that have no conditions, and when one became
// invalid or valid. In: problems and Events as data, while this replica leads. Out: Events, one request at a time.
// Must hold: the same thing is one Event with a count, also after a restart; what lasts is told again before its Event
// expires; an object that changes all the time tells little; nothing waits for this.
import type { Problem } from '../../model/object.ts';
import type { ObjectKey } from '../../model/object.ts';
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { ApiFailure, ApiResult } from '../../sources/kubernetes/api-client.ts';
import { backOffMs, forbiddenBackOff, requestBackOff } from '../../sources/kubernetes/back-off.ts';
import type { EventClient } from '../../sources/kubernetes/event-client.ts';
import { problemEvents, repairedEvent } from '../../status/object-events.ts';
import type { ObjectEvent, ObjectRef } from '../../status/object-events.ts';
import type { ActorContext, Timer } from '../actor.ts';
import { counter, gauge } from '../metrics.ts';

export interface EventRecorder {
  /** From now on, until the signal, Events are written. What was known of problems before is forgotten. */
  start(signal: AbortSignal): void;
  /** The current problems of an object whose kind has no conditions. */
  problems(ref: ObjectRef, problems: readonly Problem[]): void;
  /** The object is gone, or not ours any more. */
  forget(object: ObjectKey): void;
  tell(event: ObjectEvent): void;
}

interface Told {
  readonly count: number;
  readonly lastMs: number;
}

type Outcome = 'created' | 'repeated' | 'known' | 'limited' | 'refused';

/** Events expire after an hour by default; the API server keeps one for another hour when it is told again. */
const refreshMs = 30 * 60_000;
const scanMs = 5 * 60_000;
const forgetAfterMs = 60 * 60_000;
/** Events of one object: so many at once, then one a minute. */
const burst = 10;
const refillMs = 60_000;
/** More wait for the API server only when something is very wrong. */
const maxWaiting = 10_000;

export function createEventRecorder(
  { clock, log, metrics }: ActorContext,
  options: { readonly client: EventClient; readonly random: () => number },
): EventRecorder {
  const { client, random } = options;
  /** By object: the Events that are true now. */
  const lasting = new Map<ObjectKey, readonly ObjectEvent[]>();
  /** By name of the Event. */
  const waiting = new Map<string, ObjectEvent>();
  const told = new Map<string, Told>();
  const buckets = new Map<ObjectKey, { readonly tokens: number; readonly atMs: number }>();
  let signal: AbortSignal | null = null;
  let working = false;
  let failures = 0;
  let saidForbidden = false;

  const outcomes = counter(metrics, 'nuncio_events_total', 'Kubernetes Events, by outcome.', ['outcome']);
  gauge(metrics, 'nuncio_events_waiting', 'Kubernetes Events that wait to be written.', [], (set) =>
    set({}, waiting.size),
  );

  function put(event: ObjectEvent): void {
    if (signal === null || signal.aborted) return;
    if (waiting.size >= maxWaiting) return outcomes.inc({ outcome: 'refused' });
    waiting.set(event.name, event);
    void work(signal);
  }

  async function work(current: AbortSignal): Promise<void> {
    if (working) return;
    working = true;
    while (!current.aborted) {
      const [next] = waiting.values();
      if (next === undefined) break;
      waiting.delete(next.name);
      const answer = await write(next, current);
      if (current.aborted) break;
      if (answer.ok) {
        failures = 0;
        outcomes.inc({ outcome: answer.value });
        continue;
      }
      const { failure } = answer;
      if (isFinal(failure)) {
        outcomes.inc({ outcome: 'refused' });
        log.info({ object: next.object }, `an Event could not be written: ${describeFailure(failure)}`);
        continue;
      }
      // Behind the others: it may be the only one that fails.
      if (!waiting.has(next.name)) waiting.set(next.name, next);
      await pause(failure, current);
    }
    working = false;
    // A new term may have begun while the old one's request ended.
    if (signal !== null && signal !== current && waiting.size > 0) void work(signal);
  }

  async function write(event: ObjectEvent, current: AbortSignal): Promise<ApiResult<Outcome>> {
    const nowMs = clock.nowMs();
    const isLasting = lasting.get(event.object)?.some(({ name }) => name === event.name) === true;
    const isRecent = (known: Told): boolean => isLasting && nowMs - known.lastMs < refreshMs;
    let known = told.get(event.name);
    if (known !== undefined && isRecent(known)) return done('known');
    if (!takeToken(event.object, nowMs)) return done('limited');
    if (known === undefined) {
      const created = await client.create(event, clock.dateMs(), current);
      if (created.ok) {
        told.set(event.name, { count: 1, lastMs: nowMs });
        return done('created');
      }
      if (created.failure.kind !== 'http' || created.failure.status !== 409) return created;
      // Told by another replica, or by us before a restart.
      const read = await client.read(event, current);
      if (!read.ok) return read;
      known = read.value;
      told.set(event.name, known);
      if (isRecent(known)) return done('known');
    }
    const count = known.count + 1;
    const repeated = await client.repeat(event, count, clock.dateMs(), current);
    if (repeated.ok) {
      told.set(event.name, { count, lastMs: nowMs });
      return done('repeated');
    }
    if (repeated.failure.kind === 'http' && repeated.failure.status === 404) {
      // It has expired. What was taken from the bucket was for the same telling.
      told.delete(event.name);
      const created = await client.create(event, clock.dateMs(), current);
      if (!created.ok) return created;
      told.set(event.name, { count: 1, lastMs: nowMs });
      return done('created');
    }
    return repeated;
  }

  function pause(failure: ApiFailure, current: AbortSignal): Promise<void> {
    const isForbidden = failure.kind === 'http' && failure.status === 403;
    if (isForbidden && !saidForbidden) {
      saidForbidden = true;
      log.warn(`may not write Events: ${describeFailure(failure)}; trying again from time to time`);
    }
    const asked = failure.kind === 'http' ? failure.retryAfterMs : 0;
    const delayMs = Math.max(asked, backOffMs(isForbidden ? forbiddenBackOff : requestBackOff, failures, random()));
    failures += 1;
    return new Promise((resolve) => {
      const wake = (): void => {
        timer.cancel();
        current.removeEventListener('abort', wake);
        resolve();
      };
      const timer = clock.setTimer(delayMs, wake);
      current.addEventListener('abort', wake);
    });
  }

  function takeToken(object: ObjectKey, nowMs: number): boolean {
    const before = buckets.get(object) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, before.tokens + (nowMs - before.atMs) / refillMs);
    if (tokens < 1) return false;
    buckets.set(object, { tokens: tokens - 1, atMs: nowMs });
    return true;
  }

  function scan(): void {
    const nowMs = clock.nowMs();
    const kept = new Set<string>();
    for (const events of lasting.values()) {
      for (const event of events) {
        kept.add(event.name);
        const known = told.get(event.name);
        if (known === undefined || nowMs - known.lastMs >= refreshMs) put(event);
      }
    }
    for (const [name, { lastMs }] of told) if (!kept.has(name) && nowMs - lastMs > forgetAfterMs) told.delete(name);
    for (const [object, { atMs }] of buckets) if (nowMs - atMs > burst * refillMs) buckets.delete(object);
  }

  return {
    start(given) {
      signal = given;
      lasting.clear();
      waiting.clear();
      let timer: Timer;
      const again = (): void => {
        timer = clock.setTimer(scanMs, () => {
          scan();
          again();
        });
      };
      again();
      given.addEventListener('abort', () => timer.cancel(), { once: true });
    },
    problems(ref, problems) {
      const before = lasting.get(ref.object) ?? [];
      const events = problemEvents(ref, problems);
      for (const { name } of before) if (!events.some((event) => event.name === name)) waiting.delete(name);
      if (events.length === 0) {
        lasting.delete(ref.object);
        if (before.length > 0) put(repairedEvent(ref));
        return;
      }
      lasting.set(ref.object, events);
      for (const event of events) if (!before.some(({ name }) => name === event.name)) put(event);
    },
    forget(object) {
      for (const { name } of lasting.get(object) ?? []) waiting.delete(name);
      lasting.delete(object);
    },
    tell: put,
  };
}

function done(outcome: Outcome): ApiResult<Outcome> {
  return { ok: true, value: outcome };
}

/** The namespace is gone, or the API server does not take this Event: trying again would not help. */
function isFinal(failure: ApiFailure): boolean {
  if (failure.kind !== 'http') return false;
  const { status } = failure;
  return status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
}

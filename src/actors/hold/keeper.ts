// Keeps what is held where a restart and other replicas find it, and tells the builder what is there. In: the record that
// the builder has; what the store has. Out: the record that counts of both, to both.
// Must hold: the builder hears what is stored before anything is served; a store that is away costs nothing but that a
// restart would not know; of two records the later counts, whoever wrote it.
import { messageOf } from '../../model/message-of.ts';
import type { HoldValue } from '../../messages/hold.ts';
import { holdKey } from '../../messages/hold.ts';
import { isHolding, mergeRecords, noHold, type HoldRecord } from '../../dag/history/hold-record.ts';
import { backOffMs, requestBackOff } from '../../sources/kubernetes/back-off.ts';
import type { Actor, ActorContext, Timer } from '../actor.ts';
import { gauge } from '../metrics.ts';

export interface HoldStore {
  /** For people. */
  readonly place: string;
  /** Tells what is stored, at first and whenever it changes; null: nothing that can be used. */
  follow(onRecord: (record: HoldRecord | null) => void): void;
  /** Rejects when it can't be stored. Resolves with what is stored then: the given one, or a later one of another replica. */
  write(record: HoldRecord): Promise<HoldRecord>;
  stop(): void;
}

/** Answer to the query `kept`. */
export interface KeptReport {
  /** Null: nowhere. */
  readonly place: string | null;
  /** Why what is held would be forgotten by a restart; null: it would not. */
  readonly problem: string | null;
  /** What is in force is stored as it is. */
  readonly current: boolean;
}

/** `store`: null: a hold lives as long as this process. */
export function createHoldKeeper(
  context: ActorContext,
  { store, random }: { readonly store: HoldStore | null; readonly random: () => number },
): Actor {
  const { clock, log, metrics } = context;
  let record: HoldRecord = noHold;
  /** As the store has it, as far as we know. */
  let stored: HoldRecord = noHold;
  let writing = false;
  let failures = 0;
  let problem: string | null = null;
  let retry: Timer | null = null;
  let stopped = false;

  const toBuilder = context.sender<HoldValue>('hold>builder', {
    state: () => (record === noHold ? [] : [[holdKey, record]]),
  });
  context.receive<HoldValue>('builder>hold', ({ upserts }) => {
    for (const { value } of upserts) take(value);
  });
  gauge(metrics, 'nuncio_hold_unkept', '1 while a hold is in force that a restart would forget', [], (set) =>
    set({}, isHolding(record) && (store === null || problem !== null) ? 1 : 0),
  );

  function take(other: HoldRecord): void {
    const merged = mergeRecords(record, other);
    if (merged !== record) {
      record = merged;
      toBuilder.upsert(holdKey, record, []);
    }
    keep();
  }

  function keep(): void {
    if (store === null || writing || retry !== null || stopped || mergeRecords(stored, record) === stored) return;
    // That nothing is held needs no saying where nothing else is said.
    if (stored === noHold && !isHolding(record)) return;
    writing = true;
    store.write(record).then(
      (found) => {
        writing = false;
        stored = found;
        if (problem !== null) log.info({ place: store.place }, 'the hold is kept again');
        problem = null;
        failures = 0;
        take(found);
      },
      (error: unknown) => {
        writing = false;
        const message = messageOf(error);
        if (problem !== message) {
          log.error(
            { place: store.place, error: message },
            'the hold is in force, but it could not be kept: a restart, and other replicas, would not know it; it is tried again',
          );
        }
        problem = message;
        retry = clock.setTimer(backOffMs(requestBackOff, failures++, random()), () => {
          retry = null;
          keep();
        });
      },
    );
  }

  return {
    start() {
      if (store === null) return toBuilder.synced();
      store.follow((found) => {
        stored = found ?? noHold;
        take(stored);
        toBuilder.synced();
      });
    },
    stop() {
      stopped = true;
      retry?.cancel();
      store?.stop();
    },
    query(name) {
      if (name !== 'kept') throw new Error(`the hold keeper knows no query "${name}"; it has kept`);
      const missing = 'there is no store: give --state-dir';
      const current = store !== null && mergeRecords(stored, record) === stored;
      return { place: store?.place ?? null, problem: store === null ? missing : problem, current } satisfies KeptReport;
    },
  };
}

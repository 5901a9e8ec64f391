// Statuses that somebody else overwrites: who it is, and how long to wait before ours is put back.
// In: which object, by whom, when. Out: a delay, a log line for each opponent, a metric.
// Must hold: the first time is put right at once; who keeps at it is met ever more seldom, so that two writers never
// load the API server; after some quiet all is forgotten.
import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import type { ObjectKey } from '../../model/object.ts';
import { parseKey } from '../../model/object.ts';

export interface StatusFights {
  /** The delay in ms before our status is to be written again. `manager` may be empty: nobody is named. */
  overwritten(key: ObjectKey, manager: string, nowMs: number): number;
  forget(key: ObjectKey): void;
}

const firstDelayMs = 1_000;
const maxDelayMs = 300_000;
/** So long without a further one, and it is over. Longer than the longest delay. */
const overAfterMs = 600_000;
/** Names in the metric's label are given by others: only so many of them. */
const maxManagers = 10;

export function createStatusFights(options: {
  readonly log: Logger;
  readonly overwritten: Counter<'kind' | 'manager'>;
}): StatusFights {
  const fights = new Map<ObjectKey, { readonly times: number; readonly lastMs: number }>();
  /** By kind and manager: when it was last told of, and how many objects since. */
  const opponents = new Map<string, { toldMs: number; objects: number }>();
  const managers = new Set<string>();

  return {
    overwritten(key, manager, nowMs) {
      const { kind } = parseKey(key);
      const before = fights.get(key);
      const times = before !== undefined && nowMs - before.lastMs < overAfterMs ? before.times + 1 : 1;
      fights.set(key, { times, lastMs: nowMs });
      const named = manager === '' ? 'unknown' : manager;
      if (managers.size < maxManagers) managers.add(named);
      options.overwritten.inc({ kind, manager: managers.has(named) ? named : 'other' });
      tell(key, kind, manager, nowMs);
      return times === 1 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(times - 2, 20));
    },
    forget(key) {
      fights.delete(key);
    },
  };

  function tell(key: ObjectKey, kind: string, manager: string, nowMs: number): void {
    const opponent = `${kind} ${manager}`;
    const known = opponents.get(opponent);
    if (known !== undefined && nowMs - known.toldMs < overAfterMs) {
      known.objects += 1;
      return;
    }
    const since =
      known === undefined || known.objects === 0 ? '' : `, and ${known.objects} times since it was told last`;
    if (known === undefined && opponents.size >= 100) opponents.clear();
    opponents.set(opponent, { toldMs: nowMs, objects: 0 });
    const who = manager === '' ? 'somebody' : `the field manager "${manager}"`;
    options.log.warn(
      { object: key, manager },
      `${key}: its status was overwritten by ${who}${since}; it is put back. If that is another controller of the same objects, only one of the two may have them (see the ingress class)`,
    );
  }
}

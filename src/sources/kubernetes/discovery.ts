// Waits until the API server serves a kind whose CRD is not installed (yet): asks the group's discovery document, which
// every authenticated client may read, with a slow back-off. Kinds of one group and version share one poll; a kind with
// older versions is waited for in each of them.
import { isRecord } from '../../model/pick.ts';
import { backOffMs, missingBackOff } from './back-off.ts';
import { groupVersionOf, groupVersionPath, servedVersions } from './paths.ts';
import type { ApiClient } from './api-client.ts';
import type { SourceClock } from '../source.ts';
import type { WatchedKind } from './watched-kind.ts';

export interface Discovery {
  /** Calls `onServed` once, when the kind has appeared in any of its versions. Failures of the request count as "not yet". */
  waitFor(kind: WatchedKind, onServed: () => void): void;
}

interface Poll {
  readonly path: string;
  readonly waiting: Map<string, Waiter[]>;
  attempt: number;
}

interface Waiter {
  readonly onServed: () => void;
  /** Found in another version meanwhile. */
  done: boolean;
}

const requestDeadlineMs = 15_000;

export function createDiscovery(options: {
  readonly client: ApiClient;
  readonly clock: SourceClock;
  readonly random: () => number;
  /** Ends all polls; nobody is called after. */
  readonly signal: AbortSignal;
}): Discovery {
  const { client, clock, random, signal } = options;
  const polls = new Map<string, Poll>();

  function schedule(groupVersion: string, poll: Poll): void {
    if (signal.aborted) return;
    const timer = clock.setTimer(backOffMs(missingBackOff, poll.attempt, random()), () => {
      signal.removeEventListener('abort', cancel);
      void ask(groupVersion, poll);
    });
    const cancel = (): void => timer.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    poll.attempt += 1;
  }

  async function ask(groupVersion: string, poll: Poll): Promise<void> {
    const answer = await client.send({ method: 'GET', path: poll.path, signal, deadlineMs: requestDeadlineMs });
    if (signal.aborted) return;
    const served = answer.ok ? pluralsOf(answer.value.json) : new Set<string>();
    for (const [plural, all] of poll.waiting) {
      const waiters = all.filter((each) => !each.done);
      if (waiters.length > 0 && !served.has(plural)) poll.waiting.set(plural, waiters);
      else poll.waiting.delete(plural);
      if (!served.has(plural)) continue;
      for (const waiter of waiters) {
        waiter.done = true;
        waiter.onServed();
      }
    }
    if (poll.waiting.size === 0) polls.delete(groupVersion);
    else schedule(groupVersion, poll);
  }

  return {
    waitFor(kind, onServed) {
      const waiter: Waiter = { onServed, done: false };
      for (const of of servedVersions(kind)) {
        const groupVersion = groupVersionOf(of);
        let poll = polls.get(groupVersion);
        if (poll === undefined) {
          poll = { path: groupVersionPath(of), waiting: new Map(), attempt: 0 };
          polls.set(groupVersion, poll);
          schedule(groupVersion, poll);
        }
        poll.waiting.set(kind.plural, [...(poll.waiting.get(kind.plural) ?? []), waiter]);
      }
    },
  };
}

/** Plurals in an APIResourceList; empty for anything else. */
function pluralsOf(json: unknown): ReadonlySet<string> {
  const resources = isRecord(json) ? json['resources'] : undefined;
  const names = new Set<string>();
  if (!Array.isArray(resources)) return names;
  for (const resource of resources) {
    const name: unknown = isRecord(resource) ? resource['name'] : undefined;
    if (typeof name === 'string') names.add(name);
  }
  return names;
}

// Which statuses wait for Envoys, and how far these are. In: progress of fleets from the streamers of all replicas, wanted
// statuses. Out: an Acceptance an object, and the objects for which it changed.
// Must hold: once the Envoys had accepted what a status says, it counts as accepted, whatever comes and goes later.
import type { Batch } from '../../messages/edge.ts';
import { fleetKey, type FleetProgress } from '../../messages/envoy-reports.ts';
import { statedKey, type StatedStatus } from '../../messages/replica-reports.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { Acceptance } from '../../status/acceptance.ts';
import { acceptanceOf, statusHash, type ReplicaProgress } from '../../status/replicas.ts';
import type { Clock, Timer } from '../actor.ts';
import { createKeyedInput, type KeyedInput } from '../keyed-input.ts';

export interface FleetWaits {
  /** The replica is empty for this one. */
  apply(replica: string, batch: Batch<FleetProgress | StatedStatus>): void;
  /** The replica is gone, and its Envoys will turn up elsewhere. */
  drop(replica: string): void;
  /** Null: the status waits for nobody. Stays the same object until something in it changes. */
  of(value: StatusValue): Acceptance | null;
  forget(object: ObjectKey): void;
  /** Other replicas have not told us of their Envoys yet: for so long nothing counts as accepted by all. */
  gather(forMs: number): void;
  /** Envoys of all fleets there. */
  connectedTo(replica: string): number;
  stop(): void;
}

export interface FleetWaitsOptions {
  readonly clock: Clock;
  /** Envoys that are not connected here may be connected to another replica, of which we do not hear. */
  readonly hasOthers: boolean;
  readonly onChange: (objects: readonly ObjectKey[]) => void;
}

/** So long an Envoy takes to find us; one of a fleet that has not is somebody else's. */
const trustAfterMs = 10_000;

interface Wait {
  readonly value: StatusValue;
  /** Hash; null: nobody has asked. */
  says: string | null;
  acceptance: Acceptance;
}

export function createFleetWaits({ clock, hasOthers, onChange }: FleetWaitsOptions): FleetWaits {
  const own = createKeyedInput<FleetProgress | StatedStatus>();
  const others = new Map<string, KeyedInput<FleetProgress | StatedStatus>>();
  const waits = new Map<ObjectKey, Wait>();
  /** Of these, those that are not done. */
  const pending = new Map<ObjectKey, Wait>();
  /** Fleets without an Envoy here for which something waits; null: for long enough. */
  const absent = new Map<string, Timer | null>();
  let gathering: Timer | null = null;

  function isTrusted(fleet: string): boolean {
    if (!hasOthers) return false;
    const known = absent.get(fleet);
    if (known !== undefined) return known === null;
    absent.set(
      fleet,
      clock.setTimer(trustAfterMs, () => {
        absent.set(fleet, null);
        lookAgain();
      }),
    );
    return false;
  }

  function replicaOf({ values }: typeof own, revision: number | null): ReplicaProgress {
    return { of: (fleet) => values.get(fleetKey(fleet)) as FleetProgress | undefined, revision };
  }

  function look(wait: Omit<Wait, 'acceptance'>): Acceptance {
    const { object, awaits = [], revision = 0 } = wait.value;
    const replicas = [replicaOf(own, revision)];
    for (const other of others.values()) {
      wait.says ??= statusHash(wait.value);
      const stated = other.values.get(statedKey(object)) as StatedStatus | undefined;
      replicas.push(replicaOf(other, stated?.says === wait.says ? stated.revision : null));
    }
    const { accepted, connected, absent: missing } = acceptanceOf(awaits, replicas);
    const trusted = missing.map(isTrusted);
    return { accepted, connected, done: gathering === null && accepted === connected && !trusted.includes(false) };
  }

  function lookAgain(): void {
    const changed: ObjectKey[] = [];
    for (const [object, wait] of pending) {
      const next = look(wait);
      const { accepted, connected, done } = wait.acceptance;
      if (next.accepted === accepted && next.connected === connected && next.done === done) continue;
      wait.acceptance = next;
      if (next.done) pending.delete(object);
      changed.push(object);
    }
    if (changed.length > 0) onChange(changed);
  }

  function stopGathering(): void {
    gathering?.cancel();
    gathering = null;
  }

  return {
    apply(replica, batch) {
      let input = replica === '' ? own : others.get(replica);
      if (input === undefined) others.set(replica, (input = createKeyedInput()));
      input.apply(batch);
      for (const [fleet, timer] of absent) {
        if (!input.values.has(fleetKey(fleet))) continue;
        timer?.cancel();
        absent.delete(fleet);
      }
      lookAgain();
    },
    drop(replica) {
      if (others.delete(replica)) lookAgain();
    },
    of(value) {
      const { object, awaits, revision } = value;
      if (awaits === undefined) return null;
      let wait = waits.get(object);
      if (wait?.value.revision !== revision || wait?.value.uid !== value.uid) {
        const next: Omit<Wait, 'acceptance'> = { value, says: null };
        const acceptance = look(next);
        wait = { ...next, acceptance };
        waits.set(object, wait);
        if (wait.acceptance.done) pending.delete(object);
        else pending.set(object, wait);
      }
      return wait.acceptance;
    },
    forget(object) {
      waits.delete(object);
      pending.delete(object);
    },
    gather(forMs) {
      stopGathering();
      gathering = clock.setTimer(forMs, () => {
        gathering = null;
        lookAgain();
      });
    },
    connectedTo(replica) {
      let connected = 0;
      for (const value of (replica === '' ? own : others.get(replica))?.values.values() ?? [])
        if ('envoys' in value) for (const { count } of value.envoys) connected += count;
      return connected;
    },
    stop() {
      stopGathering();
      for (const timer of absent.values()) timer?.cancel();
    },
  };
}

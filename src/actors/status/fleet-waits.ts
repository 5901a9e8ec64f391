// Which statuses wait for Envoys, and how far these are. In: progress of fleets from the streamer, wanted statuses. Out: an
// Acceptance an object, and the objects for which it changed.
// Must hold: once the Envoys had accepted what a status says, it counts as accepted, whatever comes and goes later.
import type { Batch } from '../../messages/edge.ts';
import { fleetKey, type FleetProgress } from '../../messages/envoy-reports.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { Acceptance } from '../../status/acceptance.ts';
import type { Clock, Timer } from '../actor.ts';
import { createKeyedInput } from '../keyed-input.ts';

export interface FleetWaits {
  apply(batch: Batch<FleetProgress>): void;
  /** Null: the status waits for nobody. Stays the same object until something in it changes. */
  of(value: StatusValue): Acceptance | null;
  forget(object: ObjectKey): void;
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
  acceptance: Acceptance;
}

export function createFleetWaits({ clock, hasOthers, onChange }: FleetWaitsOptions): FleetWaits {
  const input = createKeyedInput<FleetProgress>();
  const waits = new Map<ObjectKey, Wait>();
  /** Fleets without an Envoy here for which something waits; null: for long enough. */
  const absent = new Map<string, Timer | null>();

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

  function look({ awaits = [], revision = 0 }: StatusValue): Acceptance {
    let accepted = 0;
    let connected = 0;
    let done = true;
    for (const fleet of awaits) {
      const progress = input.values.get(fleetKey(fleet));
      if (progress === undefined) {
        if (!isTrusted(fleet)) done = false;
        continue;
      }
      for (const { revision: reached, count } of progress.envoys) {
        connected += count;
        if (reached >= revision) accepted += count;
        else done = false;
      }
    }
    return { accepted, connected, done };
  }

  function lookAgain(): void {
    const changed: ObjectKey[] = [];
    for (const [object, wait] of waits) {
      if (wait.acceptance.done) continue;
      const next = look(wait.value);
      const { accepted, connected, done } = wait.acceptance;
      if (next.accepted === accepted && next.connected === connected && next.done === done) continue;
      wait.acceptance = next;
      changed.push(object);
    }
    if (changed.length > 0) onChange(changed);
  }

  return {
    apply(batch) {
      input.apply(batch);
      for (const { fleet } of input.values.values()) {
        absent.get(fleet)?.cancel();
        absent.delete(fleet);
      }
      lookAgain();
    },
    of(value) {
      const { object, awaits, revision } = value;
      if (awaits === undefined) return null;
      let wait = waits.get(object);
      if (wait?.value.revision !== revision || wait?.value.uid !== value.uid) {
        wait = { value, acceptance: look(value) };
        waits.set(object, wait);
      }
      return wait.acceptance;
    },
    forget: (object) => void waits.delete(object),
    stop() {
      for (const timer of absent.values()) timer?.cancel();
    },
  };
}

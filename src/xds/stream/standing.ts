// How one client stands to one resource of the store: has it accepted the newest version, refused it, or does it wait.
import type { ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { StreamState } from './state.ts';
import { covers } from './subscription.ts';

export interface Standing {
  readonly state: 'accepted' | 'pending' | 'refused';
  /** What the client has accepted; absent: nothing. */
  readonly version?: string;
  /** Of a refusal: the client's words. */
  readonly message?: string;
}

/** Undefined: the client does not ask for it, or there is no such resource. */
export function standingOf(stream: StreamState, type: ResourceType, name: string): Standing | undefined {
  const state = stream.types.get(type);
  const stored = stream.store.get(type, name);
  if (state === undefined || stored === undefined || !covers(state.subscription, name)) return undefined;
  const accepted = state.accepted.get(name);
  const version = accepted === undefined ? {} : { version: accepted.version };
  const refusal = state.refused.get(name);
  if (refusal !== undefined) return { state: 'refused', ...version, message: refusal.message };
  return { state: accepted?.version === stored.version ? 'accepted' : 'pending', ...version };
}

/** Objects of which the client has not yet accepted something that it asked for, refusals apart; at most `limit`. */
export function objectsUnderWay(stream: StreamState, limit: number): ReadonlySet<ObjectKey> {
  const found = new Set<ObjectKey>();
  for (const { type, dirty, ready, blocked, flying } of stream.types.values())
    for (const names of [dirty, ready, blocked, flying])
      for (const name of names.keys())
        for (const owner of stream.store.get(type, name)?.owners ?? []) {
          if (found.size >= limit) return found;
          found.add(owner);
        }
  return found;
}

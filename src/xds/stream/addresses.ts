// Which listener has which address at the client. Envoy (1.40) refuses a listener while another one of its own still has the
// address, also if both come in one response that gives the address from one to the other; a removal it takes first.
// So who takes an address waits until who leaves it has gone. Where they wait for each other in a circle, one of them is
// taken away and comes again: its old address was about to end anyway.
import { saysAddressIsTaken } from './nack.ts';
import { latest, markDirty, wanted } from './state.ts';
import type { KnownResource, StreamState, TypeState } from './state.ts';
import { parseRequirement } from './store.ts';
import type { Requirement } from './store.ts';

/** Each call needs its `releaseAddresses`. */
export function holdAddresses({ addresses }: StreamState, resource: KnownResource): void {
  for (const address of resource.addresses ?? []) {
    let holders = addresses.get(address);
    if (holders === undefined) addresses.set(address, (holders = new Map()));
    holders.set(resource.name, (holders.get(resource.name) ?? 0) + 1);
  }
}

export function releaseAddresses({ addresses }: StreamState, resource: KnownResource): void {
  for (const address of resource.addresses ?? []) {
    const holders = addresses.get(address);
    const count = (holders?.get(resource.name) ?? 0) - 1;
    if (count > 0) holders?.set(resource.name, count);
    else holders?.delete(resource.name);
    if (holders?.size === 0) addresses.delete(address);
  }
}

/**
 * The listener `name` has left these addresses, or will (null: any): others that the client refused, maybe because of that,
 * have another try.
 */
export function forgiveRefusals(stream: StreamState, name: string, left: readonly string[] | null): void {
  const state = stream.types.get('listener');
  for (const [other, { version, message, addresses: wants }] of state?.refused ?? []) {
    const wasThere = left === null || left.some((address) => wants?.includes(address) !== false);
    if (state === undefined || other === name || !wasThere || !saysAddressIsTaken(message, other)) continue;
    state.refused.delete(other);
    stream.events.push({ kind: 'forgiven', type: 'listener', name: other, version });
    markDirty(state, other);
  }
}

/** The listener has a new version: it leaves where that is not, so those that were refused there wait for it now. */
export function forgiveWhoWaitedFor(stream: StreamState, name: string): void {
  const stored = stream.store.get('listener', name);
  const state = stream.types.get('listener');
  if (stored === undefined || state === undefined) return;
  for (const old of [state.accepted.get(name), ...(state.maybe.get(name)?.resources ?? [])]) {
    const left = old?.addresses?.filter((address) => !stored.addresses.includes(address));
    if (left !== undefined && left.length > 0) forgiveRefusals(stream, name, left);
  }
}

/**
 * Another listener that the client has at an address of this one, and that will be elsewhere as soon as the client has taken
 * its newest version. One that stays is not waited for: the client says then why it refuses this one.
 */
export function whoLeavesFor(stream: StreamState, listener: KnownResource): Requirement | undefined {
  const state = stream.types.get('listener');
  if (state === undefined) return undefined;
  for (const address of listener.addresses ?? []) {
    for (const name of stream.addresses.get(address)?.keys() ?? [])
      if (name !== listener.name && willLeave(stream, state, name, address))
        return parseRequirement(`listener/${name}`);
  }
  // What the client kept from an earlier stream may be anywhere. Who is among that itself keeps its place, most likely.
  if (stream.unknownHolders === 0 || latest(state, listener.name) !== undefined) return undefined;
  for (const [name, { addresses }] of state.accepted)
    if (addresses === null && willLeave(stream, state, name, undefined)) return parseRequirement(`listener/${name}`);
  return undefined;
}

function willLeave(stream: StreamState, state: TypeState, name: string, address: string | undefined): boolean {
  const target = wanted(stream, state, name);
  if (target === undefined) return false;
  const stored = stream.store.get('listener', name);
  // Of two that are to be in one place the newest version of one is still to come: the compiler's batches are cut anywhere.
  if (address !== undefined && target === stored) return stored.instead === null || !stored.addresses.includes(address);
  if (target === state.accepted.get(name) && !state.maybe.has(name)) return false;
  return address === undefined || target.addresses?.includes(address) === false;
}

/** The listener would wait, through others, for itself. */
export function waitsForItself({ blocked }: TypeState, name: string, unmet: Requirement): boolean {
  let on: Requirement | undefined = unmet;
  for (let step = 0; step <= blocked.size && on?.type === 'listener'; step++) {
    if (on.name === name) return true;
    const next = blocked.get(on.name);
    on = next === undefined ? undefined : parseRequirement(next.on);
  }
  return false;
}

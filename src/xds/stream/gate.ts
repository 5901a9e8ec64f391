// Make before break on one stream: what a resource must wait for, and what may not be taken away yet.
// In: the stream's state; out: yes or no, and names marked for another look once the answer may have changed.
// Costs what the change costs: each held resource counts once for each thing it requires, nothing is searched.
import type { Cause } from '../../messages/edge.ts';
import type { ResourceType } from '../../messages/resources.ts';
import { scopesLeadingTo } from '../names.ts';
import { holdAddresses, releaseAddresses, waitsForItself, whoLeavesFor } from './addresses.ts';
import { joinCauses, markDirty, mayBeThere, noCauses, wanted } from './state.ts';
import type { KnownResource, StreamState, TypeState } from './state.ts';
import type { Requirement } from './store.ts';
import { covers } from './subscription.ts';
import { isForeign } from './wire-names.ts';

/** After a client comes back, how long it may take to say for all types what it holds. */
export const reconnectGraceMs = 1000;

/** Types whose resources name clusters. */
const referringTypes: readonly ResourceType[] = ['listener', 'scopedRoute', 'route'];

/** Counts `resource` as held by the client; each call needs its `release`. */
export function hold(stream: StreamState, resource: KnownResource): void {
  if (resource.requires === null) {
    if (referringTypes.includes(resource.type)) stream.unknownHolders++;
    if (isHostScope(resource)) stream.unknownHosts++;
  }
  for (const { key } of needsOf(resource)) stream.holders.set(key, (stream.holders.get(key) ?? 0) + 1);
  if (resource.type === 'listener') holdAddresses(stream, resource);
}

export function release(stream: StreamState, resource: KnownResource): void {
  if (resource.type === 'listener') releaseAddresses(stream, resource);
  if (resource.requires === null) {
    if (referringTypes.includes(resource.type) && --stream.unknownHolders === 0) retryRemovals(stream, 'cluster');
    if (isHostScope(resource) && --stream.unknownHosts === 0) retryRemovals(stream, 'scopedRoute');
  }
  for (const { key, type, name } of needsOf(resource)) {
    const count = (stream.holders.get(key) ?? 0) - 1;
    if (count > 0) {
      stream.holders.set(key, count);
      continue;
    }
    stream.holders.delete(key);
    const state = stream.types.get(type);
    if (name === anyName) retryRemovals(stream, type);
    else if (state?.removals.has(name) === true) markDirty(state, name);
  }
}

/** It may have parts. */
function isHostScope({ type, name }: KnownResource): boolean {
  return type === 'scopedRoute' && scopesLeadingTo(name).length === 0;
}

/** No resource has this name: stands for the endpoints of a cluster whose content is unknown. */
const anyName = '';

/** What must stay while the client holds the resource: what it requires, and a cluster's endpoints. */
function* needsOf(resource: KnownResource): Generator<Pick<Requirement, 'key' | 'type' | 'name'>> {
  if (resource.requires !== null) yield* resource.requires;
  if (resource.type !== 'cluster') return;
  const name = resource.requires === null ? anyName : resource.edsName;
  if (name !== null) yield { key: `endpoint/${name}`, type: 'endpoint', name };
}

/** Whether a cluster that the client holds takes its endpoints from this resource, or may do so. */
export function hasCluster(stream: StreamState, endpointsName: string): boolean {
  return stream.holders.has(`endpoint/${endpointsName}`) || stream.holders.has(`endpoint/${anyName}`);
}

/**
 * The first thing that the client must have accepted and has not, or the listener that must leave an address first;
 * undefined: the resource may go. Only clusters that
 * this stream delivers can be waited for: a client that subscribes to clusters by name, or elsewhere, asks for them
 * because of the route. Everything else has only to exist, since Envoy asks for it once it has what refers to it.
 */
export function firstUnmet(stream: StreamState, resource: KnownResource): Requirement | undefined {
  const unmet = resource.requires?.find((requirement) => {
    if (isMet(stream, requirement)) return false;
    // It will not come before it changes: who has an older version waits with that, others need not.
    const state = stream.types.get(requirement.type);
    const isOut = state !== undefined && isLeftOut(stream, state, requirement.name);
    return !isOut || hasVersion(stream.types.get(resource.type), resource.name);
  });
  return unmet ?? (resource.type === 'listener' ? whoLeavesFor(stream, resource) : undefined);
}

/** The client has accepted a version of the resource, and not only what stands in for one. */
export function hasVersion(state: TypeState | undefined, name: string): boolean {
  return state?.accepted.get(name)?.standIn === false;
}

/** The newest version is in quarantine and there is nothing to serve instead. */
export function isLeftOut(stream: StreamState, { type }: TypeState, name: string): boolean {
  return stream.store.quarantined(type).has(name) && stream.store.get(type, name) === undefined;
}

function isMet(stream: StreamState, { type, name }: Requirement): boolean {
  if (type === 'scopedRoute') {
    const scopes = stream.types.get(type);
    // The first response holds all that there is, and a client takes in what is in one response at once.
    return (
      scopes === undefined ||
      scopes.fresh ||
      (scopes.draft?.first === true && (scopes.draft.names.has(name) || scopes.ready.has(name))) ||
      isWithClient(scopes, name) ||
      !covers(scopes.subscription, name)
    );
  }
  if (type !== 'cluster') return stream.store.get(type, name) !== undefined;
  const clusters = stream.types.get('cluster');
  if (clusters === undefined || !clusters.requested || !covers(clusters.subscription, name)) return true;
  return isWithClient(clusters, name);
}

/** A removal on its way counts even if the resource has been sent again behind it: in between the client lacks it. */
function isWithClient({ accepted, flying, maybe }: TypeState, name: string): boolean {
  return accepted.has(name) && (flying.get(name)?.removals ?? 0) === 0 && maybe.get(name)?.gone !== true;
}

/** Puts the resource to wait; `wakeWaiters` marks it once the requirement may be met. What waits for itself leaves meanwhile. */
export function block(
  stream: StreamState,
  state: TypeState,
  name: string,
  unmet: Requirement,
  causes: readonly Cause[],
  nowMs: number,
): void {
  const waiting = state.blocked.get(name);
  if (waiting !== undefined) unblock(stream, state, name);
  // A new version doesn't begin a new wait, or a busy resource would wait for ever.
  const sinceMs = waiting?.sinceMs ?? nowMs;
  const all = waiting === undefined ? causes : joinCauses(waiting.causes, causes);
  state.blocked.set(name, { sinceMs, causes: all, on: unmet.key });
  let waiters = stream.waiters.get(unmet.key);
  if (waiters === undefined) stream.waiters.set(unmet.key, (waiters = new Map()));
  waiters.set(`${state.type}/${name}`, { state, name });
  if (waiting === undefined) {
    stream.deadlines.add(nowMs + stream.ackTimeoutMs, { kind: 'blocked', state, name, sinceMs });
  }
  if (unmet.type === 'listener' && mayBeThere(state, name) && waitsForItself(state, name, unmet))
    state.ready.set(name, { causes: noCauses, late: null, leaves: true });
}

/** Takes the resource out of the wait, if it is in one. */
export function unblock(stream: StreamState, state: TypeState, name: string): void {
  const waiting = state.blocked.get(name);
  if (waiting === undefined) return;
  state.blocked.delete(name);
  const waiters = stream.waiters.get(waiting.on);
  waiters?.delete(`${state.type}/${name}`);
  if (waiters?.size === 0) stream.waiters.delete(waiting.on);
}

/** What was required may be there now: those who wait look again. */
export function wakeWaiters(stream: StreamState, type: ResourceType, name: string): void {
  if (stream.waiters.size === 0) return;
  for (const waiter of stream.waiters.get(`${type}/${name}`)?.values() ?? []) markDirty(waiter.state, waiter.name);
}

/** Whether the client may lose the resource now. */
export function mayRemove(stream: StreamState, state: TypeState, name: string): boolean {
  switch (state.type) {
    case 'cluster':
      // On a stream of one type nobody knows what the client's routes need: the wait alone must do.
      if (!stream.aggregated) return false;
      for (const other of stream.types.values()) if (isGathering(other)) return false;
      return stream.graceUntilMs === null && stream.unknownHolders === 0 && !stream.holders.has(`cluster/${name}`);
    case 'secret':
    case 'extension':
    case 'route':
      // Listeners don't say which of these they need. A client that is done with one unsubscribes; nothing hurries.
      return false;
    case 'endpoint': {
      // Endpoints go with their cluster: Envoy unsubscribes then, and nothing remains to be told. That the cluster goes
      // may be known only later, since it comes from another actor.
      const clusters = stream.types.get('cluster');
      return clusters === undefined || !(hasCluster(stream, name) || clusters.inFlight.some(isUnansweredRemoval));
    }
    case 'scopedRoute': {
      // A filter chain that is about to go needs its scopes until it is gone.
      if (stream.holders.has(`scopedRoute/${name}`)) return false;
      if (isForeign(name)) return true;
      if (scopesLeadingTo(name).some((one) => state.accepted.get(one)?.requires === null)) return false;
      const listeners = stream.types.get('listener');
      if (listeners === undefined) return true;
      return !listenersAreDue(stream) && listeners.draft === null && listeners.inFlight.every(({ overdue }) => overdue);
    }
    case 'listener':
    case 'runtime':
      return true;
  }
}

/** A listener may still be sent: it was marked, or waits. */
export function listenersAreDue(stream: StreamState): boolean {
  const listeners = stream.types.get('listener');
  return listeners !== undefined && listeners.dirty.size + listeners.ready.size + listeners.blocked.size > 0;
}

/**
 * A first response that waits to be whole, or a response that is half made, has been found free to go: nothing that it
 * needs may leave before it has been sent.
 */
function isGathering({ type, draft, fresh, ready }: TypeState): boolean {
  return draft?.spansTurns === true || (fresh && ready.size > 0 && type !== 'cluster');
}

function isUnansweredRemoval(inFlight: TypeState['inFlight'][number]): boolean {
  return inFlight.removed.length > 0 && !inFlight.overdue;
}

/** All waiting removals of the type are looked at again. */
export function retryRemovals(stream: StreamState, type: ResourceType): void {
  const state = stream.types.get(type);
  if (state === undefined) return;
  for (const name of state.removals.keys()) markDirty(state, name);
}

/**
 * Whether something needs `key` that is on its way out, or will be replaced: it waits itself, is about to go, has been sent, or
 * the client refused what replaces it. Such a need ends otherwise, or never, so no wait may end it.
 */
export function isNeededStill(stream: StreamState, key: string): boolean {
  if (!stream.holders.has(key) && stream.unknownHolders + stream.unknownHosts === 0) return false;
  for (const state of stream.types.values()) {
    const isNeededBy = (name: string): boolean =>
      [state.accepted.get(name), ...(state.maybe.get(name)?.resources ?? [])].some((each) => needs(each, key));
    const { refused, removals, blocked, ready, dirty, draft, inFlight, probes } = state;
    for (const names of [refused, removals, blocked, ready, dirty])
      for (const name of names.keys()) if (isNeededBy(name)) return true;
    for (const name of draft?.names ?? []) if (isNeededBy(name)) return true;
    // What replaces it is with the client, or among those that are tried one after the other: an answer will come.
    for (const { resources, removed, overdue } of inFlight)
      if (!overdue && (resources.some(({ name }) => isNeededBy(name)) || removed.some(isNeededBy))) return true;
    for (const group of probes) if (group.some(({ name }) => isNeededBy(name))) return true;
    for (const name of stream.store.quarantined(state.type).keys()) {
      const isKept = isLeftOut(stream, state, name) || wanted(stream, state, name) === state.accepted.get(name);
      if (isKept && isNeededBy(name)) return true;
    }
  }
  return false;
}

/** Whether the cluster is among those of which it is being found out which one the client refuses. */
export function isTried({ probes, inFlight }: TypeState, name: string): boolean {
  return (
    probes.some((group) => group.some((suspect) => suspect.name === name)) ||
    inFlight.some(
      ({ probe, overdue, resources }) => probe && !overdue && resources.some((resource) => resource.name === name),
    )
  );
}

/** Whether the newest version of a resource can't go out because the client refuses a cluster that it requires. */
export function waitsForRefused(stream: StreamState, state: TypeState, name: string): boolean {
  const stored = stream.store.get(state.type, name);
  const clusters = stream.types.get('cluster');
  if (stored === undefined || clusters === undefined) return false;
  return stored.requires.some(
    (requirement) =>
      requirement.type === 'cluster' &&
      (clusters.refused.has(requirement.name) || isLeftOut(stream, clusters, requirement.name)) &&
      !isMet(stream, requirement),
  );
}

/** A route or listener that a client kept and whose content is unknown may need any cluster, and a host's scope any part of it. */
function needs(resource: KnownResource | undefined, key: string): boolean {
  if (resource === undefined) return false;
  if (resource.requires === null) {
    if (key.startsWith('cluster/')) return referringTypes.includes(resource.type);
    if (resource.type !== 'scopedRoute' || !key.startsWith('scopedRoute/')) return false;
    return scopesLeadingTo(key.slice('scopedRoute/'.length)).includes(resource.name);
  }
  return resource.requires.some((requirement) => requirement.key === key);
}

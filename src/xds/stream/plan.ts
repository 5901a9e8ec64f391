// Decides, name by name, what happens next: send it, let it wait, or nothing. In: changes and subscriptions; out: the
// sets `ready`, `blocked`, `removals` and `missing` of a type's state. Looks only at names that were marked.
import type { Cause } from '../../messages/edge.ts';
import { forgiveRefusals, forgiveWhoWaitedFor } from './addresses.ts';
import {
  block,
  firstUnmet,
  hasCluster,
  hasVersion,
  hold,
  isLeftOut,
  isNeededStill,
  isTried,
  listenersAreDue,
  mayRemove,
  release,
  retryRemovals,
  unblock,
  waitsForRefused,
  wakeWaiters,
} from './gate.ts';
import { isCurrent, isRefused, joinCauses, markDirty, mayBeThere, noCauses, noVersions, wanted } from './state.ts';
import type { Deadline, InFlight, KnownResource, Pending, StreamState, TypeState } from './state.ts';
import type { StoredResource } from './store.ts';
import { covers } from './subscription.ts';

/** Shared, as thousands at once are like this. */
const readyNow: Pending = { causes: noCauses, late: null };

/** Looks at marked names. False: stopped before the end. */
export function plan(stream: StreamState, nowMs: number): boolean {
  readInbox(stream);
  if (listenersAreDue(stream)) stream.scopesWaitForListeners = true;
  if (!considerMarked(stream, nowMs)) return false;
  if (!stream.scopesWaitForListeners || listenersAreDue(stream)) return true;
  // Listeners that turned out to be as the client has them bring no response, so no answer would wake the scopes.
  stream.scopesWaitForListeners = false;
  retryRemovals(stream, 'scopedRoute');
  return considerMarked(stream, nowMs);
}

function considerMarked(stream: StreamState, nowMs: number): boolean {
  let left = stream.namesPerTurn;
  for (const state of stream.types.values()) {
    if (!state.requested) continue;
    if (state.scanDue) {
      state.scanDue = false;
      state.scan = scan(stream, state);
    }
    while (state.scan !== null) {
      if (left-- <= 0) return false;
      const { done, value } = state.scan.next();
      if (done === true) state.scan = null;
      else if (value !== null) consider(stream, state, value, noCauses, nowMs);
    }
    for (const [name, causes] of state.dirty) {
      if (left-- <= 0) return false;
      state.dirty.delete(name);
      consider(stream, state, name, causes, nowMs);
    }
  }
  return true;
}

/** Changes are only noted when they come; each stream takes them when it has room, many at once if it is slow. */
export function readInbox(stream: StreamState): void {
  for (const changes of stream.inbox) {
    for (const { type, name, causes } of changes) {
      wakeWaiters(stream, type, name);
      if (type === 'listener') forgiveWhoWaitedFor(stream, name);
      const state = stream.types.get(type);
      if (state !== undefined && state.requested && covers(state.subscription, name)) markDirty(state, name, causes);
    }
  }
  stream.inbox.length = 0;
}

function consider(stream: StreamState, state: TypeState, name: string, causes: readonly Cause[], nowMs: number): void {
  if (!covers(state.subscription, name)) {
    forget(stream, state, name);
    return;
  }
  const stored = stream.store.get(state.type, name);
  if (stored === undefined) {
    if (isLeftOut(stream, state, name) && mayBeThere(state, name)) considerLeftOut(stream, state, name);
    else considerAbsent(stream, state, name, causes, nowMs);
  } else considerPresent(stream, state, stored, causes, nowMs);
}

function considerPresent(
  stream: StreamState,
  state: TypeState,
  stored: StoredResource,
  causes: readonly Cause[],
  nowMs: number,
): void {
  const { name } = stored;
  state.removals.delete(name);
  state.missing.delete(name);
  state.told.delete(name);
  const forced = state.forced.has(name);
  if (!isRefused(state, stored)) state.refused.delete(name);
  const target = wanted(stream, state, name);
  if (target !== stored) {
    unblock(stream, state, name);
    if (target === undefined) return;
    const isKept = target === state.accepted.get(name);
    if (forced || (isKept ? state.maybe.has(name) : !isCurrent(state, target)))
      // A stand-in needs nothing, and a newer version that comes before it has gone must wait for what that needs.
      state.ready.set(name, { causes, late: target.standIn ? null : 'present' });
    return;
  }
  if (isCurrent(state, stored) && !forced) {
    adopt(stream, state, stored);
    state.ready.delete(name);
    unblock(stream, state, name);
    return;
  }
  // While it is not known which version the client has, each refusal would lead to the next.
  if (state.type === 'listener' && !state.maybe.has(name)) forgiveWhoWaitedFor(stream, name);
  const ready = state.ready.get(name);
  const all = joinCauses(ready?.causes ?? state.blocked.get(name)?.causes ?? noCauses, causes);
  const late = ready?.late === 'present' ? 'present' : null;
  const unmet = late === null ? firstUnmet(stream, stored) : undefined;
  if (unmet === undefined) {
    unblock(stream, state, name);
    state.ready.set(name, all.length === 0 && ready === undefined ? readyNow : { causes: all, late });
    return;
  }
  state.ready.delete(name);
  block(stream, state, name, unmet, all, nowMs);
}

/** The client keeps what it has: the compiler still wants a resource of this name, only not one that can be sent. */
function considerLeftOut(stream: StreamState, state: TypeState, name: string): void {
  unblock(stream, state, name);
  state.removals.delete(name);
  state.ready.delete(name);
  state.forced.delete(name);
}

function considerAbsent(
  stream: StreamState,
  state: TypeState,
  name: string,
  causes: readonly Cause[],
  nowMs: number,
): void {
  unblock(stream, state, name);
  state.refused.delete(name);
  const ready = state.ready.get(name);
  const all = joinCauses(ready?.causes ?? noCauses, causes);
  const late = ready?.late === 'absent' ? 'absent' : null;
  if (mayBeThere(state, name)) {
    if (late !== null || mayRemove(stream, state, name)) {
      state.removals.delete(name);
      state.ready.set(name, { causes: all, late });
    } else {
      state.ready.delete(name);
      wait(stream, state, 'removal', name, all, nowMs);
    }
    return;
  }
  state.ready.delete(name);
  // SotW has no way to say that a resource doesn't exist, but by leaving it out.
  if (stream.protocol === 'sotw') {
    state.forced.delete(name);
    return;
  }
  if (!state.forced.has(name) && (!state.subscription.names.has(name) || state.told.has(name))) return;
  const mayCome = state.rules.mayComeLate && !isLeftOut(stream, state, name);
  if (mayCome && late === null) wait(stream, state, 'missing', name, all, nowMs);
  else state.ready.set(name, { causes: all, late: 'absent' });
}

/** The store has the same bytes under new requirements: from now on those count. */
export function adopt(stream: StreamState, state: TypeState, stored: StoredResource): void {
  const accepted = state.accepted.get(stored.name);
  if (accepted === undefined || accepted === stored || accepted.version !== stored.version) return;
  hold(stream, stored);
  release(stream, accepted);
  state.accepted.set(stored.name, stored);
  wakeWaiters(stream, state.type, stored.name);
}

function wait(
  stream: StreamState,
  state: TypeState,
  kind: 'removal' | 'missing',
  name: string,
  causes: readonly Cause[],
  nowMs: number,
): void {
  const waits = kind === 'removal' ? state.removals : state.missing;
  const waiting = waits.get(name);
  if (waiting !== undefined) {
    waits.set(name, { sinceMs: waiting.sinceMs, causes: joinCauses(waiting.causes, causes) });
    return;
  }
  waits.set(name, { sinceMs: nowMs, causes });
  if (kind === 'removal' && state.rules.staysWithClient) return;
  stream.deadlines.add(nowMs + stream.ackTimeoutMs, { kind, state, name, sinceMs: nowMs });
}

function isAwaited({ overdue, acked }: InFlight): boolean {
  return !overdue && acked === null;
}

export function stillWaits(deadline: Deadline): boolean {
  switch (deadline.kind) {
    case 'blocked':
      return deadline.state.blocked.get(deadline.name)?.sinceMs === deadline.sinceMs;
    case 'removal':
      return deadline.state.removals.get(deadline.name)?.sinceMs === deadline.sinceMs;
    case 'missing':
      return deadline.state.missing.get(deadline.name)?.sinceMs === deadline.sinceMs;
    case 'answer':
      return isAwaited(deadline.inFlight) && deadline.state.inFlight.includes(deadline.inFlight);
    case 'fresh':
      return deadline.state.fresh && !deadline.state.freshLate;
    case 'checkpoint':
      return deadline.progress.open?.openedMs === deadline.openedMs;
  }
}

/** Ends the waits that have lasted long enough: from here the stream goes on without. */
export function expire(stream: StreamState, nowMs: number): void {
  if (stream.graceUntilMs !== null && stream.graceUntilMs <= nowMs) {
    stream.graceUntilMs = null;
    retryRemovals(stream, 'cluster');
  }
  for (const deadline of stream.deadlines.due(nowMs)) if (stillWaits(deadline)) expireOne(stream, deadline, nowMs);
}

function expireOne(stream: StreamState, deadline: Deadline, nowMs: number): void {
  // It is only looked at again; see progress.ts.
  if (deadline.kind === 'checkpoint') return;
  const { state } = deadline;
  switch (deadline.kind) {
    case 'blocked': {
      const { name } = deadline;
      const { causes } = state.blocked.get(name)!;
      // A listener carries many hosts: it goes on, and Envoy takes a TCP chain without its cluster.
      const keepsOld = state.type !== 'listener' && hasVersion(state, name) && waitsForRefused(stream, state, name);
      unblock(stream, state, name);
      const stored = stream.store.get(state.type, name);
      const unmet = stored === undefined ? undefined : firstUnmet(stream, stored);
      // Better an old version that works than a new one whose cluster the client has refused.
      const clusters = stream.types.get('cluster');
      const isSought = unmet?.type === 'cluster' && clusters !== undefined && isTried(clusters, unmet.name);
      if ((keepsOld || isSought) && unmet !== undefined) block(stream, state, name, unmet, causes, nowMs);
      else state.ready.set(name, { causes, late: 'present' });
      return;
    }
    case 'removal': {
      const { name } = deadline;
      const { causes } = state.removals.get(name)!;
      state.removals.delete(name);
      const needed =
        isNeededStill(stream, `${state.type}/${name}`) || (state.type === 'endpoint' && hasCluster(stream, name));
      if (needed) wait(stream, state, 'removal', name, causes, nowMs);
      else state.ready.set(name, { causes, late: 'absent' });
      return;
    }
    case 'missing': {
      const { causes } = state.missing.get(deadline.name)!;
      state.missing.delete(deadline.name);
      state.ready.set(deadline.name, { causes, late: 'absent' });
      return;
    }
    case 'answer':
      deadline.inFlight.overdue = true;
      state.settledOnce = true;
      stream.events.push({ kind: 'overdue', type: state.type, nonce: deadline.inFlight.nonce });
      answered(stream, state);
      return;
    case 'fresh':
      state.freshLate = true;
  }
}

/** A response of this type no longer stands in the way of others. */
export function answered(stream: StreamState, state: TypeState): void {
  if (state.type === 'listener') retryRemovals(stream, 'scopedRoute');
  if (state.type === 'cluster') retryRemovals(stream, 'endpoint');
}

/** The client has it no more. */
export function leave(stream: StreamState, resource: KnownResource): void {
  release(stream, resource);
  if (resource.type !== 'listener') return;
  const { name, addresses } = resource;
  forgiveRefusals(stream, name, addresses?.filter((each) => stream.addresses.get(each)?.has(name) !== true) ?? null);
}

/** It is known what the client has of the name. */
export function settle(stream: StreamState, state: TypeState, name: string): void {
  const maybe = state.maybe.get(name);
  if (maybe === undefined) return;
  state.maybe.delete(name);
  for (const resource of maybe.resources) leave(stream, resource);
}

/** The client no longer asks for the name, so it doesn't hold it either. */
export function forget(stream: StreamState, state: TypeState, name: string): void {
  settle(stream, state, name);
  const accepted = state.accepted.get(name);
  if (accepted !== undefined) {
    state.accepted.delete(name);
    leave(stream, accepted);
  }
  for (const names of [state.forced, state.told]) names.delete(name);
  for (const names of [state.dirty, state.ready, state.removals, state.missing, state.refused]) names.delete(name);
  unblock(stream, state, name);
  // Who waited for it waits for nothing now.
  wakeWaiters(stream, state.type, name);
}

/**
 * Envoy puts a changed cluster aside until its endpoints come, also if it has them for the old one (xDS protocol,
 * "Resource warming"), and doesn't ask again for a name to which it subscribes already.
 */
export function forceEndpoints(stream: StreamState, edsName: string): void {
  const endpoints = stream.types.get('endpoint');
  if (endpoints === undefined || !endpoints.requested || !covers(endpoints.subscription, edsName)) return;
  endpoints.forced.add(edsName);
  markDirty(endpoints, edsName);
}

/**
 * Begins with what the client kept from an earlier stream, then gives every name that the client asks for or has. The
 * store may change meanwhile; changes are marked as ever. Null: a step that was work, but gives no name.
 */
function* scan(stream: StreamState, state: TypeState): Generator<string | null, undefined> {
  const { subscription, initialVersions } = state;
  state.initialVersions = noVersions;
  for (const [name, version] of initialVersions) {
    keep(stream, state, name, version);
    yield null;
  }
  if (state.type === 'endpoint') yield* forceWarming(stream, state);
  if (subscription.wildcard) yield* stream.store.all(state.type).keys();
  for (const name of state.accepted.keys()) {
    if (!subscription.wildcard || stream.store.get(state.type, name) === undefined) yield name;
  }
  for (const name of subscription.names) if (!state.accepted.has(name)) yield name;
  return undefined;
}

/** What the client kept counts as accepted. */
function keep(stream: StreamState, state: TypeState, name: string, version: string): void {
  if (!covers(state.subscription, name) || state.accepted.has(name)) return;
  const stored = stream.store.get(state.type, name);
  const known: KnownResource =
    stored?.version === version
      ? stored
      : {
          type: state.type,
          name,
          version,
          requires: null,
          edsName: null,
          addresses: null,
          frame: null,
          owners: null,
          standIn: false,
          seq: 0,
        };
  state.accepted.set(name, known);
  hold(stream, known);
}

/** Clusters that were sent and not answered may be warming: they need their endpoints even if the client has them. */
function* forceWarming(stream: StreamState, state: TypeState): Generator<null> {
  for (const { resources } of stream.types.get('cluster')?.inFlight ?? []) {
    for (const { edsName } of resources) {
      if (edsName !== null && covers(state.subscription, edsName)) state.forced.add(edsName);
      yield null;
    }
  }
}

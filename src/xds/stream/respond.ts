// Makes the next response of one type. In: what `plan` found ready; out: bytes, and the record of what they hold. The
// same for both protocols up to the last step: a delta response carries what is new, a SotW response of a full-state
// type carries what the client has with it.
import type { Cause } from '../../messages/edge.ts';
import type { ResourceType } from '../../messages/resources.ts';
import { block, firstUnmet, hold, isLeftOut, mayRemove, retryRemovals, unblock } from './gate.ts';
import { forceEndpoints, forget } from './plan.ts';
import { isCurrent, markDirty, mayBeThere, takeOff, takeOffRemoval, wanted } from './state.ts';
import type { Draft, InFlight, KnownResource, Pending, StreamState, TypeState } from './state.ts';
import type { Requirement } from './store.ts';
import { covers } from './subscription.ts';
import { touchScope } from '../scope.ts';
import { encodeDeltaResponse, encodeSotwBody, encodeSotwResponse, frameAll } from './wire.ts';
import type { Frame } from './wire.ts';

export interface Response {
  readonly type: ResourceType;
  readonly nonce: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** New or changed resources. */
  readonly resources: number;
  readonly removed: number;
  readonly causes: readonly Cause[];
}

/** Enough to measure by; a response of thousands of changes needn't carry each. */
const maxCausesPerResponse = 256;

/**
 * The next response of the type. Null: nothing can go now. `more`: it is large and not finished; call again. Only to be
 * called when everything marked has been looked at.
 */
export function respond(stream: StreamState, state: TypeState, nowMs: number): Response | 'more' | null {
  if (!state.requested || state.scan !== null) return null;
  state.draft ??= draftBetween(state) ?? draftProbe(stream, state) ?? draftNext(stream, state, nowMs);
  while (state.draft !== null) {
    if (!fill(stream, state, state.draft, nowMs)) return 'more';
    const { draft } = state;
    state.draft = null;
    state.triedLast = draft.probe;
    if (draft.spansTurns) retryRemovals(stream, 'cluster');
    const response = finish(stream, state, draft, nowMs);
    if (response !== null) return response;
    // What was ready need not go after all: on with the search.
    state.draft = draftProbe(stream, state);
  }
  return null;
}

const none: ReadonlySet<string> = new Set();

function emptyDraft({ first = false, probe = false, owesAnswer = false, leftOut = none }: Partial<Draft> = {}): Draft {
  return {
    resources: [],
    removed: [],
    names: new Set(),
    late: new Set(),
    causes: new Map(),
    first,
    probe,
    owesAnswer,
    leftOut,
    spansTurns: false,
  };
}

/**
 * Between two tries, what is not among those that are tried: a search takes as many responses as there are bad resources,
 * and nobody else waits for its end. The client answers one response at a time meanwhile.
 */
function draftBetween(state: TypeState): Draft | null {
  if (state.probes.length === 0 || !state.triedLast || state.fresh) return null;
  if (state.inFlight.some(({ overdue }) => !overdue)) return null;
  const suspects = new Set(state.probes.flatMap((group) => group.map(({ name }) => name)));
  for (const name of state.ready.keys()) if (!suspects.has(name)) return emptyDraft({ leftOut: suspects });
  return null;
}

function draftProbe(stream: StreamState, state: TypeState): Draft | null {
  if (state.probes.length === 0 || state.inFlight.some(({ overdue }) => !overdue)) return null;
  for (let group = state.probes.shift(); group !== undefined; group = state.probes.shift()) {
    const draft = emptyDraft({ probe: true });
    for (const suspect of group) {
      const { name } = suspect;
      const resource = wanted(stream, state, name);
      if (resource === undefined || isCurrent(state, resource)) continue;
      const mayGo = suspect.late && suspect.version === resource.version;
      if (mayGo || firstUnmet(stream, resource) === undefined) add(stream, state, draft, resource, mayGo);
      else markDirty(state, name);
    }
    if (draft.resources.length > 0) return draft;
  }
  return null;
}

function draftNext(stream: StreamState, state: TypeState, nowMs: number): Draft | null {
  if (state.probes.length > 0 || state.inFlight.some(({ probe, overdue }) => probe && !overdue)) return null;
  if (state.inFlight.filter(({ overdue }) => !overdue).length >= state.rules.window) return null;
  if (state.fresh && !mayBegin(stream, state, nowMs)) return null;
  if (state.ready.size === 0 && !state.fresh) return null;
  const draft = emptyDraft({
    first: state.fresh,
    owesAnswer: state.fresh && (stream.protocol === 'sotw' || state.accepted.size === 0),
  });
  if (state.fresh) {
    state.fresh = false;
    // They had to wait for it: see `mayRemove`.
    retryRemovals(stream, 'cluster');
  }
  return draft;
}

/** Puts what is ready into the draft. False: there is more. */
function fill(stream: StreamState, state: TypeState, draft: Draft, nowMs: number): boolean {
  if (draft.probe) return true;
  let left = stream.namesPerTurn;
  for (const [name, pending] of state.ready) {
    // A newer version of what is in the draft already goes with the next response.
    if (draft.names.has(name) || draft.leftOut.has(name)) continue;
    if (left-- <= 0) {
      draft.spansTurns = true;
      return false;
    }
    state.ready.delete(name);
    const taken = take(stream, state, name, pending, nowMs);
    if (taken === 'later') state.ready.set(name, pending);
    if (taken === 'nothing' || taken === 'later') continue;
    if (taken === 'removal') addRemoval(stream, state, draft, name);
    else add(stream, state, draft, taken, pending.late === 'present');
    if (draft.causes.size < maxCausesPerResponse) for (const cause of pending.causes) draft.causes.set(cause.id, cause);
  }
  return true;
}

/** From here on the resource counts as sent. */
function add(stream: StreamState, state: TypeState, draft: Draft, resource: KnownResource, late: boolean): void {
  const { name, edsName } = resource;
  draft.resources.push(resource);
  draft.names.add(name);
  if (late) draft.late.add(name);
  if (state.type === 'scopedRoute' && stream.cameBackMs !== null && !stream.scopesSent.has(name)) {
    // It may remember this very scope from a response that it refused on an earlier stream.
    stream.scopesSent.add(name);
    state.doubtful.set(name, stream.lastNonce);
  }
  hold(stream, resource);
  takeOff(state, resource);
  unblock(stream, state, name);
  if (edsName !== null) forceEndpoints(stream, edsName);
}

function addRemoval(stream: StreamState, state: TypeState, draft: Draft, name: string): void {
  if (stream.protocol === 'sotw' && !state.rules.fullState) {
    // Such a response can't take anything away; the client drops what nothing refers to.
    forget(stream, state, name);
    return;
  }
  draft.removed.push(name);
  draft.names.add(name);
  takeOffRemoval(state, name);
}

/** The first response of a type holds everything: Envoy waits for it, and only for it, before it opens its listeners. */
function mayBegin(stream: StreamState, state: TypeState, nowMs: number): boolean {
  if (state.blocked.size > 0) return false;
  const clusters = stream.types.get('cluster');
  const waits = state.type === 'scopedRoute' && clusters?.requested === true && !clusters.settledOnce;
  if (!waits || state.freshLate) return true;
  if (!state.freshWaits) {
    state.freshWaits = true;
    stream.deadlines.add(nowMs + stream.ackTimeoutMs, { kind: 'fresh', state });
  }
  return false;
}

/** Looks once more at what was found ready: other responses have been sent since. */
function take(
  stream: StreamState,
  state: TypeState,
  name: string,
  { late, causes, leaves }: Pending,
  nowMs: number,
): KnownResource | 'removal' | 'later' | 'nothing' {
  if (!covers(state.subscription, name)) return 'nothing';
  const resource = wanted(stream, state, name);
  if (leaves === true && state.blocked.has(name)) return mayBeThere(state, name) ? 'removal' : 'nothing';
  // What it leads to goes before it, in the same response.
  if (state.draft?.first === true && resource?.requires?.some((one) => isToCome(state, one)) === true) return 'later';
  const forced = state.forced.delete(name);
  if (resource !== undefined) {
    if (resource.frame === null || (isCurrent(state, resource) && !forced)) return 'nothing';
    const unmet = late === 'present' ? undefined : firstUnmet(stream, resource);
    if (unmet === undefined) return resource;
    if (forced) state.forced.add(name);
    block(stream, state, name, unmet, causes, nowMs);
    return 'nothing';
  }
  if (stream.store.get(state.type, name) !== undefined) return 'nothing';
  if (isLeftOut(stream, state, name) && mayBeThere(state, name)) return 'nothing';
  if (!mayBeThere(state, name)) {
    if (stream.protocol === 'sotw' || state.told.has(name)) return 'nothing';
    if (state.subscription.names.has(name)) state.told.add(name);
    return 'removal';
  }
  if (late === 'absent' || mayRemove(stream, state, name)) return 'removal';
  // Its reasons to stay are new; it is put back to wait when it's looked at again.
  markDirty(state, name, causes);
  return 'nothing';
}

/** Into the same draft. Something newer of what is in it goes with the next response. */
function isToCome({ type, ready, draft }: TypeState, requirement: Requirement): boolean {
  return requirement.type === type && ready.has(requirement.name) && draft?.names.has(requirement.name) !== true;
}

function finish(stream: StreamState, state: TypeState, draft: Draft, nowMs: number): Response | null {
  const { resources, removed, late, probe } = draft;
  if (resources.length === 0 && removed.length === 0 && !draft.owesAnswer) return null;
  const nonce = String(++stream.lastNonce);
  const { version, bytes } =
    stream.protocol === 'delta' ? encodeDelta(stream, state, nonce, draft) : encodeSotw(stream, state, nonce, draft);
  const inFlight: InFlight = {
    nonce,
    version,
    sentAtMs: nowMs,
    resources: [...resources],
    removed: [...removed],
    causes: [...draft.causes.values()],
    late,
    probe,
    overdue: false,
    acked: null,
  };
  if (stream.protocol === 'sotw' && state.rules.fullState) repeatUnanswered(stream, state, inFlight, draft.names);
  state.inFlight.push(inFlight);
  state.lastNonce = nonce;
  stream.deadlines.add(nowMs + stream.ackTimeoutMs, { kind: 'answer', state, inFlight });
  const { type } = state;
  return { type, nonce, bytes, resources: resources.length, removed: removed.length, causes: inFlight.causes };
}

/**
 * A SotW response holds again what earlier ones brought and the client hasn't answered. So if it is refused, that may be
 * to blame too.
 */
function repeatUnanswered(stream: StreamState, state: TypeState, inFlight: InFlight, fresh: ReadonlySet<string>): void {
  for (const [name, { latest: sent }] of state.flying) {
    if (fresh.has(name)) continue;
    if (sent === null) {
      inFlight.removed.push(name);
      takeOffRemoval(state, name);
    } else {
      inFlight.resources.push(sent);
      hold(stream, sent);
    }
  }
}

interface Encoded {
  readonly version: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function encodeDelta(stream: StreamState, state: TypeState, nonce: string, { resources, removed }: Draft): Encoded {
  const systemVersion = stream.store.setVersion(state.type);
  return {
    version: '',
    bytes: encodeDeltaResponse({
      type: state.type,
      nonce,
      systemVersion,
      resources: framed(stream, state, nonce, resources),
      removed,
    }),
  };
}

function encodeSotw(stream: StreamState, state: TypeState, nonce: string, { resources }: Draft): Encoded {
  const { typeUrl, fullState } = state.rules;
  const setVersion = stream.store.setVersion(state.type);
  const encoded = (version: string, body: Uint8Array) => ({
    version,
    bytes: encodeSotwResponse({ typeUrl, nonce, version, body }),
  });
  if (!fullState) return encoded(setVersion, encodeSotwBody(framed(stream, state, nonce, resources)));
  if (hasWholeStore(stream, state)) return encoded(setVersion, stream.store.sotwBody(state.type));
  // This stream's set differs from the store's, so its version must differ too.
  return encoded(`${setVersion}.${nonce}`, encodeSotwBody(framed(stream, state, nonce, everything(state))));
}

function hasWholeStore(stream: StreamState, state: TypeState): boolean {
  const exceptions = [state.blocked, state.removals, state.refused, state.doubtful, state.dirty, state.ready];
  const isWhole = state.probes.length === 0 && exceptions.every(({ size }) => size === 0);
  return state.subscription.wildcard && isWhole && stream.store.quarantined(state.type).size === 0;
}

/** What the client has once it has taken everything sent. */
function* everything(state: TypeState): Generator<KnownResource> {
  for (const [name, accepted] of state.accepted) if (!state.flying.has(name)) yield accepted;
  for (const { latest: sent } of state.flying.values()) if (sent !== null) yield sent;
}

function framed(
  stream: StreamState,
  state: TypeState,
  nonce: string,
  resources: Iterable<KnownResource>,
): { readonly frame: Frame }[] {
  // Nonces begin anew with each stream, and what the client remembers may be from another one.
  const mark = stream.cameBackMs === null ? nonce : `${Math.floor(stream.cameBackMs)}${nonce}`;
  const list: { readonly frame: Frame }[] = [];
  for (const resource of resources) {
    const { frame, name } = resource;
    if (frame === null) continue;
    list.push({ frame: state.doubtful.has(name) ? touched(state, mark, resource, frame) : frame });
  }
  return list;
}

function touched(state: TypeState, mark: string, { name, version }: KnownResource, frame: Frame): Frame {
  const bytes = touchScope(frame.slab.subarray(frame.valueStart, frame.end), name, mark);
  return frameAll([{ type: state.type, name, version, bytes }])[0]!;
}

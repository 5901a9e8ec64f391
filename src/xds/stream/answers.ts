// What an ACK or a NACK means for what the client has. In: the unanswered responses of a type and the client's answer;
// out: `accepted` and `refused` brought up to date, names marked for sending again, events.
// A refused response is not applied, or only in part: whatever in it is not to blame is sent again.
import type { ResourceType } from '../../messages/resources.ts';
import { forgiveRefusals } from './addresses.ts';
import { adopt, answered, forceEndpoints, forget, leave, settle } from './plan.ts';
import { release, wakeWaiters } from './gate.ts';
import { markDirty, mayBeThere, takeOff, takeOffRemoval } from './state.ts';
import type { InFlight, KnownResource, Maybe, StreamState, TypeState } from './state.ts';
import type { StoredResource } from './store.ts';
import { covers } from './subscription.ts';
import { halves, namesInMessage } from './nack.ts';
import type { RequestError } from './requests.ts';
import { wireName } from './wire-names.ts';

/** Unanswered responses beyond those that the window allows; older ones then count as accepted. */
const maxOverdue = 16;

export interface Answer {
  readonly nonce: string;
  /** Null: an ACK. */
  readonly error: RequestError | null;
  /** SotW: the version that the client accepted last. Empty in delta. */
  readonly version: string;
}

/**
 * Takes the answer to a response. In SotW a client may skip answers, so this one answers all before it too.
 * False: no unanswered response has this nonce.
 */
export function takeAnswer(stream: StreamState, state: TypeState, { nonce, error, version }: Answer): boolean {
  const inFlight = state.inFlight.find((one) => one.nonce === nonce);
  if (inFlight === undefined) return false;
  // What is answered after a large one is taken after it, or the older of the two would count as what the client has.
  const waits = isLarge(stream, inFlight) || state.inFlight.some(({ acked }) => acked !== null);
  if (error === null && stream.protocol === 'delta' && waits) {
    inFlight.acked ??= inFlight.resources.length;
    return true;
  }
  while (takePart(stream, state));
  const index = state.inFlight.indexOf(inFlight);
  const from = stream.protocol === 'sotw' ? 0 : index;
  const answers = state.inFlight.splice(from, index - from + 1);
  state.settledOnce = true;
  // With a NACK comes the version accepted last: what was sent up to there was accepted without a word.
  const accepted =
    error === null
      ? answers
      : answers.slice(
          0,
          answers.findLastIndex((inFlight) => inFlight.nonce !== nonce && inFlight.version === version) + 1,
        );
  const refused = answers.slice(accepted.length);
  takeIn(stream, state, accepted);
  const last = answers.at(-1)!;
  const common = { type: state.type, nonce, sentAtMs: last.sentAtMs, causes: last.causes };
  if (error === null) stream.events.push({ kind: 'ack', ...common, resources: last.resources.length });
  else {
    recount(stream, state);
    const blamed = refuse(stream, state, refused, error);
    stream.events.push({ kind: 'nack', ...common, message: error.message, refused: blamed });
  }
  answered(stream, state);
  return true;
}

function isLarge(stream: StreamState, { resources, removed }: InFlight): boolean {
  return resources.length + removed.length > stream.namesPerTurn;
}

/**
 * A part of what a client has accepted of large responses; the rest counts as under way until its turn comes, as if the
 * response had been cut into several. False: there is more.
 */
export function takeAccepted(stream: StreamState): boolean {
  for (const state of stream.types.values()) if (takePart(stream, state)) return false;
  return true;
}

/** The oldest first. False: nothing waits. */
function takePart(stream: StreamState, state: TypeState): boolean {
  const inFlight = state.inFlight.find(({ acked }) => acked !== null);
  if (inFlight === undefined) return false;
  if (isLarge(stream, inFlight)) {
    const resources = inFlight.resources.splice(-stream.namesPerTurn);
    const room = stream.namesPerTurn - resources.length;
    const removed = room === 0 ? [] : inFlight.removed.splice(-room);
    takeIn(stream, state, [{ ...inFlight, resources, removed }]);
    return true;
  }
  state.inFlight.splice(state.inFlight.indexOf(inFlight), 1);
  state.settledOnce = true;
  takeIn(stream, state, [inFlight]);
  const { nonce, sentAtMs, causes, acked } = inFlight;
  stream.events.push({ kind: 'ack', type: state.type, nonce, sentAtMs, causes, resources: acked ?? 0 });
  answered(stream, state);
  return true;
}

/** Responses were accepted. */
function takeIn(stream: StreamState, state: TypeState, answers: readonly InFlight[]): void {
  land(state, answers);
  for (const inFlight of answers) {
    accept(stream, state, inFlight);
    for (const resource of inFlight.resources) if (resource.frame !== null) confirm(stream, state, resource);
  }
}

/** What went out touched is the same resource; what is left of it after a newer one is accepted counts too. */
function confirm(stream: StreamState, { subscription }: TypeState, resource: KnownResource): void {
  if (covers(subscription, resource.name)) stream.store.confirm(resource as StoredResource);
}

/** A client that never answers must cost neither memory nor the others' progress. */
export function dropOverdue(stream: StreamState, state: TypeState): void {
  while (state.inFlight.length > state.rules.window + maxOverdue) {
    const oldest = state.inFlight.shift()!;
    land(state, [oldest]);
    accept(stream, state, oldest);
  }
}

/** The responses have arrived. */
function land(state: TypeState, answers: readonly InFlight[]): void {
  for (const { resources, removed } of answers) {
    for (const resource of resources) {
      // Something newer may be under way.
      if (state.flying.get(resource.name)?.latest === resource) state.flying.delete(resource.name);
    }
    for (const name of removed) {
      const flying = state.flying.get(name);
      if (flying === undefined) continue;
      flying.removals--;
      if (flying.latest === null && flying.removals === 0) state.flying.delete(name);
    }
  }
}

/** Responses were refused: what of each name is under way is what the others bring. */
function recount(stream: StreamState, state: TypeState): void {
  state.flying.clear();
  const underWay = state.draft === null ? state.inFlight : [...state.inFlight, state.draft];
  for (const inFlight of underWay) {
    for (const resource of inFlight.resources) takeOff(state, resource);
    for (const name of inFlight.removed) takeOffRemoval(state, name);
    // What a later SotW response only repeated is new to the client now: its clusters will warm.
    for (const { edsName } of inFlight.resources) if (edsName !== null) forceEndpoints(stream, edsName);
  }
}

function accept(stream: StreamState, state: TypeState, { resources, removed, nonce }: InFlight): void {
  for (const resource of resources) {
    const { name } = resource;
    if (Number(nonce) > (state.doubtful.get(name) ?? Infinity)) state.doubtful.delete(name);
    if (!covers(state.subscription, name)) {
      release(stream, resource);
      continue;
    }
    const before = state.accepted.get(name);
    state.accepted.set(name, resource);
    if (before !== undefined) leave(stream, before);
    else if (mayListenAnywhere(stream, state)) forgiveRefusals(stream, name, null);
    settle(stream, state, name);
    const stored = stream.store.get(state.type, name);
    if (stored !== undefined) adopt(stream, state, stored);
    wakeWaiters(stream, state.type, name);
  }
  for (const name of removed) {
    settle(stream, state, name);
    const before = state.accepted.get(name);
    state.accepted.delete(name);
    if (before !== undefined) leave(stream, before);
    if (state.type !== 'listener') continue;
    if (mayListenAnywhere(stream, state)) forgiveRefusals(stream, name, null);
    wakeWaiters(stream, state.type, name);
    // It may have left only to come again.
    markDirty(state, name);
  }
}

/** A SotW client that comes back does not say where its listeners are. */
function mayListenAnywhere({ protocol, cameBackMs }: StreamState, { type }: TypeState): boolean {
  return type === 'listener' && protocol === 'sotw' && cameBackMs !== null;
}

/** Returns what is to blame, if that is known now. */
function refuse(
  stream: StreamState,
  state: TypeState,
  answers: readonly InFlight[],
  error: RequestError,
): { readonly name: string; readonly version: string }[] {
  const suspects = new Map<string, KnownResource>();
  const standIns = new Set<string>();
  const sent: KnownResource[] = [];
  for (const { resources, removed } of answers) {
    for (const resource of resources) {
      suspects.set(resource.name, resource);
      if (resource.standIn) standIns.add(resource.name);
      else standIns.delete(resource.name);
      if (state.type === 'scopedRoute') state.doubtful.set(resource.name, stream.lastNonce);
      sent.push(resource);
    }
    for (const name of removed) {
      markDirty(state, name);
      if (mayBeThere(state, name))
        state.maybe.set(name, { resources: state.maybe.get(name)?.resources ?? [], gone: true });
    }
  }
  if (suspects.size === 0) {
    // Nothing but removals: there is no other way to say them, so saying them again would never end.
    for (const { removed } of answers) for (const name of removed) acceptRemoval(stream, state, name);
    return [];
  }
  // What was refused before the response was sent on explains this refusal too.
  let explained = false;
  for (const [name, { version }] of suspects) {
    if (state.refused.get(name)?.version !== version) continue;
    explained = true;
    suspects.delete(name);
  }
  const names = suspects.size === 1 && !explained ? [...suspects.keys()] : blamed(state.type, error, suspects.keys());
  if (names.length === 0 && !explained) {
    const late = new Set(answers.flatMap((inFlight) => [...inFlight.late]));
    const group = [...suspects].map(([name, { version }]) => ({ name, version, late: late.has(name) }));
    state.probes.unshift(...halves(group));
    for (const resource of sent) mayHave(stream, state, resource);
    return [];
  }
  const refused = names.map((name) => suspects.get(name)!);
  for (const { name, version, addresses } of refused) {
    const before = state.refused.get(name);
    const isStandIn = before !== undefined && standIns.has(name);
    state.refused.set(
      name,
      isStandIn ? { ...before, standIn: true } : { version, message: error.message, standIn: false, addresses },
    );
    suspects.delete(name);
    // The store may have moved on meanwhile.
    markDirty(state, name);
    // It stays where it is: who waits for its leaving need not.
    if (state.type === 'listener') wakeWaiters(stream, state.type, name);
  }
  for (const name of suspects.keys()) markDirty(state, name);
  for (const resource of sent) {
    if (suspects.has(resource.name)) mayHave(stream, state, resource);
    else {
      release(stream, resource);
      hasNot(stream, state, resource);
    }
  }
  return refused.map(({ name, version }) => ({ name, version }));
}

/** Versions of one name that a client may have; it has one of the newest. */
const maxMaybe = 4;
const nothing: Maybe = { resources: [], gone: false };

/** Takes over the `hold` of the resource. */
function mayHave(stream: StreamState, state: TypeState, resource: KnownResource): void {
  const { name } = resource;
  const { resources, gone } = state.maybe.get(name) ?? nothing;
  const dropped =
    resources.includes(resource) || !covers(state.subscription, name)
      ? resource
      : resources[resources.length - maxMaybe];
  if (dropped !== resource) state.maybe.set(name, { resources: [...resources.slice(1 - maxMaybe), resource], gone });
  if (dropped !== undefined) release(stream, dropped);
}

/** It is this resource that the client refuses, so it has not taken it before either. */
function hasNot(stream: StreamState, state: TypeState, { name, version }: KnownResource): void {
  const { resources, gone } = state.maybe.get(name) ?? nothing;
  const left = resources.filter((each) => each.version !== version);
  if (left.length > 0 || gone) state.maybe.set(name, { resources: left, gone });
  else state.maybe.delete(name);
  for (const each of resources) if (each.version === version) release(stream, each);
}

/** Those of the names that the client's message speaks of. */
function blamed(type: ResourceType, { message }: RequestError, names: Iterable<string>): string[] {
  const byWireName = new Map<string, string>();
  for (const name of names) byWireName.set(wireName(type, name), name);
  return namesInMessage(message, new Set(byWireName.keys())).map((wire) => byWireName.get(wire)!);
}

function acceptRemoval(stream: StreamState, state: TypeState, name: string): void {
  if (stream.store.get(state.type, name) !== undefined || !mayBeThere(state, name)) return;
  forget(stream, state, name);
}

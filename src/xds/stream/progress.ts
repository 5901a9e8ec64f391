// How far one client is: up to which revision of the graph it has accepted everything that it asks for. Statuses wait for it.
// In: revisions, each when the store holds all that follows from it; what the stream machine does meanwhile. Out: the
// newest revision that the client has accepted as a whole.
// One checkpoint at a time: it holds what was due when it was opened, and closes when the client has taken each of these or
// something newer of the same name. So who changes all the time is not waited for. A refusal closes too; it is told apart.
// Must hold: the work of a look is in the number of names that leave the checkpoint.
import type { ResourceType } from '../../messages/resources.ts';
import { misdirectedScopeName } from '../names.ts';
import { readPartLines } from '../resource.ts';
import { waitsForRefused } from './gate.ts';
import type { StreamState, TypeState } from './state.ts';
import { parseRequirement } from './store.ts';
import type { StoredResource } from './store.ts';
import { covers } from './subscription.ts';

export interface Progress {
  /** The newest that the store holds. */
  target: number;
  accepted: number;
  open: Checkpoint | null;
  /** Types of which it was waited in vain that the client asks, with what it listened with then (`newestListener`). */
  readonly silent: Map<ResourceType, number>;
}

interface Checkpoint {
  readonly revision: number;
  readonly openedMs: number;
  readonly waits: Set<Wait>;
}

interface Wait {
  readonly state: TypeState;
  readonly name: string;
  /** Of the resource that was served under the name. */
  readonly seq: number;
  /** Envoy asks for it by itself, once it has accepted this. */
  readonly user?: Wait;
}

export function createProgress(): Progress {
  return { target: 0, accepted: 0, open: null, silent: new Map() };
}

/** Types that Envoy asks for only once it has a listener that needs one. */
const lateTypes: readonly ResourceType[] = ['scopedRoute', 'route'];

/** Looks what the client has accepted meanwhile. Call after each poll and each request. */
export function advance(stream: StreamState, progress: Progress, nowMs: number): number {
  while (progress.accepted < progress.target) {
    if (progress.open === null) {
      if (!canLook(stream)) break;
      progress.open = { revision: progress.target, openedMs: nowMs, waits: dueOf(stream) };
      // What Envoy asks for by itself it may never ask for; patience ends also while nothing happens.
      stream.deadlines.add(nowMs + stream.ackTimeoutMs, { kind: 'checkpoint', progress, openedMs: nowMs });
    }
    const { waits, revision, openedMs } = progress.open;
    const isPatient = nowMs - openedMs < stream.ackTimeoutMs;
    for (const wait of waits) {
      if (!isOver(stream, wait, isPatient)) return progress.accepted;
      waits.delete(wait);
    }
    const late = lateTypes.filter((type) => isLate(stream, type));
    const listener = late.length === 0 ? 0 : newestListener(stream);
    // Nobody is waited for twice, unless another listener may be the one that needs the type.
    if (isPatient && late.some((type) => progress.silent.get(type) !== listener)) break;
    for (const type of late) progress.silent.set(type, listener);
    progress.accepted = revision;
    progress.open = null;
  }
  return progress.accepted;
}

/** Tells one state of what the client listens with from another: the highest `seq` of it. */
function newestListener(stream: StreamState): number {
  let newest = 0;
  for (const type of ['listener', 'extension'] as const)
    for (const { seq } of stream.types.get(type)?.accepted.values() ?? []) newest = Math.max(newest, seq);
  return newest;
}

/** What is due stands in the sets of the types; not yet for a client that has just come. */
function canLook(stream: StreamState): boolean {
  if (stream.node === null || !stream.store.ready || stream.inbox.length > 0) return false;
  if (stream.aggregated && stream.types.get('listener')?.requested !== true) return false;
  return [...stream.types.values()].every(
    ({ requested, scanDue, scan, fresh }) => !requested || (!scanDue && scan === null && !fresh),
  );
}

function dueOf(stream: StreamState): Set<Wait> {
  const waits = new Set<Wait>();
  const add = (state: TypeState, name: string): void => {
    const stored = stream.store.get(state.type, name);
    if (stored === undefined) return;
    const wait: Wait = { state, name, seq: stored.seq };
    waits.add(wait);
    for (const key of usedBy(stored)) {
      const used = parseRequirement(key);
      const usedState = stream.types.get(used.type);
      const resource = stream.store.get(used.type, used.name);
      if (usedState !== undefined && resource !== undefined)
        waits.add({ state: usedState, name: used.name, seq: resource.seq, user: wait });
    }
  };
  for (const state of stream.types.values()) {
    const names = new Set<string>();
    for (const each of [state.dirty, state.ready, state.blocked, state.flying])
      for (const name of each.keys()) names.add(name);
    for (const name of state.draft?.names ?? []) names.add(name);
    for (const group of state.probes) for (const { name } of group) names.add(name);
    for (const name of names) add(state, name);
  }
  return waits;
}

function usedBy({ uses, parts }: StoredResource): ReadonlySet<string> {
  const keys = new Set(uses);
  for (const part of readPartLines(parts ?? '').values()) for (const key of part.uses ?? []) keys.add(key);
  return keys;
}

function isOver(stream: StreamState, { state, name, seq, user }: Wait, isPatient: boolean): boolean {
  const stored = stream.store.get(state.type, name);
  if (stored === undefined || stored.instead !== null || state.refused.has(name)) return true;
  // It stays at what it has, for as long as its cluster is refused.
  if (waitsForRefused(stream, state, name)) return true;
  const accepted = state.accepted.get(name);
  if (accepted !== undefined && (accepted.version === stored.version || accepted.seq >= seq)) return true;
  if (covers(state.subscription, name)) return false;
  if (user === undefined) return true;
  return !isPatient || user.state.refused.has(user.name) || !isServed(stream, user);
}

/** It stands in the store as it was made; else nobody asks for what it uses. */
function isServed(stream: StreamState, { state, name }: Wait): boolean {
  const stored = stream.store.get(state.type, name);
  return stored !== undefined && stored.instead === null;
}

/** There is something of the type, and the client has not had its first answer. */
function isLate(stream: StreamState, type: ResourceType): boolean {
  const state = stream.types.get(type);
  if (state === undefined || (state.requested && state.settledOnce)) return false;
  for (const name of stream.store.all(type).keys()) if (name !== misdirectedScopeName) return true;
  return false;
}

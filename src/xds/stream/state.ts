// The state of one stream: per type what the client asked for, has, has been sent and still waits for. Mutable, owned
// by the stream machine alone; the other files of this folder are functions over it.
import type { Cause } from '../../messages/edge.ts';
import type { ResourceType } from '../../messages/resources.ts';
import { createDeadlines } from './deadlines.ts';
import type { Deadlines } from './deadlines.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { NodeIdentity } from './requests.ts';
import type { Change, Requirement, StoredResource, StreamStore } from './store.ts';
import { covers, emptySubscription } from './subscription.ts';
import type { Subscription } from './subscription.ts';
import type { Progress } from './progress.ts';
import { sendOrder, streamTypes } from './types.ts';
import type { StreamType } from './types.ts';
import type { Frame } from './wire.ts';

/**
 * A resource as a client knows it. `frame` is null for what the client kept from an earlier stream and the store no
 * longer has: its content, and so what it requires, is unknown (`requires` is null too).
 */
export interface KnownResource {
  readonly type: ResourceType;
  readonly name: string;
  readonly version: string;
  readonly requires: readonly Requirement[] | null;
  readonly edsName: string | null;
  /** As in StoredResource; null: not known. */
  readonly addresses: readonly string[] | null;
  readonly frame: Frame | null;
  /** Null: not known. */
  readonly owners: readonly ObjectKey[] | null;
  readonly standIn: boolean;
  /** As in StoredResource; 0: from an earlier stream. */
  readonly seq: number;
}

export interface InFlight {
  readonly nonce: string;
  /** SotW: of the whole response; empty in delta. */
  readonly version: string;
  readonly sentAtMs: number;
  /** What in the response the client hasn't accepted yet; in SotW the response holds more. */
  readonly resources: KnownResource[];
  readonly removed: string[];
  readonly causes: readonly Cause[];
  /** Names that went out without what they require, because their wait had ended. */
  readonly late: ReadonlySet<string>;
  /** Sent to find out which resource the client refuses. */
  readonly probe: boolean;
  /** The client has not answered in time; nothing waits for the answer any more. */
  overdue: boolean;
  /** Accepted, with so many resources, of which `resources` and `removed` are still to be taken: see `takeAccepted`. */
  acked: number | null;
}

/** A response in the making; what is in it counts as sent. Large ones take several turns. */
export interface Draft {
  readonly resources: KnownResource[];
  readonly removed: string[];
  /** Of both. */
  readonly names: Set<string>;
  readonly late: Set<string>;
  readonly causes: Map<string, Cause>;
  readonly probe: boolean;
  /** The first of the type: holds all that there is. */
  readonly first: boolean;
  /** Goes out even if it is empty. */
  readonly owesAnswer: boolean;
  /** Wait for their own turn, though they are ready. */
  readonly leftOut: ReadonlySet<string>;
  spansTurns: boolean;
}

export interface Flying {
  /** The newest sent; null: removal. */
  latest: KnownResource | null;
  /** Unanswered responses that take it away. */
  removals: number;
}

export interface Pending {
  readonly causes: readonly Cause[];
  /** A wait has ended: what is there goes out whatever it requires; what is absent is taken away, or said to be, whatever needs it. */
  readonly late: 'present' | 'absent' | null;
  /** The client must lose it before it may have its newest version; see addresses.ts. */
  readonly leaves?: true;
}

export interface Suspect {
  readonly name: string;
  readonly version: string;
  readonly late: boolean;
}

export interface Maybe {
  /** One of these. */
  readonly resources: readonly KnownResource[];
  /** Nothing. */
  readonly gone: boolean;
}

export interface Waiting {
  readonly sinceMs: number;
  readonly causes: readonly Cause[];
}

export interface Blocked extends Waiting {
  /** Key of the requirement that it waits for. */
  readonly on: string;
}

export interface Refusal {
  readonly version: string;
  readonly message: string;
  /** It refuses what stands in for that version too. */
  readonly standIn: boolean;
  /** Of that version, as in KnownResource. */
  readonly addresses: readonly string[] | null;
}

export interface TypeState {
  readonly type: ResourceType;
  readonly rules: StreamType;
  readonly subscription: Subscription;
  /** The client has sent a request for this type. */
  requested: boolean;
  /** Owes the client a response that holds everything subscribed, even if that is nothing. */
  fresh: boolean;
  /** `fresh` has waited long enough for other types. */
  freshLate: boolean;
  /** `fresh` waits for other types. */
  freshWaits: boolean;
  /** The client has answered (or failed to answer in time) a response of this type, or kept state from an earlier stream. */
  settledOnce: boolean;
  /** From the first request, until the first scan. */
  initialVersions: ReadonlyMap<string, string>;
  /** A scan is to start; `scan` is the one under way. */
  scanDue: boolean;
  scan: Iterator<string | null> | null;
  /** What the client has accepted. */
  readonly accepted: Map<string, KnownResource>;
  /**
   * Of each name that came, or went, in a response which the client refused for others' sake: what it may have now instead of
   * what it has accepted. Envoy takes of such a response all that it does not object to.
   */
  readonly maybe: Map<string, Maybe>;
  /** Names in unanswered responses. */
  readonly flying: Map<string, Flying>;
  readonly inFlight: InFlight[];
  draft: Draft | null;
  lastNonce: string;
  /** To be looked at. */
  readonly dirty: Map<string, readonly Cause[]>;
  /** To be sent even if the client has this version. */
  readonly forced: Set<string>;
  /** Can go out with the next response. */
  readonly ready: Map<string, Pending>;
  /** Wait for what they require. */
  readonly blocked: Map<string, Blocked>;
  /** Gone from the store; wait until nothing that the client holds needs them. */
  readonly removals: Map<string, Waiting>;
  /** Named by the client, not in the store; it has not been told yet. */
  readonly missing: Map<string, Waiting>;
  /** Named by the client, not in the store; it has been told. */
  readonly told: Set<string>;
  /** Refused by the client at this version; not sent again until the version changes. */
  readonly refused: Map<string, Refusal>;
  /** Scopes of refused responses, each with the nonce of the newest response then; they go out touched (touchScope). */
  readonly doubtful: Map<string, number>;
  /** Groups still to be tried, to find out which resource the client refuses. */
  readonly probes: Suspect[][];
  /** The last response was such a try: what else is ready has its turn. */
  triedLast: boolean;
}

export type StreamEvent =
  | {
      readonly kind: 'ack';
      readonly type: ResourceType;
      readonly nonce: string;
      readonly sentAtMs: number;
      readonly resources: number;
      readonly causes: readonly Cause[];
    }
  | {
      readonly kind: 'nack';
      readonly type: ResourceType;
      readonly nonce: string;
      readonly sentAtMs: number;
      readonly message: string;
      /** Held from now on, with the version refused; empty: not yet known which, smaller responses will tell. */
      readonly refused: readonly { readonly name: string; readonly version: string }[];
      readonly causes: readonly Cause[];
    }
  /** What was refused at this version will be sent again: what it was refused for may be over. */
  | { readonly kind: 'forgiven'; readonly type: ResourceType; readonly name: string; readonly version: string }
  /** A response was not answered in time; the stream goes on without. */
  | { readonly kind: 'overdue'; readonly type: ResourceType; readonly nonce: string }
  /** An answer to a response that is unknown or superseded. */
  | { readonly kind: 'stale'; readonly type: ResourceType; readonly nonce: string }
  | { readonly kind: 'unknownType'; readonly typeUrl: string }
  /** The stream must be closed with this gRPC status. */
  | { readonly kind: 'close'; readonly code: 'invalidArgument' | 'resourceExhausted'; readonly message: string };

export type Deadline =
  | {
      readonly kind: 'blocked' | 'removal' | 'missing';
      readonly state: TypeState;
      readonly name: string;
      readonly sinceMs: number;
    }
  | { readonly kind: 'answer'; readonly state: TypeState; readonly inFlight: InFlight }
  | { readonly kind: 'fresh'; readonly state: TypeState }
  | { readonly kind: 'checkpoint'; readonly progress: Progress; readonly openedMs: number };

export interface StreamState {
  readonly protocol: 'delta' | 'sotw';
  /** All types on one stream; false: the service of one type, where other types' state is unknown. */
  readonly aggregated: boolean;
  /** Until the node is known any store will do: nothing is sent before. */
  store: StreamStore;
  readonly storeFor: StreamOptions['storeFor'];
  readonly ackTimeoutMs: number;
  readonly namesPerTurn: number;
  node: NodeIdentity | null;
  /** In the order of sending. */
  readonly types: ReadonlyMap<ResourceType, TypeState>;
  /** Requirement key → how many resources that the client holds, or may hold soon, need it. */
  readonly holders: Map<string, number>;
  /** Resources that the client holds and whose requirements are unknown. */
  unknownHolders: number;
  /** Scopes of hosts among them. */
  unknownHosts: number;
  /** Address → listeners that the client has there, or may soon have, with how many versions of each. */
  readonly addresses: Map<string, Map<string, number>>;
  /** Listeners were due when it was last looked: once they are not, waiting removals of scopes are looked at again. */
  scopesWaitForListeners: boolean;
  /** Requirement key → blocked resources that wait for it, by their own key. */
  readonly waiters: Map<string, Map<string, { readonly state: TypeState; readonly name: string }>>;
  readonly deadlines: Deadlines<Deadline>;
  /** No removals before: the client has just come back and may not have said yet what it holds. Null: no such wait. */
  graceUntilMs: number | null;
  lastNonce: number;
  /** When the client came back with what it kept from an earlier stream; null: as far as we know it begins with nothing. */
  cameBackMs: number | null;
  /** Scopes that this stream has sent to a client that came back. */
  readonly scopesSent: Set<string>;
  readonly inbox: (readonly Change[])[];
  readonly events: StreamEvent[];
  closed: boolean;
}

export interface StreamOptions {
  readonly protocol: 'delta' | 'sotw';
  /** What a client is served. Before it has said who it is: any. */
  readonly storeFor: (node: NodeIdentity) => StreamStore;
  /** The type of a per-type service; null: the aggregated service. */
  readonly only: ResourceType | null;
  /** How long one step may wait for an answer, a requirement, or a resource that doesn't exist yet. */
  readonly ackTimeoutMs: number;
  /** Names looked at in one poll; then others get their turn. Default 1000: a few milliseconds before V8 knows the code, one after. */
  readonly namesPerTurn?: number;
  /** More names in one subscription end the stream: no Envoy needs them, and each costs memory. Default: no limit. */
  readonly maxNames?: number;
}

export function createStreamState({
  protocol,
  storeFor,
  only,
  ackTimeoutMs,
  namesPerTurn = 1000,
}: StreamOptions): StreamState {
  const types = only === null ? sendOrder : [only];
  return {
    protocol,
    aggregated: only === null,
    store: storeFor({ id: '', cluster: '', userAgent: '' }),
    storeFor,
    ackTimeoutMs,
    namesPerTurn,
    node: null,
    types: new Map(types.map((type) => [type, createTypeState(type)])),
    holders: new Map(),
    unknownHolders: 0,
    unknownHosts: 0,
    addresses: new Map(),
    scopesWaitForListeners: false,
    waiters: new Map(),
    deadlines: createDeadlines(),
    graceUntilMs: null,
    lastNonce: 0,
    cameBackMs: null,
    scopesSent: new Set(),
    inbox: [],
    events: [],
    closed: false,
  };
}

function createTypeState(type: ResourceType): TypeState {
  return {
    type,
    rules: streamTypes[type],
    subscription: emptySubscription(),
    requested: false,
    fresh: false,
    freshLate: false,
    freshWaits: false,
    settledOnce: false,
    initialVersions: noVersions,
    scanDue: false,
    scan: null,
    accepted: new Map(),
    maybe: new Map(),
    flying: new Map(),
    inFlight: [],
    draft: null,
    lastNonce: '',
    dirty: new Map(),
    forced: new Set(),
    ready: new Map(),
    blocked: new Map(),
    removals: new Map(),
    missing: new Map(),
    told: new Set(),
    refused: new Map(),
    doubtful: new Map(),
    probes: [],
    triedLast: false,
  };
}

export const noCauses: readonly Cause[] = [];
export const noVersions: ReadonlyMap<string, string> = new Map();

/** What the client has once it has taken everything sent; undefined: nothing of that name. */
export function latest(state: TypeState, name: string): KnownResource | undefined {
  const flying = state.flying.get(name);
  return flying === undefined ? state.accepted.get(name) : (flying.latest ?? undefined);
}

/** The client has this version once it has taken everything sent: for sure, not maybe. */
export function isCurrent(state: TypeState, { name, version }: KnownResource): boolean {
  return latest(state, name)?.version === version && (state.flying.has(name) || !state.maybe.has(name));
}

/** The client has something of that name once it has taken everything sent, or may have it. */
export function mayBeThere({ flying, accepted, maybe }: TypeState, name: string): boolean {
  const sent = flying.get(name);
  return sent === undefined ? accepted.has(name) || maybe.has(name) : sent.latest !== null;
}

/** The resource is now under way. In the order of sending. */
export function takeOff(state: TypeState, resource: KnownResource): void {
  const flying = state.flying.get(resource.name);
  if (flying === undefined) state.flying.set(resource.name, { latest: resource, removals: 0 });
  else flying.latest = resource;
}

/** The removal is now under way. */
export function takeOffRemoval(state: TypeState, name: string): void {
  const flying = state.flying.get(name);
  if (flying === undefined) state.flying.set(name, { latest: null, removals: 1 });
  else {
    flying.latest = null;
    flying.removals++;
  }
}

/**
 * What the client should have; undefined: nothing, or what it has. A version that it refused, or that nobody is served, is
 * replaced by the one that it accepted last, as long as that may still be used; else by what the store serves instead, or the
 * stand-in: without one its requests would fall to another host.
 */
export function wanted(stream: StreamState, state: TypeState, name: string): KnownResource | undefined {
  if (!covers(state.subscription, name)) return undefined;
  const stored = stream.store.get(state.type, name);
  if (stored === undefined) return undefined;
  const refusal = state.refused.get(name);
  const refuses = refusal?.version;
  const refusesNewest = refuses === (stored.instead ?? stored).version;
  if (refuses !== stored.version && !refusesNewest && !stored.standIn) return stored;
  const accepted = state.accepted.get(name);
  const known = accepted !== undefined && mayStay(accepted, stored) ? accepted : undefined;
  const refusesStandIn = refusal?.standIn === true;
  // What is served instead is no better than what the client has, unless that is a stand-in.
  if (refuses !== stored.version && !(stored.standIn && refusesStandIn))
    return known === undefined || known.standIn ? stored : known;
  if (known !== undefined || stored.instead !== null || refusesStandIn) return known;
  return mayHaveUnknown(stream, state, accepted) ? undefined : stream.store.standIn(stored);
}

/** A SotW client that comes back does not say what it has; where responses need not be whole it keeps that. */
function mayHaveUnknown(
  { protocol, cameBackMs }: StreamState,
  { rules }: TypeState,
  accepted: KnownResource | undefined,
): boolean {
  return accepted === undefined && protocol === 'sotw' && cameBackMs !== null && !rules.fullState;
}

/** All that it was made from is still part of the newest version. What came before we started is believed. */
function mayStay(accepted: KnownResource, stored: StoredResource): boolean {
  const { owners } = stored.instead ?? stored;
  return accepted.owners?.every((owner) => owners.includes(owner)) !== false;
}

/** Whether the client refuses the newest version, or what is served instead. */
export function isRefused(state: TypeState, stored: StoredResource): boolean {
  const version = state.refused.get(stored.name)?.version;
  return version !== undefined && (version === stored.version || version === stored.instead?.version);
}

/** Looks at the name again at the next poll. */
export function markDirty(state: TypeState, name: string, causes: readonly Cause[] = noCauses): void {
  const known = state.dirty.get(name);
  state.dirty.set(name, known === undefined ? causes : joinCauses(known, causes));
}

/** Only the newest are kept: more would neither be read nor be measured. */
const maxCauses = 16;

export function joinCauses(older: readonly Cause[], newer: readonly Cause[]): readonly Cause[] {
  if (older.length === 0 || older === newer) return newer;
  if (newer.length === 0) return older;
  const byId = new Map<string, Cause>();
  for (const cause of [...older, ...newer]) byId.set(cause.id, cause);
  return [...byId.values()].slice(-maxCauses);
}

// One xDS stream of one client, as a machine: requests, changes and times in; responses, events and the next wake-up
// out. No socket, no clock. The caller polls for one response at a time when the client has room, so a slow client
// gathers changes in here and is sent the newest of each resource.
//
//   request ─▶ delta | sotw ─▶ subscription ─┐
//   store ───▶ notify ──────▶ dirty ─────────┴▶ plan ─▶ ready ─▶ respond ─▶ response
//   answer ──▶ answers ─▶ accepted, refused      └▶ blocked, removals, missing (each with a deadline)
//
// Always true: what the client has been sent needs no cluster that this stream hasn't delivered, and no cluster is
// taken from it while something that it holds needs it, until a wait of `ackTimeoutMs` has passed in vain.
import type { ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import { dropOverdue, takeAccepted } from './answers.ts';
import { takeDeltaRequest } from './delta.ts';
import { expire, plan, readInbox, stillWaits } from './plan.ts';
import type { DeltaRequest, NodeIdentity, SotwRequest } from './requests.ts';
import { respond } from './respond.ts';
import type { Response } from './respond.ts';
import { takeSotwRequest } from './sotw.ts';
import { objectsUnderWay, standingOf } from './standing.ts';
import type { Standing } from './standing.ts';
import { advance, createProgress } from './progress.ts';
import { createStreamState } from './state.ts';
import type { StreamEvent, StreamOptions, StreamState, TypeState } from './state.ts';
import type { Change, StreamStore } from './store.ts';
import { streamTypeOf } from './types.ts';

/** Batches of changes that a client may be behind before they are folded into one set of names. */
const maxInbox = 64;

export type Poll =
  | { readonly kind: 'response'; readonly response: Response }
  /** There is more to do, but others should have their turn first. */
  | { readonly kind: 'more' }
  /** Nothing to do until something comes, or until `wakeAtMs` if that is not null. */
  | { readonly kind: 'idle'; readonly wakeAtMs: number | null };

export interface XdsStream {
  /** From the first request; null until then, or if the client names none. */
  readonly node: NodeIdentity | null;
  /** What the client is served from. */
  readonly store: StreamStore;
  /** The client has asked for listeners. */
  readonly listens: boolean;
  takeDelta(request: DeltaRequest, nowMs: number): void;
  takeSotw(request: SotwRequest, nowMs: number): void;
  /** Changes of the store, in order. Cheap: they are looked at in `poll`. */
  notify(changes: readonly Change[]): void;
  poll(nowMs: number): Poll;
  /** Asks again which store is the client's. Only while both hold the same. */
  moveStore(): void;
  /** What happened since the last call. */
  takeEvents(): readonly StreamEvent[];
  describe(nowMs: number): StreamDescription;
  /** Undefined: the client does not ask for this resource, or there is none. */
  standing(type: ResourceType, name: string): Standing | undefined;
  /** The store holds everything of the graph up to this revision. After `notify`. */
  reach(revision: number): void;
  /** The newest of these revisions of which the client has accepted everything that it asks for, refusals apart; 0: none. */
  progress(nowMs: number): number;
  /** Objects of which the client has not yet accepted everything, refusals apart; at most `limit`. */
  objectsUnderWay(limit: number): ReadonlySet<ObjectKey>;
}

export interface StreamDescription {
  readonly node: NodeIdentity | null;
  readonly protocol: 'delta' | 'sotw';
  readonly types: readonly TypeDescription[];
}

export interface TypeDescription {
  readonly type: ResourceType;
  readonly wildcard: boolean;
  readonly names: number;
  readonly accepted: number;
  /** Changes that the client hasn't been sent. */
  readonly pending: number;
  readonly unanswered: number;
  /** Age of the oldest thing that waits: for the client's answer, for a requirement, for leave to remove. 0: nothing waits. */
  readonly lagMs: number;
  /** Nothing is on the way: what it asks for it has accepted or refused. */
  readonly settled: boolean;
  /** The client has accepted all that the store holds and it asks for. */
  readonly current: boolean;
  readonly refused: readonly { readonly name: string; readonly version: string; readonly message: string }[];
}

export function createStream(options: StreamOptions): XdsStream {
  const stream = createStreamState(options);
  const { only: onlyType, maxNames = Infinity } = options;
  const progress = createProgress();

  function stateFor(typeUrl: string): TypeState | null {
    const type = typeUrl === '' ? onlyType : streamTypeOf(typeUrl)?.type;
    if (type === null) {
      close('invalidArgument', 'the first request names no type_url, which the aggregated service needs');
      return null;
    }
    const state = type === undefined ? undefined : stream.types.get(type);
    if (state !== undefined) return state;
    if (onlyType === null) stream.events.push({ kind: 'unknownType', typeUrl });
    else
      close('invalidArgument', `type_url ${typeUrl} is not served here: this is the service of ${onlyType} resources`);
    return null;
  }

  function introduce(node: NodeIdentity | null): void {
    if (stream.node !== null || node === null) return;
    stream.node = node;
    stream.store = stream.storeFor(node);
  }

  function close(code: 'invalidArgument' | 'resourceExhausted', message: string): void {
    if (stream.closed) return;
    stream.closed = true;
    stream.events.push({ kind: 'close', code, message });
  }

  function checkSize(state: TypeState): void {
    const { size } = state.subscription.names;
    if (size <= maxNames) return;
    close(
      'resourceExhausted',
      `${size} names of type ${state.type} are subscribed, and limits.xdsNames allows ${maxNames}`,
    );
  }

  return {
    get node() {
      return stream.node;
    },
    get store() {
      return stream.store;
    },
    get listens() {
      return stream.types.get('listener')?.requested === true;
    },
    moveStore() {
      if (stream.node !== null) stream.store = stream.storeFor(stream.node);
    },
    takeDelta(request, nowMs) {
      introduce(request.node);
      const state = stateFor(request.typeUrl);
      if (state === null) return;
      // Answers are about what the client had before these changes.
      readInbox(stream);
      takeDeltaRequest(stream, state, request, nowMs);
      checkSize(state);
    },
    takeSotw(request, nowMs) {
      introduce(request.node);
      const state = stateFor(request.typeUrl);
      if (state === null) return;
      readInbox(stream);
      takeSotwRequest(stream, state, request, nowMs);
      checkSize(state);
    },
    notify(changes) {
      stream.inbox.push(changes);
      if (stream.inbox.length > maxInbox) readInbox(stream);
    },
    poll(nowMs) {
      const polled = poll(stream, nowMs);
      if (polled.kind !== 'idle' || stream.closed || !stream.store.ready) return polled;
      // That may begin a wait.
      advance(stream, progress, nowMs);
      return { kind: 'idle', wakeAtMs: nextWake(stream) };
    },
    takeEvents: () => stream.events.splice(0),
    reach(revision) {
      progress.target = Math.max(progress.target, revision);
    },
    progress(nowMs) {
      // What has come counts as due.
      readInbox(stream);
      return advance(stream, progress, nowMs);
    },
    standing: (type, name) => standingOf(stream, type, name),
    objectsUnderWay: (limit) => objectsUnderWay(stream, limit),
    describe: (nowMs) => ({
      node: stream.node,
      protocol: stream.protocol,
      types: [...stream.types.values()].filter(({ requested }) => requested).map((state) => describeType(state, nowMs)),
    }),
  };
}

function poll(stream: StreamState, nowMs: number): Poll {
  if (stream.closed) return { kind: 'idle', wakeAtMs: null };
  if (!stream.store.ready) {
    // Requests are kept; the first scan will see whatever comes until then.
    stream.inbox.length = 0;
    return { kind: 'idle', wakeAtMs: null };
  }
  expire(stream, nowMs);
  if (!takeAccepted(stream)) return { kind: 'more' };
  if (!plan(stream, nowMs)) return { kind: 'more' };
  for (const state of stream.types.values()) {
    const response = respond(stream, state, nowMs);
    if (response === null) continue;
    if (response === 'more') return { kind: 'more' };
    dropOverdue(stream, state);
    return { kind: 'response', response };
  }
  // Looking for a response may have found reasons to wait.
  if ([...stream.types.values()].some(({ requested, dirty }) => requested && dirty.size > 0)) return { kind: 'more' };
  return { kind: 'idle', wakeAtMs: nextWake(stream) };
}

function nextWake(stream: StreamState): number | null {
  const deadline = stream.deadlines.next(stillWaits);
  if (stream.graceUntilMs === null) return deadline;
  return deadline === null ? stream.graceUntilMs : Math.min(deadline, stream.graceUntilMs);
}

function describeType(state: TypeState, nowMs: number): TypeDescription {
  let oldestMs = state.inFlight[0]?.sentAtMs ?? nowMs;
  const waits = state.rules.staysWithClient ? [state.blocked] : [state.blocked, state.removals];
  let pending = state.dirty.size + state.ready.size;
  for (const each of waits) {
    pending += each.size;
    for (const { sinceMs } of each.values()) oldestMs = Math.min(oldestMs, sinceMs);
  }
  const settled =
    pending === 0 && state.inFlight.length === 0 && state.scan === null && state.draft === null && !state.fresh;
  return {
    type: state.type,
    wildcard: state.subscription.wildcard,
    names: state.subscription.names.size,
    accepted: state.accepted.size,
    pending,
    unanswered: state.inFlight.length,
    lagMs: nowMs - oldestMs,
    settled,
    current: settled && state.refused.size === 0,
    refused: [...state.refused].map(([name, { version, message }]) => ({ name, version, message })),
  };
}

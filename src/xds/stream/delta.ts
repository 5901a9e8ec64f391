// Delta (incremental) requests of one type. In: a request; out: the subscription, and names to be sent or taken back.
// Rules: Envoy's xDS protocol documentation, "Incremental xDS" and "How the client specifies what resources to return".
import { takeAnswer } from './answers.ts';
import { reconnectGraceMs } from './gate.ts';
import { forget } from './plan.ts';
import type { DeltaRequest } from './requests.ts';
import { markDirty } from './state.ts';
import type { StreamState, TypeState } from './state.ts';
import { wildcardName } from './subscription.ts';
import { isForeign, keptVersions } from './wire-names.ts';

export function takeDeltaRequest(stream: StreamState, state: TypeState, request: DeltaRequest, nowMs: number): void {
  // The nonce says only which response is answered; whatever it is, the subscription counts.
  if (request.nonce !== '' && !takeAnswer(stream, state, { ...request, version: '' })) {
    stream.events.push({ kind: 'stale', type: state.type, nonce: request.nonce });
  }
  const first = !state.requested;
  for (const name of request.unsubscribe) unsubscribe(stream, state, name);
  for (const name of request.subscribe) subscribe(state, name);
  if (first) begin(stream, state, request, nowMs);
}

function begin(stream: StreamState, state: TypeState, request: DeltaRequest, nowMs: number): void {
  const { subscription } = state;
  state.requested = true;
  if (request.subscribe.length === 0 && state.rules.fullState) {
    subscription.wildcard = true;
    subscription.legacy = true;
    state.fresh = true;
  }
  // What the client kept is compared; only a later request for a name it has means that it wants it again.
  state.forced.clear();
  // The scan comes to each name by itself.
  state.dirty.clear();
  state.scanDue = true;
  state.initialVersions = keptVersions(state.type, request.initialVersions);
  if (request.initialVersions.size === 0) return;
  // It has had its first response: what comes now need not be whole, so nothing waits for a resource that is held up. But
  // scopes under new names come all at once, with the removal of the old ones (see mayRemove).
  state.fresh = state.type === 'scopedRoute' && [...state.initialVersions.keys()].some(isForeign);
  state.settledOnce = true;
  stream.cameBackMs ??= nowMs;
  stream.graceUntilMs ??= nowMs + reconnectGraceMs;
}

function subscribe(state: TypeState, name: string): void {
  const { subscription } = state;
  if (name === wildcardName) {
    if (subscription.wildcard) return;
    subscription.wildcard = true;
    state.fresh = true;
    state.scanDue = true;
    return;
  }
  subscription.names.add(name);
  // The client may ask again for what it has dropped: it gets an answer each time.
  state.forced.add(name);
  state.told.delete(name);
  markDirty(state, name);
}

function unsubscribe(stream: StreamState, state: TypeState, name: string): void {
  const { subscription } = state;
  if (name === wildcardName) {
    subscription.wildcard = false;
    subscription.legacy = false;
    state.fresh = false;
    for (const held of state.accepted.keys()) if (!subscription.names.has(held)) forget(stream, state, held);
    return;
  }
  subscription.names.delete(name);
  if (!subscription.wildcard) {
    forget(stream, state, name);
    return;
  }
  // The client can't know whether the wildcard covers it too: the answer is the resource, or that there is none.
  state.forced.add(name);
  state.told.delete(name);
  markDirty(state, name);
}

// State-of-the-world requests of one type. In: a request; out: the subscription, and names to be sent.
// Rules: Envoy's xDS protocol documentation, "ACK/NACK and resource type instance version" and "How the client specifies
// what resources to return". The version that a client brings from an earlier stream is not trusted: it gets all again.
import { takeAnswer } from './answers.ts';
import { forget } from './plan.ts';
import type { SotwRequest } from './requests.ts';
import { markDirty } from './state.ts';
import type { StreamState, TypeState } from './state.ts';
import { covers, wildcardName } from './subscription.ts';

export function takeSotwRequest(stream: StreamState, state: TypeState, request: SotwRequest, nowMs: number): void {
  const first = !state.requested;
  if (!first && request.nonce !== '') {
    const known = takeAnswer(stream, state, request);
    if (request.nonce !== state.lastNonce) {
      // A newer response is on its way; the client will repeat what it wants when it answers that.
      if (!known) stream.events.push({ kind: 'stale', type: state.type, nonce: request.nonce });
      return;
    }
  }
  state.requested = true;
  if (first && request.version !== '') stream.cameBackMs ??= nowMs;
  const names = request.names.filter((name) => name !== wildcardName);
  const legacy = request.names.length === 0 && state.rules.fullState && (first || state.subscription.legacy);
  setSubscription(stream, state, names, names.length < request.names.length || legacy, legacy);
  if (first && state.rules.fullState) state.fresh = true;
}

function setSubscription(
  stream: StreamState,
  state: TypeState,
  names: readonly string[],
  wildcard: boolean,
  legacy: boolean,
): void {
  const { subscription } = state;
  const before = new Set(subscription.names);
  const hadWildcard = subscription.wildcard;
  subscription.wildcard = wildcard;
  subscription.legacy = legacy;
  for (const name of names) {
    if (before.delete(name)) continue;
    subscription.names.add(name);
    state.forced.add(name);
    markDirty(state, name);
    // Leaving a new name out of a full response is how the client learns that it doesn't exist.
    if (state.rules.fullState) state.fresh = true;
  }
  for (const name of before) subscription.names.delete(name);
  if (wildcard && !hadWildcard) {
    state.fresh = true;
    state.scanDue = true;
  }
  if (hadWildcard && !wildcard) for (const name of state.accepted.keys()) before.add(name);
  for (const name of before) if (!covers(subscription, name)) forget(stream, state, name);
}

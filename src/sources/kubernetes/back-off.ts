// How long to wait before trying again: exponential, capped, jittered so that many clients do not come back together.
// Pure: the random number comes in.

export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** For requests that failed: the server is away, overloaded or answers errors. */
export const requestBackOff: BackOff = { firstMs: 100, maxMs: 30_000 };

/** For kinds that we may not read: a person has to change the RBAC, so there is no hurry. */
export const forbiddenBackOff: BackOff = { firstMs: 5_000, maxMs: 60_000 };

/** For kinds whose CRD is not installed: an installation should be noticed within seconds. */
export const missingBackOff: BackOff = { firstMs: 1_000, maxMs: 10_000 };

/** Delay before try number `attempt` (0 = the first repetition), between half and the whole of the exponential step. `random` is in [0, 1). */
export function backOffMs(backOff: BackOff, attempt: number, random: number): number {
  const step = Math.min(backOff.maxMs, backOff.firstMs * 2 ** Math.min(attempt, 30));
  return step * (0.5 + random / 2);
}

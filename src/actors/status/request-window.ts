// How many requests may be under way at the same time: found out from the API server's answers, as TCP finds its window.
// One more for each round that went well, half when the server is overloaded, a little less when answers get slow.
// Pure state; times come in. Must hold: at least one.

export interface RequestWindow {
  /** Whole number. */
  readonly limit: number;
  /** A request went well. `wasFull`: as many were under way as may be; else nothing is learnt about more. */
  succeeded(sentMs: number, nowMs: number, wasFull: boolean): void;
  /** 429, 5xx, no answer. Failures of requests that were sent before the last reduction count as one with it. */
  overloaded(sentMs: number, nowMs: number): void;
}

const first = 4;
/** More than this would be felt by other clients of a small API server, and finishes 10,000 statuses hardly sooner. */
const most = 24;
/** Answers count as slow when they take this many times what the best ones take, and so many milliseconds more. */
const slowFactor = 2;
const slowByMs = 20;
/** Slowness alone brings it down to this, no further: other causes than us would starve it. */
const leastWhenSlow = first;

export function createRequestWindow(): RequestWindow {
  let limit: number = first;
  let reducedMs = -Infinity;
  /** Of the fastest answers of late: sinks at once, rises slowly. */
  let bestMs = Infinity;
  let meanMs = 0;

  function reduce(factor: number, least: number, sentMs: number, nowMs: number): void {
    if (sentMs < reducedMs) return;
    reducedMs = nowMs;
    limit = Math.min(limit, Math.max(least, limit * factor));
  }

  return {
    get limit() {
      return Math.floor(limit);
    },
    succeeded(sentMs, nowMs, wasFull) {
      const latencyMs = nowMs - sentMs;
      meanMs = bestMs === Infinity ? latencyMs : meanMs + (latencyMs - meanMs) / 8;
      bestMs = latencyMs < bestMs ? latencyMs : bestMs + (latencyMs - bestMs) / 2048;
      const isSlow = meanMs > bestMs * slowFactor && meanMs > bestMs + slowByMs;
      if (isSlow && limit >= leastWhenSlow) reduce(0.85, leastWhenSlow, sentMs, nowMs);
      else if (wasFull) limit = Math.min(most, limit + 1 / limit);
    },
    overloaded: (sentMs, nowMs) => reduce(0.5, 1, sentMs, nowMs),
  };
}

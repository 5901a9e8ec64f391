// Duration text as the input APIs write it (Go's syntax: `1h2m3.5s`) → milliseconds.
import { MAX_DURATION_MS } from '../../model/duration.ts';

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  μs: 0.001,
  ns: 0.000001,
};

const part = /(\d+(?:\.\d*)?|\.\d+)(h|ms|m|s|us|µs|μs|ns)/y;

/** Whole milliseconds (a duration above 0 gives at least 1); undefined: not a duration, or a longer one than Envoy takes. `0` needs no unit. */
export function parseDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  let sum = 0;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (!match) return undefined;
    sum += Number(match[1]) * unitMs[match[2]!]!;
  }
  if (text === '' || sum > MAX_DURATION_MS) return undefined;
  return sum > 0 ? Math.max(1, Math.round(sum)) : 0;
}

export type Timeout =
  /** Not given, or zero: Envoy's default. */
  | { readonly kind: 'default' }
  /** 0: no timeout. */
  | { readonly kind: 'ms'; readonly ms: number }
  | { readonly kind: 'invalid' };

/** A duration, or `infinity` / `infinite` for no timeout at all. */
export function parseTimeout(text: string | undefined): Timeout {
  if (text === undefined || text === '') return { kind: 'default' };
  if (text === 'infinity' || text === 'infinite') return { kind: 'ms', ms: 0 };
  const ms = parseDurationMs(text);
  if (ms === undefined) return { kind: 'invalid' };
  return ms === 0 ? { kind: 'default' } : { kind: 'ms', ms };
}

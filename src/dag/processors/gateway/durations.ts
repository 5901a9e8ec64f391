// Durations of the Gateway API (GEP-2257): `1h30m10s5ms`.
const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** In milliseconds; undefined: it is none. */
export function parseGatewayDuration(text: string): number | undefined {
  if (!/^(\d{1,5}(h|ms|m|s)){1,4}$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(h|ms|m|s)/g)) sum += Number(count) * units[unit!]!;
  return sum;
}

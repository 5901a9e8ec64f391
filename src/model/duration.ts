// How long a duration may be, wherever one is written.

/**
 * Envoy counts in 64-bit nanoseconds (292 years), doubles some of them, and takes less than 2^32 seconds for some timeouts: this
 * is a whole number of hours (136 years) that fits all of them.
 */
export const MAX_DURATION_MS = 1_193_046 * 3_600_000;

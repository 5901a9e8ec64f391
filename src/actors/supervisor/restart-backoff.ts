// How long to wait before a thread that ended is started again: 100 ms doubled up to 10 s, forgotten once a thread has
// lived for 30 s, spread by a random part so that threads which died together don't come back in step.
export const firstDelayMs = 100;
export const maxDelayMs = 10_000;
export const healthyAfterMs = 30_000;

/**
 * `previousDelayMs`: the undisturbed delay of the last restart, 0 if there was none. `aliveMs`: how long the thread ran.
 * `random`: 0 to 1. `baseMs` is what to pass as `previousDelayMs` next time, `delayMs` (half of it to all) is to wait.
 */
export function restartDelay(
  previousDelayMs: number,
  aliveMs: number,
  random: number,
): { readonly baseMs: number; readonly delayMs: number } {
  const fresh = previousDelayMs === 0 || aliveMs >= healthyAfterMs;
  const baseMs = fresh ? firstDelayMs : Math.min(maxDelayMs, previousDelayMs * 2);
  return { baseMs, delayMs: baseMs / 2 + (baseMs / 2) * random };
}

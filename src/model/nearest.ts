// Finds what a person probably meant: the known name closest to the one that was typed.
import { distance } from 'fastest-levenshtein';

/** Undefined when nothing is close: more than a third of the letters (at least two) would have to change. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  let best: { name: string; steps: number } | undefined;
  for (const name of known) {
    const steps = distance(lower, name.toLowerCase());
    if (!best || steps < best.steps) best = { name, steps };
  }
  return best && best.steps <= Math.max(2, Math.floor(typed.length / 3)) ? best.name : undefined;
}

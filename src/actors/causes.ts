// Joins the causes of a value that was replaced before it was sent with those of its replacement, so that a change
// that was overtaken can still be followed. Bounded: only the newest are kept.
import type { Cause } from '../messages/edge.ts';

export const maxCauses = 8;

/** The causes of both lists, each id once, in order, the newest 8. Returns an input list itself where that is right. */
export function mergeCauses(older: readonly Cause[], newer: readonly Cause[]): readonly Cause[] {
  if (older.length === 0 && newer.length <= maxCauses) return newer;
  if ((newer.length === 0 || newer === older) && older.length <= maxCauses) return older;
  const byId = new Map<string, Cause>();
  for (const cause of older) byId.set(cause.id, cause);
  for (const cause of newer) {
    byId.delete(cause.id);
    byId.set(cause.id, cause);
  }
  return [...byId.values()].slice(-maxCauses);
}

// Edge streamer → status writer: what Envoys refuse (key as in rejections.ts), and how far those of each fleet are
// (key `fleet/<fleet>`; absent: none is connected).
import type { RejectionValue } from './rejections.ts';

export type EnvoyReport = RejectionValue | FleetProgress;

export interface FleetProgress {
  /** `node.cluster`; empty: all Envoys that are no Gateway's alone. */
  readonly fleet: string;
  /** How many have accepted everything of the graph up to which revision (`StatusValue.revision`); the newest first. */
  readonly envoys: readonly { readonly revision: number; readonly count: number }[];
}

export function fleetKey(fleet: string): string {
  return `fleet/${fleet}`;
}

export function isFleetKey(key: string): boolean {
  return key.startsWith(fleetKey(''));
}

export function isFleetProgress(report: EnvoyReport): report is FleetProgress {
  return 'fleet' in report;
}

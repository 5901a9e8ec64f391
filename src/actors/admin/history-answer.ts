// `/history` of the admin port, how commands are given there, and one line about what is held: for the command line and
// the pages.
import type { HistoryReport, HoldReport } from '../builder/hold.ts';
import type { KeptReport } from '../hold/keeper.ts';
import type { CanaryReport } from '../streamer/canary.ts';

export interface HistoryAnswer extends HistoryReport {
  readonly kept: KeptReport;
}

/** Says who asks for a change. A browser sends it for no web page unasked. */
export const byHeader = 'x-nuncio-by';

/** One line about what is in force; of `kind: none` too. */
export function holdLine({ hold, served, newest, pendingCount }: HoldReport): string {
  const { kind, by, reason, atMs } = hold;
  if (kind === 'none') return `routing is not held; served is the newest revision, ${newest}`;
  const what = kind === 'hold' ? 'held at' : 'rolled back to';
  const why = `since ${new Date(atMs).toISOString()} by ${by}${reason === '' ? '' : ` (${reason})`}`;
  const waits = pendingCount === 1 ? '1 object waits' : `${pendingCount} objects wait`;
  return `routing is ${what} revision ${served} ${why}; ${waits}; the newest is ${newest}`;
}

/** One line about the canaries. */
export function canaryLine({ phase, canaries, resourceCount, untilMs, errors, last }: CanaryReport): string {
  const who = canaries.length === 0 ? 'no canary is connected: changes go to all' : `canaries ${canaries.join(', ')}`;
  const { during, before } = errors;
  const counted = `errors ${during.errors} of ${during.requests}, before ${before.errors} of ${before.requests}`;
  switch (phase) {
    case 'trial': {
      const until = untilMs === null ? '' : `, until ${new Date(untilMs).toISOString()}`;
      return `${who}: ${resourceCount} resources on trial${until}; ${counted}`;
    }
    case 'failed':
    case 'settling':
      return `${who}: ${resourceCount} resources are taken back (${last?.reason ?? ''})`;
    case 'idle': {
      const ended =
        last === null ? '' : `; the last trial ${last.outcome} at ${new Date(last.atMs).toISOString()}: ${last.reason}`;
      return `${who}; nothing is on trial${ended}`;
    }
  }
}

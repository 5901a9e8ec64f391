// The end of a replica as its Envoys see it: nothing at first, then one reconnection, to another replica.
// Health checks fail at once, so that load balancers look elsewhere; streams go on, and so do changes. After the delay
// nobody can connect here any more, and each Envoy's stream ends as soon as no answer of its is outstanding. It connects
// to another replica, tells what it has, and is sent nothing that it has already.
import type { Logger } from 'pino';
import type { Clock } from './actor.ts';
import type { Supervisor } from './supervisor/supervisor.ts';

export interface LetGoOptions {
  readonly supervisor: Pick<Supervisor, 'query'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly delayMs: number;
  /** From the call on. */
  readonly deadlineMs: number;
}

const pollMs = 50;

/** Resolves when no stream is open, or at the deadline. Never rejects: a streamer that gives no answer has no streams. */
export async function letClientsGo({ supervisor, clock, log, delayMs, deadlineMs }: LetGoOptions): Promise<void> {
  const startMs = clock.nowMs();
  const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.setTimer(ms, resolve));
  const streams = async (command: 'leave' | 'drain'): Promise<number> => {
    try {
      return (await supervisor.query('streamer', command)) as number;
    } catch (err) {
      log.warn({ err }, 'streamer does not answer; its streams are lost');
      return 0;
    }
  };

  let open = await streams('leave');
  if (open > 0) log.info({ streams: open, delayMs }, 'unready: Envoys are served until they have another replica');
  while (open > 0 && clock.nowMs() - startMs < delayMs) {
    await wait(Math.min(pollMs, delayMs));
    open = await streams('leave');
  }
  if (open === 0) return;
  for (;;) {
    open = await streams('drain');
    if (open === 0) {
      log.info({ tookMs: Math.round(clock.nowMs() - startMs) }, 'all Envoys have left');
      return;
    }
    if (clock.nowMs() - startMs >= deadlineMs) {
      log.warn({ streams: open, deadlineMs }, 'Envoys that have not left in time are cut off');
      return;
    }
    await wait(pollMs);
  }
}

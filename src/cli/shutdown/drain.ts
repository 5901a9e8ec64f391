// Drains an Envoy: tells it to fail its health checks (from then on it answers HTTP/1 with `connection: close` and
// HTTP/2 with GOAWAY), then waits until its clients have gone. In: its admin interface. Out: how it ended.
// Semantics of Contour's `envoy shutdown`, but TCP proxies count, and an Envoy that has ended has nothing left to drain.
import type { Logger } from 'pino';
import type { EnvoyAdmin } from './envoy-admin.ts';
import { openConnections, statsPath } from './open-connections.ts';

export interface DrainOptions {
  readonly admin: EnvoyAdmin;
  readonly log: Logger;
  readonly nowMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Before anything. */
  readonly drainDelayMs: number;
  /** Between the failed health check and the first count. */
  readonly checkDelayMs: number;
  /** Between two counts. */
  readonly checkIntervalMs: number;
  /** That many may be left. */
  readonly minOpenConnections: number;
  /** From the call on; undefined: no limit of its own. */
  readonly deadlineMs: number | undefined;
}

export type DrainEnd =
  | 'drained'
  /** It was reachable once and then not: it has ended. */
  | 'ended'
  | 'deadline'
  /** It never answered. */
  | 'unreachable';

/** Pauses after each of the first attempts. */
const retryAfterMs = [200, 1000, 5000];

/** Never rejects. */
export async function drainEnvoy(options: DrainOptions): Promise<DrainEnd> {
  const { admin, log, wait, minOpenConnections } = options;
  const endMs = options.nowMs() + (options.deadlineMs ?? Infinity);
  const leftMs = (): number => endMs - options.nowMs();
  /** False at the deadline. */
  const pause = async (ms: number): Promise<boolean> => {
    if (ms > 0 && leftMs() > 0) await wait(Math.min(ms, leftMs()));
    return leftMs() > 0;
  };

  await pause(options.drainDelayMs);
  if (!(await failHealthChecks())) return 'unreachable';
  log.info({ admin: admin.name }, 'Envoy drains: health checks fail, connections are asked to close');
  if (!(await pause(options.checkDelayMs))) return late(undefined);
  for (;;) {
    let open: number | undefined;
    try {
      const { status, body } = await admin.ask(statsPath);
      if (status !== 200) throw new Error(`status ${status}: ${body.slice(0, 100)}`);
      const { total, byListener } = openConnections(body);
      open = total;
      log.info({ open: total, byListener, minOpenConnections }, 'connections of clients');
      if (total <= minOpenConnections) return 'drained';
    } catch (error) {
      if (await isGone()) {
        log.info({ admin: admin.name }, 'Envoy has ended');
        return 'ended';
      }
      log.warn({ err: error }, 'connections could not be counted; trying again');
    }
    if (!(await pause(options.checkIntervalMs))) return late(open);
  }

  function late(open: number | undefined): DrainEnd {
    log.warn({ open, deadlineMs: options.deadlineMs }, 'deadline: what is still open will be cut off');
    return 'deadline';
  }

  async function failHealthChecks(): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { status, body } = await admin.ask('/healthcheck/fail', 'POST');
        if (status === 200) return true;
        throw new Error(`POST /healthcheck/fail: status ${status}: ${body.slice(0, 100)}`);
      } catch (error) {
        const delayMs = retryAfterMs[attempt];
        log.warn(
          { err: error },
          delayMs === undefined ? 'Envoy is not drained' : 'Envoy does not answer; trying again',
        );
        if (delayMs === undefined || !(await pause(delayMs))) return false;
      }
    }
  }

  /** It answered before; a busy one answers again within the second. */
  async function isGone(): Promise<boolean> {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        await admin.ask('/ready');
        return false;
      } catch {
        // No answer this time either.
        await pause(500);
      }
    }
    return true;
  }
}

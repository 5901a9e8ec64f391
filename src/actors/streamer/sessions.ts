// Gives each stream its turn. In: streams that may have something to do; out: their responses written, their timers
// set. Never holds the event loop for long: after a few milliseconds the rest waits for the next turn of the loop, and a
// stream that has had one response goes to the end of the queue.
import type { Connection } from '../../grpc/server.ts';
import type { XdsStream } from '../../xds/stream/stream.ts';
import type { Response } from '../../xds/stream/respond.ts';
import type { Clock, Timer } from '../actor.ts';

export interface Session {
  readonly stream: XdsStream;
  readonly connection: Connection;
  /** Set by the scheduler. */
  timer: Timer | null;
  timerAtMs: number;
  ended: boolean;
}

export interface Scheduler<S extends Session> {
  /** The session is looked at soon. Idempotent. */
  wake(session: S): void;
  /** The session is over. */
  drop(session: S): void;
  stop(): void;
}

export interface SchedulerOptions<S extends Session> {
  readonly clock: Clock;
  /** Called for each response after it was handed to the connection; `workMs` is the time that making it took. */
  readonly sent: (session: S, response: Response, workMs: number) => void;
  /** Called after each look at a stream, for what it reports. */
  readonly looked: (session: S) => void;
  readonly fail: (error: unknown) => void;
  /** Default: `setImmediate`. */
  readonly schedule?: (run: () => void) => void;
}

/** Work of one turn of the event loop. One response of 10,000 resources may take as long by itself. */
const turnMs = 4;

export function createScheduler<S extends Session>(options: SchedulerOptions<S>): Scheduler<S> {
  const { clock } = options;
  const schedule = options.schedule ?? setImmediate;
  const queue = new Set<S>();
  let scheduled = false;
  let stopped = false;

  function wake(session: S): void {
    if (session.ended || stopped) return;
    queue.add(session);
    if (scheduled) return;
    scheduled = true;
    schedule(run);
  }

  function run(): void {
    scheduled = false;
    if (stopped) return;
    const endMs = clock.nowMs() + turnMs;
    try {
      for (const session of queue) {
        queue.delete(session);
        step(session);
        if (clock.nowMs() >= endMs) break;
      }
    } catch (error) {
      options.fail(error);
      return;
    }
    if (queue.size === 0 || scheduled) return;
    scheduled = true;
    schedule(run);
  }

  function step(session: S): void {
    // A full connection says when it has room; until then the stream gathers.
    if (session.ended || !session.connection.writable) return;
    const startMs = clock.nowMs();
    const polled = session.stream.poll(startMs);
    switch (polled.kind) {
      case 'response':
        session.connection.write(polled.response.bytes);
        options.sent(session, polled.response, clock.nowMs() - startMs);
        queue.add(session);
        break;
      case 'more':
        queue.add(session);
        break;
      case 'idle':
        setTimer(session, polled.wakeAtMs);
    }
    options.looked(session);
  }

  function setTimer(session: S, atMs: number | null): void {
    if (session.timer !== null && session.timerAtMs === atMs) return;
    session.timer?.cancel();
    session.timer = null;
    if (atMs === null || session.ended) return;
    session.timerAtMs = atMs;
    // Node's timers may fire up to a millisecond early; the stream would only ask for another.
    session.timer = clock.setTimer(Math.max(1, Math.ceil(atMs - clock.nowMs())), () => {
      session.timer = null;
      wake(session);
    });
  }

  return {
    wake,
    drop(session) {
      session.ended = true;
      session.timer?.cancel();
      session.timer = null;
      queue.delete(session);
    },
    stop() {
      stopped = true;
      queue.clear();
    },
  };
}

// A replica that follows tells the one that leads what its Envoys accept and refuse. In: who leads, what changes. Out: an
// edge over the network: the full state whenever a stream is made, then what changes.
// Must hold: nobody here waits for the leader; what has not been taken is bounded by the number of keys; a leader that says
// nothing for a while is asked anew, less often each time.
import type { Logger } from 'pino';
import { reportFormat, type ReplicaMessage, type ReplicaReport } from '../../messages/replica-reports.ts';
import { messageOf } from '../../model/message-of.ts';
import { backOffMs, type BackOff } from '../../sources/kubernetes/back-off.ts';
import type { Clock, SenderOptions, Timer } from '../actor.ts';
import { createEdgeSender } from '../edge-sender.ts';
import { aliveEveryMs, silentMs } from './deadlines.ts';
import type { ReportStream, ReportTransport } from './transport.ts';
import { createStreamPort, decodeMessage, encodeMessage } from './wire.ts';

export interface ReportClient {
  /** Whom to tell; null: nobody, since we lead ourselves or nobody does. */
  follow(leader: Leader | null): void;
  upsert(key: string, value: ReplicaReport): void;
  remove(key: string): void;
  /** From now on `state` is complete. */
  synced(): void;
  /** What the next stream does not tell any more is not told to be over: the leader may wait a little. */
  startOver(): void;
  /** There is a stream: what changes now is told. */
  readonly isOpen: boolean;
  /** Why the leader can't be told; empty: it can, or there is none. */
  readonly trouble: string;
  stop(): void;
}

export interface Leader {
  readonly identity: string;
  /** `host:port`. */
  readonly address: string;
}

export interface ReportClientOptions {
  /** Names this replica. */
  readonly identity: string;
  readonly transport: Pick<ReportTransport, 'connect'>;
  readonly state: SenderOptions<ReplicaReport>['state'];
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  readonly log: Logger;
  readonly fail: (error: unknown) => void;
}

interface Attempt {
  readonly leader: Leader;
  readonly stream: ReportStream;
  heard: boolean;
  heardAtMs: number;
  timer: Timer | null;
  over: boolean;
}

const reconnectBackOff: BackOff = { firstMs: 200, maxMs: 5_000 };
/** A leader that has just changed refuses at first: it is not worth a line. */
const quietFailures = 3;

export function createReportClient(options: ReportClientOptions): ReportClient {
  const { identity, transport, clock, random, log } = options;
  const sender = createEdgeSender<ReplicaReport>({
    edge: 'status>status',
    state: options.state,
    clock,
    trace: { enabled: false, event() {} },
    fail: options.fail,
  });
  let leader: Leader | null = null;
  let attempt: Attempt | null = null;
  let retry: Timer | null = null;
  let failures = 0;
  let trouble = '';
  let stopped = false;

  function begin(to: Leader): void {
    retry = null;
    const port = createStreamPort((message) => current.stream.write(encodeMessage(message)));
    const current: Attempt = {
      leader: to,
      stream: transport.connect(to.address, {
        onMessage(bytes) {
          if (current.over) return;
          let message: ReplicaMessage;
          try {
            message = decodeMessage(bytes);
          } catch (error) {
            return end(current, messageOf(error));
          }
          heard(current);
          if (message.kind === 'ack') port.take(message);
        },
        onEnd: (reason) => end(current, reason),
      }),
      heard: false,
      heardAtMs: clock.nowMs(),
      timer: null,
      over: false,
    };
    attempt = current;
    current.stream.write(encodeMessage({ kind: 'hello', replica: identity, format: reportFormat }));
    sender.link(port);
    const alive = (): void => {
      if (clock.nowMs() - current.heardAtMs >= silentMs) return end(current, 'no answer');
      current.stream.write(encodeMessage({ kind: 'alive' }));
      current.timer = clock.setTimer(aliveEveryMs, alive);
    };
    current.timer = clock.setTimer(aliveEveryMs, alive);
  }

  function heard(current: Attempt): void {
    current.heardAtMs = clock.nowMs();
    if (current.heard) return;
    current.heard = true;
    failures = 0;
    trouble = '';
    log.info({ leader: current.leader.identity, address: current.leader.address }, 'tells the leader of its Envoys');
  }

  function finish(current: Attempt): void {
    current.over = true;
    current.timer?.cancel();
    current.stream.close();
    sender.unlink();
    if (attempt === current) attempt = null;
  }

  function end(current: Attempt, reason: string): void {
    if (current.over) return;
    finish(current);
    if (leader === null) return;
    trouble = `${leader.identity} at ${leader.address}: ${reason}`;
    failures += 1;
    if (failures === quietFailures)
      log.warn(
        { leader: leader.identity, address: leader.address, error: reason },
        'can not tell the leader of the Envoys here: statuses leave them out; trying again',
      );
    retry = clock.setTimer(backOffMs(reconnectBackOff, failures - 1, random()), () => {
      if (leader !== null) begin(leader);
    });
  }

  return {
    follow(next) {
      if (stopped || (next?.identity === leader?.identity && next?.address === leader?.address)) return;
      leader = next;
      retry?.cancel();
      retry = null;
      failures = 0;
      trouble = '';
      if (attempt !== null) finish(attempt);
      if (next !== null) begin(next);
    },
    upsert(key, value) {
      if (attempt !== null) sender.upsert(key, value, []);
    },
    remove(key) {
      if (attempt !== null) sender.remove(key, []);
    },
    synced: () => sender.synced(),
    startOver() {
      if (attempt === null || leader === null) return;
      finish(attempt);
      begin(leader);
    },
    get isOpen() {
      return attempt !== null;
    },
    get trouble() {
      return trouble;
    },
    stop() {
      stopped = true;
      leader = null;
      retry?.cancel();
      if (attempt !== null) finish(attempt);
    },
  };
}

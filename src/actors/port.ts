// The two ends of an edge, whatever lies between them: a MessagePort between threads (values are cloned, listed
// buffers move) or a pair on one thread (values are passed as they are). Messages arrive in order, never in the same
// turn in which they were posted. After `close` nothing arrives any more.
import type { MessagePort } from 'node:worker_threads';
import type { Batch, BatchAck } from '../messages/edge.ts';

export type EdgeMessage = Batch<unknown> | BatchAck;

export interface Port {
  /** True when both ends are on this thread: no clone, nothing is transferred. */
  readonly local: boolean;
  /** Throws when a value can't be cloned (a bug of the sender). A closed port takes messages and drops them. */
  post(message: EdgeMessage, transfer?: readonly ArrayBuffer[]): void;
  /** Sets the one handler of arriving messages; those that came before are delivered first. */
  listen(handler: (message: EdgeMessage) => void): void;
  /** Sets the one handler that runs when the other end is gone, or after `close`. */
  onClose(handler: () => void): void;
  close(): void;
}

/** Wraps one end of a MessageChannel. */
export function threadPort(port: MessagePort): Port {
  let closed = false;
  return {
    local: false,
    post(message, transfer) {
      if (transfer === undefined) port.postMessage(message);
      else port.postMessage(message, transfer);
    },
    listen(handler) {
      port.on('message', (message: EdgeMessage) => {
        if (!closed) handler(message);
      });
      // A message that can't be read is a broken runtime: let the thread die, the supervisor replays.
      port.on('messageerror', (error) => {
        throw error;
      });
    },
    onClose(handler) {
      port.on('close', handler);
    },
    close() {
      closed = true;
      port.close();
    },
  };
}

/** Two linked ends on one thread. `schedule` runs a delivery later; the default leaves room for timers and sockets. */
export function localPortPair(schedule: (run: () => void) => void = (run) => setImmediate(run)): readonly [Port, Port] {
  interface End {
    handler: ((message: EdgeMessage) => void) | null;
    closeHandler: (() => void) | null;
    readonly waiting: EdgeMessage[];
  }
  let open = true;
  const ends: readonly [End, End] = [
    { handler: null, closeHandler: null, waiting: [] },
    { handler: null, closeHandler: null, waiting: [] },
  ];
  const deliver = (end: End): void => {
    if (!open || end.handler === null) return;
    const message = end.waiting.shift();
    if (message !== undefined) end.handler(message);
  };
  const portOf = (own: End, other: End): Port => ({
    local: true,
    post(message) {
      if (!open) return;
      other.waiting.push(message);
      schedule(() => deliver(other));
    },
    listen(handler) {
      own.handler = handler;
      // Their deliveries may have passed while nobody listened.
      for (let count = own.waiting.length; count > 0; count -= 1) schedule(() => deliver(own));
    },
    onClose(handler) {
      own.closeHandler = handler;
    },
    close() {
      if (!open) return;
      open = false;
      for (const end of ends) {
        end.waiting.length = 0;
        const { closeHandler } = end;
        if (closeHandler !== null) schedule(closeHandler);
      }
    },
  });
  return [portOf(ends[0], ends[1]), portOf(ends[1], ends[0])];
}

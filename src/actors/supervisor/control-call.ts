// Control calls that always end. comlink leaves a call pending for ever when the other thread is gone or busy; here
// every call settles: with its answer, at its deadline, or when the thread exits.
import { transfer, wrap } from 'comlink';
import type { Remote } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { MessagePort, Worker } from 'node:worker_threads';
import type { EdgeName } from '../actor.ts';
import type { EdgeSide, ThreadControl } from '../thread-control.ts';

export type ControlFailure = 'deadline' | 'exited';

export class ControlError extends Error {
  readonly code: ControlFailure;
  constructor(code: ControlFailure, message: string) {
    super(message);
    this.name = 'ControlError';
    this.code = code;
  }
}

export interface ControlledThread {
  /** Rejects with `ControlError` at the deadline or when the thread exits, else as the call itself does. */
  call<T>(what: string, deadlineMs: number, run: (control: Remote<ThreadControl>) => Promise<T>): Promise<T>;
  /** Hands a port over; no answer is awaited. If the thread is gone, so is the port, and the other end hears it. */
  link(edge: EdgeName, side: EdgeSide, port: MessagePort): void;
}

export function controlThread(worker: Worker, name: string, onLinkError: (error: unknown) => void): ControlledThread {
  const control = wrap<ThreadControl>(nodeEndpoint(worker));
  const pending = new Set<(error: Error) => void>();
  let exited = false;
  worker.once('exit', () => {
    exited = true;
    for (const fail of pending) fail(new ControlError('exited', `thread ${name} ended during a control call`));
  });
  return {
    call(what, deadlineMs, run) {
      return new Promise((resolve, reject) => {
        if (exited) {
          reject(new ControlError('exited', `thread ${name} has ended: can't call ${what}`));
          return;
        }
        const fail = (error: Error): void => {
          settle();
          reject(error);
        };
        const timer = setTimeout(() => {
          fail(new ControlError('deadline', `thread ${name} did not answer ${what} within ${deadlineMs} ms`));
        }, deadlineMs);
        const settle = (): void => {
          clearTimeout(timer);
          pending.delete(fail);
        };
        pending.add(fail);
        run(control).then(
          (value) => {
            settle();
            resolve(value);
          },
          (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
    link(edge, side, port) {
      if (exited) {
        port.close();
        return;
      }
      // Pending for ever if the thread ends meanwhile: nothing to do then, its successor is linked anew.
      control.link(edge, side, transfer(port, [port])).catch(onLinkError);
    },
  };
}

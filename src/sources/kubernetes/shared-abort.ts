// An AbortController whose signal any number of requests and watches wait for at once, one a kind at least. Each takes its
// listener back when it is over, so many of them are no leak; Node before 24 warns at the eleventh.
import { setMaxListeners } from 'node:events';

export function createSharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

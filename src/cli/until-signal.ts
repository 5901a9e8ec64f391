/** The signal that is to end the program: SIGTERM or SIGINT, whichever comes first from now on. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const each of ['SIGTERM', 'SIGINT'] as const) process.once(each, resolve);
  });
}

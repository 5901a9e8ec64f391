// Where the log of all threads goes: one stream of JSON lines in the order in which they arrived. Only the main thread
// writes, in the background. What can't be written within bounds is dropped and counted.
import { createRequire } from 'node:module';
import { pino } from 'pino';
import type Pretty from 'pino-pretty';

const maxQueuedBytes = 16 * 1024 * 1024;

export interface LogSink {
  /** One JSON line, ending with a line break. */
  write(line: string): void;
  /** Resolves when everything so far has been handed to the system. */
  flush(): Promise<void>;
  /** Lines dropped because the output didn't keep up. */
  readonly dropped: number;
}

/** Writes to a file descriptor (2: standard error) as JSON lines, or made pretty for a terminal. */
export function createLogSink(format: 'json' | 'pretty', fd = 2): LogSink {
  let dropped = 0;
  const destination = pino.destination({ fd, sync: false, maxLength: maxQueuedBytes });
  destination.on('drop', () => {
    dropped += 1;
  });
  // A closed pipe must not end the program that serves traffic.
  destination.on('error', () => {
    dropped += 1;
  });
  const prettyStream =
    format === 'pretty'
      ? loadPretty()({
          destination,
          colorize: true,
          singleLine: true,
          translateTime: 'SYS:HH:MM:ss.l',
          ignore: 'pid,hostname',
        })
      : null;
  return {
    write(line) {
      if (prettyStream !== null) prettyStream.write(line);
      else destination.write(line);
    },
    async flush() {
      if (prettyStream !== null && prettyStream.writableLength > 0) {
        await new Promise<void>((resolve) => prettyStream.once('drain', resolve));
      }
      await new Promise<void>((resolve) => destination.flush(() => resolve()));
    },
    get dropped() {
      return dropped;
    },
  };
}

/** Its thirty files are loaded only where a person looks on. */
function loadPretty(): typeof Pretty {
  return createRequire(import.meta.url)('pino-pretty') as typeof Pretty;
}

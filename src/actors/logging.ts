// The logger of a thread. A worker hands each line to the main thread (a post, it never waits for a terminal or a full
// pipe), which writes it to the log sink. Secrets are never logged: nobody logs objects' data, and fields with names of
// key material are redacted on top of that.
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { LogLevel } from '../model/config.ts';

const redactedFields = ['privateKey', 'tls.key', 'token', 'password', 'secret', 'authorization'];

export interface ThreadLogger {
  readonly log: Logger;
  /** Changes the level of `log` and of every logger derived from it. */
  readonly setLevel: (level: LogLevel) => void;
}

/** The logger of one thread; its lines go to `write`. */
export function createThreadLogger(thread: string, level: LogLevel, write: (line: string) => void): ThreadLogger {
  let current = level;
  // Derived loggers keep the level they were born with, so remember them for as long as their owners do.
  const children = new Set<WeakRef<Logger>>();
  const log: Logger = pino(
    {
      level,
      onChild(child) {
        child.level = current;
        children.add(new WeakRef(child));
      },
      base: { thread },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: redactedFields.map((field) => (field.includes('.') ? `["${field}"]` : field)),
        censor: '[redacted]',
      },
    },
    { write },
  );
  return {
    log,
    setLevel(newLevel) {
      current = newLevel;
      log.level = newLevel;
      for (const reference of children) {
        const child = reference.deref();
        if (child === undefined) children.delete(reference);
        else child.level = newLevel;
      }
    },
  };
}

// Envoy's own log lines, folded into ours. Envoy is started with `envoyLogFormat`; a line that doesn't have that form
// (a crash message, a continuation) is kept whole at level `info`.
import type { LogLevel } from '../../model/config.ts';

/** Level, logger, message, separated by tabs. */
export const envoyLogFormat = '%l\t%n\t%v';

export interface EnvoyLogLine {
  readonly level: LogLevel;
  readonly logger: string;
  readonly message: string;
}

const levels: Readonly<Record<string, LogLevel>> = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
};

export function parseEnvoyLogLine(line: string): EnvoyLogLine {
  const [level, logger, ...message] = line.split('\t');
  const known = levels[level ?? ''];
  if (known === undefined || logger === undefined) return { level: 'info', logger: '', message: line };
  return { level: known, logger, message: message.join('\t') };
}

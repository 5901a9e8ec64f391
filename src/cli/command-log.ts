// The log of a command that runs on in a container: JSON lines on standard error, or pretty on a terminal. Loaded when it is
// needed, so that the other commands start faster.
import type { Logger } from 'pino';

export async function commandLog(name: string): Promise<{ readonly log: Logger; readonly flush: () => Promise<void> }> {
  const [{ createLogSink }, { createThreadLogger }] = await Promise.all([
    import('../actors/log-sink.ts'),
    import('../actors/logging.ts'),
  ]);
  const sink = createLogSink(process.stderr.isTTY ? 'pretty' : 'json');
  const { log } = createThreadLogger(name, 'info', (line) => sink.write(line));
  return { log, flush: async () => sink.flush() };
}

// Everything that runs on the main thread, put together for the command line: log sink, clock, supervisor, admin port.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import Registry from 'prom-client/lib/registry.js';
import type { Config } from '../model/config.ts';
import type { Clock } from './actor.ts';
import { startAdmin } from './admin/admin.ts';
import type { Admin } from './admin/admin.ts';
import { clockOrigin, createClock } from './clock.ts';
import { createLogSink } from './log-sink.ts';
import type { LogSink } from './log-sink.ts';
import { createThreadLogger } from './logging.ts';
import { letClientsGo } from './let-clients-go.ts';
import { createSupervisor } from './supervisor/supervisor.ts';
import type { Supervisor, SupervisorOptions } from './supervisor/supervisor.ts';
import { createTraceHub, type TraceHub } from './tracing/hub.ts';
import { spansOf } from './tracing/spans.ts';
import type { OtlpExporter } from './tracing/otlp-exporter.ts';

export interface Runtime {
  readonly log: Logger;
  readonly clock: Clock;
  /** The main thread's metrics; the admin port shows them with those of the threads. */
  readonly metrics: Registry;
  readonly supervisor: Supervisor;
  /** null before `start`. */
  readonly admin: Admin | null;
  /**
   * Opens the admin port, then starts the actors. Resolves when all have started, before the initial sync is done (for
   * that, `supervisor.ready()`). Rejects with the first failure, everything stopped and the log flushed.
   */
  start(): Promise<void>;
  /**
   * Before `stop`, when another replica takes over: unready at once, then, after `delayMs`, each Envoy is sent away as
   * soon as it has answered what it was sent. Resolves when all have left, or `deadlineMs` after the call.
   */
  leave(options: { readonly delayMs: number; readonly deadlineMs: number }): Promise<void>;
  /** Stops the actors, sources first, then the admin port; flushes the log. */
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  readonly version: string;
  /** Default: standard error. */
  readonly sink?: LogSink;
  /** Replaces parts of the supervisor's options, for tests. */
  readonly supervisor?: Partial<SupervisorOptions>;
}

export function createRuntime(config: Config, options: RuntimeOptions): Runtime {
  const sink = options.sink ?? createLogSink(config.log.format);
  const writeLog = (line: string): void => sink.write(line);
  const { log, setLevel } = createThreadLogger('main', config.log.level, writeLog);
  const origin = clockOrigin();
  const clock = createClock(origin);
  const metrics = new Registry();
  let exporter: OtlpExporter | undefined;
  const instance = `${hostname()}_${randomUUID().slice(0, 8)}`;
  const hub: TraceHub = createTraceHub({
    clock,
    config,
    trace: () => supervisor.trace,
    setTrace: (order) => supervisor.setTrace(order),
    onChange: (change, lines) => exporter?.add(spansOf(change, lines, instance)),
  });
  const supervisor: Supervisor = createSupervisor({
    config,
    log,
    writeLog,
    onTrace: (lines) => hub.take(lines),
    clock,
    clockOrigin: origin,
    metrics,
    ...options.supervisor,
  });
  let admin: Admin | null = null;

  async function stop(): Promise<void> {
    await supervisor.stop();
    hub.stop();
    await exporter?.stop();
    await admin?.close();
    await sink.flush();
  }

  return {
    log,
    clock,
    metrics,
    supervisor,
    get admin() {
      return admin;
    },
    async start() {
      try {
        const { openTelemetry: collector } = config;
        if (collector !== undefined) {
          // Few have one.
          const { createOtlpExporter } = await import('./tracing/otlp-exporter.ts');
          exporter = createOtlpExporter({ collector, version: options.version, instance, clock, log, metrics });
        }
        admin = await startAdmin({
          config,
          supervisor,
          metrics,
          log,
          hub,
          setMainLogLevel: setLevel,
          version: options.version,
          droppedLogLines: () => sink.dropped,
        });
        await supervisor.start();
      } catch (error) {
        await stop();
        throw error;
      }
    },
    leave: async (options) => {
      admin?.leave();
      await letClientsGo({ ...options, supervisor, clock, log });
    },
    stop,
  };
}

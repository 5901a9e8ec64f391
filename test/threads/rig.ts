// Starts a supervisor over the fixture actors: watcher > builder > listenerTranslator, each on a thread of its own.
import type { ExecutionContext } from 'ava';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { ActorName, EdgeName } from '../../src/actors/actor.ts';
import { clockOrigin, createClock } from '../../src/actors/clock.ts';
import { createThreadLogger } from '../../src/actors/logging.ts';
import { createSupervisor } from '../../src/actors/supervisor/supervisor.ts';
import type { Supervisor, SupervisorOptions } from '../../src/actors/supervisor/supervisor.ts';
import type { Config, LogLevel } from '../../src/model/config.ts';
import type { AdminOptions } from '../../src/actors/admin/admin.ts';

export const fixtureActors: readonly ActorName[] = ['listenerTranslator', 'builder', 'watcher'];
export const fixtureEdges: readonly EdgeName[] = ['watcher>builder', 'builder>listenerTranslator'];

const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const fixtureNames: Partial<Record<ActorName, string>> = {
  watcher: 'source-actor',
  builder: 'relay-actor',
  listenerTranslator: 'sink-actor',
};

export function fixtureModule(name: string): string {
  return new URL(`./fixtures/${name}${extension}`, import.meta.url).href;
}

/** Module of the fixture that stands in an actor's place. */
export function fixtureModuleOf(name: ActorName): string {
  return fixtureModule(fixtureNames[name] ?? 'none');
}

/** A configuration without sources, for fixture actors that don't read it. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    sources: {},
    listeners: { http: { address: '127.0.0.1', port: 0 }, https: { address: '127.0.0.1', port: 0 } },
    routeDiscovery: 'scoped',
    xds: { address: '127.0.0.1', port: 0, reflection: false, ackTimeoutMs: 1000 },
    admin: { address: '127.0.0.1', port: 0 },
    ingressClassNames: [],
    rootNamespaces: [],
    enableExternalNameService: false,
    compression: 'gzip',
    connectTimeoutMs: 1000,
    log: { level: 'info', format: 'json' },
    placement: { listenerTranslator: 'translators' },
    ...overrides,
  };
}

/** For an admin port whose page nobody looks at. */
export const noTrace: AdminOptions['hub'] = { recent: () => [], watch: async () => {} };

export interface LogLine {
  readonly level: string;
  readonly thread: string;
  readonly msg?: string;
  readonly reason?: string;
}

export interface ThreadRig {
  readonly supervisor: Supervisor;
  readonly metrics: Registry;
  readonly lines: LogLine[];
  readonly log: Logger;
  readonly setLevel: (level: LogLevel) => void;
}

/** Not started; stopped when the test ends. */
export function createThreadRig(
  t: ExecutionContext,
  config: Config = testConfig(),
  options: Partial<SupervisorOptions> = {},
): ThreadRig {
  const lines: LogLine[] = [];
  const writeLog = (line: string): void => void lines.push(JSON.parse(line) as LogLine);
  const origin = clockOrigin();
  const metrics = new Registry();
  const { log, setLevel } = createThreadLogger('main', 'debug', writeLog);
  const supervisor = createSupervisor({
    config,
    log,
    writeLog,
    clock: createClock(origin),
    clockOrigin: origin,
    metrics,
    actors: fixtureActors,
    edges: fixtureEdges,
    moduleOf: fixtureModuleOf,
    random: () => 0,
    deadlines: { callMs: 60_000 },
    ...options,
  });
  t.teardown(() => supervisor.stop());
  return { supervisor, metrics, lines, log, setLevel };
}

/** Asks again until the answer passes; the tests' way to wait for an effect on another thread. */
export async function until<T>(ask: () => Promise<T>, passes: (value: T) => boolean): Promise<T> {
  for (;;) {
    try {
      const value = await ask();
      if (passes(value)) return value;
    } catch {
      // The thread is being restarted.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

// Entry of every worker thread: a host for the actors named in `workerData`, steered over comlink. Log lines and
// failures go to the supervisor on the same port, so they arrive before the news of this thread's end.
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import Registry from 'prom-client/lib/registry.js';
import { createClock } from './clock.ts';
import { createHost } from './host.ts';
import { collectWhenIdle } from './idle-garbage.ts';
import { createThreadLogger } from './logging.ts';
import { threadPort } from './port.ts';
import { createProfiler } from './profiler.ts';
import { loadActor } from './registry.ts';
import type { ThreadControl, ThreadData, ThreadReport } from './thread-control.ts';
import { isPrompt } from './topology.ts';
import { createThreadMeter, delayLookMs } from './thread-metrics.ts';
import { giveWay } from './thread-priority.ts';
import { createTraceWriter } from './tracing/tracer.ts';
import { createTurns } from './turns.ts';

if (parentPort === null) throw new Error('thread.worker runs as a worker thread only');
const supervisorPort = parentPort;
const data = workerData as ThreadData;

const report = (message: ThreadReport): void => supervisorPort.postMessage(message);
const clock = createClock(data.clockOrigin);
const { log, setLevel } = createThreadLogger(data.thread, data.logLevel, (line) => report({ kind: 'log', line }));
const metrics = new Registry();
metrics.setDefaultLabels({ thread: data.thread });
const prompt = isPrompt(data.actors.map(({ name }) => name));
const meter = createThreadMeter(metrics, delayLookMs[prompt ? 'prompt' : 'usual']);
if (!prompt) giveWay();
const garbage = prompt ? undefined : collectWhenIdle();
const profiler = createProfiler();
const trace = createTraceWriter(data.thread, clock, (lines) => report({ kind: 'trace', lines }));
trace.order(data.trace);
process.on('exit', () => trace.flushSync());

const host = createHost({
  actors: data.actors.map(({ name, module }) => ({ name, load: () => loadActor(module) })),
  edges: data.edges,
  config: data.config,
  clock,
  log,
  metrics,
  trace,
  ...(prompt && { turns: createTurns(clock) }),
  onFail(actor, error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    report({ kind: 'failed', actor, error: { message, ...(stack !== undefined && { stack }) } });
    process.exit(1);
  },
});

const control: ThreadControl = {
  async start() {
    await host.start();
    // Loading the modules is no delay of anybody's work.
    meter.eventLoopDelay(true);
  },
  async stop() {
    await host.stop();
    meter.stop();
    garbage?.stop();
    trace.flushSync();
  },
  link: (edge, side, port) => host.link(edge, side, threadPort(port)),
  health: async () => ({ actors: await host.health() }),
  metrics: () => metrics.getMetricsAsJSON(),
  setLogLevel: setLevel,
  setTrace: (order) => trace.order(order),
  query: (actor, name, argument) => host.query(actor, name, argument),
  eventLoopDelay: (reset) => meter.eventLoopDelay(reset),
  profile: (kind, seconds) => profiler.profile(kind, seconds),
};
expose(control, nodeEndpoint(supervisorPort));

// The admin port: metrics, health, readiness, log level, tracing, what the actors do, pictures of the graph, profiles.
// Read and steered by people and probes; a slow or dead client, or a busy thread, delays nobody else: every call to a
// thread has a deadline, and requests for the same thing share one call. Health and metrics may have doors of their own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import AggregatorRegistry from 'prom-client/lib/cluster.js';
import Registry from 'prom-client/lib/registry.js';
import type { Outline } from '../../dag/outline.ts';
import type { Config, LogLevel } from '../../model/config.ts';
import type { SocketPlace } from '../../model/envoy-settings.ts';
import { createProfiler, type ProfileKind } from '../profiler.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { parseRequest } from '../../dag/explain/request.ts';
import type { TraceHub } from '../tracing/hub.ts';
import { mistakeInPattern } from '../tracing/selection.ts';
import { createEnvoyClusters } from '../envoy/envoy-clusters.ts';
import { createThreadMeter } from '../thread-metrics.ts';
import { toDot, toSvg } from './dag-picture.ts';
import { jsonAnswer as json, openDoor, type Answer, type Door } from './door.ts';
import type { HistoryReport, HoldAnswer, HoldCommand } from '../builder/hold.ts';
import type { KeptReport } from '../hold/keeper.ts';
import type { CanaryAnswer, CanaryCommand } from '../streamer/canary.ts';
import { byHeader, type HistoryAnswer } from './history-answer.ts';
import { readOverview } from './overview.ts';
import { liveScript, pageHeaders, style, styleHeaders } from './page/html.ts';
import { pagePaths } from './page/paths.ts';
import { createProcessMetrics } from './process-metrics.ts';

export interface AdminOptions {
  /**
   * Read: `admin`, `health` and `metrics` (port 0 picks a free one), `routeDiscovery` (how resources are named), `envoy` (a
   * child is part of the readiness), `emissary` and `trace` (traces that are switched on here are written beside the
   * configured file, else to the system's temporary folder).
   */
  readonly config: Pick<Config, 'admin' | 'health' | 'metrics' | 'trace' | 'routeDiscovery' | 'envoy' | 'emissary'>;
  readonly supervisor: Pick<
    Supervisor,
    | 'status'
    | 'liveness'
    | 'metrics'
    | 'query'
    | 'logLevel'
    | 'setLogLevel'
    | 'trace'
    | 'setTrace'
    | 'threads'
    | 'kill'
    | 'profile'
  >;
  /** The main thread's own registry; metrics of the thread and of the whole process are added to it. */
  readonly metrics: Registry;
  readonly log: Logger;
  /** Traced changes, for the page. */
  readonly hub: Pick<TraceHub, 'recent' | 'watch'>;
  /** Sets the main thread's level; the supervisor sets that of the others. */
  readonly setMainLogLevel: (level: LogLevel) => void;
  /** These two are shown as metrics. */
  readonly version?: string;
  readonly droppedLogLines?: () => number;
}

export interface Admin extends Pick<Door, 'address' | 'port' | 'url'> {
  /** Doors to health and metrics that are not the admin port's, by their pages: `/healthz`, `/metrics`. */
  readonly others: readonly (Pick<Door, 'url'> & { readonly paths: readonly string[] })[];
  /** From now on /readyz says no: nuncio ends. */
  leave(): void;
  close(): Promise<void>;
}

/** A serving thread that is down for longer makes the process unhealthy. Others don't: Envoys are served without them. */
const unhealthyAfterMs = 60_000;
/** Hosts of a picture of the graph. */
const usualHosts = 200;
const mostHosts = 2_000;
const diagnosticsPath = '/ambassador/v0/diag/';
/** Of a profile. */
const mostSeconds = 300;
const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error'];

/** Longer names and reasons are cut: they go into logs, Events and a ConfigMap. */
const mostWords = 300;

function shortened(text: string): string {
  // Control characters would break lines of logs.
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, mostWords);
}

type Page = (query: URLSearchParams, request: IncomingMessage) => Answer | Promise<Answer>;

/** Listens; rejects when the address is taken. */
export async function startAdmin(options: AdminOptions): Promise<Admin> {
  const { config, supervisor, log, hub } = options;
  options.metrics.setDefaultLabels({ thread: 'main' });
  createProcessMetrics(options.metrics, options.version ?? 'unknown', options.droppedLogLines ?? (() => 0));
  const metrics = shared(readMetrics);
  const status = shared(() => supervisor.status());
  const profiler = createProfiler();
  const overview = shared(() =>
    readOverview(supervisor, status, { version: options.version ?? 'unknown', nowMs: Date.now() }),
  );
  let leaving = false;
  const bootedAtMs = Date.now();
  const envoyClusters = config.envoy && createEnvoyClusters(config.envoy.adminPort);

  /** Path → method → answer. */
  const routes: Readonly<Record<string, Readonly<Record<string, Page>>>> = {
    '/metrics': { GET: async () => ({ status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: await metrics() }) },
    '/healthz': { GET: health },
    // As Contour calls it.
    '/health': { GET: health },
    '/readyz': { GET: readiness },
    // What tools and probes for Emissary-Ingress ask for.
    '/ambassador/v0/check_alive': { GET: health },
    '/ambassador/v0/check_ready': { GET: readiness },
    [diagnosticsPath]: { GET: getDiagnostics },
    '/snapshot': { GET: getSnapshot },
    '/logging': { GET: () => json(200, { level: supervisor.logLevel }), PUT: putLogging },
    '/trace': { GET: () => json(200, traceState()), PUT: putTrace },
    '/status': { GET: async () => json(200, await overview()) },
    '/explain': { GET: getExplain },
    '/history': { GET: getHistory },
    '/canary': { GET: async () => json(200, { canary: await supervisor.query('streamer', 'canary') }) },
    '/canary/promote': { POST: changing((by) => canaryCommand('promote', by)) },
    '/canary/abort': { POST: changing((by) => canaryCommand('abort', by)) },
    '/hold': { POST: runCommand('hold') },
    '/resume': { POST: runCommand('resume') },
    '/rollback': { POST: runCommand('rollback') },
    '/debug/actors': {
      GET: async () => json(200, { ...(await status()), logLevel: supervisor.logLevel, trace: traceState() }),
    },
    '/debug/dag': { GET: getDag },
    '/debug/pprof/profile': { GET: getProfile('cpu') },
    '/debug/pprof/heap': { GET: getProfile('heap') },
    '/debug/pprof/allocs': { GET: getProfile('allocs') },
    '/debug/restart': { PUT: putRestart },
    '/paths': { GET: () => json(200, { paths: Object.keys(routes) }) },
    '/ui/style.css': {
      GET: () => ({ status: 200, type: 'text/css; charset=utf-8', body: style, headers: styleHeaders }),
    },
    '/ui/live.js': { GET: () => ({ status: 200, type: 'text/javascript; charset=utf-8', body: liveScript }) },
    ...Object.fromEntries(
      pagePaths.map((path) => [
        path,
        {
          async GET(query: URLSearchParams, request: IncomingMessage): Promise<Answer> {
            const { pages } = await import('./page/pages.ts');
            const { routeDiscovery } = config;
            // Telling costs the threads a little: that is for those on this machine to start.
            const watch = isLoopback(request.socket.remoteAddress ?? '') ? () => hub.watch() : undefined;
            const made = await pages[path](
              { supervisor, routeDiscovery, overview, trace: { recent: () => hub.recent(), watch } },
              query,
            );
            return { status: made.status, type: 'text/html; charset=utf-8', body: made.html, headers: pageHeaders };
          },
        },
      ]),
    ),
  };

  async function readMetrics(): Promise<string> {
    const all = [await options.metrics.getMetricsAsJSON(), ...(await supervisor.metrics())];
    return AggregatorRegistry.aggregate(all as object[]).metrics();
  }

  async function readiness(): Promise<Answer> {
    if (leaving) return json(503, { ready: false, missing: ['nuncio ends'] });
    const [{ ready, missing, instead }, child] = await Promise.all([status(), childTrouble(config.envoy)]);
    const all = child === undefined ? missing : [...missing, child];
    const isReady = ready && child === undefined;
    return json(isReady ? 200 : 503, { ready: isReady, missing: all, ...(instead !== null && { instead }) });
  }

  /** `json=true`, else the pages; `filter`: one of its keys; `limit`: of routes and clusters; `resource`: an object's key. */
  async function getDiagnostics(query: URLSearchParams): Promise<Answer> {
    const object = query.get('resource');
    if (query.get('json') !== 'true' && object === null)
      return { status: 302, type: 'text/plain', body: 'see /\n', headers: { location: '/' } };
    if (object !== null) return getExplain(new URLSearchParams({ object }));
    const { emissaryDiagnostics } = await import('./emissary-diagnostics.ts');
    const nowMs = Date.now();
    const sources = { supervisor, overview, config, envoyClusters, hostname: hostname(), bootedAtMs, nowMs };
    const found = await emissaryDiagnostics(sources, query.get('limit'));
    if ('mistake' in found) return json(400, { error: found.mistake });
    const filter = query.get('filter');
    if (filter === null) return json(200, found);
    if (Object.hasOwn(found, filter)) return json(200, { [filter]: (found as Record<string, unknown>)[filter] });
    return json(400, { error: `filter is ${JSON.stringify(filter)}; must be one of ${Object.keys(found).join(', ')}` });
  }

  async function getSnapshot(_query: URLSearchParams, request: IncomingMessage): Promise<Answer> {
    // Not secret, but all there is.
    if (!isLoopback(request.socket.remoteAddress ?? ''))
      return json(403, { error: 'the snapshot is given to this machine only; use kubectl port-forward, or exec' });
    const { readSnapshot } = await import('./snapshot.ts');
    const body = await readSnapshot(supervisor, {
      ambassador_id: config.emissary?.ambassadorId ?? 'default',
      ambassador_version: options.version ?? 'unknown',
    });
    return { status: 200, type: 'application/json', body };
  }

  function health(): Answer {
    const threads = supervisor.liveness();
    const dead = threads.filter(({ serving, downMs }) => serving && downMs > unhealthyAfterMs);
    return json(dead.length === 0 ? 200 : 503, { healthy: dead.length === 0, threads });
  }

  async function putLogging(query: URLSearchParams): Promise<Answer> {
    const wanted = query.get('level');
    const level = logLevels.find((known) => known === wanted);
    if (level === undefined) {
      return json(400, {
        error: `level is ${JSON.stringify(wanted)}; must be one of ${logLevels.join(', ')}; nothing was changed`,
      });
    }
    options.setMainLogLevel(level);
    await supervisor.setLogLevel(level);
    log.info({ level }, 'log level changed');
    return json(200, { level });
  }

  /** `method`, `url`, `header` (may be repeated) and `serverName`; or `object`: a key. */
  async function getExplain(query: URLSearchParams): Promise<Answer> {
    // Most programs are never asked, and this knows the graph and Envoy's protos.
    const { explainOneObject, explainRequest } = await import('./explain.ts');
    const object = query.get('object');
    if (object !== null) {
      const answer = await explainOneObject(supervisor, config.routeDiscovery, object);
      return answer ? json(200, answer) : json(404, { error: `there is no ${object}` });
    }
    const parsed = parseRequest(
      query.get('method') ?? 'GET',
      query.get('url') ?? '',
      query.getAll('header'),
      query.get('serverName') ?? undefined,
    );
    if (!parsed.ok) return json(400, { error: parsed.mistake });
    return json(200, await explainRequest(supervisor, config.routeDiscovery, parsed.request));
  }

  async function getHistory(): Promise<Answer> {
    const [history, kept] = await Promise.all([
      supervisor.query('builder', 'history') as Promise<HistoryReport>,
      supervisor.query('hold', 'kept') as Promise<KeptReport>,
    ]);
    return json(200, { ...history, kept } satisfies HistoryAnswer);
  }

  /** What changes what is served: who asks for it is in a header. */
  function changing(run: (by: string, query: URLSearchParams) => Promise<Answer>): Page {
    return async (query, request) => {
      const by = request.headers[byHeader];
      if (typeof by === 'string' && by.trim() !== '') return run(shortened(by), query);
      return json(403, {
        error: `a request that changes what is served says who asks for it in the header ${byHeader}; nothing was changed`,
      });
    };
  }

  /** `revision` (of a rollback) and `reason`. */
  function runCommand(command: HoldCommand['command']): Page {
    return changing(async (by, query) => {
      const [revision, reason] = [query.get('revision') ?? '', shortened(query.get('reason') ?? '')];
      const argument: HoldCommand = { command, revision, reason, by };
      const answer = (await supervisor.query('builder', 'command', argument)) as HoldAnswer;
      if (!answer.ok) return json(409, { error: `${answer.mistake}; nothing was changed` });
      return json(200, answer.report);
    });
  }

  async function canaryCommand(command: CanaryCommand['command'], by: string): Promise<Answer> {
    const answer = (await supervisor.query('streamer', 'canaryCommand', { command, by })) as CanaryAnswer;
    log.warn({ command, by, ok: answer.ok }, 'command about the canaries');
    return answer.ok
      ? json(200, { canary: answer.report })
      : json(409, { error: `${answer.mistake}; nothing was changed` });
  }

  function traceState() {
    const { file, selection } = supervisor.trace;
    return { file, ...selection };
  }

  /**
   * `file`: only a plain name in one folder, since whoever reaches this port must not be able to write anywhere else; empty or
   * absent: off. `sample` and `objects` (may be repeated): as the settings; absent: as they are.
   */
  async function putTrace(query: URLSearchParams): Promise<Answer> {
    const refuse = (error: string): Answer => json(400, { error: `${error}; nothing was changed` });
    const name = query.get('file') ?? '';
    if (name !== '' && !/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/.test(name)) {
      return refuse(
        `file is ${JSON.stringify(name)}; must be a file name of letters, digits, '.', '_' and '-' without a folder (empty: off)`,
      );
    }
    const before = supervisor.trace;
    const sample = query.has('sample') ? Number(query.get('sample') || NaN) : before.selection.sample;
    if (!(sample >= 0 && sample <= 1))
      return refuse(`sample is ${JSON.stringify(query.get('sample'))}; must be a number from 0 to 1`);
    const objects = query.has('objects')
      ? query.getAll('objects').filter((pattern) => pattern !== '')
      : before.selection.objects;
    const mistake = objects.map(mistakeInPattern).find((each) => each !== undefined);
    if (mistake !== undefined) return refuse(`objects: ${mistake}`);
    const folder = config.trace?.file === undefined ? tmpdir() : dirname(config.trace.file);
    const file = name === '' ? null : join(folder, name);
    try {
      await supervisor.setTrace({ ...before, file, selection: { sample, objects } });
    } catch (error) {
      return json(500, { error: `${file} can't be opened: ${(error as Error).message}; nothing was changed` });
    }
    log.info({ file, sample, objects }, file === null ? 'tracing is off' : 'tracing is on');
    return json(200, traceState());
  }

  /** Ends a thread as a crash would; it starts again and replays. To get out of a state that nobody understands. */
  async function putRestart(query: URLSearchParams): Promise<Answer> {
    const thread = query.get('thread') ?? '';
    if (!supervisor.threads.includes(thread)) {
      return json(400, {
        error: `thread is ${JSON.stringify(thread)}; must be one of ${supervisor.threads.join(', ')}`,
      });
    }
    log.warn({ restarting: thread }, 'thread is restarted on request');
    await supervisor.kill(thread);
    return json(200, { thread });
  }

  /** `host`: only that one; else the first by name, `limit` of them. `format`: dot or svg; absent: what a browser shows. */
  async function getDag(query: URLSearchParams, request: IncomingMessage): Promise<Answer> {
    const limit = Number(query.get('limit') ?? usualHosts);
    if (!Number.isInteger(limit) || limit < 1 || limit > mostHosts)
      return json(400, { error: `limit is ${JSON.stringify(query.get('limit'))}; must be from 1 to ${mostHosts}` });
    const format = query.get('format') ?? (request.headers.accept?.includes('text/html') ? 'svg' : 'dot');
    if (format !== 'dot' && format !== 'svg')
      return json(400, { error: `format is ${JSON.stringify(format)}; must be dot or svg` });
    const host = query.get('host')?.toLowerCase();
    const outline = (await supervisor.query('builder', 'outline', { host, limit })) as Outline;
    if (host !== undefined && outline.nodes.length === 0) return json(404, { error: `no host ${host} is served` });
    return format === 'svg'
      ? { status: 200, type: 'image/svg+xml', body: toSvg(outline) }
      : { status: 200, type: 'text/vnd.graphviz; charset=utf-8', body: toDot(outline) };
  }

  /** `thread`: one of the threads, or main; absent: that of the builder. `seconds`: how long; absent: 10. */
  function getProfile(kind: ProfileKind): Page {
    return async (query, request) => {
      // It costs the thread time, and so does not belong to whoever may look.
      if (!isLoopback(request.socket.remoteAddress ?? ''))
        return json(403, { error: 'profiles are given to this machine only; use kubectl port-forward, or exec' });
      const threads = ['main', ...supervisor.threads];
      const thread = query.get('thread') ?? 'builder';
      if (!threads.includes(thread))
        return json(400, { error: `thread is ${JSON.stringify(thread)}; must be one of ${threads.join(', ')}` });
      const seconds = Number(query.get('seconds') ?? 10);
      if (!(seconds > 0 && seconds <= mostSeconds))
        return json(400, {
          error: `seconds is ${JSON.stringify(query.get('seconds'))}; must be above 0, at most ${mostSeconds}`,
        });
      // Nothing moves on the connection meanwhile.
      request.socket.setTimeout(0);
      const body = await (thread === 'main'
        ? profiler.profile(kind, seconds)
        : supervisor.profile(thread, kind, seconds));
      const fileName = `${thread}-${kind}.${kind === 'cpu' ? 'cpuprofile' : 'heapprofile'}`;
      return { status: 200, type: 'application/json', body, fileName };
    };
  }

  /** `paths`: those that this door leads to; absent: all. */
  async function answerTo(
    request: IncomingMessage,
    response: ServerResponse,
    paths?: readonly string[],
  ): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://admin');
    if (url.pathname.startsWith(diagnosticsPath) && url.pathname !== diagnosticsPath) {
      url.searchParams.set('resource', url.pathname.slice(diagnosticsPath.length));
      url.pathname = diagnosticsPath;
    }
    const isHere = Object.hasOwn(routes, url.pathname) && (paths?.includes(url.pathname) ?? true);
    const methods = isHere ? routes[url.pathname] : undefined;
    if (methods === undefined) {
      const known = paths ? `; there is ${paths.join(', ')}` : '; GET /paths lists what there is';
      return json(404, { error: `no ${url.pathname} here${known}` });
    }
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) {
      response.setHeader('allow', Object.keys(methods).join(', '));
      return json(405, { error: `${url.pathname} knows ${Object.keys(methods).join(', ')}` });
    }
    if (method !== 'GET') {
      // The port may be open to probes and scrapers of the whole cluster: they may look, not steer.
      if (!isLoopback(request.socket.remoteAddress ?? ''))
        return json(403, { error: `${method} is taken from this machine only; use kubectl port-forward, or exec` });
      // Nor may a web page that somebody here looks at: browsers say where such a request comes from.
      if (request.headers.origin !== undefined) return json(403, { error: `${method} is not taken from web pages` });
    }
    return run(url.searchParams, request);
  }

  const doors: Door[] = [];
  const others: { url: string; paths: readonly string[] }[] = [];
  try {
    const admin = await openDoor({ ...config.admin, name: 'admin', log, answer: (...both) => answerTo(...both) });
    doors.push(admin);
    for (const { place, paths, name } of otherDoors(config)) {
      const door = await openDoor({ ...place, name, log, answer: (...both) => answerTo(...both, paths) });
      doors.push(door);
      others.push({ url: door.url, paths });
    }
    const meter = createThreadMeter(options.metrics);
    const { address, port, url } = admin;
    return {
      address,
      port,
      url,
      others,
      leave() {
        leaving = true;
      },
      async close() {
        meter.stop();
        await Promise.all(doors.map((door) => door.close()));
      },
    };
  } catch (error) {
    await Promise.all(doors.map((door) => door.close()));
    throw error;
  }
}

const healthPaths = ['/healthz', '/health', '/readyz', '/ambassador/v0/check_alive', '/ambassador/v0/check_ready'];
const metricsPaths = ['/metrics'];

/** Health and metrics where the admin port is not; at one place they share a door. */
function otherDoors({ admin, health, metrics }: AdminOptions['config']) {
  const isSame = (a: SocketPlace, b: SocketPlace) => a.address === b.address && a.port === b.port && a.port !== 0;
  const wanted = [
    ...(metrics ? [{ place: metrics, paths: metricsPaths, name: 'metrics' }] : []),
    ...(health ? [{ place: health, paths: healthPaths, name: 'health' }] : []),
  ].filter(({ place }) => !isSame(place, admin));
  if (wanted.length < 2 || !isSame(wanted[0]!.place, wanted[1]!.place)) return wanted;
  return [{ place: wanted[0]!.place, paths: [...metricsPaths, ...healthPaths], name: 'metrics' }];
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/** While a call is under way, others wait for its result instead of making their own. */
function shared<T>(run: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () =>
    (pending ??= run().finally(() => {
      pending = null;
    }));
}

const childDeadlineMs = 2_000;

/** Why the Envoy beside us does not serve yet; undefined: it does, or there is none. */
async function childTrouble(envoy: Config['envoy']): Promise<string | undefined> {
  if (envoy === undefined) return undefined;
  try {
    const url = `http://127.0.0.1:${envoy.adminPort}/ready`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(childDeadlineMs) });
    const said = (await answer.text()).trim();
    return answer.status === 200 ? undefined : `Envoy: ${said}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `Envoy: ${cause instanceof Error ? cause.message : message}`;
  }
}

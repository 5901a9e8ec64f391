// The builder: keeps the compiled graph up to date and tells translators, endpoint fast path and status writer what
// changed in it. In: source objects from the watcher. Out: vertices by kind, wanted statuses.
// Must hold: each batch is committed at once (what comes meanwhile gathers in the edge and makes the next batch); nothing
// counts as complete before the watcher's first full state is there, and statuses are told after it. A problem is logged
// once, until it is gone.
import type { GraphDelta, UnitFailure } from '../../dag/engine.ts';
import { createEngine } from '../../dag/engine.ts';
import { applyContourConfiguration } from '../../dag/compile/contour-configuration.ts';
import type { ObjectChange } from '../../dag/history/history.ts';
import { explain } from '../../dag/explain/explain.ts';
import { findClusters, findHosts } from '../../dag/explain/hosts.ts';
import { viewOf } from '../../dag/explain/graph-view.ts';
import { explainObject, type ObjectExplanation } from '../../dag/explain/object.ts';
import type { ExplainRequest } from '../../dag/explain/request.ts';
import { findRoutes } from '../../dag/explain/routes.ts';
import { outlineOf } from '../../dag/outline.ts';
import { createUnitKinds } from '../../dag/processors/index.ts';
import { vertexAt, verticesOf, type GraphSnapshot } from '../../dag/snapshot.ts';
import { restOf, vertexKey, type Vertex, type VertexKind } from '../../dag/vertices.ts';
import { virtualHostsOf } from '../../dag/virtual-hosts-of.ts';
import { partKey, wholeHost } from '../../dag/whole-host.ts';
import type { VertexValue } from '../../messages/graph.ts';
import type { ObjectValue } from '../../messages/objects.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import type { Cause } from '../../messages/edge.ts';
import type { ContourConfiguration } from '../../model/kinds/index.ts';
import { defaultLimits, overLimit } from '../../model/limits.ts';
import { objectKey, parseObject, type ObjectKey, type Problem } from '../../model/object.ts';
import type { Config } from '../../model/config.ts';
import type { ActorContext, ActorFactory, EdgeName, EdgeSender } from '../actor.ts';
import { createKeyedInput } from '../keyed-input.ts';
import { createHolder, type HoldCommand } from './hold.ts';
import { counter, gauge, histogram } from '../metrics.ts';

/** Answer to the query `stats`. */
export interface BuilderStats {
  readonly objects: Readonly<Record<string, number>>;
  readonly vertices: Readonly<Record<string, number>>;
  readonly commits: number;
  readonly lastCommitMs: number;
  readonly lastCommitUnits: number;
  readonly problems: { readonly error: number; readonly warning: number };
  /** Units whose last run threw: bugs. */
  readonly failures: readonly UnitFailure[];
}

/** Argument of the queries `hosts` and `clusters`. */
export interface SearchArgument {
  readonly word: string;
  readonly limit: number;
}

/** One commit that changed the graph, in the answer to `changes`. */
export interface BuilderChange {
  readonly atMs: number;
  /** That caused it; some of them if they are many. */
  readonly objects: readonly string[];
  readonly workMs: number;
  readonly units: number;
  readonly upserts: number;
  readonly removals: number;
}

/** Objects in which a reference to one of them is looked for: each is parsed. */
const maxNeighbours = 1000;

/** Answer to the query `changesAfter`: the changes since one that is known, oldest first; at the latest after a while. */
export interface BuilderChanges {
  /** Tells this life of the builder from others. */
  readonly builder: string;
  /** Of the newest change. */
  readonly seq: number;
  readonly changes: readonly BuilderChange[];
  /** Changes that are not remembered any more. */
  readonly missed: number;
}

/** `builder` and `after` absent: none is known, so only what changes from now on. */
export interface ChangesAfter {
  readonly builder?: string | undefined;
  readonly after?: number | undefined;
  readonly waitMs: number;
}

/** Of a start: by then translators and streamer, one of which shares this thread, have had the graph. */
const firstStatusesMs = 250;

/** Commits that are remembered for people to look at. */
const keptChanges = 200;

interface Output {
  readonly edge: EdgeName;
  readonly kinds: readonly VertexKind[];
  /**
   * Gets vertices while the objects of the initial sync still come in: translators publish nothing before they have all.
   * The endpoints do, when they have had a full state before, so they get none of what may be taken back.
   */
  readonly isEarly: boolean;
}

/** Which vertex kinds go to which receiver. */
const outputs: readonly Output[] = [
  {
    edge: 'builder>listenerTranslator',
    kinds: ['Listener', 'FilterChain', 'OperatorListener', 'Runtime'],
    isEarly: true,
  },
  {
    edge: 'builder>routeTranslator',
    kinds: ['VirtualHost', 'VirtualHostPart', 'Listener', 'FilterChain'],
    isEarly: true,
  },
  { edge: 'builder>clusterTranslator', kinds: ['Cluster'], isEarly: true },
  { edge: 'builder>secretTranslator', kinds: ['Secret', 'TrustedCa'], isEarly: true },
  { edge: 'builder>endpoints', kinds: ['EndpointGroup'], isEarly: false },
  // So that Consul has answered when the others have synced.
  { edge: 'builder>consul', kinds: ['ConsulServer', 'ConsulService'], isEarly: true },
];

export const createActor: ActorFactory = (context) => {
  const { clock, config, log, trace } = context;
  const engine = createEngine(createUnitKinds(config));
  const configuration = config.contourConfiguration && configurationKey(config.contourConfiguration);
  const objects = createKeyedInput<null>();
  const { objectBytes } = config.limits ?? defaultLimits;
  /** Objects that are not compiled, and what is told about them. */
  const tooLarge = new Map<ObjectKey, StatusValue>();
  /** Everything that the sources had at the start is compiled. */
  let isComplete = false;
  /** Its statuses too: some moments later, since Envoys wait for the graph and nobody for a status. */
  let hasStatuses = false;
  const graph = outputs.map(({ edge, kinds, isEarly }) => ({
    kinds,
    isEarly,
    sender: context.sender<VertexValue>(edge, {
      state: () => (isEarly || isComplete ? engine.vertices(kinds) : []),
    }),
  }));
  const statuses: EdgeSender<StatusValue> = context.sender<StatusValue>('builder>status', {
    state: () => (hasStatuses ? wantedStatuses() : []),
  });
  const problemLog = createProblemLog(context);
  const holder = createHolder(context, {
    compiled: (key) => engine.text(key),
    apply(changes) {
      if (changes.length > 0 || objects.initialSyncDone) apply(changes);
    },
  });
  let saidOfHeld = holder.waiting();
  const meter = createMeter(context, engine);
  const changes: BuilderChange[] = [];
  /** Number of changes so far, and who waits for the next. */
  let changeSeq = 0;
  const waiting = new Set<() => void>();
  const life = `${Math.round(clock.dateMs())}`;
  let commits = 0;
  /** Of the graph, as far as statuses wait for Envoys; by the date, so that it grows when the builder starts over. */
  let revision = 0;
  let lastCommitMs = 0;
  let lastCommitUnits = 0;

  context.receive<ObjectValue>('watcher>builder', (batch) => {
    const keys = { ...batch, upserts: batch.upserts.map(({ key, causes }) => ({ key, value: null, causes })) };
    const { removals } = objects.apply(keys);
    const changes: ObjectChange[] = [];
    for (const { key, value, causes } of batch.upserts)
      changes.push({ key, text: isTooLarge(key, value, causes) ? undefined : value, causes });
    for (const { key, causes } of removals) {
      changes.push({ key, text: undefined, causes });
      tooLarge.delete(key);
    }
    apply(holder.take(changes));
  });

  /**
   * Also while the initial sync goes on: the API server takes its time for the next page. While a watcher that started
   * over replays, its objects only come; what is gone goes when it has named all.
   */
  function apply(changes: readonly ObjectChange[]): void {
    for (const { key, text, causes } of changes) {
      if (key === configuration && text !== undefined && text !== engine.text(key))
        configure(parseObject(text) as ContourConfiguration, causes);
      engine.set(key, text, causes);
    }
    commit();
  }

  function wantedStatuses(): ReadonlyMap<ObjectKey, StatusValue> {
    const wanted = new Map(tooLarge);
    for (const [key, status] of engine.statuses()) if (!tooLarge.has(key)) wanted.set(key, at(status));
    for (const [key, status] of holder.waiting()) {
      if (status === null) wanted.delete(key);
      else wanted.set(key, status);
    }
    return wanted;
  }
  const consul = createKeyedInput<ObjectValue>();
  context.receive<ObjectValue>('consul>builder', (batch) => {
    const { upserts, removals } = consul.apply(batch);
    // Not routing that could be held back: what is told of it is told as it is.
    if (upserts.length + removals.length > 0)
      apply([
        ...upserts.map(({ key, value, causes }) => ({ key, text: value, causes })),
        ...removals.map(({ key, causes }) => ({ key, text: undefined, causes })),
      ]);
  });

  /** Such an object counts as not there; its owner is told by an Event, and the log. */
  function isTooLarge(key: ObjectKey, text: ObjectValue, causes: readonly Cause[]): boolean {
    // Characters take a byte at least.
    const bytes = text.length > objectBytes ? text.length : text.length * 3 > objectBytes ? Buffer.byteLength(text) : 0;
    if (bytes <= objectBytes) {
      if (tooLarge.delete(key)) problemLog.update(key, []);
      return false;
    }
    const { apiVersion, metadata } = parseObject(text);
    const { generation, uid } = metadata;
    const message = `${overLimit(bytes, 'bytes', 'objectBytes', objectBytes)}; the object counts as not there`;
    const problem: Problem = { code: 'LimitExceeded', severity: 'error', object: key, path: '', message };
    const status = { object: key, apiVersion, generation, uid, status: null, problems: [problem] };
    tooLarge.set(key, status);
    if (hasStatuses) sendStatus(key, status, causes);
    return true;
  }

  /** When the object goes its settings stay: whoever deletes it by mistake must not change what is served. */
  function configure({ spec }: ContourConfiguration, causes: readonly Cause[]): void {
    const applied = applyContourConfiguration(config, spec).config;
    engine.recompile(createUnitKinds(applied), causes);
  }

  function commit(): void {
    const startMs = clock.nowMs();
    const delta = engine.commit(hasStatuses ? 'all' : 'graph');
    lastCommitMs = clock.nowMs() - startMs;
    lastCommitUnits = delta.ran.length;
    commits++;
    const completes = !isComplete && objects.initialSyncDone && holder.ready;
    isComplete ||= completes;
    if (completes) {
      holder.begin();
      clock.setTimer(firstStatusesMs, () => {
        hasStatuses = true;
        for (const [key, status] of tooLarge) sendStatus(key, status, []);
        commit();
      });
    }
    send(delta, completes);
    if (isComplete && !completes) remember(delta, startMs);
    meter.committed(delta, lastCommitMs);
    for (const { unit, error } of delta.failures)
      log.error({ unit, code: 'InternalError' }, `compile unit ${unit} failed; what it made before stays: ${error}`);
    if (!trace.enabled || delta.ran.length === 0) return;
    const causes = [
      ...new Set([...delta.upserts, ...delta.removals, ...delta.statuses].flatMap((each) => each.causes)),
    ];
    const { length: units } = delta.ran;
    trace.event({
      kind: 'step',
      causes: causes.slice(-8),
      startMs,
      workMs: lastCommitMs,
      detail: {
        units,
        upserts: delta.upserts.length,
        removals: delta.removals.length,
        statuses: delta.statuses.length,
      },
    });
  }

  function remember({ upserts, removals, ran }: GraphDelta, atMs: number): void {
    if (upserts.length + removals.length === 0) return;
    const objects = new Set<string>();
    for (const { causes } of [...upserts.slice(0, 20), ...removals.slice(0, 20)])
      for (const { key } of causes) if (key !== undefined) objects.add(key);
    const counts = { units: ran.length, upserts: upserts.length, removals: removals.length };
    changes.push({ atMs, objects: [...objects].slice(0, 10), workMs: lastCommitMs, ...counts });
    if (changes.length > keptChanges) changes.shift();
    changeSeq += 1;
    for (const wake of waiting) wake();
  }

  /** `completes`: what was not said of the graph so far is said now. */
  function send(delta: GraphDelta, completes: boolean): void {
    for (const { kinds, isEarly, sender } of graph) {
      if (!isComplete && !isEarly) continue;
      if (completes && !isEarly) {
        for (const [key, vertex] of engine.vertices(kinds)) sender.upsert(key, vertex, []);
      } else {
        const isOurs = (kind: string): boolean => kinds.some((each) => each === kind);
        for (const { key, vertex, causes } of delta.upserts)
          if (isOurs(vertex.kind)) sender.upsert(key, vertex, causes);
        for (const { key, causes } of delta.removals)
          if (isOurs(key.slice(0, key.indexOf('/')))) sender.remove(key, causes);
      }
      if (isComplete) sender.synced();
    }
    // What an object lacks may only not have come yet: nothing is said of its problems until all has.
    if (hasStatuses) sendStatuses(delta);
  }

  function sendStatuses(delta: GraphDelta): void {
    if (delta.statuses.some(({ status }) => status.awaits !== undefined)) {
      revision = Math.max(revision + 1, Math.floor(clock.dateMs()));
      for (const { sender } of graph) sender.mark(revision);
    }
    for (const { key, status, causes } of delta.statuses) sendStatus(key, status, causes);
    for (const key of delta.statusRemovals) {
      if (tooLarge.has(key)) continue;
      if (!saidOfHeld.has(key)) statuses.remove(key, []);
      problemLog.update(key, []);
    }
    sendHeld();
    statuses.synced();
  }

  /** Its status may be told once Envoys have the graph as it is now. */
  function at(status: StatusValue): StatusValue {
    return status.awaits === undefined ? status : { ...status, revision };
  }

  function sendStatus(key: ObjectKey, status: StatusValue, causes: readonly Cause[]): void {
    if (holder.statusOf(key) === undefined) statuses.upsert(key, at(status), causes);
    problemLog.update(key, status.problems);
  }

  /** Of an object whose newest version waits nobody wants the status of the version that is compiled. */
  function sendHeld(): void {
    const waiting = holder.waiting();
    if (waiting === saidOfHeld) return;
    for (const key of new Set([...saidOfHeld.keys(), ...waiting.keys()])) {
      const wanted = waiting.has(key) ? waiting.get(key) : (tooLarge.get(key) ?? engine.status(key));
      if (waiting.has(key) && saidOfHeld.get(key) === wanted) continue;
      if (wanted == null) statuses.remove(key, []);
      else statuses.upsert(key, at(wanted), []);
    }
    saidOfHeld = waiting;
  }

  /** What people ask delays no change: the snapshot stays as it is meanwhile. */
  async function inTurns<T>(slices: Generator<void, T>): Promise<T> {
    for (;;) {
      const { done, value } = slices.next();
      if (done === true) return value;
      await new Promise<void>((resolve) => void clock.setTimer(0, resolve));
    }
  }

  function explainOne(key: ObjectKey): ObjectExplanation {
    return explainObject(engine.snapshot(), key, engine.status(key), engine.neighbours(key, maxNeighbours));
  }

  async function changesAfter({ builder, after, waitMs }: ChangesAfter): Promise<BuilderChanges> {
    // Of another life nothing is known here, and what there is now has been told before.
    const known = builder === undefined ? changeSeq : builder === life ? (after ?? changeSeq) : 0;
    if (changeSeq === known)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          timer.cancel();
          resolve();
        };
        const timer = clock.setTimer(waitMs, wake);
        waiting.add(wake);
      });
    const count = changeSeq - known;
    const found = count === 0 ? [] : changes.slice(-count);
    return { builder: life, seq: changeSeq, changes: found, missed: count - found.length };
  }

  return {
    query(name, argument) {
      switch (name) {
        case 'ready':
          return isComplete;
        case 'stats':
          return {
            objects: Object.fromEntries(engine.objectCounts()),
            vertices: Object.fromEntries(engine.vertexCounts()),
            commits,
            lastCommitMs,
            lastCommitUnits,
            problems: problemLog.counts(),
            failures: engine.failures(),
          } satisfies BuilderStats;
        case 'graph':
          return dumpHost(engine.snapshot(), argument);
        case 'outline': {
          const { host, limit } = argument as { readonly host?: string; readonly limit: number };
          return outlineOf(engine.snapshot(), host, limit);
        }
        case 'problems':
          return problemLog.all();
        case 'hosts': {
          const { word, limit } = argument as SearchArgument;
          return inTurns(findHosts(engine.snapshot(), word, limit));
        }
        case 'clusters': {
          const { word, limit } = argument as SearchArgument;
          return inTurns(findClusters(engine.snapshot(), word, limit));
        }
        case 'routes':
          return findRoutes(engine.snapshot(), argument as number);
        case 'changes':
          return changes.toReversed();
        case 'hold':
          return holder.report();
        case 'history':
          return holder.history();
        case 'command':
          if (!isComplete) return { ok: false, mistake: 'the sources have not been read yet' };
          return holder.run(argument as HoldCommand);
        case 'changesAfter':
          return changesAfter(argument as ChangesAfter);
        case 'explain':
          return explain(viewOf(engine.snapshot()), argument as ExplainRequest);
        case 'explainObject':
          return explainOne(argument as ObjectKey);
        default:
          throw new Error(
            `the builder knows no query "${name}"; it has ready, stats, graph, outline, problems, hosts, clusters, routes, changes, changesAfter, hold, history, command, explain and explainObject`,
          );
      }
    },
  };
};

function configurationKey({ namespace, name }: NonNullable<Config['contourConfiguration']>): ObjectKey {
  return objectKey('ContourConfiguration', namespace, name);
}

/** Everything that one host (`argument`) needs, except secrets; without a host: the keys of all virtual hosts. */
function dumpHost(snapshot: GraphSnapshot, argument: unknown): readonly string[] | readonly Vertex[] {
  if (typeof argument !== 'string') return [...verticesOf(snapshot, ['VirtualHost'])].map(([key]) => key).sort();
  const found = new Map<string, Vertex>();
  const add = (key: string): Vertex | undefined => {
    const vertex = vertexAt(snapshot, key);
    if (vertex) found.set(key, vertex);
    return vertex;
  };
  for (const vertex of virtualHostsOf(snapshot, argument.toLowerCase())) {
    add(vertexKey(vertex));
    for (const part of vertex.parts ? [restOf(vertex.parts.length), ...vertex.parts.names] : [])
      add(partKey(vertex, part));
    add(`Listener/${vertex.listener}`);
    if (vertex.chain !== '') add(`FilterChain/${vertex.listener}|${vertex.chain}`);
    for (const { action } of wholeHost(snapshot, vertex).routes) {
      if (action.kind !== 'forward') continue;
      for (const { cluster: name } of [...action.clusters, ...action.mirrors]) {
        const cluster = add(`Cluster/${name}`);
        if (cluster?.kind === 'Cluster' && cluster.target.kind === 'endpoints')
          add(`EndpointGroup/${cluster.target.group}`);
      }
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, vertex]) => vertex);
}

function createMeter({ metrics }: ActorContext, engine: ReturnType<typeof createEngine>) {
  const seconds = histogram(
    metrics,
    'nuncio_builder_commit_seconds',
    'Time to compile what a batch of changes asks for',
    [],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  );
  const units = counter(metrics, 'nuncio_builder_units_run_total', 'Compile units that ran');
  const failed = counter(metrics, 'nuncio_builder_unit_failures_total', 'Compile units that threw: bugs');
  gauge(metrics, 'nuncio_builder_objects', 'Source objects known to the builder', ['kind'], (set) => {
    for (const [kind, count] of engine.objectCounts()) set({ kind }, count);
  });
  gauge(metrics, 'nuncio_builder_vertices', 'Vertices of the compiled graph', ['kind'], (set) => {
    for (const [kind, count] of engine.vertexCounts()) set({ kind }, count);
  });
  return {
    committed(delta: GraphDelta, workMs: number) {
      seconds.observe(workMs / 1000);
      units.inc(delta.ran.length);
      failed.inc(delta.failures.length);
    },
  };
}

/** Says what is new about an object, and when nothing is wrong with it any more. */
function createProblemLog({ log }: ActorContext) {
  const known = new Map<string, readonly Problem[]>();
  return {
    update(object: string, problems: readonly Problem[]): void {
      const before = known.get(object) ?? [];
      if (problems.length > 0) known.set(object, problems);
      else known.delete(object);
      const said = new Set(before.map(problemLine));
      for (const problem of problems) {
        const line = problemLine(problem);
        if (said.has(line)) continue;
        const { code, path, severity } = problem;
        log.warn({ object: problem.object, path, code, severity }, line);
      }
      if (problems.length === 0 && before.length > 0) log.info({ object }, `${object}: no problems any more`);
    },
    all: (): readonly Problem[] => [...known.values()].flat(),
    counts() {
      const counts = { error: 0, warning: 0 };
      for (const problems of known.values()) for (const { severity } of problems) counts[severity]++;
      return counts;
    },
  };
}

function problemLine({ object, path, message }: Problem): string {
  return path === '' ? `${object}: ${message}` : `${object}: ${path}: ${message}`;
}

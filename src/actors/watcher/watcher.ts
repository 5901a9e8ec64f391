// The watcher: runs the sources, merges what they hold, has Secrets checked, and tells builder and endpoints.
// In: deltas and problems of the sources. Out: EndpointSlices to the endpoint fast path, everything else to the builder.
// Must hold: per key, changes go out in their order; `synced` goes out only when every source has delivered all it had
// at the start and every Secret among it is checked; a source's trouble is a problem to show, never an end.
import { createMergedObjects } from './merged-objects.ts';
import type { HeldObject } from './merged-objects.ts';
import type { Cause } from '../../messages/edge.ts';
import type { ObjectValue } from '../../messages/objects.ts';
import { findKind, type Secret } from '../../model/kinds/index.ts';
import type { SecretCheck } from '../../model/kinds/secret.ts';
import { objectText, parseObject } from '../../model/object.ts';
import type { ObjectKey, ObjectText, SourceMark, SourceObject } from '../../model/object.ts';
import { isRecord } from '../../model/pick.ts';
import type { KindState } from '../../sources/kubernetes/kubernetes-source.ts';
import type { ObjectDelta, ObjectSource, SourceContext, SourceProblem } from '../../sources/source.ts';
import type { Actor, ActorContext, ActorFactory, EdgeSender } from '../actor.ts';
import type { JobResult } from '../pool.ts';
import type { CheckSecretInput } from '../pool-jobs/check-secret.ts';

export interface WatcherDependencies {
  /** The sources that the configuration asks for; of an object that two hold, the one of the earlier counts. */
  sources(context: ActorContext): readonly SourceMaker[];
  /** Runs in the pool. */
  checkSecret(input: CheckSecretInput): Promise<JobResult<SecretCheck>>;
  /** After the sources have stopped. */
  close(): Promise<void>;
}

export interface SourceMaker {
  readonly name: string;
  readonly create: (context: SourceContext) => WatchedSource;
}

export interface WatchedSource extends ObjectSource {
  /** State by kind; absent: the source has no such thing. */
  states?(): readonly KindState[];
}

/** Answer to the query `sources`. */
export interface SourceReport {
  readonly name: string;
  readonly synced: boolean;
  readonly kinds: readonly KindState[];
}

/** Answer to the query `certificates`, one each. */
export interface CertificateReport {
  readonly object: ObjectKey;
  readonly notAfterMs: number;
  readonly dnsNames: readonly string[];
}

const noKinds: readonly KindState[] = [];

export function createWatcher(dependencies: WatcherDependencies): ActorFactory {
  return (context) => watcher(context, dependencies);
}

function watcher(context: ActorContext, dependencies: WatcherDependencies): Actor {
  const { clock, log, trace } = context;
  const makers = dependencies.sources(context);
  const merged = createMergedObjects(makers.map(({ name }) => name));
  const objects = new Map<ObjectKey, ObjectText>();
  const slices = new Map<ObjectKey, ObjectText>();
  const toBuilder = context.sender<ObjectValue>('watcher>builder', { state: () => objects });
  const toEndpoints = context.sender<ObjectValue>('watcher>endpoints', { state: () => slices });
  /** Secrets whose check is under way, with the version that it is for. */
  const checking = new Map<ObjectKey, Secret>();
  /** Names of sources that have not delivered their first full state. */
  const unsynced = new Set(makers.map(({ name }) => name));
  /** Secrets of the first full state that are not checked yet; null: not all sources have synced. */
  let lastChecks: Set<ObjectKey> | null = null;
  let synced = false;
  /** By source and place. */
  const problems = new Map<string, readonly SourceProblem[]>();

  const idPrefix = `w${Math.floor(clock.nowMs()).toString(36)}`;
  let ids = 0;
  const nextChangeId = (): string => `${idPrefix}-${(ids += 1)}`;

  function edgeOf(key: ObjectKey): {
    readonly state: Map<ObjectKey, ObjectText>;
    readonly sender: EdgeSender<ObjectValue>;
  } {
    return key.startsWith('EndpointSlice/')
      ? { state: slices, sender: toEndpoints }
      : { state: objects, sender: toBuilder };
  }

  function publish(key: ObjectKey, text: ObjectText, causes: readonly Cause[]): void {
    const { state, sender } = edgeOf(key);
    state.set(key, text);
    sender.upsert(key, text, causes);
  }

  function withdraw(key: ObjectKey, causes: readonly Cause[]): void {
    const { state, sender } = edgeOf(key);
    if (state.delete(key)) sender.remove(key, causes);
  }

  function onDelta(source: string, delta: ObjectDelta): void {
    const { key, cause } = delta;
    if (trace.enabled) {
      trace.event({
        kind: 'source',
        key,
        causes: [cause],
        startMs: cause.atMs,
        detail: { source, change: delta.kind },
      });
    }
    const { winner, holders } = merged.apply(source, delta);
    if (holders !== undefined) reportHolders(key, holders);
    if (winner === undefined) return;
    // Whatever check is under way is for an object that no longer counts.
    checking.delete(key);
    if (winner === null) {
      withdraw(key, [cause]);
      checked(key);
      return;
    }
    if (key.startsWith('Secret/')) {
      const secret = parseObject(winner.text) as Secret;
      if (Object.keys(secret.data).length > 0) return void check(key, secret, cause);
    }
    publish(key, winner.text, [cause]);
    checked(key);
  }

  async function check(key: ObjectKey, secret: Secret, cause: Cause): Promise<void> {
    checking.set(key, secret);
    const startMs = clock.nowMs();
    const result = await dependencies.checkSecret({ object: key, data: secret.data, nowMs: clock.dateMs() });
    if (checking.get(key) !== secret) return;
    checking.delete(key);
    if (trace.enabled) {
      trace.event({
        kind: 'step',
        key,
        causes: [cause],
        startMs,
        workMs: clock.nowMs() - startMs,
        detail: { job: 'check-secret' },
      });
    }
    if (result.ok) {
      const withCheck: Secret = { ...secret, check: result.value };
      publish(key, objectText(withCheck), [cause]);
    } else {
      // Envoy looks at it too, and the next version is checked again.
      log.error(
        { object: key, code: result.error.code },
        `${key}: its contents could not be checked (${result.error.message}); it is used unchecked`,
      );
      publish(key, objectText(secret), [cause]);
    }
    checked(key);
  }

  /** Nothing more is under way for this key. */
  function checked(key: ObjectKey): void {
    if (lastChecks?.delete(key) === true) endInitialSync();
  }

  function endInitialSync(): void {
    if (synced || lastChecks === null || lastChecks.size > 0) return;
    synced = true;
    log.info({ objects: objects.size, endpointSlices: slices.size }, 'all sources have been read');
    toBuilder.synced();
    toEndpoints.synced();
  }

  function onSynced(source: string): void {
    unsynced.delete(source);
    if (unsynced.size > 0) return;
    lastChecks = new Set(checking.keys());
    endInitialSync();
  }

  function reportHolders(key: ObjectKey, holders: readonly HeldObject[]): void {
    const [winner, ...others] = holders;
    const found =
      others.length === 0 || winner === undefined
        ? []
        : others.map((other): SourceProblem => ({
            code: 'DuplicateObject',
            severity: 'warning',
            object: key,
            path: '',
            message: `this object is also in ${placeText(winner.source)}, which counts`,
            source: other.source,
          }));
    onProblems('watcher', key, found);
  }

  /** Logs what was not there before, so that a problem that stays is said once. */
  function onProblems(source: string, place: string, found: readonly SourceProblem[]): void {
    const at = `${source} ${place}`;
    const before = problems.get(at) ?? [];
    if (found.length === 0) problems.delete(at);
    else problems.set(at, found);
    const known = new Set(before.map(problemText));
    for (const problem of found) {
      const text = problemText(problem);
      if (known.has(text)) continue;
      const { code, object, path } = problem;
      log[problem.severity === 'error' ? 'error' : 'warn']({ code, object, path, source, place }, text);
    }
    if (found.length === 0 && before.length > 0) log.info({ source, place }, `${place}: no problems any more`);
  }

  /** Where objects came from; null: there is no such object. */
  function placesOf(keys: readonly ObjectKey[]): Readonly<Record<ObjectKey, SourceMark | null>> {
    return Object.fromEntries(
      keys.map((key) => {
        const text = objects.get(key) ?? slices.get(key);
        return [key, text === undefined ? null : parseObject(text).source];
      }),
    );
  }

  /** Secrets with a certificate, those that end first in front. */
  function certificates(): CertificateReport[] {
    const found: CertificateReport[] = [];
    for (const [key, text] of objects) {
      if (!key.startsWith('Secret/')) continue;
      const { check } = parseObject(text) as Secret;
      if (check?.notAfterMs !== undefined)
        found.push({ object: key, notAfterMs: check.notAfterMs, dnsNames: check.dnsNames });
    }
    return found.sort((a, b) => a.notAfterMs - b.notAfterMs);
  }

  const sources = makers.map(({ name, create }) =>
    create({
      clock,
      nextChangeId,
      onDelta: (delta) => onDelta(name, delta),
      onProblems: (place, found) => onProblems(name, place, found),
      onSynced: () => onSynced(name),
    }),
  );

  return {
    start() {
      if (sources.length === 0) {
        log.warn('no source is configured: nothing will be served');
        lastChecks = new Set();
        endInitialSync();
      }
      for (const source of sources) source.start();
    },
    async stop() {
      await Promise.all(sources.map((source) => source.stop()));
      await dependencies.close();
    },
    query(name, argument) {
      switch (name) {
        case 'ready':
          return synced;
        case 'sources':
          return sources.map((source): SourceReport => ({
            name: source.name,
            synced: !unsynced.has(source.name),
            kinds: source.states?.() ?? noKinds,
          }));
        case 'problems':
          return [...problems.values()].flat();
        case 'places':
          return placesOf(argument as readonly ObjectKey[]);
        case 'certificates':
          return certificates();
        case 'keys':
          return [...objects.keys(), ...slices.keys()].sort();
        case 'texts':
          return (argument as readonly ObjectKey[]).map((key) => redactedText(objects.get(key) ?? slices.get(key)));
        default:
          throw new Error(
            `the watcher knows no query "${name}"; it has ready, sources, problems, places, certificates, keys and texts`,
          );
      }
    },
  };
}

/** As JSON, without what only this program knows of it; contents of secrets are not in it. Null: there is no such object. */
function redactedText(text: ObjectText | undefined): string | null {
  if (text === undefined) return null;
  const {
    source: _source,
    check: _check,
    ...object
  } = parseObject(text) as SourceObject & { readonly check?: unknown };
  if (findKind(object.kind)?.secretValues !== true) return JSON.stringify(object);
  const shown = Object.entries(object).map(([name, value]): [string, unknown] =>
    isRecord(value) && name !== 'metadata' ? [name, redactedValues(value)] : [name, value],
  );
  return JSON.stringify(Object.fromEntries(shown));
}

function redactedValues(value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(value).map((name) => [name, redactedValue]));
}

/** As Emissary-Ingress has it. */
const redactedValue = Buffer.from('<REDACTED>').toString('base64');

function placeText(mark: SourceMark): string {
  switch (mark.kind) {
    case 'filesystem':
      return `${mark.file}:${mark.line}`;
    case 'kubernetes':
      return 'Kubernetes';
    case 'consul':
      return `Consul (${mark.datacenter})`;
    default:
      return mark satisfies never;
  }
}

/** `file:line: object: field: message`, as far as there are such things. */
function problemText({ source, object, path, message }: SourceProblem): string {
  const file = source.kind === 'filesystem' ? `${source.file}:${source.line}` : '';
  return [file, object, path, message].filter((part) => part !== '').join(': ');
}

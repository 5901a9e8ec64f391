// The Kubernetes source: one reflector for each kind (and each watched namespace), together one stream of deltas.
// In: kinds, namespaces, credentials. Out: deltas with their causes, problems by place, `onSynced` once all kinds have
// listed, are missing or are forbidden. Must hold: one kind's trouble never stops another's events. What is wrong is
// said by `onProblems` only, whose receiver logs it; the log here is for what is no problem.
import { createApiClient, describeFailure } from './api-client.ts';
import { createDiscovery } from './discovery.ts';
import { createKubernetesMetrics, reflectorPhases } from './metrics.ts';
import { createReflector } from './reflector.ts';
import { createSharedAbort } from './shared-abort.ts';
import { groupVersionOf } from './paths.ts';
import { isSelected } from './selectors.ts';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { ObjectSource, SourceContext, SourceProblem } from '../source.ts';
import type { ApiClient, ApiFailure } from './api-client.ts';
import type { Reflector, ReflectorPhase } from './reflector.ts';
import type { WatchedKind } from './watched-kind.ts';

export interface KubernetesSourceOptions {
  /** A kubeconfig file; absent: `KUBECONFIG`, the service account of the pod, or `~/.kube/config`. */
  readonly kubeconfig?: string | undefined;
  /** Empty: all. */
  readonly watchNamespaces: readonly string[];
  /** Narrow what is listed and watched of kinds in namespaces; absent: everything. */
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly kinds: readonly WatchedKind[];
  readonly log: Logger;
  readonly metrics: Registry;
  /** In [0, 1), for jitter; absent: `Math.random`. */
  readonly random?: () => number;
  /** Absent: one made from `kubeconfig`. */
  readonly client?: ApiClient;
}

/** State of one reflector, for the readiness page and `query`. */
export interface KindState {
  readonly kind: string;
  /** Empty: all. */
  readonly namespace: string;
  readonly phase: ReflectorPhase;
  /** It holds up nobody: listed once, or nothing to list. */
  readonly synced: boolean;
  readonly objects: number;
  /** What is wrong; empty when nothing is. */
  readonly detail: string;
}

export interface KubernetesSource extends ObjectSource {
  states(): readonly KindState[];
}

interface Tracked {
  readonly kind: WatchedKind;
  readonly namespace: string;
  readonly reflector: Reflector;
  phase: ReflectorPhase;
  synced: boolean;
  detail: string;
  lastEventMs: number | null;
}

export function createKubernetesSource(options: KubernetesSourceOptions, context: SourceContext): KubernetesSource {
  const { log } = options;
  const { clock } = context;
  const random = options.random ?? Math.random;
  const stopping = createSharedAbort();
  const { signal } = stopping;
  const client = options.client ?? createApiClient({ kubeconfig: options.kubeconfig, clock });
  const discovery = createDiscovery({ client, clock, random, signal });
  const tracked: Tracked[] = [];
  const metrics = createKubernetesMetrics(options.metrics, () =>
    tracked.map(({ kind: { kind }, namespace, reflector, lastEventMs }) => ({
      kind,
      namespace,
      objects: reflector.objectCount,
      lastEventMs,
    })),
  );
  let runs: Promise<unknown> = Promise.resolve();
  let unsynced = 0;
  /** Reflectors that cannot reach the server; they share one problem and one log line. */
  const cutOff = new Set<Tracked>();
  /** In this outage the others have been told that one got through. */
  let hurried = false;

  function track(kind: WatchedKind, namespace: string, fieldSelector: string | undefined): void {
    const labels = { kind: kind.kind };
    const place = namespace === '' ? kind.kind : `${kind.kind}/${namespace}`;
    const isNarrowed = isSelected(kind);
    const reflector = createReflector({
      kind,
      namespace: kind.namespaced ? namespace : '',
      fieldSelector: fieldSelector ?? (isNarrowed ? options.fieldSelector : undefined),
      labelSelector: isNarrowed ? options.labelSelector : undefined,
      client,
      discovery,
      clock,
      random,
      log,
      signal,
      onUpsert: (key, object, text, atMs) => {
        context.onDelta({ kind: 'upsert', key, object, text, cause: { id: context.nextChangeId(), key, atMs } });
      },
      onRemove: (key, atMs) => {
        context.onDelta({ kind: 'remove', key, cause: { id: context.nextChangeId(), key, atMs } });
      },
      onRefused: (key, problems) => {
        context.onProblems(
          key,
          problems.map((each) => ({ ...each, source: { kind: 'kubernetes' } })),
        );
      },
      onSynced: () => {
        entry.synced = true;
        unsynced -= 1;
        if (unsynced === 0) context.onSynced();
      },
      observer: {
        phase: (phase, failure) => changePhase(entry, place, phase, failure),
        listed: (durationMs) => metrics.listSeconds.observe(labels, durationMs / 1000),
        restarted: (reason) => {
          metrics.watchRestarts.inc({ ...labels, reason });
          log.debug({ ...labels, namespace, reason }, 'watch ended');
        },
        heard(atMs) {
          entry.lastEventMs = atMs;
        },
        lineLost: (problem, sizeBytes) => {
          metrics.lostLines.inc({ ...labels, problem });
          if (problem === 'partial')
            log.info(
              { ...labels, namespace, sizeBytes },
              'watch broke off within a line; watching on from the event before it',
            );
          else log.warn({ ...labels, namespace, sizeBytes }, 'a line of the watch is no event in JSON; listing anew');
        },
      },
    });
    const entry: Tracked = {
      kind,
      namespace,
      reflector,
      phase: 'listing',
      synced: false,
      detail: '',
      lastEventMs: null,
    };
    tracked.push(entry);
    unsynced += 1;
  }

  function changePhase(entry: Tracked, place: string, phase: ReflectorPhase, failure: ApiFailure | undefined): void {
    const detail = failure === undefined ? '' : describeFailure(failure);
    const before = entry.phase;
    const unchanged = before === phase && entry.detail === detail;
    entry.phase = phase;
    entry.detail = detail;
    if (unchanged) return;
    for (const each of reflectorPhases) {
      const some = tracked.some((other) => other.kind.kind === entry.kind.kind && other.phase === each);
      metrics.phase.set({ kind: entry.kind.kind, phase: each }, some ? 1 : 0);
    }

    const unreachable = phase === 'failing' && failure !== undefined && failure.kind !== 'http';
    changeReachability(entry, unreachable, detail);
    const where = { kind: entry.kind.kind, apiVersion: groupVersionOf(entry.kind), namespace: entry.namespace };
    switch (phase) {
      case 'forbidden': {
        const message = `may not list and watch ${entry.kind.plural} (${groupVersionOf(entry.kind)}) ${scopeText(entry.namespace)}: ${detail}; going on without, trying again`;
        context.onProblems(place, [problem('KindForbidden', 'warning', message)]);
        break;
      }
      case 'failing': {
        if (unreachable) break;
        if (failure?.kind === 'http' && failure.status === 429) {
          // Asked to wait, which we do: a CRD that has just come, or a busy server. No fault of anybody's.
          log.info({ ...where, detail }, 'the API server asks to wait with this kind');
          break;
        }
        const message = `cannot read ${entry.kind.plural} (${groupVersionOf(entry.kind)}) ${scopeText(entry.namespace)}: ${detail}; ${entry.synced ? 'what was read before stays' : 'nothing is served until it works'}, trying again`;
        context.onProblems(place, [problem('KindUnreadable', 'error', message)]);
        break;
      }
      case 'missing':
        if (before !== phase)
          log.info(where, 'the API server does not serve this kind; looking for it again from time to time');
        context.onProblems(place, []);
        break;
      case 'listing':
        break;
      case 'watching':
        if (before === 'forbidden' || before === 'missing') log.info(where, 'this kind can be read now');
        context.onProblems(place, []);
        break;
      default:
        phase satisfies never;
    }
  }

  function changeReachability(entry: Tracked, unreachable: boolean, detail: string): void {
    const wasCutOff = cutOff.size > 0;
    if (unreachable) cutOff.add(entry);
    else if (cutOff.delete(entry) && !hurried) {
      // One got an answer: the others needn't wait for the end of their back-off. Once an outage, so that a server that
      // comes and goes is not stormed.
      hurried = true;
      for (const { reflector } of cutOff) reflector.hurry();
    }
    if (!wasCutOff && cutOff.size > 0) {
      hurried = false;
      const message = `cannot reach the API server: ${detail}; ${unsynced === 0 ? 'serving on with what was read before' : 'nothing is served until it works'}, trying again`;
      context.onProblems('server', [problem('ServerUnreachable', 'error', message)]);
    } else if (wasCutOff && cutOff.size === 0) {
      context.onProblems('server', []);
    }
  }

  for (const kind of options.kinds) {
    if (options.watchNamespaces.length === 0) track(kind, '', undefined);
    else if (kind.namespaced) for (const namespace of options.watchNamespaces) track(kind, namespace, undefined);
    // Of the namespaces themselves only the watched ones: a Role bound to them may name them, and no more.
    else if (kind.kind === 'Namespace')
      for (const namespace of options.watchNamespaces) track(kind, namespace, `metadata.name=${namespace}`);
    else track(kind, '', undefined);
  }

  return {
    name: 'kubernetes',
    start() {
      if (tracked.length === 0) context.onSynced();
      runs = Promise.all(tracked.map(({ reflector }) => reflector.run()));
      // A rejection is a bug in here; unhandled, it ends the actor, which the supervisor starts again.
    },
    async stop() {
      stopping.abort();
      await runs;
      client.close();
    },
    states() {
      return tracked.map(({ kind, namespace, phase, synced, detail, reflector }) => ({
        kind: kind.kind,
        namespace,
        phase,
        synced,
        objects: reflector.objectCount,
        detail,
      }));
    },
  };
}

function problem(code: ProblemCode, severity: 'error' | 'warning', message: string): SourceProblem {
  return { code, severity, object: '', path: '', message, source: { kind: 'kubernetes' } };
}

function scopeText(namespace: string): string {
  return namespace === '' ? 'in all namespaces' : `in namespace "${namespace}"`;
}

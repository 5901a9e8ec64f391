// Metrics of the Kubernetes source, by kind: objects, phase, time of lists, restarts of watches, lost lines, last event.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import type { Metric, Registry } from 'prom-client';
import type { ReflectorPhase } from './reflector.ts';

export interface KubernetesMetrics {
  /** 1 for the phase that a kind is in (with several namespaces: any of them), 0 for the others. */
  readonly phase: Gauge<'kind' | 'phase'>;
  readonly listSeconds: Histogram<'kind'>;
  readonly watchRestarts: Counter<'kind' | 'reason'>;
  readonly lostLines: Counter<'kind' | 'problem'>;
}

/** What one reflector knows of itself; asked when metrics are read, since a list brings 10,000 objects at once. */
export interface ReflectorCounts {
  readonly kind: string;
  readonly namespace: string;
  readonly objects: number;
  /** Null: none came yet. */
  readonly lastEventMs: number | null;
}

export const reflectorPhases: readonly ReflectorPhase[] = ['listing', 'watching', 'forbidden', 'missing', 'failing'];

/** Metrics that the registry has already (another source of this thread made them) are used on; `counts` is then not asked. */
export function createKubernetesMetrics(
  registry: Registry,
  counts: () => Iterable<ReflectorCounts>,
): KubernetesMetrics {
  const registers = [registry];
  const once = <M extends Metric>(name: string, make: (name: string) => M): M =>
    (registry.getSingleMetric(name) as M | undefined) ?? make(name);
  once(
    'nuncio_kubernetes_objects',
    (name) =>
      new Gauge({
        name,
        help: 'Objects held, by kind and watched namespace (empty: all).',
        labelNames: ['kind', 'namespace'],
        registers,
        collect() {
          for (const { kind, namespace, objects } of counts()) this.set({ kind, namespace }, objects);
        },
      }),
  );
  once(
    'nuncio_kubernetes_last_event_timestamp_seconds',
    (name) =>
      new Gauge({
        name,
        help: 'When the last event or bookmark of a kind came (Unix time).',
        labelNames: ['kind'],
        registers,
        collect() {
          const newest = new Map<string, number>();
          for (const { kind, lastEventMs } of counts())
            if (lastEventMs !== null) newest.set(kind, Math.max(newest.get(kind) ?? 0, lastEventMs));
          for (const [kind, atMs] of newest) this.set({ kind }, atMs / 1000);
        },
      }),
  );
  return {
    phase: once(
      'nuncio_kubernetes_phase',
      (name) =>
        new Gauge({
          name,
          help: '1 for the phase in which the watch of a kind is.',
          labelNames: ['kind', 'phase'],
          registers,
        }),
    ),
    listSeconds: once(
      'nuncio_kubernetes_list_seconds',
      (name) =>
        new Histogram({
          name,
          help: 'Time of complete lists, by kind.',
          labelNames: ['kind'],
          buckets: [0.01, 0.05, 0.2, 1, 5, 20, 60],
          registers,
        }),
    ),
    watchRestarts: once(
      'nuncio_kubernetes_watch_restarts_total',
      (name) =>
        new Counter({
          name,
          help: 'Watches that ended, by kind and reason; closed is the normal one.',
          labelNames: ['kind', 'reason'],
          registers,
        }),
    ),
    lostLines: once(
      'nuncio_kubernetes_lost_lines_total',
      (name) =>
        new Counter({
          name,
          help: 'Lines of a watch that could not be read, or broke off.',
          labelNames: ['kind', 'problem'],
          registers,
        }),
    ),
  };
}

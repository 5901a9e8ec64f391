// Metrics of the edges on one thread: what was sent, what waits, how long steps took. One set per registry; actors
// that share a thread share it, told apart by the label `edge`.
import type { Registry } from 'prom-client';
import type { EdgeName } from './actor.ts';
import { counter, gauge, histogram } from './metrics.ts';

export interface SenderMeter {
  sent(items: number, sizeBytes: number): void;
}

export interface ReceiverMeter {
  handled(items: number, workMs: number): void;
}

export interface EdgeMetrics {
  /** `depth` is read whenever the metrics are. */
  sender(edge: EdgeName, depth: () => number): SenderMeter;
  receiver(edge: EdgeName): ReceiverMeter;
}

const stepBuckets = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

export function createEdgeMetrics(registry: Registry): EdgeMetrics {
  const labelNames = ['edge'] as const;
  const batches = counter(
    registry,
    'nuncio_edge_batches_total',
    'Batches sent over an edge between two actors',
    labelNames,
  );
  const items = counter(registry, 'nuncio_edge_items_total', 'Values and removals sent over an edge', labelNames);
  const bytes = counter(registry, 'nuncio_edge_bytes_total', 'Encoded bytes sent over an edge', labelNames);
  const steps = histogram(
    registry,
    'nuncio_step_seconds',
    'Time an actor took to handle one batch',
    labelNames,
    stepBuckets,
  );
  const stepItems = counter(registry, 'nuncio_step_items_total', 'Values and removals handled', labelNames);
  const depths = new Map<EdgeName, () => number>();
  gauge(registry, 'nuncio_mailbox_depth', 'Keys queued for the receiver of an edge', labelNames, (set) => {
    for (const [edge, depth] of depths) set({ edge }, depth());
  });
  return {
    sender(edge, depth) {
      depths.set(edge, depth);
      const [batchCount, itemCount, byteCount] = [batches.labels(edge), items.labels(edge), bytes.labels(edge)];
      return {
        sent(count, sizeBytes) {
          batchCount.inc();
          itemCount.inc(count);
          byteCount.inc(sizeBytes);
        },
      };
    },
    receiver(edge) {
      const [stepTime, itemCount] = [steps.labels(edge), stepItems.labels(edge)];
      return {
        handled(count, workMs) {
          stepTime.observe(workMs / 1000);
          itemCount.inc(count);
        },
      };
    },
  };
}

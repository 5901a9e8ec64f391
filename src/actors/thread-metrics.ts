// Health of one thread in numbers: event-loop delay, heap, CPU time. One sampler of the delay serves the metrics and the
// control call, and each reading of the metrics starts it over: it wakes the thread up, so a second one would double what
// an idle program costs.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Registry } from 'prom-client';
import { counter, gauge } from './metrics.ts';

/** Milliseconds by which timers came late: 0 on an idle loop, exact to about 1 ms. */
export interface EventLoopDelay {
  readonly samples: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
}

export interface ThreadMeter {
  /** `reset`: begin anew after this reading. */
  eventLoopDelay(reset: boolean): EventLoopDelay;
  stop(): void;
}

/** Between two looks at the delay: often where Envoys are answered; each look wakes the thread up. */
export const delayLookMs = { usual: 100, prompt: 20 } as const;

export function createThreadMeter(registry: Registry, resolutionMs: number = delayLookMs.usual): ThreadMeter {
  const sampler = monitorEventLoopDelay({ resolution: resolutionMs });
  sampler.enable();

  const quantiles = [0.5, 0.9, 0.99, 0.999] as const;
  gauge(
    registry,
    'nuncio_event_loop_delay_seconds',
    'Delay of the event loop since the metrics were last read; quantile 1 is the maximum',
    ['quantile'],
    (set) => {
      for (const quantile of quantiles) {
        set({ quantile: String(quantile) }, percentileMs(quantile * 100) / 1000);
      }
      set({ quantile: '1' }, percentileMs(100) / 1000);
      sampler.reset();
    },
  );
  gauge(registry, 'nuncio_heap_used_bytes', 'JavaScript heap in use', [], (set) =>
    set({}, getHeapStatistics().used_heap_size),
  );
  gauge(registry, 'nuncio_heap_committed_bytes', 'JavaScript heap taken from the system', [], (set) =>
    set({}, getHeapStatistics().total_physical_size),
  );
  gauge(registry, 'nuncio_external_memory_bytes', 'Buffers outside the JavaScript heap', [], (set) =>
    set({}, getHeapStatistics().external_memory),
  );
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  // Absent before Node 23.9.
  if (threadCpuUsage !== undefined) {
    counter(registry, 'nuncio_thread_cpu_seconds_total', 'CPU time of this thread', [], (set) => {
      const { user, system } = threadCpuUsage.call(process);
      set({}, (user + system) / 1e6);
    });
  }

  /** The sampler records the time between two of its ticks, its own interval included. */
  function percentileMs(percentile: number): number {
    if (sampler.count === 0) return 0;
    const intervalNs = percentile === 100 ? sampler.max : sampler.percentile(percentile);
    return Math.max(0, intervalNs / 1e6 - resolutionMs);
  }

  return {
    eventLoopDelay(reset) {
      const result: EventLoopDelay = {
        samples: sampler.count,
        p50Ms: percentileMs(50),
        p90Ms: percentileMs(90),
        p99Ms: percentileMs(99),
        p999Ms: percentileMs(99.9),
        maxMs: percentileMs(100),
      };
      if (reset) sampler.reset();
      return result;
    },
    stop() {
      sampler.disable();
    },
  };
}

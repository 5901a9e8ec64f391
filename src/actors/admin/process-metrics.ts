// Metrics of the process as a whole, kept by the main thread.
import type { Registry } from 'prom-client';
import { counter, gauge } from '../metrics.ts';

/** `droppedLogLines`: how many lines the log sink has dropped so far. */
export function createProcessMetrics(registry: Registry, version: string, droppedLogLines: () => number): void {
  gauge(registry, 'nuncio_build_info', 'Version of nuncio and of Node; always 1', ['version', 'node'], (set) =>
    set({ version, node: process.versions.node }, 1),
  );
  gauge(registry, 'nuncio_process_start_time_seconds', 'When the process started, in Unix time', [], (set) =>
    set({}, performance.timeOrigin / 1000),
  );
  gauge(registry, 'nuncio_process_resident_memory_bytes', 'Resident set of the process, all threads', [], (set) =>
    set({}, process.memoryUsage.rss()),
  );
  gauge(registry, 'nuncio_process_uptime_seconds', 'Time since the process started', [], (set) =>
    set({}, process.uptime()),
  );
  counter(registry, 'nuncio_process_cpu_seconds_total', 'CPU time of the process, all threads', ['mode'], (set) => {
    const { user, system } = process.cpuUsage();
    set({ mode: 'user' }, user / 1e6);
    set({ mode: 'system' }, system / 1e6);
  });
  counter(registry, 'nuncio_log_lines_dropped_total', 'Log lines dropped because the output was slow', [], (set) =>
    set({}, droppedLogLines()),
  );
}

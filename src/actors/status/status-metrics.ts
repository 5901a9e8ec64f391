// What the status writer counts and measures.
import type { Counter, Histogram, Registry } from 'prom-client';
import { counter, gauge, histogram } from '../metrics.ts';
import { statusPriorities } from './status-queue.ts';
import type { StatusPriority } from './status-queue.ts';

export interface StatusMetrics {
  readonly outcomes: Counter<'kind' | 'outcome'>;
  readonly overwritten: Counter<'kind' | 'manager'>;
  /** From the event that made a status true to when it was written. */
  readonly lag: Histogram<'priority'>;
  readonly requestSeconds: Histogram<never>;
}

/** The functions are asked at each read of the registry. */
export function createStatusMetrics(
  registry: Registry,
  state: {
    readonly waiting: (priority: StatusPriority) => number;
    readonly underWay: () => number;
    readonly limit: () => number;
    readonly leading: () => boolean;
    /** Undefined: replicas do not tell each other of their Envoys. */
    readonly reports: { readonly heard: () => number; readonly told: () => boolean } | undefined;
  },
): StatusMetrics {
  gauge(
    registry,
    'nuncio_status_queue_objects',
    'Objects whose status waits to be written, by priority.',
    ['priority'],
    (set) => {
      for (const priority of statusPriorities) set({ priority }, state.waiting(priority));
    },
  );
  gauge(registry, 'nuncio_status_requests_under_way', 'Statuses that are being written.', [], (set) =>
    set({}, state.underWay()),
  );
  gauge(
    registry,
    'nuncio_status_requests_limit',
    'Statuses that may be written at the same time, as the API server bears it.',
    [],
    (set) => set({}, state.limit()),
  );
  gauge(registry, 'nuncio_leader', '1 when this replica writes statuses, Events and addresses.', [], (set) =>
    set({}, state.leading() ? 1 : 0),
  );
  gauge(
    registry,
    'nuncio_replicas_heard',
    'Other replicas that tell the one that leads of their Envoys.',
    [],
    (set) => {
      if (state.reports !== undefined) set({}, state.reports.heard());
    },
  );
  gauge(
    registry,
    'nuncio_leader_told',
    '1 when the replica that leads knows of the Envoys that are connected here.',
    [],
    (set) => {
      if (state.reports !== undefined) set({}, state.reports.told() ? 1 : 0);
    },
  );
  return {
    outcomes: counter(registry, 'nuncio_status_updates_total', 'Statuses handled, by kind and outcome.', [
      'kind',
      'outcome',
    ]),
    overwritten: counter(
      registry,
      'nuncio_status_overwritten_total',
      'Statuses of ours that another field manager wrote over.',
      ['kind', 'manager'],
    ),
    lag: histogram(
      registry,
      'nuncio_status_lag_seconds',
      'From the event of the source that changed a status to when it was written, by priority.',
      ['priority'],
      [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    ),
    requestSeconds: histogram(
      registry,
      'nuncio_status_request_seconds',
      'Requests of the status writer to the API server.',
      [],
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    ),
  };
}

// Metrics of the Consul source, by resolver (`namespace/name`; `/consul` where nobody made one).
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import type { Metric, Registry } from 'prom-client';

export interface ConsulMetrics {
  readonly changes: Counter<'resolver'>;
  readonly failures: Counter<'resolver' | 'reason'>;
  readonly resets: Counter<'resolver'>;
}

export interface ConsulCounts {
  readonly resolver: string;
  readonly answered: number;
  readonly waiting: number;
}

/** Metrics that the registry has already (the actor started again on the same thread) are used on. */
export function createConsulMetrics(registry: Registry, counts: () => readonly ConsulCounts[]): ConsulMetrics {
  const registers = [registry];
  const once = <M extends Metric>(name: string, make: (name: string) => M): M =>
    (registry.getSingleMetric(name) as M | undefined) ?? make(name);
  once(
    'nuncio_consul_services',
    (name) =>
      new Gauge({
        name,
        help: 'Services watched in Consul, by resolver: answered, or waiting for the first answer.',
        labelNames: ['resolver', 'state'],
        registers,
        collect() {
          this.reset();
          for (const { resolver, answered, waiting } of counts()) {
            this.set({ resolver, state: 'answered' }, answered);
            this.set({ resolver, state: 'waiting' }, waiting);
          }
        },
      }),
  );
  return {
    changes: once(
      'nuncio_consul_changes_total',
      (name) =>
        new Counter({
          name,
          help: 'Changes of the instances of a service, by resolver.',
          labelNames: ['resolver'],
          registers,
        }),
    ),
    failures: once(
      'nuncio_consul_failures_total',
      (name) =>
        new Counter({
          name,
          help: 'Beginnings of trouble with a query: refused or failed.',
          labelNames: ['resolver', 'reason'],
          registers,
        }),
    ),
    resets: once(
      'nuncio_consul_index_resets_total',
      (name) =>
        new Counter({
          name,
          help: 'How often the index of a service went backwards.',
          labelNames: ['resolver'],
          registers,
        }),
    ),
  };
}

// Metrics by get-or-create: actors that share a thread share its registry, and prom-client throws on a second metric
// of the same name. Every name starts with `nuncio_` and ends with its unit.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import type { LabelValues, Registry } from 'prom-client';

/** Reads a metric's values anew, at each read of the registry. */
export type Collect<L extends string> = (set: (labels: LabelValues<L>, value: number) => void) => void;

/** `collect`, if given, sets running totals that something else counts. */
export function counter<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[] = [],
  collect?: Collect<L>,
): Counter<L> {
  const known = registry.getSingleMetric(name) as Counter<L> | undefined;
  if (known !== undefined) return known;
  return new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    ...(collect !== undefined && {
      collect(this: Counter<L>) {
        this.reset();
        collect((labels, value) => this.inc(labels, value));
      },
    }),
  });
}

export function gauge<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[] = [],
  collect?: Collect<L>,
): Gauge<L> {
  const known = registry.getSingleMetric(name) as Gauge<L> | undefined;
  if (known !== undefined) return known;
  return new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    ...(collect !== undefined && {
      collect(this: Gauge<L>) {
        this.reset();
        collect((labels, value) => this.set(labels, value));
      },
    }),
  });
}

/** Buckets in seconds (or the unit that the name ends with). */
export function histogram<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[],
  buckets: readonly number[],
): Histogram<L> {
  const known = registry.getSingleMetric(name) as Histogram<L> | undefined;
  return (
    known ?? new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [registry] })
  );
}

// What the configuration says is traced from the start.
import type { Config } from '../../model/config.ts';
import { everyChange } from './selection.ts';
import type { TraceOrder } from './tracer.ts';

export function traceOrderOf({ trace, openTelemetry }: Pick<Config, 'trace' | 'openTelemetry'>): TraceOrder {
  return {
    file: trace?.file ?? null,
    selection: trace?.selection ?? everyChange,
    reported: openTelemetry === undefined ? null : { sample: openTelemetry.sample, objects: [] },
  };
}

// Slow start policies of the input APIs → SlowStart of the graph.
import type { Cluster, SlowStart } from '../vertices.ts';
import { parseDurationMs } from './duration.ts';
import { shown } from './problem.ts';

export interface SlowStartInput {
  readonly window: string;
  readonly aggression?: string;
  readonly minWeightPercent?: number;
}

/** A text says what is wrong. A window of 0 means none. */
export function compileSlowStart(
  policy: SlowStartInput,
  loadBalancer: Cluster['loadBalancer'],
): SlowStart | undefined | string {
  if (loadBalancer !== 'roundRobin' && loadBalancer !== 'leastRequest')
    return 'slow start works only with the strategies RoundRobin and WeightedLeastRequest';
  const windowMs = parseDurationMs(policy.window);
  if (windowMs === undefined) return `"window" must be a duration such as 30s, found ${shown(policy.window)}`;
  const aggression = Number(policy.aggression || '1.0');
  if (!Number.isFinite(aggression) || aggression <= 0)
    return `"aggression" must be a decimal number greater than 0, found ${shown(policy.aggression ?? '')}`;
  const minWeightPercent = policy.minWeightPercent ?? 10;
  return windowMs === 0 ? undefined : { windowMs, aggression, minWeightPercent };
}

// Outlier detection policies of the input APIs → OutlierDetection of the graph.
import type { OutlierDetectionPolicy } from '../../model/kinds/contour-policies.ts';
import type { OutlierDetection } from '../vertices.ts';
import { parseDurationMs } from './duration.ts';
import { shown } from './problem.ts';

const envoysDefaults = { baseEjectionMs: 30_000, maxEjectionMs: 300_000 };

/** A text says what is wrong. */
export function compileOutlierDetection(policy: OutlierDetectionPolicy): OutlierDetection | string {
  const { interval, baseEjectionTime, maxEjectionTime, ...counts } = policy;
  const times: Partial<Record<'intervalMs' | 'baseEjectionMs' | 'maxEjectionMs', number>> = {};
  for (const [field, text, target] of [
    ['interval', interval, 'intervalMs'],
    ['baseEjectionTime', baseEjectionTime, 'baseEjectionMs'],
    ['maxEjectionTime', maxEjectionTime, 'maxEjectionMs'],
  ] as const) {
    if (text === undefined) continue;
    const ms = parseDurationMs(text);
    if (ms === undefined || ms === 0) return `"${field}" must be a duration such as 30s, found ${shown(text)}`;
    times[target] = ms;
  }
  const { baseEjectionMs = envoysDefaults.baseEjectionMs, maxEjectionMs = envoysDefaults.maxEjectionMs } = times;
  if (maxEjectionMs < baseEjectionMs) {
    const text = (given: string | undefined, otherwise: number) => given ?? `${otherwise / 1000}s, the default`;
    return `"maxEjectionTime" (${text(maxEjectionTime, maxEjectionMs)}) must not be below "baseEjectionTime" (${text(baseEjectionTime, baseEjectionMs)})`;
  }
  return { ...counts, ...times };
}

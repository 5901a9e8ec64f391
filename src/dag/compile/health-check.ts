// Health check policies of the input APIs → HealthCheck of the graph. Defaults are Contour's.
import type { HealthCheck } from '../vertices.ts';
import { shown } from './problem.ts';

export interface HealthCheckInput {
  readonly path?: string;
  readonly host?: string;
  readonly intervalSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly unhealthyThresholdCount?: number;
  readonly healthyThresholdCount?: number;
  readonly expectedStatuses?: readonly { readonly start: number; readonly end: number }[];
}

/** What is wrong at a field of the policy, `at` relative to it (`.path`, or empty). */
export interface HealthCheckMistake {
  readonly at: string;
  readonly message: string;
}

const defaults = { intervalSeconds: 10, timeoutSeconds: 2, unhealthyThresholdCount: 3, healthyThresholdCount: 2 };
const DEFAULT_HOST = 'contour-envoy-healthcheck';
/** Seconds and counts beyond Envoy's 32 bits of milliseconds mean nothing. */
const MOST = 1_000_000;
// oxlint-disable-next-line no-control-regex
const forbidden = /[\0-\x1f\x7f\s]/;

/** 0 and absent mean the default. With mistakes there is no check at all. */
export function compileHealthCheck(
  policy: HealthCheckInput,
  kind: 'http' | 'tcp',
): { readonly healthCheck?: HealthCheck; readonly mistakes: readonly HealthCheckMistake[] } {
  const mistakes: HealthCheckMistake[] = [];
  const number = (field: keyof typeof defaults) => {
    const value = policy[field] ?? 0;
    if (value >= 0 && value <= MOST) return value === 0 ? defaults[field] : value;
    mistakes.push({ at: `.${field}`, message: `must be from 0 (the default) to ${MOST}, found ${value}` });
    return 1;
  };
  const timing = {
    intervalMs: number('intervalSeconds') * 1000,
    timeoutMs: number('timeoutSeconds') * 1000,
    unhealthyThreshold: number('unhealthyThresholdCount'),
    healthyThreshold: number('healthyThresholdCount'),
  };
  if (kind === 'tcp') return mistakes.length > 0 ? { mistakes } : { healthCheck: timing, mistakes };

  const path = policy.path ?? '';
  if (path === '' || forbidden.test(path))
    mistakes.push({ at: '.path', message: `must be a path such as /healthz, found ${shown(path)}` });
  const host = policy.host || DEFAULT_HOST;
  if (forbidden.test(host)) mistakes.push({ at: '.host', message: `must be a host name, found ${shown(host)}` });
  const expectedStatuses = policy.expectedStatuses ?? [];
  for (const [i, { start, end }] of expectedStatuses.entries()) {
    if (start < end) continue;
    const message = `a range goes from "start" to below "end", so that "end" must be greater; found ${start} and ${end}`;
    mistakes.push({ at: `.expectedStatuses[${i}]`, message });
  }
  return mistakes.length > 0
    ? { mistakes }
    : { healthCheck: { ...timing, http: { path, host, expectedStatuses } }, mistakes };
}

// Retry policies of projectcontour.io and nuncio.dev → RetryPolicy of the graph.
import type { RetryPolicy as RetryInput } from '../../model/kinds/contour-policies.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { RetryPolicy } from '../vertices.ts';
import { parseTimeout } from './duration.ts';
import { shown, warning } from './problem.ts';
import { MAX_UINT32 } from '../../model/uint32.ts';

/** What is wrong is told by warnings and left out. `path`: of the policy. */
export function compileRetry(
  policy: RetryInput,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): RetryPolicy {
  const perTry = parseTimeout(policy.perTryTimeout);
  if (perTry.kind === 'invalid') {
    const message = `${shown(policy.perTryTimeout!)} is not a duration such as 1.5s or 2m; a try may take as long as the whole response`;
    report(warning('IgnoredField', object, `${path}.perTryTimeout`, message));
  }
  const retryOn = [...new Set(policy.retryOn ?? [])];
  const codes = policy.retriableStatusCodes ?? [];
  for (const [i, code] of codes.entries()) {
    if (isAnyStatusCode(code)) continue;
    const message = `${code} is no status code (100 to 599); it is left out`;
    report(warning('IgnoredField', object, `${path}.retriableStatusCodes[${i}]`, message));
  }
  const count = policy.count ?? 1;
  return {
    retryOn: retryOn.length > 0 ? retryOn : ['5xx'],
    numRetries: count < 0 ? 0 : Math.min(Math.max(1, count), MAX_UINT32),
    ...(perTry.kind === 'ms' && perTry.ms > 0 && { perTryTimeoutMs: perTry.ms }),
    retriableStatusCodes: codes.filter(isAnyStatusCode),
  };
}

/** What an answer may have as its status. */
export function isAnyStatusCode(code: number): boolean {
  return code >= 100 && code <= 599;
}

// A CORS policy of an input API → Cors of the graph, or what is wrong with it.
import type { CorsPolicy } from '../../model/kinds/contour-policies.ts';
import type { Cors } from '../vertices.ts';
import { parseDurationMs } from './duration.ts';
import { shown } from './problem.ts';
import { patternError } from './regex.ts';

const wholeOrigin = /^[a-z][a-z0-9+.-]*:\/\/([a-z0-9._-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i;

/** `mistakes`: fields relative to the policy; with any there is no CORS at all. */
export function compileCors(policy: CorsPolicy): {
  readonly cors?: Cors;
  readonly mistakes: readonly { readonly at: string; readonly message: string }[];
} {
  const mistakes: { at: string; message: string }[] = [];
  const allowOrigins: Cors['allowOrigins'][number][] = [];
  for (const [i, origin] of policy.allowOrigin.entries()) {
    if (origin === '*') {
      allowOrigins.push({ kind: 'any' });
      continue;
    }
    if (wholeOrigin.test(origin)) {
      allowOrigins.push({ kind: 'exact', value: origin });
      continue;
    }
    const syntax = origin === '' ? 'it is empty' : patternError(origin);
    if (syntax === undefined) allowOrigins.push({ kind: 'regex', value: origin });
    else {
      const message = `must be *, an origin such as https://example.com, or a regular expression (RE2), found ${shown(origin)}: ${syntax}`;
      mistakes.push({ at: `.allowOrigin[${i}]`, message });
    }
  }
  const maxAge = policy.maxAge ?? '';
  const maxAgeMs = maxAge === '' ? undefined : parseDurationMs(maxAge);
  if (maxAge !== '' && maxAgeMs === undefined)
    mistakes.push({ at: '.maxAge', message: `must be a duration such as 10m, or 0, found ${shown(maxAge)}` });
  if (mistakes.length > 0) return { mistakes };
  return {
    mistakes,
    cors: {
      allowOrigins,
      allowMethods: policy.allowMethods,
      allowHeaders: policy.allowHeaders ?? [],
      exposeHeaders: policy.exposeHeaders ?? [],
      ...(maxAgeMs !== undefined && { maxAgeSeconds: Math.trunc(maxAgeMs / 1000) }),
      allowCredentials: policy.allowCredentials === true,
      allowPrivateNetwork: policy.allowPrivateNetwork === true,
    },
  };
}

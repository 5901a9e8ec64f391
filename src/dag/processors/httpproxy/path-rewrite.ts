// Rewrites of the path of a route: of a prefix, or of what an expression matches.
import type { HTTPProxyRoute } from '../../../model/kinds/http-proxy.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { breaksHeaders } from '../../compile/header-policy.ts';
import { error, shown } from '../../compile/problem.ts';
import { patternError, substitutionError } from '../../compile/regex.ts';
import type { ForwardAction, PathMatch } from '../../vertices.ts';
import { chooseReplacement } from './prefix-rewrite.ts';

/** Problems are errors. `place.path`: of the policy. */
export function compilePathRewrite(
  policy: HTTPProxyRoute['pathRewritePolicy'],
  match: PathMatch,
  place: { readonly object: ObjectKey; readonly path: string; readonly consequence: string },
): { readonly rewrite: Pick<ForwardAction, 'prefixRewrite' | 'regexRewrite'>; readonly problems: readonly Problem[] } {
  const { regex, replacePrefix } = policy ?? {};
  if (!regex) {
    const at = { ...place, path: `${place.path}.replacePrefix` };
    const { replacement, problems } = chooseReplacement(replacePrefix, match, at);
    return { rewrite: replacement === undefined ? {} : { prefixRewrite: replacement }, problems };
  }
  const wrong = (field: string, message: string) => ({
    rewrite: {},
    problems: [
      error('PathRewritePolicyInvalid', place.object, `${place.path}${field}`, `${message}; ${place.consequence}`),
    ],
  });
  if (replacePrefix && replacePrefix.length > 0) return wrong('', '"regex" and "replacePrefix" exclude each other');
  const { pattern, substitution } = regex;
  const patternWrong = patternError(pattern);
  if (patternWrong !== undefined)
    return wrong('.regex.pattern', `${shown(pattern)} is not an RE2 expression: ${patternWrong}`);
  const substitutionWrong = breaksHeaders(substitution)
    ? `${shown(substitution)} holds a line break or a zero byte`
    : substitutionError(substitution, pattern);
  if (substitutionWrong !== undefined) return wrong('.regex.substitution', substitutionWrong);
  return { rewrite: { regexRewrite: { pattern, substitution } }, problems: [] };
}

// Prefix rewrites: which replacement a route gets, and the twin route that a rewrite needs.
// `/api` → `/` alone would turn `/api/x` into `//x`, and `/api/` → `/` would miss `/api`; so such a route is served as
// two, with the slashes right in each.
import type { HTTPProxyRoute } from '../../../model/kinds/http-proxy.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { breaksHeaders } from '../../compile/header-policy.ts';
import { error, shown } from '../../compile/problem.ts';
import { matchKey } from '../../compile/route-match.ts';
import type { PathMatch } from '../../vertices.ts';
import type { CompiledRoute } from './route.ts';

type ReplacePrefix = NonNullable<NonNullable<HTTPProxyRoute['pathRewritePolicy']>['replacePrefix']>;

/** The entry for exactly this prefix, else the one without prefix, else no rewrite. Problems are errors. */
export function chooseReplacement(
  entries: ReplacePrefix | undefined,
  path: PathMatch,
  place: { readonly object: ObjectKey; readonly path: string; readonly consequence: string },
): { readonly replacement?: string; readonly problems: readonly Problem[] } {
  if (!entries || entries.length === 0) return { problems: [] };
  const wrong = (code: 'MustHavePrefix' | 'DuplicateReplacement' | 'AmbiguousReplacement', message: string) => ({
    problems: [error(code, place.object, place.path, `${message}; ${place.consequence}`)],
  });
  if (path.kind !== 'prefix')
    return wrong('MustHavePrefix', 'a prefix can only be replaced on a route with a prefix condition');
  const byPrefix = new Map<string, string>();
  for (const { prefix = '', replacement } of entries) {
    if (byPrefix.has(prefix))
      return prefix === ''
        ? wrong('AmbiguousReplacement', 'more than one replacement has no prefix')
        : wrong('DuplicateReplacement', `prefix ${shown(prefix)} has more than one replacement`);
    if (breaksHeaders(replacement)) {
      const message = `${shown(replacement)} holds a line break or a zero byte; ${place.consequence}`;
      return { problems: [error('PathRewritePolicyInvalid', place.object, place.path, message)] };
    }
    byPrefix.set(prefix, replacement);
  }
  const replacement = byPrefix.get(path.value) ?? byPrefix.get('');
  return replacement === undefined ? { problems: [] } : { replacement, problems: [] };
}

/**
 * Gives each rewritten prefix its twin, unless the same conditions have a route of their own for it. What the user wrote
 * keeps its kind of match; for a prefix that was written with a slash at the end, the twin matches exactly the path
 * without it (a prefix would also take `/apix`).
 */
export function expandPrefixRewrites(routes: readonly CompiledRoute[]): readonly CompiledRoute[] {
  if (!routes.some(isRewritten)) return routes;
  const taken = new Set(routes.map((each) => matchKey(each.route.match)));
  const result: CompiledRoute[] = [];
  for (const compiled of routes) {
    const { route } = compiled;
    const { action, match } = route;
    if (!isRewritten(compiled) || action.kind !== 'forward' || match.path.value === '/') {
      result.push(compiled);
      continue;
    }
    const base = match.path.value.replace(/\/+$/, '');
    const hadSlash = base !== match.path.value;
    const replacement = action.prefixRewrite!.replace(/\/+$/, '');
    const forms = [
      { path: { kind: 'prefix', value: `${base}/` }, prefixRewrite: `${replacement}/`, own: hadSlash },
      {
        path: { kind: hadSlash ? 'exact' : 'prefix', value: base },
        prefixRewrite: replacement || '/',
        own: !hadSlash,
      },
    ] as const;
    const twin = forms.find((each) => !each.own)!;
    const twinTaken = [twin.path, { kind: 'prefix', value: twin.path.value } as const].some((path) =>
      taken.has(matchKey({ ...match, path })),
    );
    if (twinTaken) {
      result.push(compiled);
      continue;
    }
    for (const { path, prefixRewrite } of forms)
      result.push({
        ...compiled,
        route: { ...route, match: { ...match, path }, action: { ...action, prefixRewrite } },
      });
  }
  return result;
}

function isRewritten({ route }: CompiledRoute): boolean {
  return (
    route.action.kind === 'forward' && route.action.prefixRewrite !== undefined && route.match.path.kind === 'prefix'
  );
}

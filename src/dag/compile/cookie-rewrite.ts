// Rewrites of cookies' attributes, of a route and of its service → CookieRewrites of the graph.
import type { CookieRewritePolicies } from '../../model/kinds/contour-policies.ts';
import type { CookieRewrite } from '../vertices.ts';
import { compareText } from './route-match.ts';
import { shown } from './problem.ts';

/** Rules with mistakes are left out. `mistakes`: fields relative to the list. */
export function compileCookieRewrites(policies: CookieRewritePolicies | undefined): {
  readonly rewrites: readonly CookieRewrite[];
  readonly mistakes: readonly { readonly at: string; readonly message: string }[];
} {
  const mistakes: { at: string; message: string }[] = [];
  const rewrites = new Map<string, CookieRewrite>();
  for (const [i, policy] of (policies ?? []).entries()) {
    const { name, pathRewrite, domainRewrite, secure, sameSite } = policy;
    const attributes = {
      ...(pathRewrite && { path: pathRewrite.value }),
      ...(domainRewrite && { domain: domainRewrite.value }),
      ...(secure !== undefined && { secure }),
      ...(sameSite && { sameSite }),
    };
    const wrong = (message: string) => mistakes.push({ at: `[${i}]`, message });
    if (rewrites.has(name)) wrong(`duplicate cookie rewrite rule for cookie ${shown(name)}; the first one counts`);
    else if (Object.keys(attributes).length === 0)
      wrong(`no attributes rewritten for cookie ${shown(name)}; the cookie passes unchanged`);
    else rewrites.set(name, { name, ...attributes });
  }
  return { rewrites: [...rewrites.values()], mistakes };
}

/** Attribute by attribute the service goes before its route. Sorted by name. */
export function mergeCookieRewrites(
  ofRoute: readonly CookieRewrite[],
  ofService: readonly CookieRewrite[],
): readonly CookieRewrite[] {
  const merged = new Map(ofRoute.map((each) => [each.name, each]));
  for (const each of ofService) merged.set(each.name, { ...merged.get(each.name), ...each });
  return [...merged.values()].sort((a, b) => compareText(a.name, b.name));
}

// Changed paths of URLRewrite and RequestRedirect. Envoy's plain prefix rewrite puts the rest behind the replacement as it
// is, so where a slash would double or be missing a regular expression does it.
import type { PathModifier } from '../../../model/kinds/http-route.ts';
import type { ForwardAction, PathMatch } from '../../vertices.ts';

export type PathRewrite = Pick<ForwardAction, 'prefixRewrite' | 'regexRewrite'>;

/** Undefined: the match has no prefix that could be replaced. */
export function compilePathModifier(modifier: PathModifier, match: PathMatch): PathRewrite | undefined {
  if (modifier.type === 'ReplaceFullPath')
    return { regexRewrite: { pattern: '^/.*$', substitution: literal(modifier.replaceFullPath ?? '/') } };
  if (match.kind !== 'prefix' && match.kind !== 'segmentPrefix') return undefined;
  const replacement = (modifier.replacePrefixMatch ?? '').replace(/\/+$/, '');
  const prefix = match.value.replace(/\/+$/, '');
  if (prefix === replacement) return {};
  // `/` is no segment: what stands behind it begins without a slash.
  if (prefix === '') return { prefixRewrite: `${replacement}/` };
  if (replacement !== '') return { prefixRewrite: replacement };
  return { regexRewrite: { pattern: `^${escapeRegex(prefix)}/*`, substitution: '/' } };
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** RE2 reads `\1` in a substitution. */
function literal(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

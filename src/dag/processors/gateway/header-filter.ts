// RequestHeaderModifier and ResponseHeaderModifier → HeaderPolicy. Values are literal: nothing in them is an operator of
// Envoy. `Host` on requests is a host rewrite.
import type { HeaderFilter } from '../../../model/kinds/gateway-common.ts';
import { headerNameError, headerValueError } from '../../compile/header-policy.ts';
import { shown } from '../../compile/problem.ts';
import { compareText } from '../../compile/route-match.ts';
import type { HeaderPolicy } from '../../vertices.ts';

export interface CompiledHeaderFilter {
  readonly headers: HeaderPolicy;
  readonly host?: string;
  /** It can't be made as it is. */
  readonly error?: { readonly at: string; readonly message: string };
}

export function compileHeaderFilter(filter: HeaderFilter, side: 'request' | 'response'): CompiledHeaderFilter {
  let error: CompiledHeaderFilter['error'];
  let host: string | undefined;
  const read = (field: 'set' | 'add') => {
    const seen = new Set<string>();
    return (filter[field] ?? []).flatMap(({ name, value }, i) => {
      const lower = name.toLowerCase();
      const wrong = headerNameError(name) ?? headerValueError(value);
      if (wrong !== undefined) error ??= { at: `${field}[${i}]`, message: wrong };
      // Of equal names the first counts.
      if (seen.has(lower)) return [];
      seen.add(lower);
      if (lower !== 'host') return [{ name: lower, value: value.replaceAll('%', '%%') }];
      // A request has one, so that to add one is to replace it.
      if (side === 'request') host ??= value;
      else error ??= { at: `${field}[${i}].name`, message: '"Host" can only be changed on requests' };
      return [];
    });
  };
  const set = read('set');
  const add = read('add');
  const remove = (filter.remove ?? []).map((name, i) => {
    const wrong =
      headerNameError(name) ?? (name.toLowerCase() === 'host' ? `${shown(name)} can not be removed` : undefined);
    if (wrong !== undefined) error ??= { at: `remove[${i}]`, message: wrong };
    return name.toLowerCase();
  });
  const byName = (a: { readonly name: string }, b: { readonly name: string }) => compareText(a.name, b.name);
  return {
    headers: { set: set.sort(byName), add: add.sort(byName), remove: [...new Set(remove)].sort() },
    ...(host !== undefined && { host }),
    ...(error && { error }),
  };
}

/** The second after the first. */
export function joinHeaders(a: HeaderPolicy, b: HeaderPolicy): HeaderPolicy {
  if (b.set.length + b.add.length + b.remove.length === 0) return a;
  return { set: [...a.set, ...b.set], add: [...a.add, ...b.add], remove: [...a.remove, ...b.remove] };
}

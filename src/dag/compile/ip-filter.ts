// Lists of addresses that may, or may not, make requests → IpFilter. One range that can't be read makes the whole list
// unusable: a list without one of its entries would let in, or keep out, whom it should not.
import type { ObjectKey, Problem } from '../../model/object.ts';
import { isIpv4, isIpv6 } from '../../model/ip-address.ts';
import type { IpFilter, IpRange } from '../vertices.ts';
import { error, shown } from './problem.ts';

export interface IpFilterInput {
  readonly ipAllowPolicy?: readonly IpFilterEntry[];
  readonly ipDenyPolicy?: readonly IpFilterEntry[];
}

interface IpFilterEntry {
  readonly source: 'Peer' | 'Remote';
  readonly cidr: string;
}

export interface CompiledIpFilter {
  /** Absent: nobody asks for one, or it can't be used, and `problems` say why. */
  readonly filter?: IpFilter;
  /** Codes `IncompatibleIPAddressFilters` and `InvalidCIDR`. */
  readonly problems: readonly Problem[];
}

/** `path`: of the object that holds both lists. `consequence`: what happens when they can't be used. */
export function compileIpFilter(
  { ipAllowPolicy = [], ipDenyPolicy = [] }: IpFilterInput,
  object: ObjectKey,
  path: string,
  consequence: string,
): CompiledIpFilter {
  if (ipAllowPolicy.length > 0 && ipDenyPolicy.length > 0) {
    const message = `"ipAllowPolicy" and "ipDenyPolicy" exclude each other; ${consequence}`;
    return { problems: [error('IncompatibleIPAddressFilters', object, path, message)] };
  }
  const [action, field, entries] =
    ipAllowPolicy.length > 0
      ? (['allow', 'ipAllowPolicy', ipAllowPolicy] as const)
      : (['deny', 'ipDenyPolicy', ipDenyPolicy] as const);
  return compileIpRanges(action, entries, object, `${path}.${field}`, consequence);
}

/** `path`: of the list. */
export function compileIpRanges(
  action: IpFilter['action'],
  entries: readonly IpFilterEntry[],
  object: ObjectKey,
  path: string,
  consequence: string,
): CompiledIpFilter {
  if (entries.length === 0) return { problems: [] };
  const problems: Problem[] = [];
  const ranges: IpRange[] = [];
  for (const [i, { source, cidr }] of entries.entries()) {
    const range = parseRange(cidr);
    if (range) ranges.push({ source: source === 'Peer' ? 'peer' : 'client', ...range });
    else {
      const message = `${shown(cidr)} is neither an address nor a range such as 192.0.2.0/24 or 2001:db8::/32; ${consequence}`;
      problems.push(error('InvalidCIDR', object, `${path}[${i}].cidr`, message));
    }
  }
  return problems.length > 0 ? { problems } : { filter: { action, ranges }, problems };
}

/** An address alone is a range of one. */
export function parseRange(text: string): { readonly address: string; readonly prefixLength: number } | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : undefined;
  if (bits === undefined) return undefined;
  if (slash < 0) return { address, prefixLength: bits };
  const length = text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits) return undefined;
  return { address, prefixLength: Number(length) };
}

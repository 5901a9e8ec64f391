// Labels of Mappings → what a rate limit service is told.
import type { MappingSpec } from '../../../model/kinds/emissary/mapping.ts';
import { lookup } from '../../../model/lookup.ts';
import { isHeaderName } from '../../compile/header-name.ts';
import { shown } from '../../compile/problem.ts';
import type { RateLimitDescriptor, RateLimitEntry } from '../../vertices.ts';
import type { EmissarySettings } from './topics.ts';

type Specifier = NonNullable<MappingSpec['labels']>[string][number][string][number];

/** `wrong`: at a path relative to `labels`; what it is said of is left out. */
export function compileLabels(
  labels: MappingSpec['labels'],
  { module, rateLimit }: EmissarySettings,
  wrong: (at: string, message: string) => void,
): readonly RateLimitDescriptor[] {
  if (!rateLimit) return [];
  const { domain } = rateLimit.service;
  const defaults = specifiers(lookup(module.default_labels ?? {}, domain)?.defaults ?? [], 'default_labels', wrong);
  if (defaults === undefined) return [];
  const groups = labels === undefined ? [] : (lookup(labels, domain) ?? []);
  if (labels === undefined) return defaults.length > 0 ? [{ entries: defaults }] : [];
  return groups.flatMap((group, i) => {
    const at = `[${JSON.stringify(domain)}][${i}]`;
    const names = Object.keys(group);
    if (names.length !== 1) {
      wrong(at, `each entry has one name with a list of labels, found ${names.length}`);
      return [];
    }
    const own = specifiers(group[names[0]!]!, `${at}.${names[0]}`, wrong);
    return own === undefined || own.length + defaults.length === 0 ? [] : [{ entries: [...defaults, ...own] }];
  });
}

/** Undefined: one of them is wrong; with one less, other requests would be counted together. */
function specifiers(
  list: readonly Specifier[],
  at: string,
  wrong: (at: string, message: string) => void,
): readonly RateLimitEntry[] | undefined {
  const entries: RateLimitEntry[] = [];
  for (const [i, each] of list.entries()) {
    const entry = entryOf(each);
    if (typeof entry === 'string') {
      wrong(`${at}[${i}]`, entry);
      return undefined;
    }
    entries.push(entry);
  }
  return entries;
}

function entryOf(specifier: Specifier): RateLimitEntry | string {
  const set = Object.keys(specifier);
  if (set.length !== 1)
    return `a label has one of source_cluster, destination_cluster, remote_address, request_headers and generic_key, found ${set.join(' and ') || 'none'}`;
  const { request_headers: header, generic_key: generic } = specifier;
  if (generic?.value === '' || header?.key === '') return `the ${generic ? 'value' : 'key'} is empty`;
  if (generic) return { kind: 'genericKey', ...(generic.key && { key: generic.key }), value: generic.value };
  if (header) {
    if (!isHeaderName(header.header_name)) return `${shown(header.header_name)} is not a header name`;
    return {
      kind: 'requestHeader',
      name: header.header_name.toLowerCase(),
      key: header.key,
      ...(header.omit_if_not_present && { optional: true }),
    };
  }
  if (specifier.remote_address) return { kind: 'remoteAddress' };
  return { kind: specifier.source_cluster ? 'sourceCluster' : 'destinationCluster' };
}

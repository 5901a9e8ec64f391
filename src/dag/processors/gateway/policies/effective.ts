// Which of all TrafficPolicies in whose reach a rule lies counts for it, field by field. The closest one does: a filter of the
// rule, then what is attached to the rule, its route, the listener, its ListenerSet, the Gateway. A policy with mode Override
// goes before all that is closer. Of several for the same place the oldest has the field, and the others are told.
// Source: GEP-713 (inherited policies: defaults and overrides, conflicts). Pure.
import type { ObjectKey } from '../../../../model/object.ts';
import { compareText } from '../../../compile/route-match.ts';
import type { RoutePolicy } from '../../../vertices.ts';
import type { SectionName, TrafficSections } from './sections.ts';

/** What a TrafficPolicy tells one of its targets. */
export interface PolicyEntry {
  readonly policy: ObjectKey;
  readonly creationTimestamp: string;
  /** Listener or rule; absent: the whole target. */
  readonly sectionName?: string;
  readonly overrides: boolean;
  readonly sections: TrafficSections;
}

/** The closest first. */
export const reaches = ['filter', 'rule', 'route', 'listener', 'listenerSet', 'gateway'] as const;
export type Reach = (typeof reaches)[number];

/** Entries of each reach, whatever their modes. */
export type Reaching = Readonly<Partial<Record<Reach, readonly PolicyEntry[]>>>;

export type Effective = {
  readonly [Section in SectionName]?: {
    readonly value: NonNullable<TrafficSections[Section]>;
    readonly policy: ObjectKey;
    /** It goes before what the rule's own fields say. */
    readonly overrides: boolean;
  };
};

export const sectionNames: readonly SectionName[] = [
  'jwt',
  'authorization',
  'ipRules',
  'localRateLimit',
  'globalRateLimit',
  'retry',
  'timeouts',
  'cors',
  'requestBody',
  'errorPages',
];

export function compareEntries(a: PolicyEntry, b: PolicyEntry): number {
  return compareText(a.creationTimestamp, b.creationTimestamp) || compareText(a.policy, b.policy);
}

/** Of entries for the same place: the one that has the field. */
export function ownerOfSection(entries: readonly PolicyEntry[], section: SectionName): PolicyEntry | undefined {
  return entries.filter((each) => each.sections[section] !== undefined).sort(compareEntries)[0];
}

export function effective(reaching: Reaching): Effective {
  const found: Partial<Record<SectionName, { value: unknown; policy: ObjectKey; overrides: boolean }>> = {};
  for (const section of sectionNames) {
    const owners = reaches.flatMap((reach) => {
      const entry = ownerOfSection(reaching[reach] ?? [], section);
      return entry ? [{ entry, isFilter: reach === 'filter' }] : [];
    });
    const counted = owners.findLast(({ entry }) => entry.overrides) ?? owners[0];
    if (!counted) continue;
    const { entry, isFilter } = counted;
    found[section] = {
      value: entry.sections[section],
      policy: entry.policy,
      overrides: entry.overrides || isFilter,
    };
  }
  return found as Effective;
}

/** For people: which policy has which of its fields in effect, of these sections; sorted. */
export function policiesInEffect(effects: Effective, sections: Iterable<SectionName>): readonly RoutePolicy[] {
  const fields = new Map<ObjectKey, SectionName[]>();
  for (const section of sections) {
    const policy = effects[section]?.policy;
    if (policy === undefined) continue;
    const list = fields.get(policy);
    if (list) list.push(section);
    else fields.set(policy, [section]);
  }
  return [...fields]
    .map(([object, list]) => ({ object, fields: list.sort(compareText) }))
    .sort((a, b) => compareText(a.object, b.object));
}

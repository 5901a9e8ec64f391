// What must be written so that an object's status says what it should: a merge patch, or nothing.
// Pure. In: the wanted status (without times), the status as it is, the time. Out: the value for `status` in a JSON merge
// patch. Must hold: what other writers own stays (conditions of other types, entries of other controllers), a condition's
// lastTransitionTime changes only with its status, and a status that differs in nothing but times is not written.
//
// Why merge patches with a precondition and not server-side apply: the lists that several controllers share in the
// Gateway API (`parents`, `ancestors`) are atomic to the API server, so who applies one takes the others' entries away.
// They must be read, merged and written back under the version that was read. Times and "is it there already" need the
// stored status too, so the one thing that apply saves, the read, is needed anyway.
import { isRecord } from '../model/pick.ts';

type Json = Readonly<Record<string, unknown>>;

export interface PatchOptions {
  /** RFC 3339, for conditions whose status changes. */
  readonly now: string;
  /** Whose entries of `parents` and `ancestors` are ours. */
  readonly controllerNames?: readonly string[] | undefined;
}

/** Null: nothing to write, because it is there already or because it was made for an older generation than what is there. */
export function statusPatch(wanted: Json, current: unknown, options: PatchOptions): Json | null {
  const before = isRecord(current) ? current : {};
  if (isOutdated(wanted, before)) return null;
  const patch = merge(wanted, before, options);
  return covers(before, patch) ? null : patch;
}

function merge(wanted: Json, current: Json, options: PatchOptions): Json {
  const merged: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(wanted))
    merged[field] = mergeField(field, value, current[field], options);
  return merged;
}

/** A merge patch replaces a list as a whole, so what others have in it is written back as it is. */
function mergeField(field: string, value: unknown, before: unknown, options: PatchOptions): unknown {
  if (!Array.isArray(value)) return isRecord(value) && isRecord(before) ? merge(value, before, options) : value;
  switch (field) {
    case 'conditions':
      return mergeConditions(value, before, 'shared', options.now);
    case 'parents':
      return mergeOwned(value, before, 'parentRef', options);
    case 'ancestors':
      return mergeOwned(value, before, 'ancestorRef', options);
    case 'listeners':
      return mergeListeners(value, before, options.now);
    default:
      return value;
  }
}

/**
 * `shared`: types that we don't name are somebody else's and stay in their places. `owned`: the whole list is ours, so a
 * type that we no longer name goes.
 */
function mergeConditions(
  wanted: readonly unknown[],
  current: unknown,
  list: 'shared' | 'owned',
  now: string,
): readonly Json[] {
  const before = records(current);
  const ours = new Map<unknown, Json>();
  for (const condition of wanted.filter(isRecord)) {
    const known = before.find(({ type }) => type === condition['type']);
    const since = known?.['status'] === condition['status'] ? known?.['lastTransitionTime'] : undefined;
    ours.set(condition['type'], { ...condition, lastTransitionTime: since ?? now });
  }
  if (list === 'owned') return [...ours.values()];
  const merged: Json[] = [];
  for (const condition of before) {
    merged.push(ours.get(condition['type']) ?? condition);
    ours.delete(condition['type']);
  }
  return [...merged, ...ours.values()];
}

/** Entries of other controllers stay in their places; ours are as wanted, behind them. */
function mergeOwned(
  wanted: readonly unknown[],
  current: unknown,
  reference: 'parentRef' | 'ancestorRef',
  { now, controllerNames = [] }: PatchOptions,
): readonly Json[] {
  const before = records(current);
  const isOurs = (entry: Json): boolean => controllerNames.some((each) => each === entry['controllerName']);
  const ofOthers = before.filter((entry) => !isOurs(entry));
  const ofOurs = before.filter(isOurs);
  const merged = wanted.filter(isRecord).map((entry): Json => {
    const ref = withDefaults(entry[reference]);
    const known = ofOurs.find(
      (each) => each['controllerName'] === entry['controllerName'] && equalJson(withDefaults(each[reference]), ref),
    );
    return withConditions({ ...entry, [reference]: ref }, known, 'owned', now);
  });
  // Our entries may be in any order and place; where they stand says nothing, so moving them is no reason to write.
  return sameEntries(ofOurs, merged) ? before : [...ofOthers, ...merged];
}

function sameEntries(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && b.every((entry) => a.some((other) => equalJson(other, entry)));
}

/** The Gateway API's defaults of a parentRef, which the API server fills in when it stores one. */
function withDefaults(ref: unknown): Json {
  return { group: 'gateway.networking.k8s.io', kind: 'Gateway', ...(isRecord(ref) ? ref : {}) };
}

/** A Gateway has one controller: the list is ours, an entry is known by its name. Conditions that we don't name are others'. */
function mergeListeners(wanted: readonly unknown[], current: unknown, now: string): readonly Json[] {
  const before = records(current);
  return wanted.filter(isRecord).map((listener) =>
    withConditions(
      listener,
      before.find(({ name }) => name === listener['name']),
      'shared',
      now,
    ),
  );
}

function withConditions(entry: Json, known: Json | undefined, list: 'shared' | 'owned', now: string): Json {
  const { conditions } = entry;
  if (!Array.isArray(conditions)) return entry;
  return { ...entry, conditions: mergeConditions(conditions, known?.['conditions'], list, now) };
}

function records(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Some condition that we would write was already written for a newer generation: by a newer us, which knows better. */
function isOutdated(wanted: Json, current: Json): boolean {
  const before = Array.isArray(current['conditions']) ? current['conditions'].filter(isRecord) : [];
  const conditions = Array.isArray(wanted['conditions']) ? wanted['conditions'].filter(isRecord) : [];
  return conditions.some((condition) => {
    const known = before.find(({ type }) => type === condition['type']);
    return generationOf(known) > generationOf(condition);
  });
}

function generationOf(condition: Json | undefined): number {
  const generation = condition?.['observedGeneration'];
  return typeof generation === 'number' ? generation : 0;
}

/** The patch would change nothing: all that it says is there. */
function covers(current: Json, patch: Json): boolean {
  return Object.entries(patch).every(([field, value]) => {
    const before = current[field];
    return isRecord(value) && isRecord(before) ? covers(before, value) : equalJson(before, value);
  });
}

/** Equal as JSON values, whatever the order of fields. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, index) => equalJson(each, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const fields = Object.keys(a);
  return (
    fields.length === Object.keys(b).length &&
    fields.every((field) => Object.hasOwn(b, field) && equalJson(a[field], b[field]))
  );
}

// What a reflector must know of a kind: where the API server serves it, and how an answer becomes our object.
import { kinds } from '../../model/kinds/index.ts';
import { strip, validate } from '../../model/validate.ts';
import type { KindDefinition } from '../../model/kinds/index.ts';
import { groupVersionOf } from './paths.ts';
import type { ReadObject, SourceMark } from '../../model/object.ts';

export interface WatchedKind {
  readonly kind: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Tried in this order where the API server doesn't serve `version`, then those of `converted`. */
  readonly olderVersions?: readonly string[];
  readonly converted?: NonNullable<KindDefinition['converted']>;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Narrows list and watch at the server; absent: everything. */
  readonly fieldSelector?: string;
  /**
   * API JSON of one of the versions → object stripped to what is read, marked as from Kubernetes, or what is wrong with it.
   */
  readonly parse: (raw: Readonly<Record<string, unknown>>, version: string) => ReadObject;
}

const mark: SourceMark = { kind: 'kubernetes' };

/** Selectors that keep out what nobody can use in a route and what is often big or changes often. */
const fieldSelectors: Readonly<Record<string, string>> = {
  Secret: 'type!=helm.sh/release.v1,type!=kubernetes.io/service-account-token',
};

/** All kinds of the registry but these. */
export function watchedKinds(ignored: readonly string[] = []): readonly WatchedKind[] {
  return Object.values(kinds)
    .filter(({ kind }) => !ignored.includes(kind))
    .map(watchedKind);
}

export function watchedKind(definition: KindDefinition): WatchedKind {
  const { kind, group, version, olderVersions, converted, plural, namespaced } = definition;
  const apiVersion = groupVersionOf(definition);
  const fieldSelector = fieldSelectors[kind];
  // The API server has checked its own kinds; a CRD may be another project's or another version's.
  const parse = (raw: unknown): ReadObject => {
    if (definition.crd !== undefined) return validate(raw, { source: mark, unknownFields: 'ignore' });
    const value = strip(raw, mark);
    if (value === undefined) throw new Error(`the registry does not know ${kind} (${apiVersion}), which it lists`);
    return { ok: true, value };
  };
  return {
    kind,
    group,
    version,
    ...(olderVersions && { olderVersions }),
    ...(converted && { converted }),
    plural,
    namespaced,
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    // Items of a list carry neither kind nor apiVersion.
    parse: (raw, served) => parse({ ...raw, kind, apiVersion: groupVersionOf({ group, version: served }) }),
  };
}

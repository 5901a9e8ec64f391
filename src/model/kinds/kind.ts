// What the program knows of one kind of object: its place in the API, its schema, and what is kept of an object.
// One file a kind defines it; `index.ts` lists them; sources, file validation and the CRD generator read it from there.
import type { TObject } from 'typebox';
import type { SourceObject } from '../object.ts';

export interface KindDefinition {
  readonly kind: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Versions of the same shape, newest first, for API servers that don't serve `version`, and in files. */
  readonly olderVersions?: readonly string[];
  /**
   * Versions of another shape, newest first, for API servers that don't serve `version`, and in files and annotations;
   * and how an object of theirs becomes one of `version`.
   */
  readonly converted?: {
    readonly versions: readonly string[];
    readonly toNewest: (object: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  };
  readonly plural: string;
  readonly namespaced: boolean;
  /** Top-level fields besides apiVersion, kind and metadata. */
  readonly fields: TObject;
  /** Top-level fields that are dropped although they are in the schema: `status` of the kinds whose status we write. */
  readonly dropped?: readonly string[];
  /** Field values never appear in messages. */
  readonly secretValues?: boolean;
  /** Annotations are dropped: nobody reads them and they change all the time. */
  readonly dropAnnotations?: boolean;
  /** Turns the picked top-level fields into the object's (decoding, say). Gets fields that fit the schema. */
  readonly finish?: (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /**
   * What stands in for an object that is refused and has no good version: fields by which its compile unit knows what to
   * close. Gets fields that may not fit the schema. Of kinds that keep requests out; undefined: there is nothing to close.
   */
  readonly standIn?: (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined;
  /** Absent: not a kind of ours, no CRD is generated. */
  readonly crd?: CrdDefinition;
}

export interface CrdDefinition {
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** Names under which `kubectl get` shows it with others. */
  readonly categories?: readonly string[];
  readonly description: string;
  /** Of the CRD itself. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly columns: readonly {
    readonly name: string;
    readonly jsonPath: string;
    readonly type: 'string' | 'date' | 'integer';
    readonly description: string;
  }[];
  /** The value of `status` that the API server sets on new objects. */
  readonly statusDefault?: Readonly<Record<string, string>>;
}

/** `projectcontour.io/v1`, `v1`: the one that its objects have in nuncio. */
export function apiVersionOf(definition: KindDefinition): string {
  return apiVersionsOf(definition)[0]!;
}

/** All that are read, the newest first. */
export function apiVersionsOf(definition: KindDefinition): readonly string[] {
  const { group } = definition;
  return versionsOf(definition).map((each) => (group === '' ? each : `${group}/${each}`));
}

/** The same without the group. */
export function versionsOf({
  version,
  olderVersions = [],
  converted,
}: Pick<KindDefinition, 'version' | 'olderVersions' | 'converted'>): readonly string[] {
  return [version, ...olderVersions, ...(converted?.versions ?? [])];
}

/** Narrows an object to the type of its kind; all objects come through the registry, so the kind decides. */
export function isKind<T extends SourceObject>(object: SourceObject, kind: T['kind']): object is T {
  return object.kind === kind;
}

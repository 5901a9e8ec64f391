// Objects as nuncio keeps them: Kubernetes-shaped, whatever source they came from, stripped to what is read.
// A key names one object in the whole program; objects are immutable once they leave a source.

/** `Kind/namespace/name`; the namespace is empty for cluster-scoped kinds. Kinds that we read are unique without their group. */
export type ObjectKey = string;

export interface ObjectMeta {
  readonly name: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty when the source has no such notion (files). */
  readonly uid: string;
  readonly resourceVersion: string;
  /** 0 when the source has none. */
  readonly generation: number;
  /** RFC 3339; empty for files, which count as older than any object with a time. */
  readonly creationTimestamp: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Of objects that nuncio makes itself, before they have a name. */
export const noMetadata: ObjectMeta = {
  name: '',
  namespace: '',
  uid: '',
  resourceVersion: '',
  generation: 0,
  creationTimestamp: '',
  labels: {},
  annotations: {},
};

/** Which source an object came from; shown in messages and used when two sources hold the same key. */
export type SourceMark =
  | { readonly kind: 'kubernetes' }
  | { readonly kind: 'filesystem'; readonly file: string; readonly line: number }
  | { readonly kind: 'consul'; readonly datacenter: string };

export interface SourceObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ObjectMeta;
  readonly source: SourceMark;
  /** Problems that the source or the pool found (schema, certificate): the object is kept, the compiler decides what they mean. */
  readonly problems?: readonly Problem[];
}

/**
 * An object as JSON: how objects are kept and sent, since most are only looked at when they change, and as text they
 * take a fifth of the memory and cross threads as one copy. Without the resource version, which changes with every write
 * of a status: equal content is equal text.
 */
export type ObjectText = string;

export function objectText(object: SourceObject): ObjectText {
  const { source, metadata, ...rest } = object;
  const isUsual = source.kind === 'kubernetes';
  return JSON.stringify({ ...rest, metadata: { ...metadata, resourceVersion: '' }, ...(isUsual ? {} : { source }) });
}

/** The resource version is empty. */
export function parseObject(text: ObjectText): SourceObject {
  const object = JSON.parse(text) as { source?: SourceMark } & Omit<SourceObject, 'source'>;
  object.source ??= { kind: 'kubernetes' };
  return object as SourceObject;
}

/** One thing that is wrong with one object. `path` is a field path such as `spec.routes[0].services[1].port`, empty for the object as a whole. */
export interface Problem {
  /** From the table in `src/model/problem-codes.ts`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly object: ObjectKey;
  readonly path: string;
  /** What was found, what would be right, and what happens now. Never holds secret bytes. */
  readonly message: string;
}

export type Result<T, E = Problem> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly E[] };

/** Of an object that is read. */
export type ReadObject =
  | { readonly ok: true; readonly value: SourceObject }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** With the problems on it: what counts while there is no good version (KindDefinition.standIn). */
      readonly standIn?: SourceObject;
    };

export function objectKey(kind: string, namespace: string, name: string): ObjectKey {
  // Joined because it is kept: what a template puts together takes twice the memory.
  return [kind, namespace, name].join('/');
}

export function keyOf(object: {
  readonly kind: string;
  readonly metadata: { namespace: string; name: string };
}): ObjectKey {
  return objectKey(object.kind, object.metadata.namespace, object.metadata.name);
}

export interface ParsedKey {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Names never hold a slash, so a key splits in exactly three. */
export function parseKey(key: ObjectKey): ParsedKey {
  const first = key.indexOf('/');
  const second = key.indexOf('/', first + 1);
  return { kind: key.slice(0, first), namespace: key.slice(first + 1, second), name: key.slice(second + 1) };
}

/** Stands as the key of the cause of what a hold, a rollback or the end of them changes. */
export function holdCauseKey(kind: string): ObjectKey {
  return objectKey('Hold', '', kind);
}

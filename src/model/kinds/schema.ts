// The words in which kinds are described. Each builds a typebox schema that is at once a TypeScript type, a validator
// and (for our own kinds) a structural CRD schema, so only what all three can say is offered here.
// Of typebox only the types are used here: its builders would make the same plain objects, and cost every thread that
// touches a kind 100 ms and 20 MB to load. The validator is compiled from these in validate.ts.
// Extra keywords, never written to a CRD: `expects` (what is right, in people's words, for messages), `alsoKnown`
// (fields of the API that nuncio does not read), `rules` (a CEL rule together with the same check in TypeScript).
import type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';

/** A rule across fields: `cel` for the CRD, `holds` the same for files. */
export interface Rule<T> {
  /** Absent for kinds that are not ours: they have no CRD. */
  readonly cel?: string;
  /** What is right: completes "must …". */
  readonly expects: string;
  /** Gets a value that already fits the schema. */
  readonly holds: (value: T) => boolean;
}

export type FieldOptions = {
  readonly description?: string;
  /** What is right, in people's words: completes "must be …". */
  readonly expects?: string;
  readonly default?: string | number | boolean;
};

type OptionalProperties<P extends TProperties> = { [K in keyof P]: TOptional<P[K]> };

/** Deeply readonly, as objects are once they left a source. */
export type DeepReadonly<T> = T extends readonly (infer I)[]
  ? readonly DeepReadonly<I>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** The TypeScript type of a schema, deeply readonly. */
export type Infer<S extends TSchema> = DeepReadonly<Static<S>>;

export interface ObjectOptions<T> {
  readonly description?: string;
  readonly expects?: string;
  /** Names of fields that the API has and nuncio does not read: no warning, not kept. */
  readonly alsoKnown?: readonly string[];
  readonly rules?: readonly Rule<T>[];
}

/** An object: required fields, then optional ones. */
export function object<R extends TProperties, O extends TProperties>(
  required: R,
  optional: O,
  options: ObjectOptions<Infer<TObject<R & OptionalProperties<O>>>> = {},
): TObject<R & OptionalProperties<O>> {
  const names = Object.keys(required);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: { ...required, ...optional },
    ...options,
  } as unknown as TObject<R & OptionalProperties<O>>;
}

export function list<S extends TSchema>(
  items: S,
  options: { description?: string; minItems?: number; maxItems?: number; mapKeys?: readonly string[] } = {},
): TArray<S> {
  const { mapKeys, ...rest } = options;
  const merge = mapKeys ? { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [...mapKeys] } : {};
  return { type: 'array', items, ...rest, ...merge } as unknown as TArray<S>;
}

/** Free keys, all values of one type. */
export function map<S extends TSchema>(
  values: S,
  options: { description?: string; rules?: readonly Rule<Readonly<Record<string, Static<S>>>>[] } = {},
): TUnsafe<Record<string, Static<S>>> {
  return { type: 'object', additionalProperties: values, ...options } as unknown as TUnsafe<Record<string, Static<S>>>;
}

export function text(
  options: FieldOptions & { minLength?: number; maxLength?: number; pattern?: string; format?: string } = {},
): TString {
  return { type: 'string', ...options } as unknown as TString;
}

export function oneOf<const V extends string[]>(values: readonly [...V], options: FieldOptions = {}): TEnum<V> {
  return { enum: values, type: 'string', ...options } as unknown as TEnum<V>;
}

export function oneOfNumbers<const V extends number[]>(values: readonly [...V], options: FieldOptions = {}): TEnum<V> {
  return { enum: values, type: 'integer', ...options } as unknown as TEnum<V>;
}

export function integer(options: FieldOptions & { minimum?: number; maximum?: number } = {}): TInteger {
  return { type: 'integer', ...options } as unknown as TInteger;
}

/** Any number. */
export function number(options: FieldOptions & { minimum?: number; maximum?: number } = {}): TNumber {
  return { type: 'number', ...options } as unknown as TNumber;
}

/** An object of any shape, kept as it is. */
export function anything(description: string): TUnsafe {
  return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, description } as unknown as TUnsafe;
}

export function flag(options: FieldOptions = {}): TBoolean {
  return { type: 'boolean', ...options } as unknown as TBoolean;
}

export function port(description: string) {
  return integer({ minimum: 1, maximum: 65535, description, expects: 'a port number from 1 to 65535' });
}

const durationText = '([0-9]*(\\.[0-9]*)?(h|ms|m|s|us|µs|ns))+';

/** Go duration text: `1h2m3.5s`. */
export function duration(description: string) {
  return text({ pattern: `^${durationText}$`, description, expects: 'a duration such as `1.5s`, `250ms` or `1h30m`' });
}

/** A duration, or `infinity` (also `infinite`) for no limit. */
export function durationOrInfinity(description: string) {
  return text({
    pattern: `^(${durationText}|infinity|infinite)$`,
    description,
    expects: 'a duration such as `1.5s`, `250ms` or `1h30m`, or `infinity`',
  });
}

/** A duration, or `0`. */
export function durationOrZero(description: string) {
  return text({
    pattern: `^(${durationText}|0)$`,
    description,
    expects: 'a duration such as `10m` or `1h30m`, or `0`',
  });
}

/** DNS name in lower case. */
export const dnsNamePattern = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

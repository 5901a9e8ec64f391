// Raw API objects (parsed JSON or YAML) → objects of the model, or the list of what is wrong with them.
// `validate` is for objects that nobody has checked yet and for the edge of the system in general; `strip` only drops
// what is not read. Both give new objects: the raw one is neither kept nor changed.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { findKind, kindNames } from './kinds/index.ts';
import { apiVersionOf, apiVersionsOf, type KindDefinition } from './kinds/kind.ts';
import { nearest } from './nearest.ts';
import {
  objectKey,
  type ObjectMeta,
  type Problem,
  type ReadObject,
  type SourceMark,
  type SourceObject,
} from './object.ts';
import type { ProblemCode } from './problem-codes.ts';
import {
  findBrokenRules,
  isRecord,
  pathText,
  pick,
  planOf,
  type PathSegment,
  type Plan,
  type SchemaNode,
} from './pick.ts';

// The default of 8 would hide the other mistakes of a long document.
Settings.Set({ maxErrors: 50 });

export interface ValidateOptions {
  readonly source: SourceMark;
  /** `warn` adds a warning to the object for every field that its kind does not have. */
  readonly unknownFields: 'warn' | 'ignore';
}

interface Reader {
  readonly definition: KindDefinition;
  readonly plan: Plan;
  /** Compiled at first use: a program may never see some kinds. */
  check(fields: unknown): boolean;
  errors(fields: unknown): readonly SchemaError[];
}

interface Validator {
  Check(value: unknown): boolean;
  Errors(value: unknown): readonly [fits: boolean, errors: readonly SchemaError[]];
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

const readers = new Map<string, Reader>();

function readerOf(kind: string): Reader | undefined {
  const existing = readers.get(kind);
  if (existing) return existing;
  const definition = findKind(kind);
  if (!definition) return undefined;
  let validator: Validator | undefined;
  const compiled = () => (validator ??= Compile(definition.fields) as Validator);
  const reader: Reader = {
    definition,
    plan: planOf(definition.fields),
    check: (fields) => compiled().Check(fields),
    errors: (fields) => compiled().Errors(fields)[1],
  };
  readers.set(kind, reader);
  return reader;
}

/**
 * Checks one object. Errors (`UnknownKind`, `DocumentNotAnObject`, `SchemaInvalid`) refuse it as a whole, as the API
 * server would; unknown fields are warnings on the object (`problems`).
 */
export function validate(raw: unknown, options: ValidateOptions): ReadObject {
  const envelope = readEnvelope(raw);
  if ('problem' in envelope) return { ok: false, problems: [envelope.problem] };
  const { reader, record, key } = envelope;
  const { definition, plan } = reader;
  const problems: Problem[] = [];

  const path: PathSegment[] = [];
  const fields = pick(plan, record, path, null) as Record<string, unknown>;
  // A status in a file is nobody's business: the API server drops it before it validates, too.
  for (const field of definition.dropped ?? []) delete fields[field];
  const named = metadataProblems(definition, record.metadata, key);
  problems.push(...named);
  if (reader.check(fields)) {
    findBrokenRules(plan, fields, path, (at, rule) => {
      problems.push(newProblem('SchemaInvalid', 'error', key, pathText(at), `must ${rule.expects}`));
    });
  } else {
    problems.push(...schemaProblems(reader, fields, key));
  }
  const refused = problems.length > 0;
  if (options.unknownFields === 'warn') {
    pick(plan, record, path, (at, known) => {
      if (at.length === 1 && envelopeFields.has(String(at[0]))) return;
      problems.push(unknownField(at, known, key));
    });
  }
  if (refused) {
    const standIn = named.length === 0 ? definition.standIn?.(fields) : undefined;
    if (!standIn) return { ok: false, problems };
    return { ok: false, problems, standIn: assemble(definition, record, { ...standIn }, options.source, problems) };
  }
  return { ok: true, value: assemble(definition, record, fields, options.source, problems) };
}

/** Drops what is not read. For objects that the API server has checked; undefined when the kind is not one of ours. */
export function strip(raw: unknown, source: SourceMark): SourceObject | undefined {
  const envelope = readEnvelope(raw);
  if ('problem' in envelope) return undefined;
  const { definition, plan } = envelope.reader;
  const fields = pick(plan, envelope.record, [], null) as Record<string, unknown>;
  return assemble(definition, envelope.record, fields, source, []);
}

/** What is wrong with a value that is part of an object and has a schema of its own. Paths are relative to it. */
export interface ValueMistake {
  readonly path: string;
  readonly message: string;
  /** The field is not in the schema; it is left out, all else counts. */
  readonly unknown: boolean;
}

const valueReaders = new WeakMap<TSchema, Pick<Reader, 'plan' | 'check' | 'errors'>>();

/** The value as its schema knows it, absent with a mistake that is not an unknown field. */
export function readValue(
  schema: TSchema,
  value: unknown,
): { readonly value?: unknown; readonly mistakes: readonly ValueMistake[] } {
  let reader = valueReaders.get(schema);
  if (!reader) {
    const validator = Compile(schema) as Validator;
    reader = {
      plan: planOf(schema),
      check: (fields) => validator.Check(fields),
      errors: (fields) => validator.Errors(fields)[1],
    };
    valueReaders.set(schema, reader);
  }
  const mistakes: ValueMistake[] = [];
  const picked = pick(reader.plan, value, [], (at, known) => {
    mistakes.push({ path: pathText(at), message: unknownFieldText(at, known), unknown: true });
  });
  if (reader.check(picked)) return { value: picked, mistakes };
  const wrong = errorTexts(reader.errors(picked), picked, schema as SchemaNode, false);
  return { mistakes: [...wrong.map((each) => ({ ...each, unknown: false })), ...mistakes] };
}

const envelopeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

interface Envelope {
  readonly reader: Reader;
  readonly record: Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> };
  readonly key: string;
}

/** Kind, apiVersion and name: without them an object can not even be named. */
function readEnvelope(raw: unknown): Envelope | { readonly problem: Problem } {
  if (!isRecord(raw))
    return { problem: notAnObject('', `found ${show(raw)}; must be an object with apiVersion and kind`) };
  const { apiVersion, kind, metadata } = raw;
  if (typeof kind !== 'string' || kind === '')
    return { problem: notAnObject('kind', `${foundOrMissing(kind)}; must be the name of a kind`) };
  if (typeof apiVersion !== 'string' || apiVersion === '')
    return { problem: notAnObject('apiVersion', `${foundOrMissing(apiVersion)}; must be group/version or version`) };
  const reader = readerOf(kind);
  const name = isRecord(metadata) ? metadata.name : undefined;
  const namespace = isRecord(metadata) && typeof metadata.namespace === 'string' ? metadata.namespace : '';
  const key = objectKey(
    kind,
    reader?.definition.namespaced === false ? '' : namespace,
    typeof name === 'string' ? name : '',
  );
  if (!reader) {
    const meant = nearest(kind, kindNames);
    const message = `nuncio does not read the kind "${kind}" (${apiVersion})${meant ? `; did you mean ${meant}?` : ''}`;
    // Other people's kinds are common beside ours and no mistake; a slip of the hand is one.
    return { problem: newProblem('UnknownKind', meant ? 'error' : 'warning', key, 'kind', message) };
  }
  const expected = apiVersionsOf(reader.definition);
  if (!expected.includes(apiVersion))
    return {
      problem: newProblem(
        'UnknownKind',
        'error',
        key,
        'apiVersion',
        `found "${apiVersion}"; ${kind} must be ${expected.join(' or ')}`,
      ),
    };
  if (!isRecord(metadata) || typeof name !== 'string' || name === '')
    return { problem: notAnObject('metadata.name', `${foundOrMissing(name)}; must be the name of the object`) };
  return { reader, record: inNewestForm(reader.definition, raw as Envelope['record']), key };
}

function inNewestForm({ group, converted }: KindDefinition, record: Envelope['record']): Envelope['record'] {
  const isOlder = converted?.versions.some((version) => record.apiVersion === `${group}/${version}`);
  return isOlder ? (converted!.toNewest(record) as Envelope['record']) : record;
}

function notAnObject(path: string, message: string): Problem {
  return newProblem('DocumentNotAnObject', 'error', '', path, message);
}

const namePattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const namespacePattern = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function metadataProblems(
  definition: KindDefinition,
  metadata: Readonly<Record<string, unknown>>,
  key: string,
): Problem[] {
  const problems: Problem[] = [];
  const wrong = (path: string, value: unknown, expects: string) => {
    const message = `${foundOrMissing(value)}; must be ${expects}`;
    problems.push(newProblem('SchemaInvalid', 'error', key, path, message));
  };
  const name = metadata.name as string;
  if (name.length > 253 || !namePattern.test(name))
    wrong('metadata.name', name, 'lower-case letters, digits, `-` and `.`, at most 253 characters');
  if (definition.namespaced) {
    const { namespace } = metadata;
    if (typeof namespace !== 'string' || !namespacePattern.test(namespace))
      wrong('metadata.namespace', namespace, 'lower-case letters, digits and `-`, at most 63 characters');
  }
  for (const field of ['labels', 'annotations'] as const) {
    const values = metadata[field] ?? {};
    if (!isRecord(values)) wrong(`metadata.${field}`, values, 'an object with text values');
    else
      for (const [label, value] of Object.entries(values))
        if (typeof value !== 'string' && value !== null)
          wrong(pathText(['metadata', field, label]), value, `text${quotesHint(value)}`);
  }
  return problems;
}

/** Annotations that are large, change all the time, or both, and mean nothing here. */
const droppedAnnotations: ReadonlySet<string> = new Set(['kubectl.kubernetes.io/last-applied-configuration']);

function assemble(
  definition: KindDefinition,
  record: Envelope['record'],
  fields: Record<string, unknown>,
  source: SourceMark,
  problems: readonly Problem[],
): SourceObject {
  for (const field of definition.dropped ?? []) delete fields[field];
  const object = {
    kind: definition.kind,
    apiVersion: apiVersionOf(definition),
    metadata: readMetadata(definition, record.metadata, source),
    source,
    ...(definition.finish ? definition.finish(fields) : fields),
  };
  return problems.length > 0 ? { ...object, problems } : object;
}

function readMetadata(
  definition: KindDefinition,
  metadata: Readonly<Record<string, unknown>>,
  source: SourceMark,
): ObjectMeta {
  // A file saved from a cluster holds that cluster's uid, times and versions: they are not this object's.
  const own = source.kind === 'kubernetes' ? metadata : {};
  return {
    name: metadata.name as string,
    namespace: definition.namespaced ? ((metadata.namespace as string | undefined) ?? '') : '',
    uid: textOr(own.uid, ''),
    resourceVersion: textOr(own.resourceVersion, ''),
    generation: typeof own.generation === 'number' ? own.generation : 0,
    creationTimestamp: textOr(own.creationTimestamp, ''),
    labels: textMap(metadata.labels),
    annotations: definition.dropAnnotations ? {} : textMap(metadata.annotations, droppedAnnotations),
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function textMap(values: unknown, dropped?: ReadonlySet<string>): Record<string, string> {
  const result: Record<string, string> = {};
  if (!isRecord(values)) return result;
  for (const key of Object.keys(values).sort()) {
    const value = values[key];
    if (typeof value === 'string' && key !== '__proto__' && !dropped?.has(key))
      result[key.toWellFormed()] = value.toWellFormed();
  }
  return result;
}

function schemaProblems(reader: Reader, fields: unknown, key: string): Problem[] {
  const { definition } = reader;
  return errorTexts(
    reader.errors(fields),
    fields,
    definition.fields as SchemaNode,
    definition.secretValues === true,
  ).map(({ path, message }) => newProblem('SchemaInvalid', 'error', key, path, message));
}

function errorTexts(
  errors: readonly SchemaError[],
  fields: unknown,
  root: SchemaNode,
  secretValues: boolean,
): { readonly path: string; readonly message: string }[] {
  const byPath = new Map<string, string>();
  const add = (path: readonly PathSegment[], message: string) => {
    const text = pathText(path);
    if (!byPath.has(text)) byPath.set(text, message);
  };
  for (const error of errors) {
    // Said of a map whose values are wrong; the values have errors of their own.
    if (error.keyword === 'additionalProperties') continue;
    const { path, value, schema } = locate(error.instancePath, fields, root);
    if (error.keyword === 'required') {
      for (const name of (error.params as { requiredProperties: readonly string[] }).requiredProperties)
        add([...path, name], `missing; must be ${describe(schema?.properties?.[name])}`);
      continue;
    }
    const found = secretValues ? `found ${showType(value)}` : `found ${show(value)}`;
    add(path, `${found}; must be ${describe(schema)}${hint(schema, value)}`);
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/** Follows a JSON pointer through the value and through its schema. */
function locate(
  pointer: string,
  root: unknown,
  rootSchema: SchemaNode,
): { path: PathSegment[]; value: unknown; schema: SchemaNode | undefined } {
  const path: PathSegment[] = [];
  let value: unknown = root;
  let schema: SchemaNode | undefined = rootSchema;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) {
      path.push(Number(name));
      value = value[Number(name)] as unknown;
      schema = schema?.items;
    } else {
      path.push(name);
      value = isRecord(value) ? value[name] : undefined;
      schema = schema?.properties?.[name] ?? schema?.additionalProperties;
    }
  }
  return { path, value, schema };
}

/** What a schema wants, in people's words. */
function describe(schema: SchemaNode | undefined): string {
  if (!schema) return 'something else';
  if (schema.expects) return schema.expects;
  if (schema.enum) return `one of ${schema.enum.map((each) => `\`${each}\``).join(', ')}`;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  switch (schema.type) {
    case 'string':
      return `text${(minLength ?? 0) > 0 ? ' that is not empty' : ''}${maxLength ? ` of at most ${maxLength} characters` : ''}`;
    case 'integer':
      if (minimum !== undefined && maximum !== undefined) return `a whole number from ${minimum} to ${maximum}`;
      if (minimum !== undefined) return `a whole number of at least ${minimum}`;
      return maximum === undefined ? 'a whole number' : `a whole number of at most ${maximum}`;
    case 'boolean':
      return 'true or false';
    case 'array': {
      const least = minItems ? ` with at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}` : '';
      return `a list${least}${maxItems ? `${least ? ' and' : ' with'} at most ${maxItems}` : ''}`;
    }
    default:
      return schema.additionalProperties ? 'an object with text values' : 'an object';
  }
}

function hint(schema: SchemaNode | undefined, value: unknown): string {
  if (schema?.enum && typeof value === 'string') {
    const meant = nearest(value, schema.enum.map(String));
    if (meant) return `; did you mean \`${meant}\`?`;
  }
  if (schema?.type === 'string') return quotesHint(value);
  if ((schema?.type === 'integer' && Number.isInteger(Number(value || NaN))) || schema?.type === 'boolean')
    return typeof value === 'string' ? ', without quotes' : '';
  return '';
}

function quotesHint(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? ': put it in quotes' : '';
}

function unknownField(path: readonly PathSegment[], known: ReadonlySet<string>, key: string): Problem {
  return newProblem('UnknownField', 'warning', key, pathText(path), unknownFieldText(path, known));
}

function unknownFieldText(path: readonly PathSegment[], known: ReadonlySet<string>): string {
  const name = String(path.at(-1));
  const meant = nearest(name, [...known]);
  return `there is no field "${name}" here; it is ignored${meant ? `. Did you mean "${meant}"?` : ''}`;
}

function foundOrMissing(value: unknown): string {
  return value === undefined || value === null ? 'missing' : `found ${show(value)}`;
}

/** A value in a message: short, one line. */
function show(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > 60 ? `${value.slice(0, 57)}…` : value;
    return JSON.stringify(text);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return showType(value);
}

function showType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function newProblem(
  code: ProblemCode,
  severity: Problem['severity'],
  object: string,
  path: string,
  message: string,
): Problem {
  return { code, severity, object, path, message };
}

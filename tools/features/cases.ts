// What the golden cases set of the listed fields, and what the compiler finds wrong with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { findKind } from '../../src/model/kinds/index.ts';
import { objectKey, type Problem } from '../../src/model/object.ts';
import { isRecord, type SchemaNode } from '../../src/model/pick.ts';
import { goldenCases, loadGoldenCase } from '../../test/support/golden-case.ts';
import type { Field } from './fields.ts';
import { annotationPath } from './kinds.ts';

export interface Coverage {
  readonly field: Field;
  /** Cases in which the field is set, and right; those that set the fewest fields first. */
  readonly set: readonly string[];
  /** Cases in which a problem names it. */
  readonly wrong: readonly string[];
}

/** Fields of one case, as `<kind> <path>`. */
interface CaseFields {
  readonly name: string;
  readonly set: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
}

export function isCovered({ field, set, wrong }: Coverage): boolean {
  return (!field.canBeRight || set.length > 0) && (!field.canBeWrong || wrong.length > 0);
}

export async function coverageOf(fields: readonly Field[]): Promise<readonly Coverage[]> {
  const cases: CaseFields[] = [];
  for (const { name, at } of goldenCases()) cases.push(await fieldsOfCase(name, at));
  cases.sort((a, b) => a.set.size - b.set.size || (a.name < b.name ? -1 : 1));
  return fields.map((field) => {
    const key = `${field.kind} ${field.path}`;
    const named = (which: 'set' | 'wrong') => cases.filter((each) => each[which].has(key)).map(({ name }) => name);
    return { field, set: named('set'), wrong: named('wrong') };
  });
}

async function fieldsOfCase(name: string, at: string): Promise<CaseFields> {
  const { core, refused } = await loadGoldenCase(at);
  const problems = [...refused, ...[...core.statuses().values()].flatMap((each) => each.problems)];
  const set = new Set<string>();
  const wrong = new Set<string>();
  for (const document of parseAllDocuments(readFileSync(join(at, 'in.yaml'), 'utf8'))) {
    const object = document.toJS() as { kind: string; metadata: { namespace?: string; name: string } };
    const definition = findKind(object.kind);
    if (!definition) continue;
    const namespace = definition.namespaced ? (object.metadata.namespace ?? '') : '';
    const key = objectKey(object.kind, namespace, object.metadata.name);
    const mine = problems.filter((each) => each.object === key);
    const isRefused = refused.some((each) => mine.includes(each));
    // What others are told about it: a Service, say, has no status to tell its mistakes in.
    const told = problems.filter(({ message }) =>
      message.includes(`${object.kind} ${namespace}/${object.metadata.name}`),
    );
    for (const found of valuesOf(object, definition.fields)) {
      const isWrong = mine.some((each) => isAbout(each, found)) || told.some((each) => isNamed(each.message, found));
      if (isWrong) wrong.add(`${object.kind} ${found.field}`);
      else if (!isRefused) set.add(`${object.kind} ${found.field}`);
    }
    // Also what is missing where it must be.
    for (const { path } of mine) wrong.add(`${object.kind} ${path.replace(/\[\d+\]/g, '[]')}`);
  }
  return { name, set, wrong };
}

/** One scalar, empty list or empty object of an object. */
interface Value {
  /** As problems write it. */
  readonly path: string;
  /** As fields are written. */
  readonly field: string;
  readonly name: string;
  readonly text: string;
}

/** A problem is about a value if its path leads there or below, or if it leads to what the value is part of and its text names it. */
function isAbout({ path, message }: Problem, value: Value): boolean {
  const whole = value.path.replace(/\[\d+\]$/, '');
  if (path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`)) return true;
  return (
    path !== '' && (value.path.startsWith(`${path}.`) || value.path.startsWith(`${path}[`)) && isNamed(message, value)
  );
}

function isNamed(message: string, { name, text }: Value): boolean {
  const words = [...message.split(/[^\w./-]+/), ...message.split(/[^\w.-]+/)];
  return [name, ...(text === '' ? [] : [text])].some((each) => words.includes(each) || message.includes(`"${each}"`));
}

function valuesOf(object: object, fields: SchemaNode): readonly Value[] {
  const found: Value[] = [];
  const walk = (value: unknown, node: SchemaNode | undefined, at: Value): void => {
    if (value === null || value === undefined || node === undefined) return;
    if (Array.isArray(value) && value.length > 0)
      for (const [index, item] of value.entries())
        walk(item, node.items, { ...at, path: `${at.path}[${index}]`, field: `${at.field}[]` });
    else if (isRecord(value) && Object.keys(value).length > 0)
      for (const [name, part] of Object.entries(value)) {
        const step = /^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `["${name}"]`;
        const known = node.properties?.[name];
        const field = known ? `${at.field}.${name}` : `${at.field}.*`;
        walk(part, known ?? node.additionalProperties, { path: at.path + step, field, name, text: '' });
      }
    else if (typeof value === 'object') found.push(Array.isArray(value) ? { ...at, field: `${at.field}[]` } : at);
    else found.push({ ...at, text: String(value as string | number | boolean) });
  };
  for (const [name, node] of Object.entries(fields.properties ?? {}))
    walk((object as Record<string, unknown>)[name], node, { path: name, field: name, name, text: '' });
  const { annotations } = (object as { metadata: { annotations?: object } }).metadata;
  for (const name of Object.keys(annotations ?? {}))
    found.push({ path: annotationPath(name), field: annotationPath(name), name, text: '' });
  return found;
}

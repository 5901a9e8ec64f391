// The text of a YAML or JSON file → the same with its objects of getambassador.io in another version. Everything else stays
// as it is written, comments too. In: text. Out: text and what is wrong, with lines; nothing is ever left out.
import equal from 'fast-deep-equal';
import { Document, isAlias, isMap, LineCounter, parseAllDocuments, visit } from 'yaml';
import { pathSegments, unfold, withNamespace } from '../../actors/pool-jobs/parse-file.ts';
import { lineOf } from '../../sources/filesystem/yaml-documents.ts';
import {
  convertEmissary,
  emissaryGroup,
  withoutOlderForms,
  type EmissaryVersion,
} from '../../model/kinds/emissary/convert.ts';
import { validate } from '../../model/validate.ts';
import { isRecord } from '../../model/pick.ts';

export interface ConvertOptions {
  readonly version: EmissaryVersion;
  /** Without what only serves the way back. For v3alpha1. */
  readonly forGood: boolean;
  readonly output: 'yaml' | 'json';
}

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  /** `Mapping shop/cart: spec.weight: …`. */
  readonly message: string;
}

export interface ConvertedText {
  readonly text: string;
  /** How many objects are of another version than before. */
  readonly changed: number;
  readonly problems: readonly TextProblem[];
}

type Json = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

export function convertText(text: string, options: ConvertOptions): ConvertedText {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  const problems: TextProblem[] = [];
  const pieces: string[] = [];
  const values: unknown[] = [];
  let changed = 0;
  /** Each document could be read. */
  let isWhole = true;
  let end = 0;
  for (const document of documents) {
    const written = text.slice(end, document.range[2]);
    end = document.range[2];
    const [mistake] = document.errors;
    let value: unknown;
    try {
      value = mistake === undefined ? document.toJS() : undefined;
    } catch (error) {
      // Aliases that point nowhere, or would grow without bound.
      problems.push({ line: lineOf(document, [], lines), message: (error as Error).message });
    }
    if (mistake !== undefined) problems.push({ line: lines.linePos(mistake.pos[0]).line, message: mistake.message });
    if (value === undefined || value === null) {
      isWhole &&= value === null;
      pieces.push(written);
      continue;
    }
    const before = changed;
    let result: unknown = value;
    for (const { raw, path } of unfold(value)) {
      if (!isRecord(raw) || !String(raw.apiVersion).startsWith(`${emissaryGroup}/`)) continue;
      const wrong = (field: string, message: string): void => {
        const line = lineOf(document, [...path, ...pathSegments(field)], lines);
        problems.push({ line, message: `${nameOf(raw)}: ${field === '' ? '' : `${field}: `}${message}` });
      };
      const converted = convertEmissary(raw, options.version);
      if (!converted.ok) {
        wrong(converted.path, `${converted.message}; left as it is`);
        continue;
      }
      const object = options.forGood ? withoutOlderForms(converted.object) : converted.object;
      if (options.version === 'v3alpha1') {
        const checked = validate(withNamespace(object), { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
        const found = checked.ok ? (checked.value.problems ?? []) : checked.problems;
        for (const problem of found) wrong(problem.path, problem.message);
      }
      if (equal(object, raw)) continue;
      changed += 1;
      result = put(result, path, object);
    }
    values.push(changed === before ? value : withListVersion(result, options.version));
    pieces.push(changed === before ? written : separated(rewritten(document, values.at(-1)), pieces.length));
  }
  if (options.output === 'yaml') return { text: pieces.join(''), changed, problems };
  if (!isWhole) return { text, changed: 0, problems };
  const whole = values.length === 1 ? values[0] : { apiVersion: 'v1', kind: 'List', items: values.flatMap(itemsOf) };
  return { text: values.length === 0 ? '' : `${JSON.stringify(whole, null, 2)}\n`, changed, problems };
}

function nameOf({ kind, metadata }: Json): string {
  const { namespace, name } = isRecord(metadata) ? metadata : {};
  return `${String(kind)} ${typeof namespace === 'string' ? `${namespace}/` : ''}${String(name ?? '(without a name)')}`;
}

function put(value: unknown, [first, ...rest]: Path, inner: unknown): unknown {
  if (first === undefined) return inner;
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (index === first ? put(each, rest, inner) : each));
  const record = value as Json;
  return { ...record, [first]: put(record[first], rest, inner) };
}

/** A `MappingList` is of a version, a `List` of none. */
function withListVersion(value: unknown, version: EmissaryVersion): unknown {
  if (!isRecord(value) || !Array.isArray(value.items) || !String(value.apiVersion).startsWith(`${emissaryGroup}/`))
    return value;
  return { ...value, apiVersion: `${emissaryGroup}/${version}` };
}

function itemsOf(value: unknown): readonly unknown[] {
  return isRecord(value) && value.kind === 'List' && Array.isArray(value.items) ? value.items : [value];
}

/** What is the same keeps its comments and its form. */
function rewritten(document: Document.Parsed, value: unknown): string {
  let hasAliases = false;
  visit(document, { Alias: () => void (hasAliases = true) });
  if (hasAliases) return new Document(value).toString(format);
  edit(document, [], document.toJS(), value);
  return document.toString(format);
}

const format = { lineWidth: 0 };

function edit(document: Document.Parsed, path: Path, before: unknown, after: unknown): void {
  if (equal(before, after)) return;
  const node = document.getIn(path, true);
  const isSameList = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (isSameList && !isAlias(node)) {
    after.forEach((each: unknown, index) => edit(document, [...path, index], before[index], each));
    return;
  }
  if (!isRecord(before) || !isRecord(after) || (!isMap(node) && path.length > 0)) {
    document.setIn(path, document.createNode(after));
    return;
  }
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) document.deleteIn([...path, name]);
  for (const [name, field] of Object.entries(after)) edit(document, [...path, name], before[name], field);
}

/** Pieces that are as they were written have what stands between them. */
function separated(piece: string, index: number): string {
  return index === 0 || piece.startsWith('---') ? piece : `---\n${piece}`;
}

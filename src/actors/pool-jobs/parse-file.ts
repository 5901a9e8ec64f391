// Pool job: the text of one YAML or JSON file → its objects and what is wrong with it, with line numbers.
// A file may hold many documents; a document may be an object or a List of objects. One bad document never takes
// another along. Out: plain data.
import { createHash } from 'node:crypto';
import { findKind } from '../../model/kinds/index.ts';
import { keyOf, type Problem, type SourceMark, type SourceObject } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import { validate } from '../../model/validate.ts';
import type { FileText, ParsedFile } from '../../sources/filesystem/parsed-file.ts';
import { yamlDocuments } from '../../sources/filesystem/yaml-documents.ts';
import type { SourceProblem } from '../../sources/source.ts';
import { isRecord } from '../../model/pick.ts';

/** Objects of namespaced kinds without a namespace live here, as with `kubectl apply`. */
const defaultNamespace = 'default';

export interface Found {
  readonly raw: unknown;
  /** Where the object is in its document; empty, or `items[3]` of a List. */
  readonly path: readonly (string | number)[];
}

export default function parseFile({ file, text }: FileText): ParsedFile {
  const objects = new Map<string, SourceObject>();
  const refused = new Set<string>();
  const standIns = new Map<string, SourceObject>();
  const problems: SourceProblem[] = [];
  let unreadable = false;
  const mark = (line: number): SourceMark => ({ kind: 'filesystem', file, line });

  for (const { value, error, lineOf } of yamlDocuments(text)) {
    if (error) {
      unreadable = true;
      problems.push({ ...problemOf('DocumentNotParsed', '', '', error.message), source: mark(error.line) });
      continue;
    }
    if (value === null || value === undefined) continue;
    for (const { raw, path } of unfold(value)) {
      const line = lineOf(path);
      const result = validate(withNamespace(raw), { source: mark(line), unknownFields: 'warn' });
      const found = result.ok ? (result.value.problems ?? []) : result.problems;
      for (const problem of found) {
        const fieldLine = lineOf([...path, ...pathSegments(problem.path)]);
        problems.push({ ...problem, source: mark(fieldLine) });
      }
      if (!result.ok) {
        const key = result.problems[0]?.object ?? '';
        if (key === '') unreadable = true;
        else refused.add(key);
        if (result.standIn) standIns.set(key, versioned(result.standIn));
        continue;
      }
      const key = keyOf(result.value);
      const first = objects.get(key);
      if (first) {
        const at = first.source.kind === 'filesystem' ? ` in line ${first.source.line}` : '';
        const message = `this object is already${at} of the same file; the first one counts`;
        problems.push({ ...problemOf('DuplicateObject', key, '', message), source: mark(line) });
        continue;
      }
      objects.set(key, versioned(result.value));
    }
  }
  return {
    objects: [...objects.values()],
    refused: [...refused].filter((key) => !objects.has(key)),
    ...(standIns.size > 0 && { standIns: [...standIns.values()] }),
    unreadable,
    problems,
  };
}

/** An object, or the objects of a `List`; a typed list (`HTTPProxyList`) may leave out the kind of its items. */
export function unfold(value: unknown): Found[] {
  if (!isRecord(value) || typeof value.kind !== 'string' || !value.kind.endsWith('List') || findKind(value.kind))
    return [{ raw: value, path: [] }];
  const { items } = value;
  if (!Array.isArray(items)) return [{ raw: value, path: [] }];
  const itemKind = value.kind.slice(0, -'List'.length);
  const inherited = itemKind === '' ? {} : { apiVersion: value.apiVersion, kind: itemKind };
  return items.flatMap((item: unknown, index) =>
    unfold(isRecord(item) ? { ...inherited, ...item } : item).map((found) => ({
      raw: found.raw,
      path: ['items', index, ...found.path],
    })),
  );
}

export function withNamespace(raw: unknown): unknown {
  if (!isRecord(raw) || !isRecord(raw.metadata) || typeof raw.kind !== 'string') return raw;
  if (!findKind(raw.kind)?.namespaced || raw.metadata.namespace) return raw;
  return { ...raw, metadata: { ...raw.metadata, namespace: defaultNamespace } };
}

/** A file has no resource versions: the content is the version. The line is no content. */
function versioned(object: SourceObject): SourceObject {
  const content = { ...object, source: null, problems: null };
  const resourceVersion = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

/** `spec.routes[0]["a.b"]` → its segments. */
export function pathSegments(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, word]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : (word ?? ''),
  );
}

function problemOf(code: ProblemCode, object: string, path: string, message: string): Problem {
  return { code, severity: 'error', object, path, message };
}

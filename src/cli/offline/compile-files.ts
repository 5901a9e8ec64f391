// Files → compiled graph, by the code that serves: the same parser, checks, compile units and rules of precedence, without
// threads for actors and without Envoy. For `validate`, `explain -f` and `plan`.
import { readFile } from 'node:fs/promises';
import equal from 'fast-deep-equal';
import { messageOf } from '../../model/message-of.ts';
import type { Pool } from '../../actors/pool.ts';
import { createEngine, type Engine } from '../../dag/engine.ts';
import { createUnitKinds, type CompileConfig } from '../../dag/processors/index.ts';
import type { GraphSnapshot } from '../../dag/snapshot.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import { keyOf, type ObjectKey, type Problem, type SourceObject } from '../../model/object.ts';
import type { Secret } from '../../model/kinds/index.ts';
import { scan } from '../../sources/filesystem/scan.ts';

/** A problem with the place in a file that it is about; without one nothing is known of the place. */
export interface LocatedProblem extends Problem {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

export interface CompiledFiles {
  readonly graph: GraphSnapshot;
  readonly statuses: ReadonlyMap<ObjectKey, StatusValue>;
  /** By file and line. */
  readonly problems: readonly LocatedProblem[];
  /** Where each object is; EndpointSlices too. */
  readonly objects: ReadonlyMap<ObjectKey, SourceObject>;
  /** That compiled them. */
  readonly engine: Engine;
}

export interface FileInput {
  /** As it shall be named. */
  readonly file: string;
  readonly text: string;
}

export interface CompileOptions {
  readonly config: CompileConfig;
  readonly pool: Pool;
  readonly nowMs: number;
  /** Called as files are read: how many of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Files at the same time: enough for the pool, few enough to hold. */
const CONCURRENCY = 8;

/** All object files at and below `paths`. What can't be read is a problem, not an exception. */
export async function readFiles(
  paths: readonly string[],
): Promise<{ readonly files: readonly FileInput[]; readonly problems: readonly LocatedProblem[] }> {
  const { files: found, failures } = await scan(paths, () => {});
  const problems: LocatedProblem[] = failures.map(({ path, message }) => unreadable(path, message));
  const files: FileInput[] = [];
  const names = [...found.keys()];
  for (let start = 0; start < names.length; start += 64) {
    const texts = await Promise.all(
      names.slice(start, start + 64).map(async (file) => {
        try {
          return { file, text: await readFile(file, 'utf8') };
        } catch (error) {
          problems.push(unreadable(file, messageOf(error)));
          return undefined;
        }
      }),
    );
    for (const each of texts) if (each) files.push(each);
  }
  return { files, problems };
}

function unreadable(file: string, message: string): LocatedProblem {
  return { code: 'FileNotReadable', severity: 'error', object: '', path: '', message, file };
}

/** `given`: as of `readObjects`. */
export async function compileFiles(
  files: readonly FileInput[],
  options: CompileOptions,
  given: readonly SourceObject[] = [],
): Promise<CompiledFiles> {
  return compileObjects(await readObjects(files, options, given), options);
}

export interface ReadObjects {
  readonly files: readonly FileInput[];
  readonly objects: ReadonlyMap<ObjectKey, SourceObject>;
  readonly problems: readonly LocatedProblem[];
}

/**
 * Of an object that stands in several places the first in order counts. `given`: objects that come from no file, before
 * all others.
 */
export async function readObjects(
  files: readonly FileInput[],
  { pool, nowMs, onProgress }: CompileOptions,
  given: readonly SourceObject[] = [],
): Promise<ReadObjects> {
  const objects = new Map<ObjectKey, SourceObject>(given.map((object) => [keyOf(object), object]));
  const problems: LocatedProblem[] = [];
  let done = 0;
  const parsed = await inOrder(files, async (input) => {
    const result = await pool.run('parse-file', input);
    onProgress?.(++done, files.length);
    return { input, result };
  });
  for (const { input, result } of parsed) {
    if (!result.ok) {
      problems.push(unreadable(input.file, result.error.message));
      continue;
    }
    for (const { source, ...problem } of result.value.problems)
      problems.push({ ...problem, ...(source.kind === 'filesystem' && { file: source.file, line: source.line }) });
    for (const object of result.value.objects) {
      const key = keyOf(object);
      const first = objects.get(key);
      if (!first) objects.set(key, object);
      else problems.push({ ...duplicateOf(key, first), ...placeOf(object) });
    }
  }
  const secrets = [...objects].filter(([, { kind }]) => kind === 'Secret');
  const checked = await inOrder(secrets, async ([key, object]) => [key, await withCheck(object, pool, nowMs)] as const);
  for (const [key, object] of checked) objects.set(key, object);
  return { files, objects, problems };
}

/** `since`: an earlier result with the same configuration, from which only what differs is compiled again. It is used up: no other may follow it. */
export async function compileObjects(
  { files, objects, problems: known }: ReadObjects,
  { config, pool }: CompileOptions,
  since?: CompiledFiles,
): Promise<CompiledFiles> {
  const engine = since?.engine ?? createEngine(createUnitKinds(config));
  for (const key of since?.objects.keys() ?? []) if (!objects.has(key)) engine.set(key, undefined);
  for (const [key, object] of objects)
    if (object.kind !== 'EndpointSlice' && !isSame(object, since?.objects.get(key))) engine.set(key, object);
  engine.commit();
  const statuses = new Map(engine.statuses());
  const problems = [...known];
  for (const failure of engine.failures())
    problems.push({ code: 'InternalError', severity: 'error', object: '', path: '', message: failure.error });
  const compiled = [...statuses.values()].flatMap((status) => status.problems);
  problems.push(...(await locateProblems(unknownTo(problems, compiled), objects, files, pool)));
  problems.sort(byPlace);
  return { graph: engine.snapshot(), statuses, problems, objects, engine };
}

/** But for its place, which the compiler does not look at. */
function isSame(object: SourceObject, other: SourceObject | undefined): boolean {
  return other !== undefined && equal({ ...object, source: null }, { ...other, source: null });
}

/** Statuses repeat what the schema found; the parser has said it with its line. */
function unknownTo(known: readonly Problem[], found: readonly Problem[]): readonly Problem[] {
  const textOf = ({ object, path, message }: Problem): string => `${object} ${path} ${message}`;
  const said = new Set(known.map(textOf));
  return found.filter((problem) => {
    const text = textOf(problem);
    if (said.has(text)) return false;
    said.add(text);
    return true;
  });
}

/** With file and line, of those whose object is in a file. */
export async function locateProblems(
  problems: readonly Problem[],
  objects: ReadonlyMap<ObjectKey, SourceObject>,
  files: readonly FileInput[],
  pool: Pool,
): Promise<readonly LocatedProblem[]> {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const located: LocatedProblem[] = [];
  const byFile = new Map<string, Problem[]>();
  for (const problem of problems) {
    const { file } = placeOf(objects.get(problem.object));
    if (file === undefined) located.push(problem);
    else byFile.set(file, [...(byFile.get(file) ?? []), problem]);
  }
  const found = await inOrder([...byFile], async ([file, list]) => {
    const fields = list.map(({ object, path }) => ({ object, path }));
    const lines = await pool.run('locate-fields', { text: texts.get(file) ?? '', fields });
    return list.map((problem, index) => {
      const line = lines.ok ? lines.value[index] : undefined;
      return { ...problem, file, ...(line === undefined || line === null ? {} : { line }) };
    });
  });
  return [...located, ...found.flat()];
}

async function withCheck(object: SourceObject, pool: Pool, nowMs: number): Promise<SourceObject> {
  const secret = object as Secret;
  if (Object.keys(secret.data).length === 0) return secret;
  const result = await pool.run('check-secret', { object: keyOf(secret), data: secret.data, nowMs });
  // Unchecked it is used all the same, as in the running program.
  if (!result.ok) return secret;
  const checked: Secret = { ...secret, check: result.value };
  return checked;
}

function duplicateOf(key: ObjectKey, first: SourceObject): Problem {
  const { file, line } = placeOf(first);
  const message = `this object is already in ${file}:${line}; that one counts`;
  return { code: 'DuplicateObject', severity: 'error', object: key, path: '', message };
}

function placeOf(object: SourceObject | undefined): { readonly file?: string; readonly line?: number } {
  return object?.source.kind === 'filesystem' ? { file: object.source.file, line: object.source.line } : {};
}

/** The order of problems in a report. */
export function byPlace(a: LocatedProblem, b: LocatedProblem): number {
  const [fileA, fileB] = [a.file ?? '', b.file ?? ''];
  return fileA < fileB ? -1 : fileA > fileB ? 1 : (a.line ?? 0) - (b.line ?? 0);
}

/** Some at a time; results in the order of the inputs. */
async function inOrder<T, R>(inputs: readonly T[], run: (input: T) => Promise<R>): Promise<R[]> {
  const results = Array.from<R>({ length: inputs.length });
  let next = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (next < inputs.length) {
        const index = next++;
        results[index] = await run(inputs[index]!);
      }
    }),
  );
  return results;
}

// What would become of a change, asked of a copy of the control plane's compiler that holds the cluster's objects: the change
// goes in, is compiled, and is taken back. Pure: objects in, problems out. One question costs what the change costs.
import { createEngine, type Engine } from '../../dag/engine.ts';
import { createUnitKinds, type CompileConfig } from '../../dag/processors/index.ts';
import { isEvidentByItself } from '../../model/problem-codes.ts';
import { keyOf, type ObjectKey, type Problem, type Result, type SourceObject } from '../../model/object.ts';

export interface WhatIf {
  /** The cluster has this object now (undefined: no more). */
  set(key: ObjectKey, object: SourceObject | undefined): void;
  /** Compiles what has come since, so that the next question need not wait for it. */
  settle(): void;
  /** `before`: what the API server has, if it has one. `after` undefined: the object is to go. */
  ask(before: unknown, after: unknown): Consequences;
}

export interface Consequences {
  /** Undefined: it can't be read at all. */
  readonly object: ObjectKey | undefined;
  /** Of the object as it shall be. `isEvident`: whatever else the cluster holds, and it was not there before. */
  readonly own: readonly { readonly problem: Problem; readonly isEvident: boolean }[];
  /** Of other objects, which they have not now. */
  readonly others: readonly Problem[];
}

/** `readObject`: an object of the API server as the source that serves reads it; undefined: not a kind of ours. */
export function createWhatIf(
  config: CompileConfig,
  readObject: (raw: unknown) => Result<SourceObject> | undefined,
): WhatIf {
  const engine = createEngine(createUnitKinds(config));
  const objects = new Map<ObjectKey, SourceObject>();

  function put(key: ObjectKey, object: SourceObject | undefined): void {
    engine.set(key, object);
  }

  function aloneProblems(object: SourceObject | undefined): ReadonlySet<string> {
    if (object === undefined) return new Set();
    const alone = createEngine(createUnitKinds(config));
    const key = keyOf(object);
    alone.set(key, object);
    alone.commit();
    return new Set((alone.status(key)?.problems ?? []).map(textOf));
  }

  return {
    set(key, object) {
      if (object === undefined) objects.delete(key);
      else objects.set(key, object);
      put(key, object);
    },
    settle: () => void engine.commit(),
    ask(before, after) {
      engine.commit();
      const read = after === undefined ? undefined : readObject(after);
      const old = before === undefined ? undefined : readObject(before);
      const known = old?.ok === true ? old.value : undefined;
      const wanted = read?.ok === true ? read.value : undefined;
      const refused = read?.ok === false ? read.problems : [];
      const object = wanted ?? known;
      if (object === undefined) {
        const key = refused[0]?.object;
        const wasRefused = new Set(old?.ok === false ? old.problems.map(textOf) : []);
        return {
          object: key,
          own: refused.map((problem) => ({
            problem,
            isEvident: isEvident(problem) && !wasRefused.has(textOf(problem)),
          })),
          others: [],
        };
      }
      const key = keyOf(object);
      const problemsBefore = new Map(allProblems(engine));
      try {
        put(key, wanted);
        const { statuses } = engine.commit();
        const own = [...refused, ...(engine.status(key)?.problems ?? []), ...(wanted?.problems ?? [])];
        const others = statuses
          .filter((changed) => changed.key !== key)
          .flatMap((changed) => {
            const had = new Set((problemsBefore.get(changed.key) ?? []).map(textOf));
            return changed.status.problems.filter((problem) => !had.has(textOf(problem)));
          });
        const candidates = own.filter(isEvident);
        const alone = candidates.length === 0 ? new Set() : aloneProblems(wanted);
        const hadAlone = candidates.length === 0 ? new Set() : aloneProblems(known);
        return {
          object: key,
          own: distinct(own).map((problem) => {
            const text = textOf(problem);
            const isSure = refused.includes(problem) || alone.has(text);
            return { problem, isEvident: isEvident(problem) && isSure && !hadAlone.has(text) };
          }),
          others: distinct(others),
        };
      } finally {
        put(key, objects.get(key));
        engine.commit();
      }
    },
  };
}

function* allProblems(engine: Engine): Generator<[ObjectKey, readonly Problem[]]> {
  for (const [key, { problems }] of engine.statuses()) if (problems.length > 0) yield [key, problems];
}

function isEvident({ severity, code }: Problem): boolean {
  return severity === 'error' && isEvidentByItself(code);
}

function textOf({ object, code, path, message }: Problem): string {
  return `${object} ${code} ${path} ${message}`;
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [textOf(problem), problem])).values()];
}

// Problems as compile units make them: short constructors, and the text under which a problem shows in a status.
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';

/** Something that is not served as it was asked for. */
export function error(code: ProblemCode, object: ObjectKey, path: string, message: string): Problem {
  return { code, severity: 'error', object, path, message };
}

/** Something that is served, but perhaps not as it was meant. */
export function warning(code: ProblemCode, object: ObjectKey, path: string, message: string): Problem {
  return { code, severity: 'warning', object, path, message };
}

export function hasError(problems: readonly Problem[]): boolean {
  return problems.some((each) => each.severity === 'error');
}

/** `spec.routes[0]: what is wrong`. */
export function problemText(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`;
}

/** Drops repetitions (one object may be looked at on behalf of several hosts); keeps the order of first appearance. */
export function uniqueProblems(problems: Iterable<Problem>): readonly Problem[] {
  const seen = new Map<string, Problem>();
  for (const each of problems) {
    const key = `${each.severity} ${each.code} ${each.path} ${each.message} ${each.object}`;
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

const MAX_SHOWN = 80;

/** A user's value in a message: in quotes, on one line, not endless. */
export function shown(text: string): string {
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
  // oxlint-disable-next-line no-control-regex
  return `"${short.replace(/[\0-\x1f\x7f]/g, (character) => JSON.stringify(character).slice(1, -1))}"`;
}

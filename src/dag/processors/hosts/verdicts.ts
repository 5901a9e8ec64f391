// What a unit of a host found about objects that are served there, told to their statuses.
import type { ObjectKey, Problem } from '../../../model/object.ts';
import type { UnitContext } from '../../engine.ts';
import { topics, type Verdict } from '../topics.ts';

/** Gathers problems by their object. */
export function reportTo(problems: Map<ObjectKey, Problem[]>): (problem: Problem) => void {
  return (problem) => {
    const list = problems.get(problem.object);
    if (list) list.push(problem);
    else problems.set(problem.object, [problem]);
  };
}

export function publishVerdicts(
  context: UnitContext,
  problems: ReadonlyMap<ObjectKey, readonly Problem[]>,
  refused: ReadonlySet<ObjectKey> = new Set(),
): void {
  for (const owner of new Set([...problems.keys(), ...refused])) {
    const verdict: Verdict = { refused: refused.has(owner), problems: uniqueByPath(problems.get(owner) ?? []) };
    context.publish(topics.verdict(owner), verdict);
  }
}

/** With and without TLS the same conflict shows twice. */
function uniqueByPath(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter((each) => {
    const key = `${each.code} ${each.path}`;
    return !seen.has(key) && seen.add(key);
  });
}

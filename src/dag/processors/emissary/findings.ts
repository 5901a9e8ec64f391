// What a unit of getambassador.io finds wrong with objects, for their statuses.
import type { ObjectKey, Problem } from '../../../model/object.ts';
import type { UnitContext } from '../../engine.ts';
import { topics, type Findings } from '../topics.ts';

/** Findings by object, published at the end; of `objects` also that there is nothing wrong. */
export function gather(context: UnitContext): {
  readonly report: (problem: Problem) => void;
  readonly publish: (root: ObjectKey, objects: readonly ObjectKey[]) => void;
} {
  const findings = new Map<ObjectKey, Problem[]>();
  return {
    report(problem) {
      const list = findings.get(problem.object);
      if (list) list.push(problem);
      else findings.set(problem.object, [problem]);
    },
    publish(root, objects) {
      for (const object of new Set([...objects, ...findings.keys()]))
        context.publish(topics.findings(object), { root, problems: findings.get(object) ?? [] } satisfies Findings);
    },
  };
}

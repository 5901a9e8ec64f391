// What is to be told about each Ingress. Only problems: `status` of an Ingress holds nothing but addresses.
import type { Ingress } from '../../../model/kinds/index.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { isOurClass } from '../../compile/ingress-class.ts';
import { uniqueProblems } from '../../compile/problem.ts';
import { failureTopic, type UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings, type Verdict } from '../topics.ts';

export function statusKind(config: CompileConfig): UnitKind {
  return {
    name: 'ingress-status',
    level: levels.status,
    each: { object: 'Ingress' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const ingress = context.object<Ingress>('Ingress', namespace, name)!;
      if (!isOurClass(ingress, ingress.spec?.ingressClassName, config.ingressClassNames)) return;
      const object = keyOf(ingress);
      const failures = context.topic<Problem>(failureTopic(object)).map((each) => each.value);
      const found = context.topic<Findings>(topics.findings(object)).flatMap((each) => each.value.problems);
      const verdicts = context.topic<Verdict>(topics.verdict(object)).flatMap((each) => each.value.problems);
      context.status({
        object,
        apiVersion: ingress.apiVersion,
        generation: ingress.metadata.generation,
        uid: ingress.metadata.uid,
        status: null,
        problems: uniqueProblems([...(ingress.problems ?? []), ...failures, ...found, ...verdicts]),
      });
    },
  };
}

// The wanted status of each ExtensionService: one condition `Valid` with lists of errors and warnings.
import type { ExtensionService } from '../../../model/kinds/extension-service.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { uniqueProblems } from '../../compile/problem.ts';
import { failureTopic, type UnitKind } from '../../engine.ts';
import { validCondition } from '../httpproxy/status.ts';
import { levels, topics, type Findings } from '../topics.ts';

export const statusKind: UnitKind = {
  name: 'extension-service-status',
  level: levels.status,
  each: { object: 'ExtensionService' },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const extension = context.object<ExtensionService>('ExtensionService', namespace, name)!;
    const object = keyOf(extension);
    const failures = context.topic<Problem>(failureTopic(object)).map((each) => each.value);
    const found = context.topic<Findings>(topics.findings(object)).flatMap((each) => each.value.problems);
    const problems = uniqueProblems([...(extension.problems ?? []), ...failures, ...found]);
    const { generation, uid } = extension.metadata;
    context.status({
      object,
      apiVersion: extension.apiVersion,
      generation,
      uid,
      status: { conditions: [validCondition('ExtensionService', problems, generation)] },
      problems,
    });
  },
};

// What is wanted in the statuses of getambassador.io: Mapping and Host have a state, the others tell their problems by
// Events and in the log.
import { emissaryKinds } from '../../../model/kinds/emissary/index.ts';
import { keyOf, type Problem, type SourceObject } from '../../../model/object.ts';
import { error, hasError, problemText, uniqueProblems, warning } from '../../compile/problem.ts';
import { failureTopic, type UnitContext, type UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings, type Verdict } from '../topics.ts';
import { isOurs } from './objects.ts';
import { emissaryTopicPrefixes, emissaryTopics } from './topics.ts';

export function statusKinds(config: CompileConfig): readonly UnitKind[] {
  const kinds = Object.keys(emissaryKinds).map((kind): UnitKind => ({
    name: `emissary-${kind.toLowerCase()}-status`,
    level: levels.status,
    each: { object: kind },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const object = context.object(kind, namespace, name)!;
      if (!isOurs(config, object)) return;
      const key = keyOf(object);
      const found = [
        ...(object.problems ?? []),
        ...context.topic<Problem>(failureTopic(key)).map((each) => each.value),
        ...context.topic<Findings>(topics.findings(key)).flatMap((each) => each.value.problems),
        ...context.topic<Verdict>(topics.verdict(key)).flatMap((each) => each.value.problems),
      ];
      const problems = uniqueProblems([...found, ...ofItsKind(context, object, hasError(found))]);
      context.status({
        object: key,
        apiVersion: object.apiVersion,
        generation: object.metadata.generation,
        uid: object.metadata.uid,
        status: statusOf(kind, object, problems),
        problems,
      });
    },
  }));
  return [...kinds, holderKind];
}

/** What stands in the annotation of a Service is told of with the Service; an Ingress tells by itself. */
const holderKind: UnitKind = {
  name: 'emissary-annotation-status',
  level: levels.status,
  each: { topic: `${emissaryTopicPrefixes.annotated}Service/` },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const service = context.object('Service', namespace, name);
    if (!service) return;
    const key = keyOf(service);
    const inside = context
      .topic<readonly SourceObject[]>(emissaryTopics.annotatedIn(key))
      .flatMap((each) => each.value);
    const problems = uniqueProblems(
      [key, ...inside.map(keyOf)].flatMap((each) => [
        ...context.topic<Findings>(topics.findings(each)).flatMap((found) => found.value.problems),
        ...context.topic<Verdict>(topics.verdict(each)).flatMap((found) => found.value.problems),
      ]),
    );
    const { apiVersion, metadata } = service;
    const { generation, uid } = metadata;
    context.status({ object: key, apiVersion, generation, uid, status: null, problems });
  },
};

/** `isTold`: why it is not served has been said. */
function ofItsKind(context: UnitContext, object: SourceObject, isTold: boolean): readonly Problem[] {
  const key = keyOf(object);
  switch (object.kind) {
    case 'Mapping': {
      if (isTold || context.topic(emissaryTopics.served(key)).length > 0) return [];
      const message = 'no Host on a Listener takes this Mapping, by host name and labels; nothing of it is served';
      return [error('MappingNotServed', key, '', message)];
    }
    case 'DevPortal':
      return [warning('FeatureNotSupported', key, '', 'developer portals are not served')];
    default:
      return [];
  }
}

const MAX_REASON_LENGTH = 4000;

function statusOf(
  kind: string,
  object: SourceObject,
  problems: readonly Problem[],
): Readonly<Record<string, unknown>> | null {
  const errors = problems.filter((each) => each.severity === 'error');
  const reason = errors.map(problemText).join('; ').slice(0, MAX_REASON_LENGTH);
  if (kind === 'Mapping') return { state: hasError(problems) ? 'Inactive' : 'Running', reason };
  if (kind !== 'Host') return null;
  const { spec } = object as { readonly spec?: { readonly tlsSecret?: unknown; readonly tlsContext?: unknown } };
  return {
    state: errors.length > 0 ? 'Error' : 'Ready',
    errorReason: reason,
    tlsCertificateSource: spec?.tlsSecret || spec?.tlsContext ? 'Other' : 'None',
  };
}

// The wanted status of each HTTPProxy, in the API's own shape: one condition `Valid` with lists of errors and warnings,
// mirrored by currentStatus and description. Times and addresses are added where it is written.
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, parseKey, type ObjectKey, type Problem } from '../../../model/object.ts';
import { isOurClass } from '../../compile/ingress-class.ts';
import { error, problemText, uniqueProblems } from '../../compile/problem.ts';
import { failureTopic, type UnitContext, type UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings, type Verdict } from '../topics.ts';
import { conditionTypeOf } from './condition-types.ts';
import { hostsOf } from './root.ts';

export function statusKind(config: CompileConfig): UnitKind {
  return {
    name: 'httpproxy-status',
    level: levels.status,
    each: { object: 'HTTPProxy' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const proxy = context.object<HTTPProxy>('HTTPProxy', namespace, name)!;
      // Another controller's object: its status isn't ours to write.
      if (!isOurClass(proxy, proxy.spec.ingressClassName, config.ingressClassNames)) return;
      const failures = context.topic<Problem>(failureTopic(keyOf(proxy))).map((each) => each.value);
      const problems = uniqueProblems([...(proxy.problems ?? []), ...failures, ...problemsOf(context, proxy)]);
      context.status({
        object: keyOf(proxy),
        apiVersion: proxy.apiVersion,
        generation: proxy.metadata.generation,
        uid: proxy.metadata.uid,
        status: statusOf(problems, proxy.metadata.generation),
        problems,
      });
    },
  };
}

const orphanText = 'this HTTPProxy is not part of a delegation chain from a root HTTPProxy';

function problemsOf(context: UnitContext, proxy: HTTPProxy): readonly Problem[] {
  const object = keyOf(proxy);
  const found = context.topic<Findings>(topics.findings(object)).map((each) => each.value);
  if (proxy.spec.virtualhost) {
    const verdicts = context.topic<Verdict>(topics.verdict(object)).map((each) => each.value);
    return [...verdicts, ...found].flatMap((each) => each.problems);
  }
  // What a root found counts only while the root has its host.
  const served = found.filter(({ root }) => isServed(context, root));
  const verdicts = context.topic<Verdict>(topics.verdict(object)).flatMap((each) => each.value.problems);
  if (served.length > 0) return [...served.flatMap((each) => each.problems), ...verdicts];
  return [error('Orphaned', object, '', orphanText)];
}

/** On one of its hosts at least. */
function isServed(context: UnitContext, root: ObjectKey): boolean {
  const refused = context.topic<Verdict>(topics.verdict(root)).filter((each) => each.value.refused).length;
  if (refused === 0) return true;
  const { kind, namespace, name } = parseKey(root);
  const proxy = context.object<HTTPProxy>(kind, namespace, name);
  return proxy?.spec.virtualhost !== undefined && refused < hostsOf(proxy).size;
}

/** The API server's limit is 32768. */
const MAX_MESSAGE_LENGTH = 32_760;

/** By generation. Most objects are valid and have few: 10,000 equal statuses would take 10 MB in the threads that keep them. */
const validStatuses = new Map<number, Readonly<Record<string, unknown>>>();
const maxValidStatuses = 1000;

function statusOf(problems: readonly Problem[], generation: number): Readonly<Record<string, unknown>> {
  if (problems.length > 0) return newStatus(problems, generation);
  let status = validStatuses.get(generation);
  if (status === undefined) {
    if (validStatuses.size >= maxValidStatuses) validStatuses.clear();
    validStatuses.set(generation, (status = newStatus(problems, generation)));
  }
  return status;
}

function newStatus(problems: readonly Problem[], generation: number): Readonly<Record<string, unknown>> {
  const condition = validCondition('HTTPProxy', problems, generation);
  const orphaned = condition.errors?.find((each) => each.type === 'Orphaned');
  return {
    currentStatus: orphaned ? 'orphaned' : condition.status === 'True' ? 'valid' : 'invalid',
    description: orphaned ? orphaned.message : condition.message,
    conditions: [condition],
  };
}

interface SubCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

interface ValidCondition extends SubCondition {
  readonly observedGeneration: number;
  readonly errors?: readonly SubCondition[];
  readonly warnings?: readonly SubCondition[];
}

/** The one condition of kinds of projectcontour.io: errors make it False, warnings change nothing. */
export function validCondition(kind: string, problems: readonly Problem[], generation: number): ValidCondition {
  const entries = (severity: Problem['severity']): SubCondition[] =>
    problems
      .filter((each) => each.severity === severity)
      .map((each) => ({
        type: conditionTypeOf(each),
        status: 'True',
        reason: each.code,
        message: problemText(each).slice(0, MAX_MESSAGE_LENGTH),
      }));
  const errors = entries('error');
  const warnings = entries('warning');
  const isValid = errors.length === 0;
  return {
    type: 'Valid',
    status: isValid ? 'True' : 'False',
    reason: isValid ? 'Valid' : 'ErrorPresent',
    message: isValid ? `Valid ${kind}` : 'At least one error present, see Errors for details',
    observedGeneration: generation,
    ...(errors.length > 0 && { errors }),
    ...(warnings.length > 0 && { warnings }),
  };
}

// Statuses of routes: one entry a parent, with what the unit of the route found.
import type { ParentReference } from '../../../model/kinds/gateway-common.ts';
import { keyOf, type ObjectKey, type Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { error, uniqueProblems, warning, problemText } from '../../compile/problem.ts';
import { failureTopic, type UnitContext, type UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings, type Verdict } from '../topics.ts';
import { parentRefStatus, type AttachableRoute, type Attachment } from './attach.ts';
import { ourControllerNames } from './class.ts';
import { condition, type Condition } from './conditions.ts';
import { gatewayTopics, type MatchCount } from './topics.ts';

export const routeKinds = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'] as const;

/** What a route's unit publishes for its status. */
export interface RouteReport {
  readonly parents: readonly {
    readonly parentRef: Readonly<Record<string, unknown>>;
    readonly controllerName: string;
    readonly conditions: readonly Condition[];
  }[];
  /** Of the Gateways that serve it; sorted. */
  readonly fleets: readonly string[];
  /** Keys of the Gateways that have accepted it; sorted. */
  readonly gateways: readonly ObjectKey[];
}

export const reportTopic = (object: ObjectKey) => `gateway-route-report/${object}`;

/** What is wrong with a route, apart from where it attaches. The first of each list names the reason. */
export interface RouteFaults {
  /** References to backends that can't be used. */
  readonly unresolved: readonly RouteFault[];
  /** Rules that can't be served as they are, and answer 500. */
  readonly unsupported: readonly RouteFault[];
  /** Fields without effect; the rules are served. */
  readonly ignored?: readonly RouteFault[];
  /** Every rule is among the unsupported. */
  readonly allUnsupported: boolean;
}

export interface RouteFault {
  readonly reason: string;
  readonly path: string;
  readonly message: string;
}

/** Of a filter that a rule names. */
export const FILTER_NOT_FOUND = 'FilterNotFound';

/** Publishes the report and the problems. Nothing if no parent is ours, which takes away what we once wrote. */
export function reportRoute(
  context: UnitContext,
  route: AttachableRoute,
  attachments: readonly Attachment[],
  faults: RouteFaults,
): void {
  const { generation } = route.metadata;
  const object = keyOf(route);
  const of = (type: string, status: boolean, reason: string, message: string) =>
    condition(type, status, reason, message, generation);
  const [unresolved] = faults.unresolved;
  const [unsupported] = faults.unsupported;
  const { ignored = [] } = faults;
  const text = (list: readonly RouteFault[]) => list.map(({ path, message }) => `${path}: ${message}`).join('; ');
  const resolved = unresolved
    ? of('ResolvedRefs', false, unresolved.reason, text(faults.unresolved))
    : of('ResolvedRefs', true, 'ResolvedRefs', 'All references are resolved');
  const parents = attachments.map(({ reference, parent, refusal }) => {
    const accepted = refusal
      ? of('Accepted', false, refusal.reason, refusal.message)
      : faults.allUnsupported && unsupported
        ? of('Accepted', false, unsupported.reason, text(faults.unsupported))
        : of('Accepted', true, 'Accepted', 'The route is served');
    const partial = faults.allUnsupported ? ignored : [...faults.unsupported, ...ignored];
    return {
      parentRef: parentRefStatus(route, reference),
      controllerName: parent.controllerName,
      conditions: [
        accepted,
        resolved,
        ...(partial[0] && !refusal ? [of('PartiallyInvalid', true, partial[0].reason, text(partial))] : []),
      ],
    };
  });
  const fleets = [...new Set(attachments.map(({ parent }) => parent.fleet))].sort();
  const accepted = attachments.filter(({ refusal }) => refusal === undefined);
  const gateways = [...new Set(accepted.map(({ parent }) => parent.gateway))].sort();
  context.publish(reportTopic(object), { parents, fleets, gateways } satisfies RouteReport);
  const problems: Problem[] = [
    ...[...faults.unresolved, ...faults.unsupported].map(({ reason, path, message }) =>
      error(problemCodeOf(reason), object, path, message),
    ),
    ...ignored.map(({ path, message }) => warning('IgnoredField', object, path, message)),
    ...attachments.flatMap(({ reference, refusal }) =>
      refusal ? [error('RouteNotAccepted', object, pathOf(route, reference), refusal.message)] : [],
    ),
  ];
  context.publish(topics.findings(object), { root: object, problems } satisfies Findings);
}

function pathOf({ spec: { parentRefs = [] } }: AttachableRoute, reference: ParentReference): string {
  const index = parentRefs.indexOf(reference);
  return index < 0 ? 'spec.useDefaultGateways' : `spec.parentRefs[${index}]`;
}

export function problemCodeOf(reason: string): ProblemCode {
  if (reason === 'RefNotPermitted') return 'RefNotPermitted';
  if (reason === FILTER_NOT_FOUND) return 'FilterUnresolvedReference';
  return reason === 'UnsupportedValue' || reason === 'IncompatibleFilters'
    ? 'RouteRuleNotSupported'
    : 'ServiceUnresolvedReference';
}

/**
 * Whether a route loses some or all of its matches to others. Contour's users, and what watches their routes, know it by
 * these conditions; where Gateways are named by classes they are not set, since the specification only orders such routes.
 */
function conflictOf(context: UnitContext, object: ObjectKey): 'some' | 'all' | undefined {
  const counts = context.topic<MatchCount>(gatewayTopics.matches(object)).map(({ value }) => value);
  if (counts.every(({ lost }) => lost === 0)) return undefined;
  return counts.every(({ served }) => served === 0) ? 'all' : 'some';
}

function withConflict(
  conditions: readonly Condition[],
  conflict: 'some' | 'all',
  kind: string,
  { metadata: { generation } }: AttachableRoute,
): readonly Condition[] {
  if (!conditions.some(({ type, status }) => type === 'Accepted' && status === 'True')) return conditions;
  const told =
    conflict === 'all'
      ? condition(
          'Accepted',
          false,
          'RuleMatchConflict',
          `${kind}'s Match has conflict with other ${kind}'s Match`,
          generation,
        )
      : condition(
          'PartiallyInvalid',
          true,
          'RuleMatchPartiallyConflict',
          `Dropped Rule: some of ${kind}'s rule(s) has(ve) been dropped because of conflict against other ${kind}'s rule(s)`,
          generation,
        );
  // What is wrong with the route itself is more to the point.
  if (conflict === 'some' && conditions.some(({ type }) => type === told.type)) return conditions;
  return [told, ...conditions.filter(({ type }) => type !== told.type)];
}

/** What hosts could not serve of it, beside what is wrong with the route itself. */
function withVerdicts(
  conditions: readonly Condition[],
  problems: readonly Problem[],
  { metadata: { generation } }: AttachableRoute,
): readonly Condition[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 || !conditions.some(({ type, status }) => type === 'Accepted' && status === 'True'))
    return conditions;
  const before = conditions.find(({ type }) => type === 'PartiallyInvalid');
  const texts = [...(before ? [before.message] : []), ...errors.map(problemText)];
  const reason = before?.reason ?? 'UnsupportedValue';
  return [
    ...conditions.filter((each) => each !== before),
    condition('PartiallyInvalid', true, reason, texts.join('; '), generation),
  ];
}

export function routeStatusKinds(config: CompileConfig): readonly UnitKind[] {
  return routeKinds.map((kind) => ({
    name: `${kind.toLowerCase()}-status`,
    level: levels.status,
    each: { object: kind },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const route = context.object<AttachableRoute>(kind, namespace, name)!;
      const object = keyOf(route);
      const report = context.topic<RouteReport>(reportTopic(object))[0]?.value;
      const conflict = conflictOf(context, object);
      const verdicts = uniqueProblems(
        context.topic<Verdict>(topics.verdict(object)).flatMap((each) => each.value.problems),
      );
      const parents = (report?.parents ?? []).map((parent) => ({
        ...parent,
        conditions: withVerdicts(
          conflict ? withConflict(parent.conditions, conflict, kind, route) : parent.conditions,
          verdicts,
          route,
        ),
      }));
      const failures = context.topic<Problem>(failureTopic(object)).map((each) => each.value);
      const found = context.topic<Findings>(topics.findings(object)).flatMap((each) => each.value.problems);
      context.status({
        object,
        apiVersion: route.apiVersion,
        generation: route.metadata.generation,
        uid: route.metadata.uid,
        status: { parents },
        ...(report && report.fleets.length > 0 && { awaits: report.fleets }),
        controllerNames: [
          ...new Set([...ourControllerNames(config), ...(report?.parents ?? []).map((each) => each.controllerName)]),
        ].sort(),
        problems: uniqueProblems([...(route.problems ?? []), ...failures, ...found, ...verdicts]),
      });
    },
  }));
}

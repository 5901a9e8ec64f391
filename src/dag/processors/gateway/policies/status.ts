// Statuses of TrafficPolicies and BackendPolicies: one entry an ancestor, which is the Gateway through which requests come, or
// the target itself where there is none. Source: GEP-713, PolicyStatus.
import { GATEWAY_GROUP } from '../../../../model/kinds/gateway-common.ts';
import { MAX_ANCESTORS } from '../../../../model/kinds/policy-common.ts';
import type { BackendPolicy, Service, TrafficPolicy } from '../../../../model/kinds/index.ts';
import {
  keyOf,
  objectKey,
  parseKey,
  type ObjectKey,
  type Problem,
  type SourceObject,
} from '../../../../model/object.ts';
import { error, problemText, uniqueProblems } from '../../../compile/problem.ts';
import { failureTopic, type UnitContext, type UnitKind } from '../../../engine.ts';
import type { CompileConfig } from '../../compile-config.ts';
import { levels } from '../../topics.ts';
import { gatewayConfig, ourControllerNames } from '../class.ts';
import { condition, type Condition } from '../conditions.ts';
import { reportTopic, type RouteReport } from '../route-status.ts';
import { gatewayTopics, type Parent } from '../topics.ts';
import {
  backendPolicyTopics,
  backendSectionNames,
  entriesFor as backendEntriesFor,
  ownerOfBackendSection,
} from './backend-policy.ts';
import { ownerOfSection, sectionNames } from './effective.ts';
import { entriesFor, trafficTopics, type CompiledTrafficPolicy } from './traffic-policy.ts';

interface TargetReference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly sectionName?: string;
}

/** What one reference of a policy has come to. */
interface Verdict {
  /** Gateways through which requests come; none: the target stands for them. */
  readonly gateways: readonly ObjectKey[];
  readonly target: TargetReference;
  /** Absent: the policy counts there. */
  readonly refusal?: { readonly reason: 'TargetNotFound' | 'Conflicted'; readonly message: string };
}

interface Reported {
  readonly policy: SourceObject;
  readonly verdicts: readonly Verdict[];
  /** Further Gateways: of routes whose filters name it. */
  readonly usedBy: readonly ObjectKey[];
  readonly problems: readonly Problem[];
}

export function policyStatusKinds(config: CompileConfig): readonly UnitKind[] {
  return [
    {
      name: 'traffic-policy-status',
      level: levels.status,
      each: { object: 'TrafficPolicy' },
      compile(rest, context) {
        const [namespace, name] = rest.split('/') as [string, string];
        const policy = context.object<TrafficPolicy>('TrafficPolicy', namespace, name)!;
        const object = keyOf(policy);
        const compiled = context.topic<CompiledTrafficPolicy>(trafficTopics.policy(object))[0]?.value;
        const verdicts = (policy.spec.targetRefs ?? []).map((target) => trafficVerdict(context, policy, target));
        const used = context.topic<readonly ObjectKey[]>(gatewayTopics.policyAncestors(object));
        report(context, config, {
          policy,
          verdicts,
          usedBy: used.flatMap(({ value }) => value),
          problems: compiled?.problems ?? [],
        });
      },
    },
    {
      name: 'backend-policy-status',
      level: levels.status,
      each: { object: 'BackendPolicy' },
      compile(rest, context) {
        const [namespace, name] = rest.split('/') as [string, string];
        const policy = context.object<BackendPolicy>('BackendPolicy', namespace, name)!;
        const object = keyOf(policy);
        const used = context.topic<readonly ObjectKey[]>(gatewayTopics.policyAncestors(object));
        const gateways = [...new Set(used.flatMap(({ value }) => value))];
        const verdicts = policy.spec.targetRefs.map((target) => backendVerdict(context, policy, target, gateways));
        const problems = context.topic<readonly Problem[]>(backendPolicyTopics.problems(object));
        report(context, config, { policy, verdicts, usedBy: [], problems: problems.flatMap(({ value }) => value) });
      },
    },
  ];
}

function trafficVerdict(context: UnitContext, policy: TrafficPolicy, target: TargetReference): Verdict {
  const { namespace } = policy.metadata;
  const { kind, name, sectionName } = target;
  const key = objectKey(kind, namespace, name);
  const missing = (message: string, gateways: readonly ObjectKey[] = []): Verdict => ({
    gateways,
    target,
    refusal: { reason: 'TargetNotFound', message },
  });
  let gateways: readonly ObjectKey[];
  let sections: readonly string[];
  if (kind === 'Gateway' || kind === 'ListenerSet') {
    const parent = context.topic<Parent>(gatewayTopics.parent(key))[0]?.value;
    if (!parent) return missing(`there is no ${kind} ${namespace}/${name} that nuncio serves`);
    gateways = [parent.gateway];
    sections = parent.listeners.map((each) => each.name);
  } else {
    const route = context.object<RouteWithRules>(kind, namespace, name);
    if (!route) return missing(`${kind} ${namespace}/${name} not found`);
    gateways = context.topic<RouteReport>(reportTopic(key))[0]?.value.gateways ?? [];
    if (gateways.length === 0) return missing(`${kind} ${namespace}/${name} is on no Gateway that nuncio serves`);
    sections = (route.spec.rules ?? []).flatMap((each) => each.name ?? []);
  }
  if (sectionName !== undefined && !sections.includes(sectionName)) {
    const what = kind === 'Gateway' || kind === 'ListenerSet' ? 'listener' : 'rule';
    const has = sections.length > 0 ? sections.join(', ') : 'none with a name';
    return missing(`${kind} ${namespace}/${name} has no ${what} ${sectionName} (it has ${has})`, gateways);
  }
  const beside = entriesFor(context, key).filter((each) => each.sectionName === sectionName);
  const own = beside.find((each) => each.policy === keyOf(policy));
  const lost = sectionNames.flatMap((section) => {
    const owner = ownerOfSection(beside, section);
    return own?.sections[section] !== undefined && owner && owner.policy !== own.policy ? [{ section, owner }] : [];
  });
  return { gateways, target, ...conflict(lost) };
}

interface RouteWithRules extends SourceObject {
  readonly spec: { readonly rules?: readonly { readonly name?: string }[] };
}

function backendVerdict(
  context: UnitContext,
  policy: BackendPolicy,
  target: TargetReference,
  gateways: readonly ObjectKey[],
): Verdict {
  const { namespace } = policy.metadata;
  const { name, sectionName } = target;
  const missing = (message: string): Verdict => ({
    gateways: [],
    target,
    refusal: { reason: 'TargetNotFound', message },
  });
  const service = context.object<Service>('Service', namespace, name);
  if (!service) return missing(`Service ${namespace}/${name} not found`);
  const ports = (service.spec?.ports ?? []).flatMap((each) => each.name ?? []);
  if (sectionName !== undefined && !ports.includes(sectionName)) {
    const has = ports.length > 0 ? ports.join(', ') : 'none with a name';
    return missing(`Service ${namespace}/${name} has no port ${sectionName} (it has ${has})`);
  }
  const beside = backendEntriesFor(context, namespace, name).filter((each) => each.portName === sectionName);
  const own = beside.find((each) => each.policy === keyOf(policy));
  const lost = backendSectionNames.flatMap((section) => {
    const owner = ownerOfBackendSection(beside, section);
    return own?.sections[section] !== undefined && owner && owner.policy !== own.policy ? [{ section, owner }] : [];
  });
  return { gateways, target, ...conflict(lost) };
}

function conflict(
  lost: readonly { readonly section: string; readonly owner: { readonly policy: ObjectKey } }[],
): Pick<Verdict, 'refusal'> {
  if (lost.length === 0) return {};
  const text = lost.map(({ section, owner }) => `${section} is that of ${owner.policy}`).join(', ');
  return {
    refusal: { reason: 'Conflicted', message: `${text}, which is older and for the same; what is left counts` },
  };
}

function report(context: UnitContext, config: CompileConfig, { policy, verdicts, usedBy, problems }: Reported): void {
  const object = keyOf(policy);
  const { namespace, generation, uid } = policy.metadata;
  const errors = problems.filter((each) => each.severity === 'error');
  const of = (ok: boolean, reason: string, message: string) =>
    condition('Accepted', ok, reason, message.slice(0, MOST_TEXT), generation);
  const invalid = errors.length > 0 ? of(false, 'Invalid', errors.map(problemText).join('; ')) : undefined;
  const accepted = (message: string) => invalid ?? of(true, 'Accepted', message);

  const ancestors = new Map<string, Ancestor>();
  const fleets = new Set<string>();
  const add = (key: string, ancestor: Omit<Ancestor, 'conditions'>, told: Condition): void => {
    const known = ancestors.get(key);
    // Of several targets below one Gateway the first that is refused is told of.
    if (!known || known.conditions[0]!.status === 'True') ancestors.set(key, { ...ancestor, conditions: [told] });
  };
  const { controllerNames } = gatewayConfig(config);
  for (const { gateways, target, refusal } of verdicts) {
    const told = refusal
      ? of(false, refusal.reason, [refusal.message, ...errors.map(problemText)].join('; '))
      : accepted(gateways.length > 0 ? 'The policy is in effect' : 'The policy waits for a route that uses its target');
    for (const gateway of gateways) addGateway(gateway, told);
    if (gateways.length > 0) continue;
    const { group, kind, name, sectionName } = target;
    const ancestorRef = { group, kind, namespace, name, ...(sectionName !== undefined && { sectionName }) };
    add(JSON.stringify(ancestorRef), { ancestorRef, controllerName: controllerNames.shared }, told);
  }
  for (const gateway of usedBy) addGateway(gateway, accepted('The policy is in effect'));

  function addGateway(gateway: ObjectKey, told: Condition): void {
    const parent = context.topic<Parent>(gatewayTopics.parent(gateway))[0]?.value;
    if (!parent) return;
    const { kind, namespace: ofGateway, name } = parseKey(gateway);
    const ancestorRef = { group: GATEWAY_GROUP, kind, namespace: ofGateway, name };
    fleets.add(parent.fleet);
    add(gateway, { ancestorRef, controllerName: parent.controllerName }, told);
  }

  const failures = context.topic<Problem>(failureTopic(object)).map(({ value }) => value);
  const list = [...ancestors].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ancestor]) => ancestor);
  // Only so many fit: what is wrong must be among them.
  const [good, bad] = [list.filter(isAccepted), list.filter((each) => !isAccepted(each))];
  context.status({
    object,
    apiVersion: policy.apiVersion,
    generation,
    uid,
    status: { ancestors: [...bad, ...good].slice(0, MAX_ANCESTORS) },
    // Nobody is told that something is protected before it is.
    ...(fleets.size > 0 && { awaits: [...fleets].sort() }),
    controllerNames: [...new Set([...ourControllerNames(config), ...list.map((each) => each.controllerName)])].sort(),
    problems: uniqueProblems([
      ...(policy.problems ?? []),
      ...failures,
      ...problems,
      ...verdicts.flatMap(({ refusal }, i) => {
        if (!refusal) return [];
        const code = refusal.reason === 'Conflicted' ? 'PolicyConflicted' : 'PolicyTargetNotFound';
        return [error(code, object, `spec.targetRefs[${i}]`, refusal.message)];
      }),
    ]),
  });
}

/** The API server takes no longer message. */
const MOST_TEXT = 32_768;

interface Ancestor {
  readonly ancestorRef: Readonly<Record<string, string>>;
  readonly controllerName: string;
  readonly conditions: readonly Condition[];
}

function isAccepted({ conditions }: Ancestor): boolean {
  return conditions.every(({ status }) => status === 'True');
}

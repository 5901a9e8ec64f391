// Mappings for the same requests make a group: one route each, with a share of the requests. Here is which members count,
// in what order, and with what share; and in what order groups come.
import { error, warning } from '../../compile/problem.ts';
import { compareText } from '../../compile/route-match.ts';
import type { Problem } from '../../../model/object.ts';
import type { Cluster, ForwardAction, Route } from '../../vertices.ts';
import type { PlaceElement } from '../topics.ts';
import type { MappingDraft, SharedFields } from './topics.ts';

export interface GroupRoute {
  readonly route: Route;
  readonly clusters: readonly Cluster[];
  readonly draft: MappingDraft;
  /** Gets copies of its requests. */
  readonly shadow?: MappingDraft;
  /** Where it stands among routes of all groups. */
  readonly place: readonly PlaceElement[];
}

/** All routes of these Mappings, in the order in which they match. */
export function groupRoutes(
  drafts: readonly MappingDraft[],
  report: (problem: Problem) => void,
): readonly GroupRoute[] {
  const groups = new Map<string, MappingDraft[]>();
  for (const draft of [...drafts].sort(compareDrafts)) {
    const group = groups.get(draft.group);
    if (!group) groups.set(draft.group, [draft]);
    else group.push(draft);
  }
  return [...groups.values()]
    .map((members) => ({ members, key: highest(members) }))
    .sort((a, b) => compareKeys(b.key, a.key) || compareDrafts(a.members[0]!, b.members[0]!))
    .flatMap(({ members, key }) => {
      const [{ creationTimestamp, owner }] = members as [MappingDraft];
      const place = [{ descending: key }, creationTimestamp, owner];
      return routesOf(members, report).map((each, i) => ({ ...each, place: [...place, i] }));
    });
}

/** The oldest first: it is the one that others must agree with. */
function compareDrafts(a: MappingDraft, b: MappingDraft): number {
  return compareText(a.creationTimestamp, b.creationTimestamp) || compareText(a.owner, b.owner);
}

function highest(members: readonly MappingDraft[]): MappingDraft['sort'] {
  return members.map((each) => each.sort).reduce((a, b) => (compareKeys(a, b) >= 0 ? a : b));
}

/** Element by element; what goes on is the greater one. */
export function compareKeys(a: MappingDraft['sort'], b: MappingDraft['sort']): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function routesOf(
  all: readonly MappingDraft[],
  report: (problem: Problem) => void,
): readonly Omit<GroupRoute, 'place'>[] {
  const members = accepted(all, report);
  const shadows = members.filter((each) => each.use === 'shadow');
  const usable = members.filter((each) => each.route.action.kind !== 'directResponse');
  // A member whose service can't be used leaves its share to the others.
  const real = (usable.some((each) => each.use !== 'shadow') ? usable : members).filter(
    (each) => each.use !== 'shadow',
  );
  const shadow = shadows.find((each) => each.route.action.kind === 'forward');
  const shared = sharedFields(members);
  return shares(real, report).map(({ draft, percent }) => {
    const { match, action } = draft.route;
    const { cors, ...forwarded } = { ...shared, ...draft.shared };
    return {
      route: {
        ...draft.route,
        match: { ...match, ...(percent < 100 && { percent }) },
        ...(cors && { cors }),
        action: action.kind === 'forward' ? { ...withShared(action, forwarded), ...mirror(shadow) } : action,
      },
      clusters: [...draft.clusters, ...(shadow ? shadow.clusters : [])],
      draft,
      ...(shadow && { shadow }),
    };
  });
}

function withShared(action: ForwardAction, shared: Omit<SharedFields, 'cors'>): ForwardAction {
  const { retry, upgrades = [], websocket = false, priority } = shared;
  return {
    ...action,
    ...(retry && { retry }),
    websocket,
    ...(upgrades.length > 0 && { upgrades }),
    ...(priority === 'high' && { priority }),
  };
}

function mirror(shadow: MappingDraft | undefined): Pick<ForwardAction, 'mirrors'> {
  const cluster = shadow?.clusters[0]?.key;
  return { mirrors: cluster === undefined ? [] : [{ cluster, percent: shadow!.weight ?? 100 }] };
}

/** Of each field the one of the member that comes last by its key. */
function sharedFields(members: readonly MappingDraft[]): SharedFields {
  const sorted = [...members].sort((a, b) => compareKeys(a.sort, b.sort) || compareDrafts(a, b));
  return Object.assign({}, ...sorted.map((each) => each.shared)) as SharedFields;
}

/** Members that contradict the first are told, and left out. */
function accepted(all: readonly MappingDraft[], report: (problem: Problem) => void): readonly MappingDraft[] {
  const [first] = all as [MappingDraft];
  const refuse = (draft: MappingDraft, path: string, message: string) => {
    report(error('MappingGroupConflict', draft.owner, path, `${message}; this Mapping is not served`));
    return false;
  };
  const name = (draft: MappingDraft) => `Mapping ${draft.owner.slice(draft.owner.indexOf('/') + 1)}`;
  let shadow: MappingDraft | undefined;
  return all.filter((draft) => {
    if (draft === first) {
      if (draft.use === 'shadow') shadow = draft;
      return true;
    }
    const field = Object.keys(draft.core).find((each) => (first.core[each] ?? draft.core[each]) !== draft.core[each]);
    if (field !== undefined)
      return refuse(draft, `spec.${field}`, `${name(first)} has the same requests and another ${field}`);
    if (draft.use === 'shadow') {
      if (shadow) return refuse(draft, 'spec.shadow', `${name(shadow)} is the shadow of the same requests`);
      shadow = draft;
      return true;
    }
    const real = all.find((each) => each !== draft && each.use !== 'shadow' && all.indexOf(each) < all.indexOf(draft));
    if (real && (draft.use === 'redirect' || real.use === 'redirect')) {
      const what = real.use === 'redirect' ? 'redirects' : 'serves';
      return refuse(draft, 'spec.host_redirect', `${name(real)} ${what} the same requests already`);
    }
    return true;
  });
}

interface Share {
  readonly draft: MappingDraft;
  /** Up to which number of a hundred. */
  readonly percent: number;
}

/** Those with a weight first, in their order, the rest shares what is left. */
function shares(members: readonly MappingDraft[], report: (problem: Problem) => void): readonly Share[] {
  if (members.length <= 1) return members.map((draft) => ({ draft, percent: 100 }));
  const result: Share[] = [];
  let sum = 0;
  for (const draft of members) {
    if (draft.weight === undefined) continue;
    if (sum + draft.weight > 100) {
      const message = `the weights of all Mappings for these requests exceed 100; this one gets ${100 - sum}`;
      report(error('WeightNotValid', draft.owner, 'spec.weight', message));
    }
    const before = sum;
    sum = Math.min(100, sum + draft.weight);
    if (sum > before) result.push({ draft, percent: sum });
  }
  const others = members.filter((each) => each.weight === undefined);
  const rest = 100 - sum;
  if (rest === 0) {
    for (const draft of others) {
      const message = 'Mappings with a weight take all of these requests; this one gets none';
      report(warning('IgnoredField', draft.owner, 'spec', message));
    }
    return result;
  }
  for (const [i, draft] of others.entries())
    result.push({ draft, percent: i === others.length - 1 ? 100 : sum + Math.round((rest * (i + 1)) / others.length) });
  return result;
}

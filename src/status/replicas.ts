// What several replicas of nuncio know of their Envoys, as one. Pure. In: for each replica how far its Envoys are and what
// they refuse. Out: how far all are with one status, what all refuse of one object.
// Must hold: the order of the replicas makes no difference; an Envoy of a replica that says something else about the object,
// or nothing yet, has not accepted what the status says.
import type { FleetProgress } from '../messages/envoy-reports.ts';
import type { RejectionValue } from '../messages/rejections.ts';
import type { StatusValue } from '../messages/statuses.ts';
import { hashDigits, hashText } from '../model/text-hash.ts';
import type { Acceptance } from './acceptance.ts';

/** One replica, as one status sees it. */
export interface ReplicaProgress {
  /** Undefined: it has no Envoy of the fleet. */
  readonly of: (fleet: string) => FleetProgress | undefined;
  /** Of its graph, with which the status came to say what it says; null: there it says something else. */
  readonly revision: number | null;
}

/** `absent`: fleets that have an Envoy at no replica; they make nothing done. */
export function acceptanceOf(
  awaits: readonly string[],
  replicas: readonly ReplicaProgress[],
): Acceptance & { readonly absent: readonly string[] } {
  let accepted = 0;
  let connected = 0;
  const absent: string[] = [];
  for (const fleet of awaits) {
    const before = connected;
    for (const { of, revision } of replicas)
      for (const { revision: reached, count } of of(fleet)?.envoys ?? []) {
        connected += count;
        if (revision !== null && reached >= revision) accepted += count;
      }
    if (connected === before) absent.push(fleet);
  }
  return { accepted, connected, done: absent.length === 0 && accepted === connected, absent };
}

/**
 * The same on all replicas that say the same of the same object. A status that goes back to what it said before has the
 * hash of then: a replica that is behind by both steps passes for one that is there.
 */
export function statusHash({ uid, generation, status, awaits = [] }: StatusValue): string {
  const text = JSON.stringify([uid, generation, awaits, status]);
  return hashDigits(hashText(0x811c9dc5, text)) + hashDigits(hashText(0x2545f491, text));
}

const maxNodes = 10;
const maxOwners = 100;

/** What several replicas say of one resource or part becomes one as far as they speak of the same version. Sorted. */
export function mergeRejections(values: Iterable<RejectionValue>): readonly RejectionValue[] {
  const merged = new Map<string, RejectionValue>();
  for (const value of values) {
    const key = `${value.type}/${value.name}#${value.part ?? ''}#${value.version}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : mergeTwo(known, value));
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** The first is the worst: most is kept from the Envoys. */
const served: readonly RejectionValue['served'][] = ['nothing', 'standIn', 'lastGood', 'perClient'];

function mergeTwo(a: RejectionValue, b: RejectionValue): RejectionValue {
  // Of one version our own check finds the same everywhere.
  const says = a.by === b.by ? (a.message <= b.message ? a : b) : a.by === 'check' ? a : b;
  return {
    ...says,
    nodes: union(a.nodes, b.nodes, maxNodes),
    owners: union(a.owners, b.owners, maxOwners),
    served: served.find((each) => each === a.served || each === b.served) ?? a.served,
  };
}

function union(a: readonly string[], b: readonly string[], limit: number): readonly string[] {
  return [...new Set([...a, ...b])].sort().slice(0, limit);
}

// A change on trial: some Envoys are served it first, the others what was before, until it is promoted or undone.
// In: batches of the input edges. Out: two stores, `newest` and `stable`, and what changed in each. While nothing is on
// trial both hold the same.
// A trial begins with a change of routing and holds back what follows: only the names that differ are noted, since `newest`
// has the rest. Endpoints and secrets go to both; what they lose stays in `stable` as long as a trial needs it. What changes
// because of a permission or a Secret, and what a hold or a rollback brings, is no trial: it goes to both, with what it
// requires.
// Must hold: `stable` never has a route without the cluster that it had with it, and after a trial it equals `newest`.
import type { Batch, Removal, Upsert } from '../../messages/edge.ts';
import type { EncodedResource, ResourceType } from '../../messages/resources.ts';
import { holdCauseKey, parseKey } from '../../model/object.ts';
import { resourceKey } from '../resource.ts';
import type { Change, RestoredResource, Store } from './store.ts';

/**
 * `idle`: both are the same. `trial`: canaries are served more than others. `failed`: what is on trial is not wanted, and it
 * has not been taken back yet. `settling`: it is being taken back.
 */
export type CanaryPhase = 'idle' | 'trial' | 'failed' | 'settling';

export interface Taken {
  readonly newest: readonly Change[];
  readonly stable: readonly Change[];
}

export interface Canary {
  readonly newest: Store;
  readonly stable: Store;
  readonly phase: CanaryPhase;
  /** `<type>/<name>` of what differs. */
  readonly onTrial: ReadonlySet<string>;
  /** Ids of the changes that are on trial, the first ones if they are many. */
  readonly causes: ReadonlySet<string>;
  /** `mayBegin`: a change of routing begins a trial. */
  take(edge: string, batch: Batch<EncodedResource>, mayBegin: boolean): Taken;
  restore(resources: readonly RestoredResource[]): void;
  /** All are served what is on trial. Gives what changed in `stable`. */
  promote(): readonly Change[];
  /** Nobody else is to be served what is on trial; it goes when the compiler takes it back. */
  fail(): void;
}

/** What goes to all at once, unless it is taken away. */
const flowingTypes: ReadonlySet<ResourceType> = new Set(['endpoint', 'secret']);

/** What these objects give or take is nothing to be tried. */
const permissionKinds: ReadonlySet<string> = new Set([
  'Namespace',
  'ReferenceGrant',
  'Secret',
  'TLSCertificateDelegation',
]);

const maxCauses = 256;

interface Held {
  readonly type: ResourceType;
  readonly name: string;
  readonly edge: string;
}

/** Of a batch of one edge. */
interface Parts {
  readonly upserts: Upsert<EncodedResource>[];
  readonly removals: Removal[];
}

const noParts: Parts = { upserts: [], removals: [] };

export function createCanary(newest: Store, stable: Store): Canary {
  let phase: CanaryPhase = 'idle';
  const held = new Map<string, Held>();
  const causes = new Set<string>();

  function take(edge: string, batch: Batch<EncodedResource>, mayBegin: boolean): Taken {
    const changes = newest.apply(edge, batch);
    const values = new Map(batch.upserts.map(({ key, value }) => [key, value]));
    const out = new Map<string, Held>();
    for (const change of changes) {
      const { type, name } = change;
      const key = resourceKey(type, name);
      const each: Held = { type, name, edge };
      const flows = flowingTypes.has(type) && newest.newest(type, name) !== undefined;
      if (isRollback(change) && phase !== 'idle') phase = 'settling';
      else if (phase === 'idle' && mayBegin && !flowingTypes.has(type) && !goesToAll(change)) phase = 'trial';
      if (phase === 'idle' || flows || goesToAll(change)) withRequired(key, each, out);
      else {
        held.set(key, each);
        for (const { id } of change.causes) if (causes.size < maxCauses) causes.add(id);
      }
    }
    const causesOf = new Map(changes.map(({ type, name, causes: of }) => [resourceKey(type, name), of]));
    const parts = partsOf(
      out.values(),
      (key, { type, name }) => values.get(key) ?? newest.delivered(type, name),
      (key) => causesOf.get(key) ?? [],
    );
    const { upserts, removals } = parts.get(edge) ?? noParts;
    parts.delete(edge);
    // What goes along first; it is its own edge that takes it away one day.
    const passed = [...passOn(parts), ...stable.apply(edge, { ...batch, reset: false, upserts, removals })];
    dropEqual();
    return { newest: changes, stable: passed };
  }

  function passOn(parts: ReadonlyMap<string, Parts>): readonly Change[] {
    const rest = { kind: 'batch', seq: 0, reset: false, synced: false, sentAtMs: 0 } as const;
    return [...parts].flatMap(([edge, part]) => stable.apply(edge, { ...rest, ...part }));
  }

  /** What it requires and is held back goes along. What is gone is still to come back: `stable` keeps it until then. */
  function withRequired(key: string, each: Held, out: Map<string, Held>): void {
    if (out.has(key)) return;
    out.set(key, each);
    held.delete(key);
    for (const required of newest.newest(each.type, each.name)?.requires ?? []) {
      const behind = held.get(required.key);
      if (behind !== undefined && newest.newest(behind.type, behind.name) !== undefined)
        withRequired(required.key, behind, out);
    }
  }

  /** Of what came and went again nothing is on trial. */
  function dropEqual(): void {
    for (const [key, { type, name }] of held) {
      const [of, than] = [newest.newest(type, name), stable.newest(type, name)];
      if (of?.version === than?.version && of?.requires.length === than?.requires.length) held.delete(key);
    }
    if (held.size === 0) end();
  }

  function end(): void {
    phase = 'idle';
    held.clear();
    causes.clear();
  }

  return {
    newest,
    stable,
    get phase() {
      return phase;
    },
    get onTrial() {
      return new Set(held.keys());
    },
    causes,
    take,
    restore(resources) {
      newest.restore(resources);
      stable.restore(resources);
    },
    promote() {
      const parts = partsOf(
        held.values(),
        (_, { type, name }) => newest.delivered(type, name),
        () => [],
      );
      const changes = passOn(parts);
      end();
      return changes;
    },
    fail() {
      if (phase === 'trial') phase = 'failed';
    },
  };
}

/** By edge. */
function partsOf(
  all: Iterable<Held>,
  valueOf: (key: string, each: Held) => EncodedResource | undefined,
  causesOf: (key: string) => Change['causes'],
): Map<string, Parts> {
  const parts = new Map<string, Parts>();
  for (const each of all) {
    let part = parts.get(each.edge);
    if (part === undefined) parts.set(each.edge, (part = { upserts: [], removals: [] }));
    const key = resourceKey(each.type, each.name);
    const value = valueOf(key, each);
    if (value === undefined) part.removals.push({ key, causes: causesOf(key) });
    else part.upserts.push({ key, value, causes: causesOf(key) });
  }
  return parts;
}

function goesToAll(change: Change): boolean {
  return isRollback(change) || change.causes.some(({ key }) => permissionKinds.has(parseKey(key).kind));
}

/** What a command of people, or a trial that failed, brings back. The end of a hold is a change like any other. */
function isRollback({ causes }: Change): boolean {
  return causes.some(({ key }) => key === holdCauseKey('rollback') || key === holdCauseKey('hold'));
}

export interface ErrorCount {
  readonly requests: number;
  readonly errors: number;
}

/**
 * Whether errors have risen: canaries during the trial against themselves before and against others now, whichever is
 * worse. `rise`: the part of all requests, from 0 to 1. Undefined: too few requests to say.
 */
export function errorsRose(
  { before, during, others }: { readonly before: ErrorCount; readonly during: ErrorCount; readonly others: ErrorCount },
  { rise, minRequests }: { readonly rise: number; readonly minRequests: number },
): boolean | undefined {
  if (during.requests < minRequests) return undefined;
  return ratio(during) > Math.max(ratio(before), ratio(others)) + rise;
}

function ratio({ requests, errors }: ErrorCount): number {
  return requests === 0 ? 0 : errors / requests;
}

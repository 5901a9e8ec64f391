// A change on trial: some Envoys are served it first, the others what was before, until it is promoted or undone.
// In: batches of the input edges. Out: two stores, `newest` and `stable`, and what changed in each. While nothing is on
// trial both hold the same.
// A trial begins with a change of routing and holds back what follows: only the names that differ are noted, since `newest`
// has the rest. Endpoints and secrets go to both; what they lose stays in `stable` as long as a trial needs it. What changes
// because of a permission or a Secret, and what a hold or a rollback brings, is no trial: it goes to both, with what it
// requires.
// Must hold: `stable` never has a route without the cluster that it had with it, and after a trial it equals `newest`.
import type { Batch, Upsert } from '../../messages/edge.ts';
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
    const upserts: Upsert<EncodedResource>[] = [];
    const removals: { key: string; causes: Change['causes'] }[] = [];
    const causesOf = new Map(changes.map(({ type, name, causes: of }) => [resourceKey(type, name), of]));
    for (const [key, { type, name }] of out) {
      const value = values.get(key) ?? newest.delivered(type, name);
      const because = causesOf.get(key) ?? [];
      if (value === undefined) removals.push({ key, causes: because });
      else upserts.push({ key, value, causes: because });
    }
    const passed = stable.apply(edge, { ...batch, reset: false, upserts, removals });
    dropEqual();
    return { newest: changes, stable: passed };
  }

  /** What it requires and is held back goes along. */
  function withRequired(key: string, each: Held, out: Map<string, Held>): void {
    if (out.has(key)) return;
    out.set(key, each);
    held.delete(key);
    for (const required of newest.newest(each.type, each.name)?.requires ?? []) {
      const behind = held.get(required.key);
      if (behind !== undefined) withRequired(required.key, behind, out);
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
      const byEdge = new Map<string, Held[]>();
      for (const each of held.values()) byEdge.set(each.edge, [...(byEdge.get(each.edge) ?? []), each]);
      const changes = [...byEdge].flatMap(([edge, all]) => {
        const upserts: Upsert<EncodedResource>[] = [];
        const removals: { key: string; causes: Change['causes'] }[] = [];
        for (const { type, name } of all) {
          const key = resourceKey(type, name);
          const value = newest.delivered(type, name);
          if (value === undefined) removals.push({ key, causes: [] });
          else upserts.push({ key, value, causes: [] });
        }
        const rest = { kind: 'batch', seq: 0, reset: false, synced: false, sentAtMs: 0 } as const;
        return stable.apply(edge, { ...rest, upserts, removals });
      });
      end();
      return changes;
    },
    fail() {
      if (phase === 'trial') phase = 'failed';
    },
  };
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

// The resources that all streams serve: what the input edges sent, framed once. In: batches of encoded resources; out:
// the current resources by type and name, and per batch the list of what changed.
// Nothing may be served before every edge has delivered its full state (`ready`). An edge that starts over keeps what
// it had until its new full state is complete; only then goes what that state no longer names.
//
// Quarantine: a version that fails our own check, or that a client refuses while no client has accepted it, is served to
// nobody. Instead goes the last version that some client accepted, if it may still be used and all that it requires is
// there; else the type's stand-in; else nothing. A new version ends it, and so does the first client that accepts. What
// the compiler takes away is gone, with all that is remembered of it: last good never outlives its permission.
import type { Batch, Cause, Upsert } from '../../messages/edge.ts';
import type { EncodedResource, ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import { hashDigits, hashText } from '../../model/text-hash.ts';
import { resourceKey } from '../resource.ts';
import { standInFor } from '../stand-in.ts';
import { edsNameOf } from './eds-name.ts';
import { listenerAddressesOf } from './listener-addresses.ts';
import { saysAddressIsTaken } from './nack.ts';
import { createRepair, hasParts } from './parts.ts';
import type { PartVerdict, Repair } from './parts.ts';
import { streamTypes } from './types.ts';
import { encodeSotwBody, frameAll, moveFrames } from './wire.ts';
import type { Frame } from './wire.ts';

export interface StoredResource {
  readonly type: ResourceType;
  readonly name: string;
  readonly version: string;
  readonly requires: readonly Requirement[];
  /** Clusters: name of the endpoint resource; null otherwise. */
  readonly edsName: string | null;
  /** Listeners: where they listen (listenerAddressesOf); empty otherwise. */
  readonly addresses: readonly string[];
  /** Objects that it was made from, as far as its type knows them. */
  readonly owners: readonly ObjectKey[];
  /** Keys of secrets and extensions that it names. */
  readonly uses: readonly string[];
  /** As in EncodedResource; null: it has none. */
  readonly parts: string | null;
  /** Set where this is served instead of a newer version, which is in quarantine. */
  readonly instead: Newest | null;
  /** Says only that the newest version can not be served, or is not known: clients that have something keep that. */
  readonly standIn: boolean;
  /** Order of coming, over all names. */
  readonly seq: number;
  /** Its place may change: read it when it's used, don't keep it. */
  readonly frame: Frame;
}

/** What a version in quarantine would be. */
export interface Newest {
  readonly version: string;
  readonly owners: readonly ObjectKey[];
}

/** Why a version is in quarantine: what the client or our own check says. */
type Finding = Pick<PartVerdict, 'message' | 'by'>;

export interface Quarantine extends Finding {
  readonly version: string;
  readonly owners: readonly ObjectKey[];
  readonly served: 'lastGood' | 'standIn' | 'nothing';
}

export interface Requirement {
  /** `<type>/<name>`. */
  readonly key: string;
  readonly type: ResourceType;
  readonly name: string;
}

export interface Change {
  readonly type: ResourceType;
  readonly name: string;
  readonly causes: readonly Cause[];
}

export interface Store {
  /** There is something whole to serve: every edge has delivered a full state, once at least, or one was restored. */
  readonly ready: boolean;
  /** Edges that have not delivered a full state yet. */
  readonly missingEdges: readonly string[];
  /** Takes one batch of one edge. A resource of equal version and requirements is no change. */
  apply(edge: string, batch: Batch<EncodedResource>): readonly Change[];
  /**
   * Serves what an earlier process served, until the edges bring what there is now: to each edge it is as if it had
   * delivered this, and started over. Edges that have delivered a full state keep that.
   */
  restore(resources: readonly RestoredResource[]): void;
  /** The edge that brings the resource of this key; undefined: none does. */
  edgeOf(key: string): string | undefined;
  /** What is served under the name. */
  get(type: ResourceType, name: string): StoredResource | undefined;
  /** Some client has accepted the resource. */
  confirm(resource: StoredResource): void;
  /** A client refuses this version. */
  refuse(type: ResourceType, name: string, version: string, message: string): Refused;
  /** What `confirm` and `refuse` changed since the last call. */
  takeChanges(): readonly Change[];
  /** By name; small. */
  quarantined(type: ResourceType): ReadonlyMap<string, Quarantine>;
  /** What is replaced in a resource that is served all the same, by the name of the part; see parts.ts. */
  quarantinedParts(type: ResourceType, name: string): ReadonlyMap<string, PartVerdict>;
  /** The newest version of a name, whether it is served or not. */
  newest(type: ResourceType, name: string): (Newest & Pick<StoredResource, 'requires'>) | undefined;
  /** As the edge has brought it last, whatever is served of it. */
  delivered(type: ResourceType, name: string): EncodedResource | undefined;
  /** For a client that refuses what others take and has nothing that it may keep; undefined: the type has none. */
  standIn(resource: StoredResource): StoredResource | undefined;
  all(type: ResourceType): ReadonlyMap<string, StoredResource>;
  /** Hash of all names and versions of the type: equal on all replicas for equal content, whatever the order of events. */
  setVersion(type: ResourceType): string;
  /** All resources of the type for a SotW response; made once per change, shared by all streams. */
  sotwBody(type: ResourceType): Uint8Array;
}

/**
 * `held`: nobody is served it any more. `accepted`: others have accepted it or may do so (it is a matter of where that
 * client's other listeners are), or it is not the newest, so they are served on. `parts`: it is one of its parts; all are served it without that, or what finds out which it is.
 */
export type Refused = 'held' | 'accepted' | 'parts';

export interface RestoredResource {
  readonly edge: string;
  /** With `problem`: it existed, and its content is not known; clients that have it keep it. */
  readonly resource: EncodedResource;
}

/** What a stream needs of a store, or of the part of it that its client may see. */
export type StreamStore = Pick<
  Store,
  'ready' | 'get' | 'all' | 'setVersion' | 'sotwBody' | 'quarantined' | 'confirm' | 'standIn'
>;

interface Slab {
  readonly sizeBytes: number;
  liveBytes: number;
  readonly members: Set<MutableResource>;
}

interface MutableResource extends StoredResource {
  frame: Frame;
  /** Some client has accepted it. */
  accepted: boolean;
  /** As in EncodedResource. */
  readonly problem: string | null;
  /** `seq` of the first version since there is a resource of this name. */
  readonly firstSeq: number;
  instead: Newest | null;
}

/** What is remembered beside what is served, while the newest version has been accepted by nobody. */
interface Doubt {
  readonly newest: MutableResource;
  lastGood: MutableResource | null;
  standIn: MutableResource | null;
}

interface TypeEntry {
  /** What is served. */
  readonly resources: Map<string, MutableResource>;
  /** Only where there is an older version to fall back to, or a quarantine. */
  readonly doubts: Map<string, Doubt>;
  readonly quarantined: Map<string, Quarantine>;
  /** What is served has replaced parts, or it is being found out which part clients refuse. */
  readonly repairs: Map<string, Repair>;
  hashHigh: number;
  hashLow: number;
  body: Uint8Array | null;
}

interface EdgeState {
  readonly keys: Map<string, { readonly type: ResourceType; readonly name: string }>;
  /** Keys named since the edge started over; null when it has not, or has finished. */
  seen: Set<string> | null;
  synced: boolean;
}

/** Slabs below this size aren't worth moving what is left of them. */
const minMovedSlabBytes = 64 * 1024;
const noCauses: readonly Cause[] = [];
const noOwners: readonly ObjectKey[] = [];
const noUses: readonly string[] = [];
const noAddresses: readonly string[] = [];
const noVerdicts: ReadonlyMap<string, PartVerdict> = new Map();

/** `edges`: names of all input edges. */
export function createStore(edges: readonly string[]): Store {
  const types = new Map<ResourceType, TypeEntry>();
  for (const type of Object.keys(streamTypes) as ResourceType[]) {
    types.set(type, {
      resources: new Map(),
      doubts: new Map(),
      quarantined: new Map(),
      repairs: new Map(),
      hashHigh: 0,
      hashLow: 0,
      body: null,
    });
  }
  const edgeStates = new Map<string, EdgeState>(
    edges.map((edge) => [edge, { keys: new Map(), seen: null, synced: false }]),
  );
  const slabs = new Map<Uint8Array, Slab>();
  const standIns = new WeakMap<StoredResource, StoredResource>();
  let ready = edges.length === 0;
  let restored = false;
  let lastSeq = 0;
  let pending: Change[] = [];

  function entryOf(type: ResourceType): TypeEntry {
    const entry = types.get(type);
    if (entry === undefined) throw new Error(`resource type ${type} is not in streamTypes`);
    return entry;
  }

  /** The newest version of its name. */
  function put(resource: MutableResource, finding: Finding | null): void {
    const entry = entryOf(resource.type);
    const { name } = resource;
    const doubt = entry.doubts.get(name);
    const before = doubt?.newest ?? entry.resources.get(name);
    const lastGood = before?.accepted === true ? before : (doubt?.lastGood ?? null);
    entry.quarantined.delete(name);
    keepSlab(resource);
    if (lastGood?.version === resource.version) resource.accepted = true;
    const next: Doubt = {
      newest: resource,
      lastGood: resource.accepted ? null : lastGood,
      standIn: doubt?.standIn ?? null,
    };
    for (const old of [before, doubt?.lastGood, lastGood]) if (old != null && old !== next.lastGood) leaveSlab(old);
    entry.doubts.set(name, next);
    if (finding !== null) isolate(entry, next, finding);
    serve(entry, next);
  }

  function isolate(entry: TypeEntry, { newest }: Doubt, { message, by }: Finding): void {
    const { name, version, owners } = newest;
    entry.quarantined.set(name, { version, message, by, owners, served: 'nothing' });
  }

  /** Decides what is served of the name. True: it changed. */
  function serve(entry: TypeEntry, doubt: Doubt): boolean {
    const { newest, lastGood } = doubt;
    const { name } = newest;
    const quarantine = entry.quarantined.get(name);
    let chosen: MutableResource | null = newest;
    if (quarantine === undefined) {
      if (doubt.standIn !== null) leaveSlab(doubt.standIn);
      doubt.standIn = null;
      if (lastGood === null) entry.doubts.delete(name);
      else lastGood.instead = null;
    } else {
      chosen = lastGood !== null && mayBeServed(lastGood, newest) ? lastGood : (doubt.standIn ??= makeStandIn(newest));
      if (chosen !== null) chosen.instead = { version: newest.version, owners: newest.owners };
      const served = chosen === null ? 'nothing' : chosen.standIn ? 'standIn' : 'lastGood';
      entry.quarantined.set(name, { ...quarantine, served });
    }
    const before = entry.resources.get(name);
    if (before === chosen) return false;
    entry.body = null;
    if (before !== undefined) toggleHash(entry, before);
    if (chosen === null) {
      entry.resources.delete(name);
    } else {
      entry.resources.set(name, chosen);
      toggleHash(entry, chosen);
    }
    return true;
  }

  /** Everything that it was made from is still part of the newest version, and all that it requires is there. */
  function mayBeServed(lastGood: MutableResource, newest: MutableResource): boolean {
    return (
      lastGood.owners.every((owner) => newest.owners.includes(owner)) &&
      lastGood.requires.every(({ type, name }) => entryOf(type).resources.has(name))
    );
  }

  function makeStandIn(of: StoredResource): MutableResource | null {
    const made = standInFor(of.type, of.name);
    if (made === undefined) return null;
    const [frame] = frameAll([made]);
    const { type, name, version } = made;
    const instead = { version: of.version, owners: of.owners };
    const seq = ++lastSeq;
    return {
      type,
      name,
      version,
      instead,
      requires: [],
      owners: [],
      edsName: null,
      addresses: noAddresses,
      standIn: true,
      frame: frame!,
      seq,
      firstSeq: seq,
      accepted: false,
      parts: null,
      uses: noUses,
      problem: null,
    };
  }

  /** Clusters came or went: what is held at its last good version may be servable now, or no more. */
  function reconsider(changes: Change[]): void {
    for (const [type, entry] of types) {
      for (const name of entry.quarantined.keys()) {
        const doubt = entry.doubts.get(name);
        if (doubt !== undefined && serve(entry, doubt)) changes.push({ type, name, causes: noCauses });
      }
      for (const [name, repair] of entry.repairs) {
        const newest = newestOf(type, name);
        if (newest === undefined || newest.requires.every(({ key }) => isThere(key))) continue;
        if (!serveRepaired(repair, changes) && !entry.quarantined.has(name)) takeOwn(repair.whole, changes);
      }
    }
  }

  function keepSlab(resource: MutableResource): void {
    let slab = slabs.get(resource.frame.slab);
    if (slab === undefined) {
      slab = { sizeBytes: resource.frame.slab.length, liveBytes: 0, members: new Set() };
      slabs.set(resource.frame.slab, slab);
    }
    if (slab.members.has(resource)) return;
    slab.members.add(resource);
    slab.liveBytes += resource.frame.end - resource.frame.start;
  }

  function leaveSlab(resource: MutableResource): void {
    const { slab: buffer, start, end } = resource.frame;
    const slab = slabs.get(buffer);
    if (slab === undefined || !slab.members.delete(resource)) return;
    slab.liveBytes -= end - start;
    if (slab.members.size === 0) slabs.delete(buffer);
    else if (slab.sizeBytes > minMovedSlabBytes && slab.liveBytes * 2 < slab.sizeBytes) move(buffer, slab);
  }

  /** A few survivors must not keep the whole buffer of a large batch alive. */
  function move(buffer: Uint8Array, slab: Slab): void {
    slabs.delete(buffer);
    const members = [...slab.members];
    const frames = moveFrames(members.map((member) => member.frame));
    const moved: Slab = { sizeBytes: frames[0]!.slab.length, liveBytes: frames[0]!.slab.length, members: slab.members };
    slabs.set(frames[0]!.slab, moved);
    for (const [index, member] of members.entries()) member.frame = frames[index]!;
  }

  function remove(edge: EdgeState, key: string, causes: readonly Cause[], changes: Change[]): void {
    const known = edge.keys.get(key);
    if (known === undefined) return;
    edge.keys.delete(key);
    const { type, name } = known;
    const entry = entryOf(type);
    const served = entry.resources.get(name);
    const doubt = entry.doubts.get(name);
    for (const old of [served, doubt?.newest, doubt?.lastGood, doubt?.standIn]) if (old != null) leaveSlab(old);
    entry.doubts.delete(name);
    entry.quarantined.delete(name);
    entry.repairs.delete(name);
    if (served !== undefined) {
      entry.body = null;
      toggleHash(entry, served);
      entry.resources.delete(name);
    }
    changes.push({ ...known, causes });
  }

  function upsertAll(edge: EdgeState, upserts: Batch<EncodedResource>['upserts'], changes: Change[]): void {
    const changed = upserts.filter(({ key, value }) => {
      edge.seen?.add(key);
      // As one that was restored, it may be another edge's in this version of nuncio.
      if (restored) for (const other of edgeStates.values()) if (other !== edge) other.keys.delete(key);
      return differs(value);
    });
    if (changed.length === 0) return;
    const served = changed.map(({ value }) => withoutBadParts(value));
    const frames = frameAll(served);
    for (const [index, { key, causes }] of changed.entries()) {
      const value = served[index]!;
      const { type, name } = value;
      if (!edge.keys.has(key)) edge.keys.set(key, { type, name });
      take(value, frames[index]!, findingOf(value));
      changes.push({ type, name, causes });
    }
  }

  /** From the newest of its name, whatever is served of it. */
  function differs(value: EncodedResource): boolean {
    const { whole } = entryOf(value.type).repairs.get(value.name) ?? {};
    if (whole !== undefined) {
      return (
        whole.version !== value.version ||
        whole.problem !== value.problem ||
        whole.requires.join() !== value.requires.join() ||
        whole.parts !== value.parts ||
        !sameOwners(whole.owners ?? noOwners, value.owners)
      );
    }
    const known = newestOf(value.type, value.name);
    const isStandIn = value.standIn === true;
    if (isStandIn && known !== undefined && !known.standIn) return false;
    return (
      known === undefined ||
      known.standIn !== isStandIn ||
      known.version !== value.version ||
      known.problem !== (value.problem ?? null) ||
      known.parts !== (value.parts ?? null) ||
      !sameRequirements(known.requires, value.requires) ||
      !sameOwners(known.owners, value.owners)
    );
  }

  /** As it may be served: bad parts of it are replaced. */
  function withoutBadParts(value: EncodedResource): EncodedResource {
    const { repairs } = entryOf(value.type);
    const before = repairs.get(value.name);
    repairs.delete(value.name);
    if (!hasParts(value) || (value.hasBadPart !== true && before === undefined)) return value;
    const repair = repairOf(value, before);
    if (repair.needless) return value;
    repairs.set(value.name, repair);
    return repair.current() ?? value;
  }

  /** What is known to be wrong with the whole of it: where no part is left to serve, what is wrong with one of them. */
  function findingOf({ type, name, problem }: EncodedResource): Finding | null {
    if (problem !== undefined) return { message: problem, by: 'check' };
    const repair = entryOf(type).repairs.get(name);
    if (repair === undefined || repair.current() !== undefined) return null;
    return [...repair.bad.values()][0] ?? { message: 'no part is left', by: 'check' };
  }

  function repairOf(whole: EncodedResource, before: Repair | undefined): Repair {
    const { type, name } = whole;
    const newest = newestOf(type, name);
    const accepted = newest?.accepted === true ? newest : (entryOf(type).doubts.get(name)?.lastGood ?? null);
    // Copied: a repair outlives the slab.
    const lastGood = accepted === null ? null : encodedOf(accepted);
    return createRepair({ whole, lastGood, before, exists: isThere });
  }

  function isThere(key: string): boolean {
    const { type, name } = parseRequirement(key);
    return entryOf(type).resources.has(name);
  }

  function encodedOf({ type, name, version, requires, owners, frame, parts }: MutableResource): EncodedResource {
    const bytes = frame.slab.slice(frame.valueStart, frame.end);
    return { type, name, version, bytes, requires: requires.map(({ key }) => key), owners, parts: parts ?? '' };
  }

  /** The next thing to serve of a resource with a bad part. False: nothing is left of it, and nothing has changed. */
  function serveRepaired(repair: Repair, changes: Change[]): boolean {
    const next = repair.current();
    if (next === undefined) return false;
    if (newestOf(next.type, next.name)?.version === next.version) return true;
    takeOwn(next, changes);
    // It may be what was accepted before.
    const isAccepted = newestOf(next.type, next.name)?.accepted === true;
    return isAccepted && repair.accepted() ? serveRepaired(repair, changes) : true;
  }

  /** One that no edge has brought as it is. */
  function takeOwn(value: EncodedResource, changes: Change[]): void {
    const { type, name } = value;
    const [frame] = frameAll([value]);
    take(value, frame!, findingOf(value));
    changes.push({ type, name, causes: noCauses });
  }

  /** Makes it the newest of its name. */
  function take(value: EncodedResource, frame: Frame, finding: Finding | null): void {
    const { type, name, version } = value;
    const before = newestOf(type, name);
    const seq = ++lastSeq;
    const resource: MutableResource = {
      type,
      name,
      version,
      instead: null,
      standIn: value.standIn === true,
      owners: value.owners ?? noOwners,
      requires: value.requires.map(parseRequirement),
      edsName: type === 'cluster' ? edsNameOf(value.bytes) : null,
      addresses: type === 'listener' ? listenerAddressesOf(value.bytes) : noAddresses,
      frame,
      seq,
      firstSeq: before?.firstSeq ?? seq,
      accepted: before?.version === version && before.accepted,
      parts: value.parts ?? null,
      uses: value.uses ?? noUses,
      problem: value.problem ?? null,
    };
    // Only what it requires changed: what was found out about these bytes holds on.
    const found = before?.version === version ? entryOf(type).quarantined.get(name) : undefined;
    put(resource, finding ?? (found?.by === 'client' ? found : null));
  }

  function newestOf(type: ResourceType, name: string): MutableResource | undefined {
    const entry = entryOf(type);
    return entry.doubts.get(name)?.newest ?? entry.resources.get(name);
  }

  /** True: what is served changed. */
  function quarantine(newest: MutableResource, finding: Finding): boolean {
    const { type, name } = newest;
    const entry = entryOf(type);
    let doubt = entry.doubts.get(name);
    if (doubt === undefined) entry.doubts.set(name, (doubt = { newest, lastGood: null, standIn: null }));
    isolate(entry, doubt, finding);
    return serve(entry, doubt);
  }

  return {
    get ready() {
      return ready;
    },
    get missingEdges() {
      return edges.filter((edge) => edgeStates.get(edge)?.synced !== true);
    },
    apply(edgeName, batch) {
      const edge = edgeStates.get(edgeName);
      if (edge === undefined) throw new Error(`edge ${edgeName} is not an input of the store`);
      const changes: Change[] = [];
      if (batch.reset) edge.seen = new Set();
      upsertAll(edge, batch.upserts, changes);
      for (const { key, causes } of batch.removals) {
        edge.seen?.delete(key);
        remove(edge, key, causes, changes);
      }
      if (batch.synced) {
        if (edge.seen !== null) {
          for (const key of edge.keys.keys()) if (!edge.seen.has(key)) remove(edge, key, noCauses, changes);
          edge.seen = null;
        }
        edge.synced = true;
        if ([...edgeStates.values()].every(({ synced }) => synced)) {
          ready = true;
          restored = false;
        }
      }
      // Such are required by others.
      if (changes.some(({ type }) => type === 'cluster' || type === 'scopedRoute')) reconsider(changes);
      return changes;
    },
    restore(resources) {
      const byEdge = new Map<EdgeState, Upsert<EncodedResource>[]>();
      for (const { edge: edgeName, resource } of resources) {
        const edge = edgeStates.get(edgeName);
        const key = resourceKey(resource.type, resource.name);
        if (edge === undefined || edge.synced || newestOf(resource.type, resource.name) !== undefined) continue;
        const upsert = { key, value: resource, causes: noCauses };
        const upserts = byEdge.get(edge);
        if (upserts === undefined) byEdge.set(edge, [upsert]);
        else upserts.push(upsert);
      }
      for (const [edge, upserts] of byEdge) {
        const { seen } = edge;
        edge.seen = null;
        upsertAll(edge, upserts, []);
        // What it doesn't name itself goes with its first full state.
        edge.seen = seen ?? new Set();
      }
      restored = true;
      ready = true;
    },
    edgeOf(key) {
      for (const [name, { keys }] of edgeStates) if (keys.has(key)) return name;
      return undefined;
    },
    confirm(given) {
      // Only streams call this, with what they took from here.
      const resource = given as MutableResource;
      if (resource.accepted || resource.standIn) return;
      const { type, name } = resource;
      const entry = entryOf(type);
      const newest = newestOf(type, name);
      if (newest === undefined) return;
      if (newest.version === resource.version) {
        newest.accepted = true;
        resource.accepted = true;
        const doubt = entry.doubts.get(name);
        if (doubt !== undefined) {
          if (doubt.lastGood !== null) leaveSlab(doubt.lastGood);
          doubt.lastGood = null;
          entry.quarantined.delete(name);
          if (serve(entry, doubt)) pending.push({ type, name, causes: noCauses });
        }
        const repair = entry.repairs.get(name);
        if (repair?.accepted() === true) serveRepaired(repair, pending);
        else if (repair?.needless === true) entry.repairs.delete(name);
        return;
      }
      const doubt = entry.doubts.get(name);
      // A newer one that others have accepted is better, and what was gone meanwhile does not come back.
      if (newest.accepted || resource.seq < Math.max(newest.firstSeq, doubt?.lastGood?.seq ?? 0)) return;
      resource.accepted = true;
      keepSlab(resource);
      if (doubt === undefined) {
        entry.doubts.set(name, { newest, lastGood: resource, standIn: null });
        return;
      }
      if (doubt.lastGood !== null) leaveSlab(doubt.lastGood);
      doubt.lastGood = resource;
      if (serve(entry, doubt)) pending.push({ type, name, causes: noCauses });
    },
    refuse(type, name, version, message) {
      const newest = newestOf(type, name);
      if (newest === undefined || newest.version !== version || newest.accepted) return 'accepted';
      if (type === 'listener' && saysAddressIsTaken(message, name)) return 'accepted';
      const entry = entryOf(type);
      if (entry.quarantined.has(name)) return 'held';
      // Where all parts were left out it is known from the repair alone that there are some.
      const known = entry.repairs.get(name);
      if (known !== undefined || (newest.parts !== null && newest.parts !== '')) {
        const repair = known ?? repairOf(encodedOf(newest), undefined);
        if (repair.refused(message)) {
          entry.repairs.set(name, repair);
          if (serveRepaired(repair, pending)) return 'parts';
        }
      }
      // Repairing may have made another one the newest.
      const refused = newestOf(type, name) ?? newest;
      if (quarantine(refused, { message, by: 'client' })) pending.push({ type, name, causes: noCauses });
      if (type === 'cluster') reconsider(pending);
      return 'held';
    },
    takeChanges() {
      const changes = pending;
      pending = [];
      return changes;
    },
    quarantined: (type) => entryOf(type).quarantined,
    quarantinedParts: (type, name) => entryOf(type).repairs.get(name)?.verdicts() ?? noVerdicts,
    newest: newestOf,
    delivered(type, name) {
      const { whole } = entryOf(type).repairs.get(name) ?? {};
      if (whole !== undefined) return whole;
      const newest = newestOf(type, name);
      if (newest === undefined) return undefined;
      const { uses, problem } = newest;
      return { ...encodedOf(newest), ...(uses.length > 0 && { uses }), ...(problem !== null && { problem }) };
    },
    standIn(resource) {
      const known = standIns.get(resource);
      if (known !== undefined) return known;
      const made = makeStandIn(resource);
      if (made === null) return undefined;
      standIns.set(resource, made);
      return made;
    },
    get: (type, name) => entryOf(type).resources.get(name),
    all: (type) => entryOf(type).resources,
    setVersion: (type) => setHashText(entryOf(type)),
    sotwBody(type) {
      const entry = entryOf(type);
      entry.body ??= encodeSotwBody(entry.resources.values());
      return entry.body;
    },
  };
}

/** `<type>/<name>`, as in `EncodedResource.requires`; names may hold slashes. */
export function parseRequirement(key: string): Requirement {
  const slash = key.indexOf('/');
  return { key, type: key.slice(0, slash) as ResourceType, name: key.slice(slash + 1) };
}

function sameRequirements(known: readonly Requirement[], received: readonly string[]): boolean {
  return known.length === received.length && known.every(({ key }, index) => key === received[index]);
}

function sameOwners(known: readonly ObjectKey[], received: readonly ObjectKey[] = noOwners): boolean {
  return known.length === received.length && known.every((owner, index) => owner === received[index]);
}

/** The version of a set of resources; `of`: of another set, into which these come, or out of which they are taken. */
export function setVersionOf(resources: Iterable<StoredResource>, of = '0'.repeat(16)): string {
  const hash = { hashHigh: Number.parseInt(of.slice(0, 8), 16), hashLow: Number.parseInt(of.slice(8), 16) };
  for (const resource of resources) toggleHash(hash, resource);
  return setHashText(hash);
}

interface SetHash {
  hashHigh: number;
  hashLow: number;
}

function setHashText({ hashHigh, hashLow }: SetHash): string {
  return hashDigits(hashHigh) + hashDigits(hashLow);
}

/** Adding and taking out are the same operation, so the hash of a set needs no second look at the others. */
function toggleHash(entry: SetHash, resource: StoredResource): void {
  entry.hashHigh ^= hashText(hashText(0x811c9dc5, resource.name), resource.version);
  entry.hashLow ^= hashText(hashText(0x01000193, resource.version), resource.name);
}

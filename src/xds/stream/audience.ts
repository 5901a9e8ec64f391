// Whose a resource is: the Envoys of a provisioned Gateway get what is that Gateway's, all others the rest.
// In: the store, an Envoy's node.cluster, changes. Out: a store as this audience sees it, and the changes that bear on it.
// The names decide: listeners, routes, scopes and extensions of a Gateway's fleet begin with its node.cluster and a slash.
// Of clusters and secrets a fleet gets those that its resources name, and what these name.
// Must hold: a fleet's work is in the size of the fleet, not of the store.
import type { ResourceType } from '../../messages/resources.ts';
import { FLEET_CLUSTER_PREFIX } from '../../model/gateway-fleet.ts';
import { operatorListenerNames } from '../../model/envoy-settings.ts';
import { misdirectedScopeName } from '../names.ts';
import { readPartLines } from '../resource.ts';
import { parseRequirement, setVersionOf } from './store.ts';
import type { Change, Store, StoredResource, StreamStore } from './store.ts';
import { encodeSotwBody } from './wire.ts';

export interface Audiences {
  /** What an Envoy of this node.cluster may see. */
  storeFor: (cluster: string) => StreamStore;
  /** Takes changes of the store in; then `changesFor` tells them as an audience sees them. */
  changed(changes: readonly Change[]): void;
  has(store: StreamStore): boolean;
  /** Of the last `changed`. */
  changesFor(store: StreamStore): readonly Change[];
  /** Forgets the audiences of which no store is among these. */
  keep(stores: ReadonlySet<StreamStore>): void;
}

/** Types of which each resource is one fleet's, or everybody's. */
const ownTypes: ReadonlySet<ResourceType> = new Set(['listener', 'scopedRoute', 'route', 'extension']);

/** Types of which a fleet gets what its resources name. */
const namedTypes: ReadonlySet<ResourceType> = new Set(['cluster', 'secret']);

/** By the resource as a whole or by a part of it: the secrets of a listener are named by its chains. */
function namedBy({ requires, uses, parts }: StoredResource): readonly string[] {
  const keys = new Set([...requires.map(({ key }) => key), ...uses]);
  for (const part of readPartLines(parts ?? '').values()) {
    for (const key of [...part.requires, ...(part.uses ?? [])]) keys.add(key);
  }
  return [...keys].filter((key) => namedTypes.has(parseRequirement(key).type));
}

interface View {
  readonly store: StreamStore;
  changes: readonly Change[];
  take(changes: readonly Change[]): void;
}

export function createAudiences(store: Store): Audiences {
  const fleets = new Map<string, View>();
  const shared = createSharedView(store);
  const views = new Map<StreamStore, View>([[shared.store, shared]]);
  return {
    storeFor(cluster) {
      if (!cluster.startsWith(FLEET_CLUSTER_PREFIX)) return shared.store;
      let view = fleets.get(cluster);
      if (view === undefined) {
        view = createFleetView(store, cluster);
        fleets.set(cluster, view);
        views.set(view.store, view);
      }
      return view.store;
    },
    changed(changes) {
      shared.take(changes);
      for (const view of fleets.values()) view.take(changes);
    },
    has: (of) => views.has(of),
    changesFor: (of) => views.get(of)?.changes ?? [],
    keep(stores) {
      for (const [cluster, view] of fleets) {
        if (stores.has(view.store)) continue;
        fleets.delete(cluster);
        views.delete(view.store);
      }
    },
  };
}

/** Everybody's and those of no fleet. As long as there is no provisioned Gateway, the store itself in all but name. */
function createSharedView(store: Store): View {
  /** What is left out, by type. */
  const others = new Map<ResourceType, Set<string>>();
  const versions = new Map<ResourceType, string>();
  const bodies = new Map<ResourceType, Uint8Array>();
  for (const type of ownTypes) {
    const names = new Set([...store.all(type).keys()].filter(isOfFleet));
    others.set(type, names);
  }
  const leftOut = (type: ResourceType): ReadonlySet<string> => others.get(type) ?? noNames;
  const view: View = {
    changes: [],
    take(changes) {
      for (const { type, name } of changes) {
        versions.delete(type);
        bodies.delete(type);
        if (!ownTypes.has(type) || !isOfFleet(name)) continue;
        if (store.get(type, name) === undefined) others.get(type)?.delete(name);
        else others.get(type)?.add(name);
      }
      const none = changes.every(({ type, name }) => !ownTypes.has(type) || !isOfFleet(name));
      view.changes = none ? changes : changes.filter(({ type, name }) => !ownTypes.has(type) || !isOfFleet(name));
    },
    store: createStoreView(store, {
      get: (type, name) => (leftOut(type).has(name) ? undefined : store.get(type, name)),
      all(type) {
        const names = leftOut(type);
        if (names.size === 0) return store.all(type);
        return new Map([...store.all(type)].filter(([name]) => !names.has(name)));
      },
      setVersion(type) {
        const names = leftOut(type);
        if (names.size === 0) return store.setVersion(type);
        let version = versions.get(type);
        if (version === undefined) {
          const without = [...names].flatMap((name) => store.get(type, name) ?? []);
          version = setVersionOf(without, store.setVersion(type));
          versions.set(type, version);
        }
        return version;
      },
      sotwBody(type) {
        if (leftOut(type).size === 0) return store.sotwBody(type);
        let body = bodies.get(type);
        if (body === undefined) bodies.set(type, (body = encodeSotwBody(view.store.all(type).values())));
        return body;
      },
    }),
  };
  return view;
}

function createFleetView(store: Store, cluster: string): View {
  const prefix = `${cluster}/`;
  const isOwn = (type: ResourceType, name: string): boolean =>
    ownTypes.has(type) && (name.startsWith(prefix) || isEverybodys(type, name));
  /** What is the fleet's, by type and name, with what it named when it was looked at last. */
  const own = new Map<ResourceType, Map<string, readonly string[]>>();
  /** Keys of clusters and secrets → how many of the fleet's resources name them. */
  const needed = new Map<string, number>();
  for (const type of [...ownTypes, ...namedTypes]) own.set(type, new Map());

  function count(keys: readonly string[], by: 1 | -1, changes: Change[]): void {
    for (const key of keys) {
      const before = needed.get(key) ?? 0;
      if (before + by > 0) needed.set(key, before + by);
      else needed.delete(key);
      if (before > 0 && before + by > 0) continue;
      const { type, name } = parseRequirement(key);
      look(type, name, [], changes);
    }
  }

  /** Something may have changed about this resource. */
  function look(type: ResourceType, name: string, causes: Change['causes'], changes: Change[]): void {
    const members = own.get(type);
    if (members === undefined) return;
    const before = members.get(name);
    const belongs = namedTypes.has(type) ? needed.has(`${type}/${name}`) : isOwn(type, name);
    const stored = belongs ? store.get(type, name) : undefined;
    if (before === undefined && stored === undefined) return;
    const names = stored === undefined ? [] : namedBy(stored);
    if (stored === undefined) members.delete(name);
    else members.set(name, names);
    changes.push({ type, name, causes });
    // New ones first, so that what is needed on doesn't go and come again.
    count(names, 1, changes);
    count(before ?? [], -1, changes);
  }

  for (const type of ownTypes)
    for (const name of store.all(type).keys()) if (isOwn(type, name)) look(type, name, [], []);

  const membersOf = (type: ResourceType): ReadonlyMap<string, StoredResource> => {
    const members = own.get(type);
    if (members === undefined) return store.all(type);
    const found = new Map<string, StoredResource>();
    for (const name of members.keys()) {
      const stored = store.get(type, name);
      if (stored !== undefined) found.set(name, stored);
    }
    return found;
  };

  const view: View = {
    changes: [],
    take(changes) {
      const seen: Change[] = [];
      for (const change of changes) {
        if (own.has(change.type)) look(change.type, change.name, change.causes, seen);
        else seen.push(change);
      }
      view.changes = seen;
    },
    store: createStoreView(store, {
      get: (type, name) => (own.get(type)?.has(name) === false ? undefined : store.get(type, name)),
      all: membersOf,
      setVersion: (type) => (own.has(type) ? setVersionOf(membersOf(type).values()) : store.setVersion(type)),
      sotwBody: (type) => (own.has(type) ? encodeSotwBody(membersOf(type).values()) : store.sotwBody(type)),
    }),
  };
  return view;
}

/** What is not about who may see what is the store's. */
function createStoreView(
  store: Store,
  seen: Pick<StreamStore, 'get' | 'all' | 'setVersion' | 'sotwBody'>,
): StreamStore {
  return {
    get ready() {
      return store.ready;
    },
    confirm: (resource) => store.confirm(resource),
    quarantined: (type) => store.quarantined(type),
    standIn: (resource) => store.standIn(resource),
    ...seen,
  };
}

const noNames: ReadonlySet<string> = new Set();

function isOfFleet(name: string): boolean {
  return name.startsWith(FLEET_CLUSTER_PREFIX);
}

function isEverybodys(type: ResourceType, name: string): boolean {
  if (type === 'listener') return (operatorListenerNames as readonly string[]).includes(name);
  return type === 'scopedRoute' && name === misdirectedScopeName;
}

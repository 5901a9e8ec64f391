// The incremental engine: keeps the compiled graph equal to a compile from scratch while doing only what a change asks for.
// In: source objects by key. Out: vertices and wanted statuses by key, as deltas. A compile unit is a pure function of
// what it looks up through its context; every look-up, found or missing, is recorded, and a change runs again exactly the
// units that looked at what changed. Units also publish values under topics that units of a higher level read; a value
// equal to the one before runs nobody. So cost follows the change, and order of events never shows in the output.
// A unit that throws (a bug) keeps its last results and is told of; nothing else notices.
import equal from 'fast-deep-equal';
import type { Cause } from '../messages/edge.ts';
import type { StatusValue } from '../messages/statuses.ts';
import {
  objectKey,
  objectText,
  parseKey,
  parseObject,
  type ObjectKey,
  type ObjectText,
  type Problem,
  type SourceObject,
} from '../model/object.ts';
import { createMultiMap, type Entry } from './multi-map.ts';
import { createReaders } from './readers.ts';
import { createSharer } from './share.ts';
import { applyToSnapshot, emptySnapshot, type GraphSnapshot } from './snapshot.ts';
import { vertexKey, type Vertex, type VertexKind } from './vertices.ts';

/** What a unit may do while it compiles. Nothing else: no clock, no state of its own. */
export interface UnitContext {
  /** The object, or undefined; the unit runs again when this object appears, changes or goes. */
  object<T extends SourceObject>(kind: string, namespace: string, name: string): T | undefined;
  /** All objects of a kind (of one namespace), sorted by key; the unit runs again when any of them changes. Keep it for small kinds. */
  objects<T extends SourceObject>(kind: string, namespace?: string): readonly T[];
  /** What units of lower levels published under a topic, sorted by unit id. */
  topic<T>(topic: string): readonly Published<T>[];
  /** What one unit published under a topic; the unit runs again when that changes, and not for what others publish there. */
  published<T>(topic: string, unit: string): T | undefined;
  /** At most once per topic and run. The value is immutable plain data. */
  publish(topic: string, value: unknown): void;
  /** Adds a vertex to the graph. Several units may emit the same vertex; the one with the lowest unit id counts. */
  emit(vertex: Vertex): void;
  /** The wanted status of an object; one unit only speaks for one object. */
  status(value: StatusValue): void;
}

export type Published<T> = Entry<T>;

/** A family of units. Ids are `<name>:<rest>`, where rest is `namespace/name` of the object or the rest of the topic. */
export interface UnitKind {
  readonly name: string;
  /** Units run level by level; a unit reads only topics of lower levels. */
  readonly level: number;
  /** `object`: one unit for each object of that kind. `topic`: one for each topic with that prefix that holds at least one value. `fixed`: these, always. */
  readonly each: { readonly object: string } | { readonly topic: string } | { readonly fixed: readonly string[] };
  /** `rest`: the id without `<name>:`. */
  compile(rest: string, context: UnitContext): void;
}

export interface GraphDelta {
  readonly upserts: readonly { readonly key: string; readonly vertex: Vertex; readonly causes: readonly Cause[] }[];
  readonly removals: readonly { readonly key: string; readonly causes: readonly Cause[] }[];
  readonly statuses: readonly {
    readonly key: ObjectKey;
    readonly status: StatusValue;
    readonly causes: readonly Cause[];
  }[];
  /** Objects for which no status is wanted any more. */
  readonly statusRemovals: readonly ObjectKey[];
  /** Ids of the units that ran, in order; for traces and tests. */
  readonly ran: readonly string[];
  /** Units that threw in this commit, with the error and its stack. */
  readonly failures: readonly UnitFailure[];
}

export interface UnitFailure {
  readonly unit: string;
  readonly error: string;
}

/**
 * Under this topic a unit of an object that threw has a Problem (`InternalError`) for that object, until it compiles
 * again. Not for units of the highest level: nobody could read it.
 */
export function failureTopic(object: ObjectKey): string {
  return `failure/${object}`;
}

export interface Engine {
  /**
   * Puts or (with undefined) removes an object. Nothing runs before `commit`. An object of equal text changes nothing:
   * it differs in its resource version at most.
   */
  set(key: ObjectKey, object: SourceObject | ObjectText | undefined, causes?: readonly Cause[]): void;
  /** Objects that some unit looked at together with this one, at most `limit`: those that refer to it are among them. */
  neighbours(key: ObjectKey, limit: number): Iterable<SourceObject>;
  /** As it was put last. */
  text(key: ObjectKey): ObjectText | undefined;
  /**
   * Runs what the changes since the last commit ask for. The first commit runs everything. `graph`: units of the highest
   * level, which only tell statuses, wait for a commit of `all`.
   */
  commit(what?: 'all' | 'graph'): GraphDelta;
  /**
   * Other code for the same kinds of units, told apart by name (other settings): the next commit runs every unit again,
   * and its delta says only what differs.
   */
  recompile(kinds: readonly UnitKind[], causes?: readonly Cause[]): void;
  /** The graph as of the last commit, or of it the vertices of these kinds, in no meaningful order. Not to be kept: it changes. */
  vertices(kinds?: readonly VertexKind[]): IterableIterator<[key: string, vertex: Vertex]>;
  /** Number of vertices by kind. */
  vertexCounts(): ReadonlyMap<string, number>;
  /** The graph as of the last commit, to keep. Made when it is asked for, from what changed since then: most commits pay nothing. */
  snapshot(): GraphSnapshot;
  statuses(): IterableIterator<[key: ObjectKey, status: StatusValue]>;
  status(object: ObjectKey): StatusValue | undefined;
  /** Number of objects by kind. */
  objectCounts(): ReadonlyMap<string, number>;
  /** Units whose last run threw. */
  failures(): readonly UnitFailure[];
}

/** Causes of one output are capped, the newest stay: more than this tells nobody more. */
const MAX_CAUSES = 8;

interface Unit {
  readonly id: string;
  /** Another one after a recompile. */
  kind: UnitKind;
  /** What its last run left; the values lie where they are looked up. */
  reads: readonly string[];
  topics: readonly string[];
  vertices: readonly string[];
  statuses: readonly ObjectKey[];
}

/** What a run gathers. One object serves all runs, so that 10,000 hosts don't make 100,000 maps to throw away. */
interface Gathered {
  readonly reads: Set<string>;
  readonly published: Map<string, unknown>;
  readonly emitted: Map<string, Vertex>;
  readonly statuses: Map<ObjectKey, StatusValue>;
}

const none: readonly never[] = [];

/** Enough for what the units of one level look at again and again; the source objects of 10,000 hosts are not. */
const MAX_PARSED_OBJECTS = 500;

export function createEngine(kinds: readonly UnitKind[]): Engine {
  const levels = [...new Set(kinds.map((k) => k.level))].sort((a, b) => a - b);
  const byObjectKind = new Map<string, UnitKind[]>();
  /** By the first segment of the prefix: most topics have no units. */
  const byTopicFamily = new Map<string, UnitKind[]>();
  for (const kind of kinds) {
    if ('object' in kind.each) push(byObjectKind, kind.each.object, kind);
    if ('topic' in kind.each) push(byTopicFamily, familyOf(kind.each.topic), kind);
  }

  const objects = new Map<ObjectKey, ObjectText>();
  /** Some of `objects`, during a commit: what was looked at last. */
  const parsed = new Map<ObjectKey, SourceObject>();
  /** kind → keys, and kind/namespace → keys. */
  const objectLists = new Map<string, Set<ObjectKey>>();
  const units = new Map<string, Unit>();
  /** What was looked up → the units that did. */
  const readers = createReaders<Unit>();
  /** Topic → values by unit. */
  const topics = createMultiMap<unknown>();
  /** Vertex key → vertices by unit. */
  const emitters = createMultiMap<Vertex>();
  const sharer = createSharer((key) => emitters.any(key));
  /** Kind → key → vertex, as of the last commit. */
  const graph = new Map<string, Map<string, Vertex>>();
  let snapshot = emptySnapshot;
  /** Keys of vertices that differ from `snapshot`. */
  const notInSnapshot = new Set<string>();
  const statuses = new Map<ObjectKey, StatusValue>();
  const failures = new Map<string, UnitFailure>();
  const highestLevel = levels.at(-1);

  const dirty = new Map<number, Map<Unit, readonly Cause[]>>(levels.map((level) => [level, new Map()]));
  const touchedVertices = new Map<string, readonly Cause[]>();
  const touchedStatuses = new Map<ObjectKey, { causes: readonly Cause[]; status: StatusValue | undefined }>();

  const gathered: Gathered = { reads: new Set(), published: new Map(), emitted: new Map(), statuses: new Map() };
  const context = createContext();

  for (const kind of kinds) if ('fixed' in kind.each) for (const rest of kind.each.fixed) addUnit(kind, rest, none);

  function createContext(): UnitContext {
    const { reads, published, emitted } = gathered;
    return {
      object<T extends SourceObject>(kind: string, namespace: string, name: string): T | undefined {
        const key = objectKey(kind, namespace, name);
        reads.add(keyText('o', key));
        return objectAt(key) as T | undefined;
      },
      objects<T extends SourceObject>(kind: string, namespace?: string): readonly T[] {
        const list = namespace === undefined ? kind : `${kind}/${namespace}`;
        reads.add(keyText('l', list));
        return [...(objectLists.get(list) ?? none)].sort().map((key) => objectAt(key) as T);
      },
      topic<T>(topic: string): readonly Published<T>[] {
        reads.add(keyText('t', topic));
        return topics.sorted(topic) as readonly Published<T>[];
      },
      published<T>(topic: string, unit: string): T | undefined {
        reads.add(keyText('u', keyOfOne(topic, unit)));
        return topics.get(topic, unit) as T | undefined;
      },
      publish(topic, value) {
        if (published.has(topic)) throw new Error(`published twice under topic ${topic}`);
        published.set(topic, value);
      },
      emit(vertex) {
        emitted.set(vertexKey(vertex), vertex);
      },
      status(value) {
        gathered.statuses.set(value.object, value);
      },
    };
  }

  function objectAt(key: ObjectKey): SourceObject | undefined {
    let object = parsed.get(key);
    if (object) return object;
    const text = objects.get(key);
    if (text === undefined) return undefined;
    object = parseObject(text);
    if (parsed.size >= MAX_PARSED_OBJECTS) parsed.clear();
    parsed.set(key, object);
    return object;
  }

  function vertexAt(key: string): Vertex | undefined {
    return graph.get(vertexKindOf(key))?.get(key);
  }

  function putVertex(key: string, vertex: Vertex): void {
    let ofKind = graph.get(vertex.kind);
    if (!ofKind) graph.set(vertex.kind, (ofKind = new Map()));
    ofKind.set(key, vertex);
    notInSnapshot.add(key);
  }

  function dropVertex(key: string): void {
    graph.get(vertexKindOf(key))?.delete(key);
    notInSnapshot.add(key);
  }

  function mark(unit: Unit, causes: readonly Cause[]): void {
    addCauses(dirty.get(unit.kind.level)!, unit, causes);
  }

  function invalidate(read: string, causes: readonly Cause[]): void {
    readers.forEach(read, (unit) => mark(unit, causes));
  }

  function addUnit(kind: UnitKind, rest: string, causes: readonly Cause[]): void {
    const id = keyText(kind.name, rest);
    let unit = units.get(id);
    if (!unit) {
      unit = { id, kind, reads: none, topics: none, vertices: none, statuses: none };
      units.set(id, unit);
    }
    mark(unit, causes);
  }

  function dropUnit(kind: UnitKind, rest: string, causes: readonly Cause[]): void {
    const unit = units.get(`${kind.name}:${rest}`);
    if (!unit) return;
    clear();
    settle(unit, causes);
    units.delete(unit.id);
    failures.delete(unit.id);
    dirty.get(kind.level)!.delete(unit);
  }

  function clear(): void {
    // To clear an empty one makes a new table for it too.
    const { reads, published, emitted, statuses: told } = gathered;
    if (reads.size > 0) reads.clear();
    if (published.size > 0) published.clear();
    if (emitted.size > 0) emitted.clear();
    if (told.size > 0) told.clear();
  }

  /** Replaces a unit's results by what was gathered and passes on what differs. */
  function settle(unit: Unit, causes: readonly Cause[]): void {
    settleReads(unit);
    settleTopics(unit, causes);

    const { emitted } = gathered;
    for (const key of unit.vertices) {
      if (emitted.has(key)) continue;
      emitters.delete(key, unit.id);
      addCauses(touchedVertices, key, causes);
    }
    for (const [key, vertex] of emitted) {
      const before = emitters.get(key, unit.id);
      if (before && equal(before, vertex)) continue;
      const other = emitters.any(key);
      emitters.set(key, unit.id, other && equal(other, vertex) ? other : vertex);
      addCauses(touchedVertices, key, causes);
    }
    unit.vertices = keysOf(emitted);

    for (const key of unit.statuses) if (!gathered.statuses.has(key)) touchStatus(key, undefined, causes);
    for (const [key, status] of gathered.statuses) touchStatus(key, status, causes);
    unit.statuses = keysOf(gathered.statuses);
  }

  function settleReads(unit: Unit): void {
    for (const read of unit.reads) if (!gathered.reads.has(read)) readers.delete(read, unit);
    for (const read of gathered.reads) readers.add(read, unit);
    unit.reads = keysOf(gathered.reads);
  }

  function settleTopics(unit: Unit, causes: readonly Cause[]): void {
    const { published } = gathered;
    for (const topic of unit.topics) if (!published.has(topic)) unpublish(topic, unit, causes);
    for (const [topic, value] of published) {
      const before = topics.get(topic, unit.id);
      if (before === undefined || !equal(before, value)) publish(topic, unit, sharer.share(value), causes);
    }
    unit.topics = keysOf(published);
  }

  function touchStatus(key: ObjectKey, status: StatusValue | undefined, causes: readonly Cause[]): void {
    const touched = touchedStatuses.get(key);
    if (!touched) touchedStatuses.set(key, { causes, status });
    else {
      // A unit that took an object over may run before the one that gave it up: a value beats none.
      if (status) touched.status = status;
      touched.causes = mergeCauses(touched.causes, causes);
    }
  }

  function publish(topic: string, unit: Unit, value: unknown, causes: readonly Cause[]): void {
    if (topics.set(topic, unit.id, value)) markTopicUnits(topic, causes);
    invalidate(`t:${topic}`, causes);
    invalidate(`u:${keyOfOne(topic, unit.id)}`, causes);
  }

  function unpublish(topic: string, unit: Unit, causes: readonly Cause[]): void {
    // Units of an empty topic are dropped when their level comes: until then a lower unit may still fill it again.
    if (topics.delete(topic, unit.id)) markTopicUnits(topic, causes);
    invalidate(`t:${topic}`, causes);
    invalidate(`u:${keyOfOne(topic, unit.id)}`, causes);
  }

  function markTopicUnits(topic: string, causes: readonly Cause[]): void {
    for (const kind of byTopicFamily.get(familyOf(topic)) ?? none) {
      const { each } = kind;
      if ('topic' in each && topic.startsWith(each.topic)) addUnit(kind, topic.slice(each.topic.length), causes);
    }
  }

  function run(unit: Unit, causes: readonly Cause[]): void {
    clear();
    try {
      unit.kind.compile(restOf(unit), context);
    } catch (thrown) {
      fail(unit, thrown, causes);
      return;
    }
    failures.delete(unit.id);
    settle(unit, causes);
  }

  /** The unit keeps what it had. It also keeps what it read before it threw: a change of that may heal it. */
  function fail(unit: Unit, thrown: unknown, causes: readonly Cause[]): void {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    failures.set(unit.id, { unit: unit.id, error: text });
    for (const read of unit.reads) gathered.reads.add(read);
    settleReads(unit);
    const { each, level } = unit.kind;
    if (!('object' in each) || level === highestLevel) return;
    const object = `${each.object}/${restOf(unit)}`;
    const problem: Problem = {
      code: 'InternalError',
      severity: 'error',
      object,
      path: '',
      message: 'nuncio failed on this object (a bug; its log has the details); what it made of it before stays',
    };
    gathered.published.clear();
    for (const topic of unit.topics) gathered.published.set(topic, topics.get(topic, unit.id));
    gathered.published.set(failureTopic(object), problem);
    settleTopics(unit, causes);
  }

  return {
    set(key, object, causes = none) {
      const before = objects.get(key);
      const text = typeof object === 'object' ? objectText(object) : object;
      if (text === before) return;
      const { kind, namespace, name } = parseKey(key);
      if (text !== undefined) {
        objects.set(key, text);
        addKey(objectLists, kind, key);
        addKey(objectLists, `${kind}/${namespace}`, key);
      } else {
        objects.delete(key);
        removeKey(objectLists, kind, key);
        removeKey(objectLists, `${kind}/${namespace}`, key);
      }
      for (const unitKind of byObjectKind.get(kind) ?? none) {
        if (text !== undefined) addUnit(unitKind, `${namespace}/${name}`, causes);
        else dropUnit(unitKind, `${namespace}/${name}`, causes);
      }
      invalidate(`o:${key}`, causes);
      invalidate(`l:${kind}`, causes);
      invalidate(`l:${kind}/${namespace}`, causes);
    },

    neighbours(key, limit) {
      const keys = new Set<ObjectKey>();
      const add = (each: ObjectKey): void => {
        if (keys.size < limit && each !== key && objects.has(each)) keys.add(each);
      };
      readers.forEach(`o:${key}`, ({ reads }) => {
        for (const read of reads) {
          if (read.startsWith('o:')) add(read.slice(2));
          else if (read.startsWith('l:')) for (const each of objectLists.get(read.slice(2)) ?? none) add(each);
        }
      });
      return [...keys].map((each) => parseObject(objects.get(each)!));
    },

    text: (key) => objects.get(key),

    commit(what = 'all') {
      const ran = new Set<string>();
      for (const level of levels) {
        if (what === 'graph' && level === highestLevel) continue;
        const due = dirty.get(level)!;
        for (const [unit, causes] of due) {
          due.delete(unit);
          if ('topic' in unit.kind.each && !topics.has(unit.kind.each.topic + restOf(unit))) {
            dropUnit(unit.kind, restOf(unit), causes);
            continue;
          }
          if (ran.has(unit.id)) throw new Error(`unit ${unit.id} was invalidated by its own level`);
          run(unit, causes);
          ran.add(unit.id);
        }
      }
      for (const [level, due] of dirty)
        if (what === 'all' || level !== highestLevel)
          for (const unit of due.keys()) throw new Error(`unit ${unit.id} was invalidated by a higher level`);

      const upserts: { key: string; vertex: Vertex; causes: readonly Cause[] }[] = [];
      const removals: { key: string; causes: readonly Cause[] }[] = [];
      for (const [key, causes] of touchedVertices) {
        const vertex = emitters.first(key);
        const before = vertexAt(key);
        if (!vertex) {
          if (before) {
            removals.push({ key, causes });
            dropVertex(key);
          }
        } else if (!before || !equal(before, vertex)) {
          upserts.push({ key, vertex, causes });
          putVertex(key, vertex);
        }
      }
      touchedVertices.clear();
      parsed.clear();
      sharer.forget();

      const statusUpserts: { key: ObjectKey; status: StatusValue; causes: readonly Cause[] }[] = [];
      const statusRemovals: ObjectKey[] = [];
      for (const [key, { status, causes }] of touchedStatuses) {
        const before = statuses.get(key);
        if (status) {
          if (before && equal(before, status)) continue;
          statuses.set(key, status);
          statusUpserts.push({ key, status, causes });
        } else if (before) {
          statuses.delete(key);
          statusRemovals.push(key);
        }
      }
      touchedStatuses.clear();
      const failed = failures.size === 0 ? none : [...ran].flatMap((id) => failures.get(id) ?? none);
      return { upserts, removals, statuses: statusUpserts, statusRemovals, ran: [...ran], failures: failed };
    },

    recompile(next, causes = none) {
      const byName = new Map(next.map((kind) => [kind.name, kind]));
      const replaced = (kind: UnitKind): UnitKind => {
        const found = byName.get(kind.name);
        if (found?.level !== kind.level) throw new Error(`recompile without a unit kind ${kind.name}`);
        return found;
      };
      for (const lists of [byObjectKind, byTopicFamily])
        for (const [key, list] of lists) lists.set(key, list.map(replaced));
      for (const unit of units.values()) {
        unit.kind = replaced(unit.kind);
        mark(unit, causes);
      }
    },

    *vertices(kinds) {
      for (const kind of kinds ?? graph.keys()) yield* graph.get(kind) ?? none;
    },
    vertexCounts: () => new Map([...graph].map(([kind, ofKind]) => [kind, ofKind.size])),
    snapshot() {
      const upserts: { key: string; vertex: Vertex }[] = [];
      const removals: { key: string }[] = [];
      for (const key of notInSnapshot) {
        const vertex = vertexAt(key);
        if (vertex) upserts.push({ key, vertex });
        else removals.push({ key });
      }
      notInSnapshot.clear();
      snapshot = applyToSnapshot(snapshot, upserts, removals);
      return snapshot;
    },
    statuses: () => statuses.entries(),
    status: (object) => statuses.get(object),
    objectCounts() {
      const counts = new Map<string, number>();
      for (const [list, keys] of objectLists) if (!list.includes('/')) counts.set(list, keys.size);
      return counts;
    },
    failures: () => [...failures.values()],
  };
}

/** `family:rest`, joined because it is kept: what a template puts together takes twice the memory. */
function keyText(family: string, rest: string): string {
  return [family, rest].join(':');
}

/** What one unit published under a topic. */
function keyOfOne(topic: string, unit: string): string {
  return [topic, unit].join('\n');
}

/** Of a topic or a prefix of topics: what stands before its first slash. */
function familyOf(topic: string): string {
  const slash = topic.indexOf('/');
  return slash < 0 ? topic : topic.slice(0, slash);
}

/** A key is `<kind>/<rest>`. */
function vertexKindOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** The id without the name of the kind. */
function restOf({ id, kind }: Unit): string {
  return id.slice(kind.name.length + 1);
}

/** Of small collections, most of the time: nothing is made for an empty one. */
function keysOf(keyed: ReadonlySet<string> | ReadonlyMap<string, unknown>): readonly string[] {
  return keyed.size === 0 ? none : [...keyed.keys()];
}

function addCauses<K>(to: Map<K, readonly Cause[]>, key: K, causes: readonly Cause[]): void {
  to.set(key, mergeCauses(to.get(key) ?? none, causes));
}

/** The newest of both, each once. Gives one of the inputs where that is right, so that many outputs share one list. */
function mergeCauses(older: readonly Cause[], newer: readonly Cause[]): readonly Cause[] {
  if (older.length === 0 && newer.length <= MAX_CAUSES) return newer;
  if (newer.length === 0 || older === newer) return older;
  return [...new Set([...older, ...newer])].slice(-MAX_CAUSES);
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function addKey(map: Map<string, Set<string>>, list: string, key: string): void {
  let set = map.get(list);
  if (!set) map.set(list, (set = new Set()));
  set.add(key);
}

function removeKey(map: Map<string, Set<string>>, list: string, key: string): void {
  const set = map.get(list);
  if (!set) return;
  set.delete(key);
  if (set.size === 0) map.delete(list);
}

// Holding and rolling back, as laws: whatever changes came, a rollback makes exactly what a build of that revision's held
// objects with today's others makes; and after a resume it is as if nothing had been held.
import test from 'ava';
import * as fc from 'fast-check';
import { createHistory, type History, type ObjectChange as Change } from '../../src/dag/history/history.ts';
import { isHeld } from '../../src/dag/history/held-part.ts';
import { mergeRecords, noHold, type HoldRecord } from '../../src/dag/history/hold-record.ts';
import { objectText, parseObject, type ObjectText } from '../../src/model/object.ts';
import { createCore, type Core } from '../support/compile.ts';
import { goodWorld, objectChange } from './graph-objects.ts';

const runs = Number(process.env.PROPERTY_RUNS ?? 40);
/** The last is when the step is taken: gaps differ, so revisions that are merged do too. */
const step = fc.record({
  changes: fc.array(objectChange, { minLength: 1, maxLength: 4 }),
  action: fc.constantFrom('none', 'none', 'none', 'hold', 'rollback', 'resume', 'restart'),
  pick: fc.nat(),
  passedMs: fc.constantFrom(1, 10, 1000, 60_000, 3_600_000),
});
const steps = fc.array(step, { minLength: 1, maxLength: 25 });

interface World {
  readonly core: Core;
  readonly texts: Map<string, ObjectText>;
  history: History;
}

function createWorld(revisions: number): World {
  const core = createCore({});
  const texts = new Map<string, ObjectText>();
  return { core, texts, history: newHistory(texts, revisions) };
}

function newHistory(texts: ReadonlyMap<string, ObjectText>, revisions: number): History {
  return createHistory({ revisions, maxChars: 1e9, compiled: (key) => texts.get(key) });
}

function compile({ core, texts }: World, changes: readonly Change[]): void {
  for (const { key, text } of changes) {
    if (text === undefined) texts.delete(key);
    else texts.set(key, text);
    core.set(key, text === undefined ? undefined : parseObject(text));
  }
  core.commit();
}

/** What Envoys would be sent. */
function served(core: Core): string {
  const resources = [...core.resources()].map(([key, { bytes, requires }]) => [
    key,
    requires,
    Buffer.from(bytes).toString('base64'),
  ]);
  return JSON.stringify(resources.sort());
}

function scratch(texts: ReadonlyMap<string, ObjectText>): string {
  const core = createCore({});
  for (const [key, text] of texts) core.set(key, parseObject(text));
  core.commit();
  return served(core);
}

let ids = 0;
function record(kind: HoldRecord['kind'], revision: string, objects: HoldRecord['objects']): HoldRecord {
  ids += 1;
  return { id: String(ids), kind, revision, by: 'test', reason: '', atMs: ids, objects };
}

/** The held objects of one moment with the flowing ones of another. Services are both: their annotations are held. */
function mixed(then: ReadonlyMap<string, ObjectText>, now: ReadonlyMap<string, ObjectText>): Map<string, ObjectText> {
  const texts = new Map([...now].filter(([key]) => !isHeld(key) || key.startsWith('Service/')));
  for (const [key, text] of then) {
    if (!isHeld(key)) continue;
    if (!key.startsWith('Service/')) texts.set(key, text);
    else if (texts.has(key)) {
      const service = parseObject(texts.get(key)!);
      const { annotations } = parseObject(text).metadata;
      texts.set(key, objectText({ ...service, metadata: { ...service.metadata, annotations } }));
    }
  }
  return texts;
}

test('a rollback makes what that revision made, with the secrets, grants and services of today', (t) => {
  fc.assert(
    fc.property(steps, fc.constantFrom(3, 8, 100), (all, kept) => {
      const world = createWorld(kept);
      const newest = new Map<string, ObjectText>();
      /** Id → newest objects of that moment. */
      const moments = new Map<string, ReadonlyMap<string, ObjectText>>();
      let nowMs = 0;
      const take = (changes: readonly Change[]): void => {
        for (const { key, text } of changes) {
          if (text === undefined) newest.delete(key);
          else newest.set(key, text);
        }
        compile(world, world.history.take(changes, nowMs));
        moments.set(world.history.newest, new Map(newest));
      };
      take(goodWorld.map(toChange));
      world.history.begin(nowMs);
      let held: ReadonlyMap<string, ObjectText> | null = null;
      for (const { changes, action, pick, passedMs } of all) {
        nowMs += passedMs;
        take(changes.map(toChange));
        const revisions = world.history.revisions();
        t.true(revisions.length <= kept);
        if (action === 'hold' && held === null) {
          compile(world, world.history.impose(record('hold', world.history.newest, {}), []));
          held = new Map(newest);
        } else if (action === 'rollback') {
          const { id } = revisions[pick % revisions.length]!;
          compile(world, world.history.impose(record('rollback', id, world.history.objectsOf(id)!), []));
          held = moments.get(id)!;
        } else if (action === 'resume' && held !== null) {
          compile(world, world.history.impose(record('none', '', {}), []));
          held = null;
        } else if (action === 'restart') {
          // Another process: it knows the record and what the sources have.
          const stored = world.history.record;
          world.texts.clear();
          const next = { core: createCore({}), texts: world.texts, history: newHistory(world.texts, kept) };
          const listed = [...newest].map(([key, text]) => ({ key, text, causes: [] }));
          const [early, late] = [listed.slice(0, pick % listed.length), listed.slice(pick % listed.length)];
          compile(next, next.history.take(early, nowMs));
          compile(next, next.history.impose(mergeRecords(noHold, stored), []));
          compile(next, next.history.take(late, nowMs));
          next.history.begin(nowMs);
          Object.assign(world, next);
        }
        const expected = held === null ? newest : mixed(held, newest);
        if (served(world.core) !== scratch(expected))
          t.deepEqual(Object.fromEntries(world.texts), Object.fromEntries(expected));
        const waits = [...new Set([...expected.keys(), ...newest.keys()])].filter(
          (key) => expected.get(key) !== newest.get(key),
        );
        t.deepEqual([...world.history.pending().keys()].sort(), waits.sort());
      }
      compile(world, world.history.impose(record('none', '', {}), []));
      if (served(world.core) !== scratch(newest))
        t.deepEqual(Object.fromEntries(world.texts), Object.fromEntries(newest));
    }),
    { numRuns: runs },
  );
});

test('equal objects make equal ids, whatever the way there', (t) => {
  fc.assert(
    fc.property(fc.array(objectChange, { minLength: 1, maxLength: 30 }), (changes) => {
      const world = createWorld(10);
      for (const change of changes) compile(world, world.history.take([toChange(change)], 0));
      const other = createWorld(10);
      const last = [...world.texts].map(([key, text]) => ({ key, text, causes: [] })).toReversed();
      compile(other, other.history.take(last, 0));
      t.is(other.history.newest, world.history.newest);
    }),
    { numRuns: runs },
  );
});

function toChange({ key, object }: (typeof goodWorld)[number]): Change {
  return { key, text: object && objectText(object), causes: [] };
}

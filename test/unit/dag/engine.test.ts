// The engine with units of a test's own: what runs, what is told, and what a failing unit does.
import test from 'ava';
import { createEngine, failureTopic, type UnitContext, type UnitKind } from '../../../src/dag/engine.ts';
import { vertexAt, verticesOf } from '../../../src/dag/snapshot.ts';
import type { Problem, SourceObject } from '../../../src/model/object.ts';

function thing(name: string, fields: Record<string, unknown> = {}, resourceVersion = '1'): SourceObject {
  return {
    kind: 'Thing',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'n',
      uid: name,
      resourceVersion,
      generation: 1,
      creationTimestamp: '',
      labels: {},
      annotations: {},
    },
    source: { kind: 'kubernetes' },
    ...fields,
  };
}

const group = (key: string, service: string) =>
  ({ kind: 'EndpointGroup', key, namespace: 'n', service, portName: '' }) as const;

/** Level 0: each Thing publishes its color under its group; level 1: each group makes one vertex. */
const colors: readonly UnitKind[] = [
  {
    name: 'thing',
    level: 0,
    each: { object: 'Thing' },
    compile(rest, context) {
      const { color, group: to } = context.object<SourceObject & { color?: string; group?: string }>(
        'Thing',
        'n',
        rest.slice(2),
      )!;
      if (color === 'bad') throw new Error('a bug');
      if (to) context.publish(`group/${to}`, color ?? 'none');
    },
  },
  {
    name: 'group',
    level: 1,
    each: { topic: 'group/' },
    compile(rest, context) {
      const values = context.topic<string>(`group/${rest}`).map((each) => each.value);
      context.emit(group(rest, values.join()));
    },
  },
];

test('an equal object, or one with another resource version, runs nobody', (t) => {
  const engine = createEngine(colors);
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g' }));
  t.deepEqual(engine.commit().ran, ['thing:n/a', 'group:g']);
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g' }, '2'));
  t.deepEqual(engine.commit().ran, []);
});

test('equal results run nobody further up', (t) => {
  const engine = createEngine(colors);
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g' }));
  engine.commit();
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g', other: 1 }));
  const delta = engine.commit();
  t.deepEqual(delta.ran, ['thing:n/a']);
  t.deepEqual(delta.upserts, []);
});

test('a topic that empties takes its unit and vertices along; moving between topics touches both', (t) => {
  const engine = createEngine(colors);
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g' }));
  engine.commit();
  const before = engine.snapshot();
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'h' }), [{ id: '1', key: 'Thing/n/a', atMs: 0 }]);
  const delta = engine.commit();
  t.deepEqual(delta.removals, [{ key: 'EndpointGroup/g', causes: [{ id: '1', key: 'Thing/n/a', atMs: 0 }] }]);
  t.deepEqual(
    delta.upserts.map((each) => each.key),
    ['EndpointGroup/h'],
  );
  t.truthy(vertexAt(before, 'EndpointGroup/g'), 'an old snapshot stays as it was');
  t.is(vertexAt(engine.snapshot(), 'EndpointGroup/g'), undefined);
});

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

test('a snapshot that is asked for after several commits holds what the graph holds', (t) => {
  const engine = createEngine(colors);
  const put = (name: string, group: string) => {
    engine.set(`Thing/n/${name}`, thing(name, { color: 'red', group }));
    engine.commit();
  };
  put('a', 'g');
  put('b', 'h');
  engine.snapshot();
  put('a', 'i');
  put('b', 'j');
  put('b', 'h');
  engine.set('Thing/n/c', thing('c', { color: 'red', group: 'k' }));
  t.is(engine.vertexCounts().get('EndpointGroup'), 2, 'nothing of it shows before the commit');
  t.deepEqual([...verticesOf(engine.snapshot())].sort(byKey), [...engine.vertices()].sort(byKey));
  engine.commit();
  t.deepEqual([...engine.vertices(['EndpointGroup'])].map(([key]) => key).sort(), [
    'EndpointGroup/h',
    'EndpointGroup/i',
    'EndpointGroup/k',
  ]);
  t.deepEqual([...verticesOf(engine.snapshot())].sort(byKey), [...engine.vertices()].sort(byKey));
});

test('a missing object is a dependency', (t) => {
  const reader: UnitKind = {
    name: 'reader',
    level: 0,
    each: { fixed: ['x'] },
    compile(_rest, context: UnitContext) {
      context.emit(group('x', context.object('Thing', 'n', 'later') ? 'found' : 'missing'));
    },
  };
  const engine = createEngine([reader]);
  engine.commit();
  engine.set('Thing/n/other', thing('other'));
  t.deepEqual(engine.commit().ran, []);
  engine.set('Thing/n/later', thing('later'));
  t.deepEqual(engine.commit().ran, ['reader:x']);
  t.deepEqual(vertexAt(engine.snapshot(), 'EndpointGroup/x'), group('x', 'found'));
});

test('a unit that throws keeps its last results, is told of, and heals', (t) => {
  const seen: UnitKind = {
    name: 'seen',
    level: 1,
    each: { object: 'Thing' },
    compile(rest, context) {
      const problems = context.topic<Problem>(failureTopic(`Thing/${rest}`)).map((each) => each.value);
      const object = `Thing/${rest}`;
      context.status({ object, apiVersion: 'v1', generation: 1, uid: '', status: null, problems });
    },
  };
  const engine = createEngine([...colors, seen]);
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g' }));
  engine.set('Thing/n/b', thing('b', { color: 'blue', group: 'g' }));
  engine.commit();

  engine.set('Thing/n/a', thing('a', { color: 'bad', group: 'g' }));
  engine.set('Thing/n/b', thing('b', { color: 'green', group: 'g' }));
  const delta = engine.commit();
  t.deepEqual(
    delta.failures.map((each) => each.unit),
    ['thing:n/a'],
  );
  t.regex(delta.failures[0]!.error, /a bug/);
  t.deepEqual(vertexAt(engine.snapshot(), 'EndpointGroup/g'), group('g', 'red,green'));
  const told = delta.statuses.find((each) => each.key === 'Thing/n/a');
  t.deepEqual(
    told?.status.problems.map((each) => each.code),
    ['InternalError'],
  );

  engine.set('Thing/n/a', thing('a', { color: 'white', group: 'g' }));
  const healed = engine.commit();
  t.deepEqual(healed.failures, []);
  t.deepEqual(engine.failures(), []);
  t.deepEqual(vertexAt(engine.snapshot(), 'EndpointGroup/g'), group('g', 'white,green'));
  t.deepEqual(healed.statuses.find((each) => each.key === 'Thing/n/a')?.status.problems, []);

  engine.set('Thing/n/a', undefined);
  t.deepEqual(engine.commit().statusRemovals, ['Thing/n/a']);
});

test('a snapshot is frozen to its leaves', (t) => {
  const engine = createEngine(colors);
  engine.set('Thing/n/a', thing('a', { color: 'red', group: 'g' }));
  engine.commit();
  t.true(Object.isFrozen(vertexAt(engine.snapshot(), 'EndpointGroup/g')));
});

import test from 'ava';
import { equalJson, statusPatch } from '../../../src/status/status-patch.ts';

const now = '2025-06-01T00:00:00Z';
const before = '2024-01-01T00:00:00Z';

const valid = { type: 'Valid', status: 'True', reason: 'Valid', message: 'Valid HTTPProxy', observedGeneration: 2 };
const wanted = { currentStatus: 'valid', description: 'Valid HTTPProxy', conditions: [valid] };

test('the first status is written with the time', (t) => {
  const expected = { ...wanted, conditions: [{ ...valid, lastTransitionTime: now }] };
  t.deepEqual(statusPatch(wanted, undefined, { now }), expected);
  t.deepEqual(
    statusPatch(wanted, { currentStatus: 'NotReconciled', description: 'Waiting for controller' }, { now }),
    expected,
  );
});

test('what is there is not written again, whatever its time and the order of its fields', (t) => {
  const stored = {
    loadBalancer: {},
    conditions: [{ lastTransitionTime: before, ...valid }],
    description: 'Valid HTTPProxy',
    currentStatus: 'valid',
  };
  t.is(statusPatch(wanted, stored, { now }), null);
});

test('a condition keeps its time when only its generation or message changes', (t) => {
  const stored = { ...wanted, conditions: [{ ...valid, observedGeneration: 1, lastTransitionTime: before }] };
  t.deepEqual(statusPatch(wanted, stored, { now })?.['conditions'], [{ ...valid, lastTransitionTime: before }]);
});

test('a condition whose status changes gets the new time', (t) => {
  const stored = { ...wanted, conditions: [{ ...valid, status: 'False', lastTransitionTime: before }] };
  t.deepEqual(statusPatch(wanted, stored, { now })?.['conditions'], [{ ...valid, lastTransitionTime: now }]);
});

test('errors that are gone are gone, also from a condition that stays', (t) => {
  const errors = [{ type: 'SpecError', status: 'True', reason: 'x', message: 'y' }];
  const stored = { ...wanted, conditions: [{ ...valid, errors, lastTransitionTime: before }] };
  t.deepEqual(statusPatch(wanted, stored, { now })?.['conditions'], [{ ...valid, lastTransitionTime: before }]);
});

test('conditions of others stay in their places', (t) => {
  const [first, last] = ['Alpha', 'Omega'].map((type) => ({ type, status: 'True', lastTransitionTime: before }));
  const stored = { conditions: [first, { ...valid, status: 'False', lastTransitionTime: before }, last] };
  t.deepEqual(statusPatch(wanted, stored, { now })?.['conditions'], [
    first,
    { ...valid, lastTransitionTime: now },
    last,
  ]);
});

test('a status for a newer generation is not overwritten with an older one', (t) => {
  const stored = { conditions: [{ ...valid, status: 'False', observedGeneration: 3 }] };
  t.is(statusPatch(wanted, stored, { now }), null);
});

test('what others write elsewhere is no reason to write', (t) => {
  const ours = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
  t.is(statusPatch(ours, { ...ours, other: 1 }, { now }), null);
  t.deepEqual(statusPatch(ours, { loadBalancer: { ingress: [] } }, { now }), ours);
});

const group = 'gateway.networking.k8s.io';
const accepted = { type: 'Accepted', status: 'True', reason: 'Accepted', message: '', observedGeneration: 1 };
const theirs = {
  controllerName: 'example.com/other',
  parentRef: { group, kind: 'Gateway', name: 'theirs' },
  conditions: [{ ...accepted, lastTransitionTime: before }],
};
const parent = (name: string, rest: object = {}) => ({
  controllerName: 'example.com/nuncio',
  parentRef: { name },
  conditions: [accepted],
  ...rest,
});
const asStored = (name: string, rest: object = {}) => ({
  controllerName: 'example.com/nuncio',
  parentRef: { group, kind: 'Gateway', name },
  conditions: [{ ...accepted, lastTransitionTime: before }],
  ...rest,
});
const options = { now, controllerNames: ['example.com/nuncio'] };

test('in a list of several controllers only our entries are changed', (t) => {
  t.deepEqual(statusPatch({ parents: [parent('a')] }, { parents: [theirs] }, options)?.['parents'], [
    theirs,
    { ...asStored('a'), conditions: [{ ...accepted, lastTransitionTime: now }] },
  ]);
  const stored = { parents: [asStored('a'), theirs, asStored('gone')] };
  t.deepEqual(statusPatch({ parents: [parent('a')] }, stored, options)?.['parents'], [theirs, asStored('a')]);
  t.deepEqual(statusPatch({ parents: [] }, stored, options)?.['parents'], [theirs], 'ours are taken away');
});

test('entries of ours that are there are not written again, whatever their order and defaults', (t) => {
  const stored = { parents: [asStored('b'), theirs, asStored('a')] };
  t.is(statusPatch({ parents: [parent('a'), parent('b')] }, stored, options), null);
  t.is(statusPatch({ parents: [] }, { parents: [theirs] }, options), null);
});

test('one Gateway by two listeners is two entries', (t) => {
  const two = ['x', 'y'].map((sectionName) => parent('a', { parentRef: { name: 'a', sectionName } }));
  const patch = statusPatch({ parents: two }, { parents: [] }, options);
  t.is((patch?.['parents'] as unknown[] | undefined)?.length, 2);
  t.is(statusPatch({ parents: two }, patch, options), null);
});

test('in an entry of ours a condition that we no longer name goes', (t) => {
  const partly = { ...accepted, type: 'PartiallyInvalid', lastTransitionTime: before };
  const stored = { parents: [asStored('a', { conditions: [partly, { ...accepted, lastTransitionTime: before }] })] };
  t.deepEqual(statusPatch({ parents: [parent('a')] }, stored, options)?.['parents'], [asStored('a')]);
});

test('policies keep the ancestors of other controllers', (t) => {
  const ancestor = { controllerName: 'example.com/other', ancestorRef: { group, kind: 'Gateway', name: 'g' } };
  const patch = statusPatch(
    { ancestors: [{ controllerName: 'example.com/nuncio', ancestorRef: { name: 'g' }, conditions: [accepted] }] },
    { ancestors: [ancestor] },
    options,
  );
  t.is((patch?.['ancestors'] as unknown[] | undefined)?.length, 2);
});

test('listeners of a Gateway keep the times of their conditions, by name', (t) => {
  const listener = (name: string, status: string, time?: string) => ({
    name,
    attachedRoutes: 1,
    conditions: [{ ...accepted, status, ...(time === undefined ? {} : { lastTransitionTime: time }) }],
  });
  const stored = { listeners: [listener('gone', 'True', before), listener('a', 'True', before)] };
  t.deepEqual(statusPatch({ listeners: [listener('a', 'True'), listener('b', 'True')] }, stored, options), {
    listeners: [listener('a', 'True', before), listener('b', 'True', now)],
  });
});

test('equal JSON', (t) => {
  t.true(equalJson({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }));
  for (const [a, b] of [
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: undefined }, {}],
    [{ a: 1 }, { b: 1 }],
    [[], {}],
    [null, {}],
    ['1', 1],
  ])
    t.false(equalJson(a, b));
});

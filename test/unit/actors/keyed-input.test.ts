// What a receiver makes of the batches of one edge.
import test from 'ava';
import { createKeyedInput } from '../../../src/actors/keyed-input.ts';
import type { Batch } from '../../../src/messages/edge.ts';

function batch(
  parts: Partial<Batch<number>> & { readonly put?: Readonly<Record<string, number>>; readonly drop?: string[] },
): Batch<number> {
  const { put = {}, drop = [], ...rest } = parts;
  return {
    kind: 'batch',
    seq: 1,
    reset: false,
    synced: false,
    upserts: Object.entries(put).map(([key, value]) => ({ key, value, causes: [] })),
    removals: drop.map((key) => ({ key, causes: [] })),
    sentAtMs: 0,
    ...rest,
  };
}

test('keeps what it had during a replay and drops the unseen at its end', (t) => {
  const input = createKeyedInput<number>();
  t.true(input.apply(batch({ reset: true, synced: true, put: { a: 1, b: 2, c: 3 } })).firstSynced);
  const during = input.apply(batch({ reset: true, put: { a: 1 } }));
  t.deepEqual(during.removals, []);
  t.false(input.synced);
  t.is(input.values.size, 3);
  const end = input.apply(batch({ synced: true, put: { b: 5 } }));
  t.deepEqual(
    end.removals.map(({ key }) => key),
    ['c'],
  );
  t.deepEqual(
    [...input.values],
    [
      ['a', 1],
      ['b', 5],
    ],
  );
  t.false(end.firstSynced);
  t.true(end.synced);
});

test('equal values are no change when an equality is given', (t) => {
  const input = createKeyedInput<number>({ equal: (a, b) => a === b });
  input.apply(batch({ reset: true, synced: true, put: { a: 1 } }));
  t.deepEqual(
    input.apply(batch({ reset: true, synced: true, put: { a: 1, b: 1 } })).upserts.map(({ key }) => key),
    ['b'],
  );
});

test('a removal of an unknown key is no change, one during a replay is', (t) => {
  const input = createKeyedInput<number>();
  t.deepEqual(input.apply(batch({ reset: true, synced: true, put: { a: 1 }, drop: ['x'] })).removals, []);
  const change = input.apply(batch({ reset: true, put: { b: 1 }, drop: ['a'] }));
  t.deepEqual(
    change.removals.map(({ key }) => key),
    ['a'],
  );
  t.deepEqual(input.apply(batch({ synced: true })).removals, []);
});

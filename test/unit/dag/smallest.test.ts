// The first few of many: the same as sorting all and taking the first.
import test from 'ava';
import * as fc from 'fast-check';
import { createSmallest } from '../../../src/dag/smallest.ts';

test('as sorting all and taking the first; equals stay in their order', (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat())), fc.nat(8), (all, limit) => {
      const first = createSmallest<readonly [number, number]>(limit, ([a], [b]) => a - b);
      for (const each of all) first.add(each);
      t.deepEqual(first.values, all.toSorted(([a], [b]) => a - b).slice(0, limit));
    }),
  );
});

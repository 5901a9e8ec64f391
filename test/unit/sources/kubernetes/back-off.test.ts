import test from 'ava';
import { backOffMs, requestBackOff } from '../../../../src/sources/kubernetes/back-off.ts';

test('grows from 100 ms to 30 s and no further', (t) => {
  const longest = Array.from({ length: 12 }, (_, attempt) => backOffMs(requestBackOff, attempt, 1));
  t.deepEqual(longest, [100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000, 30000]);
  t.is(backOffMs(requestBackOff, 1_000_000, 1), 30_000);
});

test('the shortest is half the longest', (t) => {
  for (const attempt of [0, 3, 20])
    t.is(backOffMs(requestBackOff, attempt, 0) * 2, backOffMs(requestBackOff, attempt, 1));
});

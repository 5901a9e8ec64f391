import test from 'ava';
import fc from 'fast-check';
import { createStatusQueue, statusPriorities } from '../../../../src/actors/status/status-queue.ts';
import type { StatusPriority } from '../../../../src/actors/status/status-queue.ts';

const taken = (count: number, queue: ReturnType<typeof createStatusQueue>): string[] =>
  Array.from({ length: count }, () => queue.take()?.key ?? '');

test('own before related before bulk; the newest first, every fourth the oldest', (t) => {
  const queue = createStatusQueue();
  for (const key of ['b1', 'b2']) queue.put(key, 'bulk', [], 0);
  for (const key of ['r1', 'r2']) queue.put(key, 'related', [], 0);
  for (const key of ['o1', 'o2', 'o3', 'o4', 'o5']) queue.put(key, 'own', [], 0);
  t.deepEqual(taken(9, queue), ['o5', 'o4', 'o3', 'o1', 'o2', 'r2', 'r1', 'b1', 'b2']);
  t.is(queue.take(), undefined);
});

test('one take in eight is the oldest of the lowest priority', (t) => {
  const queue = createStatusQueue();
  for (let index = 0; index < 40; index += 1) queue.put(`o${index}`, 'own', [], 0);
  for (let index = 0; index < 40; index += 1) queue.put(`b${index}`, 'bulk', [], 0);
  t.deepEqual(
    taken(32, queue).filter((key) => key.startsWith('b')),
    ['b0', 'b1', 'b2', 'b3'],
  );
});

test('neither lower priority starves beside a flood of the highest, also where only that is asked for', (t) => {
  const queue = createStatusQueue();
  queue.put('r', 'related', [], 0);
  for (let index = 0; index < 40; index += 1) queue.put(`b${index}`, 'bulk', [], 0);
  for (let index = 0; index < 40; index += 1) queue.put(`o${index}`, 'own', [], 0);
  const keys = Array.from({ length: 24 }, () => queue.take('own')?.key ?? '');
  t.deepEqual(
    keys.filter((key) => !key.startsWith('o')),
    ['b0', 'r', 'b1'],
  );
});

test('an object waits once, with the highest priority, all causes and the oldest time', (t) => {
  const queue = createStatusQueue();
  const cause = (id: string) => ({ id, key: 'k', atMs: 0 });
  queue.put('x', 'bulk', [cause('1')], 5);
  queue.put('x', 'own', [cause('2')], 3);
  queue.put('x', 'related', [cause('3')], 9);
  t.deepEqual(
    statusPriorities.map((each) => queue.waiting(each)),
    [1, 0, 0],
  );
  const entry = queue.take();
  t.like(entry, { key: 'x', priority: 'own', sinceMs: 3 });
  t.is(entry?.causes.length, 3);
});

test('only one priority, when asked', (t) => {
  const queue = createStatusQueue();
  queue.put('b', 'bulk', [], 0);
  t.is(queue.take('own'), undefined);
  queue.put('o', 'own', [], 0);
  t.is(queue.take('own')?.key, 'o');
  t.is(queue.take()?.key, 'b');
});

test('whatever comes and goes, each key is given once, and the counts are right', (t) => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const step = fc.oneof(
    fc.record({ put: key, priority: fc.constantFrom<StatusPriority>(...statusPriorities) }),
    fc.record({ drop: key }),
    fc.record({ take: fc.constant(true) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = createStatusQueue();
      const model = new Map<string, number>();
      for (const each of steps) {
        if ('put' in each) {
          const rank = statusPriorities.indexOf(each.priority);
          model.set(each.put, Math.min(rank, model.get(each.put) ?? rank));
          queue.put(each.put, each.priority, [], 0);
        } else if ('drop' in each) {
          model.delete(each.drop);
          queue.drop(each.drop);
        } else {
          const entry = queue.take();
          if (entry === undefined ? model.size > 0 : model.get(entry.key) !== statusPriorities.indexOf(entry.priority))
            return false;
          if (entry !== undefined) model.delete(entry.key);
        }
        const counts = statusPriorities.map((_, rank) => [...model.values()].filter((each) => each === rank).length);
        if (statusPriorities.some((priority, rank) => queue.waiting(priority) !== counts[rank])) return false;
      }
      return true;
    }),
  );
  t.pass();
});

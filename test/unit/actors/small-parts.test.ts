// Own bytes, causes, clock, back-off, local ports.
import test from 'ava';
import { mergeCauses } from '../../../src/actors/causes.ts';
import { clockOrigin, createClock, createSimulatedClock } from '../../../src/actors/clock.ts';
import { ownBytes, packBytes } from '../../../src/actors/own-bytes.ts';
import { localPortPair } from '../../../src/actors/port.ts';
import { restartDelay } from '../../../src/actors/supervisor/restart-backoff.ts';
import { cause, createSteps } from './edge-rig.ts';

test('ownBytes copies a part of a slab and keeps a whole buffer', (t) => {
  const slab = new Uint8Array(8192).fill(9);
  const own = ownBytes(slab.subarray(4, 6));
  t.deepEqual([...own], [9, 9]);
  t.is(own.buffer.byteLength, 2);
  t.is(ownBytes(slab), slab as Uint8Array<ArrayBuffer>);
  const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(3);
  t.deepEqual([...ownBytes(shared)], [3, 3, 3, 3]);
});

test('packBytes lays views end to end', (t) => {
  const { buffer, views } = packBytes([Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3)]);
  t.is(buffer.byteLength, 3);
  t.deepEqual(
    views.map((view) => [...view]),
    [[1], [], [2, 3]],
  );
});

test('mergeCauses keeps each id once and the newest eight', (t) => {
  const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => cause(`c${from + i}`));
  t.deepEqual(
    mergeCauses(ids(2), [cause('c0')]).map(({ id }) => id),
    ['c1', 'c0'],
  );
  t.deepEqual(mergeCauses(ids(6), ids(6, 4)), ids(8, 2));
  t.deepEqual(mergeCauses([], ids(20)), ids(8, 12));
});

test('a simulated clock runs timers in order at their own times', (t) => {
  const clock = createSimulatedClock();
  const seen: number[] = [];
  const note = (): void => void seen.push(clock.nowMs());
  clock.setTimer(20, note);
  clock.setTimer(10, () => {
    note();
    clock.setTimer(5, note);
  });
  clock.setTimer(12, note).cancel();
  clock.advance(30);
  t.deepEqual(seen, [10, 15, 20]);
  t.is(clock.nowMs(), 30);
});

test('clocks of one origin agree', (t) => {
  const origin = clockOrigin();
  const [first, second] = [createClock(origin), createClock(origin)];
  const before = first.nowMs();
  const between = second.nowMs();
  const after = first.nowMs();
  t.true(before <= between && between <= after);
});

test('restarts wait 100 ms, twice as long each time, up to 10 s, and start over after 30 s of life', (t) => {
  t.deepEqual(restartDelay(0, 5, 1), { baseMs: 100, delayMs: 100 });
  t.deepEqual(restartDelay(100, 5, 0), { baseMs: 200, delayMs: 100 });
  t.deepEqual(restartDelay(8000, 5, 1), { baseMs: 10_000, delayMs: 10_000 });
  t.deepEqual(restartDelay(10_000, 30_000, 1), { baseMs: 100, delayMs: 100 });
});

test('a local pair delivers in order, also what came before anybody listened, and nothing after close', (t) => {
  const steps = createSteps();
  const [left, right] = localPortPair(steps.schedule);
  const seen: number[] = [];
  left.post({ kind: 'ack', seq: 1 });
  left.post({ kind: 'ack', seq: 2 });
  steps.all();
  right.listen((message) => void seen.push(message.seq));
  left.post({ kind: 'ack', seq: 3 });
  t.deepEqual(seen, []);
  steps.all();
  t.deepEqual(seen, [1, 2, 3]);
  let closes = 0;
  left.onClose(() => (closes += 1));
  right.onClose(() => (closes += 1));
  left.post({ kind: 'ack', seq: 4 });
  right.close();
  steps.all();
  t.deepEqual(seen, [1, 2, 3]);
  t.is(closes, 2);
});

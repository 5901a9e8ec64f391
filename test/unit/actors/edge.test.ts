// The edge layer without threads: coalescing, replay, reset and synced, bounds, packing of bytes, trace events.
import test from 'ava';
import { MessageChannel } from 'node:worker_threads';
import { maxBatchBytes, maxBatchItems } from '../../../src/actors/edge-sender.ts';
import { createEdgeSender } from '../../../src/actors/edge-sender.ts';
import { createSimulatedClock } from '../../../src/actors/clock.ts';
import { localPortPair, threadPort } from '../../../src/actors/port.ts';
import type { Batch } from '../../../src/messages/edge.ts';
import { cause, createRig, edge } from './edge-rig.ts';
import type { Rig } from './edge-rig.ts';

const keys = (batch: Batch<unknown> | undefined): string[] => (batch?.upserts ?? []).map(({ key }) => key);

test('values of one turn travel in one batch', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  rig.put('a', 1);
  rig.put('b', 2);
  rig.steps.all();
  t.deepEqual(rig.batches.map(keys), [[], ['a', 'b']]);
  t.deepEqual(
    rig.batches.map(({ seq }) => seq),
    [1, 2],
  );
});

test('the newest value of a key wins and carries the causes of those it replaced', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  for (let i = 1; i <= 10; i += 1) rig.put('a', i, `c${i}`);
  rig.steps.all();
  const upsert = rig.batches.at(-1)?.upserts[0];
  t.is(upsert?.value, 10);
  t.deepEqual(
    upsert?.causes.map(({ id }) => id),
    ['c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10'],
  );
});

test('a removal replaces a queued value and the other way round', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  rig.put('a', 1, 'c1');
  rig.drop('a', 'c2');
  rig.drop('b', 'c3');
  rig.put('b', 2, 'c4');
  rig.steps.all();
  const batch = rig.batches.at(-1);
  t.deepEqual(batch?.removals, [{ key: 'a', causes: [cause('c1'), cause('c2')] }]);
  t.deepEqual(batch?.upserts, [{ key: 'b', value: 2, causes: [cause('c3'), cause('c4')] }]);
});

test('a busy receiver gets two batches, then what gathered meanwhile in one', async (t) => {
  const release: (() => void)[] = [];
  const rig = createRig<number>({ onBatch: () => new Promise<void>((resolve) => release.push(resolve)) });
  rig.link();
  rig.steps.all();
  for (let i = 0; i < 10; i += 1) {
    rig.put(`k${i}`, i);
    rig.put('same', i);
    rig.steps.all();
  }
  t.is(rig.batches.length, 1, 'the handler still works on the first');
  t.is(rig.sender.depth, 10, 'k1..k9 and the newest of the repeated key wait');
  for (let i = 0; i < 4; i += 1) {
    release.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    rig.steps.all();
  }
  t.deepEqual(
    rig.batches.map((batch) => batch.upserts.length),
    [0, 2, 10],
  );
  t.is(rig.input.values.get('same'), 9);
});

test('a new link replays reset, the full state and synced', (t) => {
  const rig = createRig<number>();
  for (let i = 0; i < 600; i += 1) rig.put(`k${i}`, i);
  rig.sender.synced();
  rig.link();
  rig.steps.all();
  t.deepEqual(
    rig.batches.map(({ reset, synced, upserts }) => [reset, synced, upserts.length]),
    [
      [true, false, maxBatchItems],
      [false, false, maxBatchItems],
      [false, true, 88],
    ],
  );
  t.true(rig.receiver.synced);
  t.true(rig.sender.delivered);
  rig.put('k0', -1);
  rig.steps.all();
  t.true(rig.batches.at(-1)?.synced);
});

test('synced goes out behind what was queued before, however much comes after', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  for (let i = 0; i < 300; i += 1) rig.put(`k${i}`, i);
  rig.sender.synced();
  for (let i = 0; i < 600; i += 1) rig.put(`later${i}`, i);
  rig.steps.all();
  t.deepEqual(
    rig.batches.map(({ synced }) => synced),
    [false, false, true, true, true],
  );
});

test('synced on an empty sender makes a batch of its own, once', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  rig.sender.synced();
  rig.sender.synced();
  rig.steps.all();
  t.deepEqual(
    rig.batches.map(({ reset, synced }) => [reset, synced]),
    [
      [true, false],
      [false, true],
    ],
  );
});

test('a mark goes out behind what was queued before, however much comes after', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  for (let i = 0; i < 300; i += 1) rig.put(`k${i}`, i);
  rig.sender.mark(7);
  for (let i = 300; i < 700; i += 1) rig.put(`k${i}`, i);
  // The newest of those that wait takes the place of others.
  for (const revision of [8, 9]) rig.sender.mark(revision);
  rig.steps.all();
  const sent = rig.batches.map(({ upserts, mark }) => [upserts.length, mark]);
  t.deepEqual(sent.slice(-3), [
    [256, undefined],
    [256, 7],
    [188, 9],
  ]);
});

test('a mark makes a batch of its own where nothing waits, and a new link tells the last one again', (t) => {
  const rig = createRig<number>();
  rig.link();
  rig.steps.all();
  rig.sender.mark(7);
  rig.steps.all();
  t.deepEqual([rig.batches.at(-1)?.upserts, rig.batches.at(-1)?.mark], [[], 7]);
  rig.put('a', 1);
  rig.restartReceiver();
  rig.steps.all();
  t.deepEqual(
    rig.batches.slice(-1).map(({ reset, upserts, mark }) => [reset, upserts.map(({ key }) => key), mark]),
    [[true, ['a'], 7]],
  );
});

test('a value that changes during the replay is sent as it is then', (t) => {
  const rig = createRig<number>();
  for (let i = 0; i < 1000; i += 1) rig.put(`k${i}`, i);
  rig.sender.synced();
  rig.link();
  rig.steps.one();
  rig.put('k999', -1);
  rig.drop('k998');
  rig.steps.all();
  t.is(rig.input.values.get('k999'), -1);
  t.false(rig.input.values.has('k998'));
  t.is(rig.batches.flatMap(keys).filter((key) => key === 'k999').length, 1);
});

test('what a restarted sender no longer has is removed at synced, not before', (t) => {
  const rig = createRig<number>();
  rig.put('a', 1);
  rig.put('b', 2);
  rig.sender.synced();
  rig.link();
  rig.steps.all();
  const fresh = createRig<number>();
  fresh.input = rig.input;
  fresh.put('a', 1);
  fresh.link();
  fresh.steps.all();
  t.deepEqual([...fresh.input.values.keys()], ['a', 'b']);
  t.false(fresh.input.synced);
  t.true(fresh.input.initialSyncDone);
  fresh.sender.synced();
  fresh.steps.all();
  t.deepEqual([...fresh.input.values.keys()], ['a']);
});

test('nothing piles up while no receiver is linked', (t) => {
  const rig = createRig<number>();
  rig.sender.synced();
  rig.link();
  rig.steps.all();
  rig.sender.unlink();
  for (let i = 0; i < 1000; i += 1) {
    rig.put(`k${i}`, i);
    rig.drop(`k${i}`);
  }
  t.is(rig.sender.depth, 0);
});

test('causes of changes made while no receiver is linked reach the next one', (t) => {
  const rig = createRig<number>();
  rig.put('a', 1, 'c1');
  rig.link();
  rig.steps.all();
  t.deepEqual(rig.batches[0]?.upserts[0]?.causes, [cause('c1')]);
});

test('a receiver that has worked for long goes on in a later turn of its thread', (t) => {
  const rig: Rig<number> = createRig<number>({
    inTurns: true,
    onBatch: (): void => rig.clock.advance(10),
  });
  const [near, far] = localPortPair((run) => run());
  rig.receiver.link(far);
  const batch = (seq: number): Batch<number> => ({
    kind: 'batch',
    seq,
    reset: seq === 1,
    synced: false,
    upserts: [],
    removals: [],
    sentAtMs: 0,
  });
  const turns: number[][] = [];
  // As a MessagePort does with what has arrived.
  for (const seq of [1, 2, 3]) near.post(batch(seq));
  turns.push(rig.batches.map(({ seq }) => seq));
  while (rig.steps.one()) turns.push(rig.batches.map(({ seq }) => seq));
  t.deepEqual(turns, [[1], [1, 2], [1, 2, 3], [1, 2, 3]], 'each begins a turn, in order');
  near.post(batch(4));
  t.is(rig.batches.at(-1)?.seq, 4, 'at once, as nothing was done in this turn');
});

test('a handler that throws fails the actor, is not acknowledged, and nothing more is handled', (t) => {
  const rig = createRig<number>({
    onBatch(batch) {
      if (batch.upserts.length > 0) throw new Error('broken');
    },
  });
  rig.link();
  rig.steps.all();
  for (let i = 0; i < 5; i += 1) {
    rig.put('a', i);
    rig.steps.all();
  }
  t.is(rig.failures.length, 1);
  t.is(rig.batches.length, 2);
});

test('a handler whose promise rejects fails the actor', async (t) => {
  const rig = createRig<number>({ onBatch: () => Promise.reject(new Error('broken')) });
  rig.link();
  rig.steps.all();
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(rig.failures, [new Error('broken')]);
});

test('one turn off: a closed port ends the link, a new one replays', (t) => {
  const rig = createRig<number>();
  rig.put('a', 1);
  rig.sender.synced();
  rig.link();
  rig.steps.all();
  rig.receiver.stop();
  rig.steps.all();
  rig.put('a', 2);
  rig.steps.all();
  rig.restartReceiver();
  rig.steps.all();
  t.deepEqual([...rig.input.values], [['a', 2]]);
});

interface Blob {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const blobBytes = {
  get: (value: Blob) => value.bytes,
  with: (value: Blob, bytes: Uint8Array): Blob => ({ name: value.name, bytes }),
};

test('bytes of one batch cross threads in one buffer, and the sender keeps its own', async (t) => {
  const { port1, port2 } = new MessageChannel();
  const slab = new Uint8Array(8192).fill(7);
  const state = new Map<string, Blob>([
    ['a', { name: 'a', bytes: slab.subarray(10, 13) }],
    ['b', { name: 'b', bytes: Uint8Array.of(1, 2, 3, 4) }],
  ]);
  const sender = createEdgeSender<Blob>({
    edge,
    clock: createSimulatedClock(),
    trace: { enabled: false, event() {} },
    fail: (error) => t.fail(String(error)),
    state: () => state,
    bytes: blobBytes,
  });
  const arrived = new Promise<Batch<Blob>>((resolve) => {
    threadPort(port2).listen((message) => resolve(message as Batch<Blob>));
  });
  sender.link(threadPort(port1));
  const { upserts } = await arrived;
  t.deepEqual(
    upserts.map(({ value }) => [...value.bytes]),
    [
      [7, 7, 7],
      [1, 2, 3, 4],
    ],
  );
  t.is(upserts[0]?.value.bytes.buffer, upserts[1]?.value.bytes.buffer);
  t.is(upserts[0]?.value.bytes.buffer.byteLength, 7);
  t.deepEqual([...(state.get('b')?.bytes ?? [])], [1, 2, 3, 4]);
  const closed = new Promise((resolve) => port1.once('close', resolve));
  sender.unlink();
  port2.close();
  await closed;
});

test('a batch holds at most 1 MB of bytes, one bigger value goes alone', (t) => {
  const rig = createRig<Blob>({ bytes: blobBytes });
  const blob = (sizeBytes: number): Blob => ({ name: 'x', bytes: new Uint8Array(sizeBytes) });
  rig.put('a', blob(maxBatchBytes * 2));
  rig.put('b', blob(maxBatchBytes / 2));
  rig.put('c', blob(maxBatchBytes / 2));
  rig.put('d', blob(1));
  rig.link();
  rig.steps.all();
  t.deepEqual(rig.batches.map(keys), [['a'], ['b', 'c'], ['d']]);
});

test('trace events: one per item with queue and work time', (t) => {
  const rig: Rig<Blob> = createRig<Blob>({ bytes: blobBytes, traced: true, onBatch: (): void => rig.clock.advance(3) });
  rig.link();
  rig.steps.all();
  rig.events.length = 0;
  rig.put('a', { name: 'a', bytes: Uint8Array.of(1, 2) }, 'c1');
  rig.clock.advance(5);
  rig.drop('b', 'c2');
  rig.steps.one();
  rig.clock.advance(2);
  rig.steps.all();
  const detail = { seq: 2, items: 2 };
  t.deepEqual(rig.events, [
    { kind: 'send', edge, key: 'a', causes: [cause('c1')], startMs: 1008, queueMs: 5, bytes: 2, detail },
    {
      kind: 'send',
      edge,
      key: 'b',
      causes: [cause('c2')],
      startMs: 1008,
      queueMs: 5,
      detail: { ...detail, removed: true },
    },
    { kind: 'step', edge, key: 'a', causes: [cause('c1')], startMs: 1010, queueMs: 2, workMs: 3, detail },
    {
      kind: 'step',
      edge,
      key: 'b',
      causes: [cause('c2')],
      startMs: 1010,
      queueMs: 2,
      workMs: 3,
      detail: { ...detail, removed: true },
    },
  ]);
});

test('trace events: a big batch is one line that still names every change', (t) => {
  const rig = createRig<number>({ traced: true });
  rig.link();
  rig.steps.all();
  rig.events.length = 0;
  for (let i = 0; i < 60; i += 1) rig.put(`k${i}`, i, `c${i % 3}`);
  rig.steps.all();
  t.deepEqual(
    rig.events.map(({ kind, key, causes }) => [kind, key, causes.length]),
    [
      ['send', undefined, 3],
      ['step', undefined, 3],
    ],
  );
});

test('off, nothing is traced', (t) => {
  const rig = createRig<number>();
  rig.put('a', 1, 'c1');
  rig.link();
  rig.steps.all();
  t.deepEqual(rig.events, []);
});

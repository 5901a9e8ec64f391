// Whatever the order of changes, deliveries, acknowledgements and new links: in the end the receiver has what the
// sender has, and never more batches were under way, nor bigger ones, than allowed.
import test from 'ava';
import * as fc from 'fast-check';
import { maxBatchItems } from '../../../src/actors/edge-sender.ts';
import { createRig } from './edge-rig.ts';

type Step =
  | { readonly kind: 'put'; readonly key: number; readonly value: number }
  | { readonly kind: 'putMany'; readonly from: number; readonly count: number }
  | { readonly kind: 'drop'; readonly key: number }
  | { readonly kind: 'deliver'; readonly count: number }
  | { readonly kind: 'mark' }
  | { readonly kind: 'synced' | 'relink' | 'restartReceiver' | 'unlink' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), key: fc.nat(20), value: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('putMany' as const), from: fc.nat(600), count: fc.nat(600) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('drop' as const), key: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mark' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('synced' as const, 'relink' as const, 'restartReceiver' as const, 'unlink' as const),
    }),
  },
);

test('the receiver ends with the state of the sender', (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const marked = new Map<number, readonly (readonly [string, number])[]>();
      let revision = 0;
      const rig = createRig<number>({
        onBatch({ mark }) {
          // Nothing that was there at the mark is missing: each key has what it had then, or something later, or is gone.
          for (const [key, value] of mark === undefined ? [] : (marked.get(mark) ?? [])) {
            const isNewer = rig.state.get(key) !== value;
            t.true(isNewer || rig.input.values.get(key) === value, `${key} at mark ${mark}`);
          }
        },
      });
      rig.link();
      for (const current of steps) {
        switch (current.kind) {
          case 'put':
            rig.put(`k${current.key}`, current.value);
            break;
          case 'putMany':
            for (let i = 0; i < current.count; i += 1) rig.put(`k${current.from + i}`, i);
            break;
          case 'drop':
            rig.drop(`k${current.key}`);
            break;
          case 'deliver':
            for (let i = 0; i < current.count; i += 1) rig.steps.one();
            break;
          case 'mark':
            revision += 1;
            marked.set(revision, [...rig.state]);
            rig.sender.mark(revision);
            break;
          case 'synced':
            rig.sender.synced();
            break;
          case 'relink':
            rig.link();
            break;
          case 'restartReceiver':
            rig.restartReceiver();
            break;
          case 'unlink':
            rig.sender.unlink();
            break;
        }
      }
      rig.sender.synced();
      rig.link();
      rig.steps.all();
      const sorted = (entries: ReadonlyMap<string, number>): string[] => [...entries].map(String).sort();
      t.deepEqual(sorted(rig.input.values), sorted(rig.state));
      const marks = rig.batches.flatMap(({ mark }) => mark ?? []);
      t.is(marks.at(-1), revision === 0 ? undefined : revision);
      t.true(rig.input.synced);
      t.is(rig.sender.depth, 0);
      t.true(rig.batches.every(({ upserts, removals }) => upserts.length + removals.length <= maxBatchItems));
      t.true(rig.batches.every(({ seq }, index) => index === 0 || seq > (rig.batches[index - 1]?.seq ?? 0)));
      t.deepEqual(rig.failures, []);
    }),
    { numRuns: 300 },
  );
});

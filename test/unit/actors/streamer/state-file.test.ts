// A state file that is damaged is never read as something that was not served.
import test from 'ava';
import * as fc from 'fast-check';
import { decodeState, encodeGroup, encodeHeader } from '../../../../src/actors/streamer/state-file.ts';
import type { StateGroup, StoredEntry } from '../../../../src/actors/streamer/state-file.ts';

const entry = (name: string, content: string, type: 'cluster' | 'secret' = 'cluster'): StoredEntry => ({
  edge: 'clusterTranslator>streamer',
  resource: { type, name, version: content, requires: [], owners: ['HTTPProxy/shop/a'] },
  bytes: Buffer.from(content),
});

function fileOf(groups: readonly StateGroup[]): { readonly bytes: Buffer; readonly ends: readonly number[] } {
  const header = encodeHeader({ settings: 'some', salt: null });
  const parts = [...header.parts];
  let { checksum } = header;
  let sizeBytes = header.sizeBytes;
  const ends = groups.map((group) => {
    const piece = encodeGroup(group, checksum);
    ({ checksum } = piece);
    parts.push(...piece.parts);
    sizeBytes += piece.sizeBytes;
    return sizeBytes;
  });
  return { bytes: Buffer.concat(parts), ends };
}

const groups: readonly StateGroup[] = [
  { puts: [entry('a', 'a1'), entry('b', 'b1')], removals: [], commitAtMs: null },
  { puts: [entry('c', 'c1')], removals: [], commitAtMs: 1 },
  { puts: [entry('a', 'a2')], removals: ['cluster/b'], commitAtMs: 2 },
  { puts: [entry('d', '')], removals: [], commitAtMs: 3 },
];
const { bytes, ends } = fileOf(groups);

/** Names and contents; undefined: not used. */
function readBack(file: Uint8Array): Record<string, string> | undefined {
  const result = decodeState(file);
  if (!result.ok) return undefined;
  const list = [...result.state.entries].map(([key, { bytes }]) => [key, Buffer.from(bytes ?? []).toString()]);
  return Object.fromEntries(list) as Record<string, string>;
}

const states = [
  { 'cluster/a': 'a1', 'cluster/b': 'b1', 'cluster/c': 'c1' },
  { 'cluster/a': 'a2', 'cluster/c': 'c1' },
  { 'cluster/a': 'a2', 'cluster/c': 'c1', 'cluster/d': '' },
];

test('what was written is read: puts, removals, owners, time', (t) => {
  const result = decodeState(bytes);
  if (!result.ok) {
    t.fail(result.problem);
    return;
  }
  t.deepEqual(readBack(bytes), states[2]);
  t.is(result.state.atMs, 3);
  t.is(result.state.cutBytes, 0);
  t.deepEqual(result.state.entries.get('cluster/c')?.resource.owners, ['HTTPProxy/shop/a']);
});

test('cut off anywhere: the state of the last whole commit, or none', (t) => {
  for (let length = 0; length < bytes.length; length++) {
    const commits = ends.slice(1).filter((end) => end <= length).length;
    t.deepEqual(
      readBack(bytes.subarray(0, length)),
      commits === 0 ? undefined : states[commits - 1],
      `${length} bytes`,
    );
  }
});

test('blocks that were given to the file and not written are no damage', (t) => {
  t.deepEqual(readBack(Buffer.concat([bytes.subarray(0, ends[2]), Buffer.alloc(4096)])), states[1]);
});

test('any byte changed anywhere: the whole file is not used', (t) => {
  for (let at = 0; at < bytes.length; at++) {
    for (const mask of [0x01, 0x80, 0xff]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= mask;
      t.is(readBack(damaged), undefined, `byte ${at} with ${mask}`);
    }
  }
});

test('pieces overwritten, taken out, doubled or from elsewhere: no state that never was', (t) => {
  const change = fc.tuple(fc.nat(bytes.length), fc.nat(60), fc.uint8Array({ maxLength: 60 }));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let file = bytes;
      for (const [at, length, other] of changes) {
        file = Buffer.concat([file.subarray(0, at), other, file.subarray(at + length)]);
      }
      const read = readBack(file);
      return read === undefined || states.some((state) => JSON.stringify(state) === JSON.stringify(read));
    }),
    { numRuns: 5000 },
  );
  t.is(readBack(Buffer.concat([bytes, bytes.subarray(ends[1])])), undefined);
  t.is(readBack(Buffer.concat([bytes.subarray(0, ends[1]), bytes.subarray(ends[2])])), undefined);
});

test('foreign files and versions are named as such', (t) => {
  const problemOf = (file: Uint8Array): string => {
    const result = decodeState(file);
    return result.ok ? '' : result.problem;
  };
  t.regex(problemOf(Buffer.from('hello')), /first line/);
  t.regex(problemOf(Buffer.from('{"format":"other"}\n')), /first line/);
  t.regex(problemOf(Buffer.from('{"format":"nuncio state","version":1}\n')), /version 1; this nuncio reads 2/);
  t.regex(problemOf(Buffer.alloc(0)), /first line/);
});

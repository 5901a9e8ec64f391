import test from 'ava';
import { createLineSplitter } from '../../../../src/sources/kubernetes/lines.ts';

function split(chunks: readonly Buffer[]): { lines: string[]; pendingBytes: number } {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, pendingBytes: splitter.pendingBytes };
}

test('whatever the cuts, the lines are the same', (t) => {
  const text = Buffer.from('{"a":"ü€😀"}\n\n{"b":1}\n{"c"', 'utf8');
  const expected = { lines: ['{"a":"ü€😀"}', '{"b":1}'], pendingBytes: 4 };
  for (let size = 1; size <= text.length; size += 1) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < text.length; at += size) chunks.push(text.subarray(at, at + size));
    t.deepEqual(split(chunks), expected, `chunks of ${size} bytes`);
  }
});

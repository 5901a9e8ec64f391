// The table of problem codes and its page say the same.
import { readFileSync } from 'node:fs';
import test from 'ava';
import { problemCodes } from '../../../src/model/problem-codes.ts';

const rows = new Map(
  [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([, code = '', meaning = '', advice = '']) => [code, { meaning, advice }],
  ),
);

test('every code has its row in docs/errors.md, with the meaning of the table', (t) => {
  for (const [code, meaning] of Object.entries(problemCodes)) t.is(rows.get(code)?.meaning, meaning, code);
});

test('docs/errors.md has no dead codes', (t) => {
  t.deepEqual(
    [...rows.keys()].filter((code) => !Object.hasOwn(problemCodes, code)),
    [],
  );
});

test('codes are words in PascalCase', (t) => {
  for (const code of Object.keys(problemCodes)) t.regex(code, /^[A-Z][A-Za-z]+$/);
});

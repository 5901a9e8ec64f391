// Of every text that the fast reader takes, the other one finds the same documents at the same lines.
import test from 'ava';
import * as fc from 'fast-check';
import { stringify, type ToStringOptions } from 'yaml';
import {
  anyDocuments,
  plainDocuments,
  type YamlDocument,
  type YamlPath,
} from '../../src/sources/filesystem/yaml-documents.ts';

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'x-y', 'a.b/c', '*.test', '80', '0o17', '0x1F', '1_000', '010', '-0', '1e3', '.5', '.inf'),
  fc.constantFrom('null', '~', 'Null', 'true', 'FALSE', 'yes', 'on', '', ' ', '<<', '__proto__', '2001-01-01', '1:30'),
  fc.constantFrom(
    'a: b',
    'a #b',
    '# c',
    'two\nlines',
    '\n lines\n\n',
    'ends\n',
    '"q"',
    "it's",
    '- x',
    '[x',
    '{}',
    '%a',
  ),
  fc.constantFrom(
    '&a',
    '*a',
    '!t',
    '|',
    '>',
    '@',
    '`',
    '---',
    '...',
    '\t',
    'a\tb',
    'é',
    '\u2028',
    '\u0085',
    '\u{1F600}',
  ),
  fc.string({ maxLength: 8 }),
);
const scalar = fc.oneof(word, fc.integer(), fc.double({ min: -1e9, max: 1e9 }), fc.boolean(), fc.constant(null));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 3 }),
  ),
}));
const style: fc.Arbitrary<ToStringOptions> = fc.record({
  collectionStyle: fc.constantFrom('any', 'block', 'flow'),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 20, 80),
});
const written = fc
  .array(fc.tuple(value, style), { minLength: 1, maxLength: 3 })
  .map((documents) => documents.map(([each, how]) => stringify(each, how)).join('---\n'));
/** What people and machines do to a text. */
const damage = fc.array(
  fc.tuple(
    fc.nat(400),
    fc.nat(3),
    fc.constantFrom(
      ...Array.from(' \n\t:-#,[]{}"\'|>?&*!%~'),
      '\r\n',
      '\r',
      '---',
      '...',
      ': ',
      '- ',
      ' #',
      '\n---\n',
      '\n...\n',
      '  ',
    ),
  ),
  { maxLength: 4 },
);
const text = fc.tuple(written, damage).map(([whole, cuts]) =>
  cuts.reduce((left, [at, length, put]) => {
    const where = at % (left.length + 1);
    return left.slice(0, where) + put + left.slice(where + length);
  }, whole),
);

function pathsOf(of: unknown, path: YamlPath = []): YamlPath[] {
  if (typeof of !== 'object' || of === null) return [path];
  const fields = Array.isArray(of) ? [...of.entries()] : Object.entries(of);
  return [path, ...fields.flatMap(([key, each]) => (each === null ? [] : pathsOf(each, [...path, key])))];
}

function seen(documents: readonly YamlDocument[]): unknown {
  return documents.map(({ value: found, error, lineOf }) =>
    error ? error : { found, lines: found === null ? [] : pathsOf(found).map((path) => [path, lineOf(path)]) },
  );
}

test('both readers agree', (t) => {
  let plain = 0;
  fc.assert(
    fc.property(text, (each) => {
      const fast = plainDocuments(each);
      if (!fast) return;
      plain += 1;
      t.deepEqual(seen(fast), seen(anyDocuments(each)), JSON.stringify(each));
    }),
    { numRuns: 1000 },
  );
  t.true(plain > 200, `only ${plain} were plain`);
});

// Names of headers that go on from an authorization server's answer: a regular expression that leaves some out.
import test from 'ava';
import * as fc from 'fast-check';
import { anyNameBut } from '../../../../src/dag/processors/gateway/external-auth.ts';

test('any name but these, and no pseudo header', (t) => {
  const letters = fc.constantFrom('a', 'b', '-', '.');
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), fc.array(name, { minLength: 1, maxLength: 10 }), (words, others) => {
      const expression = new RegExp(`^(?:${anyNameBut(words)})$`);
      for (const word of words) t.notRegex(word, expression);
      for (const other of others) if (!words.includes(other)) t.regex(other, expression);
      t.notRegex(':path', expression);
    }),
  );
});

// The order of route matches is a strict total order: no input order and no tie ever shows in the output.
import test from 'ava';
import * as fc from 'fast-check';
import { compareRankedMatches, matchKey, routeMatch, type RankedMatch } from '../../src/dag/compile/route-match.ts';
import type { HeaderMatch, PathMatch, QueryParameterMatch } from '../../src/dag/vertices.ts';

const value = fc.constantFrom('', 'a', 'b', 'ab');
const path: fc.Arbitrary<PathMatch> = fc.record({
  kind: fc.constantFrom('exact', 'prefix', 'segmentPrefix', 'regex'),
  value: fc.constantFrom('/', '/a', '/b', '/a/', '/ab', '/a/b'),
});
const header: fc.Arbitrary<HeaderMatch> = fc.record({
  name: fc.constantFrom(':method', 'x', 'y'),
  kind: fc.constantFrom('present', 'exact', 'contains', 'regex'),
  value,
  invert: fc.boolean(),
  ignoreCase: fc.boolean(),
  treatMissingAsEmpty: fc.boolean(),
});
const query: fc.Arbitrary<QueryParameterMatch> = fc.record({
  name: fc.constantFrom('q', 'r'),
  kind: fc.constantFrom('present', 'exact', 'prefix', 'suffix', 'contains', 'regex'),
  value,
  ignoreCase: fc.boolean(),
});
const ranked: fc.Arbitrary<RankedMatch> = fc
  .tuple(path, fc.array(header, { maxLength: 3 }), fc.array(query, { maxLength: 2 }), fc.nat(1))
  .map(([p, headers, queries, priority]) => ({ match: routeMatch(p, headers, queries), priority }));

const options = { numRuns: 3000 };

test('antisymmetric, and equal only for equal matches', (t) => {
  fc.assert(
    fc.property(ranked, ranked, (a, b) => {
      const ab = Math.sign(compareRankedMatches(a, b));
      const isSame = matchKey(a.match) === matchKey(b.match) && a.priority === b.priority;
      return ab === -Math.sign(compareRankedMatches(b, a)) && (ab === 0) === isSame;
    }),
    options,
  );
  t.pass();
});

test('transitive', (t) => {
  fc.assert(
    fc.property(ranked, ranked, ranked, (a, b, c) => {
      const [x, y, z] = [a, b, c].sort(compareRankedMatches) as [RankedMatch, RankedMatch, RankedMatch];
      return compareRankedMatches(x, y) <= 0 && compareRankedMatches(y, z) <= 0 && compareRankedMatches(x, z) <= 0;
    }),
    options,
  );
  t.pass();
});

test('sorting does not depend on the order before', (t) => {
  fc.assert(
    fc.property(
      fc
        .array(ranked, { maxLength: 12 })
        .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        const keys = (each: readonly RankedMatch[]) =>
          [...each].sort(compareRankedMatches).map((one) => `${matchKey(one.match)} ${one.priority}`);
        return JSON.stringify(keys(list)) === JSON.stringify(keys(shuffled));
      },
    ),
    options,
  );
  t.pass();
});

// Which route goes first, one fact a row: the left one must come before the right one.
import test from 'ava';
import { compareRankedMatches, matchKey, routeMatch } from '../../../src/dag/compile/route-match.ts';
import type { HeaderMatch, PathMatch, QueryParameterMatch, RouteMatch } from '../../../src/dag/vertices.ts';

const exact = (value: string): PathMatch => ({ kind: 'exact', value });
const prefix = (value: string): PathMatch => ({ kind: 'prefix', value });
const segment = (value: string): PathMatch => ({ kind: 'segmentPrefix', value });
const regex = (value: string): PathMatch => ({ kind: 'regex', value });
const header = (name: string, value = 'v', kind: HeaderMatch['kind'] = 'exact', invert = false): HeaderMatch => ({
  name,
  kind,
  value,
  invert,
  ignoreCase: false,
  treatMissingAsEmpty: false,
});
const query = (name: string, kind: QueryParameterMatch['kind'] = 'exact'): QueryParameterMatch => ({
  name,
  kind,
  value: 'v',
  ignoreCase: false,
});
const match = (path: PathMatch, headers: HeaderMatch[] = [], queries: QueryParameterMatch[] = []): RouteMatch =>
  routeMatch(path, headers, queries);

const rows: readonly (readonly [string, RouteMatch, RouteMatch])[] = [
  ['exact before regex', match(exact('/a')), match(regex('/a.*'))],
  ['exact before prefix', match(exact('/a')), match(prefix('/a/long/prefix'))],
  ['regex before prefix, however short', match(regex('/.*')), match(prefix('/a/long/prefix'))],
  ['longer prefix', match(prefix('/aa')), match(prefix('/z'))],
  ['longer regex', match(regex('/aa.*')), match(regex('/z.*'))],
  ['equal length: descending text', match(prefix('/b')), match(prefix('/a'))],
  ['whole segments before the plain prefix', match(segment('/a')), match(prefix('/a'))],
  ['exact paths: descending text', match(exact('/ab')), match(exact('/a'))],
  [
    'method before more headers',
    match(prefix('/'), [header(':method', 'GET')]),
    match(prefix('/'), [header('a'), header('b')]),
  ],
  ['more headers', match(prefix('/'), [header('a'), header('b')]), match(prefix('/'), [header('a')])],
  ['headers before query parameters', match(prefix('/'), [header('a')]), match(prefix('/'), [], [query('q')])],
  ['more query parameters', match(prefix('/'), [], [query('q'), query('r')]), match(prefix('/'), [], [query('q')])],
  ['header kinds', match(prefix('/'), [header('a')]), match(prefix('/'), [header('a', 'v', 'regex')])],
  ['header not inverted', match(prefix('/'), [header('a')]), match(prefix('/'), [header('a', 'v', 'exact', true)])],
  ['query kinds', match(prefix('/'), [], [query('q')]), match(prefix('/'), [], [query('q', 'present')])],
];

for (const [name, first, second] of rows) {
  test(name, (t) => {
    t.true(compareRankedMatches({ match: first, priority: 0 }, { match: second, priority: 0 }) < 0);
    t.true(compareRankedMatches({ match: second, priority: 0 }, { match: first, priority: 0 }) > 0);
  });
}

test('lower priority first among equally specific matches', (t) => {
  const a = { match: match(prefix('/'), [header('b')]), priority: 0 };
  const b = { match: match(prefix('/'), [header('a')]), priority: 1 };
  t.true(compareRankedMatches(a, b) < 0);
});

test('the order of conditions does not make a different match, a repeated one neither', (t) => {
  const one = match(prefix('/'), [header('a'), header('b')], [query('q'), query('r')]);
  const other = match(prefix('/'), [header('b'), header('a'), header('a')], [query('r'), query('q')]);
  t.deepEqual(one, other);
  t.is(matchKey(one), matchKey(other));
});

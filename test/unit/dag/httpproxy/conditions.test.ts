// How blocks of conditions become one match.
import test from 'ava';
import type { HTTPProxyMatchCondition } from '../../../../src/model/kinds/http-proxy.ts';
import {
  inheritConditions,
  mergedMatch,
  noInheritedConditions,
  parseConditions,
} from '../../../../src/dag/processors/httpproxy/conditions.ts';

const place = { object: 'HTTPProxy/a/b', path: 'conditions', use: 'route', consequence: 'left out' } as const;
const includePlace = { ...place, use: 'include' } as const;

/** Includes from the outermost on, then the route. */
function merge(includes: HTTPProxyMatchCondition[][], route: HTTPProxyMatchCondition[]) {
  let inherited = noInheritedConditions;
  const problems: string[] = [];
  for (const conditions of includes) {
    const { block, problems: found } = parseConditions(conditions, includePlace);
    const next = inheritConditions(inherited, block, includePlace);
    problems.push(...[...found, ...next.problems].map((each) => `${each.code} ${each.path}`));
    inherited = next.conditions;
  }
  const { block, problems: found } = parseConditions(route, place);
  const merged = mergedMatch(inherited, block, place);
  problems.push(...[...found, ...merged.problems].map((each) => `${each.code} ${each.path}`));
  return { ...merged.match, problems };
}

test('paths', (t) => {
  const rows: readonly (readonly [HTTPProxyMatchCondition[][], HTTPProxyMatchCondition[], string])[] = [
    [[], [], 'prefix /'],
    [[], [{ prefix: '/foo' }], 'prefix /foo'],
    [[[{ prefix: '/api' }]], [], 'prefix /api'],
    [[[{ prefix: '/api' }]], [{ prefix: '/v1' }], 'prefix /api/v1'],
    [[[{ prefix: '/api/' }]], [{ prefix: '/v1' }], 'prefix /api/v1'],
    [[[{ prefix: '/api' }]], [{ prefix: '/' }], 'prefix /api/'],
    [[[{ prefix: '/' }]], [{ prefix: '/v1' }], 'prefix /v1'],
    [[[{ prefix: '/a' }], [{ prefix: '/b' }]], [{ exact: '/c' }], 'exact /a/b/c'],
    [[], [{ exact: '/foo' }, { header: { name: 'x', present: true } }], 'exact /foo'],
    [[], [{ header: { name: 'x', present: true } }, { exact: '/foo' }], 'exact /foo'],
    [[], [{ regex: '/foo.*' }, { queryParameter: { name: 'q', present: true } }], 'regex /foo.*'],
    [[[{ prefix: '/a.b' }]], [{ regex: '/c+' }], 'regex /a\\.b/c+'],
    [[[{ prefix: '/a/' }]], [{ regex: '/c' }], 'regex /a/c'],
    [[[{ header: { name: 'x', present: true } }]], [{ exact: '/c' }], 'exact /c'],
  ];
  for (const [includes, route, expected] of rows) {
    const { path, problems } = merge(includes, route);
    t.deepEqual(problems, []);
    t.is(`${path.kind} ${path.value}`, expected);
  }
});

test('bad paths', (t) => {
  const code = 'PathMatchConditionsNotValid conditions';
  t.deepEqual(merge([], [{ prefix: '/a' }, { prefix: '/b' }]).problems, [`${code}[1].prefix`]);
  t.deepEqual(merge([], [{ prefix: '/a', exact: '/b' }]).problems, [`${code}[0].exact`]);
  t.deepEqual(merge([], [{ prefix: 'a' }]).problems, [`${code}[0].prefix`]);
  t.deepEqual(merge([], [{ regex: '/(' }]).problems, [`${code}[0].regex`]);
  t.deepEqual(merge([], [{ regex: '/(?=x)' }]).problems, [`${code}[0].regex`]);
  t.deepEqual(merge([[{ exact: '/a' }]], []).problems, [`${code}[0].exact`]);
  t.deepEqual(merge([[{ regex: '/a' }]], []).problems, [`${code}[0].regex`]);
});

test('headers: all forms hold, names in lower case, negative forms know missing headers', (t) => {
  const { headers, problems } = merge(
    [[{ header: { name: 'X-Team', exact: 'a' } }]],
    [{ header: { name: 'x-env', contains: 'Prod', notcontains: 'old', ignoreCase: true, treatMissingAsEmpty: true } }],
  );
  t.deepEqual(problems, []);
  t.deepEqual(
    headers.map((each) => [each.name, each.kind, each.value, each.invert, each.ignoreCase, each.treatMissingAsEmpty]),
    [
      ['x-env', 'contains', 'Prod', false, true, false],
      ['x-env', 'contains', 'old', true, true, true],
      ['x-team', 'exact', 'a', false, false, false],
    ],
  );
});

test('conditions that exclude each other, also over includes', (t) => {
  const header = 'HeaderMatchConditionsNotValid conditions';
  const rows: readonly (readonly [HTTPProxyMatchCondition['header'], HTTPProxyMatchCondition['header']])[] = [
    [
      { name: 'x', exact: 'a' },
      { name: 'X', exact: 'b' },
    ],
    [
      { name: 'x', present: true },
      { name: 'x', notpresent: true },
    ],
    [
      { name: 'x', exact: 'a' },
      { name: 'x', notexact: 'a' },
    ],
    [
      { name: 'x', contains: 'a' },
      { name: 'x', notcontains: 'a' },
    ],
  ];
  for (const [first, second] of rows) {
    t.deepEqual(merge([], [{ header: first! }, { header: second! }]).problems, [header]);
    t.deepEqual(merge([[{ header: first! }]], [{ header: second! }]).problems, [header]);
  }
  t.deepEqual(merge([], [{ header: { name: 'x', exact: 'a' } }, { header: { name: 'x', exact: 'a' } }]).problems, []);
  t.deepEqual(
    merge([], [{ queryParameter: { name: 'q', exact: '1' } }, { queryParameter: { name: 'q', exact: '2' } }]).problems,
    ['QueryParameterMatchConditionsNotValid conditions'],
  );
});

test('conditions that say nothing or too much', (t) => {
  t.deepEqual(merge([], [{ header: { name: 'x' } }]).problems, ['HeaderMatchConditionsNotValid conditions[0].header']);
  t.deepEqual(merge([], [{ header: { name: 'a b', present: true } }]).problems, [
    'HeaderMatchConditionsNotValid conditions[0].header',
  ]);
  t.deepEqual(merge([], [{ header: { name: 'x', regex: '(' } }]).problems, [
    'HeaderMatchConditionsNotValid conditions[0].header',
  ]);
  t.deepEqual(merge([], [{ queryParameter: { name: 'q' } }]).problems, [
    'QueryParameterMatchConditionsNotValid conditions[0].queryParameter',
  ]);
  t.deepEqual(merge([], [{ queryParameter: { name: 'q', exact: 'a', prefix: 'a' } }]).problems, [
    'QueryParameterMatchConditionsNotValid conditions[0].queryParameter',
  ]);
});

test('pseudo-headers are names', (t) => {
  t.deepEqual(merge([], [{ header: { name: ':method', exact: 'GET' } }]).problems, []);
});

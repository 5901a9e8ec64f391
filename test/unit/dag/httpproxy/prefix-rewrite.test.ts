// Prefix rewrites come in pairs, so that slashes are right.
import test from 'ava';
import { noHeaders } from '../../../../src/dag/compile/header-policy.ts';
import { routeMatch } from '../../../../src/dag/compile/route-match.ts';
import { chooseReplacement, expandPrefixRewrites } from '../../../../src/dag/processors/httpproxy/prefix-rewrite.ts';
import type { CompiledRoute } from '../../../../src/dag/processors/httpproxy/route.ts';
import type { HeaderMatch, PathMatch } from '../../../../src/dag/vertices.ts';

const canary: HeaderMatch = {
  name: 'x-canary',
  kind: 'present',
  value: '',
  invert: false,
  ignoreCase: false,
  treatMissingAsEmpty: false,
};

function route(path: PathMatch, prefixRewrite?: string, headers: HeaderMatch[] = []): CompiledRoute {
  return {
    route: {
      match: routeMatch(path, headers, []),
      action: { kind: 'forward', clusters: [], mirrors: [], websocket: false, ...(prefixRewrite && { prefixRewrite }) },
      requestHeaders: noHeaders,
      responseHeaders: noHeaders,
      origin: { object: 'HTTPProxy/a/b', path: 'spec.routes[0]' },
    },
    clusters: [],
    permitInsecure: false,
    standIn: false,
  };
}

const prefix = (value: string): PathMatch => ({ kind: 'prefix', value });

function expanded(...routes: CompiledRoute[]): string[] {
  return expandPrefixRewrites(routes).map(({ route: { match, action } }) => {
    const rewrite = action.kind === 'forward' && action.prefixRewrite ? ` → ${action.prefixRewrite}` : '';
    return `${match.path.kind} ${match.path.value}${match.headers.length > 0 ? ' canary' : ''}${rewrite}`;
  });
}

test('one becomes two', (t) => {
  t.deepEqual(expanded(route(prefix('/api'), '/')), ['prefix /api/ → /', 'prefix /api → /']);
  t.deepEqual(expanded(route(prefix('/api'), '/v1')), ['prefix /api/ → /v1/', 'prefix /api → /v1']);
  t.deepEqual(expanded(route(prefix('/api'), '/v1/')), ['prefix /api/ → /v1/', 'prefix /api → /v1']);
});

test('a prefix written with a slash takes nothing beside itself', (t) => {
  t.deepEqual(expanded(route(prefix('/api/'), '/')), ['prefix /api/ → /', 'exact /api → /']);
});

test('what stays alone', (t) => {
  t.deepEqual(expanded(route(prefix('/'), '/v1')), ['prefix / → /v1']);
  t.deepEqual(expanded(route(prefix('/api'))), ['prefix /api']);
  t.deepEqual(expanded(route(prefix('/api'), '/a'), route(prefix('/api/'), '/b')), [
    'prefix /api → /a',
    'prefix /api/ → /b',
  ]);
  t.deepEqual(expanded(route(prefix('/api/'), '/a'), route(prefix('/api'))), ['prefix /api/ → /a', 'prefix /api']);
});

test('a route with other conditions on the same prefix changes nothing', (t) => {
  t.deepEqual(expanded(route(prefix('/api'), '/'), route(prefix('/api'), '/', [canary])), [
    'prefix /api/ → /',
    'prefix /api → /',
    'prefix /api/ canary → /',
    'prefix /api canary → /',
  ]);
});

test('which replacement', (t) => {
  const place = { object: 'HTTPProxy/a/b', path: 'replacePrefix', consequence: '503' };
  const choose = (entries: { prefix?: string; replacement: string }[], path: PathMatch) => {
    const { replacement, problems } = chooseReplacement(entries, path, place);
    return replacement ?? problems.map((each) => each.code)[0];
  };
  t.is(choose([{ replacement: '/a' }], prefix('/x')), '/a');
  t.is(choose([{ replacement: '/a' }, { prefix: '/x', replacement: '/b' }], prefix('/x')), '/b');
  t.is(choose([{ prefix: '/y', replacement: '/b' }], prefix('/x')), undefined);
  t.is(choose([{ replacement: '/a' }], { kind: 'exact', value: '/x' }), 'MustHavePrefix');
  t.is(choose([{ replacement: '/a' }, { replacement: '/b' }], prefix('/x')), 'AmbiguousReplacement');
  t.is(
    choose(
      [
        { prefix: '/x', replacement: '/a' },
        { prefix: '/x', replacement: '/b' },
      ],
      prefix('/x'),
    ),
    'DuplicateReplacement',
  );
});

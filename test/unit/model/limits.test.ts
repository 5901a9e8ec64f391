// Limits: each is told with its name, its value and what was found, and costs only what is over it.
import { readFileSync } from 'node:fs';
import test from 'ava';
import { serveSettings } from '../../../src/cli/settings.ts';
import type { Vertex } from '../../../src/dag/vertices.ts';
import { defaultLimits, limitRows, type Limits } from '../../../src/model/limits.ts';
import { keyOf, type SourceObject } from '../../../src/model/object.ts';
import { validate } from '../../../src/model/validate.ts';
import { decode } from '../../../src/xds/proto/codec.ts';
import { createRouteTranslator } from '../../../src/xds/route-translator.ts';
import { createCore, type Core } from '../../support/compile.ts';
import { forward, removal, route, upsert, virtualHost } from '../xds/vertex-fixtures.ts';

test('docs/limits.md and the settings have every limit with its default', (t) => {
  const documented = [...readFileSync('docs/limits.md', 'utf8').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
  t.deepEqual(
    Object.fromEntries(documented.map(([, name, value]) => [name, Number(value)])),
    Object.fromEntries(Object.entries(defaultLimits)),
  );
  for (const [name, row] of Object.entries(limitRows)) {
    t.is(serveSettings.find(({ key }) => key === `limits.${name}`)?.default, String(row.default));
  }
});

function object(raw: object): SourceObject {
  const result = validate(raw, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

const proxy = (name: string, spec: object): SourceObject =>
  object({ apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', metadata: { name, namespace: 'shop' }, spec });

function compiled(limits: Partial<Limits>, ...objects: readonly SourceObject[]): Core {
  const core = createCore({ limits: { ...defaultLimits, ...limits } });
  for (const each of objects) core.set(keyOf(each), each);
  core.commit();
  return core;
}

const answer = (condition: object, more: object = {}): object => ({
  conditions: [condition],
  directResponsePolicy: { statusCode: 200 },
  ...more,
});

/** Path → status of its answer. */
function routesOf(core: Core): Record<string, number> {
  const scope = core.resources().get('scopedRoute/ingress_http||a.test');
  if (scope === undefined) return {};
  const [host] =
    decode('envoy.config.route.v3.ScopedRouteConfiguration', scope.bytes).routeConfiguration?.virtualHosts ?? [];
  return Object.fromEntries(
    (host?.routes ?? []).map(({ match, directResponse }) => [
      match?.path ?? match?.prefix ?? match?.pathSeparatedPrefix ?? match?.safeRegex?.regex ?? '',
      directResponse?.status ?? 0,
    ]),
  );
}

const problemsOf = (core: Core, name = 'a'): string[] =>
  (core.statuses().get(`HTTPProxy/shop/${name}`)?.problems ?? []).map(
    ({ code, path, message }) => `${code} ${path} ${message}`,
  );

test('routes of a host: those after the limit are left out, and one of them says so', (t) => {
  const routes = ['/aaa', '/aa', '/a', '/'].map((prefix) => answer({ prefix }));
  const core = compiled({ routesPerHost: 2 }, proxy('a', { virtualhost: { fqdn: 'a.test' }, routes }));
  t.is(Object.keys(routesOf(core)).length, 2);
  t.deepEqual(problemsOf(core), [
    'LimitExceeded spec.routes[2] 4 routes on one host, and limits.routesPerHost allows 2; this route and those after it are left out',
  ]);
});

test('conditions of a route', (t) => {
  const header = (name: string): object => ({ header: { name, present: true } });
  const routes = [
    answer({ prefix: '/' }),
    {
      ...answer({}),
      conditions: [{ prefix: '/many' }, header('x'), header('y'), { queryParameter: { name: 'q', present: true } }],
    },
  ];
  const core = compiled({ conditionsPerRoute: 2 }, proxy('a', { virtualhost: { fqdn: 'a.test' }, routes }));
  t.deepEqual(Object.keys(routesOf(core)), ['/']);
  t.regex(
    problemsOf(core)[0] ?? '',
    /routes\[1\] 3 conditions, and limits\.conditionsPerRoute allows 2; this route is left out/,
  );
});

test('regular expressions: length, and size of the program', (t) => {
  const routes = [
    answer({ prefix: '/' }),
    answer({ regex: `/${'x'.repeat(50)}` }),
    answer({ regex: '/(abcdefgh){800}' }),
  ];
  const limits = { regexBytes: 40, regexProgram: 5000 };
  const core = compiled(limits, proxy('a', { virtualhost: { fqdn: 'a.test' }, routes }));
  t.deepEqual(Object.keys(routesOf(core)), ['/']);
  const problems = problemsOf(core).join('\n');
  t.regex(problems, /routes\[1\] 51 characters in a regular expression, and limits\.regexBytes allows 40/);
  t.regex(problems, /routes\[2\] \d+ instructions in a regular expression, and limits\.regexProgram allows 5000/);
});

test('changes of headers: requests get 500', (t) => {
  const set = ['x', 'y', 'z'].map((name) => ({ name, value: '1' }));
  const routes = [{ ...answer({ prefix: '/' }), responseHeadersPolicy: { set } }];
  const core = compiled({ headerChangesPerRoute: 2 }, proxy('a', { virtualhost: { fqdn: 'a.test' }, routes }));
  t.deepEqual(routesOf(core), { '/': 500 });
  t.regex(problemsOf(core)[0] ?? '', /3 changes of headers, and limits\.headerChangesPerRoute allows 2/);
});

test('depth and parts of includes', (t) => {
  const root = proxy('a', {
    virtualhost: { fqdn: 'a.test' },
    includes: [{ name: 'b', conditions: [{ prefix: '/b' }] }],
  });
  const middle = proxy('b', { includes: [{ name: 'c', conditions: [{ prefix: '/c' }] }] });
  const leaf = proxy('c', { routes: [answer({ prefix: '/d' })] });
  t.deepEqual(Object.values(routesOf(compiled({}, root, middle, leaf))), [200]);
  for (const limits of [{ includeDepth: 2 }, { includeParts: 2 }]) {
    const core = compiled(limits, root, middle, leaf);
    t.deepEqual(Object.values(routesOf(core)), [502]);
    t.regex(problemsOf(core, 'b').join(), /IncludeTooDeep .*2 (levels|parts).*limits\.include/);
  }
});

for (const mode of ['scoped', 'single'] as const) {
  test(`hosts: the youngest are not served, whatever comes first (${mode})`, (t) => {
    const host = (name: string, since: string): Vertex => ({ ...virtualHost(name, [route(forward())]), since });
    const translator = createRouteTranslator(mode, 2);
    const keys = new Map<string, string>();
    const put = (...vertices: readonly Vertex[]): string[] => {
      for (const vertex of vertices) keys.set((vertex as { host: string }).host, vertex.key);
      translator.apply({ upserts: vertices.map((vertex) => upsert(vertex, vertex.key)), removals: [] });
      translator.publish();
      return over();
    };
    const over = (): string[] =>
      [...keys].flatMap(([name, key]) => {
        const resources = translator.resources();
        const own = resources.get(`scopedRoute/${key}`)?.problem;
        const line = [...resources.values()]
          .flatMap(({ parts = '' }) => parts.split('\n'))
          .find((each) => each.includes(`"name":"${name}"`));
        const problem = own ?? (line === undefined ? undefined : (JSON.parse(line) as { problem?: string }).problem);
        return problem?.includes('limits.hosts allows 2') ? [name] : [];
      });
    const listener: Vertex = { kind: 'Listener', key: 'ingress_http', protocol: 'http' } as Vertex;
    translator.apply({ upserts: [upsert(listener, listener.key)], removals: [] });
    t.deepEqual(put(host('young.test', '2026-03-01T00:00:00Z'), host('old.test', '2026-01-01T00:00:00Z')), []);
    t.deepEqual(put(host('older.test', '2025-01-01T00:00:00Z')), ['young.test']);
    t.deepEqual(put(host('file.test', '')), ['young.test', 'old.test']);
    const gone = host('older.test', '');
    translator.apply({ upserts: [], removals: [removal(gone, gone.key)] });
    keys.delete('older.test');
    translator.publish();
    t.deepEqual(over(), ['young.test']);
  });
}

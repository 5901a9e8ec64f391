// A host in parts answers every request as the host does in one piece.
import test from 'ava';
import * as fc from 'fast-check';
import { homeOf, isIn, partForPath, reachOf, splitOf } from '../../src/dag/compile/host-parts.ts';
import { matchKey } from '../../src/dag/compile/route-match.ts';
import { explain, type Explanation } from '../../src/dag/explain/explain.ts';
import { viewOf } from '../../src/dag/explain/graph-view.ts';
import { mismatches } from '../../src/dag/explain/route-matching.ts';
import { createEngine } from '../../src/dag/engine.ts';
import { createUnitKinds } from '../../src/dag/processors/index.ts';
import { verticesOf } from '../../src/dag/snapshot.ts';
import { noMetadata, objectKey, type SourceObject } from '../../src/model/object.ts';
import { restOf, type PathMatch, type RouteMatch, type VirtualHost } from '../../src/dag/vertices.ts';
import { wholeHost } from '../../src/dag/whole-host.ts';
import { defaultCompileConfig } from '../support/compile.ts';

const runs = Number(process.env.PROPERTY_RUNS ?? 200);

const piece = fc.constantFrom('a', 'b', 'A', 'ab', '/', '/a', '/b', '%2F', '.', '-', '1', 'é', '?');
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`);
const regex = fc
  .array(fc.constantFrom('/', 'a', 'b', '\\.', '.', '[ab]', 'a*', 'b?', 'a+', 'b{0,2}', '(a|b)', '.*', '|'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const path: fc.Arbitrary<PathMatch> = fc.oneof(
  fc.record({ kind: fc.constantFrom('exact' as const, 'prefix' as const, 'segmentPrefix' as const), value: text }),
  fc.record({ kind: fc.constant('regex' as const), value: regex }),
);
const match: fc.Arbitrary<RouteMatch> = fc.record({ path, ignoreCase: fc.integer({ min: 0, max: 5 }) }).map((each) => ({
  path: each.path,
  headers: [],
  queryParameters: [],
  ...(each.ignoreCase === 0 && { ignorePathCase: true as const }),
}));

test('a part has every route that can match a path of it, and no other path has it', (t) => {
  fc.assert(
    fc.property(
      fc.array(match, { minLength: 1, maxLength: 20 }),
      fc.array(text, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 2, max: 8 }),
      (matches, asked, length) => {
        const reaches = matches.map(reachOf);
        const names = [...new Set(reaches.map((each) => homeOf(each, length)))].filter(
          (each) => each.length === length && each.startsWith('/'),
        );
        // What Envoy's router sees of a path is the path without query.
        for (const sent of [...asked, ...matches.map(({ path: { value } }) => value)]) {
          const seen = sent.split('?')[0]!;
          const part = partForPath({ length, names }, seen);
          const request = { method: 'GET', scheme: 'http', host: '', path: seen, headers: [] } as const;
          for (const [i, each] of matches.entries())
            if (mismatches(each, { request, path: seen, query: '' }).length === 0 && !isIn(reaches[i]!, part, length))
              t.fail(`${JSON.stringify(each)} takes ${seen} and is not in part ${part}`);
          t.true(names.includes(part) || part === restOf(length));
        }
      },
    ),
    { numRuns: 1000 },
  );
  t.pass();
});

test('how a host is split depends on its routes and not on their order', (t) => {
  const reach = text.map((head) => reachOf({ path: { kind: 'prefix', value: head } }));
  fc.assert(
    fc.property(
      fc
        .array(reach, { minLength: 2, maxLength: 40 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        t.deepEqual(splitOf(shuffled, 2), splitOf(all, 2));
      },
    ),
    { numRuns: 300 },
  );
});

const prefix = fc.constantFrom(
  '/',
  '/a',
  '/a/',
  '/ab/',
  '/b/',
  '/b/c',
  '/B/',
  '/c',
  '/cc/',
  '/d/e',
  '/d/f',
  '/e',
  '/f/',
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });
const mapping = fc.record(
  {
    hostname: fc.constantFrom('*', '*', '*', 'one.example.com', '*.example.com', 'o*'),
    prefix,
    service: fc.constantFrom('s0', 's1', 'none'),
    precedence: maybe(fc.integer({ min: 0, max: 2 })),
    prefix_exact: maybe(fc.boolean()),
    case_sensitive: maybe(fc.boolean()),
    method: maybe(fc.constantFrom('GET', 'POST')),
    headers: maybe(fc.constantFrom({ 'x-team': 'a' }, { 'x-team': 'b' })),
    weight: maybe(fc.integer({ min: 0, max: 100 })),
    add_response_headers: maybe(fc.constantFrom({ a: { value: '1' } }, { a: { value: '2' } })),
  },
  { requiredKeys: ['hostname', 'prefix', 'service'] },
);
const regexMapping = mapping.map((spec) => ({ ...spec, prefix: `${spec.prefix}[a-z]*`, prefix_regex: true }));
const mappings = fc.array(fc.oneof({ weight: 8, arbitrary: mapping }, { weight: 1, arbitrary: regexMapping }), {
  minLength: 4,
  maxLength: 24,
});
const versions: Readonly<Record<string, string>> = { Service: 'v1', HTTPProxy: 'projectcontour.io/v1' };

function object(kind: string, name: string, rest: object): { readonly key: string; readonly object: SourceObject } {
  const metadata = { ...noMetadata, name, namespace: 'a', uid: `${kind}-${name}`, generation: 1 };
  const apiVersion = versions[kind] ?? 'getambassador.io/v3alpha1';
  return {
    key: objectKey(kind, 'a', name),
    object: { kind, apiVersion, metadata, source: { kind: 'kubernetes' }, ...rest },
  };
}

const action = fc.constantFrom('Route', 'Redirect', 'Reject');
const hostSpecs = fc.array(
  fc.record({
    hostname: fc.constantFrom('*', 'one.example.com', '*.example.com', 'o*'),
    requestPolicy: action.map((each) => ({ insecure: { action: each } })),
  }),
  { maxLength: 2 },
);
/** Another API on one of the hosts. */
const proxy = fc.option(
  fc.record({
    fqdn: fc.constantFrom('one.example.com', '*.example.com'),
    prefixes: fc.uniqueArray(prefix, { minLength: 1, maxLength: 3 }),
  }),
  { nil: undefined, freq: 2 },
);

const paths = [
  '/',
  '/a',
  '/a/',
  '/ab',
  '/ab/x',
  '/b',
  '/b/c',
  '/b/cd',
  '/B/',
  '/c',
  '/cc',
  '/cc/',
  '/d',
  '/d/e/x',
  '/d/f',
];
const requests = paths.flatMap((each) =>
  ['one.example.com', 'two.example.com', 'other.test', 'oo'].flatMap((host) =>
    [
      { method: 'GET', headers: [] },
      { method: 'POST', headers: [['x-team', 'a']] as const },
    ].map((more) => ({ ...more, scheme: 'http' as const, host, path: each })),
  ),
);

test('Mappings in parts answer as Mappings in one piece do', (t) => {
  let split = 0;
  fc.assert(
    fc.property(mappings, hostSpecs, proxy, (specs, hosts, other) => {
      const world = [
        object('Listener', 'l', {
          spec: { port: 8080, protocol: 'HTTP', securityModel: 'XFP', hostBinding: { namespace: { from: 'ALL' } } },
        }),
        object('Host', 'all', { spec: { hostname: '*', requestPolicy: { insecure: { action: 'Route' } } } }),
        ...hosts.map((spec, i) => object('Host', `h${i}`, { spec })),
        ...specs.map((spec, i) => object('Mapping', `m${i}`, { spec })),
        object('Service', 's0', { spec: { ports: [{ port: 80 }] } }),
        object('Service', 's1', { spec: { ports: [{ port: 80 }] } }),
        ...(other
          ? [
              object('HTTPProxy', 'p', {
                spec: {
                  virtualhost: { fqdn: other.fqdn },
                  routes: other.prefixes.map((each) => ({
                    conditions: [{ prefix: each }],
                    services: [{ name: 's0', port: 80 }],
                  })),
                },
              }),
            ]
          : []),
      ];
      const graphOf = (partsFrom: number) => {
        const engine = createEngine(createUnitKinds({ ...defaultCompileConfig, partsFrom }));
        for (const each of world) engine.set(each.key, each.object);
        engine.commit();
        t.deepEqual(engine.failures(), []);
        return { graph: engine.snapshot(), statuses: new Map(engine.statuses()) };
      };
      const [whole, parts] = [graphOf(Infinity), graphOf(2)];
      const view = [viewOf(whole.graph), viewOf(parts.graph)] as const;
      for (const request of requests)
        t.deepEqual(
          explain(view[1], request).map(answerOf),
          explain(view[0], request).map(answerOf),
          JSON.stringify(request),
        );
      for (const [, vertex] of verticesOf(parts.graph, ['VirtualHost'])) {
        const host = vertex as VirtualHost;
        if (!host.parts) continue;
        split++;
        const joined = wholeHost(parts.graph, host).routes.map((each) => matchKey(each.match));
        const [, same] = [...verticesOf(whole.graph, ['VirtualHost'])].find(([, each]) => each.key === host.key)!;
        t.deepEqual([...joined].sort(), (same as VirtualHost).routes.map((each) => matchKey(each.match)).sort());
      }
      t.deepEqual([...parts.statuses].sort(), [...whole.statuses].sort());
    }),
    { numRuns: runs },
  );
  t.true(split > runs / 2, `${split} hosts had parts`);
});

function answerOf({ host, outcome }: Explanation): unknown {
  return { host, outcome };
}

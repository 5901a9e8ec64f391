// The graph as a picture: which nodes and edges there are, and that DOT and SVG hold all of them.
import test from 'ava';
import { toDot, toSvg } from '../../../src/actors/admin/dag-picture.ts';
import { createEngine } from '../../../src/dag/engine.ts';
import { outlineOf } from '../../../src/dag/outline.ts';
import { createUnitKinds } from '../../../src/dag/processors/index.ts';
import { keyOf } from '../../../src/model/object.ts';
import { validate } from '../../../src/model/validate.ts';
import { defaultCompileConfig } from '../../support/compile.ts';

function snapshotOf(...objects: readonly object[]) {
  const engine = createEngine(createUnitKinds(defaultCompileConfig));
  for (const raw of objects) {
    const result = validate(raw, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    engine.set(keyOf(result.value), result.value);
  }
  engine.commit();
  return engine.snapshot();
}

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'n' },
  spec: { ports: [{ port: 80 }] },
};
const proxy = (name: string) => ({
  apiVersion: 'projectcontour.io/v1',
  kind: 'HTTPProxy',
  metadata: { name, namespace: 'n' },
  spec: {
    virtualhost: { fqdn: `${name}.test` },
    routes: [
      { services: [{ name: 'web', port: 80 }] },
      { conditions: [{ prefix: '/gone' }], directResponsePolicy: { statusCode: 410 } },
    ],
  },
});

test('a host with everything it leads to', (t) => {
  const { nodes, edges, left } = outlineOf(snapshotOf(service, proxy('a'), proxy('b')), 'a.test', 10);
  t.deepEqual(nodes.map(({ kind, label }) => `${kind} ${label}`).sort(), [
    'Cluster n/web/80/da39a3ee5e',
    'EndpointGroup n/web',
    'Listener ingress_http',
    'VirtualHost a.test',
    'object HTTPProxy/n/a',
  ]);
  const ids = new Map(nodes.map(({ id, kind }) => [id, kind]));
  t.deepEqual(edges.map(([from, to]) => `${ids.get(from)} → ${ids.get(to)}`).sort(), [
    'Cluster → EndpointGroup',
    'Listener → VirtualHost',
    'VirtualHost → Cluster',
    'object → VirtualHost',
  ]);
  t.is(left, 0);
});

test('the first hosts by name; the others are counted', (t) => {
  const { nodes, left } = outlineOf(snapshotOf(service, proxy('b'), proxy('a'), proxy('c')), undefined, 2);
  t.deepEqual(
    nodes.filter(({ kind }) => kind === 'VirtualHost').map(({ label }) => label),
    ['a.test', 'b.test'],
  );
  t.is(left, 1);
  t.deepEqual(outlineOf(snapshotOf(service), 'none.test', 2).nodes, []);
});

test('pictures hold every node and every edge, whatever their names', (t) => {
  const outline = {
    nodes: [
      { id: 'object/x', kind: 'object', label: 'HTTPProxy/n/"<x>\\' },
      { id: 'VirtualHost/x', kind: 'VirtualHost', label: 'x & y' },
    ],
    edges: [['object/x', 'VirtualHost/x']],
    left: 3,
  } as const;
  const dot = toDot(outline);
  t.true(dot.includes('"object/x" [label="object\\nHTTPProxy/n/\\"<x>\\\\"];'), dot);
  t.true(dot.includes('"object/x" -> "VirtualHost/x";'));
  t.regex(dot, /3 more hosts are not shown/);
  const svg = toSvg(outline);
  t.is(svg.match(/<rect /g)?.length, 2);
  t.is(svg.match(/<path /g)?.length, 1);
  t.true(svg.includes('HTTPProxy/n/"&lt;x&gt;\\') && svg.includes('x &amp; y'));
  t.notRegex(svg, /NaN|undefined/);
});

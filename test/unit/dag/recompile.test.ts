// Settings that change while nuncio runs: the result is that of a build with them from the start, and the delta holds
// only what differs.
import test from 'ava';
import { applyContourConfiguration } from '../../../src/dag/compile/contour-configuration.ts';
import { createEngine } from '../../../src/dag/engine.ts';
import { createUnitKinds } from '../../../src/dag/processors/index.ts';
import { verticesOf } from '../../../src/dag/snapshot.ts';
import type { Config } from '../../../src/model/config.ts';
import { keyOf } from '../../../src/model/object.ts';
import { validate } from '../../../src/model/validate.ts';
import { defaultCompileConfig } from '../../support/compile.ts';

const base = { ...defaultCompileConfig, contourConfiguration: { namespace: 'n', name: 'cc' } } as Config;

const raw = [
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'n' }, spec: { ports: [{ port: 80 }] } },
  ...['a', 'b'].map((name) => ({
    apiVersion: 'projectcontour.io/v1',
    kind: 'HTTPProxy',
    metadata: { name, namespace: 'n' },
    spec: { virtualhost: { fqdn: `${name}.test` }, routes: [{ services: [{ name: 'web', port: 80 }] }] },
  })),
];

function object(value: object) {
  const result = validate(value, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function engineWith(config: Config) {
  const engine = createEngine(createUnitKinds(config));
  for (const each of raw.map(object)) engine.set(keyOf(each), each);
  engine.commit();
  return engine;
}

const sorted = (engine: ReturnType<typeof engineWith>) =>
  [...verticesOf(engine.snapshot())].sort(([a], [b]) => (a < b ? -1 : 1));

const changes: readonly (readonly [what: string, spec: object, changed: readonly string[]])[] = [
  [
    'nothing',
    {},
    [
      'Listener/ingress_http',
      'Listener/ingress_https',
      'OperatorListener/envoy-admin',
      'OperatorListener/stats-health',
    ],
  ],
  ['a timeout', { envoy: { timeouts: { requestTimeout: '5s' } } }, ['Listener/ingress_http', 'Listener/ingress_https']],
  ['a limit of connections', { envoy: { listener: { maxConnectionsPerListener: 5 } } }, ['Runtime/dynamic']],
  ['what holds for clusters', { envoy: { cluster: { maxRequestsPerConnection: 5 } } }, ['Cluster/n/web/80/da39a3ee5e']],
  [
    'an access log that asks where routes are from',
    { envoy: { logging: { accessLogFormat: 'json', accessLogJSONFields: ['method', 'contour_config_name'] } } },
    ['Listener/ingress_http', 'VirtualHost/ingress_http||a.test', 'VirtualHost/ingress_http||b.test'],
  ],
  ['root namespaces', { httpproxy: { rootNamespaces: ['other'] } }, []],
];

for (const [what, spec, changed] of changes) {
  test(`changed: ${what}`, (t) => {
    const { config } = applyContourConfiguration(base, spec);
    const engine = engineWith(base);
    engine.recompile(createUnitKinds(config));
    const delta = engine.commit();
    for (const key of changed)
      t.true(
        delta.upserts.some((each) => each.key === key),
        `${key} in the delta`,
      );
    t.deepEqual(sorted(engine), sorted(engineWith(config)));
    engine.recompile(createUnitKinds(config));
    t.deepEqual(engine.commit().upserts, []);
  });
}

test('a change of one setting touches nothing else', (t) => {
  const before = applyContourConfiguration(base, {}).config;
  const after = applyContourConfiguration(base, { envoy: { listener: { maxConnectionsPerListener: 5 } } }).config;
  const engine = engineWith(before);
  engine.recompile(createUnitKinds(after));
  const { upserts, removals } = engine.commit();
  t.deepEqual(
    [upserts.map((each) => each.key).sort(), removals],
    [['Listener/ingress_http', 'Listener/ingress_https', 'Runtime/dynamic'], []],
  );
});

test('mistakes of the object that counts are told, those of others not', (t) => {
  const engine = engineWith(base);
  for (const name of ['cc', 'other']) {
    const made = object({
      apiVersion: 'projectcontour.io/v1alpha1',
      kind: 'ContourConfiguration',
      metadata: { name, namespace: 'n' },
      spec: { envoy: { timeouts: { requestTimeout: 'soon' } } },
    });
    engine.set(keyOf(made), made);
  }
  const { statuses } = engine.commit();
  t.deepEqual(
    statuses.map(({ key, status }) => [
      key,
      status.problems.map(({ code, path, message }) => `${code} ${path}: ${message}`),
    ]),
    [
      [
        'ContourConfiguration/n/cc',
        [
          'ConfigurationNotValid spec.envoy.timeouts.requestTimeout: "soon" is not a duration such as 500ms or 1m30s, nor infinity; the field counts as not set',
        ],
      ],
    ],
  );
});

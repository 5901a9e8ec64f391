// Who names an object: includes, delegations, parents, backends, by whatever kind of reference the API has.
import test from 'ava';
import { referencesTo } from '../../../../src/dag/explain/references.ts';
import { createEngine } from '../../../../src/dag/engine.ts';
import { explainObject } from '../../../../src/dag/explain/object.ts';
import { createUnitKinds } from '../../../../src/dag/processors/index.ts';
import { keyOf, type SourceObject } from '../../../../src/model/object.ts';
import { defaultCompileConfig } from '../../../support/compile.ts';

function object(kind: string, name: string, spec: unknown, namespace = 'n'): SourceObject {
  const metadata = {
    name,
    namespace,
    uid: '',
    resourceVersion: '',
    generation: 1,
    creationTimestamp: '',
    labels: {},
    annotations: {},
  };
  const whole = { kind, apiVersion: 'v1', metadata, source: { kind: 'kubernetes' } as const, spec };
  return whole;
}

const rows: readonly (readonly [string, string, SourceObject, readonly string[]])[] = [
  [
    'an include of another namespace',
    'HTTPProxy/m/child',
    object('HTTPProxy', 'root', { includes: [{ name: 'x' }, { name: 'child', namespace: 'm' }] }),
    ['spec.includes[1]'],
  ],
  [
    'an include of its own',
    'HTTPProxy/n/child',
    object('HTTPProxy', 'r', { tcpproxy: { include: { name: 'child' } } }),
    ['spec.tcpproxy.include'],
  ],
  ['the same name elsewhere', 'HTTPProxy/m/child', object('HTTPProxy', 'r', { includes: [{ name: 'child' }] }), []],
  [
    'a delegated certificate',
    'Secret/n/cert',
    object('TLSCertificateDelegation', 'd', { delegations: [{ secretName: 'other' }, { secretName: 'cert' }] }),
    ['spec.delegations[1].secretName'],
  ],
  [
    'a certificate with its namespace',
    'Secret/m/cert',
    object('HTTPProxy', 'r', { virtualhost: { tls: { secretName: 'm/cert' } } }),
    ['spec.virtualhost.tls.secretName'],
  ],
  ['a parent', 'Gateway/n/g', object('HTTPRoute', 'r', { parentRefs: [{ name: 'g' }] }), ['spec.parentRefs[0]']],
  [
    'a parent of another kind',
    'Gateway/n/g',
    object('HTTPRoute', 'r', { parentRefs: [{ kind: 'ListenerSet', name: 'g' }] }),
    [],
  ],
  ['a class', 'GatewayClass//c', object('Gateway', 'g', { gatewayClassName: 'c' }), ['spec.gatewayClassName']],
  [
    'backends, twice',
    'Service/n/s',
    object('HTTPRoute', 'r', { rules: [{ backendRefs: [{ name: 's' }] }, { backendRefs: [{ name: 's' }] }] }),
    ['spec.rules[0].backendRefs[0]', 'spec.rules[1].backendRefs[0]'],
  ],
];
for (const [title, target, from, expected] of rows)
  test(title, (t) => t.deepEqual(referencesTo(target, from), expected));

test('the objects that include it are found through what was compiled together', (t) => {
  const engine = createEngine(createUnitKinds(defaultCompileConfig));
  const service = [{ name: 's', port: 80 }];
  const objects = [
    object('HTTPProxy', 'root', {
      virtualhost: { fqdn: 'a.test' },
      includes: [{ name: 'middle', conditions: [{ prefix: '/m' }] }],
    }),
    object('HTTPProxy', 'middle', { includes: [{ name: 'leaf', conditions: [{ prefix: '/l' }] }] }),
    object('HTTPProxy', 'leaf', { routes: [{ services: service }] }),
    object('HTTPProxy', 'other', { virtualhost: { fqdn: 'b.test' }, routes: [{ services: service }] }),
    object('Service', 's', { ports: [{ port: 80 }] }),
  ];
  for (const each of objects) engine.set(keyOf(each), each);
  engine.commit();
  const namesOf = (key: string): string[] =>
    explainObject(engine.snapshot(), key, undefined, engine.neighbours(key, 100)).namedBy.map(
      ({ object: by, paths }) => `${by} ${paths.join()}`,
    );
  t.deepEqual(namesOf('HTTPProxy/n/leaf'), ['HTTPProxy/n/middle spec.includes[0]']);
  t.deepEqual(namesOf('HTTPProxy/n/middle'), ['HTTPProxy/n/root spec.includes[0]']);
  t.deepEqual(namesOf('Service/n/s'), [
    'HTTPProxy/n/leaf spec.routes[0].services[0]',
    'HTTPProxy/n/other spec.routes[0].services[0]',
  ]);
});

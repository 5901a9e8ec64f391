// Validation and stripping of objects, kind by kind.
import test from 'ava';
import { kindNames, kinds } from '../../../src/model/kinds/index.ts';
import type { HTTPProxy, Ingress, Secret, Service } from '../../../src/model/kinds/index.ts';
import { secretProblems } from '../../../src/model/kinds/secret.ts';
import type { SourceMark } from '../../../src/model/object.ts';
import { strip, validate } from '../../../src/model/validate.ts';

const fromFile: SourceMark = { kind: 'filesystem', file: 'x.yaml', line: 1 };
const fromCluster: SourceMark = { kind: 'kubernetes' };

function check(raw: unknown, source: SourceMark = fromFile) {
  const result = validate(raw, { source, unknownFields: 'warn' });
  const problems = result.ok ? (result.value.problems ?? []) : result.problems;
  return {
    ok: result.ok,
    object: result.ok ? result.value : undefined,
    said: problems.map(({ path, message }) => `${path}: ${message}`),
    codes: problems.map(({ code }) => code),
  };
}

function proxy(spec: unknown, metadata: object = {}) {
  return {
    apiVersion: 'projectcontour.io/v1',
    kind: 'HTTPProxy',
    metadata: { name: 'cart', namespace: 'shop', ...metadata },
    spec,
  };
}

test('messages tell what was found and what would be right', (t) => {
  const cases: [spec: unknown, said: string][] = [
    [
      { virtualhost: { fqdn: 'Foo' } },
      'spec.virtualhost.fqdn: found "Foo"; must be a DNS name in lower case such as `shop.example.com`, a wildcard such as `*.example.com`, or `*`',
    ],
    [{ virtualhost: {} }, 'spec.virtualhost.fqdn: missing; must be a DNS name in lower case'],
    [
      { routes: [{ services: [{ name: 's', port: '80' }] }] },
      'port: found "80"; must be a port number from 1 to 65535, without quotes',
    ],
    [
      { routes: [{ services: [{ name: 's', port: 70000 }] }] },
      'port: found 70000; must be a port number from 1 to 65535',
    ],
    [{ routes: [{ services: [{ name: 7, port: 80 }] }] }, 'name: found 7; must be text: put it in quotes'],
    [
      { routes: [{ services: [{ name: 's', port: 80, protocol: 'h2C' }] }] },
      'protocol: found "h2C"; must be one of `h2`, `h2c`, `tls`; did you mean `h2c`?',
    ],
    [{ routes: {} }, 'spec.routes: found an object; must be a list'],
    [{ routes: [{ enableWebsockets: 'yes' }] }, 'enableWebsockets: found "yes"; must be true or false, without quotes'],
    [
      { routes: [{ timeoutPolicy: { response: '5' } }] },
      'response: found "5"; must be a duration such as `1.5s`, `250ms` or `1h30m`, or `infinity`',
    ],
    [
      { routes: [{ authPolicy: { context: { a: 1 } } }] },
      'spec.routes[0].authPolicy.context.a: found 1; must be text: put it in quotes',
    ],
    [
      { virtualhost: { fqdn: 'a', corsPolicy: { allowOrigin: [], allowMethods: ['GET'] } } },
      'allowOrigin: found an empty list; must be a list with at least 1 entry',
    ],
    [
      { virtualhost: { fqdn: 'a', jwtProviders: [{ name: 'x' }] } },
      'spec.virtualhost.jwtProviders[0]: must have exactly one of `remoteJWKS` and `localJWKS`',
    ],
    [
      {
        routes: [
          { services: [{ name: 's', port: 1, validation: { caSecret: 'c', subjectName: 'a', subjectNames: ['b'] } }] },
        ],
      },
      'spec.routes[0].services[0].validation: must have `subjectName` as the first of `subjectNames`',
    ],
  ];
  for (const [spec, expected] of cases) {
    const { ok, said } = check(proxy(spec));
    t.false(ok, expected);
    t.is(said.length, 1, said.join('\n'));
    t.true(said[0]?.includes(expected), said[0]);
  }
});

test('all mistakes of an object are told, each once', (t) => {
  const { said } = check(
    proxy({ virtualhost: { fqdn: 'A' }, routes: [{ services: [{}, { name: 1 }] }] }, { name: 'X' }),
  );
  t.deepEqual(said.map((each) => each.slice(0, each.indexOf(':'))).toSorted(), [
    'metadata.name',
    'spec.routes[0].services[0].name',
    'spec.routes[0].services[0].port',
    'spec.routes[0].services[1].name',
    'spec.routes[0].services[1].port',
    'spec.virtualhost.fqdn',
  ]);
});

test('unknown fields are warnings with the nearest known name; the object is kept without them', (t) => {
  const { ok, said, codes, object } = check({ ...proxy({ rotes: [], routes: [{ conditons: [] }] }), spce: {} });
  t.true(ok);
  t.deepEqual(codes, ['UnknownField', 'UnknownField', 'UnknownField']);
  t.true(said.includes('spec.rotes: there is no field "rotes" here; it is ignored. Did you mean "routes"?'));
  t.deepEqual((object as HTTPProxy).spec, { routes: [{}] });
});

test('fields that the API has and nuncio does not read are neither kept nor warned of', (t) => {
  const { said, object } = check({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'api', namespace: 'shop' },
    spec: {
      selector: { app: 'api' },
      clusterIP: '10.0.0.1',
      ports: [{ port: 80, targetPort: 'http', nodePort: 30000 }],
    },
  });
  t.deepEqual(said, []);
  t.deepEqual((object as Service).spec, { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }] });
});

test('defaults are filled in and nulls dropped, as the API server does', (t) => {
  const { object } = check(
    proxy({ virtualhost: null, routes: [{ retryPolicy: {}, requestRedirectPolicy: { path: null } }] }),
  );
  t.deepEqual((object as HTTPProxy).spec, {
    routes: [{ retryPolicy: { count: 1 }, requestRedirectPolicy: { statusCode: 302 } }],
  });
});

test('the status in a file is not looked at', (t) => {
  const { ok, said, object } = check({ ...proxy({}), status: { conditions: 'nonsense' } });
  t.true(ok, said.join());
  t.false('status' in (object ?? {}));
});

test('metadata: what is kept', (t) => {
  const metadata = {
    uid: 'u',
    resourceVersion: '7',
    generation: 3,
    creationTimestamp: '2026-01-01T00:00:00Z',
    managedFields: [{}],
    finalizers: ['x'],
    labels: { b: '2', a: '1' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', keep: 'yes' },
  };
  t.deepEqual(strip(proxy({}, metadata), fromCluster)?.metadata, {
    name: 'cart',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '7',
    generation: 3,
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { a: '1', b: '2' },
    annotations: { keep: 'yes' },
  });
  const { object } = check(proxy({}, metadata), fromFile);
  t.like(object?.metadata, { uid: '', resourceVersion: '', generation: 0, creationTimestamp: '' });
});

test('wrong names, namespaces, labels and versions', (t) => {
  t.regex(check(proxy({}, { name: 'A_b' })).said.join(), /^metadata.name: found "A_b"; must be lower-case letters/);
  t.regex(check(proxy({}, { namespace: undefined })).said.join(), /^metadata.namespace: missing/);
  t.regex(
    check(proxy({}, { labels: { on: true } })).said.join(),
    /^metadata.labels.on: found true; must be text: put it in quotes/,
  );
  t.deepEqual(check({ ...proxy({}), apiVersion: 'projectcontour.io/v2' }).said, [
    'apiVersion: found "projectcontour.io/v2"; HTTPProxy must be projectcontour.io/v1',
  ]);
  t.deepEqual(check(null).codes, ['DocumentNotAnObject']);
  const grant = { kind: 'ReferenceGrant', metadata: { name: 'a', namespace: 'b' }, spec: { from: [], to: [] } };
  t.deepEqual(check({ ...grant, apiVersion: 'gateway.networking.k8s.io/v1alpha2' }).said, [
    'apiVersion: found "gateway.networking.k8s.io/v1alpha2"; ReferenceGrant must be gateway.networking.k8s.io/v1 or gateway.networking.k8s.io/v1beta1',
  ]);
  t.deepEqual(check({ kind: 'Service', apiVersion: 'v1' }).codes, ['DocumentNotAnObject']);
});

test('names that are special in JavaScript are just names', (t) => {
  const raw: unknown = JSON.parse(
    '{"apiVersion":"projectcontour.io/v1","kind":"HTTPProxy","metadata":{"name":"a","namespace":"b","labels":{"__proto__":"x"}},"spec":{"routes":[{"authPolicy":{"context":{"__proto__":"y","constructor":"z"}}}]}}',
  );
  const { ok, object } = check(raw);
  t.true(ok);
  const context = (object as HTTPProxy).spec.routes?.[0]?.authPolicy?.context;
  t.deepEqual(Object.keys(context ?? {}), ['constructor']);
  t.deepEqual(check({ apiVersion: 'v1', kind: 'toString', metadata: { name: 'x' } }).codes, ['UnknownKind']);
});

test('Ingress, with and without spec', (t) => {
  const ingress = (spec?: unknown) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'a', namespace: 'b' },
    ...(spec === undefined ? {} : { spec }),
  });
  t.true(check(ingress()).ok);
  const backend = { service: { name: 'api', port: { name: 'http' } } };
  const { object } = check(
    ingress({ rules: [{ host: 'a.b', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] }),
  );
  t.deepEqual((object as Ingress).spec?.rules?.[0]?.http?.paths[0]?.backend, backend);
  t.regex(
    check(ingress({ rules: [{ http: { paths: [{ path: 'x', pathType: 'prefix', backend }] } }] })).said.join('\n'),
    /did you mean `Prefix`[^]*found "x"; must be a path/,
  );
});

test('a Secret and its uses', (t) => {
  const secret = (type: string, data: Record<string, string>): Secret => {
    const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, btoa(value)]));
    const raw = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n' }, type, data: encoded };
    return strip(raw, fromCluster) as Secret;
  };
  const tls = secret('kubernetes.io/tls', { 'tls.crt': 'crt', 'tls.key': 'key', other: 'x' });
  t.deepEqual(tls.data, { 'tls.crt': 'crt', 'tls.key': 'key' });
  t.deepEqual(secretProblems(tls, 'certificate'), []);
  t.deepEqual(
    secretProblems(tls, 'ca').map(({ path, message }) => `${path}: ${message}`),
    ['data["ca.crt"]: missing or empty'],
  );
  const other = secret('helm.sh/release.v1', { 'tls.crt': 'crt' });
  t.deepEqual(other.data, {});
  t.regex(
    secretProblems(other, 'certificate')[0]?.message ?? '',
    /found type "helm.sh\/release.v1"; must be kubernetes.io\/tls or Opaque/,
  );
  const checked: Secret = {
    ...tls,
    check: {
      dnsNames: [],
      problems: [
        { code: 'SecretNotValid', severity: 'error', object: 'Secret/n/s', path: 'data["tls.key"]', message: 'bad' },
      ],
    },
  };
  t.is(secretProblems(checked, 'certificate').length, 1);
  t.is(secretProblems({ ...checked, data: { ...tls.data, 'ca.crt': 'ca' } }, 'ca').length, 0);
});

test('the registry: keys are kinds, plurals are unique', (t) => {
  t.deepEqual(
    kindNames.map((name) => kinds[name].kind),
    [...kindNames],
  );
  t.is(new Set(kindNames.map((name) => kinds[name].plural)).size, kindNames.length);
});

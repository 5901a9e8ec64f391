// `nuncio migrate emissary`: what is told of objects, and that what is printed for another API is what nuncio takes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { stringify } from 'yaml';
import { createPool } from '../../../../src/actors/pool.ts';
import { emissaryDifferences } from '../../../../src/cli/emissary/differences.ts';
import { migrateEmissary } from '../../../../src/cli/emissary/migrate.ts';
import { compileFiles } from '../../../../src/cli/offline/compile-files.ts';
import { readOfflineConfig } from '../../../../src/cli/offline/read-config.ts';
import { emissaryKinds } from '../../../../src/model/kinds/emissary/index.ts';
import { validate } from '../../../../src/model/validate.ts';
import { createCa } from '../../../support/certs.ts';
import { createTempFolder } from '../../../support/netns.ts';

function object(kind: string, spec: object, name = 'o') {
  const version = kind === 'Ingress' ? 'networking.k8s.io/v1' : 'getambassador.io/v3alpha1';
  const read = validate(
    { apiVersion: version, kind, metadata: { name, namespace: 'n' }, spec },
    { source: { kind: 'kubernetes' }, unknownFields: 'ignore' },
  );
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

const mapping = { prefix: '/', service: 's', hostname: 'a.test' };

/** Kind, spec → kind of difference and path. */
const rows: readonly (readonly [kind: string, spec: object, told: readonly string[]])[] = [
  ['Mapping', mapping, []],
  ['Mapping', { ...mapping, keepalive: { idle_time: 1 } }, ['begins spec.keepalive.idle_time']],
  [
    'Mapping',
    { ...mapping, error_response_overrides: [{ on_status_code: 500, body: { text_format: 'x' } }] },
    ['begins spec.error_response_overrides'],
  ],
  [
    'Mapping',
    { ...mapping, health_checks: [{ health_check: { http: { path: '/' } } }] },
    ['begins spec.health_checks'],
  ],
  ['Mapping', { ...mapping, resolver: 'endpoint', load_balancer: { policy: 'least_request' } }, []],
  ['Mapping', { ...mapping, load_balancer: { policy: 'least_request' } }, ['begins spec.load_balancer']],
  ['Mapping', { ...mapping, retry_policy: { retry_on: '5xx,reset' } }, ['begins spec.retry_policy.retry_on']],
  ['Mapping', { ...mapping, service: 'https://s' }, ['changes spec.service']],
  ['Mapping', { ...mapping, tls: 'gone' }, ['changes spec.tls']],
  ['Mapping', { ...mapping, outlier_detection: 'x', docs: {} }, ['idle spec.outlier_detection', 'idle spec.docs']],
  ['Mapping', { ...mapping, rewrite: '/$HOME/x$' }, ['changes spec.rewrite']],
  [
    'Mapping',
    {
      ...mapping,
      labels: { d: [{ g: [{ request_headers: { key: 'k', header_name: 'h', omit_if_not_present: true } }] }] },
    },
    ['begins spec.labels', 'idle spec.labels'],
  ],
  ['TCPMapping', { port: 1, service: 's', idle_timeout_ms: '5' }, ['begins spec.idle_timeout_ms']],
  [
    'TCPMapping',
    { port: 1, service: 's', stats_name: 's', weight: 1 },
    ['begins spec.stats_name', 'changes spec.weight'],
  ],
  ['Host', { hostname: 'a.test' }, []],
  ['Host', { tlsSecret: { name: 's' } }, ['changes spec.tlsSecret']],
  ['Host', { tls: { cert_chain_file: '/f' } }, ['ends spec.tls.cert_chain_file']],
  [
    'Host',
    { mappingSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
    ['begins spec.mappingSelector.matchExpressions'],
  ],
  ['Host', { acmeProvider: { authority: 'x' } }, ['idle spec.acmeProvider']],
  ['Listener', { port: 1, protocol: 'HTTPSPROXY', securityModel: 'XFP', hostBinding: {} }, ['changes spec.protocol']],
  ['Listener', { port: 1, protocolStack: ['PROXY', 'TLS', 'HTTP', 'TCP'], securityModel: 'XFP', hostBinding: {} }, []],
  ['TLSContext', { hosts: ['a'], secret: 's' }, ['changes spec.alpn_protocols']],
  ['TLSContext', { secret: 's', redirect_cleartext_from: 1 }, ['idle spec.redirect_cleartext_from']],
  ['AuthService', { auth_service: 'a', proto: 'grpc' }, ['begins spec.protocol_version']],
  ['AuthService', { auth_service: 'a', proto: 'grpc', protocol_version: 'v3' }, []],
  ['RateLimitService', { service: 'r' }, ['begins spec.protocol_version']],
  ['LogService', { service: 'l', protocol_version: 'v3' }, ['begins spec.driver_config']],
  ['TracingService', { driver: 'lightstep', service: 't' }, ['ends spec.driver', 'changes ']],
  ['DevPortal', {}, ['idle ']],
  ['Ingress', { ingressClassName: 'nginx', rules: [] }, []],
  [
    'Ingress',
    {
      ingressClassName: 'ambassador',
      rules: [{ http: { paths: [{ path: '/a', pathType: 'Prefix', backend: { service: { name: 's' } } }] } }],
    },
    ['ends ', 'changes spec.rules'],
  ],
];

for (const [index, [kind, spec, told]] of rows.entries())
  test(`${kind} ${index}: ${told.join(', ') || 'nothing'}`, (t) => {
    const found = emissaryDifferences([object(kind, spec)]);
    t.deepEqual(
      found.map((each) => `${each.kind} ${each.path}`),
      told,
    );
  });

test('keys of the Module', (t) => {
  const config = { use_proxy_proto: true, nonsense: 1, enable_grpc_web: false, gzip: {}, admin_port: 1 };
  const told = emissaryDifferences([object('Module', { config }, 'ambassador')]);
  t.deepEqual(
    told.map(({ kind, path }) => `${kind} ${path.slice('spec.config.'.length)}`),
    ['idle use_proxy_proto', 'idle nonsense', 'changes enable_grpc_web', 'ends admin_port'],
  );
});

test('two Mappings that shared a cluster, and several services of one kind', (t) => {
  const told = emissaryDifferences([
    object('Mapping', mapping, 'a'),
    object('Mapping', { ...mapping, prefix: '/b', grpc: true }, 'b'),
    object('Mapping', { ...mapping, prefix: '/c' }, 'c'),
    object('LogService', { service: 'l', protocol_version: 'v3', driver_config: {} }, 'a'),
    object('LogService', { service: 'm', protocol_version: 'v3', driver_config: {} }, 'b'),
  ]);
  t.deepEqual(
    told.map((each) => `${each.object} ${each.kind} ${each.path}`),
    ['LogService/n/a begins ', 'LogService/n/b begins ', 'Mapping/n/b changes spec.grpc'],
  );
});

const kinds = Object.keys(emissaryKinds);

test('files, annotations and what the compiler says, in one report', async (t) => {
  const folder = await createTempFolder();
  await writeFile(
    join(folder, 'a.yaml'),
    `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: n
  annotations:
    getambassador.io/config: |
      {apiVersion: getambassador.io/v2, kind: Mapping, name: inside, prefix: /, service: "https://web"}
spec: {ports: [{port: 443}]}
---
apiVersion: getambassador.io/v1
kind: Mapping
metadata: {name: outside, namespace: n}
spec: {prefix: /, service: web, resolver: gone}
`,
  );
  const config = readOfflineConfig(undefined);
  if (!config.ok) throw new Error(config.mistakes.join());
  const result = await migrateEmissary({ config: config.config, paths: [folder, join(folder, 'gone')] });
  if (result.kind !== 'differences') throw new Error(result.kind);
  t.true(result.hasErrors);
  t.regex(result.failures.join('\n'), /gone: does not exist/);
  t.regex(result.text, /^Mapping\/n\/inside \(annotation of Service\/n\/web\)\n(.*\n)*  changes  spec\.service: /m);
  t.regex(result.text, /^Mapping\/n\/outside\n(  .*\n)*  error    spec\.resolver: /m);
  t.regex(result.text, /^2 objects looked at, 2 with something to know\.$/m);
});

test('what is printed for the Gateway API and as HTTPProxy nuncio takes without an error', async (t) => {
  const folder = await createTempFolder();
  const ca = await createCa();
  const { cert, key } = await ca.issue({ hosts: ['a.test'] });
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const raw = (kind: string, name: string, spec: object, labels = {}) => ({
    apiVersion: 'getambassador.io/v3alpha1',
    kind,
    metadata: { name, namespace: 'n', labels },
    spec,
  });
  const service = (name: string, namespace = 'n') => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: {
      ports: [
        { name: 'http', port: 80 },
        { name: 'https', port: 443 },
      ],
    },
  });
  const surroundings = [
    service('web'),
    service('canary'),
    service('copy', 'other'),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/tls',
      metadata: { name: 'cert', namespace: 'n' },
      data: { 'tls.crt': encoded(cert), 'tls.key': encoded(key) },
    },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } },
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: 'nuncio' },
      spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
    },
  ];
  const base = { hostname: 'a.test', service: 'web' };
  const objects = [
    raw('Listener', 'plain', { port: 8080, protocol: 'HTTP', securityModel: 'XFP', hostBinding: {} }),
    raw('Listener', 'tls', { port: 8443, protocol: 'HTTPS', securityModel: 'XFP', hostBinding: {} }),
    raw('Host', 'a', { hostname: 'a.test', tlsSecret: { name: 'cert' }, mappingSelector: { matchLabels: { h: 'a' } } }),
    raw('Host', 'b', { hostname: 'b.test' }),
    raw('Mapping', 'main', {
      ...base,
      prefix: '/app/',
      weight: 90,
      timeout_ms: 0,
      add_request_headers: { a: { value: 'v' } },
    }),
    raw('Mapping', 'canary', { ...base, prefix: '/app/', service: 'canary', weight: 10 }),
    raw('Mapping', 'shadow', { ...base, prefix: '/app/', service: 'copy.other', shadow: true }),
    raw('Mapping', 'exact', {
      ...base,
      prefix: '/one',
      prefix_exact: true,
      rewrite: '/two',
      method: 'POST',
      grpc: true,
    }),
    raw('Mapping', 'regex', { ...base, prefix: '/x[0-9]+', prefix_regex: true, rewrite: '', headers: { 'x-a': 'v' } }),
    raw('Mapping', 'old', {
      ...base,
      prefix: '/old/',
      service: 'new.test',
      host_redirect: true,
      prefix_redirect: '/new/',
    }),
    raw('Mapping', 'cors', {
      ...base,
      prefix: '/c/',
      cors: { origins: ['https://o.test'], methods: ['GET'], max_age: '60' },
    }),
    raw('Mapping', 'sticky', {
      ...base,
      prefix: '/s/',
      resolver: 'endpoint',
      load_balancer: { policy: 'ring_hash', header: 'x-user' },
      retry_policy: { retry_on: '5xx', num_retries: 2 },
      circuit_breakers: [{ max_requests: 7 }],
    }),
    raw('Mapping', 'by-label', { prefix: '/l/', service: 'web' }, { h: 'a' }),
  ];
  await writeFile(join(folder, 'a.yaml'), [...surroundings, ...objects].map((each) => stringify(each)).join('---\n'));
  const config = readOfflineConfig(undefined);
  if (!config.ok) throw new Error(config.mistakes.join());
  const pool = createPool();
  t.teardown(async () => pool.close());
  for (const to of ['gateway-api', 'httpproxy'] as const) {
    const result = await migrateEmissary({ config: config.config, paths: [folder], to });
    if (result.kind !== 'equivalents') throw new Error(result.kind);
    const text = [...surroundings, ...result.objects].map((each) => stringify(each)).join('---\n');
    const compiled = await compileFiles([{ file: to, text }], { config: config.config, pool, nowMs: Date.now() });
    t.deepEqual(
      compiled.problems
        .filter(({ severity }) => severity === 'error')
        .map(({ object: o, path, message }) => `${o} ${path} ${message}`),
      [],
      to,
    );
    t.true(
      [...compiled.objects.keys()].every((each) => !kinds.includes(each.split('/')[0]!)),
      to,
    );
    const notes = result.notes.map(({ object: o, path }) => `${o} ${path}`);
    t.true(notes.includes('Mapping/n/sticky spec.circuit_breakers'), `${to}: what has no equivalent is told`);
    const names = result.objects.map((each) => (each as { kind: string }).kind);
    t.deepEqual(
      [...new Set(names)],
      to === 'httpproxy' ? ['HTTPProxy', 'ReferenceGrant'] : ['Gateway', 'HTTPRoute', 'ReferenceGrant'],
    );
  }
});

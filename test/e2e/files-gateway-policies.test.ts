// TrafficPolicies and BackendPolicies through a real Envoy, with both kinds of route discovery: tokens, authorization, addresses,
// limits, retries, hashing; what is closed when something that protects can't be had; hosts that Envoy finds late.
import { createHmac, randomBytes } from 'node:crypto';
import { startGrpcAuthorization, startHttpAuthorization } from '../support/authorization-server.ts';
import { startBackend } from '../support/backend.ts';
import { freePort } from '../support/free-port.ts';
import { request, type HttpAnswer, type HttpRequest } from '../support/http-client.ts';
import { startNuncio, until } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { echo, served } from './fixtures/echo.ts';
import { opaqueSecret, service, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const group = 'gateway.networking.k8s.io';
const key = randomBytes(32).toString('base64url');
const jwks = JSON.stringify({ keys: [{ kty: 'oct', alg: 'HS256', k: key }] });

function token(issuer: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: issuer })}`;
  return `${text}.${createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url')}`;
}

const policy = (name: string, spec: object): object => ({
  apiVersion: 'nuncio.dev/v1alpha1',
  kind: 'TrafficPolicy',
  metadata: { name, namespace: 'default' },
  spec,
});

const forRule = (sectionName: string): object => ({
  targetRefs: ['exact', 'wildcard'].map((name) => ({ group, kind: 'HTTPRoute', name, sectionName })),
});

const rule = (name: string, backend = 'a', filters: readonly object[] = []): object => ({
  name,
  matches: [{ path: { type: 'PathPrefix', value: `/${name}` } }],
  ...(filters.length > 0 && { filters }),
  backendRefs: [{ name: backend, port: 80 }],
});

const named = (name: string): object => ({
  type: 'ExtensionRef',
  extensionRef: { group: 'nuncio.dev', kind: 'TrafficPolicy', name },
});

const rules = [
  rule('open'),
  rule('token'),
  rule('asked'),
  rule('told'),
  rule('outside'),
  rule('inside'),
  rule('limited'),
  rule('retried'),
  rule('hashed', 'all'),
  rule('filtered', 'a', [named('nobody')]),
  rule('unfiltered', 'a', [named('absent')]),
  rule('no-key'),
  rule('no-server'),
  rule('bad-address'),
];

const route = (name: string, hostname: string): object => ({
  apiVersion: `${group}/v1`,
  kind: 'HTTPRoute',
  metadata: { name, namespace: 'default' },
  spec: { parentRefs: [{ name: 'edge' }], hostnames: [hostname], rules },
});

const elsewhere = [{ source: 'Peer', cidr: '203.0.113.0/24' }];

const policies = [
  policy('token', {
    ...forRule('token'),
    jwt: {
      providers: ['one', 'two'].map((name) => ({
        name,
        issuer: `https://${name}.test`,
        localJWKS: { secretName: 'keys', key: 'jwks' },
      })),
    },
  }),
  policy('asked', {
    ...forRule('asked'),
    authorization: {
      backendRef: { name: 'http-server', port: 80 },
      serviceType: 'http',
      httpSettings: {
        pathPrefix: '/check',
        allowedAuthorizationHeaders: [{ exact: 'x-auth' }],
        allowedUpstreamHeaders: [{ prefix: 'x-authorized' }],
      },
    },
  }),
  policy('told', {
    ...forRule('told'),
    authorization: { backendRef: { name: 'grpc-server', port: 80 }, responseTimeout: '10s', context: { rule: 'told' } },
  }),
  policy('outside', { ...forRule('outside'), ipRules: { allow: elsewhere } }),
  policy('inside', { ...forRule('inside'), ipRules: { deny: elsewhere } }),
  policy('limited', { ...forRule('limited'), localRateLimit: { requests: 2, unit: 'hour' } }),
  policy('retried', {
    ...forRule('retried'),
    retry: { count: 2, retryOn: ['retriable-status-codes'], retriableStatusCodes: [418] },
  }),
  policy('nobody', { ipRules: { allow: elsewhere } }),
  policy('no-key', {
    ...forRule('no-key'),
    jwt: { providers: [{ name: 'a', localJWKS: { secretName: 'absent', key: 'jwks' } }] },
  }),
  policy('no-server', { ...forRule('no-server'), authorization: { backendRef: { name: 'absent', port: 80 } } }),
  policy('bad-address', { ...forRule('bad-address'), ipRules: { deny: [{ source: 'Peer', cidr: 'nonsense' }] } }),
  {
    apiVersion: 'nuncio.dev/v1alpha1',
    kind: 'BackendPolicy',
    metadata: { name: 'hashed', namespace: 'default' },
    spec: {
      targetRefs: [{ group: '', kind: 'Service', name: 'all' }],
      loadBalancing: {
        strategy: 'RequestHash',
        requestHashPolicies: [{ headerHashOptions: { headerName: 'x-user' } }],
      },
      circuitBreakers: { maxConnections: 100 },
    },
  },
];

for (const mode of ['scoped', 'single'] as const) {
  test.serial(`policies (${mode})`, async (t) => {
    const backends = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => startBackend({ name })));
    const [a] = backends;
    const httpServer = await startHttpAuthorization();
    const grpcServer = await startGrpcAuthorization();
    const port = await freePort();
    const { path } = await createObjectFolder({
      'objects.yaml': [
        ...upstream('a', [a!]),
        ...upstream('all', backends),
        ...upstream('http-server', [httpServer]),
        ...upstream('grpc-server', [grpcServer]),
        service('empty'),
        opaqueSecret('keys', { jwks }),
        {
          apiVersion: `${group}/v1`,
          kind: 'GatewayClass',
          metadata: { name: 'shared' },
          spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
        },
        {
          apiVersion: `${group}/v1`,
          kind: 'Gateway',
          metadata: { name: 'edge', namespace: 'default' },
          spec: { gatewayClassName: 'shared', listeners: [{ name: 'http', port, protocol: 'HTTP' }] },
        },
        route('exact', 'one.test'),
        route('wildcard', '*.many.test'),
        ...policies,
      ],
    });
    const nuncio = await startNuncio({ files: [path], envoy: 'child', args: [`--route-discovery=${mode}`] });
    t.teardown(async () => {
      await nuncio.stop();
      await Promise.all([...backends, httpServer, grpcServer].map(async (each) => each.stop()));
    });

    for (const host of ['one.test', 'ONE.test', 'any.many.test']) {
      const ask = async (where: string, options: HttpRequest = {}): Promise<HttpAnswer> =>
        request({ address: '127.0.0.1', port }, { host, path: where, ...options });
      const status = async (where: string, headers: Readonly<Record<string, string>> = {}) =>
        (await ask(where, { headers })).status;
      await until(
        host,
        async () => status('/open'),
        (found) => found === 200,
      );

      t.is(await status('/token'), 401, host);
      for (const issuer of ['https://one.test', 'https://two.test'])
        t.is(await status('/token', { authorization: `Bearer ${token(issuer)}` }), 200, `${host} ${issuer}`);
      t.is(await status('/token', { authorization: `Bearer ${token('https://three.test')}` }), 401, host);

      t.is(await status('/asked'), 403, host);
      const asked = await ask('/asked/x', { headers: { 'x-auth': 'allow' } });
      t.is(asked.status, 200, host);
      t.is(echo(asked).headers['x-authorized-by'], 'http');
      t.is(httpServer.checks.at(-1)!.path, '/check/asked/x');

      t.is(await status('/told'), 403, host);
      t.is(await status('/told', { 'x-auth': 'allow' }), 200, host);
      t.deepEqual(grpcServer.checks.at(-1)!.context, { rule: 'told' });

      t.is(await status('/outside'), 403, host);
      t.is(await status('/inside'), 200, host);
      t.is(await status('/filtered'), 403, host);

      const before = a!.requests();
      t.is(await status('/retried', { 'x-echo-status': '418' }), 418, host);
      t.is(a!.requests() - before, 3, `${host}: one try and two more`);

      const answering = new Set<string>();
      for (const user of ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8']) {
        const answers = [];
        for (let i = 0; i < 4; i++) answers.push(served(await ask('/hashed', { headers: { 'x-user': user } })));
        t.is(new Set(answers).size, 1, `${host}: ${user} stays`);
        answering.add(answers[0]!);
      }
      t.true(answering.size > 1, host);

      for (const where of ['/unfiltered', '/no-key', '/no-server', '/bad-address'])
        t.is(await status(where, { 'x-auth': 'allow' }), 500, `${host}${where}`);
    }

    // Each host has a bucket of its own; names that differ in case are one host.
    const limited = async (host: string) =>
      (await request({ address: '127.0.0.1', port }, { host, path: '/limited' })).status;
    for (const host of ['one.test', 'any.many.test']) {
      const found = [];
      for (let i = 0; i < 4; i++) found.push(await limited(host));
      t.deepEqual(found, [200, 200, 429, 429], host);
    }
  });
}

// Global rate limits through a real Envoy that asks a real rate limit service, in both modes of route discovery.
// The core compiles objects; a stub streams the resources.
import type { ExecutionContext } from 'ava';
import { keyOf, type SourceObject } from '../../src/model/object.ts';
import { validate } from '../../src/model/validate.ts';
import { cluster as clusterResource } from '../../src/xds/cluster.ts';
import { createCore } from '../support/compile.ts';
import { startEnvoy } from '../support/envoy.ts';
import { request } from '../support/http-client.ts';
import { startNuncio, until } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { startRateLimitServer, type RateLimitServer } from '../support/rate-limit-server.ts';
import { testNeeding } from '../support/skip.ts';
import { startXdsStub } from '../support/xds-stub.ts';
import { startBackend } from '../support/backend.ts';
import { cluster } from '../unit/xds/vertex-fixtures.ts';
import { httpProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const patience: SourceObject & { readonly spec: object } = {
  apiVersion: 'projectcontour.io/v1alpha1',
  kind: 'ExtensionService',
  metadata: {
    name: 'limiter',
    namespace: 'limits',
    uid: '',
    resourceVersion: '',
    generation: 1,
    creationTimestamp: '',
    labels: {},
    annotations: {},
  },
  source: { kind: 'kubernetes' },
  spec: { timeoutPolicy: { response: '5s' } },
};

interface Ground {
  readonly service: RateLimitServer;
  readonly get: (host: string, path?: string, headers?: Record<string, string>) => ReturnType<typeof request>;
}

async function startGround(
  t: ExecutionContext,
  mode: 'scoped' | 'single',
  objects: readonly object[],
  limits: Readonly<Record<string, number>>,
): Promise<Ground> {
  const service = await startRateLimitServer(limits);
  t.teardown(() => service.stop());
  const backend = await startBackend({ name: 'web' });
  t.teardown(async () => backend.stop());
  const stub = await startXdsStub();
  t.teardown(async () => stub.stop());
  const listeners = { http: { address: '127.0.0.1', port: 0 }, https: { address: '127.0.0.1', port: 0 } };
  const rateLimitService = {
    extensionService: { namespace: 'limits', name: 'limiter' },
    domain: 'shop',
    failOpen: false,
    enableXRateLimitHeaders: true,
    enableResourceExhaustedCode: false,
    defaultGlobalRateLimitPolicy: { descriptors: [{ entries: [{ genericKey: { value: 'default' } }] }] },
  };
  const core = createCore({ listeners, rateLimitService }, mode);
  for (const each of [...upstream('web', [backend]), ...objects]) {
    const result = validate(each, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    core.set(keyOf(result.value), result.value);
  }
  // Envoy's own patience of 20 ms is too short for a busy machine.
  core.set('ExtensionService/limits/limiter', patience);
  core.commit();
  const limiter = clusterResource(
    cluster({
      key: 'extension/limits/limiter',
      target: { kind: 'dns', host: '127.0.0.1', port: service.port },
      protocol: 'h2c',
    }),
  );
  const resources = [limiter, ...core.resources().values()];
  await stub.apply({
    upserts: resources.map((value) => ({ key: `${value.type}/${value.name}`, value, causes: [] })),
    removals: [],
  });
  const envoy = await startEnvoy({ bootstrap: stub.bootstrap });
  t.teardown(async () => envoy.stop());
  await envoy.whenReady();
  const port = await envoy.listenerPort('ingress_http');
  t.deepEqual(stub.refusals, []);
  return { service, get: async (host, path = '/', headers = {}) => request({ port }, { host, path, headers }) };
}

for (const mode of ['scoped', 'single'] as const) {
  test.serial(`the service is asked about each request with its descriptors (${mode})`, async (t) => {
    const descriptors = [
      { entries: [{ genericKey: { key: 'tenant', value: 'shop' } }, { remoteAddress: {} }] },
      { entries: [{ requestHeader: { headerName: 'X-User', descriptorKey: 'user' } }] },
    ];
    const services = [{ name: 'web', port: 80 }];
    const own = {
      entries: [{ requestHeaderValueMatch: { value: 'gold', headers: [{ name: 'x-plan', exact: 'gold' }] } }],
    };
    const objects = [
      httpProxy('shop', {
        virtualhost: { fqdn: 'shop.test', rateLimitPolicy: { global: { descriptors } } },
        routes: [
          { services },
          { conditions: [{ prefix: '/own' }], services, rateLimitPolicy: { global: { descriptors: [own] } } },
          { conditions: [{ prefix: '/free' }], services, rateLimitPolicy: { global: { disabled: true } } },
        ],
      }),
      httpProxy('plain', { virtualhost: { fqdn: 'plain.test' }, routes: [{ services }] }),
      httpProxy('free', {
        virtualhost: { fqdn: 'free.test', rateLimitPolicy: { global: { disabled: true } } },
        routes: [{ services }],
      }),
    ];
    const { service, get } = await startGround(t, mode, objects, { 'user=ann': 1 });
    const first = await get('shop.test', '/', { 'x-user': 'ann' });
    t.is(first.status, 200);
    t.is(first.headers['x-ratelimit-remaining'], '0');
    // In another case, so that the scope is found at the second look.
    t.is((await get('SHOP.test:80', '/', { 'x-user': 'ann' })).status, 429);
    t.is((await get('shop.test', '/', { 'x-user': 'bob' })).status, 200);
    t.is((await get('shop.test', '/own', { 'x-plan': 'gold' })).status, 200);
    t.is((await get('plain.test')).status, 200);
    const address = '127.0.0.1';
    const tenant = `tenant=shop,remote_address=${address}`;
    const asked = service.questions.map(({ domain, descriptors: of }) => [domain, ...of]);
    t.deepEqual(
      asked.map((each) => each.map((text) => text.replace(/remote_address=[\d.]+/, `remote_address=${address}`))),
      [
        ['shop', tenant, 'user=ann'],
        ['shop', tenant, 'user=ann'],
        ['shop', tenant, 'user=bob'],
        ['shop', 'header_match=gold'],
        ['shop', 'generic_key=default'],
      ],
    );
    const before = service.questions.length;
    for (const [host, path] of [
      ['shop.test', '/free'],
      ['free.test', '/'],
      ['shop.test', '/own'],
    ] as const)
      t.is((await get(host, path)).status, 200);
    t.is(service.questions.length, before, 'nobody asks without descriptors');
    t.false(service.metadata.has('x-nuncio-scope'));

    service.stop();
    t.is((await get('shop.test')).status, 500);
    t.is((await get('shop.test', '/free')).status, 200);
  });
}

test.serial(
  'an ExtensionService from a file is the rate limit service; without it requests are let through if it may fail',
  async (t) => {
    const service = await startRateLimitServer({ 'generic_key=one': 1 });
    t.teardown(service.stop);
    const backend = await startBackend({ name: 'web' });
    t.teardown(async () => backend.stop());
    const rateLimitPolicy = { global: { descriptors: [{ entries: [{ genericKey: { value: 'one' } }] }] } };
    const folder = await createObjectFolder({
      'all.yaml': [
        ...upstream('web', [backend]),
        httpProxy('one', {
          virtualhost: { fqdn: 'one.test', rateLimitPolicy },
          routes: [{ services: [{ name: 'web', port: 80 }] }],
        }),
      ],
    });
    const args = ['--rate-limit-service=default/limiter', '--rate-limit-fail-open', '--rate-limit-domain=files'];
    const nuncio = await startNuncio({ files: [folder.path], envoy: 'child', args });
    t.teardown(async () => {
      await nuncio.stop();
      await folder.delete();
    });
    await until(
      'Envoy listens',
      async () => nuncio.get('one.test'),
      ({ status }) => status === 200,
    );
    for (let i = 0; i < 3; i++) t.is((await nuncio.get('one.test')).status, 200, 'there is no service yet');
    await folder.write('limiter.yaml', [
      ...upstream('limiter', [{ address: '127.0.0.1', port: service.port }]),
      {
        apiVersion: 'projectcontour.io/v1alpha1',
        kind: 'ExtensionService',
        metadata: { name: 'limiter', namespace: 'default' },
        spec: { protocol: 'h2c', services: [{ name: 'limiter', port: 80 }], timeoutPolicy: { response: '5s' } },
      },
    ]);
    await until(
      'the limit holds',
      async () => nuncio.get('one.test'),
      ({ status }) => status === 429,
    );
    t.is(service.questions[0]?.domain, 'files');
  },
);

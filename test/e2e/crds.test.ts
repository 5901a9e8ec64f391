// The generated CRDs on a real API server: it takes them, and it takes and refuses the same objects as our validation.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { validate } from '../../src/model/validate.ts';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('cluster');

let cluster: Cluster;

test.before(async (t) => {
  t.timeout(600_000);
  cluster = await startCluster({ controllers: [] });
  const crds = readdirSync('deploy/crds').map(
    (name) => parse(readFileSync(`deploy/crds/${name}`, 'utf8')) as KubeObject,
  );
  // Waits until each is Established.
  await cluster.apply(crds);
});

test.after.always(() => cluster?.stop());

interface StoredProxy {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: unknown;
}

function proxy(name: string, spec: unknown): KubeObject & { spec: unknown } {
  return { apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy', metadata: { name, namespace: 'default' }, spec };
}

/** Status code and message of the API server's answer to creating an object; nothing is stored. */
async function dryRun(object: KubeObject): Promise<{ status: number; message: string }> {
  const plural = object.kind === 'HTTPProxy' ? 'httpproxies' : 'tlscertificatedelegations';
  const { status, body } = await cluster.fetch(
    `/apis/projectcontour.io/v1/namespaces/default/${plural}?dryRun=All&fieldValidation=Strict`,
    { method: 'POST', body: object },
  );
  return { status, message: status === 201 ? '' : ((JSON.parse(body) as { message: string }).message ?? '') };
}

/** Every field of the kind at least once. */
const everything = {
  ingressClassName: 'nuncio',
  virtualhost: {
    fqdn: '*.example.com',
    tls: {
      secretName: 'shop/cert',
      minimumProtocolVersion: '1.2',
      maximumProtocolVersion: '1.3',
      passthrough: false,
      enableFallbackCertificate: false,
      clientValidation: {
        caSecret: 'ca',
        skipClientCertValidation: false,
        forwardClientCertificate: { subject: true, cert: true, chain: true, dns: true, uri: true },
        crlSecret: 'crl',
        crlOnlyVerifyLeafCert: true,
        optionalClientCertificate: true,
      },
    },
    authorization: {
      extensionRef: { apiVersion: 'projectcontour.io/v1alpha1', namespace: 'auth', name: 'auth' },
      serviceType: 'http',
      httpSettings: {
        pathPrefix: '/check',
        allowedAuthorizationHeaders: [{ exact: 'x-a', ignoreCase: true }, { contains: 'b' }],
        allowedUpstreamHeaders: [{ prefix: 'x-' }, { suffix: '-y' }],
      },
      authPolicy: { disabled: false, context: { team: 'shop' } },
      responseTimeout: '1s',
      failOpen: true,
      withRequestBody: { maxRequestBytes: 10, allowPartialMessage: true, packAsBytes: true },
    },
    corsPolicy: {
      allowCredentials: true,
      allowOrigin: ['*'],
      allowMethods: ['GET'],
      allowHeaders: ['x-a'],
      exposeHeaders: ['x-b'],
      maxAge: '10m',
      allowPrivateNetwork: true,
    },
    rateLimitPolicy: {
      local: {
        requests: 10,
        unit: 'minute',
        burst: 2,
        responseStatusCode: 429,
        responseHeadersToAdd: [{ name: 'a', value: 'b' }],
      },
      global: {
        disabled: false,
        descriptors: [
          {
            entries: [
              { genericKey: { key: 'k', value: 'v' } },
              { requestHeader: { headerName: 'x', descriptorKey: 'k' } },
              { requestHeaderValueMatch: { headers: [{ name: 'x', exact: 'y' }], expectMatch: false, value: 'v' } },
              { remoteAddress: {} },
            ],
          },
        ],
      },
    },
    jwtProviders: [
      {
        name: 'remote',
        default: true,
        issuer: 'i',
        audiences: ['a'],
        forwardJWT: true,
        remoteJWKS: {
          uri: 'https://a.example.com/keys',
          validation: { caSecret: 'ca', subjectName: 'a', subjectNames: ['a', 'b'] },
          timeout: '1s',
          cacheDuration: '5m',
          dnsLookupFamily: 'v4',
        },
      },
      { name: 'local', localJWKS: { secretName: 's', key: 'k' } },
    ],
    ipAllowPolicy: [{ source: 'Peer', cidr: '10.0.0.0/8' }],
    ipDenyPolicy: [{ source: 'Remote', cidr: '2001:db8::/32' }],
  },
  routes: [
    {
      conditions: [
        { prefix: '/' },
        { header: { name: 'x', present: true, notpresent: false, contains: 'a', notcontains: 'b', ignoreCase: true } },
        { header: { name: 'y', exact: 'a', notexact: 'b', regex: 'c', treatMissingAsEmpty: true } },
        {
          queryParameter: {
            name: 'q',
            exact: 'a',
            prefix: 'b',
            suffix: 'c',
            regex: 'd',
            contains: 'e',
            ignoreCase: true,
            present: true,
          },
        },
      ],
      services: [
        {
          name: 'api',
          port: 80,
          healthPort: 81,
          protocol: 'h2c',
          weight: 0,
          validation: { caSecret: 'ca', subjectName: 'a', subjectNames: ['a'] },
          mirror: false,
          requestHeadersPolicy: { set: [{ name: 'a', value: 'b' }], remove: ['c'] },
          responseHeadersPolicy: { set: [{ name: 'a', value: 'b' }], remove: ['c'] },
          cookieRewritePolicies: [
            { name: 'c', pathRewrite: { value: '/' }, domainRewrite: { value: 'a.b' }, secure: true, sameSite: 'Lax' },
          ],
          slowStartPolicy: { window: '10s', aggression: '1.5', minWeightPercent: 5 },
        },
      ],
      enableWebsockets: true,
      permitInsecure: true,
      authPolicy: { disabled: true, context: {} },
      timeoutPolicy: { response: '1h2m3.5s', idle: 'infinity', idleConnection: '5s' },
      retryPolicy: {
        count: -1,
        perTryTimeout: '150ms',
        retryOn: ['5xx', 'reset-before-request'],
        retriableStatusCodes: [503],
      },
      healthCheckPolicy: {
        path: '/healthy',
        host: 'h',
        intervalSeconds: 5,
        timeoutSeconds: 2,
        unhealthyThresholdCount: 3,
        healthyThresholdCount: 1,
        expectedStatuses: [{ start: 200, end: 300 }],
      },
      loadBalancerPolicy: {
        strategy: 'RequestHash',
        requestHashPolicies: [
          { terminal: true, headerHashOptions: { headerName: 'x' } },
          { queryParameterHashOptions: { parameterName: 'q' } },
          { hashSourceIP: true },
        ],
      },
      pathRewritePolicy: { replacePrefix: [{ prefix: '/a', replacement: '/b' }] },
      requestHeadersPolicy: { set: [{ name: 'a', value: 'b' }] },
      responseHeadersPolicy: { remove: ['c'] },
      cookieRewritePolicies: [{ name: 'c' }],
      rateLimitPolicy: { local: { requests: 1, unit: 'second' } },
      internalRedirectPolicy: {
        maxInternalRedirects: 2,
        redirectResponseCodes: [301, 308],
        allowCrossSchemeRedirect: 'SafeOnly',
        denyRepeatedRouteRedirect: true,
      },
      jwtVerificationPolicy: { require: 'remote', disabled: false },
      ipAllowPolicy: [{ source: 'Peer', cidr: '10.0.0.1' }],
      ipDenyPolicy: [],
    },
    {
      requestRedirectPolicy: { scheme: 'https', hostname: 'a.b', port: 443, statusCode: 308, path: '/x', prefix: '/y' },
    },
    { directResponsePolicy: { statusCode: 200, body: 'hello' } },
  ],
  includes: [{ name: 'child', namespace: 'team', conditions: [{ prefix: '/team' }] }],
  tcpproxy: {
    loadBalancerPolicy: { strategy: 'Random' },
    services: [{ name: 'db', port: 5432 }],
    include: { name: 'a', namespace: 'b' },
    includes: { name: 'a' },
    healthCheckPolicy: { intervalSeconds: 1, timeoutSeconds: 1, unhealthyThresholdCount: 1, healthyThresholdCount: 1 },
  },
};

const service = { name: 's', port: 80 };

const accepted: readonly [what: string, spec: unknown][] = [
  ['nothing at all', {}],
  ['every field', everything],
  ['a duration in microseconds', { routes: [{ timeoutPolicy: { response: '1µs' } }] }],
];

/** Each is wrong in one thing; the field that must be named. */
const refused: readonly [spec: unknown, field: string][] = [
  [{ virtualhost: {} }, 'spec.virtualhost.fqdn'],
  [{ virtualhost: { fqdn: 'Upper.example.com' } }, 'spec.virtualhost.fqdn'],
  [{ virtualhost: { fqdn: '*.' } }, 'spec.virtualhost.fqdn'],
  [{ virtualhost: { fqdn: 'a.*.com' } }, 'spec.virtualhost.fqdn'],
  [{ virtualhost: { fqdn: 'a', corsPolicy: { allowMethods: ['GET'] } } }, 'spec.virtualhost.corsPolicy.allowOrigin'],
  [
    { virtualhost: { fqdn: 'a', corsPolicy: { allowOrigin: ['*'], allowMethods: ['a b'] } } },
    'spec.virtualhost.corsPolicy.allowMethods[0]',
  ],
  [{ virtualhost: { fqdn: 'a', jwtProviders: [{ name: 'x' }] } }, 'spec.virtualhost.jwtProviders[0]'],
  [{ virtualhost: { fqdn: 'a', authorization: { httpSettings: {} } } }, 'spec.virtualhost.authorization'],
  [
    {
      virtualhost: {
        fqdn: 'a',
        authorization: { serviceType: 'http', httpSettings: { allowedUpstreamHeaders: [{}] } },
      },
    },
    'spec.virtualhost.authorization.httpSettings.allowedUpstreamHeaders[0]',
  ],
  [{ routes: [{ services: [{ name: 's' }] }] }, 'spec.routes[0].services[0].port'],
  [{ routes: [{ services: [{ ...service, port: '80' }] }] }, 'spec.routes[0].services[0].port'],
  [{ routes: [{ services: [{ ...service, port: 65536 }] }] }, 'spec.routes[0].services[0].port'],
  [{ routes: [{ services: [{ ...service, protocol: 'http' }] }] }, 'spec.routes[0].services[0].protocol'],
  [{ routes: [{ services: [{ ...service, weight: -1 }] }] }, 'spec.routes[0].services[0].weight'],
  [
    { routes: [{ services: [{ ...service, validation: { caSecret: 'c', subjectName: 'a', subjectNames: ['b'] } }] }] },
    'spec.routes[0].services[0].validation',
  ],
  [{ routes: [{ retryPolicy: { count: -2 } }] }, 'spec.routes[0].retryPolicy.count'],
  [{ routes: [{ retryPolicy: { retryOn: ['sometimes'] } }] }, 'spec.routes[0].retryPolicy.retryOn[0]'],
  [{ routes: [{ timeoutPolicy: { response: '5' } }] }, 'spec.routes[0].timeoutPolicy.response'],
  [{ routes: [{ requestRedirectPolicy: { statusCode: 305 } }] }, 'spec.routes[0].requestRedirectPolicy.statusCode'],
  [{ routes: [{ requestRedirectPolicy: { path: 'x' } }] }, 'spec.routes[0].requestRedirectPolicy.path'],
  [{ routes: [{ directResponsePolicy: { statusCode: 100 } }] }, 'spec.routes[0].directResponsePolicy.statusCode'],
  [{ routes: [{ authPolicy: { context: { a: 1 } } }] }, 'spec.routes[0].authPolicy.context.a'],
  [{ routes: [{ cookieRewritePolicies: [{ name: 'a b' }] }] }, 'spec.routes[0].cookieRewritePolicies[0].name'],
  [{ routes: 'x' }, 'spec.routes'],
  [{ includes: [{}] }, 'spec.includes[0].name'],
];

test('what is right is accepted by the API server and by our validation alike', async (t) => {
  for (const [what, spec] of accepted) {
    const object = proxy('good', spec);
    t.deepEqual(await dryRun(object), { status: 201, message: '' }, what);
    const result = validate(object, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
    t.true(result.ok && result.value.problems === undefined, `${what}: ${JSON.stringify(result)}`);
  }
});

test('what is wrong is refused by both, at the same field', async (t) => {
  for (const [spec, field] of refused) {
    const object = proxy('bad', spec);
    const { status, message } = await dryRun(object);
    t.is(status, 422, field);
    // Maps are written `context.a` or `context[a]`, depending on who says it.
    t.true(message.includes(field), `${field}: ${message}`);
    const result = validate(object, { source: { kind: 'kubernetes' }, unknownFields: 'ignore' });
    t.deepEqual(result.ok ? [] : result.problems.map(({ path }) => path), [field]);
  }
});

test('the API server keeps every field, fills in the defaults and sets the first status', async (t) => {
  const [stored] = await cluster.apply([proxy('everything', everything)]);
  t.deepEqual((stored as unknown as StoredProxy).spec, everything);
  const [small] = await cluster.apply([
    proxy('small', { routes: [{ retryPolicy: {}, requestRedirectPolicy: {}, internalRedirectPolicy: {} }] }),
  ]);
  const { spec, status } = small as unknown as StoredProxy;
  t.deepEqual(spec, {
    routes: [
      {
        retryPolicy: { count: 1 },
        requestRedirectPolicy: { statusCode: 302 },
        internalRedirectPolicy: { allowCrossSchemeRedirect: 'Never' },
      },
    ],
  });
  t.deepEqual(status, { currentStatus: 'NotReconciled', description: 'Waiting for controller' });
});

test('the status that is written has its own subresource and its own checks', async (t) => {
  const [object] = await cluster.apply([proxy('with-status', {})]);
  if (!object) return t.fail();
  const condition = {
    type: 'Valid',
    status: 'False',
    reason: 'ErrorPresent',
    message: 'At least one error present',
    lastTransitionTime: '2026-01-01T00:00:00Z',
    observedGeneration: 1,
    errors: [{ type: 'RouteError', status: 'True', reason: 'NoRoutes', message: 'x' }],
    warnings: [],
  };
  const status = {
    currentStatus: 'invalid',
    description: 'x',
    conditions: [condition],
    loadBalancer: { ingress: [{ ip: '10.0.0.1' }] },
  };
  const written = await cluster.patchStatus(object, status);
  t.deepEqual(written['status'], status);
  await t.throwsAsync(cluster.patchStatus(object, { conditions: [{ ...condition, status: 'yes' }] }));
});

test('short names and columns', async (t) => {
  const { body } = await cluster.fetch('/apis/projectcontour.io/v1');
  const resources = (JSON.parse(body) as { resources: { name: string; shortNames?: string[] }[] }).resources;
  const shortNames = Object.fromEntries(
    resources.flatMap(({ name, shortNames: short }) => (short ? [[name, short]] : [])),
  );
  t.deepEqual(shortNames, { httpproxies: ['proxy', 'proxies'], tlscertificatedelegations: ['tlscerts'] });
});

test('TLSCertificateDelegation', async (t) => {
  const delegation = (spec: unknown): KubeObject & { spec: unknown } => ({
    apiVersion: 'projectcontour.io/v1',
    kind: 'TLSCertificateDelegation',
    metadata: { name: 'd', namespace: 'default' },
    spec,
  });
  const good = {
    delegations: [
      { secretName: 's', targetNamespaces: ['*'] },
      { secretName: 't', targetNamespaces: [] },
    ],
  };
  t.deepEqual(await dryRun(delegation(good)), { status: 201, message: '' });
  for (const spec of [{}, { delegations: [{ secretName: 's' }] }, { delegations: [{ targetNamespaces: [] }] }]) {
    t.is((await dryRun(delegation(spec))).status, 422);
    t.false(validate(delegation(spec), { source: { kind: 'kubernetes' }, unknownFields: 'ignore' }).ok);
  }
});

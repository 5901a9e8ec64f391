// Random source objects of all kinds that the compiler and the endpoint assembly read, valid and not, from a small world
// of names, so that references meet, miss, cross namespaces, form cycles and conflict. For property tests.
import * as fc from 'fast-check';
import { defaultEnvoySettings } from '../../src/model/envoy-settings.ts';
import { objectKey, type SourceObject } from '../../src/model/object.ts';
import { gatewayKinds, goodGateways } from './gateway-objects.ts';

export interface ObjectChange {
  readonly key: string;
  /** Absent: removed. */
  readonly object: SourceObject | undefined;
}

/** What the configuration adds, over the same names. */
export const settings = {
  enableExternalNameService: true,
  fallbackCertificate: { namespace: 'a', name: 'c1' },
  envoyClientCertificate: { namespace: 'b', name: 'c0' },
  settings: { ...defaultEnvoySettings, http: { ...defaultEnvoySettings.http, http3: { advertisedPort: 443 } } },
};

const namespaces = ['a', 'b'];
const hosts = ['one.example.com', 'two.example.com', '*.example.com'];
const proxyNames = ['p0', 'p1', 'p2', 'p3'];
const serviceNames = ['s0', 's1', 's2'];
const secretNames = ['c0', 'c1'];
const rarely = { freq: 3 };
const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Leaves absent what is undefined, as objects in the program do. */
function record<T extends Record<string, fc.Arbitrary<unknown>>>(
  required: T,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
}

const paths = of('/', '/foo', '/foo/', '/foo/bar', '/baz', '/a?b', 'nope', '');
const headerCondition = record(
  { name: of('x-a', 'X-A', 'x-b', ':method', 'bad name') },
  {
    exact: of('v', 'w'),
    contains: of('v', 'w'),
    notcontains: of('v'),
    present: fc.boolean(),
    regex: of('v.*', '(v'),
    ignoreCase: fc.boolean(),
  },
);
const queryCondition = record({ name: of('q', 'r') }, { exact: of('1', '2'), present: of(true), prefix: of('1') });
const condition = fc.oneof(
  { arbitrary: record({ prefix: paths }), weight: 4 },
  record({ exact: paths }),
  record({ regex: of('/foo.*', '/(', 'x') }),
  record({ header: headerCondition }),
  record({ queryParameter: queryCondition }),
  record({ prefix: paths, header: headerCondition }),
);
const conditions = fc.array(condition, { maxLength: 2 });
const headersPolicy = record(
  {},
  {
    set: fc.array(
      record({
        name: of('x-set', 'X-Set', 'host', 'no good'),
        value: of('v', '50%', '%HOSTNAME%', '%CONTOUR_SERVICE_NAME%', '%REQ(x-a)%'),
      }),
      { maxLength: 2 },
    ),
    remove: fc.array(of('x-gone', 'host'), { maxLength: 1 }),
  },
);
const rateLimitPolicy = record(
  {},
  {
    local: record({ requests: of(1, 5), unit: of('second', 'hour') }, { burst: of(1, -1) }),
    global: record(
      {},
      { disabled: of(true), descriptors: of([{ entries: [{ remoteAddress: {} }] }], [{ entries: [{}] }]) },
    ),
  },
);
const outlierDetectionPolicy = record(
  {},
  {
    consecutive5xx: of(0, 3),
    consecutiveGatewayErrors: of(2),
    consecutiveLocalOriginErrors: of(0, 4),
    interval: of('1s', 'soon'),
    baseEjectionTime: of('10s'),
    maxEjectionTime: of('5s', '1m'),
    maxEjectionPercent: of(0, 50),
  },
);
const errorPages = fc.array(
  fc.oneof(
    record(
      { statusCodes: of(['404'], ['5xx'], ['503', '4xx']), body: of('sorry', '<p>%REQ(x)%</p>') },
      { contentType: of('text/html'), upstream: of(true) },
    ),
    record({
      statusCodes: of(['404'], ['500']),
      bodyFrom: record({ configMap: of('m0', 'absent'), key: of('page.html', 'page.pdf') }),
    }),
  ),
  { maxLength: 2 },
);
const requestBodyPolicy = record({ maxBytes: of(1, 1000) }, { buffer: fc.boolean() });
const authPolicy = record({}, { disabled: of(true), context: of({ team: 'a' }) });
const ipPolicies = { ipAllowPolicy: of([{ source: 'Peer', cidr: '::/0' }], [{ source: 'Remote', cidr: 'nowhere' }]) };
const service = record(
  { name: of(...serviceNames, 'missing'), port: of(80, 81) },
  {
    namespace: of(...namespaces),
    clientCertificate: of({ secretName: 'c0' }, { secretName: 'b/c1' }, { secretName: 'gone' }, { disabled: true }),
    outlierDetectionPolicy,
    weight: of(0, 1, 3, 4_000_000_000),
    mirror: of(true, false, false),
    protocol: of('h2', 'h2c', 'tls'),
    requestHeadersPolicy: headersPolicy,
    slowStartPolicy: record({ window: of('1s', '0s') }, { aggression: of('0.0', '2'), minWeightPercent: of(5) }),
    healthPort: of(80, 81, 82),
    cookieRewritePolicies: fc.constant([{ name: 'session', secure: true }]),
    validation: fc.constant({ caSecret: 'ca', subjectName: 'x' }),
  },
);
const someServices = fc.array(service, { minLength: 1, maxLength: 3 });
const routeOptions = {
  conditions,
  permitInsecure: fc.boolean(),
  enableWebsockets: fc.boolean(),
  authPolicy,
  requestBodyPolicy,
  errorPages,
  failover: fc.boolean(),
  ...ipPolicies,
  timeoutPolicy: record({}, { response: of('1s', 'infinity', 'soon'), idle: of('2s'), idleConnection: of('5s') }),
  retryPolicy: record({}, { count: of(-1, 0, 3), retryOn: of(['5xx'], ['reset', '5xx']), perTryTimeout: of('1s') }),
  loadBalancerPolicy: record(
    { strategy: of('Random', 'Cookie', 'RequestHash', 'Nonsense') },
    {
      requestHashPolicies: of([{ hashSourceIP: true }], [{}], [{ headerHashOptions: { headerName: 'a' } }]),
      cookie: of({ name: 'sticky', ttl: '1h' }, { path: '/x', secure: true, sameSite: 'None' }),
    },
  ),
  healthCheckPolicy: record({ path: of('/healthz', '') }, { host: of('check'), intervalSeconds: of(1, -1) }),
  cookieRewritePolicies: of([{ name: 'session', sameSite: 'Lax' }], [{ name: 'session' }]),
  internalRedirectPolicy: record({}, { maxInternalRedirects: of(2), denyRepeatedRouteRedirect: of(true) }),
  pathRewritePolicy: record(
    {},
    {
      regex: of({ pattern: '/v(.*)', substitution: '/\\1' }, { pattern: '(', substitution: '' }),
      replacePrefix: fc.array(record({ replacement: of('/', '/new', '/new/') }, { prefix: of('/foo', '/foo/') }), {
        maxLength: 2,
      }),
    },
  ),
  requestHeadersPolicy: headersPolicy,
  responseHeadersPolicy: headersPolicy,
  jwtVerificationPolicy: record({}, { require: of('jwt', 'other'), disabled: of(true) }),
  ipDenyPolicy: fc.constant([{ source: 'Peer', cidr: '10.0.0.0/8' }]),
  rateLimitPolicy,
};
const route = fc.oneof(
  { arbitrary: record({ services: someServices, conditions }), weight: 3 },
  { arbitrary: record({ services: someServices }, routeOptions), weight: 2 },
  record({ requestRedirectPolicy: record({}, { path: of('/x'), prefix: of('/y'), port: of(8443) }) }, routeOptions),
  record({ directResponsePolicy: record({ statusCode: of(200, 404) }, { body: of('hello') }) }, routeOptions),
  record({}, { conditions }),
);
const jwtProvider = record(
  { name: of('jwt', 'other') },
  {
    default: fc.boolean(),
    audiences: of(['x']),
    forwardJWT: of(true),
    remoteJWKS: record(
      { uri: of('https://keys.example.net/jwks', 'http://keys.example.net:8080/', 'ftp://x') },
      {
        timeout: of('1s', 'soon'),
        validation: of({ caSecret: 'c0', subjectName: 'keys' }, { caSecret: 'gone', subjectName: 'keys' }),
      },
    ),
    localJWKS: of({ secretName: 'k0', key: 'keys' }, { secretName: 'k0', key: 'none' }, { secretName: 'c0', key: 'k' }),
  },
);
const authorization = record(
  {},
  {
    extensionRef: record({ name: of('e0', 'absent') }, { namespace: of(...namespaces) }),
    authPolicy,
    serviceType: of('http', 'grpc'),
    responseTimeout: of('1s', 'never'),
    failOpen: of(true),
    withRequestBody: of({}, { maxRequestBytes: 10 }),
  },
);
const include = record({ name: of(...proxyNames, 'missing') }, { namespace: of(...namespaces), conditions });
const virtualhost = record(
  {
    fqdn: of(...hosts, ...hosts, '*'),
    tls: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 4 },
      {
        arbitrary: record(
          { secretName: of('c0', 'c1', 'a/c0', 'b/c1', 'gone') },
          {
            minimumProtocolVersion: of('1.2', '1.3'),
            maximumProtocolVersion: of('1.2', '1.3'),
            enableFallbackCertificate: of(true),
          },
        ),
        weight: 6,
      },
      fc.constant({ passthrough: true }),
      fc.constant({ secretName: 'c0', clientValidation: { caSecret: 'ca' } }),
    ),
  },
  {
    ipAllowPolicy: fc.option(fc.constant([{ source: 'Peer', cidr: '::/0' }]), { nil: [], ...rarely }),
    corsPolicy: record({ allowOrigin: of(['*'], ['(']), allowMethods: of(['GET']) }),
    rateLimitPolicy,
    jwtProviders: fc.option(fc.array(jwtProvider, { minLength: 1, maxLength: 2 }), { nil: [], ...rarely }),
    aliases: fc.array(of(...hosts, 'alias.example.com'), { maxLength: 2 }),
    authorization: fc.option(authorization, { nil: {}, ...rarely }),
    requestBodyPolicy,
    errorPages,
    http3: fc.boolean(),
  },
);
const tcpproxy = fc.oneof(
  fc.constant({}),
  { arbitrary: record({ services: someServices }, { healthCheckPolicy: of({}) }), weight: 3 },
  { arbitrary: record({ include: record({ name: of(...proxyNames, 'missing') }) }), weight: 2 },
);
const proxySpec = fc.oneof(
  { arbitrary: record({ virtualhost, routes: fc.array(route, { maxLength: 3 }) }), weight: 3 },
  {
    arbitrary: record(
      { virtualhost, includes: fc.array(include, { maxLength: 3 }) },
      { routes: fc.array(route, { maxLength: 2 }) },
    ),
    weight: 3,
  },
  {
    arbitrary: record(
      { routes: fc.array(route, { maxLength: 2 }) },
      { includes: fc.array(include, { maxLength: 2 }), tcpproxy },
    ),
    weight: 4,
  },
  record({ virtualhost, tcpproxy }, { routes: fc.array(route, { maxLength: 1 }) }),
);

const backend = fc.oneof(
  {
    arbitrary: record({
      service: record({ name: of(...serviceNames, 'missing'), port: of({ number: 80 }, { name: 'http' }, {}) }),
    }),
    weight: 6,
  },
  fc.constant({ resource: { kind: 'Bucket', name: 'x' } }),
);
const ingressPath = record(
  { backend, pathType: of('Exact', 'Prefix', 'ImplementationSpecific') },
  { path: of('/', '/foo', '/foo/', '/a.*+', '/[', '/#') },
);
const ingressSpec = record(
  {},
  {
    defaultBackend: backend,
    rules: fc.array(
      record({ http: record({ paths: fc.array(ingressPath, { maxLength: 3 }) }) }, { host: of(...hosts, 'no host') }),
      { maxLength: 2 },
    ),
    tls: fc.array(record({ secretName: of('c0', 'c1', 'gone') }, { hosts: fc.subarray(['*', ...hosts]) }), {
      maxLength: 2,
    }),
  },
);
const ingressAnnotations = record(
  {},
  {
    'ingress.kubernetes.io/force-ssl-redirect': of('true'),
    'kubernetes.io/ingress.allow-http': of('false'),
    'projectcontour.io/response-timeout': of('3s', 'never'),
    'projectcontour.io/retry-on': of('5xx, reset'),
    'projectcontour.io/num-retries': of('-1', '2', 'x'),
    'projectcontour.io/tls-cert-namespace': of('a', 'b'),
    'projectcontour.io/tls-minimum-protocol-version': of('1.3'),
    'projectcontour.io/websocket-routes': of('/foo'),
    'projectcontour.io/nonsense': of('1'),
  },
);

const servicePorts = fc.subarray([
  { name: 'http', port: 80, protocol: 'TCP' },
  { name: 'alt', port: 81, protocol: 'TCP', appProtocol: 'kubernetes.io/h2c' },
  { name: 'dns', port: 82, protocol: 'UDP' },
]);
const serviceSpec = fc.oneof(
  { arbitrary: record({ ports: servicePorts }, { trafficDistribution: of('PreferClose', 'Anywhere') }), weight: 5 },
  record({ type: of('ExternalName'), ports: servicePorts, externalName: of('ext.example.net', 'localhost') }),
);
const emissaryAnnotation = of(
  '---\napiVersion: getambassador.io/v2\nkind: Mapping\nname: m0\nprefix: /annotated/\nservice: s1\n',
  '---\napiVersion: getambassador.io/v3alpha1\nkind: Mapping\nname: m9\nhostname: one.example.com\nprefix: /a/\nservice: s0\n' +
    '---\napiVersion: getambassador.io/v3alpha1\nkind: Module\nname: ambassador\nconfig: {merge_slashes: true}\n',
  'kind: [',
);
const serviceAnnotations = record(
  {},
  {
    'getambassador.io/config': emissaryAnnotation,
    'projectcontour.io/max-connections': of('7', 'x'),
    'projectcontour.io/upstream-protocol.h2': of('http', '80'),
  },
);

const keySet = JSON.stringify({ keys: [{ kty: 'oct', k: 'AAAA' }] });
const secretFields = record({
  type: of('kubernetes.io/tls', 'kubernetes.io/tls', 'Opaque', 'other'),
  jwks: of({}, { keys: keySet }, { keys: '{"keys":[]}' }),
  data: fc.oneof(
    { arbitrary: record({ 'tls.crt': of('cert 1', 'cert 2'), 'tls.key': of('key') }), weight: 5 },
    fc.constant({ 'tls.crt': 'cert' }),
  ),
  check: record({
    problems: of(
      [],
      [],
      [{ code: 'SecretNotValid', severity: 'error', object: 'Secret/x/y', path: 'data["tls.key"]', message: 'bad' }],
      [
        {
          code: 'CertificateExpired',
          severity: 'warning',
          object: 'Secret/x/y',
          path: 'data["tls.crt"]',
          message: 'old',
        },
      ],
    ),
    dnsNames: of([], ['one.example.com'], ['*.example.com']),
    notAfterMs: of(1, 2),
  }),
});

const extensionSpec = record(
  {
    services: fc.array(record({ name: of(...serviceNames, 'missing'), port: of(80, 81) }, { weight: of(0, 2) }), {
      minLength: 1,
      maxLength: 2,
    }),
  },
  {
    protocol: of('h2', 'h2c', 'http/1.1'),
    validation: of({ caSecret: 'c0', subjectName: 'x' }, { caSecret: 'gone', subjectName: 'x' }),
    timeoutPolicy: record({}, { response: of('1s', 'infinity', 'soon') }),
    loadBalancerPolicy: of({ strategy: 'Random' }, { strategy: 'Cookie' }),
    circuitBreakerPolicy: of({ maxRequests: 3 }),
  },
);

const delegationSpec = record({
  delegations: fc.array(
    record({ secretName: of(...secretNames), targetNamespaces: fc.subarray(['*', ...namespaces]) }),
    { maxLength: 2 },
  ),
});

const sliceFields = record({
  addressType: of('IPv4'),
  ports: of([{ name: 'http', port: 8080, protocol: 'TCP' }], [{ name: 'alt', port: 8081, protocol: 'TCP' }]),
  endpoints: fc.array(record({ addresses: of(['10.0.0.1'], ['10.0.0.2']) }, { conditions: of({ ready: false }, {}) }), {
    maxLength: 2,
  }),
});

const emissaryHosts = ['one.example.com', 'two.example.com', '*.example.com', '*', 'one.*'];
const selectors = of({ matchLabels: { app: 'x' } }, { matchExpressions: [{ key: 'app', operator: 'Exists' }] });
const emissaryListener = record(
  {
    port: of(8080, 8443, 9000),
    protocol: of('HTTP', 'HTTPS', 'HTTPSPROXY', 'TLS'),
    securityModel: of('XFP', 'XFP', 'SECURE', 'INSECURE'),
    hostBinding: of(
      { namespace: { from: 'ALL' } },
      { namespace: { from: 'SELF' } },
      { selector: { matchLabels: { app: 'x' } } },
    ),
  },
  { l7Depth: of(1), bind_address: of('127.0.0.1') },
);
const emissaryHost = record(
  {},
  {
    hostname: of(...emissaryHosts, 'one.example.com:8080', 'a*b'),
    tlsSecret: of({ name: 'c0' }, { name: 'c1', namespace: 'a' }, { name: 'gone' }),
    tlsContext: of({ name: 't0' }, { name: 't1' }),
    tls: of({ min_tls_version: 'v1.3' }, { alpn_protocols: 'h2,http/1.1' }, { ca_secret: 'c0', cert_required: true }),
    mappingSelector: selectors,
    requestPolicy: record({ insecure: record({ action: of('Route', 'Reject', 'Redirect') }) }),
  },
);
const emissaryMapping = record(
  {
    prefix: of('/', '/foo/', '/foo', '/f(oo|aa)', 'nope'),
    service: of('s0', 's1.b:80', 'https://s2', 's0:81', 'ext.example.net:8080', 'missing', 'a b'),
  },
  {
    hostname: of(...emissaryHosts),
    host: of('one.example.com'),
    host_regex: fc.boolean(),
    prefix_regex: of(true, false, false),
    prefix_exact: of(true, false, false),
    method: of('GET', 'POST'),
    headers: of({ 'x-a': 'v' }, { 'X-A': 'v', 'x-forwarded-proto': 'http' }),
    regex_headers: of({ 'x-b': 'v.*' }, { 'x-b': '(' }),
    query_parameters: of({ q: '1' }),
    precedence: of(-1, 0, 5),
    weight: of(0, 20, 60, 100),
    rewrite: of('', '/x/'),
    regex_rewrite: of({ pattern: '/(.*)', substitution: '/\\1' }, { pattern: '(' }),
    host_redirect: of(true, false, false),
    shadow: of(true, false, false),
    tls: of('t0', 't1', 't2'),
    resolver: of('endpoint', 'kubernetes-service', 'consul', 'c0', 'c1', 'nowhere'),
    grpc: of(true),
    load_balancer: of({ policy: 'maglev', source_ip: true }, { policy: 'ring_hash' }),
    circuit_breakers: of([{ max_connections: 3 }, { priority: 'high', max_requests: 2 }]),
    retry_policy: of({ retry_on: '5xx,reset', num_retries: 2 }, { retry_on: 'never' }),
    cors: of({ origins: ['https://a.example.com'] }),
    add_request_headers: of({ 'x-set': { value: 'v', append: false } }),
    timeout_ms: of(0, 500),
    bypass_auth: of(true),
    labels: of({ ambassador: [{ one: [{ generic_key: { value: 'v' } }] }] }),
  },
);
const tlsContext = record(
  {},
  {
    hosts: of(['one.example.com'], ['*']),
    secret: of('c0', 'c1.a', 'gone'),
    ca_secret: of('c1'),
    min_tls_version: of('v1.0', 'v1.3'),
    max_tls_version: of('v1.2'),
    sni: of('inner.example.com'),
  },
);
const tcpMapping = record(
  { port: of(8443, 9000, 9001), service: of('s0', 's1:81', 'ext.example.net:5432') },
  { host: of('one.example.com', '*.example.com', 'a*b'), weight: of(20, 60, 100), tls: of('t1') },
);
const authService = record(
  { auth_service: of('s0.a', 's1.b:81', 'a b') },
  { proto: of('grpc'), protocol_version: of('v2', 'v3'), include_body: of({ max_bytes: 4096, allow_partial: true }) },
);
const rateLimitService = record({ service: of('s0.a:80') }, { domain: of('own'), protocol_version: of('v2') });
const logService = record({ service: of('s2.b:80') }, { driver: of('tcp', 'http') });
const tracingService = record({ driver: of('zipkin', 'opentelemetry', 'lightstep'), service: of('s2.a') });
const emissaryModule = record({
  config: record(
    {},
    {
      load_balancer: of({ policy: 'least_request' }),
      merge_slashes: of(true),
      resolver: of('endpoint'),
      cors: of({ origins: ['*'] }),
      retry_policy: of({ retry_on: '5xx' }),
      use_remote_address: of(false),
      nonsense: of(1),
    },
  ),
});

const consulResolver = record(
  {},
  {
    address: of('consul:8500', 'https://consul:8501', 'http://consul'),
    datacenter: of('dc1', 'dc2', 'dc1'),
    token_secret: of('c0', 'c1.a', 'gone'),
    tls: of('t0', 't1', 'gone'),
  },
);
const consulState = { message: of('it is away', 'it is slow') };

interface Kind {
  readonly apiVersion: string;
  readonly names: readonly string[];
  readonly namespaces?: readonly string[];
  /** Top-level fields. */
  readonly fields: fc.Arbitrary<Record<string, unknown>>;
  readonly annotations?: fc.Arbitrary<Record<string, unknown>>;
  readonly weight: number;
}

const inSpec = (spec: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  spec.map((value) => ({ spec: value }));
const otherClass = record({}, { 'kubernetes.io/ingress.class': of('contour', 'contour', 'contour', 'other') });

const emissary = 'getambassador.io/v3alpha1';

const kinds: Readonly<Record<string, Kind>> = {
  HTTPProxy: {
    apiVersion: 'projectcontour.io/v1',
    names: proxyNames,
    fields: inSpec(proxySpec),
    annotations: otherClass,
    weight: 10,
  },
  Ingress: {
    apiVersion: 'networking.k8s.io/v1',
    names: ['i0', 'i1'],
    fields: inSpec(ingressSpec),
    annotations: ingressAnnotations,
    weight: 4,
  },
  Service: {
    apiVersion: 'v1',
    names: serviceNames,
    fields: inSpec(serviceSpec),
    annotations: serviceAnnotations,
    weight: 6,
  },
  Secret: { apiVersion: 'v1', names: [...secretNames, 'k0'], fields: secretFields, weight: 4 },
  ExtensionService: {
    apiVersion: 'projectcontour.io/v1alpha1',
    names: ['e0'],
    fields: inSpec(extensionSpec),
    weight: 3,
  },
  TLSCertificateDelegation: {
    apiVersion: 'projectcontour.io/v1',
    names: ['d0'],
    fields: inSpec(delegationSpec),
    weight: 3,
  },
  EndpointSlice: { apiVersion: 'discovery.k8s.io/v1', names: ['e0', 'e1'], fields: sliceFields, weight: 2 },
  Listener: { apiVersion: emissary, names: ['l0', 'l1'], fields: inSpec(emissaryListener), weight: 5 },
  Host: { apiVersion: emissary, names: ['h0', 'h1', 'h2'], fields: inSpec(emissaryHost), weight: 5 },
  Mapping: { apiVersion: emissary, names: ['m0', 'm1', 'm2', 'm3', 'm4'], fields: inSpec(emissaryMapping), weight: 12 },
  TLSContext: { apiVersion: emissary, names: ['t0', 't1'], fields: inSpec(tlsContext), weight: 3 },
  TCPMapping: { apiVersion: emissary, names: ['t0', 't1'], fields: inSpec(tcpMapping), weight: 4 },
  AuthService: { apiVersion: emissary, names: ['auth'], fields: inSpec(authService), weight: 1 },
  RateLimitService: { apiVersion: emissary, names: ['limit'], fields: inSpec(rateLimitService), weight: 1 },
  LogService: { apiVersion: emissary, names: ['log'], fields: inSpec(logService), weight: 1 },
  TracingService: { apiVersion: emissary, names: ['trace'], fields: inSpec(tracingService), weight: 1 },
  Module: { apiVersion: emissary, names: ['ambassador', 'other'], fields: inSpec(emissaryModule), weight: 1 },
  ConsulResolver: { apiVersion: emissary, names: ['c0', 'c1'], fields: inSpec(consulResolver), weight: 3 },
  ConsulServerState: {
    apiVersion: 'nuncio/internal',
    names: ['c0', 'c1'],
    fields: record({ ...consulState, code: of('ConsulRefused', 'ConsulUnreachable') }),
    weight: 2,
  },
  ConsulServiceState: {
    apiVersion: 'nuncio/internal',
    names: ['s0', 'missing'],
    namespaces: [':consul', 'a:c0', 'b:c1'],
    fields: record({ ...consulState, state: of('waits', 'empty') }),
    weight: 3,
  },
  Namespace: { apiVersion: 'v1', names: namespaces, namespaces: [''], fields: fc.constant({}), weight: 1 },
  ConfigMap: {
    apiVersion: 'v1',
    names: ['m0'],
    fields: record({ data: record({}, { 'page.html': of('<p>gone</p>', 'sorry'), 'ca.crt': of('ca 1', 'ca 2') }) }),
    weight: 2,
  },
};

const allKinds: Readonly<Record<string, Kind>> = { ...gatewayKinds, ...kinds };

const age = of('', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');

function changeOf(
  kind: string,
  { apiVersion, names, namespaces: spaces = namespaces, fields, annotations }: Kind,
): fc.Arbitrary<ObjectChange> {
  const object = fc
    .tuple(of(...names), of(...spaces), fields, annotations ?? fc.constant({}), age, fc.nat(9), of(...serviceNames))
    .map(([name, namespace, rest, notes, creationTimestamp, version, labelled]): SourceObject => ({
      kind,
      apiVersion,
      metadata: {
        name,
        namespace,
        uid: `${kind}-${namespace}-${name}`,
        resourceVersion: String(version),
        generation: version,
        creationTimestamp,
        labels:
          kind === 'EndpointSlice' ? { 'kubernetes.io/service-name': labelled } : labelled === 's0' ? { app: 'x' } : {},
        annotations: notes as Record<string, string>,
      },
      source: { kind: 'kubernetes' },
      ...rest,
    }));
  return fc.tuple(object, fc.nat(4)).map(([value, n]) => ({
    key: objectKey(kind, value.metadata.namespace, value.metadata.name),
    object: n === 0 ? undefined : value,
  }));
}

export const objectChange: fc.Arbitrary<ObjectChange> = fc.oneof(
  ...Object.entries(allKinds).map(([name, kind]) => ({ arbitrary: changeOf(name, kind), weight: kind.weight })),
);

const goodClasses: readonly ObjectChange[] = goodGateways
  .filter(([kind]) => kind === 'GatewayClass')
  .map(([kind, name, fields]) => ({
    key: objectKey(kind, '', name),
    object: {
      kind,
      apiVersion: allKinds[kind]!.apiVersion,
      metadata: {
        name,
        namespace: '',
        uid: name,
        resourceVersion: '0',
        generation: 1,
        creationTimestamp: '',
        labels: {},
        annotations: {},
      },
      source: { kind: 'kubernetes' },
      ...fields,
    },
  }));

/** With what reads other objects: of its namespace, and of the other one. */
const goodProxy = (namespace: string) => ({
  virtualhost: {
    fqdn: `${namespace}.example.com`,
    aliases: [`alias.${namespace}.example.com`],
    tls: { secretName: 'c0' },
    authorization: { extensionRef: { name: 'e0' } },
    jwtProviders: [{ name: 'jwt', default: true, localJWKS: { secretName: 'k0', key: 'keys' } }],
    errorPages: [{ statusCodes: ['404'], bodyFrom: { configMap: 'm0', key: 'page.html' } }],
    requestBodyPolicy: { maxBytes: 1000 },
  },
  routes: [
    {
      services: [
        { name: 's0', port: 80, namespace: 'a', protocol: 'tls', clientCertificate: { secretName: 'c0' } },
        {
          name: 's1',
          port: 80,
          namespace: 'b',
          outlierDetectionPolicy: { consecutive5xx: 3 },
          slowStartPolicy: { window: '1s' },
        },
      ],
      failover: true,
      pathRewritePolicy: { regex: { pattern: '/v(.*)', substitution: '/\\1' } },
    },
    {
      conditions: [{ prefix: '/sticky' }],
      services: [{ name: 's2', port: 80 }],
      loadBalancerPolicy: { strategy: 'Cookie', cookie: { name: 'sticky', ttl: '1h' } },
    },
  ],
});

const goodOfNamespaces: readonly ObjectChange[] = namespaces.flatMap((namespace) => {
  const object = (kind: string, name: string, rest: object): ObjectChange => ({
    key: objectKey(kind, namespace, name),
    object: {
      kind,
      apiVersion: allKinds[kind]!.apiVersion,
      metadata: {
        name,
        namespace,
        uid: `${kind}-${namespace}-${name}`,
        resourceVersion: '0',
        generation: 1,
        creationTimestamp: '',
        labels: {},
        annotations: {},
      },
      source: { kind: 'kubernetes' },
      ...rest,
    },
  });
  const ports = [
    { name: 'http', port: 80, protocol: 'TCP' },
    { name: 'alt', port: 81, protocol: 'TCP' },
  ];
  const data = { 'tls.crt': `cert of ${namespace}`, 'tls.key': 'key' };
  const check = { problems: [], dnsNames: [], notAfterMs: 1 };
  return [
    ...serviceNames.map((name) => object('Service', name, { spec: { ports } })),
    object('Secret', 'k0', { type: 'Opaque', data: {}, jwks: { keys: keySet }, check }),
    ...secretNames.map((name) => object('Secret', name, { type: 'kubernetes.io/tls', data, check })),
    object('Listener', 'l0', {
      spec: { port: 8443, protocol: 'HTTPS', securityModel: 'XFP', hostBinding: { namespace: { from: 'ALL' } } },
    }),
    object('Host', 'h0', { spec: { hostname: '*.example.com', tlsSecret: { name: 'c0' } } }),
    object('ConfigMap', 'm0', { data: { 'page.html': `<p>sorry from ${namespace}</p>` } }),
    object('ExtensionService', 'e0', { spec: { services: [{ name: 's0', port: 80 }] } }),
    object('HTTPProxy', 'p0', { spec: goodProxy(namespace) }),
    object('ReferenceGrant', 'x0', {
      spec: {
        from: namespaces.map((from) => ({ group: 'projectcontour.io', kind: 'HTTPProxy', namespace: from })),
        to: [{ group: '', kind: 'Service' }],
      },
    }),
    object('Mapping', 'm0', { spec: { hostname: 'one.example.com', prefix: '/', service: 's0' } }),
    ...goodGateways
      .filter(([kind]) => kind !== 'GatewayClass')
      .map(([kind, name, fields]) => object(kind, name, fields)),
    object('TLSCertificateDelegation', 'd0', {
      spec: { delegations: secretNames.map((secretName) => ({ secretName, targetNamespaces: ['*'] })) },
    }),
  ];
});

/** A world in which most references meet: to start from, so that the changes that follow break and heal something. */
export const goodWorld: readonly ObjectChange[] = [...goodClasses, ...goodOfNamespaces];

// Random objects of the Gateway API over the same small world of names as graph-objects.ts: Gateways of both kinds of
// classes, listeners that conflict, sets that may or may not attach, routes of every kind with right and wrong references.
import * as fc from 'fast-check';

const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

function record(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
}

const spec = (fields: fc.Arbitrary<unknown>) => record({ spec: fields });
const group = 'gateway.networking.k8s.io';
const apiVersion = `${group}/v1`;

const hostnames = of('one.example.com', 'a.one.example.com', '*.example.com', '*.com', 'other.org');
const namespaceOf = of('a', 'b');
const selector = of(
  { matchLabels: { app: 'x' } },
  { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] },
  {},
);
const from = record({ from: of('All', 'Same', 'Selector', 'None') }, { selector });
const secretReference = record(
  { name: of('c0', 'c1', 'absent') },
  { namespace: namespaceOf, kind: of('Secret', 'Nope') },
);
const caReference = record({ name: of('m0', 'absent'), kind: of('ConfigMap', 'Secret', 'Service'), group: of('') });

const listener = record(
  {
    name: of('l0', 'l1', 'l2', 'l3'),
    port: of(80, 443, 8080),
    protocol: of('HTTP', 'HTTP', 'HTTPS', 'TLS', 'TCP', 'UDP', 'X'),
  },
  {
    hostname: hostnames,
    tls: record(
      {},
      { mode: of('Terminate', 'Passthrough'), certificateRefs: fc.array(secretReference, { maxLength: 2 }) },
    ),
    allowedRoutes: record(
      {},
      {
        namespaces: from,
        kinds: fc.array(record({ kind: of('HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute') }), { maxLength: 2 }),
      },
    ),
  },
);
/** As the API server has it: names are unique. */
const listeners = fc.uniqueArray(listener, { maxLength: 4, selector: ({ name }) => name });

const validation = record(
  { caCertificateRefs: fc.array(caReference, { maxLength: 2 }) },
  { mode: of('AllowValidOnly', 'AllowInsecureFallback') },
);

const gateway = record(
  { gatewayClassName: of('own', 'shared', 'shared', 'foreign'), listeners },
  {
    addresses: fc.array(
      record({}, { type: of('IPAddress', 'Hostname', 'x.y/z'), value: of('198.51.100.1', '198.51.100.9', '') }),
      { maxLength: 2 },
    ),
    infrastructure: record({}, { parametersRef: of({ group: 'nuncio.dev', kind: 'EnvoyFleet', name: 'absent' }) }),
    allowedListeners: record({ namespaces: from }),
    defaultScope: of('All', 'None'),
    tls: record(
      {},
      {
        backend: record({ clientCertificateRef: secretReference }),
        frontend: record(
          { default: record({}, { validation }) },
          { perPort: fc.array(record({ port: of(443), tls: record({ validation }) }), { maxLength: 1 }) },
        ),
      },
    ),
  },
);

const gatewayStatus = of({}, { status: { addresses: [{ type: 'IPAddress', value: '198.51.100.2' }] } });
const parentRefs = fc.array(
  record(
    { name: of('g0', 'g1', 'ls0', 'absent') },
    {
      kind: of('Gateway', 'ListenerSet'),
      namespace: namespaceOf,
      sectionName: of('l0', 'l1', 'none'),
      port: of(80, 443, 81),
    },
  ),
  { maxLength: 3 },
);
const backendFields = {
  required: { name: of('s0', 's1', 's2', 'missing') },
  optional: {
    port: of(80, 81, 53),
    namespace: namespaceOf,
    weight: of(0, 1, 3),
    kind: of('Service', 'Service', 'Nope'),
  },
};
const backendRefs = fc.array(record(backendFields.required, backendFields.optional), { maxLength: 3 });
const headers = record(
  {},
  {
    set: fc.array(record({ name: of('x-a', 'host', 'bad name'), value: of('v', '50%') }), { maxLength: 2 }),
    add: fc.array(record({ name: of('x-b'), value: of('w') }), { maxLength: 1 }),
    remove: fc.array(of('x-c'), { maxLength: 1 }),
  },
);
const path = of(
  { type: 'ReplaceFullPath', replaceFullPath: '/x' },
  { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' },
);
const filter = fc.oneof(
  record({ type: of('RequestHeaderModifier'), requestHeaderModifier: headers }),
  record({ type: of('ResponseHeaderModifier'), responseHeaderModifier: headers }),
  record({
    type: of('RequestRedirect'),
    requestRedirect: record(
      {},
      { scheme: of('https'), port: of(8443), hostname: of('r.org'), path, statusCode: of(301, 308) },
    ),
  }),
  record({ type: of('URLRewrite'), urlRewrite: record({}, { hostname: of('w.org'), path }) }),
  record({
    type: of('RequestMirror'),
    requestMirror: record({ backendRef: record(backendFields.required, backendFields.optional) }, { percent: of(20) }),
  }),
  record({
    type: of('CORS'),
    cors: record({}, { allowOrigins: of(['*'], ['https://*.a.org']), allowCredentials: fc.boolean() }),
  }),
  record({ type: of('ExtensionRef', 'New') }),
  record({
    type: of('ExtensionRef'),
    extensionRef: of(
      { group: 'nuncio.dev', kind: 'TrafficPolicy', name: 'p0' },
      { group: 'nuncio.dev', kind: 'TrafficPolicy', name: 'p1' },
      { group: 'nuncio.dev', kind: 'TrafficPolicy', name: 'absent' },
      { group: 'x.y', kind: 'Filter', name: 'p0' },
    ),
  }),
  record(
    { type: of('ExternalAuth') },
    {
      externalAuth: record(
        { backendRef: record(backendFields.required, backendFields.optional) },
        { protocol: of('HTTP', 'GRPC'), forwardBody: of({ maxSize: 9 }) },
      ),
    },
  ),
);
const filters = fc.array(filter, { maxLength: 2 });
const valueMatches = fc.array(
  record({ name: of('x-a', 'X-A', 'x-b'), value: of('1', '(') }, { type: of('Exact', 'RegularExpression') }),
  { maxLength: 2 },
);
const httpMatch = record(
  {},
  {
    path: record({
      type: of('Exact', 'PathPrefix', 'RegularExpression'),
      value: of('/', '/foo', '/foo/', '/foo/bar', '/a?b'),
    }),
    headers: valueMatches,
    queryParams: valueMatches,
    method: of('GET', 'POST'),
  },
);
const sessionPersistence = record(
  {},
  { sessionName: of('s'), type: of('Cookie', 'Header'), idleTimeout: of('1s'), absoluteTimeout: of('1h') },
);
const useDefaultGateways = of('All', 'None');
const httpRoute = record(
  { parentRefs },
  {
    useDefaultGateways,
    hostnames: fc.array(hostnames, { maxLength: 3 }),
    rules: fc.array(
      record(
        {},
        {
          name: of('u0', 'u1'),
          matches: fc.array(httpMatch, { maxLength: 3 }),
          filters,
          backendRefs: fc.array(record(backendFields.required, { ...backendFields.optional, filters }), {
            maxLength: 3,
          }),
          timeouts: record({}, { request: of('1s', '0s'), backendRequest: of('500ms', '20s') }),
          retry: record({}, { attempts: of(0, 2), codes: of([503]), backoff: of('10ms') }),
          sessionPersistence,
        },
      ),
      { maxLength: 3 },
    ),
  },
);
const grpcRoute = record(
  { parentRefs },
  {
    useDefaultGateways,
    hostnames: fc.array(hostnames, { maxLength: 2 }),
    rules: fc.array(
      record(
        {},
        {
          matches: fc.array(
            record(
              {},
              {
                method: record(
                  {},
                  { service: of('s', 's/t'), method: of('m'), type: of('Exact', 'RegularExpression') },
                ),
                headers: valueMatches,
              },
            ),
            { maxLength: 2 },
          ),
          name: of('u0'),
          filters,
          backendRefs,
        },
      ),
      { maxLength: 2 },
    ),
  },
);
const l4Rules = fc.array(record({ backendRefs }), { maxLength: 1 });

const policy = record({
  targetRefs: fc.array(
    record({ group: of(''), kind: of('Service'), name: of('s0', 's1') }, { sectionName: of('http', 'alt') }),
    { minLength: 1, maxLength: 2 },
  ),
  validation: record(
    { hostname: of('up.example.com') },
    {
      caCertificateRefs: fc.array(caReference, { maxLength: 2 }),
      wellKnownCACertificates: of('System'),
      subjectAltNames: of([
        { type: 'Hostname', hostname: 'alt.org' },
        { type: 'URI', uri: 'spiffe://x/y' },
      ]),
    },
  ),
});

/** Of nuncio.dev. */
const trafficPolicy = record(
  {},
  {
    targetRefs: fc.array(
      record(
        {
          group: of(group),
          kind: of('Gateway', 'ListenerSet', 'HTTPRoute', 'HTTPRoute', 'GRPCRoute'),
          name: of('g0', 'r0', 'r1', 'ls0'),
        },
        { sectionName: of('l0', 'u0', 'none') },
      ),
      { maxLength: 3 },
    ),
    mode: of('Default', 'Override'),
    jwt: of(
      { disabled: true },
      { providers: [{ name: 'a', localJWKS: { secretName: 'absent', key: 'x' } }] },
      { providers: [{ name: 'a', remoteJWKS: { uri: 'https://keys.example.com/' } }] },
      {
        providers: [
          { name: 'a', remoteJWKS: { uri: 'https://keys.example.com:8443/' }, issuer: 'i' },
          { name: 'b', remoteJWKS: { uri: 'http://keys.example.com/' } },
        ],
      },
    ),
    authorization: fc.oneof(
      of({ disabled: true }, { extensionRef: { name: 'e0' } }, { extensionRef: { name: 'e0', namespace: 'a' } }),
      record({ backendRef: record(backendFields.required, backendFields.optional) }, { serviceType: of('http') }),
    ),
    ipRules: of(
      { allow: [{ source: 'Peer', cidr: '10.0.0.0/8' }] },
      { deny: [{ source: 'Remote', cidr: 'nonsense' }] },
      { deny: [] },
    ),
    localRateLimit: of({ requests: 3, unit: 'second' }, { requests: 3, unit: 'hour', burst: -1 }),
    globalRateLimit: of({ disabled: true }, { descriptors: [{ entries: [{ remoteAddress: {} }] }] }),
    retry: of({ count: 3 }, { retryOn: ['reset'] }),
    timeouts: of({ request: '5s' }, { idle: '6s' }, { request: 'infinity', idle: 'h' }),
    cors: of({ allowOrigins: ['*'] }, { allowOrigins: ['no origin'] }),
    requestBody: of({ maxBytes: 9 }),
    errorPages: of(
      [{ statusCodes: ['5xx'], body: 'sorry' }],
      [{ statusCodes: ['404'], bodyFrom: { configMap: 'm0', key: 'a.html' } }],
    ),
  },
);
const backendPolicy = record(
  {
    targetRefs: fc.array(
      record(
        { group: of(''), kind: of('Service'), name: of('s0', 's1', 'missing') },
        { sectionName: of('http', 'alt') },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
  {
    loadBalancing: of(
      { strategy: 'Cookie' },
      { strategy: 'Random' },
      { strategy: 'RequestHash', requestHashPolicies: [{ hashSourceIP: true }] },
      { strategy: 'RequestHash' },
    ),
    healthCheck: of({ http: { path: '/h' } }, { grpc: {} }, { port: 81 }, { http: { path: 'a b' } }),
    circuitBreakers: of({ maxConnections: 5 }),
    outlierDetection: of({ consecutive5xx: 1 }, { interval: 'h' }),
    slowStart: of({ window: '3s' }),
    connection: of({ connectTimeout: '1s', maxDuration: '1h' }, { idleTimeout: 'h' }),
  },
);

const grant = record({
  from: fc.array(
    fc.oneof(
      record({ group: of(group), kind: of('HTTPRoute', 'Gateway', 'ListenerSet', 'TCPRoute'), namespace: namespaceOf }),
      record({ group: of('projectcontour.io'), kind: of('HTTPProxy'), namespace: namespaceOf }),
      record({ group: of('nuncio.dev'), kind: of('TrafficPolicy'), namespace: namespaceOf }),
    ),
    { minLength: 1, maxLength: 2 },
  ),
  to: fc.array(record({ group: of(''), kind: of('Service', 'Secret') }, { name: of('s0', 'c0') }), {
    minLength: 1,
    maxLength: 2,
  }),
});

export interface GatewayKind {
  readonly apiVersion: string;
  readonly names: readonly string[];
  readonly namespaces?: readonly string[];
  readonly fields: fc.Arbitrary<Record<string, unknown>>;
  readonly weight: number;
}

export const gatewayKinds: Readonly<Record<string, GatewayKind>> = {
  GatewayClass: {
    apiVersion,
    names: ['own', 'shared', 'foreign'],
    namespaces: [''],
    fields: spec(
      record({ controllerName: of('nuncio.dev/gateway-controller', 'nuncio.dev/shared-gateway-controller', 'x.y/z') }),
    ),
    weight: 2,
  },
  Gateway: {
    apiVersion,
    names: ['g0', 'g1'],
    fields: fc.tuple(spec(gateway), gatewayStatus).map(([fields, status]) => ({ ...fields, ...status })),
    weight: 6,
  },
  ListenerSet: {
    apiVersion,
    names: ['ls0', 'ls1'],
    fields: spec(record({ parentRef: record({ name: of('g0', 'g1') }, { namespace: namespaceOf }), listeners })),
    weight: 3,
  },
  HTTPRoute: { apiVersion, names: ['r0', 'r1', 'r2'], fields: spec(httpRoute), weight: 8 },
  GRPCRoute: { apiVersion, names: ['r0', 'r1'], fields: spec(grpcRoute), weight: 3 },
  TLSRoute: {
    apiVersion,
    names: ['r0', 'r1'],
    fields: spec(record({ parentRefs, rules: l4Rules }, { hostnames: fc.array(hostnames, { maxLength: 2 }) })),
    weight: 3,
  },
  TCPRoute: { apiVersion, names: ['r0', 'r1'], fields: spec(record({ parentRefs, rules: l4Rules })), weight: 2 },
  UDPRoute: { apiVersion, names: ['r0', 'r1'], fields: spec(record({ parentRefs, rules: l4Rules })), weight: 2 },
  BackendTLSPolicy: { apiVersion, names: ['t0', 't1'], fields: spec(policy), weight: 2 },
  TrafficPolicy: {
    apiVersion: 'nuncio.dev/v1alpha1',
    names: ['p0', 'p1', 'p2'],
    fields: spec(trafficPolicy),
    weight: 6,
  },
  BackendPolicy: { apiVersion: 'nuncio.dev/v1alpha1', names: ['b0', 'b1'], fields: spec(backendPolicy), weight: 3 },
  ReferenceGrant: { apiVersion, names: ['x0'], fields: spec(grant), weight: 2 },
};

/** Of the good world: `[kind, name, fields]`, in each namespace or (classes) once. */
export const goodGateways: readonly (readonly [kind: string, name: string, fields: object])[] = [
  ['GatewayClass', 'own', { spec: { controllerName: 'nuncio.dev/gateway-controller' } }],
  ['GatewayClass', 'shared', { spec: { controllerName: 'nuncio.dev/shared-gateway-controller' } }],
  [
    'Gateway',
    'g0',
    {
      spec: {
        gatewayClassName: 'own',
        allowedListeners: { namespaces: { from: 'All' } },
        listeners: [
          { name: 'l0', port: 80, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
          {
            name: 'l1',
            port: 443,
            protocol: 'HTTPS',
            hostname: '*.example.com',
            tls: { certificateRefs: [{ name: 'c0' }] },
          },
          { name: 'l2', port: 443, protocol: 'TLS', hostname: 'other.org', tls: { mode: 'Passthrough' } },
          { name: 'l3', port: 8080, protocol: 'TCP' },
        ],
      },
    },
  ],
  [
    'ListenerSet',
    'ls0',
    {
      spec: {
        parentRef: { name: 'g0', namespace: 'a' },
        listeners: [{ name: 'l0', port: 80, protocol: 'HTTP', hostname: '*.com' }],
      },
    },
  ],
  [
    'HTTPRoute',
    'r0',
    {
      spec: {
        parentRefs: [{ name: 'g0' }, { name: 'ls0', kind: 'ListenerSet' }],
        hostnames: ['one.example.com', '*.example.com'],
        rules: [{ backendRefs: [{ name: 's0', port: 80 }] }],
      },
    },
  ],
  [
    'TrafficPolicy',
    'p0',
    {
      spec: {
        targetRefs: [{ group, kind: 'Gateway', name: 'g0' }],
        jwt: {
          providers: [
            { name: 'a', remoteJWKS: { uri: 'https://keys.example.com/' } },
            { name: 'b', remoteJWKS: { uri: 'https://keys.example.com:8443/' } },
          ],
        },
        authorization: { extensionRef: { name: 'e0' } },
        localRateLimit: { requests: 1, unit: 'second' },
      },
    },
  ],
  [
    'TrafficPolicy',
    'p1',
    {
      spec: {
        targetRefs: [{ group, kind: 'HTTPRoute', name: 'r0' }],
        authorization: { backendRef: { name: 's0', port: 80 }, serviceType: 'http' },
      },
    },
  ],
  [
    'BackendPolicy',
    'b0',
    {
      spec: {
        targetRefs: [{ group: '', kind: 'Service', name: 's0' }],
        loadBalancing: { strategy: 'Cookie' },
        healthCheck: { http: { path: '/h' } },
      },
    },
  ],
];

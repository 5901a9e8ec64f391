// The name of a cluster is its identity: it says every input that makes a difference, and none that makes none. Otherwise
// two users of one Service would share what only one of them asked for, or Envoy would keep two of what is one.
// The tables below are complete by their types: a new input that isn't put there doesn't compile.
import test from 'ava';
import * as fc from 'fast-check';
import {
  upstreamCluster,
  type OwnClusterOptions,
  type ResolvedService,
  type UpstreamOptions,
} from '../../src/dag/compile/upstream.ts';
import type {
  CircuitBreakers,
  Cluster,
  HealthCheck,
  OutlierDetection,
  SlowStart,
  UpstreamTlsSettings,
  UpstreamValidation,
} from '../../src/dag/vertices.ts';

/** Each field with values that differ from one another and from that of the base. */
type Others<T> = { readonly [K in keyof T]-?: readonly NonNullable<T[K]>[] };

/** The base with each value of each field, one at a time. */
function flips<T extends object>(base: T, others: Others<T>): T[] {
  return (Object.entries(others) as [keyof T, readonly unknown[]][]).flatMap(([field, values]) =>
    values.map((value) => ({ ...base, [field]: value })),
  );
}

const circuitBreakers: CircuitBreakers[] = flips<CircuitBreakers>(
  { maxConnections: 1 },
  {
    maxConnections: [2],
    maxPendingRequests: [1, 2],
    maxRequests: [1],
    maxRetries: [1],
    perHostMaxConnections: [1],
  },
);
const validation: UpstreamValidation[] = flips<UpstreamValidation>(
  { ca: 'ca', subjectNames: ['a'] },
  { ca: ['other'], subjectNames: [['b'], ['a', 'b']], subjectUris: [['spiffe://a']] },
);
const slowStart: SlowStart[] = flips<SlowStart>(
  { windowMs: 1, aggression: 1, minWeightPercent: 10 },
  { windowMs: [2], aggression: [0.5], minWeightPercent: [0] },
);
const outlierDetection: OutlierDetection[] = flips<OutlierDetection>(
  { intervalMs: 1 },
  {
    consecutive5xx: [0, 5],
    consecutiveGatewayErrors: [0],
    consecutiveLocalOriginErrors: [0],
    intervalMs: [2],
    baseEjectionMs: [1],
    maxEjectionMs: [1],
    maxEjectionPercent: [0],
  },
);
const httpCheck: NonNullable<HealthCheck['http']>[] = flips<NonNullable<HealthCheck['http']>>(
  { path: '/a', host: 'a', expectedStatuses: [] },
  {
    path: ['/b'],
    host: ['b'],
    expectedStatuses: [[{ start: 200, end: 300 }]],
    requestHeaders: [{ set: [{ name: 'a', value: 'b' }], add: [], remove: [] }],
  },
);
const healthCheck: HealthCheck[] = flips<HealthCheck>(
  { intervalMs: 1, timeoutMs: 1, unhealthyThreshold: 1, healthyThreshold: 1 },
  {
    intervalMs: [2],
    timeoutMs: [2],
    unhealthyThreshold: [2],
    healthyThreshold: [2],
    http: httpCheck,
    grpc: [{ service: '' }, { service: 'a' }, { service: '', authority: 'a' }],
  },
);
const tls: UpstreamTlsSettings[] = flips<UpstreamTlsSettings>(
  { minimumVersion: '1.2' },
  { minimumVersion: ['1.3'], maximumVersion: ['1.3'], cipherSuites: [['a'], ['b']], curves: [['a']], alpn: [['h2']] },
);
const own: Others<OwnClusterOptions> = {
  connectTimeoutMs: [1, 2],
  maxConnectionDurationMs: [1, 2],
  statName: ['a', 'b'],
  dnsFamily: ['v4', 'v6'],
  keepalive: [{}, { probes: 1 }, { timeSeconds: 1 }, { intervalSeconds: 1 }],
  tls,
  circuitBreakers,
  highPriorityCircuitBreakers: circuitBreakers,
  furtherHealthChecks: [healthCheck, healthCheck.slice(1)],
  keepsHeaderCase: [true],
};
const options: Others<UpstreamOptions> = {
  protocol: ['http1', 'h2c', 'h2'],
  sni: ['a', 'b'],
  validation,
  clientCertificate: ['a/a', 'a/b'],
  idleConnectionTimeoutMs: [0, 1],
  loadBalancer: ['leastRequest', 'random', 'ringHash', 'maglev'],
  healthCheck,
  slowStart,
  outlierDetection,
  internalRedirects: [true],
  own: flips<OwnClusterOptions>({}, own),
  tag: ['a', 'b'],
};

/** With TLS, without which some options count for nothing. */
const service: ResolvedService = {
  namespace: 'a',
  name: 's',
  port: 80,
  portName: 'http',
  protocol: 'tls',
  mistakes: [],
  target: { kind: 'endpoints', group: 'a/s/http' },
};
const targets: ResolvedService['target'][] = [
  { kind: 'dns', host: 'a.example.com', port: 80 },
  { kind: 'dns', host: 'b.example.com', port: 80 },
  { kind: 'dns', host: 'a.example.com', port: 80, logical: true },
  { kind: 'dns', host: 'a.example.com', port: 80, respectTtl: true },
];
/** What only tells names to people, or comes out in other fields. */
type Told = 'mistakes' | 'portName' | 'appProtocol';
const services: Others<Omit<ResolvedService, Told>> = {
  namespace: ['b'],
  name: ['t'],
  port: [81],
  protocol: ['http1', 'h2c', 'h2'],
  target: targets,
  circuitBreakers,
  preferSameZone: [true],
  healthPort: [
    { number: 81, name: 'health' },
    { number: 82, name: 'other' },
  ],
};

const build = (of: ResolvedService, asked: UpstreamOptions): Cluster => upstreamCluster(of, asked, 2000);

test('each option of an upstream makes another cluster, for each of its values', (t) => {
  const clusters = [{}, ...flips<UpstreamOptions>({}, options)].map((asked) => build(service, asked));
  // `http1` and the like are what the Service could say itself.
  t.is(new Set(clusters.map(({ key }) => key)).size, clusters.length);
});

test('each property of a Service makes another cluster, for each of its values', (t) => {
  // Only with checks the port for them counts.
  const asked = { healthCheck: healthCheck[0]! };
  const clusters = [service, ...flips(service, services as Others<ResolvedService>)].map((of) => build(of, asked));
  t.is(new Set(clusters.map(({ key }) => key)).size, clusters.length);
});

test('what an upstream says itself replaces what the Service says, also in the name', (t) => {
  const asked: UpstreamOptions = { own: { circuitBreakers: { maxConnections: 7 } } };
  t.deepEqual(build({ ...service, circuitBreakers: { maxConnections: 1 } }, asked), build(service, asked));
});

test('two clusters have one name if and only if they are equal', (t) => {
  const some = <T extends object>(others: Others<T>): fc.Arbitrary<T> =>
    fc.record(
      Object.fromEntries(
        Object.entries(others).map(([field, values]) => [field, fc.constantFrom(...(values as readonly unknown[]))]),
      ),
      { requiredKeys: [], noNullPrototype: true },
    ) as fc.Arbitrary<T>;
  const upstream = fc.tuple(some(services), some(options)).map(([differing, asked]) => {
    const { key, ...cluster } = build({ ...service, ...differing }, asked);
    // A tag is there to keep apart what differs in nothing else.
    return { key, rest: JSON.stringify([asked.tag, sorted(cluster)]) };
  });
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(upstream, ({ key, rest }) => {
      const known = seen.get(key);
      if (known === undefined) seen.set(key, rest);
      return known === undefined || known === rest;
    }),
    { numRuns: 5000 },
  );
  t.is(new Set(seen.values()).size, seen.size, 'two names for one cluster');
});

/** Fields in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([field, each]) => [field, sorted(each)]));
}

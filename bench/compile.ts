// Measures the compiler alone, in one thread: hosts × routes from scratch, then single changes of one route.
// Usage: node dist/bench/compile.js [hosts] [routes per host] [changes] [tls]. With `tls` all hosts share one wildcard
// certificate of another namespace. Prints milliseconds; asserts nothing.
import { createEngine } from '../src/dag/engine.ts';
import { createUnitKinds } from '../src/dag/processors/index.ts';
import { keyOf, type SourceObject } from '../src/model/object.ts';

const [hosts = 10_000, routesPerHost = 2, changes = 300] = process.argv.slice(2, 5).map(Number);
const tls = process.argv[5] === 'tls';

function object(kind: string, apiVersion: string, namespace: string, name: string, rest: object): SourceObject {
  return {
    kind,
    apiVersion,
    metadata: {
      name,
      namespace,
      uid: `${kind}-${namespace}-${name}`,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: {},
      annotations: {},
    },
    source: { kind: 'kubernetes' },
    ...rest,
  };
}

function proxy(host: number, revision: number): SourceObject {
  const routes = Array.from({ length: routesPerHost }, (_, i) => ({
    conditions: [{ prefix: i === 0 ? '/' : `/api/${i}` }],
    services: [{ name: `s${host}`, port: 80 }],
    ...(i === 0 && {
      responseHeadersPolicy: { set: [{ name: 'X-Revision', value: String(revision) }] },
    }),
  }));
  return object('HTTPProxy', 'projectcontour.io/v1', `ns${host % 100}`, `p${host}`, {
    spec: {
      virtualhost: { fqdn: `host${host}.example.com`, ...(tls && { tls: { secretName: 'certs/wild' } }) },
      routes,
    },
  });
}

function service(host: number): SourceObject {
  return object('Service', 'v1', `ns${host % 100}`, `s${host}`, {
    spec: { type: 'ClusterIP', ports: [{ name: 'http', port: 80, protocol: 'TCP' }] },
  });
}

function secret(revision: number): SourceObject {
  return object('Secret', 'v1', 'certs', 'wild', {
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': `certificate ${revision}`, 'tls.key': 'key' },
    check: { problems: [], dnsNames: ['*.example.com'], notAfterMs: revision },
  });
}

const delegation = object('TLSCertificateDelegation', 'projectcontour.io/v1', 'certs', 'all', {
  spec: { delegations: [{ secretName: 'wild', targetNamespaces: ['*'] }] },
});

const config = {
  listeners: { http: { address: '0.0.0.0', port: 8080 }, https: { address: '0.0.0.0', port: 8443 } },
  ingressClassNames: [],
  rootNamespaces: [],
  enableExternalNameService: false,
  compression: 'gzip' as const,
  connectTimeoutMs: 2000,
};

for (let round = 0; round < 3; round++) {
  const engine = createEngine(createUnitKinds(config));
  const objects = Array.from({ length: hosts }, (_, i) => [proxy(i, 0), service(i)]).flat();
  objects.push(secret(0), delegation);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  for (const each of objects) engine.set(keyOf(each), each);
  const set = performance.now();
  const delta = engine.commit();
  const end = performance.now();
  const cpu = process.cpuUsage(cpuBefore);
  console.log(
    `round ${round}: ${hosts} hosts x ${routesPerHost} routes: set ${(set - start).toFixed(0)} ms, first commit ` +
      `${(end - set).toFixed(0)} ms, CPU of both with GC threads ${((cpu.user + cpu.system) / 1000).toFixed(0)} ms, ${delta.ran.length} units, ${delta.upserts.length} vertices, ${delta.statuses.length} statuses`,
  );
  measure('one route change', (i) => proxy((i * 7919) % hosts, i + 1));
  measure('one host more', (i) => proxy(hosts + i, 0), 20);
  if (tls) measure('secret rotated', (i) => secret(i + 1), 20);

  function measure(name: string, change: (i: number) => SourceObject, count = changes): void {
    const times: number[] = [];
    let units = 0;
    for (let i = 0; i < count; i++) {
      const changed = change(i);
      const from = performance.now();
      engine.set(keyOf(changed), changed);
      units += engine.commit().ran.length;
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)]!.toFixed(3);
    console.log(
      `  ${name}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms, ${units / count} units`,
    );
  }
}

// Traffic of those who come from Emissary-Ingress, through a real Envoy: Listener, Host and Mapping as the guides write them,
// redirects, hosts beside `*`, shares of a canary, sticky sessions, TCPMappings, HTTP/3.
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type CertificateAuthority } from '../support/certs.ts';
import { freePort } from '../support/free-port.ts';
import { http3Client } from '../support/http3-client.ts';
import { http1, request } from '../support/http-client.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { echo, served } from './fixtures/echo.ts';
import { emissaryObject, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const backends: Backend[] = [];
let ca: CertificateAuthority;
let nuncio: Nuncio;
let tcpPort: number;

const mapping = (name: string, spec: object) => emissaryObject('Mapping', name, spec);

test.before(async () => {
  for (const name of ['a', 'b', 'c']) backends.push(await startBackend({ name }));
  ca = await createCa();
  const folder = await createObjectFolder({
    'services.yaml': [
      ...backends.flatMap((backend) => upstream(backend.name, [backend])),
      ...upstream('all', backends),
      tlsSecret('api', await ca.issue({ hosts: ['api.example.com', 'fast.example.com'] })),
    ],
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  tcpPort = await freePort();
  const all = { namespace: { from: 'ALL' } };
  const { http, https } = nuncio.ports;
  const fast = { matchLabels: { http3: 'yes' } };
  const fastHost = emissaryObject('Host', 'fast', { hostname: 'fast.example.com', tlsSecret: { name: 'api' } });
  await folder.write('gateway.yaml', [
    emissaryObject('Listener', 'http', { port: http, protocol: 'HTTP', securityModel: 'XFP', hostBinding: all }),
    emissaryObject('Listener', 'https', { port: https, protocol: 'HTTPS', securityModel: 'XFP', hostBinding: all }),
    emissaryObject('Listener', 'quic', {
      port: https,
      protocolStack: ['TLS', 'HTTP', 'UDP'],
      securityModel: 'XFP',
      hostBinding: { ...all, selector: fast },
    }),
    emissaryObject('Host', 'api', { hostname: 'api.example.com', tlsSecret: { name: 'api' } }),
    { ...fastHost, metadata: { ...fastHost.metadata, labels: fast.matchLabels } },
    emissaryObject('Host', 'all', { hostname: '*', requestPolicy: { insecure: { action: 'Route' } } }),
    mapping('quote', { hostname: 'api.example.com', prefix: '/backend/', service: 'a' }),
    mapping('fast', { hostname: 'fast.example.com', prefix: '/', service: 'a' }),
    mapping('star', { hostname: '*', prefix: '/who/', service: 'a' }),
    mapping('particular', { hostname: 'b.example.com', prefix: '/who/', service: 'b' }),
    mapping('wild', { hostname: '*.wild.example.com', prefix: '/who/', service: 'c' }),
    mapping('longer', { hostname: '*', prefix: '/who/else/', service: 'c', rewrite: '' }),
    mapping('canary-a', { hostname: '*', prefix: '/canary/', service: 'a' }),
    mapping('canary-b', { hostname: '*', prefix: '/canary/', service: 'b', weight: 20 }),
    mapping('canary-c', { hostname: '*', prefix: '/canary/', service: 'c', weight: 30 }),
    mapping('sticky', {
      hostname: '*',
      prefix: '/sticky/',
      service: 'all',
      resolver: 'endpoint',
      load_balancer: { policy: 'ring_hash', cookie: { name: 'sticky', ttl: '60s', path: '/sticky/' } },
    }),
    emissaryObject('TCPMapping', 'raw', { port: tcpPort, service: 'b:80' }),
  ]);
  for (const host of ['any.test', 'b.example.com', 'x.wild.example.com'])
    await until(
      `${host} is served`,
      async () => nuncio.get(host, '/who/'),
      ({ status }) => status === 200,
    );
  await until(
    'TLS is served',
    async () => nuncio.getTls('api.example.com', '/backend/'),
    ({ status }) => status === 200,
  );
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

test('the usual start: a prefix that is cut off, and clear text that is sent to HTTPS', async (t) => {
  const secure = await nuncio.getTls('api.example.com', '/backend/x?y=1');
  t.is(served(secure), 'a');
  t.is(echo(secure).path, '/x?y=1');
  const plain = await nuncio.get('api.example.com', '/backend/x?y=1');
  t.is(plain.status, 301);
  t.is(plain.headers['location'], 'https://api.example.com/backend/x?y=1');
  // Only what is served is sent on.
  t.is((await nuncio.get('api.example.com', '/nothing')).status, 404);
  t.is((await nuncio.getTls('api.example.com', '/nothing')).status, 404);
  // The port of HTTPS takes clear text too, and says where to go.
  const target = { address: nuncio.address, port: nuncio.ports.https };
  t.is((await request(target, { host: 'api.example.com', path: '/backend/' })).status, 301);
  for (const probe of ['/ambassador/v0/check_ready', '/ambassador/v0/check_alive'])
    t.is((await nuncio.get('any.test', probe)).status, 200);
});

test('the more particular host has its requests, `*` all others; the longer prefix comes first', async (t) => {
  const who = async (host: string, path = '/who/') => served(await nuncio.get(host, path));
  t.is(await who('any.test'), 'a');
  t.is(await who('b.example.com'), 'b');
  t.is(await who('B.Example.com:8080'), 'b');
  t.is(await who('x.wild.example.com'), 'c');
  t.is(await who('x.y.wild.example.com'), 'c');
  const longer = await nuncio.get('b.example.com', '/who/else/x');
  t.is(served(longer), 'c');
  t.is(echo(longer).path, '/who/else/x');
});

test('a canary gets its share of 10,000 requests', async (t) => {
  const total = 10_000;
  const counts = new Map<string, number>();
  const clients = 16;
  const connections = http1(nuncio.http, clients);
  let left = total;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const backend = served(await connections.request({ host: 'any.test', path: '/canary/' }));
      counts.set(backend, (counts.get(backend) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  connections.close();
  t.deepEqual([...counts.keys()].sort(), ['a', 'b', 'c']);
  const share = (name: string) => (100 * (counts.get(name) ?? 0)) / total;
  // Six times the standard deviation of the share of 10,000 is 3 percent at most.
  const near = (name: string, expected: number) =>
    t.true(Math.abs(share(name) - expected) < 3, `${name}: ${share(name)} %, expected ${expected} %`);
  near('a', 50);
  near('b', 20);
  near('c', 30);
});

test('a client with the cookie stays with its endpoint', async (t) => {
  const first = await nuncio.get('any.test', '/sticky/');
  const cookie = String(first.headers['set-cookie']).split(';')[0]!;
  t.regex(String(first.headers['set-cookie']), /^sticky="?[^;]+; Max-Age=60; Path=\/sticky\//);
  for (let i = 0; i < 30; i++)
    t.is(served(await nuncio.get('any.test', '/sticky/', { headers: { cookie } })), served(first));
  const strangers = new Set<string>();
  for (let i = 0; i < 200 && strangers.size < 2; i++) strangers.add(served(await nuncio.get('any.test', '/sticky/')));
  t.true(strangers.size >= 2);
});

test('a TCPMapping hands on bytes', async (t) => {
  const target = { address: nuncio.address, port: tcpPort };
  const answer = await until(
    'the port is open',
    async () => request(target, { host: 'whatever', path: '/as/it/is' }).catch(() => undefined),
    (found) => found?.status === 200,
  );
  t.is(echo(answer!).backend, 'b');
  t.is(echo(answer!).path, '/as/it/is');
  t.is(answer!.headers['server'], undefined);
});

test('a Listener of TLS, HTTP and UDP is HTTP/3, for the Hosts that it takes', async (t) => {
  const told = await until(
    'TLS',
    async () => nuncio.getTls('fast.example.com'),
    ({ status }) => status === 200,
  );
  t.is(told.headers['alt-svc'], 'h3=":443"; ma=86400');
  t.is((await nuncio.getTls('api.example.com', '/backend/')).headers['alt-svc'], undefined);
  const client = await http3Client(t, ca, nuncio.ports.https, 'fast.example.com');
  const answer = await until(
    'HTTP/3',
    async () => client.get('fast.example.com', '/x'),
    ({ status }) => status === 200,
  );
  t.is(echo(answer).path, '/x');
  t.is(echo(answer).backend, 'a');
  t.is(echo(answer).headers['x-forwarded-proto'], 'https');
});

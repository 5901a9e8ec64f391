// The Consul source against a server that answers as Consul's API is published.
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { clockOrigin, createClock } from '../../../../src/actors/clock.ts';
import type { ConsulEndpoint } from '../../../../src/messages/consul.ts';
import {
  createConsulSource,
  type ConsulSource,
  type ServerState,
  type ServiceState,
} from '../../../../src/sources/consul/consul-source.ts';
import { consulDefaults } from '../../../../src/sources/consul/environment.ts';
import { createConsulMetrics } from '../../../../src/sources/consul/metrics.ts';
import { startConsul, type TestConsul, type TestConsulOptions } from '../../../support/consul.ts';
import { createCa } from '../../../support/certs.ts';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/nuncio.ts';

interface Rig {
  readonly source: ConsulSource;
  readonly endpoints: Map<string, string>;
  readonly services: Map<string, ServiceState>;
  readonly servers: Map<string, ServerState>;
  /** Everything logged. */
  readonly log: string[];
  readonly metrics: Registry;
  /** How often endpoints were told. */
  readonly told: () => number;
  readonly waitFor: (what: string, holds: () => boolean) => Promise<void>;
}

interface RigOptions {
  readonly maxQueries?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly names?: Readonly<Record<string, readonly string[]>>;
}

function createRig(t: ExecutionContext, { maxQueries = 150, env = {}, names }: RigOptions = {}): Rig {
  const endpoints = new Map<string, string>();
  const services = new Map<string, ServiceState>();
  const servers = new Map<string, ServerState>();
  const log: string[] = [];
  const metrics = new Registry();
  let told = 0;
  const text = (list: readonly ConsulEndpoint[]) =>
    list.map(({ address, port, weight }) => `${address}:${port}${weight === undefined ? '' : `*${weight}`}`).join(' ');
  const source = createConsulSource({
    defaults: consulDefaults({ maxQueries }, env),
    environment: env,
    clock: createClock(clockOrigin()),
    random: () => 0,
    log: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    metrics: createConsulMetrics(metrics, () => []),
    ...(names && {
      resolve: (name) => (names[name] ? Promise.resolve(names[name]) : Promise.reject(new Error(`${name} unknown`))),
    }),
    onEndpoints(key, value) {
      told++;
      endpoints.set(key, text(value.endpoints));
    },
    onForgotten: (key) => void endpoints.delete(key),
    onServiceState: (server, service, state) =>
      void (state ? services.set(`${server} ${service}`, state) : services.delete(`${server} ${service}`)),
    onServerState: (server, state) => void (state ? servers.set(server, state) : servers.delete(server)),
  });
  t.teardown(() => source.stop());
  return {
    source,
    endpoints,
    services,
    servers,
    log,
    metrics,
    told: () => told,
    waitFor: async (what, holds) =>
      void (await until(
        what,
        () => Promise.resolve(holds()),
        (yes) => yes,
      )),
  };
}

async function ground(t: ExecutionContext, options?: TestConsulOptions): Promise<TestConsul> {
  const consul = await startConsul(options);
  t.teardown(() => consul.stop());
  return consul;
}

const at = (consul: TestConsul, more: object = {}) => ({
  address: `127.0.0.1:${consul.port}`,
  datacenter: 'dc1',
  ...more,
});
const web = { server: 'n/c', service: 'web' };

test('instances come and go as Consul tells, by queries that wait', async (t) => {
  const consul = await ground(t);
  consul.register('web', [
    { address: '10.0.0.2', port: 80 },
    { address: '10.0.0.1', port: 80, onNode: true },
    { address: '10.0.0.3', port: 80, health: 'critical' },
  ]);
  const { source, endpoints, services, servers, waitFor } = createRig(t);
  source.putServer('n/c', at(consul));
  source.putService('web', web);
  await waitFor('the first answer', () => endpoints.get('web') === '10.0.0.1:80 10.0.0.2:80');
  await waitFor('a query that waits', () => consul.waiting() === 1);
  consul.register('web', [
    { address: '10.0.0.2', port: 80, weight: 5 },
    { address: '10.0.0.4', port: 81 },
  ]);
  await waitFor('the second', () => endpoints.get('web') === '10.0.0.2:80*5 10.0.0.4:81*1');
  consul.register('web', []);
  await waitFor('none', () => endpoints.get('web') === '');
  t.deepEqual(services.get('n/c web'), {
    state: 'empty',
    message: `Consul at 127.0.0.1:${consul.port} (dc1) knows no instance of it that passes its checks`,
  });
  consul.register('web', [{ address: '10.0.0.5', port: 80 }]);
  await waitFor('one again', () => endpoints.get('web') === '10.0.0.5:80' && services.size === 0);
  t.is(servers.size, 0);
  t.true(
    consul.queries.every(
      ({ datacenter, index, waitMs }) => datacenter === 'dc1' && (index === 0 || waitMs === 300_000),
    ),
  );
  source.removeService('web');
  t.is(endpoints.size, 0);
  await waitFor('nobody asks any more', () => consul.waiting() === 0);
});

test('a change that says nothing new is not told; an index that goes backwards is read anew', async (t) => {
  const consul = await ground(t);
  const one = [{ address: '10.0.0.1', port: 80 }];
  consul.register('web', one);
  const { source, endpoints, metrics, told, waitFor } = createRig(t);
  source.putServer('n/c', at(consul));
  source.putService('web', web);
  await waitFor('the first answer', () => endpoints.get('web') === '10.0.0.1:80' && consul.waiting() === 1);
  const before = consul.queries.length;
  consul.register('web', one);
  await waitFor('another query', () => consul.queries.length > before && consul.waiting() === 1);
  t.is(told(), 1);
  consul.restore(2);
  await waitFor('a query from the start', () => consul.queries.slice(before).some(({ index }) => index === 0));
  await waitFor('and one that waits', () => consul.waiting() === 1 && consul.queries.at(-1)?.index === 2);
  t.is(told(), 1);
  t.regex(await metrics.metrics(), /nuncio_consul_index_resets_total\{resolver="n\/c"\} 1/);
  consul.register('web', [...one, { address: '10.0.0.2', port: 80 }]);
  await waitFor('changes go on', () => endpoints.get('web') === '10.0.0.1:80 10.0.0.2:80');
});

test('Consul that is away makes its own services wait; later it takes nothing away', async (t) => {
  const port = await freePort();
  const other = await ground(t);
  other.register('web', [{ address: '10.9.9.9', port: 80 }]);
  const { source, endpoints, services, servers, log, waitFor } = createRig(t);
  source.putServer('n/c', { address: `127.0.0.1:${port}`, datacenter: 'dc1' });
  source.putServer('n/other', at(other));
  source.putService('web', web);
  source.putService('other', { server: 'n/other', service: 'web' });
  await waitFor('the other Consul answers', () => endpoints.get('other') === '10.9.9.9:80');
  await waitFor(
    'the waiting service is told of',
    () => services.get('n/c web')?.message.includes('ECONNREFUSED') === true,
  );
  t.is(services.get('n/c web')?.state, 'waits');
  t.is(servers.get('n/c')?.code, 'ConsulUnreachable');
  t.false(servers.has('n/other'));
  t.deepEqual(source.report().find(({ server }) => server === 'n/c')?.waiting, ['web']);

  const consul = await startConsul({ port });
  consul.register('web', [{ address: '10.0.0.1', port: 80 }]);
  await waitFor(
    'it is there',
    () => endpoints.get('web') === '10.0.0.1:80' && servers.size === 0 && services.size === 0,
  );
  await consul.stop();
  await waitFor('it is away', () => servers.get('n/c')?.code === 'ConsulUnreachable');
  t.is(endpoints.get('web'), '10.0.0.1:80');
  t.is(services.size, 0);
  t.regex(servers.get('n/c')!.message, /the instances known before stay$/);
  const again = await startConsul({ port });
  t.teardown(() => again.stop());
  again.fail(500, 'rpc error: No cluster leader');
  await waitFor('it has no leader', () => servers.get('n/c')?.message.includes('No cluster leader') === true);
  again.register('web', [{ address: '10.0.0.2', port: 80 }]);
  t.is(endpoints.get('web'), '10.0.0.1:80');
  again.fail(null);
  await waitFor('it is back', () => endpoints.get('web') === '10.0.0.2:80' && servers.size === 0);
  t.true(log.some((line) => line.includes('answers')));
});

test('a token that is wrong, or may not read the service, is told of and takes nothing away; it is never logged', async (t) => {
  const consul = await ground(t, { tokens: { 'good-secret': ['web'], 'poor-secret': ['other'] } });
  consul.register('web', [{ address: '10.0.0.1', port: 80 }]);
  const { source, endpoints, servers, services, log, waitFor } = createRig(t);
  source.putServer('n/c', at(consul, { token: 'bad-secret' }));
  source.putService('web', web);
  await waitFor('it is refused', () => servers.get('n/c')?.code === 'ConsulRefused');
  t.is(servers.get('n/c')?.message, 'Consul answers 403: ACL not found (asked for web); their Mappings wait');
  t.is(services.get('n/c web')?.state, 'waits');
  source.putServer('n/c', at(consul, { token: 'poor-secret' }));
  await waitFor(
    'it may not read this',
    () => servers.get('n/c')?.message.startsWith('the token may not read') === true,
  );
  t.false(endpoints.has('web'));
  source.putServer('n/c', at(consul, { token: 'good-secret' }));
  await waitFor('it is good', () => endpoints.get('web') === '10.0.0.1:80' && servers.size === 0);
  source.putServer('n/c', at(consul, { token: 'poor-secret' }));
  await waitFor('it is poor again', () => servers.get('n/c')?.code === 'ConsulRefused');
  t.is(endpoints.get('web'), '10.0.0.1:80');
  t.false(log.join('').includes('-secret'));
  t.false(JSON.stringify(source.report()).includes('-secret'));
});

test('another address for a resolver is asked at once, and what the old one said stays until it answers', async (t) => {
  const [first, second] = [await ground(t), await ground(t)];
  first.register('web', [{ address: '10.0.0.1', port: 80 }]);
  const { source, endpoints, servers, waitFor } = createRig(t);
  source.putServer('n/c', at(first));
  source.putService('web', web);
  await waitFor('the first', () => endpoints.get('web') === '10.0.0.1:80');
  source.putServer('n/c', at(second, { datacenter: 'dc2' }));
  await waitFor('the wrong datacenter', () => servers.get('n/c')?.message.includes('No path to datacenter') === true);
  t.is(endpoints.get('web'), '10.0.0.1:80');
  second.register('web', [{ address: '10.0.0.2', port: 80 }]);
  source.putServer('n/c', at(second));
  await waitFor('the second', () => endpoints.get('web') === '10.0.0.2:80');
  await waitFor('nobody asks the first', () => first.waiting() === 0);
  source.putServer('n/c', { address: '${UNKNOWN}:8500', datacenter: 'dc1' });
  t.is(servers.get('n/c')?.code, 'ConsulResolverNotValid');
  t.is(endpoints.get('web'), '10.0.0.2:80');
});

test('more services than queries may wait take turns, and all are heard of', async (t) => {
  const consul = await ground(t);
  const names = Array.from({ length: 9 }, (_, i) => `s${i}`);
  for (const name of names) consul.register(name, [{ address: '10.0.0.1', port: 80 }]);
  const { source, endpoints, waitFor } = createRig(t, { maxQueries: 3 });
  source.putServer('n/c', at(consul));
  for (const name of names) source.putService(name, { server: 'n/c', service: name });
  await waitFor('all answered', () => endpoints.size === 9);
  for (const name of names) consul.register(name, [{ address: '10.0.0.2', port: 80 }]);
  await waitFor('all changed', () => names.every((name) => endpoints.get(name) === '10.0.0.2:80'));
  t.true(consul.mostWaiting <= 3);
  for (const name of names.slice(3)) source.removeService(name);
  await waitFor('long waits again', () => consul.waiting() === 3 && consul.queries.at(-1)?.waitMs === 300_000);
});

test('host names are looked up; a name without address leaves the others', async (t) => {
  const consul = await ground(t);
  const instances = [
    { address: 'two.example.com', port: 80 },
    { address: 'gone.example.com', port: 80 },
  ];
  consul.register('web', instances);
  const { source, endpoints, servers, waitFor } = createRig(t, {
    names: { 'two.example.com': ['10.0.0.2', '2001:db8::2'] },
  });
  source.putServer('n/c', at(consul));
  source.putService('web', web);
  await waitFor('both addresses', () => endpoints.get('web') === '10.0.0.2:80 2001:db8::2:80');
  consul.register('web', [{ address: 'gone.example.com', port: 80 }]);
  await waitFor('the failure', () => servers.get('n/c')?.message.includes('gone.example.com unknown') === true);
  t.is(endpoints.get('web'), '10.0.0.2:80 2001:db8::2:80');
});

test('TLS with a CA, a server name and a client certificate of its own', async (t) => {
  const ca = await createCa();
  const server = await ca.issue({ hosts: ['server.dc1.consul'] });
  const client = await ca.issue({ commonName: 'nuncio', usages: ['client'] });
  const consul = await ground(t, { tls: { ...server, ca: ca.cert } });
  consul.register('web', [{ address: '10.0.0.1', port: 80 }]);
  const { source, endpoints, servers, waitFor } = createRig(t);
  const address = `https://127.0.0.1:${consul.port}`;
  source.putServer('n/c', { address, datacenter: 'dc1' });
  source.putService('web', web);
  await waitFor('an unknown CA', () => servers.get('n/c')?.code === 'ConsulUnreachable');
  source.putServer('n/c', {
    address,
    datacenter: 'dc1',
    tls: { caPem: ca.cert, certificatePem: client.cert, privateKeyPem: client.key, serverName: 'server.dc1.consul' },
  });
  await waitFor('an answer', () => endpoints.get('web') === '10.0.0.1:80' && servers.size === 0);
  t.is(consul.queries.at(-1)?.clientCommonName, 'nuncio');
});

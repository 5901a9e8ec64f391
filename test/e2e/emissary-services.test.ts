// The services that Envoy asks or tells for getambassador.io, through a real Envoy: AuthService, RateLimitService with
// labels, several LogServices.
import type { ExecutionContext } from 'ava';
import { startHttpAuthorization, type AuthorizationServer } from '../support/authorization-server.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { freePort } from '../support/free-port.ts';
import { startLogServer, type LogServer } from '../support/log-server.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { startRateLimitServer, type RateLimitServer } from '../support/rate-limit-server.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { emissaryDoor, emissaryObject, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let backend: Backend;
let folder: ObjectFolder;
let nuncio: Nuncio;

test.before(async () => {
  backend = await startBackend({ name: 'web' });
  folder = await createObjectFolder({ 'services.yaml': upstream('web', [backend]) });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  await folder.write('door.yaml', [
    ...emissaryDoor(nuncio.ports.http),
    emissaryObject('Mapping', 'all', { hostname: '*', prefix: '/', service: 'web' }),
  ]);
  await until(
    'it is served',
    async () => served(await nuncio.get('any.test')),
    (found) => found === 'web',
  );
});

test.after.always(async () => {
  await nuncio?.stop();
  await backend?.stop();
});

/** Objects of one test; they go with it, and everything is as before, in Envoy too, before the next test begins. */
async function withObjects(t: ExecutionContext, objects: readonly object[]): Promise<void> {
  await folder.write('test.yaml', objects);
  t.teardown(async () => {
    await folder.remove('test.yaml');
    await answers('nobody is asked any more', '/', {}, 'web');
  });
}

const at = ({ port }: { readonly port: number }) => `127.0.0.1:${port}`;

async function authorization(t: ExecutionContext): Promise<AuthorizationServer> {
  const server = await startHttpAuthorization();
  t.teardown(async () => server.stop());
  return server;
}

const answers = (what: string, path: string, headers: Record<string, string>, expected: string) =>
  until(
    what,
    async () => served(await nuncio.get('any.test', path, { headers })),
    (found) => found === expected,
  );

test.serial('an AuthService is asked about everything but the Mappings that opt out', async (t) => {
  const server = await authorization(t);
  await withObjects(t, [
    emissaryObject('AuthService', 'auth', {
      auth_service: at(server),
      path_prefix: '/asked',
      timeout_ms: 30_000,
      allowed_request_headers: ['x-auth'],
      allowed_authorization_headers: ['x-authorized-by'],
    }),
    emissaryObject('Mapping', 'open', { hostname: '*', prefix: '/open/', service: 'web', bypass_auth: true }),
  ]);
  await answers('those whom it does not know are refused', '/', {}, '403');
  await answers('the others pass', '/', { 'x-auth': 'allow' }, 'web');
  t.is(served(await nuncio.get('any.test', '/open/')), 'web');
  t.true(server.checks.some(({ path }) => path === '/asked/'));
});

test.serial('of several AuthServices the next one is asked while the first is away', async (t) => {
  const second = await authorization(t);
  const auth = (name: string, port: number) =>
    emissaryObject('AuthService', name, {
      auth_service: at({ port }),
      timeout_ms: 30_000,
      allowed_request_headers: ['x-auth'],
    });
  await withObjects(t, [auth('a-first', await freePort()), auth('b-second', second.port)]);
  await answers('the second is asked', '/', {}, '403');
  await answers('and lets through', '/', { 'x-auth': 'allow' }, 'web');
  t.true(second.checks.length > 0);
});

test.serial('labels of a Mapping are asked about, and what exceeds a limit is refused', async (t) => {
  const server: RateLimitServer = await startRateLimitServer({ 'generic_key=limited,user=ann': 2 });
  t.teardown(() => server.stop());
  const labels = {
    ambassador: [
      {
        per_user: [{ generic_key: { value: 'limited' } }, { request_headers: { key: 'user', header_name: 'x-user' } }],
      },
    ],
  };
  await withObjects(t, [
    emissaryObject('RateLimitService', 'limit', { service: at(server), protocol_version: 'v3', timeout_ms: 30_000 }),
    emissaryObject('Mapping', 'limited', { hostname: '*', prefix: '/limited/', service: 'web', labels }),
  ]);
  await answers('ann is limited', '/limited/', { 'x-user': 'ann' }, '429');
  t.is(served(await nuncio.get('any.test', '/limited/', { headers: { 'x-user': 'bob' } })), 'web');
  t.is(served(await nuncio.get('any.test', '/', { headers: { 'x-user': 'ann' } })), 'web');
  t.true(server.questions.every(({ domain }) => domain === 'ambassador'));
});

test.serial('each of several LogServices is told of every request', async (t) => {
  const servers: LogServer[] = [await startLogServer(), await startLogServer()];
  t.teardown(() => servers.forEach((server) => server.stop()));
  await withObjects(
    t,
    servers.map((server, i) =>
      emissaryObject('LogService', `log-${i}`, {
        service: at(server),
        driver: 'http',
        grpc: true,
        protocol_version: 'v3',
        flush_interval_time: 1,
        driver_config: { additional_log_headers: i === 0 ? [{ header_name: 'x-user' }] : [] },
      }),
    ),
  );
  const path = '/logged';
  const seen = (server: LogServer) => server.requests.filter((each) => each.path === path);
  await until(
    'both are told',
    async () => nuncio.get('any.test', path, { headers: { 'x-user': 'ann' } }),
    () => servers.every((server) => seen(server).length > 0),
  );
  for (const server of servers) t.true(seen(server).every(({ status }) => status === 200));
  t.true(seen(servers[0]!).some(({ headers }) => headers['x-user'] === 'ann'));
  t.true(seen(servers[1]!).every(({ headers }) => headers['x-user'] === undefined));
});

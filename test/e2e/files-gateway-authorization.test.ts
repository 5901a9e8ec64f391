// The filter ExternalAuth of HTTPRoutes through a real Envoy, with both kinds of route discovery: two servers on one host,
// over HTTP and over gRPC; what they see and add; hosts that Envoy finds late; and that nothing gets through where a server
// does not answer or can not be asked.
import { startGrpcAuthorization, startHttpAuthorization } from '../support/authorization-server.ts';
import { startBackend } from '../support/backend.ts';
import { freePort } from '../support/free-port.ts';
import { request, type HttpAnswer, type HttpRequest } from '../support/http-client.ts';
import { startNuncio, until } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { echo } from './fixtures/echo.ts';
import { upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const apiVersion = 'gateway.networking.k8s.io/v1';

function route(name: string, hostname: string, rules: readonly object[]): object {
  return {
    apiVersion,
    kind: 'HTTPRoute',
    metadata: { name, namespace: 'default' },
    spec: { parentRefs: [{ name: 'edge' }], hostnames: [hostname], rules },
  };
}

function rule(path: string, externalAuth?: object): object {
  return {
    matches: [{ path: { type: 'PathPrefix', value: path } }],
    ...(externalAuth && { filters: [{ type: 'ExternalAuth', externalAuth }] }),
    backendRefs: [{ name: 'a', port: 80 }],
  };
}

for (const mode of ['scoped', 'single'] as const) {
  test.serial(`ExternalAuth (${mode})`, async (t) => {
    const backend = await startBackend({ name: 'a' });
    const httpServer = await startHttpAuthorization();
    const grpcServer = await startGrpcAuthorization();
    const port = await freePort();
    const http = {
      protocol: 'HTTP',
      backendRef: { name: 'http-server', port: 80 },
      http: { path: '/check', allowedHeaders: ['x-auth'], allowedResponseHeaders: ['x-authorized-by'] },
    };
    const all = {
      protocol: 'HTTP',
      backendRef: { name: 'http-server', port: 80 },
      http: { allowedHeaders: ['x-auth'] },
    };
    const grpc = {
      protocol: 'GRPC',
      backendRef: { name: 'grpc-server', port: 80 },
      forwardBody: { maxSize: 3 },
    };
    const rules = [
      rule('/open'),
      rule('/http', http),
      rule('/all', all),
      rule('/grpc', grpc),
      rule('/gone', { protocol: 'GRPC', backendRef: { name: 'gone', port: 80 } }),
      rule('/missing', { protocol: 'HTTP', backendRef: { name: 'missing', port: 80 } }),
    ];
    const { path } = await createObjectFolder({
      'objects.yaml': [
        ...upstream('a', [backend]),
        ...upstream('http-server', [httpServer]),
        ...upstream('grpc-server', [grpcServer]),
        // Nobody listens there.
        ...upstream('gone', [{ address: '127.0.0.1', port: await freePort() }]),
        {
          apiVersion,
          kind: 'GatewayClass',
          metadata: { name: 'shared' },
          spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
        },
        {
          apiVersion,
          kind: 'Gateway',
          metadata: { name: 'edge', namespace: 'default' },
          spec: { gatewayClassName: 'shared', listeners: [{ name: 'http', port, protocol: 'HTTP' }] },
        },
        route('exact', 'one.test', rules),
        route('wildcard', '*.many.test', rules),
      ],
    });
    const nuncio = await startNuncio({ files: [path], envoy: 'child', args: [`--route-discovery=${mode}`] });
    t.teardown(async () => {
      await nuncio.stop();
      await Promise.all([backend.stop(), httpServer.stop(), grpcServer.stop()]);
    });
    const ask = async (host: string, where: string, options: HttpRequest = {}): Promise<HttpAnswer> =>
      request({ address: '127.0.0.1', port }, { host, path: where, ...options });
    const allow = { 'x-auth': 'allow' };

    for (const host of ['one.test', 'ONE.test', 'any.many.test']) {
      await until(
        host,
        async () => (await ask(host, '/open')).status,
        (status) => status === 200,
      );
      const denied = await ask(host, '/http/x');
      t.deepEqual([denied.status, denied.body], [403, 'denied by http'], host);
      const allowed = await ask(host, '/http/x', { headers: { ...allow, 'x-other': '1' } });
      t.is(allowed.status, 200, host);
      t.is(echo(allowed).headers['x-authorized-by'], 'http');
      t.is(echo(allowed).headers['x-secret'], undefined);
      const seen = httpServer.checks.at(-1)!;
      t.is(seen.path, '/check/http/x');
      t.is(seen.headers['x-other'], undefined);

      // Without a list all of the answer's headers go on, but those that are about the answer itself.
      const withAll = await ask(host, '/all', { method: 'POST', headers: allow, body: 'a body' });
      t.is(withAll.status, 200, host);
      t.is(echo(withAll).headers['x-secret'], 'http');
      t.is(echo(withAll).body, 'a body');

      t.deepEqual([(await ask(host, '/grpc')).status], [403], host);
      const overGrpc = await ask(host, '/grpc', { method: 'POST', headers: allow, body: 'abcdef' });
      t.is(overGrpc.status, 200, host);
      t.is(echo(overGrpc).headers['x-authorized-by'], 'grpc');
      t.is(echo(overGrpc).body, 'abcdef');
      t.is(grpcServer.checks.at(-1)?.body, 'abc');

      t.is((await ask(host, '/gone', { headers: allow })).status, 403, host);
      t.is((await ask(host, '/missing', { headers: allow })).status, 500, host);
    }
  });
}

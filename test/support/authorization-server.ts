// External authorization servers for tests: Envoy's gRPC protocol (envoy.service.auth.v3) and the plain HTTP one.
// In: how it shall answer. Out: what it was asked, in the order of arrival.
// The request steers the answer: header `x-auth: allow` lets it through, `hang` is never answered, all else is denied.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as grpc from '@grpc/grpc-js';
import { decode, encode } from '../../src/xds/proto/codec.ts';

/** One question that reached the server. */
export interface AuthorizationCheck {
  readonly path: string;
  readonly host: string;
  /** As the server got them: over gRPC the client's, over HTTP those that Envoy was told to send. */
  readonly headers: Readonly<Record<string, string>>;
  /** gRPC only. */
  readonly context: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AuthorizationServer {
  readonly address: string;
  readonly port: number;
  readonly checks: AuthorizationCheck[];
  stop(): Promise<void>;
}

export interface GrpcAuthorizationOptions {
  /** Serves TLS with this. PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

const checkPath = '/envoy.service.auth.v3.Authorization/Check';

/** Allowed requests get the header `x-authorized-by: grpc`; denied ones 403 with the body `denied by grpc`. */
export async function startGrpcAuthorization({ tls }: GrpcAuthorizationOptions = {}): Promise<AuthorizationServer> {
  const checks: AuthorizationCheck[] = [];
  const server = new grpc.Server();
  const definition: grpc.ServiceDefinition = {
    check: {
      path: checkPath,
      requestStream: false,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => decode('envoy.service.auth.v3.CheckRequest', bytes),
      requestSerialize: () => Buffer.alloc(0),
      responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes),
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  };
  server.addService(definition, {
    check(
      call: grpc.ServerUnaryCall<ReturnType<typeof decode<'envoy.service.auth.v3.CheckRequest'>>, Uint8Array>,
      answer: grpc.sendUnaryData<Uint8Array>,
    ) {
      const { attributes } = call.request;
      const http = attributes?.request?.http ?? {};
      const headers = (http.headers ?? {}) as Record<string, string>;
      checks.push({
        path: http.path ?? '',
        host: http.host ?? '',
        headers,
        context: (attributes?.contextExtensions ?? {}) as Record<string, string>,
        body: http.body ?? new TextDecoder().decode(http.rawBody),
      });
      if (headers['x-auth'] === 'hang') return;
      const allowed = headers['x-auth'] === 'allow';
      answer(
        null,
        encode('envoy.service.auth.v3.CheckResponse', {
          status: { code: allowed ? 0 : 7 },
          ...(allowed
            ? { okResponse: { headers: [{ header: { key: 'x-authorized-by', value: 'grpc' } }] } }
            : { deniedResponse: { status: { code: 403 }, body: 'denied by grpc' } }),
        }),
      );
    },
  });
  const credentials =
    tls === undefined
      ? grpc.ServerCredentials.createInsecure()
      : grpc.ServerCredentials.createSsl(null, [
          { cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) },
        ]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return {
    address: '127.0.0.1',
    port,
    checks,
    async stop() {
      server.forceShutdown();
    },
  };
}

/** Allowed requests get 200 with `x-authorized-by: http` and `x-secret: http`; others 403 with the body `denied by http`. */
export async function startHttpAuthorization(): Promise<AuthorizationServer> {
  const checks: AuthorizationCheck[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const headers = flat(request.headers);
      checks.push({ path: request.url ?? '', host: headers['host'] ?? '', headers, context: {}, body });
      if (headers['x-auth'] === 'hang') return;
      const allowed = headers['x-auth'] === 'allow';
      response.writeHead(allowed ? 200 : 403, { 'x-authorized-by': 'http', 'x-secret': 'http' });
      response.end(allowed ? '' : 'denied by http');
    })().catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    checks,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

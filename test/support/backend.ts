// Backends that say what reached them: HTTP/1.1, HTTP/2 (prior knowledge, or ALPN under TLS) and upgrades on one port.
// In: a name and an address. Out: every answer is JSON of the request; requests are counted.
// Must hold: the test steers an answer by headers of its request (see `EchoBody`), so one backend serves every test.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createSecureServer, createServer as createHttp2Server } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { createServer as createNetServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import type { Netns } from './netns.ts';

export interface BackendSpec {
  /** Told in every answer. */
  readonly name: string;
  /** Absent: 127.0.0.1. */
  readonly address?: string;
  /** Absent or 0: any free one. */
  readonly port?: number;
  /** Serves TLS with this; `ca` makes it ask for a client certificate signed by it (and refuse others). PEM. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
}

/**
 * The body of an answer. Request headers steer the answer: `x-echo-status` its status, `x-echo-delay-ms` the time before it,
 * `x-echo-set-NAME: value` a response header NAME. `x-echo-abort: 1` closes the connection instead.
 */
export interface EchoBody {
  readonly backend: string;
  readonly method: string;
  /** As received, with query. */
  readonly path: string;
  /** Host or :authority. */
  readonly host: string;
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Server name of the TLS handshake, and common name of the client's certificate, when there were such. */
  readonly sni?: string;
  readonly clientCommonName?: string;
}

export interface Backend {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** Requests received so far. */
  requests(): number;
  /** Stops listening and closes every connection. */
  stop(): Promise<void>;
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

/** Starts a backend in this process. Rejects when the address can't be had. */
export async function startBackend(spec: BackendSpec): Promise<Backend> {
  const { name, address = '127.0.0.1', port = 0, tls } = spec;
  let requests = 0;
  const sockets = new Set<Socket>();

  async function serve(request: Request, response: Response): Promise<void> {
    requests++;
    const { headers } = request;
    const body = await text(request);
    const delayMs = Number(headers['x-echo-delay-ms'] ?? 0);
    if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
    if (headers['x-echo-abort'] !== undefined) {
      request.socket.destroy();
      return;
    }
    // Both kinds of response share these members, but the union of their overloads can't be called.
    const reply = response as ServerResponse;
    for (const [header, value] of Object.entries(headers)) {
      if (header.startsWith('x-echo-set-') && value !== undefined) reply.setHeader(header.slice(11), value);
    }
    const secure = request.socket as Partial<TLSSocket>;
    const echo: EchoBody = {
      backend: name,
      method: request.method ?? '',
      path: request.url ?? '',
      host: headers.host ?? String(headers[':authority'] ?? ''),
      httpVersion: request.httpVersion,
      headers,
      body,
      ...(typeof secure.servername === 'string' ? { sni: secure.servername } : {}),
      ...clientName(secure),
    };
    if (!reply.hasHeader('content-type')) reply.setHeader('content-type', 'application/json');
    reply.writeHead(Number(headers['x-echo-status'] ?? 200));
    reply.end(JSON.stringify(echo));
  }
  const onRequest = (request: Request, response: Response): void => {
    // A request that breaks off has nobody left to be told.
    serve(request, response).catch(() => request.socket.destroy());
  };

  let server: Server;
  if (tls === undefined) {
    const http1 = createHttpServer(onRequest);
    http1.on('upgrade', onUpgrade);
    http1.keepAliveTimeout = 0;
    const http2 = createHttp2Server(onRequest);
    server = createNetServer((socket) => {
      // The first byte tells: HTTP/2 opens with `PRI * HTTP/2.0`, and no method of HTTP/1.1 in use here but PUT, POST, PATCH
      // starts with P, none with PR.
      socket.once('readable', () => {
        const start = socket.read() as Buffer | null;
        if (start === null) return;
        socket.unshift(start);
        (start.subarray(0, 3).toString() === 'PRI' ? http2 : http1).emit('connection', socket);
      });
      socket.on('error', () => {});
    });
  } else {
    const { cert, key, ca } = tls;
    const client = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: true };
    const secure = createSecureServer({ cert, key, allowHTTP1: true, ...client }, onRequest);
    secure.on('upgrade', onUpgrade);
    server = secure;
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, address);
  await once(server, 'listening');
  return {
    name,
    address,
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };

  /** Takes any upgrade and sends back what it gets, byte for byte. */
  function onUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    requests++;
    const protocol = request.headers.upgrade ?? 'echo';
    socket.on('error', () => {});
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\nx-echo-backend: ${name}\r\n\r\n`,
    );
    socket.write(head);
    socket.pipe(socket);
  }
}

/** Many backends in one process inside a network namespace, where they may have any address of 198.18.0.0/16. */
export interface RemoteBackends {
  /** Requests received so far, by backend name. */
  requests(): Promise<Record<string, number>>;
  /** Starts one more. */
  start(spec: BackendSpec): Promise<void>;
  /** Stops the backend of this name. */
  stopOne(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Runs test/support/backend-main.ts inside `netns` and resolves when all listen. */
export async function startBackends(netns: Netns, specs: readonly BackendSpec[]): Promise<RemoteBackends> {
  const program = join(import.meta.dirname, `backend-main${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`);
  const child: ChildProcess = netns.spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('a piped child has no pipes');
  const waiting: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  createInterface({ input: stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as { error?: string; value?: unknown };
    const asked = waiting.shift();
    if (reply.error === undefined) asked?.resolve(reply.value);
    else asked?.reject(new Error(reply.error));
  });
  child.once('close', () => {
    for (const asked of waiting.splice(0)) asked.reject(new Error('the backends have ended'));
  });
  stdin.on('error', () => {});
  const ask = async (command: BackendCommand): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      stdin.write(`${JSON.stringify(command)}\n`);
    });

  await Promise.all(specs.map(async (spec) => ask({ do: 'start', spec })));
  return {
    requests: async () => (await ask({ do: 'requests' })) as Record<string, number>,
    start: async (spec) => void (await ask({ do: 'start', spec })),
    stopOne: async (name) => void (await ask({ do: 'stop', name })),
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** One JSON line to backend-main's stdin; each is answered by one line `{ value }` or `{ error }`, in order. */
export type BackendCommand =
  | { readonly do: 'start'; readonly spec: BackendSpec }
  | { readonly do: 'stop'; readonly name: string }
  | { readonly do: 'requests' };

function clientName(socket: Partial<TLSSocket>): { clientCommonName?: string } {
  const name = socket.getPeerCertificate?.()?.subject?.CN;
  return typeof name === 'string' ? { clientCommonName: name } : {};
}

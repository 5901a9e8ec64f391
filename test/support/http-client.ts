// Requests with the knobs that proxy tests need: any Host header, SNI, client certificate, protocol, raw bytes, and paced load.
// In: an address and a request. Out: the answer as received, and which connection and certificate it came by.
// Must hold: nothing is followed, retried, decoded or added beyond what the protocol demands.
import { createHash } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect as http2Connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { connect as netConnect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as tlsConnect, TLSSocket, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { patienceMs } from './patience.ts';

export interface Target {
  /** Absent: 127.0.0.1. */
  readonly address?: string;
  readonly port: number;
  /** Absent: plain text. */
  readonly tls?: TlsOptions;
}

export interface TlsOptions {
  /** Server name sent in the handshake. Absent: none. */
  readonly sni?: string;
  /** PEM to check the server against. Absent: any certificate is taken. */
  readonly ca?: string;
  /** Client certificate, PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** Absent: what suits the request's protocol. */
  readonly alpn?: readonly string[];
}

export interface HttpRequest {
  /** Absent: GET. */
  readonly method?: string;
  /** Sent as it stands, query included. Absent: `/`. */
  readonly path?: string;
  /** Host header (HTTP/1.1) or :authority (HTTP/2), sent as it stands: any case, any port. Absent: address and port. */
  readonly host?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** Time for the whole exchange. Absent: {@link patienceMs}. */
  readonly timeoutMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; several of one name as Node joins them. */
  readonly headers: IncomingMessage['headers'] | IncomingHttpHeaders;
  readonly body: string;
  /** The body parsed; throws when it isn't JSON. The caller says what it expects. */
  json<T>(): T;
  /** Our port of the TCP connection: equal ports in a row mean the same connection. */
  readonly localPort: number;
  /** SHA-256 of the server's certificate, as certs.ts has it; undefined on plain text. */
  readonly certificateSha256: string | undefined;
  /** What ALPN agreed on; undefined on plain text or when nothing was agreed. */
  readonly alpn: string | undefined;
}

/** A connection, or several of one kind, kept open between requests. */
export interface HttpConnection {
  request(request?: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** One HTTP/1.1 request on a connection of its own. Rejects when no whole answer comes. */
export async function request(target: Target, options: HttpRequest = {}): Promise<HttpAnswer> {
  const connection = http1(target);
  try {
    return await connection.request(options);
  } finally {
    connection.close();
  }
}

/** HTTP/1.1 over kept-alive connections; `connections` (absent: 1) is how many requests run at once, others wait. */
export function http1(target: Target, connections = 1): HttpConnection {
  const options = { keepAlive: true, maxSockets: connections };
  const agent = target.tls === undefined ? new HttpAgent(options) : new HttpsAgent(options);
  return {
    request: async (what = {}) => http1Request(target, what, agent),
    close: () => agent.destroy(),
  };
}

async function http1Request(target: Target, what: HttpRequest, agent: HttpAgent | HttpsAgent): Promise<HttpAnswer> {
  const { method = 'GET', path = '/', headers = {}, body, timeoutMs = patienceMs } = what;
  const { address = '127.0.0.1', port, tls } = target;
  const options: RequestOptions = {
    agent,
    host: address,
    port,
    method,
    path,
    headers: { host: what.host ?? `${address}:${port}`, ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(tls === undefined ? {} : tlsOptions(tls, ['http/1.1'])),
  };
  return new Promise((resolve, reject) => {
    const sent = (tls === undefined ? httpRequest : httpsRequest)(options, (response) => {
      // Read now: the socket leaves the response when the body ends.
      const connection = describe(response.socket);
      text(response).then(
        (received) => resolve(answer(response.statusCode ?? 0, response.headers, received, connection)),
        reject,
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** One HTTP/2 connection (prior knowledge on plain text), for many requests with any authority. Rejects when it can't be made. */
export async function http2(target: Target): Promise<HttpConnection> {
  const { address = '127.0.0.1', port, tls } = target;
  const scheme = tls === undefined ? 'http' : 'https';
  const session = await new Promise<ClientHttp2Session>((resolve, reject) => {
    const opened = http2Connect(
      `${scheme}://${address}:${port}`,
      tls === undefined ? {} : { ...tlsOptions(tls, ['h2']) },
    );
    opened.once('connect', () => resolve(opened));
    opened.once('error', reject);
  });
  // A broken session ends its streams with the reason; without a listener it would end the test process.
  session.on('error', () => {});
  const connection = describe(session.socket);
  return {
    close: () => session.destroy(),
    async request({ method = 'GET', path = '/', host, headers = {}, body, timeoutMs = patienceMs } = {}) {
      const stream = session.request({
        ':method': method,
        ':path': path,
        ':scheme': scheme,
        ':authority': host ?? `${address}:${port}`,
        ...headers,
      });
      const timer = setTimeout(() => stream.destroy(new Error(`no whole answer in ${timeoutMs} ms`)), timeoutMs);
      try {
        const head = new Promise<IncomingHttpHeaders>((resolve, reject) => {
          stream.once('response', resolve);
          stream.once('error', reject);
          stream.once('close', () =>
            reject(new Error(`stream closed without an answer, code ${stream.rstCode ?? constants.NGHTTP2_NO_ERROR}`)),
          );
        });
        stream.end(body);
        const [received, content] = await Promise.all([head, text(stream)]);
        return answer(Number(received[':status'] ?? 0), received, content, connection);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Sends bytes as they are and resolves to all that comes back until the other side closes, or until `until` matches.
 * For what no client would send: HTTP/1.0 without Host, doubled headers, absolute-form targets.
 */
export async function rawRequest(
  target: Target,
  bytes: string,
  { until, timeoutMs = patienceMs }: { until?: RegExp; timeoutMs?: number } = {},
): Promise<string> {
  const socket = await openSocket(target);
  return new Promise((resolve, reject) => {
    let received = '';
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      if (error === undefined) resolve(received);
      else reject(error);
    };
    const timer = setTimeout(
      () => finish(new Error(`connection still open after ${timeoutMs} ms; received: ${JSON.stringify(received)}`)),
      timeoutMs,
    );
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      received += part;
      if (until?.test(received)) finish();
    });
    socket.once('end', () => finish());
    socket.once('error', finish);
    socket.write(bytes, 'latin1');
  });
}

/** An open TCP or TLS connection; the caller destroys it. */
export async function openSocket(target: Target): Promise<Socket> {
  const { address: host = '127.0.0.1', port, tls } = target;
  return new Promise((resolve, reject) => {
    const socket =
      tls === undefined ? netConnect({ host, port }) : tlsConnect({ host, port, ...tlsOptions(tls, ['http/1.1']) });
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

export interface LoadOptions {
  /** Requests started per second, evenly; a slow answer holds back none of the next. */
  readonly rps: number;
  /** How long requests are started for. */
  readonly durationMs: number;
  /** Ends it earlier; what is under way is awaited all the same. */
  readonly signal?: AbortSignal;
  /** Requests under way at which no more are started until some are answered: on a machine that can't keep the pace. */
  readonly mostUnderWay?: number;
  /** Sends one request; `index` counts from 0. */
  readonly make: (index: number) => Promise<HttpAnswer>;
  /** What is wrong with an answer. Absent: a status other than 200. */
  readonly judge?: (answer: HttpAnswer, index: number) => string | undefined;
}

export interface LoadFailure {
  readonly index: number;
  /** Since the start of the load. */
  readonly atMs: number;
  readonly what: string;
}

export interface LoadResult {
  readonly ok: number;
  readonly failures: readonly LoadFailure[];
  /** Of the good answers, ascending. */
  readonly latenciesMs: readonly number[];
}

/** Starts requests at an even pace and resolves when all have been answered or have failed. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { rps, durationMs, signal, mostUnderWay = Infinity, make, judge = notOk } = options;
  const startMs = performance.now();
  const failures: LoadFailure[] = [];
  const latenciesMs: number[] = [];
  const running: Promise<void>[] = [];
  let underWay = 0;
  let leftOut = 0;

  async function one(index: number): Promise<void> {
    const atMs = performance.now() - startMs;
    underWay++;
    try {
      const received = await make(index);
      const what = judge(received, index);
      if (what === undefined) latenciesMs.push(performance.now() - startMs - atMs);
      else failures.push({ index, atMs, what });
    } catch (error) {
      failures.push({ index, atMs, what: error instanceof Error ? error.message : String(error) });
    } finally {
      underWay--;
    }
  }

  await new Promise<void>((done) => {
    const timer = setInterval(tick, Math.max(1, 1_000 / rps));
    function tick(): void {
      const elapsedMs = performance.now() - startMs;
      const due = Math.ceil((Math.min(elapsedMs, durationMs) * rps) / 1_000);
      // A late timer catches up, so the rate holds on a busy machine.
      while (running.length + leftOut < due) {
        if (underWay < mostUnderWay) running.push(one(running.length));
        else leftOut = due - running.length;
      }
      if (elapsedMs >= durationMs || signal?.aborted) {
        clearInterval(timer);
        done();
      }
    }
  });
  await Promise.all(running);
  return { ok: latenciesMs.length, failures, latenciesMs: latenciesMs.sort((a, b) => a - b) };
}

function notOk({ status, body }: HttpAnswer): string | undefined {
  return status === 200 ? undefined : `status ${status}: ${body.slice(0, 200)}`;
}

function tlsOptions({ sni, ca, cert, key, alpn }: TlsOptions, defaultAlpn: readonly string[]): ConnectionOptions {
  return {
    // Node takes an empty name as "send none"; undefined would send the address's name.
    servername: sni ?? '',
    rejectUnauthorized: ca !== undefined,
    ALPNProtocols: [...(alpn ?? defaultAlpn)],
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

interface ConnectionFacts {
  readonly localPort: number;
  readonly certificateSha256: string | undefined;
  readonly alpn: string | undefined;
}

function describe(socket: Socket | undefined): ConnectionFacts {
  const localPort = socket?.localPort ?? -1;
  // The socket of an HTTP/2 session is a proxy that hides its class.
  const secure = socket as Partial<TLSSocket> | undefined;
  if (secure?.encrypted !== true) return { localPort, certificateSha256: undefined, alpn: undefined };
  const peer: Partial<PeerCertificate> | undefined = secure.getPeerCertificate?.();
  return {
    localPort,
    certificateSha256: peer?.raw === undefined ? undefined : createHash('sha256').update(peer.raw).digest('hex'),
    alpn: secure.alpnProtocol || undefined,
  };
}

function answer(status: number, headers: HttpAnswer['headers'], body: string, connection: ConnectionFacts): HttpAnswer {
  return { status, headers, body, json: <T>() => JSON.parse(body) as T, ...connection };
}

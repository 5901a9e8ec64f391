// The HTTPS server of a webhook that the API server calls: JSON in, JSON out. Its certificate comes and changes while it runs.
// Must hold: connections, bodies and requests under way are bounded, so that a client that sends nothing, too much or nonsense
// holds nobody else up; a new certificate is served at the next handshake, and no connection ends for it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';

export interface WebhookServerOptions {
  readonly address: string;
  /** 0: a free one. */
  readonly port: number;
  readonly log: Logger;
  /** What is answered to a POST, by path. Throws `NotAReview` for what can't be one. */
  readonly reviews: Readonly<Record<string, (review: unknown) => Promise<unknown>>>;
  readonly maxBodyBytes: number;
  /** What is shown to a GET, by path. Default: nothing. */
  readonly pages?: Readonly<Record<string, () => Promise<Shown>>>;
  /** A request got no answer of `reviews`. */
  readonly onRefused?: (status: number) => void;
}

export interface Shown {
  readonly status: number;
  readonly body: string;
}

/** PEM. */
export interface WebhookCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface WebhookServer {
  readonly port: number;
  /** For handshakes from now on. */
  setCertificate(certificate: WebhookCertificate): void;
  /** Requests under way are answered. */
  close(): Promise<void>;
}

export class NotAReview extends Error {}

const maxUnderWay = 64;
const closeWithinMs = 2_000;
const minVersion = 'TLSv1.3';

/** Listens; handshakes fail until there is a certificate. */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const { log, reviews, pages = {}, maxBodyBytes } = options;
  let underWay = 0;

  async function answer(request: IncomingMessage): Promise<Shown> {
    const path = new URL(request.url ?? '/', 'https://webhook').pathname;
    const page = request.method === 'GET' && Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page !== undefined) return page();
    const review = Object.hasOwn(reviews, path) ? reviews[path] : undefined;
    if (review === undefined)
      return { status: 404, body: `only ${[...Object.keys(reviews), ...Object.keys(pages)].join(', ')} is here\n` };
    if (request.method !== 'POST') return { status: 405, body: 'must be POST\n' };
    if (underWay >= maxUnderWay) return { status: 503, body: `${maxUnderWay} requests are under way\n` };
    underWay += 1;
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBodyBytes) return { status: 413, body: `more than ${maxBodyBytes} bytes\n` };
        chunks.push(chunk);
      }
      return { status: 200, body: JSON.stringify(await review(parse(Buffer.concat(chunks).toString('utf8')))) };
    } finally {
      underWay -= 1;
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await answer(request).catch((error: unknown): Shown => {
      if (error instanceof NotAReview) return { status: 400, body: `${error.message}\n` };
      log.error({ err: error, path: request.url }, 'webhook request failed');
      return { status: 500, body: 'it failed; the log says why\n' };
    });
    const isReview = status === 200 && request.method === 'POST';
    if (status !== 200 && request.method === 'POST') {
      options.onRefused?.(status);
      log.warn({ status, message: body.trim(), peer: request.socket.remoteAddress }, 'webhook request refused');
    }
    response.writeHead(status, {
      'content-type': isReview ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      // What is left of a body that nobody wants.
      ...(!request.complete && { connection: 'close' }),
    });
    response.end(body);
    request.resume();
  }

  const server = createServer({ minVersion }, (request, response) => {
    respond(request, response).catch((err: unknown) => log.warn({ err }, 'webhook answer could not be written'));
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.timeout = 60_000;
  server.maxConnections = 200;
  // A port scanner, or an API server that still trusts another CA: its own log says which.
  server.on('tlsClientError', (error) => log.debug({ error: error.message }, 'TLS handshake failed'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (err) => log.error({ err }, 'webhook server'));
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate: (certificate) => server.setSecureContext({ ...certificate, minVersion }),
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), closeWithinMs).unref();
      }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotAReview(`not JSON: ${(error as Error).message}`);
  }
}

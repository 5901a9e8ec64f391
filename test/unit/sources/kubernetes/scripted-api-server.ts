// A small real HTTP server that plays the API server: tests take each request as it comes and decide the answer.
// Requests are held until a test answers them, so nothing is timed.
import http from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** A whole JSON answer. */
  answer(status: number, json: unknown, headers?: Record<string, string>): void;
  /** Opens a watch: 200 and the headers, at once. */
  open(): void;
  line(value: unknown): void;
  text(text: string): void;
  /** The regular end of a watch. */
  end(): void;
  /** Cuts the connection. */
  cut(): void;
  /** The client went away. */
  readonly closed: Promise<void>;
}

export interface ScriptedApiServer {
  readonly url: string;
  /** A kubeconfig for it. */
  readonly kubeconfig: string;
  /** The next request that fits and that no test has taken yet. */
  take(fits: (exchange: Exchange) => boolean): Promise<Exchange>;
  /** Requests that nobody has taken. */
  readonly waiting: readonly Exchange[];
  close(): Promise<void>;
}

/** From a version on. */
export const isWatchOf = (path: string) => (exchange: Exchange) =>
  exchange.path === path && exchange.query.get('watch') === 'true' && !exchange.query.has('sendInitialEvents');
/** A watch that begins with all there is. */
export const isStreamedListOf = (path: string) => (exchange: Exchange) =>
  exchange.path === path && exchange.query.get('sendInitialEvents') === 'true';
export const isListOf = (path: string) => (exchange: Exchange) =>
  exchange.path === path && exchange.query.get('watch') === null;

/**
 * `user`: of the kubeconfig; absent: one with a token. `streamsLists`: it knows of watches that begin with all there is;
 * otherwise it refuses them by itself.
 */
export async function startScriptedApiServer(
  user: object = { token: 'secret-token' },
  streamsLists = false,
): Promise<ScriptedApiServer> {
  const waiting: Exchange[] = [];
  const takers: { readonly fits: (exchange: Exchange) => boolean; readonly give: (exchange: Exchange) => void }[] = [];
  const server = http.createServer((request, response) => void receive(request, response));

  async function receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://server');
    const exchange: Exchange = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      answer(status, json, headers = {}) {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(json));
      },
      open() {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.flushHeaders();
      },
      line: (value) => void response.write(`${JSON.stringify(value)}\n`),
      text: (text) => void response.write(text),
      end: () => void response.end(),
      cut: () => void response.destroy(),
      closed: once(response, 'close').then(() => undefined),
    };
    if (!streamsLists && exchange.query.has('sendInitialEvents')) {
      const message = 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch';
      return exchange.answer(422, { kind: 'Status', code: 422, reason: 'Invalid', message });
    }
    const index = takers.findIndex((taker) => taker.fits(exchange));
    if (index === -1) waiting.push(exchange);
    else takers.splice(index, 1)[0]?.give(exchange);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-test-'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );

  return {
    url,
    kubeconfig,
    waiting,
    take(fits) {
      const index = waiting.findIndex(fits);
      const found = index === -1 ? undefined : waiting.splice(index, 1)[0];
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((give) => takers.push({ fits, give }));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

// A proxy before a real API server that misbehaves as API servers and the networks before them do.
// In: a cluster, and the fault that shall hold from now on. Out: a kubeconfig that leads through it; counts.
// Must hold: without a fault every byte passes unchanged and at once; with one, what passes is the real server's.
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { createCa } from './certs.ts';
import type { Cluster } from './cluster.ts';
import { createTempFolder } from './netns.ts';

export type ApiFault = {
  /** Which requests it hits. Absent: all. */
  readonly hits?: (request: ApiRequest) => boolean;
} & (
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Answered here, by a Status of this code; the server never sees the request. */
  | { readonly kind: 'answer'; readonly code: number; readonly reason: string; readonly retryAfterS?: number }
  /** Watches from a version begin, and end at once with the event that says that it is too old. */
  | { readonly kind: 'expired-watches' }
  /** Watches begin, and those that are open stay open; no event comes any more. */
  | { readonly kind: 'silent-watches' }
);

export interface ApiRequest {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly isWatch: boolean;
  /** Tells all there is: a list, or a watch that begins with one. */
  readonly isList: boolean;
}

export interface ApiProxy {
  /** Path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Holds until the next call; undefined: none. Watches that a fault has silenced are closed when it ends. */
  fault(fault: ApiFault | undefined): void;
  /** How often the present fault has hit. */
  hits(): number;
  /** Requests so far that fit. */
  count(fits: (request: ApiRequest) => boolean): number;
  /** Closes every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** The proxy listens where programs in the cluster's namespace and beside the test reach it, and speaks for an administrator. */
export async function startApiProxy(cluster: Cluster): Promise<ApiProxy> {
  const address = cluster.netns.hostAddress;
  const authority = await createCa();
  const { cert, key } = await authority.issue({ hosts: [address] });
  const agent = new Agent({ keepAlive: true, ca: cluster.ca });
  const seen: ApiRequest[] = [];
  const sockets = new Set<Socket>();
  /** Ends what an open watch passes on. */
  const watches = new Map<ApiRequest, { silence(): void; reset(): void }>();
  const silenced = new Set<{ reset(): void }>();
  let present: ApiFault | undefined;
  let hits = 0;

  function answer(response: ServerResponse, code: number, reason: string, headers: Record<string, string> = {}): void {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(statusOf(code, reason)));
  }

  function silenceWatches(fault: ApiFault): void {
    for (const [watched, watch] of watches) {
      if (fault.hits?.(watched) === false) continue;
      watch.silence();
      silenced.add(watch);
    }
  }

  function forward(request: IncomingMessage, response: ServerResponse, asked: ApiRequest): void {
    const { method, url: path, headers } = request;
    const onward = httpsRequest(`${cluster.url}${path}`, { method, headers, agent }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      response.flushHeaders();
      received.pipe(response);
      received.once('error', () => response.destroy());
      if (!asked.isWatch) return;
      const watch = {
        silence: () => void received.unpipe(response).pause(),
        reset: () => void request.socket.destroy(),
      };
      watches.set(asked, watch);
      response.once('close', () => {
        watches.delete(asked);
        silenced.delete(watch);
      });
      if (present?.kind === 'silent-watches') silenceWatches(present);
    });
    onward.once('error', () => request.socket.destroy());
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }

  const server = createServer({ cert, key, keepAliveTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://api');
    const isWatch = searchParams.get('watch') === 'true' || searchParams.get('watch') === '1';
    const isList = !isWatch || searchParams.get('sendInitialEvents') === 'true';
    const asked = { method: request.method ?? 'GET', path: pathname, isWatch, isList };
    seen.push(asked);
    const fault = present;
    if (fault === undefined || fault.hits?.(asked) === false) return forward(request, response, asked);
    switch (fault.kind) {
      case 'slow':
        hits++;
        setTimeout(() => forward(request, response, asked), fault.delayMs);
        return;
      case 'answer': {
        hits++;
        request.resume();
        const retry = fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
        return answer(response, fault.code, fault.reason, retry);
      }
      case 'expired-watches':
        if (isList) return forward(request, response, asked);
        hits++;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`${JSON.stringify({ type: 'ERROR', object: statusOf(410, 'Expired') })}\n`);
        return;
      case 'silent-watches':
        if (isWatch) hits++;
        return forward(request, response, asked);
    }
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(await createTempFolder(), 'kubeconfig');
  const direct = await readFile(cluster.kubeconfigPath, 'utf8');
  await writeFile(
    kubeconfig,
    direct
      .replace(cluster.url, `https://${address}:${port}`)
      .replace(Buffer.from(cluster.ca).toString('base64'), Buffer.from(authority.ca).toString('base64')),
  );

  return {
    kubeconfig,
    fault(fault) {
      present = fault;
      hits = 0;
      for (const watch of silenced) watch.reset();
      silenced.clear();
      if (fault?.kind === 'silent-watches') silenceWatches(fault);
    },
    hits: () => hits,
    count: (fits) => seen.filter(fits).length,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

function statusOf(code: number, reason: string): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: `${reason}, says the test` };
}

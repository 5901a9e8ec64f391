// A Consul for tests, since no registry has the real one: `/v1/health/service/NAME` as HashiCorp publishes it (HTTP API
// "Health", features "Blocking queries", "Consistency", ACL). A query with `index` waits until the service's index is
// another one or `wait` has passed; X-Consul-Index goes up with every change and never is 0; a token that is not known is
// answered 403, and what a known one may not read is filtered, which a header tells.
// Must hold: the test steers it; queries are kept for it to look at.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';

export interface ConsulInstanceSpec {
  readonly address: string;
  readonly port: number;
  /** Absent: passing. */
  readonly health?: 'passing' | 'critical';
  readonly weight?: number;
  /** The node's alone: the service was registered without an address. */
  readonly onNode?: true;
}

export interface ConsulQuery {
  readonly service: string;
  readonly index: number;
  readonly datacenter: string;
  readonly waitMs: number;
  readonly token: string;
  /** Common name of the client's certificate. */
  readonly clientCommonName?: string;
}

export interface TestConsul {
  readonly port: number;
  readonly queries: readonly ConsulQuery[];
  /** Queries that wait now. */
  waiting(): number;
  /** Most that have waited at once. */
  readonly mostWaiting: number;
  /** Replaces all instances of a service; whoever waits for it is answered. */
  register(service: string, instances: readonly ConsulInstanceSpec[]): void;
  /** As after a restore from a snapshot: the index of everything starts again from `index`, and waits end. */
  restore(index: number): void;
  /** Answers everything with this status; null: as usual again. Waits end. */
  fail(status: number | null, body?: string): void;
  /** Stops listening and ends all connections. */
  stop(): Promise<void>;
}

export interface TestConsulOptions {
  /** Absent: any free one. */
  readonly port?: number;
  /** Absent: dc1. */
  readonly datacenter?: string;
  /** Tokens and the services that each may read; absent: anybody may read everything. */
  readonly tokens?: Readonly<Record<string, readonly string[]>>;
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
}

export async function startConsul(options: TestConsulOptions = {}): Promise<TestConsul> {
  const { datacenter = 'dc1', tokens, tls } = options;
  const services = new Map<string, { instances: readonly ConsulInstanceSpec[]; index: number }>();
  const queries: ConsulQuery[] = [];
  const waits = new Set<() => void>();
  let index = 10;
  let mostWaiting = 0;
  let failure: { readonly status: number; readonly body: string } | null = null;
  const failing = (): typeof failure => failure;

  function wakeAll(): void {
    for (const wake of Array.from(waits)) wake();
  }

  async function wait(service: string, since: number, waitMs: number, request: IncomingMessage): Promise<void> {
    const changed = () => failure !== null || indexOf(service) !== since;
    const deadline = Date.now() + waitMs + (Math.random() * waitMs) / 16;
    while (!changed() && Date.now() < deadline && !request.destroyed) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waits.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, deadline - Date.now());
        waits.add(wake);
        mostWaiting = Math.max(mostWaiting, waits.size);
        request.once('close', wake);
      });
    }
  }

  /** A service that nobody registered changes with the catalogue. */
  function indexOf(service: string): number {
    return services.get(service)?.index ?? 5;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://consul');
    const service = /^\/v1\/health\/service\/([^/]+)$/.exec(url.pathname)?.[1];
    const give = (status: number, body: string): void => void response.writeHead(status).end(body);
    if (service === undefined || request.method !== 'GET') return give(404, '');
    const token = String(request.headers['x-consul-token'] ?? '');
    const peer = tls === undefined ? undefined : (request.socket as TLSSocket).getPeerCertificate().subject?.CN;
    const query: ConsulQuery = {
      service: decodeURIComponent(service),
      index: Number(url.searchParams.get('index') ?? 0),
      datacenter: url.searchParams.get('dc') ?? datacenter,
      waitMs: durationMs(url.searchParams.get('wait') ?? '5m'),
      token,
      ...(typeof peer === 'string' && { clientCommonName: peer }),
    };
    queries.push(query);
    if (failure !== null) return give(failure.status, failure.body);
    if (tokens !== undefined && token !== '' && tokens[token] === undefined) return give(403, 'ACL not found');
    if (query.datacenter !== datacenter) return give(500, 'No path to datacenter');
    if (query.index > 0) await wait(query.service, query.index, query.waitMs, request);
    if (response.destroyed) return;
    const failed = failing();
    if (failed !== null) return give(failed.status, failed.body);
    const mayRead = tokens === undefined || (tokens[token] ?? []).includes(query.service);
    const all = services.get(query.service)?.instances ?? [];
    const passing = url.searchParams.has('passing') ? all.filter((each) => each.health !== 'critical') : all;
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-consul-index', String(indexOf(query.service)));
    if (!mayRead && passing.length > 0) response.setHeader('x-consul-results-filtered-by-acls', 'true');
    give(200, JSON.stringify(mayRead ? passing.map((each) => entryOf(query.service, each, datacenter)) : []));
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined);
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer(
          { cert: tls.cert, key: tls.key, ...(tls.ca !== undefined && { ca: tls.ca, requestCert: true }) },
          listener,
        );
  server.keepAliveTimeout = 60_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    queries,
    waiting: () => waits.size,
    get mostWaiting() {
      return mostWaiting;
    },
    register(service, instances) {
      index++;
      services.set(service, { instances, index });
      wakeAll();
    },
    restore(from) {
      index = from;
      for (const [service, { instances }] of services) services.set(service, { instances, index });
      wakeAll();
    },
    fail(status, body = '') {
      failure = status === null ? null : { status, body };
      wakeAll();
    },
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      wakeAll();
      await once(server, 'close');
    },
  };
}

/** Go's durations, as far as `wait` is written. */
function durationMs(text: string): number {
  const [, number = '0', unit = 's'] = /^(\d+)(ms|s|m)$/.exec(text) ?? [];
  return Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
}

function entryOf(
  service: string,
  { address, port, weight = 1, onNode }: ConsulInstanceSpec,
  datacenter: string,
): object {
  return {
    Node: {
      ID: '40e4a748-2192-161a-0510-9bf59fe950b5',
      Node: 'node-1',
      Address: onNode ? address : '192.0.2.1',
      Datacenter: datacenter,
      TaggedAddresses: {},
      Meta: {},
    },
    Service: {
      ID: `${service}-${address}-${port}`,
      Service: service,
      Tags: [],
      Address: onNode ? '' : address,
      Meta: null,
      Port: port,
      Weights: { Passing: weight, Warning: 1 },
    },
    Checks: [{ Node: 'node-1', CheckID: 'serfHealth', Name: 'Serf Health Status', Status: 'passing' }],
  };
}

// One Consul, as queries go to it: address, token, TLS, and how many may wait there at once. A query is one request; who
// repeats it, and when, is the watch's matter. Tokens and keys go into requests alone: no message holds them.
import { readFile } from 'node:fs/promises';
import type { Agent, IncomingHttpHeaders, RequestOptions } from 'node:http';
import type * as Https from 'node:https';
import { http } from '../node-http.ts';
import type { SourceClock } from '../source.ts';
import type { ConsulDefaults, Place } from './environment.ts';

const https: typeof Https = process.getBuiltinModule('node:https');

/** As the vertex of the graph has it. */
export interface ConsulServerOptions {
  readonly datacenter: string;
  readonly token?: string;
  readonly tls?: {
    readonly caPem?: string;
    readonly certificatePem?: string;
    readonly privateKeyPem?: string;
    readonly serverName?: string;
  };
}

export interface HealthQuery {
  readonly service: string;
  /** 0: answer at once. */
  readonly index: number;
  readonly signal: AbortSignal;
}

export type HealthAnswer =
  | {
      readonly kind: 'answer';
      readonly index: string | undefined;
      readonly body: string;
      /** The token may not see everything. */
      readonly isFiltered: boolean;
    }
  /** The token is refused. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface ConsulClient {
  /** Waits for its turn, then asks. Rejects only when aborted. */
  health(query: HealthQuery): Promise<HealthAnswer>;
  /** How many services are watched here. True: so many more or fewer that running queries must be made anew. */
  demand(services: number): boolean;
  close(): void;
}

/** Consul's own default; it adds up to a sixteenth of it, so that clients do not come back together. */
const longWaitMs = 300_000;
/** While there are more services than queries may wait, they take turns. */
const turnMs = 1000;
const answerDeadlineMs = 30_000;
const connectDeadlineMs = 10_000;
/** Of a connection that no query uses. */
const idleMs = 30_000;
const maxBodyBytes = 64 * 1024 * 1024;
const maxMessageLength = 300;

export function createConsulClient(
  place: Extract<Place, { ok: true }>,
  server: ConsulServerOptions,
  defaults: ConsulDefaults,
  clock: SourceClock,
): ConsulClient {
  let agent: { readonly material: string; readonly agent: Agent } | undefined;
  let services = 0;
  let running = 0;
  const queue: (() => void)[] = [];

  async function turn(signal: AbortSignal): Promise<void> {
    if (running >= defaults.maxQueries) {
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          queue.splice(queue.indexOf(go), 1);
          reject(signal.reason as Error);
        };
        const go = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(go);
      });
      return;
    }
    running++;
  }

  function endTurn(): void {
    const next = queue.shift();
    if (next === undefined) running--;
    else next();
  }

  async function tokenOf(): Promise<string | undefined> {
    if (server.token !== undefined) return server.token;
    return defaults.tokenFile === undefined ? defaults.token : (await readFile(defaults.tokenFile, 'utf8')).trim();
  }

  /** Files are read for each query, so rotated ones count from the next on; connections are made anew when they differ. */
  async function tlsOptions(): Promise<Https.AgentOptions> {
    const { caPem, certificatePem, privateKeyPem, serverName = defaults.serverName } = server.tls ?? {};
    const read = async (file: string | undefined) => (file === undefined ? undefined : await readFile(file, 'utf8'));
    const ca = caPem ?? (await read(defaults.caFile));
    const cert = certificatePem ?? (await read(defaults.certFile));
    const key = certificatePem === undefined ? await read(defaults.keyFile) : privateKeyPem;
    return {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(serverName !== undefined && { servername: serverName }),
      rejectUnauthorized: defaults.verify,
    };
  }

  async function agentOf(): Promise<Agent> {
    const options = place.tls ? await tlsOptions() : {};
    const material = JSON.stringify(options);
    if (agent?.material === material) return agent.agent;
    // Queries that wait over the old one's connections go on; idle connections end by themselves.
    const common = { keepAlive: true, maxSockets: Infinity, timeout: idleMs };
    const made = place.tls ? new https.Agent({ ...common, ...options }) : new http.Agent(common);
    agent = { material, agent: made };
    return made;
  }

  function waitMs(): number {
    return services > defaults.maxQueries ? turnMs : longWaitMs;
  }

  function pathOf({ service, index }: HealthQuery): string {
    const query = new URLSearchParams({ passing: '1' });
    if (server.datacenter !== '') query.set('dc', server.datacenter);
    if (defaults.namespace !== undefined) query.set('ns', defaults.namespace);
    if (defaults.partition !== undefined) query.set('partition', defaults.partition);
    if (index > 0) {
      query.set('index', String(index));
      query.set('wait', `${waitMs()}ms`);
    }
    return `${place.path}/v1/health/service/${encodeURIComponent(service)}?${query.toString()}`;
  }

  async function ask(query: HealthQuery): Promise<HealthAnswer> {
    const [token, requestAgent] = await Promise.all([tokenOf(), agentOf()]);
    const where = 'socket' in place ? { socketPath: place.socket } : { host: place.host, port: place.port };
    const options: RequestOptions = {
      ...where,
      path: pathOf(query),
      agent: requestAgent,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && token !== '' && { 'x-consul-token': token }),
        ...(defaults.basic !== undefined && {
          authorization: `Basic ${Buffer.from(defaults.basic).toString('base64')}`,
        }),
      },
      signal: query.signal,
    };
    const deadlineMs = query.index > 0 ? waitMs() * (17 / 16) + answerDeadlineMs : answerDeadlineMs;
    const { status, headers, body } = await send(options, deadlineMs);
    if (status === 200) {
      const isFiltered = headers['x-consul-results-filtered-by-acls'] === 'true';
      return { kind: 'answer', index: headers['x-consul-index'] as string | undefined, body, isFiltered };
    }
    const message = `Consul answers ${status}${body.trim() === '' ? '' : `: ${short(body)}`}`;
    return { kind: status === 401 || status === 403 ? 'refused' : 'failed', message };
  }

  function send(
    options: RequestOptions,
    deadlineMs: number,
  ): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }> {
    return new Promise((resolve, reject) => {
      const request = (place.tls ? https : http).request(options);
      const late = (afterMs: number, what: string) =>
        clock.setTimer(afterMs, () => request.destroy(new Error(`${what} in ${Math.round(afterMs / 1000)} s`)));
      const connecting = late(connectDeadlineMs, 'no connection');
      const answering = late(deadlineMs, 'no answer');
      const end = (): void => {
        connecting.cancel();
        answering.cancel();
      };
      request.on('socket', (socket) => {
        if (!socket.connecting) connecting.cancel();
        else socket.once(place.tls ? 'secureConnect' : 'connect', () => connecting.cancel());
      });
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let sizeBytes = 0;
        response.on('data', (chunk: Buffer) => {
          sizeBytes += chunk.length;
          chunks.push(chunk);
          if (sizeBytes > maxBodyBytes) request.destroy(new Error(`the answer has more than ${maxBodyBytes} bytes`));
        });
        response.on('error', reject);
        response.on('end', () => {
          end();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      request.on('error', (error) => {
        end();
        reject(error);
      });
      request.end();
    });
  }

  return {
    async health(query) {
      await turn(query.signal);
      try {
        return await ask(query);
      } catch (error) {
        query.signal.throwIfAborted();
        return { kind: 'failed', message: messageOf(error) };
      } finally {
        endTurn();
      }
    },
    demand(wanted) {
      const before = waitMs();
      services = wanted;
      return waitMs() !== before;
    },
    close() {
      agent?.agent.destroy();
    },
  };
}

/** Of several addresses tried Node tells each; the first says enough. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

function short(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= maxMessageLength ? line : `${line.slice(0, maxMessageLength)}…`;
}

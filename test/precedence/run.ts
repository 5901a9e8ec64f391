// Worlds of Gateways and routes through nuncio and a real Envoy: does the rule answer that the specification's order names?
// In: a seed and how much. Out: every request for which another rule answered, with what led to it.
// The objects of one world replace those of the one before in the same running nuncio, so order is kept up, not only made.
import { setTimeout as delay } from 'node:timers/promises';
import { deployObjects, gatewayCrds } from '../e2e/fixtures/deploy.ts';
import { namespace, tlsSecret, upstream } from '../e2e/fixtures/objects.ts';
import { createRandom } from '../simulation/world.ts';
import { startBackend } from '../support/backend.ts';
import { createCa } from '../support/certs.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { http1, type HttpConnection } from '../support/http-client.ts';
import { startNuncio, until } from '../support/nuncio.ts';
import { countCandidates, judge, type Answer, type AnyRoute, type Objects, type Request } from './model.ts';
import {
  ageCount,
  backendName,
  certificateName,
  className,
  makeRequest,
  makeWorld,
  namespaces,
  ruleHeader,
  type Doors,
  type World,
} from './world.ts';

export interface PrecedenceOptions {
  readonly seed: number;
  readonly requests: number;
  readonly routeDiscovery: 'scoped' | 'single';
  readonly onProgress?: (text: string) => void;
}

export interface PrecedenceResult {
  readonly requests: number;
  readonly worlds: number;
  /** Requests that more than one rule takes: those in which an order shows. */
  readonly contested: number;
  readonly served: number;
  readonly findings: readonly string[];
}

const routesOfWorld = 100;
const requestsOfWorld = 200;
const maxFindings = 10;
/** What is asked before all that a world brings has got to Envoy is asked again. */
const tries = { count: 40, pauseMs: 50 };

export async function runPrecedence(options: PrecedenceOptions): Promise<PrecedenceResult> {
  const { seed, requests, routeDiscovery, onProgress } = options;
  const random = createRandom(seed);
  // A loopback address for each Gateway; which of them are taken is the machine's matter, so the ports are free ones.
  const doors: Doors = {
    addresses: ['127.77.0.1', '127.77.0.2', '127.77.0.3'],
    ports: { http: [await freePort(), await freePort()], https: await freePort() },
  };
  const certificate = await (await createCa()).issue({ hosts: ['*.example.com'] });
  const cluster = await startCluster({ controllers: [] });
  const backend = await startBackend({ name: backendName, address: cluster.netns.hostAddress });
  await cluster.apply([...(await gatewayCrds()), ...(await deployObjects('crds'))]);
  await cluster.apply([
    ...namespaces.map(namespace),
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: className },
      spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
    },
    ...namespaces.flatMap((name) => [
      ...upstream(backendName, [backend], { namespace: name }),
      tlsSecret(certificateName, certificate, { namespace: name }),
    ]),
  ]);
  const nuncio = await startNuncio({
    kubeconfig: cluster.kubeconfigPath,
    envoy: 'child',
    args: [`--route-discovery=${routeDiscovery}`, '--gateway-static-addresses=127.77.0.0/24'],
  });
  const findings: string[] = [];
  let routes: readonly AnyRoute[] = [];
  const counts = { requests: 0, worlds: 0, contested: 0, served: 0 };
  try {
    while (counts.requests < requests && findings.length < maxFindings) {
      const world = makeWorld(random, counts.worlds++, doors, routesOfWorld);
      const stored = await replaceWorld(cluster, world, routes);
      routes = stored.routes;
      const client = createClient(doors);
      try {
        await Promise.all(
          world.markers.map(async (request) =>
            until(
              `world ${counts.worlds} on ${request.address}:${request.port} ${request.host}`,
              async () => judge(stored, request, await client.ask(request)),
              (wrong) => wrong === undefined,
            ),
          ),
        );
        const asked = Array.from({ length: Math.min(requestsOfWorld, requests - counts.requests) }, () =>
          makeRequest(random, world),
        );
        counts.requests += asked.length;
        counts.contested += asked.filter((request) => countCandidates(stored, request) > 1).length;
        const results = await inTurns(asked, 8, async (request) => look(client, stored, request));
        for (const { answer, wrong, request } of results) {
          if ('rule' in answer) counts.served++;
          if (wrong === undefined) continue;
          const finding = describe(seed, counts.worlds, stored, request, answer, wrong);
          findings.push(finding);
          onProgress?.(finding);
        }
      } finally {
        client.close();
      }
      if (counts.worlds % 10 === 0 || counts.requests >= requests)
        onProgress?.(`${counts.requests} requests, ${counts.worlds} worlds, ${findings.length} findings`);
    }
  } finally {
    await nuncio.stop();
    await backend.stop();
    await cluster.stop();
  }
  return { ...counts, findings };
}

/** Puts the world where another one was, the oldest routes first. */
async function replaceWorld(cluster: Cluster, world: World, old: readonly AnyRoute[]): Promise<Objects> {
  await Promise.all(chunks(old, 16).map(async (some) => cluster.delete(...some)));
  await cluster.apply([...world.gateways, ...world.sets]);
  const routes: AnyRoute[] = [];
  for (let age = 0; age < ageCount; age++) {
    // The next second of the API server's clock, which is the machine's.
    if (age > 0) await delay(1000 - (Date.now() % 1000));
    const young = world.routes.filter((each) => each.age === age).map(({ route }) => route);
    routes.push(...((await cluster.apply(young)) as unknown as AnyRoute[]));
  }
  return { gateways: world.gateways, sets: world.sets, routes };
}

function chunks<T>(list: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.max(1, Math.ceil(list.length / count));
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

interface Looked {
  readonly request: Request;
  readonly answer: Answer;
  readonly wrong: string | undefined;
}

async function look(client: Client, world: Objects, request: Request): Promise<Looked> {
  for (let count = 1; ; count++) {
    const answer = await client.ask(request);
    const wrong = judge(world, request, answer);
    if (wrong === undefined || count === tries.count) return { request, answer, wrong };
    await delay(tries.pauseMs);
  }
}

interface Client {
  ask(request: Request): Promise<Answer>;
  close(): void;
}

/** Connections are kept open: one to each address, port and server name at a time. */
function createClient({ ports }: Doors): Client {
  const connections = new Map<string, HttpConnection>();
  const connectionOf = ({ address, port, sni }: Request): HttpConnection => {
    const key = `${address} ${port} ${sni ?? ''}`;
    const tls = port === ports.https && { tls: sni === undefined ? {} : { sni } };
    const connection = connections.get(key) ?? http1({ address, port, ...tls });
    connections.set(key, connection);
    return connection;
  };
  return {
    async ask(request) {
      const query = new URLSearchParams(request.query).toString();
      try {
        const { status, headers } = await connectionOf(request).request({
          method: request.method,
          path: `${request.path}${query && `?${query}`}`,
          host: request.host,
          headers: request.headers,
        });
        const rule = headers[ruleHeader];
        return status === 200 && typeof rule === 'string' ? { rule } : { status };
      } catch {
        // Refused, or closed in the handshake.
        return { refused: true };
      }
    },
    close: () => {
      for (const connection of connections.values()) connection.close();
    },
  };
}

async function inTurns<T, R>(list: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < list.length; index = next++) results[index] = await work(list[index]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

function describe(
  seed: number,
  number: number,
  world: Objects,
  request: Request,
  answer: Answer,
  wrong: string,
): string {
  const named = new Set(
    [...`${JSON.stringify(answer)} ${wrong}`.matchAll(/(?:HTTP|GRPC)Route\/([^/]+\/[^/]+)\//g)].map(([, name]) => name),
  );
  const routes = world.routes.filter(({ metadata }) => named.has(`${metadata.namespace}/${metadata.name}`));
  const listeners = [...world.gateways, ...world.sets].flatMap(({ metadata, spec }) =>
    spec.listeners
      .filter(({ port }) => port === request.port)
      .map(({ name, hostname }) => `${metadata.name}/${name} ${hostname ?? '*'}`),
  );
  return [
    `seed ${seed}, world ${number}: ${JSON.stringify(request)} got ${JSON.stringify(answer)}: ${wrong}`,
    `  listeners: ${listeners.join(', ')}`,
    ...routes.slice(0, 6).map((route) => `  ${JSON.stringify(route)}`),
  ].join('\n');
}

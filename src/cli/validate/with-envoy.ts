// What a real Envoy says of compiled files. The resources go through the streamer that serves, in this process, to Envoys
// that are started for it: so what is refused is found down to the host or chain, and has its owners. Gateways with Envoys
// of their own are checked by Envoys of their own. No port but those of loopback that are free anyway is taken, no request served.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import Registry from 'prom-client/lib/registry.js';
import type { ActorFactory, ActorName } from '../../actors/actor.ts';
import { clockOrigin, createClock } from '../../actors/clock.ts';
import { parseEnvoyLogLine } from '../../actors/envoy/envoy-log.ts';
import { spawnEnvoy } from '../../actors/envoy/envoy-child.ts';
import { createHost, type Host } from '../../actors/host.ts';
import { createActor as createStreamerActor, type ClientReport } from '../../actors/streamer/actor.ts';
import { edges, receiverOf, senderOf } from '../../actors/topology.ts';
import type { GraphSnapshot } from '../../dag/snapshot.ts';
import type { Vertex } from '../../dag/vertices.ts';
import type { RejectionValue } from '../../messages/rejections.ts';
import type { EncodedResource } from '../../messages/resources.ts';
import type { Config } from '../../model/config.ts';
import { FLEET_CLUSTER_PREFIX } from '../../model/gateway-fleet.ts';
import type { EndpointSlice } from '../../model/kinds/endpoint-slice.ts';
import type { Problem } from '../../model/object.ts';
import { reasonOf, subjectOf } from '../../status/rejections.ts';
import { bootstrap } from '../../xds/bootstrap.ts';
import { resourceKey, withProblem } from '../../xds/resource.ts';
import { encodeGraph, type EncodedGraph } from '../offline/encode.ts';
import { envoyAdmin } from '../shutdown/envoy-admin.ts';

export interface EnvoyCheck {
  readonly binary: string;
  readonly graph: GraphSnapshot;
  readonly slices: readonly EndpointSlice[];
  readonly config: Config;
}

/** Envoys at the same time: each takes a core while it reads. */
const CONCURRENCY = 2;
/** Without any progress. */
const patienceMs = 30_000;
const pollMs = 20;

/** One problem for each object and thing refused. Rejects when an Envoy does not start, ends by itself or stops answering. */
export async function problemsByEnvoy({ binary, graph, slices, config }: EnvoyCheck): Promise<readonly Problem[]> {
  const resources = encodedForHere(graph, slices, config.routeDiscovery);
  const host = createServingHost(resources, config);
  const found = new Map<string, RejectionValue>();
  try {
    await host.start();
    const { port } = host.query('streamer', 'address', undefined) as { readonly port: number };
    const waiting = fleetsOf(resources);
    const work = async (): Promise<void> => {
      for (let fleet = waiting.shift(); fleet !== undefined; fleet = waiting.shift()) {
        await showTo({ binary, port, cluster: fleet, host });
        // Before the Envoys leave: what only they refuse is forgotten with them.
        for (const value of host.query('streamer', 'rejections', undefined) as readonly RejectionValue[])
          found.set(`${resourceKey(value.type, value.name)}#${value.part ?? ''}`, value);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    await host.stop();
  }
  return [...found.values()].flatMap(problemsOf);
}

function problemsOf(rejection: RejectionValue): Problem[] {
  const who = rejection.by === 'client' ? 'Envoy refuses' : 'a rule of Envoy is broken by';
  const message = `${who} ${subjectOf(rejection)}: ${rejection.message.trim()}`;
  const owners = rejection.owners.length > 0 ? rejection.owners : [''];
  return owners.map((object) => ({ code: reasonOf(rejection), severity: 'error', object, path: '', message }));
}

/**
 * Listeners take ports of loopback that are free, and write no logs to files that only Envoy's machine has. Whether their
 * real addresses go together is the translator's to say.
 */
function encodedForHere(
  graph: GraphSnapshot,
  slices: readonly EndpointSlice[],
  routeDiscovery: Config['routeDiscovery'],
): EncodedGraph {
  const here = encodeGraph(graph, slices, routeDiscovery, (vertex): Vertex => {
    if (vertex.kind !== 'Listener') return vertex;
    const { otherAddresses: _others, accessLog, ...rest } = vertex;
    const log = accessLog && { accessLog: { ...accessLog, path: '/dev/null' } };
    return { ...rest, ...log, address: '127.0.0.1', port: 0 };
  });
  const real = encodeGraph(graph, [], routeDiscovery).listenerTranslator;
  const listeners = [...here.listenerTranslator].map(
    ([key, resource]) => [key, withProblem(resource, resource.problem ?? real.get(key)?.problem)] as const,
  );
  return { ...here, listenerTranslator: new Map(listeners) };
}

/** `node.cluster` of an Envoy of each fleet; the first is everybody's. */
function fleetsOf({ listenerTranslator }: EncodedGraph): string[] {
  const fleets = [...listenerTranslator.values()]
    .filter(({ name }) => name.startsWith(FLEET_CLUSTER_PREFIX))
    .map(({ name }) => name.split('/').slice(0, 3).join('/'));
  return ['nuncio', ...new Set(fleets)];
}

/** The streamer as it serves, with everything that it is given there from the start. */
function createServingHost(resources: EncodedGraph, config: Config): Host {
  const feeders = Object.entries(resources) as [keyof EncodedGraph, ReadonlyMap<string, EncodedResource>][];
  const feeder = (name: keyof EncodedGraph, made: ReadonlyMap<string, EncodedResource>): ActorFactory => {
    return (context) => {
      context.sender<EncodedResource>(`${name}>streamer`, { state: () => made }).synced();
      return {};
    };
  };
  const listener: ActorFactory = (context) => {
    context.receive('streamer>status', () => {});
    return {};
  };
  const { tls: _tls, nodeAuthorization: _rules, renewCertificates: _renew, ...xds } = config.xds;
  const { state: _state, ...rest } = config;
  const actors: [ActorName, ActorFactory][] = [
    ['streamer', createStreamerActor],
    ['status', listener],
    ...feeders.map(([name, made]): [ActorName, ActorFactory] => [name, feeder(name, made)]),
  ];
  return createHost({
    actors: actors.map(([name, factory]) => ({ name, load: () => factory })),
    edges: edges.filter((edge) => receiverOf(edge) === 'streamer' || senderOf(edge) === 'streamer'),
    config: { ...rest, xds: { ...xds, address: '127.0.0.1', port: 0, reflection: false } },
    clock: createClock(clockOrigin()),
    log: pino({ enabled: false }),
    metrics: new Registry(),
    trace: { forActor: () => ({ enabled: false, event() {} }) },
    onFail(actor, error) {
      throw new Error(`actor ${actor} failed`, { cause: error });
    },
  });
}

interface Shown {
  readonly binary: string;
  readonly port: number;
  readonly cluster: string;
  readonly host: Host;
}

/** Resolves when Envoy has taken or refused everything that is for it, and nothing of it waits for anything. */
async function showTo({ binary, port, cluster, host }: Shown): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-envoy-'));
  const path = join(folder, 'admin');
  const nodeId = `validate ${cluster}`;
  const config = bootstrap({
    nodeId,
    nodeCluster: cluster,
    xdsAddress: '127.0.0.1',
    xdsPort: port,
    admin: { kind: 'pipe', path },
  });
  const envoy = spawnEnvoy(binary, config, { logLevel: 'error', more: ['--concurrency', '1'], stdout: 'ignore' });
  const said: string[] = [];
  if (envoy.stderr)
    createInterface({ input: envoy.stderr }).on('line', (line) => {
      said.push(parseEnvoyLogLine(line).message);
      if (said.length > 20) said.shift();
    });
  let ended: string | undefined;
  const gone = new Promise<void>((resolve) => {
    envoy.once('error', (error) => {
      ended = error.message;
      resolve();
    });
    envoy.once('exit', (code, signal) => {
      ended ??= signal === null ? `exit code ${code}` : `signal ${signal}`;
      resolve();
    });
  });
  const admin = envoyAdmin({ kind: 'pipe', path });
  try {
    let seen = '';
    let seenAtMs = performance.now();
    for (;;) {
      if (ended !== undefined) throw new Error(`${binary} ended (${ended}): ${said.join(' ') || 'it said nothing'}`);
      const clients = host.query('streamer', 'clients', undefined) as readonly ClientReport[];
      const client = clients.find(({ node }) => node?.id === nodeId);
      const isSettled = client?.types.every(({ settled }) => settled) === true && hasEssentials(client);
      // What Envoy has taken may make it ask for more; that it has done before it says that nothing warms.
      if (isSettled && (await nothingWarms(admin)) && progressOf(host, nodeId) === seen) return;
      const now = progressOf(host, nodeId);
      if (now !== seen) [seen, seenAtMs] = [now, performance.now()];
      if (performance.now() - seenAtMs > patienceMs)
        throw new Error(`${binary} does not go on since ${patienceMs / 1000} s; it has ${seen || 'not connected'}`);
      await delay(pollMs);
    }
  } finally {
    envoy.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

function hasEssentials({ types }: ClientReport): boolean {
  return ['cluster', 'listener'].every((essential) => types.some(({ type }) => type === essential));
}

/** All that changes while Envoy takes things in, as text. */
function progressOf(host: Host, nodeId: string): string {
  const clients = host.query('streamer', 'clients', undefined) as readonly ClientReport[];
  const types = clients.find(({ node }) => node?.id === nodeId)?.types ?? [];
  return types
    .map(({ type, names, accepted, pending, unanswered, refused }) => {
      return `${type}: ${accepted} accepted, ${refused.length} refused, ${pending + unanswered} under way, ${names} asked for`;
    })
    .join('; ');
}

/** False too while Envoy does not answer yet. */
async function nothingWarms(admin: ReturnType<typeof envoyAdmin>): Promise<boolean> {
  const filter = encodeURIComponent(
    '^(cluster_manager.warming_clusters|listener_manager.total_listeners_warming|server.live)$',
  );
  try {
    const { body } = await admin.ask(`/stats?filter=${filter}`);
    const values = new Map([...body.matchAll(/^(\S+): (\d+)$/gm)].map(([, name, value]) => [name, value]));
    return (
      values.get('server.live') === '1' &&
      values.get('cluster_manager.warming_clusters') === '0' &&
      values.get('listener_manager.total_listeners_warming') === '0'
    );
  } catch {
    return false;
  }
}

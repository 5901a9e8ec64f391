// One simulated replica of nuncio: the real actors, each in a host of its own, linked by ports whose messages take their
// time. Only the outermost parts are replaced: the API server, the gRPC server, the pool. In: what to kill. Out: streams
// for Envoys. Actors that share a thread die together and are started again, as the supervisor does it.
import type { Logger } from 'pino';
import Registry from 'prom-client/lib/registry.js';
import type { ActorFactory, ActorName, Clock, EdgeName } from '../../src/actors/actor.ts';
import { createActor as createConsul } from '../../src/actors/consul/actor.ts';
import { createActor as createBuilder } from '../../src/actors/builder/actor.ts';
import { createActor as createEndpoints } from '../../src/actors/endpoints/actor.ts';
import { createHoldKeeper } from '../../src/actors/hold/keeper.ts';
import { createHost } from '../../src/actors/host.ts';
import type { Host } from '../../src/actors/host.ts';
import { createLeaderElection } from '../../src/actors/status/leader-election.ts';
import { createStatusWriter } from '../../src/actors/status/status-writer.ts';
import { createStreamer } from '../../src/actors/streamer/actor.ts';
import { actorNames, defaultPlacement, edges, receiverOf, senderOf } from '../../src/actors/topology.ts';
import { createActor as createClusterTranslator } from '../../src/actors/translators/cluster-actor.ts';
import { createActor as createListenerTranslator } from '../../src/actors/translators/listener-actor.ts';
import { createActor as createRouteTranslator } from '../../src/actors/translators/route-actor.ts';
import { createActor as createSecretTranslator } from '../../src/actors/translators/secret-actor.ts';
import { createWatcher } from '../../src/actors/watcher/watcher.ts';
import type { GrpcServer, GrpcServerOptions } from '../../src/grpc/server.ts';
import type { Batch } from '../../src/messages/edge.ts';
import type { RejectionValue } from '../../src/messages/rejections.ts';
import type { EncodedResource } from '../../src/messages/resources.ts';
import type { Config } from '../../src/model/config.ts';
import type { SecretCheck } from '../../src/model/kinds/secret.ts';
import { createEventClient } from '../../src/sources/kubernetes/event-client.ts';
import { createKubernetesSource } from '../../src/sources/kubernetes/kubernetes-source.ts';
import { createLeaseClient } from '../../src/sources/kubernetes/lease-client.ts';
import { createStatusClient } from '../../src/sources/kubernetes/status-client.ts';
import { createStatusWatch } from '../../src/sources/kubernetes/status-watch.ts';
import { watchedKinds } from '../../src/sources/kubernetes/watched-kind.ts';
import { ADS } from '../../src/xds/proto/resource-types.ts';
import { createStream } from '../../src/xds/stream/stream.ts';
import type { ApiServer } from './api-server.ts';
import type { ClientStream, StreamHandlers } from './envoy.ts';
import { createLink } from './links.ts';
import type { Network } from './network.ts';
import type { PlantedBug } from './planted.ts';
import { createDelays } from './world.ts';
import type { World } from './world.ts';

export interface Replica {
  readonly name: string;
  start(): void;
  /** Ends the thread on which the actor runs, at once, and starts it again after a while. */
  kill(actor: ActorName): void;
  /** Null: no streamer runs. */
  connect(protocol: 'delta' | 'sotw', handlers: StreamHandlers): ClientStream | null;
  /** What Envoys refuse here. */
  rejections(): readonly RejectionValue[];
  /** Checks what waits in the mailboxes. */
  checkQueues(): Promise<void>;
}

export interface ReplicaOptions {
  readonly world: World;
  readonly name: string;
  readonly config: Config;
  readonly server: ApiServer;
  readonly network: Network;
  readonly planted: PlantedBug | null;
  readonly verbose: boolean;
  /** Called with each resource that goes to the streamer. */
  readonly onResource: (resource: EncodedResource) => void;
}

/** What is known of a Secret in this world, where certificates are only texts. */
export function checkOf(): SecretCheck {
  return { problems: [], dnsNames: [], notAfterMs: 4_000_000_000_000 };
}

interface Life {
  readonly replica: string;
  readonly host: Host;
  alive: boolean;
  grpc: GrpcServerOptions | null;
  readonly connections: Set<() => void>;
}

/** Keys that one mailbox can hold at most: there are not more objects, vertices or resources than this. */
const maxDepth = 400;
/** Responses that wait for a client that does not read. */
const maxUnread = 4;

// All metrics of all runs go here and are never read.
const metrics = new Registry();

export function createReplica(options: ReplicaOptions): Replica {
  const { world, name, config, server, network, planted } = options;
  const { random } = world;
  const placement: Readonly<Record<ActorName, string>> = random.chance(0.5)
    ? defaultPlacement
    : (Object.fromEntries(actorNames.map((each) => [each, each])) as Record<ActorName, string>);
  const lives = new Map<ActorName, Life>();
  const links = new Map<EdgeName, number>();
  const maxItems = random.pick([3, 20, 256]);
  const log = createLog(world, name, options.verbose);

  function begin(actor: ActorName): void {
    const life: Life = {
      replica: name,
      host: createHost({
        actors: [{ name: actor, load: () => factoryOf(actor, life) }],
        edges,
        config,
        clock: clockOf(() => life.alive),
        log,
        metrics,
        trace: { forActor: () => ({ enabled: false, event() {} }) },
        onFail(failed, error) {
          world.violation(`${name}: actor ${failed} failed: ${error instanceof Error ? error.stack : String(error)}`);
        },
      }),
      alive: true,
      grpc: null,
      connections: new Set(),
    };
    lives.set(actor, life);
    life.host.start().catch((error: unknown) => world.violation(`${name}: ${actor} did not start: ${String(error)}`));
  }

  function linkAll(changed: ReadonlySet<ActorName>): void {
    for (const edge of edges) {
      const [from, to] = [senderOf(edge), receiverOf(edge)];
      const [sender, receiver] = [lives.get(from), lives.get(to)];
      if (!(changed.has(from) || changed.has(to)) || sender?.alive !== true || receiver?.alive !== true) continue;
      const relinks = links.get(edge) ?? 0;
      links.set(edge, relinks + 1);
      const onBatch = ({ upserts }: Batch<unknown>): void => {
        if (to === 'streamer') for (const { value } of upserts) options.onResource(value as EncodedResource);
      };
      const [senderPort, receiverPort] = createLink({
        world,
        edge,
        replica: name,
        relinks,
        maxItems,
        planted,
        onBatch,
      });
      const gone = (): void => {
        senderPort.close();
      };
      sender.connections.add(gone);
      receiver.connections.add(gone);
      receiver.host.link(edge, 'receiver', receiverPort);
      sender.host.link(edge, 'sender', senderPort);
    }
  }

  function startThread(actors: readonly ActorName[]): void {
    for (const actor of actors) begin(actor);
    linkAll(new Set(actors));
  }

  /** What is scheduled for a life that has ended never happens. */
  function clockOf(isAlive: () => boolean): Clock {
    return {
      nowMs: () => world.clock.nowMs(),
      dateMs: () => world.clock.dateMs(),
      setTimer: (delayMs, run) =>
        world.clock.setTimer(delayMs, () => {
          if (isAlive()) run();
        }),
    };
  }

  function factoryOf(actor: ActorName, life: Life): ActorFactory {
    const isAlive = (): boolean => life.alive;
    const client = (): ReturnType<ApiServer['client']> => server.client(`${name} ${actor}`, isAlive);
    const own = (): number => random.next();
    switch (actor) {
      case 'watcher':
        return createWatcher({
          sources: () => [
            {
              name: 'kubernetes',
              create: (context) =>
                createKubernetesSource(
                  { watchNamespaces: [], kinds: watchedKinds(), log, metrics, random: own, client: client() },
                  context,
                ),
            },
          ],
          checkSecret: () =>
            new Promise((resolve) => {
              world.clock.setTimer(random.next() * 50, () => {
                if (life.alive) resolve({ ok: true, value: checkOf() });
              });
            }),
          close: () => Promise.resolve(),
        });
      case 'builder':
        return createBuilder;
      case 'listenerTranslator':
        return createListenerTranslator;
      case 'routeTranslator':
        return createRouteTranslator;
      case 'clusterTranslator':
        return createClusterTranslator;
      case 'secretTranslator':
        return createSecretTranslator;
      case 'endpoints':
        return createEndpoints;
      case 'streamer':
        return (context) =>
          createStreamer(context, {
            startServer: (grpc) => {
              life.grpc = grpc;
              const running: GrpcServer = {
                port: 1,
                certificateEnds: null,
                drain() {},
                close: () => Promise.resolve(),
              };
              return Promise.resolve(running);
            },
            createStream: (given) => {
              // Few names a turn: large responses take several.
              const streamOptions = { ...given, namesPerTurn: random.pick([2, 10, 2000]) };
              const stream = createStream(streamOptions);
              return planted?.stream?.(stream, streamOptions) ?? stream;
            },
            schedule: (run) =>
              void world.clock.setTimer(random.next(), () => {
                if (life.alive) run();
              }),
          });
      case 'consul':
        return (context) => createConsul(context, { environment: {}, random: own });
      case 'status':
        return (context) => {
          const api = client();
          const { clock } = context;
          return createStatusWriter(context, {
            random: own,
            backend: {
              client: createStatusClient(api),
              watch: createStatusWatch({ client: api, clock, random: own, log, namespaces: [] }),
              events: createEventClient(api, name),
              elect: (given) =>
                createLeaderElection({
                  lease: createLeaseClient(api, { namespace: 'sim', name: 'nuncio' }),
                  task: 'writes',
                  leaseName: 'sim/nuncio',
                  identity: name,
                  leaseDurationMs: 15_000,
                  renewDeadlineMs: 10_000,
                  retryPeriodMs: 2_000,
                  clock,
                  random: own,
                  log,
                  ...given,
                }),
              reports: { identity: name, transport: network.transportOf(life), gatherMs: 5_000 },
              watchAddresses() {},
              close() {},
            },
          });
        };
      case 'hold':
        return (context) => createHoldKeeper(context, { store: null, random: own });
      default:
        return actor satisfies never;
    }
  }

  function connect(protocol: 'delta' | 'sotw', client: StreamHandlers): ClientStream | null {
    const life = lives.get('streamer');
    const path = protocol === 'delta' ? ADS.deltaPath : ADS.sotwPath;
    const method = life?.grpc?.streams.find((each) => each.path === path);
    if (life?.alive !== true || method === undefined) return null;
    const toClientDelay = createDelays(random);
    const toServerDelay = createDelays(random);
    const toClient: Uint8Array[] = [];
    const toServer: Uint8Array[] = [];
    let open = true;
    let full = false;
    const end = (reason: string, tellClient: boolean): void => {
      if (!open) return;
      open = false;
      life.connections.delete(crash);
      if (life.alive) handlers.end(reason);
      if (tellClient) world.clock.setTimer(toClientDelay(), () => client.closed());
    };
    const crash = (): void => end('crash', true);
    const handlers = method.open({
      peer: 'sim:1',
      peerNames: [],
      get writable() {
        return open && toClient.length < maxUnread;
      },
      write(bytes) {
        if (!open) return;
        toClient.push(bytes);
        if (toClient.length > maxUnread) world.violation(`${name}: writes to a full connection`);
        full = toClient.length >= maxUnread;
        world.clock.setTimer(toClientDelay(), () => {
          const next = toClient.shift();
          if (!open || next === undefined) return;
          client.message(next);
          if (full && open && life.alive) {
            full = false;
            handlers.room();
          }
        });
      },
      close(code, message) {
        world.note(`${name} closes a stream: ${code} ${message}`);
        end(message, true);
      },
    });
    life.connections.add(crash);
    return {
      send(bytes) {
        toServer.push(bytes);
        world.clock.setTimer(toServerDelay(), () => {
          const next = toServer.shift();
          if (open && life.alive && next !== undefined) handlers.message(next);
        });
      },
      close: () => end('client left', false),
    };
  }

  return {
    name,
    connect,
    start() {
      for (const thread of new Set(Object.values(placement)))
        startThread(actorNames.filter((actor) => placement[actor] === thread));
    },
    kill(actor) {
      const thread = placement[actor];
      const actors = actorNames.filter((each) => placement[each] === thread);
      if (actors.some((each) => lives.get(each)?.alive !== true)) return;
      world.note(`${name} loses ${actors.join(', ')}`);
      for (const each of actors) {
        const life = lives.get(each)!;
        life.alive = false;
        for (const gone of Array.from(life.connections)) gone();
        life.connections.clear();
      }
      world.clock.setTimer(50 + random.next() * 1500, () => {
        world.note(`${name} starts ${actors.join(', ')}`);
        startThread(actors);
      });
    },
    rejections() {
      const life = lives.get('streamer');
      return life?.alive === true ? (life.host.query('streamer', 'rejections', undefined) as RejectionValue[]) : [];
    },
    async checkQueues() {
      for (const { host, alive } of lives.values()) {
        if (!alive) continue;
        for (const { inputs, outputs } of await host.health()) {
          for (const { edge, depth } of [...inputs, ...outputs])
            if (depth > maxDepth) world.violation(`${name} ${edge}: ${depth} wait`);
        }
      }
    },
  };
}

function createLog(world: World, name: string, verbose: boolean): Logger {
  const write =
    (level: string) =>
    (...args: readonly unknown[]): void => {
      if (!verbose) return;
      const text = args.find((arg) => typeof arg === 'string') ?? '';
      world.note(`${name} log ${level}: ${text}`);
    };
  const log = {
    isLevelEnabled: () => false,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
  };
  return log as unknown as Logger;
}

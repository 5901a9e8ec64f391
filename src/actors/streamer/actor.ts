// The ADS streamer: encoded resources in, xDS streams to any number of Envoys out. Owns the gRPC server, the store of
// resources and one stream machine per open stream. Nothing is served before every input has given its full state once,
// or, if that takes too long, before what an earlier process has stored is taken instead (state-keeper.ts).
// Queries: `ready` (boolean, or what is served instead of the present state), `address` ({ address, port }), `clients`
// (ClientReport[]), `standing` (how each client stands to some resources), `dump` (see DumpArgument),
// `rejections` (RejectionValue[]), `canary` (CanaryReport, or null) and `canaryCommand` (CanaryAnswer). When
// nuncio ends: `leave` (health checks fail), `drain` (clients are sent to another replica); both give the open streams.
import files from 'node:fs/promises';
import type { EnvoyReport } from '../../messages/envoy-reports.ts';
import type { CanaryVerdict } from '../../messages/canary.ts';
import type { Batch } from '../../messages/edge.ts';
import type { EncodedResource, ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import { createHealth, healthService } from '../../grpc/health.ts';
import { createReflection } from '../../grpc/reflection.ts';
import type { DescriptorSource } from '../../grpc/reflection.ts';
import { startGrpcServer } from '../../grpc/server.ts';
import type { Connection, ConnectionHandlers, GrpcServer, StreamMethod } from '../../grpc/server.ts';
import { defaultLimits } from '../../model/limits.ts';
import { ADS } from '../../xds/proto/resource-types.ts';
import { decodeDeltaRequest, decodeSotwRequest } from '../../xds/stream/requests.ts';
import type { Response } from '../../xds/stream/respond.ts';
import type { StreamEvent } from '../../xds/stream/state.ts';
import { createAudiences } from '../../xds/stream/audience.ts';
import { createCanary, type Taken } from '../../xds/stream/canary.ts';
import type { NodeIdentity } from '../../xds/stream/requests.ts';
import { createStore } from '../../xds/stream/store.ts';
import type { StreamStore } from '../../xds/stream/store.ts';
import type { Standing } from '../../xds/stream/standing.ts';
import { createStream } from '../../xds/stream/stream.ts';
import type { StreamDescription } from '../../xds/stream/stream.ts';
import { streamTypes } from '../../xds/stream/types.ts';
import type { Actor, ActorContext, ActorFactory, EdgeName, Timer } from '../actor.ts';
import { gauge } from '../metrics.ts';
import { edges, receiverOf } from '../topology.ts';
import { createCanaryRun, type CanaryAnswer, type CanaryCommand } from './canary.ts';
import { watchCertificates } from './certificate-watch.ts';
import { FLEET_IDENTITY_PREFIX } from '../../model/gateway-fleet.ts';
import { createFleetProgress } from './fleet-progress.ts';
import { createLoadReports } from './load-reports.ts';
import { createNodeAuthorizer } from './node-authorization.ts';
import { createRejections } from './rejections.ts';
import { createScheduler } from './sessions.ts';
import type { Session } from './sessions.ts';
import { createStateKeeper, settingsHash } from './state-keeper.ts';
import type { RestoredState } from './state-keeper.ts';
import { createStreamMetrics, observeCauses } from './stream-metrics.ts';

/** Objects that are named of a client that lags. */
const maxUnderWay = 50;

export interface ClientReport extends StreamDescription {
  readonly peer: string;
  /** gRPC service, such as `AggregatedDiscoveryService`. */
  readonly service: string;
  readonly connectedAtMs: number;
  readonly nacks: number;
  /** Objects of which this client has not yet accepted everything; some of them if they are many. */
  readonly underWay: readonly ObjectKey[];
}

export interface ResourceReference {
  readonly type: ResourceType;
  readonly name: string;
}

/** In the order of the resources that were asked about; null: the client does not ask for this one, or there is none. */
export interface ClientStanding {
  readonly node: string;
  readonly peer: string;
  readonly standings: readonly (Standing | null)[];
}

export interface DumpArgument {
  /** Absent: all types. */
  readonly type?: ResourceType;
  /** Absent: all names. */
  readonly name?: string;
  /** Adds the encoded messages in base64; never for secrets. */
  readonly bytes?: boolean;
}

export interface DumpedResource {
  readonly name: string;
  readonly version: string;
  readonly requires: readonly string[];
  readonly bytes?: string;
}

interface Client extends Session {
  readonly protocol: 'delta' | 'sotw';
  readonly service: string;
  readonly connectedAtMs: number;
  /** Its node is known and logged. */
  introduced: boolean;
  /** The newest revision of the graph that it has accepted. */
  accepted: number;
  nacks: number;
}

/** What the streamer reaches the world with, so that it runs without a network too. */
export interface StreamerParts {
  readonly startServer: typeof startGrpcServer;
  readonly createStream: typeof createStream;
  /** Gives the streams their next turn. */
  readonly schedule: (run: () => void) => void;
}

export const createActor: ActorFactory = (context) =>
  createStreamer(context, { startServer: startGrpcServer, createStream, schedule: setImmediate });

export function createStreamer(context: ActorContext, parts: StreamerParts): Actor {
  const { clock, config, log, trace } = context;
  const inputs = edges.filter((edge) => receiverOf(edge) === 'streamer');
  const store = createStore(inputs);
  const canary = config.canary && createCanary(store, createStore(inputs));
  const audiences = createAudiences(store);
  const clients = new Set<Client>();
  const reports = context.sender<EnvoyReport>('streamer>status', {
    state: () => [...rejections.values, ...progress.values],
  });
  const rejections = createRejections(context, store, reports);
  const progress = createFleetProgress({ clock, edges: inputs, clients, sender: reports });
  reports.synced();
  /** Of Envoys that are no canaries. */
  const others = canary === undefined ? audiences : createAudiences(canary.stable);
  const everyAudience = [...new Set([audiences, others])];
  const trials =
    canary &&
    createCanaryRun(context, {
      settings: config.canary!,
      canary,
      promoted(stable) {
        spread({ newest: [], stable });
        tellMarks();
      },
      waitsFor: () => [...clients].filter(isBehind).map(nodeId),
    });
  if (trials === undefined) context.sender<CanaryVerdict>('streamer>builder', { state: () => [] }).synced();
  const loadReports = createLoadReports(context, {
    intervalMs: trials?.intervalMs ?? null,
    mayBe: (names, node) => mayBe(names, node),
    maxStreams: (config.limits ?? defaultLimits).xdsStreams,
    onReport: (node, count) => trials?.loadReport(node, count),
  });
  const metrics = createStreamMetrics(context.metrics, () => {
    let delta = 0;
    for (const { protocol } of clients) if (protocol === 'delta') delta++;
    return { delta, sotw: clients.size - delta };
  });
  const methods = streamMethods();
  const services = [...new Set(methods.map(({ path }) => serviceOf(path)))];
  const health = createHealth(services);
  const scheduler = createScheduler<Client>({
    clock,
    schedule: parts.schedule,
    sent: onSent,
    looked(client) {
      takeEvents(client);
      progress.look(client);
      if (draining) sendAway(client);
    },
    fail: (error) => context.fail(error),
  });
  const mayBe = createNodeAuthorizer(config.xds.nodeAuthorization?.rules);
  const certificates = watchCertificates({
    ends: () => server?.certificateEnds ?? null,
    clock,
    log,
    metrics: context.metrics,
  });
  const { state, limits = defaultLimits } = config;
  const maxStreams = limits.xdsStreams;
  const keeper =
    state &&
    createStateKeeper(context, {
      state,
      // A start serves no trial.
      store: canary?.stable ?? store,
      files,
      edges: inputs,
      settings: settingsHash(config),
    });
  let server: GrpcServer | null = null;
  let draining = false;
  /** Of the input edges, not told to `progress` yet. */
  const marks = new Map<EdgeName, number>();
  /** Every input has given its full state. */
  let isPresent = false;
  /** What is served until then. */
  let stored: RestoredState | null = null;
  let patience: Timer | undefined;

  for (const edge of inputs) {
    context.receive<EncodedResource>(edge, (batch) => {
      const changes = take(edge, batch);
      if (!isPresent && store.missingEdges.length === 0) {
        isPresent = true;
        patience?.cancel();
        const before = stored === null ? '' : ' in place of what was stored';
        log.info({ clients: clients.size }, `first full state complete: serving${before}`);
        stored = null;
        health.setServing(true);
        keeper?.begin();
        spread(changes, true);
      } else if (changes.newest.length > 0 || changes.stable.length > 0) spread(changes);
      if (batch.mark !== undefined) marks.set(edge, batch.mark);
      trials?.took();
      fillCanaries();
      tellMarks();
    });
  }

  /** What is on trial no fleet has as a whole. */
  function tellMarks(): void {
    if (canary !== undefined && canary.phase !== 'idle') return;
    for (const [edge, mark] of marks) progress.marked(edge, mark);
    // What that made them wait for may come to an end without a word from Envoy.
    if (marks.size > 0) for (const client of clients) scheduler.wake(client);
    marks.clear();
  }

  function take(edge: EdgeName, batch: Batch<EncodedResource>): Taken {
    if (canary === undefined || trials === undefined) return { newest: store.apply(edge, batch), stable: [] };
    return canary.take(edge, batch, isPresent && trials.mayBegin);
  }

  function storeFor(node: NodeIdentity): StreamStore {
    // Of those who only look each sees what the Envoy of its name sees.
    const isFirst = node.userAgent.startsWith('envoy') ? trials?.admits(node.id) : trials?.isCanary(node.id);
    return (isFirst === true ? audiences : others).storeFor(node.cluster);
  }

  /** A canary has left: another Envoy takes its place. While nothing is on trial both are served the same. */
  function fillCanaries(): void {
    if (trials?.mayBegin !== false || canary?.phase !== 'idle') return;
    for (const { stream } of [...clients].sort((a, b) => (nodeId(a) < nodeId(b) ? -1 : 1))) stream.moveStore();
  }

  function isBehind(client: Client): boolean {
    if (trials?.isCanary(nodeId(client)) !== true) return false;
    return client.stream.describe(clock.nowMs()).types.some(({ settled }) => !settled);
  }

  if (keeper !== undefined) {
    gauge(
      context.metrics,
      'nuncio_stored_state_served',
      '1 while a stored state is served because the sources have not synced',
      [],
      (set) => set({}, stored === null ? 0 : 1),
    );
    gauge(context.metrics, 'nuncio_stored_state_age_seconds', 'Age of the stored state that is served', [], (set) => {
      if (stored !== null) set({}, (clock.nowMs() - stored.atMs) / 1000);
    });
  }

  function serveStored(found: RestoredState): void {
    if (isPresent) return;
    stored = found;
    (canary ?? store).restore(found.resources);
    const changes = found.resources.map(({ resource: { type, name } }) => ({ type, name, causes: [] }));
    for (const each of everyAudience) each.changed(changes);
    const { withheld, resources } = found;
    log.warn(
      { storedAt: storedAt(found), resources: resources.length, withheld, missing: store.missingEdges },
      'the sources have not synced in time: what was stored is served until they have',
    );
    health.setServing(true);
    for (const client of clients) scheduler.wake(client);
  }

  async function waitForSources(waitMs: number): Promise<void> {
    let found: RestoredState | undefined;
    let isLate = false;
    patience = clock.setTimer(waitMs, () => {
      isLate = true;
      if (found !== undefined) serveStored(found);
    });
    found = await keeper?.read();
    if (found !== undefined && isLate) serveStored(found);
  }

  /** `everyone`: also those for whom nothing changed have something to do. */
  function spread({ newest, stable }: Taken, everyone = false): void {
    keeper?.changed(canary === undefined ? newest : stable);
    rejections.changed(newest);
    const served = new Set([...clients].map(({ stream }) => stream.store));
    for (const each of everyAudience) {
      each.keep(served);
      each.changed(each === audiences ? newest : stable);
    }
    for (const client of clients) {
      const seen = everyAudience.find((each) => each.has(client.stream.store))?.changesFor(client.stream.store) ?? [];
      if (seen.length === 0 && !everyone) continue;
      client.stream.notify(seen);
      scheduler.wake(client);
    }
  }

  function streamMethods(): StreamMethod[] {
    const all: StreamMethod[] = [];
    const add = (path: string, protocol: 'delta' | 'sotw', only: ResourceType | null) =>
      all.push({ path, open: (connection) => open(connection, serviceOf(path), protocol, only) });
    add(ADS.deltaPath, 'delta', null);
    add(ADS.sotwPath, 'sotw', null);
    all.push(loadReports.method);
    for (const { type, deltaPath, sotwPath } of Object.values(streamTypes)) {
      add(deltaPath, 'delta', type);
      add(sotwPath, 'sotw', type);
    }
    return all;
  }

  function open(
    connection: Connection,
    service: string,
    protocol: 'delta' | 'sotw',
    only: ResourceType | null,
  ): ConnectionHandlers {
    const client: Client = {
      stream: parts.createStream({
        protocol,
        storeFor,
        only,
        ackTimeoutMs: config.xds.ackTimeoutMs,
        maxNames: limits.xdsNames,
      }),
      connection,
      protocol,
      service: service.slice(service.lastIndexOf('.') + 1),
      connectedAtMs: clock.nowMs(),
      timer: null,
      timerAtMs: 0,
      ended: false,
      introduced: false,
      accepted: 0,
      nacks: 0,
    };
    if (clients.size >= maxStreams) {
      log.warn({ peer: connection.peer, maxStreams }, 'xDS stream refused: too many are open');
      // Not before the server has the handlers.
      queueMicrotask(() =>
        connection.close('resourceExhausted', `${maxStreams} xDS streams are open already (limits.xdsStreams)`),
      );
    }
    clients.add(client);
    return {
      message: (bytes) => onMessage(client, bytes),
      room: () => scheduler.wake(client),
      end: (reason) => {
        scheduler.drop(client);
        clients.delete(client);
        progress.left(client);
        const node = nodeId(client);
        const rest = [...clients].filter((other) => nodeId(other) === node);
        // An Envoy that has come back before its old stream ended may be another version of itself.
        if (client.nacks > 0 && rest.every(({ nacks }) => nacks === 0)) rejections.left(node);
        if (rest.length === 0) {
          trials?.left(node);
          fillCanaries();
        }
        log.info(
          { ...who(client), reason, openMs: Math.round(clock.nowMs() - client.connectedAtMs) },
          'xDS client left',
        );
      },
    };
  }

  function onMessage(client: Client, bytes: Uint8Array): void {
    const nowMs = clock.nowMs();
    if (client.protocol === 'delta') client.stream.takeDelta(decodeDeltaRequest(bytes), nowMs);
    else client.stream.takeSotw(decodeSotwRequest(bytes), nowMs);
    if (!client.introduced) {
      client.introduced = true;
      if (!mayBe(client.connection.peerNames, client.stream.node ?? { id: '', cluster: '' })) {
        refuse(client, client.connection.peerNames);
        return;
      }
      log.info({ ...who(client), protocol: client.protocol }, 'xDS client connected');
    }
    takeEvents(client);
    progress.look(client);
    // Before it is sent the next response.
    if (draining) sendAway(client);
    scheduler.wake(client);
  }

  function refuse(client: Client, names: readonly string[]): void {
    metrics.unauthorized.inc();
    log.warn({ ...who(client), names }, 'xDS client refused: its certificate is not good for its node');
    const id = JSON.stringify(nodeId(client));
    const cluster = names.some((name) => name.startsWith(FLEET_IDENTITY_PREFIX))
      ? ` of cluster ${JSON.stringify(client.stream.node?.cluster ?? '')}`
      : '';
    client.connection.close(
      'permissionDenied',
      `node id ${id}${cluster} is not for certificates of ${names.join(', ') || 'nobody'} (setting xds.nodeAuthorization)`,
    );
  }

  /** Once it has answered all that it was sent, so that the next replica finds it with everything that it has. */
  function sendAway(client: Client): void {
    if (client.ended) return;
    const { types } = client.stream.describe(clock.nowMs());
    if (types.some(({ unanswered }) => unanswered > 0)) return;
    client.connection.close('unavailable', 'nuncio ends; another replica takes over');
  }

  function onSent(client: Client, response: Response, workMs: number): void {
    const { type, nonce, bytes, resources, removed, causes } = response;
    const nowMs = clock.nowMs();
    metrics.responses.inc({ type });
    metrics.resources.inc({ type }, resources);
    metrics.removals.inc({ type }, removed);
    metrics.bytes.inc({ type }, bytes.length);
    observeCauses(metrics.toSent, type, causes, nowMs);
    if (log.isLevelEnabled('debug')) {
      log.debug({ ...who(client), type, nonce, resources, removed, bytes: bytes.length }, 'xDS response sent');
    }
    if (!trace.enabled) return;
    const detail = { node: nodeId(client), type, nonce, resources, removed };
    const startMs = nowMs - workMs;
    trace.event({
      kind: 'send',
      edge: 'streamer>envoy',
      key: type,
      causes,
      startMs,
      workMs,
      bytes: bytes.length,
      detail,
    });
  }

  function takeEvents(client: Client): void {
    for (const event of client.stream.takeEvents()) onEvent(client, event);
    // What one client accepts or refuses may change what all are served.
    const changes = { newest: store.takeChanges(), stable: canary?.stable.takeChanges() ?? [] };
    if (changes.newest.length > 0 || changes.stable.length > 0) spread(changes);
  }

  function onEvent(client: Client, event: StreamEvent): void {
    const nowMs = clock.nowMs();
    switch (event.kind) {
      case 'ack':
        metrics.acks.inc({ type: event.type });
        observeCauses(metrics.toAcked, event.type, event.causes, nowMs);
        if (trace.enabled) traceAnswer('ack', client, event, {});
        return;
      case 'nack': {
        const { type, nonce, message, refused } = event;
        metrics.nacks.inc({ type });
        client.nacks++;
        const { nacks } = client;
        for (const { name, version } of refused) {
          rejections.refused(type, name, version, message, nodeId(client));
          trials?.refused(nodeId(client), type, name, message);
        }
        // Each resource that is to blame has a line of its own; of clients that refuse all the time only every power of two.
        const level = (nacks & (nacks - 1)) === 0 ? 'info' : 'debug';
        log[level](
          { ...who(client), type, nonce, nacks, refused: refused.slice(0, 10), error: message.slice(0, 2000) },
          refused.length === 0
            ? 'xDS client refused a response; finding out which resource is to blame'
            : 'xDS client refused resources; they stay at the last version that it accepted until they change',
        );
        if (trace.enabled) traceAnswer('nack', client, event, { error: message });
        return;
      }
      case 'forgiven':
        rejections.forgiven(event.type, event.name, event.version, nodeId(client));
        return;
      case 'overdue':
        metrics.overdue.inc({ type: event.type });
        log.debug(
          { ...who(client), type: event.type, nonce: event.nonce },
          'xDS response not answered in time; going on',
        );
        return;
      case 'stale':
        log.debug({ ...who(client), type: event.type, nonce: event.nonce }, 'xDS answer to a superseded response');
        return;
      case 'unknownType':
        log.debug({ ...who(client), typeUrl: event.typeUrl }, 'xDS client asks for a type that is not served');
        return;
      case 'close':
        log.warn({ ...who(client), error: event.message }, 'xDS stream closed');
        client.connection.close(event.code, event.message);
    }
  }

  function traceAnswer(
    kind: 'ack' | 'nack',
    client: Client,
    { type, nonce, causes, sentAtMs }: Extract<StreamEvent, { kind: 'ack' | 'nack' }>,
    more: Readonly<Record<string, string>>,
  ): void {
    const nowMs = clock.nowMs();
    const detail = { node: nodeId(client), type, nonce, ...more };
    trace.event({ kind, edge: 'envoy>streamer', key: type, causes, startMs: nowMs, queueMs: nowMs - sentAtMs, detail });
  }

  function who(client: Client) {
    return { node: nodeId(client), peer: client.connection.peer, service: client.service };
  }

  function certificateEnds(): string | undefined {
    const ends = server?.certificateEnds;
    return ends == null ? undefined : new Date(ends.certificateMs).toISOString();
  }

  function nodeId(client: Client): string {
    return client.stream.node?.id ?? '';
  }

  function reportClients(): ClientReport[] {
    const nowMs = clock.nowMs();
    return [...clients].map((client) => ({
      ...client.stream.describe(nowMs),
      peer: client.connection.peer,
      service: client.service,
      connectedAtMs: client.connectedAtMs,
      nacks: client.nacks,
      underWay: [...client.stream.objectsUnderWay(maxUnderWay)].sort(),
    }));
  }

  /** Only clients that ask for some of them. */
  function standing(resources: readonly ResourceReference[]): ClientStanding[] {
    return [...clients].flatMap((client) => {
      const standings = resources.map(({ type, name }) => client.stream.standing(type, name) ?? null);
      if (standings.every((each) => each === null)) return [];
      return [{ node: nodeId(client), peer: client.connection.peer, standings }];
    });
  }

  function dump({
    type: only,
    name: onlyName,
    bytes = false,
  }: DumpArgument): Readonly<Record<string, DumpedResource[]>> {
    const types = only === undefined ? (Object.keys(streamTypes) as ResourceType[]) : [only];
    return Object.fromEntries(
      types.map((type) => {
        const resources = [...store.all(type).values()].filter(
          ({ name }) => onlyName === undefined || name === onlyName,
        );
        const dumped = resources.map(({ name, version, requires, frame }): DumpedResource => {
          const entry = { name, version, requires: requires.map(({ key }) => key) };
          if (!bytes || type === 'secret') return entry;
          return { ...entry, bytes: Buffer.from(frame.slab.subarray(frame.valueStart, frame.end)).toString('base64') };
        });
        return [type, dumped.sort((a, b) => (a.name < b.name ? -1 : 1))];
      }),
    );
  }

  return {
    async start() {
      if (state !== undefined) waitForSources(state.waitMs).catch((error: unknown) => context.fail(error));
      const { address, port, tls } = config.xds;
      server = await parts.startServer({
        address,
        port,
        tls: tls ?? null,
        streams: methods,
        services: config.xds.reflection
          ? [health, createReflection([...services, healthService], fileDescriptors)]
          : [health],
        onTlsProblem: (message) => log.error({ error: message }, 'xDS certificates not read'),
        onTlsReloaded() {
          log.info({ certificateEnds: certificateEnds() }, 'xDS certificates changed: new connections use them');
          certificates.look();
        },
      });
      log.info(
        { address, port: server.port, tls: tls !== undefined, certificateEnds: certificateEnds() },
        'xDS server listens',
      );
      certificates.look();
    },
    async stop() {
      certificates.stop();
      rejections.stop();
      progress.stop();
      trials?.stop();
      scheduler.stop();
      for (const client of clients) scheduler.drop(client);
      patience?.cancel();
      await server?.close();
      await keeper?.stop();
    },
    query(name, argument) {
      switch (name) {
        case 'ready':
          if (stored !== null && server !== null) return `serves the state stored at ${storedAt(stored)}`;
          return store.ready && server !== null;
        case 'address':
          return { address: config.xds.address, port: server?.port ?? 0 };
        case 'clients':
          return reportClients();
        case 'rejections':
          return [...rejections.values.values()];
        case 'canary':
          return trials?.report() ?? null;
        case 'canaryCommand':
          return trials?.run(argument as CanaryCommand) ?? noCanary;
        case 'leave':
          health.setServing(false);
          return clients.size;
        case 'drain':
          if (!draining) {
            draining = true;
            server?.drain();
            loadReports.close();
            for (const client of clients) sendAway(client);
          }
          return clients.size;
        case 'standing':
          return standing(argument as readonly ResourceReference[]);
        case 'dump':
          return dump((argument ?? {}) as DumpArgument);
        default:
          throw new Error(
            `actor streamer knows no query "${name}"; it has ready, address, clients, standing, dump, rejections, canary, canaryCommand, leave, drain`,
          );
      }
    },
  };
}

const noCanary: CanaryAnswer = { ok: false, mistake: 'there is no canary mode: give --canary to serve' };

/** Loaded only when somebody asks. */
async function fileDescriptors(): Promise<DescriptorSource> {
  const { createFileDescriptors } = await import('../../xds/proto/file-descriptors.ts');
  return createFileDescriptors();
}

function storedAt({ atMs }: RestoredState): string {
  return new Date(atMs).toISOString();
}

function serviceOf(path: string): string {
  return path.slice(1, path.lastIndexOf('/'));
}

// Runs the streamer actor by itself, fed by the test in place of the translators, with a real gRPC server on a free port.
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Actor, ActorContext, EdgeName, EdgeSender, SenderOptions, TraceEvent } from '../../src/actors/actor.ts';
import { clockOrigin, createClock } from '../../src/actors/clock.ts';
import { createActor } from '../../src/actors/streamer/actor.ts';
import type { ClientReport, DumpArgument, DumpedResource } from '../../src/actors/streamer/actor.ts';
import { edges, receiverOf } from '../../src/actors/topology.ts';
import type { CanaryVerdict } from '../../src/messages/canary.ts';
import type { Batch, Cause } from '../../src/messages/edge.ts';
import type { RejectionValue } from '../../src/messages/rejections.ts';
import type { EncodedResource, ResourceType } from '../../src/messages/resources.ts';
import type { Config } from '../../src/model/config.ts';

export interface StreamerRig {
  /** `host:port` of the server. */
  readonly target: string;
  readonly actor: Actor;
  readonly metrics: Registry;
  readonly traced: readonly TraceEvent[];
  /** Log lines, parsed. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  /** Every input has delivered its full state; before, nothing is served. */
  sync(): void;
  put(...resources: readonly EncodedResource[]): void;
  /** With a cause, as from a source's event just now. */
  putBecause(cause: Cause, ...resources: readonly EncodedResource[]): void;
  remove(...keys: readonly string[]): void;
  /** As the builder gets them. */
  readonly verdicts: readonly CanaryVerdict[];
  /** As the status writer gets them. */
  rejections(): ReadonlyMap<string, RejectionValue>;
  clients(): readonly ClientReport[];
  dump(argument?: DumpArgument): Readonly<Record<ResourceType, readonly DumpedResource[]>>;
  stop(): Promise<void>;
}

export interface RigOptions {
  readonly xds?: Partial<Config['xds']>;
  readonly state?: Config['state'];
  readonly canary?: Config['canary'];
  readonly traces?: boolean;
  /** Default true: as after the first full state of all inputs, with nothing in it. */
  readonly synced?: boolean;
}

const inputs = edges.filter((edge) => receiverOf(edge) === 'streamer');

export async function startStreamer({
  xds = {},
  state,
  canary,
  traces = false,
  synced = true,
}: RigOptions = {}): Promise<StreamerRig> {
  const handlers = new Map<EdgeName, (batch: Batch<EncodedResource>) => void | Promise<void>>();
  const metrics = new Registry();
  const traced: TraceEvent[] = [];
  const logged: Record<string, unknown>[] = [];
  const verdicts: CanaryVerdict[] = [];
  let rejections: () => Iterable<readonly [string, RejectionValue]> = () => [];
  const context: ActorContext = {
    name: 'streamer',
    config: { ...configWith(xds), ...(state && { state }), ...(canary && { canary }) },
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    metrics,
    trace: { enabled: traces, event: (event) => void traced.push(event) },
    clock: createClock(clockOrigin()),
    receive: (edge, handler) => void handlers.set(edge, handler as (batch: Batch<EncodedResource>) => void),
    sender: <T>(edge: EdgeName, options: SenderOptions<T>): EdgeSender<T> => {
      if (edge === 'streamer>builder') {
        const upsert = (_key: string, value: T): void => void verdicts.push(value as CanaryVerdict);
        return { upsert, remove() {}, synced() {}, mark() {}, depth: 0 };
      }
      if (edge !== 'streamer>status') throw new Error(`the streamer opens no edge ${edge}`);
      rejections = options.state as () => Iterable<readonly [string, RejectionValue]>;
      return { upsert() {}, remove() {}, synced() {}, mark() {}, depth: 0 };
    },
    fail: (error) => {
      throw error;
    },
  };
  const actor = createActor(context);
  await actor.start?.();
  const ask = (name: string, argument?: unknown): unknown => actor.query?.(name, argument);
  const { port } = ask('address') as { readonly port: number };
  let seq = 0;
  let syncedNow = false;

  function feed(edge: EdgeName, batch: Partial<Batch<EncodedResource>>): void {
    void handlers.get(edge)?.({
      kind: 'batch',
      seq: ++seq,
      reset: false,
      synced: syncedNow,
      upserts: [],
      removals: [],
      sentAtMs: 0,
      ...batch,
    });
  }

  function putBecause(causes: readonly Cause[], resources: readonly EncodedResource[]): void {
    for (const value of resources) {
      feed(edgeOf(value.type), { upserts: [{ key: `${value.type}/${value.name}`, value, causes }] });
    }
  }

  function sync(): void {
    syncedNow = true;
    for (const edge of inputs) feed(edge, {});
  }

  // As a real edge when it is linked.
  for (const edge of inputs) feed(edge, { reset: true });
  if (synced) sync();
  return {
    target: `127.0.0.1:${port}`,
    actor,
    metrics,
    traced,
    logged,
    verdicts,
    sync,
    put: (...resources) => putBecause([], resources),
    putBecause: (cause, ...resources) => putBecause([cause], resources),
    remove(...keys) {
      for (const key of keys) {
        feed(edgeOf(key.slice(0, key.indexOf('/')) as ResourceType), { removals: [{ key, causes: [] }] });
      }
    },
    rejections: () => new Map(rejections()),
    clients: () => ask('clients') as ClientReport[],
    dump: (argument) => ask('dump', argument) as ReturnType<StreamerRig['dump']>,
    async stop() {
      await actor.stop?.();
    },
  };
}

function edgeOf(type: ResourceType): EdgeName {
  switch (type) {
    case 'listener':
    case 'extension':
      return 'listenerTranslator>streamer';
    case 'scopedRoute':
    case 'route':
      return 'routeTranslator>streamer';
    case 'cluster':
    case 'runtime':
      return 'clusterTranslator>streamer';
    case 'secret':
      return 'secretTranslator>streamer';
    case 'endpoint':
      return 'endpoints>streamer';
  }
}

function configWith(xds: Partial<Config['xds']>): Config {
  return {
    sources: {},
    listeners: { http: { address: '127.0.0.1', port: 0 }, https: { address: '127.0.0.1', port: 0 } },
    routeDiscovery: 'scoped',
    xds: { address: '127.0.0.1', port: 0, reflection: false, ackTimeoutMs: 60_000, ...xds },
    admin: { address: '127.0.0.1', port: 0 },
    ingressClassNames: [],
    rootNamespaces: [],
    enableExternalNameService: false,
    compression: 'gzip',
    connectTimeoutMs: 2000,
    log: { level: 'info', format: 'json' },
    placement: {},
  };
}

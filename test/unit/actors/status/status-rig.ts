// A status writer under a simulated clock, with an API server played by a map: versions, watches, refusals.
// Requests can be held, so that tests say in which order they are answered.
import pino from 'pino';
import { Registry } from 'prom-client';
import { createSimulatedClock } from '../../../../src/actors/clock.ts';
import { createStatusWriter } from '../../../../src/actors/status/status-writer.ts';
import type { ElectionParts, StatusQueueReport } from '../../../../src/actors/status/status-writer.ts';
import { encodeMessage } from '../../../../src/actors/replicas/wire.ts';
import type { Connection, ConnectionHandlers } from '../../../../src/grpc/server.ts';
import type { Actor, ActorContext } from '../../../../src/actors/actor.ts';
import type { SimulatedClock } from '../../../../src/actors/clock.ts';
import type { Batch, Cause } from '../../../../src/messages/edge.ts';
import { fleetKey, type EnvoyReport, type FleetProgress } from '../../../../src/messages/envoy-reports.ts';
import { reportFormat, type ReplicaReport } from '../../../../src/messages/replica-reports.ts';
import type { RejectionValue } from '../../../../src/messages/rejections.ts';
import type { StatusValue } from '../../../../src/messages/statuses.ts';
import type { ApiFailure, ApiResult } from '../../../../src/sources/kubernetes/api-client.ts';
import type { EventRecord } from '../../../../src/sources/kubernetes/event-client.ts';
import type { StoredStatus } from '../../../../src/sources/kubernetes/status-client.ts';
import type { StatusReceiver } from '../../../../src/sources/kubernetes/status-watch.ts';
import type { PublishedAddress } from '../../../../src/status/published-address.ts';

export interface StatusRig {
  readonly actor: Actor;
  readonly clock: SimulatedClock;
  readonly metrics: Registry;
  /** Requests, e.g. `read HTTPProxy/shop/a`, `read! …` (fresh), `write …`, `watch HTTPProxy`. */
  readonly requests: string[];
  readonly writes: () => string[];
  /** Taken by the next writes instead of an answer. */
  readonly failures: ApiFailure[];
  /** Failures of every write of an object. */
  readonly broken: Map<string, ApiFailure>;
  /** Objects that only a fresh read finds, and no watch tells. */
  readonly forgotten: Set<string>;
  readonly logged: string[];
  readonly events: EventRecord[];
  readonly mostAtOnce: () => number;
  /** What the API server holds. */
  status(name: string): unknown;
  /** Somebody writes an object (its status, or with a generation its spec); watches tell. */
  store(name: string, status?: unknown, options?: StoreOptions): Promise<void>;
  remove(name: string): Promise<void>;
  send(values: readonly StatusValue[], options?: SendOptions): Promise<void>;
  /** All that Envoys refuse from now on. */
  reject(values: readonly RejectionValue[], options?: { readonly reset?: boolean }): Promise<void>;
  /** How far the Envoys of a fleet are: revisions and numbers; none: the fleet has no Envoy. */
  progress(fleet: string, ...envoys: FleetProgress['envoys']): Promise<void>;
  /** Another replica tells all that it knows; needs the option `reports`. */
  hear(replica: string, told: Readonly<Record<string, ReplicaReport>>): Promise<void>;
  /** Its stream ends. */
  hangUp(replica: string): Promise<void>;
  withdraw(name: string): Promise<void>;
  lead(leading: boolean): Promise<void>;
  /** Without telling the writer: only `isLeading` says so. */
  loseSilently(): void;
  addresses(addresses: readonly PublishedAddress[]): Promise<void>;
  /** From now on requests wait. */
  hold(): void;
  /** Answers the oldest request that waits. */
  release(): Promise<void>;
  readonly heldRequests: () => readonly string[];
  advance(byMs: number): Promise<void>;
  report(): StatusQueueReport;
  /** What the API server makes of a status that is written. */
  storesAs(change: (status: object) => object): void;
}

export interface StoreOptions {
  readonly kind?: string;
  readonly manager?: string;
  readonly generation?: number;
  readonly uid?: string;
}

export interface SendOptions {
  readonly synced?: boolean;
  readonly reset?: boolean;
  /** Keys of the objects whose events caused it; at the present time. */
  readonly causes?: readonly string[];
}

export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

export const httpFailure = (status: number, reason = '', retryAfterMs = 0): ApiFailure => ({
  kind: 'http',
  status,
  reason,
  message: reason,
  retryAfterMs,
});

export function keyOf(name: string, kind = 'HTTPProxy'): string {
  return `${kind}/shop/${name}`;
}

export function statusRig(options: { files?: boolean; election?: boolean; reports?: boolean } = {}): StatusRig {
  const clock = createSimulatedClock(Date.parse('2025-06-01T00:00:00Z'));
  const metrics = new Registry();
  const stored = new Map<string, StoredStatus>();
  const forgotten = new Set<string>();
  const requests: string[] = [];
  const failures: ApiFailure[] = [];
  const broken = new Map<string, ApiFailure>();
  const logged: string[] = [];
  const events: EventRecord[] = [];
  const held: { readonly text: string; readonly go: () => void }[] = [];
  const watches: { readonly kind: string; readonly receiver: StatusReceiver; readonly signal: AbortSignal }[] = [];
  let holding = false;
  let stores = (status: object): object => status;
  let handler: ((batch: Batch<StatusValue>) => void | Promise<void>) | undefined;
  let takeReports: ((batch: Batch<EnvoyReport>) => void) | undefined;
  let rejected: ReadonlyMap<string, RejectionValue> = new Map();
  let onChange: ((leading: boolean) => void) | undefined;
  let onAddresses: ((addresses: readonly PublishedAddress[]) => void) | undefined;
  let openStream: ((connection: Connection) => ConnectionHandlers) | undefined;
  const streams = new Map<string, ConnectionHandlers>();
  let leading = false;
  let version = 1;
  let atOnce = 0;
  let most = 0;
  let seq = 0;
  let causeId = 0;

  const fail = (failure: ApiFailure): ApiResult<never> => ({ ok: false, failure });
  const exchange = async <T>(text: string, signal: AbortSignal, answer: () => ApiResult<T>): Promise<ApiResult<T>> => {
    requests.push(text);
    atOnce += 1;
    most = Math.max(most, atOnce);
    if (holding) await new Promise<void>((go) => held.push({ text, go }));
    else await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return signal.aborted ? fail({ kind: 'aborted' }) : answer();
  };
  const tell = (value: StoredStatus): void => {
    if (forgotten.has(value.key)) return;
    for (const { kind, receiver, signal } of watches)
      if (!signal.aborted && value.key.startsWith(`${kind}/`)) receiver.stored(value);
  };

  const context = {
    name: 'status',
    config: { sources: { kubernetes: { watchNamespaces: [] } } },
    log: pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
    metrics,
    trace: { enabled: false, event() {} },
    clock,
    receive: (edge: string, given: unknown) => {
      if (edge === 'streamer>status') takeReports = given as typeof takeReports;
      else handler = given as typeof handler;
    },
  } as unknown as ActorContext;

  const actor = createStatusWriter(context, {
    random: () => 0.5,
    backend:
      options.files === true
        ? null
        : {
            client: {
              read: (key, fresh, signal) =>
                exchange(`read${fresh ? '!' : ''} ${key}`, signal, (): ApiResult<StoredStatus> => {
                  const found = fresh || !forgotten.has(key) ? stored.get(key) : undefined;
                  return found === undefined ? fail(httpFailure(404)) : { ok: true, value: found };
                }),
              write: (known, patch, signal) =>
                exchange(`write ${known.key}`, signal, (): ApiResult<StoredStatus> => {
                  const failure = failures.shift() ?? broken.get(known.key);
                  if (failure !== undefined) return fail(failure);
                  const found = stored.get(known.key);
                  if (found === undefined) return fail(httpFailure(404));
                  if (found.resourceVersion !== known.resourceVersion) return fail(httpFailure(409, 'Conflict'));
                  version += 1;
                  const status = stores({ ...(found.status as object), ...patch });
                  const value = { ...found, status, resourceVersion: String(version) };
                  stored.set(known.key, value);
                  setImmediate(() => tell(value));
                  return { ok: true, value };
                }),
            },
            watch: {
              watch(kind, signal, receiver) {
                requests.push(`watch ${kind}`);
                watches.push({ kind, signal, receiver });
                setImmediate(() => {
                  for (const value of stored.values())
                    if (!signal.aborted && value.key.startsWith(`${kind}/`) && !forgotten.has(value.key))
                      receiver.stored(value);
                });
              },
            },
            events: {
              create: (event) => {
                events.push(event);
                return Promise.resolve({ ok: true, value: null });
              },
              read: () => Promise.resolve({ ok: true, value: { count: 1, lastMs: 0 } }),
              repeat: () => Promise.resolve({ ok: true, value: null }),
            },
            ...(options.election === true && {
              elect: (given: ElectionParts) => {
                ({ onChange } = given);
                return {
                  start() {},
                  isLeading: () => leading,
                  stop: () => Promise.resolve(),
                  holder: '',
                };
              },
            }),
            ...(options.reports === true && {
              reports: {
                identity: 'us',
                gatherMs: 3_000,
                transport: {
                  listen(open) {
                    openStream = open;
                    return Promise.resolve({ address: 'here:1', close: () => Promise.resolve() });
                  },
                  connect: () => ({ write() {}, close() {} }),
                },
              },
            }),
            watchAddresses(given) {
              onAddresses = given;
            },
            close() {},
          },
  });
  void actor.start?.();

  /** Lets everything happen that takes no time. */
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) {
      clock.advance(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const batch = async (part: Partial<Batch<StatusValue>>): Promise<void> => {
    seq += 1;
    const whole: Batch<StatusValue> = {
      kind: 'batch',
      seq,
      reset: false,
      synced: true,
      upserts: [],
      removals: [],
      sentAtMs: 0,
      ...part,
    };
    const handled = handler?.(whole);
    await turns();
    await handled;
  };

  return {
    actor,
    clock,
    metrics,
    requests,
    writes: () => requests.filter((request) => request.startsWith('write ')).map((request) => request.slice(6)),
    failures,
    broken,
    forgotten,
    logged,
    events,
    mostAtOnce: () => most,
    status: (name) => (stored.get(name) ?? stored.get(keyOf(name)))?.status,
    async store(name, status, { kind = 'HTTPProxy', manager = '', generation, uid } = {}) {
      version += 1;
      const key = keyOf(name, kind);
      const known = stored.get(key);
      const value: StoredStatus = {
        key,
        uid: uid ?? known?.uid ?? `uid-${name}`,
        resourceVersion: String(version),
        generation: generation ?? known?.generation ?? 1,
        status: status === undefined ? known?.status : status,
        otherManager: manager,
      };
      stored.set(key, value);
      tell(value);
      await turns();
    },
    async remove(name) {
      stored.delete(keyOf(name));
      for (const { receiver, signal } of watches) if (!signal.aborted) receiver.gone(keyOf(name));
      await turns();
    },
    async reject(values, { reset = false } = {}) {
      const keyed = new Map(values.map((value) => [`${value.type}/${value.name}`, value]));
      const removals = reset ? [] : [...rejected.keys()].filter((key) => !keyed.has(key));
      takeReports?.({
        kind: 'batch',
        seq: (seq += 1),
        reset,
        synced: true,
        upserts: [...keyed].map(([key, value]) => ({ key, value, causes: [] })),
        removals: removals.map((key) => ({ key, causes: [] })),
        sentAtMs: 0,
      });
      rejected = keyed;
      await turns();
    },
    async progress(fleet, ...envoys) {
      const key = fleetKey(fleet);
      takeReports?.({
        kind: 'batch',
        seq: (seq += 1),
        reset: false,
        synced: true,
        upserts: envoys.length > 0 ? [{ key, value: { fleet, envoys }, causes: [] }] : [],
        removals: envoys.length > 0 ? [] : [{ key, causes: [] }],
        sentAtMs: 0,
      });
      await turns();
    },
    async send(values, { synced = true, reset = false, causes = [] } = {}) {
      const because = causes.map((key): Cause => ({ id: `c${(causeId += 1)}`, key, atMs: clock.nowMs() }));
      await batch({
        synced,
        reset,
        upserts: values.map((value) => ({ key: value.object, value, causes: because })),
      });
    },
    async hear(replica, told) {
      let stream = streams.get(replica);
      if (stream === undefined) {
        const connection = { peer: replica, peerNames: [], writable: true, write() {}, close() {} };
        stream = openStream!(connection);
        streams.set(replica, stream);
        stream.message(encodeMessage({ kind: 'hello', replica, format: reportFormat }));
      }
      const upserts = Object.entries(told).map(([key, value]) => ({ key, value, causes: [] }));
      stream.message(
        encodeMessage({
          kind: 'batch',
          seq: (seq += 1),
          reset: true,
          synced: true,
          upserts,
          removals: [],
          sentAtMs: 0,
        }),
      );
      await turns();
    },
    async hangUp(replica) {
      streams.get(replica)?.end('cut');
      streams.delete(replica);
      await turns();
    },
    withdraw: (name) => batch({ removals: [{ key: keyOf(name), causes: [] }] }),
    async lead(given) {
      leading = given;
      onChange?.(given);
      await turns();
    },
    loseSilently() {
      leading = false;
    },
    async addresses(given) {
      onAddresses?.(given);
      await turns();
    },
    hold() {
      holding = true;
    },
    async release() {
      held.shift()?.go();
      await turns();
    },
    heldRequests: () => held.map(({ text }) => text),
    async advance(byMs) {
      clock.advance(byMs);
      await turns();
    },
    storesAs(change) {
      stores = change;
    },
    report: () => actor.query?.('queue', undefined) as StatusQueueReport,
  };
}

export function wanted(
  name: string,
  options: { message?: string; generation?: number; uid?: string } = {},
): StatusValue {
  const { message = 'ok', generation = 1, uid = `uid-${name}` } = options;
  return {
    object: keyOf(name),
    apiVersion: 'projectcontour.io/v1',
    generation,
    uid,
    status: {
      currentStatus: 'valid',
      description: message,
      conditions: [{ type: 'Valid', status: 'True', message, observedGeneration: generation }],
    },
    problems: [],
  };
}

/** As it is in the API server once it was written. */
export function written(name: string): unknown {
  const conditions = [
    { type: 'Valid', status: 'True', message: 'ok', observedGeneration: 1, lastTransitionTime: '2024-01-01T00:00:00Z' },
  ];
  return { ...wanted(name).status, conditions };
}

export function ingress(name: string, problems: StatusValue['problems'] = []): StatusValue {
  return {
    object: keyOf(name, 'Ingress'),
    apiVersion: 'networking.k8s.io/v1',
    generation: 1,
    uid: `uid-${name}`,
    status: null,
    problems,
  };
}

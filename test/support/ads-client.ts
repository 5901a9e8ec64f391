// A small xDS client for tests: delta and SotW, aggregated and per type, over a real gRPC stream. In: subscriptions and
// answers; out: responses, and what a client would hold after them. `autoEnvoy` behaves as Envoy does: it asks for what
// its resources refer to, and holds back the ACK of clusters that warm.
// Nothing here sleeps: wait with `next` or `until`.
import { Client, credentials as grpcCredentials } from '@grpc/grpc-js';
import type { ChannelCredentials, ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import type { ResourceType } from '../../src/messages/resources.ts';
import { decode, encode, openAny } from '../../src/xds/proto/codec.ts';
import { ADS } from '../../src/xds/proto/resource-types.ts';
import { edsNameOf } from '../../src/xds/stream/eds-name.ts';
import { streamTypeOf, streamTypes } from '../../src/xds/stream/types.ts';
import { patienceMs } from './patience.ts';
import { createWireNames, type WireNames } from './wire-names.ts';

export interface AdsClientOptions {
  /** `host:port`. */
  readonly target: string;
  readonly protocol: 'delta' | 'sotw';
  /** The service of one type; absent: the aggregated one. */
  readonly only?: ResourceType;
  /** Default `test-node`. */
  readonly nodeId?: string;
  /** Absent: `nuncio-test`. */
  readonly userAgent?: string;
  /** Default: plain text. */
  readonly credentials?: ChannelCredentials;
  /** What to answer: `ack`, `wait` (the test answers), or the text of a NACK. Default: always `ack`. */
  readonly answer?: (response: ReceivedResponse) => Answer;
  /** Called after each response was applied. */
  readonly onResponse?: (response: ReceivedResponse) => void;
}

export type Answer = 'ack' | 'wait' | { readonly nack: string };

export interface ReceivedResource {
  /** Empty in SotW, where resources have no version of their own. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

export interface ReceivedResponse {
  readonly type: ResourceType;
  readonly nonce: string;
  readonly version: string;
  readonly resources: ReadonlyMap<string, ReceivedResource>;
  readonly removed: readonly string[];
}

export interface SubscribeOptions {
  /** Delta, first request of a type: what the client kept. */
  readonly initialVersions?: Readonly<Record<string, string>>;
}

export interface AdsClient {
  /** All responses so far, in order. */
  readonly responses: readonly ReceivedResponse[];
  /** What the client has accepted, by type. */
  held(type: ResourceType): ReadonlyMap<string, ReceivedResource>;
  /** No names: the legacy wildcard in a first request. In SotW the names are added to those of before. */
  subscribe(type: ResourceType, names?: readonly string[], options?: SubscribeOptions): void;
  unsubscribe(type: ResourceType, names: readonly string[]): void;
  ack(response: ReceivedResponse): void;
  nack(response: ReceivedResponse, message: string): void;
  /** A request as given, for what the other methods don't do. */
  sendRaw(request: Readonly<Record<string, unknown>>): void;
  /** The next response (of a type) that no `next` has returned yet. */
  next(type?: ResourceType): Promise<ReceivedResponse>;
  /** Resolves once `test` holds; it is tried after every response. `what` is for the error. */
  until(test: () => boolean, what: string): Promise<void>;
  /** Stops reading from the network, as a client that hangs. */
  pause(): void;
  resume(): void;
  /** How the server ended the stream. */
  readonly ended: Promise<StatusObject>;
  close(): void;
}

const deltaRequest = 'envoy.service.discovery.v3.DeltaDiscoveryRequest';
const deltaResponse = 'envoy.service.discovery.v3.DeltaDiscoveryResponse';
const sotwRequest = 'envoy.service.discovery.v3.DiscoveryRequest';
const sotwResponse = 'envoy.service.discovery.v3.DiscoveryResponse';

interface TypeView {
  readonly held: Map<string, ReceivedResource>;
  readonly names: Set<string>;
  requested: boolean;
  wildcard: boolean;
  /** SotW: of the last accepted response. */
  version: string;
  nonce: string;
}

export function connectAds(options: AdsClientOptions): AdsClient {
  const { protocol } = options;
  const answer = options.answer ?? ((): Answer => 'ack');
  const client = new Client(options.target, options.credentials ?? grpcCredentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
  const pass = (bytes: Buffer): Buffer => bytes;
  const stream: ClientDuplexStream<Buffer, Buffer> = client.makeBidiStreamRequest(pathOf(options), pass, pass);
  const responses: ReceivedResponse[] = [];
  const taken = new Set<ReceivedResponse>();
  const views = new Map<ResourceType, TypeView>();
  const wireNames = createWireNames();
  const waits = new Set<() => void>();
  let sentNode = false;
  let failure: Error | null = null;
  const ended = new Promise<StatusObject>((resolve) => {
    stream.on('status', (status: StatusObject) => {
      failure = new Error(`stream ended: ${status.code} ${status.details}`);
      resolve(status);
      wake();
    });
  });
  // The status says the same.
  stream.on('error', () => {});
  stream.on('data', (bytes: Buffer) => {
    const response = protocol === 'delta' ? readDelta(bytes, wireNames) : readSotw(bytes);
    responses.push(response);
    viewOf(response.type).nonce = response.nonce;
    const given = answer(response);
    if (given === 'ack') ack(response);
    else if (given !== 'wait') nack(response, given.nack);
    options.onResponse?.(response);
    wake();
  });

  function viewOf(type: ResourceType): TypeView {
    let view = views.get(type);
    if (view === undefined) {
      view = { held: new Map(), names: new Set(), requested: false, wildcard: false, version: '', nonce: '' };
      views.set(type, view);
    }
    return view;
  }

  function wake(): void {
    for (const wait of waits) wait();
  }

  function sendRaw(request: Readonly<Record<string, unknown>>): void {
    const whole = sentNode
      ? request
      : {
          node: {
            id: options.nodeId ?? 'test-node',
            cluster: 'test',
            userAgentName: options.userAgent ?? 'nuncio-test',
            userAgentBuildVersion: { version: { majorNumber: 1, minorNumber: 2, patch: 3 } },
          },
          ...request,
        };
    sentNode = true;
    stream.write(Buffer.from(encode(protocol === 'delta' ? deltaRequest : sotwRequest, whole)));
  }

  function send(type: ResourceType, more: Readonly<Record<string, unknown>>): void {
    sendRaw({ typeUrl: streamTypes[type].typeUrl, ...more });
  }

  function sotwNames(view: TypeView): string[] {
    return view.wildcard && view.names.size > 0 ? ['*', ...view.names] : [...view.names];
  }

  function ack(response: ReceivedResponse): void {
    const view = viewOf(response.type);
    apply(view, response);
    if (protocol === 'delta') {
      send(response.type, { responseNonce: response.nonce });
      return;
    }
    view.version = response.version;
    send(response.type, { responseNonce: response.nonce, versionInfo: view.version, resourceNames: sotwNames(view) });
  }

  function nack(response: ReceivedResponse, message: string): void {
    const view = viewOf(response.type);
    const errorDetail = { code: 13, message: wireNames.message(response.type, message, response.resources.keys()) };
    if (protocol === 'delta') send(response.type, { responseNonce: response.nonce, errorDetail });
    else {
      const { version: versionInfo } = view;
      send(response.type, { responseNonce: response.nonce, versionInfo, resourceNames: sotwNames(view), errorDetail });
    }
  }

  function apply(view: TypeView, { type, resources, removed }: ReceivedResponse): void {
    if (protocol === 'sotw' && streamTypes[type].fullState) view.held.clear();
    for (const [name, resource] of resources) view.held.set(name, resource);
    for (const name of removed) view.held.delete(name);
  }

  function until(test: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(new Error(`waited ${patienceMs} ms in vain: ${what}`)), patienceMs);
      const check = () => {
        if (test()) finish(null);
        else if (failure !== null) finish(new Error(`${failure.message} while waiting: ${what}`));
      };
      function finish(error: Error | null): void {
        clearTimeout(timer);
        waits.delete(check);
        if (error === null) resolve();
        else reject(error);
      }
      waits.add(check);
      check();
    });
  }

  return {
    responses,
    held: (type) => viewOf(type).held,
    subscribe(type, names = [], { initialVersions } = {}) {
      const view = viewOf(type);
      for (const name of names) if (name !== '*') view.names.add(name);
      if (names.includes('*') || (names.length === 0 && !view.requested)) view.wildcard = true;
      view.requested = true;
      if (protocol === 'delta') {
        send(type, {
          resourceNamesSubscribe: names,
          ...(initialVersions !== undefined && {
            initialResourceVersions: wireNames.initialVersions(type, initialVersions),
          }),
        });
      } else send(type, { responseNonce: view.nonce, versionInfo: view.version, resourceNames: sotwNames(view) });
    },
    unsubscribe(type, names) {
      const view = viewOf(type);
      for (const name of names) view.names.delete(name);
      if (names.includes('*')) view.wildcard = false;
      for (const name of view.held.keys()) if (!view.wildcard && !view.names.has(name)) view.held.delete(name);
      if (protocol === 'delta') send(type, { resourceNamesUnsubscribe: names });
      else send(type, { responseNonce: view.nonce, versionInfo: view.version, resourceNames: sotwNames(view) });
    },
    ack,
    nack,
    sendRaw,
    async next(type) {
      const find = () => responses.find((one) => !taken.has(one) && (type === undefined || one.type === type));
      await until(() => find() !== undefined, `a response of type ${type ?? 'any'}`);
      const found = find()!;
      taken.add(found);
      return found;
    },
    until,
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    ended,
    close() {
      stream.cancel();
      client.close();
    },
  };
}

/** What an Envoy refers to in its resources, and asks for. */
export interface AutoEnvoy {
  readonly client: AdsClient;
  /** Clusters that wait for their endpoints. */
  readonly warming: ReadonlySet<string>;
  /** Endpoint names that the Envoy subscribes to. */
  readonly endpointNames: ReadonlySet<string>;
  /** What was wrong at any time: a route without its cluster, a cluster gone while a route needed it. */
  readonly violations: readonly string[];
  close(): void;
}

export interface AutoEnvoyOptions extends Omit<AdsClientOptions, 'answer' | 'only'> {
  /** Names of clusters that a scope or route needs, for the check; default: none. */
  readonly clustersOf?: (type: ResourceType, name: string, bytes: Uint8Array) => readonly string[];
  /** Refuses a response; default: never. */
  readonly refuse?: (response: ReceivedResponse) => string | null;
}

/**
 * A client that begins as Envoy does (clusters; listeners once those are warm) and follows references: endpoints of
 * clusters, secrets, named routes and scopes of listeners. Delta: ACKs of clusters wait until all in them are warm.
 */
export function autoEnvoy(options: AutoEnvoyOptions): AutoEnvoy {
  const warming = new Set<string>();
  const endpointNames = new Set<string>();
  const violations: string[] = [];
  /** Cluster responses whose ACK is held back. */
  let unanswered: ReceivedResponse[] = [];
  const edsNames = new Map<string, string>();
  const asked = new Map<ResourceType, Set<string>>();
  let listenersAsked = false;

  const client = connectAds({
    ...options,
    answer(response) {
      const refusal = options.refuse?.(response) ?? null;
      if (refusal !== null) return { nack: refusal };
      return response.type === 'cluster' ? 'wait' : 'ack';
    },
    onResponse(response) {
      if (response.type === 'cluster' && (options.refuse?.(response) ?? null) === null) takeClusters(response);
      if (response.type === 'listener') takeListeners(response);
      if (response.type === 'endpoint') takeEndpoints(response);
      check();
      options.onResponse?.(response);
    },
  });
  client.subscribe('cluster');

  function takeClusters(response: ReceivedResponse): void {
    for (const [name, { bytes }] of response.resources) {
      const edsName = edsNameOf(bytes);
      if (edsName === null) continue;
      const known = options.protocol === 'sotw' && sameBytes(client.held('cluster').get(name)?.bytes, bytes);
      edsNames.set(name, edsName);
      if (!known) warming.add(name);
    }
    unanswered.push(response);
    const gone = options.protocol === 'delta' ? response.removed : goneIn(response);
    for (const name of gone) {
      edsNames.delete(name);
      warming.delete(name);
    }
    const wantedNames = new Set(edsNames.values());
    const fresh = [...wantedNames].filter((name) => !endpointNames.has(name));
    const stale = [...endpointNames].filter((name) => !wantedNames.has(name));
    for (const name of fresh) endpointNames.add(name);
    for (const name of stale) endpointNames.delete(name);
    if (stale.length > 0) client.unsubscribe('endpoint', stale);
    if (fresh.length > 0) client.subscribe('endpoint', fresh);
    answerClusters();
  }

  function goneIn(response: ReceivedResponse): string[] {
    return [...edsNames.keys()].filter((name) => !response.resources.has(name));
  }

  function takeEndpoints(response: ReceivedResponse): void {
    for (const [cluster, edsName] of edsNames) {
      if (response.resources.has(edsName) || response.removed.includes(edsName)) warming.delete(cluster);
    }
    answerClusters();
  }

  function answerClusters(): void {
    if (warming.size > 0) return;
    const answers = unanswered;
    unanswered = [];
    for (const response of answers) client.ack(response);
    if (listenersAsked) return;
    listenersAsked = true;
    client.subscribe('listener');
  }

  function takeListeners(response: ReceivedResponse): void {
    for (const { bytes } of response.resources.values()) {
      const found = referencesOf(bytes);
      if (found.scopedRoutes && !asked.has('scopedRoute')) {
        asked.set('scopedRoute', new Set());
        client.subscribe('scopedRoute');
      }
      for (const [type, names] of [
        ['route', found.routes],
        ['secret', found.secrets],
      ] as const) {
        const before = asked.get(type) ?? new Set<string>();
        const fresh = [...names].filter((name) => !before.has(name));
        asked.set(type, new Set([...before, ...fresh]));
        if (fresh.length > 0) client.subscribe(type, fresh);
      }
    }
  }

  function check(): void {
    const clustersOf = options.clustersOf;
    if (clustersOf === undefined) return;
    for (const type of ['scopedRoute', 'route'] as const) {
      for (const [name, { bytes }] of client.held(type)) {
        for (const cluster of clustersOf(type, name, bytes)) {
          // Active, or being warmed: then Envoy still has none, and the route would answer 503.
          if (!client.held('cluster').has(cluster))
            violations.push(`${type} ${name} needs cluster ${cluster}, which Envoy lacks`);
        }
      }
    }
  }

  return { client, warming, endpointNames, violations, close: () => client.close() };
}

interface References {
  readonly routes: Set<string>;
  readonly secrets: Set<string>;
  scopedRoutes: boolean;
}

/** Follows all messages inside the listener, `Any`s opened, and picks out references by their field names. */
function referencesOf(listener: Uint8Array): References {
  const found: References = { routes: new Set(), secrets: new Set(), scopedRoutes: false };
  visit(decode('envoy.config.listener.v3.Listener', listener), found);
  return found;
}

function visit(value: unknown, found: References): void {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  const fields = value as Readonly<Record<string, unknown>>;
  if (typeof fields['typeUrl'] === 'string' && fields['value'] instanceof Uint8Array) {
    visit(openAny({ typeUrl: fields['typeUrl'], value: fields['value'] })?.message, found);
    return;
  }
  if (typeof fields['routeConfigName'] === 'string') found.routes.add(fields['routeConfigName']);
  if (fields['scopedRds'] !== undefined) found.scopedRoutes = true;
  if (fields['sdsConfig'] !== undefined && typeof fields['name'] === 'string') found.secrets.add(fields['name']);
  for (const inner of Object.values(fields)) visit(inner, found);
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

function pathOf({ only, protocol }: AdsClientOptions): string {
  const service = only === undefined ? ADS : streamTypes[only];
  return protocol === 'delta' ? service.deltaPath : service.sotwPath;
}

function readDelta(bytes: Uint8Array, names: WireNames): ReceivedResponse {
  const { typeUrl = '', nonce = '', systemVersionInfo, resources, removedResources } = decode(deltaResponse, bytes);
  const type = typeOf(typeUrl);
  const received = new Map<string, ReceivedResource>();
  for (const { name: wireName = '', version: said = '', resource } of resources ?? []) {
    const { name, version } = names.read(type, wireName, said);
    received.set(name, { version, bytes: resource?.value ?? new Uint8Array(0) });
  }
  return {
    type,
    nonce,
    version: systemVersionInfo ?? '',
    resources: received,
    removed: (removedResources ?? []).map((name) => names.nameOf(type, name)),
  };
}

function readSotw(bytes: Uint8Array): ReceivedResponse {
  const { typeUrl = '', nonce = '', versionInfo = '', resources } = decode(sotwResponse, bytes);
  const received = new Map<string, ReceivedResource>();
  for (const packed of resources ?? [])
    received.set(nameOf(packed), { version: '', bytes: packed.value ?? new Uint8Array(0) });
  return { type: typeOf(typeUrl), nonce, version: versionInfo, resources: received, removed: [] };
}

function nameOf(packed: Parameters<typeof openAny>[0]): string {
  const message = openAny(packed)?.message as
    | {
        readonly name?: string;
        readonly clusterName?: string;
        readonly key?: { readonly fragments?: readonly { readonly stringKey?: string }[] };
      }
    | undefined;
  // We know a scope by its key.
  return message?.key?.fragments?.[0]?.stringKey ?? message?.name ?? message?.clusterName ?? '';
}

function typeOf(typeUrl: string): ResourceType {
  const found = streamTypeOf(typeUrl);
  if (found === undefined) throw new Error(`response of unknown type ${typeUrl}`);
  return found.type;
}

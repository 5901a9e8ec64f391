// A model of Envoy 1.40 as an xDS client on one aggregated stream. In: responses; out: requests, and what it holds. It
// keeps what it has when its stream breaks, holds back every answer about clusters while one warms, subscribes to what
// its resources name, refuses some contents, and remembers scopes of refused responses as Envoy does (see touchScope).
// Checks at every step that no route it serves leads to a cluster that it has not warmed, or to a scope that it lacks.
import { createHash } from 'node:crypto';
import type { ResourceType } from '../../src/messages/resources.ts';
import { decode, encode } from '../../src/xds/proto/codec.ts';
import { noBackend } from '../../src/xds/names.ts';
import { listenerAddressesOf } from '../../src/xds/stream/listener-addresses.ts';
import { edsNameOf } from '../../src/xds/stream/eds-name.ts';
import { scopeNameIn } from '../../src/xds/scope.ts';
import { wireName } from '../../src/xds/stream/wire-names.ts';
import { createWireNames, type WireNames } from '../support/wire-names.ts';
import type { envoy } from '../../src/xds/proto/generated/envoy.ts';
import { streamTypeOf, streamTypes } from '../../src/xds/stream/types.ts';
import type { World } from './world.ts';

export interface Resource {
  /** Hash of the bytes as nuncio made them. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** One stream, as the client sees it. */
export interface ClientStream {
  send(bytes: Uint8Array): void;
  /** The client ends it; `closed` is not called then. */
  close(): void;
}

export interface StreamHandlers {
  message(bytes: Uint8Array): void;
  closed(): void;
}

export interface EnvoyOptions {
  readonly world: World;
  readonly name: string;
  readonly protocol: 'delta' | 'sotw';
  /** Opens a stream to some replica; null: none can be reached now. */
  readonly connect: (handlers: StreamHandlers) => ClientStream | null;
  /** Names of resources that have ever been, by type: what to look for in the bytes of what refers to them. */
  readonly namesOf: (type: ResourceType) => Iterable<string>;
  /** The resource as it is now, in the end. */
  readonly newest: (type: ResourceType, name: string) => Resource | undefined;
  /**
   * What this content requires (`<type>/<name>`) whatever else there is: a host's scope is the same with further parts. Empty
   * if nobody knows.
   */
  readonly requiredBy: (type: ResourceType, version: string) => readonly string[];
  /** Whether this resource (`<type>/<name>`) has been there since all was quiet, without a break. */
  readonly isStable: (key: string) => boolean;
  /** Contents that this Envoy refuses. */
  readonly refuses: (type: ResourceType, resource: Resource) => boolean;
  readonly namesInErrors: boolean;
  /** Clusters of which some Envoy has refused a version, which is then kept from the others too. */
  readonly refusedClusters: Set<string>;
}

export interface Envoy {
  readonly name: string;
  start(): void;
  /** Its stream breaks; it keeps what it has and comes back. */
  disconnect(): void;
  /** It starts anew with nothing. */
  restart(): void;
  /** Reads nothing for a while. */
  pause(forMs: number): void;
  readonly connected: boolean;
  /** What it serves; clusters: those that are warm. */
  held(type: ResourceType): ReadonlyMap<string, Resource>;
  subscribed(type: ResourceType): ReadonlySet<string>;
  readonly warming: ReadonlyMap<string, Resource>;
  /** Since it had a listener that selects scopes. */
  readonly asksForScopes: boolean;
}

interface Response {
  readonly type: ResourceType;
  readonly nonce: string;
  readonly version: string;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly removed: readonly string[];
}

/** Envoy's default: a cluster without endpoints warms after this. */
const initialFetchTimeoutMs = 15_000;

const namedTypes = ['endpoint', 'secret', 'extension', 'route', 'runtime'] as const;
const wildcardTypes: readonly ResourceType[] = ['cluster', 'listener', 'scopedRoute'];

export function createEnvoy(options: EnvoyOptions): Envoy {
  const { world, name, protocol, namesOf, refuses } = options;
  const { clock, random } = world;
  let stream: ClientStream | null = null;
  let life = 0;
  let pausedUntilMs = 0;
  const held = new Map<ResourceType, Map<string, Resource>>();
  let warming = new Map<string, Resource>();
  /** What the scope subscription believes to have, as bytes; see touchScope. */
  const rememberedScopes = new Map<string, string>();
  let withheld: { readonly response: Response; readonly refusal: string | null }[] = [];
  /** On this stream. */
  const subscribed = new Map<ResourceType, Set<string>>();
  const accepted = new Map<ResourceType, string>();
  const nonces = new Map<ResourceType, string>();
  /** Routes that came on this stream. */
  const cameHere = new Set<string>();
  /** Something on this stream was refused. */
  let refusedHere = false;
  let asksForScopes = false;
  const { refusedClusters } = options;
  const reported = new Set<string>();

  const wireNames = createWireNames();
  const heldOf = (type: ResourceType): Map<string, Resource> => mapOf(held, type);

  function mapOf<K, V>(of: Map<ResourceType, Map<K, V>>, type: ResourceType): Map<K, V> {
    let map = of.get(type);
    if (map === undefined) of.set(type, (map = new Map()));
    return map;
  }

  // The stream.

  function connect(): void {
    const own = ++life;
    subscribed.clear();
    nonces.clear();
    cameHere.clear();
    refusedHere = false;
    withheld = [];
    // A cluster that had not warmed is asked for anew.
    warming = new Map();
    stream = options.connect({
      message: (bytes) => {
        if (own === life) whenAwake(own, () => receive(bytes));
      },
      closed: () => {
        if (own === life) lost();
      },
    });
    if (stream === null) return lost();
    world.note(`${name} connects`);
    for (const type of wildcardTypes) {
      if (type !== 'scopedRoute' || asksForScopes) ask(type);
      // Envoy subscribes to endpoints while it brings up its clusters.
      if (type === 'cluster') updateSubscriptions();
    }
  }

  const queue: (() => void)[] = [];
  function whenAwake(own: number, run: () => void): void {
    if (clock.nowMs() >= pausedUntilMs && queue.length === 0) return run();
    queue.push(() => {
      if (own === life) run();
    });
    clock.setTimer(pausedUntilMs - clock.nowMs(), () => queue.shift()?.());
  }

  function lost(): void {
    stream = null;
    const own = ++life;
    clock.setTimer(100 + random.next() * 900, () => {
      if (own === life) connect();
    });
  }

  function send(type: ResourceType, request: Readonly<Record<string, unknown>>): void {
    const common = { node: { id: name, cluster: 'sim' }, typeUrl: streamTypes[type].typeUrl, ...request };
    stream?.send(
      protocol === 'delta'
        ? encode('envoy.service.discovery.v3.DeltaDiscoveryRequest', common)
        : encode('envoy.service.discovery.v3.DiscoveryRequest', common),
    );
  }

  /** First request of a wildcard type. */
  function ask(type: ResourceType): void {
    subscribed.set(type, new Set());
    if (protocol === 'sotw') return send(type, answerFields(type));
    send(type, {
      resourceNamesSubscribe: ['*'],
      initialResourceVersions: wireNames.initialVersions(type, versionsOf(type)),
    });
  }

  function versionsOf(type: ResourceType): Record<string, string> {
    return Object.fromEntries([...heldOf(type)].map(([one, { version }]) => [one, version]));
  }

  function updateSubscriptions(): void {
    for (const type of namedTypes) {
      const wanted = wantedNames(type);
      const before = subscribed.get(type);
      const fresh = [...wanted].filter((one) => before?.has(one) !== true);
      const stale = [...(before ?? [])].filter((one) => !wanted.has(one));
      const kept = heldOf(type);
      for (const one of kept.keys()) if (!wanted.has(one)) kept.delete(one);
      if (fresh.length === 0 && stale.length === 0) continue;
      subscribed.set(type, wanted);
      if (protocol === 'sotw') send(type, { resourceNames: [...wanted], ...answerFields(type) });
      else
        send(type, {
          resourceNamesSubscribe: fresh,
          resourceNamesUnsubscribe: stale,
          ...(before === undefined && { initialResourceVersions: versionsOf(type) }),
        });
    }
  }

  function answerFields(type: ResourceType): Record<string, string> {
    return { responseNonce: nonces.get(type) ?? '', versionInfo: accepted.get(type) ?? '' };
  }

  function wantedNames(type: (typeof namedTypes)[number]): Set<string> {
    if (type === 'runtime') return new Set(['dynamic']);
    const clusters = [...heldOf('cluster').values(), ...warming.values()];
    if (type === 'endpoint') {
      const newest = new Map([...heldOf('cluster'), ...warming]);
      const names = [...newest.values()].map(({ bytes }) => edsNameOf(bytes)).filter((each) => each !== null);
      return new Set(names);
    }
    const others = type === 'extension' ? [] : [...heldOf('extension').values()];
    const referring = [...heldOf('listener').values(), ...others, ...clusters].map(({ bytes }) => Buffer.from(bytes));
    const names = new Set<string>();
    for (const one of namesOf(type)) if (referring.some((bytes) => bytes.includes(one))) names.add(one);
    return names;
  }

  function answer({ type, nonce, version }: Response, refusal: string | null): void {
    nonces.set(type, nonce);
    if (refusal === null) accepted.set(type, version);
    const error = refusal === null ? {} : { errorDetail: { code: 13, message: refusal } };
    if (protocol === 'delta') return send(type, { responseNonce: nonce, ...error });
    const names = wildcardTypes.includes(type) ? [] : [...(subscribed.get(type) ?? [])];
    send(type, { resourceNames: names, ...answerFields(type), ...error });
  }

  // What it does with a response.

  function receive(bytes: Uint8Array): void {
    const response = readResponse(protocol, bytes, wireNames, (text) => world.violation(`${name}: ${text}`));
    const { type, resources, removed } = response;
    const refused = [...resources].filter(([, resource]) => refuses(type, resource)).map(([one]) => one);
    const clashing = type === 'listener' ? clashingOf(response, refused) : [];
    const bad = [...refused, ...clashing];
    world.note(
      `${name} receives ${type} #${response.nonce} ${[...resources.keys()].map((one) => `+${one}`).join(' ')} ${removed.map((one) => `-${one}`).join(' ')}${bad.length > 0 ? ` refuses ${bad.join(' ')}` : ''}`,
    );
    if (bad.length > 0) {
      refusedHere = true;
      const message =
        clashing.length > 0
          ? [...refused.map((one) => `${one}: bad`), ...clashing.map((one) => `${one}: has duplicate address`)].join(
              '\n',
            )
          : options.namesInErrors
            ? `Error adding: ${bad.map((one) => wireName(type, one)).join(', ')}`
            : 'validation failed';
      if (type === 'scopedRoute') rememberUpTo(response, bad);
      if (type === 'endpoint') takeEndpointsUpTo(response, bad);
      if (type === 'listener') takeListeners(response, bad);
      if (type !== 'cluster') return answer(response, message);
      for (const one of bad) refusedClusters.add(one);
      takeClusters(response, bad, message);
      updateSubscriptions();
      return check(`${type} #${response.nonce}`);
    }
    for (const one of resources.keys()) cameHere.add(`${type}/${one}`);
    if (type === 'cluster') takeClusters(response);
    else if (type === 'scopedRoute') takeScopes(response);
    else {
      const map = heldOf(type);
      if (protocol === 'sotw' && streamTypes[type].fullState) map.clear();
      for (const [one, resource] of resources)
        if (wildcardTypes.includes(type) || subscribed.get(type)?.has(one) === true) map.set(one, resource);
      // Of a route configuration Envoy takes no removal: it keeps it until no listener refers to it.
      if (type !== 'route') for (const one of removed) map.delete(one);
      answer(response, null);
      if (type === 'endpoint') {
        warmThoseOf((eds) => resources.has(eds) || removed.includes(eds));
        release();
      }
    }
    updateSubscriptions();
    if (!asksForScopes && usesScopes()) {
      asksForScopes = true;
      ask('scopedRoute');
    }
    check(`${type} #${response.nonce}`);
  }

  function usesScopes(): boolean {
    // The connection manager is in the listener, or comes apart (ECDS).
    return [...heldOf('listener').values(), ...heldOf('extension').values()].some(({ bytes }) =>
      Buffer.from(bytes).includes('x-nuncio-scope'),
    );
  }

  /** Envoy takes one listener after the other, and refuses those that come where another one still is. */
  function clashingOf({ resources, removed }: Response, refused: readonly string[]): readonly string[] {
    const at = new Map<string, string>();
    for (const [one, { bytes }] of heldOf('listener')) {
      const isGone = protocol === 'delta' ? removed.includes(one) : !resources.has(one);
      if (!isGone) for (const address of listenerAddressesOf(bytes)) at.set(address, one);
    }
    const clashing: string[] = [];
    for (const [one, { bytes }] of resources) {
      if (refused.includes(one)) continue;
      const addresses = listenerAddressesOf(bytes);
      const other = addresses.map((address) => at.get(address)).find((each) => each !== undefined && each !== one);
      if (other === undefined) {
        for (const [address, holder] of at) if (holder === one) at.delete(address);
        for (const address of addresses) at.set(address, one);
        continue;
      }
      clashing.push(one);
      // Of what this Envoy kept from an earlier stream the server may not know where it is.
      const isKnown = [...heldOf('listener').keys()].every((each) => cameHere.has(`listener/${each}`));
      if (!refusedHere && refused.length === 0 && isKnown) world.violation(`${name}: ${one} comes where ${other} is`);
    }
    return clashing;
  }

  /** Of a response that it refuses it takes what is good all the same. */
  function takeListeners({ resources, removed }: Response, bad: readonly string[]): void {
    const map = heldOf('listener');
    const gone = protocol === 'delta' ? removed : [...map.keys()].filter((one) => !resources.has(one));
    for (const one of gone) map.delete(one);
    for (const [one, resource] of resources) if (!bad.includes(one)) map.set(one, resource);
  }

  function takeClusters(response: Response, bad: readonly string[] = [], refusal: string | null = null): void {
    const { resources, removed } = response;
    const active = heldOf('cluster');
    const known = new Set([...active.keys(), ...warming.keys()]);
    const gone = protocol === 'delta' ? removed : [...known].filter((one) => !resources.has(one));
    for (const one of gone) {
      warming.delete(one);
      active.delete(one);
    }
    for (const [one, resource] of resources) {
      if (bad.includes(one)) continue;
      // Envoy compares with the version that warms, if there is one.
      if ((warming.get(one) ?? active.get(one))?.version === resource.version) continue;
      warming.set(one, resource);
      const own = life;
      clock.setTimer(initialFetchTimeoutMs, () => {
        if (own !== life || warming.get(one) !== resource) return;
        // A server may have taken away the cluster, or its endpoints, in a response that was refused or not yet sent.
        const endpoints = edsNameOf(resource.bytes);
        const newest = endpoints === null ? undefined : options.newest('endpoint', endpoints);
        if (!refusedHere && newest !== undefined && !keepsWhatIsUnknown(endpoints!, newest))
          world.violation(`${name}: cluster ${one} got no endpoints for ${initialFetchTimeoutMs} ms`);
        warm(one);
        release();
      });
      if (edsNameOf(resource.bytes) === null) warm(one);
    }
    withheld.push({ response, refusal });
    release();
  }

  /**
   * Of endpoints whose newest version some Envoy refused this one keeps those that another replica gave it. This one does
   * not have them to send again, and anything else would take away what serves.
   */
  function keepsWhatIsUnknown(endpoints: string, newest: Resource): boolean {
    const isKept = heldOf('endpoint').has(endpoints) && !cameHere.has(`endpoint/${endpoints}`);
    return isKept && refuses('endpoint', newest);
  }

  /** The old version serves until then. */
  function warm(cluster: string): void {
    const resource = warming.get(cluster);
    if (resource === undefined) return;
    warming.delete(cluster);
    heldOf('cluster').set(cluster, resource);
  }

  function warmThoseOf(have: (endpoints: string) => boolean): void {
    for (const [cluster, { bytes }] of warming) {
      const eds = edsNameOf(bytes);
      if (eds !== null && have(eds)) warm(cluster);
    }
  }

  /** One cluster after the other takes its endpoints, until one refuses; that one goes on with those it had, or without any. */
  function takeEndpointsUpTo({ resources }: Response, bad: readonly string[]): void {
    for (const [one, resource] of resources) {
      if (!bad.includes(one) && subscribed.get('endpoint')?.has(one) === true) heldOf('endpoint').set(one, resource);
      warmThoseOf((eds) => eds === one);
      if (bad.includes(one)) break;
    }
    release();
  }

  function release(): void {
    if (warming.size > 0) return;
    const list = withheld;
    withheld = [];
    for (const { response, refusal } of list) answer(response, refusal);
  }

  /** Scopes before the bad one are remembered, and not served. */
  function rememberUpTo({ resources }: Response, bad: readonly string[]): void {
    for (const [one, { bytes }] of resources) {
      if (bad.includes(one)) return;
      rememberedScopes.set(one, textOf(bytes));
    }
  }

  function takeScopes(response: Response): void {
    const { resources, removed } = response;
    const served = heldOf('scopedRoute');
    const gone = protocol === 'delta' ? removed : [...rememberedScopes.keys()].filter((one) => !resources.has(one));
    for (const one of gone) {
      if (served.has(one) && options.isStable(`scopedRoute/${one}`))
        world.violation(`${name}: loses scopedRoute ${one}, which nobody has taken away`);
      rememberedScopes.delete(one);
      served.delete(one);
    }
    for (const [one, resource] of resources) {
      const text = textOf(resource.bytes);
      if (rememberedScopes.get(one) === text) continue;
      rememberedScopes.set(one, text);
      served.set(one, resource);
    }
    answer(response, null);
  }

  function check(after: string): void {
    const active = heldOf('cluster');
    for (const type of ['scopedRoute', 'route', 'listener'] as const) {
      for (const [one, { version, bytes }] of heldOf(type)) {
        // In SotW a client that comes back can't say what it has, so until it has been sent its routes nobody can tell
        // which clusters they need.
        if (protocol === 'sotw' && !cameHere.has(`${type}/${one}`)) continue;
        const required = options.requiredBy(type, version);
        for (const scope of namesAmong(required, 'scopedRoute')) {
          if (!heldOf('scopedRoute').has(scope))
            report(`after ${after}`, `${type} ${one} leads to scope ${scope}, which it does not have`);
        }
        const others = namesAmong(required, 'cluster');
        for (const cluster of new Set([...clustersOf(type, version, bytes), ...others])) {
          // The one that is meant not to be there answers 503, or ends the connection.
          if (active.has(cluster) || refusedClusters.has(cluster) || cluster === noBackend) continue;
          const how = warming.has(cluster) ? 'is not warm' : 'it does not have';
          report(`after ${after}`, `${type} ${one} leads to cluster ${cluster}, which ${how}`);
        }
      }
    }
  }

  /** Once each. */
  function report(when: string, what: string): void {
    if (reported.has(what)) return;
    reported.add(what);
    world.violation(`${name}: ${when} ${what}`);
  }

  function forgetAll(): void {
    held.clear();
    accepted.clear();
    rememberedScopes.clear();
    warming = new Map();
    asksForScopes = false;
  }

  return {
    name,
    start: connect,
    disconnect() {
      world.note(`${name} loses its stream`);
      stream?.close();
      lost();
    },
    restart() {
      world.note(`${name} starts anew`);
      stream?.close();
      forgetAll();
      lost();
    },
    pause(forMs) {
      pausedUntilMs = clock.nowMs() + forMs;
    },
    get connected() {
      return stream !== null;
    },
    held: heldOf,
    subscribed: (type) => subscribed.get(type) ?? new Set(),
    get warming() {
      return warming;
    },
    get asksForScopes() {
      return asksForScopes;
    },
  };
}

function namesAmong(keys: readonly string[], type: ResourceType): readonly string[] {
  return keys.flatMap((key) => (key.startsWith(`${type}/`) ? [key.slice(type.length + 1)] : []));
}

function readResponse(
  protocol: 'delta' | 'sotw',
  bytes: Uint8Array,
  names: WireNames,
  wrong: (text: string) => void,
): Response {
  const resources = new Map<string, Resource>();
  if (protocol === 'delta') {
    const message = decode('envoy.service.discovery.v3.DeltaDiscoveryResponse', bytes);
    const type = streamTypeOf(message.typeUrl ?? '')!.type;
    for (const { name: said = '', version: saidVersion = '', resource } of message.resources ?? []) {
      const value = resource?.value ?? new Uint8Array();
      const { name, version } = names.read(type, said, saidVersion);
      const own = { version: versionOf(type, name, value), bytes: value };
      if (wireNameOf(type, value) !== said) wrong(`${type} ${name} comes as ${said}`);
      if (own.version !== version) wrong(`${type} ${name} has version ${version}, its content ${own.version}`);
      resources.set(name, own);
    }
    const removed = (message.removedResources ?? []).map((one) => names.nameOf(type, one));
    return { type, nonce: message.nonce ?? '', version: '', resources, removed };
  }
  const message = decode('envoy.service.discovery.v3.DiscoveryResponse', bytes);
  const type = streamTypeOf(message.typeUrl ?? '')!.type;
  for (const { value = new Uint8Array() } of message.resources ?? []) {
    const name = nameOf(type, value);
    resources.set(name, { version: versionOf(type, name, value), bytes: value });
  }
  return { type, nonce: message.nonce ?? '', version: message.versionInfo ?? '', resources, removed: [] };
}

/** By which we know the resource. */
export function nameOf(type: ResourceType, bytes: Uint8Array): string {
  if (type !== 'scopedRoute') return wireNameOf(type, bytes);
  return scopeNameIn(bytes) ?? '';
}

/** Field 1 of every resource is its name (`cluster_name` of endpoints). */
function wireNameOf(type: ResourceType, bytes: Uint8Array): string {
  const message =
    type === 'endpoint'
      ? decode('envoy.config.endpoint.v3.ClusterLoadAssignment', bytes).clusterName
      : decode('envoy.config.cluster.v3.Cluster', bytes.subarray(0, nameEnd(bytes))).name;
  return message ?? '';
}

/** End of field 1, which comes first: other types can be read as clusters up to there. */
function nameEnd(bytes: Uint8Array): number {
  let at = 1;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return at + length;
}

function versionOf(type: ResourceType, name: string, bytes: Uint8Array): string {
  const own = type === 'scopedRoute' ? untouched(name, bytes) : bytes;
  return createHash('sha256').update(own).digest('hex').slice(0, 16);
}

/** The scope as it was before `touchScope`: without a last field that renames its routes to `<name> <nonce>`. */
export function untouched(name: string, bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = buffer.lastIndexOf(`${name} `);
  if (mark < 0 || !/^\d+$/.test(buffer.toString('latin1', mark + Buffer.byteLength(name) + 1))) return bytes;
  // Tag and length of the string, tag and length of the message.
  const sizeBytes = buffer.length - mark;
  const head = 2 + (sizeBytes > 0x7f ? 2 : 1) + (sizeBytes + 2 > 0x7f ? 2 : 1);
  return bytes.subarray(0, mark - head);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const clustersByVersion = new Map<string, readonly string[]>();

/** Clusters that the routes in a scope or route configuration name, or the TCP and UDP proxies of a listener. */
export function clustersOf(
  type: 'scopedRoute' | 'route' | 'listener',
  version: string,
  bytes: Uint8Array,
): readonly string[] {
  const known = clustersByVersion.get(version);
  if (known !== undefined) return known;
  const found = new Set(type === 'listener' ? clustersOfListener(bytes) : clustersOfRoutes(type, bytes));
  if (clustersByVersion.size > 50_000) clustersByVersion.clear();
  clustersByVersion.set(version, [...found]);
  return [...found];
}

/** All filter chains of a listener. */
function chainsOf(bytes: Uint8Array): readonly envoy.config.listener.v3.FilterChain[] {
  const { filterChains = [], defaultFilterChain } = decode('envoy.config.listener.v3.Listener', bytes);
  return [...filterChains, ...(defaultFilterChain ? [defaultFilterChain] : [])];
}

/** Filter chains of a listener, each as bytes: what an Envoy that refuses one refuses wherever it is. */
export function encodedChains(bytes: Uint8Array): readonly Uint8Array[] {
  return chainsOf(bytes).map((chain) => encode('envoy.config.listener.v3.FilterChain', chain));
}

function clustersOfListener(bytes: Uint8Array): string[] {
  return chainsOf(bytes)
    .flatMap(({ filters = [] }) => filters)
    .flatMap(({ typedConfig }) => {
      if (typedConfig?.typeUrl?.endsWith('.TcpProxy') !== true) return [];
      const proxy = decode(
        'envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy',
        typedConfig.value ?? new Uint8Array(),
      );
      return [proxy.cluster, ...(proxy.weightedClusters?.clusters ?? []).map(({ name }) => name)];
    })
    .filter((each): each is string => each !== undefined && each !== '' && each !== null);
}

function clustersOfRoutes(type: 'scopedRoute' | 'route', bytes: Uint8Array): string[] {
  const message =
    type === 'scopedRoute'
      ? decode('envoy.config.route.v3.ScopedRouteConfiguration', bytes).routeConfiguration
      : decode('envoy.config.route.v3.RouteConfiguration', bytes);
  const found: string[] = [];
  for (const host of message?.virtualHosts ?? []) {
    for (const { route } of host.routes ?? []) {
      if (route?.cluster) found.push(route.cluster);
      for (const each of route?.weightedClusters?.clusters ?? []) if (each.name) found.push(each.name);
      for (const each of route?.requestMirrorPolicies ?? []) if (each.cluster) found.push(each.cluster);
    }
  }
  return found;
}

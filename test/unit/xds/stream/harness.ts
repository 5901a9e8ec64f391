// What the stream tests share: resources with readable contents, a store that is fed by hand, and responses decoded.
import type { Batch, Cause } from '../../../../src/messages/edge.ts';
import type { EncodedResource, ResourceType } from '../../../../src/messages/resources.ts';
import { decode, encode } from '../../../../src/xds/proto/codec.ts';
import type { DeltaRequest, SotwRequest } from '../../../../src/xds/stream/requests.ts';
import { noVersions } from '../../../../src/xds/stream/state.ts';
import type { StreamEvent } from '../../../../src/xds/stream/state.ts';
import { createStore } from '../../../../src/xds/stream/store.ts';
import { createStream } from '../../../../src/xds/stream/stream.ts';
import { streamTypeOf, streamTypes } from '../../../../src/xds/stream/types.ts';
import { createWireNames, type WireNames } from '../../../support/wire-names.ts';

export const ackTimeoutMs = 5000;

/** A cluster with endpoints under `edsName` (default: its own name); null: no EDS. `content` makes the version. */
export function cluster(name: string, content = '1', edsName: string | null = name): EncodedResource {
  const bytes = encode('envoy.config.cluster.v3.Cluster', {
    name,
    altStatName: content,
    ...(edsName !== null && { type: 3, edsClusterConfig: { serviceName: edsName } }),
  });
  return { type: 'cluster', name, version: content, bytes, requires: [] };
}

/** Any other resource: its bytes are a Cluster message too (a Listener has its stat prefix there), which only the tests look into. */
export function resource(
  type: ResourceType,
  name: string,
  content = '1',
  clusters: readonly string[] = [],
): EncodedResource {
  const bytes = encode('envoy.config.cluster.v3.Cluster', { name, altStatName: content });
  return { type, name, version: content, bytes, requires: clusters.map((one) => `cluster/${one}`).sort() };
}

/** At the port `port`, or two; `content` and the ports make the version. */
export function listenerAt(name: string, ports: number | readonly number[], content = '1'): EncodedResource {
  const [address, ...others] = [ports]
    .flat()
    .map((portValue) => ({ socketAddress: { address: '0.0.0.0', portValue } }));
  const bytes = encode('envoy.config.listener.v3.Listener', {
    name,
    statPrefix: `${content}@${[ports].flat().join('+')}`,
    address: address!,
    additionalAddresses: others.map((each) => ({ address: each })),
  });
  return { type: 'listener', name, version: `${content}@${[ports].flat().join('+')}`, bytes, requires: [] };
}

export function scope(name: string, content = '1', clusters: readonly string[] = []): EncodedResource {
  return resource('scopedRoute', name, content, clusters);
}

/** Of what a client kept from an earlier stream. */
export function versions(kept: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(kept));
}

export function cause(id: string, atMs = 0): Cause {
  return { id, key: `Test//${id}`, atMs };
}

export interface Decoded {
  readonly type: ResourceType;
  readonly nonce: string;
  readonly version: string;
  /** Name → content. */
  readonly resources: Readonly<Record<string, string>>;
  /** Name → the resource as it came. */
  readonly bytes: Readonly<Record<string, Uint8Array>>;
  /** Delta: name → version. */
  readonly versions: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

export function decodeResponse(
  protocol: 'delta' | 'sotw',
  bytes: Uint8Array,
  names: WireNames = createWireNames(),
): Decoded {
  if (protocol === 'delta') {
    const message = decode('envoy.service.discovery.v3.DeltaDiscoveryResponse', bytes);
    const { type } = streamTypeOf(message.typeUrl ?? '')!;
    const resources = (message.resources ?? []).map(({ name = '', version = '', resource: any }) => ({
      ...names.read(type, name, version),
      resource: any,
    }));
    return {
      type,
      nonce: message.nonce ?? '',
      version: message.systemVersionInfo ?? '',
      resources: Object.fromEntries(
        resources.map(({ name, resource: any }) => [name, readResource(type, any?.value).content]),
      ),
      bytes: Object.fromEntries(resources.map(({ name, resource: any }) => [name, any?.value ?? new Uint8Array()])),
      versions: Object.fromEntries(resources.map(({ name, version }) => [name, version])),
      removed: (message.removedResources ?? []).map((name) => names.nameOf(type, name)),
    };
  }
  const message = decode('envoy.service.discovery.v3.DiscoveryResponse', bytes);
  const { type } = streamTypeOf(message.typeUrl ?? '')!;
  const resources = (message.resources ?? []).map(({ value }) => {
    const { name, content } = readResource(type, value);
    return { name: names.nameOf(type, name), content, bytes: value! };
  });
  return {
    type,
    nonce: message.nonce ?? '',
    version: message.versionInfo ?? '',
    resources: Object.fromEntries(resources.map(({ name, content }) => [name, content])),
    bytes: Object.fromEntries(resources.map(({ name, bytes: own }) => [name, own])),
    versions: {},
    removed: [],
  };
}

/** What `resource`, `cluster` and `listenerAt` made. */
function readResource(
  type: ResourceType,
  bytes: Uint8Array | null | undefined,
): { readonly name: string; readonly content: string } {
  if (type === 'listener') {
    const { name = '', statPrefix = '' } = decode('envoy.config.listener.v3.Listener', bytes!);
    return { name, content: statPrefix };
  }
  const { name = '', altStatName = '' } = decode('envoy.config.cluster.v3.Cluster', bytes!);
  return { name, content: altStatName };
}

export const testEdge = 'test>streamer';

/** A store with one edge, fed by hand. */
export function fedStore() {
  const store = createStore([testEdge]);
  let seq = 0;
  const apply = (batch: Partial<Batch<EncodedResource>>) =>
    store.apply(testEdge, {
      kind: 'batch',
      seq: ++seq,
      reset: false,
      synced: true,
      upserts: [],
      removals: [],
      sentAtMs: 0,
      ...batch,
    });
  return {
    store,
    apply,
    put: (...resources: readonly EncodedResource[]) =>
      apply({ upserts: resources.map((value) => ({ key: `${value.type}/${value.name}`, value, causes: [] })) }),
    remove: (...keys: readonly string[]) => apply({ removals: keys.map((key) => ({ key, causes: [] })) }),
  };
}

/** One stream over a store that is fed by hand; time stands still unless it is moved. */
export function testStream(
  protocol: 'delta' | 'sotw',
  only: ResourceType | null = null,
  fed = fedStore(),
  namesPerTurn = 1000,
) {
  const stream = createStream({ protocol, storeFor: () => fed.store, only, ackTimeoutMs, namesPerTurn });
  let nowMs = 1000;
  const events: StreamEvent[] = [];
  const openNonces = new Map<string, Decoded>();
  const names = new Map<ResourceType, string[]>();
  const wireNames = createWireNames();

  function drain(): Decoded[] {
    const responses: Decoded[] = [];
    for (;;) {
      const polled = stream.poll(nowMs);
      events.push(...stream.takeEvents());
      if (polled.kind === 'idle') return responses;
      if (polled.kind === 'more') continue;
      const decoded = decodeResponse(protocol, polled.response.bytes, wireNames);
      openNonces.set(decoded.nonce, decoded);
      responses.push(decoded);
    }
  }

  function request(more: Partial<DeltaRequest> & Partial<SotwRequest> & { readonly type: ResourceType }): void {
    const { type, ...given } = more;
    const common = { node: null, typeUrl: streamTypes[type].typeUrl, nonce: '', error: null };
    if (protocol === 'delta') {
      const said = wireNames.initialVersions(type, Object.fromEntries(given.initialVersions ?? noVersions));
      const initialVersions = new Map(Object.entries(said));
      stream.takeDelta({ ...common, subscribe: [], unsubscribe: [], ...given, initialVersions }, nowMs);
    } else {
      if (given.names !== undefined) names.set(type, [...given.names]);
      stream.takeSotw({ ...common, version: '', names: names.get(type) ?? [], ...given }, nowMs);
    }
    events.push(...stream.takeEvents());
  }

  return {
    ...fed,
    put(...resources: readonly EncodedResource[]) {
      for (const { type, name } of resources) wireNames.learn(type, name);
      return fed.put(...resources);
    },
    stream,
    events,
    drain,
    request,
    /** Subscribes (delta: adds names; SotW: these are all names) and returns what is sent then. */
    subscribe(type: ResourceType, list: readonly string[] = [], more: Partial<DeltaRequest> = {}): Decoded[] {
      request({ type, ...(protocol === 'delta' ? { subscribe: list } : { names: list }), ...more });
      return drain();
    },
    ack({ type, nonce }: Decoded): Decoded[] {
      request({ type, nonce });
      return drain();
    },
    nack({ type, nonce, resources }: Decoded, text: string): Decoded[] {
      const message = wireNames.message(type, text, Object.keys(resources));
      request({ type, nonce, error: { code: 13, message } });
      return drain();
    },
    /** Feeds the stream with changes of the store. */
    change(changes: ReturnType<typeof fed.put>): Decoded[] {
      stream.notify(changes);
      return drain();
    },
    advance(byMs: number): Decoded[] {
      nowMs += byMs;
      return drain();
    },
    /** ACKs everything until nothing more comes; returns all responses. */
    settle(responses: readonly Decoded[]): Decoded[] {
      const all = [...responses];
      for (const response of all) {
        request({ type: response.type, nonce: response.nonce });
        all.push(...drain());
      }
      return all;
    },
    get nowMs() {
      return nowMs;
    },
    openNonces,
  };
}

export type TestStream = ReturnType<typeof testStream>;

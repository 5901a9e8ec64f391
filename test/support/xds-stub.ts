// A control plane with no plane: serves given resources to Envoy over delta ADS, so that translators can be proved on a
// real Envoy without sources, graph and streamer. Every type is sent in the order in which Envoy wants it.
// Must hold: `apply` resolves when Envoy has answered everything that was sent; refusals are kept for the test to see.
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import type { EncodedResource, ResourceType as ShortType } from '../../src/messages/resources.ts';
import { decode, encode } from '../../src/xds/proto/codec.ts';
import { bootstrap } from '../../src/xds/bootstrap.ts';
import { ADS, CLUSTER_LOAD_ASSIGNMENT, resourceTypeOf, resourceTypes } from '../../src/xds/proto/resource-types.ts';
import { edsNameOf } from '../../src/xds/stream/eds-name.ts';
import { wireName } from '../../src/xds/stream/wire-names.ts';
import type { ResourceChanges } from '../../src/xds/translator.ts';

export interface XdsStub {
  readonly port: number;
  /** For this server: the bootstrap that nuncio writes. */
  readonly bootstrap: Record<string, unknown>;
  /** Sends what changed. Before Envoy connects, it only keeps it. */
  apply(...changes: readonly ResourceChanges[]): Promise<void>;
  /** Error messages of the answers that refused something. */
  readonly refusals: readonly string[];
  stop(): Promise<void>;
}

const shortTypes: Readonly<Record<string, ShortType>> = {
  'envoy.config.listener.v3.Listener': 'listener',
  'envoy.config.core.v3.TypedExtensionConfig': 'extension',
  'envoy.config.route.v3.ScopedRouteConfiguration': 'scopedRoute',
  'envoy.config.route.v3.RouteConfiguration': 'route',
  'envoy.config.cluster.v3.Cluster': 'cluster',
  'envoy.config.endpoint.v3.ClusterLoadAssignment': 'endpoint',
  'envoy.extensions.transport_sockets.tls.v3.Secret': 'secret',
  'envoy.service.runtime.v3.Runtime': 'runtime',
};

/** What one Envoy asked for of one type; `wildcard`: everything. */
interface Subscription {
  wildcard: boolean;
  readonly names: Set<string>;
}

export async function startXdsStub(): Promise<XdsStub> {
  const resources = new Map<string, EncodedResource>();
  const refusals: string[] = [];
  const subscriptions = new Map<string, Subscription>();
  const unanswered = new Set<string>();
  let waiting: (() => void)[] = [];
  let nonce = 0;
  let stream: ServerDuplexStream<Buffer, Uint8Array> | undefined;

  function send(typeUrl: string, list: readonly EncodedResource[], removed: readonly string[] = []): void {
    const id = String(++nonce);
    unanswered.add(id);
    stream?.write(
      encode('envoy.service.discovery.v3.DeltaDiscoveryResponse', {
        typeUrl,
        nonce: id,
        resources: list.map(({ type, name, version, bytes }) => ({
          name: wireName(type, name),
          version,
          resource: { typeUrl, value: bytes },
        })),
        removedResources: removed,
      }),
    );
  }

  function ofType(typeUrl: string): EncodedResource[] {
    const type = shortTypes[resourceTypeOf(typeUrl)?.message ?? ''];
    return [...resources.values()].filter((resource) => resource.type === type);
  }

  /** Envoy puts a changed cluster aside until its endpoints come again, for 15 s, and does not ask for them. */
  function warming(
    changed: readonly EncodedResource[],
    sent: readonly EncodedResource[],
    { names }: Subscription,
  ): readonly EncodedResource[] {
    const again = new Set(changed.map(({ type, bytes }) => (type === 'cluster' ? edsNameOf(bytes) : null)));
    return ofType(CLUSTER_LOAD_ASSIGNMENT.typeUrl).filter(
      (each) => again.has(each.name) && names.has(each.name) && !sent.includes(each),
    );
  }

  function onRequest(bytes: Uint8Array): void {
    const request = decode('envoy.service.discovery.v3.DeltaDiscoveryRequest', bytes);
    const typeUrl = request.typeUrl ?? '';
    if (request.errorDetail !== undefined) refusals.push(`${typeUrl}: ${request.errorDetail.message ?? ''}`);
    if (request.responseNonce !== undefined) {
      unanswered.delete(request.responseNonce);
      if (unanswered.size === 0) for (const done of waiting.splice(0)) done();
    }
    const names = request.resourceNamesSubscribe ?? [];
    const known = subscriptions.get(typeUrl);
    const subscription = known ?? { wildcard: false, names: new Set<string>() };
    subscriptions.set(typeUrl, subscription);
    const all = names.includes('*') || (known === undefined && names.length === 0);
    if (all) subscription.wildcard = true;
    for (const name of names) subscription.names.add(name);
    for (const name of request.resourceNamesUnsubscribe ?? []) subscription.names.delete(name);
    const has = ofType(typeUrl);
    const asked = has.filter(({ name }) => all || names.includes(name));
    const missing = names.filter((name) => name !== '*' && !has.some((each) => each.name === name));
    if (all || names.length > 0) send(typeUrl, asked, missing);
  }

  const server = new Server({ 'grpc.max_send_message_length': -1 });
  const pass = <T>(value: T): T => value;
  server.addService(
    {
      delta: {
        path: ADS.deltaPath,
        requestStream: true,
        responseStream: true,
        requestSerialize: (value: Buffer) => value,
        requestDeserialize: pass,
        responseSerialize: (value: Uint8Array) => Buffer.from(value),
        responseDeserialize: pass,
      },
    },
    {
      delta(call: ServerDuplexStream<Buffer, Uint8Array>) {
        stream = call;
        subscriptions.clear();
        // What an earlier stream was sent is answered by none.
        unanswered.clear();
        call.on('data', onRequest);
        call.on('end', () => call.end());
        call.on('error', () => {});
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });

  return {
    port,
    bootstrap: bootstrap({
      nodeId: 'test',
      xdsAddress: '127.0.0.1',
      xdsPort: port,
      zone: 'here',
      // Envoy's own is replaced by who starts it.
      admin: { kind: 'pipe', path: '/dev/null' },
    }),
    refusals,
    async apply(...changes) {
      const changed: EncodedResource[] = [];
      const removed: string[] = [];
      for (const { upserts, removals } of changes) {
        for (const { key, value } of upserts) {
          resources.set(key, value);
          changed.push(value);
        }
        for (const { key } of removals) {
          resources.delete(key);
          removed.push(key);
        }
      }
      for (const { typeUrl, message } of resourceTypes) {
        const subscription = subscriptions.get(typeUrl);
        const type = shortTypes[message];
        if (subscription === undefined || type === undefined) continue;
        const wanted = changed.filter(
          (resource) => resource.type === type && (subscription.wildcard || subscription.names.has(resource.name)),
        );
        if (type === 'endpoint') wanted.push(...warming(changed, wanted, subscription));
        const gone = removed
          .filter((key) => key.startsWith(`${type}/`))
          .map((key) => wireName(type, key.slice(type.length + 1)));
        if (wanted.length > 0 || gone.length > 0) send(typeUrl, wanted, gone);
      }
      if (unanswered.size > 0) await new Promise<void>((done) => waiting.push(done));
    },
    async stop() {
      waiting = [];
      stream?.end();
      server.forceShutdown();
    },
  };
}

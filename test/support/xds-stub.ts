// A control plane with no plane: serves given resources to Envoy over delta ADS, so that translators can be proved on a
// real Envoy without sources, graph and streamer. Every type is sent in the order in which Envoy wants it.
// Must hold: `apply` resolves when Envoy has answered everything that was sent; refusals are kept for the test to see.
import type { EncodedResource, ResourceType as ShortType } from '../../src/messages/resources.ts';
import { decode, encode } from '../../src/xds/proto/codec.ts';
import { CLUSTER_LOAD_ASSIGNMENT, resourceTypeOf, resourceTypes } from '../../src/xds/proto/resource-types.ts';
import { edsNameOf } from '../../src/xds/stream/eds-name.ts';
import { wireName } from '../../src/xds/stream/wire-names.ts';
import type { ResourceChanges } from '../../src/xds/translator.ts';
import { startAdsServer, type AdsCall, type AdsServer } from './ads-server.ts';

export interface XdsStub extends Pick<AdsServer, 'bootstrap'> {
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
  let stream: AdsCall | undefined;

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

  const server = await startAdsServer((call) => {
    stream = call;
    subscriptions.clear();
    // What an earlier stream was sent is answered by none.
    unanswered.clear();
    return onRequest;
  });

  return {
    bootstrap: server.bootstrap,
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
      server.stop();
    },
  };
}

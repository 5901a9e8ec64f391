// Order on one stream, seen by a client that behaves as Envoy does: it warms clusters, holds back their ACK meanwhile,
// and follows references. At no time may it hold a scope without its cluster.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import type { EncodedResource, ResourceType } from '../../src/messages/resources.ts';
import { any, decode, encode } from '../../src/xds/proto/codec.ts';
import { autoEnvoy } from '../support/ads-client.ts';
import type { AutoEnvoyOptions } from '../support/ads-client.ts';
import { cluster, resource } from '../unit/xds/stream/harness.ts';
import { startStreamer } from './streamer-rig.ts';

/** A scope whose bytes name its clusters, so that the client can check them. */
function scopeTo(name: string, clusters: readonly string[]): EncodedResource {
  const bytes = encode('envoy.config.route.v3.ScopedRouteConfiguration', {
    name,
    routeConfiguration: { name, virtualHosts: clusters.map((one) => ({ name: one, domains: [one] })) },
  });
  const requires = clusters.map((one) => `cluster/${one}`).sort();
  return { type: 'scopedRoute', name, version: clusters.join(), bytes, requires };
}

function clustersOf(type: ResourceType, _name: string, bytes: Uint8Array): readonly string[] {
  if (type !== 'scopedRoute') return [];
  const { routeConfiguration } = decode('envoy.config.route.v3.ScopedRouteConfiguration', bytes);
  return (routeConfiguration?.virtualHosts ?? []).map(({ name }) => name ?? '');
}

/** Asks for scopes and one secret. */
function listener(content = '1'): EncodedResource {
  const manager = any('envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
    statPrefix: content,
    scopedRoutes: { name: 'scopes', scopedRds: { scopedRdsConfigSource: { ads: {} } } },
  });
  const tls = any('envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext', {
    commonTlsContext: { tlsCertificateSdsSecretConfigs: [{ name: 'secret', sdsConfig: { ads: {} } }] },
  });
  const bytes = encode('envoy.config.listener.v3.Listener', {
    name: 'l',
    filterChains: [
      { filters: [{ name: 'hcm', typedConfig: manager }], transportSocket: { name: 'tls', typedConfig: tls } },
    ],
  });
  return { type: 'listener', name: 'l', version: content, bytes, requires: [] };
}

for (const protocol of ['delta', 'sotw'] as const) {
  async function start(t: ExecutionContext, more: Partial<AutoEnvoyOptions> = {}) {
    const rig = await startStreamer();
    t.teardown(() => rig.stop());
    rig.put(
      cluster('old'),
      resource('endpoint', 'old'),
      resource('secret', 'secret'),
      listener(),
      scopeTo('s', ['old']),
    );
    const envoy = autoEnvoy({ target: rig.target, protocol, clustersOf, ...more });
    t.teardown(() => envoy.close());
    await envoy.client.until(() => envoy.client.held('scopedRoute').has('s'), 'the first scope');
    return { rig, envoy, client: envoy.client };
  }

  test(`${protocol}: an Envoy starts: clusters, endpoints, listeners, then secrets and scopes`, async (t) => {
    const { rig, envoy, client } = await start(t);
    await client.until(() => client.held('secret').has('secret'), 'the secret');
    const order = [...new Set(client.responses.map(({ type }) => type))];
    t.deepEqual(order.slice(0, 3), ['cluster', 'endpoint', 'listener']);
    t.deepEqual(envoy.violations, []);
    t.is(rig.clients()[0]?.node?.userAgent, 'nuncio-test 1.2.3');
  });

  test(`${protocol}: a scope switches to a new cluster without a gap`, async (t) => {
    const { rig, envoy, client } = await start(t);
    // As translators may deliver it: the scope first, its cluster later, endpoints last, the old cluster already gone.
    rig.put(scopeTo('s', ['new']));
    rig.remove('cluster/old', 'endpoint/old');
    rig.put(cluster('new'));
    rig.put(resource('endpoint', 'new'));
    await client.until(() => !client.held('cluster').has('old'), 'the removal of the old cluster');
    t.deepEqual(clustersOf('scopedRoute', 's', client.held('scopedRoute').get('s')!.bytes), ['new']);
    t.deepEqual(envoy.violations, []);
  });

  test(`${protocol}: many switches in a row leave no gap`, async (t) => {
    const { rig, envoy, client } = await start(t);
    let before = 'old';
    for (let round = 0; round < 30; round++) {
      const next = `c${round}`;
      rig.put(resource('endpoint', next), scopeTo('s', [next]));
      rig.remove(`cluster/${before}`, `endpoint/${before}`);
      rig.put(cluster(next));
      before = next;
      if (round % 3 === 0) await new Promise(setImmediate);
    }
    await client.until(
      () => client.held('cluster').size === 1 && client.held('cluster').has(before),
      'the last cluster alone',
    );
    t.deepEqual(envoy.violations, []);
    t.deepEqual(clustersOf('scopedRoute', 's', client.held('scopedRoute').get('s')!.bytes), [before]);
  });

  test(`${protocol}: a changed cluster warms with its unchanged endpoints`, async (t) => {
    const { rig, envoy, client } = await start(t);
    rig.put(cluster('old', '2'));
    const isNew = () => Buffer.compare(client.held('cluster').get('old')!.bytes, cluster('old', '2').bytes) === 0;
    await client.until(isNew, 'the ACK');
    t.is(envoy.warming.size, 0);
  });

  test(`${protocol}: a cluster whose endpoints are missing holds up neither endpoints nor other scopes`, async (t) => {
    const { rig, envoy, client } = await start(t);
    rig.put(cluster('stuck'), scopeTo('waits', ['stuck']));
    await client.until(() => envoy.warming.has('stuck'), 'a warming cluster');
    rig.put(resource('endpoint', 'old', '2'), scopeTo('free', ['old']));
    await client.until(() => client.held('scopedRoute').has('free'), 'the other scope');
    t.false(client.held('scopedRoute').has('waits'));
    rig.put(resource('endpoint', 'stuck'));
    await client.until(() => client.held('scopedRoute').has('waits'), 'the scope that waited');
    t.deepEqual(envoy.violations, []);
  });

  test(`${protocol}: a secret is rotated by one response of one secret`, async (t) => {
    const { rig, client } = await start(t);
    await client.until(() => client.held('secret').has('secret'), 'the secret');
    const before = client.responses.length;
    rig.put(resource('secret', 'secret', '2'));
    await client.until(() => client.responses.length > before, 'the new secret');
    t.deepEqual(
      client.responses.slice(before).map(({ type, resources }) => [type, resources.size]),
      [['secret', 1]],
    );
  });
}

// Every golden output is taken by a real Envoy: over ADS one Envoy gets the cases one after the other, each whole, and
// what the one before had more is removed; with `--mode validate` another gets all of them at once as static resources.
// Ports are any free ones.
import { performance } from 'node:perf_hooks';
import type { CompileConfig } from '../../src/dag/processors/index.ts';
import type { EncodedResource, ResourceType } from '../../src/messages/resources.ts';
import { FLEET_CLUSTER_PREFIX } from '../../src/model/gateway-fleet.ts';
import { toJson, type Json } from '../../src/xds/proto/json.ts';
import { resourceMessages } from '../support/compile.ts';
import { startEnvoy, validateConfig } from '../support/envoy.ts';
import { goldenCases, loadGoldenCase } from '../support/golden-case.ts';
import { testNeeding } from '../support/skip.ts';
import { startXdsStub } from '../support/xds-stub.ts';

const test = await testNeeding('envoy');

type JsonObject = { readonly [key: string]: Json };

/** Any free ports, and no files that only Envoy's pod has. */
function here(config: Partial<CompileConfig>): Partial<CompileConfig> {
  const anyPort = { address: '127.0.0.1', port: 0 };
  const all = { ...config, listeners: { http: anyPort, https: anyPort } };
  if (!config.settings) return all;
  const { accessLog, operators } = config.settings;
  const { tls: _files, ...stats } = operators.stats ?? { address: '127.0.0.1', port: 0 };
  const settings = {
    ...config.settings,
    accessLog: { ...accessLog, httpPath: '/dev/null', httpsPath: '/dev/null' },
    operators: { ...operators, ...(operators.stats && { stats }) },
  };
  return { ...all, settings };
}

type Resources = ReadonlyMap<string, EncodedResource>;

/** What our own check holds back no Envoy is sent. */
function sendable(all: Resources): Resources {
  return new Map([...all].filter(([, { problem }]) => problem === undefined));
}

/** What each fleet of Envoys gets: Gateways of different fleets may listen on the same ports. */
function fleetsOf(all: Resources): readonly Resources[] {
  const fleetOf = ({ name }: EncodedResource): string =>
    name.startsWith(FLEET_CLUSTER_PREFIX) ? name.split('/').slice(0, 3).join('/') : '';
  const fleets = [...new Set([...all.values()].map(fleetOf))].sort();
  return fleets.map((fleet) => {
    const own = [...all].filter(([, each]) => fleetOf(each) === fleet || !ofOneFleet.has(each.type));
    return new Map(own);
  });
}

const ofOneFleet: ReadonlySet<ResourceType> = new Set(['listener', 'scopedRoute', 'route', 'extension']);

test('Envoy takes the resources of every golden case, over ADS', async (t) => {
  t.timeout(600_000);
  const stub = await startXdsStub();
  t.teardown(async () => stub.stop());
  const envoy = await startEnvoy({ bootstrap: stub.bootstrap });
  t.teardown(async () => envoy.stop());
  let before = new Set<string>();
  let count = 0;
  const beganMs = performance.now();
  for (const { name, at } of goldenCases()) {
    const { core } = await loadGoldenCase(at, here);
    for (const resources of fleetsOf(sendable(core.resources()))) {
      const refused = stub.refusals.length;
      await stub.apply({
        upserts: [...resources].map(([key, value]) => ({ key, value, causes: [] })),
        removals: [...before].filter((key) => !resources.has(key)).map((key) => ({ key, causes: [] })),
      });
      t.deepEqual(stub.refusals.slice(refused), [], name);
      before = new Set(resources.keys());
    }
    count++;
  }
  t.log(`${count} cases in ${Math.round(performance.now() - beganMs)} ms`);
  if (stub.refusals.length === 0) await envoy.whenReady();
});

/** One static configuration out of all cases. What comes by discovery stands in it by value, so that all of it is read. */
async function everythingStatic(base: Record<string, unknown>): Promise<Record<string, unknown>> {
  const listeners: Json[] = [];
  const clusters: Json[] = [];
  const names = new Set<Json | undefined>();
  for (const [i, { at }] of goldenCases().entries()) {
    const { core } = await loadGoldenCase(at, here);
    const all = [...core.resources().values()].map(({ type, bytes }) => ({
      type,
      json: toJson(resourceMessages[type], bytes) as JsonObject,
    }));
    const of = (type: ResourceType) => all.filter((each) => each.type === type).map(({ json }) => json);
    const named = (json: JsonObject): JsonObject => ({ ...json, name: `${i}/${json['name'] as string}` });
    clusters.push(...of('cluster').map(named));
    // Some tracers want to see the cluster that they name.
    for (const each of of('cluster')) if (!names.has(each['name'])) clusters.push(each);
    for (const { name } of of('cluster')) names.add(name);
    listeners.push(...of('listener').map((each) => ({ ...named(each), address: anyAddressLike(each) })));
    const managers = [
      ...of('extension').map((each) => each['typed_config'] as JsonObject),
      ...of('listener').flatMap(managersOf),
    ];
    const manager = managers[0];
    for (const table of [
      ...of('route'),
      ...of('scopedRoute').map((each) => each['route_configuration'] as JsonObject),
    ]) {
      const { rds: _rds, scoped_routes: _scoped, ...rest } = manager ?? emptyManager;
      const filter = { ...rest, route_config: { ...table, validate_clusters: false } };
      const filters = [{ name: 'http', typed_config: filter as JsonObject }];
      listeners.push({ name: `${i}/${listeners.length}`, address: anyAddress, filter_chains: [{ filters }] });
    }
  }
  const fixed = base['static_resources'] as { readonly clusters: readonly Json[] };
  return { ...base, static_resources: { listeners, clusters: [...fixed.clusters, ...clusters] } };
}

const anyAddress = { socket_address: { address: '127.0.0.1', port_value: 0 } };
/** UDP stays UDP: its filters are of another kind. */
function anyAddressLike(listener: JsonObject): Json {
  const isUdp = listener['udp_listener_config'] !== undefined;
  return isUdp ? { socket_address: { ...anyAddress.socket_address, protocol: 'UDP' } } : anyAddress;
}

const emptyManager: JsonObject = {
  '@type': 'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
  stat_prefix: 'http',
  http_filters: [
    { name: 'router', typed_config: { '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router' } },
  ],
};

function managersOf(listener: JsonObject): readonly JsonObject[] {
  const chains = (listener['filter_chains'] ?? []) as readonly { readonly filters?: readonly JsonObject[] }[];
  return chains
    .flatMap(({ filters = [] }) => filters)
    .map((filter) => filter['typed_config'] as JsonObject | undefined)
    .filter((config) => config?.['@type'] === emptyManager['@type']) as JsonObject[];
}

test('Envoy takes the resources of every golden case, with --mode validate', async (t) => {
  t.timeout(600_000);
  const stub = await startXdsStub();
  t.teardown(async () => stub.stop());
  t.is(await validateConfig(await everythingStatic(stub.bootstrap)), undefined);
});

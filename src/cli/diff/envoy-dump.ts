// What an Envoy has, from its configuration dump (`/config_dump?include_eds` of its admin port).
// In: JSON. Out: resources by type and name as ProtoJSON, what Envoy refuses, and who it is.
// https://www.envoyproxy.io/docs/envoy/v1.40.0/api-v3/admin/v3/config_dump.proto
import type { ResourceType } from '../../messages/resources.ts';
import { isRecord } from '../../model/pick.ts';
import type { Json } from '../../xds/proto/json.ts';
import type { XdsNode } from '../xds/wire.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface EnvoyResource {
  readonly resource: Json;
  /** Empty: the dump has none. */
  readonly version: string;
  /** Envoy has it, and does not use it yet: a cluster or listener that waits for something. */
  readonly isWarming: boolean;
}

export interface EnvoyRefusal {
  readonly type: ResourceType;
  readonly name: string;
  /** Envoy's words. */
  readonly message: string;
}

export interface EnvoyDump {
  readonly node: XdsNode;
  readonly resources: ReadonlyMap<ResourceType, ReadonlyMap<string, EnvoyResource>>;
  readonly refusals: readonly EnvoyRefusal[];
}

/** Types that a dump has; of runtime layers it has none. */
export const dumpedTypes: readonly ResourceType[] = [
  'listener',
  'extension',
  'scopedRoute',
  'route',
  'cluster',
  'endpoint',
  'secret',
];

/** Undefined: this is no dump. */
export function parseEnvoyDump(json: unknown): EnvoyDump | undefined {
  if (!isRecord(json) || !Array.isArray(json['configs'])) return undefined;
  const resources = new Map(dumpedTypes.map((type) => [type, new Map<string, EnvoyResource>()]));
  const refusals: EnvoyRefusal[] = [];
  let node: XdsNode = { id: '', cluster: '' };

  function add(type: ResourceType, value: unknown, version: unknown, nameField = 'name', isWarming = false): void {
    if (isRecord(value)) put(type, value[nameField], value, version, isWarming);
  }
  function put(type: ResourceType, name: unknown, value: JsonObject, version: unknown, isWarming = false): void {
    if (typeof name !== 'string') return;
    const entry = { resource: value as Json, version: typeof version === 'string' ? version : '', isWarming };
    resources.get(type)?.set(name, entry);
  }
  function refused(type: ResourceType, name: unknown, state: unknown): void {
    if (!isRecord(state) || typeof state['details'] !== 'string') return;
    refusals.push({ type, name: typeof name === 'string' ? name : '', message: state['details'] });
  }

  for (const config of records(json['configs'])) {
    const listOf = (field: string): readonly JsonObject[] => records(config[field]);
    switch (String(config['@type']).split('.').at(-1)) {
      case 'BootstrapConfigDump': {
        const bootstrap = isRecord(config['bootstrap']) ? config['bootstrap'] : {};
        const { id = '', cluster = '' } = isRecord(bootstrap['node']) ? bootstrap['node'] : {};
        node = { id: String(id), cluster: String(cluster) };
        break;
      }
      case 'ListenersConfigDump':
        for (const { name, active_state: active, warming_state: warming, error_state: error } of listOf(
          'dynamic_listeners',
        )) {
          if (isRecord(warming)) add('listener', warming['listener'], warming['version_info'], 'name', true);
          if (isRecord(active)) add('listener', active['listener'], active['version_info']);
          refused('listener', name, error);
        }
        break;
      case 'ClustersConfigDump':
        for (const each of listOf('dynamic_warming_clusters'))
          add('cluster', each['cluster'], each['version_info'], 'name', true);
        for (const each of listOf('dynamic_active_clusters')) {
          add('cluster', each['cluster'], each['version_info']);
          refused('cluster', nameIn(each['cluster']), each['error_state']);
        }
        break;
      case 'RoutesConfigDump':
        for (const each of listOf('dynamic_route_configs')) {
          add('route', each['route_config'], each['version_info']);
          refused('route', nameIn(each['route_config']), each['error_state']);
        }
        break;
      case 'ScopedRoutesConfigDump':
        for (const each of listOf('dynamic_scoped_route_configs')) {
          for (const scope of records(each['scoped_route_configs'])) put('scopedRoute', scopeNameIn(scope), scope, '');
          refused('scopedRoute', each['name'], each['error_state']);
        }
        break;
      case 'EcdsConfigDump':
        for (const each of listOf('ecds_filters')) {
          add('extension', each['ecds_filter'], each['version_info']);
          refused('extension', nameIn(each['ecds_filter']), each['error_state']);
        }
        break;
      case 'EndpointsConfigDump':
        for (const each of listOf('dynamic_endpoint_configs'))
          add('endpoint', each['endpoint_config'], each['version_info'], 'cluster_name');
        break;
      case 'SecretsConfigDump':
        for (const field of ['dynamic_warming_secrets', 'dynamic_active_secrets']) {
          for (const { secret, version_info: version } of listOf(field)) add('secret', secret, version);
        }
        break;
      default:
    }
  }
  return { node, resources, refusals };
}

function nameIn(resource: unknown): unknown {
  return isRecord(resource) ? resource['name'] : '';
}

/** The name that we have for it: its key. */
function scopeNameIn({ key }: JsonObject): unknown {
  const [fragment] = isRecord(key) ? records(key['fragments']) : [];
  return fragment?.['string_key'];
}

function records(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isRecord(each)) : [];
}

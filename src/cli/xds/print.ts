// Resources as people read them: ProtoJSON, as YAML or JSON, private keys and passwords left out unless asked for.
import { stringify } from 'yaml';
import { typeNameOf } from '../../xds/proto/codec.ts';
import type { TypeName } from '../../xds/proto/descriptor.ts';
import { toJson } from '../../xds/proto/json.ts';
import type { Json } from '../../xds/proto/json.ts';
import type { ResourceType } from '../../messages/resources.ts';
import { streamTypes } from '../../xds/stream/types.ts';
import type { Resource, Response } from './wire.ts';

export interface PrintOptions {
  readonly format: 'yaml' | 'json';
  readonly showSecrets: boolean;
}

/** One document a resource, in the order of names. */
export function printResources(type: ResourceType, resources: Iterable<Resource>, options: PrintOptions): string {
  const sorted = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (options.format === 'json') {
    return `${JSON.stringify(
      sorted.map((resource) => ({
        name: resource.name,
        ...(resource.version === '' ? {} : { version: resource.version }),
        resource: jsonOf(type, resource, options),
      })),
      null,
      2,
    )}\n`;
  }
  return sorted.map((resource) => yamlDocument(type, resource, options)).join('');
}

/** One response of a watch: its resources, and what it removes. */
export function printResponse(response: Response, options: PrintOptions): string {
  const { type, nonce, version, resources, removed } = response;
  if (options.format === 'json') {
    const shown = resources.map((resource) => ({
      name: resource.name,
      ...(resource.version === '' ? {} : { version: resource.version }),
      resource: jsonOf(type, resource, options),
    }));
    return `${JSON.stringify({ type: streamTypes[type].typeUrl, nonce, version, resources: shown, removed })}\n`;
  }
  const head = `# response ${nonce}${version === '' ? '' : ` version ${version}`}: ${resources.length} resources`;
  const gone = removed.map((name) => `---\n# ${name}: removed\n`).join('');
  return `${head}\n${printResources(type, resources, options)}${gone}`;
}

function yamlDocument(type: ResourceType, resource: Resource, options: PrintOptions): string {
  const version = resource.version === '' ? '' : ` version ${resource.version}`;
  return `---\n# ${resource.name.replaceAll('\n', ' ')}${version}\n${stringify(jsonOf(type, resource, options), { lineWidth: 0 })}`;
}

function jsonOf(type: ResourceType, { bytes }: Resource, { showSecrets }: PrintOptions): Json {
  const json = toJson(typeNameOf(streamTypes[type].typeUrl) as TypeName, bytes);
  return showSecrets ? json : withoutSecrets(json);
}

/** Fields whose data sources (envoy.config.core.v3.DataSource) hold secrets, wherever they are. */
const secretFields: ReadonlySet<string> = new Set([
  'private_key',
  'private_key_provider',
  'password',
  'pkcs12',
  'keys',
  'secret',
  'secrets',
]);

function withoutSecrets(json: Json): Json {
  if (Array.isArray(json)) return (json as readonly Json[]).map(withoutSecrets);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json as Readonly<Record<string, Json>>).map(([field, value]) => [
      field,
      secretFields.has(field) ? hidden(value) : withoutSecrets(value),
    ]),
  );
}

/** File names and the like stay: they tell where the secret is, not what. */
function hidden(json: Json): Json {
  if (typeof json === 'string') return '[redacted]';
  if (Array.isArray(json)) return (json as readonly Json[]).map(hidden);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json as Readonly<Record<string, Json>>).map(([field, value]) => [
      field,
      field === 'filename' || field === 'environment_variable' ? value : hidden(value),
    ]),
  );
}

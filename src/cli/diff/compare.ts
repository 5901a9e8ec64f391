// What an Envoy has against what it is to have. Pure. In: resources of both, as ProtoJSON. Out: what is missing, what is
// superfluous, and which fields differ.
import type { ResourceType } from '../../messages/resources.ts';
import type { Json } from '../../xds/proto/json.ts';
import type { EnvoyDump } from './envoy-dump.ts';

export interface ResourceDifference {
  readonly type: ResourceType;
  readonly name: string;
  /** `refused`: Envoy says why it doesn't take the newest version. */
  readonly kind: 'missing' | 'superfluous' | 'different' | 'warming' | 'refused';
  readonly fields: readonly FieldDifference[];
  /** Of a refusal: Envoy's words. */
  readonly message?: string;
}

export interface FieldDifference {
  /** As in the proto, such as `filter_chains[0].filters[1].name`. */
  readonly path: string;
  /** Undefined: not set, or the default. */
  readonly wanted: Json | undefined;
  readonly found: Json | undefined;
}

/** Of one resource: more tell nobody more. */
const maxFields = 20;

/** `wanted`: by type and name. Sorted by type and name. */
export function compareWithEnvoy(
  wanted: ReadonlyMap<ResourceType, ReadonlyMap<string, Json>>,
  { resources, refusals }: EnvoyDump,
): readonly ResourceDifference[] {
  const found: ResourceDifference[] = refusals.map((refusal) => ({ ...refusal, kind: 'refused', fields: [] }));
  for (const [type, ours] of wanted) {
    const theirs = resources.get(type) ?? new Map<string, never>();
    for (const name of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
      const [want, has] = [ours.get(name), theirs.get(name)];
      if (has === undefined) found.push({ type, name, kind: 'missing', fields: [] });
      else if (want === undefined) found.push({ type, name, kind: 'superfluous', fields: [] });
      else {
        const fields = differences(normal(type, name, want), normal(type, name, has.resource));
        if (fields.length > 0) found.push({ type, name, kind: 'different', fields });
        else if (has.isWarming) found.push({ type, name, kind: 'warming', fields: [] });
      }
    }
  }
  return found;
}

type Fields = Readonly<Record<string, Json>>;

function isFields(json: Json | undefined): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Without what Envoy adds, and without what says nothing. */
function normal(type: ResourceType, name: string, resource: Json): Json {
  if (!isFields(resource)) return resource;
  const { '@type': _, ...fields } = resource;
  switch (type) {
    case 'endpoint':
      return assignment(fields);
    case 'scopedRoute': {
      // After a refusal a scope is sent again under another name of its routes (touchScope).
      const routes = fields['route_configuration'];
      if (!isFields(routes) || !String(routes['name']).startsWith(`${name} `)) return fields;
      return { ...fields, route_configuration: { ...routes, name } };
    }
    default:
      return fields;
  }
}

/** Envoy dumps the hosts that it has, not what it was sent: with health, weights and places filled in. */
function assignment(fields: Fields): Json {
  const endpoints = listOf(fields['endpoints']).flatMap((group) => {
    const { zone = '', region = '' } = isFields(group['locality']) ? group['locality'] : {};
    return listOf(group['lb_endpoints']).map((each) => {
      const endpoint = isFields(each['endpoint']) ? each['endpoint'] : {};
      return {
        address: endpoint['address'] ?? null,
        zone,
        region,
        priority: group['priority'] ?? 0,
        weight: each['load_balancing_weight'] ?? 1,
        isDraining: each['health_status'] === 'DRAINING',
      };
    });
  });
  const sorted = endpoints.map((each) => [JSON.stringify(each), each] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { endpoints: sorted.map(([, each]) => each) };
}

function listOf(json: Json | undefined): readonly Fields[] {
  return Array.isArray(json) ? (json as readonly Json[]).filter(isFields) : [];
}

function differences(wanted: Json, found: Json): readonly FieldDifference[] {
  const fields: FieldDifference[] = [];
  visit('', wanted, found);
  return fields.slice(0, maxFields);

  function visit(path: string, want: Json | undefined, has: Json | undefined): void {
    if (fields.length >= maxFields || isRedacted(has) || isSame(want, has)) return;
    if (Array.isArray(want) && Array.isArray(has)) {
      for (let index = 0; index < Math.max(want.length, has.length); index++)
        visit(`${path}[${index}]`, want[index] as Json | undefined, has[index] as Json | undefined);
      return;
    }
    if (isFields(want) && isFields(has)) {
      for (const field of new Set([...Object.keys(want), ...Object.keys(has)]))
        visit(path === '' ? field : `${path}.${field}`, want[field], has[field]);
      return;
    }
    fields.push({ path, wanted: want, found: has });
  }
}

/** Secrets in a dump are not told; of bytes, this is the word in base64. */
function isRedacted(json: Json | undefined): boolean {
  return json === '[redacted]' || json === 'W3JlZGFjdGVkXQ==';
}

/** A default is as good as nothing, and a 64-bit number may be a text. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (isDefault(a) && isDefault(b))) return true;
  return (typeof a === 'number' || typeof b === 'number') && String(a) === String(b);
}

function isDefault(json: Json | undefined): boolean {
  return (
    json === undefined ||
    json === null ||
    json === '' ||
    json === 0 ||
    json === '0' ||
    json === false ||
    (Array.isArray(json) && json.length === 0)
  );
}

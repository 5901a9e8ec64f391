// What v1 and v2 of getambassador.io call otherwise than v3alpha1, for both ways of the conversion.
import { isRecord } from '../../pick.ts';

export type Json = Readonly<Record<string, unknown>>;

/** In v2, what only gateways of the newer version may use. */
export const NEWER_ONLY = '--apiVersion-v3alpha1-only--';
/** In v2, the host of a Mapping that has none: there an empty one is `*`. */
export const NO_HOST = '_skip_mapping_with_empty_host_';

/** Labels that v2 writes as a word alone. */
export const plainSpecifiers: ReadonlySet<string> = new Set([
  'source_cluster',
  'destination_cluster',
  'remote_address',
]);

/** A name, or the names inside the object of that name. */
interface FieldNames {
  readonly [v2: string]: string | FieldNames;
}

/** Kind → name in v2 → name in v3alpha1. */
export const renamedFields: Readonly<Record<string, FieldNames>> = {
  AuthService: { v3StatsName: 'stats_name', v3CircuitBreakers: 'circuit_breakers' },
  Host: { tls: { v3CRLSecret: 'crl_secret' } },
  LogService: { v3StatsName: 'stats_name', v3ProtocolVersion: 'protocol_version' },
  Mapping: { v3StatsName: 'stats_name', v3health_checks: 'health_checks' },
  RateLimitService: { v3StatsName: 'stats_name', v3GRPC: 'grpc' },
  TCPMapping: { v3StatsName: 'stats_name' },
  TLSContext: { v3CRLSecret: 'crl_secret' },
  TracingService: {
    v3StatsName: 'stats_name',
    v3CustomTags: 'custom_tags',
    config: { v3PropagationModes: 'propagation_modes' },
  },
};

/** A field that has the new name already gives way to the renamed one. */
export function renameFields(value: Json, names: FieldNames): Json {
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(names, name));
  const renamed = Object.entries(names).flatMap(([name, to]): [string, unknown][] => {
    if (!Object.hasOwn(value, name)) return [];
    const field = value[name];
    if (typeof to === 'string') return [[to, field]];
    return [[name, isRecord(field) ? renameFields(field, to) : field]];
  });
  return Object.fromEntries([...others, ...renamed]);
}

/** Name in v3alpha1 → name in v2. */
export function inverseNames(names: FieldNames): FieldNames {
  return Object.fromEntries(
    Object.entries(names).map(([name, to]) => (typeof to === 'string' ? [to, name] : [name, inverseNames(to)])),
  );
}

/** The kinds with TLS towards a service name it in one of two fields. */
export function serviceFieldOf(spec: Json): 'auth_service' | 'service' {
  return 'auth_service' in spec ? 'auth_service' : 'service';
}

/** The fields of these that are there, changed. */
export function each(spec: Json, fields: readonly string[], change: (value: unknown) => unknown): Json {
  return Object.fromEntries(fields.flatMap((field) => (field in spec ? [[field, change(spec[field])]] : [])));
}

/** Domain → groups → specifiers. */
export function mapLabels(value: unknown, specifier: (value: unknown) => unknown): unknown {
  if (!isRecord(value)) return value;
  return mapValues(value, (groups) =>
    Array.isArray(groups)
      ? groups.map((group: unknown) =>
          isRecord(group)
            ? mapValues(group, (list) => (Array.isArray(list) ? list.map((one: unknown) => specifier(one)) : list))
            : group,
        )
      : groups,
  );
}

export function mapValues(value: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
}

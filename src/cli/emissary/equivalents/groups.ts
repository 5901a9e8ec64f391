// Mappings as other APIs know them: by host name, and there by what they match, with weights. In: objects of
// getambassador.io. Out: groups, and what each field is for.
import { selects } from '../../../dag/compile/label-selector.ts';
import { parseServiceText, serviceOfName } from '../../../dag/processors/emissary/service.ts';
import type { EmissaryListener, Host, Mapping } from '../../../model/kinds/emissary/index.ts';
import { keyOf, type SourceObject } from '../../../model/object.ts';

export type MappingSpec = Mapping['spec'];

/** Something that the other API can't say, or says otherwise. */
export interface Note {
  readonly object: string;
  readonly path: string;
  readonly message: string;
}

export interface Equivalents {
  readonly objects: readonly object[];
  readonly notes: readonly Note[];
}

export type Tell = (object: SourceObject, path: string, message: string) => void;

/** Mappings that match the same requests of one host. */
export interface Group {
  readonly host: string;
  readonly namespace: string;
  /** Get the requests, by weight. */
  readonly members: readonly Mapping[];
  /** Get copies. */
  readonly shadows: readonly Mapping[];
}

export interface Backend {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  readonly tls: boolean;
}

/** By host, then in the order in which they are looked at: by precedence and the length of the prefix. */
export function groupsOf(
  mappings: readonly Mapping[],
  hosts: readonly Host[],
  tell: Tell,
): ReadonlyMap<string, readonly Group[]> {
  const found = new Map<string, Map<string, Mapping[]>>();
  for (const mapping of mappings) {
    const names = hostNamesOf(mapping, hosts);
    if (names.length === 0) tell(mapping, 'spec.hostname', 'no Host takes this Mapping');
    for (const name of names) {
      const { spec, metadata } = mapping;
      const same = JSON.stringify([
        metadata.namespace,
        spec.prefix,
        spec.prefix_exact ?? false,
        spec.prefix_regex ?? false,
        spec.method,
        spec.headers,
        spec.regex_headers,
        spec.query_parameters,
        spec.regex_query_parameters,
        spec.precedence ?? 0,
      ]);
      const ofHost = found.get(name) ?? new Map<string, Mapping[]>();
      found.set(name, ofHost);
      ofHost.set(same, [...(ofHost.get(same) ?? []), mapping]);
    }
  }
  return new Map(
    [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([host, groups]) => [
        host,
        [...groups.values()]
          .map((all): Group => ({
            host,
            namespace: all[0]!.metadata.namespace,
            members: all.filter(({ spec }) => spec.shadow !== true),
            shadows: all.filter(({ spec }) => spec.shadow === true),
          }))
          .filter(({ members }) => members.length > 0)
          .sort(byPrecedence),
      ]),
  );
}

function byPrecedence({ members: [a] }: Group, { members: [b] }: Group): number {
  const [left, right] = [a!.spec, b!.spec];
  return (right.precedence ?? 0) - (left.precedence ?? 0) || right.prefix.length - left.prefix.length;
}

/** `*`: any. */
function hostNamesOf({ spec, metadata }: Mapping, hosts: readonly Host[]): readonly string[] {
  if (spec.host_regex === true) return [];
  const name = spec.hostname ?? spec.host;
  if (name !== undefined && name !== '*') return [name.toLowerCase()];
  if (hosts.length === 0) return ['*'];
  const taken = hosts.filter(({ spec: host }) => {
    const selector = host?.mappingSelector ?? host?.selector;
    return selector === undefined ? name === '*' : selects(selector, metadata.labels);
  });
  return [...new Set(taken.map(({ spec: host }) => (host?.hostname ?? '*').toLowerCase()))];
}

/** Undefined: not a Service. */
export function backendOf(mapping: Mapping): Backend | undefined {
  const text = parseServiceText(mapping.spec.service);
  if (typeof text === 'string') return undefined;
  const service = serviceOfName(text.host, mapping.metadata.namespace);
  if (!service) return undefined;
  const tls = text.scheme === 'https' || mapping.spec.tls !== undefined;
  return { ...service, port: text.port ?? (tls ? 443 : 80), tls };
}

/** Of the members with a service, in percent; those without a weight share what is left. */
export function weightsOf(members: readonly Mapping[]): readonly number[] {
  if (members.length === 1) return [members[0]!.spec.weight ?? 100];
  const given = members.reduce((sum, { spec }) => sum + (spec.weight ?? 0), 0);
  const free = members.filter(({ spec }) => spec.weight === undefined).length;
  return members.map(({ spec }) => spec.weight ?? Math.max(0, Math.round((100 - given) / free)));
}

/** What a Mapping may say without any of it being lost, beside what `translated` names. */
const silent: ReadonlySet<string> = new Set([
  'ambassador_id',
  'prefix',
  'prefix_exact',
  'prefix_regex',
  'service',
  'hostname',
  'host',
  'weight',
  'resolver',
  'v2ExplicitTLS',
  'v2BoolHeaders',
  'v2BoolQueryParameters',
  'docs',
  'modules',
  'envoy_override',
]);

/** Tells every field that is set and not translated. */
export function tellTheRest(mapping: Mapping, translated: readonly string[], tell: Tell): void {
  for (const [field, value] of Object.entries(mapping.spec))
    if (value !== undefined && !silent.has(field) && !translated.includes(field))
      tell(mapping, `spec.${field}`, 'has no equivalent; left out');
}

/** `api.example.com` → `api-example-com`. */
export function nameFor(host: string): string {
  const name = host.replace(/^\*$/, 'any-host').replace('*', 'any');
  return name
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

export function milliseconds(value: number): string {
  return value === 0 ? '0s' : value % 1000 === 0 ? `${value / 1000}s` : `${value}ms`;
}

export function isTlsListener({ spec }: EmissaryListener): boolean {
  return spec.protocolStack?.includes('TLS') ?? ['HTTPS', 'HTTPSPROXY', 'TLS'].includes(spec.protocol ?? '');
}

export function isHttpListener({ spec }: EmissaryListener): boolean {
  return spec.protocolStack?.includes('HTTP') ?? (spec.protocol ?? '').startsWith('HTTP');
}

/** ReferenceGrants for Services of other namespaces. */
export function grantsFor(
  kind: { readonly group: string; readonly kind: string },
  uses: readonly { readonly from: string; readonly to: Backend }[],
): readonly object[] {
  const pairs = new Map<string, { readonly from: string; readonly to: string }>();
  for (const { from, to } of uses)
    if (from !== to.namespace) pairs.set(`${from}/${to.namespace}`, { from, to: to.namespace });
  return [...pairs.values()].map(({ from, to }) => ({
    apiVersion: 'gateway.networking.k8s.io/v1beta1',
    kind: 'ReferenceGrant',
    metadata: { name: `${kind.kind.toLowerCase()}-of-${from}`, namespace: to },
    spec: { from: [{ ...kind, namespace: from }], to: [{ group: '', kind: 'Service' }] },
  }));
}

/** Kinds whose objects have no counterpart at all, and what to do instead. */
const kindsWithout: Readonly<Record<string, string>> = {
  AuthService: 'stays as it is; HTTPProxy has authorization of its own',
  ConsulResolver: 'stays as it is',
  DevPortal: 'is not served',
  LogService: 'stays as it is',
  Module: 'stays as it is, or becomes settings of nuncio',
  RateLimitService: 'stays as it is; HTTPProxy has rateLimitPolicy',
  TCPMapping: 'stays as it is; write a TCPRoute or spec.tcpproxy by hand',
  TracingService: 'stays as it is, or becomes the setting tracing',
};

/** The objects by kind, and what is told of them: so far, which have no counterpart at all. */
export function readerOf(objects: readonly SourceObject[]): {
  readonly notes: readonly Note[];
  readonly tell: Tell;
  readonly of: <T extends SourceObject>(kind: T['kind']) => readonly T[];
} {
  const notes: Note[] = [];
  const tell: Tell = (object, path, message) => notes.push({ object: keyOf(object), path, message });
  for (const object of objects) {
    const message = kindsWithout[object.kind];
    if (message !== undefined) tell(object, '', message);
  }
  return {
    notes,
    tell,
    of: <T extends SourceObject>(kind: T['kind']) =>
      objects.filter((object) => object.kind === kind) as unknown as readonly T[],
  };
}

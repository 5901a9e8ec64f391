// One object of getambassador.io in another of its versions. In: API JSON. Out: API JSON, and what it was made from can be
// made from it again, whatever it was: what the other version can't say is kept in an annotation until the way back. A
// field that somebody has changed meanwhile is as they changed it.
import equal from 'fast-deep-equal';
import { isRecord } from '../../pick.ts';
import { fromV2 } from './from-v2.ts';
import { toV2 } from './to-v2.ts';
import type { Json } from './v2-words.ts';

export const emissaryGroup = 'getambassador.io';
/** The newest first. */
export const emissaryVersions = ['v3alpha1', 'v2', 'v1'] as const;
export type EmissaryVersion = (typeof emissaryVersions)[number];

/** Holds `{ "from": shape, "spec": { field: { "back": what comes back, "was": what was there } } }`. */
export const keptAnnotation = 'getambassador.io/kept-for-conversion';

/** v1 and v2 have one shape. */
type Shape = 'v2' | 'v3alpha1';

interface Kept {
  readonly from: Shape;
  /** Both absent where the field was. */
  readonly spec: Readonly<Record<string, { readonly back?: unknown; readonly was?: unknown }>>;
}

const inAllVersions = ['v3alpha1', 'v2', 'v1'] as const;

/** Kind → its versions. */
const versionsOfKind: Readonly<Record<string, readonly EmissaryVersion[]>> = {
  AuthService: inAllVersions,
  ConsulResolver: inAllVersions,
  DevPortal: inAllVersions,
  Host: ['v3alpha1', 'v2'],
  KubernetesEndpointResolver: inAllVersions,
  KubernetesServiceResolver: inAllVersions,
  Listener: ['v3alpha1'],
  LogService: inAllVersions,
  Mapping: inAllVersions,
  Module: inAllVersions,
  RateLimitService: inAllVersions,
  TCPMapping: inAllVersions,
  TLSContext: inAllVersions,
  TracingService: inAllVersions,
};

export function emissaryVersionsOf(kind: string): readonly EmissaryVersion[] {
  return Object.hasOwn(versionsOfKind, kind) ? versionsOfKind[kind]! : [];
}

export type Conversion =
  | { readonly ok: true; readonly object: Json }
  /** The field that is wrong, and what would be right. */
  | { readonly ok: false; readonly path: string; readonly message: string };

/** `raw`: any object of getambassador.io. Values that are of no use are taken along as they are. */
export function convertEmissary(raw: Json, version: EmissaryVersion): Conversion {
  const { kind, apiVersion } = raw;
  const [group, from] = typeof apiVersion === 'string' ? apiVersion.split('/') : [];
  const versions = typeof kind === 'string' ? emissaryVersionsOf(kind) : [];
  const wrong = (path: string, message: string): Conversion => ({ ok: false, path, message });
  if (group !== emissaryGroup)
    return wrong('apiVersion', `found ${JSON.stringify(apiVersion)}; must be of the group ${emissaryGroup}`);
  if (typeof kind !== 'string' || versions.length === 0)
    return wrong('kind', `found ${JSON.stringify(kind)}; ${emissaryGroup} has no such kind`);
  if (!versions.some((each) => each === from))
    return wrong('apiVersion', `found "${group}/${from}"; ${kind} has ${versions.join(' and ')}`);
  if (!versions.includes(version)) return wrong('kind', `${kind} has no ${version}, only ${versions.join(' and ')}`);
  const source = shapeOf(from!);
  const target = shapeOf(version);
  if (source === target) return { ok: true, object: { ...raw, apiVersion: `${group}/${version}` } };

  const convert = (to: Shape, spec: unknown): unknown => (to === 'v2' ? toV2(kind, spec) : fromV2(kind, spec));
  const plain = convert(target, raw.spec);
  const kept = keptIn(raw.metadata);
  const spec = kept?.from === target ? restored(plain, kept) : plain;
  const { spec: _spec, ...rest } = raw;
  const object = { ...rest, apiVersion: `${group}/${version}`, ...(spec !== undefined && { spec }) };
  const lost = difference(convert(source, spec), raw.spec);
  return { ok: true, object: withKept(object, lost && { from: source, spec: lost }) };
}

function shapeOf(version: string): Shape {
  return version === 'v3alpha1' ? 'v3alpha1' : 'v2';
}

function restored(spec: unknown, kept: Kept): unknown {
  if (!isRecord(spec)) return spec;
  const fields = new Map(Object.entries(spec));
  for (const [name, { back, was }] of Object.entries(kept.spec)) {
    if (!equal(fields.get(name), back)) continue;
    if (was === undefined) fields.delete(name);
    else fields.set(name, was);
  }
  return Object.fromEntries(fields);
}

/** Undefined: none. */
function difference(back: unknown, was: unknown): Kept['spec'] | undefined {
  if (!isRecord(back) || !isRecord(was)) return undefined;
  const names = [...new Set([...Object.keys(was), ...Object.keys(back)])].filter(
    (name) => !equal(back[name], was[name]),
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [
        name,
        { ...(back[name] !== undefined && { back: back[name] }), ...(was[name] !== undefined && { was: was[name] }) },
      ]),
  );
}

/** Undefined where there is none of ours. */
function keptIn(metadata: unknown): Kept | undefined {
  const annotations = isRecord(metadata) ? metadata.annotations : undefined;
  const text = isRecord(annotations) ? annotations[keptAnnotation] : undefined;
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value.spec) || !Object.values(value.spec).every(isRecord)) return undefined;
    return value as unknown as Kept;
  } catch {
    // Somebody has written into it: then only what the object itself says counts.
    return undefined;
  }
}

function withKept(object: Json, kept: Kept | undefined): Json {
  const metadata = isRecord(object.metadata) ? object.metadata : {};
  const annotations = isRecord(metadata.annotations) ? metadata.annotations : {};
  if (kept === undefined && !Object.hasOwn(annotations, keptAnnotation)) return object;
  const { [keptAnnotation]: _before, ...others } = annotations;
  const next = kept === undefined ? others : { ...others, [keptAnnotation]: JSON.stringify(kept) };
  const { annotations: _annotations, ...rest } = metadata;
  return { ...object, metadata: Object.keys(next).length === 0 ? rest : { ...rest, annotations: next } };
}

/** Of v3alpha1: without what only serves to make the older version from it again. */
export function withoutOlderForms(object: Json): Json {
  const clean = withKept(object, undefined);
  return isRecord(clean.spec) ? { ...clean, spec: withoutFields(clean.spec) } : clean;
}

const olderForms: ReadonlySet<string> = new Set([
  'v2ExplicitTLS',
  'v2BoolHeaders',
  'v2BoolQueryParameters',
  'v2Representation',
  'v2CommaSeparatedOrigins',
  'v2Shorthand',
]);

/** Names in maps that people fill (headers, say) could be any, but these they are not. */
function withoutFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFields);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (olderForms.has(name) ? [] : [[name, withoutFields(field)]])),
  );
}

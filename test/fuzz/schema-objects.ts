// Random raw objects of every kind that nuncio reads, made from the kinds' own schemas, then broken here and there. In: a
// kind's definition; out: an arbitrary of what an API server or a file might hold. Field names say what a text is about, so
// that many objects are good, refer to each other, and are wrong in one place only.
import * as fc from 'fast-check';
import { seedsOf } from './seeds.ts';
import { apiVersionOf, kinds, type KindDefinition, type KindName } from '../../src/model/kinds/index.ts';
import type { SchemaNode } from '../../src/model/pick.ts';

export interface RawObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Names of one kind, so that objects replace each other. */
const namesPerKind = 12;
/** Kinds of which only objects of one name are read. */
const onlyNames: Partial<Record<KindName, string>> = { Module: 'ambassador' };
const namespaces = ['fuzz', 'fuzz', 'fuzz', 'other'];

export const fuzzHosts = ['a.fuzz.test', 'b.fuzz.test', 'c.fuzz.test', '*.fuzz.test', 'd.fuzz.test', '*'];

/** What a person, or somebody with a grudge, writes where something else is meant. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'a'.repeat(300),
  'x'.repeat(70_000),
  'é',
  'ß.test',
  '\u0000',
  'x\r\ny: z',
  'x\ty',
  '%',
  '%%',
  '%REQ(x)%',
  '%REQ(x',
  '%START_TIME(%s)%',
  '%NOPE%',
  '%DYNAMIC_METADATA()%',
  '*',
  '*.*',
  '{}',
  '{a}/{b=**}',
  '../..',
  ':authority',
  'Host',
  'x-envoy-original-path',
  'x-nuncio-scope',
  '(',
  '[',
  '[a-z]+',
  '\\d+',
  '(?i)x',
  '(?=x)',
  'a|b',
  '.*',
  '\\1',
  '\\2',
  '\\',
  '\\Qa',
  '\\p{Alphabetic}',
  '\\x{100}',
  'x{1000}'.repeat(80),
  '[ace]{1000}'.repeat(60),
  '%REQ(a b)%',
  '%DURATION:3%',
  'function f() end',
  '1193047h',
  '"',
  "'",
  '\n',
  '\u2028',
  '.',
  '..',
  '-a',
  'a_b',
  'A.test',
  'a.test.',
  `${'a'.repeat(64)}.test`,
  'xn--a',
  '%2F%00',
  '[::1]:80',
  'a:0',
  ';',
  ',',
  '=',
  'http://x:80/p',
  'https://[::1]:443',
  '127.0.0.1',
  '::1',
  '300.1.1.1',
  'true',
  'null',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '__proto__',
  'constructor',
  '🙂',
  '\ud800',
];

const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const hostile = of(...hostileTexts);

/** The first pattern that fits the name of the field decides. */
const vocabulary: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(fqdn|hosts?|hostname|authority|sni|commonName|dnsNames|origins?|allowOrigin|externalName|host_rewrite|host_redirect)$/i,
    [...fuzzHosts, 'web', 'https://a.fuzz.test'],
  ],
  [/namespace/i, ['fuzz', 'other', '*', 'gone']],
  [/secret|certificate|^ca$|caSecret|crl/i, ['tls', 'ca', 'fuzz/tls', 'other/tls', 'gone']],
  [/^(service|services|serviceName)$/i, ['web', 'api', 'api.fuzz:80', 'http://web', 'https://api:80', 'gone']],
  [
    /timeout|interval|window|delay|idle|response|duration|age|perTry|connection$|_ms$/i,
    ['1s', '0s', '500ms', 'infinity', 'infinite', '1h30m', '-1s', '9999999h', '1.5s', '10'],
  ],
  [/cidr|address|ip/i, ['10.0.0.0/8', '::/0', '10.1.2.3', 'fe80::1', '10.0.0.0/99', '0.0.0.0']],
  [/regex|pattern/i, ['/a.*', '/x[0-9]+', '.*', '/(a|b)', '/(', '\\pL+', 'v[0-9]?']],
  [
    /prefix|path|exact|replacement|rewrite|uri|url/i,
    ['/', '/a', '/a/', '/a/b', '/b?c', '/c#d', '/{x}', 'a', 'http://keys.fuzz.test/jwks', '/a%20b', '//'],
  ],
  [/header|^key$/i, ['x-a', 'X-B', 'content-type', 'x-forwarded-for', 'a b', ':path', 'host']],
  [/protocol/i, ['h2', 'h2c', 'tls', 'http', 'HTTP', 'TCP', 'UDP', 'kubernetes.io/h2c']],
  [/version/i, ['1.2', '1.3', '1.1', 'v1.2', 'v1.3']],
  [/method/i, ['GET', 'POST', 'get', '*']],
  [/port/i, ['http', '80', 'alt']],
  [/class/i, ['', 'nuncio', 'contour', 'other']],
  [/^name$|name$|Ref$/i, ['web', 'api', 'tls', 'auth', 'o0', 'o1', 'o2', 'o3', 'http', 'gone']],
];

const integers = [
  0,
  1,
  2,
  3,
  80,
  81,
  200,
  301,
  404,
  443,
  503,
  599,
  600,
  8080,
  65_535,
  65_536,
  -1,
  1000,
  2_147_483_647,
  2_147_483_648,
  4_294_967_295,
  4_294_967_296,
  4_294_965_600_000,
  9_223_372_036_854,
  Number.MAX_SAFE_INTEGER,
];

function textOf(field: string): fc.Arbitrary<string> {
  const words = vocabulary.find(([pattern]) => pattern.test(field))?.[1] ?? ['v', 'web', 'x-a', '1s', '/a'];
  return fc.oneof({ arbitrary: of(...words), weight: 12 }, { arbitrary: hostile, weight: 1 });
}

function numberOf({ minimum, maximum, type }: SchemaNode, field: string): fc.Arbitrary<number> {
  const fitting = integers.filter((value) => value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity));
  const bounds = [minimum, maximum].filter((value) => value !== undefined);
  const usual = /port/i.test(field) ? [80, 80, 80, 81, 443, 8080] : [];
  const values = [...usual, ...(fitting.length > 0 ? fitting : [0]), ...bounds];
  const whole = of(...values);
  return type === 'number' ? fc.oneof(whole, of(0.5, 1.5, 99.999, 1e-9)) : whole;
}

/**
 * What fits the schema, mostly. `base`: what to begin with; it stays, but for a change here and there, and gets more fields.
 * Deep schemas are cut: below some depth optional fields are left out.
 */
function valueOf(schema: SchemaNode, field: string, depth: number, base?: unknown): fc.Arbitrary<unknown> {
  if (schema.properties) return objectOf(schema, schema.properties, depth, isObject(base) ? base : undefined);
  if (schema.items) return listOf(schema, schema.items, field, depth, Array.isArray(base) ? base : undefined);
  if (schema.additionalProperties) {
    const value = valueOf(schema.additionalProperties, field, depth + 1);
    const any = fc.dictionary(textOf(field), value, { maxKeys: 3, noNullPrototype: true });
    return isObject(base) ? any.map((more) => (Math.abs(hash(more)) % 4 === 0 ? { ...base, ...more } : base)) : any;
  }
  const any = scalarOf(schema, field);
  return base === undefined
    ? any
    : fc.oneof({ arbitrary: fc.constant(base), weight: 25 }, { arbitrary: any, weight: 1 });
}

function scalarOf(schema: SchemaNode, field: string): fc.Arbitrary<unknown> {
  if (schema.enum) return of(...schema.enum);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberOf(schema, field);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textOf(field);
    default:
      return fc.oneof(textOf(field), of<unknown>(80, 'http', true, {}, []));
  }
}

function objectOf(
  schema: SchemaNode,
  properties: NonNullable<SchemaNode['properties']>,
  depth: number,
  base: Readonly<Record<string, unknown>> | undefined,
): fc.Arbitrary<unknown> {
  const required = (schema as { readonly required?: readonly string[] }).required ?? [];
  const count = Object.keys(properties).length;
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, inner] of Object.entries(properties)) {
    const value = valueOf(inner, name, depth + 1, base?.[name]);
    if (required.includes(name) || base?.[name] !== undefined) fields[name] = value;
    // Few of many optional fields at once: else nothing is ever good.
    else if (depth <= 7) fields[name] = sometimes(value, Math.min(0.5, (base === undefined ? 2.2 : 0.7) / count));
  }
  return fc.record(fields, { noNullPrototype: true }).map(withoutAbsent);
}

function listOf(
  schema: SchemaNode,
  items: SchemaNode,
  field: string,
  depth: number,
  base: readonly unknown[] | undefined,
): fc.Arbitrary<unknown> {
  const item = valueOf(items, field, depth + 1);
  const least = schema.minItems ?? 0;
  if (base === undefined) return fc.array(item, { minLength: least, maxLength: Math.max(least, 3) });
  const own = fc.tuple(...base.map((each) => valueOf(items, field, depth + 1, each)));
  const more = fc.oneof(
    { arbitrary: of<unknown[]>([]), weight: 6 },
    { arbitrary: fc.array(item, { maxLength: 2 }), weight: 1 },
  );
  return fc.tuple(own, more).map(([first, rest]) => [...first, ...rest]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Decides by the value itself, so that it stays the same when it is made again. */
function hash(value: unknown): number {
  let result = 7;
  for (const character of JSON.stringify(value)) result = Math.imul(result ^ character.charCodeAt(0), 0x01000193);
  return result;
}

function sometimes(value: fc.Arbitrary<unknown>, probability: number): fc.Arbitrary<unknown> {
  const weight = Math.max(1, Math.round(probability * 1000));
  return fc.oneof(
    { arbitrary: value, weight },
    { arbitrary: fc.constant(undefined), weight: Math.max(1, 1000 - weight) },
  );
}

function withoutAbsent(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

interface Mutation {
  /** Which of the places in the object, counted round. */
  readonly place: number;
  readonly kind: 'replace' | 'delete' | 'double' | 'wrap' | 'many';
  readonly value: unknown;
}

const deep = (levels: number): unknown => (levels === 0 ? 'deep' : { a: [deep(levels - 1)] });
const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(10_000),
  kind: of(
    'replace' as const,
    'replace' as const,
    'replace' as const,
    'delete' as const,
    'double' as const,
    'wrap' as const,
    'many' as const,
  ),
  value: fc.oneof(
    hostile,
    of(...integers),
    of<unknown>(null, true, false, [], {}, 0.5, [[]], { a: 1 }),
    fc.constant(deep(60)),
  ),
});

/** The object with one place changed. */
function mutated(object: RawObject, { place, kind, value }: Mutation): RawObject {
  const copy = structuredClone(object) as Record<string, unknown>;
  const places: { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number }[] = [];
  const collect = (holder: unknown, depth: number): void => {
    if (typeof holder !== 'object' || holder === null || depth > 12) return;
    for (const key of Object.keys(holder)) {
      if (depth === 0 && (key === 'kind' || key === 'apiVersion' || key === 'metadata')) continue;
      places.push({ holder: holder as Record<string, unknown>, key: Array.isArray(holder) ? Number(key) : key });
      collect((holder as Record<string, unknown>)[key], depth + 1);
    }
  };
  collect(copy, 0);
  const chosen = places[place % Math.max(1, places.length)];
  if (chosen === undefined) return object;
  const holder = chosen.holder as Record<string, unknown>;
  const key = String(chosen.key);
  if (kind === 'replace') holder[key] = value;
  else if (kind === 'delete') {
    if (Array.isArray(chosen.holder)) chosen.holder.splice(Number(key), 1);
    else delete holder[key];
  } else if (kind === 'wrap') holder[key] = [holder[key]];
  else if (Array.isArray(chosen.holder)) {
    const item = holder[key];
    chosen.holder.push(...Array.from({ length: kind === 'many' ? 300 : 1 }, () => structuredClone(item)));
  } else {
    const text = holder[key];
    // What was made long once already is long enough.
    const times = kind === 'many' && typeof text === 'string' && text.length < 1000 ? 1000 : 2;
    holder[key] = typeof text === 'string' ? text.repeat(times) : value;
  }
  return copy as unknown as RawObject;
}

/** Objects of one kind. */
export function objectsOfKind(kind: KindName): fc.Arbitrary<RawObject> {
  const definition: KindDefinition = kinds[kind];
  const fields = definition.fields as unknown as SchemaNode;
  const own = Object.keys(fields.properties ?? {}).filter((name) => !definition.dropped?.includes(name));
  const schema = { ...fields, properties: Object.fromEntries(own.map((name) => [name, fields.properties![name]!])) };
  const metadata = fc.record(
    {
      name: fc.nat(namesPerKind - 1).map((index) => onlyNames[kind] ?? `o${index}`),
      namespace: of(...namespaces),
      creationTimestamp: of('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', ''),
      annotations: fc.dictionary(annotationName, textOf('annotation'), { maxKeys: 2, noNullPrototype: true }),
    },
    { noNullPrototype: true },
  );
  const seeds = seedsOf[kind] ?? [];
  const anything = valueOf(schema, '', 0);
  const value =
    seeds.length === 0
      ? anything
      : fc.oneof(
          { arbitrary: anything, weight: 1 },
          ...seeds.map((seed) => ({ arbitrary: valueOf(schema, '', 0, seed), weight: 4 })),
        );
  const good = fc.record({ metadata, value }).map(({ metadata: meta, value }): RawObject => {
    const { namespace, ...rest } = meta;
    const place = definition.namespaced ? { ...rest, namespace } : rest;
    return { ...(value as object), apiVersion: apiVersionOf(definition), kind, metadata: place };
  });
  return fc
    .tuple(
      good,
      fc.oneof(
        { arbitrary: of([] as Mutation[]), weight: 2 },
        { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }), weight: 1 },
      ),
    )
    .map(([object, mutations]) => mutations.reduce(mutated, object));
}

const annotationName = of(
  'kubernetes.io/ingress.class',
  'projectcontour.io/ingress.class',
  'projectcontour.io/response-timeout',
  'projectcontour.io/upstream-protocol.h2',
  'projectcontour.io/upstream-protocol.tls',
  'projectcontour.io/max-connections',
  'projectcontour.io/num-retries',
  'projectcontour.io/retry-on',
  'projectcontour.io/per-try-timeout',
  'projectcontour.io/tls-minimum-protocol-version',
  'projectcontour.io/tls-cert-namespace',
  'projectcontour.io/websocket-routes',
  'ingress.kubernetes.io/force-ssl-redirect',
  'kubernetes.io/ingress.allow-http',
);

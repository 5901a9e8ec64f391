// Whatever an object of getambassador.io is: in another version and back it is what it was. The objects come from the kinds'
// own schemas and are broken here and there, since the API server lets through what its schema does not know to be wrong.
import test from 'ava';
import * as fc from 'fast-check';
import { emissaryKinds } from '../../src/model/kinds/emissary/index.ts';
import {
  convertEmissary,
  emissaryVersionsOf,
  keptAnnotation,
  type EmissaryVersion,
} from '../../src/model/kinds/emissary/convert.ts';
import type { KindName } from '../../src/model/kinds/index.ts';
import { objectsOfKind, type RawObject } from '../fuzz/schema-objects.ts';

type Json = Readonly<Record<string, unknown>>;

const kindNames = Object.keys(emissaryKinds) as (keyof typeof emissaryKinds & KindName)[];
const convertible = kindNames.filter((kind) => kind !== 'Listener');

function converted(raw: Json, version: EmissaryVersion): Json {
  const result = convertEmissary(raw, version);
  if (!result.ok) throw new Error(`${result.path}: ${result.message}`);
  return result.object;
}

/** As it goes to the API server and comes back. */
const overTheWire = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

const newObject = fc.constantFrom(...convertible).chain((kind) => objectsOfKind(kind).map(withoutEmptyAnnotations));

/** The several ways in which v2 writes a value. */
const oldForms: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ambassador_id: fc.constantFrom<unknown>('one', ['one', 'two'], [], null, ['--apiVersion-v3alpha1-only--one'], 7),
  ambassadorId: fc.constantFrom<unknown>('alias', ['alias']),
  tls: fc.constantFrom<unknown>(true, false, null, '', 'context'),
  host: fc.constantFrom<unknown>('a.test', '', '*', '_skip_mapping_with_empty_host_', null),
  host_regex: fc.constantFrom<unknown>(true, false, null),
  service: fc.constantFrom<unknown>('web', 'http://web', 'HTTPS://web:8443', 'https://', '', 3),
  headers: fc.dictionary(fc.constantFrom('x-a', 'x-b'), fc.constantFrom<unknown>(true, false, 'v', '', 1)),
  regex_headers: fc.dictionary(fc.constantFrom('x-a', 'x-b'), fc.constantFrom<unknown>('.*', 'v.*')),
  query_parameters: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom<unknown>(true, false, 'v')),
  add_request_headers: fc.dictionary(
    fc.constantFrom('x-a', 'x-b'),
    fc.constantFrom<unknown>('v', '', null, { value: 'v' }, { value: 'v', append: false }, {}),
  ),
  remove_request_headers: fc.constantFrom<unknown>('x-a', ['x-a', 'x-b'], ''),
  cors: fc.record({
    origins: fc.constantFrom<unknown>('a,b', 'a, b', '', ['a'], null),
    methods: fc.constantFrom<unknown>('GET', 'GET, POST', ['GET']),
  }),
  labels: fc.constantFrom<unknown>(
    { d: [{ g: ['remote_address', 'text', { x: { header: 'x', omit_if_not_present: true } }] }] },
    { d: [{ g: [{ generic_key: 'source_cluster' }, { generic_key: 'v', v3Key: 'k' }, 3, null] }] },
    'text',
  ),
  v3StatsName: fc.constantFrom<unknown>('s'),
  v3health_checks: fc.constantFrom<unknown>([{ health_check: { http: { path: '/' } } }]),
  v3CRLSecret: fc.constantFrom<unknown>('crl'),
  selector: fc.constantFrom<unknown>({ matchLabels: { a: 'b' } }),
  mappingSelector: fc.constantFrom<unknown>({ matchLabels: { c: 'd' } }),
  tag_headers: fc.constantFrom<unknown>(['x-a'], [], 'x-a'),
  v3CustomTags: fc.constantFrom<unknown>([{ tag: 't', literal: { value: 'v' } }]),
};

const oldObject: fc.Arbitrary<Json> = fc
  .tuple(newObject, fc.record(oldForms, { requiredKeys: [] }), fc.boolean())
  .map(([object, forms, plain]) => {
    const old = plain ? { ...object, apiVersion: 'getambassador.io/v2' } : converted(object, 'v2');
    const { spec } = old;
    const base = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec : {};
    return withoutEmptyAnnotations({ ...old, spec: { ...base, ...forms } } as unknown as RawObject);
  });

/** None and `{}` are the same to the API server. */
function withoutEmptyAnnotations(object: RawObject): Json {
  const { annotations, ...metadata } = object.metadata;
  const isEmpty = Object.keys((annotations as object | undefined) ?? {}).length === 0;
  return { ...object, metadata: isEmpty ? metadata : { ...metadata, annotations } };
}

for (const version of ['v2', 'v1'] as const) {
  test(`v3alpha1 → ${version} → v3alpha1`, (t) => {
    fc.assert(
      fc.property(newObject, (object) => {
        if (!emissaryVersionsOf(String(object.kind)).includes(version)) return;
        const older = overTheWire(converted(object, version));
        t.is(older.apiVersion, `getambassador.io/${version}`);
        const back = converted(older, 'v3alpha1');
        t.deepEqual(overTheWire(back), overTheWire(object));
      }),
      { numRuns: 300 },
    );
  });

  test(`${version} → v3alpha1 → ${version}`, (t) => {
    fc.assert(
      fc.property(oldObject, (object) => {
        if (!emissaryVersionsOf(String(object.kind)).includes(version)) return;
        const old = { ...object, apiVersion: `getambassador.io/${version}` };
        const back = converted(overTheWire(converted(old, 'v3alpha1')), version);
        t.deepEqual(overTheWire(specOf(back)), overTheWire(specOf(old)));
      }),
      { numRuns: 300 },
    );
  });
}

test('a field that was changed in the other version is as it was changed there', (t) => {
  fc.assert(
    fc.property(oldObject, fc.constantFrom('/changed', '/x'), (object, prefix) => {
      if (object.kind !== 'Mapping') return;
      const newer = converted(object, 'v3alpha1');
      const edited = { ...newer, spec: { ...(newer.spec as object), prefix } };
      const back = converted(edited, 'v2');
      t.deepEqual(back.spec, { ...(object.spec as object), prefix });
    }),
    { numRuns: 300 },
  );
});

test('what is written into the annotation is nobody’s problem', (t) => {
  const any = fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"from":"v2","spec":{"host":3}}', '{"spec":null}'));
  fc.assert(
    fc.property(newObject, any, (object, text) => {
      const metadata = { ...(object.metadata as object), annotations: { [keptAnnotation]: text } };
      t.notThrows(() => converted({ ...object, metadata }, 'v2'));
    }),
    { numRuns: 300 },
  );
});

/** `spec: undefined` and no `spec` are one. */
function specOf(object: Json): Json {
  return { spec: object.spec };
}

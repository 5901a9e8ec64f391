// Our ProtoJSON and validation against Go's, on mutations of a dozen resources (tools/protos/corpus.go made the verdicts).
import test from 'ava';
import { encode } from '../../../../src/xds/proto/codec.ts';
import type { TypeName } from '../../../../src/xds/proto/descriptor.ts';
import { fromJson, toJson } from '../../../../src/xds/proto/json.ts';
import type { Json } from '../../../../src/xds/proto/json.ts';
import { validateMessage } from '../../../../src/xds/proto/validate.ts';
import resourcesJson from './corpus/resources.json' with { type: 'json' };
import verdictsJson from './corpus/verdicts.json' with { type: 'json' };

type Path = readonly (string | number)[];
type Verdict = readonly [resource: number, path: Path, value: Json, paths: readonly string[]];

const resources = resourcesJson as unknown as readonly { readonly type: TypeName; readonly json: Json }[];
const { bytes, verdicts } = verdictsJson as unknown as { bytes: readonly string[]; verdicts: readonly Verdict[] };

/** A copy of `node` with `value` at `path`; null leaves it out. */
function withValue(node: Json, [key, ...rest]: Path, value: Json): Json {
  const replace = (inner: Json): Json[] =>
    rest.length > 0 ? [withValue(inner, rest, value)] : value === null ? [] : [value];
  if (Array.isArray(node)) return node.flatMap((item: Json, index) => (index === key ? replace(item) : [item]));
  return Object.fromEntries(
    Object.entries(node as { [key: string]: Json }).flatMap(([name, inner]) =>
      name === key ? replace(inner).map((changed) => [name, changed] as const) : [[name, inner] as const],
    ),
  );
}

for (const [index, { type, json }] of resources.entries()) {
  const title = `${index} ${type.split('.').at(-1)}`;

  test(`${title}: Go's bytes print as the JSON that Go read`, (t) => {
    t.deepEqual(toJson(type, Buffer.from(bytes[index]!, 'base64')), json);
  });

  test(`${title}: JSON, object, bytes and back`, (t) => {
    const message = fromJson(type, json);
    t.deepEqual(toJson(type, message), json);
    t.deepEqual(toJson(type, encode(type, message)), json);
    t.deepEqual(validateMessage(type, message), []);
  });

  test(`${title}: verdicts equal those of Envoy's validators`, (t) => {
    const own = verdicts.filter(([resource]) => resource === index);
    const differing = own.flatMap(([, path, value, expected]) => {
      const violations = validateMessage(type, fromJson(type, withValue(json, path, value))).filter(
        // No rule of the protos: Envoy refuses it where it reads the field.
        ({ message }) => !message.startsWith('must be from 0s to '),
      );
      const found = new Set(violations.map((violation) => violation.path.replaceAll(/["_]/g, '').toLowerCase()));
      return [...found].sort().join(' ') === expected.join(' ') ? [] : [{ path, value, expected, found: [...found] }];
    });
    t.deepEqual(differing, []);
    t.true(own.length > 0);
  });
}

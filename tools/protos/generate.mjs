// npm run gen:protos: runs the Go program beside this file and writes src/xds/proto/generated:
//   envoy.json  protobufjs JSON descriptor of all messages, enums and services (run time)
//   rules.json  Envoy's validation rules by message and field (run time)
//   envoy.ts    the messages as interfaces of plain objects (types only), the enums also as constants
// and the verdicts of Envoy's Go validators that test/unit/xds/proto/corpus.test.ts compares ours with.
// Needs Go and its module proxy; the output is committed, so nobody else does.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = fileURLToPath(new URL('../../src/xds/proto/generated/', import.meta.url));
const corpus = fileURLToPath(new URL('../../test/unit/xds/proto/corpus/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'nuncio-protos-'));
try {
  execFileSync('go', ['run', '.', scratch, `${corpus}resources.json`, `${corpus}verdicts.json`], {
    cwd: here,
    stdio: 'inherit',
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  const root = protobuf.Root.fromDescriptor(
    descriptor.FileDescriptorSet.decode(readFileSync(join(scratch, 'descriptors.binpb'))),
  );
  writeFileSync(join(target, 'envoy.json'), oneLinePerEntry(compact(root.toJSON())));
  writeFileSync(
    join(target, 'rules.json'),
    oneLinePerEntry(JSON.parse(readFileSync(join(scratch, 'rules.json'), 'utf8'))),
  );
  writeFileSync(join(target, 'envoy.ts'), typescript(root));
} finally {
  rmSync(scratch, { recursive: true });
}

/** Objects with `fields`, `values`, `methods` or rules on one line each: small, and a change shows as a changed line. */
function oneLinePerEntry(json) {
  const lines = [];
  const write = (value, key, depth, comma) => {
    const head = ' '.repeat(depth) + (key === undefined ? '' : JSON.stringify(key) + ':');
    const isGroup = depth === 0 || (value.nested && !value.fields) || key === 'nested';
    if (!isGroup) return lines.push(head + JSON.stringify(value) + comma);
    lines.push(head + '{');
    const entries = Object.entries(value);
    entries.forEach(([name, inner], index) => write(inner, name, depth + 1, index < entries.length - 1 ? ',' : ''));
    lines.push(' '.repeat(depth) + '}' + comma);
  };
  write(json, undefined, 0, '');
  return lines.join('\n') + '\n';
}

function compact(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const out = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'options' && Object.keys(inner).length === 0) continue;
    // ProtoJSON is written with the names of the .proto files, as Envoy's own configuration dump is.
    out[key === 'protoName' ? 'jsonName' : key] = compact(inner);
  }
  return out;
}

/** The text of envoy.ts. Namespaces follow the protobuf packages, so a type's name is its full protobuf name. */
function typescript(root) {
  const scalars = { string: 'string', bool: 'boolean', bytes: 'Uint8Array' };
  const messages = [];
  const out = [
    "// Envoy's messages as plain objects. Made by `npm run gen:protos`; do not edit.",
    '// An absent field is undefined; enums are numbers, 64-bit integers are numbers, bytes are Uint8Array.',
    '',
  ];

  /** How `type` is written inside `scope`: short within its own package, unless an enclosing message hides the name. */
  const reference = (type, scope) => {
    const full = type.fullName.slice(1);
    const pack = packageOf(scope);
    if (pack !== packageOf(type)) return full;
    const short = full.slice(pack.length + 1);
    const [first] = short.split('.');
    for (let parent = scope; parent instanceof protobuf.Type; parent = parent.parent)
      if (parent.nested?.[first] !== undefined) return full;
    return short;
  };
  const typeOf = (field) => {
    if (field.resolvedType) return reference(field.resolvedType, field.parent);
    return scalars[field.type] ?? 'number';
  };
  const member = (field) => {
    field.resolve();
    const type = typeOf(field);
    const whole = field.map ? `Dict<${type}>` : field.repeated ? `readonly ${type}[]` : type;
    return `${field.name}?: ${whole} | undefined;`;
  };
  const types = (scope, depth) => {
    const pad = ' '.repeat(depth);
    for (const item of scope.nestedArray) {
      if (item instanceof protobuf.Type) {
        messages.push(item.fullName.slice(1));
        out.push(
          `${pad}interface ${item.name} {`,
          ...item.fieldsArray.map((field) => `${pad} ${member(field)}`),
          `${pad}}`,
        );
      } else if (item instanceof protobuf.Enum)
        out.push(`${pad}type ${item.name} = ${[...new Set(Object.values(item.values))].join(' | ')};`);
      if (item instanceof protobuf.Namespace && hasTypes(item)) {
        out.push(`${pad}namespace ${item.name} {`);
        types(item, depth + 1);
        out.push(`${pad}}`);
      }
    }
  };
  const constants = (scope, depth) => {
    const pad = ' '.repeat(depth);
    for (const item of scope.nestedArray) {
      if (item instanceof protobuf.Enum) out.push(`${pad}${item.name}: ${JSON.stringify(item.values)},`);
      else if (item instanceof protobuf.Namespace && hasEnums(item)) {
        out.push(`${pad}${item.name}: {`);
        constants(item, depth + 1);
        out.push(`${pad}},`);
      }
    }
  };

  out.push('type Dict<T> = { readonly [key: string]: T };', '');
  for (const top of root.nestedArray) {
    out.push(`export declare namespace ${top.name} {`);
    types(top, 1);
    out.push('}');
    if (hasEnums(top)) {
      out.push(`export const ${top.name} = {`);
      constants(top, 1);
      out.push('} as const;');
    }
  }
  out.push('', '/** Every message by its full name. */', 'export interface MessageTypes {');
  messages.sort((a, b) => (a < b ? -1 : 1));
  for (const name of messages) out.push(` '${name}': ${name};`);
  out.push('}', '');
  return out.join('\n');
}

function packageOf(object) {
  let scope = object;
  while (scope instanceof protobuf.Type || scope instanceof protobuf.Enum) scope = scope.parent;
  return scope.fullName.slice(1);
}

function hasTypes(scope) {
  return scope.nestedArray.some(
    (item) =>
      item instanceof protobuf.Type ||
      item instanceof protobuf.Enum ||
      (item instanceof protobuf.Namespace && hasTypes(item)),
  );
}

function hasEnums(scope) {
  return scope.nestedArray.some(
    (item) => item instanceof protobuf.Enum || (item instanceof protobuf.Namespace && hasEnums(item)),
  );
}

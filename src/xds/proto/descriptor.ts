// The protobufjs types of Envoy's API, from the committed JSON descriptor.
// In: generated/envoy.json. Out: reflected types by full message name.
// A type is built, with everything that it refers to, when it is first asked for: all 2,500 take 100 ms and 12 MB in each
// thread, and most threads need few. Fields have camelCase names; only ProtoJSON output has the names of the .proto files
// (`jsonName` in the descriptor).
import protobuf from 'protobufjs';
import descriptor from './generated/envoy.json' with { type: 'json' };
import type { MessageTypes } from './generated/envoy.ts';

export type TypeName = keyof MessageTypes;

/** The plain-object form of a message, e.g. `Message<'envoy.config.cluster.v3.Cluster'>`. */
export type Message<N extends TypeName> = MessageTypes[N];

type Declaration = protobuf.AnyNestedObject;

const root = new protobuf.Root();
// ProtoJSON looks up the types inside `Any`s here; it must find those that aren't built yet.
root.lookupType = (path) => {
  const type = findType(Array.isArray(path) ? path.join('.') : path);
  if (type === undefined) throw new Error(`no protobuf message ${String(path)} in the descriptor`);
  return type;
};

// By itself protobufjs makes five functions of a type when it is first asked for one of them, and a thread that encodes
// needs one: for the types of a listener and a route that is 50 ms of a start.
const { Type, Reader, Writer, util, encoder, decoder } = protobuf;
Type.prototype.encode = function encodeFirst(...given) {
  this.encode = made(encoder(this), { Writer, types: fieldTypes(this), util });
  return this.encode(...given);
};
Type.prototype.decode = function decodeFirst(...given) {
  this.decode = made(decoder(this), { Reader, types: fieldTypes(this), util, C: this.ctor });
  return this.decode(...given);
};

/** The function whose source was generated, with what it refers to. */
function made<F>(source: protobuf.Codegen, scope: object): F {
  return (source as unknown as (scope: object) => F)(scope);
}

/** In the order of fields, as generated functions count them. */
function fieldTypes(type: protobuf.Type): readonly (protobuf.Type | protobuf.Enum | null)[] {
  return type.fieldsArray.map((field) => field.resolve().resolvedType);
}

const types = new Map<string, protobuf.Type>();
/** Outermost declarations that are in `root`, by full name. */
const built = new Set<string>();

/** The reflected type, or undefined if the descriptor has none. `name` is a full name, without a dot in front. */
export function findType(name: string): protobuf.Type | undefined {
  const known = types.get(name);
  if (known !== undefined) return known;
  const found = build(name);
  if (!(found instanceof protobuf.Type)) return undefined;
  types.set(name, found);
  return found;
}

/** As findType, for names known at compile time. Throws on an unknown one: that is a bug. */
export function typeOf(name: TypeName): protobuf.Type {
  return types.get(name) ?? root.lookupType(name);
}

/** A gRPC service of the descriptor by full name. */
export function findService(name: string): protobuf.Service | undefined {
  const found = build(name);
  return found instanceof protobuf.Service ? found : undefined;
}

/** Adds the declaration that `name` is in, and all that it refers to, to the root. */
function build(name: string): protobuf.ReflectionObject | null {
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const outermost = declarationOf(next);
    if (outermost === undefined || built.has(outermost.fullName)) continue;
    built.add(outermost.fullName);
    const { packageName, localName, declaration } = outermost;
    root.define(packageName).addJSON({ [localName]: declaration });
    addReferences(declaration, queue);
  }
  root.resolveAll();
  return root.lookup(`.${name}`);
}

/** The outermost message, enum or service on the way to `name`. */
function declarationOf(name: string) {
  const path = name.split('.');
  let scope: { [name: string]: Declaration } | undefined = descriptor.nested as { [name: string]: Declaration };
  for (const [depth, localName] of path.entries()) {
    if (scope === undefined || !Object.hasOwn(scope, localName)) return undefined;
    const declaration: Declaration = scope[localName]!;
    if ('fields' in declaration || 'values' in declaration || 'methods' in declaration)
      return {
        fullName: path.slice(0, depth + 1).join('.'),
        packageName: path.slice(0, depth).join('.'),
        localName,
        declaration,
      };
    scope = 'nested' in declaration ? declaration.nested : undefined;
  }
  return undefined;
}

/** References are absolute in the descriptor: they begin with a dot. */
function addReferences(declaration: Declaration, into: string[]): void {
  if ('fields' in declaration)
    for (const field of Object.values(declaration.fields))
      if (field.type.startsWith('.')) into.push(field.type.slice(1));
  if ('methods' in declaration)
    for (const method of Object.values(declaration.methods))
      for (const type of [method.requestType, method.responseType]) into.push(type.replace(/^\./, ''));
  if ('nested' in declaration && declaration.nested !== undefined)
    for (const nested of Object.values(declaration.nested)) addReferences(nested, into);
}

// FileDescriptorProtos made from the JSON descriptor, for gRPC reflection only: nothing else loads this module.
// The JSON descriptor has no files, so each package is one file, named after it (`envoy/config/cluster/v3.proto`).
// Packages import each other without cycles.
import protobuf from 'protobufjs';
import descriptor from './generated/envoy.json' with { type: 'json' };

export interface FileDescriptors {
  /** The file of this name. */
  byName(fileName: string): Uint8Array | undefined;
  /** The file that declares a message, enum, service, field or method. */
  bySymbol(symbol: string): Uint8Array | undefined;
}

/** The part of google/protobuf/descriptor.proto that is used here. */
const schema = protobuf
  .parse(
    `
  syntax = "proto2";
  message File { optional string name = 1; optional string package = 2; repeated string dependency = 3;
    repeated Message message_type = 4; repeated Enum enum_type = 5; repeated Service service = 6; optional string syntax = 12; }
  message Message { optional string name = 1; repeated Field field = 2; repeated Message nested_type = 3;
    repeated Enum enum_type = 4; optional MessageOptions options = 7; repeated Oneof oneof_decl = 8; }
  message MessageOptions { optional bool map_entry = 7; }
  message Field { optional string name = 1; optional int32 number = 3; optional int32 label = 4; optional int32 type = 5;
    optional string type_name = 6; optional int32 oneof_index = 9; optional bool proto3_optional = 17; }
  message Oneof { optional string name = 1; }
  message Enum { optional string name = 1; repeated EnumValue value = 2; optional EnumOptions options = 3; }
  message EnumOptions { optional bool allow_alias = 2; }
  message EnumValue { optional string name = 1; optional int32 number = 2; }
  message Service { optional string name = 1; repeated Method method = 2; }
  message Method { optional string name = 1; optional string input_type = 2; optional string output_type = 3;
    optional bool client_streaming = 5; optional bool server_streaming = 6; }
`,
  )
  .root.lookupType('File');

interface JsonField {
  readonly type: string;
  readonly id: number;
  readonly rule?: string;
  readonly keyType?: string;
  readonly jsonName?: string;
  readonly options?: { readonly proto3_optional?: boolean };
}

interface JsonDeclaration {
  readonly fields?: Readonly<Record<string, JsonField>>;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>;
  readonly values?: Readonly<Record<string, number>>;
  readonly methods?: Readonly<Record<string, JsonMethod>>;
  readonly nested?: Readonly<Record<string, JsonDeclaration>>;
}

interface JsonMethod {
  readonly requestType: string;
  readonly requestStream?: boolean;
  readonly responseType: string;
  readonly responseStream?: boolean;
}

type Plain = Record<string, unknown>;

const scalarTypes: Readonly<Record<string, number>> = {
  double: 1,
  float: 2,
  int64: 3,
  uint64: 4,
  int32: 5,
  fixed64: 6,
  fixed32: 7,
  bool: 8,
  string: 9,
  bytes: 12,
  uint32: 13,
  sfixed32: 15,
  sfixed64: 16,
  sint32: 17,
  sint64: 18,
};
const messageType = 11;
const enumType = 14;
const optional = 1;
const repeated = 3;

export function createFileDescriptors(): FileDescriptors {
  const root = descriptor as unknown as JsonDeclaration;
  const packages = new Map<string, Readonly<Record<string, JsonDeclaration>>>();
  collectPackages(root, []);

  function collectPackages(scope: JsonDeclaration, path: readonly string[]): void {
    const declarations: Record<string, JsonDeclaration> = {};
    for (const [name, inner] of Object.entries(scope.nested ?? {})) {
      if (isDeclaration(inner)) declarations[name] = inner;
      else collectPackages(inner, [...path, name]);
    }
    if (Object.keys(declarations).length > 0) packages.set(path.join('.'), declarations);
  }

  function packageOf(symbol: string): string | undefined {
    const parts = symbol.split('.');
    for (let length = parts.length - 1; length > 0; length--) {
      const candidate = parts.slice(0, length).join('.');
      const declarations = packages.get(candidate);
      if (declarations !== undefined && Object.hasOwn(declarations, parts[length]!)) return candidate;
    }
    return undefined;
  }

  function declarationOf(symbol: string): JsonDeclaration | undefined {
    let scope: JsonDeclaration | undefined = root;
    for (const part of symbol.split('.')) scope = scope?.nested?.[part];
    return scope;
  }

  function file(packageName: string): Uint8Array | undefined {
    const declarations = packages.get(packageName);
    if (declarations === undefined) return undefined;
    const imports = new Set<string>();
    const lists = listsOf(declarations, imports);
    imports.delete(packageName);
    return schema
      .encode(
        schema.fromObject({
          name: fileName(packageName),
          package: packageName,
          dependency: [...imports].sort().map(fileName),
          ...lists,
          syntax: 'proto3',
        }),
      )
      .finish();
  }

  function listsOf(declarations: Readonly<Record<string, JsonDeclaration>>, imports: Set<string>) {
    const lists = { messageType: [] as Plain[], enumType: [] as Plain[], service: [] as Plain[] };
    for (const [name, declaration] of Object.entries(declarations)) {
      if (declaration.fields !== undefined) lists.messageType.push(message(name, declaration, imports));
      else if (declaration.values !== undefined) lists.enumType.push(enumeration(name, declaration.values));
      else if (declaration.methods !== undefined) lists.service.push(service(name, declaration.methods, imports));
    }
    return lists;
  }

  function message(name: string, declaration: JsonDeclaration, imports: Set<string>): Plain {
    const { fields = {}, oneofs = {}, nested = {} } = declaration;
    const { messageType: nestedType, enumType: nestedEnums } = listsOf(nested, imports);
    // Oneofs that only stand for `optional` must come behind the others.
    const isSynthetic = (oneof: string) => fields[oneofs[oneof]!.oneof[0]!]?.options?.proto3_optional === true;
    const names = Object.keys(oneofs).sort((a, b) => Number(isSynthetic(a)) - Number(isSynthetic(b)));
    const field = Object.entries(fields).map(([fieldName, one]) => {
      const oneofIndex = names.findIndex((oneof) => oneofs[oneof]!.oneof.includes(fieldName));
      const protoName = one.jsonName ?? fieldName;
      if (one.keyType !== undefined) {
        const entry = `${upperCamel(protoName)}Entry`;
        nestedType.push(mapEntry(entry, one.keyType, one, imports));
        return { name: protoName, number: one.id, label: repeated, type: messageType, typeName: entry };
      }
      return {
        name: protoName,
        number: one.id,
        label: one.rule === 'repeated' ? repeated : optional,
        ...typeOf(one.type, imports),
        ...(oneofIndex >= 0 && { oneofIndex }),
        ...(one.options?.proto3_optional === true && { proto3Optional: true }),
      };
    });
    return { name, field, nestedType, enumType: nestedEnums, oneofDecl: names.map((one) => ({ name: one })) };
  }

  function mapEntry(name: string, keyType: string, value: JsonField, imports: Set<string>): Plain {
    return {
      name,
      field: [
        { name: 'key', number: 1, label: optional, ...typeOf(keyType, imports) },
        { name: 'value', number: 2, label: optional, ...typeOf(value.type, imports) },
      ],
      options: { mapEntry: true },
    };
  }

  function typeOf(type: string, imports: Set<string>): Plain {
    const scalar = scalarTypes[type];
    if (scalar !== undefined) return { type: scalar };
    const symbol = type.replace(/^\./, '');
    const from = packageOf(symbol);
    if (from !== undefined) imports.add(from);
    return { type: declarationOf(symbol)?.values === undefined ? messageType : enumType, typeName: `.${symbol}` };
  }

  function service(name: string, methods: Readonly<Record<string, JsonMethod>>, imports: Set<string>): Plain {
    const method = Object.entries(methods).map(([methodName, one]) => ({
      name: methodName,
      inputType: typeOf(one.requestType, imports)['typeName'],
      outputType: typeOf(one.responseType, imports)['typeName'],
      clientStreaming: one.requestStream === true,
      serverStreaming: one.responseStream === true,
    }));
    return { name, method };
  }

  return {
    byName: (name) => file(name.replace(/\.proto$/, '').replaceAll('/', '.')),
    bySymbol(symbol) {
      const from = packageOf(symbol);
      return from === undefined ? undefined : file(from);
    },
  };
}

function enumeration(name: string, values: Readonly<Record<string, number>>): Plain {
  const entries = Object.entries(values);
  const allowAlias = new Set(Object.values(values)).size < entries.length;
  // proto3: the first value is 0.
  entries.sort(([, a], [, b]) => Number(a !== 0) - Number(b !== 0));
  return {
    name,
    value: entries.map(([valueName, number]) => ({ name: valueName, number })),
    ...(allowAlias && { options: { allowAlias } }),
  };
}

function isDeclaration({ fields, values, methods }: JsonDeclaration): boolean {
  return fields !== undefined || values !== undefined || methods !== undefined;
}

function fileName(packageName: string): string {
  return `${packageName.replaceAll('.', '/')}.proto`;
}

function upperCamel(snake: string): string {
  return snake.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

// The schema of v1 and v2 of a kind, made from that of v3alpha1: the same fields under their older names, with types only.
// These versions allow several ways to write some values, and little was ever forbidden in them; what is wrong is told of
// the converted object. For CRDs; nothing is validated by it here.
import type { SchemaNode } from '../../pick.ts';
import type { KindDefinition } from '../kind.ts';
import { inverseNames, renamedFields, renameFields } from './v2-words.ts';

/** Kind → fields whose value is written in several ways; `ambassador_id` everywhere. */
const freeFields: Readonly<Record<string, readonly string[]>> = {
  AuthService: ['tls'],
  RateLimitService: ['tls'],
  TCPMapping: ['tls'],
  Mapping: [
    'tls',
    'headers',
    'query_parameters',
    'add_request_headers',
    'add_response_headers',
    'remove_request_headers',
    'remove_response_headers',
    'cors',
    'labels',
  ],
};

/** That only v3alpha1 has. */
const newer: ReadonlySet<string> = new Set([
  'hostname',
  'v2ExplicitTLS',
  'v2BoolHeaders',
  'v2BoolQueryParameters',
  'mappingSelector',
]);

const anyValue: SchemaNode & Readonly<Record<string, unknown>> = { 'x-kubernetes-preserve-unknown-fields': true };

/** The fields of an object beside apiVersion, kind and metadata. */
export function olderFields({ kind, fields }: KindDefinition): SchemaNode {
  const { properties = {} } = fields as SchemaNode;
  const { spec, ...others } = properties;
  return {
    type: 'object',
    properties: {
      ...(spec && { spec: { type: 'object', properties: specFields(kind, spec) } }),
      ...Object.fromEntries(Object.entries(others).map(([name, field]) => [name, typesOnly(field)])),
    },
  };
}

function specFields(kind: string, { properties = {} }: SchemaNode): Readonly<Record<string, SchemaNode>> {
  const own = Object.entries(properties).filter(
    ([name]) => !newer.has(name) || (kind === 'Host' && name === 'hostname'),
  );
  const free = ['ambassador_id', ...(freeFields[kind] ?? [])];
  const typed = Object.fromEntries(
    own.map(([name, field]) => [name, free.includes(name) ? anyValue : typesOnly(field)]),
  );
  const names = inverseNames(renamedFields[kind] ?? {});
  const nested = Object.fromEntries(
    Object.entries(names).flatMap(([name, inner]) => {
      const field = typed[name] as SchemaNode | undefined;
      if (typeof inner === 'string' || !field?.properties) return [];
      return [[name, { ...field, properties: renameFields(field.properties, inner) }]];
    }),
  );
  const flat = Object.fromEntries(Object.entries(names).filter(([, to]) => typeof to === 'string'));
  const renamed = renameFields({ ...typed, ...nested }, flat) as Readonly<Record<string, SchemaNode>>;
  return kind === 'Host' ? { ...renamed, ambassadorId: anyValue } : renamed;
}

function typesOnly(schema: SchemaNode): SchemaNode {
  const { type, properties, additionalProperties, items, ...rest } = schema;
  const free = 'x-kubernetes-preserve-unknown-fields' in rest ? anyValue : {};
  return {
    ...free,
    ...(type !== undefined && { type }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, typesOnly(field)])),
    }),
    ...(additionalProperties && { additionalProperties: typesOnly(additionalProperties) }),
    ...(items && { items: typesOnly(items) }),
  };
}

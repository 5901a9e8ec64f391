// What Envoy would see of an encoded resource, and whether it would take it.
import type { EncodedResource, ResourceType } from '../../../src/messages/resources.ts';
import { decode, typeNameOf } from '../../../src/xds/proto/codec.ts';
import type { TypeName } from '../../../src/xds/proto/descriptor.ts';
import { toJson } from '../../../src/xds/proto/json.ts';
import { streamTypes } from '../../../src/xds/stream/types.ts';
import { validateMessage, type Violation } from '../../../src/xds/proto/validate.ts';

/** ProtoJSON, any shape: tests say what they expect in it. */
// eslint-disable-next-line typescript/no-explicit-any
export type Fields = any;

export function messageOf(type: ResourceType): TypeName {
  return typeNameOf(streamTypes[type].typeUrl) as TypeName;
}

export function json(resource: EncodedResource): Fields {
  return toJson(messageOf(resource.type), resource.bytes);
}

export function violations(resource: EncodedResource): Violation[] {
  const name = messageOf(resource.type);
  return validateMessage(name, decode(name, resource.bytes));
}

// Runtime vertex → the RTDS layer of that name.
import type { Runtime } from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { checkedResource } from './check.ts';
import { struct } from './proto/values.ts';

export function runtime({ key: name, values }: Runtime): EncodedResource {
  return checkedResource('runtime', name, 'envoy.service.runtime.v3.Runtime', { name, layer: struct(values) });
}

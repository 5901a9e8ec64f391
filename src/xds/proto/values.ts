// Short forms for well-known messages that resources are full of.
// In: numbers and JSON values. Out: plain objects for `encode`.
import type { google } from './generated/envoy.ts';

/** A Duration of `ms` milliseconds (fractions down to a nanosecond, negative allowed). */
export function duration(ms: number): google.protobuf.Duration {
  let seconds = Math.trunc(ms / 1000);
  let nanos = Math.round((ms - seconds * 1000) * 1e6);
  // Rounding may reach a full second, which a Duration forbids in `nanos`.
  if (Math.abs(nanos) === 1e9) {
    seconds += Math.sign(nanos);
    nanos = 0;
  }
  // Zeros stay away: protobufjs would write them, and equal durations must be equal bytes.
  return { ...(seconds !== 0 && { seconds }), ...(nanos !== 0 && { nanos }) };
}

/** A wrapper message (`UInt32Value`, `BoolValue`, `StringValue`, …), which tells "set to 0 or false" from "not set". */
export function wrap<T>(value: T): { value: T } {
  return { value };
}

/** A Struct from a JSON object. undefined members are left out. */
export function struct(fields: { readonly [key: string]: unknown }): google.protobuf.Struct {
  const out: { [key: string]: google.protobuf.Value } = {};
  for (const [key, field] of Object.entries(fields)) if (field !== undefined) out[key] = value(field);
  return { fields: out };
}

/** A Value from anything JSON can hold; what JSON can't hold (functions, symbols, undefined) becomes null. */
export function value(json: unknown): google.protobuf.Value {
  if (typeof json === 'number') return { numberValue: json };
  if (typeof json === 'string') return { stringValue: json };
  if (typeof json === 'boolean') return { boolValue: json };
  if (Array.isArray(json)) return { listValue: { values: json.map(value) } };
  if (typeof json === 'object' && json !== null) return { structValue: struct(json as { [key: string]: unknown }) };
  return { nullValue: 0 };
}

// Checks a message against the validation rules in Envoy's own protos, so that what Envoy would refuse is found before it is sent.
// In: plain objects as for `encode`, and generated/rules.json. Out: violations with field paths, none for a valid message.
// `Any`s of known types are opened and checked; those of unknown types pass, since only Envoy knows them.
// The rules have protoc-gen-validate's meaning. A rule kind that this file doesn't know throws when its message is first checked.
// Envoy has more rules in its code (regexes compile, referenced filters exist); they are not here.
import protobuf from 'protobufjs';
import { messageOf } from '../../model/message-of.ts';
import { openAny } from './codec.ts';
import { findType, typeOf } from './descriptor.ts';
import type { Message, TypeName } from './descriptor.ts';
import type { google } from './generated/envoy.ts';
import { MAX_UINT32 } from '../../model/uint32.ts';
import rulesJson from './generated/rules.json' with { type: 'json' };

/** One broken rule. `path` leads from the message to the field: `virtualHosts[0].routes[3].match.headers[0].name`. */
export interface Violation {
  readonly path: string;
  /** What is right and what was found, e.g. `must be greater than 0s, found -1s`. Never holds bytes fields. */
  readonly message: string;
}

type Rules = { readonly [rule: string]: unknown };
type MessageRules = {
  readonly disabled?: boolean;
  readonly fields?: { readonly [field: string]: Rules };
  readonly requiredOneofs?: readonly string[];
};
/** What is wrong with a value; undefined if nothing is. Paths are relative to the value. */
type Check = (value: unknown) => Violation[] | undefined;
/** As Check for a value without parts: the message of the first rule that it breaks. */
type Test = (value: unknown) => string | undefined;
type Fields = { readonly [field: string]: unknown };

const rulesOf = rulesJson as unknown as { readonly [message: string]: MessageRules };
const required = 'is required';

/** All rules that `message` breaks, in the order of the object's fields; an empty list for a valid message. */
export function validateMessage<N extends TypeName>(name: N, message: Message<N>): Violation[] {
  return messageCheck(typeOf(name))?.(message) ?? [];
}

/** Compiles the checks of every message in `names` and throws if a rule is not known. For tests. */
export function compileChecks(names: readonly string[]): void {
  for (const name of names) {
    const type = findType(name);
    if (type !== undefined && rulesOf[name]?.disabled !== true) compileMessage(type);
  }
}

/** The names of all messages with rules. For tests. */
export const messagesWithRules: readonly string[] = Object.keys(rulesOf);

const messageChecks = new Map<protobuf.Type, Check | undefined>();

/** The check of a message type, compiled at first use (types refer to each other in circles); undefined if no rule is in reach. */
function messageCheck(type: protobuf.Type): Check | undefined {
  if (messageChecks.has(type)) return messageChecks.get(type);
  let compiled: Check | undefined;
  const check: Check | undefined = hasRulesInReach(type)
    ? (message) => (compiled ??= compileMessage(type))(message)
    : undefined;
  messageChecks.set(type, check);
  return check;
}

function hasRulesInReach(start: protobuf.Type): boolean {
  const seen = new Set([start]);
  for (const type of seen) {
    const name = nameOf(type);
    const rules = rulesOf[name];
    if (rules?.disabled === true) continue;
    if (rules !== undefined || name === 'google.protobuf.Any') return true;
    for (const field of type.fieldsArray) {
      const { resolvedType } = field.resolve();
      if (rangeOf(resolvedType instanceof protobuf.Type ? nameOf(resolvedType) : field.type).length > 0) return true;
      if (resolvedType instanceof protobuf.Type) seen.add(resolvedType);
    }
  }
  return false;
}

function compileMessage(type: protobuf.Type): Check {
  const rules = rulesOf[nameOf(type)];
  if (rules?.disabled === true) return () => undefined;
  const present = new Map<string, Check>();
  const absent: { readonly fields: readonly string[]; readonly violation: Violation }[] = [];
  for (const field of type.fieldsArray) {
    const fieldRules = rules?.fields?.[field.name] ?? {};
    const check = fieldCheck(field.resolve(), fieldRules);
    if (check !== undefined) present.set(field.name, check);
    const message = whenAbsent(field, fieldRules, check);
    if (message !== undefined) absent.push({ fields: [field.name], violation: { path: field.name, message } });
  }
  for (const name of rules?.requiredOneofs ?? []) {
    const { oneof } = type.oneofs[name]!;
    const violation = { path: camelCase(name), message: `one of ${oneof.join(', ')} is required` };
    absent.push({ fields: oneof, violation });
  }
  return (value) => {
    const message = value as Fields;
    let found: Violation[] | undefined;
    for (const { fields, violation } of absent)
      if (fields.every((field) => message[field] == null)) (found ??= []).push(violation);
    for (const field of Object.keys(message)) {
      const value = message[field];
      if (value == null) continue;
      const inner = present.get(field)?.(value);
      if (inner !== undefined) (found ??= []).push(...inner.map((violation) => below(field, violation)));
    }
    return found;
  };
}

/** What is wrong with a message in which `field` is absent. An absent scalar counts as its default, unless absence is a state of its own. */
function whenAbsent(field: protobuf.Field, rules: Rules, check: Check | undefined): string | undefined {
  if (field.partOf) return undefined;
  if (field.map) return check?.({})?.[0]?.message;
  if (field.repeated) return check?.([])?.[0]?.message;
  if (!(field.resolvedType instanceof protobuf.Type)) return check?.(defaultOf(field))?.[0]?.message;
  const isRequired = [rules['message'], rules['duration'], rules['any']].some(
    (part) => (part as Rules | undefined)?.['required'],
  );
  return isRequired ? required : undefined;
}

function defaultOf(field: protobuf.Field): unknown {
  if (field.resolvedType instanceof protobuf.Enum) return 0;
  return { string: '', bytes: new Uint8Array(0), bool: false }[field.type] ?? 0;
}

function fieldCheck(field: protobuf.Field, rules: Rules): Check | undefined {
  if (field.map) return mapCheck(field, (rules['map'] ?? {}) as Rules);
  if (field.repeated) return repeatedCheck(field, (rules['repeated'] ?? {}) as Rules);
  return singularCheck(field, rules);
}

function repeatedCheck(field: protobuf.Field, rules: Rules): Check | undefined {
  const tests: Test[] = [];
  const { items = {}, unique = false, ...own } = rules;
  for (const [rule, limit] of Object.entries(own))
    switch (rule) {
      case 'minItems':
        tests.push((list) => atLeast(Number(limit), (list as unknown[]).length, 'items'));
        break;
      case 'maxItems':
        tests.push((list) => atMost(Number(limit), (list as unknown[]).length, 'items'));
        break;
      default:
        throw unknownRule(field, `repeated.${rule}`);
    }
  const item = singularCheck(field, items as Rules);
  const whole = leaf(tests);
  if (item === undefined && unique === false) return tests.length === 0 ? undefined : whole;
  return (value) => {
    const list = value as readonly unknown[];
    let found = whole(list);
    const seen = unique === true ? new Set() : undefined;
    for (let index = 0; index < list.length; index++) {
      if (seen?.has(list[index]))
        (found ??= []).push({ path: `[${index}]`, message: `must not repeat an item, found ${shown(list[index])}` });
      seen?.add(list[index]);
      const inner = item?.(list[index]);
      if (inner !== undefined) (found ??= []).push(...inner.map((violation) => below(`[${index}]`, violation)));
    }
    return found;
  };
}

function mapCheck(field: protobuf.Field, rules: Rules): Check | undefined {
  const { minPairs = 0, keys = {}, values = {}, ...others } = rules;
  for (const rule of Object.keys(others)) throw unknownRule(field, `map.${rule}`);
  const keyTests = stringTests(field, ((keys as Rules)['string'] ?? {}) as Rules);
  const keyCheck = keyTests.length === 0 ? undefined : leaf(keyTests);
  const valueCheck = singularCheck(field, values as Rules);
  if (minPairs === 0 && keyCheck === undefined && valueCheck === undefined) return undefined;
  return (value) => {
    const entries = Object.entries(value as Fields);
    const tooFew = atLeast(Number(minPairs), entries.length, 'entries');
    const found: Violation[] = tooFew === undefined ? [] : [{ path: '', message: tooFew }];
    for (const [key, inner] of entries) {
      const violations = [...(keyCheck?.(key) ?? []), ...(valueCheck?.(inner) ?? [])];
      found.push(...violations.map((violation) => below(`[${JSON.stringify(key)}]`, violation)));
    }
    return found.length === 0 ? undefined : found;
  };
}

const wrappers = /^google\.protobuf\.(?:Double|Float|U?Int64|U?Int32|Bool|String|Bytes)Value$/;

/** The check of one value of the field: of the field itself, an item or a map's value. */
function singularCheck(field: protobuf.Field, rules: Rules): Check | undefined {
  const { message = {}, ...byKind } = rules;
  const { required: _, skip, ...others } = message as Rules;
  for (const rule of Object.keys(others)) throw unknownRule(field, `message.${rule}`);
  const { resolvedType } = field;
  const tests = [
    ...Object.entries(byKind).flatMap(([kind, kindRules]) => testsOfKind(field, kind, kindRules as Rules)),
    ...rangeOf(resolvedType instanceof protobuf.Type ? nameOf(resolvedType) : field.type),
  ];
  if (!(resolvedType instanceof protobuf.Type)) return tests.length === 0 ? undefined : leaf(tests);
  const name = nameOf(resolvedType);
  if (wrappers.test(name)) {
    if (tests.length === 0) return undefined;
    const absent = defaultOf(resolvedType.fields['value']!);
    const check = leaf(tests);
    return (value) => check((value as Fields)['value'] ?? absent);
  }
  if (name === 'google.protobuf.Any') return anyCheck;
  if (tests.length > 0) return leaf(tests);
  return skip === true ? undefined : messageCheck(resolvedType);
}

/** What the type itself can hold: more would become something else on the wire, or be refused by Envoy in any field. */
function rangeOf(type: string): readonly Test[] {
  if (type === 'google.protobuf.Duration') return [durationRange];
  const range = integerRanges[type];
  return range === undefined ? [] : [(value) => outside(range, value as number)];
}

const integerRanges: Readonly<Record<string, readonly [number, number]>> = {
  uint32: [0, MAX_UINT32],
  'google.protobuf.UInt32Value': [0, MAX_UINT32],
  int32: [-2_147_483_648, 2_147_483_647],
  'google.protobuf.Int32Value': [-2_147_483_648, 2_147_483_647],
};

function outside([least, most]: readonly [number, number], found: number): string | undefined {
  return Number.isInteger(found) && found >= least && found <= most
    ? undefined
    : `must be a whole number from ${least} to ${most}, found ${found}`;
}

/** Envoy counts in 64-bit nanoseconds, and has no use for negative ones. */
const maxSeconds = 9_223_372_035;

function durationRange(value: unknown): string | undefined {
  const { seconds = 0, nanos = 0 } = value as google.protobuf.Duration;
  return seconds >= 0 && seconds <= maxSeconds && nanos >= 0 && nanos < 1e9
    ? undefined
    : `must be from 0s to ${maxSeconds}s, found ${seconds + nanos / 1e9}s`;
}

function anyCheck(value: unknown): Violation[] | undefined {
  let opened;
  try {
    opened = openAny(value as google.protobuf.Any);
  } catch (error) {
    const { typeUrl } = value as google.protobuf.Any;
    return [
      {
        path: '',
        message: `must hold the bytes of a ${typeUrl}: ${messageOf(error)}`,
      },
    ];
  }
  return opened === undefined ? undefined : messageCheck(typeOf(opened.name))?.(opened.message);
}

function testsOfKind(field: protobuf.Field, kind: string, rules: Rules): Test[] {
  switch (kind) {
    case 'string':
      return stringTests(field, rules);
    case 'bytes':
      return bytesTests(field, rules);
    case 'bool':
      return boolTests(field, rules);
    case 'enum':
      return enumTests(field, rules);
    case 'duration':
      return durationTests(field, rules);
    case 'any':
      for (const rule of Object.keys(rules)) if (rule !== 'required') throw unknownRule(field, `any.${rule}`);
      return [];
    case 'float':
    case 'double':
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      return numberTests(field, kind, rules);
    default:
      throw unknownRule(field, kind);
  }
}

// HTTP_HEADER_NAME and HTTP_HEADER_VALUE of protoc-gen-validate; `+-.` is a range there too, so it takes commas.
const headerName = /^:?[0-9a-zA-Z!#$%&'*+-.^_|~\x60]+$/;
// oxlint-disable-next-line no-control-regex
const headerValue = /^[^\x00-\x08\x0a-\x1f\x7f]*$/;
// oxlint-disable-next-line no-control-regex
const lenientHeader = /^[^\x00\n\r]*$/;

function stringTests(field: protobuf.Field, rules: Rules): Test[] {
  const { strict = true, ignoreEmpty = false, ...own } = rules;
  const tests = Object.entries(own).map(([rule, limit]): ((text: string) => string | undefined) => {
    switch (rule) {
      case 'minLen':
        return (text) => atLeast(Number(limit), runes(text, Number(limit)), 'characters');
      case 'maxLen':
        return (text) =>
          text.length <= Number(limit) ? undefined : atMost(Number(limit), runes(text, Infinity), 'characters');
      case 'maxBytes':
        // UTF-8 takes at most three bytes for a UTF-16 unit.
        return (text) =>
          text.length * 3 <= Number(limit) ? undefined : atMost(Number(limit), utf8Bytes(text), 'bytes');
      case 'pattern': {
        // The patterns are Envoy's, not a user's: a closed set, in which RE2 and JavaScript agree (tested).
        const pattern = new RegExp(limit as string, 'u');
        return (text) => (pattern.test(text) ? undefined : `must match ${String(limit)}, found ${shown(text)}`);
      }
      case 'wellKnownRegex': {
        const isName = limit === 'HTTP_HEADER_NAME';
        if (!isName && limit !== 'HTTP_HEADER_VALUE')
          throw unknownRule(field, `string.wellKnownRegex ${String(limit)}`);
        const pattern = strict === false ? lenientHeader : isName ? headerName : headerValue;
        const right =
          strict === false ? 'hold no NUL, CR or LF' : isName ? 'be an HTTP header name' : 'be an HTTP header value';
        return (text) => (pattern.test(text) ? undefined : `must ${right}, found ${shown(text)}`);
      }
      case 'in': {
        const allowed = limit as readonly string[];
        return (text) =>
          allowed.includes(text) ? undefined : `must be one of ${allowed.map(shown).join(', ')}, found ${shown(text)}`;
      }
      case 'prefix':
        return (text) =>
          text.startsWith(limit as string) ? undefined : `must begin with ${shown(limit)}, found ${shown(text)}`;
      case 'suffix':
        return (text) =>
          text.endsWith(limit as string) ? undefined : `must end with ${shown(limit)}, found ${shown(text)}`;
      default:
        throw unknownRule(field, `string.${rule}`);
    }
  }) as Test[];
  return ignoreEmpty === true
    ? tests.map(
        (test): Test =>
          (text) =>
            text === '' ? undefined : test(text),
      )
    : tests;
}

function bytesTests(field: protobuf.Field, rules: Rules): Test[] {
  return Object.entries(rules).map(([rule, limit]): Test => {
    if (rule === 'minLen') return (bytes) => atLeast(Number(limit), (bytes as Uint8Array).byteLength, 'bytes');
    if (rule === 'maxLen') return (bytes) => atMost(Number(limit), (bytes as Uint8Array).byteLength, 'bytes');
    throw unknownRule(field, `bytes.${rule}`);
  });
}

function boolTests(field: protobuf.Field, rules: Rules): Test[] {
  return Object.entries(rules).map(([rule, right]): Test => {
    if (rule === 'const')
      return (value) => (value === right ? undefined : `must be ${String(right)}, found ${String(value)}`);
    throw unknownRule(field, `bool.${rule}`);
  });
}

function enumTests(field: protobuf.Field, rules: Rules): Test[] {
  const { valuesById } = field.resolvedType as protobuf.Enum;
  const names = (values: readonly number[]) => values.map((value) => valuesById[value] ?? value).join(', ');
  return Object.entries(rules).map(([rule, limit]): Test => {
    if (rule === 'definedOnly')
      return (value) =>
        valuesById[value as number] === undefined
          ? `must be one of ${Object.values(valuesById).join(', ')}, found ${String(value)}`
          : undefined;
    if (rule === 'notIn')
      return (value) =>
        (limit as number[]).includes(value as number) ? `must not be ${names(limit as number[])}` : undefined;
    throw unknownRule(field, `enum.${rule}`);
  });
}

function numberTests(field: protobuf.Field, kind: string, rules: Rules): Test[] {
  const { ignoreEmpty = false, ...limits } = rules;
  // 64-bit limits are strings in ProtoJSON.
  const test = rangeTest(field, kind, limits, Number, Number, String);
  return [ignoreEmpty === true ? (value) => (value === 0 ? undefined : test(value)) : test];
}

function durationTests(field: protobuf.Field, rules: Rules): Test[] {
  const { required: _, ...limits } = rules;
  if (Object.keys(limits).length === 0) return [];
  const nanosOf = (value: unknown) => {
    const { seconds = 0, nanos = 0 } = value as google.protobuf.Duration;
    // Exact for 104 days; no limit is near that.
    return seconds * 1e9 + nanos;
  };
  const nanosOfText = (limit: unknown) => Math.round(Number.parseFloat(limit as string) * 1e9);
  return [rangeTest(field, 'duration', limits, nanosOfText, nanosOf, (nanos) => `${nanos / 1e9}s`)];
}

/** A value must keep every limit of `limits`. */
function rangeTest(
  field: protobuf.Field,
  kind: string,
  limits: Rules,
  readLimit: (limit: unknown) => number,
  readValue: (value: unknown) => number,
  print: (value: number) => string,
): Test {
  let lower = -Infinity;
  let upper = Infinity;
  const tests = Object.entries(limits).map(([rule, text]): ((found: number) => string | undefined) => {
    const limit = readLimit(text);
    if (rule.startsWith('g')) lower = limit;
    else upper = limit;
    switch (rule) {
      case 'gt':
        return (found) => (found > limit ? undefined : `must be greater than ${print(limit)}, found ${print(found)}`);
      case 'gte':
        return (found) => (found >= limit ? undefined : `must be at least ${print(limit)}, found ${print(found)}`);
      case 'lt':
        return (found) => (found < limit ? undefined : `must be less than ${print(limit)}, found ${print(found)}`);
      case 'lte':
        return (found) => (found <= limit ? undefined : `must be at most ${print(limit)}, found ${print(found)}`);
      default:
        throw unknownRule(field, `${kind}.${rule}`);
    }
  });
  // With the limits in reversed order, as in "0 or at least 1ms", either one is enough.
  if (lower > upper)
    return (value) => {
      const messages = tests.map((test) => test(readValue(value)));
      return messages.includes(undefined) ? undefined : messages.join(', or ');
    };
  return (value) => {
    const found = readValue(value);
    for (const test of tests) {
      const message = test(found);
      if (message !== undefined) return message;
    }
    return undefined;
  };
}

function leaf(tests: readonly Test[]): Check {
  return (value) => {
    for (const test of tests) {
      const message = test(value);
      if (message !== undefined) return [{ path: '', message }];
    }
    return undefined;
  };
}

function below(segment: string, { path, message }: Violation): Violation {
  return { path: path === '' || path.startsWith('[') ? segment + path : `${segment}.${path}`, message };
}

function atLeast(limit: number, found: number, unit: string): string | undefined {
  return found < limit ? `must have at least ${limit} ${unit}, found ${found}` : undefined;
}

function atMost(limit: number, found: number, unit: string): string | undefined {
  return found > limit ? `must have at most ${limit} ${unit}, found ${found}` : undefined;
}

/** Unicode characters of the text, counted up to `enough`. */
function runes(text: string, enough: number): number {
  let count = 0;
  for (const _ of text) if (++count >= enough) break;
  return count;
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 76)}…"` : text;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function nameOf(type: protobuf.Type): string {
  return type.fullName.slice(1);
}

function unknownRule(field: protobuf.Field, rule: string): Error {
  return new Error(`validation rule ${rule} on ${field.fullName.slice(1)} is not known`);
}

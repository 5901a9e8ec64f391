// Takes from a raw API object what a schema knows: the rest is dropped, nulls count as absent, defaults are filled in,
// fields come out in the order of the schema (so equal content gives equal text). This is what the API server does to
// objects of our own kinds, and how objects of other kinds are stripped to what is read.
import type { TSchema } from 'typebox';
import type { Rule } from './kinds/schema.ts';

/** A schema made ready for walking. */
export type Plan =
  | {
      readonly kind: 'object';
      readonly fields: readonly FieldPlan[];
      /** Every known field name, also those that are not read. */
      readonly known: ReadonlySet<string>;
      readonly rules: readonly Rule<unknown>[];
      readonly hasRules: boolean;
    }
  | {
      readonly kind: 'map';
      readonly values: Plan;
      readonly rules: readonly Rule<unknown>[];
      readonly hasRules: boolean;
    }
  | { readonly kind: 'list'; readonly items: Plan; readonly hasRules: boolean }
  | { readonly kind: 'scalar'; readonly hasRules: false };

interface FieldPlan {
  readonly name: string;
  readonly plan: Plan;
  readonly default: unknown;
}

/** The keywords of the schemas in `kinds/schema.ts`. */
export interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode;
  readonly items?: SchemaNode;
  readonly default?: unknown;
  readonly rules?: readonly Rule<unknown>[];
  readonly alsoKnown?: readonly string[];
  readonly expects?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const scalar: Plan = { kind: 'scalar', hasRules: false };

export function planOf(schema: TSchema): Plan {
  return plan(schema as SchemaNode);
}

function plan(schema: SchemaNode): Plan {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => ({
      name,
      plan: plan(field),
      default: field.default,
    }));
    const rules = schema.rules ?? [];
    return {
      kind: 'object',
      fields,
      known: new Set([...fields.map((field) => field.name), ...(schema.alsoKnown ?? [])]),
      rules,
      hasRules: rules.length > 0 || fields.some((field) => field.plan.hasRules),
    };
  }
  if (schema.additionalProperties) {
    const values = plan(schema.additionalProperties);
    const rules = schema.rules ?? [];
    return { kind: 'map', values, rules, hasRules: rules.length > 0 || values.hasRules };
  }
  if (schema.items) {
    const items = plan(schema.items);
    return { kind: 'list', items, hasRules: items.hasRules };
  }
  return scalar;
}

export type PathSegment = string | number;

/** Called with the path of an unknown field; the path array is reused. */
export type OnUnknown = (path: readonly PathSegment[], known: ReadonlySet<string>) => void;

/**
 * Copies what the plan knows. A value of the wrong type is copied as it is, for the validator to find.
 * `path` is the path of `value`, changed while walking and left as it was.
 */
export function pick(plan: Plan, value: unknown, path: PathSegment[], onUnknown: OnUnknown | null): unknown {
  switch (plan.kind) {
    case 'scalar':
      return wellFormed(value);
    case 'list':
      if (!Array.isArray(value)) return value;
      return value.map((item: unknown, index) => {
        path.push(index);
        const picked = pick(plan.items, item, path, onUnknown);
        path.pop();
        return picked;
      });
    case 'map': {
      if (!isRecord(value)) return value;
      const result: Record<string, unknown> = {};
      for (const key of Object.keys(value).sort()) {
        const item = value[key];
        if (item === null || item === undefined || key === '__proto__') continue;
        path.push(key);
        result[key.toWellFormed()] = pick(plan.values, item, path, onUnknown);
        path.pop();
      }
      return result;
    }
    case 'object': {
      if (!isRecord(value)) return value;
      const result: Record<string, unknown> = {};
      for (const field of plan.fields) {
        const item = value[field.name] ?? field.default;
        if (item === undefined || item === null) continue;
        path.push(field.name);
        result[field.name] = pick(field.plan, item, path, onUnknown);
        path.pop();
      }
      if (onUnknown)
        for (const key of Object.keys(value)) {
          if (plan.known.has(key)) continue;
          path.push(key);
          onUnknown(path, plan.known);
          path.pop();
        }
      return result;
    }
  }
}

/** Of a value without a schema. What is nested more deeply is read by nobody. */
const MAX_DEPTH = 100;

/** Halves of characters are what no UTF-8 can say, and Envoy refuses them; the API server replaces them, too. */
function wellFormed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => wellFormed(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner, depth + 1)]),
  );
}

/** Finds broken rules in a value that fits the schema. */
export function findBrokenRules(
  plan: Plan,
  value: unknown,
  path: PathSegment[],
  onBroken: (path: readonly PathSegment[], rule: Rule<unknown>) => void,
): void {
  if (!plan.hasRules) return;
  if (plan.kind === 'list') {
    (value as readonly unknown[]).forEach((item, index) => {
      path.push(index);
      findBrokenRules(plan.items, item, path, onBroken);
      path.pop();
    });
    return;
  }
  for (const rule of plan.rules) if (!rule.holds(value)) onBroken(path, rule);
  const record = value as Readonly<Record<string, unknown>>;
  const parts =
    plan.kind === 'map'
      ? Object.keys(record).map((name) => ({ name, plan: plan.values }))
      : plan.fields.filter((field) => field.plan.hasRules);
  for (const part of parts) {
    if (record[part.name] === undefined) continue;
    path.push(part.name);
    findBrokenRules(part.plan, record[part.name], path, onBroken);
    path.pop();
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `spec.routes[0].services[1].port`; keys that are no plain words are quoted: `data["tls.crt"]`. */
export function pathText(path: readonly PathSegment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(segment)) text += text === '' ? segment : `.${segment}`;
    else text += `[${JSON.stringify(segment)}]`;
  }
  return text;
}

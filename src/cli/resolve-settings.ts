// Settings from four places into one typed value each: flag > environment > file > default.
// In: texts from flags and environment, the parsed configuration file. Out: a value per key, or every mistake at once,
// each naming where the value came from and what would be right. Unknown keys of the file are mistakes too.
import { nearest } from '../model/nearest.ts';
import { environmentName, type Setting } from './settings.ts';

export type SettingValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;

export interface SettingInputs {
  /** By flag name. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file?: { readonly name: string; readonly content: unknown };
}

export interface ResolvedSettings {
  readonly values: ReadonlyMap<string, SettingValue>;
  readonly mistakes: readonly string[];
}

export function resolveSettings(settings: readonly Setting[], inputs: SettingInputs): ResolvedSettings {
  const mistakes: string[] = [];
  const file = inputs.file ? flatten(settings, inputs.file, mistakes) : new Map<string, unknown>();
  const values = new Map<string, SettingValue>();
  for (const setting of settings) {
    const flag = inputs.flags[setting.flag];
    const environment = inputs.environment[environmentName(setting)];
    const [raw, place] =
      flag !== undefined
        ? [flag, `--${setting.flag}`]
        : environment !== undefined && environment !== ''
          ? [environment, `$${environmentName(setting)}`]
          : file.has(setting.key)
            ? [file.get(setting.key), `${inputs.file!.name}: ${setting.key}`]
            : [setting.default, 'default'];
    if (raw === undefined || raw === null) continue;
    const value = parseValue(setting, raw);
    if (value instanceof Error) mistakes.push(`${place}: ${value.message}`);
    else values.set(setting.key, value);
  }
  return { values, mistakes };
}

/** `1h2m3.5s`, units h m s ms. In milliseconds. */
export function parseDurationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return undefined;
  const unitMs = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let sum = 0;
  for (const [, amount, , unit] of text.matchAll(/(\d+(\.\d+)?)(h|ms|m|s)/g)) {
    sum += Number(amount) * unitMs[unit as keyof typeof unitMs];
  }
  return Math.round(sum);
}

function parseValue(setting: Setting, raw: unknown): SettingValue | Error {
  const found = typeof raw === 'string' ? `"${raw}"` : JSON.stringify(raw);
  const text = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
  const { type } = setting;
  switch (type.kind) {
    case 'string':
      return typeof text === 'string' ? text : new Error(`${found} is not a text`);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      return new Error(`${found} is neither true nor false`);
    case 'integer': {
      const value = typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : NaN;
      if (value >= type.min && value <= type.max) return value;
      return new Error(`${found} is not a whole number from ${type.min} to ${type.max}`);
    }
    case 'number': {
      const value = typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
      if (value >= type.min && value <= type.max) return value;
      return new Error(`${found} is not a number from ${type.min} to ${type.max}`);
    }
    case 'duration': {
      const value = typeof text === 'string' ? parseDurationMs(text) : undefined;
      return value ?? new Error(`${found} is not a duration such as 500ms, 2s or 1m30s`);
    }
    case 'choice': {
      if (typeof text === 'string' && type.choices.includes(text)) return text;
      return new Error(`${found} is none of ${type.choices.join(', ')}`);
    }
    case 'list': {
      const list = typeof text === 'string' ? text.split(',').map((item) => item.trim()) : text;
      if (Array.isArray(list) && list.every((item) => typeof item === 'string'))
        return list.filter((item) => item !== '');
      return new Error(`${found} is not a list of texts`);
    }
    case 'map': {
      if (typeof text === 'object' && text !== null && !Array.isArray(text)) {
        const entries = Object.entries(text as Record<string, unknown>);
        if (entries.every(([, value]) => typeof value === 'string'))
          return Object.fromEntries(entries) as Record<string, string>;
      }
      const pairs = typeof text === 'string' ? text.split(',').map((pair) => pair.split('=')) : undefined;
      if (pairs?.every((pair) => pair.length === 2 && pair[0] && pair[1])) {
        return Object.fromEntries(pairs.map(([name, value]) => [name!.trim(), value!.trim()]));
      }
      return new Error(`${found} is not a list of name=value`);
    }
    default:
      return type satisfies never;
  }
}

/** Leaves of the file by dotted key; keys that no setting has, nor begins with, are mistakes. */
function flatten(
  settings: readonly Setting[],
  file: NonNullable<SettingInputs['file']>,
  mistakes: string[],
): Map<string, unknown> {
  const known = new Map(settings.map((setting) => [setting.key, setting]));
  const leaves = new Map<string, unknown>();
  const walk = (value: unknown, path: string): void => {
    if (path !== '' && known.has(path)) {
      leaves.set(path, value);
      return;
    }
    const inner = path === '' || settings.some((setting) => setting.key.startsWith(`${path}.`));
    if (inner) {
      if (value === null || value === undefined) return;
      if (typeof value === 'object' && !Array.isArray(value)) {
        for (const [name, child] of Object.entries(value)) walk(child, path === '' ? name : `${path}.${name}`);
      } else
        mistakes.push(
          `${file.name}: ${path === '' ? 'the file' : path} must hold further keys, found ${JSON.stringify(value)}`,
        );
      return;
    }
    const guess = nearest(path, [...known.keys()]);
    mistakes.push(`${file.name}: there is no setting ${path}${guess ? `; the nearest is ${guess}` : ''}`);
  };
  walk(file.content, '');
  return leaves;
}

// Command lines as Contour's programs take them: `--flag=value`, `--flag value`, `-c value`, booleans also as `--no-flag`.
// In: a table of flags and the arguments. Out: typed values, or every mistake at once; an unknown flag is one and names
// the nearest.
import { parseArgs } from 'node:util';
import { nearest } from '../../model/nearest.ts';

export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly type: 'text' | 'boolean' | 'integer' | 'list' | 'repeated';
  /** As typed; absent: unset. */
  readonly default?: string;
  /** Environment variable that stands in. */
  readonly environment?: string;
  readonly help: string;
}

export type FlagValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface ParsedFlags {
  readonly values: FlagValues;
  /** Flags that were given on the command line. */
  readonly given: ReadonlySet<string>;
  readonly positionals: readonly string[];
  readonly help: boolean;
  readonly mistakes: readonly string[];
}

/** Every command has these two. */
export const globalFlags: readonly Flag[] = [
  { name: 'help', short: 'h', type: 'boolean', help: 'this text' },
  { name: 'log-format', type: 'text', default: 'text', help: 'text or json' },
];

export function parseFlags(
  flags: readonly Flag[],
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ParsedFlags {
  const all = [...flags, ...globalFlags];
  const byName = new Map(all.map((flag) => [flag.name, flag]));
  const mistakes: string[] = [];
  const texts = new Map<string, string | boolean | string[]>();
  const positionals: string[] = [];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      all.map(({ name, type, short }) => [
        name,
        { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), ...(short ? { short } : {}) },
      ]),
    ),
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value } = token;
    const negative = rawName.startsWith('--no-') && !byName.has(token.name) && byName.has(rawName.slice(5));
    const flag = byName.get(negative ? rawName.slice(5) : token.name);
    if (flag === undefined) {
      const guess = nearest(rawName.replace(/^-+/, ''), [...byName.keys()]);
      mistakes.push(`unknown flag ${rawName}${guess === undefined ? '' : `; the nearest is --${guess}`}`);
      continue;
    }
    if (flag.type === 'boolean') {
      const text = value ?? 'true';
      if (text !== 'true' && text !== 'false') mistakes.push(`${rawName}: "${text}" is neither true nor false`);
      texts.set(flag.name, negative || rawName.startsWith('--no-') ? text === 'false' : text === 'true');
    } else if (value === undefined) {
      mistakes.push(`${rawName} needs a value`);
    } else if (flag.type === 'repeated') {
      texts.set(flag.name, [...((texts.get(flag.name) as string[] | undefined) ?? []), value]);
    } else texts.set(flag.name, value);
  }

  const values: Record<string, string | number | boolean | readonly string[] | undefined> = {};
  for (const flag of all) {
    const fromEnvironment = flag.environment === undefined ? undefined : environment[flag.environment] || undefined;
    const raw = texts.get(flag.name) ?? fromEnvironment ?? flag.default;
    if (raw === undefined) values[flag.name] = flag.type === 'boolean' ? false : undefined;
    else if (typeof raw !== 'string') values[flag.name] = raw;
    else values[flag.name] = typed(flag, raw, mistakes);
  }
  return { values, given: new Set(texts.keys()), positionals, help: values['help'] === true, mistakes };
}

function typed(
  flag: Flag,
  text: string,
  mistakes: string[],
): string | number | boolean | readonly string[] | undefined {
  switch (flag.type) {
    case 'text':
      return text;
    case 'boolean':
      return text === 'true';
    case 'integer':
      if (/^-?\d+$/.test(text)) return Number(text);
      mistakes.push(`--${flag.name}: "${text}" is not a whole number`);
      return undefined;
    case 'list':
    case 'repeated':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    default:
      return flag.type satisfies never;
  }
}

export function helpText(usage: string, description: string, flags: readonly Flag[]): string {
  const lines = [`usage: ${usage}`, '', description, '', 'Flags:'];
  for (const { name, short, type, default: value, environment, help } of [...flags, ...globalFlags]) {
    const shape = type === 'boolean' ? `--[no-]${name}` : `--${name}=${type === 'integer' ? 'N' : '…'}`;
    const notes = [value === undefined ? '' : `default ${value}`, environment === undefined ? '' : `$${environment}`]
      .filter((note) => note !== '')
      .join(', ');
    lines.push(`  ${short ? `-${short}, ` : '    '}${shape}`, `        ${help}${notes === '' ? '' : ` (${notes})`}`);
  }
  return `${lines.join('\n')}\n`;
}

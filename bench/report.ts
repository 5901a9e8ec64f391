// A run as a table for people and as JSON for machines. Ratios are between systems of the same run only.
import type { Distribution } from './measure.ts';

export interface Row {
  readonly name: string;
  /** `ms`, `s`, `MB`, … */
  readonly unit: string;
  /** By system; a number, a distribution, or absent: not measured. */
  readonly values: Readonly<Record<string, number | Distribution | undefined>>;
}

export interface Run {
  readonly scenario: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly rows: readonly Row[];
}

const round = (value: number): string =>
  Number.isFinite(value) ? (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)) : '–';

const show = (value: Row['values'][string]): string => {
  if (value === undefined) return '–';
  if (typeof value === 'number') return round(value);
  return `${round(value.p50)} / ${round(value.p90)} / ${round(value.p99)} / ${round(value.max)}`;
};

const middle = (value: Row['values'][string]): number | undefined => (typeof value === 'object' ? value.p50 : value);

/**
 * Distributions are shown as p50 / p90 / p99 / max. The last column compares, by p50: of two systems the second ÷ the
 * first, of more the highest ÷ the lowest.
 */
export function table(run: Run): string {
  const systems = [...new Set(run.rows.flatMap((row) => Object.keys(row.values)))];
  const [first, second] = systems;
  const compares = systems.length === 2 ? `${second} ÷ ${first}` : systems.length > 2 ? 'highest ÷ lowest' : undefined;
  const lines = run.rows.map((row) => {
    const cells = [`${row.name} (${row.unit})`, ...systems.map((system) => show(row.values[system]))];
    if (compares === undefined) return cells;
    const middles = systems.map((system) => middle(row.values[system])).filter((value) => value !== undefined);
    const [numerator, denominator] =
      systems.length === 2 ? [middles[1], middles[0]] : [Math.max(...middles), Math.min(...middles)];
    const isKnown = middles.length === systems.length && denominator !== undefined && denominator > 0;
    cells.push(isKnown ? `${round(numerator! / denominator)}×` : '');
    return cells;
  });
  const head = ['', ...systems, ...(compares === undefined ? [] : [compares])];
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => (cells[column] ?? '').length)));
  const text = all.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const facts = (values: Readonly<Record<string, string | number | boolean>>): string =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
  return [`${run.scenario}: ${facts(run.parameters)}`, `machine: ${facts(run.machine)}`, '', ...text, ''].join('\n');
}

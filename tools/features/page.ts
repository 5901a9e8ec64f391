// docs/features.md: one table a kind, one row a field. Written from what the cases cover, and read back to see whether
// what it says still holds.
import type { Coverage } from './cases.ts';
import { isCovered } from './cases.ts';

/** As many cases as help to find one's way; those that are about little else come first. */
const SHOWN = 3;

export function writePage(coverage: readonly Coverage[]): string {
  const kinds = [...new Set(coverage.map(({ field }) => field.kind))];
  const covered = coverage.filter(isCovered).length;
  return `# Fields and their golden cases

Made by \`npm run features\`. Each field of each kind, with cases under \`test/golden\` that set it (objects in, Envoy's
resources and statuses out), and cases in which it is told to be wrong. Fields of which any value is right, and those of
which no value is, need only the other.
${kinds.map((kind) => table(kind, coverage)).join('')}
${coverage.length} fields, ${covered} covered.
`;
}

function table(kind: string, coverage: readonly Coverage[]): string {
  const rows = coverage
    .filter(({ field }) => field.kind === kind)
    .map(({ field, set, wrong }) => {
      const right = field.canBeRight ? cell(set) : 'no value';
      const other = wrong.length > 0 ? cell(wrong) : field.canBeWrong ? '' : 'any value';
      return `| \`${field.path}\` | ${right} | ${other} |\n`;
    });
  return `\n## ${kind}\n\n| Field | Right | Wrong |\n|---|---|---|\n${rows.join('')}`;
}

function cell(cases: readonly string[]): string {
  return cases
    .slice(0, SHOWN)
    .map((name) => `\`${name}\``)
    .join(', ');
}

/** What the page says and is not so any more; empty: it can stay. New cases alone don't make it wrong. */
export function staleRows(page: string, coverage: readonly Coverage[]): readonly string[] {
  const rows = new Map<string, readonly [set: string, wrong: string]>();
  let kind = '';
  for (const line of page.split('\n')) {
    kind = /^## (.+)$/.exec(line)?.[1] ?? kind;
    const row = /^\| `(.+?)` \| (.*) \| (.*) \|$/.exec(line);
    if (row) rows.set(`${kind} ${row[1]}`, [row[2]!, row[3]!]);
  }
  const stale: string[] = [];
  for (const { field, set, wrong } of coverage) {
    const key = `${field.kind} ${field.path}`;
    const row = rows.get(key);
    rows.delete(key);
    const holds =
      row &&
      namesIn(row[0]).every((name) => set.includes(name)) &&
      namesIn(row[1]).every((name) => wrong.includes(name));
    if (!holds) stale.push(key);
  }
  return [...stale, ...rows.keys()];
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`(.+?)`/g)].map((match) => match[1]!);
}

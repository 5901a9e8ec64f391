// `npm run features` writes docs/features.md; with `--check` it only looks: a field without a case, or a page that says
// what is not so, fails. The last line is `N fields, N covered`. Run from the repository's root.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, isCovered } from './cases.ts';
import { featureFields } from './fields.ts';
import { staleRows, writePage } from './page.ts';

const page = join('docs', 'features.md');
const coverage = await coverageOf(featureFields());
for (const each of coverage.filter((one) => !isCovered(one))) {
  const { field, set } = each;
  const lacks = field.canBeRight && set.length === 0 ? 'sets it rightly' : 'in which it is wrong';
  console.error(`${field.kind} ${field.path}: no golden case ${lacks}`);
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) writeFileSync(page, writePage(coverage));
else
  for (const row of staleRows(readFileSync(page, 'utf8'), coverage)) {
    console.error(`${page}: the row of ${row} is out of date; npm run features writes it`);
    process.exitCode = 1;
  }
console.log(`${coverage.length} fields, ${coverage.filter(isCovered).length} covered`);

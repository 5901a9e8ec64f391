// Every field of the listed kinds has its golden cases, and docs/features.md says nothing that is not so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { coverageOf, isCovered } from '../../tools/features/cases.ts';
import { featureFields } from '../../tools/features/fields.ts';
import { staleRows } from '../../tools/features/page.ts';
import { repositoryRoot } from '../support/root.ts';

test('every field has its cases, and the page of fields is true', async (t) => {
  const coverage = await coverageOf(featureFields());
  const lacking = coverage.filter((each) => !isCovered(each)).map(({ field }) => `${field.kind} ${field.path}`);
  t.deepEqual(lacking, [], 'fields without a golden case; npm run features says which case is missing');
  const page = readFileSync(join(repositoryRoot, 'docs/features.md'), 'utf8');
  t.deepEqual(staleRows(page, coverage), [], 'rows that are out of date; npm run features writes them');
});

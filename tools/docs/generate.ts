// `npm run gen:docs`: writes docs/reference from the code. Run from the repository's root.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from './pages.ts';

const folder = join('docs', 'reference');
mkdirSync(folder, { recursive: true });
const pages = await referencePages('.');
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`${pages.size} pages in ${folder}`);

// What pages of docs/ name is there: other pages and their headings, metrics, alerts, subcommands and flags of nuncio.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.ts';
import { metricsOf } from '../../../tools/docs/pages.ts';
import { repositoryRoot } from '../../support/root.ts';

const docs = join(repositoryRoot, 'docs');
const pages = [
  join(repositoryRoot, 'README.md'),
  join(repositoryRoot, 'deploy/README.md'),
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(docs, name)),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** As code hosts make them of headings. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(headings.map((heading) => heading.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-')));
}

test('links lead to files and headings that there are', (t) => {
  for (const { path, text } of pages) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : join(dirname(path), file);
      t.true(existsSync(to), `${path}: ${target}`);
      if (anchor !== undefined && to.endsWith('.md'))
        t.true(anchorsOf(readFileSync(to, 'utf8')).has(anchor), `${path}: ${target}`);
    }
  }
});

test('metrics and alerts that pages name are there', (t) => {
  const metrics = new Set(metricsOf(repositoryRoot).map(({ name }) => name));
  const alerts = readFileSync(join(repositoryRoot, 'deploy/monitoring/alerts.yaml'), 'utf8');
  for (const { path, text } of pages) {
    for (const [name] of text.matchAll(/(?<=`)nuncio_[a-z0-9_]+(?=[`{])/g)) {
      const base = name.replace(/_(bucket|sum|count)$/, '');
      t.true(metrics.has(base) || metrics.has(name), `${path}: ${name}`);
    }
    for (const [name] of text.matchAll(/(?<=`)Nuncio[A-Z]\w+(?=`)/g)) t.true(alerts.includes(`alert: ${name}\n`), `${path}: ${name}`);
  }
});

test('subcommands and their flags that pages name are there', async (t) => {
  const program = await createProgram();
  const allFlags = (command: Command): readonly (string | undefined)[] => [
    ...command.options.flatMap(({ long, short }) => [long, short]),
    ...command.commands.flatMap(allFlags),
  ];
  const flagsOf = new Map(program.commands.map((command) => [command.name(), new Set(allFlags(command))]));
  for (const { path, text } of pages) {
    // In code, as it is typed: the line up to a comment or a pipe.
    for (const [, line = ''] of text.matchAll(/(?:`|^|\$ |exec |-- )nuncio ([a-z][^`\n|#&]*)/gm)) {
      const [name = '', ...words] = line.trim().split(/\s+/);
      if (!/^[a-z][a-z-]+$/.test(name) || (!flagsOf.has(name) && !text.includes(`\`nuncio ${name}`))) continue;
      const flags = flagsOf.get(name);
      t.truthy(flags, `${path}: nuncio ${line}`);
      for (const word of words) {
        const [, flag] = /^(--[a-z][a-z0-9-]+)/.exec(word) ?? [];
        if (flag !== undefined) t.true(flags?.has(flag) === true || flag === '--help', `${path}: nuncio ${name} ${flag}`);
      }
    }
  }
});

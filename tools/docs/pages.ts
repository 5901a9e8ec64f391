// The pages of docs/reference, each made from the one place in the code that decides: settings, commands, metrics.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../src/cli/program.ts';
import { environmentName, serveSettings, type Setting } from '../../src/cli/settings.ts';

/** File name → text. `root`: the repository's. */
export async function referencePages(root: string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['settings.md', settingsPage()],
    ['commands.md', await commandsPage()],
    ['metrics.md', metricsPage(root)],
  ]);
}

const made = 'Made by `npm run gen:docs`; a test compares it with the code.';

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function valueOf({ type, placeholder }: Setting): string {
  switch (type.kind) {
    case 'choice':
      return type.choices.join(', ');
    case 'integer':
    case 'number':
      return `${type.min} to ${type.max}`;
    case 'boolean':
    case 'string':
    case 'list':
    case 'map':
    case 'duration':
      return placeholder ?? type.kind;
  }
}

function settingsPage(): string {
  const groups = new Map<string, Setting[]>();
  for (const setting of serveSettings) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting]);
  const tables = [...groups].map(([group, settings]) => {
    const rows = settings.map((setting) => {
      const { key, flag, help } = setting;
      const standard = setting.default === undefined || setting.default === '' ? '' : `\`${setting.default}\``;
      return `| \`${key}\` | \`--${flag}\` | ${cell(valueOf(setting))} | ${standard} | ${cell(help)} |`;
    });
    return `## ${group.replace(/:$/, '')}\n\n| key of the file | flag | value | default | what it is for |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const [example] = serveSettings;
  return `# Settings of \`nuncio serve\`

${made}

A flag beats an environment variable, that beats the configuration file (\`--config\`), that beats the default. The variable of
a flag is \`NUNCIO_\` and the flag in upper case with \`_\` for \`-\`: \`--${example!.flag}\` is \`${environmentName(example!)}\`. In the file, each
dot of the key is one level. Lists are \`a,b\`, maps \`name=value,…\`, durations such as \`500ms\`, \`5s\`, \`1m30s\`. An unknown key is an
error that names the nearest known one.

${tables.join('\n')}`;
}

async function commandsPage(): Promise<string> {
  const program = await createProgram();
  program.configureHelp({ helpWidth: 100 });
  const sections = program.commands.map((command) => {
    command.configureHelp({ helpWidth: 100 });
    if (command.name() === 'serve')
      return `## nuncio serve\n\n${command.description()}. Its flags are on a page of their own: [settings](settings.md).\n`;
    let text = '';
    command.configureOutput({
      writeOut: (part) => {
        text += part;
      },
    });
    command.outputHelp();
    return `## nuncio ${command.name()}\n\n\`\`\`\n${text.trimEnd()}\n\`\`\`\n`;
  });
  return `# Commands\n\n${made}\n\n${sections.join('\n')}`;
}

interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Metrics as the code registers them, by literal names: with the helpers of `src/actors/metrics.ts`, or by prom-client itself. */
export function metricsOf(root: string): readonly Metric[] {
  const found = new Map<string, Metric>();
  const helper =
    /\b(counter|gauge|histogram)(?:<[^>]*>)?\(\s*[\w.]+,\s*'(nuncio_\w+)',\s*(['"`])((?:(?!\3).)*)\3(?:,\s*(\[[^\]]*\]|\w+))?/gs;
  const itself = /'(nuncio_\w+)',\s*\(name\) =>\s*new (Counter|Gauge|Histogram)\(\{\s*name,\s*help: '([^']*)',\s*labelNames: (\[[^\]]*\])/gs;
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(root, 'src', file), 'utf8');
    const labelsOf = (written: string): readonly string[] => {
      const list = written.startsWith('[') ? written : (new RegExp(`const ${written} = (\\[[^\\]]*\\])`).exec(text)?.[1] ?? '');
      return [...list.matchAll(/'([^']+)'/g)].map(([, label]) => label ?? '');
    };
    const add = (name: string, type: string, help: string, labels: string): void => {
      found.set(name, { name, type, help: help.replace(/\.$/, ''), labels: labelsOf(labels) });
    };
    for (const [, type = '', name = '', , help = '', labels = '[]'] of text.matchAll(helper)) add(name, type, help, labels);
    for (const [, name = '', type = '', help = '', labels = '[]'] of text.matchAll(itself)) add(name, type.toLowerCase(), help, labels);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function metricsPage(root: string): string {
  const rows = metricsOf(root).map(
    ({ name, type, help, labels }) => `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${cell(help)} |`,
  );
  return `# Metrics

${made}

\`GET /metrics\` of the admin port, in Prometheus' text format. Every metric of a thread has the label \`thread\`. A dashboard
for Grafana and alert rules are in \`deploy/monitoring\`.

| metric | type | labels | what it says |
|---|---|---|---|
${rows.join('\n')}
`;
}

// Docs that are made from the code say what the code says; the dashboard and the alerts ask for metrics that exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { createProgram } from '../../../src/cli/program.ts';
import { completionScript, shells } from '../../../src/cli/completion/script.ts';
import { metricsOf, referencePages } from '../../../tools/docs/pages.ts';
import { repositoryRoot } from '../../support/root.ts';

for (const [name, text] of await referencePages(repositoryRoot)) {
  test(`docs/reference/${name} is what npm run gen:docs makes`, (t) => {
    t.is(readFileSync(join(repositoryRoot, 'docs/reference', name), 'utf8'), text);
  });
}

/** Every name that the code has anywhere, whatever it is registered with. */
test('every metric of the code is on the page, with its help', (t) => {
  const known = metricsOf(repositoryRoot);
  for (const { name, help } of known) {
    t.regex(name, /^nuncio_[a-z0-9_]+$/);
    t.true(help.length > 10, name);
  }
  t.true(known.some(({ name, labels }) => name === 'nuncio_kubernetes_objects' && labels.includes('kind')));
  t.true(known.some(({ name, labels }) => name === 'nuncio_edge_bytes_total' && labels.includes('edge')));
});

interface Alerts {
  readonly spec: { readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[] };
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

test('alerts and dashboard ask for metrics and labels that there are', (t) => {
  const read = (name: string): string => readFileSync(join(repositoryRoot, 'deploy/monitoring', name), 'utf8');
  const alerts = (parse(read('alerts.yaml')) as Alerts).spec.groups.flatMap(({ rules }) => rules);
  const { panels } = JSON.parse(read('dashboard.json')) as Dashboard;
  const known = new Map(metricsOf(repositoryRoot).map((metric) => [metric.name, metric]));
  const expressions = [
    ...alerts.map(({ alert, expr }) => ({ of: alert, expr })),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ];
  t.true(expressions.length > 15);
  for (const { of, expr } of expressions) {
    const names = [...expr.matchAll(/nuncio_\w+/g)].map(([name]) => name);
    t.true(names.length > 0, of);
    const metrics = names.map((name) => known.get(name.replace(/_(bucket|sum|count)$/, '')) ?? known.get(name));
    t.false(metrics.includes(undefined), `${of}: ${expr}`);
    const labels = new Set([...metrics.flatMap((metric) => metric!.labels), 'le', 'thread', 'pod', 'instance']);
    const used = [...expr.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, list]) => (list ?? '').split(/,\s*/));
    for (const label of used) t.true(labels.has(label), `${of}: ${label} in ${expr}`);
  }
});

test('completion knows every command and flag of each shell', async (t) => {
  const program = await createProgram();
  for (const shell of shells) {
    const script = completionScript(program, shell);
    for (const part of ['explain', 'serve', shell === 'fish' ? 'route-discovery' : '--route-discovery', 'scoped single'])
      t.true(script.includes(part), `${shell}: ${part}`);
  }
});

test('deploy/kustomization.yaml names every file of crds and manifests', (t) => {
  const deploy = join(repositoryRoot, 'deploy');
  const { resources } = parse(readFileSync(join(deploy, 'kustomization.yaml'), 'utf8')) as { resources: string[] };
  const files = ['crds', 'manifests'].flatMap((folder) => readdirSync(join(deploy, folder)).map((file) => `${folder}/${file}`));
  t.deepEqual(resources.toSorted(), files.toSorted());
});

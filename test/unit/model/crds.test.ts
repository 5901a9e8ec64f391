// The committed CRD files are what the schemas say.
import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { crdFiles, versionedCrdFiles } from '../../../tools/crds/files.ts';
import { customResourceDefinition } from '../../../tools/crds/crd.ts';
import { kinds } from '../../../src/model/kinds/index.ts';

for (const [folder, expected] of [
  ['deploy/crds', crdFiles()],
  ['deploy/conversion-webhook/crds', versionedCrdFiles()],
] as const) {
  test(`${folder} holds exactly the generated files (else: npm run gen:crds)`, (t) => {
    t.deepEqual(readdirSync(folder).sort(), [...expected.keys()].sort());
    for (const [name, text] of expected) t.is(readFileSync(`${folder}/${name}`, 'utf8'), text, name);
  });
}

test('the schema of a CRD is structural: every node has a type, none has keywords of ours', (t) => {
  let nodes = 0;
  const walk = (node: Record<string, unknown>, path: string) => {
    nodes++;
    t.is(typeof node.type, 'string', path);
    for (const keyword of ['expects', 'alsoKnown', 'rules', 'const', 'anyOf', 'patternProperties'])
      t.false(keyword in node, `${path} ${keyword}`);
    t.false('properties' in node && 'additionalProperties' in node, path);
    for (const [name, field] of Object.entries((node.properties ?? {}) as Record<string, Record<string, unknown>>))
      walk(field, `${path}.${name}`);
    for (const part of ['items', 'additionalProperties'])
      if (node[part]) walk(node[part] as Record<string, unknown>, `${path}.${part}`);
  };
  for (const definition of Object.values(kinds)) {
    if (!definition.crd) continue;
    const crd = customResourceDefinition(definition) as {
      spec: { versions: { schema: { openAPIV3Schema: Record<string, unknown> } }[] };
    };
    walk(crd.spec.versions[0]?.schema.openAPIV3Schema ?? {}, definition.kind);
  }
  t.true(nodes > 400);
});

// The CRD files as they shall be: file name → text. The generator writes them, a test compares them.
import { stringify } from 'yaml';
import { kinds, type KindDefinition } from '../../src/model/kinds/index.ts';
import { crdOfAllVersions, customResourceDefinition } from './crd.ts';

/** `deploy/crds` */
export function crdFiles(): Map<string, string> {
  return filesOf((definition) => (definition.crd ? customResourceDefinition(definition) : undefined));
}

/** `deploy/conversion-webhook/crds`: the kinds that have several versions, with all of them. */
export function versionedCrdFiles(): Map<string, string> {
  return filesOf(crdOfAllVersions);
}

function filesOf(make: (definition: KindDefinition) => Record<string, unknown> | undefined): Map<string, string> {
  const files = new Map<string, string>();
  for (const definition of Object.values(kinds)) {
    const crd = make(definition);
    if (crd === undefined) continue;
    const text = stringify(crd, { lineWidth: 120, aliasDuplicateObjects: false });
    files.set(
      `${definition.plural}.${definition.group}.yaml`,
      `# Made by \`npm run gen:crds\` from src/model/kinds.\n${text}`,
    );
  }
  return files;
}

// YAML files of the command line. The parser is 72 files, which a start without such a file needn't load.
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The one document. Throws with what is wrong and where. */
export function parseYaml(text: string): unknown {
  return (createRequire(import.meta.url)('yaml') as typeof Yaml).parse(text);
}

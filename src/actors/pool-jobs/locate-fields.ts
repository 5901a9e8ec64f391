// Pool job: where fields of objects stand in the text of a YAML or JSON file.
import { findKind } from '../../model/kinds/index.ts';
import { yamlDocuments } from '../../sources/filesystem/yaml-documents.ts';
import { pathSegments, unfold, withNamespace } from './parse-file.ts';

export interface LocateFieldsInput {
  readonly text: string;
  /** `path` as in a Problem; empty for the object as a whole. */
  readonly fields: readonly { readonly object: string; readonly path: string }[];
}

/** Lines from 1, in the order of `fields`; of the nearest thing around a field that is not there; null: no such object. */
export default function locateFields({ text, fields }: LocateFieldsInput): readonly (number | null)[] {
  const found = new Map<string, (path: string) => number>();
  for (const { value, error, lineOf } of yamlDocuments(text)) {
    if (error) continue;
    for (const { raw, path } of unfold(value)) {
      const key = keyOfRaw(withNamespace(raw));
      if (key === undefined || found.has(key)) continue;
      found.set(key, (field) => lineOf([...path, ...pathSegments(field)]));
    }
  }
  return fields.map(({ object, path }) => found.get(object)?.(path) ?? null);
}

function keyOfRaw(raw: unknown): string | undefined {
  const { kind, metadata } = (raw ?? {}) as { kind?: string; metadata?: { namespace?: string; name?: string } };
  if (kind === undefined || metadata?.name === undefined) return undefined;
  return `${kind}/${findKind(kind)?.namespaced === false ? '' : (metadata.namespace ?? '')}/${metadata.name}`;
}

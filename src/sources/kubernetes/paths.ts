// Where the API server serves the objects of a kind.
import { versionsOf, type KindDefinition } from '../../model/kinds/index.ts';

/** `v1` or `group/version`, as in `apiVersion`. */
export function groupVersionOf(kind: { readonly group: string; readonly version: string }): string {
  return kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
}

/** `/api/v1` or `/apis/group/version`. */
export function groupVersionPath(kind: { readonly group: string; readonly version: string }): string {
  return kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
}

/** The kind in each of its versions, the newest first. */
export function servedVersions<T extends Pick<KindDefinition, 'version' | 'olderVersions' | 'converted'>>(
  kind: T,
): readonly T[] {
  return versionsOf(kind).map((version) => ({ ...kind, version }));
}

/** The collection's path; `namespace` empty: all namespaces, or the kind has none. */
export function collectionPath(
  kind: Pick<KindDefinition, 'group' | 'version' | 'plural' | 'namespaced'>,
  namespace: string,
): string {
  const scope = namespace === '' || !kind.namespaced ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupVersionPath(kind)}${scope}/${kind.plural}`;
}

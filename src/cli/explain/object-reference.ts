// `httpproxy/shop/cart` as people type it → the key of the object.
import { kindNames, kinds } from '../../model/kinds/index.ts';
import { nearest } from '../../model/nearest.ts';
import { objectKey, type ObjectKey } from '../../model/object.ts';

export type ReferenceResult =
  { readonly ok: true; readonly object: ObjectKey } | { readonly ok: false; readonly mistake: string };

/** Kind, plural or short name in any case, as kubectl takes them; a missing namespace is `default`. */
export function parseObjectReference(text: string): ReferenceResult {
  const [written = '', ...rest] = text.split('/');
  const wanted = written.toLowerCase();
  const kind = kindNames.find((name) => {
    const { plural, crd } = kinds[name];
    return [name.toLowerCase(), plural, ...(crd?.shortNames ?? [])].includes(wanted);
  });
  if (kind === undefined) {
    const guess = nearest(written, kindNames);
    return {
      ok: false,
      mistake: `"${written}" is no kind that nuncio reads${guess ? `; the nearest is ${guess}` : ''}`,
    };
  }
  if (rest.some((part) => part === '') || rest.length === 0 || rest.length > 2)
    return { ok: false, mistake: `"${text}": write an object as ${kind.toLowerCase()}/namespace/name` };
  const name = rest.at(-1) ?? '';
  const namespace = kinds[kind].namespaced ? (rest.length === 2 ? (rest[0] ?? '') : 'default') : '';
  return { ok: true, object: objectKey(kind, namespace, name) };
}

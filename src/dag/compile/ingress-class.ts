// Which objects are ours, by class: annotation, else field (Contour's rule, the same for Ingress and HTTPProxy).
import type { SourceObject } from '../../model/object.ts';

/** The first one that is there counts. */
export const classAnnotations: readonly string[] = ['projectcontour.io/ingress.class', 'kubernetes.io/ingress.class'];

const defaultClasses: readonly string[] = ['', 'nuncio', 'contour'];

/** `configured` empty: no class, `nuncio` or `contour` is ours; else one of those names, and no class is not. */
export function isOurClass(
  object: SourceObject,
  classField: string | undefined,
  configured: readonly string[],
): boolean {
  const { annotations } = object.metadata;
  const named = classAnnotations.map((name) => annotations[name]).find((value) => value !== undefined);
  const found = named ?? classField ?? '';
  return (configured.length > 0 ? configured : defaultClasses).includes(found);
}

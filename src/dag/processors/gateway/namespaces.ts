// Which namespaces a listener, or a Gateway, lets in: `from` and a label selector.
import type { Namespace } from '../../../model/kinds/index.ts';
import { selects, type LabelSelector } from '../../compile/label-selector.ts';
import type { UnitContext } from '../../engine.ts';

/** `own`: the namespace of the object that says so. */
export function isNamespaceAllowed(
  context: UnitContext,
  { from, selector }: { readonly from: string; readonly selector?: LabelSelector },
  own: string,
  namespace: string,
): boolean {
  switch (from) {
    case 'All':
      return true;
    case 'Same':
      return namespace === own;
    case 'Selector': {
      const labels = context.object<Namespace>('Namespace', '', namespace)?.metadata.labels ?? {};
      // Every Namespace of an API server has this label; one that is not there (files) is known by its name all the same.
      return selects(selector ?? {}, { 'kubernetes.io/metadata.name': namespace, ...labels });
    }
    default:
      return false;
  }
}

// Whether an object may refer to an object of another namespace: a ReferenceGrant beside the target says so.
// Look-ups are recorded by the unit, so a grant that comes or goes counts at once.
import type { ReferenceGrant } from '../../model/kinds/index.ts';
import type { UnitContext } from '../engine.ts';

/** The referring object, as grants name it. The group of core kinds is empty. */
export interface ReferenceFrom {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
}

export interface ReferenceTo {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** True within one namespace; else if any ReferenceGrant of the target's namespace names both sides (Gateway API, ReferenceGrant). */
export function isGranted(context: UnitContext, from: ReferenceFrom, to: ReferenceTo): boolean {
  if (from.namespace === to.namespace) return true;
  return context
    .objects<ReferenceGrant>('ReferenceGrant', to.namespace)
    .some(
      ({ spec }) =>
        spec.from.some(
          (each) => each.group === from.group && each.kind === from.kind && each.namespace === from.namespace,
        ) &&
        spec.to.some(
          (each) =>
            each.group === to.group && each.kind === to.kind && ((each.name ?? '') === '' || each.name === to.name),
        ),
    );
}

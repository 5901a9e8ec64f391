// `parametersRef` of a GatewayClass or a Gateway: how its fleet is made.
import type { UnitContext } from '../../engine.ts';

/** What is wrong with it; undefined: nothing. */
export function parametersError(
  context: UnitContext,
  reference: { readonly group: string; readonly kind: string; readonly name: string },
  namespace: string,
): string | undefined {
  const { group, kind, name } = reference;
  if (group !== 'nuncio.dev' || kind !== 'EnvoyFleet')
    return `${kind} (${group}) is not supported; it must be an EnvoyFleet (nuncio.dev)`;
  if (!context.object('EnvoyFleet', namespace, name)) return `EnvoyFleet ${namespace}/${name} not found`;
  return undefined;
}

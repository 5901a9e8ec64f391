// What is missing until an object is live on every Envoy.
import type { LiveAnswer } from '../../actors/admin/explain.ts';

export interface Wanted {
  /** 0: any. */
  readonly generation: number;
  readonly envoys: number;
}

/** Undefined: nothing. `isFinal`: waiting longer can't help unless somebody changes something. */
export function waitingFor(
  { object, envoys }: LiveAnswer,
  wanted: Wanted,
): { readonly what: string; readonly isFinal: boolean } | undefined {
  if (!object) return { what: 'no answer about it', isFinal: false };
  const generation = object.generation ?? 0;
  if (generation < wanted.generation)
    return { what: `compiled is generation ${generation}, not yet ${wanted.generation}`, isFinal: false };
  const error = object.problems.find(({ severity }) => severity === 'error');
  if (error) return { what: `${error.path === '' ? '' : `${error.path}: `}${error.message}`, isFinal: true };
  if (object.routes.length === 0) return { what: 'no route comes of it', isFinal: false };
  const refused = envoys.find(({ state }) => state === 'refused');
  if (refused) return { what: `refused by ${refused.node}: ${refused.message ?? ''}`, isFinal: true };
  if (envoys.length < wanted.envoys) return { what: `${envoys.length} Envoys are connected`, isFinal: false };
  const pending = envoys.filter(({ state }) => state === 'pending').map(({ node }) => node);
  return pending.length === 0 ? undefined : { what: `waits for ${pending.slice(0, 5).join(', ')}`, isFinal: false };
}

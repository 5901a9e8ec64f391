// Which changes are traced: a share of them, those of some objects. Pure. Every thread decides alike, without asking the others.
import type { Cause } from '../../messages/edge.ts';
import type { TraceSelection } from '../../model/config.ts';

export const everyChange: TraceSelection = { sample: 1, objects: [] };

/** Undefined: it is a pattern. Else what is wrong with it. */
export function mistakeInPattern(pattern: string): string | undefined {
  if (/^[A-Za-z0-9*]+(\/[a-z0-9*.-]*){0,2}$/.test(pattern)) return undefined;
  return `${JSON.stringify(pattern)} is no pattern of objects; must be Kind, Kind/namespace or Kind/namespace/name, each part with * for any text`;
}

/** Whether something with these causes is of a selected change. What has no causes (a first full state) is so only if all is. */
export function createSelector({ sample, objects }: TraceSelection): (causes: readonly Cause[]) => boolean {
  const isAll = sample >= 1 && objects.length === 0;
  if (isAll) return () => true;
  const patterns = objects.map(patternOf);
  const isSelected = ({ id, key }: Cause): boolean =>
    (sample >= 1 || shareOf(id) < sample) && (patterns.length === 0 || patterns.some((pattern) => pattern.test(key)));
  return (causes) => causes.some(isSelected);
}

function patternOf(text: string): RegExp {
  const parts = text.split('/').map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
  while (parts.length < 3) parts.push('[^/]*');
  return new RegExp(`^${parts.join('/')}$`, 'i');
}

/** From 0 to 1, evenly spread over ids, always the same for one: FNV-1a, stirred, since ids differ in their last digits only. */
function shareOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 0x1_0000_0000;
}

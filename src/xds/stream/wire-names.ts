// What resources are called on the wire, if not by their names. In: names and versions; out: the same as a client sees them.
// With each update of a scope Envoy (1.40) copies the names of all scopes, and one of up to 22 bytes is copied in place,
// without memory of its own: at 20,000 hosts that is half of what a change costs Envoy. So scopes have short names there,
// made by a hash. Their versions say the long ones, by which we know again what a client kept from an earlier stream.
// Who asks for single scopes, which no Envoy does, asks by the long names.
import type { ResourceType } from '../../messages/resources.ts';
import { scopeWireName } from '../names.ts';

/** The name as a client sees it. */
export function wireName(type: ResourceType, name: string): string {
  if (type !== 'scopedRoute') return name;
  return isForeign(name) ? name.slice(foreign.length) : scopeWireName(name);
}

/** Before the name of a scope that a client kept from who knows where; no other begins with it. */
const foreign = ' ';

/** Such a scope may be one of ours under another name, and of two with one key Envoy refuses the second. */
export function isForeign(name: string): boolean {
  return name.startsWith(foreign);
}

/** The version as a client sees it, in a delta response. */
export function wireVersion(type: ResourceType, name: string, version: string): string {
  return type === 'scopedRoute' ? `${version}${versionEnd}${name}` : version;
}

/** Between the version of a scope and its name. No version has it. */
export const versionEnd = ' ';

/** Name → version of what a client kept, from what it says in `initial_resource_versions`. */
export function keptVersions(
  type: ResourceType,
  initialVersions: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (type !== 'scopedRoute') return initialVersions;
  const kept = new Map<string, string>();
  for (const [wire, said] of initialVersions) {
    const end = said.indexOf(versionEnd);
    const name = said.slice(end + 1);
    if (end >= 0 && scopeWireName(name) === wire) kept.set(name, said.slice(0, end));
    else kept.set(foreign + wire, said);
  }
  return kept;
}

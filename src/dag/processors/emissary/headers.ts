// Headers that are added and removed, as Mappings, health checks and the Module say it.
import type { MappingSpec } from '../../../model/kinds/emissary/mapping.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { dynamicHeaderValue, headerNameError, headerValueError } from '../../compile/header-policy.ts';
import { warning } from '../../compile/problem.ts';
import { compareText } from '../../compile/route-match.ts';
import type { HeaderPolicy } from '../../vertices.ts';

interface Input {
  readonly add?: MappingSpec['add_request_headers'];
  readonly remove?: readonly string[] | undefined;
}

/** What can't be done is told and left out. */
export function compileHeaders(
  { add = {}, remove = [] }: Input,
  place: {
    readonly object: ObjectKey;
    /** Of what holds `add_<side>_headers` and `remove_<side>_headers`. */
    readonly path: string;
    readonly side: 'request' | 'response';
    readonly report: (problem: Problem) => void;
  },
): HeaderPolicy {
  const { object, path, side, report } = place;
  const ignore = (at: string, message: string) =>
    report(warning('IgnoredField', object, `${path}.${at}`, `${message}; it is left out`));
  const isUsable = (name: string, at: string): boolean => {
    const mistake = headerNameError(name);
    if (mistake !== undefined) ignore(at, mistake);
    else if (name.toLowerCase() === 'host') ignore(at, '"Host" is changed by host_rewrite');
    else return true;
    return false;
  };
  const set: { name: string; value: string }[] = [];
  const added: { name: string; value: string }[] = [];
  for (const [name, { value = '', append = true }] of Object.entries(add)) {
    const at = `add_${side}_headers[${JSON.stringify(name)}]`;
    if (!isUsable(name, at)) continue;
    const header = { name: name.toLowerCase(), value: dynamicHeaderValue(value, { namespace: '' }) };
    const mistake = headerValueError(header.value);
    if (mistake !== undefined) {
      ignore(at, mistake);
      continue;
    }
    (append ? added : set).push(header);
  }
  const removed = remove.flatMap((name, i) =>
    isUsable(name, `remove_${side}_headers[${i}]`) ? [name.toLowerCase()] : [],
  );
  const byName = (a: { name: string }, b: { name: string }) => compareText(a.name, b.name);
  return { set: set.sort(byName), add: added.sort(byName), remove: [...new Set(removed)].sort() };
}

// A condition on a header, as projectcontour.io and nuncio.dev write it → HeaderMatches of the graph.
import type { HeaderMatchCondition } from '../../model/kinds/contour-policies.ts';
import type { HeaderMatch } from '../vertices.ts';
import { isHeaderName } from './header-name.ts';
import { shown } from './problem.ts';
import { patternError } from './regex.ts';

/** All forms that are set must hold; at least one must be set. A text says what is wrong. */
export function parseHeader(condition: HeaderMatchCondition): readonly HeaderMatch[] | string {
  const { ignoreCase = false, treatMissingAsEmpty = false } = condition;
  if (!isHeaderName(condition.name)) return `${shown(condition.name)} is not a header name`;
  const name = condition.name.toLowerCase();
  const matches: HeaderMatch[] = [];
  const add = (kind: HeaderMatch['kind'], value: string, invert: boolean) =>
    matches.push({
      name,
      kind,
      value,
      invert,
      ignoreCase: ignoreCase && (kind === 'contains' || kind === 'exact'),
      treatMissingAsEmpty: treatMissingAsEmpty && invert && kind !== 'present',
    });
  if (condition.present) add('present', '', false);
  if (condition.notpresent) add('present', '', true);
  if (condition.contains) add('contains', condition.contains, false);
  if (condition.notcontains) add('contains', condition.notcontains, true);
  if (condition.exact) add('exact', condition.exact, false);
  if (condition.notexact) add('exact', condition.notexact, true);
  if (condition.regex) {
    const syntax = patternError(condition.regex);
    if (syntax !== undefined) return `${shown(condition.regex)} is not a regular expression (RE2): ${syntax}`;
    add('regex', condition.regex, false);
  }
  if (matches.length === 0)
    return `the condition on header ${shown(name)} says nothing; set one of present, notpresent, contains, notcontains, exact, notexact, regex`;
  return matches;
}

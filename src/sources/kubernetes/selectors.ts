// Selectors of objects as the API server takes them, checked before it is asked: it would refuse every list.
// Sources: Kubernetes documentation, "Labels and Selectors" and "Field Selectors".

/** Which kinds such selectors narrow: those whose objects people label. */
export function isSelected({ kind, namespaced }: { readonly kind: string; readonly namespaced: boolean }): boolean {
  // The configuration names it.
  return namespaced && kind !== 'ContourConfiguration';
}

const key = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/;
const value = /^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/;

/** What is wrong with it; undefined: nothing. */
export function labelSelectorMistake(selector: string): string | undefined {
  // Commas within parentheses separate values.
  for (const term of selector.split(/,(?![^()]*\))/).map((each) => each.trim())) {
    const set = /^(\S+)\s+(?:not)?in\s*\(([^()]*)\)$/.exec(term);
    const equality = /^([^=!\s]+)\s*(?:==?|!=)\s*([^=!\s]*)$/.exec(term);
    const exists = /^!?\s*([^=!\s]+)$/.exec(term);
    const [name, values] = set
      ? [set[1]!, set[2]!.split(',').map((each) => each.trim())]
      : equality
        ? [equality[1]!, [equality[2]!]]
        : [exists?.[1], []];
    if (name === undefined || !key.test(name))
      return `${JSON.stringify(term)} is none of name=value, name!=value, name in (a,b), name notin (a,b), name and !name`;
    const bad = values.find((each) => !value.test(each));
    if (bad !== undefined) return `${JSON.stringify(bad)} can not be the value of a label`;
  }
  return undefined;
}

/** The same, of fields. Only the fields that objects of all kinds can be selected by. */
export function fieldSelectorMistake(selector: string): string | undefined {
  for (const term of selector.split(',').map((each) => each.trim())) {
    const match = /^([^=!\s]+)\s*(?:==?|!=)\s*[^=!\s]*$/.exec(term);
    if (!match) return `${JSON.stringify(term)} is neither field=value nor field!=value`;
    if (match[1] !== 'metadata.name' && match[1] !== 'metadata.namespace')
      return `objects of all kinds have only the fields metadata.name and metadata.namespace to be selected by, found ${JSON.stringify(match[1])}`;
  }
  return undefined;
}

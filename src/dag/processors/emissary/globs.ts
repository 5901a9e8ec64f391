// Host names with an asterisk, as Hosts and Mappings have them: `*`, `*text` or `text*`; the asterisk stands for at least
// one character.

const asterisk = '*';

/** What is wrong with it; undefined: nothing. */
export function globMistake(glob: string): string | undefined {
  const stars = glob.split(asterisk).length - 1;
  if (glob === '') return 'it is empty';
  if (glob.length > 253) return `it has ${glob.length} characters, and a host name at most 253`;
  // oxlint-disable-next-line no-control-regex
  if (/[\s/?#,\0-\x1f\x7f]/.test(glob)) return 'it holds characters that no host name has';
  if (stars > 1 || (stars === 1 && !glob.startsWith(asterisk) && !glob.endsWith(asterisk)))
    return 'there may be one asterisk, at the beginning or at the end';
  return undefined;
}

export function isGlob(text: string): boolean {
  return text.includes(asterisk);
}

/** One `*.` before a domain, or `*` alone: what Envoy looks up by itself. */
export function isLookedUp(glob: string): boolean {
  return glob === asterisk || !isGlob(glob) || (glob.startsWith('*.') && glob.length > 2);
}

/** Both have no port and are lower case. */
export function matchesGlob(glob: string, name: string): boolean {
  if (glob === asterisk) return true;
  if (glob.startsWith(asterisk)) return name.length >= glob.length && name.endsWith(glob.slice(1));
  if (glob.endsWith(asterisk)) return name.length >= glob.length && name.startsWith(glob.slice(0, -1));
  return glob === name;
}

/** Every name that `inner` matches is one that `outer` matches. */
export function containsGlob(outer: string, inner: string): boolean {
  if (outer === asterisk || outer === inner) return true;
  if (!isGlob(inner)) return matchesGlob(outer, inner);
  if (inner === asterisk || !isGlob(outer) || outer.startsWith(asterisk) !== inner.startsWith(asterisk)) return false;
  const [outerText, innerText] = [outer.replace(asterisk, ''), inner.replace(asterisk, '')];
  return outer.startsWith(asterisk) ? innerText.endsWith(outerText) : innerText.startsWith(outerText);
}

/** There may be a name that both match. */
export function globsMeet(a: string, b: string): boolean {
  if (!isGlob(a)) return matchesGlob(b, a);
  if (!isGlob(b)) return matchesGlob(a, b);
  if (a === asterisk || b === asterisk || a.startsWith(asterisk) !== b.startsWith(asterisk)) return true;
  return containsGlob(a, b) || containsGlob(b, a);
}

/** `host:8500` → both parts. */
export function splitPort(text: string): { readonly name: string; readonly port?: number } {
  const match = /^(.*[^:]):(\d{1,5})$/.exec(text);
  return match ? { name: match[1]!, port: Number(match[2]) } : { name: text };
}

/** Which of two globs Envoy prefers: the exact one, then the longer end, then the longer beginning, then `*`. */
export function compareGlobs(a: string, b: string): number {
  const rank = (glob: string) => (glob === asterisk ? 3 : !isGlob(glob) ? 0 : glob.startsWith(asterisk) ? 1 : 2);
  return rank(a) - rank(b) || b.length - a.length;
}

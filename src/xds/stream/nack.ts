// Who is to blame for a refused response. In: the client's message and the names in the response; out: the names that
// the message speaks of. None: the caller must find out by sending halves.

/** Messages can be long (one line per refused resource); what lies beyond is found in the next round. */
const maxSearchedLength = 64 * 1024;

/** Envoy puts such around names, or a colon. Only names of parts (scopePartName) hold any of them, behind their host's name. */
const separators = '\\s\'"`,;()[\\]{}<>';
const between = new RegExp(`[${separators}]+`);
const word = new RegExp(`[^${separators}]+`, 'g');
const wordEnd = new RegExp(`[:.]*(?:$|[${separators}])`, 'y');

/** Names of the response that stand in the message as whole words, in the response's order; of two at one place the longer. */
export function namesInMessage(message: string, names: ReadonlySet<string>): string[] {
  const text = message.slice(0, maxSearchedLength);
  /** First word → names that begin with it, the longest first. */
  const byWord = new Map<string, string[]>();
  for (const name of names) {
    const first = name.split(between, 1)[0]!;
    const known = byWord.get(first);
    if (known === undefined) byWord.set(first, [name]);
    else known.push(name);
  }
  for (const list of byWord.values()) list.sort((a, b) => b.length - a.length);
  const found = new Set<string>();
  let end = 0;
  for (const { 0: written, index } of text.matchAll(word)) {
    if (index < end) continue;
    for (const first of [written, written.replace(/[:.]+$/, '')]) {
      const name = byWord.get(first)?.find((each) => text.startsWith(each, index) && endsAt(text, index + each.length));
      if (name === undefined) continue;
      found.add(name);
      end = index + name.length;
      break;
    }
  }
  return found.size === 0 ? [] : [...names].filter((name) => found.has(name));
}

function endsAt(text: string, index: number): boolean {
  wordEnd.lastIndex = index;
  return wordEnd.test(text);
}

/** Two halves, the first no smaller; at least two items. */
export function halves<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

// Who is to blame for a refused response. In: the client's message and the names in the response; out: the names that
// the message speaks of. None: the caller must find out by sending halves.

/** Messages can be long (one line per refused resource); what lies beyond is found in the next round. */
const maxSearchedLength = 64 * 1024;

/** Envoy puts such around names, or a colon. No name on the wire holds any of them. */
const between = /[\s'"`,;()[\]{}<>]+/;

/** Names of the response that stand in the message as whole words, in the response's order. */
export function namesInMessage(message: string, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const word of message.slice(0, maxSearchedLength).split(between))
    for (const name of [word, word.replace(/[:.]+$/, '')]) if (names.has(name)) found.add(name);
  return found.size === 0 ? [] : [...names].filter((name) => found.has(name));
}

/** Two halves, the first no smaller; at least two items. */
export function halves<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** Envoy says, on a line of its own, that it has another listener where this one should be. */
export function saysAddressIsTaken(message: string, name: string): boolean {
  const only = new Set([name]);
  return message
    .slice(0, maxSearchedLength)
    .split('\n')
    .some((line) => line.includes('duplicate address') && namesInMessage(line, only).length > 0);
}

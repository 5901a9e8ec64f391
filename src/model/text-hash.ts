// A small hash of texts, the same on every machine, for ids of sets: the hash of a set is the exclusive or of those of its
// members, so that adding and taking out cost one member.

/** FNV-1a over UTF-16 units, with a final mix: names differ little. Unsigned 32 bits. */
export function hashText(seed: number, text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Eight digits. */
export function hashDigits(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

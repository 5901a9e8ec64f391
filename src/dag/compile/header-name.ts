// What may be the name of a header.

const token = /^:?[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Envoy takes no longer ones. */
const MAX_LENGTH = 16_384;

/** Of a header that is read: `:path` and its like are some too. */
export function isHeaderName(text: string): boolean {
  return text.length <= MAX_LENGTH && token.test(text);
}

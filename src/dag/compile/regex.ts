// Checks that text is an expression of RE2, which Envoy uses, and quotes literal text for one.
import { RE2JS } from 're2js';
import { messageOf } from '../../model/message-of.ts';

/** Longer ones cost seconds to compile, here and in Envoy. */
const MAX_LENGTH = 8192;

/** A function of the text, so it may remember: a change of one route checks those of its siblings again. */
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 10_000;

/** What is wrong with the expression; undefined: nothing. */
export function regexError(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `it has ${text.length} characters, at most ${MAX_LENGTH} are allowed`;
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_KNOWN) known.clear();
  const wrong = syntaxError(text);
  known.set(text, wrong);
  return wrong;
}

function syntaxError(text: string): string | undefined {
  try {
    RE2JS.compile(text);
    return undefined;
  } catch (thrown) {
    // The library throws its own syntax error for every expression that RE2 refuses; nothing else is thrown.
    const message = messageOf(thrown);
    return message.length > 160 ? `${message.slice(0, 159)}…` : message;
  }
}

const knownSizes = new Map<string, number>();

/** Instructions of the compiled expression, which must be one of RE2. */
export function regexProgramSize(text: string): number {
  const known = knownSizes.get(text);
  if (known !== undefined) return known;
  if (knownSizes.size >= MAX_KNOWN) knownSizes.clear();
  const size = RE2JS.compile(text).programSize();
  knownSizes.set(text, size);
  return size;
}

/** What is wrong with the text that replaces a match of `pattern`, which is an expression; undefined: nothing. */
export function substitutionError(substitution: string, pattern: string): string | undefined {
  const groups = RE2JS.compile(pattern).groupCount();
  for (const [found, what] of substitution.matchAll(/\\(.?)/gs)) {
    if (what === '\\') continue;
    if (!/^[0-9]$/.test(what!)) return `"${found}" means nothing; write \\1 for a group and \\\\ for a backslash`;
    if (Number(what) > groups) return `"${found}" is a group that the expression does not have (it has ${groups})`;
  }
  return undefined;
}

export function quoteRegex(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

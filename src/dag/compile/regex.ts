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
  if (text === '') return 'it is empty';
  if (text.length > MAX_LENGTH) return `it has ${text.length} characters, at most ${MAX_LENGTH} are allowed`;
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_KNOWN) known.clear();
  const wrong = syntaxError(text);
  known.set(text, wrong);
  return wrong;
}

function syntaxError(text: string): string | undefined {
  try {
    // As it is first: what is wrong is told in the user's letters.
    RE2JS.compile(text);
    const bytes = bytesOf(text);
    if (bytes !== text) RE2JS.compile(bytes);
    return unknownToEnvoy(text);
  } catch (thrown) {
    // The library throws its own syntax error for every expression that RE2 refuses; nothing else is thrown.
    const message = messageOf(thrown);
    return message.length > 160 ? `${message.slice(0, 159)}…` : message;
  }
}

const escape = /\\(?:Q.*?(?:\\E|$)|x\{([0-9A-Fa-f]+)\}|[pP]\{\^?(\w+)\}|.)/gs;

/** What re2js takes and Envoy's RE2 does not, which compares bytes and knows an older Unicode. */
function unknownToEnvoy(text: string): string | undefined {
  if (!text.includes('\\')) return undefined;
  for (const [whole, code, className] of text.matchAll(escape)) {
    if (code !== undefined && Number.parseInt(code, 16) > 0xff)
      return `"${whole}" is above \\x{ff}, and Envoy compares bytes`;
    if (className !== undefined && newClasses.has(className.toLowerCase())) return `Envoy knows no class "${whole}"`;
  }
  return undefined;
}

/** In lower case. Each of the names that re2js knows has been given to an Envoy 1.40 (test/e2e/envoy-loads.test.ts). */
const newClasses: ReadonlySet<string> = new Set(
  (
    'alphabetic ascii ascii_hex_digit assigned beria_erfe cn dash emoji emoji_component emoji_modifier ' +
    'emoji_modifier_base emoji_presentation extended_pictographic garay gurung_khema hex_digit kirat_rai lc ' +
    'lowercase math ol_onal quotation_mark sidetic sunuwar tai_yo terminal_punctuation todhri tolong_siki ' +
    'tulu_tigalari unknown uppercase white_space'
  ).split(' '),
);

const knownSizes = new Map<string, number>();

/** Of an expression that is part of no match, for which there is a limit (route-limits.ts): also whether Envoy has memory for it. */
export function patternError(text: string): string | undefined {
  const wrong = regexError(text);
  if (wrong !== undefined) return wrong;
  const size = regexProgramSize(text);
  return size > MAX_PROGRAM_SIZE ? `it has ${size} instructions, at most ${MAX_PROGRAM_SIZE} are allowed` : undefined;
}

/** Above it an expression may not fit the memory that RE2 has in Envoy. Measured: 500,000 fit, 750,000 do not. */
const MAX_PROGRAM_SIZE = 500_000;

/** Instructions of the compiled expression, which must be one of RE2, as Envoy makes them: a class is its ranges of bytes. */
export function regexProgramSize(text: string): number {
  const known = knownSizes.get(text);
  if (known !== undefined) return known;
  if (knownSizes.size >= MAX_KNOWN) knownSizes.clear();
  const size = sizeOf(text);
  knownSizes.set(text, size);
  return size;
}

interface Program {
  /** `runes`: first and last of each range. */
  readonly inst: readonly { readonly runes: ArrayLike<number> }[];
}

/** Envoy's RE2 reads the text as bytes: each is a letter, and of a longer one `{2}` repeats the last. */
function bytesOf(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function sizeOf(text: string): number {
  // Private, since there is no other way to know of the classes; a test holds it against Envoy.
  const { inst } = (RE2JS.compile(bytesOf(text)) as unknown as { readonly re2Input: { readonly prog: Program } })
    .re2Input.prog;
  return inst.reduce((sum, { runes }) => sum + byteInstructions(runes), 0);
}

function byteInstructions(runes: ArrayLike<number>): number {
  let ranges = 0;
  while (2 * ranges < runes.length && runes[2 * ranges]! <= 0xff) ranges++;
  return Math.max(1, 2 * ranges - 1);
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

// Whether Envoy can load a Lua script. In: its text; out: what is wrong. Envoy has LuaJIT with what it takes of Lua 5.2.
// Only the syntax is looked at. Envoy also runs a script once when it loads it, and refuses one that fails then (that calls
// what is not there, say), and counts (at most 200 local variables in a function): that only Envoy can tell.
import { parse } from 'luaparse';
import { messageOf } from '../../model/message-of.ts';

/** What LuaJIT has and Lua 5.2 has not: 64-bit and imaginary numbers, escapes of code points. */
const onlyLuaJit = /\b\d[\w.]*(?:u?ll|i)\b|\\u\{/i;

/** A function of the text: what it is at the last one, since the same is asked at each change of other settings. */
let last: { readonly text: string; readonly wrong: string | undefined } | undefined;

/** What keeps Envoy from loading it, with the line; undefined: nothing that the syntax shows. */
export function luaError(text: string): string | undefined {
  if (last?.text !== text) last = { text, wrong: syntaxError(text) };
  return last.wrong;
}

function syntaxError(text: string): string | undefined {
  if (text.includes('\0')) return 'it holds a zero byte, at which Envoy would end it';
  // LuaJIT passes over these two at the beginning; and any character beyond ASCII may be part of a name.
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/^#[^\n]*/, '')
    // oxlint-disable-next-line no-control-regex
    .replace(/[^\0-\x7f]/g, '_');
  try {
    parse(plain, { luaVersion: onlyLuaJit.test(plain) ? 'LuaJIT' : '5.2', comments: false });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) return 'it is nested too deeply';
    return messageOf(thrown).replace(/^\[(\d+):\d+\] /, 'line $1: ');
  }
}

// The file of xds.nodeAuthorizationFile → rules, or every mistake in it at once.
import { messageOf } from '../model/message-of.ts';
import { ruleMistake } from '../actors/streamer/node-authorization.ts';
import type { NodeRule } from '../model/config.ts';
import { parseYaml } from './yaml.ts';

export type NodeRulesResult =
  | { readonly ok: true; readonly rules: readonly NodeRule[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/** A list of `{ san: text, nodeIds: texts }`; `name` is the file's, for messages. */
export function parseNodeRules(name: string, text: string): NodeRulesResult {
  let content: unknown;
  try {
    content = parseYaml(text);
  } catch (error) {
    return { ok: false, mistakes: [`${name}: ${messageOf(error)}`] };
  }
  if (!Array.isArray(content) || content.length === 0) {
    return { ok: false, mistakes: [`${name}: must be a list of { san: …, nodeIds: […] }`] };
  }
  const mistakes: string[] = [];
  const rules: NodeRule[] = [];
  for (const [index, entry] of content.entries()) {
    const { san, nodeIds, ...others } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    const place = `${name}: [${index}]`;
    const unknown = Object.keys(others);
    if (unknown.length > 0) mistakes.push(`${place}: knows san and nodeIds, not ${unknown.join(', ')}`);
    if (typeof san !== 'string' || san === '') {
      mistakes.push(`${place}.san: ${JSON.stringify(san)} is not the name in a certificate, such as envoy.shop`);
    } else if (!isTexts(nodeIds)) {
      mistakes.push(`${place}.nodeIds: ${JSON.stringify(nodeIds)} is not a list of node ids, such as [shop/*]`);
    } else {
      const rule = { san, nodeIds };
      const mistake = ruleMistake(rule);
      if (mistake !== undefined) mistakes.push(`${place}: ${mistake}`);
      rules.push(rule);
    }
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, rules };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && item !== '');
}

// May this client be this node? In: rules, the names in the client's certificate, the node. Out: yes or no. Pure.
// Must hold: the certificate of a Gateway's Envoys, which lies in the Gateway's namespace, gets what that Gateway needs and
// nothing else, whatever the rules.
import { FLEET_IDENTITY_PREFIX } from '../../model/gateway-fleet.ts';
import type { NodeRule } from '../../model/config.ts';

/** A certificate for `envoy` is good for the node ids `envoy`, `envoy-7c9d`, `envoy.edge` and `envoy/a`. */
export const defaultNodeRules: readonly NodeRule[] = [
  { san: '*', nodeIds: ['{san}', '{san}-*', '{san}.*', '{san}/*'] },
];

export interface Node {
  readonly id: string;
  readonly cluster: string;
}

export type NodeAuthorizer = (names: readonly string[], node: Node) => boolean;

/** `rules` undefined: whoever has no certificate of a Gateway may use any node id. */
export function createNodeAuthorizer(rules: readonly NodeRule[] | undefined): NodeAuthorizer {
  const compiled = rules?.map(({ san, nodeIds }) => ({ san: namePattern(san), nodeIds }));
  return (names, { id, cluster }) => {
    const fleets = names.filter((name) => name.startsWith(FLEET_IDENTITY_PREFIX));
    if (fleets.length > 0) return fleets.includes(`${FLEET_IDENTITY_PREFIX}${cluster}`);
    if (compiled === undefined) return true;
    // No name and no id are nobody.
    if (id === '') return false;
    return compiled.some((rule) =>
      names.some((name) => {
        const match = rule.san.exec(name);
        if (name === '' || match === null) return false;
        const words = { ...match.groups, san: name };
        return rule.nodeIds.some((pattern) => idPattern(pattern, words).test(id));
      }),
    );
  };
}

/** What is wrong with a rule; undefined: nothing. */
export function ruleMistake({ san, nodeIds }: NodeRule): string | undefined {
  const words = new Set(['san']);
  for (const [whole, word = ''] of san.matchAll(/\{([^}]*)\}/g)) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(word)) return `${whole} in "${san}" is not a word such as {namespace}`;
    if (words.has(word)) return `${whole} stands twice in "${san}", or is {san}, which is the whole name`;
    words.add(word);
  }
  for (const pattern of nodeIds) {
    for (const [whole, word = ''] of pattern.matchAll(/\{([^}]*)\}/g)) {
      if (!words.has(word)) return `${whole} in "${pattern}" is not in "${san}"`;
    }
  }
  return undefined;
}

const parts = /(\*|\{[^}]*\})/;

function namePattern(pattern: string): RegExp {
  const source = pattern
    .split(parts)
    .map((part) => {
      if (part === '*') return '.*';
      const word = /^\{(.*)\}$/.exec(part)?.[1];
      return word === undefined ? literal(part) : `(?<${word}>[^/.]+)`;
    })
    .join('');
  return new RegExp(`^${source}$`, 's');
}

function idPattern(pattern: string, words: Readonly<Record<string, string>>): RegExp {
  const source = pattern
    .split(parts)
    .map((part) => {
      if (part === '*') return '.*';
      const word = /^\{(.*)\}$/.exec(part)?.[1];
      return literal(word === undefined ? part : (words[word] ?? part));
    })
    .join('');
  return new RegExp(`^${source}$`, 's');
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

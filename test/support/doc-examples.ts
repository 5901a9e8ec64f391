// The examples of docs/ as tests need them: YAML blocks with the answers that the page says they give.
// In: Markdown. Out: objects, requests with what answers them. A YAML block that is no object (a values file) is left out.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from './kube-client.ts';
import { repositoryRoot } from './root.ts';

export interface DocExample {
  /** Page and line, for messages. */
  readonly place: string;
  readonly objects: readonly KubeObject[];
  readonly answers: readonly DocAnswer[];
}

export interface DocAnswer {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The Service that answers, or the status. */
  readonly expected: string;
}

/** Of all pages of the folder and of docs/guides. */
export function docExamples(folder = join(repositoryRoot, 'docs')): readonly DocExample[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return pages.sort().flatMap((page) => examplesOf(page, readFileSync(join(folder, page), 'utf8')));
}

function examplesOf(page: string, markdown: string): DocExample[] {
  const examples: DocExample[] = [];
  for (const { index, groups } of markdown.matchAll(/^```(?<kind>yaml|answers)\n(?<body>.*?)^```$/gms)) {
    const body = groups?.['body'] ?? '';
    const place = `docs/${page}:${markdown.slice(0, index).split('\n').length}`;
    if (groups?.['kind'] === 'yaml') {
      const objects = parseAllDocuments(body).map((document) => document.toJS() as Partial<KubeObject> | null);
      if (objects.every((object) => object?.apiVersion !== undefined && object.metadata !== undefined))
        examples.push({ place, objects: objects as KubeObject[], answers: [] });
      continue;
    }
    const last = examples.pop();
    if (last === undefined) throw new Error(`${place}: answers without objects`);
    examples.push({
      ...last,
      answers: body
        .trim()
        .split('\n')
        .map((line) => answerOf(place, line)),
    });
  }
  return examples;
}

/** `URL [name:value …] → Service or status` */
function answerOf(place: string, line: string): DocAnswer {
  const [asked = '', expected = ''] = line.split(' → ');
  const [url = '', ...headers] = asked.trim().split(/\s+/);
  if (expected === '' || !URL.canParse(url)) throw new Error(`${place}: not an answer: ${line}`);
  const pairs = headers.map((header): [string, string] => {
    const at = header.indexOf(':');
    return [header.slice(0, at), header.slice(at + 1)];
  });
  return { url: new URL(url), headers: Object.fromEntries(pairs), expected: expected.trim() };
}

// Error pages of the input APIs → ErrorPage of the graph. A page that can't be used is told and left out.
import { pageEndings, MAX_PAGE_BYTES } from '../../model/kinds/config-map.ts';
import type { ConfigMap } from '../../model/kinds/index.ts';
import type { ErrorPages } from '../../model/kinds/contour-policies.ts';
import { lookup } from '../../model/lookup.ts';
import type { UnitContext } from '../engine.ts';
import type { ErrorPage } from '../vertices.ts';
import { utf8Length } from './utf8-length.ts';

/** What is wrong at an entry, `at` relative to the list. */
export interface ErrorPageMistake {
  readonly at: string;
  readonly message: string;
}

const plainText = 'text/plain; charset=utf-8';

/** `namespace`: of the ConfigMaps. */
export function compileErrorPages(
  context: UnitContext,
  entries: ErrorPages,
  namespace: string,
): { readonly pages: readonly ErrorPage[]; readonly mistakes: readonly ErrorPageMistake[] } {
  const pages: ErrorPage[] = [];
  const mistakes: ErrorPageMistake[] = [];
  for (const [i, entry] of entries.entries()) {
    const { statusCodes, body, bodyFrom, upstream = false } = entry;
    const text = bodyFrom ? fromConfigMap(context, bodyFrom, namespace) : { body: body ?? '' };
    if ('wrong' in text) {
      mistakes.push({ at: `[${i}].bodyFrom`, message: text.wrong });
      continue;
    }
    const sizeBytes = utf8Length(text.body);
    if (sizeBytes > MAX_PAGE_BYTES) {
      const message = `the page has ${sizeBytes} bytes, at most ${MAX_PAGE_BYTES} are allowed`;
      mistakes.push({ at: `[${i}].body`, message });
      continue;
    }
    pages.push({
      statuses: [...new Set(statusCodes)],
      ofUpstreams: upstream,
      contentType: entry.contentType ?? (bodyFrom ? typeOf(bodyFrom.key) : plainText),
      body: { kind: 'text', text: text.body },
    });
  }
  return { pages, mistakes };
}

function fromConfigMap(
  context: UnitContext,
  { configMap: name, key }: { readonly configMap: string; readonly key: string },
  namespace: string,
): { readonly body: string } | { readonly wrong: string } {
  const object = context.object<ConfigMap>('ConfigMap', namespace, name);
  if (!object) return { wrong: `ConfigMap ${namespace}/${name} not found` };
  const body = lookup(object.data, key);
  if (body !== undefined) return { body };
  const endings = Object.keys(pageEndings).join(', ');
  const wrong = `ConfigMap ${namespace}/${name} has no key "${key}" (of its keys those are read that end in ${endings} and have at most ${MAX_PAGE_BYTES} bytes)`;
  return { wrong };
}

function typeOf(key: string): string {
  return Object.entries(pageEndings).find(([ending]) => key.endsWith(ending))?.[1] ?? plainText;
}

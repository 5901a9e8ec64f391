// ConfigMap (core v1): of its data CA certificates are read, under the key `ca.crt`, and pages: small texts whose keys end
// like those of files for browsers. The rest, which may be anything, is not kept.
import type { SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { map, object, text } from './schema.ts';

export interface ConfigMap extends SourceObject {
  readonly kind: 'ConfigMap';
  readonly data: Readonly<Record<string, string>>;
}

/** Ending of a key → media type of the page. */
export const pageEndings: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
};

export const MAX_PAGE_BYTES = 65_536;

export const configMapKind: KindDefinition = {
  kind: 'ConfigMap',
  group: '',
  version: 'v1',
  plural: 'configmaps',
  namespaced: true,
  fields: object({}, { data: map(text()) }, { alsoKnown: ['binaryData', 'immutable'] }),
  dropAnnotations: true,
  finish: (fields) => {
    const data = (fields.data ?? {}) as Readonly<Record<string, string>>;
    return { data: Object.fromEntries(Object.entries(data).filter(([key, value]) => isRead(key, value))) };
  },
};

function isRead(key: string, value: string): boolean {
  if (key === 'ca.crt') return true;
  return value.length <= MAX_PAGE_BYTES && Object.keys(pageEndings).some((ending) => key.endsWith(ending));
}

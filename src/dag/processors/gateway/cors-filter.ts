// The CORS filter → Cors.
import type { CorsFilter } from '../../../model/kinds/http-route.ts';
import { shown } from '../../compile/problem.ts';
import { quoteRegex } from '../../compile/regex.ts';
import type { Cors } from '../../vertices.ts';

/** Scheme and host, in which a first label `*` stands for any number of them, and a port, which may be `*`. */
const origin = /^([a-z][a-z0-9+.-]*:\/\/)(\*\.)?([a-z0-9._-]+|\[[0-9a-f:]+\])(:(?:\d{1,5}|\*))?$/i;

export function compileCorsFilter(
  filter: CorsFilter,
): { readonly cors: Cors } | { readonly at: string; readonly message: string } {
  const allowOrigins: Cors['allowOrigins'][number][] = [];
  for (const [i, text] of (filter.allowOrigins ?? []).entries()) {
    if (text === '*') {
      allowOrigins.push({ kind: 'any' });
      continue;
    }
    const [whole, scheme = '', wildcard, host = '', port = ''] = origin.exec(text) ?? [];
    const isAnyHost = /^[a-z][a-z0-9+.-]*:\/\/\*$/i.test(text);
    if (isAnyHost) allowOrigins.push({ kind: 'regex', value: `${quoteRegex(text.slice(0, -1))}.+` });
    else if (whole === undefined) {
      const message = `must be * or an origin such as https://example.com or https://*.example.com, found ${shown(text)}`;
      return { at: `.cors.allowOrigins[${i}]`, message };
    } else if (wildcard === undefined && port !== ':*') allowOrigins.push({ kind: 'exact', value: text });
    else {
      const labels = wildcard === undefined ? '' : '[^/:]+\\.';
      const ports = port === ':*' ? '(:\\d{1,5})?' : quoteRegex(port);
      allowOrigins.push({ kind: 'regex', value: quoteRegex(scheme) + labels + quoteRegex(host) + ports });
    }
  }
  return {
    cors: {
      allowOrigins,
      allowMethods: filter.allowMethods ?? [],
      allowHeaders: filter.allowHeaders ?? [],
      exposeHeaders: filter.exposeHeaders ?? [],
      maxAgeSeconds: filter.maxAge ?? 5,
      allowCredentials: filter.allowCredentials === true,
      allowPrivateNetwork: false,
      answersOtherPreflights: true,
    },
  };
}

// A request as a client makes it and as Envoy sees it, as a value: what `explain` and `plan` ask the graph about.
// The path is brought into the form that Envoy's connection manager matches (its `normalize_path` and `merge_slashes`).

export interface ExplainRequest {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** As the client writes it, without port. */
  readonly host: string;
  /** Absent: the URL names none. */
  readonly port?: number;
  /** With query. */
  readonly path: string;
  /** Names in lower case; a name may stand several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Server name of the TLS hello. Absent: the host, as clients do. Empty: none. */
  readonly serverName?: string;
}

export type RequestResult =
  { readonly ok: true; readonly request: ExplainRequest } | { readonly ok: false; readonly mistake: string };

/**
 * `method` and `url` as one would give them to curl; `headers`: `name: value` each. A `host` header stands for the host
 * of the URL, which then only says the scheme, port and path.
 */
export function parseRequest(
  method: string,
  url: string,
  headers: readonly string[] = [],
  serverName?: string,
): RequestResult {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method)) return mistake(`"${method}" is no HTTP method`);
  const parts = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)(?::(\d{1,5}))?(\/[^#]*|\?[^#]*)?(?:#.*)?$/i.exec(url);
  if (!parts) return mistake(`"${url}" is no URL such as https://shop.example.com/cart`);
  const [, scheme = '', urlHost = '', port, path = '/'] = parts;
  const pairs: [string, string][] = [];
  let host = urlHost;
  for (const header of headers) {
    const at = header.indexOf(':', 1);
    if (at < 0) return mistake(`header "${header}" has no colon; write it as "x-team: a"`);
    const name = header.slice(0, at).trim().toLowerCase();
    const value = header.slice(at + 1).trim();
    if (name === 'host' || name === ':authority') host = value.replace(/:\d+$/, '');
    else pairs.push([name, value]);
  }
  if (host === '') return mistake(`"${url}" has no host`);
  return {
    ok: true,
    request: {
      method,
      scheme: scheme.toLowerCase() as 'http' | 'https',
      host,
      ...(port === undefined ? {} : { port: Number(port) }),
      path: path.startsWith('?') ? `/${path}` : path,
      headers: pairs,
      ...(serverName === undefined ? {} : { serverName }),
    },
  };
}

function mistake(text: string): RequestResult {
  return { ok: false, mistake: text };
}

/** The path that routes are matched against, without query, and the query after the `?`. */
export function matchedPath(path: string, mergeSlashes: boolean): { readonly path: string; readonly query: string } {
  const at = path.indexOf('?');
  const query = at < 0 ? '' : path.slice(at + 1);
  const raw = (at < 0 ? path : path.slice(0, at)).replaceAll('\\', '/');
  // Characters that need no escape lose it, so that %63art is cart; everything else stays escaped.
  const unescaped = raw.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped;
  });
  const segments: string[] = [];
  const all = unescaped.split('/').slice(1);
  all.forEach((segment, index) => {
    const isLast = index === all.length - 1;
    if (segment === '.' || segment === '..') {
      if (segment === '..') segments.pop();
      // A path that ends in a dot segment ends in a slash.
      if (isLast) segments.push('');
    } else segments.push(segment);
  });
  const normal = `/${segments.join('/')}`;
  return { path: mergeSlashes ? normal.replace(/\/{2,}/g, '/') : normal, query };
}

/** Values of a query parameter are compared as they stand, first one first, as Envoy does. */
export function queryParameter(query: string, name: string): string | undefined {
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const key = at < 0 ? part : part.slice(0, at);
    if (key === name && part !== '') return at < 0 ? '' : part.slice(at + 1);
  }
  return undefined;
}

/** Several headers of one name are one value with commas, pseudo-headers included; undefined: there is none. */
export function headerValue(request: ExplainRequest, path: string, name: string): string | undefined {
  switch (name) {
    case ':method':
      return request.method;
    case ':scheme':
      return request.scheme;
    case ':path':
      return path;
    case ':authority':
    case 'host':
      return request.port === undefined ? request.host : `${request.host}:${request.port}`;
    default: {
      const values = request.headers.filter(([each]) => each === name).map(([, value]) => value);
      return values.length === 0 ? undefined : values.join(',');
    }
  }
}

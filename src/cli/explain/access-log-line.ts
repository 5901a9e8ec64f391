// A line of Envoy's access log → the request that it is about. Understood: JSON lines whose fields have the names that
// Contour gives them, and the default text format of Envoy.
import { parseRequest, type RequestResult } from '../../dag/explain/request.ts';

/** `"GET /cart HTTP/1.1" … "agent" "request id" "shop.example.com" "10.0.0.1:80"`: the authority is the third last quoted field but one. */
const textLine = /"([A-Z]+) (\S+) HTTP\/[\d.]+"(.*)$/;

/** `scheme` counts where the line has none. */
export function requestOfLogLine(line: string, scheme: 'http' | 'https'): RequestResult {
  const text = line.trim();
  if (text.startsWith('{')) {
    let fields: Readonly<Record<string, unknown>>;
    try {
      fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
    } catch (error) {
      return { ok: false, mistake: `the log line is no JSON: ${(error as Error).message}` };
    }
    const field = (...names: readonly string[]): string | undefined => {
      for (const name of names) {
        const value = fields[name];
        if (typeof value === 'string' && value !== '' && value !== '-') return value;
      }
      return undefined;
    };
    const method = field('method', 'requestMethod', ':method');
    const path = field('path', 'uri_path', 'x_envoy_original_path', ':path');
    const authority = field('authority', 'host', ':authority');
    if (method === undefined || path === undefined || authority === undefined) {
      const missing = Object.entries({ method, path, authority }).flatMap(([name, value]) =>
        value === undefined ? [name] : [],
      );
      return { ok: false, mistake: `the log line has no field ${missing.join(', ')}` };
    }
    const serverName = field('requested_server_name');
    const isTls =
      field('scheme') === 'https' || serverName !== undefined || field('downstream_tls_version') !== undefined;
    return parseRequest(method, `${isTls ? 'https' : scheme}://${authority}${path}`, [], serverName);
  }
  const found = textLine.exec(text);
  const quoted = [...(found?.[3] ?? '').matchAll(/"([^"]*)"/g)].map(([, value]) => value ?? '');
  const authority = quoted.at(-2);
  if (!found || authority === undefined || authority === '-')
    return { ok: false, mistake: 'this is neither a JSON line nor one in the default format of Envoy' };
  return parseRequest(found[1] ?? '', `${scheme}://${authority}${found[2]}`);
}

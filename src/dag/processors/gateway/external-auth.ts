// The filter ExternalAuth → the server that is asked, as a route has it.
// Source: HTTPRoute, `externalAuth`; GEP-1494. Whatever goes wrong with the server, requests don't get through.
import type { ExternalAuthFilter } from '../../../model/kinds/http-route.ts';
import { quoteRegex } from '../../compile/regex.ts';
import type { AuthorizationServer, Cluster, NameMatch } from '../../vertices.ts';

/** The API has no field for it. Longer than servers take, shorter than clients wait. */
const timeoutMs = 10_000;

export function externalAuth(filter: ExternalAuthFilter, cluster: Cluster): AuthorizationServer {
  const { backendRef, protocol = 'HTTP', grpc, http, forwardBody } = filter;
  const maxBytes = forwardBody?.maxSize ?? 0;
  const common = {
    cluster: cluster.key,
    authority: backendRef.name,
    timeoutMs,
    failOpen: false,
    ...(maxBytes > 0 && { requestBody: { maxBytes, allowPartial: true, asBytes: protocol === 'GRPC' } }),
  };
  if (protocol === 'GRPC') {
    const { allowedHeaders = [] } = grpc ?? {};
    return { ...common, protocol: 'grpc', ...(allowedHeaders.length > 0 && { grpcHeaders: exactly(allowedHeaders) }) };
  }
  const { path = '', allowedHeaders = [], allowedResponseHeaders = [] } = http ?? {};
  return {
    ...common,
    protocol: 'http',
    http: {
      pathPrefix: path.replace(/\/+$/, ''),
      requestHeaders: exactly(allowedHeaders),
      upstreamHeaders:
        allowedResponseHeaders.length > 0
          ? exactly(allowedResponseHeaders)
          : [{ kind: 'regex', value: anyNameBut(ofTheAnswer), ignoreCase: false }],
    },
  };
}

function exactly(names: readonly string[]): readonly NameMatch[] {
  return names.map((value) => ({ kind: 'exact', value, ignoreCase: true }));
}

/** What says something of the server's answer and would be wrong, or dangerous, in the request. */
const ofTheAnswer = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'keep-alive',
  'server',
  'transfer-encoding',
  'upgrade',
];

/** A regular expression, without looking ahead: names in lower case that are none of these, and no pseudo headers. */
export function anyNameBut(names: readonly string[]): string {
  const letters = [...new Set(names.filter((name) => name !== '').map((name) => name[0]!))].sort();
  const rest = names.includes('') ? [] : [''];
  const below = letters.map(
    (letter) =>
      `${quoteRegex(letter)}(?:${anyNameBut(names.filter((name) => name[0] === letter).map((name) => name.slice(1)))})`,
  );
  const others = `[^:${letters.map((letter) => (letter === '-' ? '\\-' : letter)).join('')}].*`;
  return [...rest, ...below, others].join('|');
}

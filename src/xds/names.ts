// The only home of Envoy resource names. In: keys of vertices. Out: names of resources and of what they refer to.
// Equal keys give equal names, different kinds never share a name within a type, and no resource is ever named `*`,
// which in delta xDS means "everything".
import { createHash, hash } from 'node:crypto';

const clusterNameLimit = 60;

/** Cluster name, at most 60 characters as in Contour: a shorter key is its own name. */
export function clusterName(key: string): string {
  return hashName(clusterNameLimit, key.split('/'));
}

/** Name by which a cluster asks for its endpoints: the EndpointGroup's key. */
export function endpointsName(groupKey: string): string {
  return groupKey;
}

/** SDS name: the Secret's key. It holds no content, so that a rotated certificate touches no listener. */
export function secretName(key: string): string {
  return key;
}

export function listenerName(key: string): string {
  return key;
}

/** Where a share of traffic has no backend: no cluster has this name. */
export const noBackend = 'nuncio.no-backend';

/**
 * Whose resources: those of a Gateway with Envoys of its own (`gateway/<namespace>/<name>`, their `node.cluster`), or empty,
 * of all other Envoys. `name`: of a listener and of what is named after one.
 */
export function fleetOf(name: string): string {
  if (!name.startsWith('gateway/')) return '';
  const end = name.indexOf('/', name.indexOf('/', 'gateway/'.length) + 1);
  return end < 0 ? name : name.slice(0, end);
}

/** The listener for the same hosts by HTTP/3. */
export function http3ListenerName(key: string): string {
  return `${listenerName(key)}/http3`;
}

/**
 * Name under which the TLS chains of a listener get their connection manager; `anyName`: those that serve every name;
 * `forward`: what they tell upstreams of client certificates (absent: they leave out what clients claim).
 */
export function connectionManagerName(listener: string, anyName: boolean, forward?: readonly string[]): string {
  const name = anyName ? `${listener}/any-name` : listener;
  return forward === undefined ? name : `${name}/forward:${forward.join('+')}`;
}

/** Name of the one RouteConfiguration of a listener (`chain` empty) or of a TLS chain, in single mode. */
export function routeConfigurationName(listener: string, chain: string): string {
  return chain === '' ? listener : `${listener}/${chain}`;
}

/** What all scope keys of one listener or TLS chain begin with. */
export function scopePrefix(listener: string, chain: string): string {
  return `${listener}|${chain}|`;
}

/** Name of a host's scope among us, and its key: what `x-nuncio-scope` must hold. Equal to the VirtualHost's vertex key. */
export function scopeName(listener: string, chain: string, host: string): string {
  return scopePrefix(listener, chain) + host;
}

/** Name and key of the scope of one part of a host (VirtualHost.parts). No authority holds a space, so nobody gets there by asking. */
export function scopePartName(listener: string, chain: string, host: string, part: string): string {
  return `${scopeName(listener, chain, host)} ${part}`;
}

/** What Envoys call a scope: 22 characters, see stream/wire-names.ts. Equal names give equal ones. */
export function scopeWireName(name: string): string {
  return hash('sha256', name, 'buffer').toString('base64url', 0, 16);
}

/** Names of the scopes that may lead to this one: if it is that of a part, its host's, and for a wildcard that of all of them. */
export function scopesLeadingTo(scope: string): readonly string[] {
  const end = scope.lastIndexOf(' ');
  if (end < 0) return [];
  const ofHost = scope.slice(0, end);
  const host = ofHost.lastIndexOf('|') + 1;
  return ofHost.startsWith('*', host) ? [ofHost, `${ofHost.slice(0, host)}*`] : [ofHost];
}

/** The scope of all requests that came through a TLS chain which does not serve their host. Hosts' scopes all hold a `|`. */
export const misdirectedScopeName = 'misdirected';

/** The header that selects the scope. Only Envoy sets it, and it never leaves Envoy. */
export const scopeHeader = 'x-nuncio-scope';

/** The filter that looks for a scope again when the first look found none; switched off by every exact host. */
export const scopeFallbackFilter = 'nuncio.scope_fallback';

/** The filter by which a host with parts brings what selects the part. */
export const scopePartFilter = 'nuncio.scope_part';

/** Name of a virtual host in its route configuration, at most 60 characters as in Contour. */
export function virtualHostName(host: string): string {
  return hashName(clusterNameLimit, [host]);
}

/**
 * Contour's rule for long names: the parts joined by `/` if that is shorter than `limit`; else, from the last part
 * backwards, parts longer than their share keep their head and get the hash of the whole as their tail, until the
 * join is short enough.
 */
export function hashName(limit: number, parts: readonly string[]): string {
  const whole = parts.join('/');
  if (whole.length < limit) return whole;
  const hash = createHash('sha256').update(whole).digest('hex');
  const tail = hash.slice(0, 6);
  const share = Math.floor(limit / parts.length);
  const shortened = [...parts];
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? '';
    if (part.length > share) shortened[index] = `${part.slice(0, Math.max(share - tail.length - 1, 0))}-${tail}`;
    const name = shortened.join('/');
    if (name.length < limit) return name;
  }
  return hash.slice(0, limit);
}

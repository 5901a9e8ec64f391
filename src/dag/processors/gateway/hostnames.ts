// Host names as the Gateway API compares them: `*.example.com` stands for any number of labels, `*` (no host name) for all.
// Pure.

/** What a listener or a route without host name serves. */
export const ANY_HOST = '*';

/** A host that is served, and the host name of the route that it comes from (`*`: the route names none). */
export interface Intersection {
  readonly host: string;
  readonly original: string;
}

/** `pattern` takes every host that `host` stands for. */
export function covers(pattern: string, host: string): boolean {
  if (pattern === ANY_HOST || pattern === host) return true;
  return pattern.startsWith('*.') && host.length > pattern.length - 1 && host.endsWith(pattern.slice(1));
}

/**
 * The hosts on which a listener (its host name, `*` for none) serves a route with these host names; none: the route may
 * not attach. Each host once, from the most specific of the route's names. Source: HTTPRoute `spec.hostnames`.
 */
export function intersect(listener: string, ofRoute: readonly string[]): readonly Intersection[] {
  if (ofRoute.length === 0) return [{ host: listener, original: ANY_HOST }];
  const found = new Map<string, string>();
  for (const name of ofRoute) {
    const original = name.toLowerCase();
    const host = covers(listener, original) ? original : covers(original, listener) ? listener : undefined;
    if (host === undefined) continue;
    const known = found.get(host);
    if (known === undefined || compareSpecificity(original, known) < 0) found.set(host, original);
  }
  return [...found].map(([host, original]) => ({ host, original }));
}

/** The more specific first: exact names, then wildcards by length, then `*`. */
export function compareSpecificity(a: string, b: string): number {
  const [rankA, rankB] = [rank(a), rank(b)];
  return rankA - rankB || b.length - a.length;
}

function rank(host: string): number {
  if (host === ANY_HOST) return 2;
  return host.startsWith('*.') ? 1 : 0;
}

/** Every pattern that takes the host, other than itself: `a.b.c` → `*.b.c`, `*.c`, `*`. The most specific first. */
export function ancestors(host: string): readonly string[] {
  if (host === ANY_HOST) return [];
  const labels = (host.startsWith('*.') ? host.slice(2) : host).split('.');
  const wildcards = labels.slice(1).map((_label, index) => `*.${labels.slice(index + 1).join('.')}`);
  return [...wildcards, ANY_HOST];
}

// The DNS names of the xDS certificates. Envoy asks for `nuncio` (src/xds/bootstrap.ts); the names of the Service are for
// clients that verify the name that they dial.
import type { LeafName } from './renew.ts';

export function defaultDnsNames(namespace: string): Record<LeafName, readonly string[]> {
  return {
    nuncio: ['nuncio', `nuncio.${namespace}`, `nuncio.${namespace}.svc`, `nuncio.${namespace}.svc.cluster.local`],
    envoy: ['envoy', `envoy.${namespace}`],
  };
}

/** `wanted` and, after them, further names that the certificate already has. */
export function withNames(wanted: readonly string[], has: readonly string[]): readonly string[] {
  return [...wanted, ...has.filter((name) => !wanted.includes(name))];
}

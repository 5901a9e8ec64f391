// Which TLS chain and which virtual host take a request: the rules of src/xds/scope-selection.ts and of Envoy's choice of
// filter chains, as functions of values.
import type { FilterChain, VirtualHost } from '../vertices.ts';
import type { ExplainRequest } from './request.ts';

export type Hosts = (host: string) => VirtualHost | undefined;

export type FoundHost =
  | {
      readonly kind: 'found';
      readonly host: VirtualHost;
      /** `name`: as the client wrote it; `normalized`: after lower-casing; else by a wildcard or the catch-all. */
      readonly by: 'name' | 'normalized' | 'wildcard' | 'catchAll';
    }
  | { readonly kind: 'none'; readonly status: 404 | 421 };

/**
 * Exact names first, then the longest wildcard (Envoy's takes any number of labels), then the chain for any name.
 * `serverName` is empty when the client sends none.
 */
export function chainFor(chains: readonly FilterChain[], serverName: string): FilterChain | undefined {
  const byName = (name: string): FilterChain | undefined =>
    chains.find(({ serverNames }) => serverNames.includes(name));
  if (serverName === '') return byName('*');
  const exact = byName(serverName);
  if (exact) return exact;
  for (let dot = serverName.indexOf('.'); dot >= 0; dot = serverName.indexOf('.', dot + 1)) {
    const wildcard = byName(`*${serverName.slice(dot)}`);
    if (wildcard) return wildcard;
  }
  return byName('*');
}

export interface HostOptions {
  readonly stripTrailingDot: boolean;
  /** Absent: a listener without TLS. */
  readonly chain?: { readonly serverNames: readonly string[]; readonly serverName: string };
  /** Wildcards take any number of labels; a chain serves every name then. */
  readonly anyDepth: boolean;
  /** Gets what was looked for. */
  readonly tried: string[];
}

export function findHost(
  hosts: Hosts,
  { host: written }: ExplainRequest,
  { stripTrailingDot, chain, anyDepth, tried }: HostOptions,
): FoundHost {
  const look = (name: string): VirtualHost | undefined => {
    tried.push(name);
    return hosts(name);
  };
  const name = stripTrailingDot ? written.replace(/\.$/, '') : written;
  const lower = name.toLowerCase();
  const exact = look(lower);
  if (exact) return { kind: 'found', host: exact, by: lower === written ? 'name' : 'normalized' };
  for (let dot = lower.indexOf('.'); dot >= 0; dot = anyDepth ? lower.indexOf('.', dot + 1) : -1) {
    const wildcard = look(`*${lower.slice(dot)}`);
    if (wildcard) return { kind: 'found', host: wildcard, by: 'wildcard' };
  }
  // A chain with the certificate of some hosts has no catch-all: its clients shall find a better connection.
  if (chain && !anyDepth && !chain.serverNames.includes('*'))
    return { kind: 'none', status: chain.serverName.toLowerCase() === lower ? 404 : 421 };
  const catchAll = look('*');
  return catchAll ? { kind: 'found', host: catchAll, by: 'catchAll' } : { kind: 'none', status: 404 };
}

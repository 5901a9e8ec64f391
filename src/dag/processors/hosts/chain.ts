// Filter chains: all hosts of a listener with the same certificate and TLS settings share one, so that one wildcard
// certificate for 10,000 hosts is one chain, and a change of a host's routes never touches a listener.
import { createHash } from 'node:crypto';
import { compareText } from '../../compile/route-match.ts';
import type { UnitKind } from '../../engine.ts';
import { defaultEnvoySettings, type DownstreamTlsSettings } from '../../../model/envoy-settings.ts';
import type { FilterChain } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topicPrefixes, topics, type ChainMember, type ChainTls } from '../topics.ts';

/**
 * Depends on certificate reference and settings only, never on the hosts or on the bytes of the certificate. Where bytes
 * go on as they are, nothing can be shared: such a chain is its host's.
 */
export function chainId(tls: ChainTls, host: string): string {
  if (tls.tcp) return `tcp-${createHash('sha1').update(host).digest('hex').slice(0, 10)}`;
  const settings = [tls.secret, tls.minimumTlsVersion, tls.maximumTlsVersion];
  const { cipherSuites, curves, httpVersions, ownVersions } = tls;
  const others = { cipherSuites, curves, httpVersions, ownVersions };
  if (Object.values(others).some((each) => each !== undefined)) settings.push(JSON.stringify(others));
  // A host with client certificates never shares a chain, and so no connection, with one that has other rules.
  if (tls.clientValidation) settings.push(JSON.stringify(tls.clientValidation));
  return createHash('sha1').update(settings.join('\n')).digest('hex').slice(0, 10);
}

/** The chain for clients whose server name no other chain has. It serves the hosts that opted in, and is one for all. */
export const FALLBACK_CHAIN = 'fallback-certificate';

/** What a host does not say of ciphers, curves and ALPN, the configuration does. */
export function tlsOfChain(
  config: CompileConfig,
  wanted: ChainTls,
): Pick<FilterChain, 'minimumTlsVersion' | 'maximumTlsVersion' | 'cipherSuites' | 'curves' | 'httpVersions'> {
  const { tls: bounds, http } = config.settings ?? defaultEnvoySettings;
  const { minimumTlsVersion, maximumTlsVersion } = wanted.ownVersions ? wanted : bounded(wanted, bounds);
  const { cipherSuites = bounds.cipherSuites, curves = bounds.curves, httpVersions = http.versions } = wanted;
  return {
    minimumTlsVersion,
    maximumTlsVersion,
    ...(cipherSuites.length > 0 && { cipherSuites }),
    ...(curves.length > 0 && { curves }),
    ...(httpVersions.length === 1 && { httpVersions }),
  };
}

export const chainKind = (config: CompileConfig): UnitKind => ({
  name: 'chain',
  level: levels.chain,
  each: { topic: topicPrefixes.chain },
  compile(rest, context) {
    const bar = rest.indexOf('|');
    const listener = rest.slice(0, bar);
    const id = rest.slice(bar + 1);
    const members = context.topic<ChainMember>(topics.chain(listener, id));
    const { secret, tcp, clientValidation, ...wanted } = members[0]!.value.tls;
    const serverNames = members.map((each) => each.value.host).sort(compareText);
    const anyDepth = context.topic(topics.anyDepth(listener)).length > 0;
    context.emit({
      kind: 'FilterChain',
      ...(anyDepth && { anyDepth }),
      key: rest,
      listener,
      id,
      // Beside `*` any other name would be redundant.
      serverNames: serverNames.includes('*') || id === FALLBACK_CHAIN ? ['*'] : serverNames,
      ...(secret !== undefined && { secret }),
      ...tlsOfChain(config, wanted),
      ...(clientValidation && { clientValidation }),
      ...(tcp && { tcp }),
      owners: [...new Set(members.flatMap((each) => each.value.owners))].sort(compareText),
    });
    if (secret !== undefined) context.publish(topics.secret(secret), true);
    if (clientValidation?.ca !== undefined) context.publish(topics.trustedCa(clientValidation.ca), true);
  },
});

/** The configuration's versions bound those of each host. */
function bounded(
  wanted: ChainTls,
  bounds: DownstreamTlsSettings,
): Pick<ChainTls, 'minimumTlsVersion' | 'maximumTlsVersion'> {
  const minimumTlsVersion =
    wanted.minimumTlsVersion < bounds.minimumVersion ? bounds.minimumVersion : wanted.minimumTlsVersion;
  const limited = wanted.maximumTlsVersion > bounds.maximumVersion ? bounds.maximumVersion : wanted.maximumTlsVersion;
  return { minimumTlsVersion, maximumTlsVersion: limited < minimumTlsVersion ? minimumTlsVersion : limited };
}

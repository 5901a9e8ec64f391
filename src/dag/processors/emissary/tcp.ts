// TCPMappings: connections on a port, all of it or those with a server name, go to services as they are.
// One unit a port: members with one server name share it by weight; a server name makes a claim on that host (before the
// Hosts of it), the rest of the port is a field of its Listener.
import type { TCPMapping } from '../../../model/kinds/emissary/index.ts';
import { isBindable } from '../../../model/ip-address.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { error, warning } from '../../compile/problem.ts';
import { compareText } from '../../compile/route-match.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { TcpProxy } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings, type HostClaim, type HostTls } from '../topics.ts';
import { compareGlobs, globMistake, matchesGlob, splitPort } from './globs.ts';
import { keyOfPort, notAnAddress } from './listener.ts';
import { emissaryConfig } from './objects.ts';
import {
  emissaryTopicPrefixes,
  emissaryTopics,
  type ContextDraft,
  type EmissarySettings,
  type HostDraft,
  type NamePart,
  type PlainTcp,
  type TcpDraft,
} from './topics.ts';
import { compileUpstream } from './upstream.ts';

const refused = 'its connections are refused';

export function compileTcpMapping(
  scope: {
    readonly context: UnitContext;
    readonly config: CompileConfig;
    readonly settings: EmissarySettings;
    readonly report: (problem: Problem) => void;
  },
  { spec, metadata }: TCPMapping,
  key: ObjectKey,
): TcpDraft | undefined {
  const { report, config } = scope;
  const address = spec.address ?? emissaryConfig(config).bindAddress;
  if (!isBindable(address)) {
    report(error('TCPMappingNotValid', key, 'spec.address', `${notAnAddress(address)}; ${refused}`));
    return undefined;
  }
  const { name: host } = splitPort((spec.host ?? '').toLowerCase());
  const glob = host === '*' ? '' : host;
  const mistake = glob === '' ? undefined : globMistake(glob);
  if (mistake !== undefined || (glob.includes('*') && !glob.startsWith('*.'))) {
    const message = `must be a server name such as db.example.com or *.example.com, found "${spec.host}"; ${refused}`;
    report(error('TCPMappingNotValid', key, 'spec.host', message));
    return undefined;
  }
  for (const field of ['idle_timeout_ms', 'stats_name'] as const)
    if (field === 'idle_timeout_ms' && spec[field] !== undefined && !/^\d{1,12}$/.test(spec[field]))
      report(warning('IgnoredField', key, `spec.${field}`, 'must be a number of milliseconds; it counts as not set'));
  const upstream = compileUpstream(
    { ...scope, object: key, namespace: metadata.namespace, consequence: refused, code: 'TCPMappingNotValid' },
    {
      service: spec.service,
      at: 'spec.service',
      ...(spec.tls !== undefined && { tls: spec.tls }),
      ...(spec.resolver !== undefined && { resolver: spec.resolver }),
      ...(spec.circuit_breakers && { circuit_breakers: spec.circuit_breakers }),
      ...(spec.enable_ipv4 !== undefined && { enable_ipv4: spec.enable_ipv4 }),
      ...(spec.enable_ipv6 !== undefined && { enable_ipv6: spec.enable_ipv6 }),
      ...(spec.cluster_tag !== undefined && { cluster_tag: spec.cluster_tag }),
      ...(spec.stats_name !== undefined && { stats_name: spec.stats_name }),
    },
  );
  if (!upstream) return undefined;
  const idleMs = /^\d{1,12}$/.test(spec.idle_timeout_ms ?? '') ? Number(spec.idle_timeout_ms) : undefined;
  return {
    owner: key,
    creationTimestamp: metadata.creationTimestamp,
    address,
    port: spec.port,
    listener: keyOfPort(config, address, spec.port),
    host: glob,
    ...(spec.weight !== undefined && { weight: spec.weight }),
    ...(idleMs !== undefined && { idleTimeoutMs: idleMs }),
    cluster: upstream.cluster,
  };
}

export const tcpPortKind: UnitKind = {
  name: 'emissary-tcp-port',
  level: levels.claim,
  each: { topic: emissaryTopicPrefixes.tcpPort },
  compile(listener, context) {
    const drafts = context
      .topic<readonly TcpDraft[]>(emissaryTopics.tcpPort(listener))
      .flatMap((each) => each.value)
      .sort((a, b) => compareText(a.creationTimestamp, b.creationTimestamp) || compareText(a.owner, b.owner));
    const findings = new Map<ObjectKey, Problem[]>(drafts.map((each) => [each.owner, []]));
    const report = (problem: Problem) => void findings.get(problem.object)!.push(problem);
    const byHost = new Map<string, TcpDraft[]>();
    for (const draft of drafts) byHost.set(draft.host, [...(byHost.get(draft.host) ?? []), draft]);
    let plain: PlainTcp['plain'];
    let hasTls = false;
    for (const [host, members] of byHost) {
      const tcp = proxyOf(members, report);
      if (host === '') {
        plain = { proxy: tcp, clusters: members.map((each) => each.cluster) };
        continue;
      }
      const tls = tlsOf(context, host);
      if (!tls) {
        for (const { owner } of members) {
          const message = `no Host with a certificate and no TLSContext has this name; ${refused}`;
          report(error('TCPMappingNotValid', owner, 'spec.host', message));
        }
        continue;
      }
      hasTls = true;
      const clusters = members.map((each) => each.cluster);
      const { httpVersions: _versions, ...settings } = tls;
      context.publish(topics.host(host), {
        owner: members[0]!.owner,
        path: 'spec.host',
        creationTimestamp: members[0]!.creationTimestamp,
        // Before the Hosts of that name.
        rank: 1.5,
        listeners: { https: listener },
        http: [],
        https: [],
        httpsNeeds: 'any',
        tls: { ...settings, tcp, tcpClusters: clusters, path: 'spec.host' },
      } satisfies HostClaim);
    }
    const [first] = drafts;
    context.publish(emissaryTopics.plainTcp(listener), {
      address: first!.address,
      port: first!.port,
      hasTls,
      ...(plain && { plain }),
    } satisfies PlainTcp);
    for (const [object, problems] of findings)
      context.publish(topics.findings(object), { root: object, problems } satisfies Findings);
  },
};

/** Those without a weight share what the others leave. */
function proxyOf(members: readonly TcpDraft[], report: (problem: Problem) => void): TcpProxy {
  const sum = members.reduce((total, each) => total + (each.weight ?? 0), 0);
  if (sum > 100) {
    const message = `the weights of all TCPMappings for these connections are ${sum}, more than 100; they count relative to each other`;
    report(error('WeightNotValid', members.at(-1)!.owner, 'spec.weight', message));
  }
  const without = members.filter((each) => each.weight === undefined).length;
  const rest = without === 0 ? 0 : Math.max(0, 100 - sum) / without;
  const weighted = members
    .map(({ cluster, weight = rest }) => ({ cluster: cluster.key, weight: Math.round(weight * 100) }))
    .filter((each) => each.weight > 0);
  const idle = members.find((each) => each.idleTimeoutMs !== undefined)?.idleTimeoutMs;
  return {
    clusters: weighted.length > 0 ? weighted : members.map(({ cluster }) => ({ cluster: cluster.key, weight: 1 })),
    ...(idle !== undefined && { idleTimeoutMs: idle }),
  };
}

/** By the most particular Host with a certificate, else by a TLSContext that names it. */
function tlsOf(context: UnitContext, host: string): Omit<HostTls, 'path'> | undefined {
  const exact = context.topic<NamePart>(emissaryTopics.name(host)).flatMap((each) => each.value.hosts);
  const wild = context.topic<readonly HostDraft[]>(emissaryTopics.wildHosts).flatMap((each) => each.value);
  const found = [...exact, ...wild]
    .filter((each) => each.tls && matchesGlob(each.glob, host))
    .sort((a, b) => compareGlobs(a.glob, b.glob) || compareText(a.owner, b.owner))[0];
  if (found?.tls) return found.tls;
  const named = context
    .topic<readonly ContextDraft[]>(emissaryTopics.contextForHost(host))
    .flatMap((each) => each.value);
  return named.find((each) => each.server && !each.broken)?.server;
}

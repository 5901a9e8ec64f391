// A Listener of getambassador.io → what Hosts need to know of it; and the Listener vertex, as soon as somebody uses it.
import type { EmissaryListener } from '../../../model/kinds/emissary/index.ts';
import { isBindable } from '../../../model/ip-address.ts';
import type { Problem } from '../../../model/object.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { emitCluster } from '../../compile/upstream.ts';
import { publishSecrets } from '../../compile/used-secrets.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { HTTP_LISTENER, HTTPS_LISTENER } from '../hosts/listener.ts';
import { levels, topics, type Findings } from '../topics.ts';
import { listenerFields, type ListenerFields } from './listener-fields.ts';
import { emissaryConfig, ourObjects, type OurObject } from './objects.ts';
import {
  emissaryTopicPrefixes,
  emissaryTopics,
  type EmissarySettings,
  type ListenerDraft,
  type PlainTcp,
} from './topics.ts';

/** There are few, and which one has a port depends on the others: one unit for all. */
export const listenersKind = (config: CompileConfig): UnitKind => ({
  name: 'emissary-listeners',
  level: levels.extension,
  each: { fixed: ['all'] },
  compile(_rest, context) {
    const drafts: ListenerDraft[] = [];
    const taken = new Map<string, OurObject<EmissaryListener>>();
    for (const each of ourObjects<EmissaryListener>(context, config, 'Listener')) {
      const problems: Problem[] = [];
      const draft = draftOf(config, each, (problem) => problems.push(problem));
      if (draft) {
        const first = taken.get(draft.key);
        if (first) {
          const message = `Listener ${first.object.metadata.namespace}/${first.object.metadata.name} has this port already; this one is not opened`;
          problems.push(error('ListenerNotValid', each.key, 'spec.port', message));
        } else {
          taken.set(draft.key, each);
          drafts.push(draft);
        }
      }
      context.publish(topics.findings(each.key), { root: each.key, problems } satisfies Findings);
    }
    context.publish(emissaryTopics.listeners, drafts);
    for (const { key } of drafts) context.publish(topics.anyDepth(key), true);
  },
});

const stacks = {
  HTTP: ['HTTP', 'TCP'],
  HTTPS: ['TLS', 'HTTP', 'TCP'],
  HTTPPROXY: ['PROXY', 'HTTP', 'TCP'],
  HTTPSPROXY: ['TLS', 'PROXY', 'HTTP', 'TCP'],
  TCP: ['TCP'],
  TLS: ['TLS', 'TCP'],
} as const;

function draftOf(
  config: CompileConfig,
  { object: { spec, metadata }, key }: OurObject<EmissaryListener>,
  report: (problem: Problem) => void,
): ListenerDraft | undefined {
  const refuse = (path: string, message: string): undefined => {
    report(error('ListenerNotValid', key, path, `${message}; it is not opened`));
    return undefined;
  };
  if (spec.protocol && spec.protocolStack) {
    const message = '"protocolStack" is set too and counts';
    report(warning('IgnoredField', key, 'spec.protocol', message));
  }
  if (!spec.protocol && !spec.protocolStack) return refuse('spec', 'must have one of protocol and protocolStack');
  if (!spec.protocolStack && spec.protocol === 'UDP')
    return refuse('spec.protocol', 'UDP alone says not what is spoken; use protocolStack: [TLS, HTTP, UDP]');
  const stack: readonly string[] = spec.protocolStack ?? stacks[spec.protocol as keyof typeof stacks];
  const last = stack.at(-1);
  if (last !== 'TCP' && last !== 'UDP') return refuse('spec.protocolStack', 'must end with TCP or UDP');
  const udp = last === 'UDP';
  const http = stack.includes('HTTP');
  if (udp && !http) return refuse('spec.protocolStack', 'over UDP there is only HTTP (HTTP/3): [TLS, HTTP, UDP]');
  if (udp && !stack.includes('TLS')) return refuse('spec.protocolStack', 'HTTP/3 needs TLS: [TLS, HTTP, UDP]');
  const { from } = spec.hostBinding.namespace ?? {};
  if (from === 'SELECTOR') {
    const message = 'SELECTOR is not supported; SELF is used';
    report(error('ListenerNotValid', key, 'spec.hostBinding.namespace.from', message));
  }
  if (!spec.hostBinding.namespace && !spec.hostBinding.selector)
    return refuse('spec.hostBinding', 'must have namespace or selector');
  const address = spec.bind_address ?? emissaryConfig(config).bindAddress;
  if (!isBindable(address)) return refuse('spec.bind_address', notAnAddress(address));
  const selector = spec.hostBinding.selector;
  const tls = stack.includes('TLS');
  return {
    owner: key,
    namespace: metadata.namespace,
    key: keyOfPort(config, address, spec.port, udp),
    address,
    port: spec.port,
    tls,
    http,
    proxy: stack.includes('PROXY'),
    udp,
    security: spec.securityModel,
    ...(from !== 'ALL' && { fromNamespace: metadata.namespace }),
    ...(selector && { selector }),
    l7Depth: spec.l7Depth ?? 0,
    ...(spec.http2MaxConcurrentStreams !== undefined && {
      http2MaxConcurrentStreams: spec.http2MaxConcurrentStreams,
    }),
    statsPrefix:
      spec.statsPrefix ??
      (http ? (tls ? 'ingress_https' : 'ingress_http') : `ingress_${tls ? 'tls' : 'tcp'}_${spec.port}`),
  };
}

/** What is wrong with a text that should be the address of a port. */
export function notAnAddress(text: string): string {
  return `must be an IP address such as 0.0.0.0, and not a link-local one, found ${shown(text)}`;
}

/** Where the configuration has a listener already, that one. */
export function keyOfPort({ listeners }: CompileConfig, address: string, port: number, udp = false): string {
  const any = address === '0.0.0.0' || address === '::';
  const is = (place: { readonly address: string; readonly port: number }) =>
    !udp && port === place.port && (any || address === place.address);
  if (is(listeners.http)) return HTTP_LISTENER;
  if (is(listeners.https)) return HTTPS_LISTENER;
  return `emissary/${any ? port : `${address}/${port}`}${udp ? '/udp' : ''}`;
}

/** As soon as a Host or a TCPMapping uses it. */
export const listenerUseKind = (config: CompileConfig): UnitKind => ({
  name: 'emissary-listener',
  level: levels.host,
  each: { topic: emissaryTopicPrefixes.listenerUse },
  compile(key, context) {
    const found = draftsOf(context).find((each) => each.key === key);
    const tcp = context.topic<PlainTcp>(emissaryTopics.plainTcp(key))[0]?.value;
    const settings = context.topic<EmissarySettings>(emissaryTopics.settings)[0]?.value;
    const draft = found ?? (tcp && madeFor(tcp));
    if (!draft || !settings || context.topic(topics.listenerTaken(key)).length > 0) return;
    const { tracing, rateLimit, accessLogServices = [] } = settings;
    const plain = tcp?.plain;
    const fields: ListenerFields = {
      ...listenerFields(config, draft, settings),
      ...(tcp?.hasTls ? { protocol: 'https' } : plain && !draft.tls && { protocol: 'tcp' }),
      ...(plain && { tcp: plain.proxy }),
    };
    if (key === HTTP_LISTENER || key === HTTPS_LISTENER) {
      context.publish(topics.listenerSettings(key), fields);
      if (found) context.publish(topics.listenerUsers(key), [found.owner]);
    } else {
      const owners = found && { owners: [found.owner] };
      context.emit({ kind: 'Listener', key, address: draft.address, port: draft.port, ...owners, ...fields });
    }
    const clusters = [tracing, rateLimit, plain, ...accessLogServices].flatMap((each) => each?.clusters ?? []);
    for (const cluster of clusters) emitCluster(context, cluster, config.settings?.cluster);
    publishSecrets(context, clusters);
  },
});

/** A port that no Listener opens. */
function madeFor({
  address,
  port,
  hasTls,
}: PlainTcp): Omit<ListenerDraft, 'owner' | 'namespace' | 'key' | 'security' | 'statsPrefix'> {
  return { address, port, tls: hasTls, http: false, proxy: false, udp: false, l7Depth: 0 };
}

export function draftsOf(context: UnitContext): readonly ListenerDraft[] {
  return context.topic<readonly ListenerDraft[]>(emissaryTopics.listeners).flatMap((each) => each.value);
}

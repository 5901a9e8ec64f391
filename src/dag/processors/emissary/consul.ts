// A ConsulResolver → ConsulServer vertex, with the token and certificates that it names; and what Consul itself answers, as
// a problem of the resolver. One unit a resolver, since tokens are read here and nowhere else.
import type { ConsulResolver } from '../../../model/kinds/emissary/index.ts';
import { consulServicePlace, type ConsulServerState, type ConsulServiceState } from '../../../model/consul-state.ts';
import type { Secret } from '../../../model/kinds/secret.ts';
import { consulTokenKey, dataPath } from '../../../model/kinds/secret.ts';
import { objectKey, type ObjectKey, type Problem } from '../../../model/object.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { secretsOfTrustedCa } from '../../compile/trusted-ca.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { ConsulPlace, ConsulServer } from '../../vertices.ts';
import { levels, topics, type Findings } from '../topics.ts';
import { secretReference } from './tls-settings.ts';
import { emissaryTopicPrefixes, emissaryTopics, type EmissarySettings } from './topics.ts';
import { findContext } from './upstream.ts';

/** What the settings tell of a ConsulResolver that can be used. */
export type ConsulResolverDraft = Pick<NonNullable<ConsulResolver['spec']>, 'token_secret' | 'tls'> & {
  readonly address: string;
  readonly datacenter: string;
};

export const consulKind: UnitKind = {
  name: 'emissary-consul',
  level: levels.draft,
  each: { topic: emissaryTopicPrefixes.consul },
  compile(server, context) {
    const draft = context.topic<ConsulResolverDraft>(emissaryTopics.consul(server))[0]?.value;
    const settings = context.topic<EmissarySettings>(emissaryTopics.settings)[0]?.value;
    if (!draft || !settings) return;
    const [namespace, name] = server.split('/') as [string, string];
    const key = objectKey('ConsulResolver', namespace, name);
    const problems: Problem[] = [];
    const scope: Scope = { context, settings, namespace, key, report: (problem) => void problems.push(problem) };
    const token = tokenOf(scope, draft);
    const tls = tlsOf(scope, draft);
    if (token !== 'broken' && tls !== 'broken') {
      const { address, datacenter } = draft;
      context.emit({
        kind: 'ConsulServer',
        key: server,
        address,
        datacenter,
        ...(token.value !== undefined && { token: token.value }),
        ...(tls && { tls }),
      });
    }
    const state = context.object<ConsulServerState>('ConsulServerState', namespace, name);
    if (state) problems.push(error(state.code, key, 'spec.address', state.message));
    context.publish(topics.findings(key), { root: key, problems } satisfies Findings);
  },
};

interface Scope {
  readonly context: UnitContext;
  readonly settings: EmissarySettings;
  readonly namespace: string;
  readonly key: ObjectKey;
  readonly report: (problem: Problem) => void;
}

const consequence = 'Consul is not asked, and its Mappings wait';

/** Without value: the configuration's, if there is one. */
function tokenOf(
  { context, settings, namespace, key, report }: Scope,
  { token_secret: wanted }: ConsulResolverDraft,
): { readonly value?: string } | 'broken' {
  if (!wanted) return {};
  const place = secretReference(wanted, namespace, settings.secretNamespacing);
  const secret = context.object<Secret>('Secret', place.namespace, place.name);
  if (secret?.consulToken) return { value: secret.consulToken };
  const found = secret
    ? `Secret ${place.namespace}/${place.name} has no ${dataPath(consulTokenKey)}, or is not of type Opaque`
    : `Secret ${place.namespace}/${place.name} not found`;
  report(error('SecretNotValid', key, 'spec.token_secret', `${found}; ${consequence}`));
  return 'broken';
}

/** Undefined: the configuration's, if the address is one of TLS. */
function tlsOf(
  { context, namespace, key, report }: Scope,
  { tls: wanted, address }: ConsulResolverDraft,
): ConsulServer['tls'] | 'broken' {
  if (!wanted) return undefined;
  const found = findContext(context, wanted, namespace);
  if (!found || found.broken) {
    const what = found ? 'can not be used (it has problems of its own)' : 'does not exist';
    report(error('TLSContextNotValid', key, 'spec.tls', `TLSContext ${shown(wanted)} ${what}; ${consequence}`));
    return 'broken';
  }
  if (/^(http|unix):\/\//i.test(address)) {
    const message = `the address ${shown(address)} is not one of TLS; write https:// to have it`;
    report(warning('IgnoredField', key, 'spec.tls', message));
  }
  const { validation, clientCertificate, sni } = found.upstream;
  const read = (secret: string) => {
    const [secretNamespace, name] = secret.split('/') as [string, string];
    return context.object<Secret>('Secret', secretNamespace, name)?.data;
  };
  const { ca, caField } = validation ? secretsOfTrustedCa(validation.ca) : {};
  const caPem = ca !== undefined && caField !== undefined ? read(ca)?.[caField] : undefined;
  const own = clientCertificate === undefined ? undefined : read(clientCertificate);
  return {
    ...(caPem !== undefined && { caPem }),
    ...(own?.['tls.crt'] !== undefined && { certificatePem: own['tls.crt'] }),
    ...(own?.['tls.key'] !== undefined && { privateKeyPem: own['tls.key'] }),
    ...(sni !== undefined && { serverName: sni }),
  };
}

/** What Consul has to say about a service that something sends requests to. */
export function consulServiceProblem(
  context: UnitContext,
  { server, service }: ConsulPlace,
  object: ObjectKey,
  path: string,
): Problem | undefined {
  const place = consulServicePlace(server, service);
  const state = context.object<ConsulServiceState>('ConsulServiceState', place.namespace, place.name);
  if (!state) return undefined;
  const message = `${shown(service)}: ${state.message}; its requests get 503`;
  return state.state === 'waits'
    ? error('ConsulNotAnswered', object, path, message)
    : warning('ConsulServiceEmpty', object, path, message);
}

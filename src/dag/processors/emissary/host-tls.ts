// The TLS of a Host: by its own Secret, by a TLSContext that it names, or by one that names it.
import type { Host } from '../../../model/kinds/emissary/index.ts';
import type { ObjectKey } from '../../../model/object.ts';
import { error, shown } from '../../compile/problem.ts';
import { useCertificate } from '../../compile/server-certificate.ts';
import type { HostTls } from '../topics.ts';
import type { HostScope } from './host.ts';
import { secretReference, tlsSettingsOf } from './tls-settings.ts';
import { emissaryTopics, type ContextDraft } from './topics.ts';
import { findContext } from './upstream.ts';

/** Undefined: it has none. `stop`: it has some that can't be used, and the Host must not be served. */
export function compileHostTls(
  scope: HostScope,
  host: Host,
  key: ObjectKey,
  glob: string,
  nothing: string,
): HostTls | undefined | 'stop' {
  const { context, report, settings } = scope;
  const { spec = {}, metadata } = host;
  const stop = (path: string, message: string) => {
    report(error('TLSConfigNotValid', key, path, `${message}; ${nothing}`));
    return 'stop' as const;
  };
  const contextName = spec.tlsContext?.name ?? '';
  const secretName = spec.tlsSecret?.name ?? '';
  if (contextName !== '' && spec.tls) return stop('spec.tlsContext', '"tlsContext" and "tls" exclude each other');
  if (contextName !== '') {
    const found = findContext(context, contextName, metadata.namespace);
    if (!found) return stop('spec.tlsContext.name', `TLSContext ${shown(contextName)} does not exist`);
    if (secretName !== '' && found.server && found.server.secret !== hostSecret(host))
      return stop('spec.tlsSecret', `TLSContext ${found.namespace}/${found.name} names another Secret`);
    if (found.server || secretName === '') return byContext(found, 'spec.tlsContext.name', stop);
  }
  if (secretName === '') {
    const found = [glob, metadata.name]
      .flatMap((each) => context.topic<readonly ContextDraft[]>(emissaryTopics.contextForHost(each)))
      .flatMap((each) => each.value)[0];
    return found ? byContext(found, 'spec.hostname', stop) : undefined;
  }
  const reference = secretReference(secretName, spec.tlsSecret?.namespace ?? metadata.namespace, true);
  const path = 'spec.tlsSecret';
  const { secret, problems } = useCertificate(
    context,
    reference,
    // The Host says itself from which namespace, as its API allows.
    { object: key, namespace: reference.namespace, path },
    glob.includes('*') && !glob.startsWith('*.') ? [] : [glob],
    nothing,
  );
  problems.forEach(report);
  if (secret === undefined) return 'stop';
  const inline = tlsSettingsOf(context, spec.tls ?? {}, {
    object: key,
    namespace: metadata.namespace,
    path: 'spec.tls',
    namespacing: settings.secretNamespacing,
    consequence: nothing,
    report,
  });
  return inline === 'stop' ? 'stop' : { secret, ...inline, path };
}

function hostSecret({ spec = {}, metadata }: Host): string {
  return `${spec.tlsSecret?.namespace ?? metadata.namespace}/${spec.tlsSecret?.name}`;
}

function byContext(
  found: ContextDraft,
  path: string,
  stop: (path: string, message: string) => 'stop',
): HostTls | 'stop' {
  if (found.server && !found.broken) return { ...found.server, path };
  const what = found.broken ? 'can not be used (it has problems of its own)' : 'has no certificate';
  return stop(path, `TLSContext ${found.namespace}/${found.name} ${what}`);
}

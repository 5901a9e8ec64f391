// A Host → what it says about its name: which Listeners serve it, with which certificate, and what happens to requests
// without TLS. Which Mappings belong to it is decided by name, see name.ts.
import type { Host } from '../../../model/kinds/emissary/index.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { selects } from '../../compile/label-selector.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import type { UnitContext } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { globMistake, isGlob, splitPort } from './globs.ts';
import { compileHostTls } from './host-tls.ts';
import { draftsOf } from './listener.ts';
import type { EmissarySettings, HostDraft, ListenerDraft } from './topics.ts';

export interface HostScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly settings: EmissarySettings;
  readonly report: (problem: Problem) => void;
}

/** Undefined: nothing of it is served; the problems say why. */
export function compileHost(scope: HostScope, host: Host, key: ObjectKey): HostDraft | undefined {
  const { context, report } = scope;
  const { metadata, spec = {} } = host;
  const nothing = 'nothing of this Host is served';
  const text = spec.hostname || '*';
  const { name: glob, port } = splitPort(text.toLowerCase());
  const mistake = globMistake(glob);
  if (mistake !== undefined) {
    report(error('HostNotValid', key, 'spec.hostname', `${shown(text)} is not a host name: ${mistake}; ${nothing}`));
    return undefined;
  }
  tellIgnored(spec, key, report);
  const listeners = draftsOf(context).filter((each) => each.http && isBound(each, host));
  if (listeners.length === 0) {
    const message = `no Listener for HTTP takes this Host (by its hostBinding); ${nothing}`;
    report(error('HostNotServed', key, '', message));
  }
  const tls = compileHostTls(scope, host, key, glob, nothing);
  if (tls === 'stop') return undefined;
  if (tls && isGlob(glob) && glob !== '*' && !glob.startsWith('*.')) {
    const message = `TLS needs a whole name, *.domain or *, found ${shown(text)}; it is served without TLS only`;
    report(error('HostNotValid', key, 'spec.hostname', message));
  }
  const selector = Object.keys(spec.mappingSelector ?? {}).length > 0 ? spec.mappingSelector : spec.selector;
  return {
    owner: key,
    creationTimestamp: metadata.creationTimestamp,
    namespace: metadata.namespace,
    glob,
    ...(port !== undefined && { port }),
    ...(selector && { selector }),
    listeners,
    insecure: spec.requestPolicy?.insecure?.action ?? 'Redirect',
    ...(tls && { tls }),
  };
}

export function isBound({ fromNamespace, selector }: ListenerDraft, { metadata }: Host): boolean {
  return (
    (fromNamespace === undefined || fromNamespace === metadata.namespace) &&
    (!selector || selects(selector, metadata.labels))
  );
}

function tellIgnored(spec: NonNullable<Host['spec']>, key: ObjectKey, report: (problem: Problem) => void): void {
  const ignore = (path: string, message: string) => report(warning('IgnoredField', key, path, message));
  const { acmeProvider } = spec;
  if (acmeProvider && acmeProvider.authority !== 'none')
    ignore('spec.acmeProvider', 'certificates are not ordered; name a Secret in tlsSecret (cert-manager fills one)');
  if (spec.previewUrl !== undefined) ignore('spec.previewUrl', 'it has no effect');
  if (spec.selector && spec.mappingSelector && Object.keys(spec.mappingSelector).length > 0)
    ignore('spec.selector', '"mappingSelector" is set too and counts');
}

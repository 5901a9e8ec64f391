// The listeners for hosts: one without TLS, one with. They exist always; what they serve comes and goes.
import { defaultEnvoySettings, type TracingSettings } from '../../../model/envoy-settings.ts';
import type { RateLimitServiceConfig } from '../../../model/config.ts';
import { objectKey, type ObjectKey, type SourceObject } from '../../../model/object.ts';
import { parseTimeout } from '../../compile/duration.ts';
import { compareText } from '../../compile/route-match.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { Listener, RateLimitService } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Extension } from '../topics.ts';

export const HTTP_LISTENER = 'ingress_http';
export const HTTPS_LISTENER = 'ingress_https';

export function isStandard(listener: string): boolean {
  return listener === HTTP_LISTENER || listener === HTTPS_LISTENER;
}

export function listenerKind(config: CompileConfig): UnitKind {
  return {
    name: 'listener',
    level: levels.chain,
    each: { fixed: [HTTP_LISTENER, HTTPS_LISTENER] },
    compile(rest, context) {
      if (context.topic(topics.listenerTaken(rest)).length > 0) return;
      const protocol = rest === HTTP_LISTENER ? 'http' : 'https';
      const standard = hostListener(context, config, { key: rest, ...config.listeners[protocol], protocol });
      const others = context.topic<Partial<Listener>>(topics.listenerSettings(rest)).map(({ value }) => value);
      const users = [
        ...context.topic<readonly ObjectKey[]>(topics.listenerUsers(rest)).flatMap(({ value }) => value),
        ...configurationOf(context, config),
      ];
      const sharedBy = users.length > 0 && { sharedBy: [...new Set(users)].sort(compareText) };
      context.emit(Object.assign({}, standard, ...others, sharedBy));
    },
  };
}

/** The ContourConfiguration that counts, if there is one: who is told of trouble with what the settings alone make. */
export function configurationOf(context: UnitContext, config: CompileConfig): readonly ObjectKey[] {
  if (config.contourConfiguration === undefined) return [];
  const { namespace, name } = config.contourConfiguration;
  const exists = context.object('ContourConfiguration', namespace, name) !== undefined;
  return exists ? [objectKey('ContourConfiguration', namespace, name)] : [];
}

/** A listener with what the settings say of all of them. */
export function hostListener(
  context: UnitContext,
  config: CompileConfig,
  place: Pick<Listener, 'key' | 'address' | 'otherAddresses' | 'port' | 'protocol' | 'anyDepth' | 'owners'>,
): Listener {
  const { http, tls, listener, accessLog, tracing } = config.settings ?? defaultEnvoySettings;
  const { httpPath, httpsPath, level, format } = accessLog;
  const { protocol } = place;
  return {
    kind: 'Listener',
    ...place,
    http,
    ...(config.compression !== 'disabled' && { compression: config.compression }),
    socket: listener,
    ...(protocol === 'https' && http.http3 && { http3: true }),
    ja3: protocol === 'https' && tls.ja3,
    ja4: protocol === 'https' && tls.ja4,
    ...(level !== 'disabled' && {
      accessLog: { level, format, path: protocol === 'http' ? httpPath : httpsPath },
    }),
    ...(config.rateLimitService && { rateLimitService: rateLimitService(context, config.rateLimitService) }),
    ...(tracing && tracingOf(context, tracing)),
  };
}

/** As far as it is read here. */
interface ServiceOptions extends SourceObject {
  readonly spec?: {
    readonly timeoutPolicy?: { readonly response?: string };
    readonly validation?: { readonly subjectName?: string };
  };
}

/** The service is read again when it changes. While it is missing, its cluster is too, and requests go by `failOpen`. */
function rateLimitService(context: UnitContext, config: RateLimitServiceConfig): RateLimitService {
  const { namespace, name } = config.extensionService;
  const spec = context.object<ServiceOptions>('ExtensionService', namespace, name)?.spec;
  const timeout = parseTimeout(spec?.timeoutPolicy?.response);
  return {
    cluster: `extension/${namespace}/${name}`,
    authority: spec?.validation?.subjectName ?? `extension.${namespace}.${name}`,
    domain: config.domain,
    failOpen: config.failOpen,
    xRateLimitHeaders: config.enableXRateLimitHeaders,
    resourceExhausted: config.enableResourceExhaustedCode,
    ...(timeout.kind === 'ms' && timeout.ms > 0 && { timeoutMs: timeout.ms }),
  };
}

/** Nothing while the service can't be used. */
function tracingOf(
  context: UnitContext,
  { extensionService: { namespace, name }, ...rest }: TracingSettings,
): Pick<Listener, 'tracing'> {
  const extension = context.topic<Extension>(topics.extension(namespace, name))[0]?.value;
  if (!extension) return {};
  const { cluster, sni } = extension;
  // Servers refuse an authority with slashes, which Envoy makes of the cluster's name by itself.
  return { tracing: { ...rest, cluster, authority: sni ?? cluster.replaceAll('/', '.') } };
}

// External authorization: the field `authorization` of a host or of a TrafficPolicy, or `globalExtAuth` of the configuration
// → the server that is asked. Mistakes give no server, and whoever wanted it must not be served.
import type { AuthorizationServerField } from '../../model/kinds/contour-policies.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { UnitContext } from '../engine.ts';
import { topics, type Extension } from '../processors/topics.ts';
import type { AuthorizationServer, NameMatch } from '../vertices.ts';
import { parseTimeout } from './duration.ts';
import { error, shown } from './problem.ts';

export interface AuthorizationUser {
  readonly object: ObjectKey;
  /** Where an ExtensionService without namespace is looked for. */
  readonly namespace: string;
  /** Of the field, for messages. */
  readonly path: string;
  readonly consequence: string;
}

const apiVersion = 'projectcontour.io/v1alpha1';
const grpcTimeoutMs = 200;

/** Where questions go. */
export interface AuthorizationPlace {
  /** Key of the Cluster vertex. */
  readonly cluster: string;
  readonly authority: string;
  /** For those who say nothing else. */
  readonly responseTimeoutMs?: number;
}

export interface CompiledAuthorization {
  /** Absent: `problems` say why. */
  readonly server?: AuthorizationServer;
  readonly problems: readonly Problem[];
}

/** `field.extensionRef.name` must be there. */
export function compileAuthorization(
  context: UnitContext,
  field: AuthorizationServerField,
  user: AuthorizationUser,
): CompiledAuthorization {
  const { object, path, consequence } = user;
  const problems: Problem[] = [];
  const reference = field.extensionRef!;
  if (reference.apiVersion !== undefined && reference.apiVersion !== apiVersion) {
    const message = `found ${shown(reference.apiVersion)}; must be ${apiVersion}; ${consequence}`;
    problems.push(error('AuthBadResourceVersion', object, `${path}.extensionRef.apiVersion`, message));
  }
  const namespace = reference.namespace ?? user.namespace;
  const place = extensionPlace(context, namespace, reference.name!);
  if (!place) problems.push(extensionNotFound(namespace, reference.name!, user));
  const compiled = compileAuthorizationServer(place, field, field.authPolicy?.context, 'authPolicy.context', user);
  problems.push(...compiled.problems);
  return compiled.server && problems.length === 0 ? { server: compiled.server, problems } : { problems };
}

/** Undefined: it does not exist, or can't be used. */
export function extensionPlace(context: UnitContext, namespace: string, name: string): AuthorizationPlace | undefined {
  const extension = context.topic<Extension>(topics.extension(namespace, name))[0]?.value;
  if (!extension) return undefined;
  const { cluster, sni, responseTimeoutMs } = extension;
  return {
    cluster,
    authority: sni ?? cluster.replaceAll('/', '.'),
    ...(responseTimeoutMs !== undefined && { responseTimeoutMs }),
  };
}

export function extensionNotFound(
  namespace: string,
  name: string,
  { object, path, consequence }: AuthorizationUser,
): Problem {
  const message = `ExtensionService ${namespace}/${name} does not exist or can not be used (its status says why); ${consequence}`;
  return error('ExtensionServiceNotFound', object, `${path}.extensionRef`, message);
}

/** How the server is asked. `place` absent: what else is wrong is found all the same. `told`: what stands at `toldAt`. */
export function compileAuthorizationServer(
  place: AuthorizationPlace | undefined,
  field: Pick<
    AuthorizationServerField,
    'serviceType' | 'httpSettings' | 'responseTimeout' | 'failOpen' | 'withRequestBody'
  >,
  told: Readonly<Record<string, string>> | undefined,
  toldAt: string,
  { object, path, consequence }: AuthorizationUser,
): CompiledAuthorization {
  const problems: Problem[] = [];
  const fail = (code: ProblemCode, at: string, message: string) =>
    void problems.push(error(code, object, `${path}.${at}`, `${message}; ${consequence}`));
  const protocol = field.serviceType ?? 'grpc';
  const timeout = parseTimeout(field.responseTimeout);
  if (timeout.kind === 'invalid')
    fail(
      'AuthResponseTimeoutInvalid',
      'responseTimeout',
      `${shown(field.responseTimeout!)} is not a duration such as 500ms`,
    );
  if (protocol === 'http' && Object.keys(told ?? {}).length > 0)
    fail('AuthContextForHTTP', toldAt, 'a server over HTTP is told no context');
  const names = (list: 'allowedAuthorizationHeaders' | 'allowedUpstreamHeaders'): NameMatch[] =>
    (field.httpSettings?.[list] ?? []).flatMap((entry, i) => {
      const forms = (['exact', 'prefix', 'suffix', 'contains'] as const).filter((each) => (entry[each] ?? '') !== '');
      const [kind, ...more] = forms;
      if (kind !== undefined && more.length === 0)
        return [{ kind, value: entry[kind]!, ignoreCase: entry.ignoreCase === true }];
      const found = forms.length === 0 ? 'none' : forms.join(' and ');
      fail(
        'AuthBadAllowedHeader',
        `httpSettings.${list}[${i}]`,
        `must have one of exact, prefix, suffix and contains, has ${found}`,
      );
      return [];
    });
  const requestHeaders = names('allowedAuthorizationHeaders');
  const upstreamHeaders = names('allowedUpstreamHeaders');
  if (!place || problems.length > 0) return { problems };

  const body = field.withRequestBody;
  const defaultMs = place.responseTimeoutMs ?? (protocol === 'grpc' ? grpcTimeoutMs : 0);
  return {
    server: {
      cluster: place.cluster,
      protocol,
      authority: place.authority,
      timeoutMs: timeout.kind === 'ms' ? timeout.ms : defaultMs,
      failOpen: field.failOpen === true,
      ...(body && {
        requestBody: {
          maxBytes: body.maxRequestBytes ?? 1024,
          allowPartial: body.allowPartialMessage === true,
          asBytes: body.packAsBytes === true,
        },
      }),
      ...(protocol === 'http' && {
        http: { pathPrefix: rooted(field.httpSettings?.pathPrefix ?? ''), requestHeaders, upstreamHeaders },
      }),
    },
    problems,
  };
}

/** Envoy takes no prefix without a slash. */
function rooted(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

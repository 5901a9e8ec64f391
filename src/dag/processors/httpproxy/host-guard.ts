// What a host asks of every route: authorization and tokens; and which routes can't be served for it. A route that asks for
// what its host does not have is closed, never served without.
import type { HTTPProxyRoute } from '../../../model/kinds/http-proxy.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { error, shown } from '../../compile/problem.ts';
import type { AuthorizationServer, RequestBody, RouteAuthorization } from '../../vertices.ts';

/** What a root asks of all routes of its host, also of those in included objects. */
export interface HostGuard {
  /** Absent: nobody is asked. */
  readonly authorization?: HostAuthorization;
  readonly jwtProviders: ReadonlySet<string>;
  /** Provider of routes that don't say; absent: none. */
  readonly standardJwtProvider?: string;
  /** Of routes that don't say. */
  readonly requestBody?: RequestBody;
}

/** What is asked of the routes of a host that has an authorization server. */
export interface HostAuthorization {
  readonly protocol: AuthorizationServer['protocol'];
  /** Of routes that don't say. */
  readonly disabled: boolean;
  readonly context: Readonly<Record<string, string>>;
}

/** Absent: requests to the route are not checked. */
export function routeAuthorization(
  { authorization }: HostGuard,
  { authPolicy }: HTTPProxyRoute,
): RouteAuthorization | undefined {
  // A policy that says nothing of it asks for it: clients written in Go leave out what is false.
  if (!authorization || (authPolicy ? authPolicy.disabled : authorization.disabled)) return undefined;
  return { context: { ...authorization.context, ...authPolicy?.context } };
}

/** Name of the provider; absent: no token is asked for. */
export function routeJwtProvider(
  guard: HostGuard,
  { jwtVerificationPolicy: policy }: HTTPProxyRoute,
): string | undefined {
  if (policy?.disabled) return undefined;
  return policy?.require ?? guard.standardJwtProvider;
}

/** False: the route must not be served. Reports what is wrong with the route itself. */
export function routeGuard(
  guard: HostGuard,
  object: ObjectKey,
  path: string,
  route: HTTPProxyRoute,
  report: (problem: Problem) => void,
): boolean {
  let isOpen = true;
  const close = (
    code: 'AuthContextForHTTP' | 'FeatureNotSupported' | 'JWTProviderNotDefined' | 'InvalidJWTVerificationPolicy',
    field: string,
    message: string,
  ) => {
    report(error(code, object, `${path}.${field}`, `${message}; requests to this route get 503`));
    isOpen = false;
  };
  const context = Object.keys(route.authPolicy?.context ?? {});
  if (context.length > 0 && guard.authorization?.protocol === 'http')
    close('AuthContextForHTTP', 'authPolicy.context', 'an authorization server over HTTP is told no context');

  const jwt = route.jwtVerificationPolicy;
  if (jwt?.require && jwt.disabled)
    close('InvalidJWTVerificationPolicy', 'jwtVerificationPolicy', '"require" and "disabled" exclude each other');
  else if (jwt?.require && !guard.jwtProviders.has(jwt.require))
    close(
      'JWTProviderNotDefined',
      'jwtVerificationPolicy.require',
      `the root has no JWT provider ${shown(jwt.require)}`,
    );

  return isOpen;
}

// Who signs tokens, as the input APIs say it (`jwtProviders` of an HTTPProxy, `jwt` of a TrafficPolicy) → JwtProvider of the
// graph with the cluster that its keys come from. With mistakes the provider can't be used, and whoever wants it must not
// be served.
import { createHash } from 'node:crypto';
import type { JwtProviderField } from '../../model/kinds/contour-policies.ts';
import type { Secret } from '../../model/kinds/secret.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { UnitContext } from '../engine.ts';
import type { Cluster, JwtProvider } from '../vertices.ts';
import { parseDurationMs } from './duration.ts';
import { error, hasError, shown } from './problem.ts';
import { compileUpstreamValidation } from './upstream-tls.ts';

export interface JwtUser {
  readonly object: ObjectKey;
  /** Where Secrets are. */
  readonly namespace: string;
  /** Of the provider, for messages. */
  readonly path: string;
  readonly consequence: string;
}

export interface CompiledJwtProvider {
  /** With problems only its name is right. */
  readonly provider: JwtProvider;
  /** Of its keys, if they are not here. */
  readonly cluster?: Cluster;
  readonly problems: readonly Problem[];
}

/** `name`: unique on the host. */
export function compileJwtProvider(
  context: UnitContext,
  connectTimeoutMs: number,
  name: string,
  field: JwtProviderField,
  user: JwtUser,
): CompiledJwtProvider {
  const problems: Problem[] = [];
  const fail: Fail = (code, path, message) =>
    void problems.push(error(code, user.object, `${user.path}${path}`, `${message}; ${user.consequence}`));
  const keys = keysOf(context, connectTimeoutMs, field, user, fail, problems);
  return {
    provider: {
      name,
      ...(field.issuer && { issuer: field.issuer }),
      audiences: field.audiences ?? [],
      forward: field.forwardJWT === true,
      keys: keys?.keys ?? { kind: 'inline', jwks: '' },
    },
    ...(keys?.cluster && { cluster: keys.cluster }),
    problems,
  };
}

type Fail = (code: ProblemCode, path: string, message: string) => void;

interface Keys {
  readonly keys: JwtProvider['keys'];
  readonly cluster?: Cluster;
}

function keysOf(
  context: UnitContext,
  connectTimeoutMs: number,
  { remoteJWKS, localJWKS }: JwtProviderField,
  user: JwtUser,
  fail: Fail,
  problems: Problem[],
): Keys | undefined {
  if (remoteJWKS && localJWKS) {
    fail('JWKSSourceConflict', '', '"remoteJWKS" and "localJWKS" exclude each other');
    return undefined;
  }
  if (remoteJWKS) return remoteKeys(context, connectTimeoutMs, remoteJWKS, user, fail, problems);
  if (localJWKS) return localKeys(context, localJWKS, user, fail);
  fail('JWKSSourceMissing', '', 'must have one of "remoteJWKS" and "localJWKS"');
  return undefined;
}

function localKeys(
  context: UnitContext,
  { secretName, key }: NonNullable<JwtProviderField['localJWKS']>,
  { namespace }: JwtUser,
  fail: Fail,
): Keys | undefined {
  const secret = context.object<Secret>('Secret', namespace, secretName);
  const jwks = secret?.jwks?.[key];
  if (jwks !== undefined && hasUsableKey(jwks)) return { keys: { kind: 'inline', jwks } };
  const why = !secret
    ? `Secret ${namespace}/${secretName} not found`
    : secret.type !== 'Opaque'
      ? `Secret ${namespace}/${secretName} is of type ${shown(secret.type)}; must be Opaque`
      : `Secret ${namespace}/${secretName} has no JSON Web Key Set with a usable key under ${shown(key)}`;
  fail('LocalJWKSInvalid', '.localJWKS', why);
  return undefined;
}

function remoteKeys(
  context: UnitContext,
  connectTimeoutMs: number,
  { uri, validation, timeout, cacheDuration, dnsLookupFamily }: NonNullable<JwtProviderField['remoteJWKS']>,
  { object, namespace, path: at, consequence }: JwtUser,
  fail: Fail,
  problems: Problem[],
): Keys | undefined {
  const path = '.remoteJWKS';
  const [, scheme = '', host = '', port] =
    /^([a-z][a-z0-9+.-]*):\/\/(\[[\da-f:.]+\]|[^\s/:?#@]+)(?::([^/?#]*))?(?:[/?#]|$)/i.exec(uri) ?? [];
  if (host === '') {
    fail('RemoteJWKSURIInvalid', `${path}.uri`, `${shown(uri)} is not a URI such as https://login.example.com/keys`);
    return undefined;
  }
  const isHttps = scheme.toLowerCase() === 'https';
  if (!isHttps && scheme.toLowerCase() !== 'http')
    fail('RemoteJWKSSchemeInvalid', `${path}.uri`, `${shown(uri)} must begin with http:// or https://`);
  const number = port === undefined ? (isHttps ? 443 : 80) : /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1 || number > 65_535)
    fail('RemoteJWKSPortInvalid', `${path}.uri`, `${shown(port ?? '')} is not a port number from 1 to 65535`);
  const timeoutMs = timeout === undefined ? 1000 : parseDurationMs(timeout);
  if (timeoutMs === undefined || timeoutMs === 0)
    fail('RemoteJWKSTimeoutInvalid', `${path}.timeout`, `${shown(timeout ?? '')} is not a duration such as 1s`);
  const cacheMs = cacheDuration === undefined ? undefined : parseDurationMs(cacheDuration);
  if (cacheDuration !== undefined && (cacheMs === undefined || cacheMs === 0))
    fail(
      'RemoteJWKSCacheDurationInvalid',
      `${path}.cacheDuration`,
      `${shown(cacheDuration)} is not a duration such as 5m`,
    );
  const checked =
    validation && isHttps
      ? compileUpstreamValidation(context, validation, `${at}${path}.validation`, {
          object,
          namespace,
          codes: {
            notDelegated: 'RemoteJWKSCACertificateNotDelegated',
            notValid: 'RemoteJWKSUpstreamValidationInvalid',
          },
          consequence,
        })
      : undefined;
  if (validation && !isHttps)
    fail(
      'RemoteJWKSUpstreamValidationInvalid',
      `${path}.validation`,
      'a certificate can only be checked with https://',
    );
  problems.push(...(checked?.problems ?? []));
  if (hasError(problems)) return undefined;

  const address = host.toLowerCase().replace(/^\[|\]$/g, '');
  const family = dnsLookupFamily ?? 'auto';
  // The name of Contour for a plain one; all that differs is in the name of the others.
  const differing = [
    number !== (isHttps ? 443 : 80) && `port=${number}`,
    checked?.validation && `validation=${JSON.stringify(checked.validation)}`,
    family !== 'auto' && `dns=${family}`,
  ].filter((each) => typeof each === 'string');
  const hash = createHash('sha1').update(differing.join('\n')).digest('hex').slice(0, 10);
  const key = `dnsname/${isHttps ? 'https' : 'http'}/${address}${differing.length === 0 ? '' : `/${hash}`}`;
  const cluster: Cluster = {
    kind: 'Cluster',
    key,
    namespace,
    service: address,
    port: number,
    statName: `dnsname_${isHttps ? 'https' : 'http'}_${address}`,
    target: { kind: 'dns', host: address, port: number },
    protocol: isHttps ? 'tls' : 'http1',
    ...(isHttps && { sni: address }),
    ...(checked?.validation && { validation: checked.validation }),
    connectTimeoutMs,
    loadBalancer: 'roundRobin',
    ...(family !== 'auto' && { dnsFamily: family }),
  };
  const keys: JwtProvider['keys'] = {
    kind: 'remote',
    uri,
    cluster: key,
    timeoutMs: timeoutMs ?? 1000,
    ...(cacheMs !== undefined && { cacheMs }),
  };
  return { keys, cluster };
}

/** Envoy refuses a set without any key that it knows. */
function hasUsableKey(jwks: string): boolean {
  const { keys } = JSON.parse(jwks) as { readonly keys: readonly (Readonly<Record<string, unknown>> | null)[] };
  const needs: Readonly<Record<string, readonly string[]>> = {
    RSA: ['n', 'e'],
    EC: ['x', 'y'],
    OKP: ['crv', 'x'],
    oct: ['k'],
  };
  return keys.some((key) => {
    const fields = typeof key?.kty === 'string' ? needs[key.kty] : undefined;
    return fields !== undefined && fields.every((field) => typeof key?.[field] === 'string' && key[field] !== '');
  });
}

// JWT providers of a root → providers of its host with their clusters, and what holds for routes that say nothing. A mistake
// in one stops the root: a route might need just that one.
import type { HTTPProxy, HTTPProxyVirtualHost } from '../../../model/kinds/http-proxy.ts';
import type { Secret } from '../../../model/kinds/secret.ts';
import { createHash } from 'node:crypto';
import { keyOf, type Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { parseDurationMs } from '../../compile/duration.ts';
import { error, hasError, shown } from '../../compile/problem.ts';
import { compileUpstreamValidation } from '../../compile/upstream-tls.ts';
import type { UnitContext } from '../../engine.ts';
import type { Cluster, JwtProvider } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';

type ProviderField = NonNullable<HTTPProxyVirtualHost['jwtProviders']>[number];

export interface HostJwt {
  readonly providers: readonly JwtProvider[];
  readonly clusters: readonly Cluster[];
  /** Name of the provider of routes that say nothing. */
  readonly standard?: string;
  /** With errors the root must not be served. */
  readonly problems: readonly Problem[];
}

export function compileJwtProviders(
  context: UnitContext,
  config: CompileConfig,
  root: HTTPProxy,
  consequence: string,
): HostJwt {
  const object = keyOf(root);
  const { namespace } = root.metadata;
  const problems: Problem[] = [];
  const providers: JwtProvider[] = [];
  const clusters = new Map<string, Cluster>();
  let standard: string | undefined;

  for (const [i, field] of (root.spec.virtualhost!.jwtProviders ?? []).entries()) {
    const at = `spec.virtualhost.jwtProviders[${i}]`;
    const fail = (code: ProblemCode, path: string, message: string) =>
      void problems.push(error(code, object, `${at}${path}`, `${message}; ${consequence}`));
    if (providers.some((each) => each.name === field.name))
      fail('DuplicateProviderName', '.name', `another provider is named ${shown(field.name)} too`);
    if (field.default) {
      if (standard !== undefined)
        fail('MultipleDefaultProvidersSpecified', '.default', `${shown(standard)} is the default provider already`);
      standard ??= field.name;
    }
    const keys = keysOf(field, fail);
    providers.push({
      name: field.name,
      ...(field.issuer && { issuer: field.issuer }),
      audiences: field.audiences ?? [],
      forward: field.forwardJWT === true,
      keys: keys ?? { kind: 'inline', jwks: '' },
    });

    function keysOf({ remoteJWKS, localJWKS }: ProviderField, report: typeof fail): JwtProvider['keys'] | undefined {
      if (remoteJWKS && localJWKS) {
        report('JWKSSourceConflict', '', '"remoteJWKS" and "localJWKS" exclude each other');
        return undefined;
      }
      if (remoteJWKS) return remoteKeys(remoteJWKS, report);
      if (localJWKS) return localKeys(localJWKS, report);
      report('JWKSSourceMissing', '', 'must have one of "remoteJWKS" and "localJWKS"');
      return undefined;
    }

    function localKeys(
      { secretName, key }: NonNullable<ProviderField['localJWKS']>,
      report: typeof fail,
    ): JwtProvider['keys'] | undefined {
      const secret = context.object<Secret>('Secret', namespace, secretName);
      const jwks = secret?.jwks?.[key];
      if (jwks !== undefined && hasUsableKey(jwks)) return { kind: 'inline', jwks };
      const why = !secret
        ? `Secret ${namespace}/${secretName} not found`
        : secret.type !== 'Opaque'
          ? `Secret ${namespace}/${secretName} is of type ${shown(secret.type)}; must be Opaque`
          : `Secret ${namespace}/${secretName} has no JSON Web Key Set with a usable key under ${shown(key)}`;
      report('LocalJWKSInvalid', '.localJWKS', why);
      return undefined;
    }

    function remoteKeys(
      { uri, validation, timeout, cacheDuration, dnsLookupFamily }: NonNullable<ProviderField['remoteJWKS']>,
      report: typeof fail,
    ): JwtProvider['keys'] | undefined {
      const path = '.remoteJWKS';
      const before = problems.length;
      const [, scheme = '', host = '', port] =
        /^([a-z][a-z0-9+.-]*):\/\/(\[[\da-f:.]+\]|[^\s/:?#@]+)(?::([^/?#]*))?(?:[/?#]|$)/i.exec(uri) ?? [];
      if (host === '') {
        report(
          'RemoteJWKSURIInvalid',
          `${path}.uri`,
          `${shown(uri)} is not a URI such as https://login.example.com/keys`,
        );
        return undefined;
      }
      const isHttps = scheme.toLowerCase() === 'https';
      if (!isHttps && scheme.toLowerCase() !== 'http')
        report('RemoteJWKSSchemeInvalid', `${path}.uri`, `${shown(uri)} must begin with http:// or https://`);
      const number = port === undefined ? (isHttps ? 443 : 80) : /^\d{1,5}$/.test(port) ? Number(port) : 0;
      if (number < 1 || number > 65_535)
        report('RemoteJWKSPortInvalid', `${path}.uri`, `${shown(port ?? '')} is not a port number from 1 to 65535`);
      const timeoutMs = timeout === undefined ? 1000 : parseDurationMs(timeout);
      if (timeoutMs === undefined || timeoutMs === 0)
        report('RemoteJWKSTimeoutInvalid', `${path}.timeout`, `${shown(timeout ?? '')} is not a duration such as 1s`);
      const cacheMs = cacheDuration === undefined ? undefined : parseDurationMs(cacheDuration);
      if (cacheDuration !== undefined && (cacheMs === undefined || cacheMs === 0))
        report(
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
        report(
          'RemoteJWKSUpstreamValidationInvalid',
          `${path}.validation`,
          'a certificate can only be checked with https://',
        );
      problems.push(...(checked?.problems ?? []));
      if (hasError(problems.slice(before))) return undefined;

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
      clusters.set(key, {
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
        connectTimeoutMs: config.connectTimeoutMs,
        loadBalancer: 'roundRobin',
        ...(family !== 'auto' && { dnsFamily: family }),
      });
      return {
        kind: 'remote',
        uri,
        cluster: key,
        timeoutMs: timeoutMs ?? 1000,
        ...(cacheMs !== undefined && { cacheMs }),
      };
    }
  }
  return { providers, clusters: [...clusters.values()], ...(standard !== undefined && { standard }), problems };
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

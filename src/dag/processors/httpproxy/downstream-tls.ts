// What a root asks of its clients' TLS beside a certificate and versions: client certificates, and the fallback
// certificate for clients without a server name. Mistakes stop the root: half of a check is none.
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { error, warning } from '../../compile/problem.ts';
import { useCertificate } from '../../compile/server-certificate.ts';
import { useTrustedCa } from '../../compile/trusted-ca.ts';
import type { UnitContext } from '../../engine.ts';
import type { ClientValidation, ForwardedDetail } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';

type Report = (problem: Problem) => void;

const details: readonly ForwardedDetail[] = ['cert', 'chain', 'dns', 'subject', 'uri'];

/** Of a root with `tls.clientValidation`. */
export function compileClientValidation(
  context: UnitContext,
  root: HTTPProxy,
  nothing: string,
  report: Report,
): ClientValidation | 'stop' {
  const object = keyOf(root);
  const at = 'spec.virtualhost.tls.clientValidation';
  const field = root.spec.virtualhost!.tls!.clientValidation!;
  const { caSecret, crlSecret, forwardClientCertificate } = field;
  const verify = field.skipClientCertValidation !== true;
  const forward = forwardClientCertificate && details.filter((each) => forwardClientCertificate[each]);
  const rest = {
    verify,
    required: field.optionalClientCertificate !== true,
    revocationOfLeafOnly: field.crlOnlyVerifyLeafCert === true,
    ...(forward && { forward }),
  };
  if (!caSecret) {
    if (verify) {
      const message = `CA Secret must be specified, or certificates can not be checked; ${nothing}`;
      report(error('ClientValidationInvalid', object, at, message));
      return 'stop';
    }
    if (crlSecret) {
      const message = 'without caSecret no certificate is checked, so none is looked up in revocation lists';
      report(warning('IgnoredField', object, `${at}.crlSecret`, message));
    }
    return rest;
  }
  const { key, problems } = useTrustedCa(
    context,
    {
      ca: { secretName: caSecret, path: `${at}.caSecret` },
      ...(crlSecret && { revocationLists: { secretName: crlSecret, path: `${at}.crlSecret` } }),
    },
    {
      object,
      namespace: root.metadata.namespace,
      codes: { notDelegated: 'DelegationNotPermitted', notValid: 'ClientValidationInvalid' },
      consequence: nothing,
    },
  );
  problems.forEach(report);
  return key === undefined ? 'stop' : { ca: key, ...rest };
}

/** Of a root with `tls.enableFallbackCertificate` and a certificate of its own: key of the Secret vertex. */
export function compileFallback(
  context: UnitContext,
  config: CompileConfig,
  root: HTTPProxy,
  nothing: string,
  report: Report,
): { readonly secret: string } | 'stop' {
  const object = keyOf(root);
  const { namespace } = root.metadata;
  const { tls, authorization, jwtProviders } = root.spec.virtualhost!;
  const at = 'spec.virtualhost.tls.enableFallbackCertificate';
  const stop = (code: ProblemCode, message: string) => {
    report(error(code, object, at, `${message}; ${nothing}`));
    return 'stop' as const;
  };
  // What these ask for belongs to one host, and clients that get the fallback certificate have named none.
  const other = [
    tls?.clientValidation && 'tls.clientValidation',
    authorization && 'authorization',
    jwtProviders?.length && 'jwtProviders',
  ].find((each) => typeof each === 'string');
  if (other !== undefined)
    return stop('TLSIncompatibleFeatures', `"enableFallbackCertificate" and "${other}" exclude each other`);
  const reference = config.fallbackCertificate;
  if (!reference) return stop('FallbackNotPresent', 'no fallback certificate is configured (fallbackCertificate)');
  const { secret, problems } = useCertificate(context, reference, { object, namespace, path: at }, [], nothing);
  if (secret !== undefined) return { secret };
  for (const problem of problems)
    report({
      ...problem,
      code: problem.code === 'DelegationNotPermitted' ? 'FallbackNotDelegated' : 'FallbackNotValid',
    });
  return 'stop';
}

// TLS towards upstreams: how their certificates are checked, and the certificate that the Envoys show them.
import type { Config } from '../../model/config.ts';
import type { UpstreamValidation as ValidationField } from '../../model/kinds/contour-policies.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { UnitContext } from '../engine.ts';
import type { UpstreamValidation } from '../vertices.ts';
import { useCertificate } from './server-certificate.ts';
import { useTrustedCa, type TrustedCaUser } from './trusted-ca.ts';

/** Absent validation: it can't be made, and nothing may be sent to the upstream. `path`: of the field `validation`. */
export function compileUpstreamValidation(
  context: UnitContext,
  { caSecret, subjectName, subjectNames }: ValidationField,
  path: string,
  user: TrustedCaUser,
): { readonly validation?: UpstreamValidation; readonly problems: readonly Problem[] } {
  const { key, problems } = useTrustedCa(context, { ca: { secretName: caSecret, path: `${path}.caSecret` } }, user);
  if (key === undefined) return { problems };
  return { validation: { ca: key, subjectNames: [...new Set(subjectNames ?? [subjectName])] }, problems };
}

/**
 * The certificate of `envoyClientCertificate` in the configuration. The operator chose it, so no delegation is asked
 * for. An error: it is configured and can't be used, and nothing may be sent to upstreams that would be shown it.
 */
export function useClientCertificate(
  context: UnitContext,
  config: Pick<Config, 'envoyClientCertificate'>,
  user: { readonly object: ObjectKey; readonly path: string },
  consequence: string,
): { readonly secret?: string; readonly problems: readonly Problem[] } {
  const reference = config.envoyClientCertificate;
  if (!reference) return { problems: [] };
  const { secret, problems } = useCertificate(
    context,
    reference,
    { ...user, namespace: reference.namespace },
    [],
    consequence,
  );
  // That it is expired is the operator's matter, not that of every team.
  if (secret !== undefined) return { secret, problems: [] };
  return { problems };
}

// A reference to a Secret with a server certificate → the key of a Secret vertex, or why it can't be used.
// In: what the secret units publish about each Secret (never its bytes), TLSCertificateDelegations.
import type { TLSCertificateDelegation } from '../../model/kinds/index.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { UnitContext } from '../engine.ts';
import { topics, type SecretVerdict } from '../processors/topics.ts';
import { error, warning } from './problem.ts';

export interface CertificateReference {
  readonly namespace: string;
  readonly name: string;
}

/** `name` or `namespace/name`. */
export function parseSecretName(text: string, ownNamespace: string): CertificateReference {
  const slash = text.indexOf('/');
  if (slash < 0) return { namespace: ownNamespace, name: text };
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

export interface CertificateUse {
  /** Key of the Secret vertex; absent: it can't be used, `problems` say why. */
  readonly secret?: string;
  readonly problems: readonly Problem[];
}

/**
 * `user` and `path`: the object and field that name the Secret; `hosts`: the names that it is meant for;
 * `consequence`: what happens when it can't be used.
 */
export function useCertificate(
  context: UnitContext,
  reference: CertificateReference,
  user: { readonly object: ObjectKey; readonly namespace: string; readonly path: string },
  hosts: readonly string[],
  consequence: string,
): CertificateUse {
  const name = `${reference.namespace}/${reference.name}`;
  if (reference.namespace !== user.namespace && !isDelegated(context, reference, user.namespace)) {
    const message =
      `no TLSCertificateDelegation in namespace ${reference.namespace} lets namespace ${user.namespace} use ` +
      `Secret ${name}; ${consequence}`;
    return { problems: [error('DelegationNotPermitted', user.object, user.path, message)] };
  }
  const verdict = context.topic<SecretVerdict>(topics.secretVerdict(reference.namespace, reference.name))[0]?.value;
  if (!verdict)
    return { problems: [error('SecretNotValid', user.object, user.path, `Secret ${name} not found; ${consequence}`)] };

  const errors = verdict.problems.filter((each) => each.severity === 'error');
  if (errors.length > 0) {
    const text = errors.map((each) => `${each.path}: ${each.message}`).join('; ');
    return {
      problems: [
        error('SecretNotValid', user.object, user.path, `Secret ${name} is not valid: ${text}; ${consequence}`),
      ],
    };
  }
  const problems = verdict.problems.map((each) =>
    warning(each.code as 'CertificateExpired', user.object, user.path, `Secret ${name}: ${each.path}: ${each.message}`),
  );
  for (const host of hosts) {
    if (verdict.dnsNames.length === 0 || verdict.dnsNames.some((each) => covers(each, host))) continue;
    const message =
      `the certificate of Secret ${name} is for ${verdict.dnsNames.join(', ')}, not for ${host}; it is served all the ` +
      `same, and clients that check it will refuse it`;
    problems.push(warning('CertificateHostMismatch', user.object, user.path, message));
  }
  return { secret: name, problems };
}

/** A TLSCertificateDelegation beside the Secret names it and the namespace. */
export function isDelegated(context: UnitContext, reference: CertificateReference, toNamespace: string): boolean {
  return context
    .objects<TLSCertificateDelegation>('TLSCertificateDelegation', reference.namespace)
    .some((delegation) =>
      delegation.spec.delegations.some(
        (each) =>
          each.secretName === reference.name &&
          each.targetNamespaces.some((target) => target === '*' || target === toNamespace),
      ),
    );
}

/** As clients compare: a wildcard stands for one label. A wildcard host needs the same wildcard. */
function covers(dnsName: string, host: string): boolean {
  if (dnsName === host) return true;
  return dnsName.startsWith('*.') && !host.startsWith('*.') && host.slice(host.indexOf('.')) === dnsName.slice(1);
}

// References to Secrets with CA certificates and revocation lists → the key of a TrustedCa vertex, or why they can't be used.
// In: what the secret units publish about each Secret (never its bytes), TLSCertificateDelegations.
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { UnitContext } from '../engine.ts';
import { topics, type SecretVerdict } from '../processors/topics.ts';
import { error, hasError, warning } from './problem.ts';
import { isDelegated, parseSecretName } from './server-certificate.ts';

export interface TrustedCaUser {
  readonly object: ObjectKey;
  readonly namespace: string;
  /** Codes of the two kinds of errors. */
  readonly codes: { readonly notDelegated: ProblemCode; readonly notValid: ProblemCode };
  /** What happens when it can't be used. */
  readonly consequence: string;
  /** Secrets of other namespaces need no delegation: the API lets objects name them. */
  readonly anyNamespace?: boolean;
  /** Without `ca.crt`, the certificates of `tls.crt` are meant. */
  readonly chainAsCa?: boolean;
}

export interface NamedSecret {
  /** `name`, or `namespace/name`, which needs a delegation. */
  readonly secretName: string;
  /** The field that names it. */
  readonly path: string;
}

/** At least one of both. Absent key: it can't be used, the problems say why. */
export function useTrustedCa(
  context: UnitContext,
  named: { readonly ca?: NamedSecret; readonly revocationLists?: NamedSecret },
  user: TrustedCaUser,
): { readonly key?: string; readonly problems: readonly Problem[] } {
  const ca = named.ca && resolve(context, named.ca, 'ca', user);
  const revocationLists = named.revocationLists && resolve(context, named.revocationLists, 'revocationLists', user);
  const problems = [...(ca?.problems ?? []), ...(revocationLists?.problems ?? [])];
  if (problems.some((each) => each.severity === 'error')) return { problems };
  return { key: trustedCaKey(ca?.name, revocationLists?.name), problems };
}

const NONE = 'none';

/** `ca/<namespace>/<name>` and, with revocation lists, `/crl/<namespace>/<name>`. */
function trustedCaKey(ca: string | undefined, revocationLists: string | undefined): string {
  return `ca/${ca ?? NONE}${revocationLists === undefined ? '' : `/crl/${revocationLists}`}`;
}

/** `namespace/name` of the Secrets; the inverse of what keys are made by. */
export function secretsOfTrustedCa(key: string): {
  readonly ca?: string;
  readonly caField: 'ca.crt' | 'tls.crt';
  readonly revocationLists?: string;
} {
  const [whole = '', revocationLists] = key.slice('ca/'.length).split('/crl/');
  const [ca, chain] = whole.split(CHAIN) as [string, string?];
  return {
    ...(ca !== NONE && { ca }),
    caField: chain === undefined ? 'ca.crt' : 'tls.crt',
    ...(revocationLists !== undefined && { revocationLists }),
  };
}

/** Follows the name of a Secret whose chain counts as CA certificates; no name holds it. */
const CHAIN = '#tls.crt';

function resolve(
  context: UnitContext,
  { secretName, path }: NamedSecret,
  role: 'ca' | 'revocationLists',
  { object, namespace, codes, consequence, anyNamespace, chainAsCa }: TrustedCaUser,
): { readonly name: string; readonly problems: readonly Problem[] } {
  const reference = parseSecretName(secretName, namespace);
  let name = `${reference.namespace}/${reference.name}`;
  const failure = (code: ProblemCode, message: string) => ({
    name,
    problems: [error(code, object, path, `${message}; ${consequence}`)],
  });
  if (!anyNamespace && reference.namespace !== namespace && !isDelegated(context, reference, namespace))
    return failure(
      codes.notDelegated,
      `no TLSCertificateDelegation in namespace ${reference.namespace} lets namespace ${namespace} use Secret ${name}`,
    );
  const verdict = context.topic<SecretVerdict>(topics.secretVerdict(reference.namespace, reference.name))[0]?.value;
  if (!verdict) return failure(codes.notValid, `Secret ${name} not found`);
  let found = role === 'ca' ? verdict.caProblems : verdict.revocationListProblems;
  if (role === 'ca' && chainAsCa && hasError(found) && !hasError(verdict.chainProblems)) {
    found = verdict.chainProblems;
    name += CHAIN;
  }
  const errors = found.filter((each) => each.severity === 'error');
  if (errors.length > 0) {
    const text = errors.map((each) => `${each.path}: ${each.message}`).join('; ');
    return failure(codes.notValid, `Secret ${name} is not valid: ${text}`);
  }
  const problems = found.map((each) =>
    warning(each.code as ProblemCode, object, path, `Secret ${name}: ${each.path}: ${each.message}`),
  );
  return { name, problems };
}

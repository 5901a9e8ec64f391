// References of the Gateway API to CA certificates, in ConfigMaps or Secrets under `ca.crt` → the key of one TrustedCa
// vertex that holds them all, or why they can't be used. Permission is looked at before existence.
import { GATEWAY_GROUP, type ObjectReference } from '../../model/kinds/gateway-common.ts';
import type { ConfigMap } from '../../model/kinds/index.ts';
import type { UnitContext } from '../engine.ts';
import { topics, type SecretVerdict } from '../processors/topics.ts';
import { isGranted } from './reference-grant.ts';

export interface CaBundleProblem {
  readonly reason: 'RefNotPermitted' | 'InvalidKind' | 'InvalidCACertificateRef';
  readonly message: string;
}

export type CaBundleUse =
  | { readonly key: string; /** Of those that are left out. */ readonly problem?: CaBundleProblem }
  | { readonly key?: undefined; readonly problem: CaBundleProblem };

/** One reference that works is enough. `user.kind`: of the Gateway API. Messages begin with the path. */
export function useCaBundle(
  context: UnitContext,
  references: readonly ObjectReference[],
  user: { readonly kind: string; readonly namespace: string; readonly path: string },
): CaBundleUse {
  const keys: string[] = [];
  let problem: CaBundleProblem | undefined;
  for (const [i, reference] of references.entries()) {
    const found = resolve(context, reference, user);
    if (typeof found === 'string') keys.push(found);
    else problem ??= { reason: found.reason, message: `${user.path}[${i}]: ${found.message}` };
  }
  if (keys.length > 0) {
    const key = caBundleKey([...new Set(keys)].sort());
    return problem ? { key, problem } : { key };
  }
  return {
    problem: problem ?? { reason: 'InvalidCACertificateRef', message: `${user.path}: there must be at least one` },
  };
}

const prefix = 'ca-bundle/';

/** `ca-bundle/ConfigMap:<namespace>/<name>+…`: names and no content, so that a rotation touches one resource. */
function caBundleKey(parts: readonly string[]): string {
  return prefix + parts.join('+');
}

/** Where the certificates of a key come from; undefined: the key is another TrustedCa's. */
export function sourcesOfCaBundle(
  key: string,
): readonly { readonly kind: string; readonly namespace: string; readonly name: string }[] | undefined {
  if (!key.startsWith(prefix)) return undefined;
  return key
    .slice(prefix.length)
    .split('+')
    .map((part) => {
      const [kind, namespace, name] = part.split(/[:/]/) as [string, string, string];
      return { kind, namespace, name };
    });
}

const certificate =
  /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END (TRUSTED |X509 )?CERTIFICATE-----/;

function resolve(
  context: UnitContext,
  reference: ObjectReference,
  user: { readonly kind: string; readonly namespace: string },
): string | CaBundleProblem {
  const { group = '', kind = 'ConfigMap', name } = reference;
  const namespace = reference.namespace ?? user.namespace;
  const text = `${kind} ${namespace}/${name}`;
  if (group !== '' || (kind !== 'ConfigMap' && kind !== 'Secret'))
    return { reason: 'InvalidKind', message: `${kind} can not be used; it must be a ConfigMap or a Secret` };
  const from = { group: GATEWAY_GROUP, kind: user.kind, namespace: user.namespace };
  if (!isGranted(context, from, { group, kind, namespace, name })) {
    const message = `no ReferenceGrant in namespace ${namespace} lets a ${user.kind} of namespace ${user.namespace} use ${text}`;
    return { reason: 'RefNotPermitted', message };
  }
  const wrong = kind === 'ConfigMap' ? configMapError(context, namespace, name) : secretError(context, namespace, name);
  if (wrong !== undefined) return { reason: 'InvalidCACertificateRef', message: `${text} ${wrong}` };
  return `${kind}:${namespace}/${name}`;
}

function configMapError(context: UnitContext, namespace: string, name: string): string | undefined {
  const map = context.object<ConfigMap>('ConfigMap', namespace, name);
  if (!map) return 'not found';
  const pem = map.data['ca.crt'];
  if (pem === undefined) return 'has no ca.crt';
  return certificate.test(pem) ? undefined : 'has no certificate in PEM in ca.crt';
}

function secretError(context: UnitContext, namespace: string, name: string): string | undefined {
  const verdict = context.topic<SecretVerdict>(topics.secretVerdict(namespace, name))[0]?.value;
  if (!verdict) return 'not found';
  const errors = verdict.caProblems.filter((each) => each.severity === 'error');
  if (errors.length === 0) return undefined;
  return `is not valid: ${errors.map((each) => `${each.path}: ${each.message}`).join('; ')}`;
}

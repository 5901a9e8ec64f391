// A reference to a Secret with a certificate and its key, as the Gateway API has them: with a ReferenceGrant into other
// namespaces, and permission looked at before existence, so that nobody learns what is there.
import type { ObjectReference } from '../../../model/kinds/gateway-common.ts';
import { GATEWAY_GROUP } from '../../../model/kinds/gateway-common.ts';
import { isGranted } from '../../compile/reference-grant.ts';
import type { UnitContext } from '../../engine.ts';
import { topics, type SecretVerdict } from '../topics.ts';

export type SecretUse =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly reason: 'RefNotPermitted' | 'Invalid'; readonly message: string };

/** `user.kind`: of the Gateway API. Messages begin with the path. */
export function useTlsSecret(
  context: UnitContext,
  reference: ObjectReference,
  user: { readonly kind: string; readonly namespace: string; readonly path: string },
): SecretUse {
  const { group = '', kind = 'Secret', name } = reference;
  const namespace = reference.namespace ?? user.namespace;
  const fail = (reason: 'RefNotPermitted' | 'Invalid', message: string): SecretUse => ({
    ok: false,
    reason,
    message: `${user.path}: ${message}`,
  });
  const from = { group: GATEWAY_GROUP, kind: user.kind, namespace: user.namespace };
  if (!isGranted(context, from, { group, kind, namespace, name }))
    return fail(
      'RefNotPermitted',
      `no ReferenceGrant in namespace ${namespace} lets a ${user.kind} of namespace ${user.namespace} use ${kind} ${namespace}/${name}`,
    );
  if (group !== '' || kind !== 'Secret')
    return fail('Invalid', `${kind}${group === '' ? '' : ` (${group})`} can not be used; it must be a Secret`);
  const verdict = context.topic<SecretVerdict>(topics.secretVerdict(namespace, name))[0]?.value;
  if (!verdict) return fail('Invalid', `Secret ${namespace}/${name} not found`);
  const errors = verdict.problems.filter((each) => each.severity === 'error');
  if (errors.length > 0) {
    const text = errors.map((each) => `${each.path}: ${each.message}`).join('; ');
    return fail('Invalid', `Secret ${namespace}/${name} is not valid: ${text}`);
  }
  return { ok: true, secret: `${namespace}/${name}` };
}

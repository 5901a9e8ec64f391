// Tells the API server which CA the certificate of a webhook comes from: `caBundle` in the objects that name the webhook.
// In: a bundle, the objects. Out: patches where it is another. Must hold: nothing else of these objects is touched, and an
// object that was changed in between is read again, not overwritten.
import { isRecord } from '../../model/pick.ts';
import { describeFailure, type ApiClient } from '../../sources/kubernetes/api-client.ts';

export interface CaTarget {
  /** Absolute path of the object. */
  readonly path: string;
  /** JSON pointers to the places for `caBundle` in the object as it is. */
  readonly pointersIn: (object: Readonly<Record<string, unknown>>) => readonly string[];
}

const deadlineMs = 10_000;

/** Of a ValidatingWebhookConfiguration: every webhook in it. */
export function validatingWebhookTarget(name: string): CaTarget {
  return {
    path: `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${encodeURIComponent(name)}`,
    pointersIn: ({ webhooks }) =>
      Array.isArray(webhooks) ? webhooks.map((_, index) => `/webhooks/${index}/clientConfig/caBundle`) : [],
  };
}

/** Undefined: it is there now. Else what went wrong. */
export async function putCaBundle(
  client: ApiClient,
  target: CaTarget,
  bundle: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { path } = target;
  const read = await client.send({ method: 'GET', path, signal, deadlineMs });
  if (!read.ok) return `${path}: ${describeFailure(read.failure)}`;
  const object = isRecord(read.value.json) ? read.value.json : {};
  const value = Buffer.from(bundle).toString('base64');
  const wanting = target.pointersIn(object).filter((pointer) => valueAt(object, pointer) !== value);
  if (wanting.length === 0) return undefined;
  const { resourceVersion } = isRecord(object['metadata']) ? object['metadata'] : {};
  const json = [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    ...wanting.map((pointer) => ({ op: 'add', path: pointer, value })),
  ];
  const body = { contentType: 'application/json-patch+json', json };
  const written = await client.send({ method: 'PATCH', path, body, signal, deadlineMs });
  return written.ok ? undefined : `${path}: ${describeFailure(written.failure)}`;
}

function valueAt(object: unknown, pointer: string): unknown {
  let value = object;
  for (const step of pointer.slice(1).split('/')) {
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined;
  }
  return value;
}

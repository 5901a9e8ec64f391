// The answer to a ConversionReview (apiextensions.k8s.io/v1) for objects of getambassador.io. A value: no I/O.
// Must hold: in order, all or none, and of an object nothing but apiVersion, spec and our annotation changes.
import { convertEmissary, emissaryGroup, emissaryVersions } from '../../model/kinds/emissary/convert.ts';
import { isRecord } from '../../model/pick.ts';

/** Also the path of the CRDs that Emissary-Ingress installs. */
export const webhookPath = '/webhooks/crd-convert';

const reviewVersion = 'apiextensions.k8s.io/v1';

export type ReviewAnswer =
  | { readonly ok: true; readonly review: unknown; readonly objects: number; readonly failure?: string }
  /** What was sent is no ConversionReview. */
  | { readonly ok: false; readonly message: string };

export function answerReview(review: unknown): ReviewAnswer {
  if (!isRecord(review) || review.kind !== 'ConversionReview' || review.apiVersion !== reviewVersion)
    return { ok: false, message: `must be a ConversionReview of ${reviewVersion}` };
  const { request } = review;
  if (!isRecord(request) || typeof request.uid !== 'string' || !Array.isArray(request.objects))
    return { ok: false, message: 'request must have uid and objects' };
  const { uid, desiredAPIVersion } = request;
  const objects: readonly unknown[] = request.objects;
  const answer = (response: object): unknown => ({
    apiVersion: reviewVersion,
    kind: 'ConversionReview',
    response: { uid, ...response },
  });
  const failed = (message: string): ReviewAnswer => ({
    ok: true,
    review: answer({ convertedObjects: [], result: { status: 'Failed', message } }),
    objects: objects.length,
    failure: message,
  });

  const version = emissaryVersions.find((each) => desiredAPIVersion === `${emissaryGroup}/${each}`);
  if (version === undefined)
    return failed(`desiredAPIVersion ${JSON.stringify(desiredAPIVersion)}: nuncio converts ${emissaryGroup} only`);
  const converted: unknown[] = [];
  for (const object of objects) {
    if (!isRecord(object)) return failed('one of the objects is none');
    const result = convertEmissary(object, version);
    if (!result.ok) return failed(`${nameOf(object)}: ${result.path}: ${result.message}`);
    converted.push(result.object);
  }
  return {
    ok: true,
    review: answer({ convertedObjects: converted, result: { status: 'Success' } }),
    objects: objects.length,
  };
}

function nameOf({ kind, metadata }: Readonly<Record<string, unknown>>): string {
  const { namespace = '', name = '' } = isRecord(metadata) ? metadata : {};
  return `${String(kind)} ${String(namespace)}/${String(name)}`;
}

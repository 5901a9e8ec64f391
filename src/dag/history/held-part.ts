// What a hold holds of an object: what it says about routing. In: key and text. Out: that part, and an object with
// another one's part in its place.
// What gives or takes a permission is never held (Secrets, ReferenceGrants, TLSCertificateDelegations, the labels of
// Namespaces), nor what goes with endpoints (ports of Services): an older revision is compiled with those of today.
import { parseKey } from '../../model/object.ts';
import type { ObjectKey, ObjectText } from '../../model/object.ts';

/** Of a Service: its annotations, as JSON. Of another held object: all of it. */
export type HeldPart = string;

/** Kinds of which nothing is held. */
const flowingKinds: ReadonlySet<string> = new Set([
  'ConfigMap',
  'EndpointSlice',
  'Namespace',
  'ReferenceGrant',
  'Secret',
  'TLSCertificateDelegation',
]);

/** Whether anything of this object is held. */
export function isHeld(key: ObjectKey): boolean {
  return !flowingKinds.has(parseKey(key).kind);
}

/** Of a held kind; null: there is no such object. */
export function heldPart(key: ObjectKey, text: ObjectText | undefined): HeldPart | null {
  if (text === undefined) return null;
  return isService(key) ? JSON.stringify(annotationsOf(JSON.parse(text) as ServiceJson)) : text;
}

/** The newest object with this part instead of its own. A Service that is gone is gone, and one that is new is there. */
export function withHeldPart(
  key: ObjectKey,
  newest: ObjectText | undefined,
  part: HeldPart | null,
): ObjectText | undefined {
  if (!isService(key)) return part ?? undefined;
  if (newest === undefined || part === null) return newest;
  const service = JSON.parse(newest) as ServiceJson;
  return JSON.stringify({
    ...service,
    metadata: { ...service.metadata, annotations: JSON.parse(part) as Annotations },
  });
}

type Annotations = Readonly<Record<string, string>>;

interface ServiceJson {
  readonly metadata: { readonly annotations: Annotations };
}

function annotationsOf({ metadata }: ServiceJson): Annotations {
  return metadata.annotations;
}

function isService(key: ObjectKey): boolean {
  return key.startsWith('Service/');
}

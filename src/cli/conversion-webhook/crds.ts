// Keeps the CRDs of getambassador.io pointing at the webhook, with the CAs that its certificates may come from. Only CRDs
// with several versions that want a webhook; what somebody else has set is put right, since else nobody could read the
// objects. In: the CAs. Out: what stands in each CRD now.
import { X509Certificate } from 'node:crypto';
import { isRecord } from '../../model/pick.ts';
import { splitBundle } from '../certificates/certificate.ts';
import { emissaryGroup } from '../../model/kinds/emissary/convert.ts';
import { emissaryKinds } from '../../model/kinds/emissary/index.ts';
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { ObjectClient, ObjectPlace, RawObject } from '../../sources/kubernetes/object-client.ts';
import { webhookPath } from './review.ts';

export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

export type CrdState =
  /** `patched`: just now. */
  | { readonly kind: 'ready'; readonly patched: boolean }
  /** Not there, one version only, or conversion by none. */
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'failed'; readonly message: string };

export const emissaryCrdNames: readonly string[] = Object.values(emissaryKinds).map(
  ({ plural }) => `${plural}.${emissaryGroup}`,
);

function placeOf(name: string): ObjectPlace {
  return { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions', namespace: '', name };
}

/** `bundle`: PEM of all CAs. `mayPatch` false: only looks. */
export async function bringCrd(
  client: ObjectClient,
  name: string,
  service: WebhookService,
  bundle: string,
  mayPatch: boolean,
  signal: AbortSignal,
): Promise<CrdState> {
  const answer = await client.read(placeOf(name), signal);
  if (!answer.ok) return { kind: 'failed', message: describeFailure(answer.failure) };
  if (answer.value === null) return { kind: 'not-ours' };
  const change = conversionPatch(answer.value, service, bundle);
  if (change === 'not-ours') return { kind: 'not-ours' };
  if (change === 'ready') return { kind: 'ready', patched: false };
  if (!mayPatch)
    return { kind: 'failed', message: `spec.conversion is not that of ${service.namespace}/${service.name}` };
  const patched = await client.patch(placeOf(name), change, signal);
  return patched.ok ? { kind: 'ready', patched: true } : { kind: 'failed', message: describeFailure(patched.failure) };
}

/** A JSON merge patch under the version of the CRD that was read; or that there is nothing to do, or nothing for us. */
export function conversionPatch(
  crd: RawObject,
  service: WebhookService,
  bundle: string,
): object | 'ready' | 'not-ours' {
  const { spec, metadata } = crd;
  if (!isRecord(spec) || !isRecord(metadata) || !Array.isArray(spec.versions)) return 'not-ours';
  const { conversion } = spec;
  if (spec.versions.length < 2 || !isRecord(conversion) || conversion.strategy !== 'Webhook') return 'not-ours';
  const { webhook } = conversion;
  const wanted = {
    service: { namespace: service.namespace, name: service.name, port: service.port, path: webhookPath },
    caBundle: Buffer.from(bundle, 'utf8').toString('base64'),
  };
  const clientConfig = isRecord(webhook) && isRecord(webhook.clientConfig) ? webhook.clientConfig : {};
  const isSameService =
    isRecord(clientConfig.service) &&
    Object.entries(wanted.service).every(([field, value]) => (clientConfig.service as RawObject)[field] === value);
  if (isSameService && isSameBundle(clientConfig.caBundle, bundle)) return 'ready';
  return {
    metadata: { resourceVersion: metadata.resourceVersion },
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { ...wanted, url: null }, conversionReviewVersions: ['v1'] },
      },
    },
  };
}

function isSameBundle(caBundle: unknown, bundle: string): boolean {
  if (typeof caBundle !== 'string') return false;
  const has = fingerprints(Buffer.from(caBundle, 'base64').toString('utf8'));
  const wants = fingerprints(bundle);
  return has.size === wants.size && [...wants].every((each) => has.has(each));
}

function fingerprints(bundle: string): ReadonlySet<string> {
  return new Set(
    splitBundle(bundle).map((pem) => {
      try {
        return new X509Certificate(pem).fingerprint256;
      } catch {
        // Damaged: never the same as one of ours.
        return pem;
      }
    }),
  );
}

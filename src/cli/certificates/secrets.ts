// The set of certificates as Kubernetes Secrets: `nuncio-xds` and `envoy-xds`, which the pods mount, and `nuncio-xds-ca`,
// which nobody mounts: it holds the CA's key, so that leaves can be renewed without anybody meeting an unknown CA.
import type { SecretManifest } from '../../sources/kubernetes/secret-client.ts';
import { leafNames } from './renew.ts';
import type { CertificateSet, CompleteSet, LeafEntry, LeafName } from './renew.ts';

export interface SecretPlace {
  readonly namespace: string;
  /** Added to each Secret's name. */
  readonly suffix: string;
}

export type SecretRole<L extends string = LeafName> = 'ca' | L;

/** The Secrets of one set of certificates. */
export interface SecretFamily<L extends string = LeafName> {
  readonly leaves: readonly L[];
  /** Without the suffix. */
  readonly nameOf: (role: SecretRole<L>) => string;
  readonly labelsOf: (role: SecretRole<L>) => Readonly<Record<string, string>>;
}

export const xdsSecrets: SecretFamily = {
  leaves: leafNames,
  nameOf: (role) => (role === 'ca' ? 'nuncio-xds-ca' : `${role}-xds`),
  labelsOf: (role) => ({
    'app.kubernetes.io/name': role === 'envoy' ? 'envoy' : 'nuncio',
    'app.kubernetes.io/component': 'xds-certificates',
    'app.kubernetes.io/managed-by': 'nuncio-certgen',
  }),
};

/** In the order in which they must be written: leaves follow from the CA. */
export function rolesOf<L extends string>({ leaves }: SecretFamily<L>): readonly SecretRole<L>[] {
  return ['ca', ...leaves];
}
export const secretRoles: readonly SecretRole[] = rolesOf(xdsSecrets);

export function secretNameOf(role: SecretRole, place: SecretPlace): string {
  return nameIn(xdsSecrets, role, place);
}

export function nameIn<L extends string>(
  family: SecretFamily<L>,
  role: SecretRole<L>,
  { suffix }: SecretPlace,
): string {
  return `${family.nameOf(role)}${suffix}`;
}

/** `data` by role, decoded; absent: no such Secret. A Secret without certificate or key counts as damaged, not as absent. */
export function setFromSecrets<L extends string = LeafName>(
  found: Readonly<Partial<Record<SecretRole<L>, Readonly<Record<string, string>>>>>,
): CertificateSet<L> {
  const leaves: Partial<Record<L, LeafEntry>> = {};
  for (const [role, data] of Object.entries(found) as [SecretRole<L>, Readonly<Record<string, string>> | undefined][]) {
    if (role === 'ca' || data === undefined) continue;
    leaves[role] = { ...pairOf(data, 'tls'), bundle: data['ca.crt'] ?? '' };
  }
  const ca = found['ca' as SecretRole<L>];
  if (ca === undefined) return { leaves };
  const rotating = ca['previous.crt'] !== undefined;
  return { ca: { ...pairOf(ca, 'tls'), ...(rotating ? { previous: pairOf(ca, 'previous') } : {}) }, leaves };
}

export function secretManifest(role: SecretRole, set: CompleteSet, place: SecretPlace): SecretManifest {
  return manifestIn(xdsSecrets, role, set, place);
}

export function manifestIn<L extends string>(
  family: SecretFamily<L>,
  role: SecretRole<L>,
  set: CompleteSet<L>,
  place: SecretPlace,
): SecretManifest {
  const texts = role === 'ca' ? caTexts(set, bundleOf(family, set)) : leafTexts(set.leaves[role]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: nameIn(family, role, place), namespace: place.namespace, labels: family.labelsOf(role) },
    type: 'kubernetes.io/tls',
    data: Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, Buffer.from(text, 'utf8').toString('base64')]),
    ),
  };
}

/** All CAs that are trusted; every leaf has the same. */
export function bundleOf<L extends string>({ leaves }: SecretFamily<L>, set: CompleteSet<L>): string {
  return set.leaves[leaves[0]!].bundle;
}

function leafTexts({ bundle, certificate, key }: LeafEntry): Record<string, string> {
  return { 'ca.crt': bundle, 'tls.crt': certificate, 'tls.key': key };
}

function caTexts<L extends string>({ ca }: CompleteSet<L>, bundle: string): Record<string, string> {
  return {
    'ca.crt': bundle,
    'tls.crt': ca.certificate,
    'tls.key': ca.key,
    ...(ca.previous ? { 'previous.crt': ca.previous.certificate, 'previous.key': ca.previous.key } : {}),
  };
}

function pairOf(data: Readonly<Record<string, string>>, prefix: string): { certificate: string; key: string } {
  return { certificate: data[`${prefix}.crt`] ?? '', key: data[`${prefix}.key`] ?? '' };
}
